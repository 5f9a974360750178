/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which rules a packet obeys by what it holds: one that was read without a fault, and one that the
 * decoder followed. A packet obeys each rule at most once.
 */
#ifndef RVT_CHECK_PACKET_CHECK_H
#define RVT_CHECK_PACKET_CHECK_H

#include "base/params.h"
#include "check/compliance.h"
#include "wire/data.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum { RVT_RULE_LIST_MAX = 4 };

/* Some rules, by number. */
struct rvt_rule_list {
    unsigned count;
    const char *number[RVT_RULE_LIST_MAX]; /* static */
};

/* Adds a rule, unless it is there; there is room for it. */
void rvt_rule_list_add(struct rvt_rule_list *list, const char *number);

/* An encapsulated packet, null packets included. */
void rvt_packet_check_encap(struct rvt_compliance *compliance, const struct rvt_config *config,
                            const struct rvt_encap *encap);

/* A te_inst packet, read from payload with config. It obeys no rule of but (null: none). */
void rvt_packet_check_inst(struct rvt_compliance *compliance, const struct rvt_config *config,
                           const struct rvt_packet *packet, const struct rvt_payload *payload,
                           const struct rvt_rule_list *but);

/* A te_data packet, read from payload with config and decoded. */
void rvt_packet_check_data(struct rvt_compliance *compliance, const struct rvt_config *config,
                           const struct rvt_data_packet *packet, const struct rvt_payload *payload);

/* The fields of a te_inst packet that the decoder followed. It obeys no rule of but (null:
 * none). */
void rvt_packet_check_followed(struct rvt_compliance *compliance, const struct rvt_config *config,
                               const struct rvt_packet *packet, const struct rvt_rule_list *but);

#endif

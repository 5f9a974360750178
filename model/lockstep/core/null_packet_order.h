/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Checks the null packets of a byte stream: alignment before packets, and length and distance of
 * synchronisation sequences, as the configuration requires.
 * Spec: ENC-009..011, ENC-013, ENC-019.
 */
#ifndef RVT_LOCKSTEP_CORE_NULL_PACKET_ORDER_H
#define RVT_LOCKSTEP_CORE_NULL_PACKET_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "lockstep/report/mismatch_log.h"

struct rvt_null_order {
    const struct rvt_encap_config *config; /* borrowed */
    unsigned run_max;                      /* N of ENC-010 */
    unsigned run;                          /* consecutive null.idle, up to N */
    bool alone;     /* the latest byte is null.alignment outside of a sequence */
    uint64_t since; /* packets or bytes (sync_unit) since the latest sequence */
};

/* A stream begins. If the configuration has a period, the stream must begin with a sequence. */
void rvt_null_order_init(struct rvt_null_order *order, const struct rvt_encap_config *config);

/*
 * Takes the first byte of a packet, null packets included. Returns null, or the rule that it
 * breaks, with its clause in brackets; later bytes are checked as if it had not.
 */
const char *rvt_null_order_take(struct rvt_null_order *order, uint8_t byte);

/* A normal packet of bytes bytes has ended. */
void rvt_null_order_packet(struct rvt_null_order *order, size_t bytes);

/* The same; a byte that breaks a rule in cycle becomes a finding. */
void rvt_null_order_check(struct rvt_null_order *order, uint8_t byte, uint64_t cycle,
                          struct rvt_mismatch_log *findings);

#endif

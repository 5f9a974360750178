/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Packets as text. */
#ifndef RVT_LOCKSTEP_PACKETS_EXPLANATION_H
#define RVT_LOCKSTEP_PACKETS_EXPLANATION_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "base/text.h"

#include "lockstep/packets/expected_packet.h"

/* Appends a packet as one line: its name, then each field in transmission order, name=value. */
void rvt_explain_packet(const struct rvt_config *config, const struct rvt_packet *packet,
                        struct rvt_text *text);

/* The same for an observed payload, followed by what is wrong with its padding, if anything is, and
 * its bytes; for an unreadable one the reason. */
void rvt_explain_payload(const struct rvt_config *config, const uint8_t *payload, size_t bytes,
                         struct rvt_text *text);

/* The same for an expected packet, followed by the bytes of its payload. */
void rvt_explain_expected(const struct rvt_config *config,
                          const struct rvt_expected_packet *expected, struct rvt_text *text);

/* Appends bytes as hexadecimal pairs, each after a space. */
void rvt_explain_bytes(const uint8_t *data, size_t bytes, struct rvt_text *text);

#endif

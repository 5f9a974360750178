/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict decode-exact of a source of SyS-T messages: the model's receiver collects its writes
 * to messages, which must be those that it took: every byte of them (header, optional fields,
 * payload, checksum), master and channel. What has no meaning is free: the size of each write
 * (D8..D64), also of the first one; the ending, DnM or FLAG; whether a short message is one write
 * or several; writes of NULL without a timestamp; and the order of messages of different masters
 * and channels. A message that breaks a rule of the format or of the sequence is a finding. Spec:
 * MIPI SyS-T, Data Protocol (SYST-001..015) and STPv2 Protocol Encoding (SEQ-001..013).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_DECODE_EXACT_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_DECODE_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"

/* A valid message that the source took. */
struct rvt_syst_taken {
    uint16_t master, channel;
    size_t payload_at;   /* offset of the payload; without meaning in short messages */
    const uint8_t *byte; /* borrowed for the call */
    size_t bytes;
};

struct rvt_syst_decode_exact; /* opaque */

/* Opens the verdict. Findings go to scoreboard (transport_scoreboard.h), which is borrowed.
 * RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_syst_decode_exact_open(void *scoreboard,
                                           struct rvt_syst_decode_exact **verdict);

/* Frees; null is accepted. */
void rvt_syst_decode_exact_close(struct rvt_syst_decode_exact *verdict);

/* A message was taken with all of its payload. */
void rvt_syst_decode_exact_message(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                   const struct rvt_syst_taken *taken);

/* A write was sent. */
void rvt_syst_decode_exact_write(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                 const struct rvt_stp_record *record);

/* A write was sent that no STP packet can carry; found: a finding says so that is not waived. */
void rvt_syst_decode_exact_lose(struct rvt_syst_decode_exact *verdict, uint64_t cycle, bool found);

/* The run is over. */
void rvt_syst_decode_exact_end(struct rvt_syst_decode_exact *verdict, uint64_t cycle);

/* Messages compared and equal. */
uint64_t rvt_syst_decode_exact_compared(const struct rvt_syst_decode_exact *verdict);

/* Appends "3 of 4 messages compared". */
void rvt_syst_decode_exact_counts(const struct rvt_syst_decode_exact *verdict,
                                  struct rvt_text *text);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict decode-exact of an STP transmitter: the model's receiver decodes its bytes, and the
 * packets must be those that the writes ask for, with master, channel, size, value, marker and
 * time. The transmitter is free in what says the same: where it synchronises, when it repeats
 * master, channel or frequency, whether it sends them in 8 or 16 bits, how many nibbles a timestamp
 * has, NULL packets without a timestamp, and the order of data, FLAG and TRIG packets of different
 * masters and channels. A packet that breaks a rule of the protocol is a finding.
 *
 * After a loss, only the nibbles that a timestamp has are compared, until the next one that is
 * whole; differences (NATDELTA) are not compared any more: no receiver knows these times.
 * Spec: STP-001..006, STP-010..014.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_STP_DECODE_EXACT_H
#define RVT_LOCKSTEP_TRANSPORT_STP_DECODE_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"

struct rvt_stp_decode_exact; /* opaque */

/* Opens the verdict for streams of this format; le_always matters alone, VERSION says the rest.
 * Findings go to scoreboard (transport_scoreboard.h), which is borrowed. RVT_ERR_MEMORY: *verdict
 * is null. */
RVT_MUST_USE
enum rvt_status rvt_stp_decode_exact_open(const struct rvt_stp_encoder_config *config,
                                          void *scoreboard, struct rvt_stp_decode_exact **verdict);

/* Frees; null is accepted. */
void rvt_stp_decode_exact_close(struct rvt_stp_decode_exact *verdict);

/* A write was taken; frequency: as synchronisation may state it, 0: none. */
void rvt_stp_decode_exact_write(struct rvt_stp_decode_exact *verdict, uint64_t cycle,
                                const struct rvt_stp_record *record, uint64_t frequency);

/* Bytes were sent. */
void rvt_stp_decode_exact_bytes(struct rvt_stp_decode_exact *verdict, uint64_t cycle,
                                const uint8_t *data, size_t bytes);

/* The transmitter reports that it holds nothing. */
void rvt_stp_decode_exact_idle(struct rvt_stp_decode_exact *verdict, uint64_t cycle);

/* The run is over. */
void rvt_stp_decode_exact_end(struct rvt_stp_decode_exact *verdict, uint64_t cycle);

/* Packets compared and equal. */
uint64_t rvt_stp_decode_exact_compared(const struct rvt_stp_decode_exact *verdict);

/* Appends "3 of 4 packets compared". */
void rvt_stp_decode_exact_counts(const struct rvt_stp_decode_exact *verdict, struct rvt_text *text);

#endif

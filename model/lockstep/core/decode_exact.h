/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decode-exact verdict: compares what the observed packets decode to with what retired while
 * tracing was on. It takes rows and control as the encoder does, queues the qualified instructions
 * and traps in order, and strikes them off as the decoder reports them. It does not depend on the
 * encoder's decisions: any sequence of packets that reports the same passes. After a finding it
 * compares nothing up to the next synchronisation packet, but finds each further kind of packet
 * that cannot be read, and updiscon flags without a synchronisation packet, once. It then follows
 * all places in the queue where that packet can be, until what comes after it leaves one. Spec:
 * E-Trace, "Decoder"; ETR-FLT-009..012 and ETR-SUP-002..012 for what must be reported; decision
 * 0001 for qualification per row.
 */
#ifndef RVT_LOCKSTEP_CORE_DECODE_EXACT_H
#define RVT_LOCKSTEP_CORE_DECODE_EXACT_H

#include "base/params.h"
#include "encoder/encoder.h"
#include "ingress/tip.h"
#include "program/image.h"

#include "lockstep/packets/expected_packet.h"
#include "lockstep/report/block_history.h"
#include "lockstep/report/mismatch_log.h"

struct rvt_decode_exact; /* opaque */
struct rvt_coverage;     /* check/coverage.h */
struct rvt_registers;    /* ingress/registers.h */

/*
 * Opens the comparison. config is copied; image is borrowed until close; ahead_max: packets that
 * the hardware may be ahead of the model, 0..RVT_PAIRING_AHEAD_MAX; packets: the findings of the
 * verdict on packets, whose waivers say which packets are the same (pairing.h); findings and
 * packets are borrowed until close. RVT_ERR_MEMORY; statuses of rvt_decoder_open.
 */
RVT_MUST_USE
enum rvt_status rvt_decode_exact_open(const struct rvt_config *config, struct rvt_image *image,
                                      unsigned ahead_max, struct rvt_mismatch_log *findings,
                                      const struct rvt_mismatch_log *packets,
                                      struct rvt_decode_exact **exact);

/* The encoder may lose packets at its output: a loss that the ingress did not have is no finding if
 * the stream reports it (trace_lost) and synchronises after it. */
void rvt_decode_exact_output_losses(struct rvt_decode_exact *exact);

/* Findings show what the hart retired last; history is borrowed until close. */
void rvt_decode_exact_history(struct rvt_decode_exact *exact,
                              const struct rvt_block_history *history);

/* Counts every traced block in coverage from now on; borrowed until close. */
void rvt_decode_exact_cover(struct rvt_decode_exact *exact, struct rvt_coverage *coverage);

/* Frees; null is accepted. */
void rvt_decode_exact_close(struct rvt_decode_exact *exact);

/*
 * Software programs the encoder: control is in force from cycle on. stalled_cycles: cycles directly
 * before it in which the hart was stalled. RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_decode_exact_control(struct rvt_decode_exact *exact, uint64_t cycle,
                                         uint64_t stalled_cycles,
                                         const struct rvt_control *control);

/* Filters and comparators work as registers say, from the next row on. */
void rvt_decode_exact_program(struct rvt_decode_exact *exact,
                              const struct rvt_registers *registers);

/* A row was taken or dropped; stalled_cycles as above. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decode_exact_row(struct rvt_decode_exact *exact, const struct rvt_row *row,
                                     uint64_t stalled_cycles);

/* All cycles up to and including cycle were idle. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decode_exact_idle(struct rvt_decode_exact *exact, uint64_t cycle);

/*
 * The model's encoder sends packet, a te_inst, which is copied. If its origin says that no decoder
 * can follow it (ETR-MODE-004, ETR-MODE-010), and the hardware sends the same packet (pairing.h),
 * the comparison pauses from there to the next synchronisation. RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_decode_exact_expect(struct rvt_decode_exact *exact,
                                        const struct rvt_expected_packet *packet);

/* A payload was observed; a difference becomes a finding now or in rvt_decode_exact_settle. */
void rvt_decode_exact_packet(struct rvt_decode_exact *exact, uint64_t cycle, const uint8_t *payload,
                             size_t bytes);

/* The model has processed the same rows: compares the observed packets that waited for it. */
void rvt_decode_exact_settle(struct rvt_decode_exact *exact);

/* The run is over: if the encoder was disabled, everything must have been reported. */
void rvt_decode_exact_end(struct rvt_decode_exact *exact, uint64_t cycle);

/* Packets that were compared, packets that no decoder can follow, and packets between a finding and
 * the next synchronisation. */
uint64_t rvt_decode_exact_packets(const struct rvt_decode_exact *exact);
uint64_t rvt_decode_exact_undecodable(const struct rvt_decode_exact *exact);
uint64_t rvt_decode_exact_skipped(const struct rvt_decode_exact *exact);

/* Instructions that were decoded and had retired. */
uint64_t rvt_decode_exact_instructions(const struct rvt_decode_exact *exact);

/* True if the latest row was traced, or nothing is compared any more. */
bool rvt_decode_exact_traced(const struct rvt_decode_exact *exact);

/* The ranges of packets that no decoder can follow (packet_ranges.h); UINT64_MAX for an index after
 * the last. */
uint64_t rvt_decode_exact_undecodable_bound(const struct rvt_decode_exact *exact, size_t index);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decode-exact judge: what retired while tracing was on, held against what the observed packets
 * decode to. It takes the rows and the software's control as the encoder does, keeps the qualified
 * instructions and traps in order, and strikes them off as the decoder tells them. It does not look
 * into the encoder's decisions: any sequence of packets that tells the same passes. Spec: E-Trace,
 * "Decoder"; ETR-FLT-009..012, ETR-SUP-002..012 for what has to be told; decision 0001 for
 * qualification per row.
 */
#ifndef RVT_LOCKSTEP_CORE_RETIRED_H
#define RVT_LOCKSTEP_CORE_RETIRED_H

#include "base/params.h"
#include "encoder/encoder.h"
#include "ingress/tip.h"
#include "program/image.h"

#include "lockstep/findings.h"

struct rvt_retired;  /* opaque */
struct rvt_coverage; /* check/coverage.h */

/*
 * Opens a judge. config is copied; image is borrowed until close; ahead_max: packets that the
 * hardware may be ahead of the model, up to RVT_PAIRING_AHEAD_MAX; findings is borrowed and gets
 * the words. RVT_ERR_MEMORY; statuses of rvt_decoder_open.
 */
RVT_MUST_USE
enum rvt_status rvt_retired_open(const struct rvt_config *config, struct rvt_image *image,
                                 unsigned ahead_max, struct rvt_findings *findings,
                                 struct rvt_retired **retired);

/* Tells coverage, borrowed until close, of every block from now on. */
void rvt_retired_cover(struct rvt_retired *retired, struct rvt_coverage *coverage);

/* Frees; null is accepted. */
void rvt_retired_close(struct rvt_retired *retired);

/*
 * Software programs the encoder from cycle on, after the hart had been stalled for so many cycles.
 * RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_retired_control(struct rvt_retired *retired, uint64_t cycle,
                                    uint64_t stalled_cycles, const struct rvt_control *control);

/* Filters and comparators work as registers say, from the next row on. */
void rvt_retired_program(struct rvt_retired *retired, const struct rvt_registers *registers);

/* A row was taken or dropped, after the hart had been stalled for so many cycles. RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_retired_row(struct rvt_retired *retired, const struct rvt_row *row,
                                uint64_t stalled_cycles);

/* The cycles up to and including cycle were idle. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_retired_idle(struct rvt_retired *retired, uint64_t cycle);

/*
 * The model's encoder sends packet, written with config. By its mark a stretch that no decoder can
 * follow (ETR-MODE-004, ETR-MODE-010) is not judged, if the hardware sends the same: from there to
 * the next synchronisation. RVT_ERR_MEMORY; statuses of rvt_packet_write.
 */
RVT_MUST_USE
enum rvt_status rvt_retired_expect(struct rvt_retired *retired, const struct rvt_config *config,
                                   const struct rvt_packet *packet,
                                   const struct rvt_origin *origin);

/* A payload was observed; what it tells wrong becomes a finding, now or in rvt_retired_settle. */
void rvt_retired_packet(struct rvt_retired *retired, uint64_t cycle, const uint8_t *payload,
                        size_t bytes);

/* The model has seen the rows as far as this judge: observed packets that waited for that are
 * judged. */
void rvt_retired_settle(struct rvt_retired *retired);

/* The run is over: if the encoder was disabled, everything must have been told. */
void rvt_retired_end(struct rvt_retired *retired, uint64_t cycle);

/* Packets that were judged; those left out are the ones that no decoder can follow. */
uint64_t rvt_retired_packets(const struct rvt_retired *retired);
uint64_t rvt_retired_astray(const struct rvt_retired *retired);

/* Where those begin and end in the order of te_inst packets (rvt_stretches.h); UINT64_MAX for an
 * index behind the last. */
uint64_t rvt_retired_turn(const struct rvt_retired *retired, size_t index);

#endif

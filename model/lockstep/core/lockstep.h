/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lockstep: the model beside a trace encoder in hardware. It is told what the hart retired and what
 * the hardware sent, and holds every packet and every byte against the model's. It knows no
 * simulator: a bench, a DPI layer or a unit test calls it.
 *
 * Two verdicts. Bit-exact: every packet (and every encapsulated byte) equals the model's, in order,
 * and in time. Decode-exact: the observed packets decode to exactly what retired; for encoders that
 * choose otherwise where the specification leaves a choice. Spec: E-Trace, reference algorithm and
 * packet formats; decision 0001.
 */
#ifndef RVT_LOCKSTEP_CORE_LOCKSTEP_H
#define RVT_LOCKSTEP_CORE_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "check/coverage.h"
#include "encoder/encoder.h"
#include "ingress/tip.h"
#include "program/image.h"

#include "lockstep/core/expected_queue.h"
#include "lockstep/timing/timing.h"

struct rvt_lockstep; /* opaque; one per encoder instance */

struct rvt_lockstep_options {
    bool packets;      /* te_inst packets are observed */
    bool bytes;        /* encapsulated bytes are observed */
    bool decode_exact; /* rvt_lockstep_passed is the decode-exact verdict; needs a program image */
    uint64_t
        latency_max; /* cycles from the model's decision to the packet, without held ones; 0: any */
    unsigned early_max;    /* packets that the hardware may be ahead of the model, up to 8 */
    unsigned findings_max; /* findings of one verdict, after which it stops comparing; 0 means 1 */
};

enum rvt_verdict { RVT_VERDICT_BIT_EXACT, RVT_VERDICT_DECODE_EXACT, RVT_VERDICTS };

struct rvt_lockstep_statistics {
    uint64_t rows;         /* rows taken */
    uint64_t rows_lost;    /* of which the encoder had to drop */
    uint64_t blocks;       /* blocks that retired something */
    uint64_t instructions; /* in those blocks; 0 without a program image */
    uint64_t packets;      /* te_inst packets observed */
    uint64_t bytes;        /* encapsulated bytes observed, null packets left out */
    uint64_t comparisons;  /* packets and encapsulated packets compared with the model's */
    uint64_t decoded;      /* packets handed to the decoder for the decode-exact verdict */
    uint64_t latency_max;  /* cycles of the latest packet, without held ones */
    uint64_t te_data;      /* comparisons that were of te_data */
    uint64_t timed;        /* packets held against the cycles of a contract */
    uint64_t undecodable;       /* te_inst packets that no decoder can follow, left out of decoded */
};

/*
 * Opens a lockstep for config (copied; it must have passed rvt_config_check). image: the program,
 * for the decode-exact verdict; borrowed until close; null leaves that verdict out.
 * RVT_ERR_PARAMETER: no stream is observed, decode_exact without image, or early_max too large;
 * RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_lockstep_open(const struct rvt_config *config,
                                  const struct rvt_lockstep_options *options,
                                  struct rvt_image *image, struct rvt_lockstep **lockstep);

/*
 * The cycle in which a packet leaves is not free either: the bytes come as contract says, and
 * rvt_lockstep_beat is called. To be told once, before the first cycle. Statuses of
 * rvt_timing_init.
 */
RVT_MUST_USE
enum rvt_status rvt_lockstep_exact(struct rvt_lockstep *lockstep,
                                   const struct rvt_pipeline_contract *contract);

/* Frees; null is accepted. */
void rvt_lockstep_close(struct rvt_lockstep *lockstep);

/*
 * The calls below tell what happened, in the order of simulated time; within one cycle: control,
 * row or idle, then what the hardware sent. None of them fails: what goes wrong, in the hardware or
 * on the way, becomes a finding.
 */

/*
 * Software programs the encoder from the cycle of now on. stalled_cycles: how many cycles directly
 * before it the hart was stalled; they are no idle cycles, so nothing ended in them. time: value of
 * the ingress signal in that cycle.
 */
void rvt_lockstep_control(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles, uint64_t time,
                          const struct rvt_control *control);

/*
 * Software wrote value to the register at offset: modes, filters and comparators are programmed
 * anew with the next call of rvt_lockstep_program or _row, released ones (trTeActive 0) have their
 * reset values. Of other registers nothing is taken from here. Spec: ETR-CTL-009, ETR-CTL-010,
 * ETR-CTL-015, ETR-CTL-016.
 */
void rvt_lockstep_write(struct rvt_lockstep *lockstep, uint32_t offset, uint32_t value);

/* What was written acts from the cycle of now on; stalled_cycles as above. To be called in the
 * first cycle behind a write that is not stalled, after control and before row. */
void rvt_lockstep_program(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles);

/* A row that the encoder took, or dropped (row->lost); stalled_cycles as above. row->cycle is the
 * cycle of now. */
void rvt_lockstep_row(struct rvt_lockstep *lockstep, struct rvt_instant now,
                      uint64_t stalled_cycles, const struct rvt_row *row);

/* Nothing happened at the ingress up to and including this cycle. Needed in the cycle after a
 * trigger or a sideband change. */
void rvt_lockstep_idle(struct rvt_lockstep *lockstep, struct rvt_instant now);

/* The hardware sent a te_inst packet: bytes (1..31) bytes of payload. */
void rvt_lockstep_packet(struct rvt_lockstep *lockstep, struct rvt_instant now,
                         const uint8_t *payload, size_t bytes);

/* The same for a te_data packet. */
void rvt_lockstep_data_packet(struct rvt_lockstep *lockstep, struct rvt_instant now,
                              const uint8_t *payload, size_t bytes);

/* A beat of encapsulated bytes was taken now and had been valid since cycle offered; before
 * rvt_lockstep_bytes tells what it holds. */
void rvt_lockstep_beat(struct rvt_lockstep *lockstep, struct rvt_instant now, uint64_t offered);

/*
 * The hardware sent count encapsulated bytes (the end of a packet only as the latest of them); null
 * packets may stand between packets as encapsulation.nulls and sync_period say. last: the hardware
 * marks the end of a packet; has_last: the hardware has such a mark.
 */
void rvt_lockstep_bytes(struct rvt_lockstep *lockstep, struct rvt_instant now, const uint8_t *data,
                        size_t count, bool has_last, bool last);

/*
 * The run is over and the hardware drained: packets or bytes still expected, a broken packet,
 * retired items that the trace does not tell after tracing was disabled, and a run in which nothing
 * was compared, or that has no row, become findings.
 */
void rvt_lockstep_end(struct rvt_lockstep *lockstep, struct rvt_instant now);

/* True if a verdict was asked for: bit-exact always, decode-exact with a program image. */
bool rvt_lockstep_has_verdict(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict);

/* Findings of a verdict, and the text of one (several lines, no newline at the end); null if there
 * is none. Borrowed. */
unsigned rvt_lockstep_findings(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict);
const char *rvt_lockstep_finding(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                                 unsigned index);

/* The verdict that the options chose: it has no findings. Only meaningful after rvt_lockstep_end.
 */
bool rvt_lockstep_passed(const struct rvt_lockstep *lockstep);

/* Cycle of the first finding of either verdict, for the waveform; UINT64_MAX if there is none. */
uint64_t rvt_lockstep_first_cycle(const struct rvt_lockstep *lockstep);

/* Where te_inst packets that are not judged begin and end, rising: the first one left out, the
 * first one behind it that is judged, and so on; UINT64_MAX for an index behind the last. */
uint64_t rvt_lockstep_undecodable_bound(const struct rvt_lockstep *lockstep, size_t index);

/* What occurred so far; borrowed until close. */
const struct rvt_coverage *rvt_lockstep_coverage(const struct rvt_lockstep *lockstep);

void rvt_lockstep_statistics(const struct rvt_lockstep *lockstep,
                             struct rvt_lockstep_statistics *statistics);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lockstep: compares a trace encoder in hardware with the model. The caller reports what the hart
 * retired and what the hardware sent; the lockstep runs the model on the same rows and compares
 * every packet and every byte. It needs no simulator: a bench, the DPI border or a unit test calls
 * it.
 *
 * Two verdicts. Bit-exact: every packet and every encapsulated byte equals the model's, in order
 * and in time; or in its place same-fields: every packet equals the model's in its fields, however
 * it is compressed and padded. Decode-exact: the observed packets decode to exactly what retired;
 * for encoders that use a freedom of the specification in another way than the model. If no packet
 * is observed, there is one other verdict, ingress: the program can retire every row. Spec:
 * E-Trace, reference algorithm and packet formats, hart to encoder interface; decision 0001.
 */
#ifndef RVT_LOCKSTEP_CORE_LOCKSTEP_H
#define RVT_LOCKSTEP_CORE_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "base/text.h"
#include "check/coverage.h"
#include "encoder/encoder.h"
#include "ingress/tip.h"
#include "program/image.h"

#include "lockstep/packets/expected_queue.h"
#include "lockstep/report/mismatch.h"
#include "lockstep/report/mismatch_log.h"
#include "lockstep/report/requirement_tally.h"
#include "lockstep/report/run_result.h"
#include "lockstep/report/waiver.h"
#include "lockstep/timing/timing.h"

struct rvt_lockstep; /* opaque; one per encoder instance */

/* Neither packets nor bytes: only the rows are checked, which needs image. */
struct rvt_lockstep_options {
    bool packets;      /* te_inst packets are observed */
    bool bytes;        /* encapsulated bytes are observed */
    bool decode_exact; /* rvt_lockstep_passed gives the decode-exact verdict; needs image */
    bool same_fields;  /* packets are compared with the model's field by field */
    uint64_t
        latency_max; /* cycles from the decision to the packet, held cycles not counted; 0: any */
    unsigned early_max;  /* te_inst packets that the hardware may be ahead of the model, 0..8; 1 or
                              more: and the responses to loads in progress */
    bool output_losses;  /* decode-exact: the encoder may lose packets at its output, if it reports
                           that (trace_lost) and synchronises after it */
    bool unchecked_rows; /* rows are not compared with the program: they may be such that no program
                            retires them */
    unsigned findings_max; /* findings after which a verdict stops comparing, without waived ones;
                              0 means 1 */
    const struct rvt_waivers *waivers; /* null: none; copied */
    struct rvt_waived_sink waived;     /* may have no function; copied */
    bool requirements;                 /* rvt_lockstep_requirements counts */
};

enum rvt_verdict {
    RVT_VERDICT_PACKETS = RVT_MISMATCH_BIT_EXACT, /* bit-exact, same-fields or ingress */
    RVT_VERDICT_DECODE_EXACT = RVT_MISMATCH_DECODE_EXACT,
    RVT_VERDICTS,
};

struct rvt_lockstep_statistics {
    uint64_t rows;         /* rows taken */
    uint64_t rows_lost;    /* of these, rows that the encoder dropped */
    uint64_t blocks;       /* blocks that retired something */
    uint64_t instructions; /* in those blocks; 0 without a program image */
    uint64_t packets;      /* te_inst packets observed */
    uint64_t bytes;        /* encapsulated bytes observed, without null packets */
    uint64_t comparisons;  /* packets and encapsulated packets compared with the model's */
    uint64_t decoded;      /* packets compared for the decode-exact verdict */
    uint64_t latency_max;  /* largest latency of a packet in cycles, held cycles not counted */
    uint64_t te_data;      /* of comparisons, those of te_data */
    uint64_t timed;        /* packets whose cycles were compared with the timing contract */
    uint64_t proven;       /* instructions that decode-exact decoded and that had retired */
    uint64_t lost;         /* instructions in rows_lost; with a program */
    uint64_t untraced;     /* instructions in rows that were not traced; with decode-exact */
    uint64_t undecodable;  /* te_inst packets that no decoder can follow; not in decoded */
    uint64_t skipped; /* te_inst packets between a finding of decode-exact and the next sync packet;
                         in neither */
};

/*
 * Opens a lockstep for config (copied; it must have passed rvt_config_check). image: the program,
 * for the verdicts decode-exact and ingress; borrowed until close; null: they are not given.
 * RVT_ERR_PARAMETER: decode_exact is set without image, early_max is too large, or no stream is
 * observed and there is no image, or one of decode_exact, same_fields and unchecked_rows is set;
 * RVT_ERR_MEMORY; statuses of rvt_encoder_open and rvt_decoder_open.
 */
RVT_MUST_USE
enum rvt_status rvt_lockstep_open(const struct rvt_config *config,
                                  const struct rvt_lockstep_options *options,
                                  struct rvt_image *image, struct rvt_lockstep **lockstep);

/*
 * Compares the cycle of every beat as well: the encoder keeps contract (timing.h), and the caller
 * calls rvt_lockstep_beat. Call it at most once, before the first cycle. RVT_ERR_PARAMETER: called
 * twice, only the rows are checked, or a number of contract is out of its range; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_lockstep_exact(struct rvt_lockstep *lockstep,
                                   const struct rvt_pipeline_contract *contract);

/* Takes what software programmed, in the cycle from which on it is in force: trTeControl and
 * trTeDataControl as a whole, other registers by their offset. */
struct rvt_control_sink {
    void *context;
    void (*control)(void *context, uint64_t cycle, const struct rvt_control *control);
    void (*write)(void *context, uint64_t cycle, uint32_t offset, uint32_t value);
};

/* sink is copied. Call it before the first cycle. */
void rvt_lockstep_control_sink(struct rvt_lockstep *lockstep, const struct rvt_control_sink *sink);

/* Frees; null is accepted. */
void rvt_lockstep_close(struct rvt_lockstep *lockstep);

/*
 * The calls below report what happened, in the order of simulated time. Order within a cycle:
 * control, program, row or idle, then write, packets, beat and bytes. None of them fails: every
 * error, of the hardware or of the comparison, becomes a finding.
 */

/*
 * Software programs the encoder: control is in force from the cycle of now on. stalled_cycles:
 * number of cycles directly before it in which the hart was stalled; these are not idle cycles.
 * time: value of the ingress signal in that cycle.
 */
void rvt_lockstep_control(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles, uint64_t time,
                          const struct rvt_control *control);

/*
 * Software wrote value to the register at offset (in bytes from the component's base). Modes,
 * filters and comparators change with the next rvt_lockstep_program or rvt_lockstep_row; trTeActive
 * 0 gives them their reset values. Writes to other registers have no effect here. Spec:
 * ETR-CTL-009, ETR-CTL-010, ETR-CTL-015, ETR-CTL-016.
 */
void rvt_lockstep_write(struct rvt_lockstep *lockstep, uint32_t offset, uint32_t value);

/* What was written is in force from the cycle of now on; stalled_cycles as above. Call it in the
 * first unstalled cycle after a write, after control and before row. */
void rvt_lockstep_program(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles);

/* The encoder took a row, or dropped it (row->lost); stalled_cycles as above. row->cycle is the
 * cycle of now. With a program, a row that it cannot retire becomes a finding of every verdict
 * (ingress_report.h), before any packet of this row is compared. */
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

/* A beat of encapsulated bytes was taken now and had been valid since cycle offered. Call it before
 * rvt_lockstep_bytes reports its bytes. */
void rvt_lockstep_beat(struct rvt_lockstep *lockstep, struct rvt_instant now, uint64_t offered);

/*
 * The hardware sent count encapsulated bytes; a packet may end only with the last of them. Null
 * packets may stand between packets as encapsulation.nulls and sync_period allow. has_last: the
 * hardware marks ends of packets; last: the mark of these bytes.
 */
void rvt_lockstep_bytes(struct rvt_lockstep *lockstep, struct rvt_instant now, const uint8_t *data,
                        size_t count, bool has_last, bool last);

/* The caller found a fault that none of these calls can report: "cycle N: " and message, which ends
 * with the rule in brackets, become a finding of every verdict. */
void rvt_lockstep_fault(struct rvt_lockstep *lockstep, struct rvt_instant now, const char *message);

/*
 * The run is over and the hardware drained. These become findings: packets or bytes still expected,
 * an incomplete packet, items that retired and were not reported before tracing was disabled, a run
 * without a row or without a comparison (for ingress: without an instruction that the program has),
 * and waivers that matched nothing and are not optional: of each verdict, or of those that the
 * waiver names.
 */
void rvt_lockstep_end(struct rvt_lockstep *lockstep, struct rvt_instant now);

/* True if the verdict is given: the first always, decode-exact with a program image unless
 * only the rows are checked. */
bool rvt_lockstep_has_verdict(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict);

/* What the verdict compares. */
enum rvt_mismatch_verdict rvt_lockstep_compares(const struct rvt_lockstep *lockstep,
                                                enum rvt_verdict verdict);

/* Number of findings of a verdict, and the text of one (several lines, no newline at the end); null
 * if there is no such finding. Borrowed until close. */
unsigned rvt_lockstep_findings(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict);
const char *rvt_lockstep_finding(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                                 unsigned index);

/* The same finding as data. */
const struct rvt_mismatch *rvt_lockstep_mismatch(const struct rvt_lockstep *lockstep,
                                                 enum rvt_verdict verdict, unsigned index);

/* Waiver index, from 0, with its text; null if there is none. Borrowed until close. */
const struct rvt_waiver *rvt_lockstep_waiver(const struct rvt_lockstep *lockstep, unsigned index);

/* Findings of a verdict that waiver index, which exists, has waived so far. */
uint64_t rvt_lockstep_waived(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                             unsigned index);

/* What was found and compared so far, with the log of each verdict, that of decode-exact also if it
 * is not given. Borrowed until close. */
struct rvt_run_result rvt_lockstep_result(const struct rvt_lockstep *lockstep);

/*
 * Appends line number line, from 0, of what the run found and compared: for each verdict the
 * clauses that were broken, each waiver with its uses, and the instructions that were proven and
 * that were not, and why; or, if only the rows are checked, what was compared with the program.
 * False: there is no such line.
 */
bool rvt_lockstep_summary(const struct rvt_lockstep *lockstep, unsigned line,
                          struct rvt_text *text);

/* The requirements that packets exercised so far; null unless the options ask for it. Borrowed
 * until close. */
const struct rvt_requirement_tally *rvt_lockstep_requirements(const struct rvt_lockstep *lockstep);

/* True if the verdict that the options chose has no findings; valid after rvt_lockstep_end. */
bool rvt_lockstep_passed(const struct rvt_lockstep *lockstep);

/* Cycle of the first finding of either verdict; UINT64_MAX if there is none. */
uint64_t rvt_lockstep_first_cycle(const struct rvt_lockstep *lockstep);

/* The ranges of te_inst packets that no decoder can follow, as rising packet numbers: first packet
 * skipped, first packet compared again, and so on; UINT64_MAX for an index after the last. */
uint64_t rvt_lockstep_undecodable_bound(const struct rvt_lockstep *lockstep, size_t index);

/* The coverage so far; borrowed until close. */
const struct rvt_coverage *rvt_lockstep_coverage(const struct rvt_lockstep *lockstep);

/* The counters so far. */
void rvt_lockstep_statistics(const struct rvt_lockstep *lockstep,
                             struct rvt_lockstep_statistics *statistics);

#endif

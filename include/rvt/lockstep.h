/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lockstep: the comparison of a trace encoder with the model, for programs that embed it: benches,
 * simulators, emulators. The program says what the hart retired and what the hardware sent, in the
 * order of time; the comparison checks every packet and every byte against the model's, explains
 * each difference once, and goes on after it.
 *
 * Two verdicts. Bit-exact: every packet, and every encapsulated byte, equals the model's, in order
 * and in time; or in its place same-fields: every packet equals the model's in its fields, however
 * it is compressed and padded. Decode-exact: the packets decode to exactly what retired; for
 * encoders that choose otherwise where the specification leaves a choice.
 *
 * Without an encoder, when neither packets nor bytes are observed, there is one other verdict,
 * ingress: the program can retire every row.
 */
#ifndef RVT_LOCKSTEP_H
#define RVT_LOCKSTEP_H

#include <rvt/lockstep_finding.h>
#include <rvt/program.h>
#include <rvt/tip.h>

struct rvt_comparison; /* opaque; one for each encoder instance */

/* Input structure. */
struct rvt_comparison_options {
    size_t size;
    bool packets;      /* the caller gives te_inst and te_data payloads */
    bool bytes;        /* the caller gives encapsulated bytes; without both, the verdict is ingress,
                           which needs a program */
    bool decode_exact; /* rvt_comparison_passed is the decode-exact verdict; needs a program */
    unsigned early_max; /* te_inst packets that the hardware may be ahead of the model, 0..8; 1 or
                              more: and the responses to loads in progress */
    unsigned findings_max; /* findings of one verdict, without waived ones, after which it stops
                              comparing; 0 means 1 */
    uint64_t latency_max;  /* cycles from the model's decision to the packet, without held ones;
                              0: any */
    bool output_losses;  /* decode-exact: the encoder may lose packets at its output, if it reports
                              that (trace_lost) and synchronises after it */
    bool unchecked_rows; /* rows are not compared with the program: they may be such that no program
                            retires them */
    bool requirements;   /* rvt_comparison_report lists the requirements that packets exercised */
    bool same_fields;    /* packets are compared with the model's field by field: the verdict
                            same-fields takes the place of bit-exact */
};

/*
 * The cycle in which each packet leaves an encoder that keeps this contract: the first step of what
 * arrives in cycle c is in c + decision, its packet is valid at the output packet cycles later, and
 * beats of lanes bytes follow one another. Input structure.
 */
struct rvt_comparison_timing {
    size_t size;
    unsigned decision;    /* cycles, 1..15 */
    unsigned packet;      /* cycles, 1..15 */
    unsigned lanes;       /* bytes of a beat, >= 1 */
    unsigned depth;       /* entries of the elastic buffer, >= 4 */
    unsigned outstanding; /* data accesses that can wait for their instruction; 0: no data trace */
};

/* A moment of the simulation. Not a sized structure: passed by value. One that lies before the
 * latest counts as the latest. */
struct rvt_comparison_moment {
    uint64_t cycle;       /* of the clock; never falls */
    uint64_t held_cycles; /* so far, in which the output was not taken; they are no latency */
};

/* What software programs: trTeControl. rvt_comparison_write of trTeDataControl programs the data
 * trace; data_tracing and data_trig_enable are not read. Input structure. */
struct rvt_te_control {
    size_t size;
    bool enable;           /* trTeActive and trTeEnable */
    bool inst_tracing;     /* trTeInstTracing */
    bool inst_trig_enable; /* trTeInstTrigEnable */
    bool data_tracing;     /* not read */
    bool data_trig_enable; /* not read */
};

/* Output structure. */
struct rvt_comparison_counts {
    size_t size;
    uint64_t rows;         /* taken */
    uint64_t rows_lost;    /* of which the encoder had to drop */
    uint64_t blocks;       /* that retired something */
    uint64_t instructions; /* in those blocks; 0 without a program */
    uint64_t packets;      /* te_inst packets observed */
    uint64_t bytes;        /* encapsulated bytes observed, without null packets */
    uint64_t comparisons;  /* packets compared with the model's */
    uint64_t decoded;      /* packets that the decode-exact verdict decoded */
    uint64_t latency_max;  /* cycles of the slowest packet, without held ones */
    uint64_t te_data;      /* comparisons of te_data */
    uint64_t timed;        /* packets compared with the cycles of rvt_comparison_timing */
    uint64_t undecodable;  /* te_inst packets that no decoder can follow, not in decoded */
    uint64_t skipped;      /* te_inst packets between a finding of decode-exact and the next
                              synchronisation, in neither decoded nor undecodable */
    uint64_t proven;       /* instructions that the decode-exact verdict decoded, and had retired */
    uint64_t lost;         /* instructions in rows_lost; 0 without a program */
    uint64_t untraced;     /* instructions in rows that were not traced; 0 without a program */
};

/* The record of a run. Input structure; the strings are borrowed for the call. */
struct rvt_comparison_record_options {
    size_t size;
    const char *folder;  /* made unless it exists */
    const char *program; /* path of the ELF, for the script that replays the run; null: none */
};

/* The report of a run. Input structure; the strings are borrowed for the call. */
struct rvt_comparison_report_options {
    size_t size;
    const char *path;     /* JUnit if it ends in .xml, else JSON; "-": standard output */
    const char *instance; /* the name of the hardware in the report */
};

RVT_BEGIN_C

/*
 * Opens a comparison; the waivers of the configuration are copied. program is for the verdicts
 * decode-exact and ingress: borrowed until close; null leaves them out. The caller owns
 * *comparison. RVT_ERR_PARAMETER: the configuration fails its check (diagnosis says why),
 * decode_exact without program, neither packets nor bytes and no program or one of decode_exact,
 * same_fields and unchecked_rows, early_max above 8, null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_open(const struct rvt_configuration *configuration, struct rvt_program *program,
                    const struct rvt_comparison_options *options,
                    struct rvt_comparison **comparison, struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. */
RVT_API void rvt_comparison_close(struct rvt_comparison *comparison);

/* The cycles of packets are compared, too, as timing says; to be called once, before the first
 * cycle. Bytes must be observed, and rvt_comparison_beat called. RVT_ERR_PARAMETER: a value out of
 * range, the verdict ingress, or a wrong size; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_time(struct rvt_comparison *comparison, const struct rvt_comparison_timing *timing);

/*
 * From now on, the run is recorded as files in a folder: config.yaml, control.yaml (a control
 * script), trace.csv (a tip trace), packets.hex and stream.bin as observed, and replay.sh, which
 * replays the run with the command rvt. To be called at most once, before the first cycle. An
 * earlier record in the folder is replaced. RVT_ERR_IO: a file cannot be created, or another open
 * record has it, with the system's reason and the name of the file, unless it is the folder, in
 * diagnosis; RVT_ERR_PARAMETER: called twice, null, or a wrong size; RVT_ERR_MEMORY. After a
 * failure nothing is recorded, and the comparison can go on.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_record(struct rvt_comparison *comparison,
                      const struct rvt_comparison_record_options *options,
                      struct rvt_diagnosis *diagnosis);

/* Why the record ended before the run, such as a full disk: one line with the path of the file, the
 * system's reason and the cycle; null: it did not, or there is none. The files keep what was
 * recorded before. Borrowed until close. */
RVT_API const char *rvt_comparison_record_fault(const struct rvt_comparison *comparison);

/*
 * The calls below say what happened. They come in the order of time; within a cycle control,
 * program, row or idle come before what the hardware sent. What goes wrong in the hardware, or on
 * the way, becomes a finding; none of them fails for that. now is the moment; stalled_cycles: how
 * many cycles directly before it the hart was stalled.
 */

/* Software programs the encoder from now on. time: the ingress signal of that name.
 * RVT_ERR_PARAMETER: control is null or of wrong size; nothing was taken. */
RVT_API enum rvt_status rvt_comparison_control(struct rvt_comparison *comparison,
                                               struct rvt_comparison_moment now,
                                               uint64_t stalled_cycles, uint64_t time,
                                               const struct rvt_te_control *control);

/* Software wrote value to the control register at offset: modes, filters, comparators. It acts with
 * the next rvt_comparison_program or rvt_comparison_row. Spec: ETR-CTL-009, ETR-CTL-010,
 * ETR-CTL-015, ETR-CTL-016. */
RVT_API void rvt_comparison_write(struct rvt_comparison *comparison, uint32_t offset,
                                  uint32_t value);

/* What was written acts from now on: to be called in the first cycle after a write that is not
 * stalled. */
RVT_API void rvt_comparison_program(struct rvt_comparison *comparison,
                                    struct rvt_comparison_moment now, uint64_t stalled_cycles);

/* A row that the encoder took, or dropped (row->lost); row->cycle is now.cycle. RVT_ERR_PARAMETER:
 * row is null, of wrong size, or has more than RVT_TIP_BLOCKS blocks or RVT_TIP_ACCESSES accesses;
 * nothing was taken, which is a finding of every verdict [RowRefused]. A row that the
 * program cannot retire is a finding of every verdict, "cycle N: ingress: ...", before any packet
 * of the row is compared: straight blocks, class of the last instruction, outcome of branches, next
 * address, privilege, address and cause of exceptions. At most 8 such findings are recorded. Spec:
 * ETR-ING-003..006, ETR-ING-009, ETR-ING-010, ETR-ING-014, ETR-ING-016. */
RVT_API enum rvt_status rvt_comparison_row(struct rvt_comparison *comparison,
                                           struct rvt_comparison_moment now,
                                           uint64_t stalled_cycles, const struct rvt_tip_row *row);

/* Nothing happened at the ingress up to and including this cycle. Needed in the cycle after a
 * trigger, and after a change of halted or reset. */
RVT_API void rvt_comparison_idle(struct rvt_comparison *comparison,
                                 struct rvt_comparison_moment now);

/* The hardware sent a payload of bytes (1..31) bytes, te_data or te_inst by te_data. More bytes are
 * a finding of every verdict [ENC-006]. */
RVT_API void rvt_comparison_payload(struct rvt_comparison *comparison,
                                    struct rvt_comparison_moment now, bool te_data,
                                    const uint8_t *payload, size_t bytes);

/* A beat of bytes was taken now and had been valid since cycle offered; rvt_comparison_bytes says
 * afterwards what it holds. */
RVT_API void rvt_comparison_beat(struct rvt_comparison *comparison,
                                 struct rvt_comparison_moment now, uint64_t offered);

/* The hardware sent count encapsulated bytes; a packet ends with the latest of them or later. last:
 * the hardware marks the end of a packet; has_last: it has such a mark at all. */
RVT_API void rvt_comparison_bytes(struct rvt_comparison *comparison,
                                  struct rvt_comparison_moment now, const uint8_t *data,
                                  size_t count, bool has_last, bool last);

/* The program itself found a fault of the hardware, such as a signal with a value that is none:
 * "cycle N: " and message become a finding of every verdict. message is copied; it names its rule
 * at the end, in brackets. */
RVT_API void rvt_comparison_fault(struct rvt_comparison *comparison,
                                  struct rvt_comparison_moment now, const char *message);

/* The run is over and the hardware has sent everything: what is missing becomes a finding, and so
 * do a run in which nothing was compared (for ingress: no instruction that the program has), and a
 * waiver that matched nothing and is not optional. */
RVT_API void rvt_comparison_end(struct rvt_comparison *comparison,
                                struct rvt_comparison_moment now);

/* Whether the verdict is there: bit-exact unless the options ask for same-fields, decode-exact with
 * a program; ingress, and no other, if the options have neither packets nor bytes. */
RVT_API bool rvt_comparison_has(const struct rvt_comparison *comparison,
                                enum rvt_comparison_verdict verdict);

/* Whether the verdict that the options chose has no finding; after rvt_comparison_end. */
RVT_API bool rvt_comparison_passed(const struct rvt_comparison *comparison);

/* How many findings a verdict has, and the text of one: several lines, no newline at the end;
 * borrowed until close; null if there is none. rvt_comparison_inspect gives it as data. */
RVT_API unsigned rvt_comparison_findings(const struct rvt_comparison *comparison,
                                         enum rvt_comparison_verdict verdict);
RVT_API const char *rvt_comparison_finding(const struct rvt_comparison *comparison,
                                           enum rvt_comparison_verdict verdict, unsigned index);

/* The cycle of the first finding of either verdict; UINT64_MAX: there is none. */
RVT_API uint64_t rvt_comparison_first_cycle(const struct rvt_comparison *comparison);

/* What was compared so far. RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_comparison_count(const struct rvt_comparison *comparison,
                                                          struct rvt_comparison_counts *counts);

/*
 * Line line, from 0, of a summary of the run, without newline, cut to capacity (>= 1) and
 * null-terminated: for each verdict the clauses that were broken, each waiver with its uses, and
 * the instructions that were proven, and those that were not and why; with the verdict ingress, the
 * rows and instructions that were checked. RVT_ERR_PARAMETER: there is no such line, or null.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_comparison_summary(const struct rvt_comparison *comparison,
                                                            unsigned line, char *text,
                                                            size_t capacity);

/*
 * Writes a report of what was found and compared so far: verdicts, counts, the first 1,000 findings
 * of each verdict, waivers with their uses, and with options.requirements how many packets
 * exercised each requirement. A te_inst packet that the hardware sent as the model did exercises
 * the requirement by which the model decided to send it, that by which it chose the format, and
 * those of its fields. JSON has the schema rvt-report/1. RVT_ERR_IO: the file cannot be written,
 * with the system's reason in diagnosis; RVT_ERR_PARAMETER: null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_report(const struct rvt_comparison *comparison,
                      const struct rvt_comparison_report_options *options,
                      struct rvt_diagnosis *diagnosis);

/*
 * The packets that are undecodable, as bounds in rising order: the number of the first one that is
 * left out, of the first one after it that is decoded again, and so on; UINT64_MAX for an index
 * after the last.
 */
RVT_API uint64_t rvt_comparison_undecodable_bound(const struct rvt_comparison *comparison,
                                                  size_t index);

/*
 * Coverage: how often obligation point occurred, from 0, and its name, cut to capacity (>= 1) and
 * null-terminated. impossible: why it cannot occur; null: it can; static. RVT_ERR_PARAMETER: there
 * is no such point, or null.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_coverage(const struct rvt_comparison *comparison, unsigned point, uint64_t *count,
                        char *name, size_t capacity, const char **impossible);

RVT_END_C

#endif

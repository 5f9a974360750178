/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/lockstep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ingress/register_map.h"
#include "wire/encap.h"

#include "draft/encoder_profile.h"
#include "lockstep/packets/packet_match.h"
#include "lockstep/core/byte_stream.h"
#include "lockstep/core/decode_exact.h"
#include "lockstep/core/write_queue.h"
#include "lockstep/report/ingress_report.h"
#include "lockstep/timing/timing.h"

struct rvt_lockstep {
    struct rvt_config config;
    struct rvt_lockstep_options options;
    struct rvt_encoder *encoder;
    struct rvt_image *image;               /* null: no program */
    struct rvt_decode_exact *decode_exact; /* null: no decode-exact verdict */
    struct rvt_packet_match packet_match;
    struct rvt_expected_packet expected; /* the packet that the model decided last */
    struct rvt_block_history history;
    struct rvt_ingress_report ingress; /* with a program */
    struct rvt_mismatch_log findings[RVT_VERDICTS];
    struct rvt_waivers waivers;
    struct rvt_lockstep_statistics statistics;
    uint64_t in_row; /* instructions that the latest row retired; with a program */
    struct rvt_instant now;
    struct rvt_write_queue *writes;
    struct rvt_control_sink control_sink; /* control null: none */
    struct rvt_control control;           /* as software left it */
    bool data_tracing, data_trig_enable;  /* the same of trTeDataControl */
    struct rvt_byte_stream stream;
    struct rvt_coverage coverage;
    struct rvt_requirement_tally requirements; /* if the options ask for it */
    struct rvt_ingress_arrivals *arrivals;     /* null: cycles are free */
    struct rvt_timing timing;
    bool ended;
};

/* Time advances to now. */
static void advance(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    assert(now.cycle >= lockstep->now.cycle && now.held_cycles >= lockstep->now.held_cycles);
    lockstep->now = now;
}

/* True if no packet is observed: only the rows are checked. */
static bool rows_only(const struct rvt_lockstep_options *options)
{
    return !options->packets && !options->bytes;
}

/* How many logs of findings there are, from the first one on. */
static unsigned log_count(const struct rvt_lockstep_options *options)
{
    return rows_only(options) ? 1 : RVT_VERDICTS;
}

/* A finding of every verdict, with what retired before it. */
static void add_to_all(struct rvt_lockstep *lockstep, struct rvt_mismatch *found)
{
    rvt_mismatch_set_blocks(found, &lockstep->history, lockstep->history.count);
    (void)rvt_mismatch_logs_add(lockstep->findings, log_count(&lockstep->options), found);
}

/* A finding of verdict without evidence, from a message that ends with its clause, if any. */
static void add_message(struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                        enum rvt_mismatch_kind kind, const char *message)
{
    struct rvt_mismatch found = {.kind = kind, .cycle = lockstep->now.cycle};

    rvt_mismatch_set_message(&found, message);
    (void)rvt_mismatch_log_add(&lockstep->findings[verdict], &found);
}

/* After a call to the model: compares what is possible now, or records why the call failed. */
static void settle(struct rvt_lockstep *lockstep, const char *what, enum rvt_status status,
                   const struct rvt_diag *diag)
{
    rvt_packet_match_settle(&lockstep->packet_match, lockstep->now);
    if (lockstep->arrivals != NULL)
        rvt_timing_settle(&lockstep->timing);
    if (lockstep->decode_exact != NULL)
        rvt_decode_exact_settle(lockstep->decode_exact);
    if (status == RVT_OK ||
        rvt_mismatch_logs_full(lockstep->findings, log_count(&lockstep->options)))
        return;
    struct rvt_mismatch found = {.cycle = lockstep->now.cycle};
    rvt_mismatch_set_refusal(&found, what, status, diag);
    add_to_all(lockstep, &found);
}

/* --- the model's side ----------------------------------------------------------------------- */

/* The cycles of lockstep->expected will be compared. */
static void expect_cycle(struct rvt_lockstep *lockstep, const char *name)
{
    const struct rvt_expected_packet *expected = &lockstep->expected;

    if (lockstep->arrivals == NULL)
        return;
    if (!expected->is_data && expected->origin.decision == RVT_DECISION_SUPPORT_CHANGE)
        rvt_ingress_arrivals_modes(lockstep->arrivals, lockstep->now.cycle);
    const struct rvt_timing_packet timed = {.data = expected->is_data,
                                            .origin = expected->origin,
                                            .name = name,
                                            .predicts = expected->options.branch_prediction,
                                            .returns = expected->options.implicit_return,
                                            .bytes = expected->encap_bytes};
    rvt_timing_expect(&lockstep->timing, &timed);
}

static enum rvt_status on_packet(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_lockstep *lockstep = context;
    struct rvt_expected_packet *expected = &lockstep->expected;
    if (rows_only(&lockstep->options))
        return RVT_OK;
    enum rvt_status status =
        rvt_expected_packet_write(expected, rvt_encoder_config(lockstep->encoder), packet, origin);
    if (status == RVT_OK)
        status = rvt_packet_match_expect(&lockstep->packet_match, lockstep->now, expected);
    if (status == RVT_OK && lockstep->decode_exact != NULL)
        status = rvt_decode_exact_expect(lockstep->decode_exact, expected);
    if (status == RVT_OK)
        expect_cycle(lockstep, rvt_packet_name(packet));
    return status;
}

static enum rvt_status on_data(void *context, const struct rvt_data_packet *packet,
                               const struct rvt_data_origin *origin)
{
    struct rvt_lockstep *lockstep = context;
    struct rvt_expected_packet *expected = &lockstep->expected;
    if (rows_only(&lockstep->options))
        return RVT_OK;
    enum rvt_status status = rvt_expected_packet_write_data(
        expected, rvt_encoder_config(lockstep->encoder), packet, origin);
    if (status == RVT_OK)
        status = rvt_packet_match_expect(&lockstep->packet_match, lockstep->now, expected);
    if (status == RVT_OK)
        expect_cycle(lockstep, "te_data");
    return status;
}

/* The idle cycles before now pass, then the stalled ones directly before it. */
static enum rvt_status pass_stall(struct rvt_lockstep *lockstep, uint64_t stalled_cycles)
{
    uint64_t cycle = lockstep->now.cycle;
    enum rvt_status status = RVT_OK;

    if (stalled_cycles == 0 || cycle <= stalled_cycles)
        return RVT_OK;
    status = rvt_encoder_idle(lockstep->encoder, cycle - stalled_cycles - 1, NULL);
    rvt_encoder_stall(lockstep->encoder, cycle - 1);
    return status;
}

static enum rvt_status program(struct rvt_lockstep *lockstep, enum rvt_write_queue_part part,
                               const struct rvt_row *row, struct rvt_diag *diag)
{
    return rvt_write_queue_apply(lockstep->writes, part, &lockstep->control, lockstep->encoder,
                                 lockstep->decode_exact, lockstep->arrivals, row, diag);
}

void rvt_lockstep_control(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles, uint64_t time, const struct rvt_control *control)
{
    const struct rvt_row row = {.cycle = now.cycle, .time = time};
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    if (control->enable != lockstep->control.enable)
        rvt_ingress_report_restart(&lockstep->ingress);
    enum rvt_status status = pass_stall(lockstep, stalled_cycles);
    if (status == RVT_OK)
        status = program(lockstep,
                         lockstep->control.enable ? RVT_WRITE_QUEUE_ENABLED : RVT_WRITE_QUEUE_ALL,
                         &row, &diag);
    /* while the encoder is enabled triggers may have changed trTeDataTracing */
    bool data_tracing = lockstep->control.enable ? rvt_encoder_data_tracing(lockstep->encoder)
                                                 : lockstep->data_tracing;
    lockstep->control = *control;
    lockstep->control.data_tracing = data_tracing;
    lockstep->control.data_trig_enable = lockstep->data_trig_enable;
    lockstep->data_tracing = data_tracing;
    if (lockstep->control_sink.control != NULL)
        lockstep->control_sink.control(lockstep->control_sink.context, now.cycle,
                                       &lockstep->control);
    if (status == RVT_OK)
        status = rvt_encoder_control(lockstep->encoder, &row, &lockstep->control, &diag);
    if (status == RVT_OK && lockstep->decode_exact != NULL)
        status =
            rvt_decode_exact_control(lockstep->decode_exact, now.cycle, stalled_cycles, control);
    if (status == RVT_OK && lockstep->arrivals != NULL)
        rvt_ingress_arrivals_control(lockstep->arrivals, now.cycle, control);
    settle(lockstep, "control", status, &diag);
}

void rvt_lockstep_write(struct rvt_lockstep *lockstep, uint32_t offset, uint32_t value)
{
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    bool released = offset == RVT_TE_CONTROL && (value & RVT_TE_ACTIVE) == 0;
    if (released || offset == RVT_TE_DATA_CONTROL) {
        lockstep->data_tracing = !released && (value & RVT_TE_DATA_TRACING) != 0;
        lockstep->data_trig_enable = !released && (value & RVT_TE_DATA_TRIG_ENABLE) != 0;
    }
    if (offset == RVT_TE_DATA_CONTROL && !lockstep->control.enable)
        return; /* it takes effect when the encoder is enabled */
    if (offset == RVT_TE_DATA_CONTROL)
        lockstep->control.data_trig_enable = lockstep->data_trig_enable;
    settle(lockstep, "write", rvt_write_queue_add(lockstep->writes, offset, value), &diag);
}

void rvt_lockstep_program(struct rvt_lockstep *lockstep, struct rvt_instant now,
                          uint64_t stalled_cycles)
{
    const struct rvt_row row = {.cycle = now.cycle};
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    enum rvt_status status = pass_stall(lockstep, stalled_cycles);
    if (status == RVT_OK)
        status = program(lockstep, RVT_WRITE_QUEUE_ALL, &row, &diag);
    settle(lockstep, "program", status, &diag);
}

/* Counts what a row retires; with a program, checks that the program can retire it. */
static void count_row(struct rvt_lockstep *lockstep, const struct rvt_row *row)
{
    lockstep->statistics.rows++;
    lockstep->statistics.rows_lost += row->lost;
    for (unsigned i = 0; i < row->blocks; i++)
        lockstep->statistics.blocks += row->block[i].iretire > 0;
    if (lockstep->image == NULL)
        return;
    uint64_t before = lockstep->statistics.instructions;
    rvt_ingress_report_row(&lockstep->ingress, row, &lockstep->statistics.instructions);
    lockstep->in_row = lockstep->statistics.instructions - before;
    lockstep->statistics.lost += row->lost ? lockstep->in_row : 0;
}

void rvt_lockstep_row(struct rvt_lockstep *lockstep, struct rvt_instant now,
                      uint64_t stalled_cycles, const struct rvt_row *row)
{
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    rvt_block_history_add(&lockstep->history, &lockstep->config.params, row);
    enum rvt_status status = pass_stall(lockstep, stalled_cycles);
    if (status == RVT_OK)
        status = program(lockstep, RVT_WRITE_QUEUE_ALL, row, &diag);
    if (status == RVT_OK && lockstep->arrivals != NULL)
        rvt_ingress_arrivals_data(lockstep->arrivals, rvt_encoder_data_tracing(lockstep->encoder),
                                  lockstep->control.data_trig_enable);
    if (status == RVT_OK)
        status = rvt_encoder_row(lockstep->encoder, row, &diag);
    if (status == RVT_OK)
        count_row(lockstep, row);
    if (status == RVT_OK && lockstep->decode_exact != NULL) {
        status = rvt_decode_exact_row(lockstep->decode_exact, row, stalled_cycles);
        if (!row->lost && !rvt_decode_exact_traced(lockstep->decode_exact))
            lockstep->statistics.untraced += lockstep->in_row;
    }
    if (status == RVT_OK && lockstep->arrivals != NULL)
        rvt_ingress_arrivals_row(lockstep->arrivals, row, stalled_cycles > 0);
    settle(lockstep, "row", status, &diag);
}

void rvt_lockstep_idle(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    enum rvt_status status = rvt_encoder_idle(lockstep->encoder, now.cycle, &diag);
    if (status == RVT_OK && lockstep->decode_exact != NULL)
        status = rvt_decode_exact_idle(lockstep->decode_exact, now.cycle);
    if (status == RVT_OK && lockstep->arrivals != NULL)
        rvt_ingress_arrivals_idle(lockstep->arrivals, now.cycle);
    settle(lockstep, "idle cycle", status, &diag);
}

/* --- the hardware's side -------------------------------------------------------------------- */

void rvt_lockstep_packet(struct rvt_lockstep *lockstep, struct rvt_instant now,
                         const uint8_t *payload, size_t bytes)
{
    advance(lockstep, now);
    lockstep->statistics.packets++;
    if (lockstep->decode_exact != NULL)
        rvt_decode_exact_packet(lockstep->decode_exact, now.cycle, payload, bytes);
    rvt_packet_match_observe(&lockstep->packet_match, now, RVT_OBSERVER_PACKETS, false, payload,
                             bytes);
}

void rvt_lockstep_data_packet(struct rvt_lockstep *lockstep, struct rvt_instant now,
                              const uint8_t *payload, size_t bytes)
{
    advance(lockstep, now);
    lockstep->statistics.packets++;
    rvt_packet_match_observe(&lockstep->packet_match, now, RVT_OBSERVER_PACKETS, true, payload,
                             bytes);
}

/* A whole encapsulated packet is in lockstep->stream. */
static void take_encap(struct rvt_lockstep *lockstep)
{
    const struct rvt_byte_stream *stream = &lockstep->stream;
    struct rvt_encap encap;
    size_t used;
    bool readable = rvt_encap_read(&lockstep->config, stream->packet, stream->need, &encap, &used,
                                   NULL) == RVT_OK;
    bool is_data = readable && lockstep->config.options.data_trace &&
                   encap.type == lockstep->config.encap.type_data;
    if (lockstep->decode_exact != NULL && !lockstep->options.packets) {
        if (!is_data)
            rvt_decode_exact_packet(lockstep->decode_exact, lockstep->now.cycle, encap.payload.byte,
                                    readable ? encap.payload.bytes : 0);
        lockstep->statistics.packets++;
    }
    rvt_packet_match_observe(&lockstep->packet_match, lockstep->now, RVT_OBSERVER_BYTES, is_data,
                             stream->packet, stream->need);
}

void rvt_lockstep_bytes(struct rvt_lockstep *lockstep, struct rvt_instant now, const uint8_t *data,
                        size_t count, bool has_last, bool last)
{
    enum rvt_byte_place place = RVT_BYTE_INSIDE;

    advance(lockstep, now);
    for (size_t i = 0; i < count; i++) {
        place = rvt_byte_stream_take(&lockstep->stream, data[i], now.cycle);
        if (place == RVT_BYTE_LAST)
            take_encap(lockstep);
    }
    if (has_last && count > 0)
        rvt_byte_stream_mark(&lockstep->stream, now.cycle, data, count, place != RVT_BYTE_INSIDE,
                             last);
}

void rvt_lockstep_beat(struct rvt_lockstep *lockstep, struct rvt_instant now, uint64_t offered)
{
    advance(lockstep, now);
    if (lockstep->arrivals != NULL)
        rvt_timing_beat(&lockstep->timing, offered, now.cycle);
}

enum rvt_status rvt_lockstep_exact(struct rvt_lockstep *lockstep,
                                   const struct rvt_pipeline_contract *contract)
{
    if (lockstep->arrivals != NULL || rows_only(&lockstep->options))
        return RVT_ERR_PARAMETER;
    enum rvt_status status = rvt_timing_init(&lockstep->timing, &lockstep->config, contract,
                                             &lockstep->findings[RVT_VERDICT_PACKETS]);
    if (status != RVT_OK)
        return status;
    return rvt_ingress_arrivals_open(rvt_encoder_config(lockstep->encoder), rvt_timing_arrive,
                                     &lockstep->timing, &lockstep->arrivals);
}

void rvt_lockstep_control_sink(struct rvt_lockstep *lockstep, const struct rvt_control_sink *sink)
{
    const struct rvt_write_sink writes = {.context = sink->context, .write = sink->write};

    lockstep->control_sink = *sink;
    rvt_write_queue_sink(lockstep->writes, &writes);
}

void rvt_lockstep_fault(struct rvt_lockstep *lockstep, struct rvt_instant now, const char *message)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_FAULT, .cycle = now.cycle};

    advance(lockstep, now);
    rvt_mismatch_set_message(&found, message);
    add_to_all(lockstep, &found);
}

/* --- the end -------------------------------------------------------------------------------- */

struct rvt_run_result rvt_lockstep_result(const struct rvt_lockstep *lockstep)
{
    struct rvt_lockstep_statistics counts;

    rvt_lockstep_statistics(lockstep, &counts);
    struct rvt_run_result run = {
        .logs = lockstep->findings,
        .log_count = log_count(&lockstep->options),
        .waivers = &lockstep->waivers,
        .config = &lockstep->config,
        .compared = {[RVT_MISMATCH_DECODE_EXACT] = lockstep->decode_exact != NULL,
                     [RVT_MISMATCH_INGRESS] =
                         lockstep->image != NULL && !lockstep->options.unchecked_rows,
                     [RVT_MISMATCH_TIMING] = lockstep->arrivals != NULL},
        .rows = counts.rows,
        .instructions = counts.instructions,
        .proven = counts.proven,
        .untraced = counts.untraced,
        .lost = counts.lost,
        .skipped = counts.skipped,
        .undecodable = counts.undecodable};
    run.compared[lockstep->findings[RVT_VERDICT_PACKETS].verdict] = true;
    return run;
}

/* At the end of a run that checks only rows: something must have retired. If all of it lies
 * outside the program, rvt_ingress_report_end says so. */
static void check_rows(struct rvt_lockstep *lockstep)
{
    if (lockstep->statistics.rows > 0 && lockstep->ingress.checker.blocks == 0)
        add_message(lockstep, RVT_VERDICT_PACKETS, RVT_MISMATCH_NOTHING,
                    "no instruction was compared with the program");
}

void rvt_lockstep_end(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    if (lockstep->ended)
        return;
    lockstep->ended = true;
    if (lockstep->image != NULL)
        rvt_ingress_report_end(&lockstep->ingress, now.cycle);
    rvt_lockstep_idle(lockstep, now);
    if (lockstep->decode_exact != NULL)
        rvt_decode_exact_end(lockstep->decode_exact, now.cycle);
    if (rows_only(&lockstep->options))
        check_rows(lockstep);
    else
        rvt_packet_match_end(&lockstep->packet_match, now,
                             rvt_ingress_arrivals_withheld(lockstep->arrivals));
    if (lockstep->arrivals != NULL)
        rvt_timing_end(&lockstep->timing, now.cycle);
    rvt_byte_stream_end(&lockstep->stream, now.cycle);
    for (unsigned i = 0; i < log_count(&lockstep->options) && lockstep->statistics.rows == 0; i++)
        add_message(lockstep, (enum rvt_verdict)i, RVT_MISMATCH_NOTHING,
                    "nothing retired while the encoder was enabled");
    const struct rvt_run_result run = rvt_lockstep_result(lockstep);
    rvt_run_result_check_waivers(&run, lockstep->findings, now.cycle);
}

const struct rvt_waiver *rvt_lockstep_waiver(const struct rvt_lockstep *lockstep, unsigned index)
{
    return index < lockstep->waivers.count ? &lockstep->waivers.waiver[index] : NULL;
}

uint64_t rvt_lockstep_waived(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                             unsigned index)
{
    return lockstep->findings[verdict].waived[index];
}

bool rvt_lockstep_has_verdict(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict)
{
    return verdict == RVT_VERDICT_PACKETS || lockstep->decode_exact != NULL;
}

enum rvt_mismatch_verdict rvt_lockstep_compares(const struct rvt_lockstep *lockstep,
                                                enum rvt_verdict verdict)
{
    return lockstep->findings[verdict].verdict;
}

unsigned rvt_lockstep_findings(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict)
{
    return lockstep->findings[verdict].count;
}

const char *rvt_lockstep_finding(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                                 unsigned index)
{
    const struct rvt_mismatch_log *findings = &lockstep->findings[verdict];
    return index < findings->count ? findings->entry[index].text : NULL;
}

const struct rvt_mismatch *rvt_lockstep_mismatch(const struct rvt_lockstep *lockstep,
                                                 enum rvt_verdict verdict, unsigned index)
{
    const struct rvt_mismatch_log *findings = &lockstep->findings[verdict];
    return index < findings->count ? &findings->entry[index].found : NULL;
}

bool rvt_lockstep_passed(const struct rvt_lockstep *lockstep)
{
    enum rvt_verdict verdict =
        lockstep->options.decode_exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS;
    return lockstep->findings[verdict].count == 0;
}

uint64_t rvt_lockstep_first_cycle(const struct rvt_lockstep *lockstep)
{
    uint64_t cycle = UINT64_MAX;
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        const struct rvt_mismatch_log *findings = &lockstep->findings[i];
        if (findings->count > 0 && findings->entry[0].found.cycle < cycle)
            cycle = findings->entry[0].found.cycle;
    }
    return cycle;
}

void rvt_lockstep_statistics(const struct rvt_lockstep *lockstep,
                             struct rvt_lockstep_statistics *statistics)
{
    *statistics = lockstep->statistics;
    statistics->bytes = lockstep->stream.bytes;
    statistics->comparisons = lockstep->packet_match.comparisons;
    statistics->latency_max = lockstep->packet_match.latency;
    statistics->te_data = lockstep->packet_match.data_comparisons;
    statistics->timed = lockstep->timing.compared;
    if (lockstep->decode_exact != NULL) {
        statistics->proven = rvt_decode_exact_instructions(lockstep->decode_exact);
        statistics->decoded = rvt_decode_exact_packets(lockstep->decode_exact);
        statistics->undecodable = rvt_decode_exact_undecodable(lockstep->decode_exact);
        statistics->skipped = rvt_decode_exact_skipped(lockstep->decode_exact);
    }
}

const struct rvt_requirement_tally *rvt_lockstep_requirements(const struct rvt_lockstep *lockstep)
{
    return lockstep->packet_match.requirements;
}

bool rvt_lockstep_summary(const struct rvt_lockstep *lockstep, unsigned line, struct rvt_text *text)
{
    const struct rvt_run_result run = rvt_lockstep_result(lockstep);

    return rvt_run_result_summary(&run, line, text);
}

uint64_t rvt_lockstep_undecodable_bound(const struct rvt_lockstep *lockstep, size_t index)
{
    return lockstep->decode_exact != NULL
               ? rvt_decode_exact_undecodable_bound(lockstep->decode_exact, index)
               : UINT64_MAX;
}

const struct rvt_coverage *rvt_lockstep_coverage(const struct rvt_lockstep *lockstep)
{
    return &lockstep->coverage;
}

/* --- life cycle ------------------------------------------------------------------------------ */

/* True if the options contradict each other, or need a program that is not there. */
static bool is_contradictory(const struct rvt_lockstep_options *options, bool has_image)
{
    if (rows_only(options))
        return !has_image || options->decode_exact || options->same_fields ||
               options->unchecked_rows;
    return options->decode_exact && !has_image;
}

enum rvt_status rvt_lockstep_open(const struct rvt_config *config,
                                  const struct rvt_lockstep_options *options,
                                  struct rvt_image *image, struct rvt_lockstep **lockstep)
{
    if (is_contradictory(options, image != NULL) || options->early_max > RVT_EARLY_CAPACITY)
        return RVT_ERR_PARAMETER;
    struct rvt_lockstep *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    unsigned max = options->findings_max > 0 ? options->findings_max : 1;
    made->config = *config;
    made->options = *options;
    rvt_byte_stream_init(&made->stream, &made->config.encap, &made->findings[RVT_VERDICT_PACKETS]);
    made->image = image;
    if (options->waivers != NULL)
        made->waivers = *options->waivers;
    made->options.waivers = NULL;
    for (unsigned i = 0; i < made->waivers.count; i++)
        rvt_waiver_print(&made->waivers.waiver[i]);
    rvt_coverage_init(&made->coverage);
    enum rvt_status status = rvt_packet_match_init(
        &made->packet_match, &made->config, &made->history, &made->findings[RVT_VERDICT_PACKETS],
        options->same_fields ? RVT_EQUAL_FIELDS : RVT_EQUAL_BITS, options->packets, options->bytes);
    made->packet_match.latency_max = options->latency_max;
    made->packet_match.early_max = options->early_max;
    made->packet_match.coverage = &made->coverage;
    made->packet_match.requirements = options->requirements ? &made->requirements : NULL;
    const enum rvt_mismatch_verdict verdicts[RVT_VERDICTS] = {
        [RVT_VERDICT_PACKETS] = rows_only(options)     ? RVT_MISMATCH_INGRESS
                                : options->same_fields ? RVT_MISMATCH_SAME_FIELDS
                                                       : RVT_MISMATCH_BIT_EXACT,
        [RVT_VERDICT_DECODE_EXACT] = RVT_MISMATCH_DECODE_EXACT};
    for (unsigned i = 0; i < RVT_VERDICTS && status == RVT_OK; i++) {
        status = rvt_mismatch_log_init(&made->findings[i], verdicts[i], max, &made->waivers);
        made->findings[i].sink = options->waived;
    }
    rvt_ingress_report_init(&made->ingress, &made->config, image, &made->history, made->findings,
                            options->unchecked_rows ? 0 : log_count(options));
    if (status == RVT_OK)
        status = rvt_encoder_profile_open(config, on_packet, made, &made->encoder);
    if (status == RVT_OK)
        rvt_encoder_data_sink(made->encoder, on_data, made);
    if (status == RVT_OK)
        status = rvt_write_queue_open(config, &made->writes);
    if (status == RVT_OK && image != NULL && !rows_only(options))
        status = rvt_decode_exact_open(config, image, options->early_max,
                                       &made->findings[RVT_VERDICT_DECODE_EXACT],
                                       &made->findings[RVT_VERDICT_PACKETS], &made->decode_exact);
    if (status == RVT_OK && made->decode_exact != NULL) {
        rvt_decode_exact_cover(made->decode_exact, &made->coverage);
        rvt_decode_exact_history(made->decode_exact, &made->history);
        if (options->output_losses)
            rvt_decode_exact_output_losses(made->decode_exact);
    }
    if (status != RVT_OK) {
        rvt_lockstep_close(made);
        return status;
    }
    *lockstep = made;
    return RVT_OK;
}

void rvt_lockstep_close(struct rvt_lockstep *lockstep)
{
    if (lockstep == NULL)
        return;
    rvt_write_queue_close(lockstep->writes);
    rvt_decode_exact_close(lockstep->decode_exact);
    rvt_encoder_close(lockstep->encoder);
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        rvt_mismatch_log_fini(&lockstep->findings[i]);
    rvt_packet_match_fini(&lockstep->packet_match);
    rvt_timing_fini(&lockstep->timing);
    rvt_ingress_arrivals_close(lockstep->arrivals);
    free(lockstep);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep.h>
#include <rvt/te_inst.h>

#include <stdlib.h>

#include "api/comparison.h"
#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/hart_program.h"
#include "api/ingress_row.h"
#include "api/structure.h"

bool rvt_comparison_list(const struct rvt_comparison *comparison,
                         enum rvt_comparison_verdict verdict, enum rvt_verdict *list)
{
    static const enum rvt_mismatch_verdict COMPARES[] = {
        [RVT_COMPARISON_BIT_EXACT] = RVT_MISMATCH_BIT_EXACT,
        [RVT_COMPARISON_DECODE_EXACT] = RVT_MISMATCH_DECODE_EXACT,
        [RVT_COMPARISON_SAME_FIELDS] = RVT_MISMATCH_SAME_FIELDS,
        [RVT_COMPARISON_INGRESS] = RVT_MISMATCH_INGRESS};

    *list = verdict == RVT_COMPARISON_DECODE_EXACT ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS;
    return (unsigned)verdict < sizeof COMPARES / sizeof COMPARES[0] &&
           COMPARES[verdict] == rvt_lockstep_compares(comparison->lockstep, *list);
}

/* Moments never fall: an earlier one counts as the latest. */
static struct rvt_instant instant(struct rvt_comparison *comparison,
                                  struct rvt_comparison_moment now)
{
    if (now.cycle > comparison->now.cycle)
        comparison->now.cycle = now.cycle;
    if (now.held_cycles > comparison->now.held_cycles)
        comparison->now.held_cycles = now.held_cycles;
    return comparison->now;
}

enum rvt_status rvt_comparison_open(const struct rvt_configuration *configuration,
                                    struct rvt_program *program,
                                    const struct rvt_comparison_options *options,
                                    struct rvt_comparison **comparison,
                                    struct rvt_diagnosis *diagnosis)
{
    struct rvt_comparison_options known;

    if (comparison == NULL || rvt_structure_take(&known, sizeof known, options) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    enum rvt_status status = rvt_configuration_usable(configuration, diagnosis);
    if (status != RVT_OK)
        return status;
    struct rvt_comparison *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    const struct rvt_lockstep_options taken = {.packets = known.packets,
                                               .bytes = known.bytes,
                                               .decode_exact = known.decode_exact,
                                               .same_fields = known.same_fields,
                                               .latency_max = known.latency_max,
                                               .output_losses = known.output_losses,
                                               .unchecked_rows = known.unchecked_rows,
                                               .requirements = known.requirements,
                                               .early_max = known.early_max,
                                               .findings_max = known.findings_max,
                                               .waivers = &configuration->waivers};
    status = rvt_lockstep_open(&configuration->config, &taken,
                               program != NULL ? program->image : NULL, &made->lockstep);
    if (status != RVT_OK) {
        free(made);
        return rvt_diagnosis_refuse(diagnosis, status, NULL,
                                    status == RVT_ERR_PARAMETER
                                        ? "options that contradict each other"
                                        : rvt_status_text(status));
    }
    made->configuration = *configuration;
    made->decode_exact = known.decode_exact;
    made->packets = known.packets;
    made->bytes = known.bytes;
    *comparison = made;
    return RVT_OK;
}

void rvt_comparison_close(struct rvt_comparison *comparison)
{
    if (comparison == NULL)
        return;
    rvt_lockstep_close(comparison->lockstep);
    rvt_run_record_close(comparison->record);
    free(comparison);
}

enum rvt_status rvt_comparison_time(struct rvt_comparison *comparison,
                                    const struct rvt_comparison_timing *timing)
{
    struct rvt_comparison_timing known;

    if (rvt_structure_take(&known, sizeof known, timing) != RVT_OK)
        return RVT_ERR_PARAMETER;
    const struct rvt_pipeline_contract contract = {.decision = known.decision,
                                                   .packet = known.packet,
                                                   .lanes = known.lanes,
                                                   .depth = known.depth,
                                                   .outstanding = known.outstanding};
    return rvt_lockstep_exact(comparison->lockstep, &contract);
}

enum rvt_status rvt_comparison_control(struct rvt_comparison *comparison,
                                       struct rvt_comparison_moment now, uint64_t stalled_cycles,
                                       uint64_t time, const struct rvt_te_control *control)
{
    struct rvt_te_control known;

    if (rvt_structure_take(&known, sizeof known, control) != RVT_OK)
        return RVT_ERR_PARAMETER;
    const struct rvt_control taken = {.enable = known.enable,
                                      .inst_tracing = known.inst_tracing,
                                      .inst_trig_enable = known.inst_trig_enable};
    if (comparison->record != NULL)
        rvt_run_record_stall(comparison->record, now.cycle, stalled_cycles);
    rvt_lockstep_control(comparison->lockstep, instant(comparison, now), stalled_cycles, time,
                         &taken);
    rvt_comparison_settle_record(comparison);
    return RVT_OK;
}

void rvt_comparison_write(struct rvt_comparison *comparison, uint32_t offset, uint32_t value)
{
    rvt_lockstep_write(comparison->lockstep, offset, value);
}

void rvt_comparison_program(struct rvt_comparison *comparison, struct rvt_comparison_moment now,
                            uint64_t stalled_cycles)
{
    if (comparison->record != NULL)
        rvt_run_record_stall(comparison->record, now.cycle, stalled_cycles);
    rvt_lockstep_program(comparison->lockstep, instant(comparison, now), stalled_cycles);
    rvt_comparison_settle_record(comparison);
}

enum rvt_status rvt_comparison_row(struct rvt_comparison *comparison,
                                   struct rvt_comparison_moment now, uint64_t stalled_cycles,
                                   const struct rvt_tip_row *row)
{
    struct rvt_ingress_row taken;

    if (rvt_ingress_row_take(&taken, row) != RVT_OK) {
        rvt_comparison_fault(comparison, now,
                             "a row of the wrong size, or with too many blocks or accesses, was "
                             "refused [RowRefused]");
        return RVT_ERR_PARAMETER;
    }
    if (comparison->record != NULL) {
        rvt_run_record_stall(comparison->record, now.cycle, stalled_cycles);
        rvt_run_record_row(comparison->record, &taken.row);
    }
    rvt_lockstep_row(comparison->lockstep, instant(comparison, now), stalled_cycles, &taken.row);
    rvt_comparison_settle_record(comparison);
    return RVT_OK;
}

void rvt_comparison_idle(struct rvt_comparison *comparison, struct rvt_comparison_moment now)
{
    if (comparison->record != NULL)
        rvt_run_record_idle(comparison->record, now.cycle);
    rvt_lockstep_idle(comparison->lockstep, instant(comparison, now));
    rvt_comparison_settle_record(comparison);
}

void rvt_comparison_payload(struct rvt_comparison *comparison, struct rvt_comparison_moment now,
                            bool te_data, const uint8_t *payload, size_t bytes)
{
    if (comparison->record != NULL)
        rvt_run_record_packet(comparison->record, now.cycle, te_data, payload, bytes);
    if (bytes > RVT_TE_PAYLOAD_BYTES)
        rvt_comparison_fault(comparison, now, "a payload of more than 31 bytes was sent [ENC-006]");
    else if (te_data)
        rvt_lockstep_data_packet(comparison->lockstep, instant(comparison, now), payload, bytes);
    else
        rvt_lockstep_packet(comparison->lockstep, instant(comparison, now), payload, bytes);
    rvt_comparison_settle_record(comparison);
}

void rvt_comparison_beat(struct rvt_comparison *comparison, struct rvt_comparison_moment now,
                         uint64_t offered)
{
    rvt_lockstep_beat(comparison->lockstep, instant(comparison, now), offered);
}

void rvt_comparison_bytes(struct rvt_comparison *comparison, struct rvt_comparison_moment now,
                          const uint8_t *data, size_t count, bool has_last, bool last)
{
    if (comparison->record != NULL)
        rvt_run_record_bytes(comparison->record, now.cycle, data, count);
    rvt_lockstep_bytes(comparison->lockstep, instant(comparison, now), data, count, has_last, last);
    rvt_comparison_settle_record(comparison);
}

void rvt_comparison_fault(struct rvt_comparison *comparison, struct rvt_comparison_moment now,
                          const char *message)
{
    rvt_lockstep_fault(comparison->lockstep, instant(comparison, now), message);
}

void rvt_comparison_end(struct rvt_comparison *comparison, struct rvt_comparison_moment now)
{
    rvt_lockstep_end(comparison->lockstep, instant(comparison, now));
    if (comparison->record != NULL)
        rvt_run_record_flush(comparison->record);
}

bool rvt_comparison_has(const struct rvt_comparison *comparison,
                        enum rvt_comparison_verdict verdict)
{
    enum rvt_verdict list;

    return rvt_comparison_list(comparison, verdict, &list) &&
           rvt_lockstep_has_verdict(comparison->lockstep, list);
}

bool rvt_comparison_passed(const struct rvt_comparison *comparison)
{
    return rvt_lockstep_passed(comparison->lockstep);
}

unsigned rvt_comparison_findings(const struct rvt_comparison *comparison,
                                 enum rvt_comparison_verdict verdict)
{
    enum rvt_verdict list;

    return rvt_comparison_list(comparison, verdict, &list)
               ? rvt_lockstep_findings(comparison->lockstep, list)
               : 0;
}

const char *rvt_comparison_finding(const struct rvt_comparison *comparison,
                                   enum rvt_comparison_verdict verdict, unsigned index)
{
    enum rvt_verdict list;

    return rvt_comparison_list(comparison, verdict, &list)
               ? rvt_lockstep_finding(comparison->lockstep, list, index)
               : NULL;
}

uint64_t rvt_comparison_first_cycle(const struct rvt_comparison *comparison)
{
    return rvt_lockstep_first_cycle(comparison->lockstep);
}

enum rvt_status rvt_comparison_count(const struct rvt_comparison *comparison,
                                     struct rvt_comparison_counts *counts)
{
    struct rvt_lockstep_statistics statistics;

    if (comparison == NULL)
        return RVT_ERR_PARAMETER;
    rvt_lockstep_statistics(comparison->lockstep, &statistics);
    const struct rvt_comparison_counts made = {.size = sizeof made,
                                               .rows = statistics.rows,
                                               .rows_lost = statistics.rows_lost,
                                               .blocks = statistics.blocks,
                                               .instructions = statistics.instructions,
                                               .packets = statistics.packets,
                                               .bytes = statistics.bytes,
                                               .comparisons = statistics.comparisons,
                                               .decoded = statistics.decoded,
                                               .latency_max = statistics.latency_max,
                                               .te_data = statistics.te_data,
                                               .timed = statistics.timed,
                                               .undecodable = statistics.undecodable,
                                               .skipped = statistics.skipped,
                                               .proven = statistics.proven,
                                               .lost = statistics.lost,
                                               .untraced = statistics.untraced};
    return rvt_structure_give(counts, &made, sizeof made);
}

enum rvt_status rvt_comparison_summary(const struct rvt_comparison *comparison, unsigned line,
                                       char *text, size_t capacity)
{
    struct rvt_text out;

    if (comparison == NULL || text == NULL || capacity == 0)
        return RVT_ERR_PARAMETER;
    rvt_text_init(&out, text, capacity);
    return rvt_lockstep_summary(comparison->lockstep, line, &out) ? RVT_OK : RVT_ERR_PARAMETER;
}

uint64_t rvt_comparison_undecodable_bound(const struct rvt_comparison *comparison, size_t index)
{
    return rvt_lockstep_undecodable_bound(comparison->lockstep, index);
}

enum rvt_status rvt_comparison_coverage(const struct rvt_comparison *comparison, unsigned point,
                                        uint64_t *count, char *name, size_t capacity,
                                        const char **impossible)
{
    if (comparison == NULL || count == NULL || name == NULL || capacity == 0 ||
        impossible == NULL || point >= RVT_COVERAGE_POINTS)
        return RVT_ERR_PARAMETER;
    *count = rvt_lockstep_coverage(comparison->lockstep)->count[point];
    *impossible = rvt_coverage_impossible(point);
    rvt_coverage_name(point, name, capacity);
    return RVT_OK;
}

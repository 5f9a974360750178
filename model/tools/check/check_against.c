/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/check/check_against.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/tip/tip_file.h"
#include "lockstep/core/lockstep.h"
#include "tools/command.h"
#include "tools/progress.h"
#include "tools/tip_control.h"

enum { FINDINGS_MAX = 1000 };

/* Decision 0004: what cannot be decoded. */
static const char TWO_MEANINGS[] = "the model sends the same: the draft gives it two meanings";

struct rvt_check_against {
    struct rvt_lockstep *lockstep;
    struct rvt_compliance *compliance; /* borrowed */
    bool draft;
    struct rvt_registers registers;
    struct rvt_instant now;
    bool choices; /* the packets are compared with the model's */
};

/* Tracing begins or ends in the cycle of now. */
static void control(struct rvt_check_against *against, const struct rvt_tip_reader *reader,
                    const struct rvt_config *config, uint64_t time, bool enable)
{
    rvt_tip_control(reader, config, enable, &against->registers);
    struct rvt_control programmed = rvt_registers_control(&against->registers);
    rvt_lockstep_control(against->lockstep, against->now, 0, time, &programmed);
}

/* Reads all rows; tracing begins with the first and ends after the last. */
static enum rvt_status take_rows(struct rvt_check_against *against, const char *path,
                                 struct rvt_tip_reader *reader, const struct rvt_config *config,
                                 struct rvt_diag *diag)
{
    struct rvt_row row = {0};
    struct rvt_progress progress;
    bool end = false, begun = false;
    enum rvt_status status = rvt_tip_read(reader, &row, &end, diag);

    rvt_progress_start(&progress, "rows");
    rvt_progress_of(&progress, path);
    while (status == RVT_OK && !end) {
        against->now.cycle = row.cycle;
        if (!begun)
            control(against, reader, config, row.time, true);
        begun = true;
        rvt_lockstep_row(against->lockstep, against->now, row.stalled, &row);
        status = rvt_tip_read(reader, &row, &end, diag);
        rvt_progress_at(&progress, rvt_tip_place(reader));
    }
    rvt_progress_clear();
    if (status == RVT_OK && !begun)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the file contains no rows");
    against->now.cycle++;
    if (status == RVT_OK)
        control(against, reader, config, row.time, false);
    return status;
}

bool rvt_check_against_choices(const struct rvt_config *config)
{
    return !config->options.data_trace;
}

/* The rule of a finding. Of the packets of the model it is the choice that differs, or that they
 * differ at all. */
static struct rvt_compliance_finding finding_of(enum rvt_verdict verdict,
                                                const struct rvt_mismatch *found)
{
    struct rvt_compliance_finding finding = rvt_compliance_of_rule("CHK-008");
    unsigned rule = 0;

    if (found->verdict == RVT_MISMATCH_INGRESS)
        finding = rvt_compliance_of_rule("CHK-007");
    else if (verdict == RVT_VERDICT_DECODE_EXACT)
        finding = rvt_compliance_of_rule("CHK-006");
    else if (rvt_compliance_rule_find(found->clause, &rule) &&
             rvt_compliance_rule(rule)->layer == RVT_CHECK_CHOICES)
        finding.rule = rule;
    finding.has_packet = found->has_packet && !found->is_data;
    finding.packet = found->packet;
    finding.name = found->packet_name;
    finding.field = found->field;
    finding.value = found->observed_value.number;
    return finding;
}

/* The text of a finding after "cycle N: ": a stream has no cycles. */
static const char *without_cycle(const char *text)
{
    const char *end = strstr(text, ": ");

    return end != NULL ? end + strlen(": ") : text;
}

/* Takes a finding of a verdict with its text; reason: of the waiver, null: none. Waivers that the
 * verdict did not use may be used elsewhere. */
static void take_finding(const struct rvt_check_against *against, enum rvt_verdict verdict,
                         const struct rvt_mismatch *found, const char *text, const char *reason)
{
    struct rvt_compliance_finding finding = finding_of(verdict, found);
    const char *line = without_cycle(text);

    if (found->kind == RVT_MISMATCH_WAIVER ||
        (found->verdict == RVT_MISMATCH_INGRESS && verdict == RVT_VERDICT_PACKETS))
        return;
    (void)snprintf(finding.text, sizeof finding.text, "%.*s", (int)strcspn(line, "\n"), line);
    if (reason != NULL)
        rvt_compliance_waive(against->compliance, &finding, reason);
    else
        rvt_compliance_break(against->compliance, &finding);
}

/* As rvt_waived_sink. */
static void take_waived(void *context, enum rvt_mismatch_verdict verdict,
                        const struct rvt_mismatch_entry *entry, const char *reason)
{
    const struct rvt_check_against *against = context;
    bool exact = verdict == RVT_MISMATCH_DECODE_EXACT;

    if (exact || against->choices)
        take_finding(against, exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS, &entry->found,
                     entry->text, reason);
}

/* True if the packets up to that of a finding are those of the model, in the draft: then it is the
 * draft that does not say what they mean. */
static bool is_ambiguous(const struct rvt_check_against *against, enum rvt_verdict verdict,
                         const struct rvt_mismatch *found)
{
    const struct rvt_mismatch *first =
        rvt_lockstep_mismatch(against->lockstep, RVT_VERDICT_PACKETS, 0);

    return against->draft && verdict == RVT_VERDICT_DECODE_EXACT && found->has_packet &&
           found->verdict != RVT_MISMATCH_INGRESS &&
           (first == NULL || (first->has_packet && first->packet > found->packet));
}

static void take_findings(const struct rvt_check_against *against, enum rvt_verdict verdict)
{
    for (unsigned i = 0; i < rvt_lockstep_findings(against->lockstep, verdict); i++) {
        const struct rvt_mismatch *found = rvt_lockstep_mismatch(against->lockstep, verdict, i);

        take_finding(against, verdict, found, rvt_lockstep_finding(against->lockstep, verdict, i),
                     is_ambiguous(against, verdict, found) ? TWO_MEANINGS : NULL);
    }
}

enum rvt_status rvt_check_against_open(const char *path, const struct rvt_config *config,
                                       const struct rvt_waivers *waivers, struct rvt_image *image,
                                       struct rvt_compliance *compliance,
                                       struct rvt_check_against **against, struct rvt_diag *diag)
{
    struct rvt_lockstep_options options = {.packets = true,
                                           .decode_exact = true,
                                           .findings_max = FINDINGS_MAX,
                                           .waivers = waivers,
                                           .requirements = true};
    struct rvt_check_against *made = calloc(1, sizeof *made);
    struct rvt_tip_reader *reader = NULL;

    if (made == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->compliance = compliance;
    made->draft = rvt_is_draft(config);
    made->choices = rvt_check_against_choices(config);
    options.waived = (struct rvt_waived_sink){take_waived, made};
    rvt_registers_init(&made->registers, config);
    enum rvt_status status = rvt_lockstep_open(config, &options, image, &made->lockstep);
    if (status != RVT_OK)
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "the comparison cannot begin");
    else
        status = rvt_tip_open(path, config, &reader, diag);
    if (status == RVT_OK)
        status = take_rows(made, path, reader, config, diag);
    rvt_tip_close(reader);
    if (status == RVT_OK)
        *against = made;
    else
        rvt_check_against_close(made);
    return status;
}

void rvt_check_against_close(struct rvt_check_against *against)
{
    if (against == NULL)
        return;
    rvt_lockstep_close(against->lockstep);
    free(against);
}

void rvt_check_against_payload(void *context, bool te_data, const struct rvt_payload *payload)
{
    struct rvt_check_against *against = context;

    if (te_data)
        rvt_lockstep_data_packet(against->lockstep, against->now, payload->byte, payload->bytes);
    else
        rvt_lockstep_packet(against->lockstep, against->now, payload->byte, payload->bytes);
}

static void take_requirements(const struct rvt_check_against *against)
{
    const struct rvt_requirement_tally *tally = rvt_lockstep_requirements(against->lockstep);

    for (unsigned i = 0; tally != NULL && i < tally->count; i++)
        rvt_compliance_obey_in(against->compliance, RVT_CHECK_CHOICES, tally->entry[i].requirement,
                               tally->entry[i].packets);
}

void rvt_check_against_finish(struct rvt_check_against *against, struct rvt_check_waivers *waivers)
{
    struct rvt_lockstep_statistics counts;

    rvt_lockstep_end(against->lockstep, against->now);
    rvt_lockstep_statistics(against->lockstep, &counts);
    for (unsigned i = 0; i < waivers->waivers.count; i++) /* first: a count may be used up */
        waivers->used[i] += rvt_lockstep_waived(against->lockstep, RVT_VERDICT_PACKETS, i) +
                            rvt_lockstep_waived(against->lockstep, RVT_VERDICT_DECODE_EXACT, i);
    rvt_compliance_obey(against->compliance, "CHK-006", counts.decoded);
    rvt_compliance_obey(against->compliance, "CHK-007", counts.rows);
    if (against->choices) {
        rvt_compliance_obey(against->compliance, "CHK-008", counts.comparisons);
        rvt_compliance_obey(against->compliance, "ETR-CMP-001", counts.comparisons);
        take_requirements(against);
        take_findings(against, RVT_VERDICT_PACKETS);
    }
    take_findings(against, RVT_VERDICT_DECODE_EXACT);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/run_result.h"

#include <inttypes.h>

/* --- waivers ---------------------------------------------------------------------------------- */

/* True if the run compared what the waiver names, and its findings are in the log. */
static bool concerns(const struct rvt_run_result *run, const struct rvt_waiver *waiver,
                     const struct rvt_mismatch_log *log)
{
    bool own = log->verdict != RVT_MISMATCH_DECODE_EXACT || waiver->verdict != RVT_MISMATCH_TIMING;

    if (!run->compared[log->verdict])
        return false;
    if (!waiver->has_verdict || waiver->verdict == log->verdict)
        return true;
    return (waiver->verdict == RVT_MISMATCH_INGRESS || waiver->verdict == RVT_MISMATCH_TIMING) &&
           run->compared[waiver->verdict] && own;
}

/* True if a verdict whose findings the waiver may match compared only a part of the run. */
static bool is_cut_short(const struct rvt_run_result *run, const struct rvt_waiver *waiver,
                         const struct rvt_mismatch_log *logs)
{
    for (unsigned verdict = 0; verdict < run->log_count; verdict++)
        if (concerns(run, waiver, &logs[verdict]) && rvt_mismatch_log_full(&logs[verdict]))
            return true;
    return false;
}

/* True if the waiver matched a finding of any verdict. */
static bool is_used(const struct rvt_run_result *run, unsigned index)
{
    for (unsigned i = 0; i < run->log_count; i++)
        if (run->logs[i].waived[index] > 0)
            return true;
    return false;
}

void rvt_run_result_check_waivers(const struct rvt_run_result *run, struct rvt_mismatch_log *logs,
                                  uint64_t cycle)
{
    for (unsigned i = 0; i < run->waivers->count; i++) {
        const struct rvt_waiver *waiver = &run->waivers->waiver[i];
        struct rvt_mismatch found = {.kind = RVT_MISMATCH_WAIVER, .cycle = cycle};
        struct rvt_text text;
        if (waiver->optional || is_used(run, i) || is_cut_short(run, waiver, logs))
            continue;
        rvt_text_init(&text, found.reason, sizeof found.reason);
        rvt_text_add(&text, "waiver %u matches no finding", i + 1);
        rvt_mismatch_set_clause(&found, "WaiverUsed");
        rvt_text_init(&text, found.detail, sizeof found.detail);
        rvt_text_add(&text, "\n  waiver    %s\n  reason    %s", waiver->text, waiver->reason);
        for (unsigned verdict = 0; verdict < run->log_count; verdict++)
            if (concerns(run, waiver, &logs[verdict]))
                (void)rvt_mismatch_log_add(&logs[verdict], &found);
    }
}

/* --- the summary ------------------------------------------------------------------------------ */

static const char *name_of(const struct rvt_mismatch_log *log)
{
    return rvt_mismatch_verdict_name(log->verdict);
}

static void print_waiver(const struct rvt_run_result *run, unsigned index, struct rvt_text *text)
{
    const struct rvt_waiver *waiver = &run->waivers->waiver[index];

    rvt_text_add(text, "waiver %u: waived", index + 1);
    for (unsigned i = 0; i < run->log_count; i++)
        rvt_text_add(text, "%s %s %" PRIu64, i > 0 ? "," : "", name_of(&run->logs[i]),
                     run->logs[i].waived[index]);
    rvt_text_add(text, ": %s (%s)", waiver->text, waiver->reason);
}

/* What was proven, and why the rest was not. */
static void print_instructions(const struct rvt_run_result *run, struct rvt_text *text)
{
    uint64_t known = run->proven + run->untraced + run->lost;
    uint64_t other = run->instructions > known ? run->instructions - known : 0;

    rvt_text_add(text,
                 "instructions: %" PRIu64 " retired, %" PRIu64 " proven; not proven: %" PRIu64
                 " not traced, %" PRIu64 " lost before the encoder, %" PRIu64
                 " in packets that were not compared or that no packet reports",
                 run->instructions, run->proven, run->untraced, run->lost, other);
    if (run->skipped + run->undecodable > 0)
        rvt_text_add(text,
                     " (%" PRIu64 " packets between a finding and a synchronisation, %" PRIu64
                     " undecodable)",
                     run->skipped, run->undecodable);
}

/* What was checked where no packet was observed. */
static void print_rows(const struct rvt_run_result *run, struct rvt_text *text)
{
    rvt_text_add(text,
                 "only the ingress was checked: %" PRIu64 " rows with %" PRIu64
                 " instructions; no packet was observed",
                 run->rows, run->instructions);
}

/* How the configuration describes the encoder: a passed verdict holds for this profile and these
 * choices. */
static void print_choices(const struct rvt_config *config, struct rvt_text *text)
{
    struct rvt_config_choice choice;

    rvt_text_add(text, "compared with profile %s", rvt_spec_profile_text(config->spec_profile));
    for (unsigned i = 0; rvt_config_choice(config, i, &choice); i++) {
        rvt_text_add(text, ", %s.%s ", choice.key->section, choice.key->name);
        rvt_key_value_print(choice.key, choice.value, text);
        rvt_text_add(text, " (%s)", choice.key->clause != NULL ? choice.key->clause : "-");
    }
}

bool rvt_run_result_summary(const struct rvt_run_result *run, unsigned line, struct rvt_text *text)
{
    bool rows = run->log_count == 1;

    for (unsigned i = 0; i < run->log_count; i++) {
        if (run->logs[i].clauses.count == 0 || line-- > 0)
            continue;
        rvt_text_add(text, "%s: breaks by clause: ", name_of(&run->logs[i]));
        rvt_clause_tally_print(&run->logs[i].clauses, text);
        return true;
    }
    if (line < run->waivers->count) {
        print_waiver(run, line, text);
        return true;
    }
    line -= run->waivers->count;
    if (run->transport)
        return false;
    if ((rows || run->compared[RVT_MISMATCH_DECODE_EXACT]) && line-- == 0) {
        (rows ? print_rows : print_instructions)(run, text);
        return true;
    }
    if (line > 0 || run->config == NULL)
        return false;
    print_choices(run->config, text);
    return true;
}

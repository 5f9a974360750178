/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/item_match_report.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/items/transport_scoreboard.h"

enum { STEPS_PRINTED = 4 }; /* of a break */

static const struct rvt_decoded_kind *kind_of(const struct rvt_item_match_report *report)
{
    return report->queues->kind;
}

static const void *expected_item(const struct rvt_item_match_report *report, uint64_t index)
{
    return rvt_item_queues_expected(report->queues, index);
}

static const void *observed_item(const struct rvt_item_match_report *report, unsigned index)
{
    return rvt_item_queues_observed(report->queues, index);
}

/* ---- parts ---- */

static void print_side(const struct rvt_item_match_report *report, struct rvt_text *text,
                       const char *head, const void *item)
{
    rvt_text_add(text, "\n  %s  ", head);
    if (item == NULL)
        rvt_text_add(text, "nothing");
    else
        kind_of(report)->words(text, item);
}

/* "2 packets differ, 1 packet is missing"; unsent: more that are missing. Without a difference,
 * expected items came after the observed ones. */
static void print_counts(const struct rvt_item_match_report *report, struct rvt_text *text,
                         const struct rvt_alignment *alignment, uint64_t unsent)
{
    static const struct {
        enum rvt_alignment_step step;
        const char *one, *many;
    } PARTS[] = {{RVT_STEP_DIFFERS, "differs", "differ"},
                 {RVT_STEP_MISSING, "is missing", "are missing"},
                 {RVT_STEP_EXTRA, "is extra", "are extra"}};
    const char *between = "";

    for (unsigned part = 0; part < sizeof PARTS / sizeof *PARTS; part++) {
        uint64_t count = PARTS[part].step == RVT_STEP_MISSING ? unsent : 0;
        for (unsigned i = 0; i < alignment->steps; i++)
            count += alignment->step[i] == PARTS[part].step;
        if (count == 0)
            continue;
        rvt_text_add(text, "%s%" PRIu64 " %s%s %s", between, count, kind_of(report)->name,
                     count == 1 ? "" : "s", count == 1 ? PARTS[part].one : PARTS[part].many);
        between = ", ";
    }
    if (*between == '\0')
        rvt_text_add(text, "what follows was sent before it went in");
}

/* The items of each step, of the first ones. */
static void print_steps(const struct rvt_item_match_report *report, struct rvt_text *text,
                        const struct rvt_alignment *alignment)
{
    unsigned o = 0, e = 0, printed = 0;

    for (unsigned i = 0; i < alignment->steps; i++) {
        enum rvt_alignment_step step = alignment->step[i];
        const void *observed = step == RVT_STEP_MISSING ? NULL : observed_item(report, o++);
        const void *expected = step == RVT_STEP_EXTRA ? NULL : expected_item(report, e++);
        if (step == RVT_STEP_EQUAL)
            continue;
        if (printed++ == STEPS_PRINTED) {
            rvt_text_add(text, "\n  ...");
            return;
        }
        print_side(report, text, "expected", expected);
        print_side(report, text, "observed", observed);
        if (step == RVT_STEP_DIFFERS && kind_of(report)->explain != NULL)
            kind_of(report)->explain(text, observed, expected);
    }
}

/* The cycle of the break: that of its first observed item, else the present one. */
static uint64_t break_cycle(const struct rvt_item_match_report *report, uint64_t cycle)
{
    return report->queues->pending > 0
               ? ((const struct rvt_decoded_item *)observed_item(report, 0))->cycle
               : cycle;
}

static void print_place(const struct rvt_item_match_report *report, struct rvt_text *text)
{
    if (report->queues->pending > 0)
        kind_of(report)->place(text,
                               ((const struct rvt_decoded_item *)observed_item(report, 0))->at);
    else
        rvt_text_add(text, "end of the stream");
    rvt_text_add(text, ": ");
}

/* ---- breaks ---- */

/* How many steps there are of each kind. */
static void count_steps(const struct rvt_alignment *alignment, unsigned counts[RVT_STEP_EXTRA + 1])
{
    for (unsigned i = 0; i < alignment->steps; i++)
        counts[alignment->step[i]]++;
}

static void report_exact(const struct rvt_item_match_report *report,
                         const struct rvt_alignment *alignment, uint64_t unsent, uint64_t cycle)
{
    unsigned counts[RVT_STEP_EXTRA + 1] = {0};
    enum rvt_mismatch_kind kind = RVT_MISMATCH_DIFFERS;
    struct rvt_text text;

    count_steps(alignment, counts);
    uint64_t missing = counts[RVT_STEP_MISSING] + unsent;
    uint64_t other = counts[RVT_STEP_DIFFERS] + counts[RVT_STEP_EXTRA];
    if (missing + other == 0)
        return;
    if (other == 0)
        kind = RVT_MISMATCH_MISSING;
    else if (missing + counts[RVT_STEP_DIFFERS] == 0)
        kind = RVT_MISMATCH_EXTRA;
    if (!rvt_transport_begin(report->scoreboard, kind, break_cycle(report, cycle), &text))
        return;
    kind_of(report)->exact->differs(report->context, &text, observed_item(report, 0),
                                    expected_item(report, 0));
    if (kind != RVT_MISMATCH_DIFFERS || missing + other > 1) {
        rvt_text_add(&text, "\n  in all    ");
        print_counts(report, &text, alignment, unsent);
    }
    rvt_transport_found(report->scoreboard);
}

static void report_decoded(const struct rvt_item_match_report *report,
                           const struct rvt_alignment *alignment, uint64_t unsent, uint64_t cycle)
{
    static const enum rvt_mismatch_kind KINDS[] = {[RVT_STEP_EQUAL] = RVT_MISMATCH_EXTRA,
                                                   [RVT_STEP_DIFFERS] = RVT_MISMATCH_DIFFERS,
                                                   [RVT_STEP_MISSING] = RVT_MISMATCH_MISSING,
                                                   [RVT_STEP_EXTRA] = RVT_MISMATCH_EXTRA};
    enum rvt_alignment_step first = alignment->steps > 0 ? alignment->step[0] : RVT_STEP_EQUAL;
    bool spurious = first == RVT_STEP_EXTRA || first == RVT_STEP_EQUAL;
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, KINDS[first], break_cycle(report, cycle), &text))
        return;
    print_place(report, &text);
    print_counts(report, &text, alignment, unsent);
    rvt_text_add(
        &text, " [%s]",
        kind_of(report)->clause(first == RVT_STEP_MISSING ? NULL : observed_item(report, 0),
                                spurious ? NULL : expected_item(report, 0)));
    print_steps(report, &text, alignment);
    rvt_transport_found(report->scoreboard);
}

void rvt_item_match_report_break(const struct rvt_item_match_report *report,
                                 const struct rvt_alignment *alignment, uint64_t unsent,
                                 uint64_t cycle)
{
    if (kind_of(report)->exact != NULL)
        report_exact(report, alignment, unsent, cycle);
    else
        report_decoded(report, alignment, unsent, cycle);
}

void rvt_item_match_report_streams(const struct rvt_item_match_report *report)
{
    bool any = rvt_item_queues_count(report->queues) > 0;
    const void *expected = any ? expected_item(report, 0) : NULL;
    const void *observed = observed_item(report, 0);
    const struct rvt_decoded_kind *kind = kind_of(report);
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, RVT_MISMATCH_STREAMS, break_cycle(report, 0),
                             &text))
        return;
    if (kind->exact != NULL) {
        kind->exact->differs(report->context, &text, observed, expected);
        rvt_text_add(&text, "\n  in all    the streams do not agree again within %u %ss",
                     kind->reach.window, kind->name);
    } else {
        print_place(report, &text);
        rvt_text_add(&text, "what follows does not agree again within %u %ss [%s]",
                     kind->reach.window, kind->name, kind->clause(observed, expected));
        print_side(report, &text, "expected", expected);
        print_side(report, &text, "observed", observed);
    }
    rvt_transport_found(report->scoreboard);
}

/* ---- one side alone ---- */

void rvt_item_match_report_early(const struct rvt_item_match_report *report)
{
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, RVT_MISMATCH_EXTRA, break_cycle(report, 0), &text))
        return;
    kind_of(report)->exact->early(report->context, &text, observed_item(report, 0));
    rvt_transport_found(report->scoreboard);
}

void rvt_item_match_report_missing(const struct rvt_item_match_report *report, uint64_t cycle,
                                   uint64_t count)
{
    const struct rvt_decoded_kind *kind = kind_of(report);
    const void *first = expected_item(report, 0);
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    if (kind->exact != NULL) {
        kind->exact->unsent(report->context, &text, count, first);
    } else {
        rvt_text_add(&text, "%" PRIu64 " %s%s never sent [%s]", count, kind->name,
                     count == 1 ? " was" : "s were", kind->clause(NULL, first));
        print_side(report, &text, "expected", first);
    }
    rvt_transport_found(report->scoreboard);
}

bool rvt_item_match_report_malformed(const struct rvt_item_match_report *report, uint64_t cycle,
                                     uint64_t at, const struct rvt_finding *finding,
                                     const char *evidence)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, RVT_MISMATCH_UNDECODABLE, cycle, &text))
        return false;
    kind_of(report)->place(&text, at);
    rvt_text_add(&text, ": %s [%s]", rule->title, rule->number);
    if (finding->field != NULL)
        rvt_text_add(&text, "\n  observed  %s 0x%" PRIx64, finding->field, finding->value);
    rvt_text_add(&text, "%s", evidence);
    return rvt_transport_found(report->scoreboard);
}

bool rvt_item_match_report_idle(const struct rvt_item_match_report *report, uint64_t cycle)
{
    struct rvt_text text;

    if (!rvt_transport_begin(report->scoreboard, RVT_MISMATCH_FAULT, cycle, &text))
        return false;
    rvt_text_add(&text, "%s", kind_of(report)->idle);
    if (kind_of(report)->words != NULL)
        print_side(report, &text, "expected", expected_item(report, 0));
    return rvt_transport_found(report->scoreboard);
}

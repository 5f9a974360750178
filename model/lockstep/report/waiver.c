/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/waiver.h"

#include <inttypes.h>
#include <string.h>

bool rvt_waiver_allows(enum rvt_mismatch_kind kind)
{
    return kind != RVT_MISMATCH_PROGRAM && kind != RVT_MISMATCH_NOTHING &&
           kind != RVT_MISMATCH_REFUSED && kind != RVT_MISMATCH_MEMORY &&
           kind != RVT_MISMATCH_WAIVER;
}

/* True if wanted is empty or the same as text, which may be null. */
static bool same(const char *wanted, const char *text)
{
    return wanted[0] == '\0' || (text != NULL && strcmp(wanted, text) == 0);
}

static bool same_packet(const struct rvt_waiver *waiver, const struct rvt_mismatch *found)
{
    return same(waiver->packet, found->packet_name) ||
           (found->is_data && strcmp(waiver->packet, "te_data") == 0);
}

bool rvt_waiver_matches(const struct rvt_waiver *waiver, const struct rvt_mismatch *found)
{
    const struct rvt_mismatch_value *expected = &found->expected_value;
    const struct rvt_mismatch_value *observed = &found->observed_value;

    if (!rvt_waiver_allows(found->kind) ||
        (waiver->has_verdict && waiver->verdict != found->verdict) ||
        (waiver->has_kind && waiver->kind != found->kind))
        return false;
    if (waiver->has_expected && !(expected->known && expected->number == waiver->expected))
        return false;
    if (waiver->has_observed && !(observed->known && observed->absent == waiver->observed_absent &&
                                  (observed->absent || observed->number == waiver->observed)))
        return false;
    return same(waiver->clause, found->clause) && same(waiver->field, found->field) &&
           same_packet(waiver, found);
}

/* Appends ", " except at the beginning of what is printed, then name. */
static void print_name(struct rvt_text *text, bool *begun, const char *name)
{
    rvt_text_add(text, "%s%s ", *begun ? ", " : "", name);
    *begun = true;
}

static void print_word(struct rvt_text *text, bool *begun, const char *name, const char *word)
{
    if (word[0] == '\0')
        return;
    print_name(text, begun, name);
    rvt_text_add(text, "%s", word);
}

void rvt_waiver_print(struct rvt_waiver *waiver)
{
    struct rvt_text sink, *text = &sink;
    bool begun = false;

    rvt_text_init(text, waiver->text, sizeof waiver->text);
    if (waiver->has_verdict)
        print_word(text, &begun, "verdict", rvt_mismatch_verdict_name(waiver->verdict));
    if (waiver->has_kind)
        print_word(text, &begun, "kind", rvt_mismatch_kind_name(waiver->kind));
    print_word(text, &begun, "clause", waiver->clause);
    print_word(text, &begun, "packet", waiver->packet);
    print_word(text, &begun, "field", waiver->field);
    if (waiver->has_expected) {
        print_name(text, &begun, "expected");
        rvt_text_add(text, "0x%" PRIx64, waiver->expected);
    }
    if (waiver->has_observed) {
        print_name(text, &begun, "observed");
        if (waiver->observed_absent)
            rvt_text_add(text, "absent");
        else
            rvt_text_add(text, "0x%" PRIx64, waiver->observed);
    }
    if (waiver->count > 0) {
        print_name(text, &begun, "count");
        rvt_text_add(text, "%" PRIu32, waiver->count);
    }
    if (waiver->optional)
        rvt_text_add(text, "%soptional", begun ? ", " : "");
}

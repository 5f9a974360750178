/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/bit_exact_report.h"

#include <inttypes.h>

#include "lockstep/core/data_explanation.h"
#include "lockstep/core/explanation.h"

enum { DIFFERENCE_CAPACITY = 256 };

static const char *const STREAM[RVT_OBSERVERS] = {"packet", "encapsulated packet"};

static const char *name_of(const struct rvt_bit_exact_report *report,
                           const struct rvt_expected_packet *expected)
{
    return expected->is_data ? rvt_data_name(&report->config, &expected->data)
                             : rvt_packet_name(&expected->packet);
}

/* The requirement that makes the model send what is expected. */
static const char *clause_of(const struct rvt_expected_packet *expected)
{
    return expected->is_data ? "ETR-DAT-011" : rvt_decision_clause(expected->origin.decision);
}

/* The payload that was observed in place of expected, which may be null. */
static void explain_observed(const struct rvt_bit_exact_report *report,
                             const struct rvt_expected_packet *expected,
                             const struct rvt_observed_packet *packet, struct rvt_text *text)
{
    static const struct rvt_data_packet none = {.format = 0};

    if (packet->is_data)
        rvt_explain_data_payload(&report->config, expected != NULL ? &expected->data : &none,
                                 packet->data, packet->bytes, text);
    else
        rvt_explain_payload(&report->config, packet->data, packet->bytes, text);
}

/* What was expected and what was observed in its place. */
static void explain_both(struct rvt_bit_exact_report *report,
                         const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet, struct rvt_text *text)
{
    rvt_explain_expected(&report->config, expected, text);
    if (report->observer == RVT_OBSERVER_PACKETS) {
        rvt_text_add(text, "\n  observed  ");
        explain_observed(report, expected, packet, text);
    } else {
        rvt_text_add(text, "\n  encap     expected");
        rvt_explain_bytes(expected->encap, expected->encap_bytes, text);
        rvt_text_add(text, "\n            observed");
        rvt_explain_bytes(packet->data, packet->bytes, text);
    }
    rvt_block_history_print(report->history, expected->blocks, text);
}

void rvt_bit_exact_report_difference(struct rvt_bit_exact_report *report,
                                     const struct rvt_expected_packet *expected,
                                     const struct rvt_observed_packet *packet,
                                     const struct rvt_difference *difference)
{
    struct rvt_text text;
    char line[DIFFERENCE_CAPACITY];

    if (!rvt_mismatch_log_add(report->findings, packet->at.cycle, &text))
        return;
    report->config.options = expected->options;
    rvt_difference_format(difference, line, sizeof line);
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " (%s) differs [%s]\n  field     %s",
                 packet->at.cycle, STREAM[report->observer], expected->number,
                 name_of(report, expected), difference->clause != NULL ? difference->clause : "-",
                 line);
    explain_both(report, expected, packet, &text);
}

void rvt_bit_exact_report_extra(struct rvt_bit_exact_report *report,
                                const struct rvt_observed_packet *packet, unsigned count)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(report->findings, packet->at.cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64, packet->at.cycle,
                 STREAM[report->observer], packet->number);
    if (count > 1)
        rvt_text_add(&text, " and %u after it", count - 1);
    rvt_text_add(&text, " observed, none expected [ETR-ALG-020]\n  observed ");
    if (report->observer == RVT_OBSERVER_PACKETS) {
        rvt_text_add(&text, " ");
        explain_observed(report, NULL, packet, &text);
    } else {
        rvt_explain_bytes(packet->data, packet->bytes, &text);
    }
    rvt_block_history_print(report->history, packet->blocks, &text);
}

void rvt_bit_exact_report_missing(struct rvt_bit_exact_report *report, uint64_t cycle,
                                  const struct rvt_expected_packet *expected, uint64_t count)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(report->findings, cycle, &text))
        return;
    report->config.options = expected->options;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " (%s)", cycle, STREAM[report->observer],
                 expected->number, name_of(report, expected));
    if (count > 1)
        rvt_text_add(&text, " and %" PRIu64 " after it", count - 1);
    rvt_text_add(&text, " missing [%s]", clause_of(expected));
    rvt_explain_expected(&report->config, expected, &text);
    rvt_block_history_print(report->history, expected->blocks, &text);
}

void rvt_bit_exact_report_late(struct rvt_bit_exact_report *report, uint64_t cycle,
                               const struct rvt_expected_packet *expected, uint64_t cycles,
                               uint64_t allowed)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(report->findings, cycle, &text))
        return;
    report->config.options = expected->options;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %s %" PRIu64 " (%s) late: %" PRIu64
                 " cycles after its decision, %" PRIu64 " allowed [%s]",
                 cycle, STREAM[report->observer], expected->number, name_of(report, expected),
                 cycles, allowed, clause_of(expected));
    rvt_explain_expected(&report->config, expected, &text);
    rvt_block_history_print(report->history, expected->blocks, &text);
}

void rvt_bit_exact_report_lost(struct rvt_bit_exact_report *report,
                               const struct rvt_expected_packet *expected,
                               const struct rvt_observed_packet *packet, unsigned count)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(report->findings, packet->at.cycle, &text))
        return;
    report->config.options = expected->options;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %s %" PRIu64 " (%s) and those after it differ: the streams do "
                 "not agree again within %u packets [%s]",
                 packet->at.cycle, STREAM[report->observer], expected->number,
                 name_of(report, expected), count, clause_of(expected));
    explain_both(report, expected, packet, &text);
}

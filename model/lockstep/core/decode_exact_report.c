/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/decode_exact_report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "lockstep/packets/explanation.h"

/* A finding about the packet that is being compared. */
static struct rvt_mismatch finding_of(const struct rvt_decode_exact_report *report,
                                      enum rvt_mismatch_kind kind, uint64_t cycle)
{
    const struct rvt_observed_packet *seen = &report->seen;
    struct rvt_mismatch found = {
        .kind = kind, .cycle = cycle, .has_packet = true, .packet = report->number, .count = 1};
    struct rvt_packet packet;
    struct rvt_text line = rvt_mismatch_set_packet(&found.observed, seen->data, seen->bytes);

    rvt_explain_payload(&report->reading, seen->data, seen->bytes, &line);
    enum rvt_status status =
        rvt_packet_read(&report->reading, seen->data, seen->bytes, &packet, NULL);
    if (status == RVT_OK || status == RVT_ERR_TRAILING) /* which has the fields all the same */
        found.packet_name = rvt_packet_name(&packet);
    if (report->history != NULL)
        rvt_mismatch_set_blocks(&found, report->history, report->history->count);
    return found;
}

static void print(const struct rvt_retirement *entry, char *out, size_t capacity)
{
    struct rvt_text text;

    rvt_text_init(&text, out, capacity);
    rvt_retirement_print(entry, &text);
}

void rvt_decode_exact_report_difference(const struct rvt_decode_exact_report *report,
                                        uint64_t cycle, const struct rvt_retirement *retired,
                                        const struct rvt_retirement *reported, const char *clause)
{
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_NOT_RETIRED, cycle);

    rvt_mismatch_set_clause(&found, clause);
    print(retired, found.retired, sizeof found.retired);
    print(reported, found.decoded, sizeof found.decoded);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_undecodable(const struct rvt_decode_exact_report *report,
                                         uint64_t cycle, const struct rvt_diag *diag)
{
    struct rvt_diag unnumbered = *diag; /* the decoder counts from where it began after a break */
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_UNDECODABLE, cycle);

    unnumbered.unit = NULL;
    rvt_diag_format(&unnumbered, found.reason, sizeof found.reason);
    rvt_mismatch_set_clause(&found, diag->clause != NULL ? diag->clause : "ETR-DEC");
    found.field = diag->field;
    if (diag->field != NULL)
        found.observed_value = (struct rvt_mismatch_value){.known = true, .number = diag->value};
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_padding(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                     const struct rvt_packet *packet, const struct rvt_diag *diag)
{
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_PADDING, cycle);

    found.packet_name = rvt_packet_name(packet);
    rvt_mismatch_set_padding(&found, diag);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_updiscon(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                      const struct rvt_packet *packet)
{
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_UNDECODABLE, cycle);

    (void)snprintf(found.reason, sizeof found.reason,
                   "packet %" PRIu64 " (%s) is not of format 3, but updiscon of the packet before "
                   "says that such a packet follows at once",
                   report->number, rvt_packet_name(packet));
    (void)snprintf(found.note, sizeof found.note,
                   "\n  note      updiscon of later packets is not checked; switches: "
                   "{updiscon_bit: every_target} accepts it");
    found.worded = true;
    found.field = "updiscon";
    found.observed_value = (struct rvt_mismatch_value){.known = true, .number = 1};
    rvt_mismatch_set_clause(&found, "ETR-FMT-027");
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_unsynchronised(const struct rvt_decode_exact_report *report,
                                            uint64_t cycle, uint64_t lost)
{
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_UNSYNCHRONISED, cycle);

    (void)snprintf(found.reason, sizeof found.reason,
                   "no synchronisation follows the loss that packets reported in cycle %" PRIu64,
                   lost);
    rvt_mismatch_set_clause(&found, "ETR-SUP-003");
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_unreported(const struct rvt_decode_exact_report *report,
                                        uint64_t cycle, const struct rvt_retirement *retired,
                                        const char *clause)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_UNREPORTED, .cycle = cycle};

    print(retired, found.retired, sizeof found.retired);
    rvt_mismatch_set_clause(&found, clause);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_decode_exact_report_other(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                   enum rvt_mismatch_kind kind, const char *format, ...)
{
    struct rvt_mismatch found = {.kind = kind, .cycle = cycle};
    char message[RVT_MISMATCH_REASON_BYTES];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    rvt_mismatch_set_message(&found, message);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

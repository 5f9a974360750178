/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_match_report.h"

#include "lockstep/report/data_explanation.h"
#include "lockstep/packets/explanation.h"

static const char *name_of(const struct rvt_packet_match_report *report,
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
static void explain_observed(const struct rvt_packet_match_report *report,
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

/* A finding about expected and the packets after it, count in all. */
static struct rvt_mismatch finding_of(struct rvt_packet_match_report *report,
                                      enum rvt_mismatch_kind kind, uint64_t cycle,
                                      const struct rvt_expected_packet *expected, uint64_t count)
{
    const struct rvt_origin *origin = &expected->origin;

    report->config.options = expected->options;
    bool encapsulated = report->observer == RVT_OBSERVER_BYTES;
    struct rvt_mismatch found = {.kind = kind,
                                 .cycle = cycle,
                                 .encapsulated = encapsulated,
                                 .has_packet = true,
                                 .is_data = expected->is_data,
                                 .packet = expected->number,
                                 .count = count,
                                 .packet_name = name_of(report, expected),
                                 .cause = {.known = true,
                                           .iaddr = origin->iaddr,
                                           .cycle = origin->cycle,
                                           .decided = expected->since.cycle}};

    if (!expected->is_data) {
        found.cause.decision = rvt_decision_text(origin->decision);
        found.cause.clause = rvt_decision_clause(origin->decision);
    }
    struct rvt_text line =
        encapsulated
            ? rvt_mismatch_set_packet(&found.expected, expected->encap, expected->encap_bytes)
            : rvt_mismatch_set_packet(&found.expected, expected->payload.byte,
                                      expected->payload.bytes);
    rvt_explain_expected(&report->config, expected, &line);
    rvt_mismatch_set_clause(&found, clause_of(expected));
    rvt_mismatch_set_blocks(&found, report->history, expected->blocks);
    return found;
}

/* Sets what was observed, in place of expected unless that is null. */
static void set_observed(const struct rvt_packet_match_report *report,
                         const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet, struct rvt_mismatch *found)
{
    struct rvt_text line = rvt_mismatch_set_packet(&found->observed, packet->data, packet->bytes);

    if (report->observer == RVT_OBSERVER_PACKETS)
        explain_observed(report, expected, packet, &line);
}

void rvt_packet_match_report_differences(struct rvt_packet_match_report *report,
                                         const struct rvt_expected_packet *expected,
                                         const struct rvt_observed_packet *packet,
                                         const struct rvt_differences *differences)
{
    struct rvt_mismatch found =
        finding_of(report, RVT_MISMATCH_DIFFERS, packet->at.cycle, expected, 1);

    rvt_mismatch_set_differences(&found, differences);
    set_observed(report, expected, packet, &found);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_packet_match_report_padding(struct rvt_packet_match_report *report,
                                     const struct rvt_expected_packet *expected,
                                     const struct rvt_observed_packet *packet,
                                     const struct rvt_diag *diag)
{
    struct rvt_mismatch found =
        finding_of(report, RVT_MISMATCH_PADDING, packet->at.cycle, expected, 1);

    rvt_mismatch_set_padding(&found, diag);
    set_observed(report, expected, packet, &found);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

/* The name of a packet that was observed; null if it is none, or inside encapsulated bytes. */
static const char *name_of_observed(const struct rvt_packet_match_report *report,
                                    const struct rvt_observed_packet *packet)
{
    struct rvt_data_packet data;
    struct rvt_packet inst;

    if (report->observer != RVT_OBSERVER_PACKETS)
        return NULL;
    if (packet->is_data)
        return rvt_data_read(&report->config, packet->data, packet->bytes, NULL, &data, NULL) ==
                       RVT_OK
                   ? rvt_data_name(&report->config, &data)
                   : NULL;
    return rvt_packet_read(&report->config, packet->data, packet->bytes, &inst, NULL) == RVT_OK
               ? rvt_packet_name(&inst)
               : NULL;
}

void rvt_packet_match_report_extra(struct rvt_packet_match_report *report,
                                   const struct rvt_observed_packet *packet, unsigned count)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_EXTRA,
                                 .cycle = packet->at.cycle,
                                 .encapsulated = report->observer == RVT_OBSERVER_BYTES,
                                 .has_packet = true,
                                 .is_data = packet->is_data,
                                 .packet = packet->number,
                                 .packet_name = name_of_observed(report, packet),
                                 .count = count};

    rvt_mismatch_set_clause(&found, "ETR-ALG-020");
    set_observed(report, NULL, packet, &found);
    rvt_mismatch_set_blocks(&found, report->history, packet->blocks);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_packet_match_report_missing(struct rvt_packet_match_report *report, uint64_t cycle,
                                     const struct rvt_expected_packet *expected, uint64_t count)
{
    const struct rvt_mismatch found =
        finding_of(report, RVT_MISMATCH_MISSING, cycle, expected, count);

    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_packet_match_report_late(struct rvt_packet_match_report *report, uint64_t cycle,
                                  const struct rvt_expected_packet *expected, uint64_t cycles,
                                  uint64_t allowed)
{
    struct rvt_mismatch found = finding_of(report, RVT_MISMATCH_LATE, cycle, expected, 1);

    found.field = "cycles";
    found.expected_value = (struct rvt_mismatch_value){.known = true, .number = allowed};
    found.observed_value = (struct rvt_mismatch_value){.known = true, .number = cycles};
    (void)rvt_mismatch_log_add(report->findings, &found);
}

void rvt_packet_match_report_lost(struct rvt_packet_match_report *report,
                                  const struct rvt_expected_packet *expected,
                                  const struct rvt_observed_packet *packet,
                                  const struct rvt_differences *differences, unsigned count)
{
    struct rvt_mismatch found =
        finding_of(report, RVT_MISMATCH_STREAMS, packet->at.cycle, expected, count);

    found.differences = *differences; /* to be shown: the finding is not about a field */
    set_observed(report, expected, packet, &found);
    (void)rvt_mismatch_log_add(report->findings, &found);
}

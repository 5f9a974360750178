/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep_finding.h>

#include "api/comparison.h"
#include "api/structure.h"
#include "lockstep/report/mismatch.h"

_Static_assert((int)RVT_FINDING_SAME_FIELDS == (int)RVT_MISMATCH_SAME_FIELDS &&
                   (int)RVT_FINDING_PADDING == (int)RVT_MISMATCH_PADDING,
               "verdicts and kinds of one code");

static const char *words(const char *text)
{
    return text != NULL ? text : "";
}

static const struct rvt_mismatch *find(const struct rvt_comparison *comparison,
                                       enum rvt_comparison_verdict verdict, unsigned index)
{
    enum rvt_verdict list;

    if (comparison == NULL || !rvt_comparison_list(comparison, verdict, &list))
        return NULL;
    return rvt_lockstep_mismatch(comparison->lockstep, list, index);
}

enum rvt_status rvt_comparison_inspect(const struct rvt_comparison *comparison,
                                       enum rvt_comparison_verdict verdict, unsigned index,
                                       struct rvt_lockstep_finding *finding)
{
    const struct rvt_mismatch *found = find(comparison, verdict, index);

    if (found == NULL)
        return RVT_ERR_PARAMETER;
    const struct rvt_lockstep_finding made = {
        .size = sizeof made,
        .kind = (enum rvt_finding_kind)found->kind,
        .verdict = (enum rvt_finding_verdict)found->verdict,
        .cycle = found->cycle,
        .clause = found->clause,
        .reason = found->reason,
        .byte_stream = found->encapsulated,
        .te_data = found->is_data,
        .has_packet = found->has_packet,
        .packet = found->packet,
        .count = found->count,
        .packet_kind = words(found->packet_name),
        .field = words(found->field),
        .has_expected = found->expected_value.known,
        .has_observed = found->observed_value.known,
        .observed_absent = found->observed_value.absent,
        .expected = found->expected_value.number,
        .observed = found->observed_value.number,
        .has_cause = found->cause.known,
        .decision = words(found->cause.decision),
        .decision_clause = words(found->cause.clause),
        .iaddr = found->cause.iaddr,
        .item_cycle = found->cause.cycle,
        .decision_cycle = found->cause.decided,
        .expected_bytes = found->expected.bytes > 0 ? found->expected.byte : NULL,
        .observed_bytes = found->observed.bytes > 0 ? found->observed.byte : NULL,
        .expected_size = found->expected.bytes,
        .observed_size = found->observed.bytes,
        .expected_packet = found->expected.line,
        .observed_packet = found->observed.line,
        .retired = found->retired,
        .decoded = found->decoded,
        .blocks = found->blocks};
    return rvt_structure_give(finding, &made, sizeof made);
}

enum rvt_status rvt_comparison_finding_block(const struct rvt_comparison *comparison,
                                             enum rvt_comparison_verdict verdict, unsigned index,
                                             unsigned number, struct rvt_lockstep_block *block)
{
    const struct rvt_mismatch *found = find(comparison, verdict, index);

    if (found == NULL || number >= found->blocks)
        return RVT_ERR_PARAMETER;
    const struct rvt_past_block *past = &found->block[number];
    const struct rvt_lockstep_block made = {.size = sizeof made,
                                            .cycle = past->cycle,
                                            .first = past->first,
                                            .last = past->last,
                                            .iretire = past->iretire,
                                            .itype = past->itype,
                                            .priv = past->priv,
                                            .lost = past->lost};
    return rvt_structure_give(block, &made, sizeof made);
}

enum rvt_status rvt_comparison_waiver(const struct rvt_comparison *comparison, unsigned index,
                                      struct rvt_lockstep_waiver *waiver)
{
    const struct rvt_waiver *found =
        comparison != NULL ? rvt_lockstep_waiver(comparison->lockstep, index) : NULL;

    if (found == NULL)
        return RVT_ERR_PARAMETER;
    uint64_t uses[RVT_MISMATCH_VERDICTS] = {0};
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        uses[rvt_lockstep_compares(comparison->lockstep, (enum rvt_verdict)i)] =
            rvt_lockstep_waived(comparison->lockstep, (enum rvt_verdict)i, index);
    const struct rvt_lockstep_waiver made = {.size = sizeof made,
                                             .text = found->text,
                                             .reason = found->reason,
                                             .count = found->count,
                                             .bit_exact = uses[RVT_MISMATCH_BIT_EXACT],
                                             .decode_exact = uses[RVT_MISMATCH_DECODE_EXACT],
                                             .same_fields = uses[RVT_MISMATCH_SAME_FIELDS],
                                             .ingress = uses[RVT_MISMATCH_INGRESS]};
    return rvt_structure_give(waiver, &made, sizeof made);
}

const char *rvt_finding_kind_name(enum rvt_finding_kind kind)
{
    return rvt_mismatch_kind_name((enum rvt_mismatch_kind)kind);
}

const char *rvt_finding_verdict_name(enum rvt_finding_verdict verdict)
{
    return rvt_mismatch_verdict_name((enum rvt_mismatch_verdict)verdict);
}

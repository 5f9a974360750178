/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/rule_finding.h"

#include "api/structure.h"

_Static_assert((int)RVT_RULE_ERROR == (int)RVT_SEVERITY_ERROR, "severities of one code");

void rvt_rule_finding_pass(rvt_finding_callback callback, void *context,
                           const struct rvt_finding *finding)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    const struct rvt_rule_finding made = {.size = sizeof made,
                                          .rule = rule->number,
                                          .title = rule->title,
                                          .severity = (enum rvt_rule_severity)rule->severity,
                                          .byte = finding->byte,
                                          .has_nibble = finding->has_nibble,
                                          .nibble = finding->nibble,
                                          .has_channel = finding->has_channel,
                                          .master = finding->master,
                                          .channel = finding->channel,
                                          .field = finding->field,
                                          .value = finding->value,
                                          .expects = finding->expects,
                                          .expected = finding->expected};

    if (callback != NULL)
        callback(context, &made);
}

void rvt_rule_finding_format(const struct rvt_rule_finding *finding, char *text, size_t capacity)
{
    struct rvt_rule_finding known;
    unsigned rule = 0;

    if (text == NULL || capacity == 0)
        return;
    text[0] = '\0';
    if (rvt_structure_take(&known, sizeof known, finding) != RVT_OK || known.rule == NULL)
        return;
    while (rule < RVT_RULES && strcmp(rvt_rule_text((enum rvt_rule)rule)->number, known.rule) != 0)
        rule++;
    if (rule == RVT_RULES)
        return;
    const struct rvt_finding made = {.rule = (enum rvt_rule)rule,
                                     .byte = known.byte,
                                     .has_nibble = known.has_nibble,
                                     .nibble = known.nibble,
                                     .has_channel = known.has_channel,
                                     .master = known.master,
                                     .channel = known.channel,
                                     .field = known.field,
                                     .value = known.value,
                                     .expects = known.expects,
                                     .expected = known.expected};
    rvt_finding_format(&made, text, capacity);
}

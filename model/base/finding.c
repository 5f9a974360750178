/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/finding.h"

#include <inttypes.h>
#include <string.h>

void rvt_finding_explain(const struct rvt_finding *finding, struct rvt_text *text)
{
    rvt_text_add(text, "%s", rvt_rule_text(finding->rule)->title);
    if (finding->field == NULL)
        return;
    if (finding->expects == NULL)
        rvt_text_add(text, " [%s 0x%" PRIx64 "]", finding->field, finding->value);
    else if (strcmp(finding->expects, "of") == 0)
        rvt_text_add(text, " [%s: 0x%" PRIx64 " of 0x%" PRIx64 " bytes]", finding->field,
                     finding->value, finding->expected);
    else
        rvt_text_add(text, " [%s: expected %s%s0x%" PRIx64 ", observed 0x%" PRIx64 "]",
                     finding->field, strcmp(finding->expects, "not") == 0 ? "" : finding->expects,
                     strcmp(finding->expects, "not") == 0 ? "" : " ", finding->expected,
                     finding->value);
}

void rvt_finding_format(const struct rvt_finding *finding, char *text, size_t capacity)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    struct rvt_text line;

    rvt_text_init(&line, text, capacity);
    rvt_text_add(&line, "byte %" PRIu64, finding->byte);
    if (finding->has_nibble)
        rvt_text_add(&line, " nibble %u", finding->nibble);
    if (finding->has_channel)
        rvt_text_add(&line, ": master %u channel %u", finding->master, finding->channel);
    rvt_text_add(&line, ": %s %s: ", rule->number, rvt_severity_text(rule->severity));
    rvt_finding_explain(finding, &line);
}

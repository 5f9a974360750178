/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/finding_json.h"

#include <inttypes.h>
#include <stddef.h>

void rvt_finding_json(struct rvt_output *output, const struct rvt_finding *finding)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);

    rvt_output_print(output, "\"rule\":\"%s\",\"severity\":\"%s\",\"text\":\"%s\"", rule->number,
                     rvt_severity_text(rule->severity), rule->title);
    if (finding->field != NULL)
        rvt_output_print(output, ",\"field\":\"%s\",\"value\":\"0x%" PRIx64 "\"", finding->field,
                         finding->value);
    if (finding->field != NULL && finding->expects != NULL)
        rvt_output_print(output, ",\"expects\":\"%s\",\"expected\":\"0x%" PRIx64 "\"",
                         finding->expects, finding->expected);
    if (finding->has_channel)
        rvt_output_print(output, ",\"master\":%u,\"channel\":%u", finding->master,
                         finding->channel);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/findings.h"

#include <inttypes.h>
#include <string.h>

static const char *const KEYS[] = {"rule",  "byte",  "nibble",   "master", "channel",
                                   "field", "value", "expected", NULL};

void rvt_golden_collect(void *context, const struct rvt_finding *finding)
{
    struct rvt_golden_findings *findings = context;
    if (findings->count < RVT_GOLDEN_FINDINGS_MAX)
        findings->finding[findings->count] = *finding;
    findings->count++;
}

static enum rvt_status compare_number(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      const char *key, bool has, uint64_t got,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *entry = rvt_yaml_get(node, key);
    uint64_t wanted = 0;
    if (entry == NULL) {
        if (has && strcmp(key, "value") == 0)
            rvt_golden_disagree(c, node, "the finding has a value, 0x%" PRIx64 ", too", got);
        if (has && strcmp(key, "expected") == 0)
            rvt_golden_disagree(c, node, "the finding has an expected value, 0x%" PRIx64 ", too",
                                got);
        return RVT_OK;
    }
    enum rvt_status status = rvt_yaml_unsigned(entry, &wanted, diag);
    if (status == RVT_OK && (!has || wanted != got))
        rvt_golden_disagree(c, entry, "%s of the finding is 0x%" PRIx64 "%s", key, got,
                            has ? "" : " (not set)");
    return status;
}

static enum rvt_status compare_finding(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                       const struct rvt_finding *got, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *rule = NULL, *byte = NULL;
    const char *number = rvt_rule_text(got->rule)->number;
    enum rvt_status status = rvt_yaml_only(node, KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "rule", &rule, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "byte", &byte, diag);
    if (status != RVT_OK)
        return status;
    const struct rvt_yaml_node *field = rvt_yaml_get(node, "field");
    if (rule->text == NULL || strcmp(rule->text, number) != 0)
        rvt_golden_disagree(c, rule, "the finding is of %s", number);
    if (field == NULL && got->field != NULL)
        rvt_golden_disagree(c, node, "the finding has a field, %s, too", got->field);
    if (field != NULL &&
        (field->text == NULL || got->field == NULL || strcmp(field->text, got->field) != 0))
        rvt_golden_disagree(c, field, "field of the finding is %s",
                            got->field ? got->field : "not set");
    if ((got->field == NULL && got->value != 0) || (got->expects == NULL && got->expected != 0))
        rvt_golden_disagree(c, node, "the finding has a number without a name");
    const struct {
        const char *key;
        bool has;
        uint64_t got;
    } numbers[] = {
        {"byte", true, got->byte},
        {"nibble", got->has_nibble, got->nibble},
        {"master", got->has_channel, got->master},
        {"channel", got->has_channel, got->channel},
        {"value", got->field != NULL, got->value},
        {"expected", got->expects != NULL, got->expected},
    };
    for (size_t i = 0; status == RVT_OK && i < sizeof(numbers) / sizeof(numbers[0]); i++)
        status = compare_number(c, node, numbers[i].key, numbers[i].has, numbers[i].got, diag);
    return status;
}

enum rvt_status rvt_golden_compare_findings(struct rvt_golden_case *c,
                                            const struct rvt_yaml_node *node,
                                            const struct rvt_golden_findings *got,
                                            struct rvt_diag *diag)
{
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    size_t wanted = node == NULL ? 0 : node->count, compared = 0;
    const struct rvt_yaml_node *entry = node == NULL ? NULL : node->first;
    for (; status == RVT_OK && entry != NULL && compared < got->count &&
           compared < RVT_GOLDEN_FINDINGS_MAX;
         entry = entry->next)
        status = compare_finding(c, entry, &got->finding[compared++], diag);
    if (status != RVT_OK || got->count == wanted)
        return status;
    rvt_golden_disagree(c, node == NULL ? c->node : node, "%zu findings instead of %zu", got->count,
                        wanted);
    for (size_t i = compared; i < got->count && i < RVT_GOLDEN_FINDINGS_MAX; i++) {
        char text[200];
        rvt_finding_format(&got->finding[i], text, sizeof(text));
        rvt_golden_disagree(c, c->node, "finding %zu: %s", i, text);
    }
    return status;
}

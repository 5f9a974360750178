/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_forms.h"

#include <jansson.h>

#include <rvt/version.h>

#include "io/json_build.h"

static json_t *pack_counts(const struct rvt_compliance *compliance)
{
    json_t *counts = json_object();

    rvt_json_put_number(&counts, "errors", compliance->count[RVT_SEVERITY_ERROR]);
    rvt_json_put_number(&counts, "warnings", compliance->count[RVT_SEVERITY_WARNING]);
    rvt_json_put_number(&counts, "infos", compliance->count[RVT_SEVERITY_INFO]);
    rvt_json_put_number(&counts, "waived", compliance->waived);
    return counts;
}

static json_t *pack_rule(const struct rvt_compliance_report *report, unsigned index)
{
    const struct rvt_compliance_rule *rule = rvt_compliance_rule(index);
    const struct rvt_rule_compliance *counts = &report->compliance->rule[index];
    json_t *object = json_object();

    rvt_json_put_text(&object, "rule", rule->number);
    rvt_json_put_text(&object, "layer", rvt_check_layer_name(rule->layer));
    rvt_json_put_text(&object, "severity", rvt_severity_text(rule->severity));
    rvt_json_put_text(&object, "state", rvt_compliance_report_state(report, index));
    rvt_json_put_number(&object, "obeyed", counts->obeyed);
    rvt_json_put_number(&object, "broken", counts->broken);
    rvt_json_put_number(&object, "waived", counts->waived);
    rvt_json_put_text(&object, "sentence", rule->sentence);
    rvt_json_put_text(&object, "clause", rule->clause);
    return object;
}

static json_t *pack_rules(const struct rvt_compliance_report *report)
{
    json_t *rules = json_array();

    for (unsigned i = 0; i < rvt_compliance_rules(); i++)
        rvt_json_append(&rules, pack_rule(report, i));
    return rules;
}

static void put_place(json_t **object, const struct rvt_compliance_finding *finding)
{
    rvt_json_put_text(object, "unit", finding->unit);
    if (finding->unit != NULL)
        rvt_json_put_number(object, "position", finding->position);
    if (finding->has_nibble)
        rvt_json_put_number(object, "nibble", finding->nibble);
    if (finding->has_packet)
        rvt_json_put_number(object, "packet", finding->packet);
    rvt_json_put_text(object, "name", finding->name);
}

static json_t *pack_finding(const struct rvt_compliance_finding *finding)
{
    json_t *object = json_object();

    rvt_json_put_text(&object, "rule", rvt_compliance_rule(finding->rule)->number);
    rvt_json_put_text(&object, "severity", rvt_severity_text(finding->severity));
    put_place(&object, finding);
    rvt_json_put_text(&object, "field", finding->field);
    rvt_json_put_text(&object, "text", finding->text);
    rvt_json_put_text(&object, "waived", finding->waived);
    return object;
}

static json_t *pack_findings(const struct rvt_compliance *compliance)
{
    json_t *findings = json_array();

    for (size_t i = 0; i < compliance->findings; i++)
        rvt_json_append(&findings, pack_finding(&compliance->finding[i]));
    return findings;
}

enum rvt_status rvt_compliance_json(struct rvt_output *output,
                                    const struct rvt_compliance_report *report)
{
    json_t *root = json_object();

    rvt_json_put_text(&root, "schema", "rvt-compliance/1");
    rvt_json_put_text(&root, "version", RVT_VERSION_STRING);
    rvt_json_put_text(&root, "stream", report->stream);
    rvt_json_put_text(&root, "form", report->form);
    rvt_json_put_text(&root, "config", report->config);
    rvt_json_put_text(&root, "program", report->program);
    rvt_json_put_text(&root, "against", report->against);
    rvt_json_put_number(&root, "packets", report->packets);
    rvt_json_put_text(&root, "fail_on", rvt_severity_text(report->limit));
    rvt_json_put(&root, "passed", json_boolean(rvt_compliance_report_passed(report)));
    rvt_json_put(&root, "counts", pack_counts(report->compliance));
    rvt_json_put(&root, "rules", pack_rules(report));
    rvt_json_put(&root, "findings", pack_findings(report->compliance));
    return rvt_json_write(output, root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}

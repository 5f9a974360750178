/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_forms.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include <rvt/version.h>

#include "base/text.h"
#include "io/json_build.h"

enum { URI_BYTES = 4096 };

/* An object with the one member text. */
static json_t *pack_message(const char *text)
{
    json_t *message = json_object();

    rvt_json_put(&message, "text", rvt_json_text(text));
    return message;
}

/* The levels of SARIF. */
static const char *level_of(enum rvt_severity severity)
{
    static const char *const levels[] = {"note", "warning", "error"};

    return levels[severity];
}

/* The path of a file as a relative or absolute reference: other bytes are escaped. */
static json_t *pack_artifact(const char *path)
{
    char uri[URI_BYTES];
    struct rvt_text text;
    json_t *artifact = json_object();

    rvt_text_init(&text, uri, sizeof uri);
    for (; *path != '\0'; path++) {
        unsigned char byte = (unsigned char)*path;
        bool plain = byte < 0x80 && (isalnum(byte) || strchr("-._~/", byte) != NULL);

        rvt_text_add(&text, plain ? "%c" : "%%%02X", byte);
    }
    rvt_json_put(&artifact, "uri", rvt_json_text(uri));
    return artifact;
}

static json_t *pack_rule(unsigned index)
{
    const struct rvt_compliance_rule *rule = rvt_compliance_rule(index);
    json_t *object = json_object(), *level = json_object(), *properties = json_object();

    rvt_json_put_text(&object, "id", rule->number);
    rvt_json_put(&object, "shortDescription", pack_message(rule->sentence));
    rvt_json_put(&object, "fullDescription", pack_message(rule->clause));
    rvt_json_put_text(&level, "level", level_of(rule->severity));
    rvt_json_put(&object, "defaultConfiguration", level);
    rvt_json_put_text(&properties, "layer", rvt_check_layer_name(rule->layer));
    rvt_json_put(&object, "properties", properties);
    return object;
}

static json_t *pack_tool(void)
{
    json_t *tool = json_object(), *driver = json_object(), *rules = json_array();

    for (unsigned i = 0; i < rvt_compliance_rules(); i++)
        rvt_json_append(&rules, pack_rule(i));
    rvt_json_put_text(&driver, "name", "rvt check");
    rvt_json_put_text(&driver, "version", RVT_VERSION_STRING);
    rvt_json_put(&driver, "rules", rules);
    rvt_json_put(&tool, "driver", driver);
    return tool;
}

/* The place in the stream: a byte, or a line of a packet list. */
static json_t *pack_location(const struct rvt_compliance_report *report,
                             const struct rvt_compliance_finding *finding)
{
    json_t *location = json_object(), *physical = json_object(), *region = json_object();

    rvt_json_put(&physical, "artifactLocation", pack_artifact(report->stream));
    if (finding->unit == NULL) {
        json_decref(region);
    } else if (strcmp(finding->unit, "line") == 0) {
        rvt_json_put_number(&region, "startLine", finding->position);
        rvt_json_put(&physical, "region", region);
    } else {
        rvt_json_put_number(&region, "byteOffset", finding->position);
        rvt_json_put_number(&region, "byteLength", 1);
        rvt_json_put(&physical, "region", region);
    }
    rvt_json_put(&location, "physicalLocation", physical);
    return location;
}

static json_t *pack_suppressions(const char *reason)
{
    json_t *suppressions = json_array(), *suppression = json_object();

    rvt_json_put_text(&suppression, "kind", "external");
    rvt_json_put_text(&suppression, "justification", reason);
    rvt_json_append(&suppressions, suppression);
    return suppressions;
}

static json_t *pack_result(const struct rvt_compliance_report *report,
                           const struct rvt_compliance_finding *finding)
{
    json_t *result = json_object(), *locations = json_array();

    rvt_json_put_text(&result, "ruleId", rvt_compliance_rule(finding->rule)->number);
    rvt_json_put_number(&result, "ruleIndex", finding->rule);
    rvt_json_put_text(&result, "level", level_of(finding->severity));
    rvt_json_put(&result, "message", pack_message(finding->text));
    rvt_json_append(&locations, pack_location(report, finding));
    rvt_json_put(&result, "locations", locations);
    if (finding->waived != NULL)
        rvt_json_put(&result, "suppressions", pack_suppressions(finding->waived));
    return result;
}

static json_t *pack_run(const struct rvt_compliance_report *report)
{
    json_t *run = json_object(), *results = json_array();

    for (size_t i = 0; i < report->compliance->findings; i++)
        rvt_json_append(&results, pack_result(report, &report->compliance->finding[i]));
    rvt_json_put(&run, "tool", pack_tool());
    rvt_json_put(&run, "results", results);
    return run;
}

enum rvt_status rvt_compliance_sarif(struct rvt_output *output,
                                     const struct rvt_compliance_report *report)
{
    json_t *root = json_object(), *runs = json_array();

    rvt_json_put_text(&root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    rvt_json_put_text(&root, "version", "2.1.0");
    rvt_json_append(&runs, pack_run(report));
    rvt_json_put(&root, "runs", runs);
    return rvt_json_write(output, root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}

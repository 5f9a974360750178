/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/check/check_rules.h"

#include "check/compliance_example.h"
#include "io/json_build.h"

static json_t *pack_example(const struct rvt_compliance_example *example)
{
    json_t *object = json_object();

    rvt_json_put_text(&object, "file", example->file);
    rvt_json_put_text(&object, "case", example->id);
    rvt_json_put_text(&object, "data", example->data);
    return object;
}

static json_t *pack_rule(const struct rvt_compliance_rule *rule)
{
    const struct rvt_compliance_examples *examples = rvt_compliance_examples(rule->number);
    json_t *object = json_object();

    rvt_json_put_text(&object, "rule", rule->number);
    rvt_json_put_text(&object, "layer", rvt_check_layer_name(rule->layer));
    rvt_json_put_text(&object, "severity", rvt_severity_text(rule->severity));
    rvt_json_put_text(&object, "sentence", rule->sentence);
    rvt_json_put_text(&object, "clause", rule->clause);
    if (examples != NULL && examples->obeys.file != NULL)
        rvt_json_put(&object, "obeys", pack_example(&examples->obeys));
    if (examples != NULL && examples->breaks.file != NULL)
        rvt_json_put(&object, "breaks", pack_example(&examples->breaks));
    return object;
}

static void print_example(struct rvt_output *output, const char *what,
                          const struct rvt_compliance_example *example)
{
    if (example->file == NULL)
        return;
    rvt_output_print(output, "  %-9s ", what);
    if (example->data != NULL)
        rvt_output_print(output, "%s ", example->data);
    rvt_output_print(output, "(%s, %s)\n", example->file, example->id);
}

static void print_rule(struct rvt_output *output, const struct rvt_compliance_rule *rule)
{
    const struct rvt_compliance_examples *examples = rvt_compliance_examples(rule->number);

    rvt_output_print(output, "%s: %s\n", rule->number, rule->sentence);
    rvt_output_print(output, "  clause    %s\n", rule->clause);
    rvt_output_print(output, "  layer     %s\n", rvt_check_layer_name(rule->layer));
    rvt_output_print(output, "  severity  %s\n", rvt_severity_text(rule->severity));
    if (examples == NULL)
        return;
    print_example(output, "obeys", &examples->obeys);
    print_example(output, "breaks", &examples->breaks);
}

/* Completes output; what reads status stands for is memory. */
static enum rvt_exit finish(struct rvt_output *output, const char *path, enum rvt_status status)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (status == RVT_ERR_MEMORY)
        (void)rvt_diag_set(&diag, status, NULL, 0, NULL, "out of memory");
    return rvt_settle(status, output, path, path, &diag) ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}

enum rvt_exit rvt_check_list(const char *output_path, bool json)
{
    struct rvt_output *output = rvt_create_output(output_path);
    json_t *rules = NULL;

    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    if (json)
        rules = json_array();
    for (unsigned i = 0; i < rvt_compliance_rules(); i++) {
        const struct rvt_compliance_rule *rule = rvt_compliance_rule(i);

        if (json)
            rvt_json_append(&rules, pack_rule(rule));
        else
            rvt_output_print(output, "%-12s %-13s %-7s %s\n", rule->number,
                             rvt_check_layer_name(rule->layer), rvt_severity_text(rule->severity),
                             rule->sentence);
    }
    return finish(output, output_path,
                  json ? rvt_json_write(output, rules, JSON_INDENT(1) | JSON_PRESERVE_ORDER)
                       : RVT_OK);
}

enum rvt_exit rvt_check_explain(const char *output_path, bool json, char *const *number,
                                unsigned count)
{
    struct rvt_output *output = rvt_create_output(output_path);
    json_t *rules = NULL;
    unsigned rule = 0;

    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    if (json)
        rules = json_array();
    for (unsigned i = 0; i < count; i++) {
        if (!rvt_compliance_rule_find(number[i], &rule))
            continue;
        if (json)
            rvt_json_append(&rules, pack_rule(rvt_compliance_rule(rule)));
        else
            print_rule(output, rvt_compliance_rule(rule));
    }
    return finish(output, output_path,
                  json ? rvt_json_write(output, rules, JSON_INDENT(1) | JSON_PRESERVE_ORDER)
                       : RVT_OK);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The common parts of vector files: header, configuration, cases with their ids, verdicts. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"
#include "base/config_keys.h"
#include "io/config_yaml.h"

static const char *const SCHEMAS[] = {"rvt-vectors/1", NULL};
static const char *const TOP_KEYS[] = {"schema", "title", "spec",  "config", "source",
                                       "notes",  "count", "cases", NULL};
static const char *const SOURCE_KEYS[] = {"kind", "name", "version", "clause", NULL};
static const char *const KINDS[] = {"spec-example", "hand-derived", "peer-tool",
                                    "rtl-capture",  "regression",   NULL};
static const char *const CASE_KEYS[] = {"id",  "title", "clause", "flags",
                                        "set", "input", "expect", NULL};
static const char *const CASE_NEEDS[] = {"id", "title", "clause", "flags", "input", "expect", NULL};
static const char *const VERDICTS[] = {"valid", "invalid", NULL};
static const char *const FAULT_KEYS[] = {"verdict", "status",   "field", "bit",
                                         "clause",  "position", NULL};

static const struct {
    const char *folder;
    golden_run run;
} TOPICS[] = {{"packet", golden_packet},     {"encap", golden_encap}, {"data", golden_data},
              {"flow", golden_flow},         {"frame", golden_frame}, {"syst", golden_syst},
              {"sequence", golden_sequence}, {"stp", golden_stp}};

void golden_disagree(struct golden_case *c, const struct rvt_yaml_node *at, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s:%u: %s: ", c->path, at->line, c->id);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    c->faults++;
}

bool golden_succeeded(struct golden_case *c, const char *what, enum rvt_status got,
                      const struct rvt_diag *fault)
{
    char text[320] = "";
    if (got == RVT_OK)
        return true;
    if (fault != NULL)
        rvt_diag_format(fault, text, sizeof(text));
    golden_disagree(c, c->node, "%s failed: %s: %s", what, rvt_status_text(got), text);
    return false;
}

enum rvt_status golden_verdict(const struct golden_case *c, bool *valid, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    unsigned choice = 0;
    enum rvt_status status = rvt_yaml_need(c->expect, "verdict", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(node, VERDICTS, &choice, diag);
    *valid = choice == 0;
    return status;
}

enum rvt_status golden_one_input(const struct golden_case *c, const char *const *keys, bool *valid,
                                 struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_only(c->input, keys, diag);
    if (status == RVT_OK && c->input->count != 1)
        status =
            rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag, "exactly one input expected");
    return status == RVT_OK ? golden_verdict(c, valid, diag) : status;
}

static void expect_word(struct golden_case *c, const char *key, const char *got)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, key);
    if (node != NULL && (got == NULL || strcmp(node->text, got) != 0))
        golden_disagree(c, node, "%s of the fault is %s", key, got == NULL ? "not set" : got);
}

static enum rvt_status expect_number(struct golden_case *c, const char *key, uint64_t got,
                                     struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, key);
    uint64_t value = 0;
    enum rvt_status status = RVT_OK;
    if (node == NULL)
        return RVT_OK;
    status = rvt_yaml_unsigned(node, &value, diag);
    if (status == RVT_OK && value != got)
        golden_disagree(c, node, "%s of the fault is %" PRIu64, key, got);
    return status;
}

enum rvt_status golden_expect_fault(struct golden_case *c, enum rvt_status got,
                                    const struct rvt_diag *fault, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    enum rvt_status status = rvt_yaml_only(c->expect, FAULT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "status", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    if (strcmp(node->text, rvt_status_text(got)) != 0) {
        golden_disagree(c, node, "the call returned '%s'", rvt_status_text(got));
        return RVT_OK;
    }
    if (fault->status != got)
        golden_disagree(c, node, "the diagnosis says '%s'", rvt_status_text(fault->status));
    expect_word(c, "field", fault->field);
    expect_word(c, "clause", fault->clause);
    status = expect_number(c, "bit", fault->bit, diag);
    return status == RVT_OK ? expect_number(c, "position", fault->position, diag) : status;
}

static enum rvt_status check_header(const struct rvt_yaml_node *root, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL, *kind = NULL;
    unsigned choice = 0;
    enum rvt_status status = rvt_yaml_expect(root, RVT_YAML_MAPPING, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(root, TOP_KEYS, diag);
    for (size_t i = 0; status == RVT_OK && TOP_KEYS[i] != NULL; i++)
        status = rvt_yaml_need(root, TOP_KEYS[i], &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(rvt_yaml_get(root, "schema"), SCHEMAS, &choice, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(rvt_yaml_get(root, "notes"), RVT_YAML_MAPPING, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(rvt_yaml_get(root, "cases"), RVT_YAML_SEQUENCE, diag);
    const struct rvt_yaml_node *source = rvt_yaml_get(root, "source");
    if (status == RVT_OK)
        status = rvt_yaml_only(source, SOURCE_KEYS, diag);
    for (size_t i = 0; status == RVT_OK && SOURCE_KEYS[i] != NULL; i++)
        status = rvt_yaml_need(source, SOURCE_KEYS[i], &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(source, "kind", &kind, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(kind, KINDS, &choice, diag);
    return status;
}

/* The count is right and no id occurs twice. */
static enum rvt_status check_cases(const struct rvt_yaml_node *root, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *cases = rvt_yaml_get(root, "cases");
    const struct rvt_yaml_node *count = rvt_yaml_get(root, "count");
    const struct rvt_yaml_node *id = NULL;
    uint64_t number = 0;
    enum rvt_status status = rvt_yaml_unsigned(count, &number, diag);
    if (status == RVT_OK && (number != cases->count || number == 0))
        status = rvt_yaml_refuse(count, RVT_ERR_SYNTAX, NULL, diag, "the file has %zu cases",
                                 cases->count);
    for (const struct rvt_yaml_node *c = cases->first; status == RVT_OK && c != NULL; c = c->next) {
        status = rvt_yaml_need(c, "id", &id, diag);
        if (status == RVT_OK)
            status = rvt_yaml_expect(id, RVT_YAML_SCALAR, diag);
        for (const struct rvt_yaml_node *b = cases->first; status == RVT_OK && b != c; b = b->next)
            if (strcmp(rvt_yaml_get(b, "id")->text, id->text) == 0)
                status = rvt_yaml_refuse(id, RVT_ERR_SYNTAX, NULL, diag, "id '%s' occurs twice",
                                         id->text);
    }
    return status;
}

/* Words such as ETR-FMT-001 or ENC-001. */
static bool is_clause(const char *text)
{
    size_t letters = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
    return letters >= 4 && text[letters - 1] == '-' && strspn(text + letters, "0123456789") == 3 &&
           text[letters + 3] == '\0';
}

static enum rvt_status check_labels(const struct rvt_yaml_node *root,
                                    const struct rvt_yaml_node *node, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *clause = rvt_yaml_get(node, "clause");
    const struct rvt_yaml_node *flags = rvt_yaml_get(node, "flags");
    enum rvt_status status = rvt_yaml_expect(clause, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(flags, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && clause->count == 0)
        status = rvt_yaml_refuse(clause, RVT_ERR_SYNTAX, NULL, diag, "a case shows something");
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *n = clause->first; n != NULL; n = n->next)
        if (n->text == NULL || !is_clause(n->text))
            return rvt_yaml_refuse(n, RVT_ERR_SYNTAX, NULL, diag, "no requirement number");
    for (const struct rvt_yaml_node *n = flags->first; n != NULL; n = n->next)
        if (n->text == NULL || rvt_yaml_get(rvt_yaml_get(root, "notes"), n->text) == NULL)
            return rvt_yaml_refuse(n, RVT_ERR_SYNTAX, NULL, diag, "the notes do not explain it");
    return RVT_OK;
}

static enum rvt_status set_value(const struct rvt_yaml_node *node, struct rvt_config *config,
                                 struct rvt_diag *diag)
{
    uint64_t number = 0;
    unsigned value = 0;
    bool truth = false;
    enum rvt_status status = RVT_OK;
    const struct rvt_key *key = rvt_config_keys();
    while (key->name != NULL && strcmp(key->name, node->key) != 0)
        key++;
    if (key->name == NULL)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "unknown key '%s'", node->key);
    if (key->kind == RVT_KEY_BOOL) {
        status = rvt_yaml_bool(node, &truth, diag);
        value = truth;
    } else if (key->kind == RVT_KEY_ENUM) {
        status = rvt_yaml_choice(node, key->values, &value, diag);
    } else {
        status = rvt_yaml_unsigned(node, &number, diag);
        value = (unsigned)number;
        if (status == RVT_OK && (number < key->minimum || number > key->maximum))
            status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "out of range");
    }
    if (status == RVT_OK)
        rvt_config_set(config, key, value);
    return status;
}

static enum rvt_status run_case(struct golden_case *c, const struct rvt_yaml_node *root,
                                golden_run run, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL, *set = rvt_yaml_get(c->node, "set");
    enum rvt_status status = rvt_yaml_only(c->node, CASE_KEYS, diag);
    for (size_t i = 0; status == RVT_OK && CASE_NEEDS[i] != NULL; i++)
        status = rvt_yaml_need(c->node, CASE_NEEDS[i], &node, diag);
    if (status == RVT_OK)
        status = check_labels(root, c->node, diag);
    if (status == RVT_OK && set != NULL)
        status = rvt_yaml_expect(set, RVT_YAML_MAPPING, diag);
    for (node = set == NULL ? NULL : set->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = set_value(node, &c->config, diag);
    if (status != RVT_OK)
        return status;
    c->id = rvt_yaml_get(c->node, "id")->text;
    c->input = rvt_yaml_get(c->node, "input");
    c->expect = rvt_yaml_get(c->node, "expect");
    status = rvt_yaml_expect(c->input, RVT_YAML_MAPPING, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(c->expect, RVT_YAML_MAPPING, diag);
    return status == RVT_OK ? run(c, diag) : status;
}

/* The runner of the first folder of path that is a topic; null if there is none. */
static golden_run find_topic(const char *path)
{
    const char *start = path;
    for (const char *end = strchr(start, '/'); end != NULL; end = strchr(start, '/')) {
        for (size_t i = 0; i < sizeof(TOPICS) / sizeof(TOPICS[0]); i++)
            if (strlen(TOPICS[i].folder) == (size_t)(end - start) &&
                strncmp(TOPICS[i].folder, start, (size_t)(end - start)) == 0)
                return TOPICS[i].run;
        start = end + 1;
    }
    return NULL;
}

static enum rvt_status run_cases(const char *path, const struct rvt_yaml_node *root,
                                 const char *configs, unsigned *passed, unsigned *failed,
                                 struct rvt_diag *diag)
{
    char config_path[512];
    struct rvt_config config;
    golden_run run = find_topic(path);
    enum rvt_status status = check_header(root, diag);
    if (status == RVT_OK)
        status = check_cases(root, diag);
    if (status == RVT_OK && run == NULL)
        status = rvt_yaml_refuse(root, RVT_ERR_SYNTAX, NULL, diag, "no topic has that folder");
    if (status != RVT_OK)
        return status;
    (void)snprintf(config_path, sizeof(config_path), "%s/%s", configs,
                   rvt_yaml_get(root, "config")->text);
    status = rvt_config_load(config_path, &config, diag);
    for (const struct rvt_yaml_node *node = rvt_yaml_get(root, "cases")->first;
         status == RVT_OK && node != NULL; node = node->next) {
        struct golden_case c = {.path = path, .config = config, .node = node};
        status = run_case(&c, root, run, diag);
        *passed += c.faults == 0;
        *failed += c.faults != 0;
    }
    return status;
}

enum rvt_status golden_file(const char *path, const char *configs, unsigned *passed,
                            unsigned *failed, struct rvt_diag *diag)
{
    struct rvt_yaml *yaml = NULL;
    unsigned good = 0, bad = 0;
    enum rvt_status status = rvt_yaml_open(path, &yaml, diag);
    if (status != RVT_OK)
        return status;
    status = run_cases(path, rvt_yaml_root(yaml), configs, &good, &bad, diag);
    rvt_yaml_close(yaml);
    if (status == RVT_OK) {
        *passed += good;
        *failed += bad;
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/vector_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_keys.h"
#include "io/config_yaml.h"

static const char *const SCHEMAS[] = {"rvt-vectors/1", NULL};
static const char *const TOP_KEYS[] = {"schema", "title", "spec",  "config", "source",
                                       "notes",  "count", "cases", NULL};
static const char *const SOURCE_KEYS[] = {"kind", "name", "version", "clause", NULL};
static const char *const KINDS[] = {"spec-example", "hand-derived", "peer-tool",
                                    "rtl-capture",  "regression",   NULL};
static const char *const CASE_KEYS[] = {"id",  "title", "clause", "border", "flags",
                                        "set", "input", "expect", NULL};
static const char *const CASE_NEEDS[] = {"id", "title", "clause", "flags", "input", "expect", NULL};

/* The mapping has the key, and its value is a text. */
static enum rvt_status need_text(const struct rvt_yaml_node *map, const char *key,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    enum rvt_status status = rvt_yaml_need(map, key, &node, diag);
    return status == RVT_OK ? rvt_yaml_expect(node, RVT_YAML_SCALAR, diag) : status;
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
        status = need_text(source, SOURCE_KEYS[i], diag);
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

/* True if text is an entry of the sequence. */
static bool has_text(const struct rvt_yaml_node *sequence, const char *text)
{
    for (const struct rvt_yaml_node *n = sequence->first; n != NULL; n = n->next)
        if (n->text != NULL && strcmp(n->text, text) == 0)
            return true;
    return false;
}

/* The numbers at whose border the case lies (null: none) are among those that it shows. */
static enum rvt_status check_border(const struct rvt_yaml_node *border,
                                    const struct rvt_yaml_node *clause, struct rvt_diag *diag)
{
    if (border == NULL)
        return RVT_OK;
    enum rvt_status status = rvt_yaml_expect(border, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && border->count == 0)
        status =
            rvt_yaml_refuse(border, RVT_ERR_SYNTAX, NULL, diag, "a border is one of something");
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *n = border->first; n != NULL; n = n->next)
        if (n->text == NULL || !has_text(clause, n->text))
            return rvt_yaml_refuse(n, RVT_ERR_SYNTAX, NULL, diag, "the case does not show it");
    return RVT_OK;
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
    return check_border(rvt_yaml_get(node, "border"), clause, diag);
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

/* Completes the case, whose node is known. */
static enum rvt_status read_case(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL, *set = rvt_yaml_get(c->node, "set");
    enum rvt_status status = rvt_yaml_only(c->node, CASE_KEYS, diag);
    for (size_t i = 0; status == RVT_OK && CASE_NEEDS[i] != NULL; i++)
        status = rvt_yaml_need(c->node, CASE_NEEDS[i], &node, diag);
    if (status == RVT_OK)
        status = need_text(c->node, "title", diag);
    if (status == RVT_OK)
        status = check_labels(c->root, c->node, diag);
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
    return status;
}

/* Loads the configuration that the file names. */
static enum rvt_status load_config(const struct rvt_golden_set *set,
                                   const struct rvt_yaml_node *root, struct rvt_config *config,
                                   struct rvt_diag *diag)
{
    char name[RVT_GOLDEN_NAME_BYTES];
    uint8_t *data = NULL;
    size_t bytes = 0;
    const struct rvt_yaml_node *node = rvt_yaml_get(root, "config");

    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    int length = snprintf(name, sizeof(name), "configs/%s", node->text);
    if (length < 0 || (size_t)length >= sizeof(name))
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "the name is too long");
    status = rvt_golden_set_load(set, name, &data, &bytes, diag);
    if (status == RVT_OK)
        status = rvt_config_parse(data, bytes, config, diag);
    free(data);
    return status;
}

static enum rvt_status visit_cases(const struct rvt_golden_set *set,
                                   const struct rvt_golden_case *first,
                                   const struct rvt_golden_visitor *visitor, struct rvt_diag *diag)
{
    struct rvt_config config;
    enum rvt_status status = check_header(first->root, diag);

    if (status == RVT_OK)
        status = check_cases(first->root, diag);
    if (status == RVT_OK)
        status = load_config(set, first->root, &config, diag);
    for (const struct rvt_yaml_node *node = rvt_yaml_get(first->root, "cases")->first;
         status == RVT_OK && node != NULL; node = node->next) {
        struct rvt_golden_case c = *first;
        c.config = config;
        c.node = node;
        status = read_case(&c, diag);
        if (status == RVT_OK)
            status = visitor->take(visitor->context, &c, diag);
    }
    return status;
}

enum rvt_status rvt_golden_file(const struct rvt_golden_set *set, size_t index,
                                const struct rvt_golden_visitor *visitor, struct rvt_diag *diag)
{
    char path[2 * RVT_GOLDEN_NAME_BYTES];
    const char *name = rvt_golden_set_name(set, index);
    struct rvt_golden_case first = {.path = path, .name = name, .report = visitor->report};
    struct rvt_yaml *yaml = NULL;
    uint8_t *data = NULL;
    size_t bytes = 0;

    (void)snprintf(path, sizeof(path), "%s/%s", rvt_golden_set_root(set), name);
    (void)rvt_golden_topic_of(name, &first.topic); /* the set has only files of topics */
    enum rvt_status status = rvt_golden_set_load(set, name, &data, &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_parse(data, bytes, &yaml, diag);
    free(data);
    if (status != RVT_OK)
        return status;
    first.root = rvt_yaml_root(yaml);
    status = visit_cases(set, &first, visitor, diag);
    rvt_yaml_close(yaml);
    return status;
}

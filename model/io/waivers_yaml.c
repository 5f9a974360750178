/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/waivers_yaml.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/json_build.h"
#include "io/yaml_value.h"

enum key {
    VERDICT,
    KIND,
    CLAUSE,
    PACKET,
    FIELD,
    EXPECTED,
    OBSERVED,
    COUNT,
    OPTIONAL,
    REASON,
    KEYS
};
static const char *const NAMES[] = {"verdict",  "kind",  "clause",   "packet", "field", "expected",
                                    "observed", "count", "optional", "reason", NULL};
/* As rvt_packet_name and rvt_data_name give them, and te_data for all of the latter. */
static const char *const PACKETS[] = {"F0s0",
                                      "F0s1",
                                      "F1",
                                      "F1na",
                                      "F1bc",
                                      "F2",
                                      "F3/0",
                                      "F3/1",
                                      "F3/2",
                                      "F3/3",
                                      "te_data",
                                      "load",
                                      "store",
                                      "mma.load",
                                      "mma.store",
                                      "load.request",
                                      "mma.load.request",
                                      "load.response",
                                      "response",
                                      "atomic",
                                      "atomic.request",
                                      "csr",
                                      "atomic.response",
                                      NULL};

/* --- reading ---------------------------------------------------------------------------------- */

static enum rvt_status read_verdict(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                    struct rvt_diag *diag)
{
    const char *names[RVT_MISMATCH_VERDICTS + 1] = {NULL};
    unsigned value = 0;

    for (unsigned i = 0; i < RVT_MISMATCH_VERDICTS; i++)
        names[i] = rvt_mismatch_verdict_name((enum rvt_mismatch_verdict)i);
    enum rvt_status status = rvt_yaml_choice(node, names, &value, diag);
    waiver->has_verdict = true;
    waiver->verdict = (enum rvt_mismatch_verdict)value;
    return status;
}

static enum rvt_status read_kind(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                 struct rvt_diag *diag)
{
    const char *names[RVT_MISMATCH_KINDS + 1] = {NULL};
    unsigned value = 0;

    for (unsigned i = 0; i < RVT_MISMATCH_KINDS; i++)
        names[i] = rvt_mismatch_kind_name((enum rvt_mismatch_kind)i);
    enum rvt_status status = rvt_yaml_choice(node, names, &value, diag);
    waiver->has_kind = true;
    waiver->kind = (enum rvt_mismatch_kind)value;
    if (status == RVT_OK && !rvt_waiver_allows(waiver->kind))
        status = rvt_yaml_refuse(node, RVT_ERR_PARAMETER, NULL, diag,
                                 "findings of kind %s cannot be waived", names[value]);
    return status;
}

/* A text that is not empty and has no control characters. */
static enum rvt_status read_words(const struct rvt_yaml_node *node, char *out, size_t capacity,
                                  struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);

    if (status != RVT_OK)
        return status;
    if (node->text[0] == '\0' || strlen(node->text) >= capacity)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "expected 1 to %zu bytes",
                               capacity - 1);
    for (const char *at = node->text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "a control character");
    (void)snprintf(out, capacity, "%s", node->text);
    return RVT_OK;
}

static enum rvt_status read_packet(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                   struct rvt_diag *diag)
{
    unsigned value = 0;
    enum rvt_status status = rvt_yaml_choice(node, PACKETS, &value, diag);

    if (status == RVT_OK)
        (void)snprintf(waiver->packet, sizeof waiver->packet, "%s", PACKETS[value]);
    return status;
}

static enum rvt_status read_observed(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                     struct rvt_diag *diag)
{
    waiver->has_observed = true;
    waiver->observed_absent = node->kind == RVT_YAML_SCALAR && strcmp(node->text, "absent") == 0;
    return waiver->observed_absent ? RVT_OK : rvt_yaml_unsigned(node, &waiver->observed, diag);
}

static enum rvt_status read_count(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                  struct rvt_diag *diag)
{
    uint64_t count = 0;
    enum rvt_status status = rvt_yaml_unsigned(node, &count, diag);

    if (status == RVT_OK && (count < 1 || count > UINT32_MAX))
        status = rvt_yaml_refuse(node, RVT_ERR_PARAMETER, NULL, diag,
                                 "the count must be 1 to %" PRIu32, UINT32_MAX);
    waiver->count = (uint32_t)count;
    return status;
}

static enum rvt_status read_key(const struct rvt_yaml_node *node, enum key key,
                                struct rvt_waiver *waiver, struct rvt_diag *diag)
{
    switch (key) {
    case VERDICT:
        return read_verdict(node, waiver, diag);
    case KIND:
        return read_kind(node, waiver, diag);
    case CLAUSE:
        return read_words(node, waiver->clause, sizeof waiver->clause, diag);
    case PACKET:
        return read_packet(node, waiver, diag);
    case FIELD:
        return read_words(node, waiver->field, sizeof waiver->field, diag);
    case EXPECTED:
        waiver->has_expected = true;
        return rvt_yaml_unsigned(node, &waiver->expected, diag);
    case OBSERVED:
        return read_observed(node, waiver, diag);
    case COUNT:
        return read_count(node, waiver, diag);
    case OPTIONAL:
        return rvt_yaml_bool(node, &waiver->optional, diag);
    case REASON:
    case KEYS:
        break;
    }
    return read_words(node, waiver->reason, sizeof waiver->reason, diag);
}

static enum rvt_status read_waiver(const struct rvt_yaml_node *node, struct rvt_waiver *waiver,
                                   struct rvt_diag *diag)
{
    const struct rvt_yaml_node *reason = NULL;
    unsigned criteria = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    *waiver = (struct rvt_waiver){.count = 0};
    if (status == RVT_OK)
        status = rvt_yaml_only(node, NAMES, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "reason", &reason, diag);
    for (unsigned i = 0; status == RVT_OK && i < KEYS; i++) {
        const struct rvt_yaml_node *entry = rvt_yaml_get(node, NAMES[i]);
        if (entry == NULL)
            continue;
        criteria += i < COUNT;
        status = read_key(entry, (enum key)i, waiver, diag);
    }
    if (status == RVT_OK && criteria == 0)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag,
                                 "a waiver must name a verdict, kind, clause, packet, field or "
                                 "value");
    return status;
}

enum rvt_status rvt_waivers_read(const struct rvt_yaml_node *section, struct rvt_waivers *waivers,
                                 struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(section, RVT_YAML_SEQUENCE, diag);

    waivers->count = 0;
    if (status == RVT_OK && section->count > RVT_WAIVERS_MAX)
        status = rvt_yaml_refuse(section, RVT_ERR_CAPACITY, NULL, diag, "more than %d waivers",
                                 RVT_WAIVERS_MAX);
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *node = section->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = read_waiver(node, &waivers->waiver[waivers->count++], diag);
    return status;
}

/* --- printing --------------------------------------------------------------------------------- */

/* The value of key as text, in *out; false: the waiver does not have it. */
static bool value_of(const struct rvt_waiver *waiver, enum key key, char *out, size_t capacity)
{
    struct rvt_text text;

    rvt_text_init(&text, out, capacity);
    switch (key) {
    case VERDICT:
        if (waiver->has_verdict)
            rvt_text_add(&text, "%s", rvt_mismatch_verdict_name(waiver->verdict));
        break;
    case KIND:
        if (waiver->has_kind)
            rvt_text_add(&text, "%s", rvt_mismatch_kind_name(waiver->kind));
        break;
    case CLAUSE:
        rvt_text_add(&text, "%s", waiver->clause);
        break;
    case PACKET:
        rvt_text_add(&text, "%s", waiver->packet);
        break;
    case FIELD:
        rvt_text_add(&text, "%s", waiver->field);
        break;
    case EXPECTED:
        if (waiver->has_expected)
            rvt_text_add(&text, "0x%" PRIx64, waiver->expected);
        break;
    case OBSERVED:
        if (waiver->has_observed && waiver->observed_absent)
            rvt_text_add(&text, "absent");
        else if (waiver->has_observed)
            rvt_text_add(&text, "0x%" PRIx64, waiver->observed);
        break;
    case COUNT:
        if (waiver->count > 0)
            rvt_text_add(&text, "%" PRIu32, waiver->count);
        break;
    case OPTIONAL:
        if (waiver->optional)
            rvt_text_add(&text, "true");
        break;
    case REASON:
    case KEYS:
        rvt_text_add(&text, "%s", waiver->reason);
        break;
    }
    return out[0] != '\0';
}

/* A double-quoted scalar. */
static void print_quoted(struct rvt_output *output, const char *text)
{
    rvt_output_print(output, "\"");
    for (; *text != '\0'; text++)
        rvt_output_print(output, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    rvt_output_print(output, "\"");
}

void rvt_waivers_print(struct rvt_output *output, const struct rvt_waivers *waivers)
{
    char value[RVT_WAIVER_REASON_BYTES];

    if (waivers->count > 0)
        rvt_output_print(output, "waivers:\n");
    for (unsigned i = 0; i < waivers->count; i++) {
        const char *separator = "  - {";
        for (unsigned j = 0; j < KEYS; j++) {
            if (!value_of(&waivers->waiver[i], (enum key)j, value, sizeof value))
                continue;
            rvt_output_print(output, "%s%s: ", separator, NAMES[j]);
            if (j == CLAUSE || j == FIELD || j == REASON)
                print_quoted(output, value);
            else
                rvt_output_print(output, "%s", value);
            separator = ", ";
        }
        rvt_output_print(output, "}\n");
    }
}

json_t *rvt_waivers_pack(const struct rvt_waivers *waivers)
{
    json_t *section = json_array();
    char value[RVT_WAIVER_REASON_BYTES];

    for (unsigned i = 0; i < waivers->count; i++) {
        json_t *entry = json_object();
        for (unsigned j = 0; j < KEYS; j++) {
            if (j == COUNT && waivers->waiver[i].count > 0)
                rvt_json_put(&entry, NAMES[j], json_integer(waivers->waiver[i].count));
            else if (j == OPTIONAL && waivers->waiver[i].optional)
                rvt_json_put(&entry, NAMES[j], json_true());
            else if (value_of(&waivers->waiver[i], (enum key)j, value, sizeof value))
                rvt_json_put(&entry, NAMES[j], json_string(value));
        }
        rvt_json_append(&section, entry);
    }
    return section;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/config_print.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/config_choices.h"
#include "ingress/registers.h"
#include "io/config_yaml.h"
#include "io/json_build.h"
#include "io/waivers_yaml.h"
#include "program/vectors.h"

/* Title as a double-quoted YAML scalar. */
static void print_title(struct rvt_output *output, const char *title)
{
    rvt_output_print(output, "title: \"");
    for (const char *at = title; *at; at++)
        if (*at == '"' || *at == '\\')
            rvt_output_print(output, "\\%c", *at);
        else if ((unsigned char)*at < ' ')
            rvt_output_print(output, "\\x%02x", (unsigned)*at);
        else
            rvt_output_write(output, at, 1);
    rvt_output_print(output, "\"\n");
}

/* The value of key as a file would have it. */
static void print_value(struct rvt_output *output, const struct rvt_key *key, unsigned value)
{
    char line[64];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_key_value_print(key, value, &text);
    rvt_output_print(output, "%s", line);
}

static void print_registers(struct rvt_output *output, const struct rvt_register_writes *writes)
{
    if (writes->count > 0)
        rvt_output_print(output, "registers:\n");
    for (unsigned i = 0; i < writes->count; i++) {
        char name[RVT_REGISTER_NAME_BYTES];
        if (rvt_register_name(writes->write[i].offset, name))
            rvt_output_print(output, "  %s: 0x%08x\n", name, (unsigned)writes->write[i].value);
        else
            rvt_output_print(output, "  0x%03x: 0x%08x\n", (unsigned)writes->write[i].offset,
                             (unsigned)writes->write[i].value);
    }
}

static void print_vectors(struct rvt_output *output, const struct rvt_trap_vectors *vectors)
{
    const char *separator = "trap_vectors: {";
    const char *name;
    uint64_t value;
    bool known;

    for (unsigned i = 0; (name = rvt_vectors_entry(vectors, i, &known, &value)) != NULL; i++) {
        if (!known)
            continue;
        rvt_output_print(output, "%s%s: 0x%" PRIx64, separator, name, value);
        separator = ", ";
    }
    if (*separator == ',')
        rvt_output_print(output, "}\n");
}

static void pack_vectors(json_t **root, const struct rvt_trap_vectors *vectors)
{
    json_t *section = json_object();
    const char *name;
    uint64_t value;
    bool known;

    for (unsigned i = 0; (name = rvt_vectors_entry(vectors, i, &known, &value)) != NULL; i++) {
        char text[24];
        (void)snprintf(text, sizeof text, "0x%" PRIx64, value);
        if (known)
            rvt_json_put(&section, name, json_string(text));
    }
    if (section == NULL || json_object_size(section) > 0)
        rvt_json_put(root, "trap_vectors", section);
    else
        json_decref(section);
}

/* The configuration before its registers were written, if that makes a difference. */
static struct rvt_config as_built(const struct rvt_config *config)
{
    struct rvt_config built = *config;

    if (config->registers.count > 0)
        built.encap = config->registers.encap;
    return built;
}

void rvt_config_print_yaml(struct rvt_output *output, const struct rvt_config *config,
                           const struct rvt_waivers *waivers)
{
    const char *section = "";
    struct rvt_config defaults, built = as_built(config);

    rvt_config_defaults(&defaults, config->spec_profile);
    rvt_output_print(output, "schema: rvt-config/1\n");
    print_title(output, config->title);
    rvt_output_print(output, "spec_profile: %s\n", rvt_spec_profile_text(config->spec_profile));
    for (const struct rvt_key *key = rvt_config_keys(); key->name; key++) {
        if (strcmp(section, key->section) != 0) {
            section = key->section;
            rvt_output_print(output, "%s:\n", section);
        }
        rvt_output_print(output, "  %s: ", key->name);
        print_value(output, key, rvt_config_get(&built, key));
        rvt_output_print(output, "  # default ");
        print_value(output, key, rvt_config_get(&defaults, key));
        rvt_output_print(output, "; %s\n", key->clause ? key->clause : "-");
    }
    if (config->support_layout.count > 0)
        rvt_output_print(output, "support_layout:\n");
    for (unsigned i = 0; i < config->support_layout.count; i++) {
        const struct rvt_support_place *place = &config->support_layout.place[i];
        rvt_output_print(output, "  - [%s, %u]\n", rvt_support_field_name(place->field),
                         place->width);
    }
    if (config->custom_insns.count > 0)
        rvt_output_print(output, "custom_instructions:\n");
    for (unsigned i = 0; i < config->custom_insns.count; i++) {
        const struct rvt_custom_insn *insn = &config->custom_insns.insn[i];
        rvt_output_print(output, "  - {mask: 0x%08" PRIx32 ", match: 0x%08" PRIx32 ", class: %s}\n",
                         insn->mask, insn->match, rvt_custom_class_name(insn->custom_class));
    }
    print_registers(output, &config->registers);
    print_vectors(output, &config->trap_vectors);
    if (waivers != NULL)
        rvt_waivers_print(output, waivers);
}

/* The section of a custom layout, if there is one. */
static void pack_support_layout(json_t **root, const struct rvt_support_layout *layout)
{
    if (layout->count == 0)
        return;
    json_t *section = json_array();
    for (unsigned i = 0; i < layout->count; i++)
        rvt_json_append(&section,
                        json_pack("[s, i]", rvt_support_field_name(layout->place[i].field),
                                  (int)layout->place[i].width));
    rvt_json_put(root, "support_layout", section);
}

static void pack_custom_insns(json_t **root, const struct rvt_custom_insns *insns)
{
    if (insns->count == 0)
        return;
    json_t *section = json_array();
    for (unsigned i = 0; i < insns->count; i++) {
        char mask[16];
        char match[16];
        (void)snprintf(mask, sizeof mask, "0x%08" PRIx32, insns->insn[i].mask);
        (void)snprintf(match, sizeof match, "0x%08" PRIx32, insns->insn[i].match);
        rvt_json_append(&section,
                        json_pack("{s:s, s:s, s:s}", "mask", mask, "match", match, "class",
                                  rvt_custom_class_name(insns->insn[i].custom_class)));
    }
    rvt_json_put(root, "custom_instructions", section);
}

static void pack_registers(json_t **root, const struct rvt_register_writes *writes)
{
    if (writes->count == 0)
        return;
    json_t *section = json_object();
    for (unsigned i = 0; i < writes->count; i++) {
        char name[RVT_REGISTER_NAME_BYTES];
        if (!rvt_register_name(writes->write[i].offset, name))
            (void)snprintf(name, sizeof name, "0x%03x", (unsigned)writes->write[i].offset);
        rvt_json_put(&section, name, json_integer(writes->write[i].value));
    }
    rvt_json_put(root, "registers", section);
}

/* Adds a key to its section, which may be there already. */
static void pack_key(json_t **root, const struct rvt_key *key, unsigned value)
{
    json_t *section = json_incref(json_object_get(*root, key->section));

    if (section == NULL)
        section = json_object();
    rvt_json_put(&section, key->name,
                 key->kind == RVT_KEY_UNSIGNED ? json_integer(value)
                 : key->kind == RVT_KEY_BOOL   ? json_boolean(value)
                                               : json_string(key->values[value]));
    rvt_json_put(root, key->section, section);
}

json_t *rvt_config_json(const struct rvt_config *config, const struct rvt_waivers *waivers)
{
    json_t *root = json_pack("{s:s, s:s, s:s}", "schema", "rvt-config/1", "title", config->title,
                             "spec_profile", rvt_spec_profile_text(config->spec_profile));

    struct rvt_config built = as_built(config);

    for (const struct rvt_key *key = rvt_config_keys(); key->name; key++)
        pack_key(&root, key, rvt_config_get(&built, key));
    pack_support_layout(&root, &config->support_layout);
    pack_custom_insns(&root, &config->custom_insns);
    pack_registers(&root, &config->registers);
    pack_vectors(&root, &config->trap_vectors);
    if (waivers != NULL && waivers->count > 0)
        rvt_json_put(&root, "waivers", rvt_waivers_pack(waivers));
    return root;
}

enum rvt_status rvt_config_print_json(struct rvt_output *output, const struct rvt_config *config,
                                      const struct rvt_waivers *waivers)
{
    return rvt_json_write(output, rvt_config_json(config, waivers),
                          JSON_INDENT(2) | JSON_PRESERVE_ORDER);
}

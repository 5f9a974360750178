/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/config_yaml.h"

#include <stdio.h>
#include <string.h>

#include "base/config_check.h"
#include "base/config_keys.h"
#include "io/control_file.h"
#include "io/vectors_yaml.h"
#include "io/waivers_yaml.h"
#include "io/yaml_value.h"

static const char *const SCHEMAS[] = {"rvt-config/1", NULL};
static const char *const TOP_KEYS[] = {"schema",         "title",
                                       "spec_profile",   "parameters",
                                       "options",        "resync",
                                       "encapsulation",  "transport",
                                       "switches",       "dialect",
                                       "support_layout", "registers",
                                       "trap_vectors",   "custom_instructions",
                                       "waivers",        NULL};

/* The row of the key table for name in section, or null. */
static const struct rvt_key *find_key(const char *section, const char *name)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++)
        if (strcmp(key->section, section) == 0 && strcmp(key->name, name) == 0)
            return key;
    return NULL;
}

static enum rvt_status read_number(const struct rvt_yaml_node *node, const struct rvt_key *key,
                                   unsigned *value, struct rvt_diag *diag)
{
    uint64_t number = 0;
    enum rvt_status status = rvt_yaml_unsigned(node, &number, diag);
    if (status != RVT_OK)
        return status;
    if (number < key->minimum || number > key->maximum) {
        (void)rvt_diag_set(diag, RVT_ERR_PARAMETER, key->name, number, key->clause,
                           "column %u: must be %u to %u", node->column, key->minimum, key->maximum);
        rvt_diag_at(diag, "line", node->line);
        return RVT_ERR_PARAMETER;
    }
    *value = (unsigned)number;
    return RVT_OK;
}

static enum rvt_status read_entry(const struct rvt_yaml_node *node, const struct rvt_key *key,
                                  struct rvt_config *config, struct rvt_diag *diag)
{
    unsigned value = 0;
    bool truth = false;
    enum rvt_status status = RVT_ERR_SYNTAX;
    switch (key->kind) {
    case RVT_KEY_UNSIGNED:
        status = read_number(node, key, &value, diag);
        break;
    case RVT_KEY_BOOL:
        status = rvt_yaml_bool(node, &truth, diag);
        value = truth ? 1 : 0;
        break;
    case RVT_KEY_ENUM:
        status = rvt_yaml_choice(node, key->values, &value, diag);
        break;
    }
    if (status == RVT_OK)
        rvt_config_set(config, key, value);
    return status;
}

static enum rvt_status read_section(const struct rvt_yaml_node *section, struct rvt_config *config,
                                    struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(section, RVT_YAML_MAPPING, diag);
    for (const struct rvt_yaml_node *node = section->first; status == RVT_OK && node != NULL;
         node = node->next) {
        const struct rvt_key *key = find_key(section->key, node->key);
        if (key == NULL) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                               "column %u: unknown key '%.40s' in %s", node->key_column, node->key,
                               section->key);
            rvt_diag_at(diag, "line", node->key_line);
            return RVT_ERR_SYNTAX;
        }
        status = read_entry(node, key, config, diag);
    }
    return status;
}

/* A field of the support packet: [name, width]. */
static enum rvt_status read_place(const struct rvt_yaml_node *node, struct rvt_support_place *place,
                                  struct rvt_diag *diag)
{
    const char *names[RVT_SUPPORT_FIELDS + 1] = {NULL};
    unsigned field = 0;
    uint64_t width = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);

    if (status == RVT_OK && node->count != 2)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, "AMB-122", diag, "expected [name, width]");
    if (status != RVT_OK)
        return status;
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        names[i] = rvt_support_field_name((enum rvt_support_field)i);
    status = rvt_yaml_choice(node->first, names, &field, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(node->first->next, &width, diag);
    if (status == RVT_OK && (width < 1 || width > 16))
        status = rvt_yaml_refuse(node->first->next, RVT_ERR_PARAMETER, "AMB-122", diag,
                                 "the width must be 1 to 16 bits");
    if (status == RVT_OK)
        *place = (struct rvt_support_place){(enum rvt_support_field)field, (unsigned)width};
    return status;
}

/* The layout of the support packet, in transmission order. AMB-122. */
static enum rvt_status read_support_layout(const struct rvt_yaml_node *section,
                                           struct rvt_support_layout *layout, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(section, RVT_YAML_SEQUENCE, diag);

    if (status == RVT_OK && section->count > RVT_SUPPORT_PLACES_MAX)
        status = rvt_yaml_refuse(section, RVT_ERR_CAPACITY, "AMB-122", diag, "more than %d fields",
                                 RVT_SUPPORT_PLACES_MAX);
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *node = section->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = read_place(node, &layout->place[layout->count++], diag);
    return status;
}

/* A custom instruction: {mask, match, class}. */
static enum rvt_status read_custom_insn(const struct rvt_yaml_node *node,
                                        struct rvt_custom_insn *insn, struct rvt_diag *diag)
{
    static const char *const keys[] = {"mask", "match", "class", NULL};
    const char *names[RVT_CUSTOM_CLASSES + 1] = {NULL};
    const struct rvt_yaml_node *entry[3] = {NULL};
    uint64_t number[2] = {0};
    unsigned custom_class = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    for (unsigned i = 0; i < RVT_CUSTOM_CLASSES; i++)
        names[i] = rvt_custom_class_name((enum rvt_custom_class)i);
    if (status == RVT_OK)
        status = rvt_yaml_only(node, keys, diag);
    for (unsigned i = 0; status == RVT_OK && i < 3; i++)
        status = rvt_yaml_need(node, keys[i], &entry[i], diag);
    for (unsigned i = 0; status == RVT_OK && i < 2; i++) {
        status = rvt_yaml_unsigned(entry[i], &number[i], diag);
        if (status == RVT_OK && number[i] > UINT32_MAX)
            status = rvt_yaml_refuse(entry[i], RVT_ERR_SYNTAX, NULL, diag,
                                     "the value does not fit 32 bits");
    }
    if (status == RVT_OK)
        status = rvt_yaml_choice(entry[2], names, &custom_class, diag);
    if (status != RVT_OK)
        return status;
    *insn = (struct rvt_custom_insn){(uint32_t)number[0], (uint32_t)number[1],
                                     (enum rvt_custom_class)custom_class};
    const char *text = rvt_custom_insn_fault(insn);
    return text ? rvt_yaml_refuse(node, RVT_ERR_PARAMETER, "ETR-ING-014", diag, "%s", text)
                : RVT_OK;
}

/* A section of a kind, with at most so many entries. */
static enum rvt_status expect_entries(const struct rvt_yaml_node *section, enum rvt_yaml_kind kind,
                                      unsigned most, const char *entries, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(section, kind, diag);

    if (status == RVT_OK && section->count > most)
        status = rvt_yaml_refuse(section, RVT_ERR_CAPACITY, NULL, diag, "more than %u %s", most,
                                 entries);
    return status;
}

static enum rvt_status read_custom_insns(const struct rvt_yaml_node *section,
                                         struct rvt_custom_insns *insns, struct rvt_diag *diag)
{
    enum rvt_status status =
        expect_entries(section, RVT_YAML_SEQUENCE, RVT_CUSTOM_INSNS_MAX, "instructions", diag);

    for (const struct rvt_yaml_node *node = section->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = read_custom_insn(node, &insns->insn[insns->count++], diag);
    return status;
}

/* The registers that software writes before tracing starts. */
static enum rvt_status read_registers(const struct rvt_yaml_node *section,
                                      struct rvt_register_writes *writes, struct rvt_diag *diag)
{
    enum rvt_status status =
        expect_entries(section, RVT_YAML_MAPPING, RVT_REGISTER_WRITES_MAX, "registers", diag);

    for (const struct rvt_yaml_node *node = section->first; status == RVT_OK && node != NULL;
         node = node->next) {
        struct rvt_register_write *write = &writes->write[writes->count++];
        uint64_t value = 0;
        status = rvt_control_register(node, node->key, &write->offset, diag);
        if (status == RVT_OK)
            status = rvt_yaml_unsigned(node, &value, diag);
        if (status == RVT_OK && value > UINT32_MAX)
            status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag,
                                     "the value does not fit a register of 32 bits");
        write->value = (uint32_t)value;
    }
    return status;
}

/* Options, resynchronisation and encapsulation follow the registers. Each register must hold the
 * value that was written. */
static enum rvt_status apply_registers(const struct rvt_yaml_node *root, struct rvt_config *config,
                                       struct rvt_diag *diag)
{
    const struct rvt_yaml_node *section = rvt_yaml_get(root, "registers");
    const struct rvt_yaml_node *node = section == NULL ? NULL : section->first;
    struct rvt_register_writes writes = config->registers;
    enum rvt_status status = RVT_OK;
    struct rvt_registers registers;

    config->registers.encap = config->encap;
    rvt_registers_init(&registers, config);
    for (config->registers.count = 0; status == RVT_OK && node != NULL; node = node->next) {
        const struct rvt_register_write *write = &writes.write[config->registers.count++];
        rvt_registers_init(&registers, config);
        status = rvt_control_check(&registers, write->offset, write->value, diag);
        if (status != RVT_OK)
            rvt_diag_at(diag, "line", node->line);
    }
    if (status == RVT_OK && section != NULL)
        rvt_registers_config(&registers, config);
    return status;
}

static enum rvt_status read_title(const struct rvt_yaml_node *root, struct rvt_config *config,
                                  struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(root, "title");
    if (node == NULL)
        return RVT_OK;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    if (strlen(node->text) >= sizeof(config->title)) {
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "the title exceeds %zu bytes",
                               sizeof(config->title) - 1);
    }
    (void)snprintf(config->title, sizeof(config->title), "%s", node->text);
    return RVT_OK;
}

/* Reads the schema and the profile first, wherever they are: the profile decides the defaults. */
static enum rvt_status read_head(const struct rvt_yaml_node *root, struct rvt_config *config,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *schema = NULL;
    unsigned profile = RVT_PROFILE_V2_0_4;
    unsigned version = 0;
    enum rvt_status status = rvt_yaml_need(root, "schema", &schema, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(schema, SCHEMAS, &version, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(root, TOP_KEYS, diag);
    const struct rvt_yaml_node *node = rvt_yaml_get(root, "spec_profile");
    if (status == RVT_OK && node != NULL)
        status = rvt_yaml_choice(node, rvt_spec_profile_names(), &profile, diag);
    if (status == RVT_OK) {
        rvt_config_defaults(config, (enum rvt_spec_profile)profile);
        status = read_title(root, config, diag);
    }
    return status;
}

/* Sets the line of the entry that a cross rule names, if the file has it. */
static void locate(const struct rvt_yaml_node *root, struct rvt_diag *diag)
{
    for (const struct rvt_yaml_node *section = root->first; section != NULL && diag->field != NULL;
         section = section->next) {
        const struct rvt_yaml_node *node = rvt_yaml_get(section, diag->field);
        if (node != NULL) {
            rvt_diag_at(diag, "line", node->line);
            return;
        }
    }
}

static enum rvt_status read_tree(const struct rvt_yaml_node *root, struct rvt_config *config,
                                 struct rvt_waivers *waivers, struct rvt_diag *diag)
{
    enum rvt_status status = read_head(root, config, diag);

    waivers->count = 0;
    for (const struct rvt_yaml_node *node = root->first; status == RVT_OK && node != NULL;
         node = node->next)
        if (strcmp(node->key, "support_layout") == 0)
            status = read_support_layout(node, &config->support_layout, diag);
        else if (strcmp(node->key, "trap_vectors") == 0)
            status = rvt_vectors_read(node, &config->trap_vectors, diag);
        else if (strcmp(node->key, "custom_instructions") == 0)
            status = read_custom_insns(node, &config->custom_insns, diag);
        else if (strcmp(node->key, "registers") == 0)
            status = read_registers(node, &config->registers, diag);
        else if (strcmp(node->key, "waivers") == 0)
            status = rvt_waivers_read(node, waivers, diag);
        else if (strcmp(node->key, "schema") != 0 && strcmp(node->key, "title") != 0 &&
                 strcmp(node->key, "spec_profile") != 0)
            status = read_section(node, config, diag);
    if (status == RVT_OK) {
        status = rvt_config_check(config, diag);
        if (status != RVT_OK)
            locate(root, diag);
    }
    return status == RVT_OK ? apply_registers(root, config, diag) : status;
}

/* Reads the tree and closes it; waivers may be null. */
static enum rvt_status read_yaml(struct rvt_yaml *yaml, struct rvt_config *config,
                                 struct rvt_waivers *waivers, struct rvt_diag *diag)
{
    struct rvt_waivers found;
    struct rvt_config read;
    enum rvt_status status = read_tree(rvt_yaml_root(yaml), &read, &found, diag);

    rvt_yaml_close(yaml);
    if (status != RVT_OK)
        return status;
    *config = read;
    if (waivers != NULL)
        *waivers = found;
    return RVT_OK;
}

enum rvt_status rvt_config_load_waivers(const char *path, struct rvt_config *config,
                                        struct rvt_waivers *waivers, struct rvt_diag *diag)
{
    struct rvt_yaml *yaml = NULL;
    enum rvt_status status = rvt_yaml_open(path, &yaml, diag);

    return status == RVT_OK ? read_yaml(yaml, config, waivers, diag) : status;
}

enum rvt_status rvt_config_parse_waivers(const uint8_t *data, size_t bytes,
                                         struct rvt_config *config, struct rvt_waivers *waivers,
                                         struct rvt_diag *diag)
{
    struct rvt_yaml *yaml = NULL;
    enum rvt_status status = rvt_yaml_parse(data, bytes, &yaml, diag);

    return status == RVT_OK ? read_yaml(yaml, config, waivers, diag) : status;
}

enum rvt_status rvt_config_load(const char *path, struct rvt_config *config, struct rvt_diag *diag)
{
    return rvt_config_load_waivers(path, config, NULL, diag);
}

enum rvt_status rvt_config_parse(const uint8_t *data, size_t bytes, struct rvt_config *config,
                                 struct rvt_diag *diag)
{
    return rvt_config_parse_waivers(data, bytes, config, NULL, diag);
}

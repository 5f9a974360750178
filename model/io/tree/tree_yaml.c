/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tree/tree_yaml.h"

#include <stdlib.h>
#include <string.h>

#include "io/yaml_value.h"

enum { CARRIER_ID_MAX = 0x6f }; /* of a source in frames */

static const char *const SCHEMAS[] = {"rvt-tree/1", NULL};
static const char *const TOP_KEYS[] = {"schema", "title", "capture", "framing", "sources", NULL};
enum { PRIVILEGE_MAX = 7 };

static const char *const FRAMINGS[] = {/* enum rvt_tree_framing */
                                       "single", "frames", "frame-stream", NULL};
static const char *const PROTOCOLS[] = {/* enum rvt_tree_protocol */
                                        "etrace", "tunnel", "stp", "syst", NULL};
static const char *const HART_KEYS[] = {"id",  "carrier_id", "protocol", "configuration",
                                        "zcm", "steps",      "memory",   NULL};
static const char *const SOFTWARE_KEYS[] = {"id", "carrier_id", "protocol", NULL};
static const char *const ELF_KEYS[] = {"elf", "bias", "context", "privilege", NULL};
static const char *const RAW_KEYS[] = {"file", "address", "context", "privilege", NULL};

/* ---- values ---- */

/* A path: a scalar that is not empty. */
static enum rvt_status read_path(const struct rvt_yaml_node *node, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);

    if (status == RVT_OK && node->text[0] == '\0')
        status =
            rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "%s: expected a path", node->key);
    return status;
}

/* A number up to maximum; an entry that is absent leaves *value alone. */
static enum rvt_status read_number(const struct rvt_yaml_node *map, const char *key,
                                   uint64_t maximum, uint64_t *value, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    uint64_t number = *value;
    enum rvt_status status = node != NULL ? rvt_yaml_unsigned(node, &number, diag) : RVT_OK;

    if (status == RVT_OK && number > maximum)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "%s: more than %llu", key,
                                 (unsigned long long)maximum);
    *value = number;
    return status;
}

static enum rvt_status read_choice(const struct rvt_yaml_node *map, const char *key,
                                   const char *const *values, unsigned *value,
                                   struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    enum rvt_status status = rvt_yaml_need(map, key, &node, diag);

    return status == RVT_OK ? rvt_yaml_choice(node, values, value, diag) : status;
}

/* ---- memory ---- */

static enum rvt_status read_space(const struct rvt_yaml_node *node, struct rvt_program_space *space,
                                  struct rvt_diag *diag)
{
    uint64_t privilege = 0;
    enum rvt_status status = read_number(node, "context", UINT64_MAX, &space->context, diag);

    if (status == RVT_OK)
        status = read_number(node, "privilege", PRIVILEGE_MAX, &privilege, diag);
    space->has_context = rvt_yaml_get(node, "context") != NULL;
    space->has_privilege = rvt_yaml_get(node, "privilege") != NULL;
    space->privilege = (uint8_t)privilege;
    return status;
}

enum rvt_status rvt_tree_file_memory(const struct rvt_yaml_node *node,
                                     struct rvt_tree_file_memory *memory, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    *memory = (struct rvt_tree_file_memory){.elf = rvt_yaml_get(node, "elf") != NULL,
                                            .space = {.size = sizeof memory->space}};
    if (status == RVT_OK && !memory->elf && rvt_yaml_get(node, "file") == NULL)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag,
                                 "memory is {elf: FILE} or {file: FILE, address: ADDRESS}");
    if (status == RVT_OK)
        status = rvt_yaml_only(node, memory->elf ? ELF_KEYS : RAW_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, memory->elf ? "elf" : "file", &memory->path, diag);
    if (status == RVT_OK)
        status = read_path(memory->path, diag);
    if (status == RVT_OK && !memory->elf) {
        const struct rvt_yaml_node *address = NULL;
        status = rvt_yaml_need(node, "address", &address, diag);
    }
    if (status == RVT_OK)
        status = read_number(node, memory->elf ? "bias" : "address", UINT64_MAX, &memory->at, diag);
    return status == RVT_OK ? read_space(node, &memory->space, diag) : status;
}

static enum rvt_status check_memory(const struct rvt_yaml_node *list, struct rvt_diag *diag)
{
    struct rvt_tree_file_memory memory;
    enum rvt_status status = rvt_yaml_expect(list, RVT_YAML_SEQUENCE, diag);

    for (const struct rvt_yaml_node *node = list->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = rvt_tree_file_memory(node, &memory, diag);
    return status;
}

/* ---- sources ---- */

/* What only a hart has. */
static enum rvt_status read_hart(const struct rvt_yaml_node *node,
                                 struct rvt_tree_file_source *source, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *zcm = rvt_yaml_get(node, "zcm");
    enum rvt_status status = rvt_yaml_need(node, "configuration", &source->configuration, diag);

    if (status == RVT_OK)
        status = read_path(source->configuration, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "memory", &source->memory, diag);
    if (status == RVT_OK)
        status = check_memory(source->memory, diag);
    if (status == RVT_OK && zcm != NULL)
        status = rvt_yaml_bool(zcm, &source->zcm, diag);
    if (status == RVT_OK)
        status = read_number(node, "steps", UINT64_MAX, &source->steps, diag);
    return status;
}

/* carrier_id and id. */
static enum rvt_status read_ids(const struct rvt_yaml_node *node, bool framed,
                                struct rvt_tree_file_source *source, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *carrier = rvt_yaml_get(node, "carrier_id");
    uint64_t carrier_id = 0;
    enum rvt_status status = framed ? rvt_yaml_need(node, "carrier_id", &carrier, diag) : RVT_OK;

    if (status == RVT_OK)
        status = read_number(node, "carrier_id", UINT32_MAX, &carrier_id, diag);
    if (status == RVT_OK && framed && (carrier_id < 1 || carrier_id > CARRIER_ID_MAX))
        status = rvt_yaml_refuse(carrier, RVT_ERR_PARAMETER, NULL, diag,
                                 "carrier_id: the ID of a source in frames is 0x01 to 0x%02x",
                                 CARRIER_ID_MAX);
    if (status == RVT_OK && !framed && carrier_id != 0)
        status = rvt_yaml_refuse(carrier, RVT_ERR_PARAMETER, NULL, diag,
                                 "carrier_id: without frames it is 0");
    uint64_t id = carrier_id;
    if (status == RVT_OK)
        status = read_number(node, "id", UINT32_MAX, &id, diag);
    source->carrier_id = (unsigned)carrier_id;
    source->id = (unsigned)id;
    return status;
}

/* Checks the latest source against those before. */
static enum rvt_status check_sources(const struct rvt_tree_file *file, struct rvt_diag *diag)
{
    const struct rvt_tree_file_source *latest = &file->source[file->sources - 1];
    const struct rvt_yaml_node *id = rvt_yaml_get(latest->node, "id");

    for (const struct rvt_tree_file_source *source = file->source; source < latest; source++) {
        if (source->id == latest->id)
            return rvt_yaml_refuse(id != NULL ? id : latest->node, RVT_ERR_PARAMETER, NULL, diag,
                                   "the source of line %u has id %u, too%s", source->node->line,
                                   latest->id, id == NULL ? "; id is carrier_id by default" : "");
        if (source->carrier_id == latest->carrier_id &&
            (source->protocol == RVT_TREE_ETRACE) != (latest->protocol == RVT_TREE_ETRACE))
            return rvt_yaml_refuse(latest->node, RVT_ERR_PARAMETER, NULL, diag,
                                   "%s and %s (line %u) have the same carrier_id",
                                   PROTOCOLS[latest->protocol], PROTOCOLS[source->protocol],
                                   source->node->line);
    }
    return RVT_OK;
}

static enum rvt_status read_source(const struct rvt_yaml_node *node, struct rvt_tree_file *file,
                                   struct rvt_diag *diag)
{
    struct rvt_tree_file_source *source = &file->source[file->sources++];
    unsigned protocol = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    *source = (struct rvt_tree_file_source){.node = node};
    if (status == RVT_OK)
        status = read_choice(node, "protocol", PROTOCOLS, &protocol, diag);
    if (status != RVT_OK)
        return status;
    source->protocol = (enum rvt_tree_protocol)protocol;
    bool is_hart = source->protocol <= RVT_TREE_TUNNEL;
    status = rvt_yaml_only(node, is_hart ? HART_KEYS : SOFTWARE_KEYS, diag);
    if (status == RVT_OK)
        status = read_ids(node, file->framing != RVT_TREE_SINGLE, source, diag);
    if (status == RVT_OK && is_hart)
        status = read_hart(node, source, diag);
    return status == RVT_OK ? check_sources(file, diag) : status;
}

static enum rvt_status read_sources(const struct rvt_yaml_node *list, struct rvt_tree_file *file,
                                    struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(list, RVT_YAML_SEQUENCE, diag);

    if (status == RVT_OK && (list->count < 1 || list->count > RVT_TREE_FILE_SOURCES_MAX))
        status = rvt_yaml_refuse(list, RVT_ERR_CAPACITY, NULL, diag, "expected 1 to %d sources",
                                 RVT_TREE_FILE_SOURCES_MAX);
    if (status != RVT_OK)
        return status;
    file->source = calloc(list->count, sizeof *file->source);
    if (file->source == NULL)
        return RVT_ERR_MEMORY;
    for (const struct rvt_yaml_node *node = list->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = read_source(node, file, diag);
    return status;
}

/* ---- the file ---- */

static enum rvt_status read_file(const struct rvt_yaml_node *root, struct rvt_tree_file *file,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *sources = NULL;
    unsigned schema = 0, framing = 0;
    enum rvt_status status = rvt_yaml_expect(root, RVT_YAML_MAPPING, diag);

    if (status == RVT_OK)
        status = read_choice(root, "schema", SCHEMAS, &schema, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(root, TOP_KEYS, diag);
    if (status == RVT_OK)
        status = read_choice(root, "framing", FRAMINGS, &framing, diag);
    file->framing = (enum rvt_tree_framing)framing;
    file->capture = rvt_yaml_get(root, "capture");
    if (status == RVT_OK && file->capture != NULL)
        status = read_path(file->capture, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(root, "sources", &sources, diag);
    return status == RVT_OK ? read_sources(sources, file, diag) : status;
}

enum rvt_status rvt_tree_file_open(const char *path, struct rvt_tree_file *file,
                                   struct rvt_diag *diag)
{
    *file = (struct rvt_tree_file){.sources = 0};
    enum rvt_status status = rvt_yaml_open(path, &file->yaml, diag);

    if (status != RVT_OK)
        return status;
    status = read_file(rvt_yaml_root(file->yaml), file, diag);
    if (status != RVT_OK)
        rvt_tree_file_fini(file);
    return status;
}

void rvt_tree_file_fini(struct rvt_tree_file *file)
{
    free(file->source);
    rvt_yaml_close(file->yaml);
}

char *rvt_tree_file_path(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL && name[0] != '/' ? (size_t)(slash + 1 - path) : 0;
    size_t bytes = strlen(name) + 1;
    char *made = malloc(folder + bytes);

    if (made == NULL)
        return NULL;
    memcpy(made, path, folder);
    memcpy(made + folder, name, bytes);
    return made;
}

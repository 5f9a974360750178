/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/tree.h>

#include <stdlib.h>

#include "api/tree/decode_tree.h"
#include "api/diagnosis.h"
#include "api/structure.h"
#include "io/tree/tree_yaml.h"
#include "io/yaml_value.h"

/* What a load works on. */
struct loading {
    const char *path;
    const struct rvt_tree_file *file;
    struct rvt_tree *tree;
    bool spaces; /* the program has some: without, it pays nothing for them */
    struct rvt_diag diag;
};

/* A fault in a file that node names: place and name, and what the reader of that file said. */
static enum rvt_status refuse(struct loading *loading, const struct rvt_yaml_node *node,
                              enum rvt_status status, const struct rvt_diagnosis *inner)
{
    enum { NAME_BYTES = 64 };
    size_t length = strlen(node->text);
    const char *tail = length > NAME_BYTES ? node->text + length - NAME_BYTES : node->text;
    char text[256];

    rvt_diagnosis_format(inner, text, sizeof text);
    return rvt_yaml_refuse(node, status, NULL, &loading->diag, "%s%s: %s",
                           tail != node->text ? "..." : "", tail, text);
}

static enum rvt_status load_configuration(struct loading *loading, const struct rvt_yaml_node *node,
                                          struct rvt_configuration **configuration)
{
    struct rvt_diagnosis inner;
    char *path = rvt_tree_file_path(loading->path, node->text);

    RVT_CLEAR(&inner);
    if (path == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = rvt_configuration_load(path, configuration, &inner);
    free(path);
    return status == RVT_OK ? RVT_OK : refuse(loading, node, status, &inner);
}

static enum rvt_status add_memory(struct loading *loading, const struct rvt_yaml_node *node,
                                  struct rvt_program *program)
{
    struct rvt_tree_file_memory memory;
    struct rvt_diagnosis inner;
    enum rvt_status status = rvt_tree_file_memory(node, &memory, &loading->diag);

    RVT_CLEAR(&inner);
    if (status != RVT_OK)
        return status;
    loading->spaces |= memory.space.has_context || memory.space.has_privilege;
    if (loading->spaces)
        status = rvt_program_set_space(program, &memory.space);
    if (status != RVT_OK)
        return status;
    char *path = rvt_tree_file_path(loading->path, memory.path->text);
    if (path == NULL)
        return RVT_ERR_MEMORY;
    status = memory.elf ? rvt_program_add_elf_biased(program, path, memory.at, &inner)
                        : rvt_program_add_file(program, memory.at, path, &inner);
    free(path);
    return status == RVT_OK ? RVT_OK : refuse(loading, memory.path, status, &inner);
}

/* Opens the program of a hart, which the tree owns. */
static enum rvt_status load_program(struct loading *loading,
                                    const struct rvt_tree_file_source *source,
                                    const struct rvt_configuration *configuration,
                                    struct rvt_program **program)
{
    enum rvt_status status = rvt_program_new(configuration, source->zcm, program);

    if (status != RVT_OK)
        return status;
    loading->tree->program[loading->tree->programs++] = *program;
    loading->spaces = false;
    for (const struct rvt_yaml_node *node = source->memory->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = add_memory(loading, node, *program);
    return status;
}

/* The result of an attachment. */
static enum rvt_status attached(struct loading *loading, const struct rvt_tree_file_source *source,
                                enum rvt_status status, const struct rvt_diagnosis *inner)
{
    return status == RVT_OK
               ? RVT_OK
               : rvt_yaml_refuse(source->node, status, NULL, &loading->diag, "%s", inner->text);
}

static enum rvt_status attach_hart(struct loading *loading,
                                   const struct rvt_tree_file_source *source)
{
    struct rvt_configuration *configuration = NULL;
    struct rvt_tree_hart hart;
    struct rvt_diagnosis inner;
    enum rvt_status status = load_configuration(loading, source->configuration, &configuration);

    if (status != RVT_OK)
        return status;
    RVT_CLEAR(&inner);
    RVT_CLEAR(&hart);
    hart.carrier_id = source->carrier_id;
    hart.id = source->id;
    hart.tunnelled = source->protocol == RVT_TREE_TUNNEL;
    hart.step_limit = source->steps;
    hart.configuration = configuration;
    status = load_program(loading, source, configuration, &hart.program);
    if (status == RVT_OK)
        status =
            attached(loading, source, rvt_tree_attach_hart(loading->tree, &hart, &inner), &inner);
    rvt_configuration_free(configuration);
    return status;
}

static enum rvt_status attach_software(struct loading *loading,
                                       const struct rvt_tree_file_source *source)
{
    struct rvt_tree_software software;
    struct rvt_diagnosis inner;

    RVT_CLEAR(&inner);
    RVT_CLEAR(&software);
    software.carrier_id = source->carrier_id;
    software.id = source->id;
    software.messages = source->protocol == RVT_TREE_SYST;
    return attached(loading, source, rvt_tree_attach_software(loading->tree, &software, &inner),
                    &inner);
}

/* Everything that the file describes. */
static enum rvt_status load(struct loading *loading)
{
    const struct rvt_tree_file *file = loading->file;
    enum rvt_status status = RVT_OK;

    loading->tree->program = calloc(file->sources, sizeof(struct rvt_program *));
    if (loading->tree->program == NULL)
        return RVT_ERR_MEMORY;
    if (file->capture != NULL) {
        loading->tree->capture = rvt_tree_file_path(loading->path, file->capture->text);
        if (loading->tree->capture == NULL)
            return RVT_ERR_MEMORY;
    }
    for (size_t i = 0; status == RVT_OK && i < file->sources; i++)
        status = file->source[i].protocol <= RVT_TREE_TUNNEL
                     ? attach_hart(loading, &file->source[i])
                     : attach_software(loading, &file->source[i]);
    return status;
}

enum rvt_status rvt_tree_load(const char *path, const struct rvt_tree_options *options,
                              struct rvt_tree **tree, struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_options known;
    struct rvt_tree_file file;
    struct loading loading = {.path = path, .file = &file, .diag = {.status = RVT_OK}};

    if (path == NULL || tree == NULL ||
        rvt_structure_take(&known, sizeof known, options) != RVT_OK || known.element == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    enum rvt_status status = rvt_tree_file_open(path, &file, &loading.diag);
    if (status != RVT_OK)
        return rvt_diagnosis_set(diagnosis, &loading.diag, status);
    known.framing = file.framing;
    status = rvt_tree_open(&known, &loading.tree);
    if (status == RVT_OK)
        status = load(&loading);
    rvt_tree_file_fini(&file);
    if (status != RVT_OK)
        rvt_tree_close(loading.tree);
    else
        *tree = loading.tree;
    return rvt_diagnosis_set(diagnosis, &loading.diag, status);
}

const char *rvt_tree_capture(const struct rvt_tree *tree)
{
    return tree != NULL ? tree->capture : NULL;
}

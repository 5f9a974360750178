/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/vector_set.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "golden/archive.h"
#include "io/bytes/file.h"

enum { FILES_GROW = 64 };

struct rvt_golden_set {
    const char *root;            /* as opened */
    const char *configs;         /* or null */
    char folder[512];            /* of the topics, on disk */
    char inside[512];            /* the same in the archive: "" or "NAME/" */
    struct rvt_archive *archive; /* null: on disk */
    size_t count, capacity;
    char (*name)[RVT_GOLDEN_NAME_BYTES];
};

static const char *const TOPICS[] = {
    [RVT_GOLDEN_PACKET] = "packet",     [RVT_GOLDEN_ENCAP] = "encap", [RVT_GOLDEN_DATA] = "data",
    [RVT_GOLDEN_FLOW] = "flow",         [RVT_GOLDEN_FRAME] = "frame", [RVT_GOLDEN_SYST] = "syst",
    [RVT_GOLDEN_SEQUENCE] = "sequence", [RVT_GOLDEN_STP] = "stp"};

const char *rvt_golden_topic_text(enum rvt_golden_topic topic)
{
    return TOPICS[topic];
}

bool rvt_golden_topic_of(const char *name, enum rvt_golden_topic *topic)
{
    size_t length = strcspn(name, "/");
    for (unsigned i = 0; i < RVT_GOLDEN_TOPICS; i++)
        if (strlen(TOPICS[i]) == length && strncmp(name, TOPICS[i], length) == 0) {
            *topic = (enum rvt_golden_topic)i;
            return true;
        }
    return false;
}

static enum rvt_status no_memory(struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
}

static bool is_vector(const char *name)
{
    enum rvt_golden_topic topic;
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".yaml") == 0 &&
           rvt_golden_topic_of(name, &topic);
}

/* Adds the name of a vector file. */
static enum rvt_status add_name(struct rvt_golden_set *set, const char *name, struct rvt_diag *diag)
{
    if (strlen(name) >= RVT_GOLDEN_NAME_BYTES)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the name %.40s... is too long",
                            name);
    if (set->count == set->capacity) {
        size_t capacity = set->capacity + FILES_GROW;
        void *moved = realloc(set->name, capacity * sizeof(set->name[0]));
        if (moved == NULL)
            return no_memory(diag);
        set->name = moved;
        set->capacity = capacity;
    }
    memcpy(set->name[set->count++], name, strlen(name) + 1);
    return RVT_OK;
}

/* Adds the vector files of the folder below, and of its folders; nothing if it is none. */
static enum rvt_status add_folder(struct rvt_golden_set *set, const char *below,
                                  struct rvt_diag *diag)
{
    char path[sizeof(set->folder) + RVT_GOLDEN_NAME_BYTES], name[RVT_GOLDEN_NAME_BYTES];
    enum rvt_status status = RVT_OK;
    (void)snprintf(path, sizeof(path), "%s/%s", set->folder, below);
    DIR *directory = opendir(path);
    if (directory == NULL && (errno == ENOENT || errno == ENOTDIR)) /* a topic without vectors */
        return RVT_OK;
    if (directory == NULL)
        return rvt_file_fault(diag, "cannot read a folder of the set", errno);
    for (struct dirent *entry = readdir(directory); status == RVT_OK && entry != NULL;
         entry = readdir(directory)) {
        int length = snprintf(name, sizeof(name), "%s/%s", below, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof(name))
            status = rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "%s: a name is too long",
                                  below);
        else if (is_vector(name))
            status = add_name(set, name, diag);
        else if (entry->d_name[0] != '.')
            status = add_folder(set, name, diag);
    }
    (void)closedir(directory);
    return status;
}

/* Finds the folder in the archive that has configs/, and adds the vector files below. */
static enum rvt_status add_members(struct rvt_golden_set *set, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    for (size_t i = 0; i < rvt_archive_count(set->archive); i++) {
        const char *name = rvt_archive_name(set->archive, i), *at = strstr(name, "configs/");
        if (at != NULL && (at == name || at[-1] == '/')) {
            (void)snprintf(set->inside, sizeof(set->inside), "%.*s", (int)(at - name), name);
            break;
        }
    }
    size_t prefix = strlen(set->inside);
    for (size_t i = 0; status == RVT_OK && i < rvt_archive_count(set->archive); i++) {
        const char *name = rvt_archive_name(set->archive, i);
        if (strncmp(name, set->inside, prefix) == 0 && is_vector(name + prefix))
            status = add_name(set, name + prefix, diag);
    }
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Sorts the names; an archive may have one twice, of which only the first could be read. */
static enum rvt_status sort(struct rvt_golden_set *set, struct rvt_diag *diag)
{
    if (set->count > 0)
        qsort(set->name, set->count, sizeof(set->name[0]), by_name);
    for (size_t i = 1; i < set->count; i++)
        if (strcmp(set->name[i - 1], set->name[i]) == 0)
            return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%.100s occurs twice",
                                set->name[i]);
    return RVT_OK;
}

/* Lists the files on disk: below path, or below path/vectors, as in an unpacked bundle. */
static enum rvt_status add_disk(struct rvt_golden_set *set, struct rvt_diag *diag)
{
    struct stat about;
    enum rvt_status status = RVT_OK;
    int length = snprintf(set->folder, sizeof(set->folder), "%s/vectors/configs", set->root);
    if (length < 0 || (size_t)length >= sizeof(set->folder))
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the path is too long");
    size_t cut = stat(set->folder, &about) == 0 ? strlen("/configs") : strlen("/vectors/configs");
    set->folder[strlen(set->folder) - cut] = '\0';
    for (unsigned i = 0; status == RVT_OK && i < RVT_GOLDEN_TOPICS; i++)
        status = add_folder(set, TOPICS[i], diag);
    return status;
}

enum rvt_status rvt_golden_set_open(const char *path, const char *configs,
                                    struct rvt_golden_set **set, struct rvt_diag *diag)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return rvt_file_fault(diag, "cannot open", errno);
    struct rvt_golden_set *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return no_memory(diag);
    opened->root = path;
    opened->configs = configs;
    enum rvt_status status = RVT_OK;
    if (!S_ISDIR(about.st_mode))
        status = rvt_archive_open(path, &opened->archive, diag);
    if (status == RVT_OK)
        status = opened->archive != NULL ? add_members(opened, diag) : add_disk(opened, diag);
    if (status == RVT_OK)
        status = sort(opened, diag);
    if (status != RVT_OK) {
        rvt_golden_set_close(opened);
        return status;
    }
    *set = opened;
    return RVT_OK;
}

void rvt_golden_set_close(struct rvt_golden_set *set)
{
    if (set == NULL)
        return;
    rvt_archive_close(set->archive);
    free(set->name);
    free(set);
}

const char *rvt_golden_set_root(const struct rvt_golden_set *set)
{
    return set->root;
}

size_t rvt_golden_set_count(const struct rvt_golden_set *set)
{
    return set->count;
}

const char *rvt_golden_set_name(const struct rvt_golden_set *set, size_t index)
{
    return set->name[index];
}

/* A copy of a member of the archive. */
static enum rvt_status load_member(const struct rvt_golden_set *set, const char *name,
                                   uint8_t **data, size_t *bytes, struct rvt_diag *diag)
{
    size_t prefix = strlen(set->inside);
    for (size_t i = 0; i < rvt_archive_count(set->archive); i++) {
        const char *member = rvt_archive_name(set->archive, i);
        if (strncmp(member, set->inside, prefix) != 0 || strcmp(member + prefix, name) != 0)
            continue;
        const uint8_t *content = rvt_archive_data(set->archive, i, bytes);
        *data = malloc(*bytes + 1);
        if (*data == NULL)
            return no_memory(diag);
        memcpy(*data, content, *bytes);
        (*data)[*bytes] = 0;
        return RVT_OK;
    }
    return rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "the archive has no %s", name);
}

enum rvt_status rvt_golden_set_load(const struct rvt_golden_set *set, const char *name,
                                    uint8_t **data, size_t *bytes, struct rvt_diag *diag)
{
    static const char CONFIGS[] = "configs/";
    char path[sizeof(set->folder) + RVT_GOLDEN_NAME_BYTES];
    bool elsewhere = set->configs != NULL && strncmp(name, CONFIGS, strlen(CONFIGS)) == 0;

    if (set->archive != NULL && !elsewhere)
        return load_member(set, name, data, bytes, diag);
    (void)snprintf(path, sizeof(path), "%.511s/%s", elsewhere ? set->configs : set->folder,
                   elsewhere ? name + strlen(CONFIGS) : name);
    return rvt_file_load(path, RVT_YAML_BYTES_MAX, data, bytes, diag);
}

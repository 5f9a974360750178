/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files for tests of readers and writers, in a folder that each test makes and removes. */
#ifndef RVT_TESTS_UNIT_SCRATCH_H
#define RVT_TESTS_UNIT_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checks.h"

static char scratch_folder[64];

/* Makes a folder for the test. */
static inline void scratch_init(void)
{
    (void)snprintf(scratch_folder, sizeof scratch_folder, "/tmp/rvt-unit-XXXXXX");
    cr_assert(ne(ptr, mkdtemp(scratch_folder), NULL));
}

/* The path of a file in the folder; static, valid until the eighth call from now. */
static inline const char *scratch_path(const char *name)
{
    static char path[8][sizeof scratch_folder + 64];
    static unsigned next;
    char *chosen = path[next++ % 8];

    (void)snprintf(chosen, sizeof path[0], "%.63s/%.60s", scratch_folder, name);
    return chosen;
}

/* Makes a file with these bytes; returns its path. */
static inline const char *scratch_bytes(const char *name, const void *data, size_t bytes)
{
    const char *path = scratch_path(name);
    (void)remove(path); /* a file system may write a truncated file to the disk at once: 5 ms */
    FILE *file = fopen(path, "wb");

    cr_assert(ne(ptr, file, NULL));
    cr_assert(eq(sz, fwrite(data, 1, bytes, file), bytes));
    cr_assert(eq(int, fclose(file), 0));
    return path;
}

static inline const char *scratch_text(const char *name, const char *text)
{
    return scratch_bytes(name, text, strlen(text));
}

/* The contents of a file, null-terminated; the caller frees them. *bytes may be null. */
static inline char *scratch_read(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t capacity = 1 << 20;
    char *content = malloc(capacity + 1);

    cr_assert(ne(ptr, file, NULL));
    cr_assert(ne(ptr, content, NULL));
    size_t got = fread(content, 1, capacity, file);
    cr_assert(lt(sz, got, capacity));
    content[got] = '\0';
    (void)fclose(file);
    if (bytes)
        *bytes = got;
    return content;
}

/* Bytes of the file. */
static inline uint64_t scratch_size(const char *path)
{
    struct stat info;

    cr_assert(eq(int, stat(path, &info), 0), "%s", path);
    return (uint64_t)info.st_size;
}

/* Files in the folder. */
static inline unsigned scratch_count(void)
{
    DIR *folder = opendir(scratch_folder);
    unsigned count = 0;

    cr_assert(ne(ptr, folder, NULL));
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        count += entry->d_name[0] != '.';
    (void)closedir(folder);
    return count;
}

/* Removes the folder and its files. */
static inline void scratch_fini(void)
{
    DIR *folder = opendir(scratch_folder);

    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder))
        if (entry->d_name[0] != '.')
            (void)unlink(scratch_path(entry->d_name));
    if (folder)
        (void)closedir(folder);
    (void)rmdir(scratch_folder);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "expect_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void list_append(struct list *list, const struct entry *entry)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity > 0 ? 2 * list->capacity : 1024;
        list->entry = realloc(list->entry, list->capacity * sizeof *list->entry);
        if (list->entry == NULL) {
            (void)fputs("expect: out of memory\n", stderr);
            exit(2);
        }
    }
    list->entry[list->count++] = *entry;
}

void list_print(FILE *file, const struct entry *entry)
{
    if (!entry->trap) {
        (void)fprintf(file, "%" PRIx64 "\n", entry->pc);
        return;
    }
    (void)fprintf(file, "# trap cause=%" PRIu32 " interrupt=%d epc=", entry->cause,
                  entry->interrupt);
    if (entry->pc_known)
        (void)fprintf(file, "%" PRIx64, entry->pc);
    else
        (void)fputc('?', file);
    (void)fprintf(file, " tval=%" PRIx64 "\n", entry->tval);
}

/* One line of a listing. */
static bool parse(const char *line, struct entry *entry)
{
    char epc[32];
    int interrupt, used = 0;

    memset(entry, 0, sizeof *entry);
    entry->gap = strcmp(line, "# gap\n") == 0;
    if (entry->gap)
        return true;
    if (line[0] != '#') {
        entry->pc_known = true;
        return sscanf(line, "%" SCNx64 " %n", &entry->pc, &used) == 1 && line[used] == '\0';
    }
    entry->trap = true;
    if (sscanf(line, "# trap cause=%" SCNu32 " interrupt=%d epc=%31s tval=%" SCNx64 " %n",
               &entry->cause, &interrupt, epc, &entry->tval, &used) != 4 ||
        line[used] != '\0')
        return false;
    entry->interrupt = interrupt != 0;
    entry->pc_known = strcmp(epc, "?") != 0;
    return !entry->pc_known || sscanf(epc, "%" SCNx64, &entry->pc) == 1;
}

static bool equal(const struct entry *a, const struct entry *b)
{
    if (a->trap != b->trap || (a->pc_known && b->pc_known && a->pc != b->pc))
        return false;
    return !a->trap || (a->cause == b->cause && a->interrupt == b->interrupt && a->tval == b->tval);
}

/* Index after the next iteration of the loop that ends with the instruction before at, if reported
 * follows it; else list->count. */
static size_t skip_iterations(const struct list *list, size_t at, const struct entry *reported)
{
    for (size_t i = at; at > 0 && i + 1 < list->count; i++) {
        if (list->entry[i].trap || !list->entry[i].plain)
            break;
        if (equal(&list->entry[i], &list->entry[at - 1]) && equal(&list->entry[i + 1], reported))
            return i + 1;
    }
    return list->count;
}

/* Reads a listing as entries. Returns 0, or 2 if it cannot be read. */
static int read_listing(struct list *listing, const char *path)
{
    char line[256];
    int result = 0;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        perror(path);
        return 2;
    }
    while (result == 0 && fgets(line, sizeof line, file) != NULL) {
        struct entry reported;
        if (parse(line, &reported)) {
            list_append(listing, &reported);
            continue;
        }
        (void)fprintf(stderr, "expect: %s: line %zu: not a listing: %s", path, listing->count + 1,
                      line);
        result = 2;
    }
    if (result == 0 && ferror(file))
        result = 2;
    (void)fclose(file);
    return result;
}

/* How far list and listing are equal: index of the next entry, and of the next line. */
struct place {
    size_t at, line, skipped;
};

/* Advances place while the lines equal the list; true at a gap or at the end. */
static bool follow(const struct list *list, const struct list *listing, struct place *place)
{
    for (; place->line < listing->count && !listing->entry[place->line].gap; place->line++) {
        const struct entry *reported = &listing->entry[place->line];
        while (place->at < list->count && list->entry[place->at].optional &&
               !equal(&list->entry[place->at], reported))
            place->at++;
        if (place->at == list->count || !equal(&list->entry[place->at], reported)) {
            size_t next = skip_iterations(list, place->at, reported);
            if (next == list->count)
                return false;
            place->skipped += next - place->at;
            place->at = next;
        }
        place->at++;
    }
    return true;
}

/* True if the list has no more entries that must be reported. */
static bool is_end(const struct list *list, size_t at)
{
    while (at < list->count && list->entry[at].optional)
        at++;
    return at == list->count;
}

/* Finds the lines after a gap: the first position in list with all of them, up to the next gap
 * or to the end of both. */
static bool find(const struct list *list, const struct list *listing, struct place *place)
{
    for (size_t begin = place->at; begin <= list->count; begin++) {
        struct place tried = {.at = begin, .line = place->line, .skipped = place->skipped};
        if (follow(list, listing, &tried) &&
            (tried.line < listing->count || is_end(list, tried.at))) {
            *place = tried;
            return true;
        }
    }
    return false;
}

static int differ(const struct list *list, const struct list *listing, const char *path,
                  const struct place *place)
{
    (void)printf("expect: %s: ", path);
    if (place->line < listing->count) {
        (void)printf("line %zu: ", place->line + 1);
        list_print(stdout, &listing->entry[place->line]);
    } else {
        (void)printf("ends after line %zu, %zu of %zu lines are missing\n", listing->count,
                     list->count - place->at, list->count);
    }
    (void)printf("  expected: ");
    if (place->at < list->count)
        list_print(stdout, &list->entry[place->at]);
    else
        (void)puts("nothing more");
    return 1;
}

int list_compare(const struct list *list, const char *path)
{
    struct list listing = {0};
    struct place place = {0};
    size_t gaps = 0;
    int result = read_listing(&listing, path);

    if (result == 0 && !follow(list, &listing, &place))
        result = differ(list, &listing, path, &place);
    while (result == 0 && place.line < listing.count) {
        place.line++;
        gaps++;
        if (place.line == listing.count) /* the gap is at the end */
            place.at = list->count;
        else if (!find(list, &listing, &place)) {
            (void)printf(
                "expect: %s: the lines after the gap, from line %zu on, are not in the rows\n",
                path, place.line + 1);
            result = 1;
        }
    }
    if (result == 0 && !is_end(list, place.at))
        result = differ(list, &listing, path, &place);
    if (result == 0 && listing.count == gaps && list->count > 0) {
        (void)printf("expect: %s: no line was compared\n", path);
        result = 1;
    }
    if (result == 0)
        (void)printf(
            "expect: %zu lines equal, %zu of iterations omitted, %zu gaps, %zu lines expected\n",
            listing.count - gaps, place.skipped, gaps, list->count);
    free(listing.entry);
    return result;
}

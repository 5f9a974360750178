/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a decoder must print for a run that was traced from the first row to the last, but for what
 * the filters of the configuration leave out: the executed instructions and traps, straight from
 * the rows and the program, without encoder or decoder. Prints the list, or holds a listing of "rvt
 * decode --out pc" against it.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/block.h"
#include "flow/filter.h"
#include "flow/registers.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"
#include "io/tip_file.h"

static const char HELP[] = "usage: expect CFG ELF TIP [LISTING]\n"
                           "Prints the instructions and traps that the rows of TIP tell, one a "
                           "line, or compares LISTING with them.\n"
                           "An address after a trap that the rows do not tell is printed as '?' "
                           "and not compared. Repeated passes\n"
                           "of a cycle without branches may be left out of LISTING (AMB-036), and "
                           "traps next to where filters begin\n"
                           "or end to let pass.\n"
                           "exit: 0 printed, or equal; 1 different; 2 usage or unreadable input\n";

/* An instruction, or a trap. */
struct entry {
    bool trap;
    bool optional; /* trap: not traced itself, or the last before a gap */
    bool plain;    /* neither branch nor uninferable jump */
    bool pc_known;
    uint64_t pc; /* of the instruction, or where the trap returns to */
    uint32_t cause;
    bool interrupt;
    uint64_t tval;
};

struct list {
    struct entry *entry;
    size_t count, capacity;
};

static int complain(const char *path, const struct rvt_diag *diag)
{
    char text[256];

    rvt_diag_format(diag, text, sizeof text);
    (void)fprintf(stderr, "expect: %s: %s\n", path, text);
    return 2;
}

static void append(struct list *list, const struct entry *entry)
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

static bool is_plain(enum rvt_itype itype)
{
    return itype != RVT_ITYPE_TAKEN_BRANCH && itype != RVT_ITYPE_NONTAKEN_BRANCH &&
           !rvt_itype_is_updiscon(itype, true);
}

/* The instructions of a block, sized by the program. */
static enum rvt_status add_block(struct list *list, const struct rvt_config *config,
                                 struct rvt_image *image, const struct rvt_block *block,
                                 struct rvt_diag *diag)
{
    uint64_t last = rvt_block_last(&config->params, block), instructions = 0;
    struct entry entry = {.plain = true, .pc_known = true, .pc = block->iaddr};
    enum rvt_status status = rvt_block_follow(config, image, block, &instructions, diag);

    while (status == RVT_OK && entry.pc < last) {
        struct rvt_insn insn;
        append(list, &entry);
        status = rvt_image_insn(image, entry.pc, &insn, diag);
        if (status == RVT_OK)
            entry.pc += insn.size;
    }
    entry.plain = is_plain((enum rvt_itype)block->itype);
    append(list, &entry);
    return status;
}

/* The trap of a block. */
static struct entry trap_of(const struct rvt_row *row, const struct rvt_block *block)
{
    bool interrupt = block->itype == RVT_ITYPE_INTERRUPT;
    struct entry trap = {.trap = true, .cause = row->cause, .interrupt = interrupt};

    trap.pc_known = !interrupt && block->iretire == 0;
    trap.pc = trap.pc_known ? block->iaddr : 0;
    trap.tval = interrupt ? 0 : row->tval;
    return trap;
}

/* Rows, as filters judge them. */
struct passage {
    struct rvt_filters filters;
    bool open;         /* the latest row passed */
    bool trapped;      /* the latest item is a trap that was left out */
    struct entry trap; /* in that case */
};

/* Where tracing begins and ends a trap may be told or not (ETR-ALG-027, ETR-SUP-011). */
static void turn(struct passage *passage, struct list *list, bool open)
{
    if (open && !passage->open && passage->trapped)
        append(list, &passage->trap);
    else if (!open && passage->open && list->count > 0)
        list->entry[list->count - 1].optional = list->entry[list->count - 1].trap;
    passage->open = open;
}

static enum rvt_status add_row(struct list *list, struct passage *passage,
                               const struct rvt_config *config, struct rvt_image *image,
                               const struct rvt_row *row, struct rvt_diag *diag)
{
    bool open =
        !rvt_filters_on(&passage->filters) || rvt_filters_row(&passage->filters, row).pass != 0;

    turn(passage, list, open);
    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        passage->trapped = false;
        if (block->iretire > 0 && open) {
            enum rvt_status status = add_block(list, config, image, block, diag);
            if (status != RVT_OK)
                return status;
        }
        if (block->itype != RVT_ITYPE_EXCEPTION && block->itype != RVT_ITYPE_INTERRUPT)
            continue;
        struct entry trap = trap_of(row, block);
        if (open) {
            append(list, &trap);
        } else {
            passage->trapped = true;
            passage->trap = trap;
            passage->trap.optional = true;
            passage->trap.pc_known = false;
        }
    }
    return RVT_OK;
}

static void print_entry(FILE *file, const struct entry *entry)
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

/* Index behind the next pass of the cycle that ends with the instruction before at, if told
 * follows; or list->count. */
static size_t skip_passes(const struct list *list, size_t at, const struct entry *told)
{
    for (size_t i = at; at > 0 && i + 1 < list->count; i++) {
        if (list->entry[i].trap || !list->entry[i].plain)
            break;
        if (equal(&list->entry[i], &list->entry[at - 1]) && equal(&list->entry[i + 1], told))
            return i + 1;
    }
    return list->count;
}

/* 0 if the listing tells the list, 1 if not, 2 if it cannot be read. */
static int compare(const struct list *list, const char *path)
{
    char line[256];
    size_t at = 0, number = 0, skipped = 0;
    int result = 0;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        perror(path);
        return 2;
    }
    while (result == 0 && fgets(line, sizeof line, file) != NULL) {
        struct entry told;
        number++;
        if (!parse(line, &told)) {
            (void)fprintf(stderr, "expect: %s: line %zu: not a listing: %s", path, number, line);
            result = 2;
            continue;
        }
        while (result == 0 && at < list->count && list->entry[at].optional &&
               !equal(&list->entry[at], &told))
            at++;
        if (at < list->count && equal(&list->entry[at], &told)) {
            at++;
        } else {
            size_t next = skip_passes(list, at, &told);
            if (next == list->count) {
                (void)printf("expect: %s: line %zu: %s  expected: ", path, number, line);
                if (at < list->count)
                    print_entry(stdout, &list->entry[at]);
                else
                    (void)puts("nothing more");
                result = 1;
            }
            skipped += next - at;
            at = next + 1;
        }
    }
    while (at < list->count && list->entry[at].optional)
        at++;
    if (result == 0 && ferror(file))
        result = 2;
    if (result == 0 && at < list->count) {
        (void)printf("expect: %s: ends after line %zu, %zu of %zu lines are missing; next: ", path,
                     number, list->count - at, list->count);
        print_entry(stdout, &list->entry[at]);
        result = 1;
    }
    (void)fclose(file);
    if (result == 0)
        (void)printf("expect: %zu lines equal, %zu of passes left out\n", number, skipped);
    return result;
}

static enum rvt_status read_rows(struct list *list, const struct rvt_config *config,
                                 struct rvt_image *image, const char *path, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader;
    struct rvt_row row;
    struct passage passage = {.open = true};
    struct rvt_registers registers;
    struct rvt_filter_setup setup;
    bool end = false;
    enum rvt_status status = rvt_tip_open(path, config, &reader, diag);

    if (status != RVT_OK)
        return status;
    rvt_registers_init(&registers, config);
    rvt_registers_filters(&registers, &setup);
    rvt_filters_init(&passage.filters, config);
    rvt_filters_program(&passage.filters, &setup);
    rvt_filters_restart(&passage.filters);
    while (status == RVT_OK && !end) {
        status = rvt_tip_read(reader, &row, &end, diag);
        if (status == RVT_OK && !end && row.blocks > 0)
            status = add_row(list, &passage, config, image, &row, diag);
    }
    rvt_tip_close(reader);
    return status;
}

int main(int argc, char **argv)
{
    struct rvt_config config;
    struct rvt_image *image = NULL;
    struct rvt_diag diag;
    struct list list = {0};
    int result = 0;

    if (argc != 4 && argc != 5) {
        (void)fputs(HELP, stderr);
        return 2;
    }
    rvt_diag_clear(&diag);
    if (rvt_config_load(argv[1], &config, &diag) != RVT_OK)
        return complain(argv[1], &diag);
    if (rvt_elf_open(argv[2], &config, &image, &diag) != RVT_OK)
        return complain(argv[2], &diag);
    if (read_rows(&list, &config, image, argv[3], &diag) != RVT_OK) {
        result = complain(argv[3], &diag);
    } else if (argc == 5) {
        result = compare(&list, argv[4]);
    } else {
        for (size_t i = 0; i < list.count; i++)
            print_entry(stdout, &list.entry[i]);
    }
    rvt_image_close(image);
    free(list.entry);
    return result;
}

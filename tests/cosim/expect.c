/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lists what a decoder must print for a run that was traced from the first row to the last, except
 * what the filters of the configuration block: the executed instructions and traps, directly from
 * the rows and the program, without encoder or decoder, and without the model's filters
 * (expect_filter.c has its own). It uses the model only to read files and for the sizes of
 * instructions. Prints the list, or compares a listing of "rvt decode --out pc" with it.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "ingress/block.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"
#include "io/tip/tip_file.h"

#include "expect_filter.h"
#include "expect_list.h"

static const char HELP[] = "usage: expect CFG ELF TIP [LISTING]\n"
                           "Prints the instructions and traps in the rows of TIP, one per line, or "
                           "compares LISTING with them.\n"
                           "The epc of a trap that the rows do not contain is printed as '?' and "
                           "not compared. LISTING may omit\n"
                           "iterations of a loop without branches (AMB-036), and traps where "
                           "filters begin or end to pass rows.\n"
                           "A line '# gap' of LISTING stands for any number of omitted lines.\n"
                           "exit: 0 printed, or equal; 1 different; 2 usage, unreadable input, or "
                           "no room for the output\n";

static int complain(const char *path, const struct rvt_diag *diag)
{
    char text[256];

    rvt_diag_format(diag, text, sizeof text);
    (void)fprintf(stderr, "expect: %s: %s\n", path, text);
    return 2;
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
        list_append(list, &entry);
        status = rvt_image_insn(image, entry.pc, &insn, diag);
        if (status == RVT_OK)
            entry.pc += insn.size;
    }
    entry.plain = is_plain((enum rvt_itype)block->itype);
    list_append(list, &entry);
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

/* The filters, and the state between rows. */
struct passage {
    struct expect_filter filter;
    bool open;    /* the latest row passed */
    bool trapped; /* the latest item is a trap that was blocked: trap */
    struct entry trap;
};

/* Where tracing begins and ends, a trap may be reported or not (ETR-ALG-027, ETR-SUP-011). */
static void begin_or_end(struct passage *passage, struct list *list, bool open)
{
    if (open && !passage->open && passage->trapped)
        list_append(list, &passage->trap);
    else if (!open && passage->open && list->count > 0)
        list->entry[list->count - 1].optional = list->entry[list->count - 1].trap;
    passage->open = open;
}

static enum rvt_status add_row(struct list *list, struct passage *passage,
                               const struct rvt_config *config, struct rvt_image *image,
                               const struct rvt_row *row, struct rvt_diag *diag)
{
    bool open = expect_filter_row(&passage->filter, row);

    begin_or_end(passage, list, open);
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
            list_append(list, &trap);
        } else {
            passage->trapped = true;
            passage->trap = trap;
            passage->trap.optional = true;
            passage->trap.pc_known = false;
        }
    }
    return RVT_OK;
}

static enum rvt_status read_rows(struct list *list, const struct rvt_config *config,
                                 struct rvt_image *image, const char *path, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader;
    struct rvt_row row;
    struct passage passage = {.open = true};
    bool end = false;
    enum rvt_status status = rvt_tip_open(path, config, &reader, diag);

    if (status != RVT_OK)
        return status;
    if (!expect_filter_init(&passage.filter, config))
        status = rvt_diag_set(diag, RVT_ERR_PARAMETER, "filter_gran", 0, "AMB-130",
                              "only filters with the granularity of a cycle are supported");
    while (status == RVT_OK && !end) {
        status = rvt_tip_read(reader, &row, &end, diag);
        if (status == RVT_OK && !end && row.blocks > 0)
            status = add_row(list, &passage, config, image, &row, diag);
        else if (status == RVT_OK && row.reset)
            (void)expect_filter_row(&passage.filter, &row);
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
        result = list_compare(&list, argv[4]);
    } else {
        for (size_t i = 0; i < list.count; i++)
            list_print(stdout, &list.entry[i]);
        if (fflush(stdout) != 0) {
            perror("expect: stdout");
            result = 2;
        }
    }
    rvt_image_close(image);
    free(list.entry);
    return result;
}

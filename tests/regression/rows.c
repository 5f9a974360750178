/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Rows of random programs, many with a random fault: the checks of the interface, the check against
 * the program, and the items that the rows hold.
 */
#include "any_config.h"
#include "regression.h"
#include "spoiled_row.h"

#include "ingress/block.h"
#include "ingress/draft_ingress.h"
#include "ingress/item.h"
#include "ingress/plain_row.h"
#include "ingress/row_checker.h"
#include "random/random_data.h"
#include "tests/property/draft_config.h"

enum { GROUPS = 300, INSTRUCTIONS = 400, TEXT = 1000 };

static void note_items(struct regression *regression, struct rvt_random *random,
                       const struct rvt_config *config, const struct rvt_row *row)
{
    struct rvt_item item[RVT_ITEMS_PER_ROW];
    uint64_t elapsed = any_value(random, 40);
    unsigned count = rvt_items_from_row(config, row, elapsed, rvt_random_below(random, 16), item);

    for (const struct rvt_item *i = item; i < item + count; i++) {
        regression_note(regression, "item %d %u %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64,
                        (int)i->kind, i->block, i->iaddr, i->after, i->time, i->context);
        regression_note(regression,
                        "%" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu32 " %" PRIx32
                        " %u %u %u %d%d%d%d %u %d",
                        i->tval, i->cycle, i->elapsed, i->halfwords, i->cause, i->itype, i->priv,
                        i->ctype, i->branch, i->taken, i->sijump, i->notify, i->ntkn, i->own_row);
    }
}

static void note_accesses(struct regression *regression, const struct rvt_config *config,
                          const struct rvt_row *row)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_accesses_check(config, row, &diag);
    regression_diag(regression, "accesses", status, &diag);
    for (unsigned i = 0; status == RVT_OK && i < row->accesses; i++) {
        const struct rvt_access *access = &row->access[i];
        regression_note(regression, "request %d", rvt_access_is_request(config, access));
        if (access->dretire)
            regression_note(regression, "iaddr %" PRIx64, rvt_access_iaddr(config, row, access));
    }
}

/* The checks of the interface; true if row has passed them. */
static bool note_checks(struct regression *regression, const struct rvt_config *config,
                        const struct rvt_row *row)
{
    struct rvt_plain_row plain = rvt_plain_row_of(config);
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_profile_row_check(config, row, &diag);
    regression_diag(regression, "row", status, &diag);
    regression_note(regression, "plain %d", rvt_plain_row_accepts(&plain, row));
    for (unsigned i = 0; status == RVT_OK && i < row->blocks; i++)
        if (row->block[i].iretire > 0)
            regression_note(regression, "last %" PRIx64,
                            rvt_block_last(&config->params, &row->block[i]));
    return status == RVT_OK;
}

static void note_end(struct regression *regression, const char *what, const struct rvt_row_end *end)
{
    regression_note(regression, "%s %d %u %u %d%d%d %" PRIx64 " %" PRIx64, what, (int)end->kind,
                    end->itype, end->priv, end->has_insn, end->leads_on, end->may_repeat, end->pc,
                    end->next);
    if (end->has_insn)
        regression_note(regression, "insn %d %d %u", (int)end->insn.kind, (int)end->insn.jump_class,
                        end->insn.size);
}

/* The check against the program. */
static void note_row(struct regression *regression, struct rvt_row_checker *checker,
                     const struct rvt_row *row)
{
    char out[TEXT];
    struct rvt_text text;
    struct rvt_row_break found;
    uint64_t instructions = 0;
    enum rvt_status status = rvt_row_checker_row(checker, row, &instructions, &found);

    regression_note(regression,
                    "program %s %" PRIu64 ": %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                    " %d%d%d",
                    rvt_status_text(status), instructions, checker->blocks, checker->known,
                    checker->agreed, checker->breaks, rvt_row_checker_doubts_program(checker),
                    rvt_row_checker_is_early(checker), rvt_row_checker_lacks_program(checker));
    note_end(regression, "precedes", &checker->before);
    if (status == RVT_OK)
        return;
    regression_diag(regression, "break", status, &found.diag);
    regression_note(regression, "block %u", found.block);
    note_end(regression, "before", &found.before);
    note_end(regression, "end", &found.end);
    rvt_text_init(&text, out, sizeof(out));
    rvt_row_checker_print(checker, row, &found, &text);
    for (char *line = strtok(out, "\n"); line != NULL; line = strtok(NULL, "\n"))
        regression_note(regression, "%s", line);
}

/* Each block and each instruction class by itself. */
static void note_blocks(struct regression *regression, const struct run *run,
                        const struct rvt_row *row)
{
    struct rvt_insn insn;
    struct rvt_diag diag;
    uint64_t count;

    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        if (block->iretire == 0)
            continue;
        rvt_diag_clear(&diag);
        count = 0;
        enum rvt_status status = rvt_block_follow(&run->config, run->image, block, &count, &diag);
        regression_diag(regression, "follow", status, &diag);
        regression_note(regression, "instructions %" PRIu64, count);
        if (rvt_image_insn(run->image, rvt_block_last(&run->config.params, block), &insn, NULL) !=
            RVT_OK)
            continue;
        regression_note(regression, "draft %d %u %u %u", (int)rvt_draft_jump_class(&insn),
                        rvt_draft_itype(&insn, true, false), rvt_draft_itype(&insn, false, true),
                        rvt_insn_itype(&insn, true, 3));
    }
}

static void configure(struct rvt_random *random, unsigned group, struct rvt_config *config)
{
    do {
        if (group % 3 == 0)
            draft_config(random, config);
        else if (group % 3 == 1)
            random_config(random, config);
        else
            any_config(random, config);
        if (rvt_is_draft(config) && rvt_random_chance(random, 60))
            config->params.ntkn_width_p = pick(random, 1, 8);
        if (rvt_random_chance(random, 50))
            (void)any_data_trace(random, config);
    } while (config->params.iaddress_width_p < 20 || rvt_config_check(config, NULL) != RVT_OK ||
             (rvt_counts_halfwords(&config->params) && config->params.iretire_width_p < 2));
}

static void take(struct regression *regression, struct rvt_random *random, const struct run *run,
                 struct rvt_row_checker *checker, const struct rvt_row *row)
{
    if (!note_checks(regression, &run->config, row))
        return;
    if (run->config.options.data_trace)
        note_accesses(regression, &run->config, row);
    note_items(regression, random, &run->config, row);
    note_row(regression, checker, row);
}

/* Exceptions that look like an ecall, from any privilege; often nothing precedes them, which would
 * contradict the privilege. */
static void spoil_trap(struct rvt_random *random, struct rvt_row_checker *checker,
                       struct rvt_row *row)
{
    if (row->blocks == 0 || row->block[row->blocks - 1].itype != RVT_ITYPE_EXCEPTION)
        return;
    if (rvt_random_chance(random, 50))
        row->cause = 8 + rvt_random_below(random, 4);
    if (rvt_random_chance(random, 60))
        rvt_row_checker_restart(checker);
    if (rvt_random_chance(random, 60))
        row->priv = (uint8_t)rvt_random_below(random, 8);
    if (rvt_random_chance(random, 10))
        row->block[row->blocks - 1].itype = RVT_ITYPE_INTERRUPT;
}

static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;
    struct rvt_row_checker checker;
    struct rvt_random_data data;
    struct run run;

    regression_begin(regression);
    rvt_random_seed(&random, 850000 + regression->group);
    configure(&random, regression->group, &config);
    struct rvt_random_options options = random_options(&random, regression->group, INSTRUCTIONS);
    cr_assert(run_init(&run, &config, &options));
    rvt_row_checker_init(&checker, &run.config, run.image);
    if (config.options.data_trace)
        rvt_random_data_init(&data, &run.config, regression->group, pick(&random, 1, 4), 60);
    for (size_t i = 0; i < run.rows; i++) {
        struct rvt_access access[RVT_ACCESSES_MAX];
        struct rvt_row row = run.row[i];
        if (config.options.data_trace)
            rvt_random_data_row(&data, &row);
        row.lost = rvt_random_below(&random, 100) == 0;
        if (rvt_random_chance(&random, 20))
            spoil_row(&random, &row, access);
        else if (regression->group % 4 != 0)
            spoil_trap(&random, &checker, &row);
        take(regression, &random, &run, &checker, &row);
        if (rvt_random_chance(&random, 10))
            note_blocks(regression, &run, &row);
        if (rvt_random_below(&random, 200) == 0)
            rvt_row_checker_restart(&checker);
    }
    run_fini(&run);
    regression_end(regression);
}

Test(regression, rows_are_judged_as_before)
{
    struct regression regression;

    regression_open(&regression, "rows");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}

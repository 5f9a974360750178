/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip/tip_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "cores/row_steps.h"
#include "cores/step_comparison.h"
#include "ingress/row_checker.h"
#include "io/tip/tip_file.h"
#include "tools/progress.h"

enum { GAPS_PRINTED = 10 };
enum { EVIDENCE_BYTES = 512 };

/* A row that the program cannot retire. */
struct broken_row {
    struct rvt_diag diag;
    char evidence[EVIDENCE_BYTES]; /* more lines, each after a newline */
};

struct check {
    const struct rvt_tip_check *options;
    struct rvt_tip_reader *reader;
    struct rvt_core_steps log;
    struct rvt_row_checker checker;
    struct rvt_row_steps rows;
    struct rvt_step_comparison comparison;
    struct rvt_diag fault;    /* of a file that cannot be read */
    const char *fault_path;   /* null: none */
    uint64_t read;            /* rows, broken ones included */
    uint64_t instructions;    /* that the rows retire in the program */
    uint64_t findings;        /* printed ones */
    bool no_program, compare; /* the line about the program was printed; the log is compared */
    bool rows_end;
    /* Early ones, which wait until it is clear whether this is the program. */
    struct broken_row early[RVT_ROW_CHECKER_EARLY];
    unsigned early_count;
};

static bool is_full(const struct check *check)
{
    return check->options->limit > 0 && check->findings >= check->options->limit;
}

/* --- findings ------------------------------------------------------------------------------- */

/* A finding, if the limit allows it; evidence: more lines, each after a newline. */
static void find(struct check *check, const struct rvt_diag *diag, const char *evidence)
{
    if (is_full(check))
        return;
    check->findings++;
    rvt_complain(check->options->tip_path, diag);
    if (*evidence)
        (void)fprintf(stderr, "%s\n", evidence + 1);
}

static void find_text(struct check *check, const char *clause, const char *text)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    (void)rvt_diag_set(&diag, RVT_ERR_INGRESS, NULL, 0, clause, "%s", text);
    find(check, &diag, "");
}

static void find_program(struct check *check, const char *text)
{
    if (!check->no_program)
        find_text(check, "ETR-DEC-002", text);
    check->no_program = true;
}

static void find_early(struct check *check)
{
    for (unsigned i = 0; i < check->early_count; i++)
        find(check, &check->early[i].diag, check->early[i].evidence);
    check->early_count = 0;
}

static void describe(const struct check *check, const struct rvt_row *row,
                     const struct rvt_row_break *found, struct broken_row *broken)
{
    const struct rvt_diag *what = &found->diag;
    struct rvt_text text;

    rvt_diag_clear(&broken->diag);
    (void)rvt_diag_set(&broken->diag, what->status, what->field, what->value, what->clause,
                       "cycle %" PRIu64 ": %s", row->cycle, what->text);
    rvt_diag_at(&broken->diag, "row", check->read);
    rvt_text_init(&text, broken->evidence, sizeof broken->evidence);
    rvt_row_checker_print(&check->checker, row, found, &text);
}

/* The program cannot retire row. */
static void find_row(struct check *check, const struct rvt_row *row,
                     const struct rvt_row_break *found)
{
    struct broken_row broken;

    if (rvt_row_checker_doubts_program(&check->checker)) {
        find_program(check,
                     "the program does not hold what the rows retire; is this the right ELF?");
        check->early_count = 0;
        return;
    }
    describe(check, row, found, &broken);
    if (rvt_row_checker_is_early(&check->checker)) {
        check->early[check->early_count++] = broken;
        return;
    }
    find_early(check);
    find(check, &broken.diag, broken.evidence);
}

/* A difference from the log, or a gap. */
static void take_difference(void *context, const struct rvt_step_difference *difference)
{
    struct check *check = context;
    struct rvt_diag diag;

    rvt_step_difference_diag(difference, &diag);
    if (difference->kind != RVT_STEP_DIFFERENCE_GAP)
        find(check, &diag, "");
    else if (check->comparison.gaps <= GAPS_PRINTED && !is_full(check))
        rvt_complain(check->options->tip_path, &diag);
}

/* --- rows ----------------------------------------------------------------------------------- */

static enum rvt_status take_shown(void *context, const struct rvt_hart_step *step)
{
    struct check *check = context;

    return rvt_step_comparison_show(&check->comparison, step);
}

static enum rvt_status take_logged(void *context, const struct rvt_checked_step *checked,
                                   struct rvt_diag *diag)
{
    struct check *check = context;
    struct rvt_hart_step step = rvt_hart_step_of(check->options->config, checked);
    enum rvt_status status = rvt_step_comparison_log(&check->comparison, &step);

    if (status == RVT_OK && checked->lost) {
        step = rvt_hart_step_gap(RVT_HART_GAP_LOG, checked->step.line, checked->step.cycle);
        status = rvt_step_comparison_log(&check->comparison, &step);
    }
    return status == RVT_OK ? RVT_OK : rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
}

/* The row breaks a rule of its interface: it is a finding, and shows nothing. */
static enum rvt_status take_broken(struct check *check, struct rvt_diag *diag)
{
    struct rvt_hart_step gap = rvt_hart_step_gap(RVT_HART_GAP_ROW, check->read, 0);

    diag->unit = "row";
    diag->position = check->read;
    find(check, diag, "");
    rvt_row_checker_restart(&check->checker);
    return check->compare ? rvt_step_comparison_show(&check->comparison, &gap) : RVT_OK;
}

static enum rvt_status take_row(struct check *check, const struct rvt_row *row)
{
    struct rvt_row_break found;

    if (rvt_row_checker_row(&check->checker, row, &check->instructions, &found) != RVT_OK)
        find_row(check, row, &found);
    return check->compare ? rvt_row_steps_put(&check->rows, row, check->read) : RVT_OK;
}

static void fail(struct check *check, const char *path, const struct rvt_diag *diag)
{
    check->fault = *diag;
    check->fault_path = path;
}

/* Reads a row and checks it. */
static void next_row(struct check *check)
{
    struct rvt_row row = {0};
    struct rvt_diag diag;
    enum rvt_status status = RVT_OK;

    rvt_diag_clear(&diag);
    status = rvt_tip_read(check->reader, &row, &check->rows_end, &diag);
    check->read += !check->rows_end;
    if (status == RVT_OK && !check->rows_end)
        status = take_row(check, &row);
    else if (status == RVT_ERR_INGRESS)
        status = take_broken(check, &diag);
    if (status != RVT_OK) {
        (void)rvt_diag_set(&diag, status, NULL, 0, NULL, "out of memory");
        fail(check, check->options->tip_path, &diag);
    }
    if (check->rows_end)
        rvt_step_comparison_end(&check->comparison.shown);
}

/* --- the log -------------------------------------------------------------------------------- */

static void next_line(struct check *check)
{
    const struct rvt_checked_step *cut = NULL;
    struct rvt_diag diag;
    bool end = false;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_core_steps_next(&check->log, &end, &cut, &diag);
    if (status == RVT_OK && cut)
        status = take_logged(check, cut, &diag);
    if (status != RVT_OK)
        fail(check, check->options->log->path, &diag);
    if (end)
        rvt_step_comparison_end(&check->comparison.logged);
}

/* Goes on by a row or a line of the log; false: nothing is left. */
static bool step(struct check *check)
{
    struct rvt_step_comparison *comparison = &check->comparison;
    bool waits = check->compare && !comparison->done;

    if (!check->rows_end && (!waits || rvt_step_comparison_wants(comparison, &comparison->shown))) {
        next_row(check);
    } else if (waits && rvt_row_checker_doubts_program(&check->checker)) {
        check->compare = false;
    } else if (waits && rvt_step_comparison_wants(comparison, &comparison->logged)) {
        next_line(check);
    } else if (waits) {
        find_early(check);
        rvt_step_comparison_run(comparison);
    } else {
        return false;
    }
    return true;
}

/* --- the result ----------------------------------------------------------------------------- */

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* "2 instructions, 1 trap" */
static void print_count(const struct rvt_step_count *count)
{
    (void)printf("%" PRIu64 " instruction%s, %" PRIu64 " trap%s", count->instructions,
                 plural(count->instructions), count->traps, plural(count->traps));
}

static void conclude(struct check *check)
{
    const struct rvt_step_comparison *comparison = &check->comparison;

    find_early(check);
    if (rvt_row_checker_lacks_program(&check->checker))
        find_program(check, "the program has none of the blocks; is this the right ELF?");
    else if (check->instructions == 0)
        find_text(check, NULL, "nothing was checked: no row retires an instruction");
    if (check->compare && comparison->equal.instructions == 0)
        find_text(check, NULL, "no instruction was compared with the log");
}

static enum rvt_exit print_result(const struct check *check)
{
    const struct rvt_step_comparison *comparison = &check->comparison;
    const char *name = rvt_input_name(check->options->tip_path);

    (void)printf("program: %" PRIu64 " row%s, %" PRIu64 " instruction%s\n", check->read,
                 plural(check->read), check->instructions, plural(check->instructions));
    if (check->compare) {
        (void)printf("log: ");
        print_count(&comparison->equal);
        (void)printf(" equal; %" PRIu64 " gap%s, ", comparison->gaps, plural(comparison->gaps));
        print_count(&comparison->skipped);
        (void)printf(" not compared\n");
    }
    if (fflush(stdout) != 0)
        return RVT_EXIT_UNUSABLE;
    if (check->findings == 0)
        return RVT_EXIT_GOOD;
    (void)fprintf(stderr, "rvt: %s: %" PRIu64 " finding%s%s\n", name, check->findings,
                  plural(check->findings), is_full(check) ? "; stopped there" : "");
    return RVT_EXIT_FINDINGS;
}

/* How far reading is in both files together. */
static uint64_t place(const struct check *check)
{
    return rvt_tip_place(check->reader) +
           (check->options->log ? rvt_core_steps_place(&check->log) : 0);
}

static void check_rows(struct check *check)
{
    struct rvt_progress progress;

    rvt_progress_start(&progress, check->options->log ? "rows and lines" : "rows");
    rvt_progress_of(&progress, check->options->tip_path);
    if (check->options->log)
        rvt_progress_of(&progress, check->options->log->path);
    while (!check->fault_path && !is_full(check) && step(check))
        rvt_progress_to(&progress, check->read + check->log.log.lines, place(check));
    rvt_progress_clear();
}

static void open_all(struct check *check)
{
    const struct rvt_tip_check *options = check->options;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_row_checker_init(&check->checker, options->config, options->image);
    rvt_row_steps_init(&check->rows, options->config, options->image, take_shown, check);
    rvt_step_comparison_init(&check->comparison, take_difference, check);
    if (rvt_tip_open(options->tip_path, options->config, &check->reader, &diag) != RVT_OK)
        fail(check, options->tip_path, &diag);
    else if (options->log &&
             rvt_core_steps_open(options->log, take_logged, check, &check->log, &diag) != RVT_OK)
        fail(check, options->log->path, &diag);
}

enum rvt_exit rvt_tip_check_run(const struct rvt_tip_check *options)
{
    struct check check = {.options = options, .compare = options->log != NULL};
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;

    open_all(&check);
    check_rows(&check);
    if (check.fault_path) {
        rvt_complain(check.fault_path, &check.fault);
    } else {
        conclude(&check);
        verdict = print_result(&check);
    }
    rvt_core_steps_close(&check.log);
    rvt_tip_close(check.reader);
    rvt_step_comparison_fini(&check.comparison);
    return verdict;
}

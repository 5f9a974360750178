/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/step_difference.h"

#include <inttypes.h>
#include <stddef.h>

#include "base/text.h"

static const char *const RULE[] = {
    [RVT_STEP_DIFFERENCE_MISSING] = "RowMissing",  [RVT_STEP_DIFFERENCE_EXTRA] = "RowExtra",
    [RVT_STEP_DIFFERENCE_TWICE] = "RowTwice",      [RVT_STEP_DIFFERENCE_ORDER] = "RowOrder",
    [RVT_STEP_DIFFERENCE_OTHER] = "RowOther",      [RVT_STEP_DIFFERENCE_TRAP] = "RowTrap",
    [RVT_STEP_DIFFERENCE_SIZE] = "RowSize",        [RVT_STEP_DIFFERENCE_PRIVILEGE] = "RowPrivilege",
    [RVT_STEP_DIFFERENCE_DISAGREE] = "RowDisagree"};

/* What is said of the steps that differ, after their number. */
static const char *const WHAT[] = {
    [RVT_STEP_DIFFERENCE_MISSING] = " missing",
    [RVT_STEP_DIFFERENCE_EXTRA] = " too many",
    [RVT_STEP_DIFFERENCE_TWICE] = " twice",
    [RVT_STEP_DIFFERENCE_ORDER] = " in another order",
    [RVT_STEP_DIFFERENCE_OTHER] = " in place of ",
    [RVT_STEP_DIFFERENCE_DISAGREE] = "rows and log do not agree again",
};

static const char *const GAP[] = {
    [RVT_HART_GAP_LOG] = "the log lacks instructions",
    [RVT_HART_GAP_LOST] = "the row is lost",
    [RVT_HART_GAP_HALTED] = "the hart is halted or in reset",
    [RVT_HART_GAP_CODE] = "the program lacks instructions of the block",
    [RVT_HART_GAP_ROW] = "the row breaks a rule of its interface",
};

static void print_count(const struct rvt_step_count *count, struct rvt_text *text)
{
    if (count->instructions > 0)
        rvt_text_add(text, "%" PRIu64 " instruction%s", count->instructions,
                     count->instructions == 1 ? "" : "s");
    if (count->traps > 0)
        rvt_text_add(text, "%s%" PRIu64 " trap%s", count->instructions > 0 ? " and " : "",
                     count->traps, count->traps == 1 ? "" : "s");
}

/* "0x80000010", "exception 2 at 0x80000010" or "interrupt 7" */
static void print_step(const struct rvt_hart_step *step, struct rvt_text *text)
{
    if (rvt_hart_step_is_trap(step))
        rvt_text_add(text, "%s %" PRIu32 "%s",
                     step->kind == RVT_STEP_INTERRUPT ? "interrupt" : "exception", step->cause,
                     step->pc_known ? " at " : "");
    if (step->pc_known)
        rvt_text_add(text, "0x%" PRIx64, step->pc);
}

struct field {
    const char *name;
    uint64_t shown, logged;
};

/* The first field of a trap that differs; that of the kind is itype. */
static struct field trap_field(const struct rvt_hart_step *shown,
                               const struct rvt_hart_step *logged)
{
    if (shown->kind != logged->kind)
        return (struct field){
            "itype", shown->kind == RVT_STEP_INTERRUPT ? RVT_ITYPE_INTERRUPT : RVT_ITYPE_EXCEPTION,
            logged->kind == RVT_STEP_INTERRUPT ? RVT_ITYPE_INTERRUPT : RVT_ITYPE_EXCEPTION};
    if (shown->cause != logged->cause)
        return (struct field){"cause", shown->cause, logged->cause};
    if (shown->pc_known && logged->pc_known && shown->pc != logged->pc)
        return (struct field){"EPC", shown->pc, logged->pc};
    return (struct field){"tval", shown->tval, logged->tval};
}

static struct field field_of(const struct rvt_step_difference *difference)
{
    const struct rvt_hart_step *shown = difference->shown;
    const struct rvt_hart_step *logged = difference->logged;

    if (difference->kind == RVT_STEP_DIFFERENCE_TRAP)
        return trap_field(shown, logged);
    if (difference->kind == RVT_STEP_DIFFERENCE_SIZE)
        return (struct field){"ilastsize", shown->size / 4u, logged->size / 4u};
    if (difference->kind == RVT_STEP_DIFFERENCE_PRIVILEGE)
        return (struct field){"priv", shown->privilege, logged->privilege};
    return (struct field){NULL, 0, 0};
}

static void print_steps(const struct rvt_step_difference *difference, struct rvt_text *text)
{
    bool in_rows = difference->kind != RVT_STEP_DIFFERENCE_MISSING;

    if (difference->kind != RVT_STEP_DIFFERENCE_DISAGREE)
        print_count(in_rows ? &difference->shown_count : &difference->logged_count, text);
    rvt_text_add(text, "%s", WHAT[difference->kind]);
    if (difference->kind == RVT_STEP_DIFFERENCE_OTHER)
        print_count(&difference->logged_count, text);
    rvt_text_add(text, ": ");
    if (difference->shown)
        print_step(difference->shown, text);
    if (difference->shown && difference->logged)
        rvt_text_add(text, ", but ");
    if (difference->logged) {
        print_step(difference->logged, text);
        rvt_text_add(text, " in line %" PRIu64 " of the log", difference->logged->place);
    }
}

/* A field of one step. */
static void print_field(const struct rvt_step_difference *difference, const struct field *field,
                        struct rvt_text *text)
{
    bool trap = rvt_hart_step_is_trap(difference->shown);

    rvt_text_add(text, "%s differs: ", trap ? "trap" : "instruction");
    print_step(difference->shown, text);
    rvt_text_add(text, " has %s 0x%" PRIx64 ", but 0x%" PRIx64 " in line %" PRIu64 " of the log",
                 field->name, field->shown, field->logged, difference->logged->place);
}

static void print_gap(const struct rvt_step_difference *difference, struct rvt_text *text)
{
    const struct rvt_hart_step *gap = difference->shown ? difference->shown : difference->logged;

    rvt_text_add(text, "gap: %s", GAP[gap->gap]);
    if (!difference->shown)
        rvt_text_add(text, " after line %" PRIu64, gap->place);
}

void rvt_step_difference_diag(const struct rvt_step_difference *difference, struct rvt_diag *diag)
{
    bool gap = difference->kind == RVT_STEP_DIFFERENCE_GAP;
    struct field field = field_of(difference);
    char line[sizeof diag->text];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    if (difference->row)
        rvt_text_add(&text, "cycle %" PRIu64 ": ", difference->row->cycle);
    else
        rvt_text_add(&text, "after the last row: ");
    if (gap)
        print_gap(difference, &text);
    else if (field.name)
        print_field(difference, &field, &text);
    else
        print_steps(difference, &text);
    rvt_diag_clear(diag);
    (void)rvt_diag_set(diag, RVT_ERR_INGRESS, field.name, field.shown,
                       gap ? NULL : RULE[difference->kind], "%s", line);
    if (difference->row)
        rvt_diag_at(diag, "row", difference->row->place);
}

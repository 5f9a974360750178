/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Steps that follow from each other, steps that do not, and values that other steps show.
 * Shows: ETR-ING-004, ETR-ING-016, ETR-MODE-060 */
#include <string.h>

#include "base/config_check.h"
#include "base/text.h"
#include "cores/continuity.h"
#include "tests/unit/checks.h"
#include "tests/unit/cores/programs.h"

#define AT(address) .pc = (address), .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE, .privilege = 3
#define INSN(address, word)                                                                        \
    .pc = (address), .insn = (word), .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_INSN,    \
    .privilege = 3
#define TRAP(address, trap)                                                                        \
    .pc = (address), .kind = (trap), .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_CAUSE,   \
    .privilege = 3, .cause = 2
enum { BEQ_8 = 0x00000463, MRET = 0x30200073, NOP = 0x13, ECALL = 0x73, EBREAK = 0x100073 };
enum { STEPS = 6 };

struct run {
    struct rvt_config config;
    struct rvt_step_defaults defaults;
    char text[1024];
    struct rvt_text out;
    struct rvt_diag diag;
    enum rvt_status status;
    bool cut;
};

/* "pc privilege cause marks; ": marks are t (taken), p (pair), l (lost). */
static enum rvt_status put(void *context, const struct rvt_checked_step *step,
                           struct rvt_diag *diag)
{
    struct run *run = context;

    (void)diag;
    rvt_text_add(&run->out, "%llx %u %u%s%s%s; ", (unsigned long long)step->step.pc,
                 (unsigned)step->step.privilege, (unsigned)step->step.cause,
                 step->taken ? " t" : "", step->pair ? " p" : "", step->lost ? " l" : "");
    return RVT_OK;
}

static void start(struct run *run)
{
    *run = (struct run){.status = RVT_OK};
    rvt_config_defaults(&run->config, RVT_PROFILE_V2_0_4);
    run->config.params.iaddress_width_p = 64;
}

/* Puts steps, of which a pc of 0 without members ends the list. Lines count from 1. */
static void put_steps(struct run *run, const struct rvt_step *steps)
{
    struct rvt_image *image = program_open(64);
    struct rvt_continuity *continuity = NULL;

    rvt_text_init(&run->out, run->text, sizeof(run->text));
    rvt_diag_clear(&run->diag);
    cr_assert(rvt_continuity_open(&run->config, image, &run->defaults, put, run, &continuity) ==
              RVT_OK);
    for (unsigned i = 0; i < STEPS && run->status == RVT_OK; i++) {
        struct rvt_step step = steps[i];
        if (!step.known && step.kind == RVT_STEP_RETIRED)
            break;
        step.line = i + 1;
        run->status = rvt_continuity_put(continuity, &step, &run->diag);
    }
    if (run->status == RVT_OK)
        run->status = rvt_continuity_end(continuity, &run->cut, &run->diag);
    rvt_continuity_close(continuity);
    rvt_image_close(image);
}

static void expect(struct run *run, const struct rvt_step *steps, const char *out)
{
    put_steps(run, steps);
    cr_expect(eq(int, (int)run->status, RVT_OK), "%s: %s", out, run->diag.text);
    cr_expect_str_eq(run->text, out, "%s instead of %s", run->text, out);
}

static void refuse(struct run *run, const struct rvt_step *steps, uint64_t line, const char *rule)
{
    put_steps(run, steps);
    cr_expect(ne(int, (int)run->status, RVT_OK), "%s: %s", rule, run->text);
    cr_expect(eq(u64, run->diag.position, line), "%s: %s", rule, run->diag.text);
    cr_expect_str_eq(run->diag.clause ? run->diag.clause : "none", rule, "%s", run->diag.text);
}

#define EXPECT(out, ...)                                                                           \
    do {                                                                                           \
        struct run fresh;                                                                          \
        start(&fresh);                                                                             \
        expect(&fresh, (const struct rvt_step[STEPS]){__VA_ARGS__}, out);                          \
    } while (false)
#define REFUSE(line, rule, ...)                                                                    \
    do {                                                                                           \
        struct run fresh;                                                                          \
        start(&fresh);                                                                             \
        refuse(&fresh, (const struct rvt_step[STEPS]){__VA_ARGS__}, line, rule);                   \
    } while (false)

Test(continuity, follows_instructions_of_the_program)
{
    EXPECT("1000 3 0; 1004 3 0; 1006 3 0 t; 100e 3 0; 1016 3 0; ", {AT(0x1000)}, {AT(0x1004)},
           {AT(0x1006)}, {AT(0x100e)}, {AT(0x1016)});
    EXPECT("1006 3 0; 100a 3 0; ", {AT(0x1006)}, {AT(0x100a)});
    EXPECT("1016 3 0; 1020 3 0; 1024 3 0 p; 1028 3 0; ", {AT(0x1016)}, {AT(0x1020)}, {AT(0x1024)},
           {AT(0x1028)});
    EXPECT("1018 3 0; 1000 3 0; ", {AT(0x1018)}, {AT(0x1000)});
}

Test(continuity, refuses_addresses)
{
    REFUSE(2, "ETR-ING-004", {AT(0x1000)}, {AT(0x1006)});
    REFUSE(2, "ETR-ING-004", {AT(0x1006)}, {AT(0x100c)});
    REFUSE(2, "ETR-ING-004", {AT(0x100e)}, {AT(0x1012)});
    REFUSE(2, "ETR-ING-004", {AT(0x1000)}, {TRAP(0x1000, RVT_STEP_EXCEPTION)});
    REFUSE(2, "ETR-ING-004", {AT(0x1000)}, {TRAP(0x1008, RVT_STEP_INTERRUPT)});
    REFUSE(3, "ETR-MODE-060", {AT(0x1020)}, {AT(0x1024)}, {AT(0x1000)});
    REFUSE(1, "ETR-ING-016", {AT(0x102c)});
    REFUSE(1, "ETR-ING-016", {INSN(0x2000, EBREAK)});
}

Test(continuity, compares_the_program)
{
    EXPECT("1000 3 0; 1004 3 0 l; 2000 3 0 l; ", {INSN(0x1000, NOP)}, {AT(0x1004)},
           {.kind = RVT_STEP_LOSS}, {INSN(0x2000, NOP)}, {.kind = RVT_STEP_LOSS});
    REFUSE(1, "LogProgram", {INSN(0x1000, BEQ_8)});
    REFUSE(2, "LogProgram", {INSN(0x1000, NOP)}, {INSN(0x1004, NOP)});
    REFUSE(1, "LogProgram", {AT(0x2000)});
}

/* The cache of classes is indexed by part of the address, and a program may change. */
Test(continuity, classifies_each_instruction_anew)
{
    EXPECT("2000 3 0; 2004 3 0; 4000 3 0 t; 4008 3 0; ", {INSN(0x2000, NOP)},
           {INSN(0x2004, 0x7fd0106f)}, {INSN(0x4000, BEQ_8)}, {INSN(0x4008, NOP)});
    REFUSE(4, "ETR-ING-004", {INSN(0x2000, BEQ_8)}, {INSN(0x2008, 0xff9ff06f)}, {INSN(0x2000, NOP)},
           {INSN(0x2008, NOP)});
}

Test(continuity, compares_next_address_and_outcome)
{
    EXPECT("1006 3 0 t; 100e 3 0; ",
           {.pc = 0x1006,
            .next = 0x100e,
            .taken = true,
            .privilege = 3,
            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_NEXT | RVT_STEP_TAKEN},
           {.pc = 0x100e,
            .next = 0x1016,
            .privilege = 3,
            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_NEXT});
    REFUSE(2, "LogNext",
           {.pc = 0x1006,
            .next = 0x100a,
            .privilege = 3,
            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_NEXT},
           {AT(0x100e)});
    REFUSE(1, "ETR-ING-004",
           {.pc = 0x1006,
            .next = 0x100c,
            .privilege = 3,
            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_NEXT});
    REFUSE(2, "LogOutcome",
           {.pc = 0x1006,
            .taken = true,
            .privilege = 3,
            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_TAKEN},
           {AT(0x100a)});
    REFUSE(
        1, "LogOutcome", {AT(0x1006)},
        {.kind = RVT_STEP_INTERRUPT, .known = RVT_STEP_CAUSE | RVT_STEP_PRIVILEGE, .privilege = 3});
}

Test(continuity, reports_a_last_branch_without_outcome)
{
    struct run run;

    start(&run);
    expect(&run, (const struct rvt_step[STEPS]){{AT(0x1004)}, {AT(0x1006)}}, "1004 3 0; ");
    cr_expect(run.cut);
    start(&run);
    expect(
        &run,
        (const struct rvt_step[STEPS]){{.pc = 0x1006,
                                        .next = 0x100e,
                                        .privilege = 3,
                                        .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_NEXT}},
        "1006 3 0 t; ");
    cr_expect(not(run.cut));
}

Test(continuity, marks_losses)
{
    EXPECT("1000 3 0; 1004 3 0 l; 1018 3 0; ", {AT(0x1000)}, {AT(0x1004)}, {.kind = RVT_STEP_LOSS},
           {AT(0x1018)});
    EXPECT("1006 3 0 l; 1000 0 0; ", {AT(0x1006)}, {.kind = RVT_STEP_LOSS},
           {.pc = 0x1000, .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE});
    /* A load before the loss makes no jump after it inferable. */
    EXPECT("1020 3 0 l; 1024 3 0; 1000 3 0; ", {AT(0x1020)}, {.kind = RVT_STEP_LOSS}, {AT(0x1024)},
           {AT(0x1000)});
}

Test(continuity, checks_the_privilege)
{
    const unsigned known = RVT_STEP_PC | RVT_STEP_PRIVILEGE;

    REFUSE(2, "LogPrivilege", {AT(0x1000)}, {.pc = 0x1004, .known = known, .privilege = 1});
    EXPECT("1018 3 0; 1000 0 0; ", {AT(0x1018)}, {.pc = 0x1000, .known = known, .privilege = 0});
    REFUSE(2, "LogPrivilege", {.pc = 0x1018, .known = known, .privilege = 1}, {AT(0x1000)});
    EXPECT("1000 0 2; 1004 3 0; ",
           {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 2, .known = known | RVT_STEP_CAUSE},
           {AT(0x1004)});
    REFUSE(2, "LogPrivilege", {TRAP(0x1000, RVT_STEP_EXCEPTION)},
           {.pc = 0x1000, .known = known, .privilege = 1});
}

Test(continuity, infers_the_privilege_of_a_trap)
{
    struct run run;
    const unsigned known = RVT_STEP_PC | RVT_STEP_CAUSE;
    const struct rvt_step after_return[STEPS] = {
        {AT(0x1018)}, {.pc = 0x4000, .kind = RVT_STEP_EXCEPTION, .cause = 12, .known = known}};
    const struct rvt_step after_trap[STEPS] = {
        {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 8, .known = known},
        {.pc = 0x4000, .kind = RVT_STEP_EXCEPTION, .cause = 12, .known = known}};

    /* After an instruction that does not return, of an ecall, of an interrupt after a trap. */
    EXPECT("1000 3 0; 1004 3 2; ", {AT(0x1000)},
           {.pc = 0x1004, .kind = RVT_STEP_EXCEPTION, .cause = 2, .known = known});
    EXPECT("1000 0 8; 4000 1 7; ",
           {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 8, .known = known},
           {.pc = 0x4000, .kind = RVT_STEP_INTERRUPT, .cause = 7, .known = known});
    EXPECT("1000 1 9; ", {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 9, .known = known});
    EXPECT("1000 3 11; ", {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 11, .known = known});
    REFUSE(1, "LogPrivilege", {.pc = 0x1000, .known = RVT_STEP_PC});
    /* From the address of the handler, or from the default. */
    start(&run);
    refuse(&run, after_return, 2, "LogPrivilege");
    start(&run);
    run.defaults = (struct rvt_step_defaults){.privilege_known = true, .privilege = 1};
    expect(&run, after_return, "1018 3 0; 4000 1 12; ");
    start(&run);
    refuse(&run, after_trap, 2, "LogPrivilege");
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.s_known = true, .s = 0x4001};
    expect(&run, after_trap, "1000 0 8; 4000 1 12; ");
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x4000};
    expect(&run, after_trap, "1000 0 8; 4000 3 12; ");
}

Test(continuity, infers_the_cause_of_a_trap)
{
    struct run run;
    const unsigned known = RVT_STEP_PC | RVT_STEP_PRIVILEGE;
    const struct rvt_step fault[STEPS] = {
        {.pc = 0x1000, .insn = NOP, .kind = RVT_STEP_EXCEPTION, .known = known | RVT_STEP_INSN}};
    const struct rvt_step interrupt[STEPS] = {
        {.pc = 0x1000, .kind = RVT_STEP_INTERRUPT, .known = known, .privilege = 3},
        {INSN(0x201c, NOP)}};

    EXPECT(
        "1000 0 8; 1000 1 9; 1000 3 11; 1000 3 3; 1000 3 3; ",
        {.pc = 0x1000, .insn = ECALL, .kind = RVT_STEP_EXCEPTION, .known = known | RVT_STEP_INSN},
        {.pc = 0x1000,
         .insn = ECALL,
         .kind = RVT_STEP_EXCEPTION,
         .known = known | RVT_STEP_INSN,
         .privilege = 1},
        {.pc = 0x1000,
         .insn = ECALL,
         .kind = RVT_STEP_EXCEPTION,
         .known = known | RVT_STEP_INSN,
         .privilege = 3},
        {.pc = 0x1000,
         .insn = EBREAK,
         .kind = RVT_STEP_EXCEPTION,
         .known = known | RVT_STEP_INSN,
         .privilege = 3},
        {.pc = 0x1000,
         .insn = 0x9002,
         .kind = RVT_STEP_EXCEPTION,
         .known = known | RVT_STEP_INSN,
         .privilege = 3});
    EXPECT("1000 5 8; 1000 6 10; ",
           {.pc = 0x1000,
            .insn = ECALL,
            .kind = RVT_STEP_EXCEPTION,
            .known = known | RVT_STEP_INSN,
            .privilege = 5},
           {.pc = 0x1000,
            .insn = ECALL,
            .kind = RVT_STEP_EXCEPTION,
            .known = known | RVT_STEP_INSN,
            .privilege = 6});
    start(&run);
    refuse(&run, fault, 1, "LogCause");
    start(&run);
    run.defaults = (struct rvt_step_defaults){.cause_known = true, .cause = 5};
    expect(&run, fault, "1000 0 5; ");
    refuse(&run, interrupt, 1, "LogCause");
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x2001};
    expect(&run, interrupt, "1000 3 7; 201c 3 0; ");
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x2000};
    refuse(&run, interrupt, 1, "LogCause");
    /* After the last vector, and between two. */
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x1f1d};
    refuse(&run, interrupt, 1, "LogCause");
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x1f21};
    expect(&run, interrupt, "1000 3 63; 201c 3 0; ");
    const struct rvt_step between[STEPS] = {
        {.pc = 0x1000, .kind = RVT_STEP_INTERRUPT, .known = known, .privilege = 3},
        {INSN(0x201e, NOP)}};
    start(&run);
    run.config.trap_vectors = (struct rvt_trap_vectors){.m_known = true, .m = 0x2001};
    refuse(&run, between, 1, "LogCause");
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Blocks of an instruction trace interface, in each dialect: instructions from the program, traps,
 * instructions without a row, and blocks that the program contradicts.
 * Shows: ETR-ING-003, ETR-ING-004, ETR-ING-005, ETR-ING-017 */
#include "tests/unit/cores/logs.h"
#include "tests/unit/cores/programs.h"

#define HEADER "itype_0,cause,tval,priv,iaddr_0,context,ctype,iretire_0,ilastsize_0\n"

static struct rvt_core_log_options iti(struct rvt_image *image, enum rvt_retirement_dialect dialect)
{
    return (struct rvt_core_log_options){
        .format = RVT_CORE_ITI, .dialect = dialect, .image = image};
}

Test(retirement_log, reads_blocks_of_the_specification)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = iti(image, RVT_RETIREMENT_SPEC);

    logs_expect(&options,
                HEADER "5,0,0,3,1000,0,0,5,1\n"
                       "11,0,0,3,100e,0,0,2,1\n"
                       "13,0,0,3,1016,0,0,1,0\n"
                       "1,13,1f,3,1000,0,0,3,0\n"
                       "2,7,0,0,ffff,0,0,0,0\n"
                       "4,0,0,3,1000,0,0,5,1\n"
                       "2,7,0,0,ffff,0,0,0,0\n"
                       "1,2,8,0,101c,0,0,0,0\n",
                "r 1000 ? 3 ? 0 @2; r 1004 ? 3 ? 0 @2; r 1006 ? 3 ? 0 n100e b1 @2; "
                "r 100e ? 3 ? 0 @3; r 1016 ? 3 ? 0 @4; r 1000 ? 3 ? 0 @5; r 1004 ? 3 ? 0 @5; "
                "e 1006 ? 3 d 1f @5; i ? ? 0 7 0 @6; r 1000 ? 3 ? 0 @7; r 1004 ? 3 ? 0 @7; "
                "r 1006 ? 3 ? 0 n100a b0 @7; i 100a ? 0 7 0 @8; e 101c ? 0 2 8 @9; ");
    rvt_image_close(image);
}

Test(retirement_log, reads_blocks_of_cva6)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = iti(image, RVT_RETIREMENT_CVA6);

    /* An inferable jump does not end a block; a trap has no row for what retired before it. */
    logs_expect(&options,
                HEADER "4,0,0,3,1000,0,0,5,1\n"
                       "6,0,0,3,100a,0,0,5,0\n"
                       "4,0,0,3,1000,0,0,5,1\n"
                       "1,13,31,3,1016,0,0,1,0\n"
                       "2,7,0,3,1018,0,0,2,1\n",
                "r 1000 ? 3 ? 0 @2; r 1004 ? 3 ? 0 @2; r 1006 ? 3 ? 0 n100a b0 @2; "
                "r 100a ? 3 ? 0 @3; r 100e ? 3 ? 0 @3; r 1016 ? 3 ? 0 @3; "
                "r 1000 ? 3 ? 0 @4; r 1004 ? 3 ? 0 @4; r 1006 ? 3 ? 0 n100a b0 @4; "
                "r 100a ? 3 ? 0 @5; r 100e ? 3 ? 0 @5; e 1016 ? 3 d 1f @5; "
                "l ? ? ? ? 0 @6; i 1018 ? 3 7 0 @6; ");
    logs_refuse(&options, HEADER "4,0,0,3,1000,0,0,5,1\n1,13,0,3,101c,0,0,2,1\n", 3, "ETR-ING-004");
    rvt_image_close(image);
}

Test(retirement_log, reads_single_instructions_of_cva6)
{
    struct rvt_image *image = program_open(32);
    const struct rvt_core_log_options options = iti(image, RVT_RETIREMENT_CVA6_SINGLE);

    logs_expect(&options,
                HEADER "0,0,0,3,1000,0,0,1,1\n0,0,0,3,1004,0,0,1,0\n5,0,0,3,1006,0,0,1,1\n"
                       "1,2,10,3,100e,0,0,1,1\n3,0,0,3,1018,0,0,1,1\n",
                "r 1000 ? 3 ? 0 @2; r 1004 ? 3 ? 0 @3; r 1006 ? 3 ? 0 n100e b1 @4; "
                "e 100e ? 3 2 a @5; r 1018 ? 3 ? 0 @6; ");
    rvt_image_close(image);
}

Test(retirement_log, refuses_blocks)
{
    static const struct {
        const char *line, *rule;
    } row[] = {
        {"0,0,0,3,1000,0,0,1,0", "ETR-ING-003"},  /* inside an instruction */
        {"0,0,0,3,1000,0,0,3,1", "ETR-ING-003"},  /* ilastsize */
        {"0,0,0,3,1000,0,0,7,1", "ETR-ING-004"},  /* a branch inside */
        {"0,0,0,3,100e,0,0,4,1", "ETR-ING-004"},  /* a jump inside */
        {"0,0,0,3,1000,0,0,5,1", "ETR-ING-005"},  /* a branch is no itype 0 */
        {"5,0,0,3,1000,0,0,3,0", "ETR-ING-005"},  /* c.nop is no branch */
        {"3,0,0,3,1016,0,0,1,0", "ETR-ING-005"},  /* c.jr is no return from a trap */
        {"10,0,0,3,1016,0,0,1,0", "ETR-ING-005"}, /* but a return from a function */
        {"4,0,0,3,1018,0,0,2,1", "ETR-ING-005"},  /* mret is no branch */
        {"9,0,0,3,100e,0,0,2,1", "ETR-ING-005"},  /* the jump is no call */
        {"7,0,0,3,1000,0,0,2,1", "ETR-ING-005"},  /* reserved */
        {"1,0,0,3,1000,0,0,5,1", "ETR-ING-005"},  /* what retired before a trap is no branch */
        {"0,0,0,3,2000,0,0,2,1", "LogProgram"},   /* no code */
        {"16,0,0,3,1000,0,0,2,1", "LogSyntax"},   {"0,0,0,8,1000,0,0,2,1", "LogSyntax"},
        {"0,0,0,3,1000,0,0,2,2", "LogSyntax"},    {"0,x,0,3,1000,0,0,2,1", "LogSyntax"},
    };
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = iti(image, RVT_RETIREMENT_SPEC);

    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        char log[256];
        (void)snprintf(log, sizeof(log), HEADER "%s\n", row[i].line);
        logs_refuse(&options, log, 2, row[i].rule);
    }
    logs_refuse(&options, "itype_0,cause,tval,priv,iaddr_0,iretire_0\n", 1, "LogColumns");
    rvt_image_close(image);
}

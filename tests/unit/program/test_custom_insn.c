/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Custom instructions: patterns, their classes, and a program that contains them.
 * Shows: ETR-ING-005, ETR-ING-014 */
#include "program/image.h"
#include "tests/unit/checks.h"

static const struct rvt_custom_insns CUSTOM = {.count = 8,
                                               .insn = {
                                                   {0xfe00007f, 0x0400000b, RVT_CUSTOM_TRAP_RETURN},
                                                   {0x0000007f, 0x0000000b, RVT_CUSTOM_CALL},
                                                   {0x0000ffff, 0x00009002, RVT_CUSTOM_SEQUENTIAL},
                                                   {0x0000e003, 0x0000a000, RVT_CUSTOM_JUMP},
                                                   {0x0000007f, 0x0000002b, RVT_CUSTOM_SWAP},
                                                   {0x0000007f, 0x0000005b, RVT_CUSTOM_RETURN},
                                                   {0x0000007f, 0x0000007b, RVT_CUSTOM_OTHER_JUMP},
                                                   {0xffffffff, 0x00000013, RVT_CUSTOM_RETURN},
                                               }};

Test(custom_insn, names_classes)
{
    cr_expect_str_eq(rvt_custom_class_name(RVT_CUSTOM_RETURN), "return");
    cr_expect_str_eq(rvt_custom_class_name(RVT_CUSTOM_OTHER_JUMP), "other_uninferable_jump");
    cr_expect(rvt_custom_class_name(RVT_CUSTOM_CLASSES) == NULL);
}

Test(custom_insn, refuses_patterns)
{
    static const struct {
        struct rvt_custom_insn insn;
        bool good;
    } cases[] = {
        {{0x7f, 0x0b, RVT_CUSTOM_JUMP}, true},       {{0x7f, 0x8b, RVT_CUSTOM_JUMP}, false},
        {{0x7d, 0x09, RVT_CUSTOM_JUMP}, false},      {{0x7e, 0x0a, RVT_CUSTOM_JUMP}, false},
        {{0xffff, 0x9002, RVT_CUSTOM_JUMP}, true},   {{0x1ffff, 0x9002, RVT_CUSTOM_JUMP}, false},
        {{UINT32_MAX, 0x0b, RVT_CUSTOM_JUMP}, true},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        cr_expect(eq(int, rvt_custom_insn_fault(&cases[i].insn) == NULL, cases[i].good), "case %zu",
                  i);
}

Test(custom_insn, classifies)
{
    static const struct {
        uint32_t word;
        enum rvt_insn_kind kind;
        enum rvt_itype itype;
        unsigned size;
    } cases[] = {
        {0x0400000b, RVT_INSN_TRAP_RETURN, RVT_ITYPE_TRAP_RETURN, 4},
        {0x0600000b, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_CALL, 4},
        {0xffff9002, RVT_INSN_SEQUENTIAL, RVT_ITYPE_NONE, 2},
        {0x0000b004, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_JUMP, 2},
        {0x0000002b, RVT_INSN_UNINFERABLE, RVT_ITYPE_COROUTINE_SWAP, 4},
        {0x1234565b, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN, 4},
        {0x0000007b, RVT_INSN_UNINFERABLE, RVT_ITYPE_OTHER_UNINFERABLE_JUMP, 4},
        {0x00000013, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN, 4},
        {0x00100013, RVT_INSN_SEQUENTIAL, RVT_ITYPE_NONE, 4},
        {0x30200073, RVT_INSN_TRAP_RETURN, RVT_ITYPE_TRAP_RETURN, 4},
    };
    const struct rvt_isa isa = {.xlen = 64, .custom = &CUSTOM};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_insn insn = rvt_insn_classify_isa(cases[i].word, 0x1000, &isa);
        cr_expect(eq(int, (int)insn.kind, (int)cases[i].kind), "case %zu", i);
        cr_expect(eq(u32, insn.size, cases[i].size), "case %zu", i);
        cr_expect(eq(int, (int)rvt_insn_itype(&insn, false, 4), (int)cases[i].itype), "case %zu",
                  i);
    }
}

/* The image copies the patterns, and takes runs apart anew. */
Test(custom_insn, ends_runs_of_a_program)
{
    static const uint8_t code[] = {0x01, 0x00, 0x5b, 0x00, 0x00, 0x00, 0x01, 0x00};
    struct rvt_custom_insns custom = CUSTOM;
    struct rvt_image *image = NULL;
    struct rvt_run run;

    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, code, sizeof(code)) == RVT_OK);
    cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
    cr_expect(eq(u32, run.count, 3));
    rvt_image_set_custom(image, &custom);
    custom.count = 0;
    cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
    cr_expect(eq(u32, run.count, 2));
    cr_expect(eq(u32, run.insn.jump_class, RVT_ITYPE_RETURN));
    cr_expect(eq(int, (int)rvt_image_classify(image, 0x5b, 0).kind, (int)RVT_INSN_UNINFERABLE));
    rvt_image_set_custom(image, &custom);
    cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
    cr_expect(eq(u32, run.count, 3));
    rvt_image_close(image);
}

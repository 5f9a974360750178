/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "program/image.h"
#include "tests/unit/random.h"

static struct rvt_image *image;

static void open_image(void)
{
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
}

static void close_image(void)
{
    rvt_image_close(image);
}

TestSuite(image, .init = open_image, .fini = close_image);

/* addi, c.addi, c.addi, beq, c.nop, jr a0 */
static const uint8_t CODE[] = {0x13, 0x05, 0x15, 0x00, 0x05, 0x05, 0x05, 0x05,
                               0x63, 0x04, 0xb5, 0x00, 0x01, 0x00, 0x02, 0x85};

static void expect_run(uint64_t pc, uint64_t last, uint32_t count, enum rvt_insn_kind kind)
{
    struct rvt_run run;
    cr_assert(rvt_image_run(image, pc, &run, NULL) == RVT_OK, "%llx", (unsigned long long)pc);
    cr_expect(run.last == last && run.count == count && run.insn.kind == kind,
              "%llx: last %llx count %u", (unsigned long long)pc, (unsigned long long)run.last,
              run.count);
}

static void expect_no_code(uint64_t pc)
{
    struct rvt_insn insn;
    struct rvt_run run;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(rvt_image_insn(image, pc, &insn, &diag) == RVT_ERR_NO_CODE);
    cr_expect(diag.status == RVT_ERR_NO_CODE && diag.value == pc);
    cr_expect_str_eq(diag.field, "pc");
    cr_expect(rvt_image_run(image, pc, &run, NULL) == RVT_ERR_NO_CODE);
}

Test(image, a_run_ends_with_the_first_instruction_that_is_not_sequential)
{
    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    expect_run(0x1000, 0x1008, 4, RVT_INSN_BRANCH);
    expect_run(0x1006, 0x1008, 2, RVT_INSN_BRANCH);
    expect_run(0x1008, 0x1008, 1, RVT_INSN_BRANCH);
    expect_run(0x100c, 0x100e, 2, RVT_INSN_UNINFERABLE);
}

static bool is_same(const struct rvt_insn *a, const struct rvt_insn *b)
{
    return a->kind == b->kind && a->size == b->size && a->jump_class == b->jump_class &&
           a->rd == b->rd && a->rs1 == b->rs1 && a->constant == b->constant &&
           a->offset == b->offset && a->target == b->target;
}

/* One bit of the instruction is the class that a custom classifier gives it. */
static bool classify_odd(void *context, uint32_t word, uint64_t pc, struct rvt_insn *insn)
{
    (void)context;
    (void)pc;
    insn->rd = (word >> 7 & 1) != 0;
    insn->target = 0x40;
    return (word >> 8 & 7) == 0;
}

/* Each half-word of two pages of random bytes, the last of which are missing. */
Test(image, an_instruction_is_the_same_before_and_after_its_page_is_decoded)
{
    enum { BYTES = 2 * 4096 - 6, FIRST = 0x7000 };
    static uint8_t code[BYTES];
    static struct rvt_insn before[BYTES / 2];
    uint64_t state = 1;
    struct rvt_run run;

    for (unsigned i = 0; i < BYTES; i++)
        code[i] = (uint8_t)next_random(&state);
    for (unsigned custom = 0; custom < 2; custom++) {
        enum rvt_status status[BYTES / 2];
        rvt_image_set_classifier(image, custom ? classify_odd : NULL, NULL);
        cr_assert(rvt_image_add(image, FIRST, code, BYTES) == RVT_OK);
        for (unsigned i = 0; i < BYTES / 2; i++)
            status[i] = rvt_image_insn(image, FIRST + 2 * i, &before[i], NULL);
        for (unsigned i = 0; i < BYTES / 2; i++) {
            struct rvt_insn after = {.size = 0};
            cr_assert(rvt_image_run(image, FIRST + 2 * i, &run, NULL) == status[i]);
            cr_assert(rvt_image_insn(image, FIRST + 2 * i, &after, NULL) == status[i]);
            cr_assert(status[i] != RVT_OK || is_same(&before[i], &after), "at %u", 2 * i);
        }
    }
}

Test(image, what_is_not_there_is_not_found)
{
    expect_no_code(0x1000);
    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    expect_no_code(0xffe);
    expect_no_code(0x1010);
    expect_no_code(0x1001);
}

Test(image, a_run_ends_before_an_instruction_that_is_cut)
{
    cr_assert(rvt_image_add(image, 0x1004, CODE + 4, 6) == RVT_OK);
    expect_run(0x1004, 0x1006, 2, RVT_INSN_SEQUENTIAL);
    expect_no_code(0x1008);
}

Test(image, segments_that_touch_are_one)
{
    cr_assert(rvt_image_add(image, 0x100a, CODE + 10, 6) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, CODE, 3) == RVT_OK);
    expect_no_code(0x1000);
    cr_assert(rvt_image_add(image, 0x1003, CODE + 3, 7) == RVT_OK);
    expect_run(0x1000, 0x1008, 4, RVT_INSN_BRANCH);
}

Test(image, the_later_of_two_that_overlap_wins)
{
    static const uint8_t ret[] = {0x82, 0x80};

    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1006, ret, sizeof(ret)) == RVT_OK);
    expect_run(0x1000, 0x1006, 3, RVT_INSN_UNINFERABLE);
    expect_run(0x1008, 0x1008, 1, RVT_INSN_BRANCH);
}

Test(image, many_segments_in_any_order)
{
    for (uint64_t i = 0; i < 64; i++) {
        uint64_t at = (i * 37 % 64) * 0x1000;
        cr_assert(rvt_image_add(image, at, CODE, sizeof(CODE)) == RVT_OK);
    }
    for (uint64_t i = 0; i < 64; i++) {
        expect_run(i * 0x1000, i * 0x1000 + 8, 4, RVT_INSN_BRANCH);
        expect_no_code(i * 0x1000 + sizeof(CODE));
    }
}

Test(image, the_highest_address_is_the_limit)
{
    cr_expect(rvt_image_add(image, UINT64_MAX - 15, CODE, 16) == RVT_OK);
    expect_run(UINT64_MAX - 15, UINT64_MAX - 7, 4, RVT_INSN_BRANCH);
    cr_expect(rvt_image_add(image, UINT64_MAX - 14, CODE, 16) == RVT_ERR_PARAMETER);
    rvt_image_close(image);
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_expect(rvt_image_xlen(image) == 32);
    cr_expect(rvt_image_add(image, 0xfffffff0, CODE, 16) == RVT_OK);
    cr_expect(rvt_image_add(image, 0xfffffff2, CODE, 16) == RVT_ERR_PARAMETER);
    cr_expect(rvt_image_add(image, 0x100000000, CODE, 2) == RVT_ERR_PARAMETER);
}

Test(image, other_widths_are_refused)
{
    struct rvt_image *none = NULL;
    cr_expect(rvt_image_open(48, false, &none) == RVT_ERR_PARAMETER);
    cr_expect(none == NULL);
}

Test(image, a_place_is_led_to_only_by_instructions_in_line)
{
    uint32_t count = 0;

    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    cr_expect(rvt_image_leads(image, 0x1000, 0x1000, &count) && count == 1);
    cr_expect(rvt_image_leads(image, 0x1000, 0x1008, &count) && count == 4);
    cr_expect(!rvt_image_leads(image, 0x1000, 0x1002, &count), "inside an instruction");
    cr_expect(!rvt_image_leads(image, 0x1000, 0x100c, &count), "after a branch");
    cr_expect(!rvt_image_leads(image, 0x1004, 0x1000, &count), "backwards");
    cr_expect(!rvt_image_leads(image, 0x2000, 0x2000, &count), "no code");
}

Test(image, zcm_can_be_set_afterwards)
{
    static const uint8_t code[] = {0x01, 0x00, 0x02, 0xa0}; /* c.nop, c.fsdsp or cm.jt */

    cr_assert(rvt_image_add(image, 0x1000, code, sizeof(code)) == RVT_OK);
    expect_run(0x1000, 0x1002, 2, RVT_INSN_SEQUENTIAL);
    rvt_image_set_zcm(image, true);
    expect_run(0x1000, 0x1002, 2, RVT_INSN_UNINFERABLE);
}

/* A straight line over three pages, whose second page begins inside an instruction. */
Test(image, a_run_goes_on_in_the_next_page)
{
    enum { BYTES = 2 * 4096 + 6 };
    static uint8_t code[BYTES]; /* from 0x1002: addi, ..., addi, ret */
    static const uint8_t ret[] = {0x82, 0x80};
    struct rvt_insn insn;
    uint32_t count;

    for (unsigned i = 0; i + 4 <= BYTES; i += 4)
        memcpy(code + i, CODE, 4);
    memcpy(code + BYTES - 2, ret, 2);
    for (unsigned i = 0; i < BYTES; i += 7)
        cr_assert(rvt_image_add(image, 0x1002 + i, code + i, i + 7 < BYTES ? 7 : BYTES - i) ==
                  RVT_OK);
    expect_run(0x1002, 0x1000 + BYTES, (BYTES - 2) / 4 + 1, RVT_INSN_UNINFERABLE);
    expect_run(0x1ffe, 0x1000 + BYTES, (BYTES - 2 - 0xffc) / 4 + 1, RVT_INSN_UNINFERABLE);
    cr_assert(rvt_image_insn(image, 0x1ffe, &insn, NULL) == RVT_OK);
    cr_expect(insn.size == 4 && insn.kind == RVT_INSN_SEQUENTIAL);
    cr_expect(rvt_image_leads(image, 0x1002, 0x3002, &count) && count == 2049);
    cr_expect(!rvt_image_leads(image, 0x1002, 0x2000, &count), "inside an instruction");
}

/* The load is the last instruction of its page. Shows: ETR-MODE-060 */
Test(image, a_load_and_its_jump_in_two_pages)
{
    static const uint32_t code[] = {0x00002537, 0x00450067}; /* lui a0, 2; jr 4(a0) */
    struct rvt_run run;

    cr_assert(rvt_image_add(image, 0x1ffc, (const uint8_t *)code, sizeof code) == RVT_OK);
    cr_assert(rvt_image_run(image, 0x1ffc, &run, NULL) == RVT_OK);
    cr_expect(run.count == 2 && run.pair && run.pair_target == 0x2004);
    cr_assert(rvt_image_run(image, 0x2000, &run, NULL) == RVT_OK);
    cr_expect(run.count == 1 && !run.pair);
}

/* ---- memory on demand ---- */

/* Two regions that touch: base to cut, cut to end. One call reads from one region. Their
 * half-words are fill: 1 is c.nop, 5 is c.addi. */
struct target {
    uint64_t base, cut, end;
    uint8_t fill;
    unsigned reads;
    uint64_t latest;
    size_t bytes;
};

static size_t read_target(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    struct target *target = context;
    uint64_t end = address < target->cut ? target->cut : target->end;

    target->reads++;
    target->latest = address;
    target->bytes = bytes;
    if (address < target->base || address >= end)
        return 0;
    size_t readable = end - address < bytes ? (size_t)(end - address) : bytes;
    for (size_t i = 0; i < readable; i++)
        data[i] = (address + i) % 2 ? 0 : target->fill;
    return readable;
}

Test(image, memory_is_read_when_it_is_needed_and_kept)
{
    struct target target = {.base = 0x3000, .cut = 0x5000, .end = 0x5000, .fill = 1};
    uint32_t word;

    cr_assert(rvt_image_set_source(image, read_target, &target, 8) == RVT_OK);
    cr_expect(target.reads == 0);
    cr_expect(rvt_image_word(image, 0x3010, &word) && word == 1);
    cr_expect(target.reads == 1 && target.latest == 0x3000 && target.bytes == 4096);
    cr_expect(rvt_image_word(image, 0x3ffe, &word) && target.reads == 1);
    expect_run(0x3ff0, 0x4ffe, 8 + 2048, RVT_INSN_SEQUENTIAL);
    target.reads = 0;
    expect_no_code(0x5000);
    cr_expect(target.reads > 0);
    target.end = target.cut = 0x6000; /* it is there now */
    cr_expect(rvt_image_word(image, 0x5000, &word));
    target.reads = 0;
    cr_expect(rvt_image_word(image, 0x4000, &word) && target.reads == 0);
}

Test(image, memory_that_changed_is_read_again)
{
    struct target target = {.base = 0x3000, .cut = 0x6000, .end = 0x6000, .fill = 1};
    uint32_t word;

    cr_assert(rvt_image_set_source(image, read_target, &target, 8) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x5800, CODE, sizeof CODE) == RVT_OK);
    for (uint64_t at = 0x3000; at < 0x6000; at += 0x1000)
        cr_expect(rvt_image_word(image, at, &word) && word == 1);
    expect_run(0x3000, 0x5808, 2048 * 2 + 1024 + 4, RVT_INSN_BRANCH);
    target.fill = 5;
    rvt_image_invalidate(image, 0x4ffe, 0x5000);
    cr_expect(rvt_image_word(image, 0x3000, &word) && word == 1, "not in the range");
    cr_expect(rvt_image_word(image, 0x4000, &word) && word == 5);
    cr_expect(rvt_image_word(image, 0x5000, &word) && word == 5);
    expect_run(0x5800, 0x5808, 4, RVT_INSN_BRANCH);
    rvt_image_invalidate(image, 0, UINT64_MAX);
    cr_expect(rvt_image_word(image, 0x3000, &word) && word == 5);
    target.end = target.cut = 0x3000;
    rvt_image_invalidate(image, 0, UINT64_MAX);
    expect_no_code(0x3000);
    expect_no_code(0x5000);
    expect_run(0x5800, 0x5808, 4, RVT_INSN_BRANCH);
    cr_assert(rvt_image_set_source(image, NULL, NULL, 1) == RVT_OK);
    target.reads = 0;
    expect_no_code(0x3000);
    cr_expect(target.reads == 0);
}

/* A region that begins and ends inside pages, and one that touches it. */
Test(image, regions_need_no_page_borders)
{
    struct target target = {.base = 0x3802, .cut = 0x3806, .end = 0x4004, .fill = 1};

    cr_assert(rvt_image_set_source(image, read_target, &target, 8) == RVT_OK);
    expect_no_code(0x3800);
    expect_run(0x3802, 0x4002, (0x4004 - 0x3802) / 2, RVT_INSN_SEQUENTIAL);
    expect_no_code(0x3800);
    expect_no_code(0x4004);
    expect_run(0x3ffe, 0x4002, 3, RVT_INSN_SEQUENTIAL);
}

Test(image, few_pages_are_kept)
{
    struct target target = {.base = 0, .cut = 0x100000, .end = 0x100000, .fill = 1};
    uint32_t word;

    cr_assert(rvt_image_set_source(image, read_target, &target, 2) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x7800, CODE, sizeof CODE) == RVT_OK);
    for (unsigned i = 0; i < 2; i++)
        for (uint64_t at = 0x1000; at < 0x4000; at += 0x1000)
            cr_expect(rvt_image_word(image, at, &word));
    cr_expect(target.reads == 6, "two of three pages: %u", target.reads);
    cr_expect(rvt_image_word(image, 0x2000, &word) && rvt_image_word(image, 0x3000, &word));
    cr_expect(target.reads == 6, "the two latest: %u", target.reads);
    cr_expect(rvt_image_word(image, 0x7000, &word) && target.reads == 7);
    cr_expect(rvt_image_word(image, 0x2000, &word) && target.reads == 7, "of a segment's page");
    expect_run(0, 0x7808, 0x7800 / 2 + 4, RVT_INSN_BRANCH);
}

Test(image, a_segment_wins_over_memory)
{
    struct target target = {.base = 0, .cut = 0x100000, .end = 0x100000, .fill = 1};
    uint32_t word;

    cr_assert(rvt_image_set_source(image, read_target, &target, 2) == RVT_OK);
    cr_expect(rvt_image_word(image, 0x1004, &word) && word == 1);
    cr_assert(rvt_image_add(image, 0x1003, CODE + 3, 2) == RVT_OK);
    cr_expect(rvt_image_word(image, 0x1002, &word) && word == 1);
    cr_expect(rvt_image_word(image, 0x1004, &word) && word == 5);
    rvt_image_invalidate(image, 0x1000, 0x1fff);
    cr_expect(rvt_image_word(image, 0x1004, &word) && word == 5);
    target.end = target.cut = 0;
    rvt_image_invalidate(image, 0x1000, 0x1fff);
    expect_no_code(0x1004);
}

Test(image, memory_without_an_end_is_not_read_for_ever)
{
    struct target target = {.base = 0, .cut = UINT64_MAX, .end = UINT64_MAX, .fill = 1};
    struct rvt_run run;

    cr_assert(rvt_image_set_source(image, read_target, &target, 4) == RVT_OK);
    cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
    cr_expect(run.insn.kind == RVT_INSN_SEQUENTIAL && target.reads < 200, "%u", target.reads);
}

/* c.nop is a return; the rest as without. */
static bool classify_nop(void *context, uint32_t word, uint64_t pc, struct rvt_insn *insn)
{
    (void)context;
    (void)pc;
    if (word != 1)
        return false;
    insn->kind = RVT_INSN_UNINFERABLE;
    insn->jump_class = RVT_ITYPE_RETURN;
    return true;
}

Test(image, a_classifier_comes_first)
{
    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof CODE) == RVT_OK);
    expect_run(0x100c, 0x100e, 2, RVT_INSN_UNINFERABLE);
    rvt_image_set_classifier(image, classify_nop, NULL);
    expect_run(0x100c, 0x100c, 1, RVT_INSN_UNINFERABLE);
    expect_run(0x1000, 0x1008, 4, RVT_INSN_BRANCH);
    rvt_image_set_classifier(image, NULL, NULL);
    expect_run(0x100c, 0x100e, 2, RVT_INSN_UNINFERABLE);
}

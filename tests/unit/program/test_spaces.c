/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Address spaces: who sees which bytes, which of them win, and what is read on demand. Shows:
 * ETR-DEC-002 */
#include "tests/unit/checks.h"

#include "program/image.h"

enum { PAGE = 4096 };

static const struct rvt_executor everybody = {.has_context = false};

static struct rvt_executor user(uint64_t context)
{
    return (struct rvt_executor){.has_context = true, .has_privilege = true, .context = context};
}

static struct rvt_executor at_privilege(uint8_t privilege)
{
    return (struct rvt_executor){.has_privilege = true, .privilege = privilege};
}

static struct rvt_executor in_context(uint64_t context)
{
    return (struct rvt_executor){.has_context = true, .context = context};
}

/* Adds a c.li a0, value. */
static void add(struct rvt_image *image, uint64_t address, unsigned value)
{
    const unsigned word = 0x4501 | value << 2;
    const uint8_t code[] = {(uint8_t)word, (uint8_t)(word >> 8)};

    cr_assert(rvt_image_add(image, address, code, sizeof code) == RVT_OK);
}

static void add_to(struct rvt_image *image, struct rvt_executor space, uint64_t address,
                   unsigned value)
{
    cr_assert(rvt_image_set_space(image, &space) == RVT_OK);
    add(image, address, value);
}

/* The value at address as executor sees it; -1: no code. */
static int look(struct rvt_image *image, struct rvt_executor executor, uint64_t address)
{
    uint32_t word;

    rvt_image_select(image, &executor);
    return rvt_image_word(image, address, &word) ? (int)(word >> 2 & 0x1f) : -1;
}

static struct rvt_image *open_image(void)
{
    struct rvt_image *image;

    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    return image;
}

Test(spaces, the_more_particular_space_wins)
{
    struct rvt_image *image = open_image();
    struct rvt_executor machine = user(7);

    machine.privilege = 3;
    add(image, 0x1000, 1);
    add(image, 0x1002, 2);
    cr_expect(rvt_image_has_spaces(image) == false);
    cr_expect(eq(int, look(image, user(7), 0x1000), 1));
    add_to(image, user(7), 0x1000, 3);
    add_to(image, in_context(7), 0x1000, 4);
    add_to(image, at_privilege(0), 0x1000, 5);
    cr_expect(rvt_image_has_spaces(image));
    cr_expect(eq(int, look(image, user(7), 0x1000), 3));
    cr_expect(eq(int, look(image, machine, 0x1000), 4));
    cr_expect(eq(int, look(image, user(8), 0x1000), 5));
    cr_expect(eq(int, look(image, in_context(7), 0x1000), 4), "the privilege is not known");
    cr_expect(eq(int, look(image, at_privilege(0), 0x1000), 5));
    cr_expect(eq(int, look(image, at_privilege(3), 0x1000), 1));
    cr_expect(eq(int, look(image, everybody, 0x1000), 1));
    cr_expect(eq(int, look(image, user(7), 0x1002), 2), "no other space has it");
    cr_expect(eq(int, look(image, user(7), 0x1004), -1));
    rvt_image_close(image);
}

/* A view that was seen before is not out of date. */
Test(spaces, bytes_that_are_added_are_seen)
{
    struct rvt_image *image = open_image();

    add_to(image, user(7), 0x1000, 3);
    cr_expect(eq(int, look(image, user(8), 0x1000), -1));
    cr_expect(eq(int, look(image, user(7), 0x1000), 3));
    add_to(image, user(8), 0x1000, 4);
    cr_expect(eq(int, look(image, user(8), 0x1000), 4));
    cr_expect(eq(int, look(image, user(7), 0x1000), 3));
    add_to(image, user(7), 0x1000, 5);
    cr_expect(eq(int, look(image, user(7), 0x1000), 5));
    add_to(image, everybody, 0x2000, 6);
    cr_expect(eq(int, look(image, user(7), 0x2000), 6));
    cr_expect(eq(int, look(image, user(8), 0x2000), 6));
    rvt_image_close(image);
}

/* More executors than views. */
Test(spaces, each_of_many_contexts_has_its_own)
{
    enum { CONTEXTS = 3 * RVT_VIEWS_MAX };
    struct rvt_image *image = open_image();

    for (unsigned i = 0; i < CONTEXTS; i++)
        add_to(image, in_context(i), 0x1000 + 2 * PAGE * (i % 2), i % 32);
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 0; i < CONTEXTS; i++) {
            cr_expect(eq(int, look(image, user(i), 0x1000 + 2 * PAGE * (i % 2)), (int)i % 32));
            cr_expect(eq(int, look(image, user(i), 0x1000 + 2 * PAGE * ((i + 1) % 2)), -1));
        }
    rvt_image_close(image);
}

/* ---- memory on demand ---- */

struct target {
    unsigned calls;
    uint64_t missing; /* the page that cannot be read */
};

/* Each context has its number at each address; a page is missing. */
static size_t read_memory(void *context, const struct rvt_executor *executor, uint64_t address,
                          uint8_t *data, size_t bytes)
{
    struct target *target = context;
    unsigned word = 0x4501 | (unsigned)(executor->context & 0x1f) << 2;

    target->calls++;
    cr_assert(address / PAGE == (address + bytes - 1) / PAGE);
    for (size_t i = 0; i < bytes; i++)
        data[i] = (uint8_t)(word >> 8 * ((address + i) % 2));
    return address / PAGE == target->missing ? 0 : bytes;
}

static size_t read_plain(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    const struct rvt_executor executor = {.context = 9};

    return read_memory(context, &executor, address, data, bytes);
}

Test(spaces, memory_on_demand_knows_who_executes)
{
    struct rvt_image *image = open_image();
    struct target target = {.missing = 5};

    cr_assert(rvt_image_set_space_source(image, read_memory, &target, 8) == RVT_OK);
    add_to(image, in_context(4), 0x1002, 30);
    for (unsigned round = 0; round < 2; round++) {
        cr_expect(eq(int, look(image, user(3), 0x1002), 3));
        cr_expect(eq(int, look(image, user(4), 0x1002), 30), "segments win");
        cr_expect(eq(int, look(image, user(4), 0x1000), 4), "before the segment");
        cr_expect(eq(int, look(image, user(4), 0x1004), 4), "after it");
    }
    cr_expect(eq(uint, target.calls, 3));
    rvt_image_invalidate(image, 0x1000, 0x1000);
    cr_expect(eq(int, look(image, user(3), 0x1002), 3));
    cr_expect(eq(uint, target.calls, 4));
    cr_expect(eq(int, look(image, user(3), 5 * PAGE), -1));
    rvt_image_close(image);
}

/* The function that was set before the spaces, or after them, is the same for all. */
Test(spaces, memory_on_demand_for_all)
{
    struct rvt_image *image = open_image();
    struct target target = {.missing = 5};

    cr_assert(rvt_image_set_source(image, read_plain, &target, 8) == RVT_OK);
    cr_expect(eq(int, look(image, user(3), 0x1000), 9));
    add_to(image, in_context(4), 0x1000, 30);
    cr_expect(eq(int, look(image, user(3), 0x1000), 9));
    cr_expect(eq(int, look(image, user(4), 0x1000), 30));
    cr_assert(rvt_image_set_source(image, NULL, NULL, 8) == RVT_OK);
    cr_expect(eq(int, look(image, user(3), 0x1000), -1));
    cr_assert(rvt_image_set_source(image, read_plain, &target, 8) == RVT_OK);
    cr_expect(eq(int, look(image, user(3), 0x1000), 9));
    rvt_image_close(image);
}

/* What pages decode to changes with the instruction set, whichever view is selected. */
Test(spaces, a_change_of_the_instruction_set_reaches_all_views)
{
    static const uint8_t fsdsp[] = {0x02, 0xbe}; /* cm.popret of Zcmp */
    struct rvt_image *image = open_image();
    struct rvt_run run;

    for (unsigned i = 0; i < 2; i++) {
        struct rvt_executor space = in_context(i);
        cr_assert(rvt_image_set_space(image, &space) == RVT_OK);
        cr_assert(rvt_image_add(image, 0x1000, fsdsp, sizeof fsdsp) == RVT_OK);
        rvt_image_select(image, &space);
        cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
        cr_expect(run.insn.kind == RVT_INSN_SEQUENTIAL);
    }
    rvt_image_set_zcm(image, true);
    for (unsigned i = 0; i < 2; i++) {
        struct rvt_executor space = in_context(i);
        rvt_image_select(image, &space);
        cr_assert(rvt_image_run(image, 0x1000, &run, NULL) == RVT_OK);
        cr_expect(run.insn.kind == RVT_INSN_UNINFERABLE, "context %u", i);
    }
    rvt_image_close(image);
}

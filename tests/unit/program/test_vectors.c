/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The trap vector registers. Shows: ETR-MODE-062 */
#include <criterion/criterion.h>

#include "program/vectors.h"

/* A trap packet as far as the vectors depend on it. */
static struct rvt_packet trap(uint8_t privilege, uint32_t ecause, bool interrupt)
{
    return (struct rvt_packet){.format = RVT_FORMAT_SYNC,
                               .subformat = RVT_SUBFORMAT_TRAP,
                               .privilege = privilege,
                               .ecause = ecause,
                               .interrupt = interrupt,
                               .thaddr = true};
}

static void expect_handler(struct rvt_trap_vectors *vectors, struct rvt_packet packet,
                           uint64_t handler)
{
    uint64_t address = 0;

    cr_assert(rvt_vectors_find(vectors, &packet, &address), "privilege %u", packet.privilege);
    cr_assert_eq(address, handler, "%#lx", (unsigned long)address);
}

Test(vectors, registers_of_the_levels)
{
    struct rvt_trap_vectors vectors = {0};
    static const struct {
        const char *name;
        uint8_t privilege;
        uint64_t base;
    } levels[] = {
        {"m", 3, 0x80000100}, {"s", 1, 0x80000200}, {"u", 0, 0x80000300}, {"vs", 6, 0x80000400}};
    struct rvt_packet packet;
    uint64_t address, value;
    bool known;

    for (unsigned i = 0; i < 4; i++) {
        packet = trap(levels[i].privilege, 2, false);
        cr_assert_not(rvt_vectors_find(&vectors, &packet, &address), "%s", levels[i].name);
        cr_assert_eq(rvt_vectors_set(&vectors, levels[i].name, levels[i].base, NULL), RVT_OK);
        expect_handler(&vectors, packet, levels[i].base);
        cr_assert_str_eq(rvt_vectors_names()[i], levels[i].name);
        cr_assert_str_eq(rvt_vectors_entry(&vectors, i, &known, &value), levels[i].name);
        cr_assert(known && value == levels[i].base);
    }
    cr_assert_null(rvt_vectors_names()[4]);
    cr_assert_null(rvt_vectors_entry(&vectors, 4, &known, &value));
    packet = trap(5, 2, false); /* VU has no register */
    cr_assert_not(rvt_vectors_find(&vectors, &packet, &address));
}

Test(vectors, interrupts_in_vectored_mode)
{
    struct rvt_trap_vectors vectors = {0};

    cr_assert_eq(rvt_vectors_set(&vectors, "m", 0x80000101, NULL), RVT_OK);
    expect_handler(&vectors, trap(3, 7, true), 0x8000011c);
    expect_handler(&vectors, trap(3, 7, false), 0x80000100);
    cr_assert_eq(rvt_vectors_set(&vectors, "m", 0x80000100, NULL), RVT_OK);
    expect_handler(&vectors, trap(3, 7, true), 0x80000100);
}

Test(vectors, what_cannot_be_set)
{
    struct rvt_trap_vectors vectors = {0};
    struct rvt_diag diag = {.status = RVT_OK};

    cr_assert_eq(rvt_vectors_set(&vectors, "h", 0x80000100, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_vectors_set(&vectors, "m", 0x80000103, &diag), RVT_ERR_PARAMETER);
    cr_assert_eq(diag.value, 0x80000103);
    cr_assert_str_eq(diag.clause, "AMB-047");
    cr_assert_eq(rvt_vectors_set(&vectors, "m", 0x80000102, NULL), RVT_ERR_PARAMETER);
    cr_assert_not(vectors.m_known);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Comparators: every function at its boundary, every way of combining, every input. Expectations
 * are worked out from the register descriptions. */
#include "tests/unit/checks.h"

#include "ingress/comparator.h"

static const struct rvt_comp_widths WIDTHS = {
    .mask = {0xffffffff, 0xff, 0xffffffff, UINT64_MAX},
};

static struct rvt_comp_inputs at(uint64_t iaddr)
{
    return (struct rvt_comp_inputs){.value = {iaddr, 0x12, 0x34, 0x56},
                                    .known = {true, true, true, true}};
}

static struct rvt_comp_result look(const struct rvt_comparator *comparator, uint64_t iaddr,
                                   bool *latch)
{
    struct rvt_comp_inputs inputs = at(iaddr);
    return rvt_comparator_compare(comparator, &WIDTHS, &inputs, latch);
}

/* Shows: ETR-FLT-003 */
Test(comparator, each_function_at_its_boundary)
{
    /* results below, at and above the match value */
    static const struct {
        enum rvt_comp_function function;
        bool below, at, above;
    } rows[] = {
        {RVT_COMP_EQUAL, false, true, false},   {RVT_COMP_NOT_EQUAL, true, false, true},
        {RVT_COMP_LESS, true, false, false},    {RVT_COMP_LESS_EQUAL, true, true, false},
        {RVT_COMP_GREATER, false, false, true}, {RVT_COMP_GREATER_EQUAL, false, true, true},
        {RVT_COMP_ALWAYS, true, true, true},
    };
    static const uint64_t matches[] = {0x1000, 0x80000000, 0xfffffffe};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < sizeof matches / sizeof matches[0]; k++) {
            uint64_t match = matches[k];
            bool want[3] = {rows[i].below, rows[i].at, rows[i].above};
            for (unsigned step = 0; step < 3; step++) {
                struct rvt_comparator p = {.p_function = rows[i].function,
                                           .p_match = match,
                                           .s_function = RVT_COMP_ALWAYS};
                struct rvt_comparator s = {.s_function = rows[i].function,
                                           .s_match = match,
                                           .p_function = RVT_COMP_ALWAYS};
                bool latch = false;
                uint64_t iaddr = match + step - 1;
                cr_expect(eq(int, look(&p, iaddr, &latch).primary, want[step]), "P %d at %llx",
                          (int)rows[i].function, (unsigned long long)iaddr);
                cr_expect(eq(int, look(&s, iaddr, &latch).secondary, want[step]), "S %d at %llx",
                          (int)rows[i].function, (unsigned long long)iaddr);
            }
        }
}

/* Shows: ETR-FLT-003 */
Test(comparator, function_6_is_never_for_p_and_a_mask_for_s)
{
    struct rvt_comparator never = {.p_function = RVT_COMP_NEVER_OR_MASK, .p_match = 0x1000};
    struct rvt_comparator masked = {.p_match = 0x1230,
                                    .s_function = RVT_COMP_NEVER_OR_MASK,
                                    .s_match = 0xff0,
                                    .mode = RVT_COMP_BOTH};
    bool latch = false;

    cr_expect(not(look(&never, 0x1000, &latch).match));
    cr_expect(look(&masked, 0x1230, &latch).match);
    cr_expect(look(&masked, 0x80000237, &latch).match, "bits outside of the mask do not count");
    cr_expect(not(look(&masked, 0x1330, &latch).match));
    cr_expect(look(&masked, 0, &latch).secondary);
    masked.p_function = RVT_COMP_LESS; /* the mask serves every function */
    cr_expect(look(&masked, 0x8000f220, &latch).match);
    cr_expect(not(look(&masked, 0x23f, &latch).match));
}

/* Shows: ETR-FLT-003 */
Test(comparator, bits_above_the_input_do_not_count)
{
    struct rvt_comparator c = {.p_match = 0xabcd00001000};
    bool latch = false;

    cr_expect(look(&c, 0x1000, &latch).match);
    cr_expect(look(&c, 0x500001000, &latch).match);
    c = (struct rvt_comparator){.p_input = RVT_COMP_CONTEXT, .p_match = 0x112};
    cr_expect(look(&c, 0, &latch).match);
    c.p_function = RVT_COMP_GREATER; /* unsigned, in the bits that are there */
    c.p_match = 0x111;
    cr_expect(look(&c, 0, &latch).match);
    c = (struct rvt_comparator){.p_match = 0xabcd00001230,
                                .s_function = RVT_COMP_NEVER_OR_MASK,
                                .s_match = 0xfffffffffffffff0};
    cr_expect(look(&c, 0x1234, &latch).match, "under a mask neither");
    c = (struct rvt_comparator){.p_match = 0x7fffffff, .p_function = RVT_COMP_GREATER};
    cr_expect(look(&c, 0x80000000, &latch).match);
}

/* Shows: ETR-FLT-005 */
Test(comparator, each_half_chooses_its_input)
{
    static const uint64_t values[RVT_COMP_INPUTS] = {0x1000, 0x12, 0x34, 0x56};
    bool latch = false;

    for (unsigned p = 0; p < RVT_COMP_INPUTS; p++)
        for (unsigned s = 0; s < RVT_COMP_INPUTS; s++) {
            struct rvt_comparator c = {.p_input = (enum rvt_comp_input)p,
                                       .s_input = (enum rvt_comp_input)s,
                                       .p_match = values[p],
                                       .s_match = values[s]};
            struct rvt_comp_result result = look(&c, 0x1000, &latch);
            cr_expect(result.primary && result.secondary, "%u %u", p, s);
            c.p_match++;
            result = look(&c, 0x1000, &latch);
            cr_expect(result.secondary && !result.primary, "%u %u", p, s);
        }
}

Test(comparator, what_is_not_known_fails_every_comparison)
{
    struct rvt_comp_inputs inputs = at(0x1000);
    bool latch = false;

    inputs.known[RVT_COMP_IADDR] = false;
    for (unsigned f = RVT_COMP_EQUAL; f <= RVT_COMP_ALWAYS; f++) {
        struct rvt_comparator c = {.p_function = (enum rvt_comp_function)f,
                                   .s_function = (enum rvt_comp_function)f,
                                   .p_match = 0x1000,
                                   .s_match = 0x1000};
        struct rvt_comp_result result = rvt_comparator_compare(&c, &WIDTHS, &inputs, &latch);
        cr_expect(eq(int, result.primary, f == RVT_COMP_ALWAYS), "%u", f);
        cr_expect(eq(int, result.secondary, f >= RVT_COMP_NEVER_OR_MASK), "%u", f);
    }
}

/* Shows: ETR-FLT-004 */
Test(comparator, three_modes_combine_the_halves)
{
    static const struct {
        bool p, s, primary, both, not_both;
    } rows[] = {
        {false, false, false, false, true},
        {false, true, false, false, true},
        {true, false, true, false, true},
        {true, true, true, true, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rvt_comparator c = {.p_match = rows[i].p ? 0x1000 : 0x2000,
                                   .s_match = rows[i].s ? 0x1000 : 0x2000};
        const bool want[] = {rows[i].primary, rows[i].both, rows[i].not_both};
        for (unsigned mode = 0; mode < 3; mode++) {
            bool latch = false;
            c.mode = (enum rvt_comp_mode)mode;
            cr_expect(eq(int, look(&c, 0x1000, &latch).match, want[mode]), "%zu mode %u", i, mode);
            cr_expect(not(latch));
        }
    }
}

/* Shows: ETR-FLT-004. Set at P, kept through S, clear from the next instruction on. */
Test(comparator, the_latch_opens_at_p_and_closes_behind_s)
{
    struct rvt_comparator c = {.mode = RVT_COMP_LATCH, .p_match = 0x1004, .s_match = 0x100c};
    static const struct {
        uint64_t iaddr;
        bool match;
    } rows[] = {
        {0x1000, false}, {0x100c, false}, {0x1004, true},
        {0x1008, true},  {0x1004, true}, /* P again changes nothing */
        {0x100c, true},  {0x1010, false}, {0x1004, true},
        {0x100c, true},  {0x1000, false},
    };
    bool latch = rvt_comparator_primed(&c);

    cr_expect(not(latch));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(int, look(&c, rows[i].iaddr, &latch).match, rows[i].match), "step %zu", i);
    c.s_match = 0x1004; /* both at once: that instruction alone */
    latch = false;
    cr_expect(look(&c, 0x1004, &latch).match);
    cr_expect(not(look(&c, 0x1008, &latch).match));
}

/* Shows: ETR-FLT-003, ETR-FLT-004 */
Test(comparator, function_6_of_p_primes_the_latch)
{
    struct rvt_comparator c = {
        .mode = RVT_COMP_LATCH, .p_function = RVT_COMP_NEVER_OR_MASK, .s_match = 0x1004};
    bool latch = rvt_comparator_primed(&c);

    cr_expect(latch);
    cr_expect(look(&c, 0x1000, &latch).match);
    cr_expect(look(&c, 0x1004, &latch).match);
    cr_expect(not(look(&c, 0x1000, &latch).match));
    c.mode = RVT_COMP_BOTH;
    cr_expect(not(rvt_comparator_primed(&c)));
}

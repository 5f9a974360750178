/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random data accesses through random filters, against a second rule: every comparator looks at
 * every access by itself, and a filter at all of its conditions. Shows: ETR-CTL-012, ETR-FLT-001,
 * ETR-FLT-002, ETR-FLT-003, ETR-FLT-004
 */
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include "ingress/filter.h"

static struct rvt_filter_setup setup;
static bool latch[RVT_COMPARATORS_MAX];

/* What an access shows: iaddr, context, no tval, daddr. */
struct shown {
    uint64_t value[4];
    bool known[4];
};

static bool compares(enum rvt_comp_function function, uint64_t a, uint64_t b)
{
    bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};

    return results[function];
}

/* Each half on its own; ETR-FLT-003. All inputs have 32 bits here. */
static bool half(const struct shown *shown, enum rvt_comp_input input,
                 enum rvt_comp_function function, uint64_t match, uint64_t mask)
{
    return shown->known[input] && compares(function, shown->value[input] & mask, match & mask);
}

static bool matches(unsigned j, const struct shown *shown)
{
    const struct rvt_comparator *c = &setup.comparator[j];
    bool masks = c->s_function == RVT_COMP_NEVER_OR_MASK;
    uint64_t mask = UINT32_MAX & (masks ? c->s_match : UINT64_MAX);
    bool p = c->p_function == RVT_COMP_ALWAYS, s = c->s_function >= RVT_COMP_NEVER_OR_MASK;

    if (c->p_function < RVT_COMP_NEVER_OR_MASK)
        p = half(shown, c->p_input, c->p_function, c->p_match, mask);
    if (c->s_function < RVT_COMP_NEVER_OR_MASK)
        s = half(shown, c->s_input, c->s_function, c->s_match, UINT32_MAX);
    switch (c->mode) {
    case RVT_COMP_PRIMARY:
        return p;
    case RVT_COMP_BOTH:
        return p && s;
    case RVT_COMP_NOT_BOTH:
        return !p || !s;
    case RVT_COMP_LATCH:
        break;
    }
    bool open = latch[j] || p;
    if ((c->p_input == RVT_COMP_DADDR && c->p_function < RVT_COMP_NEVER_OR_MASK) ||
        (c->s_input == RVT_COMP_DADDR && c->s_function < RVT_COMP_NEVER_OR_MASK))
        latch[j] = open && !s;
    return open;
}

static bool filter_passes(unsigned i, const struct rvt_row *row,
                          const struct rvt_filter_access *access, unsigned matched)
{
    const struct rvt_filter *f = &setup.filter[i];
    bool pass = f->enable && (!f->match_privilege || (f->privileges >> row->priv & 1)) &&
                (!f->match_impdef || ((row->impdef ^ f->impdef) & f->impdef_mask) == 0) &&
                (!f->match_dtype || (f->dtypes >> access->dtype & 1)) &&
                (!f->match_dsize || (f->dsizes >> access->dsize & 1)) && !f->match_ecause;

    for (unsigned k = 0; k < RVT_FILTER_COMPS; k++)
        pass = pass && (!f->match_comp[k] || (matched >> f->comp[k] & 1));
    return pass;
}

static void randomise(uint64_t *random)
{
    setup = (struct rvt_filter_setup){.data = (uint16_t)next_random(random)};
    if (random_below(random, 8) == 0)
        setup.data = 0;
    for (unsigned i = 0; i < RVT_FILTERS_MAX; i++) {
        struct rvt_filter *f = &setup.filter[i];

        f->enable = random_below(random, 4) > 0;
        f->match_privilege = random_below(random, 2);
        f->privileges = (uint8_t)next_random(random);
        f->match_impdef = random_below(random, 4) == 0;
        f->impdef = random_below(random, 4);
        f->impdef_mask = random_below(random, 4);
        f->match_dtype = random_below(random, 2);
        f->dtypes = (uint16_t)next_random(random);
        f->match_dsize = random_below(random, 2);
        f->dsizes = (uint8_t)next_random(random);
        f->match_ecause = random_below(random, 16) == 0; /* no trap: it never passes */
        f->ecauses = UINT64_MAX;
        for (unsigned k = 0; k < RVT_FILTER_COMPS; k++) {
            f->match_comp[k] = random_below(random, 3) == 0;
            f->comp[k] = (uint8_t)random_below(random, RVT_COMPARATORS_MAX);
        }
    }
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++) {
        setup.comparator[j] = (struct rvt_comparator){
            .p_input = (enum rvt_comp_input)random_below(random, 4),
            .s_input = (enum rvt_comp_input)random_below(random, 4),
            .p_function = (enum rvt_comp_function)random_below(random, 8),
            .s_function = (enum rvt_comp_function)random_below(random, 8),
            .mode = (enum rvt_comp_mode)random_below(random, 4),
            .p_match = random_below(random, 4) | (next_random(random) & UINT64_MAX << 32),
            .s_match = random_below(random, 4) | (next_random(random) & UINT64_MAX << 32),
        };
        latch[j] = setup.comparator[j].mode == RVT_COMP_LATCH &&
                   setup.comparator[j].p_function == RVT_COMP_NEVER_OR_MASK;
    }
}

static struct rvt_config wide(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.nocontext_p = false;
    config.params.context_width_p = 32;
    config.params.daddress_width_p = 32;
    config.params.filters_p = RVT_FILTERS_MAX;
    config.params.comparators_p = RVT_COMPARATORS_MAX;
    return config;
}

Test(filter_access, a_second_rule_agrees)
{
    struct rvt_config config = wide();
    uint64_t random = 11;
    unsigned passed = 0, refused = 0;

    for (unsigned round = 0; round < 3000; round++) {
        struct rvt_filters filters;

        randomise(&random);
        rvt_filters_init(&filters, &config);
        rvt_filters_program(&filters, &setup);
        for (unsigned step = 0; step < 12; step++) {
            static const uint8_t levels[] = {0, 1, 3};
            struct rvt_row row = {.priv = levels[random_below(&random, 3)],
                                  .context = random_below(&random, 4),
                                  .impdef = random_below(&random, 4),
                                  .tval = random_below(&random, 4)};
            struct rvt_filter_access access = {.iaddr = random_below(&random, 4),
                                               .iaddr_known = random_below(&random, 4) > 0,
                                               .daddr = random_below(&random, 4),
                                               .dtype = (uint8_t)random_below(&random, 16),
                                               .dsize = (uint8_t)random_below(&random, 8)};
            struct shown shown = {.value = {access.iaddr, row.context, row.tval, access.daddr},
                                  .known = {access.iaddr_known, true, false, true}};
            unsigned matched = 0;
            bool expected = setup.data == 0;

            for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++)
                matched |= matches(j, &shown) ? 1u << j : 0;
            for (unsigned i = 0; i < RVT_FILTERS_MAX; i++)
                expected = expected ||
                           ((setup.data >> i & 1) != 0 && filter_passes(i, &row, &access, matched));
            bool got = rvt_filters_access(&filters, &row, &access);
            cr_assert(eq(int, got, expected), "round %u, step %u", round, step);
            passed += got;
            refused += !got;
        }
    }
    cr_expect(passed > 3000 && refused > 3000, "%u passed, %u refused", passed, refused);
}

/* Functions 6 and 7 ignore their input: if daddr is the input of no other half, an access does not
 * move the latch, and the next instruction finds it as it was. Shows: ETR-FLT-003, ETR-FLT-004 */
Test(filter_access, a_function_without_input_does_not_look_at_daddr)
{
    struct rvt_config config = wide();
    struct rvt_row row = {
        .priv = 3, .blocks = 1, .block = {{.itype = 0, .iaddr = 8, .iretire = 2, .ilastsize = 1}}};
    struct rvt_filter_access access = {.iaddr = 8, .iaddr_known = true};

    for (unsigned number = 0; number < 16; number++) {
        enum rvt_comp_function function = number & 7;
        bool secondary = number > 7;
        bool compares = function < RVT_COMP_NEVER_OR_MASK;
        struct rvt_filters filters;

        setup = (struct rvt_filter_setup){.inst = 1};
        setup.filter[0] = (struct rvt_filter){.enable = true, .match_comp = {true}};
        setup.comparator[0] =
            (struct rvt_comparator){.mode = RVT_COMP_LATCH,
                                    .p_input = secondary ? RVT_COMP_IADDR : RVT_COMP_DADDR,
                                    .p_function = secondary ? RVT_COMP_NEVER_OR_MASK : function,
                                    .p_match = 8,
                                    .s_input = secondary ? RVT_COMP_DADDR : RVT_COMP_IADDR,
                                    .s_function = secondary ? function : RVT_COMP_EQUAL,
                                    .s_match = 8};
        rvt_filters_init(&filters, &config);
        rvt_filters_program(&filters, &setup);
        filters.latch[0] = true;
        /* the access meets what looks at daddr or at its instruction */
        access.daddr = function == RVT_COMP_LESS        ? 7
                       : function == RVT_COMP_GREATER   ? 9
                       : function == RVT_COMP_NOT_EQUAL ? 0
                                                        : 8;
        (void)rvt_filters_access(&filters, &row, &access);
        cr_expect(eq(int, rvt_filters_row(&filters, &row).pass, !compares), "function %u of %s",
                  (unsigned)function, secondary ? "S" : "P");
    }
}

/* Addresses and contexts of 64 bits are compared as a whole. Shows: ETR-FLT-003 */
Test(filter_access, every_bit_is_compared)
{
    static const enum rvt_comp_input inputs[] = {RVT_COMP_IADDR, RVT_COMP_CONTEXT, RVT_COMP_DADDR};
    struct rvt_config config = wide();

    config.params.iaddress_width_p = config.params.context_width_p = 48;
    config.params.daddress_width_p = 48;
    for (unsigned number = 0; number < 3 * 64; number++) {
        struct rvt_filters filters;
        struct rvt_row row = {.priv = 3};
        struct rvt_filter_access access = {.iaddr_known = true};
        uint64_t bit = UINT64_C(1) << number / 3;

        setup = (struct rvt_filter_setup){.data = 1};
        setup.filter[0] = (struct rvt_filter){.enable = true, .match_comp = {true}};
        setup.comparator[0] =
            (struct rvt_comparator){.p_input = inputs[number % 3], .p_match = bit};
        rvt_filters_init(&filters, &config);
        rvt_filters_program(&filters, &setup);
        /* bits above the width of the input are ignored on both sides */
        cr_expect(eq(int, rvt_filters_access(&filters, &row, &access), number / 3 >= 48));
        access.iaddr = access.daddr = row.context = bit;
        cr_expect(rvt_filters_access(&filters, &row, &access), "bit %u", number / 3);
        setup.comparator[0] = (struct rvt_comparator){.p_function = RVT_COMP_ALWAYS,
                                                      .s_input = inputs[number % 3],
                                                      .s_match = bit,
                                                      .mode = RVT_COMP_BOTH};
        rvt_filters_program(&filters, &setup);
        cr_expect(rvt_filters_access(&filters, &row, &access), "bit %u", number / 3);
        access.iaddr = access.daddr = row.context = 0;
        cr_expect(eq(int, rvt_filters_access(&filters, &row, &access), number / 3 >= 48));
    }
}

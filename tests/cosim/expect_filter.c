/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "expect_filter.h"

#include <string.h>

enum { INST_FILTERS = 0x00c, FILTER = 0x400, COMPARATOR = 0x600, UNIT = 0x20 };
enum { CONTROL = 0x00, MATCH_INST = 0x04, ECAUSE = 0x08, IMPDEF = 0x10, IMPDEF_MASK = 0x14 };
enum { P_MATCH = 0x10, S_MATCH = 0x18 };
enum { EQUAL, UNEQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, FUNCTION_6, FUNCTION_7 };
enum { MODE_P, MODE_BOTH, MODE_NOT_BOTH, MODE_LATCH };

/* The inputs of the conditions for an instruction or a trap. */
struct place {
    const struct rvt_row *row;
    bool iaddr_known, tval_known;
    uint64_t iaddr;
};

static uint32_t word(const struct expect_filter *filter, unsigned offset)
{
    return filter->word[offset / 4];
}

static uint64_t two_words(const struct expect_filter *filter, unsigned offset)
{
    return word(filter, offset) | (uint64_t)word(filter, offset + 4) << 32;
}

static unsigned field(uint32_t value, unsigned low, unsigned bits)
{
    return value >> low & ((1u << bits) - 1);
}

static bool prime(const struct expect_filter *filter, unsigned j)
{
    uint32_t control = word(filter, COMPARATOR + UNIT * j + CONTROL);
    return field(control, 12, 2) == MODE_LATCH && field(control, 4, 3) == FUNCTION_6;
}

static void restart(struct expect_filter *filter)
{
    memset(filter->traps, 0, sizeof filter->traps);
    for (unsigned j = 0; j < EXPECT_COMPARATORS; j++)
        filter->latch[j] = prime(filter, j);
}

bool expect_filter_init(struct expect_filter *filter, const struct rvt_config *config)
{
    memset(filter, 0, sizeof *filter);
    filter->params = config->params;
    for (unsigned i = 0; i < config->registers.count; i++) {
        const struct rvt_register_write *write = &config->registers.write[i];
        if (write->offset < EXPECT_REGISTERS * 4)
            filter->word[write->offset / 4] = write->value;
    }
    restart(filter);
    return config->switches.filter_gran == RVT_FILTER_GRAN_CYCLE || word(filter, INST_FILTERS) == 0;
}

/* Compares the input with match under mask. False if the input is not available. */
static bool compare(const struct expect_filter *filter, const struct place *place, unsigned input,
                    unsigned function, uint64_t match, uint64_t mask)
{
    uint64_t value = place->row->context;
    unsigned width = filter->params.context_width_p;

    if (input != 1) {
        value = input == 0 ? place->iaddr : place->row->tval;
        width = filter->params.iaddress_width_p;
        if (input == 0 ? !place->iaddr_known : input != 2 || !place->tval_known)
            return false;
    }
    mask &= width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    value &= mask;
    match &= mask;
    switch (function) {
    case EQUAL:
        return value == match;
    case UNEQUAL:
        return value != match;
    case LESS:
        return value < match;
    case LESS_EQUAL:
        return value <= match;
    case GREATER:
        return value > match;
    default:
        return value >= match;
    }
}

/* The result of comparator j for a place; updates its latch. */
static bool evaluate(struct expect_filter *filter, unsigned j, const struct place *place)
{
    unsigned base = COMPARATOR + UNIT * j;
    uint32_t control = word(filter, base + CONTROL);
    unsigned p_function = field(control, 4, 3), s_function = field(control, 8, 3);
    uint64_t p_match = two_words(filter, base + P_MATCH);
    uint64_t s_match = two_words(filter, base + S_MATCH);
    bool p = p_function == FUNCTION_7, s = true;

    if (p_function < FUNCTION_6)
        p = compare(filter, place, field(control, 0, 2), p_function, p_match,
                    s_function == FUNCTION_6 ? s_match : UINT64_MAX);
    if (s_function < FUNCTION_6)
        s = compare(filter, place, field(control, 2, 2), s_function, s_match, UINT64_MAX);
    switch (field(control, 12, 2)) {
    case MODE_P:
        return p;
    case MODE_BOTH:
        return p && s;
    case MODE_NOT_BOTH:
        return !(p && s);
    default:
        break;
    }
    bool set = filter->latch[j] || p;
    filter->latch[j] = set && !s;
    return set;
}

/* True if all conditions of filter i hold for a place; matches: results of the comparators. */
static bool match(const struct expect_filter *filter, unsigned i, const struct place *place,
                  unsigned matches)
{
    unsigned base = FILTER + UNIT * i;
    uint32_t control = word(filter, base + CONTROL);
    uint32_t mask = word(filter, base + IMPDEF_MASK);

    if (!(control & 1) || (control >> 24 & 3) != 0)
        return false;
    if ((control >> 1 & 1) && !(word(filter, base + MATCH_INST) >> place->row->priv & 1))
        return false;
    if ((control >> 2 & 3) != 0 && filter->traps[i] == 0)
        return false;
    for (unsigned k = 0; k < 3; k++)
        if ((control >> (4 + 4 * k) & 1) && !(matches >> field(control, 5 + 4 * k, 3) & 1))
            return false;
    return !(control >> 16 & 1) ||
           (place->row->impdef & mask) == (word(filter, base + IMPDEF) & mask);
}

/* A trap begins a match of filter i, or is nested in one. */
static void count_trap(struct expect_filter *filter, unsigned i, const struct rvt_row *row,
                       bool interrupt)
{
    unsigned base = FILTER + UNIT * i, most = 1u << filter->params.filter_excint_p;
    uint32_t control = word(filter, base + CONTROL);
    bool cause = two_words(filter, base + ECAUSE) >> (row->cause & 63) & 1;
    bool kind = field(word(filter, base + MATCH_INST), 8, 1) == interrupt;

    if ((control >> 2 & 3) == 0)
        return;
    if (filter->traps[i] > 0)
        filter->traps[i] += filter->traps[i] < most;
    else if ((cause || !(control >> 2 & 1)) && (kind || !(control >> 3 & 1)))
        filter->traps[i] = 1;
}

/* True if a filter that trTeInstFilters selects matches the place. */
static bool passes(struct expect_filter *filter, const struct place *place)
{
    unsigned matches = 0;
    bool found = false;

    for (unsigned j = 0; j < filter->params.comparators_p; j++)
        matches |= (unsigned)evaluate(filter, j, place) << j;
    for (unsigned i = 0; i < filter->params.filters_p; i++)
        found =
            found || ((word(filter, INST_FILTERS) >> i & 1) && match(filter, i, place, matches));
    return found;
}

/* Every address of a block where an instruction can begin, oldest first, then its trap. */
static bool passes_block(struct expect_filter *filter, const struct rvt_row *row,
                         const struct rvt_block *block)
{
    bool interrupt = block->itype == RVT_ITYPE_INTERRUPT, found = false;
    bool trap = interrupt || block->itype == RVT_ITYPE_EXCEPTION;
    uint64_t step = filter->params.iaddress_lsb_p == 2 ? 4 : 2;
    uint64_t end = block->iaddr + 2 * (uint64_t)rvt_block_halfwords(&filter->params, block);
    uint64_t last = end - (UINT64_C(2) << block->ilastsize);

    for (uint64_t at = block->iaddr; block->iretire > 0 && at <= last; at += step) {
        const struct place place = {.row = row, .iaddr_known = true, .iaddr = at};
        found = passes(filter, &place) || found;
    }
    for (unsigned i = 0; i < filter->params.filters_p; i++) {
        if (block->itype == RVT_ITYPE_TRAP_RETURN && filter->traps[i] > 0)
            filter->traps[i]--;
        else if (trap)
            count_trap(filter, i, row, interrupt);
    }
    if (trap) {
        const struct place place = {.row = row,
                                    .iaddr_known = block->iretire > 0 || !interrupt,
                                    .tval_known = !interrupt,
                                    .iaddr = block->iretire > 0 ? end : block->iaddr};
        found = passes(filter, &place) || found;
    }
    return found;
}

bool expect_filter_row(struct expect_filter *filter, const struct rvt_row *row)
{
    bool found = false;

    if (row->reset)
        restart(filter);
    if (word(filter, INST_FILTERS) == 0)
        return true;
    for (unsigned b = 0; b < row->blocks; b++)
        found = passes_block(filter, row, &row->block[b]) || found;
    return found;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The blocks of a row that pass the filters, computed from the register values by the tables of the
 * Trace Control Interface and decision 0002. It shares no code with the model and ignores speed:
 * every comparator examines every address where an instruction can begin.
 */
#ifndef RVT_TESTS_PROPERTY_FILTER_EXPECTATION_H
#define RVT_TESTS_PROPERTY_FILTER_EXPECTATION_H

#include <string.h>

#include "ingress/tip.h"

struct filter_expectation {
    const struct rvt_config *config;
    uint32_t value[0x800 / 4]; /* of the registers */
    bool latch[8];
    unsigned depth[16];
};

static inline uint32_t fe_bits(const struct filter_expectation *f, unsigned offset, unsigned high,
                               unsigned low)
{
    return f->value[offset / 4] >> low & (uint32_t)((UINT64_C(1) << (high - low + 1)) - 1);
}

static inline uint64_t fe_wide(const struct filter_expectation *f, unsigned offset)
{
    return (uint64_t)f->value[offset / 4 + 1] << 32 | f->value[offset / 4];
}

/* The comparator inputs of an instruction or a trap. */
struct fe_shown {
    uint64_t input[4]; /* iaddr, context, tval, daddr */
    bool known[4];
};

static inline bool fe_compare(uint32_t function, uint64_t input, uint64_t match)
{
    const bool results[6] = {input == match, input != match,
                             input<match, input <= match, input> match, input >= match};
    return results[function];
}

static inline bool fe_half(const struct filter_expectation *f, unsigned j, bool secondary,
                           const struct fe_shown *shown)
{
    unsigned at = 0x600 + 0x20 * j;
    uint32_t input = secondary ? fe_bits(f, at, 3, 2) : fe_bits(f, at, 1, 0);
    uint32_t function = secondary ? fe_bits(f, at, 10, 8) : fe_bits(f, at, 6, 4);
    unsigned width =
        input == 1 ? f->config->params.context_width_p : f->config->params.iaddress_width_p;
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;

    if (function == 7)
        return true;
    if (function == 6)
        return secondary;
    if (!shown->known[input])
        return false;
    if (!secondary && fe_bits(f, at, 10, 8) == 6)
        mask &= fe_wide(f, at + 0x18);
    return fe_compare(function, shown->input[input] & mask,
                      fe_wide(f, at + (secondary ? 0x18 : 0x10)) & mask);
}

static inline bool fe_unit(struct filter_expectation *f, unsigned j, const struct fe_shown *shown)
{
    bool p = fe_half(f, j, false, shown), s = fe_half(f, j, true, shown), out;

    switch (fe_bits(f, 0x600 + 0x20 * j, 13, 12)) {
    case 0:
        return p;
    case 1:
        return p && s;
    case 2:
        return !(p && s);
    default:
        out = f->latch[j] || p;
        f->latch[j] = out && !s;
        return out;
    }
}

/* Filter i matches traps. */
static inline bool fe_traps(const struct filter_expectation *f, unsigned i)
{
    return fe_bits(f, 0x400 + 0x20 * i, 3, 2) != 0;
}

static inline bool fe_filter(const struct filter_expectation *f, unsigned i,
                             const struct rvt_row *row, const bool unit[8])
{
    unsigned at = 0x400 + 0x20 * i;

    if (fe_bits(f, at, 0, 0) == 0)
        return false;
    if (fe_bits(f, at, 1, 1) && (fe_bits(f, at + 4, 7, 0) >> row->priv & 1) == 0)
        return false;
    if (fe_traps(f, i) && f->depth[i] == 0)
        return false;
    if (fe_bits(f, at, 16, 16) && (row->impdef & f->value[(at + 0x14) / 4]) !=
                                      (f->value[(at + 0x10) / 4] & f->value[(at + 0x14) / 4]))
        return false;
    for (unsigned k = 4; k < 16; k += 4)
        if (fe_bits(f, at, k, k) && !unit[fe_bits(f, at, k + 3, k + 1)])
            return false;
    return true;
}

static inline bool fe_passes(struct filter_expectation *f, const struct rvt_row *row,
                             const struct fe_shown *shown)
{
    bool unit[8], pass = fe_bits(f, 0x00c, 15, 0) == 0;

    for (unsigned j = 0; j < 8; j++)
        unit[j] = fe_unit(f, j, shown);
    for (unsigned i = 0; i < 16; i++)
        if (fe_bits(f, 0x00c, i, i) && fe_filter(f, i, row, unit))
            pass = true;
    return pass;
}

static inline void fe_enter(struct filter_expectation *f, const struct rvt_row *row, bool interrupt)
{
    unsigned limit = 1u << f->config->params.filter_excint_p;

    for (unsigned i = 0; i < 16; i++) {
        unsigned at = 0x400 + 0x20 * i;
        bool begins = fe_traps(f, i);
        if (fe_bits(f, at, 2, 2) &&
            (row->cause >= 64 || (fe_wide(f, at + 8) >> row->cause & 1) == 0))
            begins = false;
        if (fe_bits(f, at, 3, 3) && (fe_bits(f, at + 4, 8, 8) != 0) != interrupt)
            begins = false;
        if ((begins || f->depth[i] > 0) && f->depth[i] < limit)
            f->depth[i]++;
    }
}

static inline void fe_restart(struct filter_expectation *f)
{
    memset(f->depth, 0, sizeof(f->depth));
    for (unsigned j = 0; j < 8; j++) {
        unsigned at = 0x600 + 0x20 * j;
        f->latch[j] = fe_bits(f, at, 13, 12) == 3 && fe_bits(f, at, 6, 4) == 6;
    }
}

/* Software writes a register. A change resets the state of that filter or comparator only. */
static inline void fe_write(struct filter_expectation *f, uint32_t offset, uint32_t value)
{
    unsigned unit = offset >> 5 & 15;

    if (f->value[offset / 4] == value)
        return;
    f->value[offset / 4] = value;
    if (offset >= 0x600)
        f->latch[unit] = fe_bits(f, 0x600 + 0x20 * unit, 13, 12) == 3 &&
                         fe_bits(f, 0x600 + 0x20 * unit, 6, 4) == 6;
    else if (offset >= 0x400)
        f->depth[unit] = 0;
}

/* Filters row. Returns a bit for each block that passes. */
static inline uint8_t fe_row(struct filter_expectation *f, const struct rvt_row *row)
{
    const struct rvt_params *params = &f->config->params;
    uint64_t step = params->iaddress_lsb_p == 2 ? 4 : 2;
    uint8_t blocks = 0;

    for (unsigned k = 0; k < row->blocks; k++) {
        const struct rvt_block *block = &row->block[k];
        uint64_t bytes =
            (uint64_t)block->iretire * (params->retires_p > 1 ? 2 : 2u << block->ilastsize);
        struct fe_shown shown = {.input = {0, row->context, row->tval, 0},
                                 .known = {true, true, false, false}};
        bool pass = false;
        for (uint64_t at = 0; bytes > 0 && at <= bytes - (2u << block->ilastsize); at += step) {
            shown.input[0] = block->iaddr + at;
            pass |= fe_passes(f, row, &shown);
        }
        if (pass)
            blocks |= (uint8_t)(1u << k);
        if (block->iretire > 0 && block->itype == 3)
            for (unsigned i = 0; i < 16; i++)
                f->depth[i] -= f->depth[i] > 0;
        if (block->itype != 1 && block->itype != 2)
            continue;
        fe_enter(f, row, block->itype == 2);
        shown.input[0] = block->iaddr + bytes;
        shown.known[0] = bytes > 0 || block->itype == 1;
        shown.known[2] = block->itype == 1;
        if (fe_passes(f, row, &shown))
            blocks |= (uint8_t)(1u << k);
    }
    bool cycle = f->config->switches.filter_gran == RVT_FILTER_GRAN_CYCLE;
    return cycle && blocks != 0 ? 0xff : blocks;
}

#endif

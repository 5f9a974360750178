/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/filter.h"

#include <string.h>

#include "base/bits.h"

/* The inputs of a filter besides comparators. */
struct view {
    const struct rvt_row *row;
    uint8_t matches; /* of the comparators, for this instruction, trap or access */
    bool has_access;
    uint8_t dtype, dsize;
};

void rvt_filters_init(struct rvt_filters *filters, const struct rvt_config *config)
{
    const struct rvt_params *params = &config->params;

    *filters = (struct rvt_filters){
        .widths = {.mask = {[RVT_COMP_IADDR] = rvt_mask(params->iaddress_width_p),
                            [RVT_COMP_CONTEXT] = rvt_mask(params->context_width_p),
                            [RVT_COMP_TVAL] = rvt_mask(params->iaddress_width_p),
                            [RVT_COMP_DADDR] = rvt_mask(params->daddress_width_p)}},
        .gran = config->switches.filter_gran,
        .halfwords = rvt_counts_halfwords(params),
        .step = params->iaddress_lsb_p == 2 ? 2 : 1,
        .depth_max = 1u << params->filter_excint_p,
    };
}

/* Who takes part, from setup. */
static void take_stock(struct rvt_filters *filters)
{
    const struct rvt_filter_setup *setup = &filters->setup;

    filters->running = filters->trapping = 0;
    filters->comparing = filters->notifying = filters->latching = 0;
    for (unsigned i = 0; i < RVT_FILTERS_MAX; i++) {
        const struct rvt_filter *filter = &setup->filter[i];
        uint16_t bit = (uint16_t)(1u << i);
        if (!filter->enable)
            continue;
        filters->running |= bit;
        if (filter->match_ecause || filter->match_interrupt)
            filters->trapping |= bit;
        for (unsigned k = 0; k < RVT_FILTER_COMPS; k++)
            if (filter->match_comp[k])
                filters->comparing |= (uint8_t)(1u << filter->comp[k]);
    }
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++) {
        const struct rvt_comparator *c = &setup->comparator[j];
        uint8_t bit = (uint8_t)(1u << j);
        if ((c->p_notify && c->p_input == RVT_COMP_IADDR) ||
            (c->s_notify && c->s_input == RVT_COMP_IADDR))
            filters->notifying |= bit;
        if (c->mode == RVT_COMP_LATCH)
            filters->latching |= bit;
    }
    filters->comparing |= filters->notifying | filters->latching;
    filters->see_all = (filters->notifying | filters->latching) != 0;
}

/* All fields of a filter: a change of any of them restarts it. */
static bool same_filter(const struct rvt_filter *a, const struct rvt_filter *b)
{
    bool same = a->enable == b->enable && a->match_privilege == b->match_privilege &&
                a->match_ecause == b->match_ecause && a->match_interrupt == b->match_interrupt &&
                a->match_impdef == b->match_impdef && a->match_dtype == b->match_dtype &&
                a->match_dsize == b->match_dsize && a->interrupt == b->interrupt &&
                a->privileges == b->privileges && a->dsizes == b->dsizes &&
                a->dtypes == b->dtypes && a->impdef == b->impdef &&
                a->impdef_mask == b->impdef_mask && a->ecauses == b->ecauses;

    for (unsigned k = 0; k < RVT_FILTER_COMPS; k++)
        same = same && a->match_comp[k] == b->match_comp[k] && a->comp[k] == b->comp[k];
    return same;
}

static bool same_comparator(const struct rvt_comparator *a, const struct rvt_comparator *b)
{
    return a->p_input == b->p_input && a->s_input == b->s_input && a->p_function == b->p_function &&
           a->s_function == b->s_function && a->mode == b->mode && a->p_notify == b->p_notify &&
           a->s_notify == b->s_notify && a->p_match == b->p_match && a->s_match == b->s_match;
}

void rvt_filters_program(struct rvt_filters *filters, const struct rvt_filter_setup *setup)
{
    for (unsigned i = 0; i < RVT_FILTERS_MAX; i++)
        if (!same_filter(&filters->setup.filter[i], &setup->filter[i]))
            filters->depth[i] = 0;
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++)
        if (!same_comparator(&filters->setup.comparator[j], &setup->comparator[j]))
            filters->latch[j] = rvt_comparator_primed(&setup->comparator[j]);
    filters->setup = *setup;
    take_stock(filters);
}

void rvt_filters_restart(struct rvt_filters *filters)
{
    memset(filters->depth, 0, sizeof(filters->depth));
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++)
        filters->latch[j] = rvt_comparator_primed(&filters->setup.comparator[j]);
}

/* Runs every comparator; returns those that match, and sets *notify if one notifies. */
static uint8_t compare(struct rvt_filters *filters, const struct rvt_comp_inputs *inputs,
                       bool *notify)
{
    uint8_t matches = 0;

    for (unsigned j = 0; filters->comparing >> j != 0; j++) {
        const struct rvt_comparator *c = &filters->setup.comparator[j];
        if ((filters->comparing >> j & 1) == 0)
            continue;
        struct rvt_comp_result result =
            rvt_comparator_compare(c, &filters->widths, inputs, &filters->latch[j]);
        matches |= (uint8_t)((unsigned)result.match << j);
        *notify |= c->p_notify && c->p_input == RVT_COMP_IADDR && result.primary;
        *notify |= c->s_notify && c->s_input == RVT_COMP_IADDR && result.secondary;
    }
    return matches;
}

/* All conditions of filter i hold. ETR-FLT-002. */
static bool holds(const struct rvt_filters *filters, unsigned i, const struct view *view)
{
    const struct rvt_filter *filter = &filters->setup.filter[i];

    if (filter->match_privilege && (filter->privileges >> view->row->priv & 1) == 0)
        return false;
    if ((filters->trapping >> i & 1) != 0 && filters->depth[i] == 0)
        return false;
    if (filter->match_impdef && ((view->row->impdef ^ filter->impdef) & filter->impdef_mask) != 0)
        return false;
    if (filter->match_dtype && !(view->has_access && (filter->dtypes >> view->dtype & 1) != 0))
        return false;
    if (filter->match_dsize && !(view->has_access && (filter->dsizes >> view->dsize & 1) != 0))
        return false;
    for (unsigned k = 0; k < RVT_FILTER_COMPS; k++)
        if (filter->match_comp[k] && (view->matches >> filter->comp[k] & 1) == 0)
            return false;
    return true;
}

/* True if one of the filters in selected passes view, or none is selected. ETR-FLT-001. */
static bool passes(const struct rvt_filters *filters, uint16_t selected, const struct view *view)
{
    unsigned candidates = selected & filters->running;

    for (unsigned i = 0; candidates >> i != 0; i++)
        if ((candidates >> i & 1) != 0 && holds(filters, i, view))
            return true;
    return selected == 0;
}

/* A trap starts the match of a filter, or is nested in it. ETR-FLT-006. */
static void enter_trap(struct rvt_filters *filters, const struct rvt_row *row, uint8_t itype)
{
    bool interrupt = itype == RVT_ITYPE_INTERRUPT;

    for (unsigned i = 0; filters->trapping >> i != 0; i++) {
        const struct rvt_filter *filter = &filters->setup.filter[i];
        bool cause = row->cause < 64 && (filter->ecauses >> row->cause & 1) != 0;
        bool matches = (!filter->match_ecause || cause) &&
                       (!filter->match_interrupt || filter->interrupt == interrupt);
        if ((filters->trapping >> i & 1) == 0 || (filters->depth[i] == 0 && !matches))
            continue;
        if (filters->depth[i] < filters->depth_max)
            filters->depth[i]++;
    }
}

static void leave_trap(struct rvt_filters *filters)
{
    for (unsigned i = 0; filters->trapping >> i != 0; i++)
        if (filters->depth[i] > 0)
            filters->depth[i]--;
}

/* The inputs of comparators from a row, without addresses. */
static struct rvt_comp_inputs inputs_of(const struct rvt_row *row)
{
    return (struct rvt_comp_inputs){
        .value = {[RVT_COMP_CONTEXT] = row->context},
        .known = {[RVT_COMP_CONTEXT] = true},
    };
}

/* The instructions of block: from the first to the last, at every address where one may begin,
 * because the interface does not show where they do. The block is traced if one of them passes. */
static bool filter_instructions(struct rvt_filters *filters, const struct rvt_row *row,
                                const struct rvt_block *block, bool *notify)
{
    struct rvt_comp_inputs inputs = inputs_of(row);
    struct view view = {.row = row};
    uint32_t halfwords = filters->halfwords ? block->iretire : 1u << block->ilastsize;
    uint32_t before_last = halfwords - (1u << block->ilastsize);
    bool pass = false;

    inputs.known[RVT_COMP_IADDR] = true;
    if (filters->comparing == 0)
        before_last = 0;
    for (uint32_t i = 0; i <= before_last && (!pass || filters->see_all); i += filters->step) {
        inputs.value[RVT_COMP_IADDR] = block->iaddr + 2 * (uint64_t)i;
        view.matches = compare(filters, &inputs, notify);
        pass = pass || passes(filters, filters->setup.inst, &view);
    }
    if (block->itype == RVT_ITYPE_TRAP_RETURN)
        leave_trap(filters);
    return pass;
}

/* The trap that ends block. */
static bool filter_trap(struct rvt_filters *filters, const struct rvt_row *row,
                        const struct rvt_block *block)
{
    struct rvt_comp_inputs inputs = inputs_of(row);
    struct view view = {.row = row};
    uint32_t halfwords = filters->halfwords ? block->iretire : block->iretire << block->ilastsize;
    bool notify = false; /* there is no instruction to report */

    inputs.value[RVT_COMP_IADDR] = block->iaddr + 2 * (uint64_t)halfwords;
    inputs.known[RVT_COMP_IADDR] = halfwords > 0 || block->itype == RVT_ITYPE_EXCEPTION;
    inputs.value[RVT_COMP_TVAL] = row->tval;
    inputs.known[RVT_COMP_TVAL] = block->itype == RVT_ITYPE_EXCEPTION;
    enter_trap(filters, row, block->itype);
    view.matches = compare(filters, &inputs, &notify);
    return passes(filters, filters->setup.inst, &view);
}

struct rvt_filter_result rvt_filters_row(struct rvt_filters *filters, const struct rvt_row *row)
{
    struct rvt_filter_result result = {0};
    uint8_t all = (uint8_t)((1u << row->blocks) - 1);

    for (unsigned k = 0; k < row->blocks; k++) {
        const struct rvt_block *block = &row->block[k];
        bool notify = false, inst = false, trap = false;
        if (block->iretire > 0)
            inst = filter_instructions(filters, row, block, &notify);
        if (rvt_block_is_trap(block))
            trap = filter_trap(filters, row, block);
        result.pass |= (uint8_t)((unsigned)(inst || trap) << k);
        result.notify |= (uint8_t)((unsigned)notify << k);
    }
    if (filters->gran == RVT_FILTER_GRAN_CYCLE)
        result.pass = result.pass != 0 ? all : 0;
    return result;
}

bool rvt_filters_access(struct rvt_filters *filters, const struct rvt_row *row,
                        const struct rvt_filter_access *access)
{
    struct rvt_comp_inputs inputs = inputs_of(row);
    struct view view = {
        .row = row, .has_access = true, .dtype = access->dtype, .dsize = access->dsize};

    inputs.value[RVT_COMP_IADDR] = access->iaddr;
    inputs.known[RVT_COMP_IADDR] = access->iaddr_known;
    inputs.value[RVT_COMP_DADDR] = access->daddr;
    inputs.known[RVT_COMP_DADDR] = true;
    for (unsigned j = 0; filters->comparing >> j != 0; j++) {
        const struct rvt_comparator *c = &filters->setup.comparator[j];
        bool kept = filters->latch[j];
        bool moves = rvt_comparator_compares(c, RVT_COMP_DADDR);
        struct rvt_comp_result result = rvt_comparator_compare(c, &filters->widths, &inputs,
                                                               moves ? &filters->latch[j] : &kept);
        view.matches |= (uint8_t)((unsigned)result.match << j);
    }
    return passes(filters, filters->setup.data, &view);
}

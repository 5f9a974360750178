/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/comparator.h"

/* One comparison, unsigned; both sides have the bits that count and no others. */
static bool compare(enum rvt_comp_function function, uint64_t input, uint64_t match)
{
    switch (function) {
    case RVT_COMP_EQUAL:
        return input == match;
    case RVT_COMP_NOT_EQUAL:
        return input != match;
    case RVT_COMP_LESS:
        return input < match;
    case RVT_COMP_LESS_EQUAL:
        return input <= match;
    case RVT_COMP_GREATER:
        return input > match;
    case RVT_COMP_GREATER_EQUAL:
        return input >= match;
    case RVT_COMP_NEVER_OR_MASK:
    case RVT_COMP_ALWAYS:
        break;
    }
    return false;
}

static bool primary(const struct rvt_comparator *c, const struct rvt_comp_widths *widths,
                    const struct rvt_comp_inputs *inputs)
{
    uint64_t mask = widths->mask[c->p_input];

    if (c->p_function == RVT_COMP_NEVER_OR_MASK || c->p_function == RVT_COMP_ALWAYS)
        return c->p_function == RVT_COMP_ALWAYS;
    if (c->s_function == RVT_COMP_NEVER_OR_MASK)
        mask &= c->s_match;
    return inputs->known[c->p_input] &&
           compare(c->p_function, inputs->value[c->p_input] & mask, c->p_match & mask);
}

static bool secondary(const struct rvt_comparator *c, const struct rvt_comp_widths *widths,
                      const struct rvt_comp_inputs *inputs)
{
    uint64_t mask = widths->mask[c->s_input];

    if (c->s_function == RVT_COMP_NEVER_OR_MASK || c->s_function == RVT_COMP_ALWAYS)
        return true;
    return inputs->known[c->s_input] &&
           compare(c->s_function, inputs->value[c->s_input] & mask, c->s_match & mask);
}

struct rvt_comp_result rvt_comparator_compare(const struct rvt_comparator *comparator,
                                              const struct rvt_comp_widths *widths,
                                              const struct rvt_comp_inputs *inputs, bool *latch)
{
    struct rvt_comp_result result = {
        .primary = primary(comparator, widths, inputs),
        .secondary = secondary(comparator, widths, inputs),
    };

    switch (comparator->mode) {
    case RVT_COMP_PRIMARY:
        result.match = result.primary;
        break;
    case RVT_COMP_BOTH:
        result.match = result.primary && result.secondary;
        break;
    case RVT_COMP_NOT_BOTH:
        result.match = !(result.primary && result.secondary);
        break;
    case RVT_COMP_LATCH: /* until the instruction after the one that the secondary matches */
        result.match = *latch || result.primary;
        *latch = result.match && !result.secondary;
        break;
    }
    return result;
}

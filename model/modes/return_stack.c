/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/return_stack.h"

#include <stdlib.h>
#include <string.h>

static uint32_t capacity_of(const struct rvt_config *config)
{
    const struct rvt_params *params = &config->params;

    if (params->return_stack_size_p > 0)
        return UINT32_C(1) << params->return_stack_size_p;
    if (params->call_counter_size_p == 0)
        return 0;
    return (UINT32_C(1) << params->call_counter_size_p) -
           (config->switches.ccs_max == RVT_CCS_MAX_MINUS_ONE ? 1 : 0);
}

/* A counter beside a stack belongs to its entries. */
static uint32_t again_max_of(const struct rvt_config *config)
{
    const struct rvt_params *params = &config->params;

    return params->return_stack_size_p > 0 ? (UINT32_C(1) << params->call_counter_size_p) - 1 : 0;
}

enum rvt_status rvt_return_stack_open(struct rvt_return_stack *stack,
                                      const struct rvt_config *config)
{
    *stack = (struct rvt_return_stack){
        .capacity = capacity_of(config),
        .again_max = again_max_of(config),
        .counter = config->params.return_stack_size_p == 0,
    };
    if (stack->capacity == 0)
        return RVT_OK;
    stack->entry = calloc(stack->capacity, sizeof(*stack->entry));
    return stack->entry == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_return_stack_close(struct rvt_return_stack *stack)
{
    free(stack->entry);
    stack->entry = NULL;
}

void rvt_return_stack_copy(struct rvt_return_stack *to, const struct rvt_return_stack *from)
{
    to->depth = from->depth;
    to->next = from->next;
    if (from->capacity > 0)
        memcpy(to->entry, from->entry, from->capacity * sizeof(*from->entry));
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/branch_predictor.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

static size_t entries(const struct rvt_branch_predictor *predictor)
{
    return (size_t)predictor->mask + 1;
}

enum rvt_status rvt_branch_predictor_open(struct rvt_branch_predictor *predictor,
                                          const struct rvt_params *params)
{
    predictor->mask = rvt_mask(params->bpred_size_p);
    predictor->shift = params->iaddress_lsb_p;
    predictor->state = malloc(entries(predictor));
    if (predictor->state == NULL)
        return RVT_ERR_MEMORY;
    rvt_branch_predictor_reset(predictor);
    return RVT_OK;
}

void rvt_branch_predictor_close(struct rvt_branch_predictor *predictor)
{
    free(predictor->state);
    predictor->state = NULL;
}

void rvt_branch_predictor_reset(struct rvt_branch_predictor *predictor)
{
    memset(predictor->state, 1, entries(predictor));
}

void rvt_branch_predictor_copy(struct rvt_branch_predictor *to,
                               const struct rvt_branch_predictor *from)
{
    memcpy(to->state, from->state, entries(from));
}

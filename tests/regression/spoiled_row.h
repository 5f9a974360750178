/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of the ingress with a random change, which most often breaks a rule. */
#ifndef RVT_TESTS_REGRESSION_SPOILED_ROW_H
#define RVT_TESTS_REGRESSION_SPOILED_ROW_H

#include <string.h>

#include "ingress/access.h"
#include "ingress/tip.h"
#include "random/random.h"

static inline void spoil_block(struct rvt_random *random, struct rvt_block *block)
{
    unsigned low = rvt_random_below(random, 17);

    switch (rvt_random_below(random, 7)) {
    case 0:
        block->itype = (uint8_t)low;
        break;
    case 1:
        block->iretire = low;
        break;
    case 2:
        block->iretire ^= 1u << rvt_random_below(random, 18);
        break;
    case 3:
        block->ilastsize = (uint8_t)(low / 4);
        break;
    case 4:
        block->iaddr ^= UINT64_C(1) << rvt_random_below(random, 64);
        break;
    case 5:
        block->ntkn = (uint8_t)(low < 12 ? low / 3 : low << 4);
        break;
    default:
        block->sijump = !block->sijump;
        break;
    }
}

static inline void spoil_access(struct rvt_random *random, struct rvt_access *access)
{
    uint64_t bit = UINT64_C(1) << rvt_random_below(random, 64);
    unsigned low = rvt_random_below(random, 17);
    uint64_t *const wide[] = {&access->daddr, &access->data, &access->operand, &access->sdata,
                              &access->ldata};
    uint8_t *const narrow[] = {&access->dtype, &access->dsize, &access->dblock,
                               &access->lrid,  &access->lresp, &access->lid};

    switch (rvt_random_below(random, 5)) {
    case 0:
        *wide[rvt_random_below(random, 5)] ^= bit;
        break;
    case 1:
        access->iaddr_lsbs ^= (uint32_t)(bit >> rvt_random_below(random, 64));
        break;
    case 2:
        access->dretire = !access->dretire;
        break;
    default:
        *narrow[rvt_random_below(random, 6)] = (uint8_t)low;
        break;
    }
}

/* Changes one thing of row. access: storage for its accesses. */
static inline void spoil_row(struct rvt_random *random, struct rvt_row *row,
                             struct rvt_access access[RVT_ACCESSES_MAX])
{
    uint64_t bit = UINT64_C(1) << rvt_random_below(random, 64);

    if (row->accesses > 0 && rvt_random_below(random, 2) == 0) {
        memcpy(access, row->access, row->accesses * sizeof(*access));
        spoil_access(random, &access[rvt_random_below(random, row->accesses)]);
        row->access = access;
        return;
    }
    if (rvt_random_below(random, 10) < 7) {
        spoil_block(random,
                    &row->block[rvt_random_below(random, row->blocks + 1u) % RVT_BLOCKS_MAX]);
        return;
    }
    switch (rvt_random_below(random, 10)) {
    case 0:
        row->priv = (uint8_t)rvt_random_below(random, 10);
        break;
    case 1:
        row->ctype = (uint8_t)rvt_random_below(random, 6);
        break;
    case 2:
        if (bit >> 32 == 0)
            row->cause = 8 + rvt_random_below(random, 4); /* of an ecall */
        else
            row->cause ^= (uint32_t)1 << rvt_random_below(random, 32);
        break;
    case 3:
        row->context ^= bit;
        break;
    case 4:
        row->time ^= bit;
        break;
    case 5:
        row->tval ^= bit;
        break;
    case 6:
        row->impdef ^= 1u << rvt_random_below(random, 32);
        break;
    case 7:
        row->trigger ^= 1u << rvt_random_below(random, 8);
        break;
    case 8:
        row->accesses = RVT_ACCESSES_MAX + 1; /* refused before any is read */
        break;
    default:
        row->blocks = (uint8_t)rvt_random_below(random, RVT_BLOCKS_MAX + 1);
        break;
    }
}

#endif

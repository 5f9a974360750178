/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random data accesses for the rows of a random program: every type of access in the configuration,
 * addresses and values as programs have them (arrays, a stack, counters, pointers, numbers of all
 * sizes), and responses that come late and out of order. A pure function of the seed and the rows.
 */
#ifndef RVT_RANDOM_RANDOM_DATA_H
#define RVT_RANDOM_RANDOM_DATA_H

#include "ingress/access.h"
#include "ingress/tip.h"
#include "random/random.h"

struct rvt_random_data {
    struct rvt_random random;
    const struct rvt_config *config; /* borrowed */
    unsigned groups;                 /* of the data interface, 1..RVT_ACCESSES_MAX */
    unsigned percent;                /* how many of the rows with instructions access data */
    uint64_t address[4];             /* of the next access to each of a few areas */
    uint64_t value;                  /* the latest */
    bool busy[RVT_LRIDS_MAX];        /* loads in progress */
    unsigned loads;                  /* their number */
    struct rvt_access access[RVT_ACCESSES_MAX];
};

/* config: valid and with data_trace; it must outlive data. */
void rvt_random_data_init(struct rvt_random_data *data, const struct rvt_config *config,
                          uint64_t seed, unsigned groups, unsigned percent);

/* Gives row its accesses, which live in data until the next call. Rows while halted or in reset get
 * none. The result passes rvt_accesses_check. */
void rvt_random_data_row(struct rvt_random_data *data, struct rvt_row *row);

/* True while loads are in progress. Rows without blocks then receive their responses. */
static inline bool rvt_random_data_pending(const struct rvt_random_data *data)
{
    return data->loads > 0;
}

#endif

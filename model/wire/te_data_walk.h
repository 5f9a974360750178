/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The format walk over the fields of a te_data packet; the mode of its cursor decides what it does.
 * Only data.c uses it. */
#ifndef RVT_WIRE_TE_DATA_WALK_H
#define RVT_WIRE_TE_DATA_WALK_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/te_data.h"

struct rvt_data_walk {
    struct rvt_bits bits;
    const struct rvt_config *config;
    const struct rvt_data_pending *pending; /* reading; may be null */
    struct rvt_data_packet *p;
    bool cut;      /* reading: the fields after the last one passed cannot be distinguished */
    bool response; /* reading: the code of split atomic responses means one (AMB-170) */
};

/* Passes every field of *p; faults stick in bits. */
void rvt_data_walk(struct rvt_data_walk *w);

#endif

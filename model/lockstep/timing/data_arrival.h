/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What an encoder sends of the data interface of one cycle: accesses and responses, by the rows and
 * by how data trace is programmed. One group of signals a cycle. Spec: ETR-DAT-006, ETR-DAT-011;
 * decision 0003, "Order in the stream".
 */
#ifndef RVT_LOCKSTEP_TIMING_DATA_ARRIVAL_H
#define RVT_LOCKSTEP_TIMING_DATA_ARRIVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "ingress/tip.h"
#include "wire/te_data.h"

/* What is sent of the data interface of a cycle: an access, a response, or both. */
struct rvt_data_arrival {
    bool access, response;
    bool late;     /* the response answers the request of the same cycle */
    bool last;     /* the instruction of the access is the last one of its block */
    uint8_t block; /* number of that block in its row */
    bool row;      /* instructions of the same cycle are traced */
    bool trap;     /* a trap of the same cycle follows them */
};

/* Loads in progress of a hart with split loads, by lrid. */
struct rvt_pending_loads {
    struct rvt_pending_load {
        bool awaited, traced, atomic;
    } load[RVT_LRIDS_MAX];
};

/*
 * Takes the data interface of a row that the encoder sees. config: with the options in force;
 * tracing: data trace is on in this cycle, and the filters pass its access. Returns true if te_data
 * is sent for it, with all of data set but row and trap; of a lost row, if te_data is lost with it.
 */
bool rvt_data_arrival_row(struct rvt_pending_loads *loads, const struct rvt_config *config,
                          bool tracing, const struct rvt_row *row, struct rvt_data_arrival *data);

#endif

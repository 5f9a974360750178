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
    uint8_t block; /* which that is */
    bool row;      /* instructions of the same cycle are traced */
    bool trap;     /* a trap of the same cycle stands behind them */
};

/* The loads in progress of a split hart. */
struct rvt_pending_loads {
    struct rvt_pending_load {
        bool awaited, traced, atomic;
    } load[RVT_LRIDS_MAX];
};

/*
 * A row that the encoder sees; config: as the encoder is programmed; tracing: data trace is on in
 * its cycle. Returns true if something of it is sent, and fills in data but for row and trap. Of a
 * lost row nothing is.
 */
bool rvt_data_arrival_row(struct rvt_pending_loads *wanted, const struct rvt_config *config,
                          bool tracing, const struct rvt_row *row, struct rvt_data_arrival *data);

#endif

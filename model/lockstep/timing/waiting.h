/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Data trace at an encoder that keeps the contract of rvt_timing.h: what of the data interface it
 * sends, in which cycle, and the records of it that wait beside the instructions. One group of
 * signals a cycle. Spec: ETR-DAT-006, ETR-DAT-011; decision 0003, "Order in the stream".
 */
#ifndef RVT_LOCKSTEP_TIMING_WAITING_H
#define RVT_LOCKSTEP_TIMING_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "encoder/data_encoder.h"
#include "ingress/tip.h"

/* What is sent of the data interface of a cycle: an access, a response, or both. */
struct rvt_arrived_data {
    bool access, response;
    bool late;     /* the response answers the request of the same cycle */
    bool last;     /* the instruction of the access is the last one of its block */
    uint8_t block; /* which that is */
    bool row;      /* instructions of the same cycle are traced */
    bool trap;     /* a trap of the same cycle stands behind them */
};

/* The loads in progress of a split hart. */
struct rvt_wanted {
    struct rvt_wanted_load {
        bool awaited, traced, atomic;
    } load[RVT_LRIDS_MAX];
};

/*
 * A row that the encoder sees; config: as the encoder is programmed; tracing: data trace is on in
 * its cycle. Returns true if something of it is sent, and fills in data but for row and trap. Of a
 * lost row nothing is.
 */
bool rvt_wanted_row(struct rvt_wanted *wanted, const struct rvt_config *config, bool tracing,
                    const struct rvt_row *row, struct rvt_arrived_data *data);

/* What waits, as it left the elastic buffer. */
struct rvt_waiting_record {
    struct rvt_arrived_data data; /* what is left of it */
    uint64_t cycle;               /* of its row */
    uint64_t seen;                /* the first cycle in which it can leave */
    uint64_t left;                /* the cycle in which it left; UINT64_MAX: it waits */
    uint64_t before, block;       /* arrivals up to its row, and up to its instructions */
};

enum { RVT_WAITING_MAX = 512 };

struct rvt_waiting {
    unsigned depth; /* records that can wait; 0: there is no data trace */
    uint64_t head, tail;
    struct rvt_waiting_record record[RVT_WAITING_MAX];
};

/* The oldest record that waits; null: none. */
struct rvt_waiting_record *rvt_waiting_oldest(struct rvt_waiting *waiting);

void rvt_waiting_push(struct rvt_waiting *waiting, const struct rvt_waiting_record *record);

/* Moves *cycle on to the first one with room for a record; false: that depends on one that waits.
 */
bool rvt_waiting_room(const struct rvt_waiting *waiting, uint64_t *cycle);

/* True if the response of data is sent before its access. */
bool rvt_waiting_responds(const struct rvt_arrived_data *data);

/* The next part of the oldest record leaves in cycle. */
void rvt_waiting_take(struct rvt_waiting *waiting, uint64_t cycle);

#endif

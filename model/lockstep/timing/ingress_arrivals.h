/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What arrives at an encoder, and in which cycle: the blocks and traps of the rows that it keeps,
 * and the events between them, in the order of the item stream. It takes rows and control as the
 * model does and depends on no packet. Spec: ETR-FLT-001, ETR-FLT-009..012, ETR-SUP-001..003,
 * ETR-ALG-038; decision 0001.
 */
#ifndef RVT_LOCKSTEP_TIMING_INGRESS_ARRIVALS_H
#define RVT_LOCKSTEP_TIMING_INGRESS_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "ingress/control.h"
#include "ingress/tip.h"
#include "lockstep/timing/data_arrival.h"

enum rvt_ingress_arrival_kind {
    RVT_ARRIVAL_ENABLE,
    RVT_ARRIVAL_DISABLE,
    RVT_ARRIVAL_END,
    RVT_ARRIVAL_LOST,  /* as soon as the encoder has room for it, not before cycle */
    RVT_ARRIVAL_MODES, /* likewise */
    RVT_ARRIVAL_BLOCKS,
    RVT_ARRIVAL_TRAP,
    RVT_ARRIVAL_DATA, /* te_data of one cycle; it is decided in no step */
};

/* A block that retired something. */
struct rvt_arrival_block {
    uint64_t first, last; /* addresses of its first and last instruction */
    uint32_t halfwords;
    uint8_t itype; /* 0 before a trap */
    bool notify;   /* a notification is requested for its last instruction */
};

struct rvt_ingress_arrival {
    enum rvt_ingress_arrival_kind kind;
    uint64_t cycle;   /* of the row or the event */
    uint64_t elapsed; /* cycles since the previous row that was kept; first arrival of a row only */
    uint8_t priv, ctype;
    bool own_row;   /* trap: no instructions of its row come before it */
    bool qualified; /* blocks: always; trap; loss: the first dropped row was */
    bool again;     /* a loss that was reported without loss of te_data is reported with it */
    bool stalled;   /* the hart was stalled in the cycle before */
    struct rvt_data_arrival data;
    uint8_t blocks;
    struct rvt_arrival_block block[RVT_BLOCKS_MAX];
};

/* Takes an arrival, borrowed for the call. */
typedef void (*rvt_ingress_arrival_sink)(void *context, const struct rvt_ingress_arrival *arrival);

struct rvt_ingress_arrivals; /* opaque */
struct rvt_registers;        /* ingress/registers.h */

/* Opens for a disabled encoder. config is borrowed until close, and its options may change: they
 * are those in force. context is passed to sink. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_ingress_arrivals_open(const struct rvt_config *config,
                                          rvt_ingress_arrival_sink sink, void *context,
                                          struct rvt_ingress_arrivals **arrivals);

/* Frees; null is accepted. */
void rvt_ingress_arrivals_close(struct rvt_ingress_arrivals *arrivals);

/* Software programs the encoder: control is in force from cycle on. */
void rvt_ingress_arrivals_control(struct rvt_ingress_arrivals *arrivals, uint64_t cycle,
                                  const struct rvt_control *control);

/* Filters and comparators work as registers say, from the next row on. */
void rvt_ingress_arrivals_program(struct rvt_ingress_arrivals *arrivals,
                                  const struct rvt_registers *registers);

/* Data trace is on or off before the next row; triggers: trace-on and trace-off triggers switch it.
 */
void rvt_ingress_arrivals_data(struct rvt_ingress_arrivals *arrivals, bool tracing, bool triggers);

/* The modes change in cycle. */
void rvt_ingress_arrivals_modes(struct rvt_ingress_arrivals *arrivals, uint64_t cycle);

/* A row that the encoder took or dropped; stalled: the hart was stalled in the cycle before. */
void rvt_ingress_arrivals_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                              bool stalled);

/* Nothing happened in cycle. Needed in the cycle after a trigger or a sideband change. */
void rvt_ingress_arrivals_idle(struct rvt_ingress_arrivals *arrivals, uint64_t cycle);

/* True if filters or triggers blocked an access that data trace would have sent, or its row was
 * lost; null: false. */
bool rvt_ingress_arrivals_withheld(const struct rvt_ingress_arrivals *arrivals);

/* The kind as text, such as "the end of tracing"; static. */
const char *rvt_ingress_arrival_name(enum rvt_ingress_arrival_kind kind);

#endif

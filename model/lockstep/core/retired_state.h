/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The state that the two halves of the decode-exact judge share: rvt_retired.c keeps what retired,
 * rvt_told.c strikes off what the trace tells. */
#ifndef RVT_LOCKSTEP_CORE_RETIRED_STATE_H
#define RVT_LOCKSTEP_CORE_RETIRED_STATE_H

#include "decoder/decoder.h"
#include "ingress/filter.h"

#include "lockstep/core/pairing.h"
#include "lockstep/core/retired.h"
#include "lockstep/core/stretches.h"
#include "lockstep/core/untold.h"

struct rvt_retired {
    struct rvt_config config;
    struct rvt_findings *findings;
    struct rvt_image *image;
    struct rvt_decoder *decoder;
    struct rvt_untold_queue queue;
    struct rvt_pairing pairing;
    bool astray;                    /* the stream is where no decoder can follow it */
    struct rvt_stretches stretches; /* of packets that were left out for that */
    struct rvt_packet support;      /* the latest that was seen, of a trace that goes on */
    /* qualification, decision 0001 */
    struct rvt_control control;
    struct rvt_filters filters;
    bool passed; /* the latest verdict of the filters */
    bool halted, reset;
    bool off_next;  /* a trace-off acts from the next cycle on */
    bool traced;    /* the latest cycle was qualified */
    bool open;      /* something qualified since the latest ENABLE, END or LOST */
    bool gap;       /* rows are being dropped */
    bool doubt;     /* te_data may have left since the latest gap */
    bool again;     /* the gap may be told with the one before */
    bool losing;    /* the latest thing told was a loss */
    unsigned spare; /* optional losses struck off since anything else was told */
    bool has_trap;  /* the latest item was a trap that was not traced */
    struct rvt_untold trap;
    uint64_t shown, shown_size;    /* an instruction that may be presented again; size 0: none */
    uint64_t cycle;                /* the latest cycle seen */
    uint64_t now;                  /* of the packet being decoded */
    uint64_t last, last_size;      /* latest instruction told; size 0: none since a loss */
    uint64_t observed;             /* packets taken from the hardware */
    uint64_t packets;              /* of these, those of which all was judged */
    uint64_t judged;               /* bytes of instructions that were told and had retired */
    struct rvt_coverage *coverage; /* null, or told of every block */
};

/* A decoder that knows of nothing yet, in the place of the one before, if there is one. Statuses of
 * rvt_decoder_open: nothing has changed. */
RVT_MUST_USE
enum rvt_status rvt_retired_open_decoder(struct rvt_retired *retired);

#endif

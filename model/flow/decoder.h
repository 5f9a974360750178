/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace decoder: te_inst packets and a program to the instructions that retired and the traps
 * between them. Allocates nothing after open. Spec: E-Trace, "Decoder" (ETR-DEC-001..021).
 */
#ifndef RVT_FLOW_DECODER_H
#define RVT_FLOW_DECODER_H

#include "base/params.h"
#include "flow/image.h"
#include "wire/packet.h"

/* count instructions at ascending contiguous addresses retired, in this order. */
struct rvt_range {
    uint64_t first;    /* address of the first instruction */
    uint64_t last;     /* address of the last instruction */
    uint64_t count;    /* instructions, >= 1 */
    uint8_t last_size; /* bytes of the last instruction */
};

/*
 * A trap. Its EPC is told by the packet at the target of an uninferable discontinuity and at the
 * start of tracing; elsewhere it is what follows the last retired instruction, for interrupts too.
 * It is not known for an interrupt at the target of a discontinuity, nor for a trap in the handler
 * of one that retired nothing. ETR-DEC-006.
 */
struct rvt_trap {
    uint32_t ecause;
    bool interrupt;
    bool epc_known; /* false: the trace does not tell it */
    uint64_t epc;
    uint64_t tval; /* 0 for interrupts */
};

enum rvt_trace_event {
    RVT_EVENT_SYNC,    /* position known from here (F3/0 or F3/1 thaddr 1 after a gap) */
    RVT_EVENT_ENDED,   /* qualification ended */
    RVT_EVENT_LOST,    /* packets were lost before this point */
    RVT_EVENT_CONTEXT, /* context, time or privilege as in the packet */
    RVT_EVENT_SUPPORT, /* operating mode as in the packet */
};

/* Any callback may be null. A status other than RVT_OK stops the call, which returns RVT_ERR_SINK.
 */
struct rvt_decoder_output {
    enum rvt_status (*range)(void *context, const struct rvt_range *range);
    enum rvt_status (*trap)(void *context, const struct rvt_trap *trap);
    enum rvt_status (*event)(void *context, enum rvt_trace_event event,
                             const struct rvt_packet *packet);
    void *context;
};

struct rvt_decoder; /* opaque */

/* config is copied; image is borrowed until close. step_limit: instructions walked per packet, 0:
 * default. */
RVT_MUST_USE
enum rvt_status rvt_decoder_open(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder);

void rvt_decoder_close(struct rvt_decoder *decoder);

/*
 * Takes the next packet of the stream. Errors (RVT_ERR_SEQUENCE, RVT_ERR_FLOW, RVT_ERR_NO_CODE,
 * RVT_ERR_STEP_LIMIT, RVT_ERR_RESERVED) are recoverable: the decoder then ignores everything but
 * support packets until the next synchronisation packet, and goes on from there (ETR-DEC-019). diag
 * tells field, value and clause; the caller adds the position. A format 2 packet that repeats the
 * address of the position is kept back until the next packet tells whether it says anything
 * (AMB-131); an error of it is then returned, and the next packet has been taken nevertheless.
 */
RVT_MUST_USE
enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag);

/* Tells of a packet that was missing or unreadable: as after an error, the next sync packet is
 * awaited. */
void rvt_decoder_break(struct rvt_decoder *decoder);

#endif

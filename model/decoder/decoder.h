/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace decoder: te_inst packets and a program to the instructions that retired and the traps
 * between them. Allocates nothing after open. Spec: E-Trace, "Decoder" (ETR-DEC-001..021).
 */
#ifndef RVT_DECODER_DECODER_H
#define RVT_DECODER_DECODER_H

#include "base/params.h"
#include "program/image.h"
#include "wire/packet.h"

/* count instructions at ascending contiguous addresses retired, in this order. */
struct rvt_range {
    uint64_t first;    /* address of the first instruction */
    uint64_t last;     /* address of the last instruction */
    uint64_t count;    /* instructions, >= 1 */
    uint64_t packet;   /* ordinal of the packet that proves it */
    uint8_t last_size; /* bytes of the last instruction */
};

/*
 * A trap. Its EPC is told by the packet at the target of an uninferable discontinuity and at the
 * start of tracing; elsewhere it is what follows the last retired instruction, for interrupts too.
 * It is not known for an interrupt at the target of a discontinuity or of an implicit return, nor
 * for a trap in the handler of one that retired nothing. ETR-DEC-006.
 */
struct rvt_trap {
    uint32_t ecause;
    bool interrupt;
    bool epc_known; /* false: the trace does not tell it */
    uint64_t epc;
    uint64_t tval;   /* 0 for interrupts that do not tell it */
    uint64_t packet; /* ordinal */
};

enum rvt_trace_event {
    RVT_EVENT_SYNC,    /* position known from here (F3/0 or F3/1 thaddr 1 after a gap) */
    RVT_EVENT_ENDED,   /* qualification ended */
    RVT_EVENT_LOST,    /* packets were lost before this point */
    RVT_EVENT_CONTEXT, /* context, time or privilege as in the packet */
    RVT_EVENT_SUPPORT, /* operating mode as in the packet */
};

/*
 * A stretch of the stream from which nothing is certain: what retired between two instructions is
 * not known. Told when the position is found again, before RVT_EVENT_SYNC, and by
 * rvt_decoder_finish. Packets are ordinals.
 */
struct rvt_loss {
    enum rvt_status cause;   /* the first fault; RVT_OK: the encoder told of it (trace_lost);
                                RVT_ERR_SEQUENCE for rvt_decoder_break */
    uint64_t first_packet;   /* the first that tells nothing */
    uint64_t last_packet;    /* the last that tells nothing, >= first_packet */
    uint64_t suspect_packet; /* <= first_packet: a contradiction may come from a packet as early as
                                this, the first behind the latest synchronisation */
    bool from_known, to_known;
    uint64_t from; /* the last instruction told before */
    uint64_t to;   /* the first one told after */
};

/* How a packet found its instruction. */
enum rvt_arrival {
    RVT_ARRIVAL_NONE,     /* it names none: F3/2, F3/3, F3/1 thaddr 0 */
    RVT_ARRIVAL_FIRST,    /* F3/0, F3/1 behind a gap */
    RVT_ARRIVAL_HANDLER,  /* F3/1 thaddr 1, or F3/0 behind one with thaddr 0 */
    RVT_ARRIVAL_BREAK,    /* F3/0 that breaks with the path (ctype 3) */
    RVT_ARRIVAL_LINE,     /* along the path, by an instruction whose successor is in the program */
    RVT_ARRIVAL_RETURN,   /* by an implicit return */
    RVT_ARRIVAL_SIJUMP,   /* by a sequentially inferable jump */
    RVT_ARRIVAL_UPDISCON, /* by an uninferable discontinuity */
};

/* What a packet turned out to be, told when it was taken without a fault. */
struct rvt_step {
    uint64_t packet; /* ordinal; the same again if a later packet shows that it meant another
                        occurrence of its address */
    const struct rvt_packet *what; /* null in that case */
    enum rvt_arrival arrival;
    bool tentative;        /* the next packet decides whether this occurrence was meant */
    bool new_level;        /* F3/0: privilege or context changed */
    bool updiscon_before;  /* F3/1: behind an uninferable discontinuity */
    bool return_before;    /* F3/1: behind a return that is expected to be implicit */
    uint64_t address;      /* meant unless arrival is NONE */
    uint64_t instructions; /* told by this packet */
    uint64_t first, last;  /* of them, if there are any */
};

/* Any callback may be null. A status other than RVT_OK stops the call, which returns RVT_ERR_SINK.
 * What a packet says is told only when all of it fits the program. */
struct rvt_decoder_output {
    enum rvt_status (*range)(void *context, const struct rvt_range *range);
    enum rvt_status (*trap)(void *context, const struct rvt_trap *trap);
    enum rvt_status (*event)(void *context, enum rvt_trace_event event,
                             const struct rvt_packet *packet);
    enum rvt_status (*loss)(void *context, const struct rvt_loss *loss);
    enum rvt_status (*step)(void *context, const struct rvt_step *step);
    void *context;
};

/*
 * Where the handler of the trap that packet (F3/1) tells lies, for the mode in which the packet
 * leaves it out. False: not known. Spec: E-Trace, "Implicit exception mode" (ETR-MODE-062,
 * AMB-047).
 */
typedef bool (*rvt_vector_source)(void *context, const struct rvt_packet *packet,
                                  uint64_t *address);

struct rvt_decoder; /* opaque */

/* config is copied; image is borrowed until close. step_limit: instructions walked per packet, 0:
 * default. */
RVT_MUST_USE
enum rvt_status rvt_decoder_open(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder);

void rvt_decoder_close(struct rvt_decoder *decoder);

/* The configuration with the options that the stream told last: packets are read with it. Borrowed
 * until close. */
const struct rvt_config *rvt_decoder_config(const struct rvt_decoder *decoder);

/* Within a callback: the ordinal of the packet that says so. */
uint64_t rvt_decoder_ordinal(const struct rvt_decoder *decoder);

/* Takes the addresses of trap handlers from source; without this call they come from the
 * trap_vectors of the configuration. */
void rvt_decoder_set_vectors(struct rvt_decoder *decoder, rvt_vector_source source, void *context);

/*
 * Takes the next packet of the stream. Packets are numbered from 0; so are the calls of
 * rvt_decoder_break. Errors (RVT_ERR_SEQUENCE, RVT_ERR_FLOW, RVT_ERR_NO_CODE, RVT_ERR_STEP_LIMIT,
 * RVT_ERR_RESERVED, RVT_ERR_PARAMETER) are recoverable: the decoder then ignores everything but
 * support packets until the next synchronisation packet, and goes on from there (ETR-DEC-019); a
 * packet with an error tells nothing, but for the trap of an F3/1 and the path to a target that the
 * image does not hold. diag tells field, value, clause, and the ordinal
 * of the packet as its position. An F3/0 that contradicts the position is an error; it and what
 * comes behind it are kept back, 256 packets at most, and told if the next F3/0 confirms them. A
 * packet
 * whose successor decides what it means is kept back until that comes (AMB-010, AMB-048, AMB-131);
 * an error of it is then returned, and its successor has been taken nevertheless.
 */
RVT_MUST_USE
enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag);

/* Tells of a packet that was missing or unreadable: as after an error, the next sync packet is
 * awaited. */
void rvt_decoder_break(struct rvt_decoder *decoder);

/* Ends the stream: takes what was kept back, tells a loss that nothing came after. Errors as
 * rvt_decoder_packet. */
RVT_MUST_USE
enum rvt_status rvt_decoder_finish(struct rvt_decoder *decoder, struct rvt_diag *diag);

#endif

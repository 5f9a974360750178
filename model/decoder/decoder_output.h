/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a decoder reports, and the callbacks that receive it: executed instructions, traps, events,
 * losses, and the meaning of each packet. Spec: E-Trace, "Decoder" (ETR-DEC-001..021).
 */
#ifndef RVT_DECODER_DECODER_OUTPUT_H
#define RVT_DECODER_DECODER_OUTPUT_H

#include "program/insn.h"
#include "wire/packet.h"

/* Instructions at contiguous ascending addresses that retired in this order. */
struct rvt_range {
    uint64_t first;    /* address of the first instruction */
    uint64_t last;     /* address of the last instruction */
    uint64_t count;    /* instructions, >= 1 */
    uint64_t packet;   /* ordinal of the packet that proves it */
    uint8_t last_size; /* size of the last instruction in bytes */
    uint8_t last_code; /* what that is: rvt_range_kind, rvt_range_jump_class */
    bool taken;        /* it is a branch that was taken */
};

/* last_code of a range whose last instruction is insn. */
static inline uint8_t rvt_range_code(const struct rvt_insn *insn)
{
    return (uint8_t)((unsigned)insn->kind | (unsigned)insn->jump_class << 4);
}

/* kind and jump_class of the last instruction of a range. */
static inline enum rvt_insn_kind rvt_range_kind(const struct rvt_range *range)
{
    return (enum rvt_insn_kind)(range->last_code & 0xf);
}
static inline uint8_t rvt_range_jump_class(const struct rvt_range *range)
{
    return range->last_code >> 4;
}

/*
 * A trap. The packet reports the EPC if the trap lies at the target of an uninferable discontinuity
 * or at the start of tracing. Elsewhere the EPC is the successor of the last retired instruction,
 * for interrupts too. It is unknown for an interrupt at the target of a discontinuity or of an
 * implicit return, and for a trap in a handler that retired nothing. ETR-DEC-006.
 */
struct rvt_trap {
    uint32_t ecause;
    bool interrupt;
    bool epc_known; /* false: the trace does not determine it */
    uint64_t epc;
    uint64_t tval;   /* 0 for interrupts that do not report it */
    uint64_t packet; /* ordinal */
};

enum rvt_trace_event {
    RVT_EVENT_SYNC,      /* the position is known from here (F3/0, or F3/1 thaddr 1 after a gap) */
    RVT_EVENT_ENDED,     /* qualification ended */
    RVT_EVENT_LOST,      /* packets were lost before this point */
    RVT_EVENT_CONTEXT,   /* context, time or privilege as in the packet */
    RVT_EVENT_SUPPORT,   /* operating mode as in the packet */
    RVT_EVENT_AMBIGUOUS, /* implicit returns lead to the address of this packet more than once; the
                            decoder took the shortest path, but it may have been longer
                            (ETR-MODE-010; F3/0: AMB-021) */
};

/*
 * A range of packets that the decoder could not use: the instructions between two known ones are
 * unknown. Reported before RVT_EVENT_SYNC, when the position is known again, and by
 * rvt_decoder_finish. Packets are ordinals.
 */
struct rvt_loss {
    enum rvt_status cause;   /* the first fault; RVT_OK: the encoder reported it (trace_lost);
                                RVT_ERR_SEQUENCE for rvt_decoder_break */
    uint64_t first_packet;   /* the first unusable one */
    uint64_t last_packet;    /* the last unusable one, >= first_packet */
    uint64_t suspect_packet; /* <= first_packet: the fault may lie in a packet as early as this
                                one, the first after the latest synchronisation */
    bool from_known, to_known;
    uint64_t from; /* the last instruction reported before the loss */
    uint64_t to;   /* the first instruction reported after it */
};

/* How the path to the instruction that a packet reports ends. */
enum rvt_path_end {
    RVT_PATH_END_NONE,      /* the packet reports no instruction: F3/2, F3/3, F3/1 thaddr 0 */
    RVT_PATH_END_START,     /* no path: F3/0 or F3/1 after a gap */
    RVT_PATH_END_HANDLER,   /* a trap: F3/1 thaddr 1, or F3/0 after an F3/1 with thaddr 0 */
    RVT_PATH_END_BREAK,     /* a discontinuity of the context (ctype 3): F3/0 */
    RVT_PATH_END_INFERABLE, /* an instruction whose successor is in the program */
    RVT_PATH_END_RETURN,    /* an implicit return */
    RVT_PATH_END_SIJUMP,    /* a sequentially inferable jump */
    RVT_PATH_END_UPDISCON,  /* an uninferable discontinuity */
};

/* What a packet means. Reported once the packet was decoded without a fault. */
struct rvt_packet_meaning {
    uint64_t packet; /* ordinal; the same ordinal again if a later packet shows that it meant a
                        later occurrence of its address */
    const struct rvt_packet *te_inst; /* null in that case */
    enum rvt_path_end end;
    bool tentative;        /* the next packet decides whether it meant this occurrence */
    bool ambiguous;        /* RVT_EVENT_AMBIGUOUS was reported */
    bool new_level;        /* F3/0: privilege or context changed */
    bool updiscon_before;  /* F3/1: after an uninferable discontinuity */
    bool return_before;    /* F3/1: after a return that is expected to be implicit */
    uint64_t address;      /* valid unless end is NONE */
    uint64_t instructions; /* proved by this packet */
    uint64_t first, last;  /* of them; valid if there are any */
};

/*
 * Any callback may be null. Arguments are borrowed for the call. RVT_WAIT: the callback has taken
 * what was reported, and asks for a pause before the next call; the decoder's call returns
 * RVT_WAIT, and rvt_decoder_flush goes on. Another status than RVT_OK stops the decoder's call,
 * which returns RVT_ERR_SINK. A packet's content is reported only when all of it fits the program.
 */
struct rvt_decoder_output {
    enum rvt_status (*range)(void *context, const struct rvt_range *range);
    enum rvt_status (*trap)(void *context, const struct rvt_trap *trap);
    enum rvt_status (*event)(void *context, enum rvt_trace_event event,
                             const struct rvt_packet *packet);
    enum rvt_status (*loss)(void *context, const struct rvt_loss *loss);
    enum rvt_status (*meaning)(void *context, const struct rvt_packet_meaning *meaning);
    void *context;
};

/* What a decoder does with the answer of a callback: RVT_OK, RVT_WAIT, RVT_ERR_SINK. */
static inline enum rvt_status rvt_decoder_answer(enum rvt_status answer)
{
    return answer == RVT_OK || answer == RVT_WAIT ? answer : RVT_ERR_SINK;
}

#endif

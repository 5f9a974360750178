/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace encoder: rows of the ingress port to te_inst and te_data packets, by the reference
 * algorithm. It allocates nothing after open; its memory does not grow with the trace.
 * Spec: E-Trace, "Reference Compressed Branch Trace Algorithm" (ETR-ALG-001..058, ETR-SUP, ETR-CTX,
 * ETR-RSY).
 */
#ifndef RVT_ENCODER_H
#define RVT_ENCODER_H

#include <rvt/te_data.h>
#include <rvt/te_inst.h>
#include <rvt/tip.h>

struct rvt_trace_encoder; /* opaque; one for each hart */

/*
 * Why a decoder may not find the execution path that a te_inst packet reports, although the packet
 * is as the specification says: bits of rvt_encoder_packet.doubts. Later versions may add bits. The
 * first two are ambiguous: a decoder has to choose. After the others no decoder is on the path
 * until a later sync packet.
 */
enum rvt_encoder_doubt {
    /* More than one return matches irdepth, or the index of an F0/1 that implicit returns changed.
     * ETR-MODE-010, AMB-081 */
    RVT_ENCODER_DOUBT_RETURN = 1,
    /* An F3/0 with a discontinuity of the context: the path of the old context may lead there, too.
     * AMB-105 */
    RVT_ENCODER_DOUBT_BREAK = 2,
    /* Implicit returns before the packet went elsewhere than predicted, or several lead to its
     * address. ETR-MODE-004, AMB-021 */
    RVT_ENCODER_DOUBT_HIDDEN_RETURN = 4,
    /* Implicit exception mode omits the address of the handler, and the trap vector of the
     * configuration (rvt_configuration_set_trap_vector) leads to another address. Not set while the
     * trap vector is unknown. ETR-MODE-062, AMB-047 */
    RVT_ENCODER_DOUBT_HANDLER = 8,
    /* A packet that synchronises while branches before it are unreported: their outcomes are lost.
     * ETR-ALG-077 */
    RVT_ENCODER_DOUBT_LOST_BRANCH = 16,
    /* The target of a trap return before the packet is never reported. AMB-030 */
    RVT_ENCODER_DOUBT_TRAP_RETURN = 32,
    /* A packet that names an instruction that trapped, as if it had retired. ETR-ALG-072,
     * ETR-ALG-074, ETR-ALG-075 */
    RVT_ENCODER_DOUBT_TRAPPED = 64,
    /* A packet that reports a trap again that was reported already. ETR-ALG-071, AMB-043 */
    RVT_ENCODER_DOUBT_TRAP_AGAIN = 128
};

/* A packet that the encoder sends. The library provides it; all pointers are borrowed for the
 * call. */
struct rvt_encoder_packet {
    size_t size;
    bool is_data;                      /* te_data; else te_inst */
    const uint8_t *payload;            /* compressed and padded to bytes */
    size_t bytes;                      /* of payload, 1..RVT_TE_PAYLOAD_BYTES */
    uint64_t cycle;                    /* of the row that holds what is reported */
    uint64_t time;                     /* of that row: for the timestamp of the encapsulation */
    uint64_t iaddr;                    /* of the instruction that is reported; 0: none */
    const char *reason;                /* te_inst: why it was sent, in words; static */
    const char *clause;                /* te_inst: the rule, such as "ETR-ALG-028"; static */
    const struct rvt_te_inst *te_inst; /* its fields; null if is_data */
    const struct rvt_te_data *te_data; /* its fields; null unless is_data */
    uint32_t doubts; /* te_inst: bits of enum rvt_encoder_doubt; 0: a decoder can follow it */
};

/* Takes a packet. A status other than RVT_OK stops the call, which returns RVT_ERR_SINK. */
typedef enum rvt_status (*rvt_encoder_callback)(void *context,
                                                const struct rvt_encoder_packet *packet);

RVT_BEGIN_C

/* The reason of a doubt in words (no full stop), and its clauses such as "ETR-MODE-010"; static.
 * Null: doubt is not one bit that this version has. */
RVT_API const char *rvt_encoder_doubt_text(enum rvt_encoder_doubt doubt);
RVT_API const char *rvt_encoder_doubt_clause(enum rvt_encoder_doubt doubt);

/*
 * Opens an encoder, disabled, with its registers as the configuration says. packet(context, ...)
 * takes the packets. The caller owns *encoder. RVT_ERR_PARAMETER: the configuration fails its check
 * (diagnosis says why), or null; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_encoder_open(const struct rvt_configuration *configuration, rvt_encoder_callback packet,
                       void *context, struct rvt_trace_encoder **encoder,
                       struct rvt_diagnosis *diagnosis);

/* Closes and frees without ending the trace; null is accepted. */
RVT_API void rvt_trace_encoder_close(struct rvt_trace_encoder *encoder);

/*
 * Enables tracing from the given cycle on and sends the support packet. triggers: the signal
 * trigger starts and stops tracing (trTeInstTrigEnable); tracing is then on at first, too. Data
 * trace is as trTeDataControl says: on if the configuration has it and nothing was written there.
 * RVT_ERR_INGRESS: cycle lies before the latest row; RVT_ERR_SINK. Spec: ETR-CTL-001, ETR-SUP-001.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_enable(struct rvt_trace_encoder *encoder,
                                                              uint64_t cycle, bool triggers,
                                                              struct rvt_diagnosis *diagnosis);

/* Disables tracing from the given cycle on: ends the trace and sends the closing support packet.
 * Errors as rvt_trace_encoder_enable. Spec: ETR-SUP-002. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_disable(struct rvt_trace_encoder *encoder,
                                                               uint64_t cycle,
                                                               struct rvt_diagnosis *diagnosis);

/*
 * Software writes value to the control register at offset (a multiple of 4, from the base of the
 * component) before the given cycle. Fields take what they can hold; registers that do not exist
 * ignore writes. Errors as rvt_trace_encoder_enable. Spec: RISC-V Trace Control Interface;
 * ETR-CTL-001..017.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_write(struct rvt_trace_encoder *encoder,
                                                             uint64_t cycle, uint32_t offset,
                                                             uint32_t value,
                                                             struct rvt_diagnosis *diagnosis);

/* What software reads at offset; 0 where there is no register. */
RVT_API uint32_t rvt_trace_encoder_read(const struct rvt_trace_encoder *encoder, uint32_t offset);

/*
 * Takes the next cycle in which something happens at the port. Cycles left out are idle. Packets
 * that this decides are sent before it returns; the last instruction waits for the next row.
 * RVT_ERR_INGRESS: the row breaks a rule of the port, nothing was taken; RVT_ERR_SINK;
 * RVT_ERR_PARAMETER: as rvt_tip_check.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_row(struct rvt_trace_encoder *encoder,
                                                           const struct rvt_tip_row *row,
                                                           struct rvt_diagnosis *diagnosis);

/*
 * Takes count rows of an array, in which every row has the size of the first one: the same packets
 * as rvt_trace_encoder_row for one after the other, in less time. At the first row with another
 * status than RVT_OK it ends with that status. *taken (taken may be null): the rows before that
 * one, count if there is none; with RVT_ERR_SINK the row itself was taken as well.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_rows(struct rvt_trace_encoder *encoder,
                                                            const struct rvt_tip_row *row,
                                                            size_t count, size_t *taken,
                                                            struct rvt_diagnosis *diagnosis);

/* The cycles up to and including cycle were idle, so that an end that is due can be sent. Errors as
 * rvt_trace_encoder_enable. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_encoder_idle(struct rvt_trace_encoder *encoder,
                                                            uint64_t cycle,
                                                            struct rvt_diagnosis *diagnosis);

/* The cycles up to and including cycle were stalled: the hart showed nothing new. They count for
 * resynchronisation and for nothing else. Spec: ETR-RSY-001. */
RVT_API void rvt_trace_encoder_stall(struct rvt_trace_encoder *encoder, uint64_t cycle);

RVT_END_C

#endif

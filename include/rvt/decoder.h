/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace decoder: packets and a program to the instructions that retired, the traps between
 * them, and data accesses. Bytes or packets are pushed in; callbacks report what they prove, in
 * order. The decoder never reports an instruction that it cannot prove was executed: what is
 * damaged is reported as a loss. Spec: E-Trace, "Decoder" (ETR-DEC-001..021), ETR-DAT-001..013.
 */
#ifndef RVT_DECODER_H
#define RVT_DECODER_H

#include <rvt/program.h>
#include <rvt/te_data.h>
#include <rvt/te_inst.h>

struct rvt_trace_decoder; /* opaque; one for each hart */

/* The structures below are provided by the library. Packets are counted from 0: every te_inst
 * packet of the source and every call of rvt_trace_decoder_lost is one. */

/* count instructions at ascending contiguous addresses retired, in this order. */
struct rvt_decoder_range {
    size_t size;
    uint64_t first;     /* address of the first instruction */
    uint64_t last;      /* address of the last instruction */
    uint64_t count;     /* instructions, >= 1 */
    uint64_t packet;    /* the packet that proves it */
    uint8_t last_size;  /* bytes of the last instruction */
    uint8_t last_itype; /* enum rvt_insn_itype of a jump, 8..15; else 0 */
    bool last_taken;    /* the last instruction is a branch that was taken */
    bool has_context;   /* the source has contexts */
    uint8_t privilege;  /* as the encoder codes it */
    uint64_t context;
    enum rvt_insn_class last_class;
};

/* A trap. Spec: ETR-DEC-006. */
struct rvt_decoder_trap {
    size_t size;
    uint32_t ecause;
    bool interrupt;
    bool epc_known; /* false: the trace does not say it */
    uint64_t epc;
    uint64_t tval;   /* 0 where it is not sent */
    uint64_t packet; /* the packet that reports it */
};

enum rvt_decoder_event_kind {
    RVT_DECODER_SYNC,    /* the position is known from here on */
    RVT_DECODER_ENDED,   /* tracing ended */
    RVT_DECODER_LOST,    /* the encoder lost packets before this point */
    RVT_DECODER_CONTEXT, /* context, time or privilege, as in the packet */
    RVT_DECODER_SUPPORT  /* operating mode, as in the packet */
};

struct rvt_decoder_event {
    size_t size;
    enum rvt_decoder_event_kind kind;
    uint64_t packet;
    const struct rvt_te_inst *te_inst; /* borrowed for the call; may be null */
};

/*
 * A part of the stream of which nothing is certain: what retired between two instructions is not
 * known. Reported when the position is known again, before RVT_DECODER_SYNC, or at the end.
 */
struct rvt_decoder_loss {
    size_t size;
    enum rvt_status cause; /* the first fault; RVT_OK: the encoder reported it (trace_lost);
                                RVT_ERR_SEQUENCE: a packet was missing or unreadable */
    bool from_known, to_known;
    uint64_t first_packet; /* the first and the last packet that prove nothing */
    uint64_t last_packet;
    uint64_t suspect_packet; /* <= first_packet: the fault may lie in a packet as early as this */
    uint64_t from;           /* the last instruction reported before */
    uint64_t to;             /* the first one reported after */
};

/* A data access. */
struct rvt_decoder_access {
    size_t size;
    enum rvt_te_data_type type;
    bool request;                            /* of a split access; the response comes later */
    bool response;                           /* of a split access, with what its request said */
    bool has_address, has_operand, has_data; /* in the packet, and known (see fault) */
    bool error;                              /* the response was an error: no data */
    uint8_t lrid;                            /* split */
    unsigned data_size;                      /* 2^data_size bytes */
    uint64_t address, operand, data;
};

/*
 * Input structure; callbacks may be null. Arguments are borrowed for the call. RVT_WAIT: the
 * callback has taken what was reported and asks for a pause: the call that led to it returns
 * RVT_WAIT, and rvt_trace_decoder_flush goes on with the next callback. Nothing is lost, repeated
 * or reordered. Another status than RVT_OK stops the call that led to the callback, which returns
 * RVT_ERR_SINK; the decoder can only be reset or closed then.
 */
struct rvt_decoder_callbacks {
    size_t size;
    void *context;
    enum rvt_status (*range)(void *context, const struct rvt_decoder_range *range);
    enum rvt_status (*trap)(void *context, const struct rvt_decoder_trap *trap);
    enum rvt_status (*event)(void *context, const struct rvt_decoder_event *event);
    enum rvt_status (*loss)(void *context, const struct rvt_decoder_loss *loss);
    enum rvt_status (*access)(void *context, const struct rvt_decoder_access *access);
    /* What is wrong with the stream: bytes that are no packet, a packet that cannot be read or
     * contradicts the program. Decoding goes on with the next synchronisation packet. With status
     * RVT_OK nothing is lost, but the decoder had to choose between paths: more than one leads to
     * an F3/0, and it took the shortest, so that implicit returns may be missing (AMB-021); or more
     * than one return of the path leads to the address that a packet reports (ETR-MODE-010).
     * RVT_ERR_TRAILING in an uncompressed payload: the first padding that the dialect of the
     * configuration does not have; nothing is lost. te_data that is relative to missing te_data
     * (ETR-DAT-011): one fault stands for all up to the next synchronisation packet or loss; the
     * accesses are reported without the parts that are not known. */
    enum rvt_status (*fault)(void *context, const struct rvt_diagnosis *fault);
};

RVT_BEGIN_C

/*
 * Opens a decoder before the first packet. program is borrowed until close. step_limit: how many
 * instructions one packet may prove; 0: 16777216. The caller owns *decoder. RVT_ERR_PARAMETER: the
 * configuration fails its check (diagnosis says why), null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_decoder_open(const struct rvt_configuration *configuration, struct rvt_program *program,
                       const struct rvt_decoder_callbacks *callbacks, uint64_t step_limit,
                       struct rvt_trace_decoder **decoder, struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. */
RVT_API void rvt_trace_decoder_close(struct rvt_trace_decoder *decoder);

/*
 * Takes the next bytes of an encapsulated stream, in pieces of any size. Null packets, and packets
 * of other sources and types, are skipped. Faults go to the callback fault. RVT_WAIT: a callback
 * asked for a pause; the bytes after the first rvt_trace_decoder_used bytes were not taken.
 * RVT_ERR_SINK: a callback asked to stop. RVT_ERR_STATE: the decoder waits for a flush; nothing was
 * taken. Spec: ENC-001..020.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_push(struct rvt_trace_decoder *decoder,
                                                            const uint8_t *data, size_t bytes);

/* How many bytes the latest call of rvt_trace_decoder_push took: all of them after RVT_OK. */
RVT_API size_t rvt_trace_decoder_used(const struct rvt_trace_decoder *decoder);

/* Takes the payload of the next packet of the source, te_data or te_inst by te_data: for streams
 * without encapsulation. Errors as rvt_trace_decoder_push. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_payload(struct rvt_trace_decoder *decoder,
                                                               bool te_data, const uint8_t *payload,
                                                               size_t bytes);

/* What carries the stream lost bytes or packets here. An encapsulated packet that has begun is
 * dropped, and the next byte is the header of a packet. Errors as rvt_trace_decoder_push. Spec:
 * ETR-DEC-019. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_lost(struct rvt_trace_decoder *decoder);

/* Ends the stream: reports what was kept back, and a loss that nothing came after. Errors as
 * rvt_trace_decoder_push. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_finish(struct rvt_trace_decoder *decoder);

/*
 * After RVT_WAIT, goes on: reports what is left of the call that returned it. RVT_OK: that call is
 * complete, and the next one can come; RVT_WAIT: a callback asked for a pause again; RVT_ERR_SINK.
 * Until RVT_OK the program must not change. RVT_OK if nothing waits.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_flush(struct rvt_trace_decoder *decoder);

/* Returns to the state after open, before the first packet; what waits or is incomplete is dropped.
 * Allocates nothing. Not within a callback. */
RVT_API void rvt_trace_decoder_reset(struct rvt_trace_decoder *decoder);

/*
 * Writes the state of decoder between two payloads into state, which has capacity bytes, and their
 * number into *bytes, also if they do not fit. If the bytes of two decoders of the same
 * configuration and program are equal, both report the same of the same payloads from here on, but
 * for the numbers of packets. So a decoder that began at a synchronisation packet in the middle can
 * take the place of one that came from the beginning. The bytes are those of this library and
 * machine. RVT_ERR_CAPACITY: capacity is too small; RVT_ERR_STATE: nothing can be compared, because
 * the decoder has no position, holds packets back, is in a loss, waits, or decodes data trace or
 * the draft; RVT_ERR_PARAMETER: null.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_decoder_state(const struct rvt_trace_decoder *decoder, uint8_t *state, size_t capacity,
                        size_t *bytes);

/*
 * Calls instruction(context, address) for each instruction of range, in order, along the program of
 * the decoder as it is in the context and at the privilege of the range; to be called in the
 * callback range, or later. RVT_ERR_SINK: instruction returned another status than RVT_OK;
 * RVT_ERR_NO_CODE: the range is none of this program.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_decoder_instructions(
    struct rvt_trace_decoder *decoder, const struct rvt_decoder_range *range,
    enum rvt_status (*instruction)(void *context, uint64_t address), void *context);

/* Writes an access as one line without newline into text (capacity >= 1), such as
 * "load request size=4 lrid=1 addr=80001000". It is cut where it does not fit and always
 * null-terminated. RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_decoder_access_format(const struct rvt_decoder_access *access, char *text, size_t capacity);

RVT_END_C

#endif

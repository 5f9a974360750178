/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Generic trace elements: what all decoders of a decode tree report (rvt/tree.h), whatever the
 * protocol of the source. The kinds are those of the generic trace elements of OpenCSD, under their
 * names. An element has the byte of the captured source where the packet begins that produced it.
 */
#ifndef RVT_ELEMENT_H
#define RVT_ELEMENT_H

#include <rvt/insn.h>
#include <rvt/te_data.h>

/*
 * The kinds. The comment says which member of struct rvt_element is valid, and what produces the
 * element. Later versions may append kinds.
 */
enum rvt_element_kind {
    /* loss: the position of the hart is not known from here on: before the first synchronisation
     * packet, after a fault, and after packets that the encoder or the carrier lost. */
    RVT_ELEMENT_NO_SYNC,
    /* range: instructions that retired, in this order, at ascending contiguous addresses. */
    RVT_ELEMENT_INSTR_RANGE,
    /* range: instructions retired between two known ones, but not which; their number is unknown
     * (count 0). After a loss between two known positions. */
    RVT_ELEMENT_I_RANGE_NOPATH,
    /* address: the path leads to an instruction that the target memory does not contain. Decoding
     * goes on at the next synchronisation packet. */
    RVT_ELEMENT_ADDR_NACC,
    /* unknown: bytes that are no packet, or a packet that cannot be read or contradicts the program
     * or the packets before it. */
    RVT_ELEMENT_UNKNOWN,
    /* trace_on: the position is known from here on. */
    RVT_ELEMENT_TRACE_ON,
    /* No member: the data of this source ended. Once for each source. */
    RVT_ELEMENT_EO_TRACE,
    /* context: privilege or context changed, or are known for the first time. */
    RVT_ELEMENT_PE_CONTEXT,
    /* No member. No source: E-Trace reports a whole address with each synchronisation packet. */
    RVT_ELEMENT_ADDR_UNKNOWN,
    /* exception: a trap. */
    RVT_ELEMENT_EXCEPTION,
    /* No member: the last instruction of the range before was a trap return. */
    RVT_ELEMENT_EXCEPTION_RET,
    /* timestamp: of a packet of the source: of its encapsulation, or its field time. Elements of
     * the same packet follow it. */
    RVT_ELEMENT_TIMESTAMP,
    /* No member. No source: E-Trace does not count cycles. */
    RVT_ELEMENT_CYCLE_COUNT,
    /* event: a trigger of the carrier, or an instruction that the encoder was to notify. */
    RVT_ELEMENT_EVENT,
    /* swtrace: data that software wrote to a channel of a system trace source. */
    RVT_ELEMENT_SWTRACE,
    /* No member. No source: neither E-Trace nor STP reports something ahead of its place. */
    RVT_ELEMENT_SYNC_MARKER,
    /* No member. No source: no instruction of RISC-V writes to the trace. */
    RVT_ELEMENT_INSTRUMENTATION,
    /* No member. No source: RISC-V has no transactional memory. */
    RVT_ELEMENT_MEMTRANS,
    /* data: the address of a data access. */
    RVT_ELEMENT_DATA_ADDR,
    /* data: the value of a data access; after its DATA_ADDR, if the trace has both. */
    RVT_ELEMENT_DATA_VAL,
    /* No member. No source: no protocol here traces a bus. */
    RVT_ELEMENT_BUS_TRANSFER,
    /* custom: of a decoder of the program's own. */
    RVT_ELEMENT_CUSTOM,
};

enum { RVT_ELEMENT_KINDS = RVT_ELEMENT_CUSTOM + 1 };

/* Why the position is not known. */
enum rvt_element_loss {
    RVT_ELEMENT_LOSS_START,   /* the source has not synchronised yet */
    RVT_ELEMENT_LOSS_ENDED,   /* tracing ended in order */
    RVT_ELEMENT_LOSS_ENCODER, /* the encoder reported that it lost packets (trace_lost) */
    RVT_ELEMENT_LOSS_CARRIER, /* frames or STP lost data, or packets are missing */
    RVT_ELEMENT_LOSS_FAULT    /* a packet had a fault; an element UNKNOWN or ADDR_NACC explains */
};

/* Why the position is known again. */
enum rvt_element_trace_on {
    RVT_ELEMENT_TRACE_ON_START,    /* for the first time, or after tracing ended in order */
    RVT_ELEMENT_TRACE_ON_OVERFLOW, /* after the encoder lost packets */
    RVT_ELEMENT_TRACE_ON_RESTART   /* after any other loss */
};

/* Contiguous instructions. NOPATH has start, end and count (0) alone. */
struct rvt_element_range {
    uint64_t start;      /* address of the first one; of NOPATH after the last known one */
    uint64_t end;        /* address after the last one; of NOPATH where execution goes on */
    uint64_t count;      /* instructions */
    uint64_t last;       /* address of the last one */
    unsigned xlen;       /* the instruction set: 32 or 64 */
    unsigned last_bytes; /* size of the last one: 2 or 4 */
    enum rvt_insn_class last_class;
    uint8_t last_itype;    /* enum rvt_insn_itype of a jump, 8..15; else 0 */
    bool last_conditional; /* it is a branch */
    bool last_executed;    /* it is a branch that was taken, or no branch */
};

/* Privilege and context, as the latest packet says. */
struct rvt_element_context {
    bool privilege_known, context_known;
    uint8_t privilege;      /* as the encoder codes it: 0 U, 1 S, 3 M, 4 debug, 5 VU, 6 VS */
    unsigned xlen;          /* 32 or 64 */
    unsigned context_width; /* bits of context; 0: the source has none */
    uint64_t context;
};

/* A trap. Spec: ETR-DEC-006. */
struct rvt_element_exception {
    uint32_t number; /* ecause */
    bool interrupt;
    bool has_address;      /* address is known */
    bool at_branch_target; /* address is the target of a discontinuity before it, where nothing
                              retired */
    uint64_t address;      /* EPC: where execution goes on if the handler returns there */
    uint64_t tval;         /* 0 where the trace does not have it */
};

enum rvt_element_event { RVT_ELEMENT_EVENT_TRIGGER, RVT_ELEMENT_EVENT_NOTIFY };

/* Data of software. */
struct rvt_element_swtrace {
    uint16_t master, channel;
    bool message; /* payload is a whole SyS-T message; else the value of one STP packet */
    bool marker;  /* the packet or message ends with a marker (DnM) */
    bool flag;    /* a packet without payload: FLAG, TRIG */
    bool has_time, time_trusted;
    uint64_t time;          /* of the first packet */
    const uint8_t *payload; /* least significant byte first; borrowed for the call */
    size_t bytes;
};

/* An address or value of a data access. */
struct rvt_element_data {
    enum rvt_te_data_type type;
    bool request, response; /* of a split access */
    bool error;             /* the response was an error: no value */
    bool operand;           /* DATA_VAL: value is the operand of an atomic or CSR access */
    uint8_t lrid;           /* of a split access: request and response have the same */
    unsigned bytes;         /* of the access */
    uint64_t value;         /* address or value */
};

struct rvt_element_unsynced {
    enum rvt_element_loss reason;
    uint64_t skipped; /* START: so many bytes from index on were skipped, since it is not known
                         where packets begin in them */
};

struct rvt_element_synced {
    enum rvt_element_trace_on reason;
};

struct rvt_element_no_access {
    uint64_t address;
};

struct rvt_element_fault {
    const struct rvt_diagnosis *diagnosis; /* borrowed for the call */
};

struct rvt_element_time {
    uint64_t value;
};

struct rvt_element_signal {
    enum rvt_element_event type;
    uint64_t address; /* NOTIFY: of the instruction */
};

/* Of the program's own. */
struct rvt_element_own {
    const void *data;
    size_t bytes;
};

/* An element. Output structure of the library; elements of the program's own decoders have the size
 * that the program knows. */
struct rvt_element {
    size_t size;
    enum rvt_element_kind kind;
    unsigned id;     /* of the source: trace ID of frames, or srcID; 0: the only source */
    uint64_t index;  /* byte of the captured source: the packet that produced the element begins
                        there */
    uint64_t packet; /* packets of the source before that one */
    union {
        struct rvt_element_unsynced loss;
        struct rvt_element_range range;
        struct rvt_element_no_access nacc;
        struct rvt_element_fault unknown;
        struct rvt_element_synced trace_on;
        struct rvt_element_context context;
        struct rvt_element_exception exception;
        struct rvt_element_time timestamp;
        struct rvt_element_signal event;
        struct rvt_element_swtrace swtrace;
        struct rvt_element_data data;
        struct rvt_element_own custom;
    };
};

RVT_BEGIN_C

/* The name of a kind, such as "INSTR_RANGE"; static; null: no such kind. */
RVT_API const char *rvt_element_name(enum rvt_element_kind kind);

/*
 * Writes the element as one line without newline into text (capacity >= 1), such as
 * "id=0 index=0x2f ADDR_NACC address=0x80001000". Later versions may append words. It is cut where
 * it does not fit and always null-terminated. RVT_ERR_PARAMETER: null (also diagnosis of UNKNOWN,
 * or payload with bytes), no such kind or reason, or a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_element_format(const struct rvt_element *element,
                                                        char *text, size_t capacity);

/* The same as one JSON object: addresses and other values are strings "0x...", id, index and counts
 * are numbers, a payload is a string of hexadecimal digits. Schema: rvt-element/1. */
RVT_API RVT_MUST_USE enum rvt_status rvt_element_format_json(const struct rvt_element *element,
                                                             char *text, size_t capacity);

RVT_END_C

#endif

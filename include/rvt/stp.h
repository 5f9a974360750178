/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP, the MIPI System Trace Protocol, versions 1 to 2.4 as far as open implementations document
 * them. A receiver finds synchronisation at any nibble, follows master, channel, version and time,
 * and reports every rule that the stream breaks; a sender makes streams. What SyS-T puts on STP is
 * in rvt/syst.h. Spec: STP-001..015.
 */
#ifndef RVT_STP_H
#define RVT_STP_H

#include <rvt/finding.h>

/* How timestamps are written. */
enum rvt_stp_time {
    RVT_STP_CLOCK_NONE,     /* not known: no VERSION yet */
    RVT_STP_CLOCK_LEGACY,   /* STP 1: 8 bits */
    RVT_STP_CLOCK_NATDELTA, /* differences */
    RVT_STP_CLOCK_NAT,      /* the low nibbles that changed */
    RVT_STP_CLOCK_GRAY      /* the same in Gray code */
};

/* Input structure. All 0 is the default. */
struct rvt_stp_options {
    size_t size;
    bool in_place;              /* the first nibble begins a packet; else the receiver waits for
                                   the first ASYNC */
    enum rvt_stp_time time;     /* how timestamps are written until the first VERSION */
    bool version_keeps_channel; /* VERSION leaves master and channel as they are; else they become
                                   0 */
    bool m8_keeps_high;         /* M8 leaves bits 15:8 of the master as they are */
    bool error_keeps;           /* MERR and GERR leave master and channel as they are */
    bool little_endian;         /* least significant nibble first, whatever VERSION says */
    uint64_t async_bytes_max;   /* finding STP-012 for a longer way between two ASYNC; 0: any */
};

/* A packet, or nibbles that are none. The library provides it; strings are static. */
struct rvt_stp_element {
    size_t size;
    uint64_t nibble;    /* its first: nibble (nibble & 1), 0 the low one, of byte nibble / 2 */
    uint32_t nibbles;   /* its length */
    bool lost;          /* no packet */
    bool timed;         /* it has a timestamp */
    bool trusted;       /* all 64 bits of time are known */
    bool marker;        /* it ends a record (DnM, DnMTS) */
    const char *opcode; /* "D32MTS"; null if lost */
    uint16_t master;    /* it belongs to; of M and C packets those that they set */
    uint16_t channel;
    uint64_t payload; /* if lost: its nibbles, at most 16, the first one uppermost */
    uint64_t time;    /* resolved; the latest one if not timed */
};

/* Input structure; callbacks may be null. The findings on an element come before it. */
struct rvt_stp_callbacks {
    size_t size;
    void *context;
    void (*element)(void *context, const struct rvt_stp_element *element);
    rvt_finding_callback finding;
};

/* How a sender writes. Input structure. */
struct rvt_stp_format_options {
    size_t size;
    enum rvt_stp_time time; /* not NONE */
    unsigned minor;         /* 0: 2.0 and 2.1, or STP 1 with LEGACY; 2, 3, 4: 2.2, 2.3, 2.4 */
    bool little_endian;     /* from 2.2 on */
    uint64_t sync_bytes;    /* ASYNC and VERSION again after so many bytes; 0: at the start alone */
    uint64_t frequency;     /* of the timestamps in Hz, sent after each VERSION; 0: not sent */
    bool little_endian_always; /* the same as little_endian, but no VERSION announces it; in any
                                  version */
};

struct rvt_stp_receiver; /* opaque */
struct rvt_stp_sender;   /* opaque */

RVT_BEGIN_C

/* Opens a receiver before the first nibble; options may be null. The caller owns *receiver.
 * RVT_ERR_PARAMETER: a value out of range, null, or a wrong size; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_stp_receiver_open(const struct rvt_stp_options *options,
                      const struct rvt_stp_callbacks *callbacks,
                      struct rvt_stp_receiver **receiver);

/* Takes the next bytes, low nibbles first. An element is reported as soon as it is complete and no
 * ASYNC can cut it any more. */
RVT_API void rvt_stp_receiver_push(struct rvt_stp_receiver *receiver, const uint8_t *data,
                                   size_t bytes);

/* Ends the stream: reports what was kept back. */
RVT_API void rvt_stp_receiver_finish(struct rvt_stp_receiver *receiver);

/* Closes and frees; null is accepted. */
RVT_API void rvt_stp_receiver_close(struct rvt_stp_receiver *receiver);

/*
 * Opens a sender, which begins with ASYNC and VERSION. bytes(context, ...) takes the stream; its
 * data are borrowed for the call. The caller owns *sender. RVT_ERR_PARAMETER: a format that no
 * VERSION announces, null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_stp_sender_open(const struct rvt_stp_format_options *format,
                    void (*bytes)(void *context, const uint8_t *data, size_t bytes), void *context,
                    struct rvt_stp_sender **sender);

/*
 * Sends a packet by the name of its opcode ("D32", "D8MTS", "FLAG_TS", ...), with what must go
 * before it: synchronisation, master, channel. time counts for opcodes with a timestamp.
 * RVT_ERR_PARAMETER: no such opcode, or one that the sender sends by itself (M, C, VERSION, ASYNC);
 * RVT_ERR_RESERVED: an opcode whose payload is not documented; RVT_ERR_CAPACITY: payload or time is
 * too wide. On failure nothing was sent.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_stp_sender_packet(struct rvt_stp_sender *sender,
                                                           const char *opcode, uint16_t master,
                                                           uint16_t channel, uint64_t payload,
                                                           uint64_t time);

/*
 * Sends a SyS-T message of bytes (>= 4) bytes as DnTS Dn* DnM (marked) or DnTS Dn* FLAG, with time
 * at its first packet. RVT_ERR_PARAMETER: too short, or null; errors of rvt_stp_sender_packet.
 * Spec: SEQ-001..015.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_stp_sender_message(struct rvt_stp_sender *sender,
                                                            uint16_t master, uint16_t channel,
                                                            uint64_t time, bool marked,
                                                            const uint8_t *message, size_t bytes);

/* Completes the last byte of the stream with a NULL packet. */
RVT_API void rvt_stp_sender_finish(struct rvt_stp_sender *sender);

/* Closes and frees; null is accepted. */
RVT_API void rvt_stp_sender_close(struct rvt_stp_sender *sender);

RVT_END_C

#endif

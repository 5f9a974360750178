/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T, the MIPI System Software Trace: messages to fields and back, and a receiver of messages
 * out of STP with every finding of the three protocols: packets, sequences, messages. Spec: SyS-T
 * Data Protocol (SYST-001..018), STPv2 Protocol Encoding (SEQ-001..015).
 */
#ifndef RVT_SYST_H
#define RVT_SYST_H

#include <rvt/stp.h>

enum { RVT_MESSAGE_BYTES = 65578 }; /* no message is longer */

/* type; the values left out are reserved. */
enum rvt_message_type {
    RVT_MESSAGE_BUILD = 0,
    RVT_MESSAGE_SHORT32 = 1,
    RVT_MESSAGE_STRING = 2,
    RVT_MESSAGE_CATALOG = 3,
    RVT_MESSAGE_RAW = 6,
    RVT_MESSAGE_SHORT64 = 7,
    RVT_MESSAGE_CLOCK = 8,
    RVT_MESSAGE_SBD = 9
};

/* A message, input and output structure. */
struct rvt_message {
    size_t size;
    /* header; short messages have type and subtype alone */
    uint8_t type;     /* 4 bits, enum rvt_message_type */
    uint8_t severity; /* 3 bits: 0 none, 1 fatal, 2 error, 3 warning, 4 info, ... */
    uint8_t subtype;  /* 6 bits; of RAW the user's protocol */
    bool has_location, has_length, has_checksum, has_timestamp, has_guid;
    uint16_t origin; /* 11 bits: module and unit, or with a GUID unit */
    /* optional fields */
    uint8_t guid[16];     /* most significant byte first */
    uint8_t location_tag; /* 0: file 16, line 16; 1: 32, 32; 2: address 32; 3: 64 bits */
    uint32_t file, line;
    uint64_t code_address;
    uint64_t timestamp; /* in ticks of the message clock */
    /* the head of the payload that the type has */
    uint64_t value;     /* SHORT32 28 bits, SHORT64 60 bits, BUILD number, CATALOG and
                                         SBD ID, CLOCK the clock's value */
    uint64_t frequency; /* CLOCK: in Hz */
    uint64_t address;   /* SBD */
    /* the rest of the payload: text, arguments, blob; borrowed */
    const uint8_t *body;
    size_t body_bytes;
};

/*
 * A message that arrived on STP. The library provides it; all pointers are borrowed for the call.
 */
struct rvt_syst_delivery {
    size_t size;
    const struct rvt_message *message;
    uint16_t master, channel;
    bool time_trusted;   /* time is known whole */
    uint64_t time;       /* of the transport: timestamp of its first packet */
    uint64_t nibble;     /* where its first packet begins in the stream */
    const uint8_t *data; /* its bytes */
    size_t bytes;
};

/* Input structure. All 0 is the default. */
struct rvt_syst_options {
    size_t size;
    const struct rvt_stp_options *stp; /* null: defaults */
    bool from_start; /* the stream holds all that was ever sent; else what comes before the first
                        start of a message on a channel is skipped without a finding */
    bool sbd;        /* type SBD is part of the protocol in use */
};

/* Input structure; callbacks may be null. What is found on a message comes before it. */
struct rvt_syst_callbacks {
    size_t size;
    void *context;
    void (*message)(void *context, const struct rvt_syst_delivery *delivery);
    rvt_finding_callback finding;
    void (*element)(void *context, const struct rvt_stp_element *element);
};

struct rvt_syst_receiver; /* opaque */

RVT_BEGIN_C

/*
 * Reads the message at data, of which available bytes are there, and sets *used to its length.
 * message->body points into data. RVT_ERR_TRUNCATED: available ends inside the message;
 * RVT_ERR_RESERVED: a type or location tag that does not exist (SYST-002, SYST-006);
 * RVT_ERR_CAPACITY: a payload that is too long (SYST-015), or longer than its length field says
 * (SYST-007); RVT_ERR_CHECKSUM (SYST-008); RVT_ERR_PARAMETER: null, or a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_message_read(const uint8_t *data, size_t available,
                                                      struct rvt_message *message, size_t *used,
                                                      struct rvt_diagnosis *diagnosis);

/*
 * Writes a message into out (capacity bytes; RVT_MESSAGE_BYTES always suffice) and its length into
 * *bytes; length and checksum are computed. RVT_ERR_CAPACITY: a value does not fit its field, the
 * payload is too long (SYST-015), or out is too small; RVT_ERR_RESERVED as above;
 * RVT_ERR_PARAMETER: null, or a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_message_write(const struct rvt_message *message,
                                                       uint8_t *out, size_t capacity, size_t *bytes,
                                                       struct rvt_diagnosis *diagnosis);

/* Opens a receiver of messages on STP; options may be null. Its memory grows with the channels in
 * use and their longest messages. The caller owns *receiver. RVT_ERR_PARAMETER: a value out of
 * range, null, or a wrong size; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_syst_receiver_open(const struct rvt_syst_options *options,
                       const struct rvt_syst_callbacks *callbacks,
                       struct rvt_syst_receiver **receiver);

/* Takes the next bytes of the STP stream. RVT_ERR_MEMORY: packets were lost, the stream can go
 * on. */
RVT_API RVT_MUST_USE enum rvt_status rvt_syst_receiver_push(struct rvt_syst_receiver *receiver,
                                                            const uint8_t *data, size_t bytes);

/* Ends the stream: reports what was kept back. RVT_ERR_MEMORY as above. */
RVT_API RVT_MUST_USE enum rvt_status rvt_syst_receiver_finish(struct rvt_syst_receiver *receiver);

/* Closes and frees; null is accepted. */
RVT_API void rvt_syst_receiver_close(struct rvt_syst_receiver *receiver);

RVT_END_C

#endif

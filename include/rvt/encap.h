/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packet encapsulation: header, srcID, timestamp and payload of single packets, and streams of
 * them. A receiver takes bytes in pieces of any size and finds where packets begin, also after what
 * is none; a sender writes the stream that a sink would send, with null packets and synchronisation
 * sequences. Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation for RISC-V 1.0
 * (ENC-001..020).
 */
#ifndef RVT_ENCAP_H
#define RVT_ENCAP_H

#include <rvt/te_inst.h>

enum { RVT_ENCAP_BYTES = 42 }; /* no packet is longer */

enum rvt_encap_type { RVT_ENCAP_PACKET, RVT_ENCAP_IDLE, RVT_ENCAP_ALIGNMENT };

/* A packet, input and output structure. */
struct rvt_encap_packet {
    size_t size;
    enum rvt_encap_type what; /* a normal packet, or one of the two null packets */
    uint8_t flow;             /* 2 bits */
    bool extend;              /* 1 bit: there is a timestamp; in nulls 0 */
    uint16_t srcid;           /* srcid_bits */
    uint8_t type;             /* type_bits */
    uint64_t timestamp;       /* timestamp_bytes bytes, with extend */
    uint8_t payload_bytes;    /* 1..RVT_TE_PAYLOAD_BYTES; 0 in nulls */
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
};

/* Where a receiver puts results. Input structure; callbacks may be null. A status other than RVT_OK
 * is returned by the call that led to the callback, as RVT_ERR_SINK; the rest of its bytes has been
 * taken, without callbacks. */
struct rvt_encap_callbacks {
    size_t size;
    void *context;
    /* A packet, null packets included; position: of its first byte in the stream. */
    enum rvt_status (*packet)(void *context, const struct rvt_encap_packet *packet,
                              uint64_t position);
    /* Bytes that are no packet; fault->position is in bytes of the stream. */
    enum rvt_status (*fault)(void *context, const struct rvt_diagnosis *fault);
};

/* Takes bytes of a stream; they are borrowed for the call. */
typedef void (*rvt_bytes_callback)(void *context, const uint8_t *data, size_t bytes);

struct rvt_encap_receiver; /* opaque */
struct rvt_encap_sender;   /* opaque */

RVT_BEGIN_C

/*
 * Reads the packet at data, of which available bytes are there, and sets *used to its length.
 * RVT_ERR_TRUNCATED: available ends inside the packet (ENC-004); RVT_ERR_PARAMETER: extend without
 * timestamp_bytes (ENC-005), null, or a wrong size; RVT_ERR_RESERVED: a length that leaves no
 * payload (ENC-006).
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_encap_packet_read(const struct rvt_configuration *configuration, const uint8_t *data,
                      size_t available, struct rvt_encap_packet *packet, size_t *used,
                      struct rvt_diagnosis *diagnosis);

/*
 * Writes packet into out (capacity bytes; RVT_ENCAP_BYTES always suffice) and sets *bytes to its
 * length. RVT_ERR_CAPACITY: out is too small, a value too wide, or the payload too long with srcID
 * and type (ENC-006); RVT_ERR_PARAMETER: extend without timestamp_bytes, framing indexed, which is
 * only read, null, or a wrong size; RVT_ERR_RESERVED: a null packet that the profile does not have.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_encap_packet_write(const struct rvt_configuration *configuration,
                       const struct rvt_encap_packet *packet, uint8_t *out, size_t capacity,
                       size_t *bytes, struct rvt_diagnosis *diagnosis);

/*
 * Opens a receiver before the first byte of a stream. in_place: that byte is the header of a
 * packet; otherwise the receiver waits for a synchronisation sequence (ENC-010, ENC-012). The
 * caller owns *receiver. RVT_ERR_PARAMETER: the configuration fails its check, null, or a wrong
 * size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_encap_receiver_open(const struct rvt_configuration *configuration, bool in_place,
                        const struct rvt_encap_callbacks *callbacks,
                        struct rvt_encap_receiver **receiver);

/* Takes the next bytes of the stream. All packets that are complete are reported before it
 * returns. RVT_ERR_SINK: a callback asked to stop. */
RVT_API RVT_MUST_USE enum rvt_status rvt_encap_receiver_push(struct rvt_encap_receiver *receiver,
                                                             const uint8_t *data, size_t bytes);

/* Ends the stream: reports a packet that is not complete as a fault. RVT_ERR_SINK as above. */
RVT_API RVT_MUST_USE enum rvt_status rvt_encap_receiver_finish(struct rvt_encap_receiver *receiver);

/* Closes and frees; null is accepted. */
RVT_API void rvt_encap_receiver_close(struct rvt_encap_receiver *receiver);

/*
 * Opens a sender. Null packets, synchronisation sequences and blocks are as the section
 * encapsulation of the configuration says (ENC-009..019). bytes(context, ...) takes the stream. The
 * caller owns *sender. RVT_ERR_PARAMETER: the configuration fails its check, or null;
 * RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_encap_sender_open(const struct rvt_configuration *configuration, rvt_bytes_callback bytes,
                      void *context, struct rvt_encap_sender **sender);

/* Sends a packet of any kind, after the synchronisation sequence that is due. Errors of
 * rvt_encap_packet_write; then nothing was sent. */
RVT_API RVT_MUST_USE enum rvt_status rvt_encap_sender_packet(struct rvt_encap_sender *sender,
                                                             const struct rvt_encap_packet *packet,
                                                             struct rvt_diagnosis *diagnosis);

/*
 * Sends a payload as a normal packet of the configured source: te_data or te_inst by te_data, with
 * timestamp if timestamp_bytes is not 0 (cut to its width). Errors as rvt_encap_sender_packet.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_encap_sender_payload(struct rvt_encap_sender *sender,
                                                              bool te_data, const uint8_t *payload,
                                                              size_t bytes, uint64_t timestamp,
                                                              struct rvt_diagnosis *diagnosis);

/* Sends count null packets (ENC-013), or a synchronisation sequence (ENC-010). */
RVT_API void rvt_encap_sender_nulls(struct rvt_encap_sender *sender, uint64_t count);
RVT_API void rvt_encap_sender_synchronise(struct rvt_encap_sender *sender);

/* Ends the stream: sends what is held back, and fills the last block. */
RVT_API void rvt_encap_sender_finish(struct rvt_encap_sender *sender);

/* Closes and frees, without sending anything; null is accepted. */
RVT_API void rvt_encap_sender_close(struct rvt_encap_sender *sender);

RVT_END_C

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What an encapsulated packet says to an index: header, timestamp and the first bits of its
 * payload. Only packets of format 3, which are rare, are read as a whole. Spec: ENC-001..008,
 * ETR-FMT-001..013.
 */
#ifndef RVT_INDEX_INDEX_PACKET_H
#define RVT_INDEX_INDEX_PACKET_H

#include "index/index_store.h"
#include "wire/packet.h"

/* Header bits that count the payload; 0 in nulls. ENC-002. */
enum { RVT_INDEX_LENGTH_MASK = 0x1f };

/* Where the members of a packet lie. */
struct rvt_index_packets {
    struct rvt_config config; /* its implicit_exception is set for each packet */
    bool implicit_exception;  /* as config says */
    bool direct;              /* the offsets below are valid */
    unsigned format_bit[2];   /* of the payload in the packet, without and with timestamp */
    unsigned time_bit;
};

/* Prepares for packets of config, which is copied. */
void rvt_index_packets_init(struct rvt_index_packets *packets, const struct rvt_config *config);

/* What a packet says. */
struct rvt_index_saying {
    bool has_time; /* of the encapsulation */
    uint64_t time;
    bool is_te_inst; /* te_inst of format 3, which could be read */
    struct rvt_packet te_inst;
    struct rvt_payload payload; /* of it */
};

/* True for most packets: a normal one without timestamp and not of format 3. */
static inline bool rvt_index_packets_is_plain(const struct rvt_index_packets *packets,
                                              const struct rvt_encap_view *view)
{
    unsigned at = packets->format_bit[0] / 8, shift = packets->format_bit[0] % 8;

    if (!packets->direct || (view->data[0] & 0x80) != 0 || at + 1 >= view->bytes)
        return false;
    unsigned two = (unsigned)view->data[at] | (unsigned)view->data[at + 1] << 8;
    return (two >> shift & 3) != RVT_FORMAT_SYNC;
}

/* Reads the normal packet of view; implicit_exception: as the latest support packet of its source
 * says. */
void rvt_index_packets_read(struct rvt_index_packets *packets, const struct rvt_encap_view *view,
                            bool implicit_exception, struct rvt_index_saying *saying);

/* The same for a normal packet that was read. */
void rvt_index_packets_take(struct rvt_index_packets *packets, const struct rvt_encap *encap,
                            bool implicit_exception, struct rvt_index_saying *saying);

#endif

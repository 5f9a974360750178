/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Pairs each te_inst packet of the hardware with the equal packet of the model, as long as both
 * send the same packets. The model's encoder knows which address a packet reports, and whether a
 * decoder can follow it.
 */
#ifndef RVT_LOCKSTEP_CORE_PAIRING_H
#define RVT_LOCKSTEP_CORE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "encoder/encoder.h"
#include "wire/packet.h"

enum { RVT_PAIRING_AHEAD_MAX = 8 };

/* What the model knows of one of its packets. */
struct rvt_pairing_model {
    struct rvt_payload payload;
    uint64_t cycle, iaddr; /* of its origin; iaddr: address of the item */
    uint8_t block;         /* of its origin */
    bool undecodable;      /* a decoder follows another path to it, or from it */
    bool vector_moved;     /* it names a trap vector that is not at iaddr */
};

/* A packet of the hardware. */
struct rvt_pairing_hardware {
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX];
    size_t bytes;
    uint64_t cycle; /* in which it was observed */
};

struct rvt_pairing {
    struct rvt_pairing_model *model; /* ring buffer (ring_buffer.h) */
    size_t capacity;
    uint64_t head, tail;
    struct rvt_pairing_hardware hardware[RVT_PAIRING_AHEAD_MAX + 1];
    unsigned outstanding; /* packets in hardware */
    unsigned ahead_max;   /* packets that the hardware may be ahead of the model */
    bool diverged;        /* the hardware has sent another packet than the model */
};

/* No packets; ahead_max: 0..RVT_PAIRING_AHEAD_MAX. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, unsigned ahead_max);

/* Frees; a zeroed pairing is accepted. */
void rvt_pairing_fini(struct rvt_pairing *pairing);

/* The model sends packet. RVT_ERR_MEMORY; statuses of rvt_packet_write. */
RVT_MUST_USE
enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing, const struct rvt_config *config,
                                      const struct rvt_packet *packet,
                                      const struct rvt_origin *origin);

/* The hardware sent a payload of at most RVT_PAYLOAD_BYTES_MAX bytes. Call rvt_pairing_next until
 * it returns false before the next one. */
void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes);

/*
 * Takes the oldest packet of the hardware into *seen. *is_known: the model's packet in *known is
 * equal. False: there is no packet, or the model may still send its counterpart; end: the model
 * sends no more packets.
 */
bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_pairing_hardware *seen,
                      struct rvt_pairing_model *known, bool *is_known);

#endif

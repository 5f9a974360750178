/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The packets that the hardware sent, each beside what the model's encoder knows of the same one:
 * where it stands, and whether a decoder is misled by it. Hardware that sends other packets than
 * the model is told nothing of that kind.
 */
#ifndef RVT_LOCKSTEP_CORE_PAIRING_H
#define RVT_LOCKSTEP_CORE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "encoder/encoder.h"
#include "wire/packet.h"

enum { RVT_PAIRING_AHEAD_MAX = 8 };

/* A packet of the model, as far as it matters. */
struct rvt_pairing_model {
    struct rvt_payload payload;
    uint64_t cycle, iaddr; /* of its origin */
    bool misleads;         /* it, or the way to it, is not what a decoder makes of it */
    bool elsewhere;        /* nor does it lead a decoder to that address */
};

/* A packet of the hardware. */
struct rvt_pairing_hardware {
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX];
    size_t bytes;
    uint64_t cycle; /* in which it was observed */
};

struct rvt_pairing {
    struct rvt_pairing_model *known; /* ring, a power of two */
    size_t capacity;
    uint64_t head, tail;
    struct rvt_pairing_hardware seen[RVT_PAIRING_AHEAD_MAX + 1];
    unsigned waiting;   /* of seen */
    unsigned ahead_max; /* packets that the hardware may be ahead of the model */
    bool apart;         /* the hardware sent another packet than the model */
};

/* No packets; ahead_max up to RVT_PAIRING_AHEAD_MAX. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, unsigned ahead_max);

/* Frees; a zeroed pairing is accepted. */
void rvt_pairing_fini(struct rvt_pairing *pairing);

/* The model sends packet. RVT_ERR_MEMORY; statuses of rvt_packet_write. */
RVT_MUST_USE
enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing, const struct rvt_config *config,
                                      const struct rvt_packet *packet,
                                      const struct rvt_origin *origin);

/* The hardware sent a payload; rvt_pairing_next must have been called until it returned false. */
void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes);

/*
 * Takes the oldest packet of the hardware into seen. *is_known: it is that of the model in known.
 * False: there is none, or the model has not come as far; it is not waited for at the end.
 */
bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_pairing_hardware *seen,
                      struct rvt_pairing_model *known, bool *is_known);

#endif

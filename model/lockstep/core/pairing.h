/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Pairs each te_inst packet of the hardware with the same packet of the model. The model's encoder
 * knows which address a packet reports, and whether a decoder can follow it.
 *
 * Two packets are the same if they have the same fields, however they are compressed and padded
 * (field_difference.h), or if waivers accept how they differ. The next packets of both sides are
 * tried first. If they are not the same, the hardware's packet is looked for among the next
 * packets of the model: what lies before it was missing. That is one packet, and one more for each
 * packet of the hardware that had no counterpart before; a sync packet may be further away, because
 * it says where it belongs. A packet that is not found is extra or differs, and has no counterpart.
 * No packet reports what retires after it was sent.
 */
#ifndef RVT_LOCKSTEP_CORE_PAIRING_H
#define RVT_LOCKSTEP_CORE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "encoder/encoder.h"

#include "lockstep/packets/expected_queue.h"
#include "lockstep/packets/field_reading.h"
#include "lockstep/packets/observed_queue.h"
#include "lockstep/report/mismatch_log.h"

enum { RVT_PAIRING_AHEAD_MAX = 8 };

/* What the model knows of one of its packets. */
struct rvt_pairing_model {
    uint64_t cycle, iaddr; /* of its origin; iaddr: address of the item */
    uint8_t block;         /* of its origin */
    bool undecodable;      /* a decoder follows another path to it, or from it */
    bool vector_moved;     /* it names a trap vector that is not at iaddr */
};

struct rvt_pairing {
    struct rvt_field_reading fields;
    struct rvt_expected_queue model;
    struct rvt_observed_queue hardware;
    const struct rvt_mismatch_log *accepted; /* its waivers accept differences; borrowed */
    unsigned ahead_max; /* packets that the hardware may be ahead of the model */
    uint64_t unpaired;  /* packets of the hardware without a counterpart since the latest pair */
};

/* No packets; config is copied. ahead_max: 0..RVT_PAIRING_AHEAD_MAX; accepted: findings of the
 * verdict on packets, borrowed until fini. RVT_ERR_MEMORY: nothing is owned. The pairing must not
 * be moved. */
RVT_MUST_USE
enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, const struct rvt_config *config,
                                 unsigned ahead_max, const struct rvt_mismatch_log *accepted);

/* Frees; a zeroed pairing is accepted. */
void rvt_pairing_fini(struct rvt_pairing *pairing);

/* The model sends packet, which is copied. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing,
                                      const struct rvt_expected_packet *packet);

/* The hardware sent a payload of at most RVT_PAYLOAD_BYTES_MAX bytes in cycle. Call
 * rvt_pairing_next until it returns false before the next one. */
void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes);

/*
 * Takes the oldest packet of the hardware into *seen. *is_known: the model sent the same packet,
 * and *known is what it knows of it. False: there is no packet, or the model may still send its
 * counterpart; end: the model sends no more packets.
 */
bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_observed_packet *seen,
                      struct rvt_pairing_model *known, bool *is_known);

#endif

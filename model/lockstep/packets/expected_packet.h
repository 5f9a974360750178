/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A packet that the model expects the hardware to send, as the two observers see it: its payload,
 * and the encapsulated packet.
 */
#ifndef RVT_LOCKSTEP_PACKETS_EXPECTED_PACKET_H
#define RVT_LOCKSTEP_PACKETS_EXPECTED_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "encoder/encoder.h"
#include "wire/encap.h"
#include "wire/packet.h"

#include "lockstep/packets/instant.h"
#include "lockstep/packets/stream_meaning.h"

enum rvt_observer { RVT_OBSERVER_PACKETS, RVT_OBSERVER_BYTES, RVT_OBSERVERS };

struct rvt_expected_packet {
    uint64_t number; /* from 0, over the whole run */
    bool is_data;    /* te_data: data is set, and cycle, time and iaddr of origin */
    struct rvt_packet packet;
    struct rvt_data_packet data;
    struct rvt_stream_meaning meaning; /* set by the caller, if it compares fields */
    struct rvt_origin origin;
    struct rvt_options options; /* modes in force for it */
    struct rvt_payload payload;
    uint8_t encap[RVT_ENCAP_BYTES_MAX]; /* the encapsulated packet */
    size_t encap_bytes;
    struct rvt_instant since;     /* when the model decided it */
    uint64_t blocks;              /* blocks that had retired by then */
    bool reported[RVT_OBSERVERS]; /* a finding of the observer says that it is overdue */
};

/*
 * The model decided packet: sets is_data, packet, origin, options, payload and encap, written with
 * config, whose options are the modes in force. Statuses of rvt_packet_write and rvt_encap_write.
 */
RVT_MUST_USE
enum rvt_status rvt_expected_packet_write(struct rvt_expected_packet *expected,
                                          const struct rvt_config *config,
                                          const struct rvt_packet *packet,
                                          const struct rvt_origin *origin);

/* The same for te_data; sets data in place of packet. Statuses of rvt_data_write and
 * rvt_encap_write. */
RVT_MUST_USE
enum rvt_status rvt_expected_packet_write_data(struct rvt_expected_packet *expected,
                                               const struct rvt_config *config,
                                               const struct rvt_data_packet *packet,
                                               const struct rvt_data_origin *origin);

/* True if a packet of cycle can report the item of expected: no packet reports what comes after it,
 * apart from the few cycles by which a bench may show writes and rows later than packets. */
bool rvt_expected_packet_precedes(const struct rvt_expected_packet *expected, uint64_t cycle);

/* Cycles from since until now, without those in which the sink held the output. */
uint64_t rvt_expected_packet_age(const struct rvt_expected_packet *expected,
                                 struct rvt_instant now);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The packets that an observer saw in the hardware's stream and that have not been compared yet:
 * the model has not decided them, or the streams differ and more packets are needed to tell how.
 */
#ifndef RVT_LOCKSTEP_PACKETS_OBSERVED_QUEUE_H
#define RVT_LOCKSTEP_PACKETS_OBSERVED_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "wire/encap_packet.h"

#include "lockstep/packets/instant.h"
#include "lockstep/packets/stream_meaning.h"

struct rvt_observed_packet {
    uint64_t number;                   /* from 0, over the whole run */
    struct rvt_instant at;             /* when it was observed */
    uint64_t blocks;                   /* blocks that had retired by then */
    bool is_data;                      /* te_data */
    bool reported;                     /* a finding says that it was not expected */
    uint8_t data[RVT_ENCAP_BYTES_MAX]; /* payload, or the encapsulated packet */
    size_t bytes;
    struct rvt_stream_meaning meaning; /* set by the caller, if it compares fields */
};

/* Oldest first, in a ring of fixed capacity. */
struct rvt_observed_queue {
    struct rvt_observed_packet *entry;
    unsigned capacity, head, count;
    unsigned te_inst; /* of count, those that are te_inst */
    uint64_t seen;    /* packets over the whole run */
};

/* An empty queue for capacity packets, at least 1. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_observed_queue_init(struct rvt_observed_queue *queue, unsigned capacity);

/* Frees the entries; a zeroed queue is accepted. */
void rvt_observed_queue_fini(struct rvt_observed_queue *queue);

/* Appends a packet of at most RVT_ENCAP_BYTES_MAX bytes and returns it, borrowed until it is passed
 * on. The queue is not full. */
struct rvt_observed_packet *rvt_observed_queue_add(struct rvt_observed_queue *queue,
                                                   struct rvt_instant at, uint64_t blocks,
                                                   bool is_data, const uint8_t *data, size_t bytes);

/* Packet index from the oldest on; index is less than count. */
struct rvt_observed_packet *rvt_observed_queue_at(const struct rvt_observed_queue *queue,
                                                  unsigned index);

/* Drops the oldest packet, which exists. */
void rvt_observed_queue_pass(struct rvt_observed_queue *queue);

#endif

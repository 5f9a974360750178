/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The queue of packets that the model expects the hardware to send. Two observers read it, each at
 * its own pace: the packet stream and the byte stream. An entry is dropped when every observer has
 * passed it.
 */
#ifndef RVT_LOCKSTEP_PACKETS_EXPECTED_QUEUE_H
#define RVT_LOCKSTEP_PACKETS_EXPECTED_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/packets/expected_packet.h"

struct rvt_expected_queue {
    struct rvt_expected_packet *entry; /* ring buffer (ring_buffer.h) */
    size_t capacity;
    uint64_t end;                 /* number of the next entry to be added */
    uint64_t next[RVT_OBSERVERS]; /* number of the next entry of an observer */
    bool present[RVT_OBSERVERS];
};

/* An empty queue for the observers that are present. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_expected_queue_init(struct rvt_expected_queue *queue, bool packets, bool bytes);

/* Frees the entries; a zeroed queue is accepted. */
void rvt_expected_queue_fini(struct rvt_expected_queue *queue);

/*
 * Appends a copy of packet with the next number, of which nothing is reported, and returns it in
 * *entry, borrowed until the next call. The queue grows as needed. RVT_ERR_MEMORY: the queue is
 * unchanged.
 */
RVT_MUST_USE
enum rvt_status rvt_expected_queue_add(struct rvt_expected_queue *queue,
                                       const struct rvt_expected_packet *packet,
                                       struct rvt_expected_packet **entry);

/* The next entry of an observer; null if nothing is expected. Borrowed until the next add. */
struct rvt_expected_packet *rvt_expected_queue_front(const struct rvt_expected_queue *queue,
                                                     enum rvt_observer observer);

/* Entry index of an observer from the next one on; index is less than what is outstanding. */
struct rvt_expected_packet *rvt_expected_queue_at(const struct rvt_expected_queue *queue,
                                                  enum rvt_observer observer, uint64_t index);

/* The observer has seen its front entry, which exists. */
void rvt_expected_queue_pass(struct rvt_expected_queue *queue, enum rvt_observer observer);

/* Entries that an observer has not passed; 0 for an observer that is not present. */
uint64_t rvt_expected_queue_outstanding(const struct rvt_expected_queue *queue,
                                        enum rvt_observer observer);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bytes of one source to the packets of a hart: encapsulated bytes as they are, or in the
 * SyS-T messages of STP. Each packet has its byte index in the capture. Spec: packet encapsulation
 * (ENC-001..020); decision 0005.
 */
#ifndef RVT_ELEMENT_HART_PACKETS_H
#define RVT_ELEMENT_HART_PACKETS_H

#include "base/finding.h"
#include "base/params.h"
#include "stream/encap_reader.h"

struct rvt_hart_packets; /* opaque */

enum rvt_hart_carrier {
    RVT_HART_CARRIER_NONE,   /* all bytes of the capture */
    RVT_HART_CARRIER_RING,   /* the same, which may begin in the middle of a packet */
    RVT_HART_CARRIER_FRAMES, /* data of formatter frames */
    RVT_HART_CARRIER_STP,    /* STP, with or without frames around it */
};

/* Opens a reader before the first byte. config is borrowed until close; its section transport has
 * the channel of STP. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_hart_packets_open(const struct rvt_config *config,
                                      enum rvt_hart_carrier carrier,
                                      struct rvt_hart_packets **packets);

/* Frees; null is accepted. */
void rvt_hart_packets_close(struct rvt_hart_packets *packets);

/* Returns to the state after open. Allocates nothing. */
void rvt_hart_packets_reset(struct rvt_hart_packets *packets);

/* Appends bytes, each with its index in the capture; index null: all bytes of the capture are those
 * of the source. RVT_ERR_MEMORY: of no more use. */
RVT_MUST_USE
enum rvt_status rvt_hart_packets_feed(struct rvt_hart_packets *packets, const uint8_t *data,
                                      const uint64_t *index, size_t count);

/* Frames lost bytes here. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_hart_packets_lose(struct rvt_hart_packets *packets,
                                      const struct rvt_finding *loss);

/* Ends the bytes. index: that after the last byte of the capture. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_hart_packets_end(struct rvt_hart_packets *packets, uint64_t index);

/* Takes the next event out, as rvt_encap_reader_next does; unless it is NONE, *index is its place
 * in the capture. */
enum rvt_encap_event_kind rvt_hart_packets_next(struct rvt_hart_packets *packets,
                                                struct rvt_encap_event *event, uint64_t *index,
                                                struct rvt_diag *diag);

#endif

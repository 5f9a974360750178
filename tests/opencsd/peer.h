/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The STM decoder of OpenCSD: the packets and generic elements that it makes of an STP stream,
 * as lists. */
#ifndef RVT_TESTS_OPENCSD_PEER_H
#define RVT_TESTS_OPENCSD_PEER_H

#include <opencsd/c_api/opencsd_c_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PEER_MAX = 8192 };

struct peer_packet {
    uint64_t byte; /* of its first nibble */
    ocsd_stm_pkt packet;
};

struct peer_element {
    uint64_t byte;
    ocsd_swt_info_t info;
    bool has_payload, has_time;
    uint64_t payload, time;
};

struct peer {
    size_t packets, elements;
    struct peer_packet packet[PEER_MAX];
    struct peer_element element[PEER_MAX];
    bool stopped; /* it refused to continue */
};

/* Decodes bytes of data in pieces; false if the library refuses to set up. Only full makes
 * elements; packets do not need it. */
bool peer_decode(struct peer *peer, const uint8_t *data, size_t bytes, size_t piece);

/* The same without lists: counts the packets in *packets. */
bool peer_run(const uint8_t *data, size_t bytes, uint64_t *elements);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * An encapsulated packet as a struct. Spec: Unformatted Trace & Diagnostic Data Packet
 * Encapsulation for RISC-V 1.0 (ENC-001..020).
 */
#ifndef RVT_WIRE_ENCAP_PACKET_H
#define RVT_WIRE_ENCAP_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/payload.h"

#define RVT_ENCAP_BYTES_MAX 42 /* header 1, whole srcID bytes 2, timestamp 8, length 31 */

enum rvt_encap_kind { RVT_ENCAP_NORMAL, RVT_ENCAP_NULL_IDLE, RVT_ENCAP_NULL_ALIGNMENT };

struct rvt_encap {
    enum rvt_encap_kind kind;
    uint8_t length;             /* 5 bits; 0 in nulls; set by reading, computed when writing */
    uint8_t flow;               /* 2 bits */
    bool extend;                /* 1 bit: a timestamp follows; in nulls 1 means alignment, 0 idle */
    uint16_t srcid;             /* srcid_bits */
    uint8_t type;               /* type_bits */
    uint64_t timestamp;         /* timestamp_bytes bytes, with extend */
    uint16_t index;             /* 16 bits, with framing indexed */
    struct rvt_payload payload; /* without type */
};

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The framing of the ESP32-C6, which wire/encap.h offers as framing indexed: a byte whose low five
 * bits count the bytes of the packet, itself included, an index of 16 bits that grows by one with
 * each packet, then the te_inst payload. Bytes of zero fill; fourteen of them mark a place to start
 * (AMB-150).
 */
#ifndef RVT_WIRE_INDEXED_FRAMING_H
#define RVT_WIRE_INDEXED_FRAMING_H

#include "base/status.h"
#include "wire/encap_packet.h"

#define RVT_INDEXED_NULLS 14 /* bytes of zero in front of a place to start */

/*
 * As rvt_encap_read. Returns RVT_OK; RVT_ERR_TRUNCATED; RVT_ERR_RESERVED for a length that leaves
 * no payload, or reserved bits that are not 0.
 */
RVT_MUST_USE
enum rvt_status rvt_indexed_read(const uint8_t *data, size_t available, struct rvt_encap *encap,
                                 size_t *used, struct rvt_diag *diag);

/* As rvt_encap_peek_bytes. */
size_t rvt_indexed_peek_bytes(uint8_t header);

#endif

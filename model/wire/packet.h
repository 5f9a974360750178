/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst packets between bytes and struct: every format of E-Trace v2.0.4, and those of draft
 * 0.026 if the profile asks for them (wire/draft_packet.h). One walk per format serves reading,
 * writing, measuring and dumping. Spec: E-Trace, "Instruction Trace Encoder Output Packets"
 * (ETR-FMT-001..049, ETR-CMP-001..011).
 */
#ifndef RVT_WIRE_PACKET_H
#define RVT_WIRE_PACKET_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/payload.h"
#include "wire/te_inst.h"

/*
 * Writes packet as a payload, compressed as switches.compress says: the whole payload of every
 * format, only the address of formats 1 and 2 (what the specification asks for at least; other
 * packets are sent in full), or not at all. Padding copies the last bit, or is what the dialect
 * has; bytes after the payload are 0. Members that the packet does not carry are ignored; map bits
 * above branches are sent as given, or as switches.map_fill says. Returns RVT_OK; RVT_ERR_CAPACITY
 * if a value does not fit its field or the payload exceeds 248 bits; RVT_ERR_RESERVED for a
 * branch_fmt, subformat or format that does not exist or needs a table that config does not have.
 * diag gets field, bit and clause. On failure *payload is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_write(const struct rvt_config *config, const struct rvt_packet *packet,
                                 struct rvt_payload *payload, struct rvt_diag *diag);

/*
 * Reads a payload of bytes bytes. Any length from fully compressed to fully padded is taken
 * (ETR-CMP-003), but with compress addr_bytes an address has all its bytes. Returns RVT_OK;
 * RVT_ERR_TRUNCATED for no bytes, or such an address that is cut off; RVT_ERR_TRAILING for whole
 * bytes after the last field, or padding that is not a sign copy, or not what the dialect has:
 * *packet has the fields before it; RVT_ERR_RESERVED for a code that is reserved or needs an option
 * that config does not have. diag gets field, bit and clause. On any other failure *packet is
 * unset.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                                struct rvt_packet *packet, struct rvt_diag *diag);

/*
 * Reports each field of packet in transmission order, as rvt_packet_write would send it, with its
 * meaning (see rvt_bits_visit). Returns RVT_OK, or the status of rvt_packet_write for a code or
 * value that cannot be sent, after the fields before it were reported; no limit of size applies.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_visit(const struct rvt_config *config, const struct rvt_packet *packet,
                                 rvt_bits_visit visit, void *context);

/* Bits of the longest packet that config can produce (ETR-CMP-011). */
unsigned rvt_packet_bits_max(const struct rvt_config *config);

#endif

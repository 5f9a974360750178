/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packet encapsulation: header, srcID, timestamp, payload; normal and null packets.
 * Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation for RISC-V 1.0 (ENC-001..020).
 * Profile draft-0.026 has the older form of the same (DRF-014): srcID is its index, extend its flag
 * of a time tag; there are no null packets, a byte of zero where a header is due is filling and
 * read as null idle.
 */
#ifndef RVT_WIRE_ENCAP_H
#define RVT_WIRE_ENCAP_H

#include "base/params.h"
#include "wire/encap_packet.h"

/*
 * Writes one packet into out (capacity bytes) and its size into *bytes. A normal packet takes flow,
 * extend, srcid, type, timestamp and payload (byte, bytes, bits) from encap; length is computed.
 * With switches.encap_compress joint, srcID remainder, type and the payload's bits are one string
 * that is padded to bytes; with separate the payload is padded to bytes before it is appended
 * (ENC-020). Padding copies the payload's last bit (ENC-008), or is 0 if the dialect has that. A
 * null packet takes kind and flow. Returns RVT_OK; RVT_ERR_PARAMETER with framing indexed, which is
 * only read (AMB-150); RVT_ERR_CAPACITY if out is too small (RVT_ENCAP_BYTES_MAX always suffices),
 * a value does not fit its field, the payload is empty, or it exceeds 248 bits with type and srcID
 * remainder (ENC-006); RVT_ERR_PARAMETER for extend without timestamp bytes (ENC-005);
 * RVT_ERR_RESERVED for a null packet that the draft does not have (DRF-014). diag gets field and
 * byte offset. On failure nothing is to be sent: *bytes is unset, out may have been cleared.
 */
RVT_MUST_USE
enum rvt_status rvt_encap_write(const struct rvt_config *config, const struct rvt_encap *encap,
                                uint8_t *out, size_t capacity, size_t *bytes,
                                struct rvt_diag *diag);

/*
 * Reads the packet at data, of which available bytes are there, and sets *used to its size.
 * payload.byte holds the trace payload shifted to bit 0 and sign extended to whole bytes. A last
 * byte that is only partly there and copies the bit before it is padding of the packet and left
 * out; otherwise bits counts what the packet holds, so that bits == 8 * bytes unless remainder or
 * type bits precede. Returns RVT_OK; RVT_ERR_TRUNCATED if available ends inside the packet
 * (ENC-004); RVT_ERR_PARAMETER for extend in a normal packet without timestamp bytes (ENC-005);
 * RVT_ERR_RESERVED for a length that leaves no bit of trace payload after srcID remainder and type
 * (ENC-006), or in the draft for a length of 0 in a byte that is not 0 (DRF-014). diag gets field
 * and byte offset relative to data. On failure *encap and *used are unset.
 */
RVT_MUST_USE
enum rvt_status rvt_encap_read(const struct rvt_config *config, const uint8_t *data,
                               size_t available, struct rvt_encap *encap, size_t *used,
                               struct rvt_diag *diag);

/* Bytes of the packet that begins with header, whatever follows; 0 if rvt_encap_read takes none. */
size_t rvt_encap_peek_bytes(const struct rvt_config *config, uint8_t header);

/* srcID of the normal packet at data, which is there whole. */
static inline uint16_t rvt_encap_peek_srcid(const struct rvt_config *config, const uint8_t *data)
{
    const struct rvt_encap_config *encap = &config->encap;
    unsigned whole = encap->srcid_bits / 8, rest = encap->srcid_bits % 8;
    bool aligned = data[0] >> 7 != 0 && config->switches.ts_align == RVT_TS_ALIGN_AFTER_SRCID_BYTE;
    unsigned srcid = 0;

    if (whole > 0)
        srcid = data[1];
    if (whole > 1)
        srcid |= (unsigned)data[2] << 8;
    if (rest > 0)
        srcid |= (data[1 + whole + (aligned ? encap->timestamp_bytes : 0)] & ((1u << rest) - 1))
                 << 8 * whole;
    return (uint16_t)srcid;
}

/* True if a packet is te_inst, or with data trace te_data (*te_data), of the configured source. */
bool rvt_encap_is_own(const struct rvt_config *config, const struct rvt_encap *encap,
                      bool *te_data);

/*
 * Reports each field of a normal or null packet in transmission order, without the trace payload.
 * A normal packet with a length shows the header as it was received; one with length 0 is completed
 * first, as rvt_encap_write does. Returns RVT_OK, or what rvt_encap_write would return for a value
 * that does not fit.
 */
RVT_MUST_USE
enum rvt_status rvt_encap_visit(const struct rvt_config *config, const struct rvt_encap *encap,
                                rvt_bits_visit visit, void *context);

#endif

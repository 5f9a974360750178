/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/indexed_framing.h"

#include <string.h>

enum { HEAD_BYTES = 3 }; /* length and index */

size_t rvt_indexed_peek_bytes(uint8_t header)
{
    if (header == 0)
        return 1;
    return header > HEAD_BYTES && header >> 5 == 0 ? header : 0;
}

enum rvt_status rvt_indexed_read(const uint8_t *data, size_t available, struct rvt_encap *encap,
                                 size_t *used, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_ERR_RESERVED;
    unsigned length = available > 0 ? data[0] & 31u : 0;

    *encap = (struct rvt_encap){.kind = RVT_ENCAP_NULL_IDLE};
    *used = 1;
    if (available > 0 && data[0] == 0)
        return RVT_OK;
    if (available > 0 && rvt_indexed_peek_bytes(data[0]) == 0)
        rvt_diag_set(diag, status, "length", data[0], "AMB-150",
                     "not the header of an indexed packet: 0x%02x", data[0]);
    else if (length > available || available == 0)
        status = rvt_diag_set(diag, RVT_ERR_TRUNCATED, "length", length, "AMB-150",
                              "the stream ends inside a packet of %u bytes, after %zu bytes",
                              length, available);
    else
        status = RVT_OK;
    if (status != RVT_OK) {
        rvt_diag_at(diag, "byte", 0);
        return status;
    }
    encap->kind = RVT_ENCAP_NORMAL;
    encap->length = (uint8_t)length;
    encap->index = (uint16_t)(data[1] | data[2] << 8);
    encap->payload.bytes = (uint8_t)(length - HEAD_BYTES);
    encap->payload.bits = encap->payload.bits_full = (uint16_t)(8 * (length - HEAD_BYTES));
    memcpy(encap->payload.byte, data + HEAD_BYTES, length - HEAD_BYTES);
    *used = length;
    return RVT_OK;
}

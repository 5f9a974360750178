/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Payloads of trace packets, te_inst and te_data alike: sign compression, byte padding, and what
 * may follow the last field. Spec: ETR-CMP-001..005, ETR-DEC-018, ENC-006. */
#ifndef RVT_WIRE_PAYLOAD_H
#define RVT_WIRE_PAYLOAD_H

#include "base/bits.h"
#include "base/params.h"

#define RVT_PAYLOAD_BITS_MAX  248 /* ENC-006 */
#define RVT_PAYLOAD_BYTES_MAX 31
#define RVT_PAYLOAD_ROOM      32 /* whole words */

/* A payload as it travels: compressed, byte-padded with sign copies. */
struct rvt_payload {
    uint8_t byte[RVT_PAYLOAD_ROOM]; /* the last one is 0 */
    uint8_t bytes;                  /* 1..31 */
    uint16_t bits;                  /* bits kept, before padding; ceil(bits / 8) == bytes */
    uint16_t bits_full;             /* bits before compression */
};

/* A cursor that fills payload; it is borrowed. */
static inline void rvt_payload_begin(struct rvt_bits *bits, struct rvt_payload *payload)
{
    rvt_bits_write_within(bits, payload->byte, sizeof payload->byte, RVT_PAYLOAD_BITS_MAX);
}

/* Completes a payload whose first full (>= 1) bits were written: drops sign copies but leaves at
 * least keep (1..full) bits, pads to bytes with copies of the last bit, or with zeros if the
 * dialect of config has these, clears the bytes after them. */
void rvt_payload_finish(const struct rvt_config *config, struct rvt_payload *payload, size_t full,
                        size_t keep);

/*
 * Checks what follows a packet of full bits in bytes bytes of data: no whole byte, and the rest of
 * the last byte must copy its last bit, or be 0, as the dialect of config says; with padding any
 * everything may follow. Returns RVT_OK or RVT_ERR_TRAILING, with bit and clause in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_payload_check_padding(const struct rvt_config *config, const uint8_t *data,
                                          size_t bytes, size_t full, struct rvt_diag *diag);

/* True if a payload that was read with status has its fields all the same: padding that should not
 * be there says nothing about the fields of a payload that is not compressed. */
static inline bool rvt_payload_only_padding(const struct rvt_config *config, enum rvt_status status)
{
    return status == RVT_ERR_TRAILING && config->switches.compress == RVT_COMPRESS_NONE;
}

#endif

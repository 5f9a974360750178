/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Numbers in the records of a binary tip trace. Layout: docs/files.md. */
#ifndef RVT_IO_TIP_TIP_RECORD_H
#define RVT_IO_TIP_TIP_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { RVT_VARINT_BYTES_MAX = 10 };

/* Bytes of a record, and the first fault. */
struct rvt_record {
    const uint8_t *data;
    size_t bytes, at;
    enum rvt_status status;
};

static inline uint8_t rvt_record_byte(struct rvt_record *record)
{
    if (record->status == RVT_OK && record->at == record->bytes)
        record->status = RVT_ERR_TRUNCATED;
    return record->status == RVT_OK ? record->data[record->at++] : 0;
}

/* Seven bits per byte, least significant first; bit 7 is set if more follow. */
static inline uint64_t rvt_record_varint(struct rvt_record *record)
{
    uint64_t value = 0;

    for (unsigned index = 0; index < RVT_VARINT_BYTES_MAX; index++) {
        uint8_t byte = rvt_record_byte(record);
        uint64_t part = byte & 0x7f;
        if (index == RVT_VARINT_BYTES_MAX - 1 && byte > 1)
            break;
        value |= part << (7 * index);
        if (!(byte & 0x80))
            return value;
    }
    if (record->status == RVT_OK)
        record->status = RVT_ERR_SYNTAX;
    return 0;
}

/* A difference, with its sign in bit 0. */
static inline uint64_t rvt_record_difference(struct rvt_record *record)
{
    uint64_t value = rvt_record_varint(record);
    return value & 1 ? ~(value >> 1) : value >> 1;
}

static inline uint32_t rvt_record_word(struct rvt_record *record)
{
    uint64_t value = rvt_record_varint(record);
    if (record->status == RVT_OK && value > UINT32_MAX)
        record->status = RVT_ERR_SYNTAX;
    return (uint32_t)value;
}

static inline size_t rvt_put_varint(uint8_t *to, uint64_t value)
{
    size_t bytes = 0;
    for (; value >= 0x80; value >>= 7)
        to[bytes++] = (uint8_t)(value | 0x80);
    to[bytes++] = (uint8_t)value;
    return bytes;
}

static inline size_t rvt_put_difference(uint8_t *to, uint64_t difference)
{
    return rvt_put_varint(to, difference >> 63 ? ~(difference << 1) : difference << 1);
}

#endif

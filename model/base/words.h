/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Words of 64 bits in bytes, least significant byte first, at any address. */
#ifndef RVT_BASE_WORDS_H
#define RVT_BASE_WORDS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The eight bytes at byte; a copy where the machine has them in this order. */
static inline uint64_t rvt_words_load(const uint8_t *byte)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t value;

    memcpy(&value, byte, sizeof value);
    return value;
#else
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 |
           (uint64_t)byte[3] << 24 | (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
           (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
#endif
}

static inline void rvt_words_store(uint8_t *byte, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(byte, &value, sizeof value);
#else
    for (unsigned i = 0; i < 8; i++)
        byte[i] = (uint8_t)(value >> 8 * i);
#endif
}

/* The bytes (1..8) bytes at byte, and copies of their last bit above them. Reads nothing
 * else. */
static inline uint64_t rvt_words_load_signed(const uint8_t *byte, size_t bytes)
{
    uint64_t value = 0, sign = UINT64_C(1) << (8 * bytes - 1);

    assert(bytes >= 1 && bytes <= 8);
    if (bytes == 8)
        return rvt_words_load(byte);
    for (size_t i = bytes; i-- > 0;)
        value = value << 8 | byte[i];
    return (value ^ sign) - sign;
}

/* Copies bytes (1..room) bytes from in to out, of room bytes, a multiple of 8, and fills the rest
 * with copies of the last bit. */
static inline void rvt_words_extend(uint8_t *out, size_t room, const uint8_t *in, size_t bytes)
{
    size_t whole = (bytes - 1) / 8 * 8;
    uint64_t last = rvt_words_load_signed(in + whole, bytes - whole);

    memset(out, last >> 63 ? UINT8_MAX : 0, room);
    for (size_t i = 0; i < whole; i += 8)
        rvt_words_store(out + i, rvt_words_load(in + i));
    rvt_words_store(out + whole, last);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/bits.h"

#include <assert.h>
#include <string.h>

uint64_t rvt_sign_extend(uint64_t value, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);

    assert(width >= 1 && width <= 64);
    return ((value & rvt_mask(width)) ^ sign) - sign;
}

/* Eight bytes, the first one lowest; a copy where the machine has them so. */
static inline uint64_t load64(const uint8_t *byte)
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

static inline void store64(uint8_t *byte, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(byte, &value, sizeof value);
#else
    for (unsigned i = 0; i < 8; i++)
        byte[i] = (uint8_t)(value >> 8 * i);
#endif
}

/* The width bits (1..64) from bit at on, all of which lie inside data. */
static uint64_t get_bits(const uint8_t *data, size_t size_bits, size_t at, unsigned width)
{
    size_t first = at / 8;
    unsigned shift = (unsigned)(at % 8);
    uint64_t value = 0;

    if (first + 8 <= size_bits / 8) {
        value = load64(data + first) >> shift;
        if (shift + width > 64)
            value |= (uint64_t)data[first + 8] << (64 - shift);
    } else {
        size_t end = (at + width + 7) / 8; /* at most 8 bytes, as the data end there */

        for (size_t i = end; i > first; --i)
            value = value << 8 | data[i - 1];
        value >>= shift;
    }
    return value & rvt_mask(width);
}

/* Sets the width bits (1..64) from bit at on, which are clear, to value, which fits. */
static void put_bits(uint8_t *data, size_t size_bits, size_t at, unsigned width, uint64_t value)
{
    size_t first = at / 8;
    unsigned shift = (unsigned)(at % 8);

    if (first + 8 <= size_bits / 8) {
        store64(data + first, load64(data + first) | value << shift);
        if (shift + width > 64)
            data[first + 8] |= (uint8_t)(value >> (64 - shift));
    } else {
        size_t end = (at + width + 7) / 8;

        value <<= shift;
        for (size_t i = first; i < end; ++i, value >>= 8)
            data[i] |= (uint8_t)value;
    }
}

static bool get_bit(const uint8_t *data, size_t at)
{
    return data[at / 8] >> (at % 8) & 1;
}

void rvt_bits_read(struct rvt_bits *bits, const uint8_t *in, size_t bytes, enum rvt_bits_tail tail)
{
    *bits =
        (struct rvt_bits){.mode = RVT_BITS_READ, .tail = tail, .in = in, .size_bits = 8 * bytes};
}

void rvt_bits_write(struct rvt_bits *bits, uint8_t *out, size_t bytes)
{
    *bits = (struct rvt_bits){.mode = RVT_BITS_WRITE, .out = out, .size_bits = 8 * bytes};
    memset(out, 0, bytes);
}

void rvt_bits_measure(struct rvt_bits *bits)
{
    *bits = (struct rvt_bits){.mode = RVT_BITS_MEASURE, .size_bits = SIZE_MAX};
}

void rvt_bits_observe(struct rvt_bits *bits, rvt_bits_visit visit, void *context)
{
    bits->visit = visit;
    bits->visit_context = context;
}

static void fault(struct rvt_bits *bits, enum rvt_status status, const char *field, size_t at,
                  unsigned width, uint64_t value)
{
    if (bits->status != RVT_OK)
        return;
    bits->status = status;
    bits->fault_field = field;
    bits->fault_bit = at;
    bits->fault_value = value;
    bits->fault_width = width;
}

/* The bits from the cursor on, as far as they were received; missing bits copy the last one. */
static uint64_t read_extended(const struct rvt_bits *bits, unsigned width)
{
    bool sign = bits->size_bits > 0 && get_bit(bits->in, bits->size_bits - 1);
    unsigned have = bits->at < bits->size_bits ? (unsigned)(bits->size_bits - bits->at) : 0;
    uint64_t value = have ? get_bits(bits->in, bits->size_bits, bits->at, have) : 0;

    return sign ? value | (rvt_mask(width) & ~rvt_mask(have)) : value;
}

/* Passes a field without reporting it to the observer. Returns false on a fault. */
static bool pass(struct rvt_bits *bits, const char *name, uint64_t *value, unsigned width)
{
    assert(width <= 64);
    if (bits->status == RVT_OK && bits->mode == RVT_BITS_READ) {
        if (width <= bits->size_bits && bits->at <= bits->size_bits - width)
            *value = width ? get_bits(bits->in, bits->size_bits, bits->at, width) : 0;
        else if (bits->tail == RVT_TAIL_SIGN)
            *value = read_extended(bits, width);
        else
            fault(bits, RVT_ERR_TRUNCATED, name, bits->at, width, 0);
    } else if (bits->status == RVT_OK) {
        if (*value & ~rvt_mask(width) || width > bits->size_bits - bits->at)
            fault(bits, RVT_ERR_CAPACITY, name, bits->at, width, *value);
        else if (bits->mode == RVT_BITS_WRITE && width)
            put_bits(bits->out, bits->size_bits, bits->at, width, *value);
    }
    if (bits->status != RVT_OK) {
        if (bits->mode == RVT_BITS_READ)
            *value = 0;
        return false;
    }
    bits->field_bit = bits->at;
    bits->field_value = *value;
    if (width) {
        bits->last = (*value << (64 - width)) >> 63 != 0;
        bits->at += width;
    }
    return true;
}

static void report(const struct rvt_bits *bits, const char *name, uint64_t value, unsigned width)
{
    if (bits->visit && width)
        bits->visit(bits->visit_context, name, value, width, bits->at - width);
}

void rvt_bits_field(struct rvt_bits *bits, const char *name, uint64_t *value, unsigned width)
{
    if (pass(bits, name, value, width))
        report(bits, name, *value, width);
}

void rvt_bits_relative(struct rvt_bits *bits, const char *name, bool *flag)
{
    bool before = bits->last;
    uint64_t raw = *flag != before;

    if (pass(bits, name, &raw, 1)) {
        *flag = (raw != 0) != before;
        report(bits, name, *flag, 1);
    } else if (bits->mode == RVT_BITS_READ) {
        *flag = false;
    }
}

void rvt_bits_unused(struct rvt_bits *bits, const char *name, bool fill, unsigned width)
{
    uint64_t raw = fill ? rvt_mask(width) : 0;

    if (pass(bits, name, &raw, width))
        report(bits, name, 0, width);
}

void rvt_bits_replicated(struct rvt_bits *bits, const char *name, bool present, uint64_t *value,
                         unsigned width)
{
    if (present) {
        rvt_bits_field(bits, name, value, width);
        return;
    }
    if (width > 0)
        rvt_bits_unused(bits, name, bits->last, width);
    if (bits->mode == RVT_BITS_READ)
        *value = 0;
}

void rvt_bits_fail(struct rvt_bits *bits, enum rvt_status status, const char *field)
{
    fault(bits, status, field, bits->field_bit, (unsigned)(bits->at - bits->field_bit),
          bits->field_value);
}

/* Position of the highest set bit of value, which is not 0. */
static unsigned top_bit(unsigned value)
{
    unsigned position = 0;

    while (value >>= 1)
        ++position;
    return position;
}

size_t rvt_bits_compressed(const uint8_t *data, size_t bits, size_t keep)
{
    bool sign;
    uint8_t copies;
    size_t byte;
    unsigned differs;

    assert(keep >= 1 && keep <= bits);
    sign = get_bit(data, bits - 1);
    copies = sign ? UINT8_MAX : 0;
    byte = (bits - 1) / 8;
    differs = (unsigned)(data[byte] ^ copies) & (unsigned)rvt_mask((unsigned)((bits - 1) % 8 + 1));
    while (!differs && byte >= 8 && load64(data + byte - 8) == (sign ? UINT64_MAX : 0))
        byte -= 8;
    while (!differs && byte > 0)
        differs = (unsigned)(data[--byte] ^ copies);
    if (differs) {
        size_t kept = 8 * byte + top_bit(differs) + 2;

        return kept > keep ? kept : keep;
    }
    return keep;
}

void rvt_bits_sign_pad(uint8_t *data, size_t bits, size_t bytes)
{
    bool sign;
    uint8_t above;
    size_t byte;

    assert(bits >= 1 && bits <= 8 * bytes);
    sign = get_bit(data, bits - 1);
    byte = (bits - 1) / 8;
    above = (uint8_t)~rvt_mask((unsigned)((bits - 1) % 8 + 1));
    if (sign)
        data[byte] |= above;
    else
        data[byte] &= (uint8_t)~above;
    memset(data + byte + 1, sign ? UINT8_MAX : 0, bytes - byte - 1);
}

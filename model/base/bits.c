/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/bits.h"

static bool get_bit(const uint8_t *data, size_t at)
{
    return data[at / 8] >> (at % 8) & 1;
}

uint64_t rvt_bits_get_near_end(const uint8_t *in, size_t size_bits, size_t at, unsigned width)
{
    bool sign = size_bits > 0 && get_bit(in, size_bits - 1);
    size_t left = at < size_bits ? size_bits - at : 0;
    unsigned have = left < width ? (unsigned)left : width;
    uint64_t value = 0;

    for (unsigned done = 0; done < have; done += 8 - (unsigned)((at + done) % 8))
        value |= (uint64_t)(in[(at + done) / 8] >> (at + done) % 8) << done;
    value &= rvt_mask(have);
    return sign ? value | (rvt_mask(width) & ~rvt_mask(have)) : value;
}

void rvt_bits_put_near_end(uint8_t *out, size_t room, size_t first, uint64_t word)
{
    for (size_t i = first; i < room && i < first + 8; i++, word >>= 8)
        out[i] = (uint8_t)word;
}

void rvt_bits_skip(struct rvt_bits *bits, size_t bytes)
{
    bits->at += 8 * bytes;
    if (bits->mode != RVT_BITS_WRITE)
        return;
    bits->word = 0;
    for (size_t i = bits->at / 8; i-- > bits->at / 64 * 8;)
        bits->word = bits->word << 8 | bits->out[i];
}

/* Position of the highest set bit of value, which is not 0. */
static unsigned top_bit(uint64_t value)
{
#if defined(__GNUC__)
    return 63 - (unsigned)__builtin_clzll(value);
#else
    unsigned position = 0;

    while (value >>= 1)
        ++position;
    return position;
#endif
}

size_t rvt_bits_compressed(const uint8_t *data, size_t bits, size_t keep)
{
    size_t byte = (bits - 1) / 64 * 8; /* of the last word */
    unsigned width = (unsigned)((bits - 1) % 64 + 1);
    uint64_t word = rvt_words_load_signed(data + byte, (width + 7) / 8);
    uint64_t copies = (word >> (width - 1) & 1) != 0 ? UINT64_MAX : 0;
    uint64_t differs = (word ^ copies) & rvt_mask(width);

    assert(keep >= 1 && keep <= bits);
    while (differs == 0 && byte > 0) {
        byte -= 8;
        differs = rvt_words_load(data + byte) ^ copies;
    }
    size_t kept = differs != 0 ? 8 * byte + top_bit(differs) + 2 : keep;
    return kept > keep ? kept : keep;
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

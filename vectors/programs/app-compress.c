/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A compressor of the Lempel-Ziv kind: matches are found through chains of hashed places, literals
 * and matches written bit by bit; the decoder brings the text back, and a CRC-32 compares. */
#include "rt.h"

enum {
    WINDOW_BITS = 9,
    LENGTH_BITS = 4,
    MATCH_MIN = 3,
    MATCH_MAX = MATCH_MIN + (1 << LENGTH_BITS) - 1,
    WINDOW = 1 << WINDOW_BITS,
    HASHES = 64,
    CHAIN_MAX = 8,
    TEXT_MAX = 400,
};

struct bits {
    uint8_t *byte;
    size_t size, capacity;
    uint32_t held;
    unsigned count;
};

static RT_LIBRARY void put_bits(struct bits *out, uint32_t value, unsigned width)
{
    out->held |= value << out->count;
    out->count += width;
    while (out->count >= 8) {
        if (out->size < out->capacity)
            out->byte[out->size++] = (uint8_t)out->held;
        out->held >>= 8;
        out->count -= 8;
    }
}

static RT_LIBRARY void flush_bits(struct bits *out)
{
    if (out->count > 0)
        put_bits(out, 0, 8 - out->count);
}

static RT_LIBRARY uint32_t get_bits(struct bits *in, unsigned width)
{
    uint32_t value;

    while (in->count < width) {
        if (in->size < in->capacity)
            in->held |= (uint32_t)in->byte[in->size++] << in->count;
        in->count += 8;
    }
    value = in->held & ((1u << width) - 1);
    in->held >>= width;
    in->count -= width;
    return value;
}

/* Places by the hash of the three bytes there; each names the one before it. */
struct places {
    int16_t latest[HASHES];
    int16_t before[TEXT_MAX];
};

static RT_LIBRARY unsigned hash_at(const uint8_t *text)
{
    return ((text[0] * 33u + text[1]) * 33u + text[2]) * 0x9e3779b1u >> 26;
}

static RT_LIBRARY void open_places(struct places *places)
{
    for (unsigned i = 0; i < HASHES; i++)
        places->latest[i] = -1;
}

static RT_LIBRARY void add_place(struct places *places, const uint8_t *text, size_t at, size_t size)
{
    if (at + MATCH_MIN > size)
        return;
    unsigned hash = hash_at(text + at);
    places->before[at] = places->latest[hash];
    places->latest[hash] = (int16_t)at;
}

static RT_LIBRARY size_t common(const uint8_t *a, const uint8_t *b, size_t limit)
{
    size_t length = 0;

    while (length < limit && a[length] == b[length])
        length++;
    return length;
}

struct match {
    size_t length, distance;
};

static RT_LIBRARY struct match longest_match(const struct places *places, const uint8_t *text,
                                             size_t at, size_t size)
{
    struct match best = {0, 0};
    size_t limit = size - at < MATCH_MAX ? size - at : MATCH_MAX;
    int place;

    if (limit < MATCH_MIN)
        return best;
    place = places->latest[hash_at(text + at)];
    for (int tries = 0; place >= 0 && tries < CHAIN_MAX; tries++, place = places->before[place]) {
        size_t distance = at - (size_t)place, length;
        if (distance >= WINDOW)
            break;
        length = common(text + place, text + at, limit);
        if (length > best.length)
            best = (struct match){length, distance};
    }
    return best;
}

static struct places places;

/* A set bit and a byte, or a clear bit, a distance and a length. */
static RT_LIBRARY_CALL void compress(struct bits *out, const uint8_t *text, size_t size)
{
    size_t at = 0;

    open_places(&places);
    put_bits(out, (uint32_t)size, 16);
    while (at < size) {
        struct match match = longest_match(&places, text, at, size);
        size_t step = 1;
        if (match.length >= MATCH_MIN) {
            put_bits(out, 0, 1);
            put_bits(out, (uint32_t)match.distance, WINDOW_BITS);
            put_bits(out, (uint32_t)(match.length - MATCH_MIN), LENGTH_BITS);
            step = match.length;
        } else {
            put_bits(out, 1, 1);
            put_bits(out, text[at], 8);
        }
        for (; step > 0; step--)
            add_place(&places, text, at++, size);
    }
    flush_bits(out);
}

static RT_LIBRARY_CALL size_t expand(struct bits *in, uint8_t *text, size_t capacity)
{
    size_t size = get_bits(in, 16), at = 0;

    if (size > capacity)
        return 0;
    while (at < size) {
        if (get_bits(in, 1)) {
            text[at++] = (uint8_t)get_bits(in, 8);
            continue;
        }
        size_t distance = get_bits(in, WINDOW_BITS), length = get_bits(in, LENGTH_BITS) + MATCH_MIN;
        if (distance == 0 || distance > at || length > size - at)
            return 0;
        for (; length > 0; length--, at++)
            text[at] = text[at - distance];
    }
    return at;
}

static uint32_t crc_table[16];

static RT_LIBRARY_CALL void open_crc(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t value = i;
        for (int k = 0; k < 4; k++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        crc_table[i] = value;
    }
}

static RT_LIBRARY uint32_t crc_byte(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    crc = crc >> 4 ^ crc_table[crc & 15];
    return crc >> 4 ^ crc_table[crc & 15];
}

static RT_LIBRARY_CALL uint32_t crc_of(const uint8_t *text, size_t size)
{
    uint32_t crc = ~0u;

    for (size_t i = 0; i < size; i++)
        crc = crc_byte(crc, text[i]);
    return ~crc;
}

static const char prose[] =
    "A packet is short where the reader can know what happened: it does not tell where a jump went "
    "that the program names, it does not tell where a branch went but only whether it was taken, "
    "and "
    "it does not tell the upper bytes of an address that repeat the sign of the lower ones. What "
    "is "
    "left is what the program does not say.";

static uint8_t packed[TEXT_MAX] RT_NOINIT, unpacked[TEXT_MAX] RT_NOINIT;

int main(void)
{
    size_t size = sizeof prose - 1;
    struct bits out = {.byte = packed, .capacity = sizeof packed};
    struct bits in = {.byte = packed};

    open_crc();
    if (crc_of((const uint8_t *)"123456789", 9) != 0xcbf43926u)
        return 1;
    compress(&out, (const uint8_t *)prose, size);
    if (out.size >= size * 9 / 10)
        return 2;
    in.capacity = out.size;
    if (expand(&in, unpacked, sizeof unpacked) != size)
        return 3;
    if (crc_of(unpacked, size) != crc_of((const uint8_t *)prose, size))
        return 4;
    in = (struct bits){.byte = packed, .capacity = out.size / 2};
    return expand(&in, unpacked, size / 2) == 0 ? 0 : 5;
}

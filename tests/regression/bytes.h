/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bytes of a stream: collected from a sender, damaged, taken in pieces of random size; and
 * notes that readers of bytes share.
 */
#ifndef RVT_TESTS_REGRESSION_BYTES_H
#define RVT_TESTS_REGRESSION_BYTES_H

#include "regression.h"

#include "random/random.h"
#include "wire/encap_packet.h"

enum { BYTES_MAX = 1 << 17 };

struct bytes {
    uint8_t byte[BYTES_MAX];
    size_t count;
};

/* Appends data; a sink of the senders, whose context is a struct bytes. */
static inline void bytes_put(void *context, const uint8_t *data, size_t count)
{
    struct bytes *bytes = context;

    cr_assert(bytes->count + count <= BYTES_MAX);
    memcpy(bytes->byte + bytes->count, data, count);
    bytes->count += count;
}

/* A number of 0 to bits random bits: small ones are as likely as large ones, ones of all bits are
 * frequent. */
static inline uint64_t number_of(struct rvt_random *random, unsigned bits)
{
    unsigned width = rvt_random_below(random, bits + 1);
    uint64_t mask = width == 0 ? 0 : UINT64_MAX >> (64 - width);

    return rvt_random_chance(random, 20) ? mask : rvt_random_bits(random) & mask;
}

/* 0 to most in percent of 100 cases, else 0. */
static inline unsigned maybe(struct rvt_random *random, unsigned percent, unsigned most)
{
    return rvt_random_chance(random, percent) ? rvt_random_below(random, most + 1) : 0;
}

/* Flips a bit, or replaces, removes, repeats or inserts some bytes; fill is a frequent new one. */
static inline void bytes_damage(struct rvt_random *random, struct bytes *bytes, uint8_t fill)
{
    size_t at = rvt_random_below(random, (unsigned)bytes->count + 1), left = bytes->count - at;
    size_t length = 1 + rvt_random_below(random, rvt_random_chance(random, 20) ? 80 : 6);
    unsigned kind = rvt_random_below(random, 5);

    if (kind >= 3 && bytes->count + length <= BYTES_MAX) {
        memmove(bytes->byte + at + length, bytes->byte + at, left);
        bytes->count += length;
        left += length;
    }
    length = length < left ? length : left;
    if (kind == 0 && left > 0)
        bytes->byte[at] ^= (uint8_t)(1U << rvt_random_below(random, 8));
    if (kind == 1) {
        memmove(bytes->byte + at, bytes->byte + at + length, left - length);
        bytes->count -= length;
    }
    for (size_t i = 0; (kind == 2 || kind == 3) && i < length; i++)
        bytes->byte[at + i] =
            rvt_random_chance(random, 60) ? fill : (uint8_t)rvt_random_bits(random);
}

/* The size of the next piece of left bytes (at least one), of at most most. */
static inline size_t piece_of(struct rvt_random *random, size_t left, unsigned most)
{
    size_t size = 1 + rvt_random_below(random, most);

    return size < left ? size : left;
}

/* Notes bytes in hexadecimal, in lines. */
static inline void note_bytes(struct regression *regression, const char *what, const uint8_t *data,
                              size_t count)
{
    char line[129];

    for (size_t at = 0; at < count; at += 64) {
        size_t length = count - at < 64 ? count - at : 64;

        for (size_t i = 0; i < length; i++) {
            line[2 * i] = "0123456789abcdef"[data[at + i] >> 4];
            line[2 * i + 1] = "0123456789abcdef"[data[at + i] & 15];
        }
        line[2 * length] = '\0';
        regression_note(regression, "%s %s", what, line);
    }
}

/* Notes every member of a packet. */
static inline void note_encap(struct regression *regression, const struct rvt_encap *encap)
{
    regression_note(regression,
                    "encap %d length %u flow %u extend %d srcid %x type %x time %" PRIx64
                    " index %x bits %u",
                    (int)encap->kind, encap->length, encap->flow, encap->extend, encap->srcid,
                    encap->type, encap->timestamp, encap->index, encap->payload.bits);
    note_bytes(regression, "payload", encap->payload.byte, encap->payload.bytes);
}

/* Notes a finding as text, and the members that the text may leave out; a sink of findings. */
static inline void note_finding(void *context, const struct rvt_finding *finding)
{
    struct regression *regression = context;

    regression_finding(regression, finding);
    regression_note(regression, "rule %d nibble %d %u channel %d %x %x value %" PRIx64 " %" PRIx64,
                    (int)finding->rule, finding->has_nibble, finding->nibble, finding->has_channel,
                    finding->master, finding->channel, finding->value, finding->expected);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/stp/stp.h"

#include <string.h>

#include "base/bits.h"

enum mode { READ, WRITE, MEASURE };

/* Bytes that loading 16 nibbles at the end of the longest packet touches. */
enum { WINDOW_BYTES = (RVT_STP_PACKET_NIBBLES + 1) / 2 + 9 };

/* A cursor over nibbles. Reading may load WINDOW_BYTES from the first nibble's byte on. */
struct cursor {
    enum mode mode;
    const uint8_t *in;
    uint8_t *out;
    size_t at, end;
    enum rvt_status status; /* of the first fault */
};

static void fail(struct cursor *cursor, enum rvt_status status)
{
    if (cursor->status == RVT_OK)
        cursor->status = status;
}

/* 8 bytes, the first one lowest. Compilers turn this form into one load. */
static RVT_ALWAYS_INLINE uint64_t load_bytes(const uint8_t *byte)
{
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 |
           (uint64_t)byte[3] << 24 | (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
           (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/* 16 nibbles from at on, the first in time lowest. */
static RVT_ALWAYS_INLINE uint64_t load(const uint8_t *data, size_t at)
{
    const uint8_t *byte = data + at / 2;
    uint64_t word = load_bytes(byte);

    return at & 1 ? word >> 4 | (uint64_t)byte[8] << 60 : word;
}

/* The 16 nibbles in reverse order. */
static uint64_t reverse(uint64_t word)
{
    word = (word & 0x0f0f0f0f0f0f0f0f) << 4 | (word >> 4 & 0x0f0f0f0f0f0f0f0f);
    word = (word & 0x00ff00ff00ff00ff) << 8 | (word >> 8 & 0x00ff00ff00ff00ff);
    word = (word & 0x0000ffff0000ffff) << 16 | (word >> 16 & 0x0000ffff0000ffff);
    return word << 32 | word >> 32;
}

uint64_t rvt_stp_sixteen(const uint8_t *data, size_t at)
{
    return reverse(load(data, at));
}

static void store(uint8_t *data, size_t at, unsigned nibble)
{
    uint8_t *byte = &data[at / 2];

    *byte = (uint8_t)(at & 1 ? (*byte & 0x0fU) | nibble << 4 : (*byte & 0xf0U) | nibble);
}

/* A field of nibbles (1..16), most significant nibble first, or last with le. */
static RVT_ALWAYS_INLINE void pass(struct cursor *cursor, uint64_t *value, unsigned nibbles,
                                   bool le)
{
    if (cursor->status != RVT_OK)
        return;
    if (cursor->mode != READ && (*value & ~rvt_mask(4 * nibbles)) != 0) {
        fail(cursor, RVT_ERR_CAPACITY);
        return;
    }
    if (cursor->end - cursor->at < nibbles) {
        fail(cursor, cursor->mode == READ ? RVT_ERR_TRUNCATED : RVT_ERR_CAPACITY);
        return;
    }
    if (cursor->mode == READ) {
        uint64_t word = load(cursor->in, cursor->at);

        *value = le ? word & rvt_mask(4 * nibbles) : reverse(word) >> (64 - 4 * nibbles);
    } else if (cursor->mode == WRITE) {
        for (unsigned i = 0; i < nibbles; i++)
            store(cursor->out, cursor->at + i,
                  (unsigned)(*value >> 4 * (le ? i : nibbles - 1 - i)) & 15U);
    }
    cursor->at += nibbles;
}

/* One nibble. */
static RVT_ALWAYS_INLINE void pass_nibble(struct cursor *cursor, unsigned *nibble)
{
    if (cursor->status != RVT_OK)
        return;
    if (cursor->at >= cursor->end) {
        fail(cursor, cursor->mode == READ ? RVT_ERR_TRUNCATED : RVT_ERR_CAPACITY);
        return;
    }
    if (cursor->mode == READ)
        *nibble = rvt_stp_nibble(cursor->in, cursor->at);
    else if (cursor->mode == WRITE)
        store(cursor->out, cursor->at, *nibble);
    cursor->at++;
}

/* F; F 0; F 0 F; F F lead to further pages of 16 opcodes each. */
static RVT_ALWAYS_INLINE void walk_opcode(struct cursor *cursor, enum rvt_stp_opcode *opcode)
{
    unsigned page = (unsigned)*opcode / 16, last = (unsigned)*opcode % 16;
    unsigned first = page == 0 ? last : 15, second = page == 1 ? last : page == 4 ? 15 : 0;
    unsigned third = page == 3 ? 15 : last;

    pass_nibble(cursor, &first);
    if (first != 15) {
        *opcode = (enum rvt_stp_opcode)first;
        return;
    }
    pass_nibble(cursor, &second);
    if (second != 0 && second != 15) {
        *opcode = (enum rvt_stp_opcode)(0x10 + second);
        return;
    }
    pass_nibble(cursor, &third);
    if (second == 15 || third != 15) {
        *opcode = (enum rvt_stp_opcode)((second == 15 ? 0x40 : 0x20) + third);
        return;
    }
    pass_nibble(cursor, &last);
    *opcode = (enum rvt_stp_opcode)(0x30 + last);
}

/* What follows the first three F of ASYNC. */
static void walk_async(struct cursor *cursor)
{
    for (unsigned i = 3; i < RVT_STP_ASYNC_NIBBLES; i++) {
        unsigned due = i < RVT_STP_ASYNC_NIBBLES - 1 ? 15 : 0, nibble = due;

        pass_nibble(cursor, &nibble);
        if (nibble != due)
            fail(cursor, RVT_ERR_RESERVED);
    }
}

/* Sizes 13 and 14 mean 14 and 16 nibbles, 15 is reserved. STP 1 has 2 nibbles and no size. */
static RVT_ALWAYS_INLINE void walk_timestamp(struct cursor *cursor,
                                             const struct rvt_stp_format *format,
                                             struct rvt_stp_packet *packet)
{
    unsigned nibbles = packet->timestamp_nibbles;
    unsigned size = nibbles == 16 ? 14 : nibbles == 14 ? 13 : nibbles <= 12 ? nibbles : 15;

    if (format->time_type == RVT_STP_TIME_UNKNOWN) {
        fail(cursor, RVT_ERR_SEQUENCE);
        return;
    }
    if (format->time_type == RVT_STP_TIME_LEGACY) {
        if (cursor->mode != READ && nibbles != 2)
            fail(cursor, RVT_ERR_RESERVED);
        size = 2;
    } else {
        pass_nibble(cursor, &size);
    }
    packet->timestamp_nibbles = (uint8_t)(size == 13 ? 14 : size == 14 ? 16 : size);
    if (size == 15)
        fail(cursor, RVT_ERR_RESERVED);
    if (cursor->mode == READ)
        packet->timestamp = 0;
    if (size != 0)
        pass(cursor, &packet->timestamp, packet->timestamp_nibbles, format->le);
    else if (packet->timestamp != 0)
        fail(cursor, RVT_ERR_CAPACITY);
}

/* The packet, field by field. Spec: STP-003, STP-004. */
static RVT_ALWAYS_INLINE void walk(struct cursor *cursor, const struct rvt_stp_format *format,
                                   struct rvt_stp_packet *packet)
{
    const struct rvt_stp_form *form;

    walk_opcode(cursor, &packet->opcode);
    if (cursor->status != RVT_OK)
        return;
    form = rvt_stp_form(packet->opcode);
    if (form->kind <= RVT_STP_KIND_UNDOCUMENTED) {
        fail(cursor, RVT_ERR_RESERVED);
        return;
    }
    if (form->payload_nibbles != 0)
        pass(cursor, &packet->payload, form->payload_nibbles, format->le);
    if (form->timestamp)
        walk_timestamp(cursor, format, packet);
    else if (packet->opcode == RVT_STP_ASYNC)
        walk_async(cursor);
    else if (packet->opcode == RVT_STP_VERSION && (packet->payload & 8) != 0) {
        uint64_t version = packet->version;

        pass(cursor, &version, 2, false);
        packet->version = (uint8_t)version;
    }
}

enum rvt_status rvt_stp_read(const struct rvt_stp_format *format, const uint8_t *data, size_t at,
                             size_t end, struct rvt_stp_packet *packet, unsigned *nibbles)
{
    uint8_t window[WINDOW_BYTES];
    size_t first = at / 2, bytes = (end + 1) / 2 - first;
    struct cursor cursor = {.mode = READ, .in = data, .at = at, .end = end};

    if (bytes < WINDOW_BYTES) {
        memset(window, 0, sizeof window);
        memcpy(window, data + first, bytes);
        cursor.in = window;
        cursor.at -= 2 * first;
        cursor.end -= 2 * first;
    } else {
        first = 0;
    }
    *packet = (struct rvt_stp_packet){.opcode = RVT_STP_NULL};
    walk(&cursor, format, packet);
    *nibbles = (unsigned)(cursor.at + 2 * first - at);
    return cursor.status;
}

/* Members without a field in the packet must be 0. */
static bool nothing_extra(const struct rvt_stp_form *form, const struct rvt_stp_packet *packet)
{
    bool second = form->kind == RVT_STP_KIND_VERSION && (packet->payload & 8) != 0;

    return (form->payload_nibbles != 0 || packet->payload == 0) &&
           (second || packet->version == 0) &&
           (form->timestamp || (packet->timestamp_nibbles == 0 && packet->timestamp == 0));
}

enum rvt_status rvt_stp_write(const struct rvt_stp_format *format,
                              const struct rvt_stp_packet *packet, uint8_t *out, size_t at,
                              size_t end, unsigned *nibbles)
{
    struct rvt_stp_packet copy = *packet;
    struct cursor cursor = {
        .mode = out != NULL ? WRITE : MEASURE, .out = out, .at = at, .end = end};
    unsigned length = packet->timestamp_nibbles;

    if (rvt_stp_form(packet->opcode)->kind <= RVT_STP_KIND_UNDOCUMENTED || length == 13 ||
        length == 15 || length > 16)
        return RVT_ERR_RESERVED;
    if (!nothing_extra(rvt_stp_form(packet->opcode), packet))
        return RVT_ERR_CAPACITY;
    walk(&cursor, format, &copy);
    *nibbles = (unsigned)(cursor.at - at);
    return cursor.status;
}

/* The end of the run of F that holds or begins at nibble at. */
static size_t run_end(const uint8_t *data, size_t at, size_t end)
{
    while (at < end && rvt_stp_nibble(data, at) == 15)
        at++;
    return at;
}

static size_t run_start(const uint8_t *data, size_t from, size_t at)
{
    while (at > from && rvt_stp_nibble(data, at - 1) == 15)
        at--;
    return at;
}

/* 21 nibbles hold 10 whole bytes wherever they begin, so every eighth byte and the two after it
 * are enough to find them. */
bool rvt_stp_find_async(const uint8_t *data, size_t from, size_t end, size_t *start)
{
    enum { STEP = 8, LOOK = 3, RUN = RVT_STP_ASYNC_NIBBLES - 1 };
    size_t byte = (from + 1) / 2, bytes = end / 2;

    while (byte + LOOK <= bytes) {
        if ((data[byte] & data[byte + 1] & data[byte + 2]) != 0xff) {
            byte += STEP;
            continue;
        }
        size_t first = run_start(data, from, 2 * byte), last = run_end(data, 2 * byte, end);
        if (last == end)
            break;
        if (last - first >= RUN && rvt_stp_nibble(data, last) == 0) {
            *start = last - RUN;
            return true;
        }
        byte = (last + 1) / 2;
    }
    *start = run_start(data, from, end);
    return false;
}

struct rvt_stp_format rvt_stp_announced(const struct rvt_stp_packet *version)
{
    static const enum rvt_stp_time_type TYPES[8] = {
        RVT_STP_TIME_LEGACY, RVT_STP_TIME_LEGACY,  RVT_STP_TIME_NATDELTA, RVT_STP_TIME_NAT,
        RVT_STP_TIME_GRAY,   RVT_STP_TIME_UNKNOWN, RVT_STP_TIME_UNKNOWN,  RVT_STP_TIME_UNKNOWN};

    return (struct rvt_stp_format){.time_type = TYPES[version->payload & 7],
                                   .le = (version->payload & 8) != 0 &&
                                         (version->version & 0x80) != 0};
}

bool rvt_stp_version_known(const struct rvt_stp_packet *version)
{
    unsigned minor = version->version & 0x7f;

    return (version->payload & 7) <= 4 &&
           ((version->payload & 8) == 0 || (minor >= 1 && minor <= 3));
}

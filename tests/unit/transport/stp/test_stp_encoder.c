/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which packets the sender chooses at the limits of masters, channels, frequencies and times, and
 * how it refuses. Shows: STP-004, STP-006, STP-011, STP-013 */
#include "tests/unit/stp_rig.h"

#include "transport/stp/stp_encoder.h"

struct sender {
    struct rvt_stp_encoder encoder;
    uint8_t byte[4096];
    size_t bytes, at; /* written; the next nibble that is read */
};

static void open_sender(struct sender *sender, const struct rvt_stp_encoder_config *config)
{
    *sender = (struct sender){.bytes = 0};
    cr_assert(rvt_stp_encoder_init(&sender->encoder, config) == RVT_OK);
}

static void put(struct sender *sender, const struct rvt_stp_record *record)
{
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_put(&sender->encoder, record, sender->byte + sender->bytes,
                                  sizeof sender->byte - sender->bytes, &bytes) == RVT_OK);
    sender->bytes += bytes;
}

static void flush(struct sender *sender)
{
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_finish(&sender->encoder, sender->byte + sender->bytes,
                                     sizeof sender->byte - sender->bytes, &bytes) == RVT_OK);
    sender->bytes += bytes;
}

/* The next packet that was sent. */
static struct rvt_stp_packet next(struct sender *sender)
{
    struct rvt_stp_packet packet;
    unsigned nibbles = 0;

    cr_assert(rvt_stp_read(&sender->encoder.format, sender->byte, sender->at, 2 * sender->bytes,
                           &packet, &nibbles) == RVT_OK);
    sender->at += nibbles;
    return packet;
}

static void expect_next(struct sender *sender, enum rvt_stp_opcode opcode, uint64_t payload)
{
    struct rvt_stp_packet packet = next(sender);

    cr_expect(packet.opcode == opcode && packet.payload == payload, "%s %llx, not %s %llx",
              rvt_stp_form(packet.opcode)->name, (unsigned long long)packet.payload,
              rvt_stp_form(opcode)->name, (unsigned long long)payload);
}

static void expect_sync(struct sender *sender)
{
    cr_expect(eq(int, (int)next(sender).opcode, RVT_STP_ASYNC));
    cr_expect(eq(int, (int)next(sender).opcode, RVT_STP_VERSION));
}

Test(stp_encoder, masters_and_channels_have_the_shortest_packets)
{
    static const uint16_t values[] = {0, 1, 0xfe, 0xff, 0x100, 0x101, 0x1ff, 0x200, 0xffff};
    enum { VALUES = sizeof values / sizeof values[0] };

    for (unsigned before = 0; before < VALUES; before++)
        for (unsigned after = 0; after < VALUES; after++)
            for (unsigned master = 0; master < 2; master++) {
                const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
                struct rvt_stp_record record = {.opcode = RVT_STP_D8, .payload = 0x5a};
                uint16_t *value = master ? &record.master : &record.channel;
                uint16_t from = values[before], to = values[after];
                struct sender sender;

                open_sender(&sender, &config);
                *value = from;
                put(&sender, &record);
                *value = to;
                put(&sender, &record);
                flush(&sender);
                expect_sync(&sender);
                if (master)
                    expect_next(&sender, from > 0xff ? RVT_STP_M16 : RVT_STP_M8, from);
                else
                    expect_next(&sender, RVT_STP_M8, 0);
                if (!master && from != 0)
                    expect_next(&sender, from > 0xff ? RVT_STP_C16 : RVT_STP_C8, from);
                expect_next(&sender, RVT_STP_D8, 0x5a);
                if (master && from != to)
                    expect_next(&sender, to > 0xff ? RVT_STP_M16 : RVT_STP_M8, to);
                if (!master && from != to) /* C8 keeps the upper byte */
                    expect_next(&sender, from >> 8 != to >> 8 ? RVT_STP_C16 : RVT_STP_C8,
                                from >> 8 != to >> 8 ? to : to & 0xff);
                expect_next(&sender, RVT_STP_D8, 0x5a);
            }
}

Test(stp_encoder, a_new_master_has_channel_0)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    struct rvt_stp_record record = {
        .opcode = RVT_STP_D8, .master = 1, .channel = 7, .payload = 0x5a};
    struct sender sender;

    open_sender(&sender, &config);
    put(&sender, &record);
    record.master = 2;
    put(&sender, &record);
    record.channel = 0;
    record.master = 3;
    put(&sender, &record);
    flush(&sender);
    expect_sync(&sender);
    expect_next(&sender, RVT_STP_M8, 1);
    expect_next(&sender, RVT_STP_C8, 7);
    expect_next(&sender, RVT_STP_D8, 0x5a);
    expect_next(&sender, RVT_STP_M8, 2);
    expect_next(&sender, RVT_STP_C8, 7);
    expect_next(&sender, RVT_STP_D8, 0x5a);
    expect_next(&sender, RVT_STP_M8, 3);
    expect_next(&sender, RVT_STP_D8, 0x5a);
}

Test(stp_encoder, a_frequency_of_more_than_32_bits_has_a_packet_of_its_own)
{
    static const uint64_t frequencies[] = {
        1, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_C(0x100000000), UINT64_C(0xffffffffff)};

    for (size_t i = 0; i < sizeof frequencies / sizeof frequencies[0]; i++) {
        const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT,
                                                      .frequency = frequencies[i]};
        const struct rvt_stp_record record = {.opcode = RVT_STP_D8, .payload = 1};
        struct sender sender;

        open_sender(&sender, &config);
        put(&sender, &record);
        flush(&sender);
        expect_sync(&sender);
        expect_next(&sender, frequencies[i] > 0xffffffff ? RVT_STP_FREQ_40 : RVT_STP_FREQ,
                    frequencies[i]);
    }
}

/* The nibbles up to the highest one that changes; 13 and 15 have no code. */
Test(stp_encoder, a_time_has_the_nibbles_that_change)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    struct rvt_stp_record record = {.opcode = RVT_STP_FLAG_TS};
    struct sender sender;

    open_sender(&sender, &config);
    put(&sender, &record);
    for (unsigned bit = 0; bit < 64; bit++) {
        record.time ^= UINT64_C(1) << bit;
        put(&sender, &record);
        put(&sender, &record);
    }
    flush(&sender);
    expect_sync(&sender);
    expect_next(&sender, RVT_STP_M8, 0);
    cr_expect(eq(uint, next(&sender).timestamp_nibbles, 16));
    for (unsigned bit = 0; bit < 64; bit++) {
        unsigned nibbles = bit / 4 + 1;

        nibbles = nibbles == 13 || nibbles == 15 ? nibbles + 1 : nibbles;
        cr_expect(eq(uint, next(&sender).timestamp_nibbles, nibbles), "bit %u", bit);
        cr_expect(eq(uint, next(&sender).timestamp_nibbles, 0), "bit %u", bit);
    }
}

/* Every room for a record: it is sent whole or not at all. */
Test(stp_encoder, without_room_nothing_is_sent)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT,
                                                  .frequency = UINT64_C(1) << 39};
    const struct rvt_stp_record record = {.opcode = RVT_STP_D64TS,
                                          .master = 0x1234,
                                          .channel = 0x5678,
                                          .payload = UINT64_MAX,
                                          .time = UINT64_MAX};
    size_t needed = 0;

    for (size_t room = 0; room <= RVT_STP_ENCODER_BYTES_MAX; room++) {
        uint8_t out[RVT_STP_ENCODER_BYTES_MAX] = {0};
        struct rvt_stp_encoder encoder;
        size_t bytes = 99;

        cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
        enum rvt_status status = rvt_stp_encoder_put(&encoder, &record, out, room, &bytes);
        if (status == RVT_OK && needed == 0)
            needed = bytes;
        cr_expect(status == (needed == 0 ? RVT_ERR_CAPACITY : RVT_OK), "%zu", room);
        cr_expect(needed == 0 || (bytes == needed && room >= needed), "%zu", room);
        cr_expect(needed != 0 || (encoder.at == 0 && !encoder.started), "%zu", room);
    }
    /* 22 + 2 + 12 + 5 + 5 + 35 nibbles */
    cr_expect(needed > 38 && needed <= RVT_STP_ENCODER_BYTES_MAX, "%zu bytes", needed);
}

/* A time of STP 1 has 8 bits. */
Test(stp_encoder, a_legacy_time_that_does_not_fit_is_refused)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_LEGACY};

    for (unsigned bit = 0; bit < 64; bit++) {
        struct rvt_stp_record record = {.opcode = RVT_STP_D8TS, .time = UINT64_C(1) << bit};
        struct rvt_stp_encoder encoder;
        uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
        size_t bytes = 0;

        cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
        cr_expect(rvt_stp_encoder_put(&encoder, &record, out, sizeof out, &bytes) ==
                      (bit < 8 ? RVT_OK : RVT_ERR_CAPACITY),
                  "bit %u", bit);
    }
}

/* The encoder sends these by itself; undocumented packets are not sent. Shows: STP-006 */
Test(stp_encoder, packets_that_the_encoder_keeps_to_itself)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};

    for (unsigned opcode = 0; opcode < RVT_STP_OPCODES; opcode++) {
        const struct rvt_stp_record record = {.opcode = (enum rvt_stp_opcode)opcode};
        enum rvt_stp_kind kind = rvt_stp_form(record.opcode)->kind;
        struct rvt_stp_encoder encoder;
        uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
        size_t bytes = 0;
        bool own = kind == RVT_STP_KIND_MASTER || kind == RVT_STP_KIND_CHANNEL ||
                   kind == RVT_STP_KIND_VERSION || kind == RVT_STP_KIND_ASYNC;

        cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
        enum rvt_status status = rvt_stp_encoder_put(&encoder, &record, out, sizeof out, &bytes);
        cr_expect(status == (own                                 ? RVT_ERR_PARAMETER
                             : kind <= RVT_STP_KIND_UNDOCUMENTED ? RVT_ERR_RESERVED
                                                                 : RVT_OK),
                  "opcode %u: %s", opcode, rvt_status_text(status));
    }
}

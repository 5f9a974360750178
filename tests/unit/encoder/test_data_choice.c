/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The code that an atomic gets among those of its table: with values that are known it is the
 * shortest for data and operand together, then the simplest (decision 0003). A second computation
 * compares the codes for random values of random lengths. Shows: ETR-DAT-005, ETR-DAT-011
 */
#include "tests/unit/data_config.h"
#include "tests/unit/random.h"

#include "encoder/data_encoder.h"

enum { ROUNDS = 2000 };

static enum rvt_status keep(void *context, const struct rvt_data_packet *packet,
                            const struct rvt_data_origin *origin)
{
    (void)origin;
    *(struct rvt_data_packet *)context = *packet;
    return RVT_OK;
}

/* Bytes of the shortest two's complement form of the low bits of value. */
static unsigned bytes_of(uint64_t value, unsigned bits)
{
    int64_t number = (int64_t)(value << (64 - bits)) >> (64 - bits);
    unsigned bytes = 1;

    while (bytes < 8 &&
           (number < -(INT64_C(1) << (8 * bytes - 1)) || number >= INT64_C(1) << (8 * bytes - 1)))
        bytes++;
    return bytes;
}

static uint64_t random_value(uint64_t *state, uint64_t near)
{
    uint64_t value = next_random(state) >> random_below(state, 64);

    return random_below(state, 2) ? near + value : near ^ value << random_below(state, 32);
}

static void expect_choice(enum rvt_dat_operand operand, unsigned size, uint64_t *state)
{
    static const unsigned codes[] = {RVT_DIFF_FULL_DATA, RVT_DIFF_XOR_DATA, RVT_DIFF_DIFF_DATA};
    struct rvt_config config = configure_data(XLEN64, 4, 64);
    struct rvt_data_encoder encoder;
    struct rvt_data_packet packet = {0};
    const struct rvt_data_origin origin = {0};
    unsigned bits = 8u << size, least = 99, simplest = 0;
    struct rvt_access first = {.daddr = 0x1000, .dtype = RVT_DTYPE_SWAP, .dsize = (uint8_t)size};
    struct rvt_access second;

    config.switches.dat_operand = operand;
    cr_assert(rvt_config_check(&config, NULL) == RVT_OK);
    first.data = next_random(state) >> random_below(state, 64);
    first.operand = next_random(state) >> random_below(state, 64);
    second = first;
    second.data = random_value(state, first.data);
    second.operand = random_value(state, first.operand);
    rvt_data_encoder_init(&encoder, &config);
    encoder.sink = keep;
    encoder.context = &packet;
    rvt_data_encoder_retire(&encoder, &first, true, &origin);
    cr_expect(packet.diff == RVT_DIFF_FULL);
    rvt_data_encoder_retire(&encoder, &second, true, &origin);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t base = operand == RVT_DAT_OPERAND_SHARED ? first.data : first.operand;
        uint64_t data = i == 0   ? second.data
                        : i == 1 ? second.data ^ first.data
                                 : second.data - first.data;
        uint64_t other = i == 0 || operand == RVT_DAT_OPERAND_FULL ? second.operand
                         : i == 1                                  ? second.operand ^ base
                                                                   : second.operand - base;
        unsigned bytes = bytes_of(data, bits) + bytes_of(other, bits);

        if (bytes < least) {
            least = bytes;
            simplest = codes[i];
        }
    }
    cr_expect(packet.diff == simplest && packet.data_len + packet.op_len + 2u == least,
              "size %u, operand %d: code %u with %u bytes, not %u with %u", size, (int)operand,
              packet.diff, packet.data_len + packet.op_len + 2u, simplest, least);
}

Test(data_choice, the_shortest_code_then_the_simplest)
{
    uint64_t state = 20261122;

    for (unsigned i = 0; i < ROUNDS; i++) {
        expect_choice(RVT_DAT_OPERAND_FULL, 2 + i % 2, &state);
        expect_choice(RVT_DAT_OPERAND_SHARED, 2 + i % 2, &state);
        expect_choice(RVT_DAT_OPERAND_OWN, 2 + i % 2, &state);
    }
}

/* With full_data, data and operand are sent in full, but the address may be a difference.
 * Shows: ETR-DAT-014 */
Test(data_choice, full_data_has_the_choice_of_the_address)
{
    struct rvt_config config = configure_data(XLEN64, 4, 64);
    struct rvt_data_encoder encoder;
    struct rvt_data_packet packet = {0};
    const struct rvt_data_origin origin = {0};
    struct rvt_access access = {
        .daddr = 0x1000, .dtype = RVT_DTYPE_SWAP, .dsize = 3, .data = 0x1234, .operand = 0x5678};

    config.options.full_data = true;
    cr_assert(rvt_config_check(&config, NULL) == RVT_OK);
    rvt_data_encoder_init(&encoder, &config);
    encoder.sink = keep;
    encoder.context = &packet;
    rvt_data_encoder_retire(&encoder, &access, true, &origin);
    cr_expect(packet.diff == RVT_DIFF_FULL && packet.address == 0x1000 >> 3);
    access.daddr += 8;
    rvt_data_encoder_retire(&encoder, &access, true, &origin);
    cr_expect(packet.diff == RVT_DIFF_FULL_DATA && packet.address == 1, "code %u, address %llx",
              packet.diff, (unsigned long long)packet.address);
    cr_expect(packet.data == 0x1234 && packet.operand == 0x5678);
}

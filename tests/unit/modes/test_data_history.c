/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which earlier access a value is coded against, for every type, size and switch, and how. Shows:
 * ETR-DAT-010, ETR-DAT-011 */
#include <criterion/criterion.h>
#include <string.h>

#include "modes/data_history.h"

/* Loads, stores, CSRs, atomics. AMB-177 */
static unsigned class_of(unsigned dtype)
{
    static const char classes[] = "0101222333333333";

    return (unsigned)(classes[dtype] - '0');
}

Test(data_history, accesses_share_an_entry_by_size_and_class)
{
    static struct rvt_data_history history;

    for (unsigned classes = 0; classes < 2; classes++) {
        struct rvt_config config;

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.switches.dat_hist = classes ? RVT_DAT_HIST_SIZE_CLASS : RVT_DAT_HIST_SIZE;
        for (unsigned a = 0; a < 16 * 4; a++)
            for (unsigned b = 0; b < 16 * 4; b++) {
                bool same =
                    rvt_data_history_at(&history, &config, (enum rvt_dtype)(a / 4), a % 4) ==
                    rvt_data_history_at(&history, &config, (enum rvt_dtype)(b / 4), b % 4);
                bool expected = a % 4 == b % 4 && (!classes || class_of(a / 4) == class_of(b / 4));
                cr_expect(same == expected, "types %u and %u, sizes %u and %u", a / 4, b / 4, a % 4,
                          b % 4);
            }
    }
}

static const uint64_t *operand_base(const struct rvt_config *config,
                                    const struct rvt_data_latest *latest, enum rvt_dtype dtype)
{
    const uint64_t data = 1, operand = 2;

    return rvt_data_bases(config, latest, dtype, &data, &operand).operand;
}

Test(data_history, an_operand_has_the_base_that_the_switch_chooses)
{
    for (unsigned known = 0; known < 4; known++) {
        const struct rvt_data_latest latest = {
            .data_known = known & 1, .operand_known = known >> 1, .data = 5, .operand = 7};
        struct rvt_config config;

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.switches.dat_operand = RVT_DAT_OPERAND_FULL;
        cr_expect(operand_base(&config, &latest, RVT_DTYPE_ADD) != NULL);
        config.switches.dat_operand = RVT_DAT_OPERAND_SHARED;
        cr_expect(operand_base(&config, &latest, RVT_DTYPE_ADD) ==
                  (known & 1 ? &latest.data : NULL));
        config.switches.dat_operand = RVT_DAT_OPERAND_OWN;
        cr_expect(operand_base(&config, &latest, RVT_DTYPE_ADD) ==
                  (known >> 1 ? &latest.operand : NULL));
    }
}

/* Of the two values of a packet, the one that it has first is the base of the other. AMB-177 */
Test(data_history, chained_values_have_the_one_before_as_base)
{
    const struct rvt_data_latest latest = {.data_known = true, .data = 5};
    const uint64_t data = 6, operand = 7;
    struct rvt_config config;
    struct rvt_data_bases bases;

    rvt_config_defaults(&config, RVT_PROFILE_REFFLOW);
    bases = rvt_data_bases(&config, &latest, RVT_DTYPE_CSR_RC, &data, &operand);
    cr_expect(bases.data == &latest.data && bases.operand == &data);
    bases = rvt_data_bases(&config, &latest, RVT_DTYPE_CSR_RC, NULL, &operand);
    cr_expect(bases.operand == &latest.data);
    bases = rvt_data_bases(&config, &latest, RVT_DTYPE_SWAP, &data, &operand);
    cr_expect(bases.operand == &latest.data && bases.data == &operand);
    bases = rvt_data_bases(&config, &latest, RVT_DTYPE_LOAD, &data, NULL);
    cr_expect(bases.data == &latest.data);
}

/* After a packet with both values, the last one is the base of the next packet. AMB-177 */
Test(data_history, the_latest_value_is_the_last_of_a_chain)
{
    const uint64_t data = 6, operand = 7;
    struct rvt_config config;

    for (unsigned chained = 0; chained < 2; chained++) {
        struct rvt_data_latest latest = {.data_known = false};

        rvt_config_defaults(&config, chained ? RVT_PROFILE_REFFLOW : RVT_PROFILE_V2_0_4);
        rvt_data_latest_values(&config, &latest, RVT_DTYPE_CSR_RW, &data, &operand);
        cr_expect(latest.data_known && latest.data == (chained ? operand : data));
        rvt_data_latest_values(&config, &latest, RVT_DTYPE_SWAP, &data, &operand);
        cr_expect(latest.data == data && latest.operand_known && latest.operand == operand);
    }
}

/* Aligned and unaligned addresses: the difference is one of addresses, or one of fields. AMB-186 */
Test(data_history, the_base_of_an_address_is_an_address_or_a_field)
{
    struct rvt_config config;

    for (unsigned field = 0; field < 2; field++) {
        struct rvt_data_latest latest = {.address_known = false};

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.switches.dat_addr_base = field ? RVT_DAT_ADDR_BASE_FIELD : RVT_DAT_ADDR_BASE_ADDRESS;
        rvt_data_latest_address(&config, &latest, RVT_DTYPE_LOAD, 0x1008, 3);
        cr_expect(latest.address_known);
        cr_expect(rvt_data_address_base(&config, &latest, 3) == 0x201);
        cr_expect(rvt_data_address_base(&config, &latest, 0) == (field ? 0x201u : 0x1008u));
        rvt_data_latest_address(&config, &latest, RVT_DTYPE_CSR_RW, 0x300, 0);
        cr_expect(rvt_data_address_base(&config, &latest, 0) == (field ? 0x201u : 0x300u));
    }
}

/* With dat_first zero, the first packet after a synchronisation is relative to 0. AMB-175 */
Test(data_history, after_a_reset_nothing_is_known_or_everything_is_0)
{
    struct rvt_data_history history;
    struct rvt_config config;

    for (unsigned zero = 0; zero < 2; zero++) {
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.switches.dat_first = zero ? RVT_DAT_FIRST_ZERO : RVT_DAT_FIRST_FULL;
        memset(&history, 0xff, sizeof history);
        rvt_data_history_reset(&history, &config);
        for (unsigned size = 0; size < 4; size++) {
            const struct rvt_data_latest *latest =
                rvt_data_history_at(&history, &config, RVT_DTYPE_STORE, size);
            cr_expect(latest->address_known == zero && latest->data_known == zero &&
                      latest->operand_known == zero);
            cr_expect(latest->address == 0 && latest->data == 0 && latest->operand == 0);
        }
    }
}

/* Every coding of every pair of values comes back, cut to its width. */
Test(data_history, codes_come_back)
{
    static const uint64_t values[] = {
        0,         1, 0x7f, 0x80, 0xff, 0x8000, UINT64_C(0x80000000), UINT64_C(0x7fffffffffffffff),
        UINT64_MAX};
    enum { VALUES = sizeof values / sizeof values[0] };

    for (unsigned width = 1; width <= 64; width++)
        for (unsigned i = 0; i < VALUES * VALUES; i++) {
            uint64_t mask = UINT64_MAX >> (64 - width);
            uint64_t value = values[i / VALUES] & mask, base = values[i % VALUES] & mask;
            uint64_t full = rvt_data_code(RVT_CODING_FULL, value, base, width);
            uint64_t xor = rvt_data_code(RVT_CODING_XOR, value, base, width);
            uint64_t difference = rvt_data_code(RVT_CODING_DIFF, value, base, width);

            cr_assert(full == value && xor == (value ^ base));
            cr_assert(difference <= mask && ((base + difference) & mask) == value);
            cr_assert(rvt_data_uncode(RVT_CODING_FULL, full, base, width) == value);
            cr_assert(rvt_data_uncode(RVT_CODING_XOR, xor, base, width) == value);
            cr_assert(rvt_data_uncode(RVT_CODING_DIFF, difference, base, width) == value);
        }
}

/* The codes of diff: full, or an address difference with data by XOR, in full, or by difference.
 * Those of resp are the last three. With one bit: full, or compressed as the switch says. The
 * address is a difference or an XOR. Shows: ETR-DAT-010, ETR-DAT-012 */
Test(data_history, a_code_means_what_the_tables_say)
{
    static const enum rvt_data_coding data_of[] = {RVT_CODING_FULL, RVT_CODING_XOR, RVT_CODING_FULL,
                                                   RVT_CODING_DIFF};

    for (unsigned number = 0; number < 3 * 2 * 3 * 3 * 2 * 4 * 2; number++) {
        bool differs = number >= 432; /* AMB-179 */
        unsigned bits = number % 3, code = number / 108 % 4, address = number / 54 % 2;
        struct rvt_data_shape shape = {.address = address, .diff_bits = bits};
        struct rvt_config config;

        if (bits == 1 && code > 1)
            continue;
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.switches.dat_addr_compress = number / 3 % 2 ? RVT_DAT_ADDR_XOR : RVT_DAT_ADDR_DIFF;
        config.switches.dat_compress = (enum rvt_dat_compress)(number / 6 % 3);
        config.switches.dat_operand = (enum rvt_dat_operand)(number / 18 % 3);
        config.switches.dat_code_01 = differs ? RVT_DAT_CODE_01_DIFF : RVT_DAT_CODE_01_XOR;
        struct rvt_data_meaning got = rvt_data_meaning(&config, &shape, code);
        enum rvt_data_coding data = differs && code == 1 ? RVT_CODING_DIFF : data_of[code];
        if (bits == 1)
            data = code == 0                                               ? RVT_CODING_FULL
                   : config.switches.dat_compress == RVT_DAT_COMPRESS_DIFF ? RVT_CODING_DIFF
                                                                           : RVT_CODING_XOR;
        bool full = config.switches.dat_operand == RVT_DAT_OPERAND_FULL;
        enum rvt_data_coding other = number / 3 % 2 ? RVT_CODING_XOR : RVT_CODING_DIFF;
        cr_expect(got.address == (address && code != 0 ? other : RVT_CODING_FULL), "%u", number);
        cr_expect(got.data == data, "%u", number);
        cr_expect(got.operand == (full ? RVT_CODING_FULL : data), "%u", number);
    }
}

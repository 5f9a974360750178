/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Shows: SYST-008 */
#include "tests/unit/checks.h"

#include <string.h>

#include "transport/syst/crc32c.h"

/* Computes it bit by bit from the polynomial. */
static uint32_t by_bits(const uint8_t *data, size_t bytes)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ UINT32_C(0x82f63b78) : crc >> 1;
    }
    return ~crc;
}

Test(crc32c, check_value)
{
    cr_expect(rvt_crc32c(0, (const uint8_t *)"123456789", 9) == UINT32_C(0xe3069283));
    cr_expect(rvt_crc32c(0, NULL, 0) == 0);
}

/* RFC 3720, B.4: CRC Examples. */
Test(crc32c, examples_of_rfc_3720)
{
    uint8_t data[32];

    memset(data, 0, sizeof data);
    cr_expect(rvt_crc32c(0, data, sizeof data) == UINT32_C(0x8a9136aa));
    memset(data, 0xff, sizeof data);
    cr_expect(rvt_crc32c(0, data, sizeof data) == UINT32_C(0x62a8ab43));
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)i;
    cr_expect(rvt_crc32c(0, data, sizeof data) == UINT32_C(0x46dd794e));
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(31 - i);
    cr_expect(rvt_crc32c(0, data, sizeof data) == UINT32_C(0x113fdb5c));
}

/* Every entry of the tables, every length modulo 8, every split. */
Test(crc32c, is_what_the_polynomial_says)
{
    uint8_t data[40];

    for (unsigned place = 0; place < 8; place++)
        for (unsigned byte = 0; byte < 256; byte++) {
            memset(data, 0, sizeof data);
            data[place] = (uint8_t)byte;
            cr_assert(rvt_crc32c(0, data, 8) == by_bits(data, 8), "byte %02x at %u", byte, place);
        }
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 37 + 11);
    for (size_t bytes = 0; bytes <= sizeof data; bytes++)
        for (size_t split = 0; split <= bytes; split++)
            cr_assert(rvt_crc32c(rvt_crc32c(0, data, split), data + split, bytes - split) ==
                          by_bits(data, bytes),
                      "%zu bytes, split at %zu", bytes, split);
}

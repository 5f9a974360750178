/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/crc32c.h"

#include "wire/crc32c_table.h"

static uint32_t load32(const uint8_t *byte)
{
    return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
           (uint32_t)byte[3] << 24;
}

/* Eight bytes a step: each has a table that already counts the bytes behind it. */
uint32_t rvt_crc32c(uint32_t crc, const uint8_t *data, size_t bytes)
{
    crc = ~crc;
    for (; bytes >= 8; data += 8, bytes -= 8) {
        uint32_t low = load32(data) ^ crc;
        uint32_t high = load32(data + 4);

        crc = crc32c_table[7][low & 0xff] ^ crc32c_table[6][low >> 8 & 0xff] ^
              crc32c_table[5][low >> 16 & 0xff] ^ crc32c_table[4][low >> 24] ^
              crc32c_table[3][high & 0xff] ^ crc32c_table[2][high >> 8 & 0xff] ^
              crc32c_table[1][high >> 16 & 0xff] ^ crc32c_table[0][high >> 24];
    }
    for (; bytes > 0; data++, bytes--)
        crc = crc >> 8 ^ crc32c_table[0][(crc ^ *data) & 0xff];
    return ~crc;
}

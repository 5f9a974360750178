/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Hexadecimal digits in text files. */
#ifndef RVT_BASE_DIGITS_H
#define RVT_BASE_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a hexadecimal digit of either case; 16 for any other character. */
static inline unsigned rvt_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 16;
}

/* The eight digits of value as characters: the most significant one in the lowest byte, which
 * rvt_words_store puts first. */
static inline uint64_t rvt_hex_eight(uint32_t value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t digit = (uint64_t)(value & 0xffff) << 32 | value >> 16;

    digit =
        (digit & UINT64_C(0x000000ff000000ff)) << 16 | (digit >> 8 & UINT64_C(0x000000ff000000ff));
    digit =
        (digit & UINT64_C(0x000f000f000f000f)) << 8 | (digit >> 4 & UINT64_C(0x000f000f000f000f));
    uint64_t letter = (digit + 6 * ones) >> 4 & ones; /* 1 for 10 to 15 */
    return digit + '0' * ones + ('a' - '9' - 1) * letter;
}

/* Reads the digits at text, up to length, into *value; *used is their number. False for none, or
 * more than 64 bits. */
static inline bool rvt_hex_number(const char *text, size_t length, size_t *used, uint64_t *value)
{
    uint64_t number = 0;
    size_t at = 0;
    bool fits = true;

    for (unsigned digit; at < length && (digit = rvt_hex_digit(text[at])) < 16; at++) {
        fits = fits && number >> 60 == 0;
        number = number << 4 | digit;
    }
    *used = at;
    *value = number;
    return at > 0 && fits;
}

#endif

/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that run long and exit rarely: a matrix product, a sieve, block moves, a dot product in
 * fixed point. */
#include "rt.h"

#define SIDE  12u
#define DEPTH 48u
#define SIEVE 4096u
#define BLOCK 1500u

static int32_t left[SIDE][DEPTH] RT_NOINIT, right[DEPTH][SIDE] RT_NOINIT,
    product[SIDE][SIDE] RT_NOINIT;
static uint8_t composite[SIEVE] RT_NOINIT;
static uint32_t source[BLOCK] RT_NOINIT, target[BLOCK] RT_NOINIT;

static RT_NOINLINE void multiply(void)
{
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t k = 0; k < SIDE; k++) {
            int32_t sum = 0;
            for (uint32_t j = 0; j < DEPTH; j++)
                sum += left[i][j] * right[j][k];
            product[i][k] = sum;
        }
}

/* The right one picks columns of the left one, so that the product is known. */
static int product_is_right(void)
{
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < DEPTH; j++) {
            left[i][j] = (int32_t)(131u * i + j);
            right[j][i] = j == 3u * i + 5u;
        }
    multiply();
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t k = 0; k < SIDE; k++)
            if (product[i][k] != left[i][3u * k + 5u])
                return 0;
    return 1;
}

static RT_NOINLINE uint32_t count_primes(void)
{
    uint32_t primes = 0;

    for (uint32_t i = 0; i < SIEVE; i++)
        composite[i] = 0;
    for (uint32_t i = 2; i < SIEVE; i++) {
        if (composite[i])
            continue;
        primes++;
        for (uint32_t j = i * i; j < SIEVE; j += i)
            composite[j] = 1;
    }
    return primes;
}

static RT_NOINLINE void move(uint32_t *to, const uint32_t *from, uint32_t count)
{
    while (count-- > 0)
        *to++ = *from++;
}

static RT_NOINLINE uint32_t scaled_sum(const uint32_t *values, uint32_t count, uint32_t factor)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += (values[i] * factor) >> 7;
    return sum;
}

int main(void)
{
    uint32_t seed = 4711, before, after;

    if (!product_is_right())
        return 1;
    if (count_primes() != 564)
        return 2;
    for (uint32_t i = 0; i < BLOCK; i++)
        source[i] = rt_random(&seed);
    before = scaled_sum(source, BLOCK, 5);
    move(target, source, BLOCK);
    after = scaled_sum(target, BLOCK, 5);
    return before == after ? 0 : 3;
}

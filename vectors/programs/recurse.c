/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion: towers of Hanoi, Ackermann, Fibonacci, mutual recursion, permutations and a deep
 * chain of calls. */
#include "rt.h"

#define DEEP 300

static RT_NOINLINE uint32_t hanoi(int discs, int from, int to, int *moves)
{
    int spare = 6 - from - to;

    if (discs == 0)
        return (uint32_t)(from * 4 + to);
    uint32_t trail = hanoi(discs - 1, from, spare, moves);
    (*moves)++;
    return trail * 31u + hanoi(discs - 1, spare, to, moves);
}

static RT_NOINLINE unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static RT_NOINLINE unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Hofstadter's pair: each calls the other within its own recursion. */
static unsigned male(unsigned n);

static RT_NOINLINE unsigned female(unsigned n)
{
    return n == 0 ? 1 : n - male(female(n - 1));
}

static RT_NOINLINE unsigned male(unsigned n)
{
    return n == 0 ? 0 : n - female(male(n - 1));
}

static RT_NOINLINE unsigned permutations(unsigned used, unsigned count)
{
    unsigned found = used + 1 == 1u << count;

    for (unsigned i = 0; i < count; i++)
        if (!(used >> i & 1))
            found += permutations(used | 1u << i, count);
    return found;
}

/* Goes down to the bottom without a return, then up without a call. */
static RT_NOINLINE unsigned deep(unsigned depth)
{
    return depth == 0 ? 1 : deep(depth - 1) * 2u + (depth & 1u);
}

int main(void)
{
    int moves = 0;

    hanoi(9, 1, 3, &moves);
    if (moves != 511 || ackermann(2, 14) != 31 || fibonacci(17) != 1597)
        return 1;
    if (female(14) != 9 || male(14) != 9 || permutations(0, 5) != 120)
        return 2;
    for (unsigned depth = 1; depth <= DEEP; depth += 37)
        if (deep(depth) == UINT32_MAX)
            return 3;
    return deep(3) == 13 ? 0 : 4;
}

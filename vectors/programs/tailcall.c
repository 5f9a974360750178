/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Tail calls: mutual recursion without a stack, continuations, a state machine of tail-called
 * functions. Built without linker relaxation, so that calls and tail calls stay pairs of auipc and
 * an indirect jump. */
#include "rt.h"

static uint32_t odd(uint32_t n, uint32_t sum);

static RT_NOINLINE uint32_t even(uint32_t n, uint32_t sum)
{
    if (n == 0)
        return sum;
    return odd(n - 1, sum + 2);
}

static RT_NOINLINE uint32_t odd(uint32_t n, uint32_t sum)
{
    if (n == 0)
        return sum + 1;
    return even(n - 1, sum ^ n);
}

/* Greatest common divisor by four functions, each the end of another. */
static uint32_t gcd_order(uint32_t a, uint32_t b);

static RT_NOINLINE uint32_t gcd_done(uint32_t a)
{
    return a;
}

static RT_NOINLINE uint32_t gcd_step(uint32_t a, uint32_t b)
{
    if (b == 0)
        return gcd_done(a);
    return gcd_order(b, a - b);
}

static RT_NOINLINE uint32_t gcd_order(uint32_t a, uint32_t b)
{
    return a < b ? gcd_step(b, a) : gcd_step(a, b);
}

/* Continuations: each piece of work ends by jumping to the next. */
struct task;
typedef uint32_t step_fn(struct task *task, uint32_t value);

struct task {
    step_fn *const *next;
    uint32_t rounds;
};

static RT_NOINLINE uint32_t add_seven(struct task *task, uint32_t value)
{
    return (*task->next++)(task, value + 7);
}

static RT_NOINLINE uint32_t twice(struct task *task, uint32_t value)
{
    return (*task->next++)(task, value * 2);
}

static RT_NOINLINE uint32_t mix(struct task *task, uint32_t value)
{
    for (int i = 0; i < 3; i++)
        value = (value << 1 | value >> 31) ^ (value & 4 ? 0x1021u : 0u);
    return (*task->next++)(task, value);
}

static RT_NOINLINE uint32_t again(struct task *task, uint32_t value);

static step_fn *const plan[] = {twice, mix, add_seven, mix, twice, add_seven, again};

static RT_NOINLINE uint32_t again(struct task *task, uint32_t value)
{
    if (--task->rounds == 0)
        return value;
    task->next = plan + 1;
    return plan[0](task, value);
}

/* A balanced-word automaton: one function a state. */
struct word {
    uint32_t bits;
    int left;
};

typedef int state_fn(struct word *word);
static state_fn state_a, state_b, state_c;

static int next_bit(struct word *word)
{
    int bit = (int)(word->bits & 1);

    word->bits >>= 1;
    word->left--;
    return bit;
}

static RT_NOINLINE int state_a(struct word *word)
{
    if (word->left == 0)
        return 0;
    return next_bit(word) ? state_b(word) : state_a(word);
}

static RT_NOINLINE int state_b(struct word *word)
{
    if (word->left == 0)
        return 1;
    return next_bit(word) ? state_c(word) : state_a(word);
}

static RT_NOINLINE int state_c(struct word *word)
{
    if (word->left == 0)
        return 2;
    return next_bit(word) ? state_a(word) : state_c(word);
}

int main(void)
{
    uint32_t seed = 31337, sum = 0;

    for (uint32_t n = 0; n < 100; n++)
        sum += even(n, n);
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t a = 1 + rt_random(&seed) % 60, b = 1 + rt_random(&seed) % 60;
        uint32_t divisor = gcd_order(a * 6, b * 6);

        if (divisor % 6 || a * 6 % divisor || b * 6 % divisor)
            return 1;
    }
    for (uint32_t i = 0; i < 60; i++) {
        struct task task = {plan, 2 + i % 9};

        sum += again(&task, i);
    }
    for (uint32_t i = 0; i < 80; i++)
        sum += (uint32_t)state_a(&(struct word){rt_random(&seed), 32});
    return sum != 0 ? 0 : 2;
}

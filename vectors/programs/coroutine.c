/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Co-routines by link register swap, and eight threads with stacks of their own that hand over to
 * each other. */
#include "rt.h"

#define THREADS 8u
#define TURNS   40u

struct thread {
    uintptr_t ra, sp, s[12];
};

uint32_t swap_pair(uint32_t rounds);
uint32_t millicode(uint32_t value, uint32_t rounds);
void thread_switch(struct thread *from, struct thread *to, uint32_t id);

static struct thread threads[THREADS], boot;
static uintptr_t stacks[THREADS][96] RT_NOINIT __attribute__((aligned(16)));
static uint32_t current, turns, totals[THREADS];

static void yield(void)
{
    uint32_t from = current;

    if (++turns == THREADS * TURNS)
        thread_switch(&threads[from], &boot, 0);
    current = (from * 5 + 3) % THREADS;
    thread_switch(&threads[from], &threads[current], current);
}

/* Work of a thread between two turns: a few loops whose length depends on the thread. */
static RT_NOINLINE uint32_t work(uint32_t id, uint32_t seed)
{
    for (uint32_t i = 0; i < 3 + id; i++)
        seed = seed & 1 ? seed >> 1 ^ 0xedb88320u : seed >> 1;
    return seed;
}

static void body(void)
{
    for (;;) {
        uint32_t id = current;

        totals[id] += work(id, totals[id] * 2654435761u + id + 1);
        yield();
        if (totals[id] & 1)
            totals[id] ^= work(id, 77);
    }
}

int main(void)
{
    uint32_t sum = 0;

    if (swap_pair(1200) == 0 || millicode(5, 500) == 0)
        return 1;
    for (uint32_t i = 0; i < THREADS; i++) {
        threads[i].ra = (uintptr_t)body;
        threads[i].sp = (uintptr_t)(stacks[i] + 96);
    }
    thread_switch(&boot, &threads[0], 0);
    for (uint32_t i = 0; i < THREADS; i++)
        sum |= (uint32_t)(totals[i] == 0) << i;
    return sum == 0 && turns == THREADS * TURNS ? 0 : 2;
}

/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps, calls, returns and trap returns to addresses without memory, without a mapping, or
 * without permission, in machine mode and in translated supervisor and user mode. */
#include "rt.h"

typedef void leap_fn(uintptr_t target, uintptr_t mpp, uintptr_t spare, void (*body)(void));
leap_fn wild_call, wild_jump, wild_return, wild_swap, wild_link, wild_branch, wild_mret,
    wild_supervisor;
void body_jump(void), body_call(void), body_sret_user(void), body_sret_supervisor(void),
    body_load(void), body_store(void), body_ecall(void);

#define PAGE           4096u
#define SMALL_PAGES    (RT_XLEN == 64 ? 512u : 1024u)
#define RAM_BASE       0x80000000u
#define PTE_LEAF       0xcfu /* accessed, dirty, executable, writable, readable, valid */
#define PTE_TABLE      0x1u
#define PTE_NO_EXECUTE 0xc7u
#define PTE_USER       0xdfu

#if RT_XLEN == 64
#define FAR 0x4000000000000000u /* not a virtual address */
#else
#define FAR 0xc0000000u
#endif

/* Pages behind the program, and how they are mapped. */
enum { PAGE_ABSENT = 256, PAGE_NO_EXECUTE, PAGE_LAST, PAGE_ABSENT_TOO, PAGE_USER };

static uintptr_t root[1024] RT_NOINIT __attribute__((aligned(4096)));
static uintptr_t middle[512] RT_NOINIT __attribute__((aligned(4096)));
static uintptr_t leaves[1024] RT_NOINIT __attribute__((aligned(4096)));

static uint32_t seen[16];

/* Counts the cause and goes on at tp, in machine mode. */
void rt_trap(struct rt_frame *frame)
{
    if (frame->cause > 15)
        rt_exit(1);
    seen[frame->cause]++;
    frame->epc = frame->x[4];
    frame->status |= RT_MSTATUS_MPP;
}

static uintptr_t entry(uintptr_t address, uintptr_t flags)
{
    return address >> 12 << 10 | flags;
}

/* Maps the RAM onto itself, page by page, with a few pages left out. */
static void map(void)
{
    for (uint32_t i = 0; i < SMALL_PAGES; i++)
        leaves[i] = i > PAGE_USER ? 0 : entry(RAM_BASE + i * PAGE, PTE_LEAF);
    leaves[PAGE_ABSENT] = leaves[PAGE_ABSENT_TOO] = 0;
    leaves[PAGE_NO_EXECUTE] = entry(RAM_BASE + PAGE_NO_EXECUTE * PAGE, PTE_NO_EXECUTE);
    leaves[PAGE_USER] = entry(RAM_BASE + PAGE_USER * PAGE, PTE_USER);
#if RT_XLEN == 64
    root[2] = entry((uintptr_t)middle, PTE_TABLE);
    middle[0] = entry((uintptr_t)leaves, PTE_TABLE);
    rt_csr_write(satp, (uintptr_t)8 << 60 | (uintptr_t)root >> 12);
#else
    root[RAM_BASE >> 22] = entry((uintptr_t)leaves, PTE_TABLE);
    (void)middle;
    rt_csr_write(satp, (uintptr_t)1 << 31 | (uintptr_t)root >> 12);
#endif
}

static uintptr_t page(uint32_t index, uint32_t offset)
{
    return RAM_BASE + (uintptr_t)index * PAGE + offset;
}

/* Puts an instruction's first half at the end of the page before an absent one. */
static uintptr_t straddle(void)
{
    uintptr_t address = page(PAGE_LAST, PAGE - 2);

    *(volatile uint16_t *)address = 0x0013;
    return address;
}

int main(void)
{
    static leap_fn *const leaps[] = {wild_call,   wild_jump, wild_return, wild_swap, wild_link,
                                     wild_branch, wild_mret, wild_mret,   wild_mret};
    static const uintptr_t levels[] = {0, RT_MSTATUS_MPP_S, RT_MSTATUS_MPP};
    static void (*const bodies[])(void) = {
        body_jump, body_call,  body_sret_user, body_sret_supervisor,
        body_load, body_store, body_ecall};
    const uintptr_t nowhere[] = {0, RT_HOLE, RT_HOLE + 0x7fe, FAR, 0x40};
    const uintptr_t unmapped[] = {page(PAGE_ABSENT, 0),
                                  page(PAGE_ABSENT, 0x120),
                                  page(PAGE_NO_EXECUTE, 8),
                                  straddle(),
                                  page(PAGE_ABSENT_TOO, PAGE - 4),
                                  page(PAGE_USER, 16),
                                  0,
                                  FAR,
                                  RT_HOLE};
    uint32_t seed = 8;

    rt_csr_write(pmpaddr0, -1);
    rt_csr_write(pmpcfg0, 0x1f);
    for (uint32_t i = 0; i < 270; i++)
        leaps[i % 9](nowhere[i % 5], levels[rt_random(&seed) % 3], 0, 0);
    map();
    for (uint32_t i = 0; i < 300; i++)
        wild_supervisor(unmapped[i % 9], 0, 0, bodies[rt_random(&seed) % 7]);
    /* Fetch access 1, ecall 9, fetch page 12, load page 13, store page 15. */
    return seen[1] < 200 || seen[9] < 20 || seen[12] < 80 || seen[13] < 20 || seen[15] < 20;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The memory of a program, in pages: bytes of segments, which stay, and bytes that a callback reads
 * when they are needed, of which a bounded number of pages is kept. Where both have a byte, that of
 * the segment counts.
 */
#ifndef RVT_PROGRAM_MEMORY_H
#define RVT_PROGRAM_MEMORY_H

#include <stddef.h>

#include "base/status.h"
#include "program/page.h"

/*
 * Reads bytes bytes of memory at address into data, little-endian. Returns the number of bytes that
 * could be read, 0..bytes, from address on. A call never goes beyond a page.
 */
typedef size_t (*rvt_memory_read)(void *context, uint64_t address, uint8_t *data, size_t bytes);

struct rvt_memory {
    uint64_t highest;         /* address */
    struct rvt_page **bucket; /* 2^bits lists of pages, by number; owned; null: no page */
    unsigned bits;
    size_t pages;
    struct rvt_page *latest; /* where the last look-up ended: code is local; may be null */
    rvt_memory_read read;    /* null: nothing is read on demand */
    void *context;
    struct rvt_page **cache; /* the pages that hold only bytes read on demand; owned */
    size_t cached;           /* at most */
    size_t hand;             /* the next one to be replaced */
};

/* Begins without a byte. rvt_memory_fini frees the pages. */
void rvt_memory_init(struct rvt_memory *memory, uint64_t highest);
void rvt_memory_fini(struct rvt_memory *memory);

/* Adds a copy of bytes bytes (>= 1) at address, up to highest; they replace earlier ones.
 * RVT_ERR_MEMORY: the memory is unchanged. */
RVT_MUST_USE
enum rvt_status rvt_memory_add(struct rvt_memory *memory, uint64_t address, const uint8_t *data,
                               size_t bytes);

/* Reads what no segment has by read (null: no longer), and keeps up to pages (>= 1) pages of it.
 * What was read before is forgotten. RVT_ERR_MEMORY: nothing has changed. */
RVT_MUST_USE
enum rvt_status rvt_memory_set_source(struct rvt_memory *memory, rvt_memory_read read,
                                      void *context, size_t pages);

/* Forgets the bytes that were read on demand on all pages with an address in first..last. */
void rvt_memory_invalidate(struct rvt_memory *memory, uint64_t first, uint64_t last);

/* Forgets what the pages decode to. */
void rvt_memory_forget_runs(struct rvt_memory *memory);

/* The page of the byte at address, which is read on demand. Null: there is no such byte (*status:
 * RVT_ERR_NO_CODE), or no memory for its page (RVT_ERR_MEMORY). The page is valid up to the next
 * call. */
struct rvt_page *rvt_memory_need(struct rvt_memory *memory, uint64_t address,
                                 enum rvt_status *status);

/* The list of the table in which a page with that number stands. */
static inline size_t rvt_memory_list(const struct rvt_memory *memory, uint64_t number)
{
    return (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - memory->bits));
}

/* The page with that number, if it is there: nothing is read. */
static inline struct rvt_page *rvt_memory_find(struct rvt_memory *memory, uint64_t number)
{
    if (memory->latest != NULL && memory->latest->number == number)
        return memory->latest;
    if (memory->bucket == NULL)
        return NULL;
    struct rvt_page *page = memory->bucket[rvt_memory_list(memory, number)];
    while (page != NULL && page->number != number)
        page = page->next;
    if (page != NULL)
        memory->latest = page;
    return page;
}

#endif

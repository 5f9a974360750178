/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A page of a program: the bytes of memory that are known, and what they decode to. */
#ifndef RVT_PROGRAM_PAGE_H
#define RVT_PROGRAM_PAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { RVT_PAGE_BITS = 12, RVT_PAGE_BYTES = 1 << RVT_PAGE_BITS };

/* One bit for each byte of a page. */
struct rvt_page_bytes {
    uint64_t word[RVT_PAGE_BYTES / 64];
};

struct rvt_page_runs; /* page_runs.h */

struct rvt_page {
    uint64_t number;             /* its address / RVT_PAGE_BYTES */
    struct rvt_page *next;       /* in the table of a memory */
    struct rvt_page **slot;      /* where the cache holds it; null: it has bytes of segments */
    struct rvt_page_runs *runs;  /* owned; null: not decoded since it changed */
    bool whole;                  /* every byte is known */
    struct rvt_page_bytes known; /* from segments, or read on demand */
    struct rvt_page_bytes fixed; /* from segments */
    uint8_t data[RVT_PAGE_BYTES];
};

static inline bool rvt_page_bytes_has(const struct rvt_page_bytes *bytes, unsigned offset)
{
    return (bytes->word[offset / 64] >> offset % 64 & 1) != 0;
}

/* True if the bytes at offset and after it, offset being even, are known. */
static inline bool rvt_page_has_half(const struct rvt_page *page, unsigned offset)
{
    return page->whole || (page->known.word[offset / 64] >> offset % 64 & 3) == 3;
}

#endif

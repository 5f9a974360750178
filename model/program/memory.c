/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "program/page_runs.h"

enum { BITS_FIRST = 6 };

void rvt_memory_init(struct rvt_memory *memory, uint64_t highest)
{
    *memory = (struct rvt_memory){.highest = highest};
}

/* The number of lists in the table. */
static size_t lists(const struct rvt_memory *memory)
{
    return memory->bucket != NULL ? (size_t)1 << memory->bits : 0;
}

static void free_page(struct rvt_page *page)
{
    rvt_page_runs_free(page->runs);
    free(page);
}

void rvt_memory_fini(struct rvt_memory *memory)
{
    for (size_t i = 0; i < lists(memory); i++)
        while (memory->bucket[i] != NULL) {
            struct rvt_page *page = memory->bucket[i];
            memory->bucket[i] = page->next;
            free_page(page);
        }
    free(memory->bucket);
    free(memory->cache);
}

/* ---- the table ---- */

static struct rvt_page **list_of(const struct rvt_memory *memory, uint64_t number)
{
    return &memory->bucket[rvt_memory_list(memory, number)];
}

/* Makes room for one more page. False: out of memory. */
static bool grow(struct rvt_memory *memory)
{
    struct rvt_memory grown = *memory;

    if (memory->pages < lists(memory))
        return true;
    grown.bits = memory->bucket == NULL ? BITS_FIRST : memory->bits + 1;
    grown.bucket = calloc((size_t)1 << grown.bits, sizeof(struct rvt_page *));
    if (grown.bucket == NULL)
        return false;
    for (size_t i = 0; i < lists(memory); i++)
        while (memory->bucket[i] != NULL) {
            struct rvt_page *page = memory->bucket[i];
            struct rvt_page **list = list_of(&grown, page->number);
            memory->bucket[i] = page->next;
            page->next = *list;
            *list = page;
        }
    free(memory->bucket);
    memory->bucket = grown.bucket;
    memory->bits = grown.bits;
    return true;
}

/* Adds an empty page. Null: out of memory. */
static struct rvt_page *add_page(struct rvt_memory *memory, uint64_t number)
{
    struct rvt_page *page = grow(memory) ? malloc(sizeof *page) : NULL;

    if (page == NULL)
        return NULL;
    memset(page, 0, offsetof(struct rvt_page, data));
    page->number = number;
    struct rvt_page **list = list_of(memory, number);
    page->next = *list;
    *list = page;
    memory->pages++;
    return page;
}

static void drop_page(struct rvt_memory *memory, struct rvt_page *page)
{
    struct rvt_page **list = list_of(memory, page->number);

    while (*list != page)
        list = &(*list)->next;
    *list = page->next;
    memory->pages--;
    if (memory->latest == page)
        memory->latest = NULL;
    if (page->slot != NULL)
        *page->slot = NULL;
    free_page(page);
}

/* ---- bytes of a page ---- */

static void forget_runs(struct rvt_page *page)
{
    rvt_page_runs_free(page->runs);
    page->runs = NULL;
}

/* Sets count bits from first on. */
static void set_bits(struct rvt_page_bytes *bytes, unsigned first, unsigned count)
{
    if (count == RVT_PAGE_BYTES) {
        memset(bytes, 0xff, sizeof *bytes);
        return;
    }
    for (unsigned at = first; at < first + count;) {
        unsigned low = at % 64, left = first + count - at;
        unsigned here = left < 64 - low ? left : 64 - low;
        bytes->word[at / 64] |= (here == 64 ? UINT64_MAX : (UINT64_C(1) << here) - 1) << low;
        at += here;
    }
}

/* Notes that bytes of the page are known, or are not, and what follows from it. */
static void bytes_changed(struct rvt_page *page)
{
    page->whole = true;
    for (unsigned i = 0; i < RVT_PAGE_BYTES / 64; i++)
        page->whole = page->whole && page->known.word[i] == UINT64_MAX;
    forget_runs(page);
}

/* ---- segments ---- */

/* Writes to the page of address as many bytes as it takes; returns their number. */
static size_t write_page(struct rvt_memory *memory, uint64_t address, const uint8_t *data,
                         size_t bytes)
{
    struct rvt_page *page = rvt_memory_find(memory, address >> RVT_PAGE_BITS);
    unsigned offset = (unsigned)(address % RVT_PAGE_BYTES);
    unsigned room = RVT_PAGE_BYTES - offset;
    unsigned count = bytes < room ? (unsigned)bytes : room;

    if (page->slot != NULL)
        *page->slot = NULL;
    page->slot = NULL;
    memcpy(page->data + offset, data, count);
    set_bits(&page->known, offset, count);
    set_bits(&page->fixed, offset, count);
    bytes_changed(page);
    return count;
}

/* Removes the pages first..end-1 that have no byte. */
static void drop_empty(struct rvt_memory *memory, uint64_t first, uint64_t end)
{
    static const struct rvt_page_bytes none;

    for (uint64_t number = first; number != end; number++) {
        struct rvt_page *page = rvt_memory_find(memory, number);
        if (page != NULL && memcmp(&page->known, &none, sizeof none) == 0)
            drop_page(memory, page);
    }
}

enum rvt_status rvt_memory_add(struct rvt_memory *memory, uint64_t address, const uint8_t *data,
                               size_t bytes)
{
    uint64_t first = address >> RVT_PAGE_BITS;
    uint64_t last = (address + (bytes - 1)) >> RVT_PAGE_BITS;

    for (uint64_t number = first; number <= last; number++)
        if (rvt_memory_find(memory, number) == NULL && add_page(memory, number) == NULL) {
            drop_empty(memory, first, number);
            return RVT_ERR_MEMORY;
        }
    while (bytes > 0) {
        size_t count = write_page(memory, address, data, bytes);
        address += count;
        data += count;
        bytes -= count;
    }
    return RVT_OK;
}

/* ---- bytes on demand ---- */

/* Reads the bytes that are not known, from offset on up to the next one that is. */
static void read_on(struct rvt_memory *memory, struct rvt_page *page, unsigned offset)
{
    uint64_t address = page->number << RVT_PAGE_BITS;
    unsigned at = offset, end = offset;

    while (end < RVT_PAGE_BYTES && !rvt_page_bytes_has(&page->known, end))
        end++;
    while (at < end) {
        size_t wanted = end - at;
        size_t got = memory->read(memory->context, address + at, page->data + at, wanted);
        unsigned count = (unsigned)(got < wanted ? got : wanted);
        if (count == 0)
            break;
        set_bits(&page->known, at, count);
        at += count;
    }
    if (at > offset)
        bytes_changed(page);
}

/* Adds a page, in place of the oldest one if there are enough. Null: out of memory. */
static struct rvt_page *cache_page(struct rvt_memory *memory, uint64_t number)
{
    struct rvt_page **slot = &memory->cache[memory->hand];

    memory->hand = (memory->hand + 1) % memory->cached;
    if (*slot != NULL)
        drop_page(memory, *slot);
    *slot = add_page(memory, number);
    if (*slot != NULL)
        (*slot)->slot = slot;
    return *slot;
}

struct rvt_page *rvt_memory_need(struct rvt_memory *memory, uint64_t address,
                                 enum rvt_status *status)
{
    struct rvt_page *page = rvt_memory_find(memory, address >> RVT_PAGE_BITS);
    unsigned offset = (unsigned)(address % RVT_PAGE_BYTES);

    *status = RVT_ERR_NO_CODE;
    if (page != NULL && rvt_page_bytes_has(&page->known, offset))
        return page;
    if (memory->read == NULL || address > memory->highest)
        return NULL;
    if (page == NULL) {
        page = cache_page(memory, address >> RVT_PAGE_BITS);
        if (page == NULL) {
            *status = RVT_ERR_MEMORY;
            return NULL;
        }
        read_on(memory, page, 0);
    }
    if (!rvt_page_bytes_has(&page->known, offset))
        read_on(memory, page, offset);
    if (rvt_page_bytes_has(&page->known, offset))
        return page;
    drop_empty(memory, page->number, page->number + 1);
    return NULL;
}

enum rvt_status rvt_memory_set_source(struct rvt_memory *memory, rvt_memory_read read,
                                      void *context, size_t pages)
{
    struct rvt_page **cache = calloc(pages, sizeof(struct rvt_page *));

    if (cache == NULL)
        return RVT_ERR_MEMORY;
    rvt_memory_invalidate(memory, 0, UINT64_MAX);
    free(memory->cache);
    memory->cache = cache;
    memory->cached = pages;
    memory->hand = 0;
    memory->read = read;
    memory->context = context;
    return RVT_OK;
}

static void invalidate(struct rvt_memory *memory, struct rvt_page *page)
{
    if (page->slot != NULL) {
        drop_page(memory, page);
    } else if (memcmp(&page->known, &page->fixed, sizeof page->known) != 0) {
        page->known = page->fixed;
        bytes_changed(page);
    }
}

void rvt_memory_invalidate(struct rvt_memory *memory, uint64_t first, uint64_t last)
{
    uint64_t low = first >> RVT_PAGE_BITS, high = last >> RVT_PAGE_BITS;

    if (high - low < memory->pages) {
        for (uint64_t number = low; number <= high; number++) {
            struct rvt_page *page = rvt_memory_find(memory, number);
            if (page != NULL)
                invalidate(memory, page);
        }
        return;
    }
    for (size_t i = 0; i < lists(memory); i++)
        for (struct rvt_page *page = memory->bucket[i], *next; page != NULL; page = next) {
            next = page->next;
            if (page->number >= low && page->number <= high)
                invalidate(memory, page);
        }
}

void rvt_memory_forget_runs(struct rvt_memory *memory)
{
    for (size_t i = 0; i < lists(memory); i++)
        for (struct rvt_page *page = memory->bucket[i]; page != NULL; page = page->next)
            forget_runs(page);
}

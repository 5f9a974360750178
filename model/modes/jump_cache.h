/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The jump target cache that encoder and decoder keep alike: a direct-mapped table of targets,
 * found by the target itself. Spec: E-Trace, "Jump target cache" (ETR-MODE-040..048).
 */
#ifndef RVT_MODES_JUMP_CACHE_H
#define RVT_MODES_JUMP_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"

struct rvt_jump_cache_entry {
    uint64_t target;
    uint32_t epoch; /* the entry is valid in this epoch only */
};

struct rvt_jump_cache {
    struct rvt_jump_cache_entry *entry; /* owned */
    uint64_t mask;                      /* of an index */
    uint32_t epoch;                     /* moves on with every invalidation; never 0 */
    unsigned shift;                     /* iaddress_lsb_p: where the index begins in a target */
};

/*
 * Opens a cache of 2^cache_size_p entries, none of them valid. RVT_ERR_MEMORY.
 * rvt_jump_cache_close frees it; a zeroed or closed one may be closed too.
 */
RVT_MUST_USE
enum rvt_status rvt_jump_cache_open(struct rvt_jump_cache *cache, const struct rvt_params *params);
void rvt_jump_cache_close(struct rvt_jump_cache *cache);

/* Makes every entry invalid. ETR-MODE-046. */
void rvt_jump_cache_clear(struct rvt_jump_cache *cache);

/* Copies the entries of from, which was opened with the same parameters. */
void rvt_jump_cache_copy(struct rvt_jump_cache *to, const struct rvt_jump_cache *from);

/* The index of target. ETR-MODE-040. */
static inline uint32_t rvt_jump_cache_index(const struct rvt_jump_cache *cache, uint64_t target)
{
    return (uint32_t)(target >> cache->shift & cache->mask);
}

/* True if the entry of target is valid and holds it. ETR-MODE-041, ETR-MODE-048. */
static inline bool rvt_jump_cache_hits(const struct rvt_jump_cache *cache, uint64_t target)
{
    const struct rvt_jump_cache_entry *entry = &cache->entry[rvt_jump_cache_index(cache, target)];

    return entry->epoch == cache->epoch && entry->target == target;
}

/* Writes target to its entry. */
static inline void rvt_jump_cache_write(struct rvt_jump_cache *cache, uint64_t target)
{
    cache->entry[rvt_jump_cache_index(cache, target)] =
        (struct rvt_jump_cache_entry){.target = target, .epoch = cache->epoch};
}

/* Makes the entry of target invalid, whatever it holds. */
static inline void rvt_jump_cache_drop(struct rvt_jump_cache *cache, uint64_t target)
{
    cache->entry[rvt_jump_cache_index(cache, target)].epoch = 0;
}

/* Reads the entry at index, below 2^cache_size_p; false: it is not valid. */
static inline bool rvt_jump_cache_read(const struct rvt_jump_cache *cache, uint32_t index,
                                       uint64_t *target)
{
    *target = cache->entry[index].target;
    return cache->entry[index].epoch == cache->epoch;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/jump_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

static size_t bytes(const struct rvt_jump_cache *cache)
{
    return ((size_t)cache->mask + 1) * sizeof(*cache->entry);
}

enum rvt_status rvt_jump_cache_open(struct rvt_jump_cache *cache, const struct rvt_params *params)
{
    cache->mask = rvt_mask(params->cache_size_p);
    cache->shift = params->iaddress_lsb_p;
    cache->epoch = 1;
    cache->entry = calloc(1, bytes(cache));
    return cache->entry == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_jump_cache_close(struct rvt_jump_cache *cache)
{
    free(cache->entry);
    cache->entry = NULL;
}

void rvt_jump_cache_clear(struct rvt_jump_cache *cache)
{
    cache->epoch++;
    if (cache->epoch != 0)
        return;
    memset(cache->entry, 0, bytes(cache)); /* the epochs restart */
    cache->epoch = 1;
}

void rvt_jump_cache_copy(struct rvt_jump_cache *to, const struct rvt_jump_cache *from)
{
    memcpy(to->entry, from->entry, bytes(from));
    to->epoch = from->epoch;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/jump_targets.h"

#include <stdlib.h>

enum rvt_status rvt_jump_targets_open(struct rvt_jump_targets *targets,
                                      const struct rvt_config *config)
{
    enum rvt_status status = rvt_jump_cache_open(&targets->cache, &config->params);

    if (status != RVT_OK)
        return status;
    targets->reports = 1;
    targets->moved = calloc((size_t)targets->cache.mask + 1, sizeof(*targets->moved));
    if (targets->moved == NULL)
        return RVT_ERR_MEMORY;
    rvt_jump_targets_restart(targets, config);
    return RVT_OK;
}

void rvt_jump_targets_close(struct rvt_jump_targets *targets)
{
    rvt_jump_cache_close(&targets->cache);
    free(targets->moved);
    targets->moved = NULL;
}

void rvt_jump_targets_restart(struct rvt_jump_targets *targets, const struct rvt_config *config)
{
    targets->enabled = config->options.jump_target_cache;
    targets->switches = &config->switches;
    rvt_jump_targets_clear(targets);
}

/* A target that the cache did not hold. */
static void enter(struct rvt_jump_targets *targets, uint64_t address, enum rvt_jump_source source)
{
    const struct rvt_switches *switches = targets->switches;
    bool invalidate =
        (source == RVT_JUMP_TRAP_RETURN && switches->jtc_xret == RVT_JTC_XRET_INVALIDATE) ||
        (source == RVT_JUMP_FAILED_RETURN &&
         switches->jtc_mispredict_return == RVT_JTC_MISPREDICT_INVALIDATE);

    if (invalidate)
        rvt_jump_cache_drop(&targets->cache, address);
    else
        rvt_jump_cache_write(&targets->cache, address);
}

bool rvt_jump_targets_report(struct rvt_jump_targets *targets, uint64_t address,
                             enum rvt_jump_source source, bool counted)
{
    const struct rvt_switches *switches = targets->switches;
    bool update = !counted || switches->jtc_update_on_f0s0;
    bool usable = address != 0 || !switches->jtc_zero_invalid;

    if (source == RVT_JUMP_TRAP_RETURN && switches->jtc_xret == RVT_JTC_XRET_IGNORE)
        return false;
    if (source == RVT_JUMP_NONE) {
        if (update && switches->jtc_write == RVT_JTC_WRITE_ANY_ADDRESS)
            rvt_jump_cache_write(&targets->cache, address);
        return false;
    }
    if (usable && rvt_jump_cache_hits(&targets->cache, address))
        return true;
    if (update)
        enter(targets, address, source);
    return false;
}

void rvt_jump_targets_returned(struct rvt_jump_targets *targets, uint64_t address)
{
    uint32_t index = rvt_jump_cache_index(&targets->cache, address);
    uint64_t held;

    if (!targets->enabled ||
        targets->switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_NO_WRITE)
        return;
    if (rvt_jump_cache_read(&targets->cache, index, &held) && held != address)
        targets->moved[index] = targets->reports;
    rvt_jump_cache_write(&targets->cache, address);
}

void rvt_jump_targets_synced(struct rvt_jump_targets *targets, uint64_t address,
                             enum rvt_jump_source source, bool start, bool resync_off)
{
    const struct rvt_switches *switches = targets->switches;

    if (!targets->enabled || source == RVT_JUMP_NONE || start || !resync_off ||
        switches->jtc_sync_populate == RVT_JTC_SYNC_NEVER)
        return;
    if (source == RVT_JUMP_TRAP_RETURN && switches->jtc_xret == RVT_JTC_XRET_IGNORE)
        return;
    enter(targets, address, source);
}

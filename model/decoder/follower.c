/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/follower.h"

#include <stddef.h>

#include "base/bits.h"

void rvt_follower_drop_position(struct rvt_follower *follower, bool fresh)
{
    follower->place = RVT_PLACE_NOWHERE;
    follower->fresh = fresh;
    follower->gap = true;
    follower->inferred = false;
    follower->pop_open = false;
}

uint64_t rvt_follower_extend(const struct rvt_follower *follower, uint64_t address)
{
    unsigned width = follower->config->params.iaddress_width_p;
    uint64_t narrow = address & rvt_mask(width);

    if (follower->config->switches.addr_extend == RVT_ADDR_EXTEND_SIGN)
        narrow = rvt_sign_extend(narrow, width);
    return narrow & rvt_mask(rvt_image_xlen(follower->path.image));
}

uint64_t rvt_follower_address(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    unsigned shift =
        follower->config->switches.addr_shift ? follower->config->params.iaddress_lsb_p : 0;
    uint64_t field = packet->address << shift;
    bool absolute = packet->format == RVT_FORMAT_SYNC || follower->path.mode.full_address;

    return rvt_follower_extend(follower, absolute ? field : follower->base + field);
}

void rvt_follower_cache_target(struct rvt_follower *follower)
{
    if (follower->path.mode.jump_target_cache && follower->again.write_cache &&
        follower->config->switches.jtc_write == RVT_JTC_WRITE_ANY_ADDRESS)
        rvt_tables_cache(follower->path.tables, follower->path.pc);
}

enum rvt_status rvt_follower_settle(struct rvt_follower *follower, struct rvt_diag *diag)
{
    if (!follower->inferred)
        return RVT_OK;
    follower->inferred = false;
    follower->settled = true;
    return rvt_execution_path_follow(&follower->path, &follower->again, diag);
}

struct rvt_executor rvt_follower_executor(const struct rvt_follower *follower,
                                          const struct rvt_packet *packet)
{
    bool context = !follower->config->params.nocontext_p;

    return (struct rvt_executor){.has_context = context,
                                 .has_privilege = true,
                                 .privilege = packet->privilege,
                                 .context = context ? packet->context : 0};
}

const struct rvt_executor *rvt_follower_sees(const struct rvt_follower *follower,
                                             const struct rvt_executor *executor)
{
    return rvt_image_has_spaces(follower->path.image) ? executor : NULL;
}

/* Follows trial, a copy of a follower's path, to first, and then to goal, that of a new packet. */
static bool try_path(struct rvt_path *trial, const struct rvt_goal *first,
                     const struct rvt_goal *goal, const bool *taken)
{
    struct rvt_output_buffer *buffer = trial->buffer;
    enum rvt_output_mode mode = buffer->mode;
    struct rvt_tables_point point = rvt_tables_begin(trial->tables);
    struct rvt_insn insn;

    buffer->mode = RVT_OUTPUT_DISCARDED;
    rvt_image_select(trial->image, &trial->executor); /* no packet may be in progress */
    bool good = rvt_execution_path_look(trial, goal, &insn, NULL) == RVT_OK &&
                (first == NULL || rvt_execution_path_follow(trial, first, NULL) == RVT_OK);
    if (good && taken != NULL && insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&trial->outcomes.map, *taken);
    trial->irets = 0;
    good = good && rvt_execution_path_follow(trial, goal, NULL) == RVT_OK;
    if (goal->executor != NULL)
        rvt_image_select(trial->image, &trial->executor);
    buffer->mode = mode;
    rvt_tables_undo(trial->tables, &point);
    return good;
}

bool rvt_follower_try(const struct rvt_follower *follower, const struct rvt_goal *first,
                      const struct rvt_goal *goal, const bool *taken)
{
    struct rvt_path trial = follower->path;

    return try_path(&trial, first, goal, taken);
}

/* The position may have been reached earlier as well: sees it as those on the path did then, not as
 * the executor of goal does. */
static bool sees_position(struct rvt_path *trial, const struct rvt_goal *goal)
{
    const struct rvt_goal position = {.address = trial->pc, .executor = &trial->executor};

    return goal->executor == NULL ||
           rvt_execution_path_look(trial, &position, &trial->insn, NULL) == RVT_OK;
}

bool rvt_follower_returns(const struct rvt_follower *follower, const struct rvt_goal *goal)
{
    struct rvt_path trial = follower->path;
    struct rvt_goal in_line = *goal;

    in_line.no_updiscon = true;
    in_line.no_trap = !follower->config->switches.ecall_retires;
    return follower->path.mode.implicit_return && sees_position(&trial, goal) &&
           trial.insn.kind != RVT_INSN_BRANCH && try_path(&trial, NULL, &in_line, NULL) &&
           trial.irets > 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/hold.h"

#include "decoder/mode.h"

static bool is_support(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
}

/* One with the updiscon flag reports an arrival. */
static bool repeats_position(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_ADDR_ONLY && follow->reported && !packet->notify &&
           (!packet->updiscon || follow->config->switches.final_repeat) &&
           rvt_follow_address(follow, packet) == follow->base;
}

static bool is_trap_behind_return(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    uint64_t expected;

    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP &&
           !packet->thaddr && !packet->interrupt &&
           rvt_walk_successor(&follow->walk, &expected) == RVT_SUCCESSOR_EXPECTED;
}

bool rvt_hold_wants(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    return follow->place == RVT_PLACE_PATH &&
           (repeats_position(follow, packet) || is_trap_behind_return(follow, packet) ||
            (packet->format != RVT_FORMAT_SYNC && rvt_follow_tells_either(follow, packet)));
}

/* A change of modes has the last instruction before it reported, as a sync packet has. AMB-126. */
static bool changes_mode(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    struct rvt_options options;
    bool resync_off;

    rvt_mode_read(follow, &packet->support, &options, &resync_off);
    return rvt_mode_differs(&options, &follow->config->options);
}

bool rvt_hold_decides(const struct rvt_follow *follow, const struct rvt_packet *successor)
{
    if (successor->format != RVT_FORMAT_SYNC)
        return true;
    if (is_support(successor))
        return successor->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE ||
               successor->support.value[RVT_SUPPORT_IENABLE] == 0 ||
               changes_mode(follow, successor);
    return successor->subformat != RVT_SUBFORMAT_CONTEXT;
}

bool rvt_hold_depends(const struct rvt_hold *hold)
{
    const struct rvt_held *first = &hold->held[0];

    return hold->count > 0 && first->packet.format != RVT_FORMAT_SYNC &&
           (first->repeats || first->packet.irreport);
}

bool rvt_hold_repeats(const struct rvt_hold *hold, const struct rvt_follow *follow,
                      const struct rvt_packet *successor)
{
    const struct rvt_packet *packet = &hold->held[0].packet;

    if (!is_support(successor) || !repeats_position(follow, packet) ||
        successor->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_ENDED_REP)
        return false;
    /* a report of the same address that implicit returns lead to is no repetition */
    return follow->config->switches.final_repeat || !follow->walk.mode.implicit_return ||
           (!packet->irreport && !rvt_follow_reaches(follow, packet));
}

void rvt_hold_add(struct rvt_hold *hold, const struct rvt_follow *follow,
                  const struct rvt_packet *packet, uint64_t ordinal)
{
    bool repeats =
        hold->count == 0 && follow->place == RVT_PLACE_PATH && repeats_position(follow, packet);

    hold->held[hold->count++] =
        (struct rvt_held){.packet = *packet, .ordinal = ordinal, .repeats = repeats};
}

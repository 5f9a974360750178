/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/deferred_packets.h"

#include "decoder/operating_mode.h"
#include "decoder/path_report.h"

static bool is_support(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
}

/* A packet with the updiscon flag reports an arrival. */
static bool repeats_position(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_ADDR_ONLY && follower->reported && !packet->notify &&
           (!packet->updiscon || follower->config->switches.final_repeat) &&
           rvt_follower_address(follower, packet) == follower->base;
}

static bool is_trap_after_return(const struct rvt_follower *follower,
                                 const struct rvt_packet *packet)
{
    uint64_t expected;

    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP &&
           !packet->thaddr && !packet->interrupt &&
           rvt_path_successor(&follower->path, &expected) == RVT_SUCCESSOR_EXPECTED;
}

bool rvt_deferred_packets_wait(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    return follower->place == RVT_PLACE_PATH &&
           (repeats_position(follower, packet) || is_trap_after_return(follower, packet) ||
            (packet->format != RVT_FORMAT_SYNC && rvt_path_report_is_ambiguous(follower, packet)));
}

/* Before a change of modes the last instruction is reported, as before a sync packet. AMB-126. */
static bool changes_mode(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    struct rvt_options options;
    bool resync_off;

    rvt_operating_mode_read(follower, &packet->support, &options, &resync_off);
    return rvt_operating_mode_differs(&options, &follower->config->options);
}

bool rvt_deferred_packets_decide(const struct rvt_follower *follower,
                                 const struct rvt_packet *successor)
{
    if (successor->format != RVT_FORMAT_SYNC)
        return true;
    if (is_support(successor))
        return successor->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE ||
               successor->support.value[RVT_SUPPORT_IENABLE] == 0 ||
               changes_mode(follower, successor);
    return successor->subformat != RVT_SUBFORMAT_CONTEXT;
}

bool rvt_deferred_packets_depend(const struct rvt_deferred_packets *deferred)
{
    const struct rvt_deferred_packet *first = &deferred->entry[0];

    return deferred->count > 0 && first->packet.format != RVT_FORMAT_SYNC &&
           (first->repeats || first->packet.irreport);
}

bool rvt_deferred_packets_repeat(const struct rvt_deferred_packets *deferred,
                                 const struct rvt_follower *follower,
                                 const struct rvt_packet *successor)
{
    const struct rvt_packet *packet = &deferred->entry[0].packet;

    if (!is_support(successor) || !repeats_position(follower, packet) ||
        successor->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_ENDED_REP)
        return false;
    /* a report of the same address is no repetition if implicit returns lead to it */
    return follower->config->switches.final_repeat || !follower->path.mode.implicit_return ||
           (!packet->irreport && !rvt_path_report_is_reachable(follower, packet));
}

void rvt_deferred_packets_add(struct rvt_deferred_packets *deferred,
                              const struct rvt_follower *follower, const struct rvt_packet *packet,
                              uint64_t ordinal)
{
    deferred->entry[deferred->count++] = (struct rvt_deferred_packet){
        .packet = *packet, .ordinal = ordinal, .repeats = repeats_position(follower, packet)};
}

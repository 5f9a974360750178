/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which requirements the packets of a run exercised. A te_inst packet exercises the requirement by
 * which the model decided to send it, that by which it chose the format, and those that define the
 * fields of the packet. The packet counts only if the hardware sent the same.
 */
#ifndef RVT_LOCKSTEP_REPORT_REQUIREMENT_TALLY_H
#define RVT_LOCKSTEP_REPORT_REQUIREMENT_TALLY_H

#include "base/params.h"
#include "encoder/packet_sink.h"
#include "wire/te_inst.h"

enum { RVT_TALLY_REQUIREMENTS = 128 };

struct rvt_requirement_count {
    const char *requirement; /* its number; static */
    uint64_t packets;
    uint64_t latest; /* packet of the tally, from 1 */
};

/* Zeroed: no packets. */
struct rvt_requirement_tally {
    uint64_t packets;
    bool ended;     /* a packet has reported the end of tracing */
    unsigned count; /* requirements in use, in the order of their first packet */
    struct rvt_requirement_count entry[RVT_TALLY_REQUIREMENTS];
};

/* Counts a packet of config. */
void rvt_requirement_tally_packet(struct rvt_requirement_tally *tally,
                                  const struct rvt_config *config, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin);

#endif

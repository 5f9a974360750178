/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which rules of a transport each of its units obeys: a frame, an STP packet, a SyS-T message. */
#ifndef RVT_CHECK_CARRIER_UNITS_H
#define RVT_CHECK_CARRIER_UNITS_H

#include "check/compliance.h"
#include "transport/frame/deformatter.h"
#include "transport/syst/syst_stream.h"

struct rvt_carrier_units {
    struct rvt_compliance *compliance; /* borrowed */
    bool streaming;                    /* frames come with synchronisation */
    bool broken[RVT_RULES];            /* since the latest unit */
    bool began;                        /* there was a unit */
    bool cut;                          /* the latest unit is not whole */
    /* What a unit can contradict: it came before. */
    bool identified, versioned, timed;
    bool frequency; /* FREQ came, and no timestamp after it */
    bool message;   /* a message came; the latest was of: */
    uint16_t master, channel;
    bool origin_timed; /* the latest message had a timestamp, and was of: */
    uint16_t origin;
};

/* The next unit breaks the rule. */
void rvt_carrier_units_broken(struct rvt_carrier_units *units, enum rvt_rule rule);

/* The units of frames, and of STP. Findings on a unit come before it. */
void rvt_carrier_units_frame(struct rvt_carrier_units *units, const struct rvt_frame_event *event);
void rvt_carrier_units_packet(struct rvt_carrier_units *units, const struct rvt_stp_event *event);
void rvt_carrier_units_message(struct rvt_carrier_units *units,
                               const struct rvt_syst_arrival *arrival);

/* The carrier ends: if its last unit is whole, that obeys the rule. */
void rvt_carrier_units_end(struct rvt_carrier_units *units, enum rvt_rule whole);

#endif

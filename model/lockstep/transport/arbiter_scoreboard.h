/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside an arbiter of STP write ports: told of what the sources offer, of what is taken
 * and of every write that leaves, it knows whose turn it is and which write is next, and holds each
 * against the one observed, in the call that tells it. No simulator. Spec: decision 0005, Several
 * sources.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_ARBITER_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_ARBITER_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_write_port.h"

enum { RVT_ARBITER_SOURCES_MAX = 64 };

struct rvt_arbiter_scoreboard; /* opaque; end, verdict and close: rvt_transport_scoreboard.h */

/*
 * A judge before the first write of 1..RVT_ARBITER_SOURCES_MAX sources. turns: they take turns as
 * decision 0005 says; else any source may be taken. RVT_ERR_PARAMETER for another number of
 * sources, RVT_ERR_MEMORY; *judge is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_arbiter_scoreboard_open(unsigned sources, bool turns,
                                            struct rvt_arbiter_scoreboard **judge);

/*
 * Within a cycle: offers, take for each source that is taken (the lowest first), write.
 *
 * offers: in each cycle with an offer; bit s of offered and of taken is source s. take: what it
 * offered. write: what leaves.
 */
void rvt_arbiter_scoreboard_offers(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                   uint64_t offered, uint64_t taken);
void rvt_arbiter_scoreboard_take(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                 unsigned source, const struct rvt_stp_port_write *write);
void rvt_arbiter_scoreboard_write(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                  const struct rvt_stp_port_write *write);

#endif

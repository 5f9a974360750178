/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Scoreboard of an arbiter of STP write ports. It is given the offers of the sources, the writes
 * that are taken, and every write that is sent; it compares the order of the sources and each
 * write. After a difference it goes on where three writes in a row are equal. Needs no simulator.
 * Spec: decision 0005, "Several sources".
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_ARBITER_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_ARBITER_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_write_port.h"

enum { RVT_ARBITER_SOURCES_MAX = 64 };

struct rvt_arbiter_scoreboard; /* opaque; end, verdict and close: transport_scoreboard.h */

/*
 * Opens a scoreboard of 1..RVT_ARBITER_SOURCES_MAX sources, before the first write. round_robin:
 * the sources are taken in the order of decision 0005; otherwise in any order.
 * RVT_ERR_PARAMETER: another number of sources; RVT_ERR_MEMORY. *scoreboard is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_arbiter_scoreboard_open(unsigned sources, bool round_robin,
                                            struct rvt_arbiter_scoreboard **scoreboard);

/*
 * Calls of one cycle, in this order: offers, take for each source that is taken (lowest first),
 * write.
 *
 * offers: in each cycle with an offer; bit s of offered and of taken is source s.
 * take: the write that a source offered and that was taken.
 * write: the write that is sent. It may be sent in the cycle in which it is taken.
 */
void rvt_arbiter_scoreboard_offers(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                   uint64_t offered, uint64_t taken);
void rvt_arbiter_scoreboard_take(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                 unsigned source, const struct rvt_stp_port_write *write);
void rvt_arbiter_scoreboard_write(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                  const struct rvt_stp_port_write *write);

#endif

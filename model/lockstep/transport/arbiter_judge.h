/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside an arbiter of STP write ports: told of what the sources offer, of what is taken
 * and of every write that leaves, it knows whose turn it is and which write is next, and holds each
 * against the one observed, in the call that tells it. No simulator. Spec: decision 0005, Several
 * sources.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_ARBITER_JUDGE_H
#define RVT_LOCKSTEP_TRANSPORT_ARBITER_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_written.h"

enum { RVT_ARBITER_SOURCES_MAX = 64 };

struct rvt_arbiter_judge; /* opaque; end, verdict and close: rvt_transport_judge.h */

/*
 * A judge before the first write of 1..RVT_ARBITER_SOURCES_MAX sources. turns: they take turns as
 * decision 0005 says; else any source may be taken. RVT_ERR_PARAMETER for another number of
 * sources, RVT_ERR_MEMORY; *judge is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_arbiter_judge_open(unsigned sources, bool turns,
                                       struct rvt_arbiter_judge **judge);

/*
 * Within a cycle: offers, take for each source that is taken (the lowest first), write.
 *
 * offers: in each cycle with an offer; bit s of offered and of taken is source s. take: what it
 * offered. write: what leaves.
 */
void rvt_arbiter_judge_offers(struct rvt_arbiter_judge *judge, uint64_t cycle, uint64_t offered,
                              uint64_t taken);
void rvt_arbiter_judge_take(struct rvt_arbiter_judge *judge, uint64_t cycle, unsigned source,
                            const struct rvt_stp_written *write);
void rvt_arbiter_judge_write(struct rvt_arbiter_judge *judge, uint64_t cycle,
                             const struct rvt_stp_written *write);

#endif

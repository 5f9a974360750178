/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets of formats 0, 1 and 2, which report how far the path has led: addresses, branch maps and
 * counts, cache indices. Spec: E-Trace, "Decoder" (ETR-DEC-007..012, ETR-DEC-016, ETR-DEC-017).
 */
#ifndef RVT_DECODER_PATH_REPORT_H
#define RVT_DECODER_PATH_REPORT_H

#include "decoder/follower.h"

/* Takes packet; place must be PATH. Errors as rvt_execution_path_follow. */
RVT_MUST_USE
enum rvt_status rvt_path_report_take(struct rvt_follower *follower, const struct rvt_packet *packet,
                                     struct rvt_diag *diag);

/* True if the successor of packet decides what it says of implicit returns: the depth that it
 * reports or leaves out is that of a mispredicted return, or that of the last instruction before a
 * sync packet or the end. AMB-010. */
bool rvt_path_report_is_ambiguous(const struct rvt_follower *follower,
                                  const struct rvt_packet *packet);

/* True if the address of packet, an F2, can be reached without a discontinuity from the position;
 * if that is tentative, also from the discontinuity that an earlier report may mean. Reports and
 * changes nothing. */
bool rvt_path_report_is_reachable(const struct rvt_follower *follower,
                                  const struct rvt_packet *packet);

#endif

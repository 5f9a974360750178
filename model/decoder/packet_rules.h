/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What te_inst packets mean in a profile, as a table of functions: the decoder knows the rules of
 * v2.0, and model/draft provides those of the draft. So the decoder does not include the draft.
 */
#ifndef RVT_DECODER_PACKET_RULES_H
#define RVT_DECODER_PACKET_RULES_H

#include "decoder/follower.h"

struct rvt_packet_rules {
    /* Takes any packet but F3/3. strict: without a position, packets that need one are errors.
     * Errors as rvt_decoder_packet. */
    enum rvt_status (*packet)(struct rvt_follower *follower, const struct rvt_packet *packet,
                              bool strict, struct rvt_diag *diag);
    /* What F3/3 means for the path, before its qual_status is taken as in v2.0. Errors as
     * rvt_execution_path_follow. */
    enum rvt_status (*support)(struct rvt_follower *follower, const struct rvt_packet *packet,
                               struct rvt_diag *diag);
};

#endif

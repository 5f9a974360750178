/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/topics.h"

enum rvt_status rvt_golden_run(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static enum rvt_status (*const RUN[])(struct rvt_golden_case *, struct rvt_diag *) = {
        [RVT_GOLDEN_PACKET] = rvt_golden_packet,     [RVT_GOLDEN_ENCAP] = rvt_golden_encap,
        [RVT_GOLDEN_DATA] = rvt_golden_data,         [RVT_GOLDEN_FLOW] = rvt_golden_flow,
        [RVT_GOLDEN_FRAME] = rvt_golden_frame,       [RVT_GOLDEN_SYST] = rvt_golden_syst,
        [RVT_GOLDEN_SEQUENCE] = rvt_golden_sequence, [RVT_GOLDEN_STP] = rvt_golden_stp};

    return RUN[c->topic](c, diag);
}

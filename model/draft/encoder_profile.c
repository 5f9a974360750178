/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/encoder_profile.h"

#include "draft/draft_chart.h"
#include "encoder/reference_chart.h"

enum rvt_status rvt_encoder_profile_open(const struct rvt_config *config, rvt_packet_sink sink,
                                         void *context, struct rvt_encoder **encoder)
{
    const struct rvt_encoder_chart *chart =
        rvt_is_draft(config) ? &rvt_draft_chart : &rvt_reference_chart;

    return rvt_encoder_open(config, chart, sink, context, encoder);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Opens the encoder of a configuration: the chart follows from its spec_profile. Decision 0006. */
#ifndef RVT_DRAFT_ENCODER_PROFILE_H
#define RVT_DRAFT_ENCODER_PROFILE_H

#include "encoder/encoder.h"

/* Opens an encoder with the chart of config->spec_profile; otherwise as rvt_encoder_open. */
RVT_MUST_USE
enum rvt_status rvt_encoder_profile_open(const struct rvt_config *config, rvt_packet_sink sink,
                                         void *context, struct rvt_encoder **encoder);

#endif

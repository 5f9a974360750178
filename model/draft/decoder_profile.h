/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Decoders of every profile: opens one with the rules for packets that its configuration names. */
#ifndef RVT_DRAFT_DECODER_PROFILE_H
#define RVT_DRAFT_DECODER_PROFILE_H

#include "decoder/decoder.h"

/* rvt_decoder_open with the rules of config's profile: draft 0.026, or v2.0. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decoder_profile_open(const struct rvt_config *config, struct rvt_image *image,
                                         const struct rvt_decoder_output *output,
                                         uint64_t step_limit, struct rvt_decoder **decoder);

#endif

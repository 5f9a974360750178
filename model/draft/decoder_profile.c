/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/decoder_profile.h"

#include <stddef.h>

#include "decoder/packet_rules.h"
#include "draft/draft_follower.h"

enum rvt_status rvt_decoder_profile_open(const struct rvt_config *config, struct rvt_image *image,
                                         const struct rvt_decoder_output *output,
                                         uint64_t step_limit, struct rvt_decoder **decoder)
{
    static const struct rvt_packet_rules draft = {.packet = rvt_draft_follower_packet,
                                                  .support = rvt_draft_follower_support};
    const struct rvt_packet_rules *rules = rvt_is_draft(config) ? &draft : NULL;

    return rvt_decoder_open(config, rules, image, output, step_limit, decoder);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The operating mode of a stream: what the support packet says where its layout says it, else what
 * the configuration says. Spec: E-Trace, format 3 subformat 3 (ETR-FMT-005, ETR-FMT-013,
 * ETR-SUP-004).
 */
#ifndef RVT_DECODER_MODE_H
#define RVT_DECODER_MODE_H

#include "decoder/follow.h"

/* The options that support tells, and those of the configuration where its layout is silent. */
void rvt_mode_read(const struct rvt_follow *follow, const struct rvt_support *support,
                   struct rvt_options *options, bool *resync_off);

/* True if a packet means something else under the one than under the other. */
bool rvt_mode_differs(const struct rvt_options *a, const struct rvt_options *b);

/*
 * Takes over the mode that support tells, in config and follow. A change in the middle of a path
 * empties the tables; the position stays (AMB-126). RVT_ERR_RESERVED: an encoder_mode that does not
 * exist, or a mode without its table in config; RVT_ERR_PARAMETER: a discovery parameter that
 * differs from config. Nothing is taken over then.
 */
RVT_MUST_USE
enum rvt_status rvt_mode_adopt(struct rvt_config *config, struct rvt_follow *follow,
                               const struct rvt_support *support, struct rvt_diag *diag);

#endif

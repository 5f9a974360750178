/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The operating mode of a stream: as its support packets say if their layout has the fields, else
 * as the configuration says. Spec: E-Trace, format 3 subformat 3 (ETR-FMT-005, ETR-FMT-013,
 * ETR-SUP-004).
 */
#ifndef RVT_DECODER_OPERATING_MODE_H
#define RVT_DECODER_OPERATING_MODE_H

#include "decoder/follower.h"

/* Reads the options that support reports, and takes those of the configuration where its layout has
 * no field. */
void rvt_operating_mode_read(const struct rvt_follower *follower, const struct rvt_support *support,
                             struct rvt_options *options, bool *resync_off);

/* True if packets mean something else under a than under b. */
bool rvt_operating_mode_differs(const struct rvt_options *a, const struct rvt_options *b);

/*
 * Adopts the mode that support reports, in config and follower. A change in the middle of a path
 * resets the tables and keeps the position (AMB-126). RVT_ERR_RESERVED: an undefined encoder_mode,
 * or a mode whose table config does not have; RVT_ERR_PARAMETER: a discovery parameter that differs
 * from config. Nothing is adopted then.
 */
RVT_MUST_USE
enum rvt_status rvt_operating_mode_adopt(struct rvt_config *config, struct rvt_follower *follower,
                                         const struct rvt_support *support, struct rvt_diag *diag);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The check of packets against the rows that they trace: what they decode to, and the packets that
 * the model sends for the same rows. */
#ifndef RVT_TOOLS_CHECK_CHECK_AGAINST_H
#define RVT_TOOLS_CHECK_CHECK_AGAINST_H

#include "check/compliance.h"
#include "program/image.h"
#include "tools/check/check_waivers.h"
#include "wire/payload.h"

struct rvt_check_against; /* opaque; memory grows with the rows until packets report them */

/* Whether packets are compared with the model's: not with data trace, where the times of packets
 * and rows would decide about their order, and a stream has no such times. */
bool rvt_check_against_choices(const struct rvt_config *config);

/* Opens a check, and reads the rows of the tip trace at path. config and waivers are copied; image
 * and compliance are borrowed until close. Findings go to compliance, which must not be used after
 * close: waived ones at once, others with finish. Errors as those of rvt_lockstep_open and
 * rvt_tip_read. */
RVT_MUST_USE
enum rvt_status rvt_check_against_open(const char *path, const struct rvt_config *config,
                                       const struct rvt_waivers *waivers, struct rvt_image *image,
                                       struct rvt_compliance *compliance,
                                       struct rvt_check_against **against, struct rvt_diag *diag);

/* Frees; null is accepted. */
void rvt_check_against_close(struct rvt_check_against *against);

/* Takes the next payload of the stream; context: struct rvt_check_against. */
void rvt_check_against_payload(void *context, bool te_data, const struct rvt_payload *payload);

/* The stream ends; uses of waivers are added to waivers. */
void rvt_check_against_finish(struct rvt_check_against *against, struct rvt_check_waivers *waivers);

#endif

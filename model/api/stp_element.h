/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* STP: public options and elements, made from and for the model. */
#ifndef RVT_API_STP_ELEMENT_H
#define RVT_API_STP_ELEMENT_H

#include <rvt/stp.h>

#include "transport/stp/stp_encoder.h"
#include "transport/stp/stp_track.h"

/* Options (may be null: defaults) as the model has them. RVT_ERR_PARAMETER as
 * rvt_structure_take. */
RVT_MUST_USE
enum rvt_status rvt_stp_options_take(struct rvt_stp_config *config,
                                     const struct rvt_stp_options *options);

/* A format, whose size is the library's, as the model has it. */
struct rvt_stp_encoder_config rvt_stp_format_taken(const struct rvt_stp_format_options *format);

/* The public view of an event. */
struct rvt_stp_element rvt_stp_element_of(const struct rvt_stp_event *event);

#endif

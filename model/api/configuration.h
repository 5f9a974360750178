/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public configuration: a configuration of the model, and its values by name. */
#ifndef RVT_API_CONFIGURATION_H
#define RVT_API_CONFIGURATION_H

#include <rvt/config.h>

#include "base/params.h"
#include "lockstep/report/waiver.h"

struct rvt_configuration {
    struct rvt_config config;
    struct rvt_waivers waivers;
};

/* Checks a configuration (may be null) that a handle is to be opened with. RVT_ERR_PARAMETER, with
 * the reason in diagnosis. */
RVT_MUST_USE
enum rvt_status rvt_configuration_usable(const struct rvt_configuration *configuration,
                                         struct rvt_diagnosis *diagnosis);

#endif

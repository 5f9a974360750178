/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The configuration of the encoder, as the program that creates a decoder describes it. */
#ifndef RVT_OPENCSD_CONFIGURATION_H
#define RVT_OPENCSD_CONFIGURATION_H

#include "rvt_opencsd.h"

/* Reads file or text of config and applies its settings. The caller owns *configuration, which is
 * null after an error: those of rvt_configuration_load and rvt_configuration_set_text;
 * RVT_ERR_PARAMETER also for a setting without '='. */
enum rvt_status rvt_opencsd_configure(const struct rvt_opencsd_config *config,
                                      struct rvt_configuration **configuration,
                                      struct rvt_diagnosis *diagnosis);

#endif

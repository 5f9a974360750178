/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The parameters of the encoder's RTL, from a configuration. */
#ifndef RVT_TOOLS_RTL_PARAMETERS_H
#define RVT_TOOLS_RTL_PARAMETERS_H

#include <stdbool.h>

#include <rvt/config.h>

struct rvt_output;

/* Whether the RTL can be built for the configuration: every value is in the range of
 * rtl/parameters.yaml and breaks none of its rules. Otherwise prints to stderr which parameter or
 * rule it is; input is the name of the configuration. */
bool rvt_rtl_fits(const struct rvt_configuration *configuration, const char *input);

/* Prints every parameter, a line each: as options of Verilator, or as localparams. */
void rvt_rtl_print(const struct rvt_configuration *configuration, bool options,
                   struct rvt_output *output);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A configuration as text, every value of the key table included. */
#ifndef RVT_IO_CONFIG_PRINT_H
#define RVT_IO_CONFIG_PRINT_H

#include "base/params.h"
#include "io/json_build.h"

struct rvt_waivers; /* lockstep/report/waiver.h */

/* Appends config and waivers (null: none) as YAML that rvt_config_load_waivers reads back to the
 * same; comments give default and clause. A write error stays in output. */
void rvt_config_print_yaml(struct rvt_output *output, const struct rvt_config *config,
                           const struct rvt_waivers *waivers);

/* Both as a new object of the same shape; null: memory ran out. */
json_t *rvt_config_json(const struct rvt_config *config, const struct rvt_waivers *waivers);

/* Appends both as a JSON object of the same shape. RVT_ERR_MEMORY, RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_config_print_json(struct rvt_output *output, const struct rvt_config *config,
                                      const struct rvt_waivers *waivers);

#endif

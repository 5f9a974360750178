/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Configuration files: YAML of schema rvt-config/1 to struct rvt_config. */
#ifndef RVT_IO_CONFIG_YAML_H
#define RVT_IO_CONFIG_YAML_H

#include "base/params.h"

struct rvt_waivers; /* lockstep/report/waiver.h */

/*
 * Reads and validates the file at path ("-": stdin). Unknown or repeated keys, wrong types, and
 * combinations that the specification forbids are refused: RVT_ERR_IO (cannot read), RVT_ERR_SYNTAX
 * (line and column in diag), RVT_ERR_PARAMETER (range or cross rule, with clause and, where known,
 * line).
 */
RVT_MUST_USE
enum rvt_status rvt_config_load(const char *path, struct rvt_config *config, struct rvt_diag *diag);

/* The same for bytes of YAML in memory, which are not kept. The same errors but RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_config_parse(const uint8_t *data, size_t bytes, struct rvt_config *config,
                                 struct rvt_diag *diag);

/* The same two with the section waivers, which both check but do not keep. */
RVT_MUST_USE
enum rvt_status rvt_config_load_waivers(const char *path, struct rvt_config *config,
                                        struct rvt_waivers *waivers, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_config_parse_waivers(const uint8_t *data, size_t bytes,
                                         struct rvt_config *config, struct rvt_waivers *waivers,
                                         struct rvt_diag *diag);

#endif

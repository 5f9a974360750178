/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The section waivers of a configuration file: findings of a scoreboard that are accepted. */
#ifndef RVT_IO_WAIVERS_YAML_H
#define RVT_IO_WAIVERS_YAML_H

#include <jansson.h>

#include "io/bytes/output.h"
#include "io/yaml_tree.h"
#include "lockstep/report/waiver.h"

/*
 * Reads a sequence of mappings {verdict, kind, clause, packet, field, expected, observed, count,
 * optional, reason}. RVT_ERR_SYNTAX, with line and column: an unknown key, a wrong type or word, no
 * reason, or nothing that the findings must have; RVT_ERR_PARAMETER: a kind that cannot be waived,
 * or count 0; RVT_ERR_CAPACITY: more than RVT_WAIVERS_MAX.
 */
RVT_MUST_USE
enum rvt_status rvt_waivers_read(const struct rvt_yaml_node *section, struct rvt_waivers *waivers,
                                 struct rvt_diag *diag);

/* Appends the section as rvt_waivers_read accepts it; nothing if there are no waivers. */
void rvt_waivers_print(struct rvt_output *output, const struct rvt_waivers *waivers);

/* The section as an array that the caller owns; numbers are hexadecimal strings. Null: out of
 * memory. */
json_t *rvt_waivers_pack(const struct rvt_waivers *waivers);

#endif

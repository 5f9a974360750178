/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Encapsulated packets as mappings: header fields, timestamp, payload and its bits. */
#ifndef RVT_GOLDEN_CASES_ENCAP_FIELDS_H
#define RVT_GOLDEN_CASES_ENCAP_FIELDS_H

#include "golden/golden_case.h"
#include "wire/encap.h"

/* Reads a mapping; missing fields are 0. payload and bits are required unless kind is that of a
 * null packet. */
RVT_MUST_USE
enum rvt_status rvt_golden_read_encap(const struct rvt_yaml_node *map, struct rvt_encap *encap,
                                      struct rvt_diag *diag);

/* The name of a kind in such a mapping, and in a sequence. */
const char *rvt_golden_encap_kind(enum rvt_encap_kind kind);

#endif

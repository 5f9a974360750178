/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Structs as mappings of the specification's field names: a table of members, read and compared. */
#ifndef RVT_GOLDEN_MEMBERS_H
#define RVT_GOLDEN_MEMBERS_H

#include "golden/golden_case.h"

enum rvt_golden_width { RVT_GOLDEN_FLAG, RVT_GOLDEN_U8, RVT_GOLDEN_U32, RVT_GOLDEN_U64 };

/* A member of a struct; a table of them ends with a null name. */
struct rvt_golden_member {
    const char *name;
    enum rvt_golden_width width;
    size_t offset;
};

/* True if word is in list, which is null or ends with null. */
bool rvt_golden_listed(const char *const *list, const char *word);

uint64_t rvt_golden_member_get(const void *base, const struct rvt_golden_member *member);

/*
 * Sets members of the struct at base from a mapping; others are unchanged. Keys in skip (ended by
 * null, or null) are ignored; other (or null) receives keys that the table does not have. A value
 * that does not fit its member, or an unknown key, is rejected.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_read_members(const struct rvt_yaml_node *node, const char *const *skip,
                                        const struct rvt_golden_member *table, void *base,
                                        enum rvt_status (*other)(const struct rvt_yaml_node *node,
                                                                 void *base, struct rvt_diag *diag),
                                        struct rvt_diag *diag);

/* Rejects an unknown field. */
RVT_MUST_USE
enum rvt_status rvt_golden_unknown_field(const struct rvt_yaml_node *node, struct rvt_diag *diag);

/* Reports a disagreement for every member that differs. what: the origin of got. */
void rvt_golden_compare_members(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                                const char *what, const struct rvt_golden_member *table,
                                const void *expected, const void *got);

#endif

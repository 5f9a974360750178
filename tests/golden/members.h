/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Structs as mappings of the specification's field names: a table of members, read and compared. */
#ifndef RVT_TESTS_GOLDEN_MEMBERS_H
#define RVT_TESTS_GOLDEN_MEMBERS_H

#include "golden.h"

enum golden_width { GOLDEN_FLAG, GOLDEN_U8, GOLDEN_U32, GOLDEN_U64 };

/* A member of a struct; a table of them ends with a null name. */
struct golden_member {
    const char *name;
    enum golden_width width;
    size_t offset;
};

/* True if word is in list, which is null or ends with null. */
bool golden_listed(const char *const *list, const char *word);

uint64_t golden_member_get(const void *base, const struct golden_member *member);

/*
 * Sets members of the struct at base from a mapping; others are unchanged. Keys in skip (ended by
 * null, or null) are ignored; other (or null) receives keys that the table does not have. A value
 * that does not fit its member, or an unknown key, is rejected.
 */
RVT_MUST_USE
enum rvt_status golden_read_members(const struct rvt_yaml_node *node, const char *const *skip,
                                    const struct golden_member *table, void *base,
                                    enum rvt_status (*other)(const struct rvt_yaml_node *node,
                                                             void *base, struct rvt_diag *diag),
                                    struct rvt_diag *diag);

/* Rejects an unknown field. */
RVT_MUST_USE
enum rvt_status golden_unknown_field(const struct rvt_yaml_node *node, struct rvt_diag *diag);

/* Reports a disagreement for every member that differs. what: the origin of got. */
void golden_compare_members(struct golden_case *c, const struct rvt_yaml_node *at, const char *what,
                            const struct golden_member *table, const void *expected,
                            const void *got);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_data packets as mappings of the specification's field names. */
#include "data_fields.h"

#include <string.h>

#include "members.h"

#define MEMBER(width, name)                                                                        \
    {                                                                                              \
#name, GOLDEN_##width, offsetof(struct rvt_data_packet, name)                              \
    }

static const struct golden_member MEMBERS[] = {
    MEMBER(U8, format),     MEMBER(U8, subformat), MEMBER(U8, subtype), MEMBER(U8, size),
    MEMBER(U8, lrid),       MEMBER(U8, diff),      MEMBER(U8, resp),    MEMBER(U8, op_len),
    MEMBER(U8, data_len),   MEMBER(U64, operand),  MEMBER(U64, data),   MEMBER(U64, address),
    {NULL, GOLDEN_FLAG, 0},
};

enum rvt_status golden_read_data(const struct rvt_yaml_node *node, const char *const *skip,
                                 struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    memset(packet, 0, sizeof(*packet));
    return golden_read_members(node, skip, MEMBERS, packet, NULL, diag);
}

void golden_compare_data(struct golden_case *c, const struct rvt_yaml_node *at, const char *what,
                         const struct rvt_data_packet *expected, const struct rvt_data_packet *got)
{
    golden_compare_members(c, at, what, MEMBERS, expected, got);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_data packets as mappings of the specification's field names. */
#include "golden/cases/data_fields.h"

#include <string.h>

#include "golden/members.h"

#define MEMBER(width, name)                                                                        \
    {                                                                                              \
#name, RVT_GOLDEN_##width, offsetof(struct rvt_data_packet, name)                          \
    }

static const struct rvt_golden_member MEMBERS[] = {
    MEMBER(U8, format),         MEMBER(U8, subformat), MEMBER(U8, subtype), MEMBER(U8, size),
    MEMBER(U8, lrid),           MEMBER(U8, diff),      MEMBER(U8, resp),    MEMBER(U8, op_len),
    MEMBER(U8, data_len),       MEMBER(U64, operand),  MEMBER(U64, data),   MEMBER(U64, address),
    {NULL, RVT_GOLDEN_FLAG, 0},
};

enum rvt_status rvt_golden_read_data(const struct rvt_yaml_node *node, const char *const *skip,
                                     struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    memset(packet, 0, sizeof(*packet));
    return rvt_golden_read_members(node, skip, MEMBERS, packet, NULL, diag);
}

void rvt_golden_compare_data(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                             const char *what, const struct rvt_data_packet *expected,
                             const struct rvt_data_packet *got)
{
    rvt_golden_compare_members(c, at, what, MEMBERS, expected, got);
}

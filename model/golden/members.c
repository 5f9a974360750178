/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/members.h"

#include <inttypes.h>
#include <string.h>

bool rvt_golden_listed(const char *const *list, const char *word)
{
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, word) == 0)
            return true;
    return false;
}

uint64_t rvt_golden_member_get(const void *base, const struct rvt_golden_member *member)
{
    const unsigned char *at = (const unsigned char *)base + member->offset;
    uint32_t narrow = 0;
    uint64_t wide = 0;
    bool flag = false;
    switch (member->width) {
    case RVT_GOLDEN_FLAG:
        memcpy(&flag, at, sizeof(flag));
        return flag;
    case RVT_GOLDEN_U8:
        return *at;
    case RVT_GOLDEN_U32:
        memcpy(&narrow, at, sizeof(narrow));
        return narrow;
    case RVT_GOLDEN_U64:
        memcpy(&wide, at, sizeof(wide));
        return wide;
    }
    return wide;
}

/* False if value does not fit the member. */
static bool set(void *base, const struct rvt_golden_member *member, uint64_t value)
{
    static const uint64_t LIMIT[] = {[RVT_GOLDEN_FLAG] = 1,
                                     [RVT_GOLDEN_U8] = UINT8_MAX,
                                     [RVT_GOLDEN_U32] = UINT32_MAX,
                                     [RVT_GOLDEN_U64] = UINT64_MAX};
    unsigned char *at = (unsigned char *)base + member->offset;
    uint32_t narrow = (uint32_t)value;
    bool flag = value != 0;
    if (value > LIMIT[member->width])
        return false;
    switch (member->width) {
    case RVT_GOLDEN_FLAG:
        memcpy(at, &flag, sizeof(flag));
        break;
    case RVT_GOLDEN_U8:
        *at = (unsigned char)value;
        break;
    case RVT_GOLDEN_U32:
        memcpy(at, &narrow, sizeof(narrow));
        break;
    case RVT_GOLDEN_U64:
        memcpy(at, &value, sizeof(value));
        break;
    }
    return true;
}

enum rvt_status rvt_golden_unknown_field(const struct rvt_yaml_node *node, struct rvt_diag *diag)
{
    return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "unknown field '%s'", node->key);
}

enum rvt_status rvt_golden_read_members(const struct rvt_yaml_node *node, const char *const *skip,
                                        const struct rvt_golden_member *table, void *base,
                                        enum rvt_status (*other)(const struct rvt_yaml_node *node,
                                                                 void *base, struct rvt_diag *diag),
                                        struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);
    for (node = status == RVT_OK ? node->first : NULL; status == RVT_OK && node != NULL;
         node = node->next) {
        const struct rvt_golden_member *member = table;
        uint64_t value = 0;
        if (rvt_golden_listed(skip, node->key))
            continue;
        while (member->name != NULL && strcmp(member->name, node->key) != 0)
            member++;
        if (member->name == NULL) {
            status = other == NULL ? rvt_golden_unknown_field(node, diag) : other(node, base, diag);
            continue;
        }
        status = rvt_yaml_unsigned(node, &value, diag);
        if (status == RVT_OK && !set(base, member, value))
            status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "value too large");
    }
    return status;
}

void rvt_golden_compare_members(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                                const char *what, const struct rvt_golden_member *table,
                                const void *expected, const void *got)
{
    for (const struct rvt_golden_member *member = table; member->name != NULL; member++) {
        uint64_t wanted = rvt_golden_member_get(expected, member);
        uint64_t value = rvt_golden_member_get(got, member);
        if (value != wanted)
            rvt_golden_disagree(c, at, "%s: %s is 0x%" PRIx64 ", expected 0x%" PRIx64, what,
                                member->name, value, wanted);
    }
}

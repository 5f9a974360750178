/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_data packets as mappings of the specification's field names. */
#include "data_fields.h"

#include <inttypes.h>
#include <string.h>

struct member {
    const char *name;
    bool wide; /* 64 bits, else 8 */
    size_t offset;
};

#define NARROW(name)                                                                               \
    {                                                                                              \
#name, false, offsetof(struct rvt_data_packet, name)                                       \
    }
#define WIDE(name)                                                                                 \
    {                                                                                              \
#name, true, offsetof(struct rvt_data_packet, name)                                        \
    }

static const struct member MEMBERS[] = {
    NARROW(format), NARROW(subformat), NARROW(subtype),  NARROW(size),  NARROW(lrid), NARROW(diff),
    NARROW(resp),   NARROW(op_len),    NARROW(data_len), WIDE(operand), WIDE(data),   WIDE(address),
};
enum { MEMBERS_COUNT = sizeof(MEMBERS) / sizeof(MEMBERS[0]) };

static uint64_t get(const struct rvt_data_packet *packet, const struct member *member)
{
    const unsigned char *at = (const unsigned char *)packet + member->offset;
    uint64_t wide = 0;
    if (!member->wide)
        return *at;
    memcpy(&wide, at, sizeof(wide));
    return wide;
}

static bool listed(const char *const *list, const char *word)
{
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, word) == 0)
            return true;
    return false;
}

static enum rvt_status read_entry(const struct rvt_yaml_node *node, struct rvt_data_packet *packet,
                                  struct rvt_diag *diag)
{
    uint64_t value = 0;
    enum rvt_status status = rvt_yaml_unsigned(node, &value, diag);
    if (status != RVT_OK)
        return status;
    for (size_t i = 0; i < MEMBERS_COUNT; i++) {
        unsigned char *at = (unsigned char *)packet + MEMBERS[i].offset;
        if (strcmp(MEMBERS[i].name, node->key) != 0)
            continue;
        if (!MEMBERS[i].wide && value > UINT8_MAX)
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "value too large");
        if (MEMBERS[i].wide)
            memcpy(at, &value, sizeof(value));
        else
            *at = (unsigned char)value;
        return RVT_OK;
    }
    return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "unknown field '%s'", node->key);
}

enum rvt_status golden_read_data(const struct rvt_yaml_node *node, const char *const *skip,
                                 struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    memset(packet, 0, sizeof(*packet));
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *entry = node->first; status == RVT_OK && entry != NULL;
         entry = entry->next)
        if (!listed(skip, entry->key))
            status = read_entry(entry, packet, diag);
    return status;
}

void golden_compare_data(struct golden_case *c, const struct rvt_yaml_node *at, const char *what,
                         const struct rvt_data_packet *expected, const struct rvt_data_packet *got)
{
    for (size_t i = 0; i < MEMBERS_COUNT; i++) {
        uint64_t wanted = get(expected, &MEMBERS[i]);
        uint64_t value = get(got, &MEMBERS[i]);
        if (value != wanted)
            golden_disagree(c, at, "%s: %s is 0x%" PRIx64 ", expected 0x%" PRIx64, what,
                            MEMBERS[i].name, value, wanted);
    }
}

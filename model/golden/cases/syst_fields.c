/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/syst_fields.h"

#include <string.h>

#include "golden/members.h"
#include "golden/packet_fields.h"

#define FLAG_OF(member)                                                                            \
    {                                                                                              \
#member, RVT_GOLDEN_FLAG, offsetof(struct rvt_syst_message, member)                        \
    }
#define U8_OF(member)                                                                              \
    {                                                                                              \
#member, RVT_GOLDEN_U8, offsetof(struct rvt_syst_message, member)                          \
    }
#define U64_OF(member)                                                                             \
    {                                                                                              \
#member, RVT_GOLDEN_U64, offsetof(struct rvt_syst_message, member)                         \
    }

/* Members that are read and compared. */
static const struct rvt_golden_member MEMBERS[] = {U8_OF(severity),
                                                   FLAG_OF(res7),
                                                   FLAG_OF(res30),
                                                   FLAG_OF(res31),
                                                   FLAG_OF(len),
                                                   FLAG_OF(chk),
                                                   U8_OF(subtype),
                                                   U64_OF(value),
                                                   U64_OF(frequency),
                                                   U64_OF(address),
                                                   {NULL, RVT_GOLDEN_FLAG, 0}};

/* Members that other keys imply; only compared. */
static const struct rvt_golden_member IMPLIED[] = {U8_OF(type),       FLAG_OF(loc),
                                                   FLAG_OF(ts),       FLAG_OF(guid),
                                                   U64_OF(timestamp), {NULL, RVT_GOLDEN_FLAG, 0}};

static const struct rvt_golden_member LOCATION[] = {
    {"tag", RVT_GOLDEN_U8, offsetof(struct rvt_syst_location, tag)},
    {"file", RVT_GOLDEN_U32, offsetof(struct rvt_syst_location, file)},
    {"line", RVT_GOLDEN_U32, offsetof(struct rvt_syst_location, line)},
    {"address", RVT_GOLDEN_U64, offsetof(struct rvt_syst_location, address)},
    {NULL, RVT_GOLDEN_FLAG, 0}};

/* By their number. */
static const char *const TYPES[] = {"BUILD", "SHORT32", "STRING", "CATALOG", "4",  "5",
                                    "RAW",   "SHORT64", "CLOCK",  "SBD",     "10", "11",
                                    "12",    "13",      "14",     "15",      NULL};

static enum rvt_status read_guid(const struct rvt_yaml_node *node, struct rvt_syst_message *message,
                                 struct rvt_diag *diag)
{
    size_t bytes = 0;
    enum rvt_status status =
        rvt_yaml_bytes(node, message->guid_bytes, sizeof(message->guid_bytes), &bytes, diag);
    message->guid = true;
    if (status == RVT_OK && bytes != sizeof(message->guid_bytes))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "a GUID has 16 bytes");
    return status;
}

static enum rvt_status read_other(const struct rvt_yaml_node *node, void *base,
                                  struct rvt_diag *diag)
{
    struct rvt_golden_syst *syst = base;
    struct rvt_syst_message *message = &syst->message;
    unsigned choice = 0;
    uint64_t value = 0;
    enum rvt_status status = RVT_OK;
    if (strcmp(node->key, "type") == 0) {
        status = rvt_yaml_choice(node, TYPES, &choice, diag);
        message->type = (uint8_t)choice;
    } else if (strcmp(node->key, "origin") == 0) {
        status = rvt_yaml_unsigned(node, &value, diag);
        message->origin = (uint16_t)value;
    } else if (strcmp(node->key, "guid") == 0) {
        status = read_guid(node, message, diag);
    } else if (strcmp(node->key, "location") == 0) {
        message->loc = true;
        status = rvt_golden_read_members(node, NULL, LOCATION, &message->location, NULL, diag);
    } else if (strcmp(node->key, "timestamp") == 0) {
        message->ts = true;
        status = rvt_yaml_unsigned(node, &message->timestamp, diag);
    } else if (strcmp(node->key, "body") == 0) {
        message->body = syst->body;
        status = rvt_yaml_bytes(node, syst->body, sizeof(syst->body), &message->body_bytes, diag);
    } else {
        return rvt_golden_unknown_field(node, diag);
    }
    return status;
}

enum rvt_status rvt_golden_read_syst(const struct rvt_yaml_node *node, struct rvt_golden_syst *syst,
                                     struct rvt_diag *diag)
{
    memset(syst, 0, sizeof(*syst));
    syst->message.body = syst->body;
    return rvt_golden_read_members(node, NULL, MEMBERS, syst, read_other, diag);
}

void rvt_golden_compare_syst(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                             const struct rvt_syst_message *expected,
                             const struct rvt_syst_message *got)
{
    rvt_golden_compare_members(c, at, "message", MEMBERS, expected, got);
    rvt_golden_compare_members(c, at, "message", IMPLIED, expected, got);
    rvt_golden_compare_members(c, at, "location", LOCATION, &expected->location, &got->location);
    if (expected->origin != got->origin)
        rvt_golden_disagree(c, at, "origin is 0x%x, expected 0x%x", got->origin, expected->origin);
    rvt_golden_compare_bytes(c, at, "guid", expected->guid_bytes, sizeof(expected->guid_bytes),
                             got->guid_bytes, sizeof(got->guid_bytes));
    rvt_golden_compare_bytes(c, at, "body", expected->body, expected->body_bytes, got->body,
                             got->body_bytes);
}

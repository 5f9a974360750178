/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/packet_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "golden/members.h"

#define MEMBER(width, name)                                                                        \
    {                                                                                              \
#name, RVT_GOLDEN_##width, offsetof(struct rvt_packet, name)                               \
    }

static const struct rvt_golden_member MEMBERS[] = {
    MEMBER(U8, format),         MEMBER(U8, subformat),     MEMBER(FLAG, branch),
    MEMBER(U8, privilege),      MEMBER(FLAG, interrupt),   MEMBER(FLAG, thaddr),
    MEMBER(U32, ecause),        MEMBER(U64, time),         MEMBER(U64, context),
    MEMBER(U64, tval),          MEMBER(U64, address),      MEMBER(U8, branches),
    MEMBER(U32, branch_map),    MEMBER(U32, branch_count), MEMBER(U8, branch_fmt),
    MEMBER(U32, index),         MEMBER(FLAG, notify),      MEMBER(FLAG, updiscon),
    MEMBER(FLAG, irreport),     MEMBER(U32, irdepth),      MEMBER(FLAG, no_mispred),
    {NULL, RVT_GOLDEN_FLAG, 0},
};

/* A field of a support packet. */
static enum rvt_status read_support(const struct rvt_yaml_node *node, void *base,
                                    struct rvt_diag *diag)
{
    struct rvt_packet *packet = base;
    uint64_t value = 0;
    enum rvt_status status = rvt_yaml_unsigned(node, &value, diag);
    if (status != RVT_OK)
        return status;
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++) {
        if (strcmp(rvt_support_field_name((enum rvt_support_field)i), node->key) != 0)
            continue;
        packet->support.value[i] = (uint16_t)value;
        return value <= UINT16_MAX
                   ? RVT_OK
                   : rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "value too large");
    }
    return rvt_golden_unknown_field(node, diag);
}

enum rvt_status rvt_golden_read_packet(const struct rvt_yaml_node *node, const char *const *skip,
                                       struct rvt_packet *packet, struct rvt_diag *diag)
{
    memset(packet, 0, sizeof(*packet));
    return rvt_golden_read_members(node, skip, MEMBERS, packet, read_support, diag);
}

/* format and subformat by the name of a packet; false if there is no such name. */
static bool name_packet(const char *name, struct rvt_packet *packet)
{
    static const struct {
        const char *name;
        uint8_t format, subformat, branch_fmt;
    } NAMES[] = {{"F0s0", 0, 0, 0}, {"F0s1", 0, 1, 0}, {"F1", 1, 0, 0},   {"F1na", 1, 0, 0},
                 {"F1bc", 1, 0, 1}, {"F2", 2, 0, 0},   {"F3/0", 3, 0, 0}, {"F3/1", 3, 1, 0},
                 {"F3/2", 3, 2, 0}, {"F3/3", 3, 3, 0}};
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
        if (strcmp(NAMES[i].name, name) == 0) {
            packet->format = NAMES[i].format;
            packet->subformat = NAMES[i].subformat;
            packet->branch_fmt |= NAMES[i].branch_fmt;
            return true;
        }
    return false;
}

enum rvt_status rvt_golden_named_packet(const struct rvt_yaml_node *node, struct rvt_packet *packet,
                                        struct rvt_diag *diag)
{
    static const char *const SKIPPED[] = {"packet",  "why",   "iaddr", "ambiguous",
                                          "strayed", "bytes", NULL};
    static const char *const UNDEFINED[] = {"packet",  "why",   "iaddr",   "ambiguous",
                                            "strayed", "bytes", "address", NULL};
    const struct rvt_yaml_node *name = NULL, *address = rvt_yaml_get(node, "address");
    bool undefined =
        address != NULL && address->text != NULL && strcmp(address->text, "undefined") == 0;
    enum rvt_status status =
        rvt_golden_read_packet(node, undefined ? UNDEFINED : SKIPPED, packet, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "packet", &name, diag);
    if (status == RVT_OK && (name->text == NULL || !name_packet(name->text, packet)))
        status = rvt_yaml_refuse(name, RVT_ERR_SYNTAX, NULL, diag, "no such packet");
    return status;
}

void rvt_golden_compare_packet(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                               const char *what, const struct rvt_packet *expected,
                               const struct rvt_packet *got)
{
    rvt_golden_compare_members(c, at, what, MEMBERS, expected, got);
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++) {
        unsigned wanted = expected->support.value[i];
        unsigned value = got->support.value[i];
        if (value != wanted)
            rvt_golden_disagree(c, at, "%s: %s is %u, expected %u", what,
                                rvt_support_field_name((enum rvt_support_field)i), value, wanted);
    }
}

static void print_hex(const uint8_t *data, size_t bytes, char *text, size_t capacity)
{
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < bytes && at + 4 < capacity; i++)
        at += (size_t)snprintf(text + at, capacity - at, "%s%02x", i == 0 ? "" : " ", data[i]);
}

void rvt_golden_compare_bytes(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                              const char *what, const uint8_t *expected, size_t expected_bytes,
                              const uint8_t *got, size_t got_bytes)
{
    char wanted_text[160], got_text[160];
    if (expected_bytes == got_bytes && (got_bytes == 0 || memcmp(expected, got, got_bytes) == 0))
        return;
    print_hex(expected, expected_bytes, wanted_text, sizeof(wanted_text));
    print_hex(got, got_bytes, got_text, sizeof(got_text));
    rvt_golden_disagree(c, at, "%s: bytes %s, expected %s", what, got_text, wanted_text);
}

void rvt_golden_visit(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    struct rvt_golden_fields *fields = context;
    if (width == 0 || fields->count == RVT_GOLDEN_FIELDS_MAX)
        return;
    fields->field[fields->count].name = name;
    fields->field[fields->count].value = value;
    fields->field[fields->count].width = width;
    fields->field[fields->count].at_bit = at_bit;
    fields->count++;
}

uint64_t rvt_golden_bits(const uint8_t *data, size_t bytes, size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        size_t bit = at + i < 8 * bytes ? at + i : 8 * bytes - 1;
        value |= (uint64_t)(data[bit / 8] >> bit % 8 & 1) << i;
    }
    return value;
}

/* The expected value of a visited field, if its bits are raw. */
static uint64_t meaning(const struct rvt_packet *packet, const char *name, uint64_t raw)
{
    static const char *const RELATIVE[] = {"notify", "updiscon", "irreport", "irdepth", NULL};
    if (strcmp(name, "irets") == 0) /* in its place */
        name = "irdepth";
    if (packet == NULL || !rvt_golden_listed(RELATIVE, name))
        return raw;
    const struct rvt_golden_member *member = MEMBERS;
    while (member->name != NULL && strcmp(member->name, name) != 0)
        member++;
    return member->name == NULL ? raw : rvt_golden_member_get(packet, member);
}

/* One [name, width, value]. */
static enum rvt_status read_triple(const struct rvt_yaml_node *triple, uint64_t *width,
                                   uint64_t *value, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(triple, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && (triple->count != 3 || triple->first->kind != RVT_YAML_SCALAR))
        status = rvt_yaml_refuse(triple, RVT_ERR_SYNTAX, NULL, diag, "name, width, value expected");
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(triple->first->next, width, diag);
    if (status == RVT_OK && (*width == 0 || *width > 64))
        status = rvt_yaml_refuse(triple, RVT_ERR_SYNTAX, NULL, diag, "width is 1 to 64");
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(triple->first->next->next, value, diag);
    return status;
}

enum rvt_status rvt_golden_compare_fields(struct rvt_golden_case *c,
                                          const struct rvt_yaml_node *node,
                                          const struct rvt_golden_fields *got, const uint8_t *data,
                                          size_t bytes, const struct rvt_packet *packet,
                                          struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    size_t i = 0, at_bit = 0;
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *triple = node->first; triple != NULL; triple = triple->next) {
        uint64_t width = 0, value = 0;
        status = read_triple(triple, &width, &value, diag);
        if (status != RVT_OK)
            return status;
        const char *name = triple->first->text;
        uint64_t sent = rvt_golden_bits(data, bytes, at_bit, (unsigned)width);
        if (sent != value)
            rvt_golden_disagree(c, triple, "%s is sent as 0x%" PRIx64, name, sent);
        if (i < got->count &&
            (strcmp(got->field[i].name, name) != 0 || got->field[i].width != width ||
             got->field[i].at_bit != at_bit || got->field[i].value != meaning(packet, name, value)))
            rvt_golden_disagree(c, triple, "visited: %s, %u bits at bit %zu, 0x%" PRIx64,
                                got->field[i].name, got->field[i].width, got->field[i].at_bit,
                                got->field[i].value);
        at_bit += (size_t)width;
        i++;
    }
    if (node->count != got->count)
        rvt_golden_disagree(c, node, "%zu fields visited, expected %zu", got->count, node->count);
    return RVT_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/packet_clause.h"

#include <stddef.h>
#include <string.h>

#include "wire/draft_packet.h"

struct named_clause {
    const char *field;
    const char *clause;
};

/* The clause of field in table, which ends with a null field; else other. */
static const char *look_up(const struct named_clause *table, const char *field, const char *other)
{
    for (; table->field; ++table)
        if (strcmp(table->field, field) == 0)
            return table->clause;
    return other;
}

static const struct named_clause every_packet[] = {
    {"format", "ETR-FMT-001"},
    {"payload", "ETR-CMP-001"},
    {NULL, NULL},
};

static const struct named_clause address_report[] = {
    {"address", "ETR-FMT-025"},    {"notify", "ETR-FMT-026"},
    {"updiscon", "ETR-FMT-027"},   {"irreport", "ETR-FMT-028"},
    {"irdepth", "ETR-FMT-029"},    {"irets", "ETR-FMT-031"},
    {"branch_map", "ETR-FMT-023"}, {NULL, NULL},
};

static const struct named_clause branch_count[] = {
    {"subformat", "ETR-FMT-046"},
    {"branch_count", "ETR-FMT-048"},
    {"branch_fmt", "ETR-FMT-042"},
    {NULL, NULL},
};

static const struct named_clause jump_target_index[] = {
    {"subformat", "ETR-FMT-046"},  {"index", "ETR-FMT-043"},
    {"branches", "ETR-FMT-043"},   {"irdepth", "ETR-FMT-049"},
    {"irets", "ETR-FMT-031"},      {"irreport", "ETR-FMT-043"},
    {"branch_map", "ETR-FMT-023"}, {NULL, NULL},
};

static const struct named_clause sync_fields[] = {
    {"branch", "ETR-FMT-007"},      {"privilege", "ETR-CTX-008"},    {"time", "ETR-FMT-008"},
    {"context", "ETR-FMT-008"},     {"ecause", "ETR-FMT-012"},       {"interrupt", "ETR-FMT-012"},
    {"thaddr", "ETR-FMT-003"},      {"address", "ETR-FMT-006"},      {"tval", "ETR-FMT-011"},
    {"qual_status", "ETR-FMT-010"}, {"encoder_mode", "ETR-FMT-009"}, {NULL, NULL},
};

static const char *optional_clause(const struct rvt_packet *packet, const char *field)
{
    const char *clause;

    if (packet->subformat != RVT_SUBFORMAT_BRANCH_COUNT) {
        if (packet->branches == 0 && strcmp(field, "irreport") == 0)
            return "ETR-FMT-044";
        return look_up(jump_target_index, field, NULL);
    }
    clause = look_up(branch_count, field, NULL);
    return clause ? clause : look_up(address_report, field, NULL);
}

const char *rvt_packet_clause(const struct rvt_config *config, const struct rvt_packet *packet,
                              const char *field)
{
    static const char *const sync_tables[] = {"ETR-FMT-002", "ETR-FMT-003", "ETR-FMT-004",
                                              "ETR-FMT-005"};
    const char *clause = look_up(every_packet, field, NULL);

    if (rvt_is_draft(config))
        return rvt_draft_clause(packet, field);
    if (clause)
        return clause;
    switch (packet->format) {
    case RVT_FORMAT_OPT_EXT:
        return optional_clause(packet, field);
    case RVT_FORMAT_DIFF_DELTA:
        if (strcmp(field, "branches") == 0)
            return packet->branches ? "ETR-FMT-021" : "ETR-FMT-022";
        return look_up(address_report, field, NULL);
    case RVT_FORMAT_ADDR_ONLY:
        return look_up(address_report, field, NULL);
    case RVT_FORMAT_SYNC:
        return look_up(sync_fields, field,
                       packet->subformat < 4 ? sync_tables[packet->subformat] : "ETR-FMT-001");
    default:
        return NULL;
    }
}

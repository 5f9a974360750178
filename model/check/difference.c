/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/difference.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "wire/packet_clause.h"

/* Of padding, and of nothing else. */
#define PADDING_CLAUSE "ETR-CMP-005"
#define FIELDS_MAX     (2 + RVT_SUPPORT_FIELDS) /* the support packet has the most */

struct field {
    const char *name;
    uint64_t value;
    unsigned width;
    unsigned bit;
};

struct field_list {
    unsigned count;
    struct field field[FIELDS_MAX];
};

static void collect(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit)
{
    struct field_list *list = context;

    assert(list->count < FIELDS_MAX);
    list->field[list->count++] = (struct field){name, value, width, (unsigned)at_bit};
}

static const struct field *find(const struct field_list *list, const char *name)
{
    for (unsigned i = 0; i < list->count; ++i)
        if (strcmp(list->field[i].name, name) == 0)
            return &list->field[i];
    return NULL;
}

/* The requirement by which the encoder chooses this packet. */
static const char *choice_clause(const struct rvt_config *config, const struct rvt_packet *packet)
{
    if (rvt_is_draft(config))
        return "DRA-017";
    switch (packet->format) {
    case RVT_FORMAT_OPT_EXT:
        return packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT ? "ETR-ALG-050" : "ETR-ALG-051";
    case RVT_FORMAT_DIFF_DELTA:
        return packet->branches ? "ETR-ALG-052" : "ETR-ALG-034";
    case RVT_FORMAT_ADDR_ONLY:
        return "ETR-ALG-052";
    default:
        break;
    }
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return "ETR-ALG-028";
    case RVT_SUBFORMAT_TRAP:
        return packet->thaddr ? "ETR-ALG-024" : "ETR-ALG-022";
    case RVT_SUBFORMAT_CONTEXT:
        return "ETR-ALG-035";
    default:
        return "ETR-SUP-001";
    }
}

/* Bits at to at + width - 1 of a payload that is sign extended without limit. */
static uint64_t extended_bits(const uint8_t *data, size_t bytes, size_t at, unsigned width)
{
    struct rvt_bits bits;
    uint64_t value = 0;

    rvt_bits_read(&bits, data, bytes, RVT_TAIL_SIGN);
    bits.at = at;
    rvt_bits_field(&bits, "payload", &value, width);
    return value;
}

/* A packet, with the map bits that carry no information as observed. Spec: ETR-FMT-024. */
static struct rvt_packet adopt_unused_map(const struct rvt_packet *packet,
                                          const struct field_list *fields, const uint8_t *observed,
                                          size_t bytes)
{
    struct rvt_packet adopted = *packet;
    const struct field *map = find(fields, "branch_map");
    uint64_t valid, raw;

    if (!map || !packet->branches)
        return adopted;
    valid = rvt_mask(packet->branches);
    raw = extended_bits(observed, bytes, map->bit, map->width);
    adopted.branch_map = (uint32_t)((packet->branch_map & valid) | (raw & ~valid));
    return adopted;
}

/* The clause for a bit in which the bytes differ although all fields agree. Fields cover every bit
 * except padding. */
static const char *bit_clause(const struct rvt_config *config, const struct rvt_packet *packet,
                              const struct field_list *fields, unsigned bit)
{
    for (unsigned i = 0; i < fields->count; ++i) {
        const struct field *field = &fields->field[i];

        if (bit >= field->bit && bit < field->bit + field->width)
            return rvt_packet_clause(config, packet, field->name);
    }
    return PADDING_CLAUSE;
}

/* Compares unused bits, padding and length with those of packet, whose fields were observed and
 * which reads as wanted. */
static void compare_bytes(const struct rvt_config *config, const struct rvt_packet *packet,
                          const struct field_list *fields, const struct rvt_payload *wanted,
                          const uint8_t *observed, size_t bytes,
                          struct rvt_differences *differences)
{
    size_t longest = bytes > wanted->bytes ? bytes : wanted->bytes;

    for (size_t i = 0; i < longest; ++i) {
        uint64_t want = extended_bits(wanted->byte, wanted->bytes, 8 * i, 8);
        uint64_t have = extended_bits(observed, bytes, 8 * i, 8);
        unsigned bit = (unsigned)(8 * i);

        if (want == have)
            continue;
        for (uint64_t change = want ^ have; !(change & 1); change >>= 1)
            ++bit;
        rvt_differences_add(differences, &(struct rvt_difference){
                                             .differs = true,
                                             .field = "payload",
                                             .expected = want,
                                             .observed = have,
                                             .bit = bit,
                                             .clause = bit_clause(config, packet, fields, bit)});
        return;
    }
    if (bytes != wanted->bytes)
        rvt_differences_add(differences, &(struct rvt_difference){.differs = true,
                                                                  .in_length = true,
                                                                  .field = "payload",
                                                                  .expected = wanted->bytes,
                                                                  .observed = bytes,
                                                                  .bit = wanted->bits,
                                                                  .clause = "ETR-CMP-001"});
}

void rvt_differences_add(struct rvt_differences *differences,
                         const struct rvt_difference *difference)
{
    if (differences->count < RVT_DIFFERENCES_MAX)
        differences->of[differences->count++] = *difference;
}

struct rvt_difference rvt_difference_unreadable(const struct rvt_diag *diag)
{
    return (struct rvt_difference){.differs = true,
                                   .status = diag->status,
                                   .field = "payload",
                                   .observed = diag->value,
                                   .bit = diag->bit,
                                   .clause = diag->clause};
}

/* The requirement that defines a field of packet, whose fields are listed. What an address means
 * with thaddr 0 is defined by no requirement alone. */
static const char *field_clause(const struct rvt_config *config, const struct rvt_packet *packet,
                                const struct field_list *fields, const char *name)
{
    const struct field *thaddr = find(fields, "thaddr");

    return thaddr != NULL && thaddr->value == 0 && strcmp(name, "address") == 0
               ? "AMB-041"
               : rvt_packet_clause(config, packet, name);
}

/* Finds the fields that differ. What follows a field depends on the fields before it, so names may
 * agree only up to a difference. For format and subformat the clause is that of the choice. */
static void compare_fields(const struct rvt_config *config, const struct rvt_packet *expected,
                           const struct field_list *wanted, const struct field_list *seen,
                           struct rvt_differences *differences)
{
    bool choice = false;

    for (unsigned i = 0; i < wanted->count && i < seen->count && !choice; ++i) {
        const struct field *want = &wanted->field[i], *have = &seen->field[i];

        if (strcmp(want->name, have->name) != 0)
            return;
        if (want->value == have->value)
            continue;
        choice = strcmp(want->name, "format") == 0 || strcmp(want->name, "subformat") == 0;
        rvt_differences_add(
            differences, &(struct rvt_difference){
                             .differs = true,
                             .field = want->name,
                             .expected = want->value,
                             .observed = have->value,
                             .width = want->width,
                             .bit = want->bit,
                             .clause = choice ? choice_clause(config, expected)
                                              : field_clause(config, expected, wanted, want->name),
                         });
    }
}

/* The fields of a packet that can be written, without the map bits that carry no information. */
static void list_fields(const struct rvt_config *config, const struct rvt_packet *packet,
                        struct field_list *fields)
{
    struct rvt_packet valid = *packet;

    if (valid.branches)
        valid.branch_map &= (uint32_t)rvt_mask(valid.branches);
    enum rvt_status status = rvt_packet_visit(config, &valid, collect, fields);
    assert(status == RVT_OK);
    (void)status;
}

void rvt_differences_find_fields(const struct rvt_config *config, const struct rvt_packet *expected,
                                 const struct rvt_packet *observed,
                                 struct rvt_differences *differences)
{
    struct field_list wanted = {0}, seen = {0};

    differences->count = 0;
    list_fields(config, expected, &wanted);
    list_fields(config, observed, &seen);
    compare_fields(config, expected, &wanted, &seen, differences);
}

void rvt_differences_find(const struct rvt_config *config, const struct rvt_packet *expected,
                          const uint8_t *observed, size_t bytes,
                          struct rvt_differences *differences)
{
    struct field_list fields = {0};
    struct rvt_packet seen;
    struct rvt_payload payload;
    struct rvt_diag diag;
    enum rvt_status status;

    differences->count = 0;
    rvt_diag_clear(&diag);
    status = rvt_packet_write(config, expected, &payload, &diag);
    if (status == RVT_OK && payload.bytes == bytes && memcmp(payload.byte, observed, bytes) == 0)
        return;
    if (status == RVT_OK)
        status = rvt_packet_read(config, observed, bytes, &seen, &diag);
    if (status != RVT_OK) {
        const struct rvt_difference unreadable = rvt_difference_unreadable(&diag);

        rvt_differences_add(differences, &unreadable);
        return;
    }
    rvt_differences_find_fields(config, expected, &seen, differences);
    list_fields(config, &seen, &fields);
    struct rvt_packet wanted = adopt_unused_map(&seen, &fields, observed, bytes);
    status = rvt_packet_write(config, &wanted, &payload, &diag);
    assert(status == RVT_OK);
    (void)status;
    compare_bytes(config, &seen, &fields, &payload, observed, bytes, differences);
}

/* A payload that cannot be read. */
static void print_unreadable(const struct rvt_difference *difference, const char *clause,
                             struct rvt_text *line)
{
    if (difference->status != RVT_ERR_TRAILING)
        rvt_text_add(line, "%s: cannot be read: %s 0x%" PRIx64 " (bit %u, %s)", difference->field,
                     rvt_status_text(difference->status), difference->observed, difference->bit,
                     clause);
    else if (strcmp(clause, PADDING_CLAUSE) == 0)
        rvt_text_add(line, "%s: the padding is 0x%" PRIx64 " (bit %u, %s)", difference->field,
                     difference->observed, difference->bit, clause);
    else
        rvt_text_add(line, "%s: %" PRIu64 " bytes, but the packet has %u bits (%s)",
                     difference->field, difference->observed, difference->bit, clause);
}

/* Two values, either of which a packet has. */
static void print_values(const struct rvt_difference *difference, const char *clause,
                         struct rvt_text *line)
{
    int digits = (int)((difference->width + 3) / 4);

    rvt_text_add(line, "%s: expected 0x%0*" PRIx64 ", observed 0x%0*" PRIx64 " (%sbit %u, %s)",
                 difference->field, digits, difference->expected, digits, difference->observed,
                 strcmp(clause, PADDING_CLAUSE) == 0 ? "padding, " : "", difference->bit, clause);
}

void rvt_difference_format(const struct rvt_difference *difference, char *text, size_t capacity)
{
    struct rvt_text line;
    const char *clause = difference->clause ? difference->clause : "no clause";

    rvt_text_init(&line, text, capacity);
    if (!difference->differs)
        rvt_text_add(&line, "no difference");
    else if (difference->status != RVT_OK)
        print_unreadable(difference, clause, &line);
    else if (difference->in_length)
        rvt_text_add(&line, "%s: expected %" PRIu64 " bytes, observed %" PRIu64 " (bit %u, %s)",
                     difference->field, difference->expected, difference->observed, difference->bit,
                     clause);
    else if (difference->absent)
        rvt_text_add(&line, "%s: expected 0x%0*" PRIx64 ", observed no such field (bit %u, %s)",
                     difference->field, (int)((difference->width + 3) / 4), difference->expected,
                     difference->bit, clause);
    else
        print_values(difference, clause, &line);
}

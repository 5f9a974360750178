/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/data_explanation.h"

#include <inttypes.h>
#include <string.h>

enum { FIELDS_MAX = 16 };

struct field {
    const char *name;
    uint64_t value;
    unsigned width;
    size_t bit;
};

struct fields {
    unsigned count;
    struct field field[FIELDS_MAX];
};

static void add_text(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit)
{
    (void)at_bit;
    if (width > 0)
        rvt_text_add(context, width > 8 ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

static void add_field(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    struct fields *fields = context;

    if (fields->count < FIELDS_MAX)
        fields->field[fields->count++] = (struct field){name, value, width, at_bit};
}

/* Reads a payload. A split atomic response has the size of its request: that of expected. */
static enum rvt_status read_as(const struct rvt_config *config,
                               const struct rvt_data_packet *expected, const uint8_t *payload,
                               size_t bytes, struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    struct rvt_data_pending pending = {.size_plus_1 = {0}};

    rvt_diag_clear(diag);
    pending.size_plus_1[expected->lrid] = (uint8_t)(expected->size + 1);
    return rvt_data_read(config, payload, bytes, &pending, packet, diag);
}

void rvt_explain_data_packet(const struct rvt_config *config, const struct rvt_data_packet *packet,
                             struct rvt_text *text)
{
    rvt_text_add(text, "te_data %s", rvt_data_name(config, packet));
    if (rvt_data_visit(config, packet, add_text, text) != RVT_OK)
        rvt_text_add(text, " (cannot be written)");
}

void rvt_explain_data_payload(const struct rvt_config *config,
                              const struct rvt_data_packet *expected, const uint8_t *payload,
                              size_t bytes, struct rvt_text *text)
{
    struct rvt_data_packet packet;
    struct rvt_diag diag;

    enum rvt_status status = read_as(config, expected, payload, bytes, &packet, &diag);
    if (status == RVT_OK || status == RVT_ERR_TRAILING) {
        rvt_explain_data_packet(config, &packet, text);
        if (status != RVT_OK)
            rvt_text_add(text, " (%s)", diag.text);
    } else {
        char reason[256];
        rvt_diag_format(&diag, reason, sizeof reason);
        rvt_text_add(text, "not a packet: %s", reason);
    }
    rvt_text_add(text, " :");
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, " %02x", (unsigned)payload[i]);
}

void rvt_explain_data_differences(const struct rvt_config *config,
                                  const struct rvt_data_packet *expected, size_t expected_bytes,
                                  const uint8_t *payload, size_t bytes,
                                  struct rvt_differences *differences)
{
    struct rvt_data_packet observed;
    struct rvt_diag diag;
    struct fields want = {.count = 0}, got = {.count = 0};
    struct rvt_difference whole = {.differs = true,
                                   .in_length = true,
                                   .field = "payload",
                                   .expected = expected_bytes,
                                   .observed = bytes,
                                   .clause = "ETR-CMP-001"};
    bool same = true;

    differences->count = 0;
    whole.status = read_as(config, expected, payload, bytes, &observed, &diag);
    if (whole.status == RVT_OK && rvt_data_visit(config, expected, add_field, &want) == RVT_OK &&
        rvt_data_visit(config, &observed, add_field, &got) != RVT_OK)
        want.count = 0;
    for (unsigned i = 0; i < want.count && same; i++) {
        const struct field *field = &want.field[i];
        same = i < got.count && strcmp(field->name, got.field[i].name) == 0;
        if (same && field->value == got.field[i].value)
            continue;
        rvt_differences_add(
            differences,
            &(struct rvt_difference){.differs = true,
                                     .field = field->name,
                                     .expected = field->value,
                                     .absent = !same,
                                     .observed = same ? got.field[i].value : 0,
                                     .width = field->width,
                                     .bit = (unsigned)field->bit,
                                     .clause = rvt_data_clause(config, expected, field->name)});
    }
    if (differences->count == 0)
        rvt_differences_add(differences, &whole);
}

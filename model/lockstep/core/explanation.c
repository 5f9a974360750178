/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/explanation.h"

#include <inttypes.h>
#include <string.h>

#include "wire/encap.h"

#include "lockstep/report/data_explanation.h"

static void add_field(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    (void)at_bit;
    if (width > 0)
        rvt_text_add(context, width > 8 ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

void rvt_explain_packet(const struct rvt_config *config, const struct rvt_packet *packet,
                        struct rvt_text *text)
{
    rvt_text_add(text, "%s", rvt_packet_name(packet));
    if (rvt_packet_visit(config, packet, add_field, text) != RVT_OK)
        rvt_text_add(text, " (cannot be written)");
}

void rvt_explain_bytes(const uint8_t *data, size_t bytes, struct rvt_text *text)
{
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, " %02x", (unsigned)data[i]);
}

void rvt_explain_payload(const struct rvt_config *config, const uint8_t *payload, size_t bytes,
                         struct rvt_text *text)
{
    struct rvt_packet packet;
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    if (rvt_packet_read(config, payload, bytes, &packet, &diag) == RVT_OK) {
        rvt_explain_packet(config, &packet, text);
    } else {
        char reason[256];
        rvt_diag_format(&diag, reason, sizeof reason);
        rvt_text_add(text, "not a packet: %s", reason);
    }
    rvt_text_add(text, " :");
    rvt_explain_bytes(payload, bytes, text);
}

void rvt_explain_expected(const struct rvt_config *config,
                          const struct rvt_expected_packet *expected, struct rvt_text *text)
{
    if (expected->is_data)
        rvt_explain_data_packet(config, &expected->data, text);
    else
        rvt_explain_packet(config, &expected->packet, text);
    rvt_text_add(text, " :");
    rvt_explain_bytes(expected->payload.byte, expected->payload.bytes, text);
}

/* Records a difference in a field of the encapsulation, if there is one. */
static bool differs(struct rvt_difference *difference, const char *field, uint64_t expected,
                    uint64_t observed, const char *clause)
{
    if (expected == observed)
        return false;
    difference->differs = true;
    difference->field = field;
    difference->expected = expected;
    difference->observed = observed;
    difference->clause = clause;
    return true;
}

void rvt_explain_encap(const struct rvt_config *config, const struct rvt_expected_packet *expected,
                       const uint8_t *observed, size_t bytes, struct rvt_difference *difference)
{
    struct rvt_encap want, got;
    struct rvt_diag diag;
    size_t used;
    memset(difference, 0, sizeof *difference);
    rvt_diag_clear(&diag);
    if (rvt_encap_read(config, expected->encap, expected->encap_bytes, &want, &used, &diag) !=
            RVT_OK ||
        rvt_encap_read(config, observed, bytes, &got, &used, &diag) != RVT_OK) {
        (void)differs(difference, diag.field != NULL ? diag.field : "header", expected->encap[0],
                      observed[0], diag.clause != NULL ? diag.clause : "ENC-002");
        difference->differs = true;
        return;
    }
    if (differs(difference, "flow", want.flow, got.flow, "ENC-002") ||
        differs(difference, "extend", want.extend, got.extend, "ENC-005") ||
        differs(difference, "srcID", want.srcid, got.srcid, "ENC-015") ||
        differs(difference, "type", want.type, got.type, "ENC-007") ||
        differs(difference, "timestamp", want.timestamp, got.timestamp, "ENC-005"))
        return;
    if (expected->is_data)
        rvt_explain_data_difference(config, &expected->data, expected->payload.bytes,
                                    got.payload.byte, got.payload.bytes, difference);
    else
        rvt_difference_find(config, &expected->packet, got.payload.byte, got.payload.bytes,
                            difference);
    if (difference->differs && strcmp(difference->field, "payload") != 0)
        return;
    if (differs(difference, "length", want.length, got.length, "ENC-003"))
        return;
    size_t at = 0;
    while (at + 1 < bytes && at + 1 < expected->encap_bytes && expected->encap[at] == observed[at])
        at++;
    (void)differs(difference, "padding", expected->encap[at], observed[at], "ENC-008");
    difference->bit = (unsigned)(8 * at);
}

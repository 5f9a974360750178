/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/explanation.h"

#include <inttypes.h>

#include "wire/packet.h"

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
    enum rvt_status status = rvt_packet_read(config, payload, bytes, &packet, &diag);
    if (status == RVT_OK || status == RVT_ERR_TRAILING) {
        rvt_explain_packet(config, &packet, text);
        if (status != RVT_OK)
            rvt_text_add(text, " (%s)", diag.text);
    } else {
        rvt_text_add(text, "not a packet (%s)", diag.text);
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

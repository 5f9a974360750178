/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_text.h"

#include <inttypes.h>

#include "io/transport/collateral.h"
#include "io/transport/guid_text.h"
#include "transport/syst/syst_names.h"

/* Pieces of this many characters are printed at once. */
enum { PIECE = 256 };

void rvt_syst_text_hex(const uint8_t *data, size_t bytes, struct rvt_text *line)
{
    static const char digits[] = "0123456789abcdef";
    char piece[PIECE + 1];

    for (size_t at = 0; at < bytes;) {
        unsigned length = 0;

        for (; at < bytes && length < PIECE; at++) {
            piece[length++] = digits[data[at] >> 4];
            piece[length++] = digits[data[at] & 15];
        }
        piece[length] = '\0';
        rvt_text_add(line, "%s", piece);
    }
}

void rvt_syst_text_escaped(const uint8_t *data, size_t bytes, struct rvt_text *line)
{
    static const char digits[] = "0123456789abcdef";
    char piece[PIECE + 1];

    for (size_t at = 0; at < bytes;) {
        unsigned length = 0;

        for (; at < bytes && length + 4 <= PIECE; at++) {
            bool plain = data[at] >= 0x20 && data[at] < 0x7f;

            if (data[at] == '"' || data[at] == '\\' || !plain)
                piece[length++] = '\\';
            if (plain) {
                piece[length++] = (char)data[at];
            } else {
                piece[length++] = 'x';
                piece[length++] = digits[data[at] >> 4];
                piece[length++] = digits[data[at] & 15];
            }
        }
        piece[length] = '\0';
        rvt_text_add(line, "%s", piece);
    }
}

void rvt_syst_text_bytes(const uint8_t *data, size_t bytes, struct rvt_text *line)
{
    rvt_text_add(line, "bytes ");
    rvt_syst_text_hex(data, bytes, line);
}

void rvt_syst_text_comment(const char *text, size_t length, struct rvt_text *line)
{
    rvt_text_add(line, "  # ");
    rvt_syst_text_escaped((const uint8_t *)text, length, line);
}

static void add_name(const struct rvt_syst_message *message, struct rvt_text *line)
{
    const char *type = rvt_syst_type_name(message->type);
    const char *subtype = rvt_syst_subtype_name(message->type, message->subtype);

    rvt_text_add(line, "%s", type ? type : "?");
    if (message->type == RVT_SYST_SHORT32 || message->type == RVT_SYST_SHORT64)
        return;
    if (subtype)
        rvt_text_add(line, ".%s", subtype);
    else
        rvt_text_add(line, ".%u", message->subtype);
}

static void add_location(const struct rvt_syst_location *location, struct rvt_text *line)
{
    rvt_text_add(line, " location=%s", rvt_syst_location_name(location->tag));
    if (location->tag >= RVT_SYST_LOCATION_CODE32)
        rvt_text_add(line, ":0x%" PRIx64, location->address);
    else
        rvt_text_add(line, ":%" PRIu32 ":%" PRIu32, location->file, location->line);
}

/* Header and optional fields. */
static void add_fields(const struct rvt_syst_message *message, struct rvt_text *line)
{
    char guid[40];

    if (message->severity != RVT_SYST_SEVERITY_MAX)
        rvt_text_add(line, " severity=%s", rvt_syst_severity_name(message->severity));
    rvt_text_add(line, "%s%s%s", message->res7 ? " res7" : "", message->res30 ? " res30" : "",
                 message->res31 ? " res31" : "");
    if (!message->guid)
        rvt_text_add(line, " module=0x%x", rvt_syst_module(message));
    rvt_text_add(line, " unit=%u", rvt_syst_unit(message));
    if (message->guid) {
        rvt_guid_format(message->guid_bytes, guid);
        rvt_text_add(line, " guid=%s", guid);
    }
    if (message->loc)
        add_location(&message->location, line);
    if (message->len)
        rvt_text_add(line, " length");
    if (message->ts)
        rvt_text_add(line, " timestamp=%" PRIu64, message->timestamp);
}

/* The head of the payload, by type. */
static void add_head(const struct rvt_syst_message *message, struct rvt_text *line)
{
    unsigned head = rvt_syst_head_bytes(message->type, message->subtype);

    if (message->type == RVT_SYST_SHORT32 || message->type == RVT_SYST_SHORT64)
        rvt_text_add(line, " value=0x%" PRIx64, message->value);
    else if (message->type == RVT_SYST_BUILD && (head > 0 || message->payload_at == 0))
        rvt_text_add(line, " build=0x%" PRIx64, message->value);
    else if (message->type == RVT_SYST_CLOCK && head > 0)
        rvt_text_add(line, " clock=%" PRIu64 " frequency=%" PRIu64, message->value,
                     message->frequency);
    else if (head > 0)
        rvt_text_add(line, " id=0x%" PRIx64, message->value);
    if (message->type == RVT_SYST_SBD && head > 0 && message->subtype & RVT_SYST_SBD_ADDRESS64)
        rvt_text_add(line, " address=0x%" PRIx64, message->address);
}

void rvt_syst_text_message(const struct rvt_syst_message *message,
                           const struct rvt_syst_place *place, const uint8_t *excess,
                           size_t excess_bytes, struct rvt_text *line)
{
    bool fields = message->payload_at > 0;

    add_name(message, line);
    if (place->has_channel)
        rvt_text_add(line, " master=%u channel=%u", place->master, place->channel);
    if (place->has_time)
        rvt_text_add(line, " time=%" PRIu64, place->time);
    if (fields)
        add_fields(message, line);
    add_head(message, line);
    if (message->body_bytes > 0 && rvt_syst_has_text(message)) {
        rvt_text_add(line, " body=\"");
        rvt_syst_text_escaped(message->body, message->body_bytes, line);
        rvt_text_add(line, "\"");
    } else if (message->body_bytes > 0) {
        rvt_text_add(line, " body=");
        rvt_syst_text_hex(message->body, message->body_bytes, line);
    }
    if (fields && message->chk)
        rvt_text_add(line, " checksum");
    if (excess_bytes > 0) {
        rvt_text_add(line, " excess=");
        rvt_syst_text_hex(excess, excess_bytes, line);
    }
}

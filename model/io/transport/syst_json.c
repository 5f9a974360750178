/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_json.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "io/transport/guid_text.h"
#include "io/transport/syst_describe.h"
#include "io/transport/syst_text.h"
#include "transport/syst/syst_names.h"

enum { TEXT_BYTES = 2 * RVT_SYST_LINE_MAX };

/* Leaves out a value that jansson could not make, so that json_dumps cannot fail for it later. */
static void set(json_t *object, const char *key, json_t *value)
{
    if (value != NULL)
        (void)json_object_set_new(object, key, value);
}

static void set_number(json_t *object, const char *key, uint64_t number)
{
    set(object, key, json_integer((json_int_t)number));
}

static void set_wide(json_t *object, const char *key, uint64_t number)
{
    char text[24];

    (void)snprintf(text, sizeof text, "0x%" PRIx64, number);
    set(object, key, json_string(text));
}

static void set_hex(json_t *object, const char *key, const uint8_t *data, size_t bytes,
                    char *scratch)
{
    struct rvt_text text;

    rvt_text_init(&text, scratch, TEXT_BYTES);
    rvt_syst_text_hex(data, bytes, &text);
    set(object, key, json_string(scratch));
}

/* The text itself if it is UTF-8, else with \xNN for bytes that are not ASCII. */
static void set_text(json_t *object, const char *key, const struct rvt_text *text, char *scratch)
{
    json_t *value = json_stringn(text->out, text->length);

    if (value == NULL) {
        struct rvt_text escaped;

        rvt_text_init(&escaped, scratch, TEXT_BYTES);
        rvt_syst_text_escaped((const uint8_t *)text->out, text->length, &escaped);
        value = json_string(scratch);
    }
    set(object, key, value);
}

static void set_name(json_t *object, const struct rvt_syst_message *message)
{
    const char *subtype = rvt_syst_subtype_name(message->type, message->subtype);

    set(object, "type", json_string(rvt_syst_type_name(message->type)));
    if (subtype != NULL)
        set(object, "subtype", json_string(subtype));
    else if (message->payload_at > 0)
        set_number(object, "subtype", message->subtype);
}

static void set_location(json_t *object, const struct rvt_syst_location *location)
{
    json_t *value = json_object();

    set(value, "form", json_string(rvt_syst_location_name(location->tag)));
    if (location->tag >= RVT_SYST_LOCATION_CODE32) {
        set_wide(value, "address", location->address);
    } else {
        set_number(value, "file", location->file);
        set_number(value, "line", location->line);
    }
    set(object, "location", value);
}

/* Header and optional fields. */
static void set_fields(json_t *object, const struct rvt_syst_message *message)
{
    char guid[40];

    set(object, "severity", json_string(rvt_syst_severity_name(message->severity)));
    if (message->res7 || message->res30 || message->res31)
        set(object, "reserved",
            json_pack("{s:b, s:b, s:b}", "RES7", message->res7, "RES30", message->res30, "RES31",
                      message->res31));
    if (!message->guid)
        set_number(object, "module", rvt_syst_module(message));
    set_number(object, "origin_unit", rvt_syst_unit(message));
    if (message->guid) {
        rvt_guid_format(message->guid_bytes, guid);
        set(object, "guid", json_string(guid));
    }
    if (message->loc)
        set_location(object, &message->location);
    if (message->len)
        set_number(object, "length", message->length);
    if (message->ts)
        set_wide(object, "timestamp", message->timestamp);
    if (message->chk)
        set_wide(object, "checksum", message->checksum);
}

static void set_head(json_t *object, const struct rvt_syst_message *message)
{
    unsigned head = rvt_syst_head_bytes(message->type, message->subtype);

    if (message->payload_at > 0 && head == 0)
        return;
    switch (message->type) {
    case RVT_SYST_SHORT32:
    case RVT_SYST_SHORT64:
        set_wide(object, "value", message->value);
        break;
    case RVT_SYST_BUILD:
        set_wide(object, "build", message->value);
        break;
    case RVT_SYST_CLOCK:
        set_wide(object, "clock", message->value);
        set_wide(object, "frequency", message->frequency);
        break;
    default:
        set_wide(object, "id", message->value);
        break;
    }
    if (message->type == RVT_SYST_SBD && message->subtype & RVT_SYST_SBD_ADDRESS64)
        set_wide(object, "address", message->address);
}

/* The meaning of the message, by itself and by the collateral. */
static void set_meaning(json_t *object, const struct rvt_syst_shown *shown, char *scratch)
{
    const struct rvt_collateral_client *client =
        shown->collateral
            ? rvt_collateral_find_client(shown->collateral, shown->place, shown->message)
            : NULL;
    const char *file = NULL;
    uint64_t file_id = 0, line = 0;
    struct rvt_text text;

    rvt_text_init(&text, scratch, TEXT_BYTES);
    if (rvt_syst_describe(shown->collateral, shown->place, shown->message, &text))
        set_text(object, "text", &text, scratch + TEXT_BYTES);
    if (rvt_syst_source(shown->collateral, shown->place, shown->message, &file, &file_id, &line)) {
        json_t *source = json_object();

        if (file != NULL)
            set(source, "file", json_string(file));
        set_number(source, "file_id", file_id);
        set_number(source, "line", line);
        set(object, "source", source);
    }
    rvt_text_init(&text, scratch, TEXT_BYTES);
    if (rvt_syst_protocol(shown->collateral, shown->place, shown->message, &text))
        set_text(object, "protocol", &text, scratch + TEXT_BYTES);
    if (client != NULL)
        set(object, "client", json_string(rvt_collateral_client_name(client)));
}

static void set_findings(json_t *object, const struct rvt_syst_shown *shown)
{
    json_t *list = json_array();

    for (size_t i = 0; i < shown->findings; i++) {
        char line[256];

        rvt_finding_format(&shown->finding[i], line, sizeof line);
        (void)json_array_append_new(list, json_string(line));
    }
    if (shown->findings > 0)
        set(object, "findings", list);
    else
        json_decref(list);
}

/* The place of the message, and its timestamp in time of the transport. */
static void set_place(json_t *object, const struct rvt_syst_shown *shown)
{
    const struct rvt_syst_place *place = shown->place;

    if (place->has_channel) {
        set_number(object, "master", place->master);
        set_number(object, "channel", place->channel);
    }
    if (place->has_time)
        set_wide(object, "time", place->time);
    if (shown->converted != NULL) {
        json_t *time = json_object();

        set_wide(time, "ticks", shown->converted->ticks);
        set_wide(time, "numerator", shown->converted->numerator);
        set_wide(time, "denominator", shown->converted->denominator);
        set(object, "transport_time", time);
    }
}

enum rvt_status rvt_syst_json(struct rvt_output *output, const struct rvt_syst_shown *shown)
{
    const struct rvt_syst_item *item = shown->item;
    const struct rvt_syst_message *message = shown->message;
    json_t *object = json_object();
    char *scratch = malloc((size_t)2 * TEXT_BYTES);
    char *dumped = NULL;
    enum rvt_status status = RVT_ERR_MEMORY;

    if (object != NULL && scratch != NULL) {
        set_number(object, "position", item->position);
        set(object, "unit", json_string(item->unit));
        set_number(object, "size", item->bytes);
        set_place(object, shown);
        if (message == NULL) {
            set_hex(object, "bytes", item->data, item->bytes, scratch);
        } else {
            set_name(object, message);
            if (message->payload_at > 0)
                set_fields(object, message);
            set_head(object, message);
            if (message->body_bytes > 0)
                set_hex(object, "body", message->body, message->body_bytes, scratch);
            if (shown->used < item->bytes)
                set_hex(object, "excess", item->data + shown->used, item->bytes - shown->used,
                        scratch);
            set_meaning(object, shown, scratch);
        }
        set_findings(object, shown);
        dumped = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    }
    if (dumped != NULL)
        status = rvt_output_write(output, dumped, strlen(dumped));
    free(dumped);
    free(scratch);
    json_decref(object);
    return status;
}

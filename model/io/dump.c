/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/dump.h"
#include "wire/packet.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Fields that are printed as bits rather than as a number. */
static bool is_hexadecimal(const char *name)
{
    switch (name[0]) {
    case 'a':
        return strcmp(name, "address") == 0 || strcmp(name, "addr_msbs") == 0 ||
               strcmp(name, "addr_lsbs") == 0;
    case 'b':
        return strcmp(name, "branch_map") == 0;
    case 'c':
        return strcmp(name, "context") == 0;
    case 'd':
        return strcmp(name, "data") == 0;
    case 'o':
        return strcmp(name, "operand") == 0;
    case 's':
        return strcmp(name, "srcID") == 0;
    case 't':
        return strcmp(name, "time") == 0 || strcmp(name, "tval") == 0 ||
               strcmp(name, "timestamp") == 0;
    default:
        return false;
    }
}

/* The packet to print: a te_inst, a te_data, or neither. */
struct shown {
    const struct rvt_packet *inst;
    const struct rvt_data_packet *data;
};

static enum rvt_status visit(const struct rvt_config *config, const struct shown *shown,
                             rvt_bits_visit field, void *context)
{
    if (shown->inst)
        return rvt_packet_visit(config, shown->inst, field, context);
    return shown->data ? rvt_data_visit(config, shown->data, field, context) : RVT_OK;
}

static const char *item_name(const struct rvt_config *config, const struct rvt_stream_item *item,
                             const struct shown *shown)
{
    if (item->encap.kind == RVT_ENCAP_NULL_IDLE)
        return "null.idle";
    if (item->encap.kind == RVT_ENCAP_NULL_ALIGNMENT)
        return "null.alignment";
    if (shown->inst)
        return rvt_packet_name(shown->inst);
    if (shown->data)
        return rvt_data_name(config, shown->data);
    const char *foreign = rvt_stream_foreign(config, item);
    return foreign ? foreign : "?";
}

/* A line that is made piece by piece, in the storage of output. */
struct line {
    struct rvt_output *output;
    struct rvt_text text;
};

enum { LINE_BYTES = 1024 }; /* of a piece; half of it is more than a field and the payload take */

_Static_assert(LINE_BYTES / 2 > 2 * RVT_PAYLOAD_ROOM + 128, "a payload fits");

static struct line line_of(struct rvt_output *output)
{
    return (struct line){output, rvt_output_text(output, LINE_BYTES)};
}

static void add_position(struct rvt_text *text, const struct rvt_stream_item *item)
{
    if (item->form == RVT_STREAM_HEX)
        rvt_text_decimal(text, item->position, 6);
    else
        rvt_text_hex(text, item->position, 8);
    rvt_text_word(text, "  ");
}

/* Adds a field to a line, and begins the next piece if this one may not have room for one more. */
static void add_field(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    struct line *line = context;
    struct rvt_text *text = &line->text;

    (void)at_bit;
    if (width == 0)
        return;
    rvt_text_word(text, " ");
    rvt_text_word(text, name);
    if (is_hexadecimal(name)) {
        rvt_text_word(text, "=0x");
        rvt_text_hex(text, value, 1);
    } else {
        rvt_text_word(text, "=");
        rvt_text_decimal(text, value, 0);
    }
    if (name[0] == 'p' && strcmp(name, "privilege") == 0 &&
        rvt_privilege_is_reserved((unsigned)value))
        rvt_text_word(text, "(reserved)");
    if (text->length < LINE_BYTES / 2)
        return;
    rvt_output_take(line->output, text);
    *line = line_of(line->output);
}

static void dump_text(struct rvt_output *output, const struct rvt_config *config,
                      const struct rvt_stream_item *item, const struct shown *shown)
{
    const struct rvt_payload *payload = &item->encap.payload;
    bool null = item->encap.kind != RVT_ENCAP_NORMAL;
    struct line line = line_of(output);

    add_position(&line.text, item);
    rvt_text_word(&line.text, item_name(config, item, shown));
    if (item->form != RVT_STREAM_HEX) {
        if (rvt_encap_visit(config, &item->encap, add_field, &line) != RVT_OK)
            rvt_text_word(&line.text, " (incomplete)");
        rvt_text_word(&line.text, null ? "" : " |");
    }
    if (visit(config, shown, add_field, &line) != RVT_OK)
        rvt_text_word(&line.text, " (incomplete)");
    if (!null) {
        rvt_text_word(&line.text, " | ");
        rvt_text_bytes(&line.text, payload->byte, payload->bytes);
    }
    rvt_text_word(&line.text, "\n");
    rvt_output_take(output, &line.text);
}

void rvt_dump_text(struct rvt_output *output, const struct rvt_config *config,
                   const struct rvt_stream_item *item, const struct rvt_packet *packet)
{
    const struct shown shown = {.inst = packet};

    dump_text(output, config, item, &shown);
}

void rvt_dump_data_text(struct rvt_output *output, const struct rvt_config *config,
                        const struct rvt_stream_item *item, const struct rvt_data_packet *packet)
{
    const struct shown shown = {.data = packet};

    dump_text(output, config, item, &shown);
}

void rvt_dump_text_fault(struct rvt_output *output, const struct rvt_stream_item *item,
                         const struct rvt_diag *diag)
{
    struct rvt_text text = rvt_output_text(output, LINE_BYTES);

    add_position(&text, item);
    rvt_output_take(output, &text);
    rvt_output_print(output, "? %s\n", diag->text);
}

/* The value of a field: a wide one comes in parts, the low one first, not always in succession. */
struct value {
    const char *name; /* static */
    uint64_t low, high;
    unsigned bits; /* of the parts so far */
};

enum { FIELDS_MAX = RVT_SUPPORT_PLACES_MAX + 8 }; /* of one packet */

/* The fields of a packet, as an object. */
struct fields {
    json_t *object;
    unsigned count;
    struct value value[FIELDS_MAX];
};

/* Adds a part of field name to its value, which is returned. Only a whole part starts at bit 64. */
static const struct value *add_part(struct fields *fields, const char *name, uint64_t part,
                                    unsigned width)
{
    struct value *value = fields->value;
    const struct value *end = value + fields->count;

    while (value < end && strcmp(value->name, name) != 0)
        value++;
    if (value == end) {
        assert(fields->count < FIELDS_MAX);
        *value = (struct value){.name = name};
        fields->count++;
    }
    if (value->bits < 64)
        value->low |= part << value->bits;
    else
        value->high = part;
    value->bits += width;
    return value;
}

static void json_field(void *context, const char *name, uint64_t value, unsigned width,
                       size_t at_bit)
{
    struct fields *fields = context;
    char text[40];

    (void)at_bit;
    if (width == 0)
        return;
    const struct value *whole = add_part(fields, name, value, width);
    if (whole->high != 0)
        (void)snprintf(text, sizeof text, "0x%" PRIx64 "%016" PRIx64, whole->high, whole->low);
    else
        (void)snprintf(text, sizeof text, "0x%" PRIx64, whole->low);
    json_t *number =
        is_hexadecimal(name) ? json_string(text) : json_integer((json_int_t)whole->low);
    (void)json_object_set_new(fields->object, name, number);
}

/* Fields after the end of a walk with that status. */
static json_t *walked(struct fields *fields, enum rvt_status status)
{
    if (status == RVT_OK)
        return fields->object;
    json_decref(fields->object);
    return NULL;
}

json_t *rvt_dump_inst_fields(const struct rvt_config *config, const struct rvt_packet *packet)
{
    struct fields fields = {.object = json_object()};

    return walked(&fields, rvt_packet_visit(config, packet, json_field, &fields));
}

json_t *rvt_dump_data_fields(const struct rvt_config *config, const struct rvt_data_packet *packet)
{
    struct fields fields = {.object = json_object()};

    return walked(&fields, rvt_data_visit(config, packet, json_field, &fields));
}

json_t *rvt_dump_encap_fields(const struct rvt_config *config, const struct rvt_encap *encap)
{
    struct fields fields = {.object = json_object()};

    return walked(&fields, rvt_encap_visit(config, encap, json_field, &fields));
}

/* A new object with position and name. */
static json_t *start_object(const struct rvt_stream_item *item, const char *name)
{
    return json_pack("{s:I, s:s, s:s}", "position", (json_int_t)item->position, "unit", item->unit,
                     "name", name);
}

static enum rvt_status finish_object(struct rvt_output *output, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;

    json_decref(object);
    if (!text)
        return RVT_ERR_MEMORY;
    rvt_output_write(output, text, strlen(text));
    free(text);
    return RVT_OK;
}

static enum rvt_status add_encapsulation(json_t *object, const struct rvt_config *config,
                                         const struct rvt_stream_item *item)
{
    if (item->form == RVT_STREAM_HEX)
        return RVT_OK;
    struct fields fields = {.object = json_object()};
    enum rvt_status status = rvt_encap_visit(config, &item->encap, json_field, &fields);
    (void)json_object_set_new(object, "encapsulation", fields.object);
    return status;
}

static void add_payload(json_t *object, const struct rvt_payload *payload)
{
    char text[2 * RVT_PAYLOAD_BYTES_MAX + 1] = "";

    for (size_t index = 0; index < payload->bytes; index++)
        (void)snprintf(text + 2 * index, 3, "%02x", payload->byte[index]);
    (void)json_object_set_new(object, "payload", json_string(text));
}

/* Adds what is wrong with the item of object. */
static void add_error(json_t *object, const struct rvt_diag *diag)
{
    json_t *error =
        json_pack("{s:s, s:s}", "status", rvt_status_text(diag->status), "text", diag->text);

    if (diag->field) {
        char value[24];
        (void)snprintf(value, sizeof value, "0x%" PRIx64, diag->value);
        (void)json_object_set_new(error, "field", json_string(diag->field));
        (void)json_object_set_new(error, "value", json_string(value));
    }
    if (diag->clause)
        (void)json_object_set_new(error, "clause", json_string(diag->clause));
    (void)json_object_set_new(object, "error", error);
}

static enum rvt_status dump_json(struct rvt_output *output, const struct rvt_config *config,
                                 const struct rvt_stream_item *item, const struct shown *shown)
{
    json_t *object = start_object(item, item_name(config, item, shown));
    enum rvt_status status = add_encapsulation(object, config, item);
    struct rvt_diag reserved;

    rvt_diag_clear(&reserved);
    if ((shown->inst || shown->data) && status == RVT_OK) {
        struct fields fields = {.object = json_object()};
        status = visit(config, shown, json_field, &fields);
        (void)json_object_set_new(object, "packet", fields.object);
    }
    if (item->encap.kind == RVT_ENCAP_NORMAL)
        add_payload(object, &item->encap.payload);
    if (shown->inst && rvt_packet_check_privilege(shown->inst, &reserved) != RVT_OK)
        add_error(object, &reserved);
    if (status != RVT_OK) {
        json_decref(object);
        return status;
    }
    return finish_object(output, object);
}

enum rvt_status rvt_dump_json(struct rvt_output *output, const struct rvt_config *config,
                              const struct rvt_stream_item *item, const struct rvt_packet *packet)
{
    const struct shown shown = {.inst = packet};

    return dump_json(output, config, item, &shown);
}

enum rvt_status rvt_dump_data_json(struct rvt_output *output, const struct rvt_config *config,
                                   const struct rvt_stream_item *item,
                                   const struct rvt_data_packet *packet)
{
    const struct shown shown = {.data = packet};

    return dump_json(output, config, item, &shown);
}

enum rvt_status rvt_dump_json_fault(struct rvt_output *output, const struct rvt_config *config,
                                    const struct rvt_stream_item *item, bool is_packet,
                                    const struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    json_t *object = start_object(item, "?");

    add_error(object, diag);
    if (is_packet) {
        status = add_encapsulation(object, config, item);
        add_payload(object, &item->encap.payload);
    }
    if (status != RVT_OK) {
        json_decref(object);
        return status;
    }
    return finish_object(output, object);
}

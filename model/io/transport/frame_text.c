/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/frame_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/text.h"
#include "io/finding_json.h"

/* More than twice what a frame takes. */
enum { LINE_BYTES = 1024 };

static const char *const NAMES[] = {"frame", "fsync", "hsync", "cut", "skip"};

static void add_hsyncs(struct rvt_text *line, uint64_t count)
{
    if (count == 0)
        return;
    rvt_text_word(line, " hsync");
    if (count == 1)
        return;
    rvt_text_word(line, "*");
    rvt_text_hex(line, count, 1);
}

/* HSYNC between the halfwords of event and up to its end. */
static uint64_t hsyncs_before(const struct rvt_frame_event *event, size_t halfword)
{
    uint64_t from = event->halfword[halfword - 1] + 2;
    uint64_t to = 2 * halfword < event->bytes ? event->halfword[halfword] : event->end;

    return (to - from) / RVT_HSYNC_BYTES;
}

static void add_slot(struct rvt_text *line, const struct rvt_frame *frame, size_t slot)
{
    static const char *const marks[] = {" ", " =", " +"};

    rvt_text_put(line, marks[frame->slot[slot].kind],
                 frame->slot[slot].kind == RVT_FRAME_DATA ? 1 : 2);
    rvt_text_byte(line, frame->slot[slot].value);
}

static void add_frame(struct rvt_text *line, const struct rvt_frame_event *event)
{
    struct rvt_frame frame;

    rvt_frame_read(event->data, &frame);
    for (size_t slot = 0; slot < RVT_FRAME_SLOTS; slot++) {
        if (slot > 0 && slot % 2 == 0)
            add_hsyncs(line, hsyncs_before(event, slot / 2));
        add_slot(line, &frame, slot);
    }
}

static void add_cut(struct rvt_text *line, const struct rvt_frame_event *event)
{
    for (size_t byte = 0; byte < event->bytes; byte++) {
        if (byte > 0 && byte % 2 == 0)
            add_hsyncs(line, hsyncs_before(event, byte / 2));
        rvt_text_word(line, " ");
        rvt_text_byte(line, event->data[byte]);
    }
    if (event->bytes % 2 == 0)
        add_hsyncs(line, hsyncs_before(event, event->bytes / 2));
}

/* Appends a line: what it begins with, and bytes, any number of them. */
static void put_bytes(struct rvt_output *output, struct rvt_text line, const uint8_t *data,
                      size_t bytes)
{
    for (size_t at = 0; at < bytes; at++) {
        if (line.length > LINE_BYTES / 2) {
            rvt_output_take(output, &line);
            line = rvt_output_text(output, LINE_BYTES);
        }
        rvt_text_word(&line, " ");
        rvt_text_byte(&line, data[at]);
    }
    rvt_text_word(&line, "\n");
    rvt_output_take(output, &line);
}

void rvt_frame_text_event(struct rvt_output *output, const struct rvt_frame_event *event)
{
    struct rvt_text line = rvt_output_text(output, LINE_BYTES);

    rvt_text_hex(&line, event->position, 8);
    rvt_text_word(&line, "  ");
    rvt_text_word(&line, NAMES[event->kind]);
    if (event->kind == RVT_FRAME_EVENT_FRAME)
        add_frame(&line, event);
    else if (event->kind == RVT_FRAME_EVENT_CUT)
        add_cut(&line, event);
    put_bytes(output, line, event->data, event->kind == RVT_FRAME_EVENT_SKIP ? event->bytes : 0);
}

void rvt_frame_text_data(struct rvt_output *output, const struct rvt_frame_batch *batch)
{
    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);

        if (bytes == 0)
            continue;
        struct rvt_text line = rvt_output_text(output, LINE_BYTES);
        rvt_text_hex(&line, batch->position[first], 8);
        rvt_text_word(&line, "  data ");
        if (batch->run[run].id == RVT_FRAME_ID_NONE)
            rvt_text_word(&line, "--");
        else
            rvt_text_hex(&line, batch->run[run].id, 2);
        put_bytes(output, line, batch->data + first, bytes);
    }
}

/* Bytes as one string of digits; null: out of memory. */
static json_t *hex(const uint8_t *data, size_t bytes)
{
    static const char digits[] = "0123456789abcdef";
    char *text = malloc(2 * bytes + 1);

    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < bytes; i++) {
        text[2 * i] = digits[data[i] >> 4];
        text[2 * i + 1] = digits[data[i] & 15];
    }
    json_t *value = json_stringn(text, 2 * bytes);
    free(text);
    return value;
}

/* Appends object after separator, and releases it. */
static enum rvt_status put_object(struct rvt_output *output, const char **separator, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;

    json_decref(object);
    if (text == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = rvt_output_print(output, "%s%s", *separator, text);
    separator[0] = separator[1];
    free(text);
    return status;
}

enum rvt_status rvt_frame_json_event(struct rvt_output *output, const char **separator,
                                     const struct rvt_frame_event *event)
{
    return put_object(output, separator,
                      json_pack("{s:I, s:I, s:s, s:o}", "position", (json_int_t)event->position,
                                "end", (json_int_t)event->end, "event", NAMES[event->kind], "bytes",
                                hex(event->data, event->bytes)));
}

enum rvt_status rvt_frame_json_data(struct rvt_output *output, const char **separator,
                                    const struct rvt_frame_batch *batch)
{
    enum rvt_status status = RVT_OK;

    for (size_t run = 0; run < batch->runs && status == RVT_OK; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);
        bool known = batch->run[run].id != RVT_FRAME_ID_NONE;
        json_t *positions = json_array();

        for (size_t i = first; i < first + bytes; i++)
            (void)json_array_append_new(positions, json_integer((json_int_t)batch->position[i]));
        if (bytes == 0)
            json_decref(positions);
        else
            status = put_object(output, separator,
                                json_pack("{s:I, s:s, s:o, s:o, s:o}", "position",
                                          (json_int_t)batch->position[first], "event", "data", "id",
                                          known ? json_integer(batch->run[run].id) : json_null(),
                                          "bytes", hex(batch->data + first, bytes), "positions",
                                          positions));
    }
    return status;
}

enum rvt_status rvt_frame_json_finding(struct rvt_output *output, const char **separator,
                                       const struct rvt_finding *finding)
{
    rvt_output_print(output, "%s{\"position\":%" PRIu64 ",\"event\":\"finding\",", *separator,
                     finding->byte);
    rvt_finding_json(output, finding);
    separator[0] = separator[1];
    return rvt_output_print(output, "}");
}

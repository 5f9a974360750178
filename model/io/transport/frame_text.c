/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/frame_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/text.h"
#include "io/finding_json.h"

static const char *const NAMES[] = {"frame", "fsync", "hsync", "cut", "skip"};

static void put_hsyncs(struct rvt_output *output, uint64_t count)
{
    if (count == 1)
        rvt_output_write(output, " hsync", 6);
    else if (count > 1)
        rvt_output_print(output, " hsync*%" PRIx64, count);
}

/* HSYNC between the halfwords of event and up to its end. */
static uint64_t hsyncs_before(const struct rvt_frame_event *event, size_t halfword)
{
    uint64_t from = event->halfword[halfword - 1] + 2;
    uint64_t to = 2 * halfword < event->bytes ? event->halfword[halfword] : event->end;

    return (to - from) / RVT_HSYNC_BYTES;
}

static void put_word(struct rvt_output *output, const struct rvt_frame *frame, size_t slot)
{
    static const char *const marks[] = {"", "=", "+"};

    rvt_output_print(output, " %s%02x", marks[frame->slot[slot].kind], frame->slot[slot].value);
}

void rvt_frame_text_event(struct rvt_output *output, const struct rvt_frame_event *event)
{
    bool frame = event->kind == RVT_FRAME_EVENT_FRAME;
    size_t words = frame ? RVT_FRAME_SLOTS : event->bytes;
    struct rvt_frame slots;

    rvt_output_print(output, "%08" PRIx64 "  %s", event->position, NAMES[event->kind]);
    if (event->kind == RVT_FRAME_EVENT_FSYNC || event->kind == RVT_FRAME_EVENT_HSYNC)
        words = 0;
    if (frame)
        rvt_frame_read(event->data, &slots);
    for (size_t word = 0; word < words; word++) {
        if (word > 0 && word % 2 == 0 && event->kind != RVT_FRAME_EVENT_SKIP)
            put_hsyncs(output, hsyncs_before(event, word / 2));
        if (frame)
            put_word(output, &slots, word);
        else
            rvt_output_print(output, " %02x", event->data[word]);
    }
    if (event->kind == RVT_FRAME_EVENT_CUT && words % 2 == 0)
        put_hsyncs(output, hsyncs_before(event, words / 2));
    rvt_output_write(output, "\n", 1);
}

void rvt_frame_text_data(struct rvt_output *output, const struct rvt_frame_batch *batch)
{
    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);

        if (bytes == 0)
            continue;
        rvt_output_print(output, "%08" PRIx64 "  data", batch->position[first]);
        if (batch->run[run].id == RVT_FRAME_ID_NONE)
            rvt_output_print(output, " --");
        else
            rvt_output_print(output, " %02x", batch->run[run].id);
        for (size_t i = first; i < first + bytes; i++)
            rvt_output_print(output, " %02x", batch->data[i]);
        rvt_output_write(output, "\n", 1);
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

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Frames to text, data or findings. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/input.h"
#include "io/transport/frame_text.h"
#include "tools/live.h"
#include "tools/progress.h"
#include "tools/transport/frame.h"
#include "transport/frame/frame_ids.h"

enum { LINE_BYTES = 256 };

struct decode {
    const struct rvt_frame_command *command;
    struct rvt_output *output;
    const char *separator[2];        /* before JSON objects: the next one, and further ones */
    enum rvt_status status;          /* of what the callbacks wrote */
    uint64_t findings;               /* infos not counted */
    bool seen[RVT_FRAME_ID_MAX + 1]; /* with --id: sources that have data */
    struct rvt_deformatter deformatter;
};

static void on_event(void *context, const struct rvt_frame_event *event)
{
    struct decode *decode = context;

    if (decode->command->json.on && decode->status == RVT_OK)
        decode->status = rvt_frame_json_event(decode->output, decode->separator, event);
    else if (!decode->command->runs)
        rvt_frame_text_event(decode->output, event);
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct decode *decode = context;

    if (decode->command->json.on && decode->status == RVT_OK)
        decode->status = rvt_frame_json_data(decode->output, decode->separator, batch);
    else if (decode->command->runs)
        rvt_frame_text_data(decode->output, batch);
}

/* The data of one ID, as they are. */
static void on_extract(void *context, const struct rvt_frame_batch *batch)
{
    struct decode *decode = context;

    for (size_t run = 0; run < batch->runs; run++) {
        unsigned id = batch->run[run].id;
        size_t bytes = rvt_frame_run_bytes(batch, run);

        if (id == decode->command->id)
            rvt_output_write(decode->output, batch->data + batch->run[run].first, bytes);
        if (bytes > 0 &&
            (id == decode->command->id || rvt_frame_id_class(id) == RVT_FRAME_CLASS_SOURCE))
            decode->seen[id] = true;
    }
}

/* Nothing under the ID that was asked for must not look like success. */
static void check_extract(struct decode *decode)
{
    const struct rvt_frame_command *command = decode->command;
    struct rvt_diag missing;
    char ids[64];

    if (command->id == RVT_FRAME_ID_NONE || decode->seen[command->id])
        return;
    rvt_frame_ids_text(decode->seen, ids, sizeof ids);
    rvt_diag_clear(&missing);
    (void)rvt_diag_set(&missing, RVT_ERR_SEQUENCE, NULL, 0, NULL, "no data has ID 0x%02x%s%s",
                       command->id, ids[0] != '\0' ? "; IDs with data:" : "", ids);
    rvt_complain(command->input_path, &missing);
    decode->findings++;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct decode *decode = context;
    const struct rvt_frame_command *command = decode->command;
    char line[LINE_BYTES];

    decode->findings += rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO;
    if (command->json.on && decode->status == RVT_OK) {
        decode->status = rvt_frame_json_finding(decode->output, decode->separator, finding);
    } else if (command->verb == RVT_VERB_CHECK) {
        rvt_finding_format(finding, line, sizeof line);
        rvt_output_print(decode->output, "%s\n", line);
    } else {
        rvt_complain_finding(command->input_path, finding);
    }
}

static void open_deformatter(struct decode *decode)
{
    const struct rvt_frame_command *command = decode->command;
    struct rvt_deformatter_output output = {.finding = on_finding, .context = decode};

    if (command->id != RVT_FRAME_ID_NONE) {
        output.data = on_extract;
    } else if (command->verb == RVT_VERB_DECODE) {
        output.event = on_event;
        output.data = on_data;
    }
    rvt_deformatter_init(&decode->deformatter, &command->reader, &output);
}

/* Nor must a file without a frame. */
static void check_frames(struct decode *decode)
{
    const struct rvt_frame_command *command = decode->command;

    if (decode->deformatter.counts.frames > 0 || decode->findings > 0 || command->allow_empty)
        return;
    rvt_complain_empty(command->input_path, "frames");
    decode->findings++;
}

/* What a stream holds, in a line. */
static void summarise(struct decode *decode)
{
    const struct rvt_deformatter_counts *counts = &decode->deformatter.counts;

    rvt_output_print(decode->output,
                     "%" PRIu64 " bytes: %" PRIu64 " frames, %" PRIu64 " FSYNC, %" PRIu64
                     " HSYNC, %" PRIu64 " resets, %" PRIu64 " bytes skipped; data: %" PRIu64
                     " of sources, %" PRIu64 " null, %" PRIu64 " triggers, %" PRIu64
                     " reserved, %" PRIu64 " unknown; %" PRIu64 " findings\n",
                     decode->deformatter.position, counts->frames, counts->fsyncs, counts->hsyncs,
                     counts->resets, counts->passed, counts->data[RVT_FRAME_CLASS_SOURCE],
                     counts->data[RVT_FRAME_CLASS_NULL], counts->data[RVT_FRAME_CLASS_TRIGGER],
                     counts->data[RVT_FRAME_CLASS_RESERVED], counts->data[RVT_FRAME_CLASS_UNKNOWN],
                     decode->findings);
}

static enum rvt_status read_all(struct decode *decode, struct rvt_input *input,
                                struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 1;
    struct rvt_progress progress;
    struct rvt_live live;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "bytes");
    rvt_progress_of(&progress, decode->command->input_path);
    rvt_live_open(&live, decode->command->input_path, decode->output, NULL);
    while (status == RVT_OK && available > 0) {
        status = rvt_input_peek(input, 1, &data, &available, diag);
        if (status != RVT_OK)
            break;
        rvt_deformatter_push(&decode->deformatter, data, available);
        rvt_input_skip(input, available);
        rvt_live_step(&live);
        rvt_progress_to(&progress, rvt_input_offset(input), rvt_input_place(input));
        status = decode->status;
        if (status == RVT_OK)
            status = rvt_output_write(decode->output, NULL, 0);
    }
    rvt_live_close(&live);
    rvt_progress_clear();
    if (status == RVT_OK)
        rvt_deformatter_finish(&decode->deformatter);
    return status == RVT_OK ? decode->status : status;
}

enum rvt_exit rvt_frame_decode(const struct rvt_frame_command *command)
{
    struct decode decode = {
        .command = command,
        .separator = {"\n", command->json.lines ? "\n" : ",\n"},
    };
    struct rvt_input *input = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_input_open(command->input_path, &input, &diag);
    if (status != RVT_OK) {
        rvt_complain(command->input_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    decode.output = rvt_create_output(command->output_path);
    if (decode.output == NULL) {
        rvt_input_close(input);
        return RVT_EXIT_UNUSABLE;
    }
    open_deformatter(&decode);
    rvt_json_list_begin(&command->json, decode.output, "rvt-frame/1");
    status = read_all(&decode, input, &diag);
    rvt_json_list_end(&command->json, decode.output);
    if (!command->json.on && command->verb == RVT_VERB_CHECK)
        summarise(&decode);
    rvt_input_close(input);
    if (status == RVT_OK)
        check_extract(&decode);
    if (status == RVT_OK)
        check_frames(&decode);
    if (!rvt_settle(status, decode.output, command->input_path, command->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    return decode.findings > 0 ? RVT_EXIT_FINDINGS : RVT_EXIT_GOOD;
}

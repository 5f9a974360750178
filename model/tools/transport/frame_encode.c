/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Text, or the data of sources served round-robin, to frames. */
#include "io/bytes/input.h"
#include "io/transport/frame_line.h"
#include "io/transport/frame_text.h"
#include "tools/progress.h"
#include "tools/transport/frame.h"

struct encode {
    const struct rvt_frame_command *command;
    struct rvt_output *output;
    struct rvt_formatter formatter;
    uint64_t bytes; /* of frames */
};

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct encode *encode = context;

    encode->bytes += bytes;
    rvt_output_write(encode->output, data, bytes);
}

static enum rvt_status encode_text(struct encode *encode, struct rvt_diag *diag)
{
    struct rvt_input *input = NULL;
    const char *line = NULL;
    size_t length = 0;
    bool end = false;
    struct rvt_progress progress;
    enum rvt_status status = rvt_input_open(encode->command->input_path, &input, diag);

    rvt_progress_start(&progress, "lines");
    rvt_progress_of(&progress, encode->command->input_path);
    while (status == RVT_OK && !end) {
        status = rvt_input_line(input, &line, &length, &end, diag);
        if (status != RVT_OK || end)
            break;
        status = rvt_frame_line_write(&encode->formatter, line, length, diag);
        if (status != RVT_OK) {
            diag->unit = NULL; /* a slot says less than the line */
            rvt_diag_at(diag, "line", rvt_input_line_number(input));
        }
        rvt_progress_at(&progress, rvt_input_place(input));
    }
    rvt_progress_clear();
    rvt_input_close(input);
    return status;
}

/* One burst of a source; *more: it may have more data. */
static enum rvt_status take_burst(struct encode *encode, struct rvt_input *input, unsigned id,
                                  bool *more, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    size_t left = encode->command->burst;

    while (left > 0 && status == RVT_OK) {
        const uint8_t *data = NULL;
        size_t available = 0;

        status = rvt_input_peek(input, 1, &data, &available, diag);
        if (status != RVT_OK || available == 0)
            break;
        *more = true;
        if (available > left)
            available = left;
        status = rvt_formatter_write(&encode->formatter, id, data, available, diag);
        rvt_input_skip(input, available);
        left -= available;
    }
    return status;
}

/* How far reading is in all sources together. */
static uint64_t place(struct rvt_input *const input[], unsigned sources)
{
    uint64_t bytes = 0;

    for (unsigned i = 0; i < sources; i++)
        bytes += rvt_input_place(input[i]);
    return bytes;
}

/* One burst of each source after the other, until none has more data. */
static enum rvt_status take_bursts(struct encode *encode, struct rvt_input *const input[],
                                   const char **at_fault, struct rvt_diag *diag)
{
    const struct rvt_frame_command *command = encode->command;
    struct rvt_progress progress;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "bytes of frames");
    for (unsigned i = 0; i < command->sources; i++)
        rvt_progress_of(&progress, command->source[i].path);
    for (bool more = true; more && status == RVT_OK;) {
        more = false;
        for (unsigned i = 0; i < command->sources && status == RVT_OK; i++) {
            *at_fault = command->source[i].path;
            status = take_burst(encode, input[i], command->source[i].id, &more, diag);
        }
        if (status == RVT_OK)
            status = rvt_output_write(encode->output, NULL, 0);
        rvt_progress_to(&progress, encode->bytes, place(input, command->sources));
    }
    rvt_progress_clear();
    return status;
}

static enum rvt_status encode_sources(struct encode *encode, const char **at_fault,
                                      struct rvt_diag *diag)
{
    const struct rvt_frame_command *command = encode->command;
    struct rvt_input *input[RVT_FRAME_SOURCES_MAX] = {NULL};
    enum rvt_status status = RVT_OK;

    for (unsigned i = 0; i < command->sources && status == RVT_OK; i++) {
        *at_fault = command->source[i].path;
        status = rvt_input_open(command->source[i].path, &input[i], diag);
    }
    if (status == RVT_OK)
        status = take_bursts(encode, input, at_fault, diag);
    for (unsigned i = 0; i < command->sources; i++)
        rvt_input_close(input[i]);
    return status;
}

enum rvt_exit rvt_frame_encode(const struct rvt_frame_command *command)
{
    struct encode encode = {.command = command};
    const char *at_fault = command->input_path;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    encode.output = rvt_create_output(command->output_path);
    if (encode.output == NULL)
        return RVT_EXIT_UNUSABLE;
    rvt_formatter_init(&encode.formatter, &command->formatter, on_bytes, &encode);
    enum rvt_status status = command->sources > 0 ? encode_sources(&encode, &at_fault, &diag)
                                                  : encode_text(&encode, &diag);
    if (status == RVT_OK)
        rvt_formatter_flush(&encode.formatter);
    if (!rvt_settle(status, encode.output, at_fault, command->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    if (encode.bytes > 0 || command->allow_empty)
        return RVT_EXIT_GOOD;
    rvt_complain_empty(command->input_path, command->sources > 0 ? "data" : "frames");
    return RVT_EXIT_FINDINGS;
}

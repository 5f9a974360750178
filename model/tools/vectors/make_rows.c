/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/make_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draft/encoder_profile.h"
#include "golden/vector_text.h"
#include "io/control_file.h"
#include "io/bytes/input.h"
#include "io/tip/tip_file.h"

/* Of one case: what golden vectors may have. */
enum { PACKETS_MAX = 128, TEXT_BYTES_MAX = 65536 };

/* The packets, while they are encoded. */
struct packets {
    const struct rvt_config *config;
    struct rvt_output *output;
    unsigned count;
};

static enum rvt_status put_packet(void *context, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin)
{
    struct packets *packets = context;
    struct rvt_payload payload;
    enum rvt_status status = rvt_packet_write(packets->config, packet, &payload, NULL);

    (void)origin;
    if (status == RVT_OK)
        status = rvt_golden_text_packet(packets->output, packets->config, packet, &payload);
    packets->count++;
    return status == RVT_OK && packets->count > PACKETS_MAX ? RVT_ERR_CAPACITY : status;
}

/* Appends the text of the trace, indented. */
static enum rvt_status copy_rows(const char *path, struct rvt_output *output, struct rvt_diag *diag)
{
    struct rvt_input *input = NULL;
    const char *line = NULL;
    size_t length = 0, bytes = 0;
    bool end = false;
    enum rvt_status status = rvt_input_open(path, &input, diag);

    while (status == RVT_OK && !end) {
        status = rvt_input_line(input, &line, &length, &end, diag);
        bytes += length;
        if (status == RVT_OK && bytes > TEXT_BYTES_MAX)
            status = rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL,
                                  "the trace is too long for a vector");
        if (status == RVT_OK && !end && memchr(line, '\0', length) != NULL)
            status = rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                                  "the trace is no text: rvt tip --convert makes one");
        if (status == RVT_OK && !end && length > 0)
            rvt_output_print(output, "        %.*s\n", (int)length, line);
    }
    rvt_input_close(input);
    return status;
}

/* Encodes the rows: all of them traced, then the end. *cycles: the cycle after the last one. */
static enum rvt_status encode(struct rvt_tip_reader *reader, struct rvt_encoder *encoder,
                              struct rvt_registers *registers, enum rvt_control_word word,
                              uint64_t *cycles, struct rvt_diag *diag)
{
    struct rvt_row row;
    bool end = false;
    struct rvt_control_step step[2] = {{.word = word}, {.word = RVT_CONTROL_OFF}};
    struct rvt_control_script script = {.step = step, .count = 1};
    enum rvt_status status = RVT_OK;

    *cycles = 0;
    while (status == RVT_OK) {
        status = rvt_tip_read(reader, &row, &end, diag);
        if (status != RVT_OK || end)
            break;
        *cycles = row.cycle + 1;
        status = rvt_control_play(&script, registers, encoder, row.cycle, diag);
        if (status == RVT_OK)
            status = rvt_encoder_row(encoder, &row, diag);
    }
    step[1].cycle = *cycles;
    script.count = 2;
    return status == RVT_OK ? rvt_control_play(&script, registers, encoder, UINT64_MAX, diag)
                            : status;
}

/* Appends the packets of the trace to those; *word and *cycles are when it was traced. */
static enum rvt_status run(const char *path, struct packets *packets, enum rvt_control_word *word,
                           uint64_t *cycles, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader = NULL;
    struct rvt_encoder *encoder = NULL;
    struct rvt_registers registers;
    enum rvt_status status = rvt_tip_open(path, packets->config, &reader, diag);

    if (status == RVT_OK)
        status = rvt_encoder_profile_open(packets->config, put_packet, packets, &encoder);
    if (status == RVT_OK) {
        bool triggers = (rvt_tip_columns(reader) & RVT_TIP_TRIGGER) != 0;
        *word = triggers ? RVT_CONTROL_TRACE_TRIGGERS : RVT_CONTROL_TRACE;
        rvt_registers_init(&registers, packets->config);
        status = encode(reader, encoder, &registers, *word, cycles, diag);
    }
    if (packets->count > PACKETS_MAX)
        status = rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL,
                              "a vector has up to %d packets", PACKETS_MAX);
    rvt_encoder_close(encoder);
    rvt_tip_close(reader);
    return status;
}

enum rvt_status rvt_make_rows(const char *path, const struct rvt_config *config,
                              struct rvt_output *output, struct rvt_diag *diag)
{
    struct packets packets = {.config = config};
    enum rvt_control_word word = RVT_CONTROL_TRACE;
    uint64_t cycles = 0;

    if (config->options.data_trace)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, "data_trace", 1, NULL,
                            "vectors of data trace are written by hand");
    enum rvt_status status = rvt_output_open_memory(RVT_YAML_BYTES_MAX, &packets.output);
    if (status == RVT_OK)
        status = run(path, &packets, &word, &cycles, diag);
    if (status == RVT_OK) {
        rvt_output_print(output, "      control: [[0, %s], [%" PRIu64 ", off]]\n      tip: |\n",
                         rvt_control_word_text(word), cycles);
        status = copy_rows(path, output, diag);
    }
    rvt_output_print(output, "    expect:\n      verdict: valid\n      packets:\n");
    if (packets.output != NULL)
        (void)rvt_output_empty(packets.output, output);
    rvt_output_discard(packets.output);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt encode: the rows of a tip trace through the reference encoder, its packets as payloads or
 * bytes. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "draft/encoder_profile.h"
#include "encoder/doubt.h"
#include "encoder/encoder.h"
#include "io/control_file.h"
#include "io/stream_writer.h"
#include "io/tip/tip_file.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/live.h"
#include "tools/progress.h"
#include "tools/tip_control.h"
#include "wire/packet.h"

static const char HELP[] =
    "usage: rvt encode -c CFG TIP [-o OUT] [--as FORM] [--control FILE]\n"
    "\n"
    "Encodes the rows of a tip trace. Tracing is enabled before the first row and disabled after\n"
    "the last row. If the tip trace has a trigger column, triggers are enabled as well. With\n"
    "--control, only the control script enables the encoder. In form hex, the line of a te_data\n"
    "payload begins with d:.\n"
    "\n"
    "  -c, --config CFG    configuration (YAML)\n"
    "  -o, --output OUT    output file; default: standard output\n"
    "      --control FILE  control script: register writes and their cycles (YAML)\n"
    "      --as FORM       hex: one payload per line (default)\n"
    "                      encap: encapsulated bytes\n"
    "                      frame: encapsulated bytes in formatter frames\n"
    "                      stp: encapsulated bytes in SyS-T messages on STP\n"
    "                      (section transport of CFG describes frame and stp)\n"
    "  -h, --help          print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

/* Packets with one doubt. */
struct doubted {
    uint64_t packets;
    uint64_t first; /* number of the first of them, and what it reports */
    struct rvt_origin origin;
};

struct encode {
    struct rvt_config config;
    const char *config_path, *tip_path, *output_path, *control_path;
    const char *input_path; /* what a fault is found in */
    struct rvt_registers registers;
    struct rvt_control_script script;
    enum rvt_trace_form form;
    struct rvt_tip_reader *reader;
    struct rvt_output *output;
    struct rvt_stream_writer writer;
    struct rvt_encoder *encoder;
    struct rvt_diag diag; /* why the sink stopped the encoder, or the fault itself */
    uint64_t packets;
    struct doubted doubted[RVT_DOUBTS]; /* by number of the doubt */
};

/* Counts a packet. */
static void count_packet(struct encode *encode, const struct rvt_origin *origin)
{
    const struct rvt_doubt_text *text;

    encode->packets++;
    for (unsigned i = 0; (text = rvt_doubt_text(i)) != NULL; i++) {
        struct doubted *doubted = &encode->doubted[i];
        if ((origin->doubts & text->doubt) == 0 || doubted->packets++ > 0)
            continue;
        doubted->first = encode->packets;
        doubted->origin = *origin;
    }
}

/* One line for all packets of one doubt. */
static void warn(const struct encode *encode)
{
    const struct rvt_doubt_text *text;

    for (unsigned i = 0; (text = rvt_doubt_text(i)) != NULL; i++) {
        const struct doubted *doubted = &encode->doubted[i];
        if (doubted->packets == 0)
            continue;
        (void)fprintf(stderr,
                      "rvt: %s: warning: %" PRIu64 " %s packet%s (first: packet %" PRIu64
                      ", address 0x%" PRIx64 ", cycle %" PRIu64 "): %s. %s [%s]\n",
                      rvt_input_name(encode->tip_path), doubted->packets, text->kind,
                      doubted->packets == 1 ? "" : "s", doubted->first, doubted->origin.iaddr,
                      doubted->origin.cycle, text->reason, text->advice, text->clause);
    }
}

static enum rvt_status put_payload(struct encode *encode, const struct rvt_payload *payload,
                                   bool data, uint64_t time)
{
    encode->config.encap = rvt_registers_encap(&encode->registers);
    return rvt_stream_writer_put(&encode->writer, payload, data, time, &encode->diag);
}

/* The sink of the encoder. */
static enum rvt_status take_packet(void *context, const struct rvt_packet *packet,
                                   const struct rvt_origin *origin)
{
    struct encode *encode = context;
    struct rvt_payload payload;
    enum rvt_status status =
        rvt_packet_write(rvt_encoder_config(encode->encoder), packet, &payload, &encode->diag);

    if (status != RVT_OK)
        return status;
    count_packet(encode, origin);
    return put_payload(encode, &payload, false, origin->time);
}

/* The sink of the encoder for te_data. */
static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct encode *encode = context;
    struct rvt_payload payload;
    enum rvt_status status =
        rvt_data_write(rvt_encoder_config(encode->encoder), packet, &payload, &encode->diag);

    if (status != RVT_OK)
        return status;
    return put_payload(encode, &payload, true, origin->time);
}

/* Enables the encoder from the cycle of row on, or disables it. */
static enum rvt_status control(struct encode *encode, const struct rvt_row *row, bool enable)
{
    rvt_tip_control(encode->reader, &encode->config, enable, &encode->registers);
    return rvt_encoder_program(encode->encoder, row, &encode->registers, &encode->diag);
}

static enum rvt_status play(struct encode *encode, uint64_t cycle)
{
    enum rvt_status status = rvt_control_play(&encode->script, &encode->registers, encode->encoder,
                                              cycle, &encode->diag);

    if (status == RVT_ERR_PARAMETER || status == RVT_ERR_INGRESS)
        encode->input_path = encode->control_path;
    return status;
}

/* After the last row, or the last step of the script. */
static enum rvt_status finish(struct encode *encode, const struct rvt_row *last)
{
    struct rvt_row row = {.cycle = last->cycle + 1, .time = last->time};
    const struct rvt_control_script *script = &encode->script;
    enum rvt_status status = play(encode, UINT64_MAX);

    if (script->count > 0 && script->step[script->count - 1].cycle > row.cycle)
        row.cycle = script->step[script->count - 1].cycle;
    if (status == RVT_OK && rvt_registers_control(&encode->registers).enable)
        status = control(encode, &row, false);
    return status;
}

/* Lets the cycles before row pass in which the hart was stalled. */
static enum rvt_status pass_stall(struct encode *encode, const struct rvt_row *row)
{
    uint64_t first = row->cycle - row->stalled; /* of these cycles */

    if (row->stalled == 0 || first == 0)
        return RVT_OK;
    enum rvt_status status = play(encode, first - 1);
    if (status == RVT_OK)
        status = rvt_encoder_idle(encode->encoder, first - 1, &encode->diag);
    rvt_encoder_stall(encode->encoder, row->cycle - 1);
    return status;
}

static enum rvt_status run_rows(struct encode *encode)
{
    struct rvt_progress progress;
    struct rvt_live live;
    struct rvt_row row = {0};
    bool end = false;
    enum rvt_status status = rvt_tip_read(encode->reader, &row, &end, &encode->diag);

    if (status == RVT_OK && end)
        return rvt_diag_set(&encode->diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "the file contains no rows");
    if (status == RVT_OK && encode->control_path == NULL)
        status = control(encode, &row, true);
    rvt_live_open(&live, encode->tip_path, encode->output, NULL);
    rvt_progress_start(&progress, "rows");
    rvt_progress_of(&progress, encode->tip_path);
    while (status == RVT_OK && !end) {
        status = pass_stall(encode, &row);
        if (status == RVT_OK)
            status = play(encode, row.cycle);
        if (status != RVT_OK)
            break;
        status = rvt_encoder_row(encode->encoder, &row, &encode->diag);
        rvt_live_step(&live);
        if (status != RVT_OK)
            rvt_tip_locate(encode->reader, &encode->diag);
        else
            status = rvt_tip_read(encode->reader, &row, &end, &encode->diag);
        rvt_progress_at(&progress, rvt_tip_place(encode->reader));
    }
    rvt_live_close(&live);
    if (status == RVT_OK)
        status = finish(encode, &row);
    rvt_progress_clear();
    return status;
}

static enum rvt_status open_all(struct encode *encode)
{
    enum rvt_status status =
        rvt_tip_open(encode->tip_path, &encode->config, &encode->reader, &encode->diag);

    if (status == RVT_OK)
        status = rvt_encoder_profile_open(&encode->config, take_packet, encode, &encode->encoder);
    if (status == RVT_OK)
        rvt_encoder_data_sink(encode->encoder, take_data, encode);
    rvt_registers_init(&encode->registers, &encode->config);
    rvt_stream_writer_init(&encode->writer, encode->output, &encode->config,
                           (enum rvt_stream_form)encode->form);
    return status;
}

static enum rvt_exit run(struct encode *encode)
{
    encode->output = rvt_create_output(encode->output_path);
    if (encode->output == NULL) {
        rvt_control_fini(&encode->script);
        return RVT_EXIT_UNUSABLE;
    }
    enum rvt_status status = open_all(encode);
    if (status == RVT_OK)
        status = run_rows(encode);
    if (status == RVT_OK)
        status = rvt_stream_writer_finish(&encode->writer);
    warn(encode);
    rvt_encoder_close(encode->encoder);
    rvt_tip_close(encode->reader);
    rvt_control_fini(&encode->script);
    return rvt_settle(status, encode->output, encode->input_path, encode->output_path,
                      &encode->diag)
               ? RVT_EXIT_GOOD
               : RVT_EXIT_UNUSABLE;
}

/* Reads the control script, if there is one; false: it has complained. */
static bool load_script(struct encode *encode)
{
    if (encode->control_path != NULL)
        rvt_input_note(encode->control_path);
    if (encode->control_path == NULL ||
        rvt_control_load(encode->control_path, &encode->script, &encode->diag) == RVT_OK)
        return true;
    rvt_complain(encode->control_path, &encode->diag);
    return false;
}

enum rvt_exit rvt_command_encode(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"output", required_argument, NULL, 'o'},
        {"as", required_argument, NULL, 'a'},     {"control", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    struct encode encode = {.output_path = "-", .form = RVT_TRACE_HEX};
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == 'c')
            encode.config_path = optarg;
        else if (option == 'o')
            encode.output_path = optarg;
        else if (option == 'r')
            encode.control_path = optarg;
        else if (option != 'a')
            return rvt_misused(argv[0]);
        else if (!rvt_parse_form(optarg, &encode.form))
            return rvt_misuse(argv[0], "--as takes hex, encap, frame or stp, not '%s'", optarg);
    }
    if (!encode.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one TIP is needed");
    encode.tip_path = encode.input_path = argv[optind];
    rvt_input_note(encode.tip_path);
    rvt_diag_clear(&encode.diag);
    return rvt_load_config(encode.config_path, &encode.config) && load_script(&encode)
               ? run(&encode)
               : RVT_EXIT_UNUSABLE;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt stats: what a stream consists of, in numbers. */
#include <getopt.h>
#include <stdio.h>

#include "io/stream.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/program_image.h"
#include "tools/progress.h"
#include "tools/stats/decisions.h"
#include "tools/stats/tally.h"
#include "wire/packet.h"

static const char HELP[] =
    "usage: rvt stats -c CFG [-p PROGRAM] STREAM [-o OUT] [--as FORM] [--json]\n"
    "\n"
    "Counts the packets of a stream: by source, format and subformat, and size of payload; the\n"
    "distance of sync packets; null packets, faults and losses. With a program, also the\n"
    "instructions that retired, the bits of payload for each, and for each decision of the\n"
    "encoder how many packets it caused. Packets of other sources than that of CFG are counted\n"
    "as 'other'.\n"
    "\n"
    "  -c, --config CFG  configuration (YAML)\n"
    "  -p, --program PROGRAM\n"
    "                    as for rvt decode; may be repeated\n"
    "      --zcm         as for rvt decode\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "      --as FORM     hex (default), encap, frame or stp, as for rvt decode\n"
    "      --json        print an object\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 1 faults or losses, 2 usage, input or output error\n";

struct stats {
    struct rvt_config config; /* with the modes of the latest support packet */
    const char *config_path, *stream_path, *output_path;
    enum rvt_trace_form form;
    bool json;
    struct rvt_programs programs;
    struct rvt_config decoding; /* as it was loaded */
    struct rvt_image *image;    /* null without a program, as below */
    struct rvt_decisions *decisions;
    struct rvt_stream *stream;
    struct rvt_tally tally;
};

static void found_in_carrier(void *context, const struct rvt_finding *finding)
{
    struct stats *stats = context;

    stats->tally.faults += rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO;
}

/* Something is missing here. */
static void lose(struct stats *stats)
{
    if (stats->decisions != NULL)
        rvt_decisions_break(stats->decisions);
}

/* A te_inst of the traced source. */
static void count_inst(struct stats *stats, const struct rvt_stream_item *item)
{
    const struct rvt_payload *payload = &item->encap.payload;
    struct rvt_packet packet;
    enum rvt_status status =
        rvt_packet_read(&stats->config, payload->byte, payload->bytes, &packet, NULL);

    if (status != RVT_OK && !rvt_payload_only_padding(&stats->config, status)) {
        stats->tally.faults++;
        lose(stats);
        rvt_tally_packet(&stats->tally, item->encap.srcid, "unreadable", payload->bytes, false);
        return;
    }
    if (packet.format == RVT_FORMAT_SYNC && packet.subformat == RVT_SUBFORMAT_SUPPORT)
        rvt_support_adopt(&stats->config, &packet.support, &stats->config.options);
    if (stats->decisions != NULL)
        rvt_decisions_packet(stats->decisions, &packet);
    rvt_tally_packet(&stats->tally, item->encap.srcid, rvt_packet_name(&packet), payload->bytes,
                     rvt_packet_is_sync(&packet));
}

static void count_item(struct stats *stats, const struct rvt_stream_item *item)
{
    const struct rvt_payload *payload = &item->encap.payload;

    if (item->encap.kind != RVT_ENCAP_NORMAL) {
        stats->tally.nulls++;
        return;
    }
    if (rvt_stream_foreign(&stats->config, item) != NULL) {
        rvt_tally_packet(&stats->tally, item->encap.srcid, "other", payload->bytes, false);
        return;
    }
    stats->tally.own_bytes += payload->bytes;
    if (item->data)
        rvt_tally_packet(&stats->tally, item->encap.srcid, "te_data", payload->bytes, false);
    else
        count_inst(stats, item);
}

/* Counts the next item; *end says that there was none. A fault in diag ends the counting. */
static enum rvt_status step(struct stats *stats, bool *end, struct rvt_diag *diag)
{
    struct rvt_stream_item item = {0};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_stream_read(stats->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        *diag = fault;
        return status;
    }
    if (status == RVT_OK && !*end)
        count_item(stats, &item);
    if (status == RVT_OK)
        return RVT_OK;
    stats->tally.losses += status == RVT_ERR_SEQUENCE;
    stats->tally.faults += status != RVT_ERR_SEQUENCE;
    lose(stats);
    return RVT_OK;
}

static enum rvt_status count_stream(struct stats *stats, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_stream_findings(stats->stream, found_in_carrier, stats);
    rvt_progress_start(&progress, "packets");
    rvt_progress_of(&progress, stats->stream_path);
    while (status == RVT_OK && !end) {
        status = step(stats, &end, diag);
        rvt_progress_at(&progress, rvt_stream_place(stats->stream));
    }
    rvt_progress_clear();
    if (status == RVT_OK && stats->decisions != NULL)
        rvt_decisions_finish(stats->decisions);
    return status;
}

/* A stream without packets was not counted: that must not look like success. */
static bool is_clean(struct stats *stats)
{
    const struct rvt_tally *tally = &stats->tally;

    if (tally->sources == 0) {
        rvt_complain_empty(stats->stream_path, "packets");
        return false;
    }
    return tally->faults == 0 && tally->losses == 0 && tally->decoder_losses == 0;
}

static enum rvt_exit run(struct stats *stats)
{
    struct rvt_diag diag;
    struct rvt_output *output = rvt_create_output(stats->output_path);

    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_stream_open(stats->stream_path, &stats->config, (enum rvt_stream_form)stats->form,
                        &stats->stream, &diag);
    if (status == RVT_OK)
        status = count_stream(stats, &diag);
    if (status == RVT_OK)
        status = stats->json ? rvt_tally_json(&stats->tally, output)
                             : rvt_tally_text(&stats->tally, output);
    rvt_stream_close(stats->stream);
    bool good = rvt_settle(status, output, stats->stream_path, stats->output_path, &diag);
    if (good && is_clean(stats))
        return RVT_EXIT_GOOD;
    if (good || status == RVT_ERR_SYNTAX)
        rvt_advise_form(stats->stream_path, stats->form);
    return good ? RVT_EXIT_FINDINGS : RVT_EXIT_UNUSABLE;
}

/* Opens the decoder, if there is a program; false: it has complained. */
static bool open_decoder(struct stats *stats)
{
    struct rvt_diag diag;

    if (stats->programs.count == 0)
        return true;
    stats->tally.decoded = true;
    stats->decoding = stats->config;
    if (!rvt_programs_image(&stats->programs, &stats->decoding, &stats->image))
        return false;
    enum rvt_status status =
        rvt_decisions_open(&stats->decoding, stats->image, &stats->tally, &stats->decisions);
    if (status == RVT_OK)
        return true;
    rvt_diag_clear(&diag);
    (void)rvt_diag_set(&diag, status, NULL, 0, NULL, "the packets cannot be decoded");
    rvt_complain(stats->config_path, &diag);
    return false;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct stats *stats, int option, const char *command)
{
    if (option == 'c')
        stats->config_path = optarg;
    else if (option == 'o')
        stats->output_path = optarg;
    else if (option == 'j')
        stats->json = true;
    else if (option == 'z')
        stats->programs.zcm = true;
    else if (option == 'p' && !rvt_programs_add(&stats->programs, optarg))
        return rvt_misuse(command, "-p may be given at most %d times", RVT_PROGRAMS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'a' && !rvt_parse_form(optarg, &stats->form))
        return rvt_misuse(command, "--as takes hex, encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

enum rvt_exit rvt_command_stats(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"program", required_argument, NULL, 'p'},
        {"output", required_argument, NULL, 'o'}, {"as", required_argument, NULL, 'a'},
        {"json", no_argument, NULL, 'j'},         {"zcm", no_argument, NULL, 'z'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    static struct stats stats;
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    stats = (struct stats){.output_path = "-", .form = RVT_TRACE_HEX};
    while ((option = getopt_long(argc, argv, "c:o:p:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&stats, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (!stats.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one STREAM is needed");
    stats.stream_path = argv[optind];
    rvt_input_note(stats.stream_path);
    if (rvt_load_config(stats.config_path, &stats.config) && open_decoder(&stats))
        verdict = run(&stats);
    rvt_decisions_close(stats.decisions);
    rvt_image_close(stats.image);
    return verdict;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt decode: a stream and the program back to the instructions that retired. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rvt/decoder.h>
#include <rvt/trace_file.h>

#include "io/bytes/output.h"
#include "tools/command.h"
#include "tools/decode/decode_jobs.h"
#include "tools/decode/decode_output.h"
#include "tools/decode/decode_place.h"
#include "tools/decode/decode_step.h"
#include "tools/inputs.h"
#include "tools/live.h"
#include "tools/program.h"
#include "tools/progress.h"
#include "tools/ring.h"

static const char HELP[] =
    "usage: rvt decode -c CFG -p PROGRAM STREAM [-o OUT] [--as FORM] [--out pc|json]\n"
    "                  [--from PLACE] [--to PLACE] [--index INDEX]\n"
    "\n"
    "Decodes a stream to the executed instructions of the program. Each error is a finding:\n"
    "stderr shows its position, field and clause. Decoding resumes at the next sync packet. In\n"
    "form hex, a line that begins with d: is a te_data payload.\n"
    "\n"
    "  -c, --config CFG   configuration (YAML)\n"
    "  -p, --program PROGRAM\n"
    "                     ELF file, or ADDRESS:FILE for raw memory (address as 0x...); may be\n"
    "                     repeated, a later file overrides an earlier one. After context=N:,\n"
    "                     privilege=N: or context=N,privilege=N: it is seen there alone\n"
    "      --trap-vectors LIST\n"
    "                     values of mtvec, stvec, utvec and vstvec, with their mode bits:\n"
    "                     m=VALUE,s=VALUE,u=VALUE,vs=VALUE, or some of these; they replace\n"
    "                     trap_vectors of CFG. Needed if the trace omits the addresses of trap\n"
    "                     handlers (implicit exception mode)\n"
    "      --zcm          the hart has Zcmp and Zcmt instead of Zcd, as with zcm of CFG\n"
    "  -o, --output OUT   output file; default: standard output\n"
    "      --as FORM      hex: one payload per line (default)\n"
    "                     encap: encapsulated bytes\n"
    "                     frame: encapsulated bytes in formatter frames\n"
    "                     stp: encapsulated bytes in SyS-T messages on STP\n"
    "                     (section transport of CFG describes frame and stp)\n"
    "      --ring         STREAM is that of a ring buffer and may begin in the middle of a "
    "packet:\n"
    "                     the first packet is looked for; with --as encap\n"
    "      --ring-write BYTE\n"
    "                     the same, in the order of memory: BYTE is the one that would be\n"
    "                     written next, and the oldest one: all positions count from there\n"
    "      --out FORM     pc: the address of each retired instruction, one per line, with lines\n"
    "                     '# trap ...' and '# data ...' (default)\n"
    "                     json: ranges, traps, events, accesses, findings\n"
    "      --from PLACE   begin at the latest sync packet at or before PLACE: a byte of STREAM, "
    "or\n"
    "                     time=T. Not with --as hex\n"
    "      --to PLACE     end before the first packet at or after that byte, or later than T\n"
    "      --index INDEX  with --from: index of STREAM (rvt index); otherwise, STREAM is read up\n"
    "                     to PLACE, for a time to its end\n"
    "      --jobs N       decode with N threads (1 to 64, default 1); the output is the same\n"
    "      --limit N      stop after N findings; 0: never (default 100)\n"
    "      --steps N      maximum number of instructions that one packet may report (default\n"
    "                     16777216); a packet that reports more is a finding. A single packet\n"
    "                     may report all iterations of a long, well-predicted loop\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 1 findings, 2 usage, input or output error\n";

enum { LIMIT_DEFAULT = 100, JOBS_MAX = 64 };

struct decode {
    struct rvt_configuration *configuration;
    struct rvt_program *program;
    const char *config_path, *stream_path, *output_path, *vectors;
    struct rvt_programs programs;
    enum rvt_trace_form form;
    struct rvt_ring ring;
    const char *index_path;
    struct rvt_decode_bound from, to;
    struct rvt_decode_start start;
    uint64_t limit, steps;
    struct rvt_trace_file *stream;
    uint64_t threads;
    struct rvt_piece_decoder first, *current; /* the decoder of the beginning, and that of now */
    struct rvt_decode_jobs *jobs;             /* null: there is one decoder */
    bool ruled;                               /* jobs: the latest item was a rule */
    enum rvt_status failed;                   /* jobs: of a rule */
};

/* Whether a packet comes after the place where decoding ends. */
static bool is_after(const struct decode *decode, const struct rvt_trace_item *item)
{
    struct rvt_te_inst inst;
    const struct rvt_encap_packet *packet = item->packet;

    if (!decode->to.given)
        return false;
    if (!decode->to.is_time)
        return item->position >= decode->to.value;
    if (packet == NULL || packet->extend)
        return packet != NULL && packet->timestamp > decode->to.value;
    RVT_CLEAR(&inst);
    return item->foreign == NULL && !item->is_data &&
           rvt_te_inst_read(decode->configuration, packet->payload, packet->payload_bytes, &inst,
                            NULL) == RVT_OK &&
           inst.time > decode->to.value;
}

/* Takes the next item; *end says that there was none. A fault in diagnosis ends the decoding. */
static enum rvt_status step(struct decode *decode, bool *end, struct rvt_diagnosis *diagnosis)
{
    struct rvt_trace_item item;
    struct rvt_diagnosis fault;

    RVT_CLEAR(&item);
    RVT_CLEAR(&fault);
    decode->current->out.item = &item;
    enum rvt_status status = rvt_trace_file_read(decode->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        *diagnosis = fault;
        return status;
    }
    *end = *end || is_after(decode, &item);
    if (status != RVT_OK && !*end)
        return rvt_decode_gap(&decode->current->out, &fault);
    if (*end)
        return rvt_trace_decoder_finish(decode->current->out.decoder);
    return item.foreign == NULL ? rvt_decode_packet(&decode->current->out) : RVT_OK;
}

/* Decodes what the jobs have left. Then the stream ends, unless the limit is reached. */
static enum rvt_status end_jobs(struct decode *decode, bool finish,
                                const struct rvt_trace_item *last)
{
    enum rvt_status status = rvt_decode_jobs_finish(decode->jobs);

    decode->current = rvt_decode_jobs_current(decode->jobs);
    if (status != RVT_OK || !finish || rvt_decode_jobs_stopped(decode->jobs))
        return status;
    decode->current->out.item = last;
    return rvt_trace_decoder_finish(decode->current->out.decoder);
}

/* Gives an item to the jobs. */
static enum rvt_status add(struct decode *decode, const struct rvt_trace_item *item,
                           struct rvt_diagnosis *fault)
{
    struct rvt_piece_item made = {.kind = RVT_PIECE_PACKET,
                                  .is_data = item->is_data,
                                  .position = item->position,
                                  .unit = item->unit};

    if (fault != NULL) {
        made.kind = RVT_PIECE_GAP;
        made.gap = fault;
    } else if (item->foreign != NULL) {
        made.kind = RVT_PIECE_OTHER;
    } else {
        made.bytes = item->packet->payload_bytes;
        memcpy(made.payload, item->packet->payload, made.bytes);
    }
    if (made.kind == RVT_PIECE_OTHER && !decode->ruled)
        return RVT_OK;
    decode->ruled = false;
    enum rvt_status status = rvt_decode_jobs_add(decode->jobs, &made);
    decode->current = rvt_decode_jobs_current(decode->jobs);
    return status;
}

/* The same as step, with jobs. */
static enum rvt_status step_ahead(struct decode *decode, bool *end, struct rvt_diagnosis *diagnosis)
{
    struct rvt_trace_item item;
    struct rvt_diagnosis fault;

    RVT_CLEAR(&item);
    RVT_CLEAR(&fault);
    enum rvt_status status = rvt_trace_file_read(decode->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        enum rvt_status before = end_jobs(decode, false, &item);
        if (before != RVT_OK || rvt_decode_jobs_stopped(decode->jobs))
            return before;
        *diagnosis = fault;
        return status;
    }
    if (decode->failed != RVT_OK)
        return decode->failed;
    *end = *end || is_after(decode, &item);
    return *end ? end_jobs(decode, true, &item)
                : add(decode, &item, status != RVT_OK ? &fault : NULL);
}

/* A stream without a packet of the source was not decoded: that must not look like success. */
static void check_packets(struct decode *decode)
{
    struct rvt_diagnosis none;

    RVT_CLEAR(&none);
    if (decode->current->out.findings > 0 || rvt_trace_file_check(decode->stream, &none) == RVT_OK)
        return;
    rvt_complain_diagnosis(decode->stream_path, &none);
    decode->current->out.findings++;
}

static bool is_limit(const struct decode *decode)
{
    return decode->jobs != NULL ? rvt_decode_jobs_stopped(decode->jobs)
                                : decode->limit && decode->current->out.findings >= decode->limit;
}

static enum rvt_status run_stream(struct decode *decode, struct rvt_diagnosis *diagnosis)
{
    struct rvt_progress progress;
    struct rvt_live live;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "packets");
    rvt_progress_of(&progress, decode->stream_path);
    rvt_live_open(&live, decode->stream_path, decode->current->out.output, NULL);
    rvt_decode_begin(&decode->current->out);
    while (status == RVT_OK && !end && !is_limit(decode)) {
        status = decode->jobs != NULL ? step_ahead(decode, &end, diagnosis)
                                      : step(decode, &end, diagnosis);
        rvt_progress_at(&progress, rvt_trace_file_place(decode->stream));
        rvt_live_step(&live);
    }
    rvt_live_close(&live);
    rvt_progress_clear();
    if (status == RVT_OK)
        check_packets(decode);
    rvt_decode_end(&decode->current->out);
    return status;
}

/* Gives a packet of before the place where decoding begins to the decoder, or that packets are
 * missing; what it reports is not shown. */
static enum rvt_status prepare(struct decode *decode)
{
    const struct rvt_decode_start *start = &decode->start;
    struct rvt_trace_decoder *decoder = decode->current->out.decoder;
    struct rvt_trace_item item;

    RVT_CLEAR(&item);
    item.unit = "byte";
    item.position = start->from;
    decode->current->out.item = &item;
    decode->current->out.muted = true;
    rvt_positions_add(&decode->current->out.positions, item.unit, item.position);
    enum rvt_status status =
        start->support_bytes > 0
            ? rvt_trace_decoder_payload(decoder, false, start->support, start->support_bytes)
            : rvt_trace_decoder_lost(decoder);
    decode->current->out.muted = false;
    return status;
}

/* Passes over the packets that begin in the same byte as the one with which decoding begins. */
static enum rvt_status pass_packets(struct decode *decode, struct rvt_diagnosis *diagnosis)
{
    struct rvt_trace_item item;
    uint64_t passed = 0;
    bool end = false;

    RVT_CLEAR(&item);
    while (passed < decode->start.passed && !end) {
        enum rvt_status status = rvt_trace_file_read(decode->stream, &item, &end, diagnosis);

        if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX)
            return status;
        passed += status == RVT_OK; /* other faults are no packets */
    }
    return RVT_OK;
}

/* Goes to the place where decoding begins, with the modes that hold there. The packets at the
 * beginning of a ring buffer lack those before them. */
static enum rvt_status enter(struct decode *decode, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_decode_start *start = &decode->start;
    enum rvt_status status = RVT_OK;

    if (start->from > 0)
        status = rvt_trace_file_seek(decode->stream, start->position, start->from, diagnosis);
    if (status == RVT_OK)
        status = pass_packets(decode, diagnosis);
    bool lacking = start->support_bytes > 0 || (decode->ring.given && start->from == 0);
    return status == RVT_OK && lacking ? prepare(decode) : status;
}

static void found_in_carrier(void *context, const struct rvt_rule_finding *finding)
{
    struct decode *decode = context;
    struct rvt_rule_finding rule = *finding;
    const struct rvt_piece_item item = {.kind = RVT_PIECE_RULE, .rule = &rule};

    if (decode->jobs == NULL) {
        decode->current->out.findings += rvt_complain_rule(decode->stream_path, finding);
        return;
    }
    decode->ruled = true;
    if (decode->failed == RVT_OK)
        decode->failed = rvt_decode_jobs_add(decode->jobs, &item);
}

static enum rvt_status open_all(struct decode *decode, struct rvt_diagnosis *diagnosis)
{
    struct rvt_decoder_callbacks callbacks = rvt_decode_step_callbacks(&decode->current->out);
    enum rvt_status status =
        rvt_ring_open_file(&decode->ring, decode->stream_path, decode->configuration, decode->form,
                           found_in_carrier, decode, &decode->stream, diagnosis);

    if (status == RVT_OK)
        status = rvt_trace_decoder_open(decode->configuration, decode->program, &callbacks,
                                        decode->steps, &decode->current->out.decoder, diagnosis);
    decode->current->out.stream_path = decode->stream_path;
    return status;
}

/* Starts the threads of --jobs; false: it has complained. */
static bool start_jobs(struct decode *decode)
{
    const struct rvt_decode_jobs_options options = {.jobs = (unsigned)decode->threads,
                                                    .configuration = decode->configuration,
                                                    .programs = &decode->programs,
                                                    .step_limit = decode->steps,
                                                    .limit = decode->limit,
                                                    .support = decode->start.support,
                                                    .support_bytes = decode->start.support_bytes,
                                                    .first = &decode->first};

    return decode->threads < 2 || rvt_decode_jobs_open(&options, &decode->jobs);
}

/* Finds where decoding begins; false: it has complained. */
static bool find_start(struct decode *decode)
{
    const struct rvt_decode_wanted wanted = {.configuration = decode->configuration,
                                             .form = decode->form,
                                             .ring = decode->ring,
                                             .stream_path = decode->stream_path,
                                             .index_path = decode->index_path,
                                             .from = decode->from};

    return !decode->from.given || rvt_decode_place_find(&wanted, &decode->start);
}

/* True for a flag of section parameters that is set. */
static bool is_set(const struct decode *decode, const char *key)
{
    unsigned value = 0;

    return rvt_configuration_get(decode->configuration, key, &value) == RVT_OK && value != 0;
}

static enum rvt_exit run(struct decode *decode)
{
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&diagnosis);
    decode->current = &decode->first;
    struct rvt_output *output = rvt_create_output(decode->output_path);
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    decode->first.out.output = output;
    decode->first.out.no_time = is_set(decode, "parameters.notime_p");
    decode->first.out.no_context = is_set(decode, "parameters.nocontext_p");
    enum rvt_status status = open_all(decode, &diagnosis);
    if (status == RVT_OK)
        status = enter(decode, &diagnosis);
    if (status == RVT_OK && !start_jobs(decode))
        status = RVT_ERR_MEMORY;
    if (status == RVT_OK)
        status = run_stream(decode, &diagnosis);
    uint64_t findings = decode->current->out.findings;
    rvt_decode_jobs_close(decode->jobs); /* before the first decoder, which a thread may have */
    rvt_trace_decoder_close(decode->first.out.decoder);
    (void)rvt_trace_file_close(decode->stream, NULL);
    if (!rvt_settle_diagnosis(status, output, decode->stream_path, decode->output_path,
                              &diagnosis)) {
        if (status == RVT_ERR_SYNTAX)
            rvt_advise_form(decode->stream_path, decode->form);
        return RVT_EXIT_UNUSABLE;
    }
    if (findings == 0)
        return RVT_EXIT_GOOD;
    (void)fprintf(stderr, "rvt: %s: %" PRIu64 " finding%s%s\n", rvt_input_name(decode->stream_path),
                  findings, findings == 1 ? "" : "s",
                  findings == decode->limit ? "; stopped there" : "");
    rvt_advise_form(decode->stream_path, decode->form);
    return RVT_EXIT_FINDINGS;
}

/* Sets the trap vectors of the option, a list of NAME=VALUE; false: it has complained. */
static bool set_vectors(const struct decode *decode, const char *command)
{
    const char *list = decode->vectors;

    while (list != NULL) {
        size_t length = strcspn(list, ",");
        char entry[32] = "", *value = NULL;
        uint64_t number = 0;
        struct rvt_diagnosis diagnosis;

        RVT_CLEAR(&diagnosis);
        if (length < sizeof entry) {
            memcpy(entry, list, length);
            value = strchr(entry, '=');
        }
        if (value != NULL)
            *value++ = '\0';
        if (value == NULL || !rvt_parse_number(value, &number))
            return rvt_misuse(command, "--trap-vectors takes NAME=VALUE, not '%.*s'", (int)length,
                              list) == RVT_EXIT_GOOD;
        if (rvt_configuration_set_trap_vector(decode->configuration, entry, number, &diagnosis) !=
            RVT_OK)
            return rvt_misuse(command, "--trap-vectors '%.*s': %s", (int)length, list,
                              diagnosis.text) == RVT_EXIT_GOOD;
        list = list[length] == ',' ? list + length + 1 : NULL;
    }
    return true;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct decode *decode, int option, const char *command)
{
    if (option == 'c')
        decode->config_path = optarg;
    else if (option == 'o')
        decode->output_path = optarg;
    else if (option == 'v')
        decode->vectors = optarg;
    else if (option == 'z')
        decode->programs.zcm = true;
    else if (option == 'p' && !rvt_programs_add(&decode->programs, optarg))
        return rvt_misuse(command, "-p may be given at most %d times", RVT_PROGRAMS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'a' && !rvt_parse_form(optarg, &decode->form))
        return rvt_misuse(command, "--as takes hex, encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'l' && !rvt_parse_number(optarg, &decode->limit))
        return rvt_misuse(command, "--limit takes a number of findings, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 's' && !rvt_parse_number(optarg, &decode->steps))
        return rvt_misuse(command, "--steps takes a number of instructions, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'j' && (!rvt_parse_number(optarg, &decode->threads) ||
                               decode->threads == 0 || decode->threads > JOBS_MAX))
        return rvt_misuse(command, "--jobs takes 1 to %d, not '%s'", JOBS_MAX, optarg) ==
               RVT_EXIT_GOOD;
    else if ((option == 'r' || option == 'w') && !rvt_ring_take(&decode->ring, optarg))
        return rvt_misuse(command, "--ring-write takes a byte index, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'i')
        decode->index_path = optarg;
    else if ((option == 'f' && !rvt_decode_bound_parse(optarg, &decode->from)) ||
             (option == 't' && !rvt_decode_bound_parse(optarg, &decode->to)))
        return rvt_misuse(command, "--from and --to take a byte or time=T, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'u' && strcmp(optarg, "json") == 0)
        decode->first.out.form = RVT_DECODE_JSON;
    else if (option == 'u' && strcmp(optarg, "pc") != 0)
        return rvt_misuse(command, "--out takes pc or json, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

/* What is wrong with the arguments; null: nothing. */
static const char *contradiction(const struct decode *decode, int files, const char *stream)
{
    bool placed = decode->from.given || decode->to.given;

    if (!decode->config_path)
        return "-c CFG is missing";
    if (!decode->programs.count)
        return "-p PROGRAM is missing";
    if (files != 1)
        return "exactly one STREAM is needed";
    if (placed && decode->form == RVT_TRACE_HEX)
        return "--from and --to need --as encap, frame or stp";
    if (decode->ring.given && decode->form != RVT_TRACE_ENCAP)
        return "--ring and --ring-write go with --as encap";
    if (decode->from.given && strcmp(stream, "-") == 0)
        return "--from needs a file";
    if (decode->index_path && !decode->from.given)
        return "--index needs --from";
    return NULL;
}

enum rvt_exit rvt_command_decode(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"program", required_argument, NULL, 'p'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"as", required_argument, NULL, 'a'},
                                            {"out", required_argument, NULL, 'u'},
                                            {"limit", required_argument, NULL, 'l'},
                                            {"steps", required_argument, NULL, 's'},
                                            {"from", required_argument, NULL, 'f'},
                                            {"to", required_argument, NULL, 't'},
                                            {"index", required_argument, NULL, 'i'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"ring", no_argument, NULL, 'r'},
                                            {"ring-write", required_argument, NULL, 'w'},
                                            {"zcm", no_argument, NULL, 'z'},
                                            {"trap-vectors", required_argument, NULL, 'v'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct decode decode = {.output_path = "-", .limit = LIMIT_DEFAULT};
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:p:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&decode, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    const char *wrong = contradiction(&decode, argc - optind, argv[optind]);
    if (wrong != NULL)
        return rvt_misuse(argv[0], "%s", wrong);
    decode.stream_path = argv[optind];
    rvt_input_note(decode.stream_path);
    if (rvt_load_configuration(decode.config_path, &decode.configuration) &&
        set_vectors(&decode, argv[0]) &&
        rvt_programs_load(&decode.programs, decode.configuration, &decode.program) &&
        find_start(&decode))
        verdict = run(&decode);
    rvt_program_free(decode.program);
    rvt_configuration_free(decode.configuration);
    return verdict;
}

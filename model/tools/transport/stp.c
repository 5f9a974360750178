/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt stp: STP streams to text or findings, and text to STP streams. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/input.h"
#include "io/transport/stp_text.h"
#include "tools/command.h"
#include "tools/json_list.h"
#include "tools/live.h"
#include "tools/progress.h"
#include "tools/transport/verb.h"
#include "transport/stp/stp_decoder.h"

static const char HELP[] =
    "usage: rvt stp [decode] [OPTION...] FILE   print packets as text, one per line\n"
    "       rvt stp check [OPTION...] FILE      list the findings by rule number\n"
    "       rvt stp encode [OPTION...] FILE     convert text (as decode prints it) to packets\n"
    "\n"
    "Supports STP (System Trace Protocol) versions 1 to 2.4.\n"
    "\n"
    "  -o, --output OUT        output file; default: standard output\n"
    "      --json              print an array with one object per packet and finding\n"
    "      --json-lines        print a line with the schema, then each object as a line\n"
    "      --le                fields of several nibbles begin with the least significant nibble;\n"
    "                          overrides VERSION\n"
    "      --time TYPE         type of the timestamps before the first VERSION packet: legacy,\n"
    "                          natdelta, nat or gray\n"
    "      --synced            the first nibble starts a packet; default: search for ASYNC\n"
    "      --version-scope S   effect of VERSION on master and channel: resets (default), keeps,\n"
    "                          clears-channel-high\n"
    "      --m8-keeps-high     M8 keeps bits 15:8 of the master\n"
    "      --errors-keep       MERR and GERR change neither master nor channel\n"
    "      --async-max BYTES   report STP-012 if ASYNC packets are more than BYTES apart\n"
    "      --allow-empty       a file without packets is no finding\n"
    "  -h, --help              print this text\n"
    "\n"
    "exit: 0 success, 1 findings (infos do not count), 2 usage, input or output error\n";

enum { LINE_BYTES = 256 };

struct stp {
    enum rvt_verb verb;
    struct rvt_json_list json;
    bool allow_empty;
    const char *input_path, *output_path;
    struct rvt_stp_config config;
    struct rvt_input *input;
    struct rvt_output *output;
    struct rvt_stp_decoder decoder;
    uint64_t packets, lost; /* lost: nibbles */
    uint64_t findings;      /* infos not counted */
};

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct stp *stp = context;

    stp->packets += !event->lost;
    stp->lost += event->lost ? event->nibbles : 0;
    if (stp->verb == RVT_VERB_CHECK)
        return;
    if (!stp->json.on) {
        rvt_stp_text_event(stp->output, event);
        return;
    }
    rvt_json_list_next(&stp->json, stp->output);
    rvt_stp_json_event(stp->output, event);
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct stp *stp = context;
    char line[LINE_BYTES];

    stp->findings += rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO;
    if (stp->json.on) {
        rvt_json_list_next(&stp->json, stp->output);
        rvt_stp_json_finding(stp->output, finding);
    } else if (stp->verb == RVT_VERB_CHECK) {
        rvt_finding_format(finding, line, sizeof line);
        rvt_output_print(stp->output, "%s\n", line);
    } else {
        rvt_complain_finding(stp->input_path, finding);
    }
}

static enum rvt_status decode(struct stp *stp, struct rvt_diag *diag)
{
    struct rvt_stp_sinks sinks = {
        .event = on_event, .event_context = stp, .finding = on_finding, .finding_context = stp};
    const uint8_t *data = NULL;
    size_t available = 1;
    struct rvt_progress progress;
    struct rvt_live live;
    enum rvt_status status = rvt_stp_decoder_init(&stp->decoder, &stp->config, &sinks);

    rvt_progress_start(&progress, "bytes");
    rvt_progress_of(&progress, stp->input_path);
    rvt_live_open(&live, stp->input_path, stp->output, &stp->json);
    rvt_json_list_begin(&stp->json, stp->output, "rvt-stp/1");
    while (status == RVT_OK && available > 0) {
        status = rvt_input_peek(stp->input, 1, &data, &available, diag);
        if (status != RVT_OK)
            break;
        rvt_stp_decoder_bytes(&stp->decoder, data, available);
        rvt_input_skip(stp->input, available);
        rvt_live_step(&live);
        rvt_progress_to(&progress, rvt_input_offset(stp->input), rvt_input_place(stp->input));
        status = rvt_output_write(stp->output, NULL, 0);
    }
    rvt_live_close(&live);
    rvt_progress_clear();
    if (status != RVT_OK)
        return status;
    rvt_stp_decoder_finish(&stp->decoder);
    rvt_json_list_end(&stp->json, stp->output);
    if (!stp->json.on && stp->verb == RVT_VERB_CHECK)
        return rvt_output_print(stp->output,
                                "%" PRIu64 " bytes: %" PRIu64 " packets, %" PRIu64
                                " nibbles lost, %" PRIu64 " findings\n",
                                rvt_input_offset(stp->input), stp->packets, stp->lost,
                                stp->findings);
    return rvt_output_write(stp->output, NULL, 0);
}

static enum rvt_status encode(struct stp *stp, struct rvt_diag *diag)
{
    struct rvt_stp_text text = {
        .format = {.time_type = stp->config.time_type, .le = stp->config.le_always},
        .le_always = stp->config.le_always,
        .output = stp->output};
    const char *line = NULL;
    size_t length = 0;
    bool end = false;
    struct rvt_progress progress;
    enum rvt_status status = rvt_input_line(stp->input, &line, &length, &end, diag);

    rvt_progress_start(&progress, "lines");
    rvt_progress_of(&progress, stp->input_path);
    while (status == RVT_OK && !end) {
        status = rvt_stp_text_line(&text, line, length, diag);
        stp->packets += status == RVT_OK && length > 0;
        rvt_diag_at(diag, "line", rvt_input_line_number(stp->input));
        if (status == RVT_OK)
            status = rvt_input_line(stp->input, &line, &length, &end, diag);
        rvt_progress_at(&progress, rvt_input_place(stp->input));
    }
    rvt_progress_clear();
    return status == RVT_OK ? rvt_stp_text_finish(&text) : status;
}

static enum rvt_exit run(struct stp *stp)
{
    struct rvt_diag diag;
    enum rvt_status status;

    rvt_diag_clear(&diag);
    if (rvt_input_open(stp->input_path, &stp->input, &diag) != RVT_OK) {
        rvt_complain(stp->input_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    stp->output = rvt_create_output(stp->output_path);
    if (stp->output == NULL) {
        rvt_input_close(stp->input);
        return RVT_EXIT_UNUSABLE;
    }
    status = stp->verb == RVT_VERB_ENCODE ? encode(stp, &diag) : decode(stp, &diag);
    rvt_input_close(stp->input);
    if (!rvt_settle(status, stp->output, stp->input_path, stp->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    if (stp->packets == 0 && stp->findings == 0 && !stp->allow_empty) {
        rvt_complain_empty(stp->input_path, "packets");
        stp->findings++;
    }
    return stp->findings > 0 ? RVT_EXIT_FINDINGS : RVT_EXIT_GOOD;
}

/* The place of word in words, which end with null; false if it is not there. */
static bool choose(const char *word, const char *const *words, unsigned *place)
{
    for (*place = 0; words[*place] != NULL; ++*place)
        if (strcmp(words[*place], word) == 0)
            return true;
    return false;
}

enum {
    JSON = 256,
    JSON_LINES,
    LE,
    TIME,
    SYNCED,
    VERSION_SCOPE,
    M8_KEEPS_HIGH,
    ERRORS_KEEP,
    ASYNC_MAX,
    ALLOW_EMPTY
};

static bool take_choice(struct rvt_stp_config *config, int option, const char *argument)
{
    static const char *const types[] = {"legacy", "natdelta", "nat", "gray", NULL};
    static const char *const scopes[] = {"resets", "keeps", "clears-channel-high", NULL};
    unsigned place = 0;

    switch (option) {
    case TIME:
        if (!choose(argument, types, &place))
            return false;
        config->time_type = (enum rvt_stp_time_type)(RVT_STP_TIME_LEGACY + place);
        return true;
    case VERSION_SCOPE:
        if (!choose(argument, scopes, &place))
            return false;
        config->version_scope = (enum rvt_stp_version_scope)place;
        return true;
    default:
        return rvt_parse_number(argument, &config->async_bytes_max) &&
               config->async_bytes_max <= UINT64_MAX / 2;
    }
}

/* The values that the option accepts. */
static const char *accepted(int option)
{
    switch (option) {
    case TIME:
        return "legacy, natdelta, nat or gray";
    case VERSION_SCOPE:
        return "resets, keeps or clears-channel-high";
    default:
        return "a number of bytes, 0 to 9223372036854775807";
    }
}

/* False if argument is not what the option takes. */
static bool take_option(struct stp *stp, int option, const char *argument)
{
    switch (option) {
    case 'o':
        stp->output_path = argument;
        return true;
    case JSON:
        return stp->json.on = true;
    case JSON_LINES:
        return stp->json.on = stp->json.lines = true;
    case LE:
        return stp->config.le_always = true;
    case SYNCED:
        stp->config.start = RVT_STP_START_SYNCED;
        return true;
    case M8_KEEPS_HIGH:
        stp->config.m8_scope = RVT_STP_M8_KEEPS_HIGH;
        return true;
    case ALLOW_EMPTY:
        return stp->allow_empty = true;
    case ERRORS_KEEP:
        stp->config.error_scope = RVT_STP_ERROR_KEEPS;
        return true;
    default:
        return take_choice(&stp->config, option, argument);
    }
}

enum rvt_exit rvt_command_stp(int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"json", no_argument, NULL, JSON},
        {"json-lines", no_argument, NULL, JSON_LINES},
        {"le", no_argument, NULL, LE},
        {"time", required_argument, NULL, TIME},
        {"synced", no_argument, NULL, SYNCED},
        {"version-scope", required_argument, NULL, VERSION_SCOPE},
        {"m8-keeps-high", no_argument, NULL, M8_KEEPS_HIGH},
        {"errors-keep", no_argument, NULL, ERRORS_KEEP},
        {"async-max", required_argument, NULL, ASYNC_MAX},
        {"allow-empty", no_argument, NULL, ALLOW_EMPTY},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    struct stp stp = {.output_path = "-"};
    int option = 0, which = 0;

    stp.verb = rvt_verb_take(&argc, &argv);
    while ((option = getopt_long(argc, argv, "o:h", options, &which)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (!take_option(&stp, option, optarg))
            return rvt_misuse(argv[0], "--%s takes %s, not '%s'", options[which].name,
                              accepted(option), optarg);
    }
    stp.input_path = rvt_verb_file(argc, argv);
    if (stp.input_path == NULL)
        return RVT_EXIT_UNUSABLE;
    if (stp.json.on && stp.verb == RVT_VERB_ENCODE)
        return rvt_misuse(argv[0], "--json is only valid with decode and check");
    return run(&stp);
}

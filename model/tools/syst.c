/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt syst: messages of the SyS-T Data Protocol, decoded, checked, encoded. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/syst_check.h"
#include "io/syst_collateral.h"
#include "io/syst_describe.h"
#include "io/syst_file.h"
#include "io/syst_json.h"
#include "io/syst_text.h"
#include "tools/command.h"

static const char HELP[] =
    "usage: rvt syst [decode] FILE [--as FORM] [-c COLLATERAL]... [-g GUID] [--sbd] [--json] [-o "
    "OUT]\n"
    "       rvt syst check FILE [--as FORM] [-c COLLATERAL]... [-g GUID] [--sbd] [--json] [-o "
    "OUT]\n"
    "       rvt syst encode FILE [--to FORM] [-o OUT]\n"
    "\n"
    "decode prints a line per message: type, fields, payload, and behind '#' its text; findings "
    "go\n"
    "to stderr, and what is no message, or has a wrong checksum, is 'bytes'. check prints the\n"
    "findings and how many there are. encode reads the lines of decode (remarks do not count).\n"
    "\n"
    "      --as FORM     of FILE: hex, a message a line in hexadecimal (default); mipi, lines "
    "that\n"
    "                    begin with 'SYS-T RAW DATA: '; binary, each message behind its size in\n"
    "                    bytes (32 bits, little endian); text, the lines of decode\n"
    "      --to FORM     of OUT: hex (default), mipi or binary\n"
    "  -c, --collateral FILE  catalog texts, source files, names (XML); may be given several "
    "times\n"
    "  -g, --guid GUID   the origin of messages that do not name theirs\n"
    "      --sbd         messages of type SBD belong to the protocol in use\n"
    "      --json        an array with an object per message, or per finding\n"
    "  -o, --output OUT  where the lines go; default: stdout\n"
    "  -h, --help        this text\n"
    "\n"
    "exit: 0 good or remarks alone, 1 findings, 2 wrong usage or unreadable input\n";

enum task { DECODE, CHECK, ENCODE };

/* Findings of one message, kept until it is shown. */
enum { FINDINGS_MAX = 64, LINE_BYTES = 2 * RVT_SYST_LINE_MAX };

struct syst {
    enum task task;
    const char *input_path, *output_path;
    enum rvt_syst_form form, to;
    bool json;
    struct rvt_syst_config config;
    struct rvt_collateral *collateral;
    bool has_collateral;
    struct rvt_syst_reader *reader;
    struct rvt_output *output;
    struct rvt_syst_checker *checker;
    struct rvt_syst_item item;
    struct rvt_finding finding[FINDINGS_MAX];
    size_t findings;                        /* of the message */
    uint64_t messages, shown;               /* shown: JSON objects */
    uint64_t total[RVT_SEVERITY_ERROR + 1]; /* findings by severity */
    char *line;                             /* LINE_BYTES */
};

static void separate(struct syst *syst)
{
    if (syst->json)
        rvt_output_print(syst->output, syst->shown++ ? ",\n" : "\n");
}

/* "line 3: " in front of findings whose byte counts from the beginning of the line. */
static void format_finding(const struct syst *syst, const struct rvt_finding *finding, char *text,
                           size_t capacity)
{
    char line[256];
    struct rvt_text out;

    rvt_finding_format(finding, line, sizeof line);
    rvt_text_init(&out, text, capacity);
    if (syst->form != RVT_SYST_BINARY)
        rvt_text_add(&out, "%s %llu: ", syst->item.unit, (unsigned long long)syst->item.position);
    rvt_text_add(&out, "%s", line);
}

static void put_finding(struct syst *syst, const struct rvt_finding *finding)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    char text[320];

    format_finding(syst, finding, text, sizeof text);
    if (syst->task == DECODE) {
        (void)fprintf(stderr, "rvt: %s: %s\n",
                      strcmp(syst->input_path, "-") == 0 ? "stdin" : syst->input_path, text);
    } else if (syst->json) {
        separate(syst);
        rvt_output_print(syst->output,
                         "{\"position\":%llu,\"unit\":\"%s\",\"rule\":\"%s\",\"severity\":\"%s\","
                         "\"byte\":%llu,\"text\":\"%s\"}",
                         (unsigned long long)syst->item.position, syst->item.unit, rule->number,
                         rvt_severity_text(rule->severity), (unsigned long long)finding->byte,
                         text);
    } else {
        rvt_output_print(syst->output, "%s\n", text);
    }
}

/* A finding sink. */
static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct syst *syst = context;

    syst->total[rvt_rule_text(finding->rule)->severity]++;
    if (syst->findings < FINDINGS_MAX)
        syst->finding[syst->findings++] = *finding;
    put_finding(syst, finding);
}

/* A line of text. message: null for what was not delivered. */
static void put_line(struct syst *syst, const struct rvt_syst_place *place,
                     const struct rvt_syst_message *message, size_t used)
{
    const struct rvt_syst_item *item = &syst->item;
    struct rvt_text line, text;

    rvt_text_init(&line, syst->line, LINE_BYTES);
    if (message == NULL) {
        rvt_syst_text_bytes(item->data, item->bytes, &line);
    } else {
        rvt_syst_text_message(message, item->data + used, item->bytes - used, &line);
        rvt_text_init(&text, syst->line + LINE_BYTES, LINE_BYTES);
        if (rvt_syst_describe(syst->has_collateral ? syst->collateral : NULL, place, message,
                              &text))
            rvt_syst_text_remark(text.out, text.length, &line);
    }
    (void)rvt_output_write(syst->output, line.out, line.length);
    (void)rvt_output_write(syst->output, "\n", 1);
}

static enum rvt_status put_item(struct syst *syst)
{
    const struct rvt_syst_item *item = &syst->item;
    const struct rvt_syst_place place = {.byte =
                                             syst->form == RVT_SYST_BINARY ? item->position : 0};
    struct rvt_syst_message message;
    struct rvt_syst_shown shown = {.item = item, .place = &place, .finding = syst->finding};
    size_t used = 0;
    bool delivered = false;

    if (syst->task == ENCODE)
        return rvt_syst_put(syst->output, syst->to, item->data, item->bytes);
    syst->findings = 0;
    rvt_syst_check(syst->checker, &place, item->data, item->bytes, &message, &used, &delivered);
    if (delivered && syst->has_collateral)
        rvt_collateral_note(syst->collateral, &place, &message);
    if (syst->task == CHECK)
        return rvt_output_write(syst->output, NULL, 0);
    if (!syst->json) {
        put_line(syst, &place, delivered ? &message : NULL, used);
        return rvt_output_write(syst->output, NULL, 0);
    }
    separate(syst);
    shown.message = delivered ? &message : NULL;
    shown.used = used;
    shown.collateral = syst->has_collateral ? syst->collateral : NULL;
    shown.findings = syst->findings;
    return rvt_syst_json(syst->output, &shown);
}

static void put_summary(struct syst *syst)
{
    if (syst->json)
        rvt_output_print(syst->output, "\n]\n");
    else if (syst->task == CHECK)
        rvt_output_print(syst->output, "%llu messages, %llu errors, %llu warnings, %llu remarks\n",
                         (unsigned long long)syst->messages,
                         (unsigned long long)syst->total[RVT_SEVERITY_ERROR],
                         (unsigned long long)syst->total[RVT_SEVERITY_WARNING],
                         (unsigned long long)syst->total[RVT_SEVERITY_INFO]);
    if (syst->messages == 0) {
        struct rvt_diag empty;

        rvt_diag_clear(&empty);
        (void)rvt_diag_set(&empty, RVT_ERR_SEQUENCE, NULL, 0, NULL, "the file holds no message");
        rvt_complain(syst->input_path, &empty);
        syst->total[RVT_SEVERITY_ERROR]++;
    }
}

static enum rvt_status run_items(struct syst *syst, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "messages");
    if (syst->json)
        rvt_output_print(syst->output, "[");
    while (status == RVT_OK) {
        status = rvt_syst_reader_read(syst->reader, &syst->item, &end, diag);
        if (status != RVT_OK || end)
            break;
        syst->messages++;
        status = put_item(syst);
        rvt_progress_step(&progress);
    }
    rvt_progress_end(&progress);
    if (status == RVT_OK)
        put_summary(syst);
    return status;
}

static enum rvt_exit run(struct syst *syst)
{
    struct rvt_diag diag;
    enum rvt_status status;

    rvt_diag_clear(&diag);
    if (rvt_output_open(syst->output_path, &syst->output, &diag) != RVT_OK) {
        rvt_complain_output(syst->output_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    syst->line = malloc((size_t)2 * LINE_BYTES);
    status = syst->line ? RVT_OK : RVT_ERR_MEMORY;
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&syst->config, on_finding, syst, &syst->checker);
    if (status == RVT_OK)
        status = rvt_syst_reader_open(syst->input_path, syst->form, &syst->reader, &diag);
    if (status == RVT_OK)
        status = run_items(syst, &diag);
    rvt_syst_reader_close(syst->reader);
    rvt_syst_checker_close(syst->checker);
    free(syst->line);
    if (!rvt_settle(status, syst->output, syst->input_path, syst->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    return syst->total[RVT_SEVERITY_ERROR] || syst->total[RVT_SEVERITY_WARNING] ? RVT_EXIT_FINDINGS
                                                                                : RVT_EXIT_GOOD;
}

static bool take_collateral(struct syst *syst, const char *path)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_collateral_load(syst->collateral, path, &diag) != RVT_OK) {
        rvt_complain(path, &diag);
        return false;
    }
    syst->has_collateral = true;
    syst->config.lookup = rvt_collateral_lookup;
    syst->config.lookup_context = syst->collateral;
    return true;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct syst *syst, int option, const char *command)
{
    uint8_t guid[RVT_SYST_GUID_BYTES];

    if (option == 'o') {
        syst->output_path = optarg;
    } else if (option == 'j') {
        syst->json = true;
    } else if (option == 's') {
        syst->config.sbd = true;
    } else if (option == 'c') {
        return take_collateral(syst, optarg);
    } else if (option == 'g') {
        if (!rvt_parse_guid(optarg, guid))
            return rvt_misuse(command, "'%s' is no GUID", optarg) == RVT_EXIT_GOOD;
        rvt_collateral_set_guid(syst->collateral, guid);
    } else if (option == 'a' && !rvt_syst_parse_form(optarg, &syst->form)) {
        return rvt_misuse(command, "--as takes hex, mipi, binary or text, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    } else if (option == 't' &&
               (!rvt_syst_parse_form(optarg, &syst->to) || syst->to == RVT_SYST_TEXT)) {
        return rvt_misuse(command, "--to takes hex, mipi or binary, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    } else if (option == '?') {
        return rvt_misused(command) == RVT_EXIT_GOOD;
    }
    return true;
}

/* Takes the word in front of FILE, if it is there. */
static void take_task(struct syst *syst, int *argc, char **argv)
{
    static const char *const words[] = {"decode", "check", "encode"};

    for (int task = DECODE; *argc > 1 && task <= ENCODE; task++)
        if (strcmp(argv[1], words[task]) == 0) {
            syst->task = (enum task)task;
            if (task == ENCODE)
                syst->form = RVT_SYST_TEXT;
            argv[1] = argv[0];
            memmove(argv, argv + 1, (size_t)*argc * sizeof *argv);
            --*argc;
            return;
        }
}

static enum rvt_exit command(struct syst *syst, int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"as", required_argument, NULL, 'a'},
                                            {"to", required_argument, NULL, 't'},
                                            {"collateral", required_argument, NULL, 'c'},
                                            {"guid", required_argument, NULL, 'g'},
                                            {"sbd", no_argument, NULL, 's'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:g:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(syst, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "one FILE is needed");
    if (syst->task == ENCODE && syst->json)
        return rvt_misuse(argv[0], "encode has no --json");
    syst->input_path = argv[optind];
    return run(syst);
}

enum rvt_exit rvt_command_syst(int argc, char **argv)
{
    struct syst *syst = calloc(1, sizeof *syst);
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;

    if (syst == NULL || rvt_collateral_open(&syst->collateral) != RVT_OK) {
        free(syst);
        (void)fprintf(stderr, "rvt: out of memory\n");
        return verdict;
    }
    syst->output_path = "-";
    take_task(syst, &argc, argv);
    verdict = command(syst, argc, argv);
    rvt_collateral_close(syst->collateral);
    free(syst);
    return verdict;
}

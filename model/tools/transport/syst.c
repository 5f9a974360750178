/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt syst: messages of the SyS-T Data Protocol, decoded, checked, encoded. */
#include "tools/transport/syst.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/transport/collateral_xml.h"
#include "io/transport/guid_text.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/live.h"
#include "tools/progress.h"

static const char HELP[] =
    "usage: rvt syst [decode] [OPTION...] FILE   print one line per message\n"
    "       rvt syst check [OPTION...] FILE      list the findings by rule number\n"
    "       rvt syst encode [OPTION...] FILE     convert messages to another form\n"
    "\n"
    "decode prints the type, fields and payload of each message, and its text after '#'. Errors\n"
    "and warnings go to stderr. A line that begins with 'bytes' shows bytes that form no message,\n"
    "or a message with a wrong checksum. encode reads lines as decode prints them (comments are\n"
    "ignored), or the form that --as selects.\n"
    "\n"
    "Supports STP (System Trace Protocol) versions 1 to 2.4.\n"
    "\n"
    "      --as FORM     form of FILE:\n"
    "                    hex: one message per line in hexadecimal (default)\n"
    "                    mipi: lines that start with 'SYS-T RAW DATA: '\n"
    "                    binary: size in bytes (32 bits, little endian), then the message\n"
    "                    text: the lines of decode (default of encode)\n"
    "                    stp: an STP stream (not with encode)\n"
    "      --to FORM     form of OUT, with encode: hex (default), mipi, binary or stp\n"
    "  -c, --collateral FILE  catalog texts, source files, names (XML); may be repeated\n"
    "  -g, --guid GUID   origin of messages without a GUID\n"
    "      --sbd         accept messages of type SBD without a warning\n"
    "      --le          STP: fields of several nibbles begin with the least significant nibble;\n"
    "                    overrides VERSION\n"
    "      --hz N        with --to stp: frequency of the timestamps in hertz\n"
    "      --marked      with --to stp: end messages with a marked packet instead of FLAG\n"
    "      --json        print an array with one object per message, or per finding\n"
    "      --json-lines  print a line with the schema, then each of these objects as a line\n"
    "      --allow-empty  a file without messages is no finding\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 1 findings (infos do not count), 2 usage, input or output error\n";

/* A message of a file: encoded, or checked and shown. */
static enum rvt_status put_item(struct rvt_syst_command *command, struct rvt_syst_checker *checker)
{
    const struct rvt_syst_item *item = &command->item;
    struct rvt_syst_message message;
    size_t used = 0;
    bool delivered = false;

    if (command->task == RVT_VERB_ENCODE) {
        command->messages++;
        return rvt_syst_put(command->output, command->to, item->data, item->bytes);
    }
    rvt_syst_check(checker, &item->place, item->data, item->bytes, &message, &used, &delivered);
    return rvt_syst_show(command, &item->place, delivered ? &message : NULL, used, NULL);
}

static enum rvt_status run_items(struct rvt_syst_command *command, struct rvt_diag *diag)
{
    struct rvt_syst_reader *reader = NULL;
    struct rvt_syst_checker *checker = NULL;
    struct rvt_progress progress;
    struct rvt_live live;
    bool end = false;
    enum rvt_status status =
        rvt_syst_checker_open(&command->config.syst, rvt_syst_show_finding, command, &checker);

    if (status == RVT_OK)
        status = rvt_syst_reader_open(command->input_path, command->form, &reader, diag);
    rvt_progress_start(&progress, "messages");
    rvt_progress_of(&progress, command->input_path);
    rvt_live_open(&live, command->input_path, command->output, &command->json);
    while (status == RVT_OK) {
        status = rvt_syst_reader_read(reader, &command->item, &end, diag);
        if (status != RVT_OK || end)
            break;
        status = put_item(command, checker);
        rvt_progress_at(&progress, rvt_syst_reader_place(reader));
        rvt_live_step(&live);
    }
    rvt_live_close(&live);
    rvt_progress_clear();
    rvt_syst_reader_close(reader);
    rvt_syst_checker_close(checker);
    return status;
}

static enum rvt_exit run(struct rvt_syst_command *command)
{
    struct rvt_diag diag;
    enum rvt_status status = RVT_ERR_MEMORY;

    rvt_diag_clear(&diag);
    command->output = rvt_create_output(command->output_path);
    if (command->output == NULL)
        return RVT_EXIT_UNUSABLE;
    command->line = malloc((size_t)2 * RVT_SYST_TEXT_BYTES);
    rvt_json_list_begin(&command->json, command->output, "rvt-syst/1");
    if (command->line == NULL)
        status = RVT_ERR_MEMORY;
    else if (command->from_stp)
        status = rvt_syst_from_stp(command, &diag);
    else if (command->to_stp)
        status = rvt_syst_to_stp(command, &diag);
    else
        status = run_items(command, &diag);
    free(command->line);
    if (status == RVT_OK)
        rvt_syst_show_end(command);
    if (!rvt_settle(status, command->output, command->input_path, command->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    return command->total[RVT_SEVERITY_ERROR] || command->total[RVT_SEVERITY_WARNING]
               ? RVT_EXIT_FINDINGS
               : RVT_EXIT_GOOD;
}

static bool take_collateral(struct rvt_syst_command *command, const char *path)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_input_note(path);
    if (rvt_collateral_load(command->collateral, path, &diag) != RVT_OK) {
        rvt_complain(path, &diag);
        return false;
    }
    command->has_collateral = true;
    command->config.syst.lookup = rvt_collateral_lookup;
    command->config.syst.lookup_context = command->collateral;
    return true;
}

static bool take_guid(struct rvt_syst_command *command, const char *name)
{
    uint8_t guid[RVT_SYST_GUID_BYTES];

    if (!rvt_guid_parse(optarg, guid))
        return rvt_misuse(name,
                          "--guid takes a GUID of 32 hexadecimal digits with hyphens, not '%s'",
                          optarg) == RVT_EXIT_GOOD;
    rvt_collateral_set_guid(command->collateral, guid);
    return true;
}

static bool take_forms(struct rvt_syst_command *command, int option, const char *name)
{
    bool stp = strcmp(optarg, "stp") == 0;

    if (option == 'a') {
        command->from_stp = stp;
        return stp || rvt_syst_parse_form(optarg, &command->form) ||
               rvt_misuse(name, "--as takes hex, mipi, binary, text or stp, not '%s'", optarg) ==
                   RVT_EXIT_GOOD;
    }
    command->encode_only = "to";
    command->to_stp = stp;
    return stp || (rvt_syst_parse_form(optarg, &command->to) && command->to != RVT_SYST_TEXT) ||
           rvt_misuse(name, "--to takes hex, mipi, binary or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct rvt_syst_command *command, int option, const char *name)
{
    switch (option) {
    case 'o':
        command->output_path = optarg;
        return true;
    case 'j':
        return command->json.on = true;
    case 'n':
        return command->json.on = command->json.lines = true;
    case 's':
        return command->config.syst.sbd = true;
    case 'l':
        return command->config.stp.le_always = command->encoder.le_always = true;
    case 'e':
        return command->allow_empty = true;
    case 'm':
        command->encode_only = "marked";
        return command->marked = true;
    case 'z':
        command->encode_only = "hz";
        return rvt_parse_number(optarg, &command->encoder.frequency) ||
               rvt_misuse(name, "--hz takes a number of hertz, not '%s'", optarg) == RVT_EXIT_GOOD;
    case 'c':
        return take_collateral(command, optarg);
    case 'g':
        return take_guid(command, name);
    case 'a':
    case 't':
        return take_forms(command, option, name);
    default:
        return rvt_misused(name) == RVT_EXIT_GOOD;
    }
}

static enum rvt_exit take_arguments(struct rvt_syst_command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"as", required_argument, NULL, 'a'},
        {"to", required_argument, NULL, 't'},     {"collateral", required_argument, NULL, 'c'},
        {"guid", required_argument, NULL, 'g'},   {"sbd", no_argument, NULL, 's'},
        {"le", no_argument, NULL, 'l'},           {"hz", required_argument, NULL, 'z'},
        {"marked", no_argument, NULL, 'm'},       {"json", no_argument, NULL, 'j'},
        {"allow-empty", no_argument, NULL, 'e'},  {"json-lines", no_argument, NULL, 'n'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:g:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(command, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    command->input_path = rvt_verb_file(argc, argv);
    if (command->input_path == NULL)
        return RVT_EXIT_UNUSABLE;
    if (command->task != RVT_VERB_ENCODE && command->encode_only)
        return rvt_misuse(argv[0], "--%s is only valid with encode", command->encode_only);
    if (command->task == RVT_VERB_ENCODE && (command->json.on || command->from_stp))
        return rvt_misuse(argv[0], "%s is only valid with decode and check",
                          command->json.on ? "--json" : "--as stp");
    return run(command);
}

enum rvt_exit rvt_command_syst(int argc, char **argv)
{
    struct rvt_syst_command *command = calloc(1, sizeof *command);
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;

    if (command == NULL || rvt_collateral_open(&command->collateral) != RVT_OK) {
        free(command);
        (void)fprintf(stderr, "rvt: out of memory\n");
        return verdict;
    }
    command->output_path = "-";
    command->encoder.time_type = RVT_STP_TIME_NAT;
    command->task = rvt_verb_take(&argc, &argv);
    if (command->task == RVT_VERB_ENCODE)
        command->form = RVT_SYST_TEXT;
    verdict = take_arguments(command, argc, argv);
    rvt_collateral_close(command->collateral);
    free(command);
    return verdict;
}

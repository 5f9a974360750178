/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt tip: instruction logs to tip traces, and tip traces from one form to the other. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/elf_image.h"
#include "tools/command.h"
#include "tools/tip_log.h"

static const char HELP[] =
    "usage: rvt tip -c CFG ELF TRACE [-o TIP]\n"
    "       rvt tip -c CFG --convert TIP [-o TIP]\n"
    "\n"
    "Converts an instruction log (CSV: VALID, ADDRESS, INSN, PRIVILEGE, EXCEPTION, ECAUSE, TVAL,\n"
    "INTERRUPT, hexadecimal) to the ingress signals of a hart that retires one instruction per\n"
    "cycle. The address of each line must follow from the instruction of the previous line. The\n"
    "instructions are compared with those of the program ELF. For ELF, '-' does not mean standard\n"
    "input: it means that there is no program to compare with.\n"
    "\n"
    "  -c, --config CFG  configuration (YAML)\n"
    "  -o, --output TIP  tip trace; default: standard output\n"
    "      --form FORM   text or binary; default: binary if the name ends in .tip or .tip.gz\n"
    "      --convert     the input is a tip trace: check it and write it in the other form\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

struct arguments {
    struct rvt_config config;
    const char *config_path, *input_path, *program_path, *output_path;
    const char *form;
    bool convert;
};

static enum rvt_tip_form form_of(const struct arguments *arguments)
{
    if (!arguments->form)
        return rvt_tip_form(arguments->output_path);
    return strcmp(arguments->form, "binary") == 0 ? RVT_TIP_BINARY : RVT_TIP_TEXT;
}

/* Ends the trace that is written, complete if status is RVT_OK; complains of a fault. */
static enum rvt_exit settle(const struct arguments *arguments, enum rvt_status status,
                            struct rvt_tip_writer *writer, struct rvt_diag *diag)
{
    const char *at_fault = arguments->input_path;

    if (status == RVT_OK) {
        status = rvt_tip_finish(writer, diag);
        at_fault = arguments->output_path;
    } else {
        if (!writer || rvt_tip_failed(writer))
            at_fault = arguments->output_path;
        rvt_tip_discard(writer);
    }
    if (status == RVT_OK)
        return RVT_EXIT_GOOD;
    rvt_complain(at_fault, diag);
    return RVT_EXIT_UNUSABLE;
}

static enum rvt_exit convert(const struct arguments *arguments)
{
    struct rvt_tip_reader *reader = NULL;
    struct rvt_tip_writer *writer = NULL;
    struct rvt_progress progress;
    struct rvt_row row = {0};
    struct rvt_diag diag;
    bool end = false;

    rvt_diag_clear(&diag);
    if (rvt_tip_open(arguments->input_path, &arguments->config, &reader, &diag) != RVT_OK) {
        rvt_complain(arguments->input_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    enum rvt_status status =
        rvt_tip_create_columns(arguments->output_path, &arguments->config, form_of(arguments),
                               rvt_tip_columns(reader), &writer, &diag);
    if (status == RVT_OK)
        status = rvt_tip_read(reader, &row, &end, &diag);
    rvt_progress_start(&progress, "rows");
    while (status == RVT_OK && !end) {
        status = rvt_tip_write(writer, &row, &diag);
        if (status == RVT_OK)
            status = rvt_tip_read(reader, &row, &end, &diag);
        rvt_progress_step(&progress);
    }
    rvt_progress_end(&progress);
    rvt_tip_close(reader);
    return settle(arguments, status, writer, &diag);
}

static enum rvt_exit write_log(const struct arguments *arguments, struct rvt_image *image,
                               struct rvt_log *log)
{
    struct rvt_tip_writer *writer = NULL;
    struct rvt_diag diag;
    bool cut = false;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_tip_create_columns(arguments->output_path, &arguments->config,
                                                    form_of(arguments), 0, &writer, &diag);
    if (status == RVT_OK)
        status = rvt_tip_from_log(log, &arguments->config, image, writer, &cut, &diag);
    enum rvt_exit verdict = settle(arguments, status, writer, &diag);
    if (verdict == RVT_EXIT_GOOD && cut)
        (void)fprintf(
            stderr, "rvt: %s: the outcome of the last branch is unknown; the branch is left out\n",
            rvt_input_name(arguments->input_path));
    return verdict;
}

static enum rvt_exit from_log(const struct arguments *arguments)
{
    struct rvt_log *log = NULL;
    struct rvt_image *image = NULL;
    struct rvt_diag diag;
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;

    rvt_diag_clear(&diag);
    if (strcmp(arguments->program_path, "-") != 0 &&
        rvt_elf_open(arguments->program_path, &arguments->config, &image, &diag) != RVT_OK)
        rvt_complain(arguments->program_path, &diag);
    else if (rvt_log_open(arguments->input_path, &log, &diag) != RVT_OK)
        rvt_complain(arguments->input_path, &diag);
    else
        verdict = write_log(arguments, image, log);
    rvt_log_close(log);
    rvt_image_close(image);
    return verdict;
}

enum rvt_exit rvt_command_tip(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"output", required_argument, NULL, 'o'},
        {"form", required_argument, NULL, 'f'},   {"convert", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    struct arguments arguments = {.output_path = "-"};
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == 'c')
            arguments.config_path = optarg;
        else if (option == 'o')
            arguments.output_path = optarg;
        else if (option == 'v')
            arguments.convert = true;
        else if (option != 'f')
            return rvt_misused(argv[0]);
        else if (strcmp(optarg, "text") != 0 && strcmp(optarg, "binary") != 0)
            return rvt_misuse(argv[0], "--form takes text or binary, not '%s'", optarg);
        else
            arguments.form = optarg;
    }
    if (!arguments.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (argc - optind != (arguments.convert ? 1 : 2))
        return rvt_misuse(argv[0], arguments.convert ? "exactly one TIP is needed"
                                                     : "ELF and TRACE are needed");
    arguments.input_path = argv[argc - 1];
    arguments.program_path = argv[optind];
    if (!rvt_load_config(arguments.config_path, &arguments.config))
        return RVT_EXIT_UNUSABLE;
    return arguments.convert ? convert(&arguments) : from_log(&arguments);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt tip: instruction logs to tip traces, and tip traces from one form to the other. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/elf_image.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/progress.h"
#include "tools/tip/tip_check.h"
#include "tools/tip/tip_core.h"
#include "tools/tip/tip_log.h"

static const char HELP[] =
    "usage: rvt tip -c CFG ELF TRACE [-o TIP]\n"
    "       rvt tip -c CFG --from FORMAT ELF LOG [-o TIP]\n"
    "       rvt tip -c CFG --convert TIP [-o TIP]\n"
    "       rvt tip -c CFG --check ELF TIP [--with LOG --from FORMAT] [--limit N]\n"
    "\n"
    "Converts an instruction log (CSV: VALID, ADDRESS, INSN, PRIVILEGE, EXCEPTION, ECAUSE, TVAL,\n"
    "INTERRUPT, hexadecimal) to the ingress signals of a hart that retires one instruction per\n"
    "cycle. The address of each line must follow from the instruction of the previous line. The\n"
    "instructions are compared with those of the program ELF. For ELF, '-' does not mean standard\n"
    "input: it means that there is no program to compare with.\n"
    "\n"
    "With --from, LOG is the log of a core or an emulator. Every step must follow from the step\n"
    "before it; rvt reports the first line that breaks a rule. FORMAT is one of:\n"
    "  csv       the columns above, and optionally CYCLE, CONTEXT, TIME and LOST\n"
    "  spike     Spike, run with -l --log-commits\n"
    "  rvfi      a table of RVFI signals, one record per line, hexadecimal\n"
    "  qemu      QEMU, run with -singlestep -d exec,int,mmu,nochain (or nochain,cpu, which shows\n"
    "            the privilege after trap returns); ELF is required\n"
    "  ibex      the tracer of Ibex\n"
    "  cv32e40p  the tracer of CV32E40P; ELF is required\n"
    "  iti       blocks of an instruction trace interface, such as that of CVA6; ELF is required\n"
    "\n"
    "With --check, every row of TIP is compared with the program: class, address, privilege and\n"
    "cause. With --with, what the rows show is also compared with LOG, step by step: no "
    "instruction\n"
    "and no trap may be missing, extra, repeated or in another order. This needs no encoder.\n"
    "\n"
    "  -c, --config CFG   configuration (YAML)\n"
    "  -o, --output TIP   tip trace; default: standard output\n"
    "      --form FORM    text or binary; default: binary if the name ends in .tip or .tip.gz\n"
    "      --from FORMAT  the format of LOG\n"
    "      --dialect D    with --from iti: spec (default), cva6 or cva6-single\n"
    "      --hart N       with --from spike and qemu: the hart to convert; without it, the log "
    "may\n"
    "                     have only one\n"
    "      --privilege N  with --from: the privilege where LOG shows none (0 U, 1 S, 3 M); "
    "default:\n"
    "                     3 for ibex and cv32e40p; rvt refuses the others\n"
    "      --cause N      with --from: the cause of exceptions where LOG shows none; default: rvt\n"
    "                     refuses LOG\n"
    "      --convert      the input is a tip trace: check it and write it in the other form\n"
    "      --check        the input is a tip trace: compare it with ELF and write nothing\n"
    "      --with LOG     with --check: compare it with this log, too\n"
    "      --limit N      with --check: stop after N findings; 0: never (default 100)\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 1 findings of --check, 2 usage, input or output error\n";

enum { MACHINE = 3 };
enum { LIMIT_DEFAULT = 100 };

/* What getopt_long returns of an option without short form. */
enum { CONVERT = 256, CHECK, WITH, LIMIT, FORM, FROM, DIALECT, HART, PRIVILEGE, CAUSE };

static const char *const OPTION_NAME[] = {"from", "dialect", "hart", "privilege", "cause"};

struct arguments {
    struct rvt_config config;
    const char *config_path, *input_path, *program_path, *output_path;
    const char *form;
    bool convert, check;
    bool from;               /* a log of a core, as core describes it */
    const char *log_path;    /* of --with */
    uint64_t limit;          /* of findings; 0: none */
    const char *option;      /* name of an option that needs --from */
    const char *check_only;  /* name of an option that needs --check */
    const char *output_only; /* name of an option that --check excludes */
    struct rvt_tip_core core;
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
    rvt_progress_of(&progress, arguments->input_path);
    while (status == RVT_OK && !end) {
        status = rvt_tip_write(writer, &row, &diag);
        if (status == RVT_OK)
            status = rvt_tip_read(reader, &row, &end, &diag);
        rvt_progress_at(&progress, rvt_tip_place(reader));
    }
    rvt_progress_clear();
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
        status = rvt_tip_from_log(arguments->input_path, log, &arguments->config, image, writer,
                                  &cut, &diag);
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

static void print_notes(const struct arguments *arguments, const struct rvt_tip_core_notes *notes)
{
    const char *name = rvt_input_name(arguments->input_path);

    if (notes->losses)
        (void)fprintf(stderr, "rvt: %s: the log lacks instructions; rows with lost: %" PRIu64 "\n",
                      name, notes->losses);
    if (notes->cut)
        (void)fprintf(
            stderr, "rvt: %s: the outcome of the last branch is unknown; the branch is left out\n",
            name);
}

/* Completes what the options say of a log. image: the program, borrowed. */
static void set_log(struct arguments *arguments, struct rvt_image *image, const char *path)
{
    struct rvt_core_steps_options *steps = &arguments->core.steps;
    bool tracer = steps->log.format == RVT_CORE_IBEX || steps->log.format == RVT_CORE_CV32E40P;

    steps->path = path;
    steps->config = &arguments->config;
    steps->log.image = image;
    if (tracer && !steps->defaults.privilege_known) {
        steps->defaults.privilege_known = true;
        steps->defaults.privilege = MACHINE;
    }
}

static enum rvt_exit check(struct arguments *arguments)
{
    struct rvt_image *image = NULL;
    struct rvt_diag diag;
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;

    rvt_diag_clear(&diag);
    if (rvt_elf_open(arguments->program_path, &arguments->config, &image, &diag) == RVT_OK) {
        set_log(arguments, image, arguments->log_path);
        verdict = rvt_tip_check_run(
            &(struct rvt_tip_check){.config = &arguments->config,
                                    .image = image,
                                    .tip_path = arguments->input_path,
                                    .log = arguments->log_path ? &arguments->core.steps : NULL,
                                    .limit = arguments->limit});
    } else {
        rvt_complain(arguments->program_path, &diag);
    }
    rvt_image_close(image);
    return verdict;
}

static enum rvt_exit from_core(struct arguments *arguments)
{
    struct rvt_tip_core *core = &arguments->core;
    struct rvt_tip_core_notes notes;
    struct rvt_image *image = NULL;
    struct rvt_diag diag;
    const char *at_fault = arguments->program_path;
    enum rvt_status status;

    rvt_diag_clear(&diag);
    if (strcmp(arguments->program_path, "-") == 0)
        status = rvt_elf_open_empty(&arguments->config, &image, &diag);
    else
        status = rvt_elf_open(arguments->program_path, &arguments->config, &image, &diag);
    set_log(arguments, image, arguments->input_path);
    core->tip_path = arguments->output_path;
    core->form = form_of(arguments);
    bool done = status == RVT_OK && rvt_tip_from_core(core, &notes, &at_fault, &diag);
    rvt_image_close(image);
    if (!done)
        rvt_complain(at_fault, &diag);
    else
        print_notes(arguments, &notes);
    return done ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}

/* The value of an option that belongs to --from; false: it has another form. */
static bool read_core_option(int option, const char *value, struct rvt_core_steps_options *core)
{
    uint64_t number = 0;

    switch (option) {
    case FROM:
        while (rvt_core_format_name(core->log.format) &&
               strcmp(rvt_core_format_name(core->log.format), value) != 0)
            core->log.format++;
        return core->log.format < RVT_CORE_FORMATS;
    case DIALECT:
        while (rvt_retirement_dialect_name(core->log.dialect) &&
               strcmp(rvt_retirement_dialect_name(core->log.dialect), value) != 0)
            core->log.dialect++;
        return core->log.dialect < RVT_RETIREMENT_DIALECTS;
    case HART:
        core->log.hart_known = rvt_parse_number(value, &core->log.hart);
        return core->log.hart_known;
    case PRIVILEGE:
        core->defaults.privilege_known = rvt_parse_number(value, &number) && number <= 7;
        core->defaults.privilege = (uint8_t)number;
        return core->defaults.privilege_known;
    default:
        core->defaults.cause_known = rvt_parse_number(value, &number) && number <= UINT32_MAX;
        core->defaults.cause = (uint32_t)number;
        return core->defaults.cause_known;
    }
}

/* An option that has no short form. */
static enum rvt_exit long_option(const char *command, int option, struct arguments *arguments)
{
    if (option == CONVERT) {
        arguments->convert = true;
    } else if (option == CHECK) {
        arguments->check = true;
    } else if (option == WITH) {
        arguments->log_path = optarg;
        arguments->check_only = "with";
    } else if (option == LIMIT) {
        arguments->check_only = "limit";
        if (!rvt_parse_number(optarg, &arguments->limit))
            return rvt_misuse(command, "--limit takes a number of findings, not '%s'", optarg);
    } else if (option == FORM) {
        if (strcmp(optarg, "text") != 0 && strcmp(optarg, "binary") != 0)
            return rvt_misuse(command, "--form takes text or binary, not '%s'", optarg);
        arguments->form = optarg;
        arguments->output_only = "form";
    } else {
        arguments->from = arguments->from || option == FROM;
        if (option != FROM)
            arguments->option = OPTION_NAME[option - FROM];
        if (option == FROM)
            arguments->core.steps.log.format = RVT_CORE_CSV;
        if (!read_core_option(option, optarg, &arguments->core.steps))
            return rvt_misuse(command, "--%s does not take '%s'", OPTION_NAME[option - FROM],
                              optarg);
    }
    return RVT_EXIT_GOOD;
}

/* Options that need or exclude each other. */
static enum rvt_exit check_combination(const char *command, const struct arguments *arguments)
{
    if (arguments->option && !arguments->from)
        return rvt_misuse(command, "--%s needs --from", arguments->option);
    if (arguments->from && arguments->convert)
        return rvt_misuse(command, "--from and --convert exclude each other");
    if (arguments->check && arguments->convert)
        return rvt_misuse(command, "--check and --convert exclude each other");
    if (arguments->check_only && !arguments->check)
        return rvt_misuse(command, "--%s needs --check", arguments->check_only);
    if (arguments->output_only && arguments->check)
        return rvt_misuse(command, "--check and --%s exclude each other", arguments->output_only);
    if (arguments->check && arguments->from != (arguments->log_path != NULL))
        return rvt_misuse(command, arguments->from ? "with --check, --from needs --with"
                                                   : "--with needs --from");
    if (!arguments->config_path)
        return rvt_misuse(command, "-c CFG is missing");
    return RVT_EXIT_GOOD;
}

enum rvt_exit rvt_command_tip(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"form", required_argument, NULL, FORM},
                                            {"convert", no_argument, NULL, CONVERT},
                                            {"check", no_argument, NULL, CHECK},
                                            {"with", required_argument, NULL, WITH},
                                            {"limit", required_argument, NULL, LIMIT},
                                            {"from", required_argument, NULL, FROM},
                                            {"dialect", required_argument, NULL, DIALECT},
                                            {"hart", required_argument, NULL, HART},
                                            {"privilege", required_argument, NULL, PRIVILEGE},
                                            {"cause", required_argument, NULL, CAUSE},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct arguments arguments = {.output_path = "-", .limit = LIMIT_DEFAULT};
    enum rvt_exit verdict = RVT_EXIT_GOOD;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == 'c')
            arguments.config_path = optarg;
        else if (option == 'o')
            arguments.output_path = optarg, arguments.output_only = "output";
        else if (option < CONVERT)
            return rvt_misused(argv[0]);
        else
            verdict = long_option(argv[0], option, &arguments);
        if (verdict != RVT_EXIT_GOOD)
            return verdict;
    }
    verdict = check_combination(argv[0], &arguments);
    if (verdict != RVT_EXIT_GOOD)
        return verdict;
    if (argc - optind != (arguments.convert ? 1 : 2))
        return rvt_misuse(argv[0], arguments.convert ? "exactly one TIP is needed"
                                   : arguments.check ? "ELF and TIP are needed"
                                                     : "ELF and TRACE are needed");
    if (arguments.check && strcmp(argv[optind], "-") == 0)
        return rvt_misuse(argv[0], "--check needs a program, not '-'");
    arguments.input_path = argv[argc - 1];
    arguments.program_path = argv[optind];
    if (!rvt_load_config(arguments.config_path, &arguments.config))
        return RVT_EXIT_UNUSABLE;
    if (arguments.check)
        return check(&arguments);
    rvt_input_note(arguments.input_path);
    if (strcmp(arguments.program_path, "-") != 0)
        rvt_input_note(arguments.program_path);
    if (!rvt_output_allowed(arguments.output_path))
        return RVT_EXIT_UNUSABLE;
    if (arguments.from)
        return from_core(&arguments);
    return arguments.convert ? convert(&arguments) : from_log(&arguments);
}

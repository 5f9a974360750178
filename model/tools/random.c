/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt random: a program that exists only to be traced, and the rows of the hart that ran it. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/elf_writer.h"
#include "io/bytes/output.h"
#include "io/tip/tip_file.h"
#include "random/random_data.h"
#include "random/random_program.h"
#include "tools/command.h"
#include "tools/progress.h"

static const char HELP[] =
    "usage: rvt random -c CFG --seed N --instructions N [-o TIP] [-p ELF]\n"
    "\n"
    "Makes a random program and the rows that a hart reports while it runs the program. The same\n"
    "options and configuration give the same files. With data_trace, the rows also contain random\n"
    "data accesses, which are unrelated to the program's instructions.\n"
    "\n"
    "  -c, --config CFG      configuration (YAML)\n"
    "      --seed N          seed of the random numbers\n"
    "      --instructions N  minimum number of retired instructions\n"
    "  -o, --output TIP      tip trace; binary if named .tip or .tip.gz; default: standard\n"
    "                        output\n"
    "  -p, --program ELF     program file\n"
    "      --block-max N     maximum instructions per block, 1 to 64 (default 8)\n"
    "      --groups N        maximum data accesses per cycle, 1 to 4 (default blocks_p)\n"
    "      --no-traps        no exceptions or interrupts\n"
    "      --no-privilege    no changes of privilege or context\n"
    "      --no-sideband     no triggers, halts or resets\n"
    "      --passages        add long sequences of branches that are rarely taken (large branch\n"
    "                        counts)\n"
    "      --storms          make traps much more frequent, so that a trap often follows another\n"
    "                        trap directly\n"
    "      --handlers FILE   every trap leads to the handler of its privilege level; write the\n"
    "                        addresses of the handlers to FILE (JSON, as trap_vectors of CFG)\n"
    "  -h, --help            print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

struct arguments {
    const char *config_path, *tip_path, *program_path, *handlers_path;
    bool seeded;
    unsigned groups; /* of the data interface; 0: as many as blocks */
    struct rvt_random_options random;
};

/* The next row, with data accesses where config traces them. */
static enum rvt_status next_row(struct rvt_random_program *program, struct rvt_random_data *data,
                                struct rvt_row *row, bool *end)
{
    enum rvt_status status = rvt_random_row(program, row, end);

    if (status == RVT_OK && !*end && data->config->options.data_trace)
        rvt_random_data_row(data, row);
    return status;
}

static enum rvt_status write_rows(struct rvt_random_program *program, struct rvt_random_data *data,
                                  uint64_t instructions, struct rvt_tip_writer *writer,
                                  struct rvt_diag *diag)
{
    struct rvt_progress progress;
    struct rvt_row row = {0};
    bool end = false;
    enum rvt_status status = next_row(program, data, &row, &end);

    rvt_progress_start(&progress, "rows");
    progress.total = instructions;
    while (status == RVT_OK && !end) {
        status = rvt_tip_write(writer, &row, diag);
        if (status == RVT_OK)
            status = next_row(program, data, &row, &end);
        rvt_progress_at(&progress, rvt_random_retired(program));
    }
    rvt_progress_clear();
    return status;
}

/* The rows to the file of arguments; complains of it. */
static bool write_tip(const struct arguments *arguments, const struct rvt_config *config,
                      struct rvt_random_program *program)
{
    struct rvt_tip_writer *writer = NULL;
    struct rvt_random_data data;
    struct rvt_diag diag;

    unsigned groups = arguments->groups > 0 ? arguments->groups : config->params.blocks_p;

    rvt_random_data_init(&data, config, arguments->random.seed, groups, 50);
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_tip_create(arguments->tip_path, config,
                                            rvt_tip_form(arguments->tip_path), &writer, &diag);
    if (status == RVT_OK)
        status = write_rows(program, &data, arguments->random.instructions, writer, &diag);
    if (status == RVT_OK) {
        status = rvt_tip_finish(writer, &diag);
    } else {
        rvt_tip_discard(writer);
        (void)rvt_diag_set(&diag, status, NULL, 0, NULL, "%s", rvt_status_text(status));
    }
    if (status != RVT_OK)
        rvt_complain_output(arguments->tip_path, &diag);
    return status == RVT_OK;
}

static bool write_program(const struct arguments *arguments, const struct rvt_config *config,
                          const struct rvt_random_program *program)
{
    struct rvt_diag diag;
    uint64_t address = 0;
    size_t bytes = 0;
    const uint8_t *code = rvt_random_code(program, &address, &bytes);

    rvt_diag_clear(&diag);
    if (!arguments->program_path ||
        rvt_elf_write(arguments->program_path, config, address, code, bytes, &diag) == RVT_OK)
        return true;
    rvt_complain_output(arguments->program_path, &diag);
    return false;
}

/* The handlers of the privilege levels that the port can report. */
static bool write_handlers(const struct arguments *arguments, const struct rvt_config *config,
                           const struct rvt_random_program *program)
{
    static const struct {
        uint8_t priv;
        unsigned width; /* of the port, to report the level */
        const char *name;
    } levels[] = {{1, 1, "s"}, {3, 2, "m"}, {6, 3, "vs"}};
    const char *separator = "{";
    struct rvt_diag diag;

    if (!arguments->handlers_path)
        return true;
    struct rvt_output *output = rvt_create_output(arguments->handlers_path);
    if (!output)
        return false;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        if (config->params.privilege_width_p < levels[i].width)
            continue;
        (void)rvt_output_print(output, "%s\"%s\": \"0x%" PRIx64 "\"", separator, levels[i].name,
                               rvt_random_xtvec(program, levels[i].priv));
        separator = ", ";
    }
    (void)rvt_output_print(output, "}\n");
    rvt_diag_clear(&diag);
    return rvt_settle(RVT_OK, output, NULL, arguments->handlers_path, &diag);
}

static bool outputs_allowed(const struct arguments *arguments)
{
    return rvt_output_allowed(arguments->tip_path) &&
           (!arguments->program_path || rvt_output_allowed(arguments->program_path)) &&
           (!arguments->handlers_path || rvt_output_allowed(arguments->handlers_path));
}

static enum rvt_exit run(const struct arguments *arguments)
{
    struct rvt_config config;
    struct rvt_random_program *program = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (!rvt_load_config(arguments->config_path, &config) || !outputs_allowed(arguments))
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = rvt_random_open(&config, &arguments->random, &program);
    if (status != RVT_OK) {
        (void)rvt_diag_set(&diag, status, NULL, 0, NULL,
                           "rvt random does not support this configuration");
        rvt_complain(arguments->config_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    bool good = write_tip(arguments, &config, program) &&
                write_program(arguments, &config, program) &&
                write_handlers(arguments, &config, program);
    rvt_random_close(program);
    return good ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}

/* The name of an option that takes a number. */
static const char *option_name(int option)
{
    switch (option) {
    case 'm':
        return "block-max";
    case 'a':
        return "groups";
    case 'i':
        return "instructions";
    default:
        return "seed";
    }
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct arguments *arguments, int option, const char *command)
{
    struct rvt_random_options *random = &arguments->random;
    uint64_t number = 0;

    if (option == 'c')
        arguments->config_path = optarg;
    else if (option == 'o')
        arguments->tip_path = optarg;
    else if (option == 'p')
        arguments->program_path = optarg;
    else if (option == 'd')
        arguments->handlers_path = optarg;
    else if (option == 't')
        random->traps = false;
    else if (option == 'v')
        random->privilege = false;
    else if (option == 'b')
        random->sideband = false;
    else if (option == 'g')
        random->passages = true;
    else if (option == 'w')
        random->storms = true;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    else if (!rvt_parse_number(optarg, &number))
        return rvt_misuse(command, "--%s takes a number, not '%s'", option_name(option), optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'm' && (number < 1 || number > 64))
        return rvt_misuse(command, "--block-max takes 1 to 64, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == 'm')
        random->block_max = (unsigned)number;
    else if (option == 'a' && (number < 1 || number > RVT_ACCESSES_MAX))
        return rvt_misuse(command, "--groups takes 1 to %d, not '%s'", RVT_ACCESSES_MAX, optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'a')
        arguments->groups = (unsigned)number;
    else if (option == 'i')
        random->instructions = number;
    else {
        random->seed = number;
        arguments->seeded = true;
    }
    return true;
}

enum rvt_exit rvt_command_random(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"program", required_argument, NULL, 'p'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"instructions", required_argument, NULL, 'i'},
                                            {"block-max", required_argument, NULL, 'm'},
                                            {"groups", required_argument, NULL, 'a'},
                                            {"no-traps", no_argument, NULL, 't'},
                                            {"no-privilege", no_argument, NULL, 'v'},
                                            {"no-sideband", no_argument, NULL, 'b'},
                                            {"passages", no_argument, NULL, 'g'},
                                            {"storms", no_argument, NULL, 'w'},
                                            {"handlers", required_argument, NULL, 'd'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct arguments arguments = {
        .tip_path = "-",
        .random = {.block_max = 8, .traps = true, .privilege = true, .sideband = true}};
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:p:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&arguments, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (!arguments.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (!arguments.seeded)
        return rvt_misuse(argv[0], "--seed N is missing");
    if (arguments.random.instructions == 0)
        return rvt_misuse(argv[0], "--instructions N is missing or 0");
    if (argc != optind)
        return rvt_misuse(argv[0], "unexpected argument '%s'", argv[optind]);
    arguments.random.handlers = arguments.handlers_path != NULL;
    return run(&arguments);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt config: a configuration validated, and printed with its defaults: for the eye, for programs,
 * for the RTL build. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rvt/config.h>

#include "io/bytes/output.h"
#include "tools/command.h"
#include "tools/rtl_parameters.h"

static const char HELP[] =
    "usage: rvt config CFG [-o OUT] [--json|--sv|--verilator]\n"
    "\n"
    "Validates a configuration and prints every value, including defaults.\n"
    "\n"
    "      --json        print JSON instead of YAML\n"
    "      --sv          print the encoder's parameters as SystemVerilog localparams\n"
    "      --verilator   print the encoder's parameters as -G options of Verilator;\n"
    "                    both refuse what the RTL does not support (rtl/parameters.yaml)\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

enum form { FORM_YAML, FORM_JSON, FORM_SV, FORM_VERILATOR };

static enum rvt_exit print_rtl(const struct rvt_configuration *configuration, bool options,
                               const char *input, const char *path)
{
    struct rvt_output *output = NULL;
    struct rvt_diagnosis none;

    RVT_CLEAR(&none);
    if (rvt_rtl_fits(configuration, input))
        output = rvt_create_output(path);
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    rvt_rtl_print(configuration, options, output);
    return rvt_settle_diagnosis(RVT_OK, output, input, path, &none) ? RVT_EXIT_GOOD
                                                                    : RVT_EXIT_UNUSABLE;
}

/* The specification has accesses of data_width_p bits, rvt of 64 at most. */
static void warn(const struct rvt_configuration *configuration, const char *input)
{
    unsigned data_trace = 0, width = 0;

    if (rvt_configuration_get(configuration, "options.data_trace", &data_trace) != RVT_OK ||
        rvt_configuration_get(configuration, "parameters.data_width_p", &width) != RVT_OK)
        abort();
    if (data_trace && width > 64)
        (void)fprintf(
            stderr,
            "rvt: %s: data_width_p %u: rvt supports accesses of at most 8 bytes [ETR-DAT-002]\n",
            rvt_input_name(input), width);
}

static enum rvt_exit print(const struct rvt_configuration *configuration, enum form form,
                           const char *input, const char *path)
{
    struct rvt_diagnosis diagnosis;
    enum rvt_status status;

    RVT_CLEAR(&diagnosis);
    if (!rvt_output_allowed(path))
        return RVT_EXIT_UNUSABLE;
    if (form == FORM_SV || form == FORM_VERILATOR)
        return print_rtl(configuration, form == FORM_VERILATOR, input, path);
    status = form == FORM_JSON ? rvt_configuration_save_json(configuration, path, &diagnosis)
                               : rvt_configuration_save(configuration, path, &diagnosis);
    if (status == RVT_OK)
        return RVT_EXIT_GOOD;
    rvt_complain_diagnosis(strcmp(path, "-") == 0 ? "stdout" : path, &diagnosis);
    return RVT_EXIT_UNUSABLE;
}

enum rvt_exit rvt_command_config(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, FORM_JSON},
                                            {"sv", no_argument, NULL, FORM_SV},
                                            {"verilator", no_argument, NULL, FORM_VERILATOR},
                                            {"output", required_argument, NULL, 'o'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct rvt_configuration *configuration = NULL;
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    enum form form = FORM_YAML;
    const char *path = "-";
    int option = 0;

    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (option == 'o')
            path = optarg;
        else if (form != FORM_YAML && form != (enum form)option)
            return rvt_misuse(argv[0], "--json, --sv and --verilator cannot be used together");
        else
            form = (enum form)option;
    }
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one CFG is needed");
    if (rvt_load_configuration(argv[optind], &configuration)) {
        warn(configuration, argv[optind]);
        verdict = print(configuration, form, argv[optind], path);
    }
    rvt_configuration_free(configuration);
    return verdict;
}

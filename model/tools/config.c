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

#include "io/output.h"
#include "tools/command.h"

static const char HELP[] =
    "usage: rvt config CFG [-o OUT] [--json|--sv|--verilator]\n"
    "\n"
    "Validates a configuration and prints every value, including defaults.\n"
    "\n"
    "      --json        print JSON instead of YAML\n"
    "      --sv          print the encoder's parameters as SystemVerilog localparams\n"
    "      --verilator   print the encoder's parameters as -G options of Verilator\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

enum form { FORM_YAML, FORM_JSON, FORM_SV, FORM_VERILATOR };

/* Parameters of the encoder's RTL and the values of the configuration that set them. */
static const struct {
    const char *parameter, *section, *name;
} RTL[] = {
    {"blocks_p", "parameters", "blocks_p"},
    {"retires_p", "parameters", "retires_p"},
    {"iaddress_width_p", "parameters", "iaddress_width_p"},
    {"iaddress_lsb_p", "parameters", "iaddress_lsb_p"},
    {"itype_width_p", "parameters", "itype_width_p"},
    {"ecause_width_p", "parameters", "ecause_width_p"},
    {"privilege_width_p", "parameters", "privilege_width_p"},
    {"context_width_p", "parameters", "context_width_p"},
    {"nocontext_p", "parameters", "nocontext_p"},
    {"time_width_p", "parameters", "time_width_p"},
    {"notime_p", "parameters", "notime_p"},
    {"ctype_width_p", "parameters", "ctype_width_p"},
    {"iretire_width_p", "parameters", "iretire_width_p"},
    {"ilastsize_width_p", "parameters", "ilastsize_width_p"},
    {"return_stack_size_p", "parameters", "return_stack_size_p"},
    {"call_counter_size_p", "parameters", "call_counter_size_p"},
    {"bpred_size_p", "parameters", "bpred_size_p"},
    {"bcount_max_p", "switches", "bcount_max"},
    {"cache_size_p", "parameters", "cache_size_p"},
    {"f0s_width_p", "parameters", "f0s_width_p"},
    {"sijump_p", "parameters", "sijump_p"},
    {"filters_p", "parameters", "filters_p"},
    {"comparators_p", "parameters", "comparators_p"},
    {"impdef_width_p", "parameters", "impdef_width_p"},
    {"ecause_choice_p", "parameters", "ecause_choice_p"},
    {"filter_excint_p", "parameters", "filter_excint_p"},
    {"filter_context_p", "parameters", "filter_context_p"},
    {"filter_tval_p", "parameters", "filter_tval_p"},
    {"filter_privilege_p", "parameters", "filter_privilege_p"},
    {"data_p", "options", "data_trace"},
    {"daddress_width_p", "parameters", "daddress_width_p"},
    {"data_width_p", "parameters", "data_width_p"},
    {"dtype_width_p", "parameters", "dtype_width_p"},
    {"dsize_width_p", "parameters", "dsize_width_p"},
    {"dblock_width_p", "parameters", "dblock_width_p"},
    {"iaddr_lsbs_width_p", "parameters", "iaddr_lsbs_width_p"},
    {"lrid_width_p", "parameters", "lrid_width_p"},
    {"lresp_width_p", "parameters", "lresp_width_p"},
    {"ldata_width_p", "parameters", "ldata_width_p"},
    {"sdata_width_p", "parameters", "sdata_width_p"},
    {"dat_signalling_p", "switches", "dat_signalling"},
    {"full_data_p", "options", "full_data"},
    {"dat_compress_p", "switches", "dat_compress"},
    {"dat_addr_compress_p", "switches", "dat_addr_compress"},
    {"dat_hist_p", "switches", "dat_hist"},
    {"dat_operand_p", "switches", "dat_operand"},
    {"dat_sc_failure_p", "switches", "dat_sc_failure"},
    {"dat_split_atomic_rsp_p", "switches", "dat_split_atomic_rsp"},
    {"dat_diff_bits_p", "switches", "dat_diff_bits"},
    {"mmacas_ext_p", "switches", "mmacas_ext"},
    {"srcid_bits_p", "encapsulation", "srcid_bits"},
    {"type_bits_p", "encapsulation", "type_bits"},
    {"type_value_p", "encapsulation", "type_inst"},
    {"type_data_p", "encapsulation", "type_data"},
    {"timestamp_bytes_p", "encapsulation", "timestamp_bytes"},
};

enum { RTL_COUNT = sizeof RTL / sizeof RTL[0] };

/* The value of the key, which exists. */
static unsigned value_of(const struct rvt_configuration *configuration, int index)
{
    char key[64];
    unsigned value = 0;

    (void)snprintf(key, sizeof key, "%s.%s", RTL[index].section, RTL[index].name);
    if (rvt_configuration_get(configuration, key, &value) != RVT_OK)
        abort();
    return value;
}

static enum rvt_exit print_rtl(const struct rvt_configuration *configuration, bool options,
                               const char *input, const char *path)
{
    struct rvt_output *output = rvt_create_output(path);
    struct rvt_diagnosis none;

    RVT_CLEAR(&none);
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    for (int index = 0; index < RTL_COUNT; index++) {
        unsigned value = value_of(configuration, index);
        if (options)
            rvt_output_print(output, "-G%s=%u\n", RTL[index].parameter, value);
        else
            rvt_output_print(output, "localparam int unsigned %s = %u;\n", RTL[index].parameter,
                             value);
    }
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

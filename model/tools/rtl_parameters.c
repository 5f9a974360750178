/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/rtl_parameters.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/output.h"
#include "tools/command.h"

#define PARAMETER(name, least, most)                                                               \
    {                                                                                              \
        .parameter = #name, .key = "parameters." #name, .low = least, .high = most                 \
    }

/* Parameters of the encoder's RTL, the values of the configuration that set them, and what the RTL
 * supports (rtl/parameters.yaml). */
static const struct {
    const char *parameter, *key;
    unsigned low, high;
} RTL[] = {
    PARAMETER(blocks_p, 1, 4),
    PARAMETER(retires_p, 1, 255),
    PARAMETER(iaddress_width_p, 8, 64),
    PARAMETER(iaddress_lsb_p, 0, 2),
    PARAMETER(itype_width_p, 3, 4),
    PARAMETER(ecause_width_p, 1, 64),
    PARAMETER(privilege_width_p, 1, 3),
    PARAMETER(context_width_p, 1, 64),
    PARAMETER(nocontext_p, 0, 1),
    PARAMETER(time_width_p, 1, 64),
    PARAMETER(notime_p, 0, 1),
    PARAMETER(ctype_width_p, 1, 2),
    PARAMETER(iretire_width_p, 1, 32),
    PARAMETER(ilastsize_width_p, 1, 2),
    PARAMETER(return_stack_size_p, 0, 8),
    PARAMETER(call_counter_size_p, 0, 15),
    PARAMETER(bpred_size_p, 0, 8),
    {"bcount_max_p", "switches.bcount_max", 0, UINT32_MAX},
    PARAMETER(cache_size_p, 0, 8),
    PARAMETER(f0s_width_p, 0, 2),
    PARAMETER(sijump_p, 0, 1),
    PARAMETER(filters_p, 0, 16),
    PARAMETER(comparators_p, 0, 8),
    PARAMETER(impdef_width_p, 1, 32),
    PARAMETER(ecause_choice_p, 1, 6),
    PARAMETER(filter_excint_p, 0, 8),
    PARAMETER(filter_context_p, 0, 1),
    PARAMETER(filter_tval_p, 0, 1),
    PARAMETER(filter_privilege_p, 0, 1),
    {"data_p", "options.data_trace", 0, 1},
    PARAMETER(daddress_width_p, 1, 64),
    PARAMETER(data_width_p, 8, 128),
    PARAMETER(dtype_width_p, 1, 4),
    PARAMETER(dsize_width_p, 1, 3),
    PARAMETER(dblock_width_p, 0, 2),
    PARAMETER(iaddr_lsbs_width_p, 1, 16),
    PARAMETER(lrid_width_p, 1, 8),
    PARAMETER(lresp_width_p, 1, 2),
    PARAMETER(ldata_width_p, 8, 64),
    PARAMETER(sdata_width_p, 8, 64),
    {"dat_signalling_p", "switches.dat_signalling", 0, 1},
    {"full_data_p", "options.full_data", 0, 1},
    {"dat_compress_p", "switches.dat_compress", 0, 2},
    {"dat_addr_compress_p", "switches.dat_addr_compress", 0, 1},
    {"dat_hist_p", "switches.dat_hist", 0, 1},
    {"dat_operand_p", "switches.dat_operand", 0, 3},
    {"dat_sc_failure_p", "switches.dat_sc_failure", 0, 1},
    {"dat_split_atomic_rsp_p", "switches.dat_split_atomic_rsp", 6, 7},
    {"dat_diff_bits_p", "switches.dat_diff_bits", 1, 2},
    {"mmacas_ext_p", "switches.mmacas_ext", 0, 1},
    {"srcid_bits_p", "encapsulation.srcid_bits", 0, 12},
    {"type_bits_p", "encapsulation.type_bits", 0, 8},
    {"type_value_p", "encapsulation.type_inst", 0, 255},
    {"type_data_p", "encapsulation.type_data", 0, 255},
    {"timestamp_bytes_p", "encapsulation.timestamp_bytes", 0, 8},
};

enum { RTL_COUNT = sizeof RTL / sizeof RTL[0] };

/* The value of the key, which exists. */
static unsigned value_of(const struct rvt_configuration *configuration, const char *key)
{
    unsigned value = 0;

    if (rvt_configuration_get(configuration, key, &value) != RVT_OK)
        abort();
    return value;
}

/* The first rule over several parameters that the configuration breaks, in those that any
 * configuration obeys; NULL if none. */
static const char *broken_instruction_rule(const struct rvt_configuration *c)
{
    bool filters = value_of(c, "parameters.filters_p") || value_of(c, "parameters.comparators_p");
    unsigned width = value_of(c, "parameters.iaddress_width_p");
    unsigned lsb = value_of(c, "parameters.iaddress_lsb_p");
    unsigned iretire = value_of(c, "parameters.iretire_width_p");
    bool single = value_of(c, "parameters.retires_p") == 1;
    unsigned halfwords = single ? 1U << value_of(c, "parameters.ilastsize_width_p") : iretire;
    bool stack = value_of(c, "parameters.return_stack_size_p") > 0;
    bool counter = value_of(c, "parameters.call_counter_size_p") > 0;

    if (!single && iretire < 2)
        return "iretire_width_p must be at least 2 unless retires_p is 1 (ETR-ING-002)";
    if (stack && counter)
        return "return_stack_size_p and call_counter_size_p must not both be built (AMB-012)";
    if ((stack || counter) && value_of(c, "parameters.itype_width_p") == 3)
        return "return_stack_size_p and call_counter_size_p need itype_width_p 4 (ETR-ING-006)";
    if (lsb + value_of(c, "parameters.bpred_size_p") > width)
        return "bpred_size_p must not use address bits that do not exist (AMB-068)";
    if (lsb + value_of(c, "parameters.cache_size_p") >= width)
        return "cache_size_p must leave address bits beside the index (AMB-068)";
    if (filters && halfwords > 10)
        return "filters and comparators need iretire_width_p of at most 10 (ETR-FLT-001)";
    if (filters && width <= halfwords + 1)
        return "filters and comparators need iaddress_width_p above iretire_width_p + 1 "
               "(ETR-FLT-001)";
    return NULL;
}

/* The same of the rules for data trace. */
static const char *broken_data_rule(const struct rvt_configuration *c)
{
    if (!value_of(c, "options.data_trace"))
        return NULL;
    if (value_of(c, "parameters.blocks_p") > 1U << value_of(c, "parameters.dblock_width_p"))
        return "dblock_width_p must be wide enough for blocks_p blocks (ETR-DISC-003)";
    if (value_of(c, "parameters.dtype_width_p") == 2)
        return "dtype_width_p must not be 2 (ETR-DAT-015)";
    if (value_of(c, "parameters.daddress_width_p") < 12)
        return "daddress_width_p must be at least 12 with data_p (ETR-DAT-015)";
    if (value_of(c, "switches.dat_operand") != 0)
        return "data_p needs dat_operand_p 0 (the encoder sends no relative operands)";
    if (value_of(c, "switches.dat_diff_bits") != 2)
        return "data_p needs dat_diff_bits_p 2 (the encoder sends no diff field of one bit)";
    if (value_of(c, "switches.mmacas_ext") != 0)
        return "data_p needs mmacas_ext_p 0 (the encoder sends no MMA/CAS packets)";
    return NULL;
}

bool rvt_rtl_fits(const struct rvt_configuration *configuration, const char *input)
{
    const char *rule;

    for (int index = 0; index < RTL_COUNT; index++) {
        unsigned value = value_of(configuration, RTL[index].key);
        if (value >= RTL[index].low && value <= RTL[index].high)
            continue;
        (void)fprintf(stderr, "rvt: %s: the RTL has %s %u..%u [%s = %u]\n", rvt_input_name(input),
                      RTL[index].parameter, RTL[index].low, RTL[index].high, RTL[index].key, value);
        return false;
    }
    rule = broken_instruction_rule(configuration);
    if (rule == NULL)
        rule = broken_data_rule(configuration);
    if (rule != NULL)
        (void)fprintf(stderr, "rvt: %s: the RTL: %s\n", rvt_input_name(input), rule);
    return rule == NULL;
}

void rvt_rtl_print(const struct rvt_configuration *configuration, bool options,
                   struct rvt_output *output)
{
    for (int index = 0; index < RTL_COUNT; index++) {
        unsigned value = value_of(configuration, RTL[index].key);
        if (options)
            rvt_output_print(output, "-G%s=%u\n", RTL[index].parameter, value);
        else
            rvt_output_print(output, "localparam int unsigned %s = %u;\n", RTL[index].parameter,
                             value);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Configurations that trace data, by a word of modes. */
#ifndef RVT_TESTS_UNIT_DATA_CONFIG_H
#define RVT_TESTS_UNIT_DATA_CONFIG_H

#include "base/config_check.h"
#include "base/params.h"
#include "checks.h"

enum {
    SPLIT = 1,
    NO_DATA = 2,
    NO_ADDRESS = 4,
    ONE_BIT = 8,
    EXTENSION = 16,
    XLEN64 = 32,
    RSP6 = 64
};

static inline struct rvt_config configure_data(unsigned mode, unsigned dtype_width,
                                               unsigned data_width)
{
    struct rvt_config config;

    rvt_config_defaults(&config, mode & EXTENSION ? RVT_PROFILE_V2_0_5_DRAFT : RVT_PROFILE_V2_0_4);
    config.options.data_trace = true;
    config.options.no_data = (mode & NO_DATA) != 0;
    config.options.no_address = (mode & NO_ADDRESS) != 0;
    config.encap.type_bits = 1;
    config.params.dtype_width_p = dtype_width;
    config.params.data_width_p = data_width;
    config.params.lrid_width_p = 4;
    config.params.lresp_width_p = 2;
    config.params.iaddress_width_p = mode & XLEN64 ? 64 : 32;
    config.switches.dat_signalling = mode & SPLIT ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
    config.switches.dat_split_atomic_rsp = mode & RSP6 ? 6 : 7;
    if (mode & ONE_BIT) {
        config.switches.dat_diff_bits = 1;
        config.switches.dat_compress = RVT_DAT_COMPRESS_XOR;
    }
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    return config;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_configuration.h"

/* The checksum goes on with values. */
static uint32_t add_values(uint32_t sum, rvt_index_checksum checksum, const uint32_t *value,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t bytes[4] = {(uint8_t)value[i], (uint8_t)(value[i] >> 8),
                                  (uint8_t)(value[i] >> 16), (uint8_t)(value[i] >> 24)};

        sum = checksum(sum, bytes, sizeof bytes);
    }
    return sum;
}

uint32_t rvt_index_configuration(const struct rvt_config *config, bool stp,
                                 rvt_index_checksum checksum)
{
    const struct rvt_params *params = &config->params;
    const struct rvt_encap_config *encap = &config->encap;
    const uint32_t values[] = {
        config->spec_profile,
        encap->srcid_bits,
        encap->type_bits,
        encap->type_inst,
        encap->timestamp_bytes,
        encap->framing,
        encap->block_bytes,
        config->dialect.header,
        config->dialect.padding,
        config->switches.ts_align,
        config->switches.compress,
        config->switches.encap_compress,
        params->iaddress_width_p,
        params->iaddress_lsb_p,
        params->privilege_width_p,
        params->ecause_width_p,
        params->time_width_p,
        params->notime_p,
        params->context_width_p,
        params->nocontext_p,
        config->switches.trap_layout,
        config->switches.addr_shift,
        config->switches.support_layout,
        config->options.implicit_exception,
    };
    const uint32_t tunnel[] = {config->transport.master, config->transport.channel,
                               config->transport.protocol};
    uint32_t sum = add_values(0, checksum, values, sizeof values / sizeof values[0]);

    return stp ? add_values(sum, checksum, tunnel, sizeof tunnel / sizeof tunnel[0]) : sum;
}

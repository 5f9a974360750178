/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/plain_row.h"

#include "base/bits.h"

enum { PRIV_RESERVED = 1 << 2 | 1 << 7 };

/* The codes that end a block without a trap. ETR-ING-005. */
static uint32_t plain_itypes(const struct rvt_params *params)
{
    uint32_t codes = params->itype_width_p == 3 ? 0x7f : 0xffff & ~(UINT32_C(1) << 6);
    uint32_t excluded = 1u << RVT_ITYPE_EXCEPTION | 1u << RVT_ITYPE_INTERRUPT | 1u << 7;

    return codes & ~excluded;
}

struct rvt_plain_row rvt_plain_row_of(const struct rvt_config *config)
{
    const struct rvt_params *params = &config->params;
    bool halfwords = rvt_counts_halfwords(params);
    uint32_t iretire = halfwords ? (uint32_t)rvt_mask(params->iretire_width_p) : 1;

    return (struct rvt_plain_row){
        .iaddr = ~rvt_mask(params->iaddress_width_p) | rvt_mask(params->iaddress_lsb_p) | 1,
        .context = params->nocontext_p ? 0 : ~rvt_mask(params->context_width_p),
        .time = params->notime_p ? 0 : ~rvt_mask(params->time_width_p),
        .iretire = ~iretire,
        .impdef = ~(uint32_t)rvt_mask(params->impdef_width_p),
        .ctype = (uint8_t)~rvt_mask(params->ctype_width_p),
        .ilastsize = (uint8_t)~rvt_mask(params->ilastsize_width_p),
        .halfwords = halfwords,
        .itypes = rvt_is_draft(config) ? 0 : plain_itypes(params),
        .privs = (uint32_t)rvt_mask(1u << params->privilege_width_p) & ~(uint32_t)PRIV_RESERVED,
    };
}

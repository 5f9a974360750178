/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_kind.h"

#include "base/bits.h"

bool rvt_syst_known_type(unsigned type)
{
    return type <= RVT_SYST_CATALOG || (type >= RVT_SYST_RAW && type <= RVT_SYST_SBD);
}

/* The subtypes of a type, one bit each of 64. */
static uint64_t subtypes(unsigned type)
{
    static const uint64_t bit = 1;

    switch (type) {
    case RVT_SYST_BUILD:
        return bit << RVT_SYST_BUILD_COMPACT32 | bit << RVT_SYST_BUILD_COMPACT64 |
               bit << RVT_SYST_BUILD_LONG;
    case RVT_SYST_STRING:
        return bit << RVT_SYST_STRING_GENERIC | bit << RVT_SYST_STRING_FUNC_ENTER |
               bit << RVT_SYST_STRING_FUNC_EXIT | bit << RVT_SYST_STRING_INVALIDPARAM |
               bit << RVT_SYST_STRING_ASSERT | bit << RVT_SYST_STRING_PRINTF_32 |
               bit << RVT_SYST_STRING_PRINTF_64;
    case RVT_SYST_CATALOG:
        return bit << RVT_SYST_CATALOG_ID32_P32 | bit << RVT_SYST_CATALOG_ID64_P32 |
               bit << RVT_SYST_CATALOG_ID32_P64 | bit << RVT_SYST_CATALOG_ID64_P64;
    case RVT_SYST_CLOCK:
        return bit << RVT_SYST_CLOCK_TRANSPORT_SYNC;
    case RVT_SYST_SBD:
        return rvt_mask(16);
    default:
        return UINT64_MAX;
    }
}

bool rvt_syst_known_subtype(unsigned type, unsigned subtype)
{
    return rvt_syst_known_type(type) && subtype < 64 && (subtypes(type) >> subtype & 1);
}

unsigned rvt_syst_address_bytes(unsigned subtype)
{
    static const uint8_t bytes[] = {0, 2, 4, 8};

    return bytes[subtype >> 2 & 3];
}

unsigned rvt_syst_head_bytes(unsigned type, unsigned subtype)
{
    if (!rvt_syst_known_subtype(type, subtype))
        return 0;
    switch (type) {
    case RVT_SYST_BUILD:
        return subtype == RVT_SYST_BUILD_LONG ? 8 : 0;
    case RVT_SYST_CATALOG:
        return subtype & 1 ? 4 : 8;
    case RVT_SYST_CLOCK:
        return 16;
    case RVT_SYST_SBD:
        return (subtype & RVT_SYST_SBD_ID64 ? 8u : 4u) + rvt_syst_address_bytes(subtype);
    default:
        return 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The types and subtypes of SyS-T messages, and the size of the payload head of each. Spec:
 * SYST-002, SYST-003, SYST-010..012. */
#ifndef RVT_TRANSPORT_SYST_SYST_KIND_H
#define RVT_TRANSPORT_SYST_SYST_KIND_H

#include <stdbool.h>

/* TYPE; the values left out are reserved. */
enum rvt_syst_type {
    RVT_SYST_BUILD = 0,
    RVT_SYST_SHORT32 = 1,
    RVT_SYST_STRING = 2,
    RVT_SYST_CATALOG = 3,
    RVT_SYST_RAW = 6,
    RVT_SYST_SHORT64 = 7,
    RVT_SYST_CLOCK = 8,
    RVT_SYST_SBD = 9,
};

/* SUBTYPE of each type; the values left out are reserved. Of RAW it is the user's protocol. */
enum rvt_syst_build_subtype {
    RVT_SYST_BUILD_COMPACT32 = 0,
    RVT_SYST_BUILD_COMPACT64 = 1,
    RVT_SYST_BUILD_LONG = 2,
};
enum rvt_syst_string_subtype {
    RVT_SYST_STRING_GENERIC = 1,
    RVT_SYST_STRING_FUNC_ENTER = 2,
    RVT_SYST_STRING_FUNC_EXIT = 3,
    RVT_SYST_STRING_INVALIDPARAM = 5,
    RVT_SYST_STRING_ASSERT = 7,
    RVT_SYST_STRING_PRINTF_32 = 11,
    RVT_SYST_STRING_PRINTF_64 = 12,
};
enum rvt_syst_catalog_subtype {
    RVT_SYST_CATALOG_ID32_P32 = 1,
    RVT_SYST_CATALOG_ID64_P32 = 2,
    RVT_SYST_CATALOG_ID32_P64 = 5,
    RVT_SYST_CATALOG_ID64_P64 = 6,
};
enum rvt_syst_clock_subtype { RVT_SYST_CLOCK_TRANSPORT_SYNC = 1 };
enum rvt_syst_sbd_subtype { /* a sum of bits */
                            RVT_SYST_SBD_ID64 = 1,
                            RVT_SYST_SBD_NAME = 2,
                            RVT_SYST_SBD_ADDRESS16 = 4,
                            RVT_SYST_SBD_ADDRESS32 = 8,
                            RVT_SYST_SBD_ADDRESS64 = 12,
};

/* True if the protocol defines this type. */
bool rvt_syst_known_type(unsigned type);

/* True if this type has this subtype; SBD has any of bits 3:0, RAW and short messages have all. */
bool rvt_syst_known_subtype(unsigned type, unsigned subtype);

/* Bytes of the payload's head (value, frequency, address), by type and subtype: 0..16; 0 for
 * reserved ones. */
unsigned rvt_syst_head_bytes(unsigned type, unsigned subtype);

/* Bytes of the address that the head of an SBD message of this subtype ends with: 0, 2, 4 or 8. */
unsigned rvt_syst_address_bytes(unsigned subtype);

#endif

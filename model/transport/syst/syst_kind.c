/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What types and subtypes there are, and what their payloads hold. */
#include <string.h>

#include "transport/syst/syst.h"

bool rvt_syst_known_type(unsigned type)
{
    return type <= RVT_SYST_CATALOG || (type >= RVT_SYST_RAW && type <= RVT_SYST_SBD);
}

/* The subtypes of a type, a bit each; 64 in all. */
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

unsigned rvt_syst_head_bytes(unsigned type, unsigned subtype)
{
    static const uint8_t address_bytes[] = {0, 2, 4, 8};

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
        return (subtype & RVT_SYST_SBD_ID64 ? 8u : 4u) + address_bytes[subtype >> 2 & 3];
    default:
        return 0;
    }
}

bool rvt_syst_has_text(const struct rvt_syst_message *message)
{
    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return false;
    return message->type == RVT_SYST_STRING ||
           (message->type == RVT_SYST_BUILD && message->subtype == RVT_SYST_BUILD_LONG) ||
           (message->type == RVT_SYST_SBD && (message->subtype & RVT_SYST_SBD_NAME));
}

bool rvt_syst_split(const struct rvt_syst_message *message, size_t *text_bytes, size_t *rest_bytes)
{
    const uint8_t *end = message->body_bytes ? memchr(message->body, 0, message->body_bytes) : NULL;

    *text_bytes = end ? (size_t)(end - message->body) : message->body_bytes;
    *rest_bytes = end ? message->body_bytes - *text_bytes - 1 : 0;
    return end != NULL;
}

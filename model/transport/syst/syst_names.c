/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_names.h"

#include <stddef.h>
#include <string.h>

#include "transport/syst/syst.h"

enum { TYPES = 16, SUBTYPES = 64, SEVERITIES = 8, TAGS = 4 };

const char *rvt_syst_type_name(unsigned type)
{
    static const char *const names[TYPES] = {
        [RVT_SYST_BUILD] = "BUILD",   [RVT_SYST_SHORT32] = "SHORT32",
        [RVT_SYST_STRING] = "STRING", [RVT_SYST_CATALOG] = "CATALOG",
        [RVT_SYST_RAW] = "RAW",       [RVT_SYST_SHORT64] = "SHORT64",
        [RVT_SYST_CLOCK] = "CLOCK",   [RVT_SYST_SBD] = "SBD",
    };

    return type < TYPES ? names[type] : NULL;
}

const char *rvt_syst_subtype_name(unsigned type, unsigned subtype)
{
    static const struct {
        unsigned type, subtype;
        const char *name;
    } names[] = {
        {RVT_SYST_BUILD, RVT_SYST_BUILD_COMPACT32, "COMPACT32"},
        {RVT_SYST_BUILD, RVT_SYST_BUILD_COMPACT64, "COMPACT64"},
        {RVT_SYST_BUILD, RVT_SYST_BUILD_LONG, "LONG"},
        {RVT_SYST_STRING, RVT_SYST_STRING_GENERIC, "GENERIC"},
        {RVT_SYST_STRING, RVT_SYST_STRING_FUNC_ENTER, "FUNC_ENTER"},
        {RVT_SYST_STRING, RVT_SYST_STRING_FUNC_EXIT, "FUNC_EXIT"},
        {RVT_SYST_STRING, RVT_SYST_STRING_INVALIDPARAM, "INVALIDPARAM"},
        {RVT_SYST_STRING, RVT_SYST_STRING_ASSERT, "ASSERT"},
        {RVT_SYST_STRING, RVT_SYST_STRING_PRINTF_32, "PRINTF_32"},
        {RVT_SYST_STRING, RVT_SYST_STRING_PRINTF_64, "PRINTF_64"},
        {RVT_SYST_CATALOG, RVT_SYST_CATALOG_ID32_P32, "ID32_P32"},
        {RVT_SYST_CATALOG, RVT_SYST_CATALOG_ID64_P32, "ID64_P32"},
        {RVT_SYST_CATALOG, RVT_SYST_CATALOG_ID32_P64, "ID32_P64"},
        {RVT_SYST_CATALOG, RVT_SYST_CATALOG_ID64_P64, "ID64_P64"},
        {RVT_SYST_CLOCK, RVT_SYST_CLOCK_TRANSPORT_SYNC, "TRANSPORT_SYNC"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].type == type && names[i].subtype == subtype)
            return names[i].name;
    return NULL;
}

const char *rvt_syst_severity_name(unsigned severity)
{
    static const char *const names[SEVERITIES] = {"MAX",  "FATAL", "ERROR", "WARNING",
                                                  "INFO", "USER1", "USER2", "DEBUG"};

    return names[severity % SEVERITIES];
}

const char *rvt_syst_location_name(unsigned tag)
{
    static const char *const names[TAGS] = {"source16", "source32", "code32", "code64"};

    return names[tag % TAGS];
}

static bool is(const char *candidate, const char *name, unsigned length)
{
    return candidate != NULL && strlen(candidate) == length && memcmp(candidate, name, length) == 0;
}

bool rvt_syst_type_number(const char *name, unsigned length, unsigned *type)
{
    for (*type = 0; *type < TYPES; ++*type)
        if (is(rvt_syst_type_name(*type), name, length))
            return true;
    return false;
}

bool rvt_syst_subtype_number(unsigned type, const char *name, unsigned length, unsigned *subtype)
{
    for (*subtype = 0; *subtype < SUBTYPES; ++*subtype)
        if (is(rvt_syst_subtype_name(type, *subtype), name, length))
            return true;
    return false;
}

bool rvt_syst_severity_number(const char *name, unsigned length, unsigned *severity)
{
    for (*severity = 0; *severity < SEVERITIES; ++*severity)
        if (is(rvt_syst_severity_name(*severity), name, length))
            return true;
    return false;
}

bool rvt_syst_location_number(const char *name, unsigned length, unsigned *tag)
{
    for (*tag = 0; *tag < TAGS; ++*tag)
        if (is(rvt_syst_location_name(*tag), name, length))
            return true;
    return false;
}

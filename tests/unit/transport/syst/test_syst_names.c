/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Names of types, subtypes, severities and locations by the numbers of the SyS-T data protocol, and
 * back. Shows: SYST-002, SYST-003, SYST-006 */
#include "tests/unit/checks.h"

#include <string.h>

#include "transport/syst/syst_names.h"

static const struct {
    unsigned type, subtype;
    const char *name;
} SUBTYPES[] = {
    {0, 0, "COMPACT32"},  {0, 1, "COMPACT64"},  {0, 2, "LONG"},           {2, 1, "GENERIC"},
    {2, 2, "FUNC_ENTER"}, {2, 3, "FUNC_EXIT"},  {2, 5, "INVALIDPARAM"},   {2, 7, "ASSERT"},
    {2, 11, "PRINTF_32"}, {2, 12, "PRINTF_64"}, {3, 1, "ID32_P32"},       {3, 2, "ID64_P32"},
    {3, 5, "ID32_P64"},   {3, 6, "ID64_P64"},   {8, 1, "TRANSPORT_SYNC"},
};

static const char *subtype_name(unsigned type, unsigned subtype)
{
    for (size_t i = 0; i < sizeof SUBTYPES / sizeof SUBTYPES[0]; i++)
        if (SUBTYPES[i].type == type && SUBTYPES[i].subtype == subtype)
            return SUBTYPES[i].name;
    return "";
}

Test(syst_names, of_types_and_subtypes)
{
    static const char *const types[18] = {
        [0] = "BUILD", [1] = "SHORT32", [2] = "STRING", [3] = "CATALOG",
        [6] = "RAW",   [7] = "SHORT64", [8] = "CLOCK",  [9] = "SBD",
    };

    for (unsigned type = 0; type < 18; type++) {
        const char *name = rvt_syst_type_name(type);

        cr_expect_str_eq(name != NULL ? name : "", types[type] != NULL ? types[type] : "", "%u",
                         type);
        for (unsigned subtype = 0; subtype < 64; subtype++) {
            unsigned back = 99;

            name = rvt_syst_subtype_name(type, subtype);
            cr_expect_str_eq(name != NULL ? name : "", subtype_name(type, subtype), "%u.%u", type,
                             subtype);
            if (name == NULL)
                continue;
            cr_expect(rvt_syst_subtype_number(type, name, (unsigned)strlen(name), &back));
            cr_expect(eq(uint, back, subtype));
            cr_expect(not(rvt_syst_subtype_number(type, name, (unsigned)strlen(name) - 1, &back)));
        }
        unsigned number = 99;
        if (types[type] == NULL)
            continue;
        cr_expect(rvt_syst_type_number(types[type], (unsigned)strlen(types[type]), &number));
        cr_expect(eq(uint, number, type));
        cr_expect(
            not(rvt_syst_type_number(types[type], (unsigned)strlen(types[type]) - 1, &number)));
    }
}

Test(syst_names, of_severities_and_locations)
{
    static const char *const severities[] = {"MAX",  "FATAL", "ERROR", "WARNING",
                                             "INFO", "USER1", "USER2", "DEBUG"};
    static const char *const locations[] = {"source16", "source32", "code32", "code64"};
    unsigned number = 99;

    for (unsigned i = 0; i < 8; i++) {
        cr_expect_str_eq(rvt_syst_severity_name(i), severities[i]);
        cr_expect(
            rvt_syst_severity_number(severities[i], (unsigned)strlen(severities[i]), &number));
        cr_expect(eq(uint, number, i));
    }
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_str_eq(rvt_syst_location_name(i), locations[i]);
        cr_expect(rvt_syst_location_number(locations[i], (unsigned)strlen(locations[i]), &number));
        cr_expect(eq(uint, number, i));
    }
    cr_expect(not(rvt_syst_severity_number("DEBU", 4, &number)));
    cr_expect(not(rvt_syst_location_number("code", 4, &number)));
}

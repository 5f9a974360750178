/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/register_map.h"

#include <stdio.h>
#include <string.h>

#include "ingress/filter.h"

struct name {
    const char *text; /* of a unit: the part after its number */
    uint32_t offset;
};

static const struct name SINGLE[] = {
    {"trTeControl", RVT_TE_CONTROL},
    {"trTeImpl", RVT_TE_IMPL},
    {"trTeInstFeatures", RVT_TE_INST_FEATURES},
    {"trTeInstFilters", RVT_TE_INST_FILTERS},
    {"trTeDataControl", RVT_TE_DATA_CONTROL},
    {"trTeDataFilters", RVT_TE_DATA_FILTERS},
    {"trTsControl", RVT_TS_CONTROL},
    {"trTsCounterLow", RVT_TS_COUNTER_LOW},
    {"trTsCounterHigh", RVT_TS_COUNTER_HIGH},
    {"trTeTrigDbgControl", RVT_TE_TRIG_DBG_CONTROL},
    {"trTeTrigExtInControl", RVT_TE_TRIG_EXT_IN_CONTROL},
    {"trTeTrigExtOutControl", RVT_TE_TRIG_EXT_OUT_CONTROL},
};
static const struct name FILTER[] = {
    {"Control", RVT_TE_FILTER_CONTROL},
    {"MatchInst", RVT_TE_FILTER_MATCH_INST},
    {"MatchEcauseLow", RVT_TE_FILTER_MATCH_ECAUSE_LOW},
    {"MatchEcauseHigh", RVT_TE_FILTER_MATCH_ECAUSE_HIGH},
    {"MatchValueImpdef", RVT_TE_FILTER_MATCH_VALUE_IMPDEF},
    {"MatchMaskImpdef", RVT_TE_FILTER_MATCH_MASK_IMPDEF},
    {"MatchData", RVT_TE_FILTER_MATCH_DATA},
};
static const struct name COMP[] = {
    {"Control", RVT_TE_COMP_CONTROL},        {"PMatchLow", RVT_TE_COMP_PMATCH_LOW},
    {"PMatchHigh", RVT_TE_COMP_PMATCH_HIGH}, {"SMatchLow", RVT_TE_COMP_SMATCH_LOW},
    {"SMatchHigh", RVT_TE_COMP_SMATCH_HIGH},
};

/* Registers that come many times. */
static const struct family {
    const char *prefix;
    uint32_t offset;
    unsigned units;
    const struct name *name;
    unsigned names;
} FAMILIES[] = {
    {"trTeFilter", RVT_TE_FILTER, RVT_FILTERS_MAX, FILTER, sizeof FILTER / sizeof FILTER[0]},
    {"trTeComp", RVT_TE_COMP, RVT_COMPARATORS_MAX, COMP, sizeof COMP / sizeof COMP[0]},
};

enum {
    SINGLES = sizeof SINGLE / sizeof SINGLE[0],
    FAMILY_COUNT = sizeof FAMILIES / sizeof FAMILIES[0],
};

static bool find_unit(const struct family *family, const char *name, uint32_t *offset)
{
    size_t length = strlen(family->prefix);
    unsigned unit = 0, digits = 0;

    if (strncmp(name, family->prefix, length) != 0)
        return false;
    for (name += length; digits < 2 && *name >= '0' && *name <= '9'; digits++)
        unit = 10 * unit + (unsigned)(*name++ - '0');
    if (digits == 0 || unit >= family->units || (digits == 2 && unit < 10))
        return false;
    for (unsigned i = 0; i < family->names; i++)
        if (strcmp(name, family->name[i].text) == 0) {
            *offset = family->offset + RVT_TE_UNIT * unit + family->name[i].offset;
            return true;
        }
    return false;
}

bool rvt_register_find(const char *name, uint32_t *offset)
{
    for (unsigned i = 0; i < SINGLES; i++)
        if (strcmp(name, SINGLE[i].text) == 0) {
            *offset = SINGLE[i].offset;
            return true;
        }
    for (unsigned k = 0; k < FAMILY_COUNT; k++)
        if (find_unit(&FAMILIES[k], name, offset))
            return true;
    return false;
}

bool rvt_register_name(uint32_t offset, char *text)
{
    for (unsigned i = 0; i < SINGLES; i++)
        if (SINGLE[i].offset == offset) {
            (void)snprintf(text, RVT_REGISTER_NAME_BYTES, "%s", SINGLE[i].text);
            return true;
        }
    for (unsigned k = 0; k < FAMILY_COUNT; k++) {
        const struct family *family = &FAMILIES[k];
        uint32_t unit = (offset - family->offset) / RVT_TE_UNIT;
        if (offset < family->offset || unit >= family->units)
            continue;
        for (unsigned i = 0; i < family->names; i++)
            if (family->name[i].offset == (offset - family->offset) % RVT_TE_UNIT) {
                (void)snprintf(text, RVT_REGISTER_NAME_BYTES, "%s%u%s", family->prefix,
                               (unsigned)unit, family->name[i].text);
                return true;
            }
    }
    return false;
}

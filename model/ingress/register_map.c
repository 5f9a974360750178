/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/register_map.h"

#include <stdio.h>
#include <string.h>

#include "ingress/filter.h"

_Static_assert(RVT_TE_FILTER_UNITS == RVT_FILTERS_MAX && RVT_TE_COMP_UNITS == RVT_COMPARATORS_MAX,
               "as many units as the model has");

static bool find_unit(const struct rvt_register_family *family, const char *name, uint32_t *offset)
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
    for (unsigned i = 0; i < RVT_REGISTER_SINGLES; i++)
        if (strcmp(name, RVT_REGISTER_SINGLE[i].text) == 0) {
            *offset = RVT_REGISTER_SINGLE[i].offset;
            return true;
        }
    for (unsigned k = 0; k < RVT_REGISTER_FAMILIES; k++)
        if (find_unit(&RVT_REGISTER_FAMILY[k], name, offset))
            return true;
    return false;
}

bool rvt_register_name(uint32_t offset, char *text)
{
    for (unsigned i = 0; i < RVT_REGISTER_SINGLES; i++)
        if (RVT_REGISTER_SINGLE[i].offset == offset) {
            (void)snprintf(text, RVT_REGISTER_NAME_BYTES, "%s", RVT_REGISTER_SINGLE[i].text);
            return true;
        }
    for (unsigned k = 0; k < RVT_REGISTER_FAMILIES; k++) {
        const struct rvt_register_family *family = &RVT_REGISTER_FAMILY[k];
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

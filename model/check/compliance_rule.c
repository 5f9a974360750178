/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/compliance_rule.h"

#include <stddef.h>
#include <string.h>

static const struct rvt_compliance_table *const TABLES[] = {
    &rvt_compliance_stream,  &rvt_compliance_transport, &rvt_compliance_encapsulation,
    &rvt_compliance_packets, &rvt_compliance_encoder,
};

enum { TABLE_COUNT = sizeof TABLES / sizeof TABLES[0] };

unsigned rvt_compliance_rules(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < TABLE_COUNT; i++)
        count += TABLES[i]->count;
    return count;
}

const struct rvt_compliance_rule *rvt_compliance_rule(unsigned index)
{
    unsigned table = 0;

    for (; index >= TABLES[table]->count; table++)
        index -= TABLES[table]->count;
    return &TABLES[table]->rule[index];
}

/* The place of number in table, by halves; its count: it is not there. */
static unsigned look_up(const struct rvt_compliance_table *table, const char *number)
{
    unsigned low = 0, high = table->count;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = strcmp(table->rule[middle].number, number);

        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return table->count;
}

bool rvt_compliance_rule_find(const char *number, unsigned *index)
{
    unsigned before = 0;

    for (unsigned i = 0; number != NULL && i < TABLE_COUNT; i++) {
        unsigned found = look_up(TABLES[i], number);

        *index = before + found;
        if (found < TABLES[i]->count)
            return true;
        before += TABLES[i]->count;
    }
    return false;
}

const char *rvt_check_layer_name(enum rvt_check_layer layer)
{
    static const char *const names[RVT_CHECK_LAYERS] = {
        [RVT_CHECK_STREAM] = "stream",     [RVT_CHECK_FRAMING] = "framing",
        [RVT_CHECK_STP] = "stp",           [RVT_CHECK_SEQUENCE] = "sequence",
        [RVT_CHECK_SYST] = "syst",         [RVT_CHECK_ENCAPSULATION] = "encapsulation",
        [RVT_CHECK_PACKETS] = "packets",   [RVT_CHECK_DATA] = "data",
        [RVT_CHECK_DECODING] = "decoding", [RVT_CHECK_LOSSLESS] = "lossless",
        [RVT_CHECK_CHOICES] = "choices",
    };

    return names[layer];
}

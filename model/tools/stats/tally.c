/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/stats/tally.h"

#include <string.h>

static void spread_add(struct rvt_spread *spread, uint64_t value)
{
    if (spread->count == 0 || value < spread->least)
        spread->least = value;
    if (value > spread->most)
        spread->most = value;
    spread->count++;
    spread->sum += value;
}

/* The counts of source id, new if it was not seen yet; null: there is no room. */
static struct rvt_source_tally *source_of(struct rvt_tally *tally, unsigned id)
{
    for (unsigned i = 0; i < tally->sources; i++)
        if (tally->source[i].id == id)
            return &tally->source[i];
    if (tally->sources == RVT_TALLY_SOURCES)
        return NULL;
    tally->source[tally->sources].id = id;
    return &tally->source[tally->sources++];
}

/* The counts of packets called name. There are fewer names than RVT_TALLY_KINDS. */
static struct rvt_kind_tally *kind_of(struct rvt_source_tally *source, const char *name)
{
    for (unsigned i = 0; i < source->kinds; i++)
        if (strcmp(source->kind[i].name, name) == 0)
            return &source->kind[i];
    source->kind[source->kinds].name = name;
    return &source->kind[source->kinds++];
}

static void count_sync(struct rvt_source_tally *source)
{
    if (source->synced)
        spread_add(&source->sync, source->since_sync);
    source->synced = true;
    source->since_sync = 0;
}

void rvt_tally_packet(struct rvt_tally *tally, unsigned id, const char *name, size_t bytes,
                      bool is_sync)
{
    struct rvt_source_tally *source = source_of(tally, id);

    if (source == NULL) {
        tally->not_counted++;
        return;
    }
    spread_add(&kind_of(source, name)->bytes, bytes);
    spread_add(&source->bytes, bytes);
    source->size[bytes]++;
    if (is_sync)
        count_sync(source);
    source->since_sync++;
}

double rvt_spread_mean(const struct rvt_spread *spread)
{
    return spread->count > 0 ? (double)spread->sum / (double)spread->count : 0;
}

double rvt_tally_density(const struct rvt_tally *tally)
{
    return tally->instructions > 0 ? 8 * (double)tally->own_bytes / (double)tally->instructions : 0;
}

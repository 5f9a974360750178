/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_origins.h"

#include <stdlib.h>
#include <string.h>

/* An open hash table; its size is a power of two, and it is at most three quarters full. */
struct rvt_syst_origins {
    size_t count; /* slots */
    size_t used, limit;
    struct rvt_syst_origin *origin;
};

struct rvt_syst_origins *rvt_syst_origins_open(size_t count)
{
    struct rvt_syst_origins *origins = calloc(1, sizeof *origins);
    size_t places = 8;

    if (origins == NULL)
        return NULL;
    while (places / 4 * 3 < count && places <= SIZE_MAX / sizeof *origins->origin)
        places *= 2;
    origins->count = places;
    origins->limit = count; /* a table too small for it is one that calloc refuses */
    origins->origin = calloc(places, sizeof *origins->origin);
    if (origins->origin != NULL)
        return origins;
    free(origins);
    return NULL;
}

void rvt_syst_origins_close(struct rvt_syst_origins *origins)
{
    if (origins == NULL)
        return;
    free(origins->origin);
    free(origins);
}

void rvt_syst_origins_reset(struct rvt_syst_origins *origins)
{
    memset(origins->origin, 0, origins->count * sizeof *origins->origin);
    origins->used = 0;
}

enum rvt_origin_kind rvt_syst_origin_kind(const struct rvt_syst_message *message)
{
    return message->guid ? RVT_ORIGIN_GUID : RVT_ORIGIN_MODULE;
}

static void make_key(struct rvt_syst_origin *key, enum rvt_origin_kind kind,
                     const struct rvt_syst_place *place, const struct rvt_syst_message *message)
{
    *key = (struct rvt_syst_origin){.kind = kind, .has_channel = place->has_channel};
    if (place->has_channel) {
        key->master = place->master;
        key->channel = place->channel;
    }
    if (kind == RVT_ORIGIN_GUID)
        memcpy(key->name, message->guid_bytes, sizeof key->name);
    else if (kind == RVT_ORIGIN_MODULE)
        key->name[0] = (uint8_t)rvt_syst_module(message);
}

static bool same(const struct rvt_syst_origin *a, const struct rvt_syst_origin *b)
{
    return a->kind == b->kind && a->has_channel == b->has_channel && a->master == b->master &&
           a->channel == b->channel && memcmp(a->name, b->name, sizeof a->name) == 0;
}

static size_t hash(const struct rvt_syst_origin *key)
{
    uint64_t sum = (uint64_t)key->kind << 33 | (uint64_t)key->has_channel << 32 |
                   (uint64_t)key->master << 16 | key->channel;

    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i += 8) {
        uint64_t part = 0;

        for (unsigned j = 0; j < 8; j++)
            part = part << 8 | key->name[i + j];
        sum = (sum ^ part) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return (size_t)sum;
}

struct rvt_syst_origin *rvt_syst_origins_find(struct rvt_syst_origins *origins,
                                              enum rvt_origin_kind kind,
                                              const struct rvt_syst_place *place,
                                              const struct rvt_syst_message *message, bool add)
{
    struct rvt_syst_origin key;
    size_t at;

    make_key(&key, kind, place, message);
    for (at = hash(&key) & (origins->count - 1); origins->origin[at].kind != RVT_ORIGIN_NONE;
         at = (at + 1) & (origins->count - 1))
        if (same(&origins->origin[at], &key))
            return &origins->origin[at];
    if (!add || origins->used == origins->limit)
        return NULL;
    origins->used++;
    origins->origin[at] = key;
    return &origins->origin[at];
}

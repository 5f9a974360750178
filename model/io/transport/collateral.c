/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/collateral.h"

#include <stdlib.h>
#include <string.h>

enum { BUILDS_MAX = 256 }; /* GUIDs whose build number is recorded */

struct build {
    uint8_t guid[RVT_SYST_GUID_BYTES];
    uint64_t number;
};

struct rvt_collateral {
    struct rvt_collateral_client *first, *last;
    bool has_guid;
    uint8_t guid[RVT_SYST_GUID_BYTES];
    size_t builds;
    struct build build[BUILDS_MAX];
};

enum rvt_status rvt_collateral_open(struct rvt_collateral **collateral)
{
    *collateral = calloc(1, sizeof **collateral);
    return *collateral ? RVT_OK : RVT_ERR_MEMORY;
}

void rvt_collateral_close(struct rvt_collateral *collateral)
{
    if (collateral == NULL)
        return;
    while (collateral->first != NULL) {
        struct rvt_collateral_client *client = collateral->first;

        collateral->first = client->next;
        rvt_collateral_client_free(client);
    }
    free(collateral);
}

void rvt_collateral_add(struct rvt_collateral *collateral, struct rvt_collateral_client *client)
{
    if (collateral->last != NULL)
        collateral->last->next = client;
    else
        collateral->first = client;
    collateral->last = client;
}

void rvt_collateral_set_guid(struct rvt_collateral *collateral, const uint8_t *guid)
{
    collateral->has_guid = guid != NULL;
    if (guid != NULL)
        memcpy(collateral->guid, guid, sizeof collateral->guid);
}

void rvt_collateral_guid(const struct rvt_collateral *collateral,
                         const struct rvt_syst_place *place, const struct rvt_syst_message *message,
                         uint8_t *guid)
{
    memset(guid, 0, RVT_SYST_GUID_BYTES);
    if (message->guid) {
        memcpy(guid, message->guid_bytes, RVT_SYST_GUID_BYTES);
    } else if (collateral->has_guid) {
        memcpy(guid, collateral->guid, RVT_SYST_GUID_BYTES);
    } else {
        guid[8] = (uint8_t)rvt_syst_module(message);
        if (place->has_channel) {
            guid[4] = (uint8_t)(place->master >> 8);
            guid[5] = (uint8_t)place->master;
            guid[6] = (uint8_t)(place->channel >> 8);
            guid[7] = (uint8_t)place->channel;
        }
    }
}

/* The build number recorded for guid; null: none. */
static struct build *find_build(const struct rvt_collateral *collateral, const uint8_t *guid)
{
    for (size_t i = 0; i < collateral->builds; i++) {
        const struct build *build = &collateral->build[i];

        if (memcmp(build->guid, guid, sizeof build->guid) == 0)
            return (struct build *)(uintptr_t)build;
    }
    return NULL;
}

void rvt_collateral_note(struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                         const struct rvt_syst_message *message)
{
    uint8_t guid[RVT_SYST_GUID_BYTES];
    struct build *build;

    if (message->type != RVT_SYST_BUILD)
        return;
    rvt_collateral_guid(collateral, place, message, guid);
    build = find_build(collateral, guid);
    if (build == NULL && collateral->builds < BUILDS_MAX) {
        build = &collateral->build[collateral->builds++];
        memcpy(build->guid, guid, sizeof build->guid);
    }
    if (build != NULL)
        build->number = message->value;
}

static bool fits_guid(const struct rvt_collateral_client *client, const uint8_t *guid)
{
    for (size_t i = 0; i < client->guids; i++) {
        unsigned differs = 0;

        for (unsigned j = 0; j < RVT_SYST_GUID_BYTES; j++)
            differs |= (unsigned)((client->guid[i].id[j] ^ guid[j]) & client->guid[i].mask[j]);
        if (differs == 0)
            return true;
    }
    return false;
}

const struct rvt_collateral_client *
rvt_collateral_find_client(const struct rvt_collateral *collateral,
                           const struct rvt_syst_place *place,
                           const struct rvt_syst_message *message)
{
    const struct rvt_collateral_client *client;
    const struct build *build;
    uint8_t guid[RVT_SYST_GUID_BYTES];

    rvt_collateral_guid(collateral, place, message, guid);
    build = find_build(collateral, guid);
    for (client = collateral->first; client != NULL; client = client->next)
        if (fits_guid(client, guid) &&
            (build == NULL || client->list[RVT_COLLATERAL_BUILD].count == 0 ||
             rvt_collateral_client_find(client, RVT_COLLATERAL_BUILD, build->number) != NULL))
            return client;
    return NULL;
}

const struct rvt_collateral_entry *
rvt_collateral_find_entry(const struct rvt_collateral *collateral,
                          const struct rvt_syst_place *place,
                          const struct rvt_syst_message *message)
{
    const struct rvt_collateral_client *client =
        rvt_collateral_find_client(collateral, place, message);
    enum rvt_collateral_kind kind = RVT_COLLATERAL_CATALOG32;

    if (client == NULL)
        return NULL;
    if (message->type == RVT_SYST_SHORT32)
        kind = RVT_COLLATERAL_SHORT32;
    else if (message->type == RVT_SYST_SHORT64)
        kind = RVT_COLLATERAL_SHORT64;
    else if (message->type != RVT_SYST_CATALOG)
        return NULL;
    else if (rvt_syst_head_bytes(message->type, message->subtype) == 8)
        kind = RVT_COLLATERAL_CATALOG64;
    return rvt_collateral_client_find(client, kind, message->value);
}

const char *rvt_collateral_lookup(void *context, const struct rvt_syst_place *place,
                                  const struct rvt_syst_message *message)
{
    const struct rvt_collateral_entry *entry = rvt_collateral_find_entry(context, place, message);

    return entry ? entry->text : NULL;
}

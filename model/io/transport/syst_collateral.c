/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_collateral.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/transport/syst_clients.h"

enum rvt_status rvt_collateral_open(struct rvt_collateral **collateral)
{
    *collateral = calloc(1, sizeof **collateral);
    return *collateral ? RVT_OK : RVT_ERR_MEMORY;
}

static void free_client(struct rvt_collateral_client *client)
{
    for (unsigned kind = 0; kind < RVT_COLLATERAL_KINDS; kind++) {
        struct rvt_collateral_list *list = &client->list[kind];

        for (size_t i = 0; i < list->count; i++)
            free(list->entry[i].owned);
        free(list->entry);
    }
    free(client->guid);
    free(client->name);
    free(client);
}

void rvt_collateral_close(struct rvt_collateral *collateral)
{
    if (collateral == NULL)
        return;
    while (collateral->first != NULL) {
        struct rvt_collateral_client *client = collateral->first;

        collateral->first = client->next;
        free_client(client);
    }
    free(collateral);
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

/* The build number noted for guid; null: none. */
static struct rvt_collateral_build *find_build(const struct rvt_collateral *collateral,
                                               const uint8_t *guid)
{
    for (size_t i = 0; i < collateral->builds; i++) {
        const struct rvt_collateral_build *build = &collateral->build[i];

        if (memcmp(build->guid, guid, sizeof build->guid) == 0)
            return (struct rvt_collateral_build *)(uintptr_t)build;
    }
    return NULL;
}

void rvt_collateral_note(struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                         const struct rvt_syst_message *message)
{
    uint8_t guid[RVT_SYST_GUID_BYTES];
    struct rvt_collateral_build *build;

    if (message->type != RVT_SYST_BUILD)
        return;
    rvt_collateral_guid(collateral, place, message, guid);
    build = find_build(collateral, guid);
    if (build == NULL && collateral->builds < RVT_COLLATERAL_BUILDS_MAX) {
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

const struct rvt_collateral_client *rvt_collateral_client(const struct rvt_collateral *collateral,
                                                          const struct rvt_syst_place *place,
                                                          const struct rvt_syst_message *message)
{
    const struct rvt_collateral_client *client;
    const struct rvt_collateral_build *build;
    uint8_t guid[RVT_SYST_GUID_BYTES];

    rvt_collateral_guid(collateral, place, message, guid);
    build = find_build(collateral, guid);
    for (client = collateral->first; client != NULL; client = client->next)
        if (fits_guid(client, guid) &&
            (build == NULL || client->list[RVT_COLLATERAL_BUILD].count == 0 ||
             rvt_collateral_find(client, RVT_COLLATERAL_BUILD, build->number) != NULL))
            return client;
    return NULL;
}

const char *rvt_collateral_name(const struct rvt_collateral_client *client)
{
    return client->name ? client->name : "";
}

/* Entries without mask stand in front, in the order of their IDs. */
const struct rvt_collateral_entry *rvt_collateral_find(const struct rvt_collateral_client *client,
                                                       enum rvt_collateral_kind kind, uint64_t id)
{
    const struct rvt_collateral_list *list = &client->list[kind];
    size_t low = 0, high = list->plain;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list->entry[middle].shown.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < list->plain && list->entry[low].shown.id == id)
        return &list->entry[low].shown;
    for (size_t i = list->plain; i < list->count; i++)
        if (((list->entry[i].shown.id ^ id) & list->entry[i].shown.mask) == 0)
            return &list->entry[i].shown;
    return NULL;
}

const struct rvt_collateral_entry *rvt_collateral_entry(const struct rvt_collateral *collateral,
                                                        const struct rvt_syst_place *place,
                                                        const struct rvt_syst_message *message)
{
    const struct rvt_collateral_client *client = rvt_collateral_client(collateral, place, message);
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
    return rvt_collateral_find(client, kind, message->value);
}

const char *rvt_collateral_lookup(void *context, const struct rvt_syst_place *place,
                                  const struct rvt_syst_message *message)
{
    const struct rvt_collateral_entry *entry = rvt_collateral_entry(context, place, message);

    return entry ? entry->text : NULL;
}

bool rvt_parse_guid(const char *text, uint8_t *guid)
{
    static const char digits[] = "0123456789abcdef";
    bool braces = text[0] == '{';
    const char *at = text + braces;

    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i++) {
        unsigned byte = 0;

        if ((i == 4 || i == 6 || i == 8 || i == 10) && *at++ != '-')
            return false;
        for (unsigned j = 0; j < 2; j++, at++) {
            char lower = *at >= 'A' && *at <= 'F' ? (char)(*at - 'A' + 'a') : *at;
            const char *digit = lower != '\0' ? strchr(digits, lower) : NULL;

            if (digit == NULL)
                return false;
            byte = byte << 4 | (unsigned)(digit - digits);
        }
        guid[i] = (uint8_t)byte;
    }
    return strcmp(at, braces ? "}" : "") == 0;
}

void rvt_format_guid(const uint8_t *guid, char *text)
{
    static const char digits[] = "0123456789abcdef";

    *text++ = '{';
    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *text++ = '-';
        *text++ = digits[guid[i] >> 4];
        *text++ = digits[guid[i] & 15];
    }
    *text++ = '}';
    *text = '\0';
}

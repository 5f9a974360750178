/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/collateral_client.h"

#include <stdlib.h>

void rvt_collateral_client_free(struct rvt_collateral_client *client)
{
    if (client == NULL)
        return;
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

static int by_id(const void *a, const void *b)
{
    const struct rvt_collateral_item *left = a, *right = b;
    bool left_masked = left->shown.mask != UINT64_MAX;
    bool right_masked = right->shown.mask != UINT64_MAX;

    if (left_masked != right_masked)
        return left_masked ? 1 : -1;
    if (!left_masked && left->shown.id != right->shown.id)
        return left->shown.id < right->shown.id ? -1 : 1;
    return left->order < right->order ? -1 : 1;
}

void rvt_collateral_client_sort(struct rvt_collateral_client *client)
{
    for (unsigned kind = 0; kind < RVT_COLLATERAL_KINDS; kind++) {
        struct rvt_collateral_list *list = &client->list[kind];

        if (list->count > 0)
            qsort(list->entry, list->count, sizeof *list->entry, by_id);
        for (list->plain = 0;
             list->plain < list->count && list->entry[list->plain].shown.mask == UINT64_MAX;)
            list->plain++;
    }
}

const char *rvt_collateral_client_name(const struct rvt_collateral_client *client)
{
    return client->name ? client->name : "";
}

/* Entries without mask come first, in the order of their IDs. */
const struct rvt_collateral_entry *
rvt_collateral_client_find(const struct rvt_collateral_client *client,
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

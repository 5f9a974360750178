/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The items of an item_match that are not paired yet: the expected ones, and the observed ones of a
 * break, from the first difference on. Items that are removed are released.
 */
#ifndef RVT_LOCKSTEP_ITEMS_ITEM_QUEUES_H
#define RVT_LOCKSTEP_ITEMS_ITEM_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/items/decoded_item.h"

struct rvt_item_queues {
    const struct rvt_decoded_kind *kind;
    char *expected;      /* ring of items, by number */
    size_t room;         /* items of the ring */
    uint64_t head, tail; /* numbers of the oldest, and of the next one */
    char *observed;      /* room for kind->reach.window items */
    unsigned pending;    /* items in observed; 0: both sides agree */
};

/* Empty queues of that kind. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_item_queues_init(struct rvt_item_queues *queues,
                                     const struct rvt_decoded_kind *kind);

/* Releases the items and frees; zeroed queues are accepted. */
void rvt_item_queues_fini(struct rvt_item_queues *queues);

/* Items of either side, from 0, the oldest; index is below their number. */
void *rvt_item_queues_expected(const struct rvt_item_queues *queues, uint64_t index);
void *rvt_item_queues_observed(const struct rvt_item_queues *queues, unsigned index);

/* How many expected items there are, and as many of them as the window has. */
uint64_t rvt_item_queues_count(const struct rvt_item_queues *queues);
unsigned rvt_item_queues_in_window(const struct rvt_item_queues *queues);

/* Copies item to the end of a side. RVT_ERR_MEMORY: nothing has changed. At most
 * kind->reach.window observed items. */
RVT_MUST_USE
enum rvt_status rvt_item_queues_expect(struct rvt_item_queues *queues, const void *item);
void rvt_item_queues_observe(struct rvt_item_queues *queues, const void *item);

/* Removes count expected items from index on: those before it move up. */
void rvt_item_queues_erase(struct rvt_item_queues *queues, uint64_t index, uint64_t count);

/* Removes the latest count expected items. */
void rvt_item_queues_retract(struct rvt_item_queues *queues, uint64_t count);

/* Removes the oldest count observed items. */
void rvt_item_queues_forget(struct rvt_item_queues *queues, unsigned count);

/* Frees what an item owns that was not copied. */
void rvt_item_queues_release(const struct rvt_item_queues *queues, const void *item);

#endif

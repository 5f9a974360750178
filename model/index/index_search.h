/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Lookups in an index. A full index answers with the event; a sparse one knows the first event of
 * each kind in a block, and the last synchronisation packet. */
#ifndef RVT_INDEX_INDEX_SEARCH_H
#define RVT_INDEX_INDEX_SEARCH_H

#include "index/index_store.h"

struct rvt_index_hit {
    bool found;
    bool exact;  /* else note is the first one of its kind in a block, and the bytes note.index..end
                   are the first ones that may have the event */
    bool valued; /* note.value is known */
    struct rvt_index_note note; /* has_time: of SYNC */
    uint64_t end;
};

/* The latest SYNC of id at or before byte at. */
struct rvt_index_hit rvt_index_search_sync(const struct rvt_index_store *store, uint32_t id,
                                           uint64_t at);

/* The latest SYNC of id whose time is at most time. */
struct rvt_index_hit rvt_index_search_time(const struct rvt_index_store *store, uint32_t id,
                                           uint64_t time);

/* The first SYNC of id at byte from or after it, with an address of low..high. */
struct rvt_index_hit rvt_index_search_address(const struct rvt_index_store *store, uint32_t id,
                                              uint64_t low, uint64_t high, uint64_t from);

/* The first event of id and kind at byte from or after it. */
struct rvt_index_hit rvt_index_search_event(const struct rvt_index_store *store, uint32_t id,
                                            enum rvt_index_kind kind, uint64_t from);

#endif

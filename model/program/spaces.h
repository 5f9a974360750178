/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Address spaces of a program. A space holds bytes that are seen in one context, at one privilege,
 * in one of both, or always. What a hart sees is a view: where spaces overlap, one with a context
 * and a privilege wins over one with a context, that over one with a privilege, and that over the
 * space that is always seen; what no space has is read on demand. A view reads pages out of the
 * spaces when they are needed, and keeps a bounded number of them.
 */
#ifndef RVT_PROGRAM_SPACES_H
#define RVT_PROGRAM_SPACES_H

#include "program/memory.h"

/* Who executes, as far as it is known; and who sees a space: everybody where has_... is false. */
struct rvt_executor {
    bool has_context, has_privilege;
    uint8_t privilege; /* as the encoder codes it */
    uint64_t context;
};

/* As rvt_memory_read, for that executor. */
typedef size_t (*rvt_space_read)(void *context, const struct rvt_executor *executor,
                                 uint64_t address, uint8_t *data, size_t bytes);

/* So many views are kept; the one that was made first goes. */
enum { RVT_VIEWS_MAX = 16 };

struct rvt_spaces; /* opaque */

/* Begins with one space, which is always seen, and has the segments of memory. *memory becomes the
 * view of an executor of whom nothing is known. Views keep pages (>= 1) pages each. RVT_ERR_MEMORY:
 * nothing has changed. */
RVT_MUST_USE
enum rvt_status rvt_spaces_open(struct rvt_memory *memory, size_t pages,
                                struct rvt_spaces **spaces);

/* Frees all but the view that memory is; null is accepted. */
void rvt_spaces_close(struct rvt_spaces *spaces);

/* rvt_spaces_add adds to this space from here on. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_spaces_set(struct rvt_spaces *spaces, const struct rvt_executor *space);

/* Adds a copy of bytes bytes at address to the space that was set. Errors as rvt_memory_add. */
RVT_MUST_USE
enum rvt_status rvt_spaces_add(struct rvt_spaces *spaces, uint64_t address, const uint8_t *data,
                               size_t bytes);

/* Reads what no space has by read (null: no longer). distinguishes: it depends on the executor.
 * Views keep pages (>= 1) pages each. RVT_ERR_MEMORY: nothing is read. */
RVT_MUST_USE
enum rvt_status rvt_spaces_set_source(struct rvt_spaces *spaces, rvt_space_read read, void *context,
                                      bool distinguishes, size_t pages);

/* Makes memory the view of executor. */
void rvt_spaces_select(struct rvt_spaces *spaces, const struct rvt_executor *executor);

/* The same for the space that was set. */
void rvt_spaces_select_set(struct rvt_spaces *spaces);

/* What pages of views with an address in first..last hold has changed. */
void rvt_spaces_invalidate(struct rvt_spaces *spaces, uint64_t first, uint64_t last);

/* Forgets what the pages of the views decode to. */
void rvt_spaces_forget_runs(struct rvt_spaces *spaces);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/spaces.h"

#include <stdlib.h>
#include <string.h>

/* Spaces of one executor: with and without context and privilege. */
enum { LEVELS = 4 };

struct space {
    struct rvt_executor seen_by;
    struct rvt_memory memory; /* of segments alone */
};

struct view {
    struct rvt_spaces *spaces;
    struct rvt_executor executor;
    bool made;
    struct rvt_memory memory; /* unless it is the current one, which is *current */
};

struct rvt_spaces {
    struct rvt_memory *current; /* the user's */
    size_t view_current, view_next;
    struct view view[RVT_VIEWS_MAX];
    struct space **space;          /* owned; the first one is always seen */
    size_t spaces, set;            /* set: the one that bytes are added to */
    bool by_context, by_privilege; /* views differ by them */
    rvt_space_read read;
    void *context;
};

/* ---- spaces ---- */

static bool is_same(const struct rvt_executor *a, const struct rvt_executor *b)
{
    return a->has_context == b->has_context && a->has_privilege == b->has_privilege &&
           (!a->has_context || a->context == b->context) &&
           (!a->has_privilege || a->privilege == b->privilege);
}

static size_t find(const struct rvt_spaces *spaces, const struct rvt_executor *seen_by)
{
    size_t i = 0;

    while (i < spaces->spaces && !is_same(&spaces->space[i]->seen_by, seen_by))
        i++;
    return i;
}

/* The spaces that executor sees, those that win first. */
static size_t find_seen(const struct rvt_spaces *spaces, const struct rvt_executor *executor,
                        struct space *seen[LEVELS])
{
    size_t count = 0;

    for (unsigned level = LEVELS; level-- > 0;) {
        struct rvt_executor wanted = *executor;

        wanted.has_context = (level & 2) != 0;
        wanted.has_privilege = (level & 1) != 0;
        if ((wanted.has_context && !executor->has_context) ||
            (wanted.has_privilege && !executor->has_privilege))
            continue;
        size_t i = find(spaces, &wanted);
        if (i < spaces->spaces)
            seen[count++] = spaces->space[i];
    }
    return count;
}

/* The byte at address, or null. */
static const uint8_t *find_byte(struct space *space, uint64_t address)
{
    const struct rvt_page *page = rvt_memory_find(&space->memory, address >> RVT_PAGE_BITS);
    unsigned offset = (unsigned)(address % RVT_PAGE_BYTES);

    return page != NULL && rvt_page_bytes_has(&page->known, offset) ? &page->data[offset] : NULL;
}

/* Reads bytes out of the spaces of a view, or on demand up to the next one that a space has. */
static size_t read_view(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    const struct view *view = context;
    const struct rvt_spaces *spaces = view->spaces;
    struct space *seen[LEVELS];
    size_t count = find_seen(spaces, &view->executor, seen), missing = 0;

    for (size_t at = 0; at < bytes; at++) {
        const uint8_t *byte = NULL;
        for (size_t i = 0; i < count && byte == NULL; i++)
            byte = find_byte(seen[i], address + at);
        if (byte != NULL && missing > 0)
            break;
        if (byte != NULL)
            data[at] = *byte;
        else if (at > 0 && missing == 0)
            return at;
        else
            missing++;
    }
    if (missing == 0)
        return bytes;
    return spaces->read == NULL
               ? 0
               : spaces->read(spaces->context, &view->executor, address, data, missing);
}

/* ---- views ---- */

static struct rvt_memory *memory_of(struct rvt_spaces *spaces, size_t view)
{
    return view == spaces->view_current ? spaces->current : &spaces->view[view].memory;
}

/* Forgets a view. */
static void forget(struct rvt_spaces *spaces, size_t view)
{
    rvt_memory_invalidate(memory_of(spaces, view), 0, UINT64_MAX);
    spaces->view[view].made = false;
}

static void forget_views(struct rvt_spaces *spaces)
{
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++)
        forget(spaces, i);
}

/* What a view is made for. */
static struct rvt_executor narrow(const struct rvt_spaces *spaces,
                                  const struct rvt_executor *executor)
{
    struct rvt_executor narrowed = *executor;

    narrowed.has_context &= spaces->by_context;
    narrowed.has_privilege &= spaces->by_privilege;
    return narrowed;
}

static size_t find_view(struct rvt_spaces *spaces, const struct rvt_executor *executor)
{
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++)
        if (spaces->view[i].made && is_same(&spaces->view[i].executor, executor))
            return i;
    size_t view = spaces->view_next;
    spaces->view_next = (view + 1) % RVT_VIEWS_MAX;
    forget(spaces, view);
    spaces->view[view].made = true;
    spaces->view[view].executor = *executor;
    return view;
}

void rvt_spaces_select(struct rvt_spaces *spaces, const struct rvt_executor *executor)
{
    const struct rvt_executor narrowed = narrow(spaces, executor);
    const struct view *current = &spaces->view[spaces->view_current];

    if (current->made && is_same(&current->executor, &narrowed))
        return;
    size_t view = find_view(spaces, &narrowed);
    spaces->view[spaces->view_current].memory = *spaces->current;
    *spaces->current = spaces->view[view].memory;
    spaces->view_current = view;
}

void rvt_spaces_select_set(struct rvt_spaces *spaces)
{
    rvt_spaces_select(spaces, &spaces->space[spaces->set]->seen_by);
}

void rvt_spaces_invalidate(struct rvt_spaces *spaces, uint64_t first, uint64_t last)
{
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++)
        rvt_memory_invalidate(memory_of(spaces, i), first, last);
}

void rvt_spaces_forget_runs(struct rvt_spaces *spaces)
{
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++)
        rvt_memory_forget_runs(memory_of(spaces, i));
}

/* ---- the interface ---- */

static enum rvt_status size_views(struct rvt_spaces *spaces, size_t pages)
{
    enum rvt_status status = RVT_OK;

    for (size_t i = 0; i < RVT_VIEWS_MAX && status == RVT_OK; i++)
        status = rvt_memory_set_source(memory_of(spaces, i), read_view, &spaces->view[i], pages);
    return status;
}

/* Adds a space without bytes. */
static enum rvt_status add_space(struct rvt_spaces *spaces, const struct rvt_executor *seen_by)
{
    struct space **larger = realloc(spaces->space, (spaces->spaces + 1) * sizeof(struct space *));

    if (larger == NULL)
        return RVT_ERR_MEMORY;
    spaces->space = larger;
    struct space *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->seen_by = *seen_by;
    rvt_memory_init(&made->memory, spaces->current->highest);
    spaces->space[spaces->spaces++] = made;
    spaces->by_context |= seen_by->has_context;
    spaces->by_privilege |= seen_by->has_privilege;
    forget_views(spaces);
    return RVT_OK;
}

enum rvt_status rvt_spaces_open(struct rvt_memory *memory, size_t pages, struct rvt_spaces **spaces)
{
    const struct rvt_executor everybody = {.has_context = false};
    struct rvt_spaces *made = calloc(1, sizeof *made);
    struct rvt_memory view;

    if (made == NULL)
        return RVT_ERR_MEMORY;
    rvt_memory_init(&view, memory->highest);
    made->current = &view;
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++) {
        made->view[i].spaces = made;
        rvt_memory_init(&made->view[i].memory, memory->highest);
    }
    enum rvt_status status = size_views(made, pages);
    if (status == RVT_OK)
        status = add_space(made, &everybody);
    if (status == RVT_OK)
        status = rvt_memory_set_source(memory, NULL, NULL, 1);
    if (status != RVT_OK) {
        rvt_memory_fini(&view);
        rvt_spaces_close(made);
        return status;
    }
    made->space[0]->memory = *memory;
    *memory = view;
    made->current = memory;
    *spaces = made;
    return RVT_OK;
}

void rvt_spaces_close(struct rvt_spaces *spaces)
{
    if (spaces == NULL)
        return;
    for (size_t i = 0; i < spaces->spaces; i++) {
        rvt_memory_fini(&spaces->space[i]->memory);
        free(spaces->space[i]);
    }
    for (size_t i = 0; i < RVT_VIEWS_MAX; i++)
        if (i != spaces->view_current)
            rvt_memory_fini(&spaces->view[i].memory);
    free(spaces->space);
    free(spaces);
}

enum rvt_status rvt_spaces_set(struct rvt_spaces *spaces, const struct rvt_executor *space)
{
    size_t i = find(spaces, space);
    enum rvt_status status = i < spaces->spaces ? RVT_OK : add_space(spaces, space);

    if (status == RVT_OK)
        spaces->set = i;
    return status;
}

enum rvt_status rvt_spaces_add(struct rvt_spaces *spaces, uint64_t address, const uint8_t *data,
                               size_t bytes)
{
    enum rvt_status status =
        rvt_memory_add(&spaces->space[spaces->set]->memory, address, data, bytes);

    rvt_spaces_invalidate(spaces, address, address + (bytes - 1));
    return status;
}

enum rvt_status rvt_spaces_set_source(struct rvt_spaces *spaces, rvt_space_read read, void *context,
                                      bool distinguishes, size_t pages)
{
    spaces->read = NULL;
    enum rvt_status status = size_views(spaces, pages);
    if (status != RVT_OK)
        return status;
    spaces->read = read;
    spaces->context = context;
    spaces->by_context |= distinguishes;
    spaces->by_privilege |= distinguishes;
    forget_views(spaces);
    return RVT_OK;
}

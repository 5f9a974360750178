/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Structures that begin with their size, as rvt/export.h defines: from the caller's version of a
 * structure to the library's, and back.
 */
#ifndef RVT_API_STRUCTURE_H
#define RVT_API_STRUCTURE_H

#include <rvt/status.h>

/*
 * Copies the structure at from, which begins with its size, into the bytes bytes at to; members
 * that from lacks become 0, and the size of *to becomes bytes. RVT_ERR_PARAMETER: from is null, its
 * size is below that of a size_t, or bytes that *to does not have are not 0.
 */
RVT_MUST_USE
enum rvt_status rvt_structure_take(void *to, size_t bytes, const void *from);

/*
 * The structure at from as the library knows it, without a copy where both have one size: from
 * itself, or *storage with the bytes bytes that rvt_structure_take makes of it. Null where that
 * refuses. Valid as long as both.
 */
static inline const void *rvt_structure_view(void *storage, size_t bytes, const void *from)
{
    size_t size = 0;

    if (from != NULL)
        memcpy(&size, from, sizeof size);
    if (size == bytes)
        return from;
    return rvt_structure_take(storage, bytes, from) == RVT_OK ? storage : NULL;
}

/*
 * Copies the bytes bytes of the library's structure at from into the caller's, and clears what it
 * has more; its size stays. RVT_ERR_PARAMETER: to is null, or its size is below that of a size_t.
 */
enum rvt_status rvt_structure_give(void *to, const void *from, size_t bytes);

#endif

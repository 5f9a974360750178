/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What every header of librvt needs: what is exported, and that the language is C. */
#ifndef RVT_EXPORT_H
#define RVT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#define RVT_BEGIN_C extern "C" {
#define RVT_END_C   }
#else
#define RVT_BEGIN_C
#define RVT_END_C
#endif

#if defined(__GNUC__)
#define RVT_API      __attribute__((visibility("default")))
#define RVT_MUST_USE __attribute__((warn_unused_result))
#else
#define RVT_API
#define RVT_MUST_USE
#endif

RVT_BEGIN_C

/*
 * Every structure of the interface begins with a member size, its size in bytes as the program was
 * compiled, so that later versions can append members. Two rules follow.
 *
 * Input structures: the caller sets size. If it is less than the library knows, the members that
 * are missing count as 0. If it is more, the program is newer than the library, and the bytes that
 * the library does not know must be 0; otherwise the call returns RVT_ERR_PARAMETER. A null pointer
 * or a size below that of the member itself is RVT_ERR_PARAMETER, too.
 *
 * Output structures: the caller sets size. The library writes at most so many bytes, clears the
 * bytes that it does not know, and leaves size alone. Structures that the library passes to a
 * callback have the size that the library knows: read no member beyond it.
 *
 * RVT_CLEAR prepares a structure for both: it clears *structure and sets its size.
 */
static inline void rvt_clear_bytes(void *structure, size_t size)
{
    memset(structure, 0, size);
    memcpy(structure, &size, sizeof size);
}
#define RVT_CLEAR(structure) rvt_clear_bytes((structure), sizeof *(structure))

RVT_END_C

#endif

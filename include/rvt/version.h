/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Versions. The shared library librvt.so.0 keeps its interface while RVT_VERSION_MAJOR is the same;
 * RVT_VERSION_MINOR grows with what is added.
 */
#ifndef RVT_VERSION_H
#define RVT_VERSION_H

#include <rvt/export.h>

#define RVT_VERSION_MAJOR  0
#define RVT_VERSION_MINOR  24
#define RVT_VERSION_PATCH  0
#define RVT_VERSION_STRING "0.24.0"

/* A version as one number, for comparison: RVT_VERSION >= RVT_VERSION_NUMBER(0, 1, 0). */
#define RVT_VERSION_NUMBER(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
/* clang-format off */
#define RVT_VERSION \
    RVT_VERSION_NUMBER(RVT_VERSION_MAJOR, RVT_VERSION_MINOR, RVT_VERSION_PATCH)
/* clang-format on */

RVT_BEGIN_C

/* The version of the library in use, such as "0.24.0"; static. It is that of the headers unless the
 * program runs with another library than it was compiled for. */
RVT_API const char *rvt_version(void);

/* The same as a number, as RVT_VERSION. */
RVT_API int rvt_version_number(void);

RVT_END_C

#endif

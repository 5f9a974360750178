/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* STP streams of a few packets, from their text (docs/files.md). */
#ifndef RVT_TESTS_UNIT_STP_FILE_H
#define RVT_TESTS_UNIT_STP_FILE_H

#include "tests/unit/scratch.h"

#include <string.h>

#include "io/bytes/output.h"
#include "io/transport/stp_text.h"

#define BEGIN "ASYNC\nVERSION 3\nM8 01\n"
#define START "D32TS 01000006 @0000000000000000\n" /* RAW, protocol 1, no checksum */

/* An STP stream of these lines. */
static inline const char *stp_file(const char *lines)
{
    struct rvt_stp_text text = {.format = {.time_type = RVT_STP_TIME_UNKNOWN}};
    const char *path = scratch_path("s.stp");
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_output_open(path, &text.output, &diag), RVT_OK));
    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1)
        cr_assert(rvt_stp_text_line(&text, lines, (size_t)(end - lines), &diag) == RVT_OK, "%s",
                  diag.text);
    cr_assert(eq(int, rvt_stp_text_finish(&text), RVT_OK));
    cr_assert(eq(int, rvt_output_finish(text.output, &diag), RVT_OK));
    return path;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Captures of random runs: several sources in formatter frames. */
#ifndef RVT_TESTS_PROPERTY_CAPTURE_H
#define RVT_TESTS_PROPERTY_CAPTURE_H

#include "element_stream.h"
#include "transport/frame/formatter.h"

enum { CAPTURE_SOURCES_MAX = 8 };

/* Random pieces of each stream, in frames: stream i has ID i + 1. */
static inline struct bytes format_frames(struct rvt_random *random, const struct bytes *stream,
                                         unsigned sources)
{
    struct bytes frames = no_bytes();
    struct rvt_formatter_config config = {.fsync_frames = 0};
    struct rvt_formatter formatter;
    size_t at[CAPTURE_SOURCES_MAX] = {0};
    unsigned left = sources;

    rvt_formatter_init(&formatter, &config, append, &frames);
    while (left > 0) {
        unsigned i = rvt_random_below(random, sources);
        size_t rest = stream[i].count - at[i], count = 1 + rvt_random_below(random, 40);

        if (rest == 0)
            continue;
        count = count < rest ? count : rest;
        cr_assert(rvt_formatter_write(&formatter, i + 1, stream[i].byte + at[i], count, NULL) ==
                  RVT_OK);
        at[i] += count;
        left -= at[i] == stream[i].count;
    }
    rvt_formatter_flush(&formatter);
    return frames;
}

#endif

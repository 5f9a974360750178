/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Where rvt decode begins and ends: places of a capture, by byte or time, to the synchronisation
 * packet at which a decoder can start. */
#ifndef RVT_TOOLS_DECODE_DECODE_PLACE_H
#define RVT_TOOLS_DECODE_DECODE_PLACE_H

#include <rvt/trace_file.h>

#include "base/compiler.h"
#include "tools/ring.h"

/* A place of a capture. */
struct rvt_decode_bound {
    bool given;
    bool is_time; /* else a byte */
    uint64_t value;
};

/* "BYTE" or "time=T"; false for anything else. */
RVT_MUST_USE
bool rvt_decode_bound_parse(const char *text, struct rvt_decode_bound *bound);

/* A capture, and the place that is wanted. */
struct rvt_decode_wanted {
    const struct rvt_configuration *configuration;
    enum rvt_trace_form form; /* not RVT_TRACE_HEX */
    struct rvt_ring ring;
    const char *stream_path;
    const char *index_path; /* null: none */
    struct rvt_decode_bound from;
};

/* Where to begin: arguments of rvt_trace_file_seek, packets that are to be passed over then, and
 * the payload of the support packet that a decoder has to know. Zero: at the first byte. */
struct rvt_decode_start {
    uint64_t position, from;
    uint64_t passed; /* packets that begin in the same byte before the one that is wanted */
    size_t support_bytes;
    uint8_t support[RVT_TE_PAYLOAD_BYTES];
};

/*
 * Finds the latest synchronisation packet at or before the place, or else the beginning. Bytes that
 * the index does not have are indexed in memory, up to the place. False: it has complained, of the
 * index or of the capture.
 */
RVT_MUST_USE
bool rvt_decode_place_find(const struct rvt_decode_wanted *wanted, struct rvt_decode_start *start);

#endif

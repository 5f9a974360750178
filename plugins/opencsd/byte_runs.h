/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where the bytes of a decoder lie in the capture of the host: OpenCSD hands them out in blocks,
 * each with the index of its first byte. Positions count the bytes of the decoder. Old runs are
 * forgotten; memory is fixed.
 */
#ifndef RVT_OPENCSD_BYTE_RUNS_H
#define RVT_OPENCSD_BYTE_RUNS_H

#include <stddef.h>
#include <stdint.h>

enum { RVT_OPENCSD_RUNS = 32768 }; /* packets that a decoder defers fit into them */

/* Zeroed: before the first byte. The members are private. */
struct rvt_opencsd_byte_runs {
    struct {
        uint64_t position, index;
    } run[RVT_OPENCSD_RUNS];
    uint64_t runs; /* so far; the latest RVT_OPENCSD_RUNS are known */
    uint64_t next; /* position of the next byte */
    uint64_t end;  /* its index, if the run goes on */
};

/* Forgets all bytes. */
void rvt_opencsd_byte_runs_reset(struct rvt_opencsd_byte_runs *runs);

/* Adds the next count bytes, which begin at index. */
void rvt_opencsd_byte_runs_add(struct rvt_opencsd_byte_runs *runs, uint64_t index, size_t count);

/* Takes back the latest count bytes of the latest block. */
void rvt_opencsd_byte_runs_return(struct rvt_opencsd_byte_runs *runs, size_t count);

/* The index of the byte at position: of the oldest known byte for a position before it, after the
 * latest byte for one behind it. */
uint64_t rvt_opencsd_byte_runs_find(const struct rvt_opencsd_byte_runs *runs, uint64_t position);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where the bytes of one source lie in the capture: formatter frames cut them into runs. Positions
 * count the bytes of the source. Old runs are forgotten; memory is fixed.
 */
#ifndef RVT_ELEMENT_BYTE_INDICES_H
#define RVT_ELEMENT_BYTE_INDICES_H

#include <stddef.h>
#include <stdint.h>

enum { RVT_BYTE_RUNS = 16384 }; /* a message of STP fits into a third of them */

/* Zeroed: before the first byte. The members are private. */
struct rvt_byte_indices {
    struct {
        uint64_t position, index;
    } run[RVT_BYTE_RUNS];
    uint64_t runs; /* so far; the latest RVT_BYTE_RUNS are known */
    uint64_t next; /* position of the next byte */
    uint64_t end;  /* its index, if the run goes on */
};

/* Adds the next count bytes, with the index of each. */
void rvt_byte_indices_add(struct rvt_byte_indices *indices, const uint64_t *index, size_t count);

/* The index of the byte at position: of the oldest known byte for a position before it, after the
 * latest byte for one behind it. */
uint64_t rvt_byte_indices_find(const struct rvt_byte_indices *indices, uint64_t position);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Bits of an unframed stream to bytes, where the byte boundaries are unknown: a port narrower than
 * a byte, captured from any moment on. A run of zeros that is longer than any in a packet, and the
 * single 1 of null.alignment that ends it, mark the boundary: it follows that 1. Spec: ENC-010,
 * ENC-011.
 */
#ifndef RVT_STREAM_BIT_ALIGNER_H
#define RVT_STREAM_BIT_ALIGNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"

/* In the caller's storage. The caller may read aligned and set doubt. */
struct rvt_bit_aligner {
    uint64_t needed;     /* zeros before the 1: 8 N + 7 */
    bool sure;           /* nothing else puts so many zeros between packets */
    bool aligned;        /* the boundary is known */
    bool doubt;          /* set by a reader that cannot make sense of the bytes */
    unsigned have, rest; /* bits of the byte in progress, and their value */
    uint64_t zeros;      /* in a row, so far */
    uint64_t bytes;      /* taken */
};

void rvt_bit_aligner_init(struct rvt_bit_aligner *aligner, const struct rvt_encap_config *config);

/*
 * Takes bytes, whose lowest bits came first, and writes *count (up to capacity) aligned bytes to
 * out, until either runs out or a synchronisation sequence ends. Then *begins is true, and the next
 * byte to be written is the header of a packet, or a null. Bytes written before it that are no
 * whole packet were aligned wrongly, or damaged. Before a decision that depends on doubt, the
 * function returns what it has written, so that the reader can set doubt. Returns the bytes taken.
 * Nothing is written before the first sequence.
 */
size_t rvt_bit_aligner_take(struct rvt_bit_aligner *aligner, const uint8_t *data, size_t bytes,
                            uint8_t *out, size_t capacity, size_t *count, bool *begins);

/* The byte of the stream that holds the first bit of the next byte to be written. */
uint64_t rvt_bit_aligner_position(const struct rvt_bit_aligner *aligner);

#endif

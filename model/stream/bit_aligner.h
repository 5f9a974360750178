/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Bits of an unframed stream to bytes, where the byte boundaries are not known: a port narrower
 * than a byte, captured from any moment on. A run of zeros longer than any in a packet, and the
 * single 1 of null.alignment at its end, tell the boundary: it is right behind that 1. Spec:
 * ENC-010, ENC-011.
 */
#ifndef RVT_STREAM_BIT_ALIGNER_H
#define RVT_STREAM_BIT_ALIGNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"

/* In the caller's storage; aligned and doubt are for the caller, too. */
struct rvt_bit_aligner {
    uint64_t needed;     /* zeros in front of the 1: 8 N + 7 */
    bool sure;           /* so many cannot stand between packets in another way */
    bool aligned;        /* the boundary is known */
    bool doubt;          /* set by a reader that finds no sense in the bytes */
    unsigned have, rest; /* bits of the byte in progress, and their value */
    uint64_t zeros;      /* in a row, up to here */
    uint64_t bytes;      /* taken */
};

void rvt_bit_aligner_init(struct rvt_bit_aligner *aligner, const struct rvt_encap_config *config);

/*
 * Takes bytes, whose lowest bits came first, and writes *count (up to capacity) aligned ones to
 * out, until either runs out or a synchronisation sequence ends: then *begins is true, and the next
 * byte to be written is the header of a packet, or a null. What was written in front of it and is
 * no whole packet was aligned wrongly, or damaged. Where it may depend on doubt whether a sequence
 * ends, it returns first with what was written, for a reader to set doubt. Returns the bytes taken.
 * Nothing is written before the first sequence.
 */
size_t rvt_bit_aligner_take(struct rvt_bit_aligner *aligner, const uint8_t *data, size_t bytes,
                            uint8_t *out, size_t capacity, size_t *count, bool *begins);

/* The byte of the stream that the first bit of the next byte to be written is in. */
uint64_t rvt_bit_aligner_position(const struct rvt_bit_aligner *aligner);

#endif

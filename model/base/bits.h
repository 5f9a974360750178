/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bit cursor: reads, writes or measures fields, least significant bit first. A fault sticks:
 * later calls do nothing and read zero, and the caller checks once per packet. Whether a read past
 * the end of the input is a fault is a policy, because E-Trace drops sign copies from the end of a
 * payload. Spec: E-Trace, chapter "Instruction Trace Encoder Output Packets" (ETR-CMP-001..005).
 */
#ifndef RVT_BASE_BITS_H
#define RVT_BASE_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum rvt_bits_mode { RVT_BITS_READ, RVT_BITS_WRITE, RVT_BITS_MEASURE };

/* What a read beyond the input yields: a fault, or copies of the last bit received. */
enum rvt_bits_tail { RVT_TAIL_FAULT, RVT_TAIL_SIGN };

/*
 * Called for each field that was passed, in transmission order: value, width (>= 1), first bit. The
 * value is what the field means: the flag of a relative field, 0 for a replicated field that
 * carries nothing. Fields of width 0 are not reported.
 */
typedef void (*rvt_bits_visit)(void *context, const char *name, uint64_t value, unsigned width,
                               size_t at_bit);

/* Read the members, write them only through the functions below. */
struct rvt_bits {
    enum rvt_bits_mode mode;
    enum rvt_bits_tail tail;
    const uint8_t *in; /* borrowed; read mode */
    uint8_t *out;      /* borrowed; write mode */
    size_t size_bits;  /* bits that in holds or out can hold */
    size_t at;         /* next bit */
    bool last;         /* value of the bit just passed, the reference of relative fields */
    enum rvt_status status;
    const char *fault_field; /* field of the first fault */
    size_t fault_bit;        /* its first bit */
    uint64_t fault_value;    /* its value; 0 where it could not be read */
    unsigned fault_width;    /* its width in bits */
    size_t field_bit;        /* first bit and raw value of the field just passed */
    uint64_t field_value;
    rvt_bits_visit visit; /* may be null */
    void *visit_context;
};

/* A cursor over bytes bytes of input; in is borrowed for the cursor's life. */
void rvt_bits_read(struct rvt_bits *bits, const uint8_t *in, size_t bytes, enum rvt_bits_tail tail);

/* A cursor that fills out, which is cleared first; out is borrowed. */
void rvt_bits_write(struct rvt_bits *bits, uint8_t *out, size_t bytes);

/* A cursor that only counts. */
void rvt_bits_measure(struct rvt_bits *bits);

/* Reports every field passed from now on. */
void rvt_bits_observe(struct rvt_bits *bits, rvt_bits_visit visit, void *context);

/*
 * Passes an unsigned field of 0..64 bits; *value is read in write and measure mode, set in read
 * mode. Faults: RVT_ERR_TRUNCATED (tail policy RVT_TAIL_FAULT), RVT_ERR_CAPACITY (no room, or
 * *value does not fit width). name: the specification's field name, a string literal.
 */
void rvt_bits_field(struct rvt_bits *bits, const char *name, uint64_t *value, unsigned width);

/*
 * Passes one bit that means *flag relative to the bit before it: transmitted equal to it when the
 * flag is 0, inverted when it is 1. Spec: ETR-FMT-026..028.
 */
void rvt_bits_relative(struct rvt_bits *bits, const char *name, bool *flag);

/*
 * Passes width bits (0..64) that all copy the bit before them when present is false, and carry
 * *value when it is true. In read mode *value is 0 when present is false: the bits received are not
 * checked. Spec: ETR-FMT-029.
 */
void rvt_bits_replicated(struct rvt_bits *bits, const char *name, bool present, uint64_t *value,
                         unsigned width);

/* Passes width bits (0..64) that carry nothing: written as copies of fill, ignored when read. */
void rvt_bits_unused(struct rvt_bits *bits, const char *name, bool fill, unsigned width);

/* Makes the cursor fail at the field just passed (its bit and value), unless it already has. field:
 * a literal. */
void rvt_bits_fail(struct rvt_bits *bits, enum rvt_status status, const char *field);

/*
 * Number of leading bits of data that sign compression keeps: identical bits go from the end, at
 * least one copy stays, and never fewer than keep bits (keep >= 1, keep <= bits). Spec:
 * ETR-CMP-001, ENC-020.
 */
size_t rvt_bits_compressed(const uint8_t *data, size_t bits, size_t keep);

/* Sets the bits from bits up to the end of the last of bytes bytes to copies of bit (bits - 1). */
void rvt_bits_sign_pad(uint8_t *data, size_t bits, size_t bytes);

/* The low width (0..64) bits set. */
static inline uint64_t rvt_mask(unsigned width)
{
    assert(width <= 64);
    return width == 0 ? 0 : UINT64_MAX >> (64 - width);
}

/* value, of width (1..64) bits, sign extended to 64. */
uint64_t rvt_sign_extend(uint64_t value, unsigned width);

#endif

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
#include <string.h>

#include "base/compiler.h"
#include "base/status.h"
#include "base/words.h"

enum rvt_bits_mode { RVT_BITS_READ, RVT_BITS_WRITE, RVT_BITS_MEASURE };

/* What a read beyond the input yields: a fault, or copies of the last bit received. */
enum rvt_bits_tail { RVT_TAIL_FAULT, RVT_TAIL_SIGN };

/* The low width (0..64) bits set. */
static inline uint64_t rvt_mask(unsigned width)
{
    assert(width <= 64);
    return width == 0 ? 0 : UINT64_MAX >> (64 - width);
}

/* value, of width (1..64) bits, sign extended to 64. */
static inline uint64_t rvt_sign_extend(uint64_t value, unsigned width)
{
    assert(width >= 1 && width <= 64);
    uint64_t sign = UINT64_C(1) << (width - 1);

    return ((value & rvt_mask(width)) ^ sign) - sign;
}

/*
 * Called for each field that was passed, in transmission order: value, width (>= 1), first bit. The
 * value is what the field means: the flag of a relative field, 0 for a replicated field that
 * carries nothing. Fields of width 0 are not reported.
 */
typedef void (*rvt_bits_visit)(void *context, const char *name, uint64_t value, unsigned width,
                               size_t at_bit);

/*
 * Read the members, write them only through the functions below. Those that pass a field are
 * inline: in a walk that is inlined too, each mode is code of its own, and the cursor stays in
 * registers unless its address is passed on.
 */
struct rvt_bits {
    enum rvt_bits_mode mode;
    enum rvt_bits_tail tail;
    const uint8_t *in; /* borrowed; read mode */
    uint8_t *out;      /* borrowed; write mode */
    size_t size_bits;  /* bits that were received, or that out may hold */
    size_t room;       /* bytes at in or out; read mode: those after size_bits continue it */
    size_t at;         /* next bit */
    uint64_t word;     /* write mode: the bits from the last multiple of 64 up to at */
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

/* A short input with copies of its last bit after it. */
enum { RVT_BITS_WINDOW_BYTES = 64 };
struct rvt_bits_window {
    uint8_t byte[RVT_BITS_WINDOW_BYTES];
};

/* A cursor over bytes bytes of input; in is borrowed for the cursor's life. */
static inline void rvt_bits_read(struct rvt_bits *bits, const uint8_t *in, size_t bytes,
                                 enum rvt_bits_tail tail)
{
    memset(bits, 0, sizeof *bits);
    bits->mode = RVT_BITS_READ;
    bits->tail = tail;
    bits->in = in;
    bits->size_bits = 8 * bytes;
    bits->room = bytes;
}

/* As rvt_bits_read with RVT_TAIL_SIGN, and faster: reads from window, a copy of in (bytes >= 1) if
 * it fits there. Both are borrowed. */
static RVT_ALWAYS_INLINE void rvt_bits_read_window(struct rvt_bits *bits, const uint8_t *in,
                                                   size_t bytes, struct rvt_bits_window *window)
{
    rvt_bits_read(bits, in, bytes, RVT_TAIL_SIGN);
    if (bytes >= sizeof window->byte)
        return;
    rvt_words_extend(window->byte, sizeof window->byte, in, bytes);
    bits->in = window->byte;
    bits->room = sizeof window->byte;
}

/* A cursor that fills the first size_bits bits of out, of room bytes, which are all cleared first;
 * out is borrowed. */
static inline void rvt_bits_write_within(struct rvt_bits *bits, uint8_t *out, size_t room,
                                         size_t size_bits)
{
    assert(size_bits <= 8 * room);
    memset(bits, 0, sizeof *bits);
    bits->mode = RVT_BITS_WRITE;
    bits->out = out;
    bits->size_bits = size_bits;
    bits->room = room;
    memset(out, 0, room);
}

/* The same for all bits of bytes bytes. */
static inline void rvt_bits_write(struct rvt_bits *bits, uint8_t *out, size_t bytes)
{
    rvt_bits_write_within(bits, out, bytes, 8 * bytes);
}

/* A cursor that only counts. */
static inline void rvt_bits_measure(struct rvt_bits *bits)
{
    memset(bits, 0, sizeof *bits);
    bits->mode = RVT_BITS_MEASURE;
    bits->size_bits = SIZE_MAX;
}

/* Reports every field passed from now on. */
static inline void rvt_bits_observe(struct rvt_bits *bits, rvt_bits_visit visit, void *context)
{
    bits->visit = visit;
    bits->visit_context = context;
}

/* ---- parts of the functions below ---- */

/* The width bits (0..64) from bit at on, as far as they are among the size_bits of in; missing bits
 * copy the last one. For a field near the end of in. */
uint64_t rvt_bits_get_near_end(const uint8_t *in, size_t size_bits, size_t at, unsigned width);

/* Puts the bytes of word that lie in out, of room bytes, to out + first. */
void rvt_bits_put_near_end(uint8_t *out, size_t room, size_t first, uint64_t word);

static RVT_ALWAYS_INLINE void rvt_bits_fault(struct rvt_bits *bits, enum rvt_status status,
                                             const char *field, size_t at, unsigned width,
                                             uint64_t value)
{
    if (bits->status != RVT_OK)
        return;
    bits->status = status;
    bits->fault_field = field;
    bits->fault_bit = at;
    bits->fault_value = value;
    bits->fault_width = width;
}

static RVT_ALWAYS_INLINE void rvt_bits_get(struct rvt_bits *bits, const char *name, uint64_t *value,
                                           unsigned width)
{
    size_t first = bits->at / 64 * 8;
    unsigned shift = (unsigned)(bits->at % 64);

    if (bits->tail != RVT_TAIL_SIGN && bits->at + width > bits->size_bits)
        rvt_bits_fault(bits, RVT_ERR_TRUNCATED, name, bits->at, width, 0);
    else if (first + 16 <= bits->room)
        *value = (rvt_words_load(bits->in + first) >> shift | rvt_words_load(bits->in + first + 8)
                                                                  << 1 << (63 - shift)) &
                 rvt_mask(width);
    else
        *value = rvt_bits_get_near_end(bits->in, bits->size_bits, bits->at, width);
}

static RVT_ALWAYS_INLINE void rvt_bits_store(const struct rvt_bits *bits, size_t first)
{
    if (first + 8 <= bits->room)
        rvt_words_store(bits->out + first, bits->word);
    else
        rvt_bits_put_near_end(bits->out, bits->room, first, bits->word);
}

/* width: 1..64. */
static RVT_ALWAYS_INLINE void rvt_bits_put(struct rvt_bits *bits, uint64_t value, unsigned width)
{
    size_t first = bits->at / 64 * 8;
    unsigned shift = (unsigned)(bits->at % 64);

    bits->word |= value << shift;
    rvt_bits_store(bits, first);
    if (shift + width < 64)
        return;
    bits->word = value >> 1 >> (63 - shift);
    if (shift + width > 64)
        rvt_bits_store(bits, first + 8);
}

/* Passes a field without reporting it to the observer. Returns false on a fault. */
static RVT_ALWAYS_INLINE bool rvt_bits_pass(struct rvt_bits *bits, const char *name,
                                            uint64_t *value, unsigned width)
{
    assert(width <= 64);
    if (bits->status == RVT_OK && bits->mode == RVT_BITS_READ) {
        rvt_bits_get(bits, name, value, width);
    } else if (bits->status == RVT_OK) {
        if (*value & ~rvt_mask(width) || width > bits->size_bits - bits->at)
            rvt_bits_fault(bits, RVT_ERR_CAPACITY, name, bits->at, width, *value);
        else if (bits->mode == RVT_BITS_WRITE && width)
            rvt_bits_put(bits, *value, width);
    }
    if (bits->status != RVT_OK) {
        if (bits->mode == RVT_BITS_READ)
            *value = 0;
        return false;
    }
    bits->field_bit = bits->at;
    bits->field_value = *value;
    if (width) {
        bits->last = (*value << (64 - width)) >> 63 != 0;
        bits->at += width;
    }
    return true;
}

static RVT_ALWAYS_INLINE void rvt_bits_report(const struct rvt_bits *bits, const char *name,
                                              uint64_t value, unsigned width)
{
    if (bits->visit && width)
        bits->visit(bits->visit_context, name, value, width, bits->at - width);
}

/* ---- passing fields ---- */

/*
 * Passes an unsigned field of 0..64 bits; *value is read in write and measure mode, set in read
 * mode. Faults: RVT_ERR_TRUNCATED (tail policy RVT_TAIL_FAULT), RVT_ERR_CAPACITY (no room, or
 * *value does not fit width). name: the specification's field name, a string literal.
 */
static RVT_ALWAYS_INLINE void rvt_bits_field(struct rvt_bits *bits, const char *name,
                                             uint64_t *value, unsigned width)
{
    if (rvt_bits_pass(bits, name, value, width))
        rvt_bits_report(bits, name, *value, width);
}

/*
 * Passes one bit that means *flag relative to the bit before it: transmitted equal to it when the
 * flag is 0, inverted when it is 1. Spec: ETR-FMT-026..028.
 */
static RVT_ALWAYS_INLINE void rvt_bits_relative(struct rvt_bits *bits, const char *name, bool *flag)
{
    bool before = bits->last;
    uint64_t raw = *flag != before;

    if (rvt_bits_pass(bits, name, &raw, 1)) {
        *flag = (raw != 0) != before;
        rvt_bits_report(bits, name, *flag, 1);
    } else if (bits->mode == RVT_BITS_READ) {
        *flag = false;
    }
}

/* Passes width bits (0..64) that carry nothing: written as copies of fill, ignored when read. */
static RVT_ALWAYS_INLINE void rvt_bits_unused(struct rvt_bits *bits, const char *name, bool fill,
                                              unsigned width)
{
    uint64_t raw = fill ? rvt_mask(width) : 0;

    if (rvt_bits_pass(bits, name, &raw, width))
        rvt_bits_report(bits, name, 0, width);
}

/*
 * Passes width bits (0..64) that all copy the bit before them when present is false, and carry
 * *value when it is true. In read mode *value is 0 when present is false: the bits received are not
 * checked. Spec: ETR-FMT-029.
 */
static RVT_ALWAYS_INLINE void rvt_bits_replicated(struct rvt_bits *bits, const char *name,
                                                  bool present, uint64_t *value, unsigned width)
{
    if (present) {
        rvt_bits_field(bits, name, value, width);
        return;
    }
    if (width > 0)
        rvt_bits_unused(bits, name, bits->last, width);
    if (bits->mode == RVT_BITS_READ)
        *value = 0;
}

/* Makes the cursor fail at the field just passed (its bit and value), unless it already has. field:
 * a literal. */
static RVT_ALWAYS_INLINE void rvt_bits_fail(struct rvt_bits *bits, enum rvt_status status,
                                            const char *field)
{
    rvt_bits_fault(bits, status, field, bits->field_bit, (unsigned)(bits->at - bits->field_bit),
                   bits->field_value);
}

/* Goes on after bytes whole bytes, which begin at a byte, and which the caller read at in or put to
 * out. No field is reported. */
void rvt_bits_skip(struct rvt_bits *bits, size_t bytes);

/* ---- the end of a payload ---- */

/*
 * Number of leading bits of data that sign compression keeps: identical bits go from the end, at
 * least one copy stays, and never fewer than keep bits (keep >= 1, keep <= bits). Spec:
 * ETR-CMP-001, ENC-020.
 */
size_t rvt_bits_compressed(const uint8_t *data, size_t bits, size_t keep);

/* Sets the bits from bits up to the end of the last of bytes bytes to copies of bit (bits - 1). */
void rvt_bits_sign_pad(uint8_t *data, size_t bits, size_t bytes);

#endif

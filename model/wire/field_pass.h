/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Members narrower than a field of the cursor, passed as fields: what the walks of all packet
 * formats share. */
#ifndef RVT_WIRE_FIELD_PASS_H
#define RVT_WIRE_FIELD_PASS_H

#include "base/bits.h"

/* As rvt_bits_field; width must not exceed that of *value. */
static RVT_ALWAYS_INLINE void rvt_pass_u8(struct rvt_bits *bits, const char *name, uint8_t *value,
                                          unsigned width)
{
    uint64_t wide = *value;

    rvt_bits_field(bits, name, &wide, width);
    *value = (uint8_t)wide;
}

static RVT_ALWAYS_INLINE void rvt_pass_u32(struct rvt_bits *bits, const char *name, uint32_t *value,
                                           unsigned width)
{
    uint64_t wide = *value;

    rvt_bits_field(bits, name, &wide, width);
    *value = (uint32_t)wide;
}

static RVT_ALWAYS_INLINE void rvt_pass_flag(struct rvt_bits *bits, const char *name, bool *value)
{
    uint64_t wide = *value;

    rvt_bits_field(bits, name, &wide, 1);
    *value = wide != 0;
}

#endif

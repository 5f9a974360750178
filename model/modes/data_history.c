/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/data_history.h"

#include <string.h>

#include "base/bits.h"

void rvt_data_history_reset(struct rvt_data_history *history)
{
    memset(history, 0, sizeof *history);
}

/* Load, store, CSR, atomic. */
static unsigned class_of(enum rvt_dtype dtype)
{
    if (dtype >= RVT_DTYPE_CAS_FAILURE)
        return 3;
    if (dtype >= RVT_DTYPE_CSR_RW)
        return 2;
    return dtype & 1u;
}

struct rvt_data_latest *rvt_data_history_at(struct rvt_data_history *history,
                                            const struct rvt_config *config, enum rvt_dtype dtype,
                                            unsigned size)
{
    bool classes = config->switches.dat_hist == RVT_DAT_HIST_SIZE_CLASS;

    return &history->latest[classes ? class_of(dtype) : 0][size];
}

const uint64_t *rvt_data_operand_base(const struct rvt_config *config,
                                      const struct rvt_data_latest *latest)
{
    static const uint64_t none = 0;

    switch (config->switches.dat_operand) {
    case RVT_DAT_OPERAND_FULL:
        return &none;
    case RVT_DAT_OPERAND_SHARED:
        return latest->data_known ? &latest->data : NULL;
    case RVT_DAT_OPERAND_OWN:
        return latest->operand_known ? &latest->operand : NULL;
    }
    return NULL;
}

/* The compression that one bit selects. */
static enum rvt_data_coding offered(const struct rvt_config *config)
{
    return config->switches.dat_compress == RVT_DAT_COMPRESS_DIFF ? RVT_CODING_DIFF
                                                                  : RVT_CODING_XOR;
}

struct rvt_data_meaning rvt_data_meaning(const struct rvt_config *config,
                                         const struct rvt_data_shape *shape, unsigned code)
{
    static const enum rvt_data_coding two_bits[] = {RVT_CODING_FULL, RVT_CODING_XOR,
                                                    RVT_CODING_FULL, RVT_CODING_DIFF};
    bool xors = config->switches.dat_addr_compress == RVT_DAT_ADDR_XOR;
    struct rvt_data_meaning meaning = {RVT_CODING_FULL, RVT_CODING_FULL, RVT_CODING_FULL};

    if (shape->address && code != RVT_DIFF_FULL)
        meaning.address = xors ? RVT_CODING_XOR : RVT_CODING_DIFF;
    if (shape->diff_bits != 1) /* resp has the codes of diff, but for 00 */
        meaning.data = two_bits[code & 3];
    else if (code)
        meaning.data = offered(config);
    if (config->switches.dat_operand != RVT_DAT_OPERAND_FULL)
        meaning.operand = meaning.data;
    return meaning;
}

uint64_t rvt_data_code(enum rvt_data_coding coding, uint64_t value, uint64_t base, unsigned width)
{
    uint64_t code = value;

    if (coding == RVT_CODING_XOR)
        code = value ^ base;
    else if (coding == RVT_CODING_DIFF)
        code = value - base;
    return code & rvt_mask(width);
}

uint64_t rvt_data_uncode(enum rvt_data_coding coding, uint64_t code, uint64_t base, unsigned width)
{
    uint64_t value = code;

    if (coding == RVT_CODING_XOR)
        value = code ^ base;
    else if (coding == RVT_CODING_DIFF)
        value = base + code;
    return value & rvt_mask(width);
}

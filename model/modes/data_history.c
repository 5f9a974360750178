/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/data_history.h"

#include <string.h>

#include "base/bits.h"

bool rvt_data_history_resets(const struct rvt_config *config, const struct rvt_packet *packet)
{
    bool support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;

    return rvt_packet_is_sync(packet) ||
           (support && config->switches.dat_first == RVT_DAT_FIRST_ZERO);
}

void rvt_data_history_reset(struct rvt_data_history *history, const struct rvt_config *config)
{
    const struct rvt_data_latest zero = {
        .address_known = true, .data_known = true, .operand_known = true};

    memset(history, 0, sizeof *history);
    if (config->switches.dat_first == RVT_DAT_FIRST_FULL)
        return;
    for (unsigned size = 0; size <= RVT_DATA_SIZE_MAX; size++)
        for (unsigned class = 0; class < RVT_DATA_CLASSES; class ++)
            history->latest[class][size] = zero;
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

struct rvt_data_bases rvt_data_bases(const struct rvt_config *config,
                                     const struct rvt_data_latest *latest, enum rvt_dtype dtype,
                                     const uint64_t *data, const uint64_t *operand)
{
    static const uint64_t none = 0;
    const uint64_t *value = latest->data_known ? &latest->data : NULL;
    struct rvt_data_bases bases = {.data = value, .operand = value};

    switch (config->switches.dat_operand) {
    case RVT_DAT_OPERAND_FULL:
        bases.operand = &none;
        break;
    case RVT_DAT_OPERAND_SHARED:
        break;
    case RVT_DAT_OPERAND_OWN:
        bases.operand = latest->operand_known ? &latest->operand : NULL;
        break;
    case RVT_DAT_OPERAND_CHAINED: /* a CSR packet has its data first, an atomic its operand */
        if (rvt_dtype_is_csr(dtype) && data != NULL)
            bases.operand = data;
        else if (operand != NULL)
            bases.data = operand;
        break;
    }
    return bases;
}

uint64_t rvt_data_address_base(const struct rvt_config *config,
                               const struct rvt_data_latest *latest, unsigned shift)
{
    return config->switches.dat_addr_base == RVT_DAT_ADDR_BASE_FIELD ? latest->address
                                                                     : latest->address >> shift;
}

void rvt_data_latest_address(const struct rvt_config *config, struct rvt_data_latest *latest,
                             enum rvt_dtype dtype, uint64_t address, unsigned shift)
{
    bool field = config->switches.dat_addr_base == RVT_DAT_ADDR_BASE_FIELD;

    if (field && rvt_dtype_is_csr(dtype))
        return;
    latest->address = field ? address >> shift : address;
    latest->address_known = true;
}

void rvt_data_latest_values(const struct rvt_config *config, struct rvt_data_latest *latest,
                            enum rvt_dtype dtype, const uint64_t *data, const uint64_t *operand)
{
    if (data != NULL) {
        latest->data = *data;
        latest->data_known = true;
    }
    if (operand == NULL)
        return;
    latest->operand = *operand;
    latest->operand_known = true;
    if (config->switches.dat_operand == RVT_DAT_OPERAND_CHAINED &&
        (rvt_dtype_is_csr(dtype) || data == NULL)) {
        latest->data = *operand; /* it is the last value of the packet */
        latest->data_known = true;
    }
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
    bool differs = config->switches.dat_code_01 == RVT_DAT_CODE_01_DIFF;
    const enum rvt_data_coding two_bits[] = {RVT_CODING_FULL,
                                             differs ? RVT_CODING_DIFF : RVT_CODING_XOR,
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

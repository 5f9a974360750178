/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The values of earlier te_data packets, against which later ones may be coded, and the meaning of
 * the diff and resp codes that select a coding. Encoder and decoder keep one history each. Spec:
 * E-Trace, "diff field" (ETR-DAT-010..012, AMB-175..179); decision 0003.
 */
#ifndef RVT_MODES_DATA_HISTORY_H
#define RVT_MODES_DATA_HISTORY_H

#include "wire/data.h"

/* One address and one value of the latest access of a size; not known after a synchronisation. */
struct rvt_data_latest {
    bool address_known, data_known, operand_known;
    uint64_t address, data, operand;
};

struct rvt_data_history {
    struct rvt_data_latest latest[4][RVT_DATA_SIZE_MAX + 1]; /* by class, if classes count; size */
};

/* Nothing is known any more. Spec: ETR-DAT-011. */
void rvt_data_history_reset(struct rvt_data_history *history);

/* The entry against which an access of that type and size is coded (dat_hist). */
struct rvt_data_latest *rvt_data_history_at(struct rvt_data_history *history,
                                            const struct rvt_config *config, enum rvt_dtype dtype,
                                            unsigned size);

/* The value against which an operand is coded (dat_operand); null while none is known. */
const uint64_t *rvt_data_operand_base(const struct rvt_config *config,
                                      const struct rvt_data_latest *latest);

enum rvt_data_coding { RVT_CODING_FULL, RVT_CODING_XOR, RVT_CODING_DIFF };

/* How a packet codes address, data and operand. */
struct rvt_data_meaning {
    enum rvt_data_coding address, data, operand;
};

/* What code (diff, or resp where shape has no diff; not RVT_RESP_ERROR) means in a packet of that
 * shape. Spec: ETR-DAT-005, -006, -010; AMB-176, AMB-179. */
struct rvt_data_meaning rvt_data_meaning(const struct rvt_config *config,
                                         const struct rvt_data_shape *shape, unsigned code);

/* value against base, and back; both cut to width (1..64) bits. */
uint64_t rvt_data_code(enum rvt_data_coding coding, uint64_t value, uint64_t base, unsigned width);
uint64_t rvt_data_uncode(enum rvt_data_coding coding, uint64_t code, uint64_t base, unsigned width);

#endif

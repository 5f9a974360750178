/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The values of earlier te_data packets, against which later ones may be coded, and the meaning of
 * the diff and resp codes that select a coding. Encoder and decoder keep one history each. Spec:
 * E-Trace, "diff field" (ETR-DAT-010..012, AMB-175..179, AMB-186); decision 0003.
 */
#ifndef RVT_MODES_DATA_HISTORY_H
#define RVT_MODES_DATA_HISTORY_H

#include "wire/data.h"
#include "wire/packet.h"

/* One address and one value of the latest access of a size; not known after a synchronisation. With
 * dat_addr_base field, the address is the one that the packet had, without alignment bits. */
struct rvt_data_latest {
    bool address_known, data_known, operand_known;
    uint64_t address, data, operand;
};

enum { RVT_DATA_CLASSES = 4 }; /* load, store, CSR, atomic */

struct rvt_data_history {
    /* by class, if classes count; by size */
    struct rvt_data_latest latest[RVT_DATA_CLASSES][RVT_DATA_SIZE_MAX + 1];
};

/* True if the history is reset after this te_inst packet: a synchronisation packet; with dat_first
 * zero also a support packet, as in the reference flow. Spec: ETR-DAT-011, AMB-175. */
bool rvt_data_history_resets(const struct rvt_config *config, const struct rvt_packet *packet);

/* Nothing is known any more; with dat_first zero, every value is 0. Spec: ETR-DAT-011, AMB-175. */
void rvt_data_history_reset(struct rvt_data_history *history, const struct rvt_config *config);

/* The entry against which an access of that type and size is coded (dat_hist). */
struct rvt_data_latest *rvt_data_history_at(struct rvt_data_history *history,
                                            const struct rvt_config *config, enum rvt_dtype dtype,
                                            unsigned size);

/* The values against which a packet of that type codes data and operand (dat_operand); null while
 * one is not known. */
struct rvt_data_bases {
    const uint64_t *data, *operand;
};

/* data, operand: the values of the packet itself, each null if it has none. With dat_operand
 * chained, the one that the packet has first is the base of the other; it may still be unset. They
 * and latest are borrowed. */
struct rvt_data_bases rvt_data_bases(const struct rvt_config *config,
                                     const struct rvt_data_latest *latest, enum rvt_dtype dtype,
                                     const uint64_t *data, const uint64_t *operand);

/* The value against which the address of a packet is coded, if its field lacks so many bits. */
uint64_t rvt_data_address_base(const struct rvt_config *config,
                               const struct rvt_data_latest *latest, unsigned shift);

/* A packet of that type had this address. shift: the bits that its field lacks. With dat_addr_base
 * field, the address of a CSR, which is always full, is no base. */
void rvt_data_latest_address(const struct rvt_config *config, struct rvt_data_latest *latest,
                             enum rvt_dtype dtype, uint64_t address, unsigned shift);

/* A packet of that type had data, an operand, or both; null: not known, or it had none. */
void rvt_data_latest_values(const struct rvt_config *config, struct rvt_data_latest *latest,
                            enum rvt_dtype dtype, const uint64_t *data, const uint64_t *operand);

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

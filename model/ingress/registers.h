/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The control registers of a trace encoder, as software sees them: what is written, what reads
 * back, and what it means for the encoder. Fields that the configuration does not implement are
 * hardwired. Spec: RISC-V Trace Control Interface, "Trace Encoder Control Interface"; E-Trace,
 * "Encoder Control" (ETR-CTL-001..017); decision 0002, "Control".
 */
#ifndef RVT_INGRESS_REGISTERS_H
#define RVT_INGRESS_REGISTERS_H

#include "encoder/encoder.h"
#include "ingress/filter.h"

enum rvt_register_offset {
    RVT_TE_CONTROL = 0x000,
    RVT_TE_IMPL = 0x004,
    RVT_TE_INST_FEATURES = 0x008,
    RVT_TE_INST_FILTERS = 0x00c,
    RVT_TE_DATA_CONTROL = 0x010,
    RVT_TE_DATA_FILTERS = 0x01c,
    RVT_TS_CONTROL = 0x040,
    RVT_TS_COUNTER_LOW = 0x048,
    RVT_TS_COUNTER_HIGH = 0x04c,
    RVT_TE_TRIG_DBG_CONTROL = 0x050,
    RVT_TE_TRIG_EXT_IN_CONTROL = 0x054,
    RVT_TE_TRIG_EXT_OUT_CONTROL = 0x058,
    RVT_TE_FILTER = 0x400, /* + RVT_TE_UNIT * i + one of the next */
    RVT_TE_FILTER_CONTROL = 0x00,
    RVT_TE_FILTER_MATCH_INST = 0x04,
    RVT_TE_FILTER_MATCH_ECAUSE_LOW = 0x08,
    RVT_TE_FILTER_MATCH_ECAUSE_HIGH = 0x0c,
    RVT_TE_FILTER_MATCH_VALUE_IMPDEF = 0x10,
    RVT_TE_FILTER_MATCH_MASK_IMPDEF = 0x14,
    RVT_TE_FILTER_MATCH_DATA = 0x18,
    RVT_TE_COMP = 0x600, /* + RVT_TE_UNIT * j + one of the next */
    RVT_TE_COMP_CONTROL = 0x00,
    RVT_TE_COMP_PMATCH_LOW = 0x10,
    RVT_TE_COMP_PMATCH_HIGH = 0x14,
    RVT_TE_COMP_SMATCH_LOW = 0x18,
    RVT_TE_COMP_SMATCH_HIGH = 0x1c,
    RVT_TE_UNIT = 0x20,
    RVT_TE_BYTES = 0x1000, /* of the component */
};

/* Of trTeControl. */
#define RVT_TE_ENABLE (UINT32_C(1) << 1)

#define RVT_UNIT_WORDS (RVT_TE_UNIT / 4)

/* Use the functions below; read members only where they say so. */
struct rvt_registers {
    struct rvt_config built; /* what the encoder is: its parameters, and the fixed fields */
    struct rvt_config now;   /* built, with options, resync and encapsulation as programmed */
    uint32_t features_mask;  /* bits of trTeInstFeatures that can be 1 */
    bool active, enable, inst_tracing, inst_trig_enable;
    bool stall_enable, inhibit_src, ts_enable, ts_external;
    uint16_t srcid;
    uint16_t inst_filters, data_filters;
    bool data_tracing, data_trig_enable, data_stall_enable, data_drop_enable;
    uint32_t filter[RVT_FILTERS_MAX][RVT_UNIT_WORDS];
    uint32_t comparator[RVT_COMPARATORS_MAX][RVT_UNIT_WORDS];
    /* what the hardware tells */
    bool busy;              /* trTeEmpty is 0 */
    bool stall_or_overflow; /* trTeInstStallOrOverflow */
    bool data_stall_or_overflow, data_drop;
    uint64_t timestamp; /* trTsCounter */
};

/* As after power-up: trTeActive is 0, all else has its reset value. config is copied; it must have
 * passed rvt_config_check. */
void rvt_registers_reset(struct rvt_registers *registers, const struct rvt_config *config);

/* As software leaves them that released the encoder and wrote what config says, config->registers
 * included, but did not enable it. */
void rvt_registers_init(struct rvt_registers *registers, const struct rvt_config *config);

/*
 * Accesses of software: 32 bits at an offset from the component's base, a multiple of 4. A write
 * leaves in each field a value that it can hold; while trTeActive is 0 only trTeControl takes
 * writes. What is not there reads 0 and ignores writes.
 */
void rvt_registers_write(struct rvt_registers *registers, uint32_t offset, uint32_t value);
uint32_t rvt_registers_read(const struct rvt_registers *registers, uint32_t offset);

/* What hardware tells: trTeInstTracing and trTeDataTracing as triggers left them; a stall or an
 * overflow; of data trace, that packets were lost or dropped. */
void rvt_registers_tell_tracing(struct rvt_registers *registers, bool inst, bool data);
void rvt_registers_tell_overflow(struct rvt_registers *registers);
void rvt_registers_tell_data(struct rvt_registers *registers, bool overflow, bool drop);

/* What they mean. config gets options, resync and encap and keeps everything else. */
struct rvt_control rvt_registers_control(const struct rvt_registers *registers);
void rvt_registers_config(const struct rvt_registers *registers, struct rvt_config *config);
struct rvt_encap_config rvt_registers_encap(const struct rvt_registers *registers);
void rvt_registers_filters(const struct rvt_registers *registers, struct rvt_filter_setup *setup);

/* The offset of the register called name ("trTeFilter0Control"). False: there is none. */
bool rvt_register_find(const char *name, uint32_t *offset);

#define RVT_REGISTER_NAME_BYTES 32

/* The name of the register at offset into text, which has RVT_REGISTER_NAME_BYTES; false: none. */
bool rvt_register_name(uint32_t offset, char *text);

#endif

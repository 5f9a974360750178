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

#include "ingress/control.h"
#include "ingress/filter.h"
#include "ingress/register_map.h"

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

#endif

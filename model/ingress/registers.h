/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The control registers of a trace encoder as software sees them: writes, reads, and their effect
 * on the encoder. Fields that the configuration does not implement are hardwired. Spec: RISC-V
 * Trace Control Interface, "Trace Encoder Control Interface"; E-Trace, "Encoder Control"
 * (ETR-CTL-001..017); decision 0002, "Control".
 */
#ifndef RVT_INGRESS_REGISTERS_H
#define RVT_INGRESS_REGISTERS_H

#include "ingress/control.h"
#include "ingress/filter.h"
#include "ingress/register_map.h"

/* Private: use the functions below. */
struct rvt_registers {
    struct rvt_config built; /* the encoder as built: its parameters and fixed fields */
    struct rvt_config now;   /* built, with options, resync and encapsulation as programmed */
    uint32_t features_mask;  /* bits of trTeInstFeatures that can be 1 */
    bool active, enable, inst_tracing, inst_trig_enable;
    bool stall_enable, inhibit_src, ts_enable, ts_external;
    uint16_t srcid;
    uint16_t inst_filters, data_filters;
    bool data_tracing, data_trig_enable, data_stall_enable, data_drop_enable;
    uint32_t filter[RVT_FILTERS_MAX][RVT_UNIT_WORDS];
    uint32_t comparator[RVT_COMPARATORS_MAX][RVT_UNIT_WORDS];
    /* set by hardware */
    bool busy;              /* trTeEmpty is 0 */
    bool stall_or_overflow; /* trTeInstStallOrOverflow */
    bool data_stall_or_overflow, data_drop;
    uint64_t timestamp; /* trTsCounter */
};

/* As after power-up: trTeActive is 0, all else has its reset value. config is copied; it must have
 * passed rvt_config_check. */
void rvt_registers_reset(struct rvt_registers *registers, const struct rvt_config *config);

/* As after software has set trTeActive and written the values of config, config->registers
 * included, but has not enabled tracing. */
void rvt_registers_init(struct rvt_registers *registers, const struct rvt_config *config);

/*
 * Accesses of software: 32 bits at an offset from the component's base, a multiple of 4. A write
 * leaves in each field a value that it can hold; while trTeActive is 0 only trTeControl takes
 * writes. Registers that do not exist read 0 and ignore writes.
 */
void rvt_registers_write(struct rvt_registers *registers, uint32_t offset, uint32_t value);
uint32_t rvt_registers_read(const struct rvt_registers *registers, uint32_t offset);

/* Status from the hardware: trTeInstTracing and trTeDataTracing as triggers left them; a stall or
 * an overflow; lost or dropped te_data packets. */
void rvt_registers_set_tracing(struct rvt_registers *registers, bool inst, bool data);
void rvt_registers_set_overflow(struct rvt_registers *registers);
void rvt_registers_set_data_flags(struct rvt_registers *registers, bool overflow, bool drop);

/* The settings that the registers hold. rvt_registers_config sets options, resync and encap of
 * config and leaves everything else. */
struct rvt_control rvt_registers_control(const struct rvt_registers *registers);
void rvt_registers_config(const struct rvt_registers *registers, struct rvt_config *config);
struct rvt_encap_config rvt_registers_encap(const struct rvt_registers *registers);
void rvt_registers_filters(const struct rvt_registers *registers, struct rvt_filter_setup *setup);

#endif

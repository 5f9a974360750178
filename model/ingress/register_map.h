/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The map of the control registers: offsets and names. Spec: RISC-V Trace Control Interface, "Trace
 * Encoder Control Interface" (ETR-CTL-001..017).
 */
#ifndef RVT_INGRESS_REGISTER_MAP_H
#define RVT_INGRESS_REGISTER_MAP_H

#include <stdbool.h>
#include <stdint.h>

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

/* The offset of the register called name ("trTeFilter0Control"). False: there is none. */
bool rvt_register_find(const char *name, uint32_t *offset);

#define RVT_REGISTER_NAME_BYTES 32

/* The name of the register at offset into text, which has RVT_REGISTER_NAME_BYTES; false: none. */
bool rvt_register_name(uint32_t offset, char *text);

#endif

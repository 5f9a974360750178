/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The registers of the trace encoder: offsets, names, places of fields. A field has its bits at
 * their place, unless these reach bit 31; if it is wider, also its position (_AT) and its largest
 * value (_MAX). A register has its reset value (_RESET) if it is not 0 and the same in every
 * encoder.
 *
 * Made of rtl/registers/rvt_encoder.rdl by `make registers-update`: do not edit.
 * Spec: RISC-V Trace Control Interface, "Trace Encoder Control Interface" (ETR-CTL-001..017).
 */
#ifndef RVT_INGRESS_REGISTER_TABLE_H
#define RVT_INGRESS_REGISTER_TABLE_H

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
    RVT_TE_FILTER_UNITS = 16,
    RVT_TE_COMP = 0x600, /* + RVT_TE_UNIT * i + one of the next */
    RVT_TE_COMP_CONTROL = 0x00,
    RVT_TE_COMP_PMATCH_LOW = 0x10,
    RVT_TE_COMP_PMATCH_HIGH = 0x14,
    RVT_TE_COMP_SMATCH_LOW = 0x18,
    RVT_TE_COMP_SMATCH_HIGH = 0x1c,
    RVT_TE_COMP_UNITS = 8,
    RVT_TE_UNIT = 0x20,
};

/* trTeControl: trace encoder control */
enum {
    RVT_TE_ACTIVE = 0x1u << 0,
    RVT_TE_ENABLE = 0x1u << 1,
    RVT_TE_INST_TRACING = 0x1u << 2,
    RVT_TE_EMPTY = 0x1u << 3,
    RVT_TE_INST_MODE = 0x7u << 4,
    RVT_TE_INST_MODE_AT = 4,
    RVT_TE_INST_MODE_MAX = 0x7,
    RVT_TE_CONTEXT = 0x1u << 9,
    RVT_TE_INST_TRIG_ENABLE = 0x1u << 11,
    RVT_TE_INST_STALL_OR_OVERFLOW = 0x1u << 12,
    RVT_TE_INST_STALL_ENA = 0x1u << 13,
    RVT_TE_INHIBIT_SRC = 0x1u << 15,
    RVT_TE_INST_SYNC_MODE = 0x3u << 16,
    RVT_TE_INST_SYNC_MODE_AT = 16,
    RVT_TE_INST_SYNC_MODE_MAX = 0x3,
    RVT_TE_INST_SYNC_MAX = 0xfu << 20,
    RVT_TE_INST_SYNC_MAX_AT = 20,
    RVT_TE_INST_SYNC_MAX_MAX = 0xf,
    RVT_TE_FORMAT = 0x7u << 24,
    RVT_TE_FORMAT_AT = 24,
    RVT_TE_FORMAT_MAX = 0x7,
    RVT_TE_CONTROL_RESET = 0x68,
};

/* trTeImpl: implementation */
enum {
    RVT_TE_VER_MAJOR = 0xfu << 0,
    RVT_TE_VER_MAJOR_AT = 0,
    RVT_TE_VER_MAJOR_MAX = 0xf,
    RVT_TE_VER_MINOR = 0xfu << 4,
    RVT_TE_VER_MINOR_AT = 4,
    RVT_TE_VER_MINOR_MAX = 0xf,
    RVT_TE_COMP_TYPE = 0xfu << 8,
    RVT_TE_COMP_TYPE_AT = 8,
    RVT_TE_COMP_TYPE_MAX = 0xf,
    RVT_TE_PROTOCOL_MAJOR = 0xfu << 16,
    RVT_TE_PROTOCOL_MAJOR_AT = 16,
    RVT_TE_PROTOCOL_MAJOR_MAX = 0xf,
    RVT_TE_PROTOCOL_MINOR = 0xfu << 20,
    RVT_TE_PROTOCOL_MINOR_AT = 20,
    RVT_TE_PROTOCOL_MINOR_MAX = 0xf,
    RVT_TE_IMPL_RESET = 0x101,
};

/* trTeInstFeatures: features of instruction trace */
enum {
    RVT_TE_INST_NO_ADDR_DIFF = 0x1u << 0,
    RVT_TE_INST_NO_TRAP_ADDR = 0x1u << 1,
    RVT_TE_INST_EN_SEQUENTIAL_JUMP = 0x1u << 2,
    RVT_TE_INST_EN_IMPLICIT_RETURN = 0x1u << 3,
    RVT_TE_INST_EN_BRANCH_PREDICTION = 0x1u << 4,
    RVT_TE_INST_EN_JUMP_TARGET_CACHE = 0x1u << 5,
    RVT_TE_INST_IMPLICIT_RETURN_MODE = 0x3u << 6,
    RVT_TE_INST_IMPLICIT_RETURN_MODE_AT = 6,
    RVT_TE_INST_IMPLICIT_RETURN_MODE_MAX = 0x3,
    RVT_TE_INST_EN_REPEATED_HISTORY = 0x1u << 8,
    RVT_TE_INST_EN_ALL_JUMPS = 0x1u << 9,
    RVT_TE_INST_EXTEND_ADDR_MSB = 0x1u << 10,
    RVT_TE_SRC_ID = 0xfffu << 16,
    RVT_TE_SRC_ID_AT = 16,
    RVT_TE_SRC_ID_MAX = 0xfff,
    RVT_TE_SRC_BITS_AT = 28,
    RVT_TE_SRC_BITS_MAX = 0xf,
};

/* trTeDataControl: data trace control */
enum {
    RVT_TE_DATA_IMPLEMENTED = 0x1u << 0,
    RVT_TE_DATA_TRACING = 0x1u << 1,
    RVT_TE_DATA_TRIG_ENABLE = 0x1u << 2,
    RVT_TE_DATA_STALL_OR_OVERFLOW = 0x1u << 3,
    RVT_TE_DATA_STALL_ENA = 0x1u << 4,
    RVT_TE_DATA_DROP = 0x1u << 5,
    RVT_TE_DATA_DROP_ENA = 0x1u << 6,
    RVT_TE_DATA_NO_VALUE = 0x1u << 16,
    RVT_TE_DATA_NO_ADDR = 0x1u << 17,
    RVT_TE_DATA_ADDR_COMPRESS = 0x3u << 18,
    RVT_TE_DATA_ADDR_COMPRESS_AT = 18,
    RVT_TE_DATA_ADDR_COMPRESS_MAX = 0x3,
    RVT_TE_DATA_CONTROL_RESET = 0x1,
};

/* trTsControl: timestamp control */
enum {
    RVT_TS_ACTIVE = 0x1u << 0,
    RVT_TS_COUNT = 0x1u << 1,
    RVT_TS_RESET = 0x1u << 2,
    RVT_TS_RUN_IN_DEBUG = 0x1u << 3,
    RVT_TS_MODE = 0x7u << 4,
    RVT_TS_MODE_AT = 4,
    RVT_TS_MODE_MAX = 0x7,
    RVT_TS_PRESCALE = 0x3u << 8,
    RVT_TS_PRESCALE_AT = 8,
    RVT_TS_PRESCALE_MAX = 0x3,
    RVT_TS_ENABLE = 0x1u << 15,
    RVT_TS_WIDTH = 0x3fu << 24,
    RVT_TS_WIDTH_AT = 24,
    RVT_TS_WIDTH_MAX = 0x3f,
};

/* trTeFilter<i>Control: filter control */
enum {
    RVT_TE_FILTER_ENABLE = 0x1u << 0,
    RVT_TE_FILTER_MATCH_PRIVILEGE = 0x1u << 1,
    RVT_TE_FILTER_MATCH_ECAUSE = 0x1u << 2,
    RVT_TE_FILTER_MATCH_INTERRUPT = 0x1u << 3,
    RVT_TE_FILTER_MATCH_COMP1 = 0x1u << 4,
    RVT_TE_FILTER_COMP1 = 0x7u << 5,
    RVT_TE_FILTER_COMP1_AT = 5,
    RVT_TE_FILTER_COMP1_MAX = 0x7,
    RVT_TE_FILTER_MATCH_COMP2 = 0x1u << 8,
    RVT_TE_FILTER_COMP2 = 0x7u << 9,
    RVT_TE_FILTER_COMP2_AT = 9,
    RVT_TE_FILTER_COMP2_MAX = 0x7,
    RVT_TE_FILTER_MATCH_COMP3 = 0x1u << 12,
    RVT_TE_FILTER_COMP3 = 0x7u << 13,
    RVT_TE_FILTER_COMP3_AT = 13,
    RVT_TE_FILTER_COMP3_MAX = 0x7,
    RVT_TE_FILTER_MATCH_IMPDEF = 0x1u << 16,
    RVT_TE_FILTER_MATCH_DTYPE = 0x1u << 24,
    RVT_TE_FILTER_MATCH_DSIZE = 0x1u << 25,
};

/* trTeFilter<i>MatchInst: instruction match */
enum {
    RVT_TE_FILTER_MATCH_CHOICE_PRIVILEGE = 0xffu << 0,
    RVT_TE_FILTER_MATCH_CHOICE_PRIVILEGE_AT = 0,
    RVT_TE_FILTER_MATCH_CHOICE_PRIVILEGE_MAX = 0xff,
    RVT_TE_FILTER_MATCH_VALUE_INTERRUPT = 0x1u << 8,
};

/* trTeFilter<i>MatchData: data match */
enum {
    RVT_TE_FILTER_MATCH_CHOICE_DTYPE = 0xffffu << 0,
    RVT_TE_FILTER_MATCH_CHOICE_DTYPE_AT = 0,
    RVT_TE_FILTER_MATCH_CHOICE_DTYPE_MAX = 0xffff,
    RVT_TE_FILTER_MATCH_CHOICE_DSIZE = 0xffu << 16,
    RVT_TE_FILTER_MATCH_CHOICE_DSIZE_AT = 16,
    RVT_TE_FILTER_MATCH_CHOICE_DSIZE_MAX = 0xff,
};

/* trTeComp<i>Control: comparator control */
enum {
    RVT_TE_COMP_PINPUT = 0x3u << 0,
    RVT_TE_COMP_PINPUT_AT = 0,
    RVT_TE_COMP_PINPUT_MAX = 0x3,
    RVT_TE_COMP_SINPUT = 0x3u << 2,
    RVT_TE_COMP_SINPUT_AT = 2,
    RVT_TE_COMP_SINPUT_MAX = 0x3,
    RVT_TE_COMP_PFUNCTION = 0x7u << 4,
    RVT_TE_COMP_PFUNCTION_AT = 4,
    RVT_TE_COMP_PFUNCTION_MAX = 0x7,
    RVT_TE_COMP_SFUNCTION = 0x7u << 8,
    RVT_TE_COMP_SFUNCTION_AT = 8,
    RVT_TE_COMP_SFUNCTION_MAX = 0x7,
    RVT_TE_COMP_MATCH_MODE = 0x3u << 12,
    RVT_TE_COMP_MATCH_MODE_AT = 12,
    RVT_TE_COMP_MATCH_MODE_MAX = 0x3,
    RVT_TE_COMP_PNOTIFY = 0x1u << 14,
    RVT_TE_COMP_SNOTIFY = 0x1u << 15,
};

/* A register: its name, of a unit the part after its number, and its offset, there. */
struct rvt_register_name {
    const char *text;
    uint32_t offset;
};

/* Registers that come many times, RVT_TE_UNIT apart. */
struct rvt_register_family {
    const char *prefix;
    uint32_t offset;
    unsigned units;
    const struct rvt_register_name *name;
    unsigned names;
};

enum { RVT_REGISTER_SINGLES = 12, RVT_REGISTER_FAMILIES = 2 };

extern const struct rvt_register_name RVT_REGISTER_SINGLE[RVT_REGISTER_SINGLES];
extern const struct rvt_register_family RVT_REGISTER_FAMILY[RVT_REGISTER_FAMILIES];

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The support packet's fields and their layouts. The specification leaves number, order and width
 * of the option bits to the implementation; a layout is a list of (field, width), so that an
 * encoder's own is data. Spec: E-Trace, format 3 subformat 3 (ETR-FMT-005, AMB-122).
 */
#ifndef RVT_WIRE_SUPPORT_H
#define RVT_WIRE_SUPPORT_H

#include "base/bits.h"
#include "base/params.h"

enum rvt_qual_status { /* ETR-FMT-010 */
                       RVT_QUAL_NO_CHANGE = 0,
                       RVT_QUAL_ENDED_REP = 1,
                       RVT_QUAL_TRACE_LOST = 2,
                       RVT_QUAL_ENDED_NTR = 3,
};

/* Every field that some layout carries. */
enum rvt_support_field {
    RVT_SUPPORT_IENABLE,
    RVT_SUPPORT_ENCODER_MODE,
    RVT_SUPPORT_QUAL_STATUS,
    RVT_SUPPORT_IMPLICIT_RETURN,
    RVT_SUPPORT_IMPLICIT_EXCEPTION,
    RVT_SUPPORT_FULL_ADDRESS,
    RVT_SUPPORT_JUMP_TARGET_CACHE,
    RVT_SUPPORT_BRANCH_PREDICTION,
    RVT_SUPPORT_SIJUMP,
    RVT_SUPPORT_DELTA_ADDRESS,
    RVT_SUPPORT_RESYNC_DISABLED,
    RVT_SUPPORT_IRET_EXT,
    RVT_SUPPORT_TIME_WIDTH,
    RVT_SUPPORT_F0S_WIDTH,
    RVT_SUPPORT_RETURN_STACK_SIZE,
    RVT_SUPPORT_CALL_COUNTER_SIZE,
    RVT_SUPPORT_BPRED_SIZE,
    RVT_SUPPORT_CACHE_SIZE,
    RVT_SUPPORT_DENABLE,
    RVT_SUPPORT_DLOSS,
    RVT_SUPPORT_MMACAS_EXT,
    RVT_SUPPORT_NO_ADDRESS,
    RVT_SUPPORT_NO_DATA,
    RVT_SUPPORT_FULL_DATA_ADDRESS,
    RVT_SUPPORT_FULL_DATA,
    RVT_SUPPORT_FIELDS /* count */
};

/* Values by field; a layout that lacks a field leaves it 0. */
struct rvt_support {
    uint16_t value[RVT_SUPPORT_FIELDS];
};

struct rvt_support_place {
    enum rvt_support_field field;
    unsigned width; /* bits, 1..16 */
};

struct rvt_support_layout {
    const char *name;
    unsigned count;
    struct rvt_support_place place[RVT_SUPPORT_FIELDS]; /* in transmission order */
};

/* The layout of a profile; static. */
const struct rvt_support_layout *rvt_support_layout(enum rvt_support_layout_name name);

/* The specification's name of a field; static. */
const char *rvt_support_field_name(enum rvt_support_field field);

/* Walks the fields behind format and subformat. */
void rvt_support_walk(struct rvt_bits *bits, const struct rvt_support_layout *layout,
                      struct rvt_support *support);

/* The values that config advertises, with the given ienable and qual_status. */
void rvt_support_fill(struct rvt_support *support, const struct rvt_config *config, bool ienable,
                      enum rvt_qual_status qual_status);

#endif

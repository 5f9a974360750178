/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The layout of a support packet as data: which fields, how wide, in which order. The specification
 * leaves it to the implementation. Spec: E-Trace, format 3 subformat 3 (ETR-FMT-005, AMB-122).
 */
#ifndef RVT_BASE_SUPPORT_LAYOUT_H
#define RVT_BASE_SUPPORT_LAYOUT_H

#include <stdint.h>

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
    RVT_SUPPORT_OTHER, /* implementation specific: sent as 0, ignored when read; may occur more than
                          once */
    RVT_SUPPORT_FIELDS /* count */
};

#define RVT_SUPPORT_PLACES_MAX 40 /* fields of one layout */

struct rvt_support_layout {
    unsigned count; /* of place, 0: none given */
    struct rvt_support_place {
        enum rvt_support_field field;
        unsigned width;              /* bits, 1..16 */
    } place[RVT_SUPPORT_PLACES_MAX]; /* in transmission order */
};

/* The specification's name of a field; static; null after the last one. */
const char *rvt_support_field_name(enum rvt_support_field field);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The optional columns of a tip trace. */
#ifndef RVT_IO_TIP_TIP_COLUMN_H
#define RVT_IO_TIP_TIP_COLUMN_H

/* Optional columns, as bits of a set. */
enum rvt_tip_column {
    RVT_TIP_CYCLE = 1u << 0,
    RVT_TIP_CONTEXT = 1u << 1,
    RVT_TIP_TIME = 1u << 2,
    RVT_TIP_CTYPE = 1u << 3,
    RVT_TIP_SIJUMP = 1u << 4,
    RVT_TIP_TRIGGER = 1u << 5,
    RVT_TIP_HALTED = 1u << 6,
    RVT_TIP_RESET = 1u << 7,
    RVT_TIP_IMPDEF = 1u << 8,
    RVT_TIP_LOST = 1u << 9,     /* rows for which the encoder had no room */
    RVT_TIP_STALLED = 1u << 14, /* only in text */
    RVT_TIP_NTKN = 1u << 15,    /* draft-0.026 (DRA-009); only in text */
    RVT_TIP_DATA = 1u << 10,    /* the data interface */
};

#endif

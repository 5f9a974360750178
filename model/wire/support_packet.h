/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The support packet: its values, and the named layouts. The specification leaves number, order and
 * width of the option bits to the implementation; a layout is a list of (field, width), so that an
 * encoder's own is data. Spec: E-Trace, format 3 subformat 3 (ETR-FMT-005, AMB-122).
 */
#ifndef RVT_WIRE_SUPPORT_PACKET_H
#define RVT_WIRE_SUPPORT_PACKET_H

#include <stdbool.h>

#include "base/bits.h"
#include "base/params.h"

/* ETR-FMT-010 */
enum rvt_qual_status {
    RVT_QUAL_NO_CHANGE = 0,
    RVT_QUAL_ENDED_REP = 1,
    RVT_QUAL_TRACE_LOST = 2,
    RVT_QUAL_ENDED_NTR = 3,
};

/* Values by field; a layout that lacks a field leaves it 0. */
struct rvt_support {
    uint16_t value[RVT_SUPPORT_FIELDS];
};

/* The layout that config means: one of the named ones, or its own. Borrowed from config or
 * static. */
const struct rvt_support_layout *rvt_support_layout(const struct rvt_config *config);

/* The format walk over the fields after format and subformat. */
void rvt_support_walk(struct rvt_bits *bits, const struct rvt_support_layout *layout,
                      struct rvt_support *support);

/* The values that config advertises, with the given ienable and qual_status. */
void rvt_support_fill(struct rvt_support *support, const struct rvt_config *config, bool ienable,
                      enum rvt_qual_status qual_status);

/* True if the layout that config means has field. */
bool rvt_support_has(const struct rvt_config *config, enum rvt_support_field field);

/* Takes into *options the modes of te_inst that support reports. Modes without a place in the
 * layout of config keep their value. Packets after support are to be read with these. */
void rvt_support_adopt(const struct rvt_config *config, const struct rvt_support *support,
                       struct rvt_options *options);

#endif

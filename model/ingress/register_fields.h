/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The fields of the filter and comparator registers: what each can hold, and what it means. Spec:
 * RISC-V Trace Control Interface, "Trace Encoder Filter Registers" (ETR-CTL-015, ETR-CTL-016).
 */
#ifndef RVT_INGRESS_REGISTER_FIELDS_H
#define RVT_INGRESS_REGISTER_FIELDS_H

#include "base/params.h"
#include "ingress/filter.h"
#include "ingress/register_map.h"

/* The value that the register at unit (0, 4 ... 0x1c) of a filter, or of a comparator, holds after
 * value was written, in an encoder of config. */
uint32_t rvt_register_filter_field(const struct rvt_config *config, uint32_t unit, uint32_t value);
uint32_t rvt_register_comp_field(const struct rvt_config *config, uint32_t unit, uint32_t value);

/* The settings that the words of one unit hold. */
void rvt_register_filter_setup(const uint32_t word[RVT_UNIT_WORDS], struct rvt_filter *filter);
void rvt_register_comp_setup(const uint32_t word[RVT_UNIT_WORDS],
                             struct rvt_comparator *comparator);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The chart of the reference algorithm: one traversal per item, on the previous, the current and
 * the next one; at most one packet per traversal, first match wins. Spec: E-Trace, "Reference
 * Compressed Branch Trace Algorithm" (ETR-ALG-001..058; ETR-ALG-070..077 for chart v200); decisions
 * 0001 and 0002.
 */
#ifndef RVT_ENCODER_REFERENCE_CHART_H
#define RVT_ENCODER_REFERENCE_CHART_H

#include "encoder/chart.h"

/* E-Trace v2.0 to v2.0.5; switches.chart selects between the charts of v2.0 and v2.0.4. */
extern const struct rvt_encoder_chart rvt_reference_chart;

#endif

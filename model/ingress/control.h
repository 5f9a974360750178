/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What software asks of an encoder through trTeControl and trTeDataControl. Spec: RISC-V Trace
 * Control Interface; E-Trace, "Encoder Control" (ETR-CTL-001, ETR-CTL-004).
 */
#ifndef RVT_INGRESS_CONTROL_H
#define RVT_INGRESS_CONTROL_H

#include <stdbool.h>

/* The state of tracing as programmed. */
struct rvt_control {
    bool enable;           /* trTeActive and trTeEnable */
    bool inst_tracing;     /* trTeInstTracing */
    bool inst_trig_enable; /* trTeInstTrigEnable */
    bool data_tracing;     /* trTeDataTracing; without effect unless options.data_trace is set */
    bool data_trig_enable; /* trTeDataTrigEnable */
};

#endif

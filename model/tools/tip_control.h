/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* How the rows of a tip trace are traced without a control script: from the first to the last. */
#ifndef RVT_TOOLS_TIP_CONTROL_H
#define RVT_TOOLS_TIP_CONTROL_H

#include "ingress/registers.h"
#include "io/tip/tip_file.h"

/* Programs registers: tracing is enabled as config programs trTeControl, or else all of it, with
 * triggers if the trace has them; or it is disabled. */
void rvt_tip_control(const struct rvt_tip_reader *reader, const struct rvt_config *config,
                     bool enable, struct rvt_registers *registers);

#endif

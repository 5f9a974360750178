/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules of the payload of a SyS-T message: texts, arguments, clocks. Spec: SYST-010,
 * SYST-013, SYST-014, SYST-016, SYST-018, SYST-101..103. */
#ifndef RVT_TRANSPORT_SYST_SYST_PAYLOAD_H
#define RVT_TRANSPORT_SYST_SYST_PAYLOAD_H

#include "transport/syst/syst_subject.h"

/* Checks the payload of a message that rvt_syst_read has read; reports each rule that it breaks.
 * Reserved subtypes have no rules. */
void rvt_syst_check_payload(const struct rvt_syst_subject *subject);

#endif

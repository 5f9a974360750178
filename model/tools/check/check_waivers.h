/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The waivers of a check: of the configuration, of a file, and of options. */
#ifndef RVT_TOOLS_CHECK_CHECK_WAIVERS_H
#define RVT_TOOLS_CHECK_CHECK_WAIVERS_H

#include "check/compliance.h"
#include "lockstep/report/waiver.h"

struct rvt_check_waivers {
    struct rvt_waivers waivers;
    uint64_t used[RVT_WAIVERS_MAX]; /* findings that each waived */
};

/* Adds the waivers of added; false: there is no room for them. */
RVT_MUST_USE
bool rvt_check_waivers_append(struct rvt_check_waivers *waivers, const struct rvt_waivers *added);

/* Adds the section waivers of the file at path; false: it has complained. */
RVT_MUST_USE
bool rvt_check_waivers_load(struct rvt_check_waivers *waivers, const char *path);

/* Adds "RULE" or "RULE@REASON", which need not match anything. Null, or why it is refused. */
const char *rvt_check_waivers_allow(struct rvt_check_waivers *waivers, const char *text);

/* As rvt_compliance_waiver; context: struct rvt_check_waivers. Nothing waives that too little was
 * checked. */
const char *rvt_check_waive(void *context, const struct rvt_compliance_finding *finding);

/* Reports the waivers that are not optional and were not used. */
void rvt_check_waivers_settle(const struct rvt_check_waivers *waivers,
                              struct rvt_compliance *compliance);

#endif

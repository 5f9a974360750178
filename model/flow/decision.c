/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <stddef.h>

#include "flow/encoder.h"

struct name {
    const char *clause;
    const char *text;
};

static const struct name NAMES[] = {
    [RVT_DECISION_SUPPORT_ENABLE] = {"ETR-SUP-001", "the encoder was enabled"},
    [RVT_DECISION_SUPPORT_END] = {"ETR-SUP-002", "tracing ended"},
    [RVT_DECISION_SUPPORT_LOST] = {"ETR-SUP-003", "ingress was lost"},
    [RVT_DECISION_TRAP_AFTER_TRAP] = {"ETR-ALG-022", "a trap follows a trap that was not reported"},
    [RVT_DECISION_TRAP_AFTER_REPORTED] = {"ETR-ALG-023", "a trap follows a reported trap"},
    [RVT_DECISION_HANDLER] = {"ETR-ALG-024", "first instruction of a trap handler"},
    [RVT_DECISION_HANDLER_REPORTED] = {"ETR-ALG-025",
                                       "first instruction of the handler of a reported trap"},
    [RVT_DECISION_FIRST_EXCEPTION] = {"ETR-ALG-026", "the first traced instruction trapped"},
    [RVT_DECISION_FIRST] = {"ETR-ALG-028", "first traced instruction"},
    [RVT_DECISION_PPCCD] = {"ETR-ALG-028", "privilege or precise context change"},
    [RVT_DECISION_RESYNC] = {"ETR-ALG-028", "periodic resynchronisation"},
    [RVT_DECISION_UPDISCON_EXCEPTION] = {"ETR-ALG-029",
                                         "the target of an uninferable discontinuity trapped"},
    [RVT_DECISION_UPDISCON] = {"ETR-ALG-030", "target of an uninferable discontinuity"},
    [RVT_DECISION_RESYNC_BRANCHES] = {"ETR-ALG-032",
                                      "last instruction before a periodic resynchronisation"},
    [RVT_DECISION_NOTIFY] = {"ETR-ALG-032", "a notification was requested"},
    [RVT_DECISION_BEFORE_TRAP] = {"ETR-ALG-033", "last instruction before a trap"},
    [RVT_DECISION_BEFORE_PPCCD] = {"ETR-ALG-033",
                                   "last instruction before a privilege or context change"},
    [RVT_DECISION_BEFORE_END] = {"ETR-ALG-033", "last traced instruction"},
    [RVT_DECISION_BRANCH_MAP_FULL] = {"ETR-ALG-034", "the branch map is full"},
    [RVT_DECISION_CONTEXT] = {"ETR-ALG-035", "imprecise context change"},
};

const char *rvt_decision_clause(enum rvt_decision decision)
{
    return NAMES[decision].clause;
}

const char *rvt_decision_text(enum rvt_decision decision)
{
    return NAMES[decision].text;
}

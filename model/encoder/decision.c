/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/decision.h"

struct name {
    const char *clause;
    const char *text;
};

static const struct name NAMES[] = {
    [RVT_DECISION_SUPPORT_ENABLE] = {"ETR-SUP-001", "the encoder was enabled"},
    [RVT_DECISION_SUPPORT_END] = {"ETR-SUP-002", "tracing ended"},
    [RVT_DECISION_SUPPORT_LOST] = {"ETR-SUP-003", "rows of the ingress port were lost"},
    [RVT_DECISION_SUPPORT_CHANGE] = {"ETR-SUP-004", "the operating modes changed"},
    [RVT_DECISION_SUPPORT_RESTART] = {"ETR-SUP-008", "tracing resumes"},
    [RVT_DECISION_TRAP_AFTER_TRAP] = {"ETR-ALG-022", "a trap follows a trap that was not reported"},
    [RVT_DECISION_TRAP_AFTER_REPORTED] = {"ETR-ALG-023", "a trap follows a reported trap"},
    [RVT_DECISION_HANDLER] = {"ETR-ALG-024", "first instruction of a trap handler"},
    [RVT_DECISION_HANDLER_REPORTED] = {"ETR-ALG-025",
                                       "first instruction of the handler of a reported trap"},
    [RVT_DECISION_FIRST_EXCEPTION] = {"ETR-ALG-026", "the first traced instruction trapped"},
    [RVT_DECISION_FIRST] = {"ETR-ALG-028", "first traced instruction"},
    [RVT_DECISION_PPCCD] = {"ETR-ALG-028", "privilege or precise context change"},
    [RVT_DECISION_CHANGED] = {"ETR-SUP-004", "first instruction after a change of modes"},
    [RVT_DECISION_RESYNC] = {"ETR-ALG-028", "periodic resynchronisation"},
    [RVT_DECISION_TRAP_RETURN] = {"ETR-ALG-028", "target of a trap return"},
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
    [RVT_DECISION_IMPLICIT_RETURNS] = {"ETR-MODE-008",
                                       "implicit returns are reported before a sync packet"},
    [RVT_DECISION_RETURNS_FULL] = {"ETR-MODE-011", "255 implicit returns are unreported"},
    [RVT_DECISION_BEFORE_CHANGE] = {"ETR-SUP-004", "last instruction before a change of modes"},
    [RVT_DECISION_BRANCH_MAP_FULL] = {"ETR-ALG-034", "the branch map is full"},
    [RVT_DECISION_MISPREDICTION] = {"ETR-ALG-034", "a branch was mispredicted"},
    [RVT_DECISION_BRANCH_COUNT_FULL] = {"ETR-MODE-029", "the branch count is at its maximum"},
    [RVT_DECISION_CONTEXT] = {"ETR-ALG-035", "imprecise context change"},
    [RVT_DECISION_LAST_TRAP] = {"ETR-SUP-011", "tracing ended with a trap"},
    [RVT_DECISION_CONTEXT_BREAK] = {"ETR-SUP-002", "a context change with a discontinuity follows"},
    [RVT_DECISION_DRAFT_SUPPORT] =
        {"DRA-014", "tracing was enabled, disabled, changed or ended, or packets were lost"},
    [RVT_DECISION_DRAFT_EXCEPTION] =
        {"step 3", "first instruction after a trap or a context change with discontinuity"},
    [RVT_DECISION_DRAFT_FIRST] = {"step 4", "first traced instruction"},
    [RVT_DECISION_DRAFT_PPCH] = {"step 4", "privilege or precise context change"},
    [RVT_DECISION_DRAFT_RESYNC] = {"step 4", "periodic resynchronisation"},
    [RVT_DECISION_DRAFT_UPDISCON] = {"step 5", "target of an uninferable discontinuity"},
    [RVT_DECISION_DRAFT_RESYNC_BRANCHES] = {"step 6", "branches before a periodic "
                                                      "resynchronisation"},
    [RVT_DECISION_DRAFT_TRAP] = {"step 6", "instruction retired together with a trap"},
    [RVT_DECISION_DRAFT_DISCONTINUITY] = {"step 6", "last instruction before a context change with "
                                                    "discontinuity"},
    [RVT_DECISION_DRAFT_NOTIFY] = {"step 6", "notification"},
    [RVT_DECISION_DRAFT_BEFORE_TRAP] = {"step 7", "last instruction before a trap"},
    [RVT_DECISION_DRAFT_BEFORE_PPCH] = {"step 7",
                                        "branches before a privilege or precise context change"},
    [RVT_DECISION_DRAFT_BEFORE_END] = {"step 7", "last traced instruction"},
    [RVT_DECISION_DRAFT_MAP_FULL] = {"step 8", "the branch map is full"},
    [RVT_DECISION_DRAFT_COUNT] =
        {"step 8", "a branch was mispredicted, or the branch count is at its maximum"},
    [RVT_DECISION_DRAFT_CONTEXT] = {"step 9", "imprecise context change"},
};

static const struct name FORMATS[] = {
    [RVT_FORMAT_WHY_DECISION] = {"ETR-FMT-001", "no other format is possible"},
    [RVT_FORMAT_WHY_PREDICTED] = {"ETR-ALG-050", "31 or more branches were predicted correctly"},
    [RVT_FORMAT_WHY_CACHED] = {"ETR-ALG-051", "the jump target cache contains the address"},
    [RVT_FORMAT_WHY_NOT_INDEXED] =
        {"ETR-MODE-049", "an address is sent although the jump target cache contains it"},
    [RVT_FORMAT_WHY_BRANCHES] = {"ETR-ALG-052", "branches are pending"},
    [RVT_FORMAT_WHY_FULL] = {"ETR-ALG-053", "31 branches are pending"},
    [RVT_FORMAT_WHY_NO_BRANCHES] = {"ETR-ALG-052", "no branches are pending"},
};

const char *rvt_decision_clause(enum rvt_decision decision)
{
    return NAMES[decision].clause;
}

const char *rvt_decision_text(enum rvt_decision decision)
{
    return NAMES[decision].text;
}

const char *rvt_format_why_clause(enum rvt_format_why why)
{
    return FORMATS[why].clause;
}

const char *rvt_format_why_text(enum rvt_format_why why)
{
    return FORMATS[why].text;
}

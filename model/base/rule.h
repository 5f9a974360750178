/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules that the checkers of the transports know, with number, severity and title. */
#ifndef RVT_BASE_RULE_H
#define RVT_BASE_RULE_H

/*
 * INFO: worth knowing; WARNING: legal, but readers may fail; ERROR: the specification forbids it.
 */
enum rvt_severity { RVT_SEVERITY_INFO, RVT_SEVERITY_WARNING, RVT_SEVERITY_ERROR };

/* The numbers of docs/spec-map.yaml. */
enum rvt_rule {
    RVT_RULE_SYST_001,
    RVT_RULE_SYST_002,
    RVT_RULE_SYST_003,
    RVT_RULE_SYST_004,
    RVT_RULE_SYST_005,
    RVT_RULE_SYST_006,
    RVT_RULE_SYST_007,
    RVT_RULE_SYST_008,
    RVT_RULE_SYST_009,
    RVT_RULE_SYST_010,
    RVT_RULE_SYST_011,
    RVT_RULE_SYST_012,
    RVT_RULE_SYST_013,
    RVT_RULE_SYST_014,
    RVT_RULE_SYST_015,
    RVT_RULE_SYST_016,
    RVT_RULE_SYST_017,
    RVT_RULE_SYST_018,
    RVT_RULE_SYST_101,
    RVT_RULE_SYST_102,
    RVT_RULE_SYST_103,
    RVT_RULE_SYST_104,
    RVT_RULE_SYST_105,
    RVT_RULE_SYST_106,
    RVT_RULE_STP_001,
    RVT_RULE_STP_002,
    RVT_RULE_STP_003,
    RVT_RULE_STP_004,
    RVT_RULE_STP_005,
    RVT_RULE_STP_006,
    RVT_RULE_STP_007,
    RVT_RULE_STP_008,
    RVT_RULE_STP_009,
    RVT_RULE_STP_010,
    RVT_RULE_STP_011,
    RVT_RULE_STP_012,
    RVT_RULE_STP_013,
    RVT_RULE_STP_014,
    RVT_RULE_STP_015,
    RVT_RULE_SEQ_001,
    RVT_RULE_SEQ_002,
    RVT_RULE_SEQ_003,
    RVT_RULE_SEQ_004,
    RVT_RULE_SEQ_005,
    RVT_RULE_SEQ_006,
    RVT_RULE_SEQ_007,
    RVT_RULE_SEQ_008,
    RVT_RULE_SEQ_009,
    RVT_RULE_SEQ_010,
    RVT_RULE_SEQ_011,
    RVT_RULE_SEQ_012,
    RVT_RULE_SEQ_013,
    RVT_RULE_SEQ_014,
    RVT_RULE_SEQ_015,
    RVT_RULE_FRM_004,
    RVT_RULE_FRM_005,
    RVT_RULE_FRM_006,
    RVT_RULE_FRM_007,
    RVT_RULE_FRM_008,
    RVT_RULE_FRM_009,
    RVT_RULE_FRM_010,
    RVT_RULE_FRM_011,
    RVT_RULE_FRM_013,
    RVT_RULE_FRM_014,
    RVT_RULE_FRM_015,
    RVT_RULES
};

struct rvt_rule_text {
    const char *number; /* "STP-003" */
    enum rvt_severity severity;
    const char *title; /* what is wrong, one clause */
};

/* The texts of rule (below RVT_RULES); static. */
const struct rvt_rule_text *rvt_rule_text(enum rvt_rule rule);

/* "info", "warning" or "error"; static. */
const char *rvt_severity_text(enum rvt_severity severity);

#endif

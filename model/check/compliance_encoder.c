/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/compliance_tables.h"

#define AMB     "rvt, docs/ambiguities.md"
#define DRAFT   "E-Trace, draft 0.026 of April 2019"
#define ALG     "E-Trace, Reference Compressed Branch Trace Algorithm"
#define MODES   "E-Trace, Branch Trace: optional modes"
#define RETURNS "E-Trace, Branch Trace: implicit return mode"
#define SUPPORT "E-Trace, Instruction Trace Encoder Output Packets: support packets"

static const struct rvt_compliance_rule rules[] = {
    {"AMB-041", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the address of a trap packet with thaddr 0 is that of the switch", AMB},
    {"DRA-017", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the draft encoder chooses formats by its chart", DRAFT},
    {"ETR-ALG-020", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "what is not qualified changes nothing", ALG},
    {"ETR-ALG-022", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a trap behind an unreported trap is reported", ALG},
    {"ETR-ALG-023", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a trap behind a reported trap is reported", ALG},
    {"ETR-ALG-024", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the first instruction of a handler is reported with its trap", ALG},
    {"ETR-ALG-025", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the first instruction of the handler of a reported trap starts a path", ALG},
    {"ETR-ALG-026", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "tracing that begins with an exception begins with its trap packet", ALG},
    {"ETR-ALG-028", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a start packet comes first, at changes of privilege, and periodically", ALG},
    {"ETR-ALG-029", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "an exception at an uninferable target is reported with its address", ALG},
    {"ETR-ALG-030", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the target of an uninferable discontinuity is reported", ALG},
    {"ETR-ALG-032", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "branches are reported before a resynchronisation, and notifications at once", ALG},
    {"ETR-ALG-033", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the last instruction before a trap, a change or the end is reported", ALG},
    {"ETR-ALG-034", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a full map, or a failed prediction, is reported", ALG},
    {"ETR-ALG-035", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "an imprecise context change is reported", ALG},
    {"ETR-ALG-039", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "the last traced instruction can be identified", ALG},
    {"ETR-ALG-050", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "31 or more correct predictions are reported as a count", ALG},
    {"ETR-ALG-051", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "an address in the jump target cache is reported as an index", ALG},
    {"ETR-ALG-052", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "an address is reported with branches in format 1, without in format 2", ALG},
    {"ETR-ALG-053", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "31 branches with an address are reported in format 1", ALG},
    {"ETR-MODE-008", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "implicit returns are reported before a sync packet", MODES},
    {"ETR-MODE-011", RVT_CHECK_DECODING, RVT_SEVERITY_ERROR,
     "irets is the number of implicit returns before the jump", RETURNS},
    {"ETR-MODE-029", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a branch count at its maximum is reported", MODES},
    {"ETR-MODE-049", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a format 1 or 2 packet takes the place of an index only by choice", MODES},
    {"ETR-SUP-001", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a support packet reports that the encoder was enabled", SUPPORT},
    {"ETR-SUP-002", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a support packet reports that tracing ended", SUPPORT},
    {"ETR-SUP-003", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING, "a support packet reports a loss",
     SUPPORT},
    {"ETR-SUP-004", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a support packet reports a change of modes", SUPPORT},
    {"ETR-SUP-008", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "tracing restarts without a support packet, unless by choice", SUPPORT},
    {"ETR-SUP-011", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING,
     "a trap whose handler is not traced is reported", SUPPORT},
};

const struct rvt_compliance_table rvt_compliance_encoder = {sizeof rules / sizeof rules[0], rules};

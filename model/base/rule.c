/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/rule.h"

#include <assert.h>
#include <stddef.h>

static const struct rvt_rule_text rules[RVT_RULES] = {
    [RVT_RULE_SYST_001] = {"SYST-001", RVT_SEVERITY_ERROR, "a message is shorter than its header"},
    [RVT_RULE_SYST_002] = {"SYST-002", RVT_SEVERITY_ERROR, "the message type is reserved"},
    [RVT_RULE_SYST_003] = {"SYST-003", RVT_SEVERITY_ERROR, "the message subtype is reserved"},
    [RVT_RULE_SYST_004] = {"SYST-004", RVT_SEVERITY_ERROR, "a reserved header bit is set"},
    [RVT_RULE_SYST_005] = {"SYST-005", RVT_SEVERITY_ERROR, "an optional field is incomplete"},
    [RVT_RULE_SYST_006] = {"SYST-006", RVT_SEVERITY_ERROR, "the location tag is reserved"},
    [RVT_RULE_SYST_007] = {"SYST-007", RVT_SEVERITY_ERROR,
                           "the length field does not match the number of bytes"},
    [RVT_RULE_SYST_008] = {"SYST-008", RVT_SEVERITY_ERROR, "the checksum is wrong"},
    [RVT_RULE_SYST_009] = {"SYST-009", RVT_SEVERITY_ERROR,
                           "a short or compact message has the wrong size"},
    [RVT_RULE_SYST_010] = {"SYST-010", RVT_SEVERITY_ERROR, "a clock message has the wrong size"},
    [RVT_RULE_SYST_011] = {"SYST-011", RVT_SEVERITY_ERROR,
                           "a long build message is shorter than its build number"},
    [RVT_RULE_SYST_012] = {"SYST-012", RVT_SEVERITY_ERROR,
                           "a catalog message is shorter than its ID"},
    [RVT_RULE_SYST_013] = {"SYST-013", RVT_SEVERITY_ERROR, "a string ends without its terminator"},
    [RVT_RULE_SYST_014] = {"SYST-014", RVT_SEVERITY_WARNING,
                           "extra bytes follow the contents of the message"},
    [RVT_RULE_SYST_015] = {"SYST-015", RVT_SEVERITY_ERROR, "the payload exceeds 65535 bytes"},
    [RVT_RULE_SYST_016] = {"SYST-016", RVT_SEVERITY_WARNING, "the clock frequency is 0"},
    [RVT_RULE_SYST_017] = {"SYST-017", RVT_SEVERITY_WARNING, "the variant bit of the GUID is 0"},
    [RVT_RULE_SYST_018] = {"SYST-018", RVT_SEVERITY_ERROR,
                           "the arguments do not match their format"},
    [RVT_RULE_SYST_101] = {"SYST-101", RVT_SEVERITY_INFO, "a string message has no terminator"},
    [RVT_RULE_SYST_102] = {"SYST-102", RVT_SEVERITY_WARNING, "the text is not valid UTF-8"},
    [RVT_RULE_SYST_103] = {"SYST-103", RVT_SEVERITY_WARNING,
                           "the catalog ID is not in the collateral"},
    [RVT_RULE_SYST_104] = {"SYST-104", RVT_SEVERITY_WARNING,
                           "structured binary data is not part of SyS-T 1.0"},
    [RVT_RULE_SYST_105] = {"SYST-105", RVT_SEVERITY_WARNING,
                           "the timestamp is earlier than the previous one of its origin"},
    [RVT_RULE_SYST_106] = {"SYST-106", RVT_SEVERITY_WARNING,
                           "a timestamp comes from an origin without clock synchronisation"},
    [RVT_RULE_STP_001] = {"STP-001", RVT_SEVERITY_ERROR, "the stream does not begin with ASYNC"},
    [RVT_RULE_STP_002] = {"STP-002", RVT_SEVERITY_ERROR,
                          "a packet occurs between ASYNC and VERSION"},
    [RVT_RULE_STP_003] = {"STP-003", RVT_SEVERITY_ERROR, "the opcode or version is reserved"},
    [RVT_RULE_STP_004] = {"STP-004", RVT_SEVERITY_ERROR,
                          "a timestamp comes before VERSION, or has size 15"},
    [RVT_RULE_STP_005] = {"STP-005", RVT_SEVERITY_ERROR, "ASYNC interrupts a packet"},
    [RVT_RULE_STP_006] = {"STP-006", RVT_SEVERITY_WARNING,
                          "data comes after VERSION before a master is set"},
    [RVT_RULE_STP_007] = {"STP-007", RVT_SEVERITY_WARNING, "time goes backwards"},
    [RVT_RULE_STP_008] = {"STP-008", RVT_SEVERITY_WARNING,
                          "VERSION changes the timestamp type in mid-stream"},
    [RVT_RULE_STP_009] = {"STP-009", RVT_SEVERITY_WARNING, "an error packet reports a loss"},
    [RVT_RULE_STP_010] = {"STP-010", RVT_SEVERITY_ERROR, "the stream ends inside a packet"},
    [RVT_RULE_STP_011] = {"STP-011", RVT_SEVERITY_INFO,
                          "a master, channel or timestamp is repeated unnecessarily"},
    [RVT_RULE_STP_012] = {"STP-012", RVT_SEVERITY_INFO,
                          "the distance between ASYNC packets exceeds the limit"},
    [RVT_RULE_STP_013] = {"STP-013", RVT_SEVERITY_WARNING,
                          "the frequency changes and no full timestamp follows"},
    [RVT_RULE_STP_014] = {"STP-014", RVT_SEVERITY_INFO, "NULL packets fill the stream"},
    [RVT_RULE_STP_015] = {"STP-015", RVT_SEVERITY_WARNING,
                          "the payload of the packet is not documented"},
    [RVT_RULE_SEQ_001] = {"SEQ-001", RVT_SEVERITY_ERROR,
                          "a message begins before the previous one has ended"},
    [RVT_RULE_SEQ_002] = {"SEQ-002", RVT_SEVERITY_ERROR, "data does not belong to a message"},
    [RVT_RULE_SEQ_003] = {"SEQ-003", RVT_SEVERITY_ERROR,
                          "an end marker does not belong to a message"},
    [RVT_RULE_SEQ_004] = {"SEQ-004", RVT_SEVERITY_WARNING, "a flag does not belong to a message"},
    [RVT_RULE_SEQ_005] = {"SEQ-005", RVT_SEVERITY_WARNING, "a timestamped flag ends a message"},
    [RVT_RULE_SEQ_006] = {"SEQ-006", RVT_SEVERITY_ERROR, "4-bit data cannot be part of a message"},
    [RVT_RULE_SEQ_007] = {"SEQ-007", RVT_SEVERITY_ERROR, "data is lost inside a message"},
    [RVT_RULE_SEQ_008] = {"SEQ-008", RVT_SEVERITY_ERROR,
                          "a bad packet or a resynchronisation interrupts a message"},
    [RVT_RULE_SEQ_009] = {"SEQ-009", RVT_SEVERITY_ERROR, "the stream ends inside a message"},
    [RVT_RULE_SEQ_010] = {"SEQ-010", RVT_SEVERITY_ERROR, "a message exceeds the maximum size"},
    [RVT_RULE_SEQ_011] = {"SEQ-011", RVT_SEVERITY_ERROR,
                          "a message of one packet is not a short message"},
    [RVT_RULE_SEQ_012] = {"SEQ-012", RVT_SEVERITY_WARNING,
                          "a short message has more than one packet"},
    [RVT_RULE_SEQ_013] = {"SEQ-013", RVT_SEVERITY_INFO,
                          "the first packet of a message has fewer than 32 bits"},
    [RVT_RULE_SEQ_014] = {"SEQ-014", RVT_SEVERITY_WARNING,
                          "a clock message has no timestamp in its first packet"},
    [RVT_RULE_SEQ_015] =
        {"SEQ-015", RVT_SEVERITY_WARNING,
         "a message starts at an earlier time than the previous one on its channel"},
    [RVT_RULE_FRM_004] = {"FRM-004", RVT_SEVERITY_WARNING,
                          "the auxiliary bit of the last ID of a frame is 1"},
    [RVT_RULE_FRM_005] = {"FRM-005", RVT_SEVERITY_WARNING, "bytes come before the first ID"},
    [RVT_RULE_FRM_006] = {"FRM-006", RVT_SEVERITY_INFO, "an ID repeats the current one"},
    [RVT_RULE_FRM_007] = {"FRM-007", RVT_SEVERITY_WARNING, "the ID is reserved"},
    [RVT_RULE_FRM_008] = {"FRM-008", RVT_SEVERITY_ERROR,
                          "a full synchronisation occurs inside a frame"},
    [RVT_RULE_FRM_009] = {"FRM-009", RVT_SEVERITY_ERROR,
                          "a half synchronisation occurs where none is allowed"},
    [RVT_RULE_FRM_010] = {"FRM-010", RVT_SEVERITY_INFO,
                          "four full synchronisations reset the formatter"},
    [RVT_RULE_FRM_011] = {"FRM-011", RVT_SEVERITY_ERROR, "the stream ends inside a frame"},
    [RVT_RULE_FRM_013] = {"FRM-013", RVT_SEVERITY_ERROR, "the ID 0x7f occurs in a frame"},
    [RVT_RULE_FRM_014] = {"FRM-014", RVT_SEVERITY_WARNING,
                          "bytes come before the first full synchronisation"},
    [RVT_RULE_FRM_015] =
        {"FRM-015", RVT_SEVERITY_ERROR,
         "the stream has no full synchronisation, so frame boundaries are unknown"},
};

const struct rvt_rule_text *rvt_rule_text(enum rvt_rule rule)
{
    assert(rule < RVT_RULES && rules[rule].number != NULL);
    return &rules[rule];
}

const char *rvt_severity_text(enum rvt_severity severity)
{
    static const char *const text[] = {"info", "warning", "error"};

    return text[severity];
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Findings of the transports: a rule of a specification that a stream breaks, by number, and the
 * place. Rules of formatter frames are FRM-nnn, of STP STP-nnn, of SyS-T SYST-nnn, and of SyS-T
 * sequences on STP SEQ-nnn. docs/spec-map.yaml lists them.
 */
#ifndef RVT_FINDING_H
#define RVT_FINDING_H

#include <rvt/status.h>

enum rvt_rule_severity {
    RVT_RULE_INFO,    /* worth a look */
    RVT_RULE_WARNING, /* legal, but readers may stumble */
    RVT_RULE_ERROR    /* the specification forbids it */
};

/* The library provides it. Strings are static. */
struct rvt_rule_finding {
    size_t size;
    const char *rule;  /* "STP-003" */
    const char *title; /* what is wrong, one clause */
    enum rvt_rule_severity severity;
    uint64_t byte;    /* offset in the stream */
    bool has_nibble;  /* the place is a nibble of that byte */
    unsigned nibble;  /* 0: the low one, first in time; 1 */
    bool has_channel; /* it belongs to a master and channel */
    uint16_t master, channel;
    const char *field; /* what value is, as the specification names it; null: no value */
    uint64_t value;
    const char *expects; /* "not", "at least", "at most", "of"; null: none */
    uint64_t expected;
};

/* Takes a finding, in stream order; it is borrowed for the call. */
typedef void (*rvt_finding_callback)(void *context, const struct rvt_rule_finding *finding);

RVT_BEGIN_C

/* Writes the finding as one line without newline into text (capacity >= 1), such as
 * "byte 17 nibble 1: master 3 channel 0: STP-003 error: reserved opcode [opcode 0xf0c]". It is cut
 * where it does not fit and always null-terminated. */
RVT_API void rvt_rule_finding_format(const struct rvt_rule_finding *finding, char *text,
                                     size_t capacity);

RVT_END_C

#endif

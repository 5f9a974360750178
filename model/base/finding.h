/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A finding: a broken rule of a transport, by number, and its place in the stream. Rules of SyS-T
 * are SYST-nnn, of STP STP-nnn, of SyS-T sequences on STP SEQ-nnn, of formatter frames FRM-nnn. */
#ifndef RVT_BASE_FINDING_H
#define RVT_BASE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rule.h"
#include "base/text.h"

struct rvt_finding {
    enum rvt_rule rule;
    uint64_t byte;    /* offset in the stream that the checker was fed */
    bool has_nibble;  /* the place is a nibble of that byte */
    unsigned nibble;  /* 0: the low one, first in time; 1 */
    bool has_channel; /* it belongs to a master and channel */
    uint16_t master;
    uint16_t channel;
    const char *field;   /* what value is, as the specification names it; static, null: no value */
    uint64_t value;      /* 0 without a field */
    const char *expects; /* "not", "at least", "at most", "of"; static, null: none */
    uint64_t expected;   /* 0 without expects */
};

/* Receives each finding in stream order; finding is borrowed for the call. */
typedef void (*rvt_finding_sink)(void *context, const struct rvt_finding *finding);

/* Appends what is wrong, such as "reserved opcode [opcode 0xf0c]". */
void rvt_finding_explain(const struct rvt_finding *finding, struct rvt_text *text);

/*
 * Writes the finding as one line without newline into text (capacity >= 1), such as
 * "byte 17 nibble 1: master 3 channel 0: STP-003 error: reserved opcode [opcode 0xf0c]"; always
 * null-terminated, cut where it does not fit.
 */
void rvt_finding_format(const struct rvt_finding *finding, char *text, size_t capacity);

#endif

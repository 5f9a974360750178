/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A case of a golden vector, and what its runners share. A malformed case is refused, and with it
 * its whole file. What the library contradicts is a disagreement, reported with file, line and id.
 */
#ifndef RVT_GOLDEN_GOLDEN_CASE_H
#define RVT_GOLDEN_GOLDEN_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/params.h"
#include "io/yaml_value.h"

/* The folder of a vector file says what its cases are about. */
enum rvt_golden_topic {
    RVT_GOLDEN_PACKET,
    RVT_GOLDEN_ENCAP,
    RVT_GOLDEN_DATA,
    RVT_GOLDEN_FLOW,
    RVT_GOLDEN_FRAME,
    RVT_GOLDEN_SYST,
    RVT_GOLDEN_SEQUENCE,
    RVT_GOLDEN_STP,
    RVT_GOLDEN_TOPICS
};

/* Takes the text of a disagreement, "FILE:LINE: ID: ...", without the end of the line. */
struct rvt_golden_report {
    void (*line)(void *context, const char *text);
    void *context;
};

/* Texts and nodes are borrowed from the vector file. */
struct rvt_golden_case {
    const char *path; /* of the vector file, as messages show it */
    const char *name; /* of the vector file in its set */
    enum rvt_golden_topic topic;
    const char *id;
    struct rvt_config config;         /* the file's, with the values that the case sets */
    const struct rvt_yaml_node *root; /* the file */
    const struct rvt_yaml_node *node; /* the case */
    const struct rvt_yaml_node *input, *expect;
    const struct rvt_golden_report *report; /* null: disagreements are only counted */
    unsigned faults;                        /* disagreements so far */
};

/* Reports and counts a disagreement; at: the node that was contradicted. */
RVT_PRINTF(3, 4)
void rvt_golden_disagree(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                         const char *format, ...);

/* Rejects the case unless its input has exactly one of keys (ended by null); then as
 * rvt_golden_verdict. */
RVT_MUST_USE
enum rvt_status rvt_golden_one_input(const struct rvt_golden_case *c, const char *const *keys,
                                     bool *valid, struct rvt_diag *diag);

/* How a case relates to its requirements: it obeys them, lies at the border of what they allow, or
 * breaks them (verdict: invalid). */
enum rvt_golden_role { RVT_GOLDEN_OBEYS, RVT_GOLDEN_BORDER, RVT_GOLDEN_BREAKS };
enum rvt_golden_role rvt_golden_role(const struct rvt_golden_case *c);
const char *rvt_golden_role_text(enum rvt_golden_role role);

/* True for "verdict: valid", false for "verdict: invalid". */
RVT_MUST_USE
enum rvt_status rvt_golden_verdict(const struct rvt_golden_case *c, bool *valid,
                                   struct rvt_diag *diag);

/*
 * Compares the result of a call with an expect node of verdict invalid: status; field, bit, clause
 * and position where the case names them.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_expect_fault(struct rvt_golden_case *c, enum rvt_status got,
                                        const struct rvt_diag *fault, struct rvt_diag *diag);

/* Reports a disagreement unless got is RVT_OK; true if it is. */
bool rvt_golden_succeeded(struct rvt_golden_case *c, const char *what, enum rvt_status got,
                          const struct rvt_diag *fault);

#endif

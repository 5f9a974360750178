/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Examples of rules, from the golden vectors: what obeys a rule, and what breaks it. */
#ifndef RVT_CHECK_COMPLIANCE_EXAMPLE_H
#define RVT_CHECK_COMPLIANCE_EXAMPLE_H

/* A case of a vector file. Strings are static. */
struct rvt_compliance_example {
    const char *file; /* "vectors/packet/format2.yaml"; null: there is none */
    const char *id;   /* of the case */
    const char *data; /* its bytes or nibbles, as the file has them; null: they are long */
};

struct rvt_compliance_examples {
    const char *number; /* of the rule */
    struct rvt_compliance_example obeys, breaks;
};

/* The examples of a rule; static; null: it has none. */
const struct rvt_compliance_examples *rvt_compliance_examples(const char *number);

#endif

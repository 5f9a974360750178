/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_subject.h"

void rvt_syst_report(const struct rvt_syst_subject *subject, enum rvt_rule rule, size_t at,
                     const char *field, uint64_t value, const char *expects, uint64_t expected)
{
    const struct rvt_finding finding = {
        .rule = rule,
        .byte = subject->place->byte + at,
        .has_channel = subject->place->has_channel,
        .master = subject->place->master,
        .channel = subject->place->channel,
        .field = field,
        .value = value,
        .expects = expects,
        .expected = expected,
    };

    if (subject->sink != NULL)
        subject->sink(subject->sink_context, &finding);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "base/finding.h"

Test(finding, every_rule_is_told)
{
    for (unsigned i = 0; i < RVT_RULES; i++) {
        const struct rvt_rule_text *rule = rvt_rule_text((enum rvt_rule)i);

        cr_expect(rule->title != NULL && strlen(rule->title) > 0, "rule %u has no title", i);
        for (unsigned j = 0; j < i; j++)
            cr_expect(strcmp(rule->number, rvt_rule_text((enum rvt_rule)j)->number) != 0);
    }
}

Test(finding, is_one_line_with_place_rule_and_value)
{
    struct rvt_finding finding = {.rule = RVT_RULE_STP_003,
                                  .byte = 17,
                                  .has_nibble = true,
                                  .nibble = 1,
                                  .has_channel = true,
                                  .master = 3,
                                  .field = "opcode",
                                  .value = 0xf0c};
    char text[160];

    rvt_finding_format(&finding, text, sizeof text);
    cr_expect(eq(str, text,
                 "byte 17 nibble 1: master 3 channel 0: STP-003 error: the opcode "
                 "or version is reserved [opcode 0xf0c]"));
    finding = (struct rvt_finding){.rule = RVT_RULE_SYST_007,
                                   .byte = 4,
                                   .field = "length",
                                   .value = 9,
                                   .expects = "not",
                                   .expected = 8};
    rvt_finding_format(&finding, text, sizeof text);
    cr_expect(eq(str, text,
                 "byte 4: SYST-007 error: the length field does not match the number of bytes "
                 "[length: expected 0x8, observed 0x9]"));
    finding.field = NULL;
    rvt_finding_format(&finding, text, sizeof text);
    cr_expect(eq(str, text,
                 "byte 4: SYST-007 error: the length field does not match the number of bytes"));
    rvt_finding_format(&finding, text, 8);
    cr_expect(eq(str, text, "byte 4:"));
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "io/config_yaml.h"
#include "lockstep/report/waiver.h"

#define HEAD "schema: rvt-config/1\nwaivers:\n"

static enum rvt_status parse(const char *text, struct rvt_waivers *waivers, struct rvt_diag *diag)
{
    struct rvt_config config;

    rvt_diag_clear(diag);
    return rvt_config_parse_waivers((const uint8_t *)text, strlen(text), &config, waivers, diag);
}

Test(waivers_yaml, every_key)
{
    struct rvt_waivers waivers;
    struct rvt_diag diag;

    cr_assert_eq(parse(HEAD "  - {clause: ETR-FMT-027, packet: F1, field: updiscon, expected: 1,\n"
                            "     observed: 0, count: 3, reason: \"known, fixed in tape-out 2\"}\n"
                            "  - {verdict: decode-exact, kind: not-retired, reason: x}\n"
                            "  - {packet: load.request, observed: absent, reason: y}\n"
                            "  - {packet: F1, optional: true, reason: z}\n"
                            "  - {packet: F1, optional: false, reason: z}\n",
                       &waivers, &diag),
                 RVT_OK, "%s", diag.text);
    const struct rvt_waiver *waiver = waivers.waiver;
    cr_assert_eq(waivers.count, 5);
    cr_expect_str_eq(waiver[0].clause, "ETR-FMT-027");
    cr_expect_str_eq(waiver[0].packet, "F1");
    cr_expect_str_eq(waiver[0].field, "updiscon");
    cr_expect_str_eq(waiver[0].reason, "known, fixed in tape-out 2");
    cr_expect(waiver[0].has_expected && waiver[0].has_observed);
    cr_expect(!waiver[0].has_verdict && !waiver[0].has_kind && !waiver[0].observed_absent);
    cr_expect_eq(waiver[0].expected, 1);
    cr_expect_eq(waiver[0].observed, 0);
    cr_expect_eq(waiver[0].count, 3);
    cr_expect(waiver[1].has_verdict && waiver[1].has_kind);
    cr_expect_eq(waiver[1].verdict, RVT_MISMATCH_DECODE_EXACT);
    cr_expect_eq(waiver[1].kind, RVT_MISMATCH_NOT_RETIRED);
    cr_expect_eq(waiver[1].count, 0);
    cr_expect(waiver[2].observed_absent && !waiver[2].has_expected);
    cr_expect_str_eq(waiver[2].packet, "load.request");
    cr_expect(!waiver[2].optional && waiver[3].optional && !waiver[4].optional);
}

static const struct {
    const char *entry;
    enum rvt_status status;
    const char *text;
} refused[] = {
    {"  - {clause: ETR-FMT-027}\n", RVT_ERR_SYNTAX, "column 5: "},
    {"  - {clause: ETR-FMT-027, reason: \"\"}\n", RVT_ERR_SYNTAX, "column 35: "},
    {"  - {reason: known}\n", RVT_ERR_SYNTAX,
     "column 5: a waiver must name a verdict, kind, clause, packet, field or value"},
    {"  - {count: 3, reason: known}\n", RVT_ERR_SYNTAX, "column 5: a waiver must name"},
    {"  - {optional: true, reason: known}\n", RVT_ERR_SYNTAX, "column 5: a waiver must name"},
    {"  - {clause: X, reason: known, optional: yes}\n", RVT_ERR_SYNTAX, "column 42: "},
    {"  - {clause: X, reason: known, counts: 3}\n", RVT_ERR_SYNTAX,
     "column 32: unknown key 'counts'"},
    {"  - {clause: X, reason: known, count: 0}\n", RVT_ERR_PARAMETER,
     "column 39: the count must be 1 to 4294967295"},
    {"  - {clause: X, reason: known, count: some}\n", RVT_ERR_SYNTAX, "column 39: "},
    {"  - {packet: F4, reason: known}\n", RVT_ERR_SYNTAX, "column 14: "},
    {"  - {verdict: both, reason: known}\n", RVT_ERR_SYNTAX, "column 15: "},
    {"  - {kind: bad, reason: known}\n", RVT_ERR_SYNTAX, "column 12: "},
    {"  - {kind: nothing, reason: known}\n", RVT_ERR_PARAMETER,
     "column 12: findings of kind nothing cannot be waived"},
    {"  - {expected: absent, reason: known}\n", RVT_ERR_SYNTAX, "column 16: "},
    {"  - {observed: -1, reason: known}\n", RVT_ERR_SYNTAX, "column 16: "},
    {"  - {clause: X, reason: \"a\\tb\"}\n", RVT_ERR_SYNTAX, "column 25: a control character"},
    {"  - {clause: X, reason: [a]}\n", RVT_ERR_SYNTAX, "column 25: "},
    {"  - known\n", RVT_ERR_SYNTAX, "column 5: "},
    {"  {clause: X, reason: known}\n", RVT_ERR_SYNTAX, "column 3: "},
};

Test(waivers_yaml, what_is_refused_has_line_and_column)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct rvt_waivers waivers;
        struct rvt_diag diag;
        char text[256];
        (void)snprintf(text, sizeof text, HEAD "%s", refused[i].entry);
        cr_expect_eq(parse(text, &waivers, &diag), refused[i].status, "%s", text);
        cr_expect_eq(diag.position, 3, "%s", text);
        cr_expect(strstr(diag.text, refused[i].text) == diag.text, "%s: %s", text, diag.text);
    }
}

Test(waivers_yaml, more_than_fit)
{
    struct rvt_waivers waivers;
    struct rvt_diag diag;
    static char text[8192] = HEAD;

    for (unsigned i = 0; i < RVT_WAIVERS_MAX; i++)
        (void)strcat(text, "  - {clause: X, reason: known}\n");
    cr_assert_eq(parse(text, &waivers, &diag), RVT_OK);
    cr_expect_eq(waivers.count, RVT_WAIVERS_MAX);
    (void)strcat(text, "  - {clause: X, reason: known}\n");
    cr_expect_eq(parse(text, &waivers, &diag), RVT_ERR_CAPACITY);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "base/status.h"

Test(status, every_status_has_its_name)
{
    static const char *const names[] = {
        [RVT_OK] = "ok",
        [RVT_ERR_PARAMETER] = "parameter",
        [RVT_ERR_TRUNCATED] = "truncated",
        [RVT_ERR_TRAILING] = "trailing",
        [RVT_ERR_RESERVED] = "reserved",
        [RVT_ERR_CHECKSUM] = "checksum",
        [RVT_ERR_CAPACITY] = "capacity",
        [RVT_ERR_INGRESS] = "ingress",
        [RVT_ERR_SEQUENCE] = "sequence",
        [RVT_ERR_NO_CODE] = "no code",
        [RVT_ERR_FLOW] = "flow",
        [RVT_ERR_STEP_LIMIT] = "step limit",
        [RVT_ERR_SYNTAX] = "syntax",
        [RVT_ERR_IO] = "input/output",
        [RVT_ERR_MEMORY] = "memory",
        [RVT_ERR_SINK] = "sink",
        [RVT_WAIT] = "wait",
        [RVT_ERR_STATE] = "state",
        [RVT_ERR_STATE + 1] = "unknown status",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        cr_expect(eq(str, TEXT(rvt_status_text((enum rvt_status)i)), TEXT(names[i])));
}

Test(status, the_first_fault_stays)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_diag_set(&diag, RVT_ERR_RESERVED, "a", 1, "X-1", "first %d", 7),
                 RVT_ERR_RESERVED));
    cr_expect(
        eq(int, (int)rvt_diag_set(&diag, RVT_ERR_FLOW, "b", 2, "X-2", "second"), RVT_ERR_FLOW));
    cr_expect(eq(int, (int)diag.status, RVT_ERR_RESERVED));
    cr_expect(eq(str, TEXT(diag.field), "a"));
    cr_expect(eq(u64, diag.value, 1));
    cr_expect(eq(str, TEXT(diag.clause), "X-1"));
    cr_expect(eq(str, diag.text, "first 7"));
}

/* A fault overwrites all that an unused diagnosis may hold. */
Test(status, a_fault_leaves_nothing_of_an_earlier_use)
{
    struct rvt_diag diag;

    memset(&diag, 0x5a, sizeof diag);
    diag.status = RVT_OK;
    (void)rvt_diag_set(&diag, RVT_ERR_FLOW, "b", 2, "X-2", "second");
    cr_expect(diag.unit == NULL);
    cr_expect(zero(u64, diag.position));
    rvt_diag_at(&diag, "row", 3);
    cr_expect(eq(str, TEXT(diag.unit), "row"));
    cr_expect(eq(u64, diag.position, 3));
}

Test(status, a_null_diagnosis_still_returns_the_status)
{
    cr_expect(eq(int, (int)rvt_diag_set(NULL, RVT_ERR_IO, NULL, 0, NULL, "x"), RVT_ERR_IO));
    rvt_diag_at(NULL, "byte", 1);
}

Test(status, a_position_is_given_once_and_only_to_a_fault)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_diag_at(&diag, "row", 3);
    cr_expect(not(diag.unit != NULL));
    rvt_diag_set(&diag, RVT_ERR_INGRESS, NULL, 0, NULL, "x");
    rvt_diag_at(&diag, "row", 3);
    rvt_diag_at(&diag, "byte", 9);
    cr_expect(eq(str, TEXT(diag.unit), "row"));
    cr_expect(eq(u64, diag.position, 3));
}

Test(status, a_long_text_is_cut_and_terminated)
{
    struct rvt_diag diag;
    char word[300];

    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    rvt_diag_clear(&diag);
    rvt_diag_set(&diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%s", word);
    cr_expect(eq(sz, strlen(diag.text), sizeof diag.text - 1));
}

/* Addresses are hexadecimal, other numbers of 16 bits are not. */
Test(status, addresses_are_hexadecimal)
{
    static const char *const fields[] = {"pc", "address", "iaddr", "epc", "tval", "itype"};

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct rvt_diag diag;
        char line[100];

        rvt_diag_clear(&diag);
        rvt_diag_set(&diag, RVT_ERR_FLOW, fields[i], 18, NULL, "x");
        rvt_diag_format(&diag, line, sizeof line);
        cr_expect(eq(int, strstr(line, "0x12") != NULL, i < 5), "%s", line);
        cr_expect(eq(int, strstr(line, "18") != NULL, i == 5), "%s", line);
    }
}

Test(status, a_diagnosis_reads_as_one_line)
{
    struct rvt_diag diag;
    char line[200];

    rvt_diag_clear(&diag);
    rvt_diag_format(&diag, line, sizeof line);
    cr_expect(eq(str, line, "ok"));

    rvt_diag_set(&diag, RVT_ERR_INGRESS, "itype", 7, "ETR-ING-005", "itype 7 is reserved");
    rvt_diag_at(&diag, "row", 12);
    rvt_diag_format(&diag, line, sizeof line);
    cr_expect(eq(str, line, "row 12: itype 7 is reserved [itype = 7, ETR-ING-005]"));

    rvt_diag_clear(&diag);
    rvt_diag_set(&diag, RVT_ERR_RESERVED, "address", 0x80000000, NULL, "odd");
    diag.bit = 9;
    rvt_diag_format(&diag, line, sizeof line);
    cr_expect(eq(str, line, "odd [address = 0x80000000 at bit 9]"));

    rvt_diag_clear(&diag);
    rvt_diag_set(&diag, RVT_ERR_IO, NULL, 0, "X-1", "gone");
    rvt_diag_format(&diag, line, sizeof line);
    cr_expect(eq(str, line, "gone [X-1]"));

    rvt_diag_format(&diag, line, 5);
    cr_expect(eq(str, line, "gone"));
}

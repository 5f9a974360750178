/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* When an answer is the expected one, and what is said otherwise. */
#include <string.h>

#include "golden/exchange/answer.h"
#include "tests/unit/checks.h"

/* Compares two values, written with ' for ". Returns what differs, or "" . */
static char *difference(const char *expected, const char *answer)
{
    static char out[256];
    char text[2][256];
    json_t *value[2];
    const char *const from[2] = {expected, answer};
    struct rvt_text difference;

    for (unsigned i = 0; i < 2; i++) {
        size_t length = strlen(from[i]);
        cr_assert(lt(sz, length, sizeof text[0]));
        for (size_t k = 0; k <= length; k++)
            text[i][k] = from[i][k] == '\'' ? '"' : from[i][k];
        value[i] = json_loads(text[i], JSON_DECODE_ANY, NULL);
        cr_assert(ne(ptr, value[i], NULL));
    }
    rvt_text_init(&difference, out, sizeof out);
    bool same = rvt_golden_answers(value[0], value[1], &difference);
    cr_expect(eq(int, same, out[0] == '\0'));
    json_decref(value[0]);
    json_decref(value[1]);
    return out;
}

static void expect_same(const char *expected, const char *answer)
{
    char *found = difference(expected, answer);
    cr_expect(eq(str, found, ""));
}

Test(answer, members_and_elements)
{
    expect_same("{'a': 1, 'b': [true, {'c': 'x'}]}", "{'b': [true, {'c': 'x', 'd': 2}], 'a': 1}");
    cr_expect(eq(str, difference("{'a': {'b': 1}}", "{'a': {}}"), "a.b is not there, expected 1"));
    cr_expect(eq(str, difference("{'a': [1, 2]}", "{'a': [1]}"), "a has 1 elements, expected 2"));
    cr_expect(eq(str, difference("{'a': [1, 2]}", "{'a': [1, 3]}"), "a[1] is 3, expected 2"));
    cr_expect(eq(str, difference("{'a': []}", "{'a': {}}"), "a is {}, expected []"));
}

Test(answer, numbers_in_every_form)
{
    expect_same("16", "'0x10'");
    expect_same("'0X1f'", "31");
    expect_same("'0xffffffffffffffff'", "'0xFFFFFFFFFFFFFFFF'");
    expect_same("1", "true");
    expect_same("false", "0");
    cr_expect(eq(str, difference("16", "'10'"), " is \"10\", expected 16"));
    cr_expect(eq(str, difference("'0x'", "0"), " is 0, expected \"0x\""));
    cr_expect(ne(str, difference("'0xffffffffffffffff'", "'0x1ffffffffffffffff'"), ""));
    cr_expect(ne(str, difference("'0xffffffffffffffff'", "-1"), ""));
    cr_expect(ne(str, difference("1", "'0x1 '"), ""));
    cr_expect(eq(str, difference("'0x1'", "'0x2'"), " is \"0x2\", expected \"0x1\""));
}

Test(answer, texts_with_any_word)
{
    expect_same("'ab'", "'aB'");
    expect_same("'epc=* tval=0'", "'epc=80000000 tval=0'");
    expect_same("'epc=*'", "'epc='");
    expect_same("{'a': null}", "{}");
    expect_same("[null, 1]", "['anything', 1]");
    cr_expect(ne(str, difference("'epc=* tval=0'", "'epc=1 tval=1'"), ""));
    cr_expect(ne(str, difference("'ab'", "'abc'"), ""));
    cr_expect(ne(str, difference("'abc'", "'ab'"), ""));
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Sequences of packets as texts, a letter each: how the observed one differs from the expected one,
 * as a text of steps: '=' equal, '!' differs, '-' missing, '+' extra. A capital letter stands
 * for no small one.
 */
#include <criterion/criterion.h>

#include <ctype.h>
#include <string.h>

#include "model/lockstep/packets/packet_alignment.h"

static const struct rvt_alignment_reach REACH = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR};

struct texts {
    const char *observed, *expected;
};

static enum rvt_packet_pair compare(void *context, unsigned observed, unsigned expected)
{
    const struct texts *texts = context;

    char seen = texts->observed[observed], wanted = texts->expected[expected];

    if (seen == wanted)
        return RVT_PAIR_EQUAL;
    return (isupper(seen) != 0) == (isupper(wanted) != 0) ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

static void print(const struct rvt_alignment *alignment, char *text)
{
    for (unsigned i = 0; i < alignment->steps; i++)
        *text++ = "=!-+"[alignment->step[i]];
    *text = 0;
}

static const struct {
    const char *observed, *expected;
    const char *steps; /* null: not known yet */
} running[] = {
    {"bcd", "abcd", "-"},
    {"xbcd", "abcd", "!"},
    {"xabc", "abc", "+"},
    {"defg", "abcdefg", "---"},
    {"xyzabc", "abcdef", "+++"},
    {"xbycde", "abfcde", "!=!"},
    {"bc", "abcd", NULL},  /* two equal packets prove nothing */
    {"xbc", "abc", NULL},  /* altered or extra */
    {"xaaa", "aaaa", "!"}, /* an altered packet before equal ones */
    {"bacde", "abcde", "!!"},
    {"Xbcd", "abcd", "-+"},
    {"XybcdE", "abcdE", "+!"},
    {"x", "", NULL},
    {"", "", NULL},
};

Test(packet_alignment, the_shortest_way_to_three_equal_packets)
{
    for (size_t i = 0; i < sizeof running / sizeof running[0]; i++) {
        struct texts texts = {running[i].observed, running[i].expected};
        struct rvt_alignment alignment;
        char steps[RVT_ALIGNMENT_STEPS_MAX + 1];
        bool found =
            rvt_alignment_find(&REACH, (unsigned)strlen(texts.observed),
                               (unsigned)strlen(texts.expected), compare, &texts, &alignment);
        cr_expect_eq(found, running[i].steps != NULL, "%s %s", texts.observed, texts.expected);
        if (!found || running[i].steps == NULL)
            continue;
        print(&alignment, steps);
        cr_expect_str_eq(steps, running[i].steps, "%s %s: %s", texts.observed, texts.expected,
                         steps);
    }
}

static const struct {
    const char *observed, *expected, *steps;
} ends[] = {
    {"", "", ""},       {"", "ab", "--"},      {"ab", "", "++"},     {"ab", "ab", "=="},
    {"x", "a", "!"},    {"b", "ab", "-="},     {"ac", "abc", "=-="}, {"abx", "ab", "==+"},
    {"xb", "ab", "!="}, {"abc", "xyz", "!!!"},
};

Test(packet_alignment, the_shortest_way_to_both_ends)
{
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct texts texts = {ends[i].observed, ends[i].expected};
        struct rvt_alignment alignment;
        char steps[RVT_ALIGNMENT_STEPS_MAX + 1];
        rvt_alignment_finish((unsigned)strlen(texts.observed), (unsigned)strlen(texts.expected), 0,
                             compare, &texts, &alignment);
        print(&alignment, steps);
        cr_expect_str_eq(steps, ends[i].steps, "%s %s: %s", texts.observed, texts.expected, steps);
    }
}

/* Streams without a common packet are not aligned, however long they are. */
Test(packet_alignment, streams_that_never_agree)
{
    char observed[RVT_ALIGNMENT_WINDOW + 9], expected[RVT_ALIGNMENT_WINDOW + 9];
    struct texts texts = {observed, expected};
    struct rvt_alignment alignment;

    memset(observed, 'a', sizeof observed);
    memset(expected, 'b', sizeof expected);
    cr_expect(
        !rvt_alignment_find(&REACH, sizeof observed, sizeof expected, compare, &texts, &alignment));
}

/* Of a longer reach: more equal packets are needed, and a gap may be longer. */
Test(packet_alignment, another_reach)
{
    static const struct rvt_alignment_reach FAR = {RVT_ALIGNMENT_WINDOW_MAX, 5};
    enum { MISSING = 40, SENT = 50 };
    char observed[SENT + 1], expected[MISSING + SENT + 1];
    struct texts texts = {observed, expected};
    struct rvt_alignment alignment;

    for (int i = 0; i < MISSING + SENT; i++)
        expected[i] = (char)(1 + i);
    memcpy(observed, expected + MISSING, SENT);
    cr_assert(rvt_alignment_find(&FAR, SENT, MISSING + SENT, compare, &texts, &alignment));
    cr_expect_eq(alignment.steps, MISSING);
    cr_expect(!rvt_alignment_find(&REACH, SENT, MISSING + SENT, compare, &texts, &alignment));
    texts = (struct texts){"vwxyz", "avwxyz"};
    cr_expect(rvt_alignment_find(&FAR, 5, 6, compare, &texts, &alignment));
    cr_expect(!rvt_alignment_find(&FAR, 4, 6, compare, &texts, &alignment));
}

/* What need not have been sent is missing only where that explains what was. */
Test(packet_alignment, optional_packets_at_the_end)
{
    static const struct {
        const char *observed, *expected;
        unsigned optional;
        const char *steps;
    } CASES[] = {
        {"", "abc", 3, ""},        {"", "abc", 2, "-"},        {"xb", "abcd", 2, "!="},
        {"abc", "abcd", 2, "==="}, {"abd", "abcd", 2, "==-="}, {"abx", "ab", 1, "==+"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct texts texts = {CASES[i].observed, CASES[i].expected};
        struct rvt_alignment alignment;
        char steps[RVT_ALIGNMENT_STEPS_MAX + 1];
        rvt_alignment_finish((unsigned)strlen(texts.observed), (unsigned)strlen(texts.expected),
                             CASES[i].optional, compare, &texts, &alignment);
        print(&alignment, steps);
        cr_expect_str_eq(steps, CASES[i].steps, "%s %s: %s", texts.observed, texts.expected, steps);
    }
}

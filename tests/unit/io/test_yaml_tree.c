/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <stdio.h>
#include <string.h>

#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include "io/yaml_value.h"

static enum rvt_status parse(const char *text, struct rvt_yaml **yaml, struct rvt_diag *diag)
{
    rvt_diag_clear(diag);
    return rvt_yaml_parse((const uint8_t *)text, strlen(text), yaml, diag);
}

static struct rvt_yaml *parsed(const char *text)
{
    struct rvt_yaml *yaml = NULL;
    struct rvt_diag diag;

    cr_assert(eq(int, parse(text, &yaml, &diag), RVT_OK), "%s", diag.text);
    return yaml;
}

Test(yaml_tree, nodes_know_kind_text_place_and_key)
{
    struct rvt_yaml *yaml = parsed("# comment\na: 1\nlist: [x, {b: two words}]\nempty:\n");
    const struct rvt_yaml_node *root = rvt_yaml_root(yaml);
    const struct rvt_yaml_node *list = rvt_yaml_get(root, "list");

    cr_expect(eq(int, root->kind, RVT_YAML_MAPPING));
    cr_expect(eq(sz, root->count, 3));
    cr_assert(ne(ptr, (void *)(uintptr_t)list, NULL));
    cr_expect(eq(int, list->kind, RVT_YAML_SEQUENCE));
    cr_expect(eq(uint, list->line, 3));
    cr_expect(eq(uint, list->column, 7));
    cr_expect(eq(uint, list->key_column, 1));
    cr_expect(eq(sz, list->count, 2));
    cr_expect(eq(str, TEXT(list->first->text), "x"));
    const struct rvt_yaml_node *map = list->first->next;
    cr_expect(eq(str, TEXT(rvt_yaml_get(map, "b")->text), "two words"));
    cr_expect(eq(str, TEXT(rvt_yaml_get(map, "b")->key), "b"));
    cr_expect(eq(str, TEXT(rvt_yaml_get(root, "empty")->text), ""));
    cr_expect(eq(ptr, (void *)(uintptr_t)rvt_yaml_get(root, "missing"), NULL));
    cr_expect(eq(ptr, (void *)(uintptr_t)rvt_yaml_get(list, "a"), NULL));
    rvt_yaml_close(yaml);
}

Test(yaml_tree, what_is_refused_has_line_and_column)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *start;
    } cases[] = {
        {"a: 1\na: 2\n", 2, "column 1: key 'a' occurs twice, first in line 1"},
        {"a: &x 1\n", 1, "column 4: anchors and tags"},
        {"a: !!int 1\n", 1, "column 4: anchors and tags"},
        {"a: &x {}\n", 1, "column 4: anchors and tags"},
        {"a: 1\nb: *x\n", 2, "column 4: aliases"},
        {"{a: 1}: 2\n", 1, "column 1: a key must be a word"},
        {"[a]: 2\n", 1, "column 1: a key must be a word"},
        {"a: 1\n---\nb: 2\n", 2, "column 1: more than one document"},
        {"", 1, "column 1: the file contains no values"},
        {"# nothing\n", 2, "column 1: the file contains no values"},
        {"a: [1, 2\n", 2, "column 1: "},
        {"a: \"x\\0y\"\n", 1, "column 4: a value contains a zero byte"},
        {"a:\n\t- 1\n", 2, "column 1: "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_yaml *yaml = NULL;
        struct rvt_diag diag;
        cr_expect(eq(int, parse(cases[i].text, &yaml, &diag), RVT_ERR_SYNTAX), "%s", cases[i].text);
        cr_expect(eq(str, TEXT(diag.unit ? diag.unit : "-"), "line"), "%s", cases[i].text);
        cr_expect(eq(u64, diag.position, cases[i].line), "%s", cases[i].text);
        cr_expect(eq(int, strncmp(diag.text, cases[i].start, strlen(cases[i].start)), 0), "%s: %s",
                  cases[i].text, diag.text);
        cr_expect(eq(ptr, yaml, NULL));
    }
}

Test(yaml_tree, limits_hold)
{
    char text[16 * RVT_YAML_KEYS_MAX];
    struct rvt_yaml *yaml = NULL;
    struct rvt_diag diag;

    for (unsigned depth = RVT_YAML_DEPTH_MAX; depth <= RVT_YAML_DEPTH_MAX + 1; ++depth) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        enum rvt_status status = parse(text, &yaml, &diag);
        cr_expect(eq(int, status, depth == RVT_YAML_DEPTH_MAX ? RVT_OK : RVT_ERR_CAPACITY));
        rvt_yaml_close(status == RVT_OK ? yaml : NULL);
    }
    for (unsigned keys = RVT_YAML_KEYS_MAX; keys <= RVT_YAML_KEYS_MAX + 1; ++keys) {
        size_t at = 0;
        for (unsigned key = 0; key < keys; ++key)
            at += (size_t)snprintf(text + at, sizeof text - at, "k%u: 0\n", key);
        enum rvt_status status = parse(text, &yaml, &diag);
        cr_expect(eq(int, status, keys == RVT_YAML_KEYS_MAX ? RVT_OK : RVT_ERR_CAPACITY));
        rvt_yaml_close(status == RVT_OK ? yaml : NULL);
    }
}

Test(yaml_tree, numbers)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } cases[] = {
        {"0", true, 0},
        {"10", true, 10},
        {"007", true, 7},
        {"0x5a", true, 0x5a},
        {"0XFf", true, 0xff},
        {"18446744073709551615", true, UINT64_MAX},
        {"0xffffffffffffffff", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"0x10000000000000000", false, 0},
        {"0x", false, 0},
        {"-1", false, 0},
        {"+1", false, 0},
        {"1.0", false, 0},
        {"1_000", false, 0},
        {"a", false, 0},
        {"''", false, 0},
        {"1 2", false, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_yaml *yaml = parsed(cases[i].text);
        struct rvt_diag diag;
        uint64_t value = 4711;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_yaml_unsigned(rvt_yaml_root(yaml), &value, &diag);
        cr_expect(eq(int, status, cases[i].good ? RVT_OK : RVT_ERR_SYNTAX), "%s", cases[i].text);
        cr_expect(eq(u64, value, cases[i].good ? cases[i].value : 4711), "%s", cases[i].text);
        rvt_yaml_close(yaml);
    }
}

Test(yaml_tree, flags_are_true_and_false_alone)
{
    struct rvt_yaml *yaml = parsed("[true, false, yes, no, on, off, 1, True, '', []]");
    const struct rvt_yaml_node *node = rvt_yaml_root(yaml)->first;
    struct rvt_diag diag;

    for (unsigned i = 0; node; ++i, node = node->next) {
        bool value = i != 0;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, rvt_yaml_bool(node, &value, &diag), i < 2 ? RVT_OK : RVT_ERR_SYNTAX));
        if (i < 2)
            cr_expect(eq(int, value, i == 0));
    }
    rvt_yaml_close(yaml);
}

Test(yaml_tree, choices_name_what_is_allowed)
{
    static const char *const values[] = {"off", "packets", NULL};
    struct rvt_yaml *yaml = parsed("{mode: off, other: 'packets', bad: on}");
    const struct rvt_yaml_node *root = rvt_yaml_root(yaml);
    struct rvt_diag diag;
    unsigned value = 9;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_yaml_choice(rvt_yaml_get(root, "mode"), values, &value, &diag), RVT_OK));
    cr_expect(eq(uint, value, 0));
    cr_expect(eq(int, rvt_yaml_choice(rvt_yaml_get(root, "other"), values, &value, &diag), RVT_OK));
    cr_expect(eq(uint, value, 1));
    cr_expect(
        eq(int, rvt_yaml_choice(rvt_yaml_get(root, "bad"), values, &value, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, diag.text, "column 36: bad: 'on' is not one of off, packets"));
    rvt_yaml_close(yaml);
}

Test(yaml_tree, bytes)
{
    static const struct {
        const char *text;
        enum rvt_status status;
        size_t bytes;
    } cases[] = {
        {"00ff", RVT_OK, 2},
        {"7b 0A", RVT_OK, 2},
        {"\"\"", RVT_OK, 0},
        {"|\n 00 11\n 22 33\n", RVT_OK, 4},
        {"0", RVT_ERR_SYNTAX, 0},
        {"0x11", RVT_ERR_SYNTAX, 0},
        {"0 0", RVT_ERR_SYNTAX, 0},
        {"\"00\\t11\"", RVT_ERR_SYNTAX, 0},
        {"0011223344", RVT_ERR_SYNTAX, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_yaml *yaml = parsed(cases[i].text);
        struct rvt_diag diag;
        uint8_t value[4];
        size_t bytes = 0;
        rvt_diag_clear(&diag);
        enum rvt_status status =
            rvt_yaml_bytes(rvt_yaml_root(yaml), value, sizeof value, &bytes, &diag);
        cr_expect(eq(int, status, cases[i].status), "%s", cases[i].text);
        if (cases[i].status == RVT_OK)
            cr_expect(eq(sz, bytes, cases[i].bytes), "%s", cases[i].text);
        rvt_yaml_close(yaml);
    }
}

Test(yaml_tree, missing_and_unknown_keys_are_reported)
{
    static const char *const keys[] = {"a", "b", NULL};
    struct rvt_yaml *yaml = parsed("a: 1\nc: 2\n");
    const struct rvt_yaml_node *root = rvt_yaml_root(yaml);
    const struct rvt_yaml_node *node = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_yaml_need(root, "b", &node, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, diag.text, "column 1: key 'b' is missing"));
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_yaml_only(root, keys, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, diag.text, "column 1: unknown key 'c'"));
    cr_expect(eq(u64, diag.position, 2));
    rvt_yaml_close(yaml);
}

/* The reader accepts or refuses any bytes. Runs under sanitizers as well. */
Test(yaml_tree, damaged_documents_are_survived)
{
    static const char good[] = "schema: x\nlist: [1, {a: \"b\\x20c\", d: 'e'}]\n"
                               "map:\n  - one\n  - two: |\n      text\n";
    uint64_t random = 1;

    for (unsigned round = 0; round < 20000; ++round) {
        uint8_t bytes[sizeof good];
        size_t length = 1 + next_random(&random) % (sizeof good - 1);
        struct rvt_yaml *yaml = NULL;
        struct rvt_diag diag;
        memcpy(bytes, good, sizeof good);
        for (unsigned patch = 0; patch < round % 4; ++patch)
            bytes[next_random(&random) % length] = (uint8_t)next_random(&random);
        rvt_diag_clear(&diag);
        if (rvt_yaml_parse(bytes, length, &yaml, &diag) == RVT_OK)
            rvt_yaml_close(yaml);
        else
            cr_assert(ne(int, diag.status, RVT_OK));
    }
}

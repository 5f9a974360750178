/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Decode trees from files: what a file may say, and the place of each fault. */
#include <criterion/criterion.h>

#include <rvt/rvt.h>

#include "tests/unit/scratch.h"

#define HEAD     "schema: rvt-tree/1\nframing: frames\nsources:\n"
#define UNFRAMED "schema: rvt-tree/1\nframing: single\nsources:\n"
#define HART     "protocol: etrace, configuration: hart.yaml, memory: []"

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    unsigned *ends = context;

    *ends += element->kind == RVT_ELEMENT_EO_TRACE;
    return RVT_RESP_CONT;
}

/* Loads a file that says text, beside hart.yaml, code.bin and text.elf. */
static enum rvt_status load(const char *text, unsigned *ends, struct rvt_tree **tree,
                            struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_options options;

    RVT_CLEAR(&options);
    options.element = take_element;
    options.context = ends;
    options.framing = RVT_TREE_FRAME_STREAM; /* not used */
    (void)scratch_text("hart.yaml", "schema: rvt-config/1\n");
    (void)scratch_text("bad.yaml", "schema: rvt-config/1\noptions: {full_address: 3}\n");
    (void)scratch_text("text.elf", "text");
    (void)scratch_bytes("code.bin", "\x33\x05\xb5", 4);
    return rvt_tree_load(scratch_text("tree.yaml", text), &options, tree, diagnosis);
}

TestSuite(tree_file, .init = scratch_init, .fini = scratch_fini);

Test(tree_file, every_source_has_its_decoder)
{
    static const uint8_t frame[16] = {0};
    struct rvt_tree *tree = NULL;
    struct rvt_diagnosis diagnosis;
    struct rvt_tree_counts counts;
    unsigned ends = 0;

    RVT_CLEAR(&diagnosis);
    RVT_CLEAR(&counts);
    cr_assert_eq(load("schema: rvt-tree/1\ntitle: all\ncapture: sub/trace.bin\nframing: frames\n"
                      "sources:\n"
                      "  - {carrier_id: 1, " HART ", zcm: true, steps: 0x100}\n"
                      "  - {carrier_id: 0x6f, id: 1000, protocol: tunnel,\n"
                      "     configuration: hart.yaml, memory: [{file: code.bin, address: 8}]}\n"
                      "  - {carrier_id: 0x6f, protocol: syst}\n"
                      "  - {carrier_id: 0x6f, id: 0, protocol: stp}\n",
                      &ends, &tree, &diagnosis),
                 RVT_OK, "%s", diagnosis.text);
    cr_assert_str_eq(rvt_tree_capture(tree), scratch_path("sub/trace.bin"));
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, frame, sizeof frame, &(size_t){0}),
                 RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_assert_eq(ends, 4);
    cr_assert_eq(rvt_tree_count(tree, &counts), RVT_OK);
    cr_assert_eq(counts.bytes, 16);
    rvt_tree_close(tree);
}

Test(tree_file, an_absolute_path_and_no_path)
{
    struct rvt_tree *tree = NULL;
    unsigned ends = 0;

    cr_assert_eq(load("schema: rvt-tree/1\ncapture: /a/b\nframing: single\n"
                      "sources: [{protocol: stp}]\n",
                      &ends, &tree, NULL),
                 RVT_OK);
    cr_assert_str_eq(rvt_tree_capture(tree), "/a/b");
    rvt_tree_close(tree);
    cr_assert_eq(load(UNFRAMED "  - {protocol: stp}\n", &ends, &tree, NULL), RVT_OK);
    cr_assert_null(rvt_tree_capture(tree));
    rvt_tree_close(tree);
    cr_assert_null(rvt_tree_capture(NULL));
}

static const struct {
    const char *text;
    enum rvt_status status;
    unsigned line;
    const char *fault;
} refused[] = {
    {"- x\n", RVT_ERR_SYNTAX, 1, "column 1: expected a mapping"},
    {"framing: single\n", RVT_ERR_SYNTAX, 1, "column 1: key 'schema' is missing"},
    {"schema: rvt-tree/2\n", RVT_ERR_SYNTAX, 1, "column 9: schema: expected rvt-tree/1"},
    {"schema: rvt-tree/1\ninclude: tree.yaml\n", RVT_ERR_SYNTAX, 2,
     "column 1: unknown key 'include'"},
    {"schema: rvt-tree/1\n", RVT_ERR_SYNTAX, 1, "column 1: key 'framing' is missing"},
    {"schema: rvt-tree/1\nframing: tpiu\n", RVT_ERR_SYNTAX, 2, "column 10: framing: 'tpiu'"},
    {"schema: rvt-tree/1\nframing: single\n", RVT_ERR_SYNTAX, 1,
     "column 1: key 'sources' is missing"},
    {"schema: rvt-tree/1\nframing: single\ncapture: \"\"\n", RVT_ERR_SYNTAX, 3,
     "column 10: capture: expected a path"},
    {"schema: rvt-tree/1\nframing: single\nsources: 5\n", RVT_ERR_SYNTAX, 3,
     "column 10: sources: expected a list"},
    {"schema: rvt-tree/1\nframing: single\nsources: []\n", RVT_ERR_CAPACITY, 3,
     "column 10: expected 1 to 1024 sources"},
    {UNFRAMED "  - x\n", RVT_ERR_SYNTAX, 4, "column 5: expected a mapping"},
    {UNFRAMED "  - {id: 1}\n", RVT_ERR_SYNTAX, 4, "column 5: key 'protocol' is missing"},
    {UNFRAMED "  - {protocol: etm}\n", RVT_ERR_SYNTAX, 4, "column 16: protocol: 'etm'"},
    {UNFRAMED "  - {protocol: stp, zcm: true}\n", RVT_ERR_SYNTAX, 4,
     "column 21: unknown key 'zcm'"},
    {UNFRAMED "  - {protocol: stp, id: x}\n", RVT_ERR_SYNTAX, 4, "column 25: "},
    {UNFRAMED "  - {protocol: stp, id: 0x100000000}\n", RVT_ERR_SYNTAX, 4,
     "column 25: id: more than 4294967295"},
    {UNFRAMED "  - {protocol: stp, carrier_id: 1}\n", RVT_ERR_PARAMETER, 4,
     "column 33: carrier_id: without frames"},
    {HEAD "  - {protocol: stp}\n", RVT_ERR_SYNTAX, 4, "column 5: key 'carrier_id' is missing"},
    {HEAD "  - {protocol: stp, carrier_id: 0}\n", RVT_ERR_PARAMETER, 4,
     "column 33: carrier_id: the ID of a source in frames is 0x01 to 0x6f"},
    {HEAD "  - {protocol: stp, carrier_id: 0x70}\n", RVT_ERR_PARAMETER, 4,
     "column 33: carrier_id: the ID of a source in frames is 0x01 to 0x6f"},
    {HEAD "  - {protocol: stp, carrier_id: 5}\n  - {protocol: syst, carrier_id: 5}\n",
     RVT_ERR_PARAMETER, 5, "column 5: the source of line 4 has id 5, too; id is carrier_id"},
    {HEAD "  - {protocol: stp, carrier_id: 5}\n  - {protocol: syst, carrier_id: 6, id: 5}\n",
     RVT_ERR_PARAMETER, 5, "column 41: the source of line 4 has id 5, too"},
    {HEAD "  - {protocol: stp, carrier_id: 5}\n  - {carrier_id: 5, id: 6, " HART "}\n",
     RVT_ERR_PARAMETER, 5, "column 5: etrace and stp (line 4) have the same carrier_id"},
    {UNFRAMED "  - {protocol: etrace}\n", RVT_ERR_SYNTAX, 4,
     "column 5: key 'configuration' is missing"},
    {UNFRAMED "  - {protocol: tunnel, configuration: hart.yaml}\n", RVT_ERR_SYNTAX, 4,
     "column 5: key 'memory' is missing"},
    {UNFRAMED "  - {protocol: etrace, configuration: [], memory: []}\n", RVT_ERR_SYNTAX, 4,
     "column 39: configuration: expected a value"},
    {UNFRAMED "  - {protocol: etrace, configuration: hart.yaml, memory: x}\n", RVT_ERR_SYNTAX, 4,
     "column 58: memory: expected a list"},
    {UNFRAMED "  - {" HART ", zcm: 1}\n", RVT_ERR_SYNTAX, 4, "column 67: "},
    {UNFRAMED "  - {" HART ", steps: many}\n", RVT_ERR_SYNTAX, 4, "column 69: "},
    {UNFRAMED "  - {" HART ", " HART "}\n", RVT_ERR_SYNTAX, 4, "column 62: "},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {rom: x}\n",
     RVT_ERR_SYNTAX, 7, "column 9: memory is {elf: FILE} or"},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {file: code.bin}\n",
     RVT_ERR_SYNTAX, 7, "column 9: key 'address' is missing"},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {elf: text.elf, address: 1}\n",
     RVT_ERR_SYNTAX, 7, "column 25: unknown key 'address'"},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {elf: text.elf, bias: x}\n",
     RVT_ERR_SYNTAX, 7, "column 31: "},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {elf: text.elf}\n",
     RVT_ERR_SYNTAX, 7, "column 15: text.elf: byte 0: not an ELF file"},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {file: none.bin, address: 0}\n",
     RVT_ERR_IO, 7, "column 16: none.bin: cannot open"},
    {UNFRAMED "  - protocol: etrace\n    configuration: hart.yaml\n    memory:\n"
              "      - {file: code.bin, address: 0xffffffffffffffff}\n",
     RVT_ERR_PARAMETER, 7, "column 16: code.bin: "},
    {UNFRAMED "  - {protocol: etrace, configuration: none.yaml, memory: []}\n", RVT_ERR_IO, 4,
     "column 39: none.yaml: cannot open"},
    {UNFRAMED "  - {protocol: etrace, configuration: bad.yaml, memory: []}\n", RVT_ERR_SYNTAX, 4,
     "column 39: bad.yaml: line 2: column 25: "},
    {UNFRAMED "  - {protocol: etrace, configuration: tree.yaml, memory: []}\n", RVT_ERR_SYNTAX, 4,
     "column 39: tree.yaml: line 1: "},
    {UNFRAMED "  - {protocol: stp}\n  - {protocol: [\n", RVT_ERR_SYNTAX, 6, ""},
};

Test(tree_file, each_fault_has_its_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct rvt_tree *tree = NULL;
        struct rvt_diagnosis diagnosis;
        unsigned ends = 0;

        RVT_CLEAR(&diagnosis);
        cr_expect_eq(load(refused[i].text, &ends, &tree, &diagnosis), refused[i].status, "%s: %s",
                     refused[i].text, diagnosis.text);
        cr_expect_eq(diagnosis.status, refused[i].status);
        cr_expect_eq(diagnosis.position, refused[i].line, "%s: line %llu: %s", refused[i].text,
                     (unsigned long long)diagnosis.position, diagnosis.text);
        cr_expect_eq(strncmp(diagnosis.text, refused[i].fault, strlen(refused[i].fault)), 0,
                     "%s: %s", refused[i].text, diagnosis.text);
        cr_expect_null(tree);
    }
}

Test(tree_file, a_long_name_does_not_hide_the_fault)
{
    char name[301], text[512];
    struct rvt_tree *tree = NULL;
    struct rvt_diagnosis diagnosis;
    unsigned ends = 0;

    RVT_CLEAR(&diagnosis);
    memset(name, 'a', 300);
    name[300] = '\0';
    (void)snprintf(text, sizeof text,
                   UNFRAMED "  - {protocol: etrace, memory: [], configuration: %s}\n", name);
    cr_assert_eq(load(text, &ends, &tree, &diagnosis), RVT_ERR_IO);
    cr_expect_not_null(strstr(diagnosis.text, "...aaaa"), "%s", diagnosis.text);
    cr_expect_not_null(strstr(diagnosis.text, "aaaa: cannot open"), "%s", diagnosis.text);
}

Test(tree_file, a_missing_file_and_null)
{
    struct rvt_tree *tree = NULL;
    struct rvt_tree_options options;
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&diagnosis);
    RVT_CLEAR(&options);
    cr_expect_eq(rvt_tree_load(scratch_path("none"), &options, &tree, NULL), RVT_ERR_PARAMETER);
    options.element = take_element;
    cr_expect_eq(rvt_tree_load(scratch_path("none"), &options, &tree, &diagnosis), RVT_ERR_IO);
    cr_expect_eq(diagnosis.status, RVT_ERR_IO);
    cr_expect_eq(rvt_tree_load(NULL, &options, &tree, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_load("x", NULL, &tree, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_load("x", &options, NULL, NULL), RVT_ERR_PARAMETER);
}

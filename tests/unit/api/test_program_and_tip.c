/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Instructions, programs, rows and files of rows. */
#include "tests/unit/api/fixture.h"

#include <stdlib.h>
#include <unistd.h>

/* addi, beq +8, jal x0 -8, ret */
static const uint8_t CODE[] = {0x13, 0x05, 0x15, 0x00, 0x63, 0x04, 0x05, 0x00,
                               0x6f, 0xf0, 0x9f, 0xff, 0x67, 0x80, 0x00, 0x00};

Test(program, classes_of_instructions)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = NULL;
    struct rvt_insn_info info;

    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(program, 0x1000, CODE, sizeof CODE), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x1000, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_SEQUENTIAL);
    cr_assert_eq(rvt_program_insn(program, 0x1004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_BRANCH);
    cr_assert_eq(info.target, 0x100c);
    cr_assert_eq(rvt_program_insn(program, 0x1008, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_INFERABLE);
    cr_assert_eq(info.itype, RVT_INSN_ITYPE_INFERABLE_JUMP);
    cr_assert_eq(info.target, 0x1000);
    cr_assert_eq(rvt_program_insn(program, 0x100c, &info), RVT_OK);
    cr_assert_eq(info.itype, RVT_INSN_ITYPE_RETURN);
    cr_assert_eq(info.rs1, 1);
    cr_assert_eq(rvt_program_insn(program, 0x1010, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_insn(program, 0x1001, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_insn(program, 0x1000, NULL), RVT_ERR_PARAMETER);
    rvt_program_free(program);
    rvt_program_free(NULL);
    rvt_configuration_free(configuration);
}

Test(program, itype_of_the_ingress)
{
    enum rvt_insn_itype itype = RVT_INSN_ITYPE_NONE;

    cr_assert_eq(rvt_insn_ingress(0x00050463, 0, NULL, true, 4, &itype), RVT_OK);
    cr_assert_eq(itype, RVT_INSN_ITYPE_TAKEN_BRANCH);
    cr_assert_eq(rvt_insn_ingress(0x00050463, 0, NULL, false, 4, &itype), RVT_OK);
    cr_assert_eq(itype, RVT_INSN_ITYPE_NONTAKEN_BRANCH);
    cr_assert_eq(rvt_insn_ingress(0x00008067, 0, NULL, false, 3, &itype), RVT_OK);
    cr_assert_eq(itype, RVT_INSN_ITYPE_UNINFERABLE_JUMP_3BIT);
    cr_assert_eq(rvt_insn_ingress(0x00008067, 0, NULL, false, 5, &itype), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_insn_ingress(0x00008067, 0, NULL, false, 4, NULL), RVT_ERR_PARAMETER);
}

Test(program, errors_of_files_and_addresses)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = NULL;
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_program_new(NULL, false, &program), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_add_elf(program, "/nowhere", &why), RVT_ERR_IO);
    cr_assert_eq(rvt_program_add_elf(program, "Makefile", &why), RVT_ERR_SYNTAX);
    cr_assert_eq(rvt_program_add_elf(program, NULL, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_program_add_file(program, 0, "/nowhere", &why), RVT_ERR_IO);
    cr_assert_eq(rvt_program_add_bytes(program, UINT32_MAX - 3, CODE, sizeof CODE),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_program_add_bytes(program, 0, NULL, 1), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_program_add_bytes(program, 0, NULL, 0), RVT_OK);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* Memory of 3 pages whose second one can be read up to its middle. */
static size_t read_memory(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    size_t readable = address == 0x11000 ? 2048 : bytes;

    ++*(unsigned *)context;
    for (size_t i = 0; i < readable; i++)
        data[i] = CODE[(address + i) % sizeof CODE];
    return readable;
}

Test(program, memory_through_a_callback)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = NULL;
    struct rvt_insn_info info;
    unsigned calls = 0;

    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_add_memory(program, 0x10000, 0x3000, read_memory, &calls), RVT_OK);
    cr_assert_eq(calls, 3);
    cr_assert_eq(rvt_program_insn(program, 0x10ffc, &info), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x117fc, &info), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x11800, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_insn(program, 0x11ffc, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_insn(program, 0x12000, &info), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x13000, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_add_memory(program, UINT64_MAX, 2, read_memory, &calls),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_program_add_memory(program, 0, 1, NULL, NULL), RVT_ERR_PARAMETER);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* Memory of one page at 0x10000, whose code is rotated by *context bytes. */
static size_t read_page(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    if (address < 0x10000 || address >= 0x11000)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        data[i] = CODE[(address + i + *(const unsigned *)context) % sizeof CODE];
    return bytes;
}

Test(program, memory_on_demand)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = NULL;
    struct rvt_insn_info info;
    unsigned rotated = 0;

    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_set_memory(program, read_page, &rotated, 0), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_BRANCH);
    cr_assert_eq(rvt_program_insn(program, 0x11000, &info), RVT_ERR_NO_CODE);
    rotated = 4;
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_BRANCH);
    rvt_program_invalidate(program, 0x11000, 16);
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_BRANCH);
    rvt_program_invalidate(program, 0x10fff, UINT64_MAX);
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_INFERABLE);
    rotated = 8;
    rvt_program_invalidate(program, 0, 0);
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.itype, RVT_INSN_ITYPE_RETURN);
    cr_assert_eq(rvt_program_add_bytes(program, 0x10004, CODE, 4), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x10004, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_SEQUENTIAL);
    cr_assert_eq(rvt_program_set_memory(program, NULL, NULL, 0), RVT_OK);
    cr_assert_eq(rvt_program_insn(program, 0x10008, &info), RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_program_set_memory(NULL, read_page, &rotated, 0), RVT_ERR_PARAMETER);
    rvt_program_invalidate(NULL, 0, 0);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* Answers with *context for addi, the first instruction of CODE. */
static bool classify_addi(void *context, uint64_t pc, uint32_t word, struct rvt_insn_info *info)
{
    const struct rvt_insn_info *answer = context;

    cr_assert_eq(info->insn_class, RVT_INSN_CLASS_SEQUENTIAL);
    cr_assert_eq(info->bytes, (word & 3) == 3 ? 4 : 2);
    if (word != 0x00150513)
        return false;
    cr_assert_eq(pc, 0x1000);
    info->insn_class = answer->insn_class;
    info->itype = answer->itype;
    info->target = answer->target;
    info->rs1 = answer->rs1;
    info->bytes = 8; /* is ignored */
    return true;
}

Test(program, classes_of_the_caller)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = NULL;
    static const struct {
        enum rvt_insn_class asked;
        unsigned itype;
        enum rvt_insn_class given;
    } cases[] = {
        {RVT_INSN_CLASS_BRANCH, 0, RVT_INSN_CLASS_BRANCH},
        {RVT_INSN_CLASS_INFERABLE, 11, RVT_INSN_CLASS_INFERABLE},
        {RVT_INSN_CLASS_UNINFERABLE, 13, RVT_INSN_CLASS_UNINFERABLE},
        {RVT_INSN_CLASS_TRAP_RETURN, 0, RVT_INSN_CLASS_TRAP_RETURN},
        {RVT_INSN_CLASS_INFERABLE, 13, RVT_INSN_CLASS_UNKNOWN},
        {RVT_INSN_CLASS_UNINFERABLE, 11, RVT_INSN_CLASS_UNKNOWN},
        {RVT_INSN_CLASS_UNINFERABLE, 16, RVT_INSN_CLASS_UNKNOWN},
        {RVT_INSN_CLASS_UNINFERABLE, 3, RVT_INSN_CLASS_UNKNOWN},
        {(enum rvt_insn_class)7, 0, RVT_INSN_CLASS_UNKNOWN},
    };

    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(program, 0x1000, CODE, sizeof CODE), RVT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_insn_info answer = {.insn_class = cases[i].asked,
                                       .itype = (uint8_t)cases[i].itype,
                                       .rs1 = 5,
                                       .target = 0x2001};
        struct rvt_insn_info info;
        bool known = cases[i].given != RVT_INSN_CLASS_UNKNOWN;

        RVT_CLEAR(&info);
        cr_assert_eq(rvt_program_set_classify(program, classify_addi, &answer), RVT_OK);
        cr_assert_eq(rvt_program_insn(program, 0x1000, &info), RVT_OK);
        cr_expect_eq(info.insn_class, cases[i].given, "case %zu", i);
        cr_expect_eq(info.itype, known ? answer.itype : 0, "case %zu", i);
        cr_expect_eq(info.bytes, 4);
        cr_expect_eq(info.rs1, cases[i].given == RVT_INSN_CLASS_UNINFERABLE ? 5 : 0);
        if (known && cases[i].asked != RVT_INSN_CLASS_UNINFERABLE &&
            cases[i].asked != RVT_INSN_CLASS_TRAP_RETURN)
            cr_expect_eq(info.target, 0x2000);
        cr_assert_eq(rvt_program_insn(program, 0x1004, &info), RVT_OK);
        cr_expect_eq(info.insn_class, RVT_INSN_CLASS_BRANCH);
    }
    cr_assert_eq(rvt_program_set_classify(program, NULL, NULL), RVT_OK);
    struct rvt_insn_info info;
    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_insn(program, 0x1000, &info), RVT_OK);
    cr_expect_eq(info.insn_class, RVT_INSN_CLASS_SEQUENTIAL);
    cr_assert_eq(rvt_program_set_classify(NULL, NULL, NULL), RVT_ERR_PARAMETER);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

static struct rvt_tip_block block_at(uint64_t iaddr)
{
    struct rvt_tip_block block;

    RVT_CLEAR(&block);
    block.iaddr = iaddr;
    block.iretire = 2;
    block.ilastsize = 1;
    return block;
}

Test(tip, rules_of_a_row)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_tip_block block = block_at(0x1000);
    struct rvt_tip_row row;
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    RVT_CLEAR(&row);
    put(configuration, "retires_p", 8);
    put(configuration, "iretire_width_p", 5);
    put(configuration, "itype_width_p", 4);
    row.priv = 3;
    row.blocks = 1;
    row.block = &block;
    cr_assert_eq(rvt_tip_check(configuration, &row, &why), RVT_OK, "%s", why.text);
    block.itype = 7;
    cr_assert_eq(rvt_tip_check(configuration, &row, &why), RVT_ERR_INGRESS);
    cr_assert_str_eq(why.field, "itype");
    cr_assert_eq(why.value, 7);
    row.blocks = RVT_TIP_BLOCKS + 1;
    cr_assert_eq(rvt_tip_check(configuration, &row, &why), RVT_ERR_PARAMETER);
    row.blocks = 1;
    row.block = NULL;
    cr_assert_eq(rvt_tip_check(configuration, &row, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tip_check(configuration, NULL, &why), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

/* Blocks of a newer program are longer: the array goes by the size of its first one. */
Test(tip, array_of_longer_blocks)
{
    struct rvt_configuration *configuration = default_configuration();
    struct {
        struct rvt_tip_block known;
        uint64_t more;
    } block[2];
    struct rvt_tip_row row;

    RVT_CLEAR(&row);
    put(configuration, "blocks_p", 2);
    put(configuration, "retires_p", 8);
    put(configuration, "iretire_width_p", 5);
    put(configuration, "itype_width_p", 4);
    for (unsigned i = 0; i < 2; i++) {
        memset(&block[i], 0, sizeof block[i]);
        block[i].known = block_at(0x1000 + 4 * i);
        block[i].known.size = sizeof block[i];
    }
    row.blocks = 2;
    row.block = &block[0].known;
    cr_assert_eq(rvt_tip_check(configuration, &row, NULL), RVT_OK);
    block[1].known.itype = 7;
    cr_assert_eq(rvt_tip_check(configuration, &row, NULL), RVT_ERR_INGRESS);
    block[1].known.itype = 0;
    block[1].more = 1;
    cr_assert_eq(rvt_tip_check(configuration, &row, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(tip, files_there_and_back)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_tip_block block = block_at(0x1000);
    struct rvt_tip_file *file = NULL;
    char path[] = "/tmp/rvt_api_XXXXXX";
    struct rvt_tip_row row;
    bool end = false;
    int made = mkstemp(path);

    cr_assert_geq(made, 0);
    close(made);
    RVT_CLEAR(&row);
    put(configuration, "retires_p", 8);
    put(configuration, "iretire_width_p", 5);
    put(configuration, "itype_width_p", 4);
    row.priv = 3;
    row.cycle = 7;
    row.blocks = 1;
    row.block = &block;
    cr_assert_eq(rvt_tip_file_create(path, configuration, &file, NULL), RVT_OK);
    cr_assert_eq(rvt_tip_file_write(file, &row, NULL), RVT_OK);
    cr_assert_eq(rvt_tip_file_read(file, &row, &end, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tip_file_close(file, NULL), RVT_OK);
    RVT_CLEAR(&row);
    cr_assert_eq(rvt_tip_file_open(path, configuration, &file, NULL), RVT_OK);
    cr_assert_eq(rvt_tip_file_read(file, &row, &end, NULL), RVT_OK);
    cr_assert_not(end);
    cr_assert_eq(row.cycle, 7);
    cr_assert_eq(row.priv, 3);
    cr_assert_eq(row.blocks, 1);
    cr_assert_eq(row.block->iaddr, 0x1000);
    cr_assert_eq(row.block->iretire, 2);
    cr_assert_eq(rvt_tip_file_write(file, &row, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tip_file_read(file, &row, &end, NULL), RVT_OK);
    cr_assert(end);
    cr_assert_eq(rvt_tip_file_close(file, NULL), RVT_OK);
    cr_assert_eq(rvt_tip_file_close(NULL, NULL), RVT_OK);
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(rvt_tip_file_open(path, configuration, &file, NULL), RVT_ERR_IO);
    cr_assert_eq(rvt_tip_file_open("Makefile", configuration, &file, NULL), RVT_ERR_SYNTAX);
    put(configuration, "implicit_return", 1);
    cr_assert_eq(rvt_tip_file_open("Makefile", configuration, &file, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/flow for the classifier of instructions. input is opcodes:
 * [[bytes, pc, kind, itype, target, mnemonic], ...]; pc and target are hexadecimal, itype is that
 * of the instruction (a branch: not taken), target is - if there is none. xlen and zcm (with Zcmp
 * and Zcmt) select the instruction set. expect is valid.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/cases/topics.h"
#include "program/insn.h"

static const char *const INPUT_KEYS[] = {"opcodes", "xlen", "zcm", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", NULL};
static const char *const KINDS[] = {"sequential",  "branch", "jump",    "uninferable",
                                    "trap_return", "traps",  "unknown", NULL};

/* The six values of a row; false if it is malformed. */
static bool row_values(const struct rvt_yaml_node *row, const struct rvt_yaml_node *value[6])
{
    const struct rvt_yaml_node *node = row->first;
    for (size_t i = 0; i < 6; i++) {
        if (node == NULL || node->kind != RVT_YAML_SCALAR)
            return false;
        value[i] = node;
        node = node->next;
    }
    return node == NULL;
}

static enum rvt_status compare_row(struct rvt_golden_case *c, const struct rvt_yaml_node *row,
                                   const struct rvt_isa *isa, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *value[6];
    uint8_t code[4] = {0};
    size_t size = 0;
    unsigned kind = 0;
    uint64_t itype = 0;
    if (!row_values(row, value))
        return rvt_yaml_refuse(row, RVT_ERR_SYNTAX, NULL, diag, "six values expected");
    enum rvt_status status = rvt_yaml_bytes(value[0], code, sizeof(code), &size, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(value[2], KINDS, &kind, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(value[3], &itype, diag);
    if (status != RVT_OK)
        return status;
    uint32_t word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
                    (uint32_t)code[3] << 24;
    uint64_t pc = strtoull(value[1]->text, NULL, 16);
    struct rvt_insn insn = rvt_insn_classify_isa(word, pc, isa);
    const char *name = value[5]->text;
    if (insn.kind != (enum rvt_insn_kind)kind)
        rvt_golden_disagree(c, row, "%s is %s", name, KINDS[insn.kind]);
    if (insn.size != size)
        rvt_golden_disagree(c, row, "%s has %u bytes", name, insn.size);
    if ((uint64_t)rvt_insn_itype(&insn, false, 4) != itype)
        rvt_golden_disagree(c, row, "%s has itype %u", name,
                            (unsigned)rvt_insn_itype(&insn, false, 4));
    if (strcmp(value[4]->text, "-") != 0 && insn.target != strtoull(value[4]->text, NULL, 16))
        rvt_golden_disagree(c, row, "%s has target %" PRIx64, name, insn.target);
    return RVT_OK;
}

enum rvt_status rvt_golden_opcodes(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *opcodes = NULL, *xlen = NULL;
    const struct rvt_yaml_node *zcm = rvt_yaml_get(c->input, "zcm");
    struct rvt_isa isa = {.xlen = 0};
    uint64_t width = 0;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "opcodes", &opcodes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(opcodes, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "xlen", &xlen, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(xlen, &width, diag);
    if (status == RVT_OK && zcm != NULL)
        status = rvt_yaml_bool(zcm, &isa.zcm, diag);
    isa.xlen = (unsigned)width;
    if (status == RVT_OK && opcodes->count == 0)
        status = rvt_yaml_refuse(opcodes, RVT_ERR_SYNTAX, NULL, diag, "no row");
    for (const struct rvt_yaml_node *row = status == RVT_OK ? opcodes->first : NULL;
         status == RVT_OK && row != NULL; row = row->next)
        status = compare_row(c, row, &isa, diag);
    return status;
}

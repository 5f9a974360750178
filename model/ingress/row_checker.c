/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/row_checker.h"

#include <inttypes.h>
#include <stddef.h>

#include "base/bits.h"
#include "ingress/block.h"
#include "ingress/draft_ingress.h"

enum { WORD_ECALL = 0x00000073 };
enum { CAUSE_ECALL_U = 8, CAUSE_ECALL_S = 9, CAUSE_ECALL_VS = 10, CAUSE_ECALL_M = 11 };
enum { PRIV_U = 0, PRIV_S = 1, PRIV_M = 3, PRIV_DEBUG = 4, PRIV_VU = 5, PRIV_VS = 6 };
enum { ECAUSE_BITS = 4 }; /* that causes 8 to 11 need */

void rvt_row_checker_init(struct rvt_row_checker *checker, const struct rvt_config *config,
                          struct rvt_image *image)
{
    *checker = (struct rvt_row_checker){.config = config, .image = image};
}

void rvt_row_checker_restart(struct rvt_row_checker *checker)
{
    checker->before = (struct rvt_row_end){.kind = RVT_ROW_END_NONE};
}

/* --- the last instruction of a block -------------------------------------------------------- */

/* The itype that the hart must show for the last instruction of block. */
static uint8_t itype_of(const struct rvt_row_checker *checker, const struct rvt_block *block,
                        const struct rvt_insn *insn, bool pair)
{
    const struct rvt_config *config = checker->config;
    bool taken = block->itype == RVT_ITYPE_TAKEN_BRANCH;

    if (rvt_block_is_trap(block))
        return block->itype;
    if (!rvt_is_draft(config))
        return (uint8_t)rvt_insn_itype(insn, taken, config->params.itype_width_p);
    if (insn->kind == RVT_INSN_BRANCH && block->itype == RVT_ITYPE_NONE && block->ntkn > 0)
        return RVT_ITYPE_NONE; /* ntkn counts it, DRA-009 */
    return rvt_draft_itype(insn, taken, config->switches.draft_sijump && pair);
}

static const char *class_clause(const struct rvt_config *config, const struct rvt_insn *insn)
{
    if (rvt_is_draft(config))
        return "DRA-007";
    if (insn->jump_class == 0)
        return "ETR-ING-005";
    return config->params.itype_width_p == 3 ? "ETR-ING-006" : "ETR-ING-014";
}

/* The itype of block must be the class of its last instruction; a trap ends a block only after an
 * instruction whose itype is 0, because the block does not show that itype. */
static enum rvt_status check_class(const struct rvt_row_checker *checker,
                                   const struct rvt_block *block, const struct rvt_insn *insn,
                                   bool pair, struct rvt_diag *diag)
{
    const struct rvt_params *params = &checker->config->params;
    uint8_t expected = itype_of(checker, block, insn, pair);
    bool straight = rvt_insn_itype(insn, true, params->itype_width_p) == RVT_ITYPE_NONE;
    bool counted = rvt_is_draft(checker->config) && block->ntkn > 0;

    if (insn->kind == RVT_INSN_TRAPS)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "itype", block->itype, "ETR-ING-016",
                            "ecall and ebreak never retire");
    if (rvt_block_is_trap(block) && !straight && !counted)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "itype", block->itype, "ETR-ING-017",
                            "the trap hides how the branch or jump before it ended");
    if (block->itype != expected)
        return rvt_diag_set(
            diag, RVT_ERR_INGRESS, "itype", block->itype, class_clause(checker->config, insn),
            "itype is not the class of the last instruction, which is %u", (unsigned)expected);
    if (params->sijump_p && block->sijump && !pair && insn->kind == RVT_INSN_UNINFERABLE &&
        checker->before.kind != RVT_ROW_END_NONE)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "sijump", 1, "ETR-MODE-060",
                            "no instruction directly before the jump loads its target");
    return RVT_OK;
}

/* Sets where control goes after the last instruction of block. */
static void set_next(const struct rvt_row_checker *checker, const struct rvt_block *block,
                     bool pair, uint64_t pair_target, struct rvt_row_end *end)
{
    const struct rvt_params *params = &checker->config->params;
    const struct rvt_insn *insn = &end->insn;
    bool taken = block->itype == RVT_ITYPE_TAKEN_BRANCH;

    end->next = end->pc + (UINT64_C(2) << block->ilastsize);
    end->leads_on = true;
    if (!end->has_insn) {
        bool straight = block->itype == RVT_ITYPE_NONTAKEN_BRANCH ||
                        (block->itype == RVT_ITYPE_NONE && params->itype_width_p > 3);
        end->leads_on = straight && !rvt_is_draft(checker->config);
    } else if (insn->kind == RVT_INSN_JUMP || (insn->kind == RVT_INSN_BRANCH && taken)) {
        end->next = insn->target;
    } else if (insn->kind == RVT_INSN_UNINFERABLE) {
        end->leads_on = pair;
        end->next = pair_target;
    } else if (insn->kind == RVT_INSN_TRAP_RETURN) {
        end->leads_on = false;
    }
    end->next &= rvt_mask(params->iaddress_width_p);
}

/* True if block shows an instruction of Zcmp before its last access: itype is 0 until then. Spec:
 * ETR-ING-018. */
static bool may_repeat(const struct rvt_row_checker *checker, const struct rvt_block *block,
                       uint64_t pc)
{
    return block->itype == RVT_ITYPE_NONE && rvt_image_is_zcmp(checker->image, pc);
}

/* True if the instruction directly before the last one of block makes it a sequentially inferable
 * jump; *target is then where it leads. */
static bool is_pair(const struct rvt_row_checker *checker, const struct rvt_block *block,
                    const struct rvt_row_end *end, uint64_t *target)
{
    const struct rvt_row_end *before = &checker->before;
    uint64_t pc = block->iaddr;
    struct rvt_run run = {0};

    if (!end->has_insn || end->insn.kind != RVT_INSN_UNINFERABLE)
        return false;
    if (pc == end->pc)
        return before->has_insn &&
               rvt_insn_is_pair(&before->insn, &end->insn, rvt_image_xlen(checker->image), target);
    while (rvt_image_run(checker->image, pc, &run, NULL) == RVT_OK && run.last < end->pc)
        pc = run.last + run.insn.size;
    *target = run.pair_target;
    return run.last == end->pc && run.pair;
}

/* Finds the last instruction of block and checks its class. */
static enum rvt_status check_end(struct rvt_row_checker *checker, const struct rvt_block *block,
                                 struct rvt_row_end *end, struct rvt_diag *diag)
{
    uint64_t pair_target = 0;
    enum rvt_status status = RVT_OK;

    end->kind = RVT_ROW_END_RETIRED;
    end->pc = rvt_block_last(&checker->config->params, block);
    end->has_insn = rvt_image_insn(checker->image, end->pc, &end->insn, NULL) == RVT_OK;
    end->may_repeat = may_repeat(checker, block, end->pc);
    bool pair = is_pair(checker, block, end, &pair_target);
    if (end->has_insn && end->insn.size != 2u << block->ilastsize)
        status = rvt_diag_set(diag, RVT_ERR_INGRESS, "ilastsize", block->ilastsize, "ETR-ING-003",
                              "the last instruction has %u bytes", (unsigned)end->insn.size);
    else if (end->has_insn && !end->may_repeat)
        status = check_class(checker, block, &end->insn, pair, diag);
    set_next(checker, block, pair, pair_target, end);
    return status;
}

/* --- what precedes a block ------------------------------------------------------------------ */

/* The block must begin where what precedes it leads. */
static enum rvt_status check_address(const struct rvt_row_checker *checker,
                                     const struct rvt_block *block, struct rvt_diag *diag)
{
    const struct rvt_row_end *before = &checker->before;
    bool trap = block->iretire == 0;
    bool branch = before->has_insn && before->insn.kind == RVT_INSN_BRANCH;

    if (before->kind != RVT_ROW_END_RETIRED || !before->leads_on || block->iaddr == before->next ||
        (before->may_repeat && block->iaddr == before->pc))
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_INGRESS, "iaddr", block->iaddr,
                        trap     ? "ETR-ING-010"
                        : branch ? "ETR-ING-005"
                                 : "ETR-ING-004",
                        "%s, but the %s at 0x%" PRIx64 " leads to 0x%" PRIx64,
                        trap ? "the exception is at another address" : "the block begins elsewhere",
                        !branch                                   ? "instruction"
                        : before->itype == RVT_ITYPE_TAKEN_BRANCH ? "taken branch"
                                                                  : "branch that is not taken",
                        before->pc, before->next);
}

/* Rank of a privilege among those that traps and returns lead to; Debug mode is none of them. */
static unsigned rank(uint8_t priv)
{
    static const uint8_t ranks[] = {
        [PRIV_U] = 0, [PRIV_S] = 1, [2] = 3, [PRIV_M] = 3, [PRIV_VU] = 0, [PRIV_VS] = 1, [7] = 3};
    return ranks[priv & 7];
}

static enum rvt_status check_privilege(const struct rvt_row_checker *checker, uint8_t priv,
                                       struct rvt_diag *diag)
{
    const struct rvt_row_end *before = &checker->before;
    const char *fault = NULL;

    if (before->kind == RVT_ROW_END_NONE || priv == before->priv || priv == PRIV_DEBUG ||
        before->priv == PRIV_DEBUG)
        return RVT_OK;
    if (before->kind == RVT_ROW_END_TRAP)
        fault = rank(priv) < rank(before->priv) ? "the privilege falls at a trap" : NULL;
    else if (before->itype == RVT_ITYPE_TRAP_RETURN)
        fault = rank(priv) > rank(before->priv) ? "the privilege rises at a trap return" : NULL;
    else
        fault = "the privilege changes without a trap or a trap return";
    return fault == NULL
               ? RVT_OK
               : rvt_diag_set(diag, RVT_ERR_INGRESS, "priv", priv, "ETR-ING-009", "%s", fault);
}

/* --- traps ---------------------------------------------------------------------------------- */

/* The privilege from which an ecall has this cause. */
static bool ecall_from(uint32_t cause, uint8_t priv)
{
    switch (cause) {
    case CAUSE_ECALL_U:
        return priv == PRIV_U || priv == PRIV_VU;
    case CAUSE_ECALL_S:
        return priv == PRIV_S;
    case CAUSE_ECALL_VS:
        return priv == PRIV_VS || priv == PRIV_S;
    default:
        return priv == PRIV_M;
    }
}

/* An exception with the cause of an ecall must be at an ecall; epc: its address. */
static enum rvt_status check_cause(const struct rvt_row_checker *checker, const struct rvt_row *row,
                                   const struct rvt_block *block, uint64_t epc,
                                   struct rvt_diag *diag)
{
    uint32_t word = 0;
    bool ecall = row->cause >= CAUSE_ECALL_U && row->cause <= CAUSE_ECALL_M;

    if (block->itype != RVT_ITYPE_EXCEPTION || !ecall ||
        checker->config->params.ecause_width_p < ECAUSE_BITS)
        return RVT_OK;
    if (rvt_image_word(checker->image, epc, &word) && word != WORD_ECALL)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "cause", row->cause, "ETR-ING-016",
                            "the cause is an ecall, but there is none at 0x%" PRIx64, epc);
    if (block->iretire == 0 && checker->before.kind != RVT_ROW_END_TRAP &&
        !ecall_from(row->cause, row->priv))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "cause", row->cause, "ETR-ING-009",
                            "an ecall from privilege %u has another cause", (unsigned)row->priv);
    return RVT_OK;
}

/* --- rows ----------------------------------------------------------------------------------- */

/* The instructions of a block with iretire > 0. */
static enum rvt_status check_retired(struct rvt_row_checker *checker, const struct rvt_block *block,
                                     uint64_t *instructions, struct rvt_row_break *found)
{
    uint64_t count = 0;

    checker->blocks++;
    enum rvt_status status =
        rvt_block_follow(checker->config, checker->image, block, &count, &found->diag);

    *instructions += count;
    if (status == RVT_OK)
        status = check_address(checker, block, &found->diag);
    if (status == RVT_OK)
        status = check_end(checker, block, &found->end, &found->diag);
    if (status != RVT_OK || !found->end.has_insn)
        return status;
    checker->known++;
    checker->agreed += found->end.insn.kind != RVT_INSN_SEQUENTIAL;
    return RVT_OK;
}

static enum rvt_status check_block(struct rvt_row_checker *checker, const struct rvt_row *row,
                                   const struct rvt_block *block, uint64_t *instructions,
                                   struct rvt_row_break *found)
{
    uint64_t epc = block->iaddr;
    enum rvt_status status = check_privilege(checker, row->priv, &found->diag);

    found->before = checker->before;
    found->end = (struct rvt_row_end){.itype = block->itype, .priv = row->priv};
    if (status == RVT_OK && block->iretire > 0) {
        status = check_retired(checker, block, instructions, found);
        epc = found->end.next;
    } else if (status == RVT_OK && block->itype == RVT_ITYPE_EXCEPTION) {
        status = check_address(checker, block, &found->diag);
    }
    if (status == RVT_OK && rvt_block_is_trap(block)) {
        status = check_cause(checker, row, block, epc, &found->diag);
        found->end = (struct rvt_row_end){
            .kind = RVT_ROW_END_TRAP, .itype = block->itype, .priv = row->priv, .pc = epc};
    }
    checker->before = found->end;
    return status;
}

/* The context changes, and execution stops before the row. ETR-CTX-004; DRA-010. */
static bool is_discontinuity(struct rvt_row_checker *checker, const struct rvt_row *row)
{
    return rvt_is_draft(checker->config)
               ? rvt_draft_context_breaks(&checker->context, checker->config, row)
               : row->ctype == RVT_CTYPE_DISCONTINUITY;
}

enum rvt_status rvt_row_checker_row(struct rvt_row_checker *checker, const struct rvt_row *row,
                                    uint64_t *instructions, struct rvt_row_break *found)
{
    enum rvt_status status = RVT_OK;

    rvt_diag_clear(&found->diag);
    if (row->halted || row->reset || is_discontinuity(checker, row))
        rvt_row_checker_restart(checker);
    if (row->halted || row->reset)
        return RVT_OK;
    for (unsigned i = 0; i < row->blocks && status == RVT_OK; i++) {
        const struct rvt_block *block = &row->block[i];
        if (block->iretire == 0 && !rvt_block_is_trap(block))
            continue;
        found->block = i;
        status = check_block(checker, row, block, instructions, found);
    }
    checker->breaks += status != RVT_OK;
    if (status != RVT_OK || row->lost)
        rvt_row_checker_restart(checker);
    return status;
}

/* --- evidence ------------------------------------------------------------------------------- */

static void print_insn(const struct rvt_row_checker *checker, uint64_t pc, struct rvt_text *text)
{
    static const char *const KINDS[] = {
        [RVT_INSN_SEQUENTIAL] = "a sequential instruction",
        [RVT_INSN_BRANCH] = "a branch to",
        [RVT_INSN_JUMP] = "a jump to",
        [RVT_INSN_UNINFERABLE] = "an uninferable jump",
        [RVT_INSN_TRAP_RETURN] = "a trap return",
        [RVT_INSN_TRAPS] = "an ecall or ebreak",
        [RVT_INSN_UNKNOWN] = "no known instruction",
    };
    struct rvt_insn insn;
    uint32_t word;

    rvt_text_add(text, "0x%" PRIx64 ": ", pc);
    if (!rvt_image_word(checker->image, pc, &word)) {
        rvt_text_add(text, "not in the program");
        return;
    }
    insn = rvt_image_classify(checker->image, word, pc);
    for (unsigned i = 0; i < insn.size; i++)
        rvt_text_add(text, "%02x ", (unsigned)(word >> 8 * i & 0xff));
    rvt_text_add(text, "(%s", KINDS[insn.kind]);
    if (insn.kind == RVT_INSN_BRANCH || insn.kind == RVT_INSN_JUMP)
        rvt_text_add(text, " 0x%" PRIx64, insn.target);
    if (insn.jump_class != 0)
        rvt_text_add(text, ", class %u", (unsigned)insn.jump_class);
    rvt_text_add(text, ")");
}

void rvt_row_checker_print(const struct rvt_row_checker *checker, const struct rvt_row *row,
                           const struct rvt_row_break *found, struct rvt_text *text)
{
    const struct rvt_block *block = &row->block[found->block];
    uint64_t last =
        block->iretire > 0 ? rvt_block_last(&checker->config->params, block) : block->iaddr;

    rvt_text_add(text, "\n  row       block %u: ", found->block);
    if (block->iretire > 0)
        rvt_text_add(text, "0x%" PRIx64 "..0x%" PRIx64, block->iaddr, last);
    else
        rvt_text_add(text, "trap at 0x%" PRIx64, block->iaddr);
    rvt_text_add(text, ", iretire %" PRIu32 ", itype %u, ilastsize %u, priv %u", block->iretire,
                 (unsigned)block->itype, (unsigned)block->ilastsize, (unsigned)row->priv);
    rvt_text_add(text, "\n  program   ");
    print_insn(checker, last, text);
    if (found->before.kind == RVT_ROW_END_NONE)
        return;
    rvt_text_add(text, "\n  before    ");
    if (found->before.kind == RVT_ROW_END_TRAP)
        rvt_text_add(text, "a trap");
    else
        print_insn(checker, found->before.pc, text);
    rvt_text_add(text, ", itype %u, priv %u", (unsigned)found->before.itype,
                 (unsigned)found->before.priv);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/retirement_log.h"

#include "base/bits.h"

enum column { ITYPE, CAUSE, TVAL, PRIV, IADDR, IRETIRE, ILASTSIZE, COLUMNS };

static const struct rvt_core_column SPEC_COLUMN[COLUMNS] = {
    [ITYPE] = {"itype_0", 15, true, true},
    [CAUSE] = {"cause", UINT32_MAX, true, true},
    [TVAL] = {"tval", UINT64_MAX, true, false},
    [PRIV] = {"priv", 7, true, true},
    [IADDR] = {"iaddr_0", UINT64_MAX, true, false},
    [IRETIRE] = {"iretire_0", UINT32_MAX, true, true},
    [ILASTSIZE] = {"ilastsize_0", 1, true, true},
};

static const struct rvt_core_column CVA6_COLUMN[COLUMNS] = {
    [ITYPE] = {"itype_0", 15, true, true},
    [CAUSE] = {"cause", UINT32_MAX, true, true},
    [TVAL] = {"tval", UINT64_MAX, true, true},
    [PRIV] = {"priv", 7, true, true},
    [IADDR] = {"iaddr_0", UINT64_MAX, true, false},
    [IRETIRE] = {"iretire_0", UINT32_MAX, true, true},
    [ILASTSIZE] = {"ilastsize_0", 1, true, true},
};

enum { FILLED_MAX = 1 << 20 }; /* instructions without a row before a trap */

const char *rvt_retirement_dialect_name(enum rvt_retirement_dialect dialect)
{
    static const char *const NAME[RVT_RETIREMENT_DIALECTS] = {
        [RVT_RETIREMENT_SPEC] = "spec",
        [RVT_RETIREMENT_CVA6] = "cva6",
        [RVT_RETIREMENT_CVA6_SINGLE] = "cva6-single",
    };

    return dialect < RVT_RETIREMENT_DIALECTS ? NAME[dialect] : NULL;
}

void rvt_retirement_log_init(struct rvt_retirement_log *log, enum rvt_retirement_dialect dialect,
                             struct rvt_image *image)
{
    bool spec = dialect == RVT_RETIREMENT_SPEC;

    *log = (struct rvt_retirement_log){
        .table = {.column = spec ? SPEC_COLUMN : CVA6_COLUMN, .columns = COLUMNS, .others = true},
        .image = image,
        .dialect = dialect};
}

/* A line, the values of its columns, and where its steps go. */
struct block {
    struct rvt_core_line *line;
    uint64_t value[COLUMNS];
    rvt_step_sink sink;
    void *context;
    struct rvt_diag *diag;
};

static enum rvt_status refuse(const struct block *block, enum rvt_status status, const char *field,
                              uint64_t value, const char *rule, const char *text)
{
    (void)rvt_diag_set(block->diag, status, field, value, rule, "%s", text);
    rvt_diag_at(block->diag, "line", block->line->number);
    return status;
}

static enum rvt_status look_up(const struct rvt_retirement_log *log, const struct block *block,
                               uint64_t pc, struct rvt_insn *insn)
{
    return rvt_image_insn(log->image, pc, insn, NULL) == RVT_OK
               ? RVT_OK
               : refuse(block, RVT_ERR_FLOW, "iaddr", pc, "LogProgram",
                        "the program has no instruction at this address");
}

/* Gives an instruction that retired, with its outcome, and remembers where control goes. */
static enum rvt_status give(struct rvt_retirement_log *log, const struct block *block, uint64_t pc,
                            const struct rvt_insn *insn, bool taken)
{
    struct rvt_step step = {.line = block->line->number,
                            .pc = pc,
                            .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE,
                            .kind = RVT_STEP_RETIRED,
                            .privilege = (uint8_t)block->value[PRIV],
                            .taken = taken};
    uint64_t after = (pc + insn->size) & rvt_mask(rvt_image_xlen(log->image));

    log->after_known = insn->kind != RVT_INSN_UNINFERABLE && insn->kind != RVT_INSN_TRAP_RETURN;
    log->after = insn->kind == RVT_INSN_JUMP || taken ? insn->target : after;
    step.next = log->after;
    if (insn->kind == RVT_INSN_BRANCH)
        step.known |= RVT_STEP_TAKEN | RVT_STEP_NEXT;
    log->started = true;
    return block->sink(block->context, &step, block->diag);
}

/* Gives the loss of instructions whose address no row has. */
static enum rvt_status give_loss(const struct block *block)
{
    struct rvt_step loss = {.line = block->line->number, .kind = RVT_STEP_LOSS};

    return block->sink(block->context, &loss, block->diag);
}

/* True if a hart reports insn with the itype when it retires at the end of a block. */
static bool has_itype(const struct rvt_insn *insn, uint64_t itype)
{
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return itype == RVT_ITYPE_TAKEN_BRANCH || itype == RVT_ITYPE_NONTAKEN_BRANCH;
    case RVT_INSN_TRAP_RETURN:
        return itype == RVT_ITYPE_TRAP_RETURN;
    case RVT_INSN_JUMP:
        return itype == RVT_ITYPE_NONE || itype == insn->jump_class;
    case RVT_INSN_UNINFERABLE:
        return itype == RVT_ITYPE_UNINFERABLE_JUMP_3BIT || itype == insn->jump_class;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
    case RVT_INSN_TRAPS:
        return itype == RVT_ITYPE_NONE;
    }
    return false;
}

/* Checks an instruction of a block. last: the block ends with it. */
static enum rvt_status check(const struct rvt_retirement_log *log, const struct block *block,
                             const struct rvt_insn *insn, bool last)
{
    bool trap =
        block->value[ITYPE] == RVT_ITYPE_EXCEPTION || block->value[ITYPE] == RVT_ITYPE_INTERRUPT;
    bool goes_on = insn->kind == RVT_INSN_SEQUENTIAL || insn->kind == RVT_INSN_UNKNOWN ||
                   (insn->kind == RVT_INSN_JUMP && log->dialect != RVT_RETIREMENT_SPEC);

    if (!last)
        return goes_on ? RVT_OK
                       : refuse(block, RVT_ERR_INGRESS, "iretire", block->value[IRETIRE],
                                "ETR-ING-004", "a branch, jump or return inside the block");
    if (insn->size != 2u << block->value[ILASTSIZE])
        return refuse(block, RVT_ERR_INGRESS, "ilastsize", block->value[ILASTSIZE], "ETR-ING-003",
                      "the last instruction of the block has another size");
    if (!has_itype(insn, trap ? RVT_ITYPE_NONE : block->value[ITYPE]))
        return refuse(block, RVT_ERR_INGRESS, "itype", block->value[ITYPE], "ETR-ING-005",
                      "the last instruction of the block has another itype");
    return RVT_OK;
}

/* The instructions of a block. */
static enum rvt_status give_block(struct rvt_retirement_log *log, const struct block *block)
{
    uint64_t left = block->value[IRETIRE];
    uint64_t pc = block->value[IADDR];
    bool taken = block->value[ITYPE] == RVT_ITYPE_TAKEN_BRANCH;
    bool single = log->dialect == RVT_RETIREMENT_CVA6_SINGLE;

    while (left) {
        struct rvt_insn insn;
        enum rvt_status status = look_up(log, block, pc, &insn);
        if (status != RVT_OK)
            return status;
        unsigned count = single ? 1 : insn.size / 2u;
        if (count > left)
            return refuse(block, RVT_ERR_INGRESS, "iretire", block->value[IRETIRE], "ETR-ING-003",
                          "the block ends inside an instruction");
        left -= count;
        status = check(log, block, &insn, left == 0);
        if (status == RVT_OK)
            status = give(log, block, pc, &insn, taken && left == 0);
        if (status != RVT_OK)
            return status;
        pc = log->after;
    }
    return RVT_OK;
}

/* What retired before the trap at pc and has no row. */
static enum rvt_status fill(struct rvt_retirement_log *log, const struct block *block, uint64_t pc)
{
    if (!log->started)
        return RVT_OK;
    if (!log->after_known)
        return give_loss(block);
    for (unsigned count = 0; log->after != pc; count++) {
        struct rvt_insn insn;
        uint64_t at = log->after;
        enum rvt_status status = look_up(log, block, at, &insn);
        if (status != RVT_OK)
            return status;
        if (count == FILLED_MAX || (insn.kind != RVT_INSN_SEQUENTIAL && insn.kind != RVT_INSN_JUMP))
            return refuse(block, RVT_ERR_FLOW, "iaddr", pc, "ETR-ING-004",
                          "the trap does not follow from the previous row");
        status = give(log, block, at, &insn, false);
        if (status != RVT_OK)
            return status;
    }
    return RVT_OK;
}

static enum rvt_status give_trap(struct rvt_retirement_log *log, const struct block *block)
{
    struct rvt_step trap = {.line = block->line->number,
                            .pc = block->value[IADDR],
                            .cause = (uint32_t)block->value[CAUSE],
                            .known =
                                RVT_STEP_PC | RVT_STEP_PRIVILEGE | RVT_STEP_CAUSE | RVT_STEP_TVAL,
                            .kind = RVT_STEP_EXCEPTION,
                            .privilege = (uint8_t)block->value[PRIV]};
    enum rvt_status status = RVT_OK;

    if (block->value[ITYPE] == RVT_ITYPE_INTERRUPT)
        trap.kind = RVT_STEP_INTERRUPT;
    else
        trap.tval = block->value[TVAL];
    if (log->dialect != RVT_RETIREMENT_SPEC) {
        status = fill(log, block, trap.pc);
    } else if (block->value[IRETIRE]) {
        status = give_block(log, block);
        trap.pc = log->after;
    } else if (trap.kind == RVT_STEP_INTERRUPT) {
        trap.pc = log->after; /* iaddr is undefined: ETR-ING-010 */
        trap.known &= log->after_known ? ~0u : ~(unsigned)RVT_STEP_PC;
    }
    log->after_known = false;
    log->started = true;
    return status == RVT_OK ? block->sink(block->context, &trap, block->diag) : status;
}

enum rvt_status rvt_retirement_log_line(struct rvt_retirement_log *log, struct rvt_core_line *line,
                                        rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    struct block block = {.line = line, .sink = sink, .context = context, .diag = diag};

    if (!log->table.places)
        return rvt_core_table_header(&log->table, line, diag);
    if (line->at == line->end)
        return RVT_OK;
    enum rvt_status status = rvt_core_table_record(&log->table, line, block.value, diag);
    if (status != RVT_OK)
        return status;
    uint64_t itype = block.value[ITYPE];
    if (itype == 7)
        return refuse(&block, RVT_ERR_INGRESS, "itype", itype, "ETR-ING-005", "itype is reserved");
    return itype == RVT_ITYPE_EXCEPTION || itype == RVT_ITYPE_INTERRUPT ? give_trap(log, &block)
                                                                        : give_block(log, &block);
}

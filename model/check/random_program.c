/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/random_program.h"

#include <stdlib.h>

#include "base/bits.h"
#include "check/random.h"
#include "check/random_code.h"

#define NESTING_MAX 8 /* calls and traps that are remembered */

struct place {
    uint32_t index; /* of an instruction */
    uint8_t priv;
};

struct rvt_random_program {
    struct rvt_config config;
    struct rvt_random_options options;
    struct rvt_random random;
    struct rvt_random_code code;
    uint32_t at;       /* the next instruction */
    uint8_t priv;      /* it runs at this level */
    uint8_t trap_priv; /* level shown with traps: that before the first of a chain */
    bool in_chain;     /* the latest item is a trap */
    bool after_jump;   /* the latest item is an uninferable discontinuity */
    unsigned
        undisturbed; /* instructions since something that brings a sync packet or a notification */
    struct place trap[NESTING_MAX]; /* where trap returns lead */
    unsigned traps;
    uint32_t call[NESTING_MAX]; /* where returns lead */
    unsigned calls;
    uint64_t context;
    uint64_t cycle;
    uint64_t retired;
    unsigned stopped; /* rows to come with halted or reset */
    bool stopped_by_reset;
};

static bool chance(struct rvt_random_program *program, unsigned percent)
{
    return rvt_random_chance(&program->random, percent);
}

static unsigned below(struct rvt_random_program *program, unsigned count)
{
    return rvt_random_below(&program->random, count);
}

static uint64_t noise(struct rvt_random_program *program, unsigned width)
{
    return rvt_random_bits(&program->random) & rvt_mask(width);
}

static uint32_t anywhere(struct rvt_random_program *program)
{
    return below(program, program->code.insns);
}

/* Where code can lie: below the sign bit unless the whole width is in use. */
static uint64_t choose_base(struct rvt_random_program *program)
{
    static const uint64_t bases[] = {0x80000000, 0x10000, 0xffffffff80000000, 0x7fffffffffff0000};
    unsigned width = program->config.params.iaddress_width_p;

    if (width == 64)
        return bases[below(program, 4)];
    if (width == 32)
        return bases[below(program, 2)];
    return UINT64_C(1) << (width - 2);
}

enum rvt_status rvt_random_open(const struct rvt_config *config,
                                const struct rvt_random_options *options,
                                struct rvt_random_program **program)
{
    unsigned width = config->params.iaddress_width_p;

    if (width < 16 || options->block_max < 1 || options->block_max > 64 ||
        (rvt_counts_halfwords(&config->params) && config->params.iretire_width_p < 2))
        return RVT_ERR_PARAMETER;
    struct rvt_random_program *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->config = *config;
    opened->options = *options;
    rvt_random_seed(&opened->random, options->seed);
    struct rvt_random_shape shape = {
        .xlen = width > 32 ? 64 : 32,
        .compressed = config->params.iaddress_lsb_p < 2,
        .traps = options->traps,
        .uninferable_jalr_x0 = config->switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE,
        .base = choose_base(opened),
    };
    enum rvt_status status = rvt_random_code_init(&opened->code, &opened->random, &shape);
    if (status != RVT_OK) {
        rvt_random_close(opened);
        return status;
    }
    opened->at = anywhere(opened);
    opened->priv = 3;
    opened->after_jump = chance(opened, 50); /* then a trap may be the first thing that happens */
    *program = opened;
    return RVT_OK;
}

void rvt_random_close(struct rvt_random_program *program)
{
    if (program == NULL)
        return;
    rvt_random_code_fini(&program->code);
    free(program);
}

const uint8_t *rvt_random_code(const struct rvt_random_program *program, uint64_t *address,
                               size_t *bytes)
{
    *address = program->code.base;
    *bytes = program->code.size;
    return program->code.bytes;
}

static const struct rvt_random_insn *insn_at(const struct rvt_random_program *program,
                                             uint32_t index)
{
    return &program->code.insn[index];
}

static uint64_t address_of(const struct rvt_random_program *program, uint32_t index)
{
    return program->code.base + program->code.insn[index].offset;
}

/* Where a jump leads that the code does not tell: back to the caller, to a favoured place, or
 * anywhere. */
static uint32_t choose_target(struct rvt_random_program *program, uint32_t index)
{
    if (insn_at(program, index)->insn.jump_class == RVT_ITYPE_RETURN && program->calls > 0 &&
        chance(program, 80))
        return program->call[--program->calls];
    return chance(program, 70) ? insn_at(program, index)->target : anywhere(program);
}

static void remember_call(struct rvt_random_program *program, uint32_t index)
{
    uint8_t class = insn_at(program, index)->insn.jump_class;
    bool call = class == RVT_ITYPE_INFERABLE_CALL || class == RVT_ITYPE_UNINFERABLE_CALL;

    if (call && program->calls < NESTING_MAX && index + 1 < program->code.insns)
        program->call[program->calls++] = index + 1;
}

/* Back from a trap, or down to a lower level. */
static uint32_t return_from_trap(struct rvt_random_program *program)
{
    static const uint8_t levels[] = {0, 1, 3};

    if (program->traps > 0 && chance(program, 90)) {
        struct place back = program->trap[--program->traps];
        program->priv = back.priv;
        return back.index;
    }
    if (program->options.privilege && chance(program, 60))
        program->priv = levels[below(program, program->priv == 3 ? 3 : program->priv + 1u)];
    return anywhere(program);
}

/* Retires the instruction at program->at. Returns its itype. */
static enum rvt_itype retire(struct rvt_random_program *program)
{
    uint32_t index = program->at;
    const struct rvt_insn *insn = &insn_at(program, index)->insn;
    bool taken = chance(program, 60);

    program->retired++;
    program->undisturbed++;
    program->in_chain = false;
    program->after_jump = false;
    program->at = index + 1;
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        if (taken)
            program->at = insn_at(program, index)->target;
        break;
    case RVT_INSN_JUMP:
        remember_call(program, index);
        program->at = insn_at(program, index)->target;
        break;
    case RVT_INSN_UNINFERABLE:
        program->at = choose_target(program, index);
        remember_call(program, index);
        program->after_jump = true;
        break;
    case RVT_INSN_TRAP_RETURN:
        program->at = return_from_trap(program);
        program->after_jump = true;
        program->undisturbed = 0;
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        break;
    }
    return rvt_insn_itype(insn, taken, program->config.params.itype_width_p);
}

static bool must_trap(const struct rvt_random_program *program)
{
    return insn_at(program, program->at)->insn.kind == RVT_INSN_TRAPS;
}

/* Takes a trap on the instruction at program->at; sets the signals of row that go with it. */
static void take_trap(struct rvt_random_program *program, struct rvt_row *row,
                      struct rvt_block *block)
{
    const struct rvt_params *params = &program->config.params;
    bool exception = must_trap(program) || chance(program, 50);
    struct place back = {.index = program->at, .priv = program->priv};

    if (must_trap(program) && chance(program, 70))
        back.index = program->at + 1; /* the handler steps over it */
    block->itype = exception ? RVT_ITYPE_EXCEPTION : RVT_ITYPE_INTERRUPT;
    row->cause = (uint32_t)noise(program, params->ecause_width_p);
    row->tval = noise(program, params->iaddress_width_p);
    if (program->traps < NESTING_MAX)
        program->trap[program->traps++] = back;
    if (!program->in_chain)
        program->trap_priv = program->priv;
    if (program->options.privilege)
        program->priv = chance(program, 50) ? 3 : program->priv;
    program->at = anywhere(program);
    program->in_chain = true;
    program->after_jump = false;
    program->undisturbed = 0;
}

/* Fills block with instructions. Returns true if the row can go on with another block. */
static bool fill_block(struct rvt_random_program *program, struct rvt_block *block)
{
    const struct rvt_params *params = &program->config.params;
    uint32_t limit = rvt_counts_halfwords(params) ? (uint32_t)rvt_mask(params->iretire_width_p) : 2;
    unsigned wanted =
        rvt_counts_halfwords(params) ? 1 + below(program, program->options.block_max) : 1;
    uint32_t halfwords = 0;

    block->iaddr = address_of(program, program->at);
    for (unsigned i = 0; i < wanted && !must_trap(program); i++) {
        uint32_t index = program->at;
        uint32_t size = insn_at(program, index)->insn.size / 2u;
        if (halfwords + size > limit)
            break;
        halfwords += size;
        block->itype = (uint8_t)retire(program);
        block->ilastsize = (uint8_t)(size - 1);
        if (block->itype != RVT_ITYPE_NONE || program->at != index + 1)
            break;
    }
    block->iretire = rvt_counts_halfwords(params) ? halfwords : 1;
    return block->itype != RVT_ITYPE_TRAP_RETURN && !must_trap(program);
}

static void fill_instructions(struct rvt_random_program *program, struct rvt_row *row)
{
    bool more = true;

    while (more && row->blocks < program->config.params.blocks_p) {
        more = fill_block(program, &row->block[row->blocks]);
        row->blocks++;
        if (chance(program, 50))
            more = false;
    }
    struct rvt_block *newest = &row->block[row->blocks - 1];
    if (program->options.traps && newest->itype == RVT_ITYPE_NONE && !program->after_jump &&
        (must_trap(program) ? chance(program, 60) : chance(program, 6)))
        take_trap(program, row, newest);
}

/* A trap on its own; what is undefined with it is noise. */
static void fill_trap(struct rvt_random_program *program, struct rvt_row *row)
{
    uint64_t pc = address_of(program, program->at);

    take_trap(program, row, &row->block[0]);
    row->priv = program->trap_priv;
    row->blocks = 1;
    row->block[0].iaddr = row->block[0].itype == RVT_ITYPE_EXCEPTION
                              ? pc
                              : noise(program, program->config.params.iaddress_width_p);
    row->block[0].ilastsize = (uint8_t)below(program, 2);
}

/* Goes on at a lower address, where no path leads without a branch or a discontinuity. */
static bool break_off(struct rvt_random_program *program)
{
    uint32_t index = below(program, program->at);

    if (insn_at(program, index)->insn.kind == RVT_INSN_TRAPS)
        return false;
    program->at = index;
    return true;
}

/*
 * A change of context, told in one of the ways that the configuration has. What a decoder could not
 * tell apart is left out: a discontinuity comes only behind an explicit report and with a context
 * that is new (AMB-105), nothing precise comes at the target of a jump, and where there may be
 * discontinuities each change of context is told.
 */
static void change_context(struct rvt_random_program *program, struct rvt_row *row, bool trap)
{
    const struct rvt_params *params = &program->config.params;
    bool periodic = program->config.resync.mode != RVT_RESYNC_OFF;
    bool imprecise_only = params->ctype_width_p == 1 || trap || program->after_jump;
    bool can_break = !params->nocontext_p && params->context_width_p >= 16 && !periodic &&
                     program->undisturbed >= 3 && program->at > 0;

    row->ctype = (uint8_t)below(program, imprecise_only ? 2 : 4);
    if (row->ctype == RVT_CTYPE_UNREPORTED && params->ctype_width_p > 1)
        row->ctype = RVT_CTYPE_IMPRECISE;
    if (row->ctype == RVT_CTYPE_DISCONTINUITY && !(can_break && break_off(program)))
        row->ctype = RVT_CTYPE_PRECISE;
    if (row->ctype != RVT_CTYPE_UNREPORTED)
        program->undisturbed = 0;
    program->context = (program->context + 1) & rvt_mask(params->context_width_p);
}

static void fill_row(struct rvt_random_program *program, struct rvt_row *row)
{
    unsigned percent = program->in_chain ? 15 : program->after_jump ? 8 : 1;
    bool trap = program->options.traps && (must_trap(program) || chance(program, percent));

    if (program->options.privilege && chance(program, 3))
        change_context(program, row, trap);
    row->context = program->config.params.nocontext_p ? 0 : program->context;
    row->priv = program->priv;
    if (trap)
        fill_trap(program, row);
    else
        fill_instructions(program, row);
}

/* Pulses of the trigger unit. */
static void add_triggers(struct rvt_random_program *program, struct rvt_row *row)
{
    if (chance(program, 2))
        row->trigger |= RVT_TRIGGER_ON;
    if (chance(program, 2))
        row->trigger |= RVT_TRIGGER_OFF;
    for (unsigned i = 0; i < program->config.params.blocks_p; i++)
        if (chance(program, 4))
            row->trigger |= (uint32_t)RVT_TRIGGER_NOTIFY << i;
    if (row->trigger != 0)
        program->undisturbed = 0;
}

/* A cycle of a hart that is halted or in reset: whatever else the port shows means nothing.
 * ETR-ING-020. */
static void fill_stopped(struct rvt_random_program *program, struct rvt_row *row)
{
    row->halted = !program->stopped_by_reset;
    row->reset = program->stopped_by_reset;
    row->trigger = (uint32_t)noise(program, 3);
    row->blocks = 1;
    row->block[0].iaddr = noise(program, program->config.params.iaddress_width_p);
    row->block[0].iretire = (uint32_t)below(program, 2);
    row->block[0].itype = (uint8_t)below(program, 8);
    program->stopped--;
    if (program->stopped_by_reset) {
        program->at = anywhere(program);
        program->priv = 3;
        program->traps = 0;
        program->calls = 0;
        program->after_jump = false;
        program->in_chain = false;
    }
    program->undisturbed = 0;
}

enum rvt_status rvt_random_row(struct rvt_random_program *program, struct rvt_row *row, bool *end)
{
    const struct rvt_params *params = &program->config.params;

    *end = program->retired >= program->options.instructions && program->stopped == 0;
    if (*end)
        return RVT_OK;
    program->cycle += 1 + (chance(program, 20) ? below(program, 20) : 0);
    *row = (struct rvt_row){.cycle = program->cycle};
    row->time = params->notime_p ? 0 : (program->cycle * 3) & rvt_mask(params->time_width_p);
    row->priv = program->priv;
    if (program->options.sideband && program->stopped == 0 && chance(program, 1) &&
        chance(program, 30)) {
        program->stopped = 1 + below(program, 4);
        program->stopped_by_reset = chance(program, 40);
    }
    if (program->stopped > 0) {
        fill_stopped(program, row);
        return RVT_OK;
    }
    if (!chance(program, 5)) /* else an idle cycle */
        fill_row(program, row);
    if (program->options.sideband)
        add_triggers(program, row);
    return RVT_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random_program.h"

#include <stdlib.h>

#include "base/bits.h"
#include "ingress/draft_ingress.h"
#include "random/code_generator.h"
#include "random/random_hart.h"

enum { CAUSE_ECALL = 8 }; /* of four causes of ecalls */

struct rvt_random_program {
    struct rvt_config config;
    struct rvt_random_options options;
    struct rvt_random random;
    struct rvt_random_code code;
    struct rvt_random_hart hart;
    enum { CALM, SPARSE, WILD } mood; /* how often something unusual happens */
    unsigned mood_rows;               /* left of it */
    unsigned undisturbed; /* instructions since the latest cause of a sync packet or notification */
    uint64_t context;
    uint64_t context_before; /* of the row before */
    uint64_t cycle;
    uint64_t epc;     /* of the latest trap */
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

/* The chance of something unusual: percent in a wild mood, a sixteenth of it in a sparse one. */
static bool unusual(struct rvt_random_program *program, unsigned percent)
{
    if (program->mood == CALM)
        return false;
    return chance(program, percent) && (program->mood == WILD || below(program, 16) == 0);
}

static void change_mood(struct rvt_random_program *program)
{
    static const uint8_t moods[] = {CALM, SPARSE, WILD, WILD, WILD};

    if (program->mood_rows > 0) {
        program->mood_rows--;
        return;
    }
    program->mood = moods[below(program, 5)];
    program->mood_rows = 20 + below(program, program->mood == CALM ? 1500 : 400);
    program->hart.calm = program->mood == CALM;
}

/* A base address: below the sign bit unless the whole width is in use. */
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

/* Classes of calls and returns as in the draft (DRA-006), so that returns lead to their calls. */
static void adopt_draft_classes(struct rvt_random_code *code)
{
    for (uint32_t i = 0; i < code->insns; i++)
        if (code->insn[i].insn.jump_class != 0)
            code->insn[i].insn.jump_class = (uint8_t)rvt_draft_jump_class(&code->insn[i].insn);
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
        .zcm = (options->zcm || config->switches.zcm) && config->params.iaddress_lsb_p < 2,
        .passages = options->passages,
        .traps = options->traps,
        .uninferable_jalr_x0 = config->switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE,
        .far_returns = !rvt_random_hart_honest(config),
        .base = choose_base(opened),
    };
    enum rvt_status status = rvt_code_generator_run(&opened->code, &opened->random, &shape);
    if (status == RVT_OK && rvt_is_draft(config))
        adopt_draft_classes(&opened->code);
    if (status == RVT_OK)
        status = rvt_random_hart_init(&opened->hart, &opened->config, &opened->options,
                                      &opened->code, &opened->random);
    if (status != RVT_OK) {
        rvt_random_close(opened);
        return status;
    }
    *program = opened;
    return RVT_OK;
}

void rvt_random_close(struct rvt_random_program *program)
{
    if (program == NULL)
        return;
    rvt_random_hart_fini(&program->hart);
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

static uint64_t address_of(const struct rvt_random_program *program, uint32_t index)
{
    return program->code.base + program->code.insn[index].offset;
}

uint64_t rvt_random_xtvec(const struct rvt_random_program *program, uint8_t priv)
{
    const struct rvt_random_vector *vector = &program->code.vector[priv & 7];

    return address_of(program, vector->index) | vector->vectored;
}

uint64_t rvt_random_epc(const struct rvt_random_program *program)
{
    return program->epc;
}

/* Takes a trap on the next instruction, and sets its signals in row. */
static void take_trap(struct rvt_random_program *program, struct rvt_row *row,
                      struct rvt_block *block)
{
    const struct rvt_params *params = &program->config.params;
    bool exception = rvt_random_hart_must_trap(&program->hart) || chance(program, 50);

    program->epc = address_of(program, program->hart.at);
    block->itype = exception ? RVT_ITYPE_EXCEPTION : RVT_ITYPE_INTERRUPT;
    row->cause = (uint32_t)noise(program, params->ecause_width_p);
    row->tval = noise(program, params->iaddress_width_p);
    if (exception && row->cause / 4 == CAUSE_ECALL / 4)
        row->cause %= 4; /* an ecall needs its instruction and its privilege */
    if (!exception && (program->config.options.implicit_exception || program->options.handlers ||
                       chance(program, 70)))
        row->cause %= RVT_RANDOM_VECTORED;
    rvt_random_hart_trap(&program->hart, !exception, row->cause);
    program->undisturbed = 0;
}

/* Fills block with instructions. Returns true if the row may have another block. */
static bool fill_block(struct rvt_random_program *program, struct rvt_block *block)
{
    const struct rvt_params *params = &program->config.params;
    struct rvt_random_hart *hart = &program->hart;
    uint32_t limit = rvt_counts_halfwords(params) ? (uint32_t)rvt_mask(params->iretire_width_p) : 2;
    unsigned wanted =
        rvt_counts_halfwords(params) ? 1 + below(program, program->options.block_max) : 1;
    uint32_t halfwords = 0;

    block->iaddr = address_of(program, hart->at);
    for (unsigned i = 0; i < wanted && !rvt_random_hart_must_trap(hart); i++) {
        uint32_t index = hart->at;
        uint32_t size = hart->code->insn[index].insn.size / 2u;
        if (halfwords + size > limit)
            break;
        halfwords += size;
        block->itype = (uint8_t)rvt_random_hart_retire(hart);
        block->ilastsize = (uint8_t)(size - 1);
        program->undisturbed++;
        if (block->itype != RVT_ITYPE_NONE || hart->at != index + 1)
            break;
    }
    block->iretire = rvt_counts_halfwords(params) ? halfwords : 1;
    block->sijump = params->sijump_p && hart->sijump;
    if (block->itype == RVT_ITYPE_TRAP_RETURN)
        program->undisturbed = 0;
    return block->itype != RVT_ITYPE_TRAP_RETURN && !rvt_random_hart_must_trap(hart);
}

static void fill_instructions(struct rvt_random_program *program, struct rvt_row *row)
{
    bool must_trap;
    bool more = true;

    while (more && row->blocks < program->config.params.blocks_p) {
        more = fill_block(program, &row->block[row->blocks]);
        row->blocks++;
        if (chance(program, 50))
            more = false;
    }
    struct rvt_block *newest = &row->block[row->blocks - 1];
    must_trap = rvt_random_hart_must_trap(&program->hart);
    if (program->options.traps && newest->itype == RVT_ITYPE_NONE && !program->hart.after_jump &&
        (must_trap ? chance(program, 60) : unusual(program, 6)))
        take_trap(program, row, newest);
}

/* A trap without instructions; undefined signals are noise. */
static void fill_trap(struct rvt_random_program *program, struct rvt_row *row)
{
    take_trap(program, row, &row->block[0]);
    row->priv = program->hart.trap_priv;
    row->blocks = 1;
    row->block[0].iaddr = row->block[0].itype == RVT_ITYPE_EXCEPTION
                              ? program->epc
                              : noise(program, program->config.params.iaddress_width_p);
    row->block[0].ilastsize = (uint8_t)below(program, 2);
}

/*
 * A change of context, reported in one of the ways that the configuration has. Changes that a
 * decoder could not distinguish are left out. A discontinuity comes only with a new context, and,
 * unless options ask for more, after an explicit report with flags (AMB-105). No precise change
 * comes at the target of a jump. Where discontinuities are possible, every change of context is
 * reported.
 */
static void change_context(struct rvt_random_program *program, struct rvt_row *row, bool trap)
{
    const struct rvt_params *params = &program->config.params;
    bool periodic = program->config.resync.mode != RVT_RESYNC_OFF;
    bool imprecise_only = params->ctype_width_p == 1 || trap || program->hart.after_jump;
    bool indexed = program->config.options.jump_target_cache && program->hart.at_target;
    bool clear = !indexed && program->undisturbed >= 3 &&
                 program->config.switches.ctype3 != RVT_CTYPE3_CHART;
    bool can_break = !params->nocontext_p && params->context_width_p >= 16 && !periodic &&
                     (clear || (program->options.breaks && !program->hart.in_chain));

    if (program->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3 && imprecise_only)
        return;
    row->ctype = (uint8_t)below(program, imprecise_only ? 2 : 4);
    if (row->ctype == RVT_CTYPE_UNREPORTED && params->ctype_width_p > 1)
        row->ctype = RVT_CTYPE_IMPRECISE;
    if (row->ctype == RVT_CTYPE_IMPRECISE &&
        program->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3)
        row->ctype = RVT_CTYPE_PRECISE;
    if (row->ctype == RVT_CTYPE_DISCONTINUITY &&
        !(can_break && rvt_random_hart_break_off(&program->hart)))
        row->ctype = RVT_CTYPE_PRECISE;
    if (row->ctype != RVT_CTYPE_UNREPORTED)
        program->undisturbed = 0;
    program->context = (program->context + 1) & rvt_mask(params->context_width_p);
}

/* The same with the draft's types, which take effect when the value changes (DRA-010). After a
 * discontinuity the path continues elsewhere. */
static void change_draft_context(struct rvt_random_program *program, struct rvt_row *row)
{
    const struct rvt_params *params = &program->config.params;

    if (params->nocontext_p)
        return;
    row->ctype = (uint8_t)below(program, RVT_DRAFT_CTYPE_NOTIFICATION);
    if (row->ctype == RVT_DRAFT_CTYPE_DISCONTINUITY &&
        (program->config.options.implicit_exception || /* no packet would report where it leads */
         !rvt_random_hart_break_off(&program->hart)))
        row->ctype = RVT_DRAFT_CTYPE_PRECISE;
    program->context = (program->context + 1) & rvt_mask(params->context_width_p);
}

/* A notification of the last instruction of row. It is left out where a decoder would take it to
 * report a later arrival: a discontinuity lies ahead, before any branch (DRD-003). */
static void notify_draft(struct rvt_random_program *program, struct rvt_row *row)
{
    uint8_t itype = row->block[row->blocks - 1].itype;
    bool branch = itype == RVT_ITYPE_NONTAKEN_BRANCH || itype == RVT_ITYPE_TAKEN_BRANCH;

    if (row->ctype == 0 && row->context == program->context_before &&
        (branch || (!program->hart.after_jump && rvt_random_hart_branch_ahead(&program->hart))))
        row->ctype = RVT_DRAFT_CTYPE_NOTIFICATION;
}

/* Traps are frequent where they are interesting: in a chain, at the target of a jump, between the
 * two instructions of a far jump. */
static bool wants_trap(struct rvt_random_program *program)
{
    const struct rvt_random_hart *hart = &program->hart;
    unsigned percent = hart->in_chain ? 18 : hart->after_jump ? 8 : hart->load > 0 ? 4 : 1;

    if (program->options.traps && program->options.storms && chance(program, 2 * percent + 6))
        return true;
    return program->options.traps && (rvt_random_hart_must_trap(hart) || unusual(program, percent));
}

static void fill_row(struct rvt_random_program *program, struct rvt_row *row)
{
    bool trap = wants_trap(program);

    if (program->options.privilege && unusual(program, 3)) {
        if (!rvt_is_draft(&program->config))
            change_context(program, row, trap);
        else if (!trap)
            change_draft_context(program, row);
    }
    row->context = program->config.params.nocontext_p ? 0 : program->context;
    row->priv = program->hart.priv;
    if (trap)
        fill_trap(program, row);
    else
        fill_instructions(program, row);
    if (rvt_is_draft(&program->config) && !trap && unusual(program, 3))
        notify_draft(program, row);
    program->context_before = row->context;
}

/* Pulses of the trigger unit. */
static void add_triggers(struct rvt_random_program *program, struct rvt_row *row)
{
    if (unusual(program, 2))
        row->trigger |= RVT_TRIGGER_ON;
    if (unusual(program, 2))
        row->trigger |= RVT_TRIGGER_OFF;
    for (unsigned i = 0; !rvt_is_draft(&program->config) && i < program->config.params.blocks_p;
         i++)
        if (unusual(program, 4))
            row->trigger |= (uint32_t)RVT_TRIGGER_NOTIFY << i;
    if (row->trigger != 0)
        program->undisturbed = 0;
}

/* A cycle of a hart that is halted or in reset: all other signals are ignored. ETR-ING-020. */
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
    if (program->stopped_by_reset)
        rvt_random_hart_reset(&program->hart);
    program->undisturbed = 0;
}

uint64_t rvt_random_retired(const struct rvt_random_program *program)
{
    return program->hart.retired;
}

enum rvt_status rvt_random_row(struct rvt_random_program *program, struct rvt_row *row, bool *end)
{
    const struct rvt_params *params = &program->config.params;

    *end = program->hart.retired >= program->options.instructions && program->stopped == 0;
    if (*end)
        return RVT_OK;
    change_mood(program);
    program->cycle += 1 + (chance(program, 20) ? below(program, 20) : 0);
    *row = (struct rvt_row){.cycle = program->cycle};
    row->time = params->notime_p ? 0 : (program->cycle * 3) & rvt_mask(params->time_width_p);
    row->priv = program->hart.priv;
    if (program->options.sideband && program->stopped == 0 && unusual(program, 1) &&
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

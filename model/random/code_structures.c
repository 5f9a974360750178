/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/code_structures.h"

#include "random/instruction_words.h"

static uint32_t here(const struct rvt_code_builder *builder)
{
    return builder->code->insns;
}

static unsigned between(struct rvt_code_builder *builder, unsigned low, unsigned high)
{
    return low + rvt_code_builder_below(builder, high - low + 1);
}

/* Repeats of a branch: mostly few, sometimes about as many as fit a branch map, or thousands. */
static uint16_t choose_repeats(struct rvt_code_builder *builder)
{
    unsigned roll = rvt_code_builder_below(builder, 100);

    if (roll < 60)
        return (uint16_t)between(builder, 1, 6);
    if (roll < 80)
        return (uint16_t)between(builder, 7, 70);
    if (roll < 94)
        return (uint16_t)between(builder, 28, 36);
    return (uint16_t)(roll < 98 ? between(builder, 100, 400) : between(builder, 1000, 3000));
}

static void set_habit(struct rvt_code_builder *builder, struct rvt_random_insn *branch,
                      enum rvt_random_habit habit)
{
    branch->habit = (uint8_t)habit;
    branch->repeats = choose_repeats(builder);
}

static void add_forward_branch(struct rvt_code_builder *builder)
{
    static const uint8_t habits[] = {RVT_HABIT_ANY, RVT_HABIT_ANY, RVT_HABIT_MOSTLY_TAKEN,
                                     RVT_HABIT_MOSTLY_NOT_TAKEN, RVT_HABIT_NOT_TAKEN_REPEATEDLY};
    struct rvt_random_insn *branch =
        rvt_code_builder_branch(builder, rvt_code_builder_ahead(builder, 40));

    set_habit(builder, branch, (enum rvt_random_habit)habits[rvt_code_builder_below(builder, 5)]);
}

static void add_backward_branch(struct rvt_code_builder *builder)
{
    uint32_t back = rvt_code_builder_below(builder, 30);
    struct rvt_random_insn *branch =
        rvt_code_builder_branch(builder, here(builder) > back ? here(builder) - back : 0);

    set_habit(builder, branch,
              rvt_code_builder_chance(builder, 45) ? RVT_HABIT_ANY : RVT_HABIT_TAKEN_REPEATEDLY);
}

static void add_branch(struct rvt_code_builder *builder)
{
    if (rvt_code_builder_chance(builder, 40))
        add_backward_branch(builder);
    else
        add_forward_branch(builder);
}

/* Falls through to a label, and jumps back to it indirectly: the loop of the packet chapter. */
static void add_indirect_loop(struct rvt_code_builder *builder)
{
    uint32_t label = here(builder) + 1;

    rvt_code_builder_sequential(builder, between(builder, 2, 8));
    rvt_code_builder_indirect(builder, label);
}

static uint32_t link_register(struct rvt_code_builder *builder)
{
    return rvt_code_builder_chance(builder, 70) ? 1 : 5;
}

/* A direct call of an entry. */
static void add_call(struct rvt_code_builder *builder)
{
    uint32_t target = rvt_code_builder_entry(builder);

    rvt_code_builder_direct(builder, link_register(builder), target);
}

/* A direct jump or call ahead, a call of an entry, or a tail call. */
static void add_direct(struct rvt_code_builder *builder)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_code_builder_below(builder, 4)];

    if (rvt_code_builder_chance(builder, 50))
        rvt_code_builder_direct(
            builder, rd,
            rvt_code_builder_ahead(builder, rvt_code_builder_chance(builder, 60) ? 60 : 2000));
    else if (rvt_code_builder_chance(builder, 80))
        add_call(builder);
    else
        rvt_code_builder_direct(builder, 0, rvt_code_builder_entry(builder));
}

/* An indirect jump with one frequent target, or a table of them. */
static void add_indirect(struct rvt_code_builder *builder)
{
    struct rvt_random_code *code = builder->code;
    uint32_t jump = here(builder);
    unsigned targets = rvt_code_builder_chance(builder, 50) ? 1 : between(builder, 2, 8);

    rvt_code_builder_indirect(builder, 0);
    code->insn[jump].table = code->tables;
    code->insn[jump].targets = (uint8_t)targets;
    for (unsigned i = 0; i < targets; i++)
        code->table[code->tables++] = rvt_code_builder_chance(builder, 60)
                                          ? rvt_code_builder_entry(builder)
                                          : rvt_code_builder_below(builder, builder->capacity);
    code->insn[jump].target = code->table[code->insn[jump].table];
}

/* An indirect jump that leads to target in half of the cases. */
static void add_jump_to(struct rvt_code_builder *builder, uint32_t target)
{
    struct rvt_random_code *code = builder->code;
    uint32_t jump = here(builder);

    rvt_code_builder_indirect(builder, target);
    code->insn[jump].table = code->tables;
    code->insn[jump].targets = 2;
    code->table[code->tables++] = target;
    code->table[code->tables++] = rvt_code_builder_entry(builder);
}

void rvt_code_structures_add_leaf(struct rvt_code_builder *builder)
{
    rvt_code_builder_mark_entry(builder);
    rvt_code_builder_sequential(builder, between(builder, 0, 4));
    rvt_code_builder_return(builder);
}

/* A branch that ends a recursion; its target is not known yet. */
static uint32_t add_guard(struct rvt_code_builder *builder)
{
    rvt_code_builder_sequential(builder, between(builder, 0, 2));
    uint32_t guard = here(builder);
    bool ends_late = rvt_code_builder_chance(builder, 70);
    set_habit(builder, rvt_code_builder_branch(builder, 0),
              ends_late ? RVT_HABIT_NOT_TAKEN_REPEATEDLY : RVT_HABIT_ANY);
    return guard;
}

/* A function that calls function after a guard, and perhaps another one. */
static void add_recursive(struct rvt_code_builder *builder, uint32_t function)
{
    uint32_t guard = add_guard(builder);

    rvt_code_builder_sequential(builder, between(builder, 0, 2));
    rvt_code_builder_direct(builder, link_register(builder), function);
    rvt_code_builder_sequential(builder, between(builder, 1, 3));
    if (rvt_code_builder_chance(builder, 30))
        add_call(builder);
    builder->code->insn[guard].target = here(builder);
    rvt_code_builder_sequential(builder, between(builder, 0, 2));
    rvt_code_builder_return(builder);
}

static void add_recursion(struct rvt_code_builder *builder)
{
    rvt_code_builder_mark_entry(builder);
    add_recursive(builder, here(builder));
}

/* Two functions that call each other. */
static void add_mutual_recursion(struct rvt_code_builder *builder)
{
    uint32_t first = here(builder);
    uint32_t guard, call;

    rvt_code_builder_mark_entry(builder);
    guard = add_guard(builder);
    call = here(builder);
    rvt_code_builder_append(builder, rvt_word_jal(link_register(builder), 0), 0);
    rvt_code_builder_sequential(builder, between(builder, 1, 2));
    builder->code->insn[guard].target = here(builder);
    rvt_code_builder_return(builder);
    builder->code->insn[call].target = here(builder);
    rvt_code_builder_mark_entry(builder);
    add_recursive(builder, first);
}

/* Functions that each call the next one: deeper than most stacks. */
static void add_chain(struct rvt_code_builder *builder)
{
    unsigned depth = between(builder, 2, 36);

    rvt_code_builder_mark_entry(builder);
    for (unsigned i = 0; i < depth; i++) {
        unsigned after = rvt_code_builder_below(builder, 3);
        rvt_code_builder_append(builder, rvt_word_jal(link_register(builder), 0),
                                here(builder) + 2 + after);
        rvt_code_builder_sequential(builder, after);
        rvt_code_builder_return(builder);
    }
    rvt_code_structures_add_leaf(builder);
}

/* lui, c.lui and auipc with a jump by the same register; the address is filled in later. */
static void add_far_jump(struct rvt_code_builder *builder)
{
    static const uint8_t loads[] = {1, 5, 6, 10, 31};
    static const uint8_t links[] = {0, 0, 1, 5, 10};
    uint32_t rs1 = loads[rvt_code_builder_below(builder, 5)];
    uint32_t rd = links[rvt_code_builder_below(builder, 5)];
    uint32_t target = rvt_code_builder_chance(builder, 60) ? rvt_code_builder_entry(builder)
                                                           : rvt_code_builder_ahead(builder, 100);
    uint64_t base = builder->shape->base;
    /* where lui leads: 31 bits, sign extended */
    bool absolute = builder->shape->xlen == 32 || base + 0x80000000 < 0xffff0000;
    bool compressed = builder->shape->compressed;
    uint32_t load = rvt_word_auipc(rs1, 0), jump = rvt_word_jalr(rd, rs1, 0);

    if (!builder->shape->far_returns && (rs1 == 1 || rs1 == 5) && rd != 1 && rd != 5) {
        rs1 = 6;
        load = rvt_word_auipc(rs1, 0);
        jump = rvt_word_jalr(rd, rs1, 0);
    }
    if (absolute && rvt_code_builder_chance(builder, 50)) {
        load = compressed && base < 0x1f000 && rvt_code_builder_chance(builder, 60)
                   ? rvt_word_c_lui(rs1, 0)
                   : rvt_word_lui(rs1, 0);
        if (compressed && rd < 2 && rvt_code_builder_chance(builder, 30)) {
            target = 0; /* which has no lower bits */
            jump = rd == 1 ? rvt_word_c_jalr(rs1) : rvt_word_c_jr(rs1);
        }
    }
    rvt_code_builder_append(builder, load, 0)->role = RVT_ROLE_LOAD;
    rvt_code_builder_append(builder, jump, target)->role = RVT_ROLE_FAR_JUMP;
}

static void add_trap_return(struct rvt_code_builder *builder)
{
    static const uint32_t words[] = {RVT_WORD_MRET, 0x10200073, RVT_WORD_MRET, 0x70200073,
                                     0x00200073};
    uint32_t target = rvt_code_builder_below(builder, builder->capacity);

    rvt_code_builder_append(builder, words[rvt_code_builder_below(builder, 5)], target);
}

static void add_trapping(struct rvt_code_builder *builder)
{
    if (!builder->shape->traps)
        rvt_code_builder_sequential(builder, 1);
    else if (builder->shape->compressed && rvt_code_builder_chance(builder, 30))
        rvt_code_builder_append(builder, 0x9002, 0);
    else
        rvt_code_builder_append(builder,
                                rvt_code_builder_chance(builder, 80) ? 0x00000073 : 0x00100073, 0);
}

/* A short loop whose branches a predictor learns. Sometimes a trap ends it, or a jump back to
 * one of its branches. */
static void add_loop(struct rvt_code_builder *builder)
{
    uint32_t label = here(builder);
    struct rvt_random_insn *branch;
    uint32_t back;

    rvt_code_builder_sequential(builder, between(builder, 0, 2));
    if (rvt_code_builder_chance(builder, 40)) {
        branch = rvt_code_builder_branch(builder, here(builder) + 2);
        branch->habit = RVT_HABIT_MOSTLY_NOT_TAKEN;
        rvt_code_builder_sequential(builder, 1);
    }
    rvt_code_builder_sequential(builder, between(builder, 0, 2));
    back = here(builder);
    branch = rvt_code_builder_branch(builder, label);
    set_habit(builder, branch, RVT_HABIT_TAKEN_REPEATEDLY);
    if (rvt_code_builder_chance(builder, 40))
        branch->repeats =
            (uint16_t)(rvt_code_builder_chance(builder, 80) ? between(builder, 30, 300)
                                                            : between(builder, 1000, 2000));
    if (rvt_code_builder_chance(builder, 15))
        add_trapping(builder);
    else if (rvt_code_builder_chance(builder, 15))
        add_jump_to(builder, rvt_code_builder_chance(builder, 50) ? back : label);
}

/* A loop of more than a thousand iterations, and a trap at its end. */
static void add_long_loop(struct rvt_code_builder *builder)
{
    uint32_t label = here(builder);
    struct rvt_random_insn *branch;

    rvt_code_builder_sequential(builder, 1);
    branch = rvt_code_builder_branch(builder, label);
    branch->habit = RVT_HABIT_TAKEN_REPEATEDLY;
    branch->repeats = (uint16_t)between(builder, 1010, 1200);
    add_trapping(builder);
}

/* Branches that are rarely taken, so that their count continues up to a jump back to one of
 * them. */
static void add_passage(struct rvt_code_builder *builder)
{
    uint32_t first = here(builder);
    unsigned branches = between(builder, 30, 40);

    if (rvt_code_builder_chance(builder, 25)) {
        add_long_loop(builder);
        return;
    }
    for (unsigned i = 0; i < branches; i++) {
        struct rvt_random_insn *branch =
            rvt_code_builder_branch(builder, rvt_code_builder_ahead(builder, 40));
        branch->habit = RVT_HABIT_NOT_TAKEN_REPEATEDLY;
        branch->repeats = (uint16_t)between(builder, 20, 200);
    }
    add_jump_to(builder, rvt_code_builder_chance(builder, 70) ? first : here(builder) - 1);
}

/* The entries of a vectored table: one jump each. */
static void add_vectors(struct rvt_code_builder *builder)
{
    static const uint8_t levels[] = {3, 3, 1, 6};
    struct rvt_random_vector *vector =
        &builder->code->vector[levels[rvt_code_builder_below(builder, 4)]];

    if ((builder->offset & 2) != 0)
        rvt_code_builder_append(builder, RVT_WORD_CNOP, 0);
    *vector = (struct rvt_random_vector){.index = here(builder), .vectored = true};
    for (unsigned i = 0; i < RVT_RANDOM_VECTORED; i++)
        rvt_code_builder_append(builder, rvt_word_jal(0, 0), rvt_code_builder_ahead(builder, 100));
}

void rvt_code_structures_add(struct rvt_code_builder *builder)
{
    static const struct {
        unsigned weight;
        void (*add)(struct rvt_code_builder *builder);
    } structures[] = {
        {160, add_branch},       {40, add_loop},
        {60, add_direct},        {50, add_indirect},
        {20, add_indirect_loop}, {20, rvt_code_structures_add_leaf},
        {20, add_recursion},     {10, add_mutual_recursion},
        {4, add_chain},          {40, add_far_jump},
        {20, add_trap_return},   {20, add_trapping},
        {3, add_vectors},
    };
    unsigned roll = rvt_code_builder_below(builder, 1000);

    if (builder->shape->passages && roll >= 990) {
        add_passage(builder);
        return;
    }
    for (unsigned i = 0; i < sizeof(structures) / sizeof(structures[0]); i++) {
        if (roll < structures[i].weight) {
            structures[i].add(builder);
            return;
        }
        roll -= structures[i].weight;
    }
    if (roll < 8) {
        rvt_code_builder_sequential(builder, rvt_code_builder_below(builder, 60));
    } else if (roll < 14) {
        for (unsigned i = rvt_code_builder_below(builder, 40); i > 0; i--)
            add_branch(builder);
    } else {
        rvt_code_builder_sequential(builder, 1);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What random code is made of: loops, functions, jumps of every kind. */
#include "random/random_maker.h"
#include "random/random_words.h"

static uint32_t here(const struct rvt_maker *maker)
{
    return maker->code->insns;
}

static unsigned between(struct rvt_maker *maker, unsigned low, unsigned high)
{
    return low + rvt_maker_below(maker, high - low + 1);
}

/* Turns of a branch: mostly few, now and then about as many as a branch map holds, or thousands. */
static uint16_t choose_turns(struct rvt_maker *maker)
{
    unsigned dice = rvt_maker_below(maker, 100);

    if (dice < 60)
        return (uint16_t)between(maker, 1, 6);
    if (dice < 80)
        return (uint16_t)between(maker, 7, 70);
    if (dice < 94)
        return (uint16_t)between(maker, 28, 36);
    return (uint16_t)(dice < 98 ? between(maker, 100, 400) : between(maker, 1000, 3000));
}

static void set_turns(struct rvt_maker *maker, struct rvt_random_insn *branch,
                      enum rvt_random_habit habit)
{
    branch->habit = (uint8_t)habit;
    branch->turns = choose_turns(maker);
}

static void add_forward_branch(struct rvt_maker *maker)
{
    static const uint8_t habits[] = {RVT_HABIT_ANY, RVT_HABIT_ANY, RVT_HABIT_MOSTLY_TAKEN,
                                     RVT_HABIT_MOSTLY_NOT_TAKEN, RVT_HABIT_NOT_TAKEN_TURNS};
    struct rvt_random_insn *branch = rvt_maker_branch(maker, rvt_maker_ahead(maker, 40));

    set_turns(maker, branch, (enum rvt_random_habit)habits[rvt_maker_below(maker, 5)]);
}

static void add_backward_branch(struct rvt_maker *maker)
{
    uint32_t back = rvt_maker_below(maker, 30);
    struct rvt_random_insn *branch =
        rvt_maker_branch(maker, here(maker) > back ? here(maker) - back : 0);

    set_turns(maker, branch, rvt_maker_chance(maker, 45) ? RVT_HABIT_ANY : RVT_HABIT_TAKEN_TURNS);
}

static void add_branch(struct rvt_maker *maker)
{
    if (rvt_maker_chance(maker, 40))
        add_backward_branch(maker);
    else
        add_forward_branch(maker);
}

/* Falls into a label and jumps back to it by an indirect jump: the loop of the packet chapter. */
static void add_indirect_loop(struct rvt_maker *maker)
{
    uint32_t label = here(maker) + 1;

    rvt_maker_sequential(maker, between(maker, 2, 8));
    rvt_maker_indirect(maker, label);
}

static uint32_t link_register(struct rvt_maker *maker)
{
    return rvt_maker_chance(maker, 70) ? 1 : 5;
}

/* A direct jump or call ahead, a call of an entry, or a tail call. */
static void add_direct(struct rvt_maker *maker)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_maker_below(maker, 4)];

    if (rvt_maker_chance(maker, 50))
        rvt_maker_direct(maker, rd,
                         rvt_maker_ahead(maker, rvt_maker_chance(maker, 60) ? 60 : 2000));
    else if (rvt_maker_chance(maker, 80))
        rvt_maker_direct(maker, link_register(maker), rvt_maker_entry(maker));
    else
        rvt_maker_direct(maker, 0, rvt_maker_entry(maker));
}

/* An indirect jump with one favoured target, or a table of them. */
static void add_indirect(struct rvt_maker *maker)
{
    struct rvt_random_code *code = maker->code;
    uint32_t jump = here(maker);
    unsigned targets = rvt_maker_chance(maker, 50) ? 1 : between(maker, 2, 8);

    rvt_maker_indirect(maker, 0);
    code->insn[jump].table = code->tables;
    code->insn[jump].targets = (uint8_t)targets;
    for (unsigned i = 0; i < targets; i++)
        code->table[code->tables++] = rvt_maker_chance(maker, 60)
                                          ? rvt_maker_entry(maker)
                                          : rvt_maker_below(maker, maker->capacity);
    code->insn[jump].target = code->table[code->insn[jump].table];
}

/* An indirect jump that leads to target in half of the cases. */
static void add_jump_to(struct rvt_maker *maker, uint32_t target)
{
    struct rvt_random_code *code = maker->code;
    uint32_t jump = here(maker);

    rvt_maker_indirect(maker, target);
    code->insn[jump].table = code->tables;
    code->insn[jump].targets = 2;
    code->table[code->tables++] = target;
    code->table[code->tables++] = rvt_maker_entry(maker);
}

void rvt_maker_leaf(struct rvt_maker *maker)
{
    rvt_maker_remember(maker);
    rvt_maker_sequential(maker, between(maker, 0, 4));
    rvt_maker_return(maker);
}

/* A branch that ends a recursion; its target is not known yet. */
static uint32_t add_guard(struct rvt_maker *maker)
{
    uint32_t guard;

    rvt_maker_sequential(maker, between(maker, 0, 2));
    guard = here(maker);
    set_turns(maker, rvt_maker_branch(maker, 0),
              rvt_maker_chance(maker, 70) ? RVT_HABIT_NOT_TAKEN_TURNS : RVT_HABIT_ANY);
    return guard;
}

/* A function that calls function, behind a guard, and perhaps another one. */
static void add_recursive(struct rvt_maker *maker, uint32_t function)
{
    uint32_t guard = add_guard(maker);

    rvt_maker_sequential(maker, between(maker, 0, 2));
    rvt_maker_direct(maker, link_register(maker), function);
    rvt_maker_sequential(maker, between(maker, 1, 3));
    if (rvt_maker_chance(maker, 30))
        rvt_maker_direct(maker, link_register(maker), rvt_maker_entry(maker));
    maker->code->insn[guard].target = here(maker);
    rvt_maker_sequential(maker, between(maker, 0, 2));
    rvt_maker_return(maker);
}

static void add_recursion(struct rvt_maker *maker)
{
    rvt_maker_remember(maker);
    add_recursive(maker, here(maker));
}

/* Two functions that call each other. */
static void add_mutual_recursion(struct rvt_maker *maker)
{
    uint32_t first = here(maker);
    uint32_t guard, call;

    rvt_maker_remember(maker);
    guard = add_guard(maker);
    call = here(maker);
    rvt_maker_append(maker, rvt_word_jal(link_register(maker), 0), 0);
    rvt_maker_sequential(maker, between(maker, 1, 2));
    maker->code->insn[guard].target = here(maker);
    rvt_maker_return(maker);
    maker->code->insn[call].target = here(maker);
    rvt_maker_remember(maker);
    add_recursive(maker, first);
}

/* Functions of which each calls the next one: deeper than most stacks. */
static void add_chain(struct rvt_maker *maker)
{
    unsigned depth = between(maker, 2, 36);

    rvt_maker_remember(maker);
    for (unsigned i = 0; i < depth; i++) {
        unsigned behind = rvt_maker_below(maker, 3);
        rvt_maker_append(maker, rvt_word_jal(link_register(maker), 0), here(maker) + 2 + behind);
        rvt_maker_sequential(maker, behind);
        rvt_maker_return(maker);
    }
    rvt_maker_leaf(maker);
}

/* lui, c.lui and auipc with a jump by the same register; the address is filled in later. */
static void add_far_jump(struct rvt_maker *maker)
{
    static const uint8_t loads[] = {1, 5, 6, 10, 31};
    static const uint8_t links[] = {0, 0, 1, 5, 10};
    uint32_t rs1 = loads[rvt_maker_below(maker, 5)];
    uint32_t rd = links[rvt_maker_below(maker, 5)];
    uint32_t target =
        rvt_maker_chance(maker, 60) ? rvt_maker_entry(maker) : rvt_maker_ahead(maker, 100);
    uint64_t base = maker->shape->base;
    /* where lui leads: 31 bits, sign extended */
    bool absolute = maker->shape->xlen == 32 || base + 0x80000000 < 0xffff0000;
    bool compressed = maker->shape->compressed;
    uint32_t load = rvt_word_auipc(rs1, 0), jump = rvt_word_jalr(rd, rs1, 0);

    if (!maker->shape->far_returns && (rs1 == 1 || rs1 == 5) && rd != 1 && rd != 5) {
        rs1 = 6;
        load = rvt_word_auipc(rs1, 0);
        jump = rvt_word_jalr(rd, rs1, 0);
    }
    if (absolute && rvt_maker_chance(maker, 50)) {
        load = compressed && base < 0x1f000 && rvt_maker_chance(maker, 60) ? rvt_word_c_lui(rs1, 0)
                                                                           : rvt_word_lui(rs1, 0);
        if (compressed && rd < 2 && rvt_maker_chance(maker, 30)) {
            target = 0; /* which has no lower bits */
            jump = rd == 1 ? rvt_word_c_jalr(rs1) : rvt_word_c_jr(rs1);
        }
    }
    rvt_maker_append(maker, load, 0)->role = RVT_ROLE_LOAD;
    rvt_maker_append(maker, jump, target)->role = RVT_ROLE_FAR_JUMP;
}

static void add_trap_return(struct rvt_maker *maker)
{
    static const uint32_t words[] = {RVT_WORD_MRET, 0x10200073, RVT_WORD_MRET, 0x70200073,
                                     0x00200073};

    rvt_maker_append(maker, words[rvt_maker_below(maker, 5)],
                     rvt_maker_below(maker, maker->capacity));
}

static void add_trapping(struct rvt_maker *maker)
{
    if (!maker->shape->traps)
        rvt_maker_sequential(maker, 1);
    else if (maker->shape->compressed && rvt_maker_chance(maker, 30))
        rvt_maker_append(maker, 0x9002, 0);
    else
        rvt_maker_append(maker, rvt_maker_chance(maker, 80) ? 0x00000073 : 0x00100073, 0);
}

/* A short loop whose branches a predictor learns; now and then a trap ends it, or a jump that leads
 * back to a branch of it. */
static void add_loop(struct rvt_maker *maker)
{
    uint32_t label = here(maker);
    struct rvt_random_insn *branch;
    uint32_t back;

    rvt_maker_sequential(maker, between(maker, 0, 2));
    if (rvt_maker_chance(maker, 40)) {
        branch = rvt_maker_branch(maker, here(maker) + 2);
        branch->habit = RVT_HABIT_MOSTLY_NOT_TAKEN;
        rvt_maker_sequential(maker, 1);
    }
    rvt_maker_sequential(maker, between(maker, 0, 2));
    back = here(maker);
    branch = rvt_maker_branch(maker, label);
    set_turns(maker, branch, RVT_HABIT_TAKEN_TURNS);
    if (rvt_maker_chance(maker, 40))
        branch->turns = (uint16_t)(rvt_maker_chance(maker, 80) ? between(maker, 30, 300)
                                                               : between(maker, 1000, 2000));
    if (rvt_maker_chance(maker, 15))
        add_trapping(maker);
    else if (rvt_maker_chance(maker, 15))
        add_jump_to(maker, rvt_maker_chance(maker, 50) ? back : label);
}

/* A loop of more than a thousand turns, and a trap where it ends. */
static void add_long_loop(struct rvt_maker *maker)
{
    uint32_t label = here(maker);
    struct rvt_random_insn *branch;

    rvt_maker_sequential(maker, 1);
    branch = rvt_maker_branch(maker, label);
    branch->habit = RVT_HABIT_TAKEN_TURNS;
    branch->turns = (uint16_t)between(maker, 1010, 1200);
    add_trapping(maker);
}

/* Branches that are hardly ever taken, so that their count goes on up to a jump back to one of
 * them.
 */
static void add_passage(struct rvt_maker *maker)
{
    uint32_t first = here(maker);
    unsigned branches = between(maker, 30, 40);

    if (rvt_maker_chance(maker, 25)) {
        add_long_loop(maker);
        return;
    }
    for (unsigned i = 0; i < branches; i++) {
        struct rvt_random_insn *branch = rvt_maker_branch(maker, rvt_maker_ahead(maker, 40));
        branch->habit = RVT_HABIT_NOT_TAKEN_TURNS;
        branch->turns = (uint16_t)between(maker, 20, 200);
    }
    add_jump_to(maker, rvt_maker_chance(maker, 70) ? first : here(maker) - 1);
}

/* The entries of a vectored table: a jump each. */
static void add_vectors(struct rvt_maker *maker)
{
    static const uint8_t levels[] = {3, 3, 1, 6};
    struct rvt_random_vector *vector = &maker->code->vector[levels[rvt_maker_below(maker, 4)]];

    if ((maker->offset & 2) != 0)
        rvt_maker_append(maker, RVT_WORD_CNOP, 0);
    *vector = (struct rvt_random_vector){.index = here(maker), .vectored = true};
    for (unsigned i = 0; i < RVT_RANDOM_VECTORED; i++)
        rvt_maker_append(maker, rvt_word_jal(0, 0), rvt_maker_ahead(maker, 100));
}

void rvt_maker_structure(struct rvt_maker *maker)
{
    static const struct {
        unsigned weight;
        void (*add)(struct rvt_maker *maker);
    } structures[] = {
        {160, add_branch},       {40, add_loop},
        {60, add_direct},        {50, add_indirect},
        {20, add_indirect_loop}, {20, rvt_maker_leaf},
        {20, add_recursion},     {10, add_mutual_recursion},
        {4, add_chain},          {40, add_far_jump},
        {20, add_trap_return},   {20, add_trapping},
        {3, add_vectors},
    };
    unsigned dice = rvt_maker_below(maker, 1000);

    if (maker->shape->passages && dice >= 990) {
        add_passage(maker);
        return;
    }
    for (unsigned i = 0; i < sizeof(structures) / sizeof(structures[0]); i++) {
        if (dice < structures[i].weight) {
            structures[i].add(maker);
            return;
        }
        dice -= structures[i].weight;
    }
    if (dice < 8) {
        rvt_maker_sequential(maker, rvt_maker_below(maker, 60));
    } else if (dice < 14) {
        for (unsigned i = rvt_maker_below(maker, 40); i > 0; i--)
            add_branch(maker);
    } else {
        rvt_maker_sequential(maker, 1);
    }
}

/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A byte-code interpreter with a switch: recursion, loops and memory of small guest programs, while
 * a tick of the host counts time. */
#include "rt.h"

enum op {
    OP_HALT,
    OP_CONST, /* push the operand */
    OP_LOAD,  /* push a local */
    OP_STORE, /* pop into a local */
    OP_READ,  /* pop an index, push that cell of memory */
    OP_WRITE, /* pop a value and an index */
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_MOD,
    OP_LESS,
    OP_EQUAL,
    OP_NOT,
    OP_JUMP,
    OP_BRANCH, /* where the popped value is 0 */
    OP_CALL,   /* arguments are on the stack */
    OP_RETURN,
};

struct insn {
    uint8_t op;
    int8_t operand; /* targets count from the program's first instruction */
};

enum status { DONE, BAD_CODE, NO_ROOM };

enum { STACK = 128, FRAMES = 24, LOCALS = 4, CELLS = 64 };

struct frame {
    const struct insn *back;
    int32_t local[LOCALS];
};

struct vm {
    int32_t stack[STACK];
    struct frame frame[FRAMES];
    int32_t cell[CELLS];
};

static RT_LIBRARY_CALL enum status run(struct vm *vm, const struct insn *code, int32_t input,
                                       int32_t *result)
{
    const struct insn *at = code;
    struct frame *frame = vm->frame;
    int32_t *top = vm->stack;

    *top = input;
    for (;;) {
        int operand = at->operand;

        if (top >= vm->stack + STACK - 1)
            return NO_ROOM;
        switch ((enum op)at++->op) {
        case OP_HALT:
            *result = *top;
            return DONE;
        case OP_CONST:
            *++top = operand;
            break;
        case OP_LOAD:
            *++top = frame->local[operand];
            break;
        case OP_STORE:
            frame->local[operand] = *top--;
            break;
        case OP_READ:
            *top = vm->cell[(uint32_t)*top % CELLS];
            break;
        case OP_WRITE:
            vm->cell[(uint32_t)top[-1] % CELLS] = top[0];
            top -= 2;
            break;
        case OP_ADD:
            top--;
            top[0] += top[1];
            break;
        case OP_SUB:
            top--;
            top[0] -= top[1];
            break;
        case OP_MUL:
            top--;
            top[0] *= top[1];
            break;
        case OP_MOD:
            top--;
            top[0] = top[1] == 0 ? 0 : top[0] % top[1];
            break;
        case OP_LESS:
            top--;
            top[0] = top[0] < top[1];
            break;
        case OP_EQUAL:
            top--;
            top[0] = top[0] == top[1];
            break;
        case OP_NOT:
            top[0] = !top[0];
            break;
        case OP_JUMP:
            at = code + operand;
            break;
        case OP_BRANCH:
            if (*top-- == 0)
                at = code + operand;
            break;
        case OP_CALL:
            if (++frame == vm->frame + FRAMES)
                return NO_ROOM;
            frame->back = at;
            at = code + operand;
            break;
        case OP_RETURN:
            at = frame->back;
            frame--;
            break;
        default:
            return BAD_CODE;
        }
    }
}

/* fibonacci(n) = n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2) */
static const struct insn fibonacci[] = {
    {OP_CALL, 2},                                 /* 0 */
    {OP_HALT, 0},                                 /* 1 */
    {OP_STORE, 0},                                /* 2: the function */
    {OP_LOAD, 0},   {OP_CONST, 2},  {OP_LESS, 0}, /* 3 */
    {OP_BRANCH, 9},                               /* 6 */
    {OP_LOAD, 0},   {OP_RETURN, 0},               /* 7 */
    {OP_LOAD, 0},   {OP_CONST, 1},  {OP_SUB, 0},  /* 9 */
    {OP_CALL, 2},                                 /* 12 */
    {OP_LOAD, 0},   {OP_CONST, 2},  {OP_SUB, 0},  /* 13 */
    {OP_CALL, 2},                                 /* 16 */
    {OP_ADD, 0},    {OP_RETURN, 0},               /* 17 */
};

/* The number of primes below n, by a sieve in memory that is all 0. Locals: n, i, j, found. */
static const struct insn primes[] = {
    {OP_STORE, 0},                                 /* 0 */
    {OP_CONST, 2},   {OP_STORE, 1},                /* 1: i = 2 */
    {OP_CONST, 0},   {OP_STORE, 3},                /* 3: found = 0 */
    {OP_LOAD, 1},    {OP_LOAD, 0},  {OP_LESS, 0},  /* 5: while i < n */
    {OP_BRANCH, 38},                               /* 8 */
    {OP_LOAD, 1},    {OP_READ, 0},                 /* 9: if i is not marked */
    {OP_BRANCH, 13}, {OP_JUMP, 33},                /* 11 */
    {OP_LOAD, 3},    {OP_CONST, 1}, {OP_ADD, 0},   /* 13: found++ */
    {OP_STORE, 3},                                 /* 16 */
    {OP_LOAD, 1},    {OP_LOAD, 1},  {OP_MUL, 0},   /* 17: j = i * i */
    {OP_STORE, 2},                                 /* 20 */
    {OP_LOAD, 2},    {OP_LOAD, 0},  {OP_LESS, 0},  /* 21: while j < n */
    {OP_BRANCH, 33},                               /* 24 */
    {OP_LOAD, 2},    {OP_CONST, 1}, {OP_WRITE, 0}, /* 25: mark j */
    {OP_LOAD, 2},    {OP_LOAD, 1},  {OP_ADD, 0},   /* 28: j += i */
    {OP_STORE, 2},   {OP_JUMP, 21},                /* 31 */
    {OP_LOAD, 1},    {OP_CONST, 1}, {OP_ADD, 0},   /* 33: i++ */
    {OP_STORE, 1},   {OP_JUMP, 5},                 /* 36 */
    {OP_LOAD, 3},    {OP_HALT, 0},                 /* 38 */
};

/* The sum of the greatest common divisors of all pairs up to n. Locals: n, a, b, sum. */
static const struct insn divisors[] = {
    {OP_STORE, 0},                                 /* 0 */
    {OP_CONST, 0}, {OP_STORE, 3},                  /* 1: sum = 0 */
    {OP_CONST, 1}, {OP_STORE, 1},                  /* 3: a = 1 */
    {OP_LOAD, 0},  {OP_LOAD, 1},    {OP_LESS, 0},  /* 5: until n < a */
    {OP_NOT, 0},   {OP_BRANCH, 33},                /* 8 */
    {OP_CONST, 1}, {OP_STORE, 2},                  /* 10: b = 1 */
    {OP_LOAD, 0},  {OP_LOAD, 2},    {OP_LESS, 0},  /* 12: until n < b */
    {OP_NOT, 0},   {OP_BRANCH, 28},                /* 15 */
    {OP_LOAD, 1},  {OP_LOAD, 2},    {OP_CALL, 35}, /* 17: sum += divisor(a, b) */
    {OP_LOAD, 3},  {OP_ADD, 0},     {OP_STORE, 3}, /* 20 */
    {OP_LOAD, 2},  {OP_CONST, 1},   {OP_ADD, 0},   /* 23: b++ */
    {OP_STORE, 2}, {OP_JUMP, 12},                  /* 26 */
    {OP_LOAD, 1},  {OP_CONST, 1},   {OP_ADD, 0},   /* 28: a++ */
    {OP_STORE, 1}, {OP_JUMP, 5},                   /* 31 */
    {OP_LOAD, 3},  {OP_HALT, 0},                   /* 33 */
    {OP_STORE, 1}, {OP_STORE, 0},                  /* 35: divisor(a, b) */
    {OP_LOAD, 1},  {OP_BRANCH, 46},                /* 37: until b is 0 */
    {OP_LOAD, 1},                                  /* 39: a, b = b, a % b */
    {OP_LOAD, 0},  {OP_LOAD, 1},    {OP_MOD, 0},   /* 40 */
    {OP_STORE, 1}, {OP_STORE, 0},   {OP_JUMP, 37}, /* 43 */
    {OP_LOAD, 0},  {OP_RETURN, 0},                 /* 46 */
};

static volatile uint32_t ticks;

void rt_trap(struct rt_frame *frame)
{
    if (frame->cause != RT_CAUSE_TIMER)
        rt_exit(1);
    ticks++;
    rt_timer_arm(RT_TICK);
}

static struct vm vm;

int main(void)
{
    static const struct insn broken[] = {{OP_CONST, 1}, {99, 0}};
    int32_t result;

    rt_timer_start(RT_TICK);
    if (run(&vm, fibonacci, 8, &result) != DONE || result != 21)
        return 2;
    if (run(&vm, primes, 50, &result) != DONE || result != 15)
        return 3;
    if (run(&vm, divisors, 5, &result) != DONE || result != 37)
        return 4;
    if (run(&vm, broken, 0, &result) != BAD_CODE)
        return 5;
    rt_csr_clear(mstatus, RT_MSTATUS_MIE);
    return ticks > 0 ? 0 : 6;
}

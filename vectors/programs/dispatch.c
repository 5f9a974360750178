/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Calls through tables of functions: objects with methods, an event loop with callbacks, a stack
 * machine. */
#include "rt.h"

/* Shapes with methods. */
struct shape;

struct methods {
    uint32_t (*area)(const struct shape *);
    void (*grow)(struct shape *, uint32_t);
    int (*inside)(const struct shape *, uint32_t, uint32_t);
};

struct shape {
    const struct methods *methods;
    uint32_t a, b;
};

static uint32_t box_area(const struct shape *s)
{
    return s->a * s->b;
}

static void box_grow(struct shape *s, uint32_t by)
{
    s->a += by;
    s->b += by / 2;
}

static int box_inside(const struct shape *s, uint32_t x, uint32_t y)
{
    return x < s->a && y < s->b;
}

static uint32_t disc_area(const struct shape *s)
{
    return s->a * s->a * 355u / 113u;
}

static void disc_grow(struct shape *s, uint32_t by)
{
    s->a += by;
}

static int disc_inside(const struct shape *s, uint32_t x, uint32_t y)
{
    return x * x + y * y < s->a * s->a;
}

static uint32_t wedge_area(const struct shape *s)
{
    return box_area(s) / 2;
}

static int wedge_inside(const struct shape *s, uint32_t x, uint32_t y)
{
    return x < s->a && y < s->b && x * s->b + y * s->a < s->a * s->b;
}

static const struct methods box = {box_area, box_grow, box_inside};
static const struct methods disc = {disc_area, disc_grow, disc_inside};
static const struct methods wedge = {wedge_area, box_grow, wedge_inside};

static RT_NOINLINE uint32_t run_shapes(uint32_t rounds)
{
    static const struct methods *const kinds[] = {&box, &disc, &wedge};
    struct shape shapes[12];
    uint32_t seed = 99, total = 0;

    for (uint32_t i = 0; i < 12; i++)
        shapes[i] = (struct shape){kinds[rt_random(&seed) % 3], 3 + i, 4 + i};
    for (uint32_t round = 0; round < rounds; round++) {
        struct shape *s = &shapes[rt_random(&seed) % 12];
        uint32_t x = rt_random(&seed) % 16, y = rt_random(&seed) % 16;

        if (s->methods->inside(s, x, y))
            total += s->methods->area(s);
        else
            s->methods->grow(s, x & 1);
    }
    return total;
}

/* Events: each handler returns the number of the next one. */
typedef uint32_t handler_fn(uint32_t *state);

static uint32_t on_idle(uint32_t *state)
{
    return rt_random(state) & 3;
}

static uint32_t on_key(uint32_t *state)
{
    return (*state >> 5 & 1) + 2;
}

static uint32_t on_tick(uint32_t *state)
{
    uint32_t bits = 0;

    for (uint32_t v = *state; v & 7; v >>= 3)
        bits += v & 1;
    return bits & 3;
}

static uint32_t on_draw(uint32_t *state)
{
    *state += 0x9e3779b9u;
    return 0;
}

static RT_NOINLINE uint32_t run_events(uint32_t count)
{
    static handler_fn *const handlers[] = {on_idle, on_key, on_tick, on_draw};
    uint32_t state = 4711, event = 0;

    while (count--)
        event = handlers[event](&state);
    return state + event;
}

/* A stack machine whose instructions are functions. */
struct machine {
    const uint8_t *code;
    uint32_t stack[8];
    int top;
};

static int op_push(struct machine *m)
{
    m->stack[m->top++] = *m->code++;
    return 1;
}

static int op_add(struct machine *m)
{
    m->top--;
    m->stack[m->top - 1] += m->stack[m->top];
    return 1;
}

static int op_mul(struct machine *m)
{
    m->top--;
    m->stack[m->top - 1] *= m->stack[m->top];
    return 1;
}

static int op_copy(struct machine *m)
{
    m->stack[m->top] = m->stack[m->top - 1];
    m->top++;
    return 1;
}

static int op_swap(struct machine *m)
{
    uint32_t value = m->stack[m->top - 1];

    m->stack[m->top - 1] = m->stack[m->top - 2];
    m->stack[m->top - 2] = value;
    return 1;
}

/* Counts the top down; goes back by the operand until it is 0. */
static int op_loop(struct machine *m)
{
    uint8_t back = *m->code++;

    if (--m->stack[m->top - 1])
        m->code -= back;
    return 1;
}

static int op_stop(struct machine *m)
{
    m->top--;
    return 0;
}

enum { PUSH, ADD, MUL, COPY, SWAP, LOOP, STOP };

static RT_NOINLINE uint32_t run_machine(const uint8_t *code)
{
    static int (*const ops[])(struct machine *) = {op_push, op_add,  op_mul, op_copy,
                                                   op_swap, op_loop, op_stop};
    struct machine m = {.code = code};

    while (ops[*m.code++](&m))
        ;
    return m.stack[m.top - 1];
}

int main(void)
{
    /* acc = acc * 3 + 7, 200 times, the counter on top. */
    static const uint8_t code[] = {PUSH, 1, PUSH, 200,  SWAP, PUSH, 3,   MUL,
                                   PUSH, 7, ADD,  SWAP, LOOP, 10,   STOP};
    uint32_t expect = 1;

    for (int i = 0; i < 200; i++)
        expect = expect * 3 + 7;
    if (run_machine(code) != expect)
        return 1;
    return run_shapes(900) != 0 && run_events(1500) != 0 ? 0 : 2;
}

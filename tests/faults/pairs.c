/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Statements for selftest.py; parsed, never built. The order of a pair does not matter in functions
 * whose names begin with free_, and may matter in those that begin with bound_. Every cut of a
 * value changes nothing in functions that begin with fitting_, and may in those that begin with
 * wide_.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/params.h"

struct table {
    uint64_t *entry;
    uint32_t used;
};

struct chain {
    struct chain *next;
    uint32_t depth;
};

struct unit {
    struct table table, spare;
    struct chain chain;
    union {
        uint32_t word;
        float real;
    } either;
    void *anything;
    bool ready, idle;
    uint32_t count, limit, privilege_width_p, list[4];
    uint32_t *place;
};

struct wrapper {
    struct table table;
};

struct hidden;

enum kind { FIRST, SECOND };

void rvt_table_clear(struct table *table);
void rvt_chain_grow(struct chain *chain, uint32_t by);
void rvt_unit_step(struct unit *unit);
void rvt_wrapper_step(struct wrapper *wrapper);
void rvt_hidden_step(struct hidden *hidden);
void rvt_count(uint32_t *count);
void rvt_report(const void *about);
uint32_t rvt_sum(uint32_t a, uint32_t b);
uint32_t rvt_sum_of(const struct unit *unit);

void free_members(struct unit *u)
{
    u->ready = true;
    u->count = 3;
}

void free_cast(struct unit *u, uint64_t value)
{
    u->count = (uint32_t)value;
    u->limit = (uint32_t)(value >> 32);
}

void free_parentheses(struct unit *u, bool a, bool b)
{
    u->ready = a && (b || u->ready);
    u->idle = b && (a || u->idle);
}

void free_enumerator(struct unit *u, enum kind kind)
{
    u->ready = kind == SECOND;
    u->idle = kind == FIRST;
}

void free_value_call(struct unit *u)
{
    u->count = rvt_sum(1, 2);
    u->limit = 3;
}

void free_call_of_member(struct unit *u)
{
    rvt_table_clear(&u->table);
    u->ready = false;
}

void free_calls(struct unit *u, uint32_t by)
{
    rvt_table_clear(&u->table);
    rvt_chain_grow(&u->chain, by);
}

void free_compound(struct unit *u, uint32_t *steps)
{
    u->ready = true;
    *steps += 2;
}

void free_collect(struct unit *u, uint32_t a)
{
    u->count |= a & 1;
    u->count |= u->limit << 1;
}

void free_release(struct unit *u)
{
    free(u->place);
    rvt_chain_grow(&u->chain, 1);
}

void free_set(struct unit *u)
{
    memset(u->place, 0, sizeof(*u->place));
    u->anything = NULL;
}

void bound_collect_and_mask(struct unit *u, uint32_t a)
{
    u->count |= a;
    u->count &= 7;
}

void bound_collect_from_itself(struct unit *u)
{
    u->count |= 1;
    u->count |= u->count << 1;
}

void bound_collect_apart(struct unit *u)
{
    u->list[0] |= 1;
    u->list[1] |= u->list[0];
}

void bound_collect_through_pointer(struct unit *u)
{
    u->count |= 1;
    u->count |= *u->place;
}

void bound_collect_by_call(struct unit *u)
{
    u->count |= 1;
    u->count |= rvt_sum_of(u);
}

void bound_release(struct unit *u)
{
    rvt_table_clear(&u->table);
    free(u->table.entry);
}

void bound_copied(struct unit *u, struct table *other)
{
    memcpy(other, &u->spare, sizeof(*other));
    u->table.used = 1;
}

void bound_read_after_write(struct unit *u)
{
    u->count = 3;
    u->limit = u->count;
}

void bound_write_after_read(struct unit *u)
{
    u->limit = u->count;
    u->count = 3;
}

void bound_same_member(struct unit *u, struct unit *v)
{
    u->count = 3;
    v->count = 4;
}

void bound_pointer_changes(struct chain *c)
{
    c = c->next;
    c->depth = 1;
}

void bound_through_pointer(struct unit *u)
{
    *u->place = 1;
    u->limit = u->count;
}

void bound_array_by_index(struct unit *u, uint32_t i, uint32_t j)
{
    u->list[i] = 1;
    u->list[j] = 2;
}

void bound_index_changes(struct unit *u, uint32_t i)
{
    i++;
    u->list[i] = 2;
}

void bound_union(struct unit *u)
{
    u->either.real = 1;
    u->either.word = 2;
}

void bound_whole_record(struct unit *u)
{
    u->table.used = 1;
    u->table = u->spare;
}

void bound_call_of_its_record(struct unit *u)
{
    rvt_unit_step(u);
    u->ready = false;
}

void bound_call_of_nested_record(struct wrapper *w)
{
    rvt_wrapper_step(w);
    w->table.used = 1;
}

void bound_call_of_chain(struct unit *u)
{
    rvt_chain_grow(&u->chain, 1);
    u->chain.depth = 1;
}

void bound_incomplete_type(struct unit *u, struct hidden *hidden)
{
    rvt_hidden_step(hidden);
    u->ready = true;
}

void bound_calls_of_one_type(struct unit *u)
{
    rvt_table_clear(&u->table);
    rvt_table_clear(&u->spare);
}

void bound_argument(struct unit *u)
{
    u->count = 3;
    rvt_chain_grow(&u->chain, u->count);
}

void bound_number_by_address(struct unit *u)
{
    rvt_count(&u->count);
    u->limit = u->count;
}

void bound_other_number_by_address(struct unit *u)
{
    rvt_count(u->place);
    u->limit = 3;
}

void bound_anything(struct unit *u)
{
    rvt_report(&u->table);
    u->ready = true;
}

void bound_copy(struct unit *u, const uint32_t *from)
{
    memcpy(u->list, from, sizeof u->list);
    u->ready = true;
}

void bound_library(struct unit *u)
{
    u->count = (uint32_t)rand();
    srand(5);
}

void bound_nested_assignment(struct unit *u)
{
    u->limit = (u->count = 3);
    u->count = 4;
}

void bound_pointed_to_by_function(struct unit *u, void (*hook)(uint32_t by))
{
    hook(2);
    u->ready = true;
}

/* Widths: a truth value is no site; a cut of the others is one. */
void widths(struct unit *u, uint64_t wide, bool a, bool b)
{
    u->table.entry[0] = a && !b;
    u->table.entry[1] = wide < 3;
    u->table.entry[2] = wide + 3;
}

/* A fault that the compiler shows to change nothing, and one that it does not. */
void constants(struct unit *u)
{
    uint32_t unused = 5;

    unused = 6;
    u->count = 7;
}

void fitting_types(uint64_t *out, uint8_t byte, bool flag)
{
    *out = (uint64_t)byte << 3;
    *out = byte + 1 + flag;
}

void fitting_masks(uint32_t *out, uint32_t value, int32_t any)
{
    *out = value & 0xffff;
    *out = (uint32_t)(any & 0xff) | 0x100;
    *out = (value >> 3 & 0xff) * 257;
}

void fitting_remainder(uint32_t *out, uint64_t at)
{
    *out = (uint32_t)(at % 8) + 1;
}

void fitting_choice(uint32_t *out, bool flag)
{
    *out = flag ? 65535 : 2;
}

void fitting_local(uint32_t *out, uint8_t byte)
{
    unsigned once = byte / 2;

    *out = once + 3;
}

void fitting_parameters(uint64_t *out, const struct rvt_config *config)
{
    *out = config->params.privilege_width_p;
    *out = rvt_mask(config->params.iaddress_lsb_p + 30);
}

void wide_types(uint32_t *out, uint64_t *longer, uint32_t value)
{
    *out = value + 1;
    *longer = (uint64_t)value + 1;
}

void wide_by_one(uint32_t *out, uint8_t byte, uint32_t value)
{
    *out = (value & 0xffff) + 1;
    *out = byte << 9;
}

void wide_difference(uint32_t *out, uint8_t byte)
{
    *out = byte - 1u;
}

void wide_negative(uint32_t *out, int8_t value)
{
    *out = value;
}

void wide_complement(uint32_t *out, uint8_t byte)
{
    *out = ~byte;
}

void wide_written_local(uint32_t *out, uint32_t value)
{
    unsigned twice = 3;

    twice += value;
    *out = twice;
}

void wide_local_by_address(uint32_t *out)
{
    unsigned given = 3;

    rvt_count(&given);
    *out = given;
}

void wide_choice(uint32_t *out, bool flag, uint32_t value)
{
    *out = flag ? 3 : value;
}

void wide_parameters(uint64_t *out, const struct rvt_config *config)
{
    *out = rvt_mask(config->params.iaddress_lsb_p + 31);
}

void wide_member_of_its_name(uint32_t *out, const struct unit *unit)
{
    *out = unit->privilege_width_p;
}

/* Swapped arguments of the first three change nothing, of the others they may. */
int swaps(const char *a, const char *b, void **where)
{
    bool same = strcmp(a, b) == 0;
    bool differs = strcmp(a, b) != 0;
    where[0] = calloc(7, sizeof(uint64_t));
    bool less = strcmp(a, b) < 0;
    int order = strcmp(a, b);
    bool sum = rvt_sum(1, 2) == 0;

    return same + differs + less + order + sum;
}

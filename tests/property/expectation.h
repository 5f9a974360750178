/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a decoder has to find, computed from the rows and the program alone: the instructions that
 * retired while tracing was on, their privilege levels, the traps between them, and context and
 * time wherever the trace reports them. It shares no code with the encoder, so that an error would
 * have to be made twice.
 */
#ifndef RVT_TESTS_PROPERTY_EXPECTATION_H
#define RVT_TESTS_PROPERTY_EXPECTATION_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/coverage.h"
#include "decoder/decoder.h"
#include "encoder/encoder.h"
#include "program/image.h"

enum token_kind { TOKEN_INST, TOKEN_TRAP, TOKEN_LOSS };

struct token {
    enum token_kind kind;
    bool must;        /* TRAP: the trace must report it */
    bool interrupt;   /* TRAP */
    bool epc_known;   /* TRAP: epc is valid */
    bool traced;      /* TRAP: qualified, as was everything up to the next item */
    uint32_t cause;   /* TRAP */
    uint64_t address; /* INST: address; TRAP: EPC */
    uint64_t tval;    /* TRAP */
    uint64_t context; /* INST: of its row, as are time, cycle and priv */
    uint64_t time;
    uint64_t cycle;
    uint8_t priv;
};

struct expect {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_coverage *coverage; /* null, or counts every item */
    struct token *token;
    size_t tokens, capacity, next;
    struct rvt_control control;
    bool tracing, losing;
    bool has_passes;    /* passes is valid for the next row */
    uint8_t passes;     /* bit i: block i passes the filters */
    bool gap;           /* tracing was off since the latest item */
    uint64_t cycle;     /* of the latest row */
    size_t latest_trap; /* index + 1 of its token if the latest item is a trap, else 0 */
    bool successor_known;
    uint64_t successor; /* of the latest instruction */
    bool inst_before;   /* the latest item is an instruction */
    bool epc_known;     /* the caller knows the EPC of the trap in the next row */
    uint64_t epc;
    uint64_t retired; /* traced instructions */
    bool priv_known;  /* the trace has reported the current privilege level */
    uint8_t priv;
    bool reported; /* the next instruction must have privilege, context and time of state */
    struct rvt_packet state;
    size_t context_at; /* token of the latest reported imprecise change of context */
    uint64_t states;   /* comparisons of context and time */
    char fault[200];
};

static inline struct token *expect_add(struct expect *e, struct token token)
{
    if (e->tokens == e->capacity) {
        e->capacity = e->capacity == 0 ? 1024 : 2 * e->capacity;
        e->token = realloc(e->token, e->capacity * sizeof(*e->token));
        if (e->token == NULL)
            abort();
    }
    e->token[e->tokens] = token;
    return &e->token[e->tokens++];
}

static inline void expect_cover(struct expect *e, bool qualified, enum rvt_coverage_step step)
{
    if (e->coverage != NULL)
        rvt_coverage_item(e->coverage, qualified ? step : RVT_COVERAGE_GAP);
}

/* The kind of an instruction before traps. */
static inline enum rvt_coverage_step expect_step(const struct rvt_insn *insn)
{
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return RVT_COVERAGE_BRANCH;
    case RVT_INSN_UNINFERABLE:
        return RVT_COVERAGE_UPDISCON;
    case RVT_INSN_TRAP_RETURN:
        return RVT_COVERAGE_TRAP_RETURN;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_JUMP:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        break;
    }
    return RVT_COVERAGE_SEQUENTIAL;
}

/* A trap that is followed by a traced item must be reported. */
static inline void expect_item(struct expect *e, bool qualified)
{
    if (e->latest_trap != 0 && qualified) {
        e->token[e->latest_trap - 1].must = true;
        if (e->gap)
            e->token[e->latest_trap - 1].traced = false;
    }
    e->latest_trap = 0;
    e->gap = !qualified;
}

static inline void expect_insts(struct expect *e, const struct rvt_row *row,
                                const struct rvt_block *block, bool qualified)
{
    uint64_t mask = rvt_image_xlen(e->image) == 32 ? 0xffffffff : UINT64_MAX;
    uint64_t pc = block->iaddr;
    uint32_t left = rvt_counts_halfwords(&e->config->params) ? block->iretire
                                                             : block->iretire << block->ilastsize;

    while (left > 0) {
        struct rvt_insn insn;
        if (rvt_image_insn(e->image, pc, &insn, NULL) != RVT_OK || insn.size / 2u > left) {
            snprintf(e->fault, sizeof(e->fault), "row does not fit the program at %llx",
                     (unsigned long long)pc);
            return;
        }
        left -= insn.size / 2u;
        expect_item(e, qualified);
        expect_cover(e, qualified, expect_step(&insn));
        if (qualified) {
            expect_add(e, (struct token){.kind = TOKEN_INST,
                                         .address = pc,
                                         .context = row->context,
                                         .time = row->time,
                                         .cycle = row->cycle,
                                         .priv = row->priv});
            e->retired++;
        }
        e->successor_known = insn.kind != RVT_INSN_UNINFERABLE && insn.kind != RVT_INSN_TRAP_RETURN;
        e->successor = (pc + insn.size) & mask;
        if (insn.kind == RVT_INSN_JUMP || (insn.kind == RVT_INSN_BRANCH && block->itype == 5))
            e->successor = insn.target;
        e->inst_before = true;
        pc += insn.size;
    }
}

static inline void expect_trap(struct expect *e, const struct rvt_row *row,
                               const struct rvt_block *block, bool qualified)
{
    bool exception = block->itype == RVT_ITYPE_EXCEPTION;
    struct token token = {
        .kind = TOKEN_TRAP,
        .interrupt = !exception,
        .cause = row->cause,
        .tval = exception || e->config->switches.tval_always ? row->tval : 0,
        .traced = qualified,
    };

    expect_item(e, qualified);
    expect_cover(e, qualified, exception ? RVT_COVERAGE_EXCEPTION : RVT_COVERAGE_INTERRUPT);
    if (e->epc_known || (exception && block->iretire == 0)) {
        token.epc_known = true;
        token.address = e->epc_known ? e->epc : block->iaddr;
    } else if (e->inst_before) {
        token.epc_known = e->successor_known;
        token.address = e->successor;
    }
    expect_add(e, token);
    e->latest_trap = e->tokens;
    e->inst_before = false;
}

static inline void expect_forget(struct expect *e)
{
    e->latest_trap = 0;
    e->inst_before = false;
    expect_cover(e, false, RVT_COVERAGE_GAP);
}

static inline void expect_control(struct expect *e, const struct rvt_control *control)
{
    e->control = *control;
    e->tracing = control->inst_tracing;
    if (!control->enable) {
        expect_forget(e);
        e->losing = false;
    }
}

static inline void expect_row(struct expect *e, const struct rvt_row *row)
{
    bool listening = e->control.enable && !row->halted && !row->reset;
    bool trig = listening && e->control.inst_trig_enable;

    if (!e->tracing && row->cycle > e->cycle + 1)
        e->gap = true;
    e->cycle = row->cycle;
    if (trig && (row->trigger & 1) != 0)
        e->tracing = true;
    if (!listening)
        expect_forget(e);
    bool qualified = listening && e->tracing;
    if (!qualified)
        e->gap = true;
    if (listening && row->lost) {
        if (!e->losing)
            expect_add(e, (struct token){.kind = TOKEN_LOSS});
        e->losing = true;
        expect_forget(e);
    } else if (listening) {
        for (unsigned i = 0; i < row->blocks; i++) {
            const struct rvt_block *block = &row->block[i];
            bool traced = qualified && (!e->has_passes || (e->passes >> i & 1) != 0);
            if (block->iretire > 0)
                expect_insts(e, row, block, traced);
            if (block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT)
                expect_trap(e, row, block, traced);
            if ((traced && block->iretire > 0) || block->itype == RVT_ITYPE_EXCEPTION ||
                block->itype == RVT_ITYPE_INTERRUPT)
                e->losing = false;
        }
    }
    if (trig && (row->trigger & 2) != 0)
        e->tracing = false;
}

/* Skips traps that need not be reported. */
static inline void expect_skip(struct expect *e)
{
    while (e->next < e->tokens && e->token[e->next].kind == TOKEN_TRAP && !e->token[e->next].must)
        e->next++;
}

static inline enum rvt_status expect_fail(struct expect *e, const char *what, uint64_t value)
{
    struct token *t = e->next < e->tokens ? &e->token[e->next] : NULL;
    if (e->fault[0] == '\0')
        snprintf(e->fault, sizeof(e->fault), "token %zu of %zu: decoded %s %llx, expected %s %llx",
                 e->next, e->tokens, what, (unsigned long long)value,
                 t == NULL               ? "nothing"
                 : t->kind == TOKEN_INST ? "instruction"
                 : t->kind == TOKEN_TRAP ? "trap"
                                         : "loss",
                 t == NULL ? 0ull : (unsigned long long)t->address);
    return RVT_ERR_IO;
}

/* True if token has the privilege, context and time that packet reports. ETR-CTX-008,
 * ETR-CTX-009. */
static inline bool expect_is_state(const struct expect *e, const struct token *token,
                                   const struct rvt_packet *packet)
{
    const struct rvt_params *params = &e->config->params;

    return token->kind == TOKEN_INST && token->priv == packet->privilege &&
           (params->nocontext_p || token->context == packet->context) &&
           (params->notime_p || token->time == packet->time);
}

/* The next token is decoded: its privilege must be known, and the reported state must be right. */
static inline enum rvt_status expect_state(struct expect *e)
{
    const struct token *token = &e->token[e->next];

    if (e->reported) {
        e->priv = e->state.privilege;
        e->priv_known = true;
        e->reported = false;
        e->states++;
        if (!expect_is_state(e, token, &e->state))
            return expect_fail(e, "other privilege, context or time, context", e->state.context);
    }
    return e->priv_known && e->priv == token->priv ? RVT_OK : expect_fail(e, "privilege", e->priv);
}

/* An imprecise change of context belongs to an instruction that is not decoded yet, in order.
 * ETR-CTX-002. */
static inline enum rvt_status expect_context(struct expect *e, const struct rvt_packet *packet)
{
    size_t i = e->context_at > e->next ? e->context_at : e->next;

    while (i < e->tokens && !expect_is_state(e, &e->token[i], packet))
        i++;
    if (i >= e->tokens)
        return expect_fail(e, "context of nothing ahead", packet->context);
    e->context_at = i;
    e->states++;
    return RVT_OK;
}

/* The callbacks of a decoder; context is a struct expect. */
static inline enum rvt_status expectation_range(void *context, const struct rvt_range *range)
{
    struct expect *e = context;
    uint64_t pc = range->first;

    for (uint64_t i = 0; i < range->count; i++) {
        struct rvt_insn insn;
        expect_skip(e);
        if (e->next >= e->tokens || e->token[e->next].kind != TOKEN_INST ||
            e->token[e->next].address != pc)
            return expect_fail(e, "instruction", pc);
        if (expect_state(e) != RVT_OK)
            return RVT_ERR_IO;
        e->next++;
        if (rvt_image_insn(e->image, pc, &insn, NULL) != RVT_OK)
            return expect_fail(e, "no code at", pc);
        if (i + 1 == range->count && (pc != range->last || insn.size != range->last_size ||
                                      range->last_code != rvt_range_code(&insn)))
            return expect_fail(e, "range that ends at", range->last);
        pc += insn.size;
    }
    return RVT_OK;
}

static inline bool expect_is_trap(const struct token *token, const struct rvt_trap *trap)
{
    return token->kind == TOKEN_TRAP && token->cause == trap->ecause &&
           token->interrupt == trap->interrupt && token->tval == trap->tval;
}

/*
 * The token of trap: the next one that must be reported, or an optional one before it. A trap that
 * was neither traced nor followed by something traced is never reported.
 */
static inline size_t expect_find_trap(const struct expect *e, const struct rvt_trap *trap)
{
    size_t due = e->next;

    while (due < e->tokens && e->token[due].kind == TOKEN_TRAP && !e->token[due].must)
        due++;
    if (due < e->tokens && expect_is_trap(&e->token[due], trap))
        return due;
    for (size_t i = e->next; i < due; i++)
        if (e->token[i].traced && expect_is_trap(&e->token[i], trap))
            return i;
    return e->tokens;
}

static inline enum rvt_status expectation_trap(void *context, const struct rvt_trap *trap)
{
    struct expect *e = context;
    size_t found = expect_find_trap(e, trap);

    if (found == e->tokens)
        return expect_fail(e, "trap", trap->ecause);
    e->next = found;
    const struct token *token = &e->token[e->next];
    if (trap->epc_known && token->traced && (!token->epc_known || token->address != trap->epc))
        return expect_fail(e, "EPC", trap->epc);
    e->next++;
    return RVT_OK;
}

static inline enum rvt_status expectation_loss(struct expect *e)
{
    while (e->next < e->tokens && e->token[e->next].kind != TOKEN_LOSS)
        e->next++;
    if (e->next >= e->tokens)
        return expect_fail(e, "loss", 0);
    e->next++;
    return RVT_OK;
}

static inline enum rvt_status expectation_event(void *context, enum rvt_trace_event event,
                                                const struct rvt_packet *packet)
{
    struct expect *e = context;

    if (event == RVT_EVENT_LOST || event == RVT_EVENT_ENDED)
        e->priv_known = false;
    if (event == RVT_EVENT_LOST)
        return expectation_loss(e);
    if (event != RVT_EVENT_CONTEXT)
        return RVT_OK;
    if (!rvt_packet_is_sync(packet))
        return expect_context(e, packet);
    e->reported = true;
    e->state = *packet;
    return RVT_OK;
}

/* True if everything was found. */
static inline bool expect_complete(struct expect *e)
{
    expect_skip(e);
    if (e->next < e->tokens && e->fault[0] == '\0')
        (void)expect_fail(e, "end of stream", 0);
    return e->fault[0] == '\0';
}

/* Returns to the beginning, for another decoder. */
static inline void expect_rewind(struct expect *e)
{
    e->next = 0;
    e->priv_known = false;
    e->reported = false;
    e->context_at = 0;
    e->states = 0;
    e->fault[0] = '\0';
}

static inline void expect_fini(struct expect *e)
{
    free(e->token);
}

#endif

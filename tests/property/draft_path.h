/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Compares the true path with the output of a decoder of draft 0.026, in segments between
 * synchronisations. Computes from the true path and the program alone which packets have two
 * meanings.
 */
#ifndef RVT_TESTS_PROPERTY_DRAFT_PATH_H
#define RVT_TESTS_PROPERTY_DRAFT_PATH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "encoder/encoder.h"
#include "ingress/draft_ingress.h"

/* Why a packet has two meanings. DRD-003, DRD-005, DRA-007. */
enum draft_cause {
    DRAFT_LOOP_LABEL,   /* its address was passed before a discontinuity led to it */
    DRAFT_NOTIFICATION, /* it looks like the report of a discontinuity to come */
    DRAFT_LOADED_JUMP,  /* tracing starts at an inferable jump after its load (DRA-007) */
    DRAFT_CALLS,        /* no packet reports where in the path F3/2 cleared the count of calls */
    DRAFT_CAUSES
};

struct draft_token {
    uint64_t address, cycle;
    bool branch, call, ret;
    bool jump;       /* its successor is not in the program */
    bool loaded;     /* its successor is in the register that the instruction before it loaded */
    size_t branches; /* up to and including this one */
    bool trap;       /* a trap came before it, with nothing retired between */
    bool chain;      /* more than one */
    uint32_t cause;
    bool interrupt;
    uint64_t tval, epc;
};

struct draft_sent {
    struct rvt_packet packet;
    struct rvt_origin origin;
    size_t limit; /* tokens before the row that it was sent in */
    bool good;    /* taken without a fault */
    size_t words; /* after it */
    unsigned traps;
    struct rvt_trap trap;
};

struct draft_path {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_control control;
    bool tracing;
    struct draft_token next; /* traps before the next token */
    struct draft_token *token;
    size_t tokens, token_room;
    size_t before; /* tokens before the latest row */
    struct draft_sent *sent;
    size_t packets, packet_room;
    uint64_t *word;
    size_t words, word_room;
    size_t taking; /* the packet that the decoder takes */
};

struct draft_verdict {
    char fault[240];
    uint64_t segments, wrong, counts;
    uint64_t open[DRAFT_CAUSES];
};

static inline void *draft_grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = 2 * *room + 1024;
    array = realloc(array, *room * size);
    if (array == NULL)
        abort();
    return array;
}

static inline void draft_path_fini(struct draft_path *path)
{
    free(path->token);
    free(path->sent);
    free(path->word);
}

static inline void draft_path_control(struct draft_path *path, const struct rvt_control *control)
{
    path->before = path->tokens;
    path->control = *control;
    path->tracing = control->inst_tracing;
    if (!control->enable)
        path->next = (struct draft_token){.trap = false};
}

static inline void draft_path_insts(struct draft_path *path, const struct rvt_row *row,
                                    const struct rvt_block *block, bool qualified)
{
    uint64_t pc = block->iaddr;
    uint32_t left = rvt_block_halfwords(&path->config->params, block);

    while (left > 0) {
        struct rvt_insn insn;
        if (rvt_image_insn(path->image, pc, &insn, NULL) != RVT_OK || insn.size / 2u > left)
            abort();
        enum rvt_itype class = rvt_draft_jump_class(&insn);
        left -= insn.size / 2u;
        path->next.address = pc;
        path->next.cycle = row->cycle;
        path->next.branch = insn.kind == RVT_INSN_BRANCH;
        path->next.jump = insn.kind == RVT_INSN_UNINFERABLE || insn.kind == RVT_INSN_TRAP_RETURN;
        path->next.loaded = insn.kind == RVT_INSN_UNINFERABLE && left == 0 && block->itype > 8 &&
                            (block->itype & 1) != 0;
        path->next.branches = path->tokens == 0 ? 0 : path->token[path->tokens - 1].branches;
        path->next.branches += path->next.branch;
        path->next.call = class == RVT_ITYPE_UNINFERABLE_CALL || class == RVT_ITYPE_INFERABLE_CALL;
        path->next.ret = class == RVT_ITYPE_RETURN;
        path->token = draft_grow(path->token, path->tokens, &path->token_room, sizeof(path->next));
        if (qualified)
            path->token[path->tokens++] = path->next;
        path->next = (struct draft_token){.trap = false};
        pc += insn.size;
    }
}

/* Takes a row before the encoder does. epc: of the trap in it. */
static inline void draft_path_row(struct draft_path *path, const struct rvt_row *row, uint64_t epc)
{
    bool listening = path->control.enable && !row->halted && !row->reset;
    bool triggers = listening && path->control.inst_trig_enable;

    path->before = path->tokens;
    if (triggers && (row->trigger & 1) != 0)
        path->tracing = true;
    if (!listening || row->lost)
        path->next = (struct draft_token){.trap = false};
    for (unsigned i = 0; listening && !row->lost && i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        if (block->iretire > 0)
            draft_path_insts(path, row, block, path->tracing);
        if (rvt_block_is_trap(block)) {
            path->next.chain = path->next.trap;
            path->next.trap = true;
            path->next.cause = row->cause;
            path->next.interrupt = block->itype == RVT_ITYPE_INTERRUPT;
            path->next.tval = path->config->params.notval_p ? 0 : row->tval;
            path->next.epc = epc;
        }
    }
    if (triggers && (row->trigger & 2) != 0)
        path->tracing = false;
}

/* The sink of the encoder; context is a struct draft_path. */
static inline enum rvt_status draft_path_packet(void *context, const struct rvt_packet *packet,
                                                const struct rvt_origin *origin)
{
    struct draft_path *path = context;

    path->sent = draft_grow(path->sent, path->packets, &path->packet_room, sizeof(*path->sent));
    path->sent[path->packets++] =
        (struct draft_sent){.packet = *packet, .origin = *origin, .limit = path->before};
    return RVT_OK;
}

static inline enum rvt_status draft_got_range(void *context, const struct rvt_range *range)
{
    struct draft_path *path = context;
    uint64_t pc = range->first;

    for (uint64_t i = 0; i < range->count; i++) {
        struct rvt_insn insn;
        path->word = draft_grow(path->word, path->words, &path->word_room, sizeof(*path->word));
        path->word[path->words++] = pc;
        if (rvt_image_insn(path->image, pc, &insn, NULL) != RVT_OK)
            return RVT_ERR_IO;
        pc += insn.size;
    }
    return RVT_OK;
}

static inline enum rvt_status draft_got_trap(void *context, const struct rvt_trap *trap)
{
    struct draft_path *path = context;
    struct draft_sent *sent = &path->sent[path->taking];

    sent->traps++;
    sent->trap = *trap;
    return RVT_OK;
}

/* Writes and reads the packet, and passes it to the decoder. */
static inline void draft_decode(struct draft_path *path)
{
    struct rvt_decoder_output output = {
        .range = draft_got_range, .trap = draft_got_trap, .context = path};
    struct rvt_decoder *decoder;

    if (rvt_decoder_profile_open(path->config, path->image, &output, 0, &decoder) != RVT_OK)
        abort();
    for (path->taking = 0; path->taking < path->packets; path->taking++) {
        struct draft_sent *sent = &path->sent[path->taking];
        struct rvt_payload payload;
        struct rvt_packet packet;
        sent->good =
            rvt_packet_write(path->config, &sent->packet, &payload, NULL) == RVT_OK &&
            rvt_packet_read(path->config, payload.byte, payload.bytes, &packet, NULL) == RVT_OK &&
            rvt_decoder_packet(decoder, &packet, NULL) == RVT_OK;
        sent->words = path->words;
    }
    rvt_decoder_close(decoder);
}

/* The position of the comparison. */
struct draft_segment {
    size_t packet;   /* this packet */
    size_t branches; /* that were reported */
    size_t cleared;  /* the token at which calls were last cleared */
    bool placed;     /* a sync packet came since tracing began */
    size_t place;    /* index + 1 of the token that the latest packet leads to; 0: none */
    bool begun;      /* of a sync packet that was taken without a fault */
    size_t token;    /* of its instruction */
    size_t word;     /* the same in the decoder's output */
    unsigned causes; /* why packets of the segment have two meanings */
    bool several;    /* it is unknown for which of the instructions at its address in one row a
                        resynchronisation, or the report before it, was sent */
    bool doubt;      /* the predictor may have seen another path */
};

static inline void draft_fault(struct draft_verdict *verdict, const struct draft_segment *s,
                               const char *what, uint64_t value)
{
    if (verdict->fault[0] == '\0')
        snprintf(verdict->fault, sizeof(verdict->fault), "packet %zu: %s %llx", s->packet + 1, what,
                 (unsigned long long)value);
}

/* Branches that a packet of format 1 reports. */
static inline size_t draft_report(const struct rvt_packet *packet)
{
    if (packet->branches > 0 || packet->branch_fmt == 0)
        return packet->branches > 0 ? packet->branches : 31;
    return packet->branch_count + 31u + !packet->no_mispred;
}

/* A discontinuity whose target no packet reports led to token at. DRA-005. */
static inline bool draft_was_jump(const struct draft_path *path, const struct draft_segment *s,
                                  size_t at)
{
    uint32_t calls = 0, most = (UINT32_C(1) << path->config->params.call_counter_size_p) - 1;

    if (at == 0 || !path->token[at - 1].jump || path->token[at - 1].loaded)
        return false;
    if (!path->config->options.implicit_return || !path->token[at - 1].ret)
        return true;
    for (size_t i = s->cleared; i + 1 < at; i++) {
        calls += path->token[i].call && calls < most;
        calls -= path->token[i].ret && calls > 0;
    }
    return calls == 0;
}

/* True if sent may be that of token at: a row may have an address several times. */
static inline bool draft_fits(const struct draft_path *path, const struct draft_sent *sent,
                              const struct draft_segment *s, size_t at)
{
    const struct draft_token *token = &path->token[at];
    bool sync = sent->packet.format == RVT_FORMAT_SYNC;
    bool one = sent->packet.format == RVT_FORMAT_DIFF_DELTA;
    bool context = sync && sent->packet.subformat == RVT_SUBFORMAT_CONTEXT;
    size_t branches =
        s->branches + (one ? draft_report(&sent->packet) : 0) + (sync && token->branch);

    if (token->cycle != sent->origin.cycle || token->address != sent->origin.iaddr)
        return false;
    if (sent->origin.decision == RVT_DECISION_DRAFT_UPDISCON)
        return draft_was_jump(path, s, at) && branches == token->branches;
    return context || !s->placed || branches == token->branches;
}

/* The token of the instruction for which sent was made: the first match, but the last match for a
 * report that the next item causes. */
static inline size_t draft_find(const struct draft_path *path, const struct draft_sent *sent,
                                struct draft_segment *s, size_t from)
{
    bool before = sent->origin.decision == RVT_DECISION_DRAFT_RESYNC_BRANCHES;
    bool resync = before || sent->origin.decision == RVT_DECISION_DRAFT_RESYNC;
    bool last = sent->packet.format != RVT_FORMAT_SYNC &&
                sent->origin.decision != RVT_DECISION_DRAFT_UPDISCON && !before;
    size_t found = path->tokens;

    for (size_t at = from; at < path->tokens && path->token[at].cycle <= sent->origin.cycle; at++) {
        if (!draft_fits(path, sent, s, at))
            continue;
        s->several = s->several || (resync && found < path->tokens);
        if (last || found == path->tokens)
            found = at;
    }
    return found;
}

/* The address of token at was passed before, since the position and since the latest branch. */
static inline bool draft_was_passed(const struct draft_path *path, size_t place, size_t at)
{
    for (size_t i = at; i-- > place && !path->token[i].branch;)
        if (path->token[i].address == path->token[at].address)
            return true;
    return false;
}

/* The program may lead from address to a discontinuity before it leads to a branch. */
static inline bool draft_meets_updiscon(const struct draft_path *path, uint64_t address)
{
    struct rvt_insn insn;

    for (unsigned i = 0; i < 10000; i++) {
        if (rvt_image_insn(path->image, address, &insn, NULL) != RVT_OK)
            return false;
        if (insn.kind == RVT_INSN_BRANCH)
            return false;
        if (insn.kind == RVT_INSN_UNINFERABLE || insn.kind == RVT_INSN_TRAP_RETURN)
            return true;
        address = insn.kind == RVT_INSN_JUMP ? insn.target : address + insn.size;
    }
    return true;
}

/* Why this packet, sent for token at, has two meanings: a set of causes. */
static inline unsigned draft_causes(const struct draft_path *path, const struct draft_segment *s,
                                    size_t at)
{
    const struct draft_sent *sent = &path->sent[s->packet];
    const struct rvt_packet *packet = &sent->packet;
    bool second = path->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND;
    bool start = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_START;
    bool report = packet->format == RVT_FORMAT_ADDR_ONLY || packet->branches > 0;
    unsigned causes = 0;

    if (s->place == 0)
        return 0;
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_CONTEXT) {
        for (size_t i = s->place - 1; path->config->options.implicit_return && i < at; i++)
            causes |= path->token[i].call || path->token[i].ret ? 1u << DRAFT_CALLS : 0u;
        return causes;
    }
    if ((start || report) && draft_was_passed(path, s->place, at))
        causes |= 1u << DRAFT_LOOP_LABEL;
    if (report && sent->origin.decision != RVT_DECISION_DRAFT_UPDISCON &&
        draft_meets_updiscon(path, path->token[at].address)) {
        if (sent->origin.decision == RVT_DECISION_DRAFT_NOTIFY)
            causes |= 1u << DRAFT_NOTIFICATION;
        else if (second)
            causes |= 1u << DRAFT_LOOP_LABEL;
    }
    return causes;
}

/* Ends a segment before token to, word end. lost: its last items may be missing. */
static inline void draft_end(const struct draft_path *path, struct draft_segment *s, size_t to,
                             size_t end, bool lost, struct draft_verdict *verdict)
{
    size_t count = to - s->token, got = end - s->word;
    bool same = lost ? got <= count : got == count;

    if (!s->begun)
        return;
    for (size_t i = 0; same && i < got; i++)
        same = path->word[s->word + i] == path->token[s->token + i].address;
    verdict->segments++;
    for (unsigned cause = 0; cause < DRAFT_CAUSES; cause++)
        verdict->open[cause] += s->causes >> cause & 1;
    if (!same && s->causes == 0 && !s->doubt)
        draft_fault(verdict, s, "a segment that ends here differs; it begins at",
                    path->token[s->token].address);
    verdict->wrong += !same;
    s->doubt = s->doubt || !same;
    s->begun = false;
    s->causes = 0;
}

/* The trap that F3/1 reports is the one before token at. */
static inline void draft_check_trap(const struct draft_path *path, const struct draft_segment *s,
                                    size_t at, bool certain, struct draft_verdict *verdict)
{
    const struct draft_token *token = &path->token[at];
    const struct draft_sent *sent = &path->sent[s->packet];
    uint64_t mask = rvt_image_xlen(path->image) == 32 ? UINT32_MAX : UINT64_MAX;

    if (sent->traps != 1 || sent->trap.ecause != token->cause ||
        sent->trap.interrupt != token->interrupt || sent->trap.tval != token->tval)
        draft_fault(verdict, s, "another trap, cause", sent->trap.ecause);
    if (certain && token->trap && !token->chain && sent->trap.epc_known &&
        sent->trap.epc != (token->epc & mask))
        draft_fault(verdict, s, "another EPC", sent->trap.epc);
}

static inline void draft_check_sync(const struct draft_path *path, struct draft_segment *s,
                                    size_t at, struct draft_verdict *verdict)
{
    const struct draft_sent *sent = &path->sent[s->packet];

    s->causes |= s->several ? 1u << DRAFT_LOOP_LABEL : 0u;
    bool certain = s->begun && s->causes == 0 && !s->doubt;
    if (!sent->good) {
        if (s->begun && s->causes == 0 && !s->doubt)
            draft_fault(verdict, s, "a fault at", path->token[at].address);
        verdict->wrong++;
        s->doubt = true;
        s->begun = false;
        return;
    }
    draft_end(path, s, at, sent->words - 1, false, verdict);
    if (sent->words == 0 || path->word[sent->words - 1] != path->token[at].address)
        draft_fault(verdict, s, "a sync packet does not lead to", path->token[at].address);
    if (sent->packet.subformat == RVT_SUBFORMAT_TRAP)
        draft_check_trap(path, s, at, certain, verdict);
    s->causes = !s->placed && path->token[at].loaded ? 1u << DRAFT_LOADED_JUMP : 0u;
    s->causes |= s->several ? 1u << DRAFT_LOOP_LABEL : 0u;
    s->several = false;
    s->begun = true;
    s->token = at;
    s->word = sent->words - 1;
    if (path->config->switches.draft_bpred_init == RVT_DRAFT_BPRED_INIT_SYNC)
        s->doubt = false;
}

static inline void draft_check_support(const struct draft_path *path, struct draft_segment *s,
                                       struct draft_verdict *verdict)
{
    const struct draft_sent *sent = &path->sent[s->packet];
    unsigned status = sent->packet.support.value[RVT_SUPPORT_QUAL_STATUS];

    if (!sent->good && s->begun && s->causes == 0 && !s->doubt)
        draft_fault(verdict, s, "a fault in a support packet, status", status);
    draft_end(path, s, sent->limit, sent->words, status == RVT_QUAL_TRACE_LOST, verdict);
    s->place = 0;
    s->placed = false;
    s->doubt = false;
    s->several = false;
}

static inline void draft_path_check(struct draft_path *path, struct draft_verdict *verdict)
{
    struct draft_segment s = {.place = 0};
    size_t at = 0, from = 0;

    *verdict = (struct draft_verdict){.wrong = 0};
    draft_decode(path);
    for (s.packet = 0; s.packet < path->packets; s.packet++) {
        const struct draft_sent *sent = &path->sent[s.packet];
        const struct rvt_packet *packet = &sent->packet;
        bool sync = packet->format == RVT_FORMAT_SYNC;
        verdict->counts += !sync && packet->branches == 0 && packet->branch_fmt == 1;
        if (sync && packet->subformat == RVT_SUBFORMAT_SUPPORT) {
            draft_check_support(path, &s, verdict);
            continue;
        }
        at = draft_find(path, sent, &s, from);
        if (at == path->tokens) {
            draft_fault(verdict, &s, "sent for no instruction", sent->origin.iaddr);
            return;
        }
        bool count = packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0 &&
                     packet->branch_fmt == 1 && sent->origin.decision != RVT_DECISION_DRAFT_COUNT;
        from = count ? at : at + 1; /* an address follows a count for the same instruction */
        if (!sync || packet->subformat != RVT_SUBFORMAT_CONTEXT)
            s.branches = path->token[at].branches;
        if (sync)
            s.cleared = at;
        s.causes |= draft_causes(path, &s, at);
        if (sync && packet->subformat != RVT_SUBFORMAT_CONTEXT) {
            draft_check_sync(path, &s, at, verdict);
        } else if (!sent->good) {
            if (s.begun && s.causes == 0 && !s.doubt)
                draft_fault(verdict, &s, "a fault at", path->token[at].address);
            verdict->wrong += s.begun;
            s.doubt = true;
            s.begun = false;
        }
        if (sync && packet->subformat == RVT_SUBFORMAT_CONTEXT)
            continue;
        s.place = at + 1;
        s.placed = true;
        while (!sync && packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0 &&
               s.place > 1 && !path->token[s.place - 1].branch)
            s.place--;
    }
}

#endif

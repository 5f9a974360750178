/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decoder whose findings are compared with what has to be found (expect.h), and that can leave out
 * no more of a stream than the encoder says that no decoder can follow: from a packet whose depth fits
 * more than one return (ETR-MODE-010, AMB-010), after a return that went elsewhere than a decoder
 * takes it (ETR-MODE-004, AMB-017), or from an F3/0 that may be one of a path or of a discontinuity
 * (AMB-105), to the next synchronisation packet, which can be that F3/0 itself. There a decoder
 * that knows nothing begins, and what it reports is compared again.
 */
#ifndef RVT_TESTS_PROPERTY_DECODER_CHECK_H
#define RVT_TESTS_PROPERTY_DECODER_CHECK_H

#include "draft/decoder_profile.h"
#include "expectation.h"

struct decoder_check {
    const struct rvt_config *config; /* that the stream begins with */
    struct expect *expect;
    enum rvt_status (*meaning)(void *context,
                               const struct rvt_packet_meaning *meaning); /* null, or given steps;
                                                       packets are numbered as in the stream */
    void *context;                                                        /* of step */
    struct rvt_decoder *decoder;
    bool skips;       /* after a mark nothing is compared; otherwise marks are counted only */
    bool skipping;    /* a mark came, and no synchronisation after it */
    bool ended;       /* tracing ended since, and was not synchronised again */
    uint64_t fed;     /* packets that decoder took */
    uint64_t mark;    /* skipping: the ordinal of the first of them that is left out */
    uint64_t resumed; /* where decoder began, in the stream; 0: with it */
    bool supported;
    struct rvt_packet support; /* the latest one */
    uint64_t packets, marks, left_out;
    uint64_t compared; /* instructions that were reported as they had to be */
};

/* True if what decoder reports now is of a packet that is left out, or reported to decoder again. */
static inline bool decoder_check_ignores(const struct decoder_check *a)
{
    uint64_t ordinal = rvt_decoder_ordinal(a->decoder);

    return (a->skipping && ordinal >= a->mark) || (a->resumed > 0 && ordinal == 0);
}

static inline enum rvt_status decoder_check_range(void *context, const struct rvt_range *range)
{
    struct decoder_check *a = context;

    if (decoder_check_ignores(a))
        return RVT_OK;
    a->compared += range->count;
    return expectation_range(a->expect, range);
}

static inline enum rvt_status decoder_check_trap(void *context, const struct rvt_trap *trap)
{
    const struct decoder_check *a = context;
    return decoder_check_ignores(a) ? RVT_OK : expectation_trap(a->expect, trap);
}

static inline enum rvt_status decoder_check_event(void *context, enum rvt_trace_event event,
                                                  const struct rvt_packet *packet)
{
    const struct decoder_check *a = context;
    return decoder_check_ignores(a) ? RVT_OK : expectation_event(a->expect, event, packet);
}

static inline enum rvt_status decoder_check_meaning(void *context,
                                                    const struct rvt_packet_meaning *meaning)
{
    const struct decoder_check *a = context;
    struct rvt_packet_meaning numbered = *meaning;

    if (a->meaning == NULL || decoder_check_ignores(a))
        return RVT_OK;
    if (a->resumed > 0)
        numbered.packet += a->resumed - 1;
    return a->meaning(a->context, &numbered);
}

/* Opens a decoder, in the place of the one before if there is one. */
static inline bool decoder_check_open(struct decoder_check *a)
{
    const struct rvt_decoder_output output = {.range = decoder_check_range,
                                              .trap = decoder_check_trap,
                                              .event = decoder_check_event,
                                              .meaning = decoder_check_meaning,
                                              .context = a};
    struct rvt_decoder *opened;

    if (rvt_decoder_profile_open(a->config, a->expect->image, &output, 0, &opened) != RVT_OK)
        return false;
    rvt_decoder_close(a->decoder);
    a->decoder = opened;
    a->fed = 0;
    return true;
}

/* The token that a synchronisation packet begins with; tokens if that is not certain. */
static inline size_t decoder_check_find(const struct decoder_check *a,
                                        const struct rvt_packet *packet,
                                        const struct rvt_origin *origin)
{
    const struct expect *e = a->expect;
    size_t found = e->tokens;

    for (size_t i = e->next; i < e->tokens; i++) {
        const struct token *token = &e->token[i];
        if (token->kind != TOKEN_INST || token->cycle != origin->cycle ||
            token->address != origin->iaddr)
            continue;
        if (found < e->tokens) /* it retired twice in that cycle */
            return e->tokens;
        found = i;
    }
    if (found == e->tokens || packet->subformat == RVT_SUBFORMAT_START)
        return found;
    return found > e->next && e->token[found - 1].kind == TOKEN_TRAP ? found - 1 : e->tokens;
}

/* True if a decoder that knows nothing can begin with packet: tables are reset there, and no jump
 * is inferred from an instruction before it (ETR-MODE-060). *next: the token that is due then. */
static inline bool decoder_check_can_restart(const struct decoder_check *a,
                                             const struct rvt_packet *packet,
                                             const struct rvt_origin *origin, size_t *next)
{
    bool start = packet->subformat == RVT_SUBFORMAT_START;
    struct rvt_insn insn;

    if (packet->format != RVT_FORMAT_SYNC ||
        !(start || (packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr)) ||
        (a->config->resync.mode == RVT_RESYNC_OFF && !a->ended &&
         a->config->switches.table_reset == RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF))
        return false;
    if (a->config->params.sijump_p &&
        (rvt_image_insn(a->expect->image, origin->iaddr, &insn, NULL) != RVT_OK ||
         insn.kind == RVT_INSN_UNINFERABLE))
        return false;
    *next = decoder_check_find(a, packet, origin);
    return *next < a->expect->tokens;
}

/* A decoder begins with packet, and with the modes that were reported last. next: the token that is due
 * then. */
static inline enum rvt_status decoder_check_restart(struct decoder_check *a,
                                                    const struct rvt_packet *packet, size_t next,
                                                    struct rvt_diag *diag)
{
    struct rvt_packet support = a->support;

    support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    a->skipping = false;
    a->left_out--;
    a->resumed = a->packets - 1;
    a->expect->next = next;
    a->expect->priv_known = a->expect->reported = false;
    a->expect->context_at = 0;
    if (!a->supported || !decoder_check_open(a) ||
        rvt_decoder_packet(a->decoder, &support, NULL) != RVT_OK)
        return RVT_ERR_MEMORY;
    a->fed = 2;
    return rvt_decoder_packet(a->decoder, packet, diag);
}

/*
 * True if packet can be one that misleads, or after one: no depth misleads where irets count, but
 * an index may (AMB-081), and of F3/0 that of a discontinuity (AMB-105); and no return strays from
 * a full stack but before an F3/0 that nothing reports of (AMB-021).
 */
static inline bool decoder_check_may_mark(const struct decoder_check *a,
                                          const struct rvt_packet *packet,
                                          const struct rvt_origin *origin)
{
    const struct rvt_switches *switches = &a->config->switches;
    bool irets = switches->ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    bool index = packet->format == RVT_FORMAT_OPT_EXT &&
                 packet->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX &&
                 switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_WRITE;
    bool part = a->config->params.return_stack_size_p == 0 || switches->ir_partial_bits > 0;
    bool start = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_START;
    bool hidden = !irets && !switches->ir_flush_before_sync && start;
    bool breaks = start && origin->decision == RVT_DECISION_PPCCD &&
                  !a->config->params.nocontext_p && a->config->params.ctype_width_p == 2;
    bool returns = a->config->options.implicit_return && !start && (!irets || index);

    return (!origin->ambiguous || breaks || returns) && (!origin->strayed || part || hidden);
}

/* An error of a packet that is left out is none. */
static inline enum rvt_status decoder_check_excuse(const struct decoder_check *a,
                                                   enum rvt_status status, struct rvt_diag *diag)
{
    if (status == RVT_OK || status == RVT_ERR_SINK || !a->skipping || diag->position < a->mark)
        return status;
    rvt_diag_clear(diag);
    return RVT_OK;
}

/* Hands a packet to the decoder. */
static inline enum rvt_status decoder_check_packet(struct decoder_check *a,
                                                   const struct rvt_packet *packet,
                                                   const struct rvt_origin *origin,
                                                   struct rvt_diag *diag)
{
    bool support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
    bool misleads = origin->ambiguous || origin->strayed;
    size_t next;

    if (misleads && !decoder_check_may_mark(a, packet, origin))
        return expect_fail(a->expect, "a mark without cause", origin->iaddr);
    a->packets++;
    a->marks += misleads;
    if (support) {
        a->supported = true;
        a->support = *packet;
        a->ended = a->ended || packet->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE;
    }
    if (a->skips && misleads && !a->skipping) {
        a->skipping = true;
        a->ended = false;
        a->mark = a->fed;
    }
    a->left_out += a->skipping;
    a->fed++;
    enum rvt_status status =
        decoder_check_excuse(a, rvt_decoder_packet(a->decoder, packet, diag), diag);
    if (status == RVT_OK && a->skipping && decoder_check_can_restart(a, packet, origin, &next))
        status = decoder_check_restart(a, packet, next, diag);
    if (packet->format == RVT_FORMAT_SYNC &&
        (packet->subformat == RVT_SUBFORMAT_START || packet->subformat == RVT_SUBFORMAT_TRAP))
        a->ended = false;
    return status;
}

/* Ends the stream. True if everything was found that is not left out, and if that is something. */
static inline bool decoder_check_finish(struct decoder_check *a, struct rvt_diag *diag)
{
    struct expect *e = a->expect;

    if (decoder_check_excuse(a, rvt_decoder_finish(a->decoder, diag), diag) != RVT_OK)
        return false;
    if (a->compared == 0 && e->retired > 0)
        (void)expect_fail(e, "nothing, all is left out, after packet", a->mark);
    return a->skipping ? e->fault[0] == '\0' : expect_complete(e);
}

#endif

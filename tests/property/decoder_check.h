/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Checks a decoder against what it has to find (expectation.h). It may skip only what the encoder
 * marks as undecodable: from a packet whose depth fits more than one return (ETR-MODE-010,
 * AMB-010), from a return that led elsewhere than a decoder expects (ETR-MODE-004, AMB-017), or
 * from an F3/0 that fits both a path and a discontinuity (AMB-105), up to the next synchronisation
 * packet, which may be that F3/0 itself. There a new decoder starts, and its output is compared
 * again.
 */
#ifndef RVT_TESTS_PROPERTY_DECODER_CHECK_H
#define RVT_TESTS_PROPERTY_DECODER_CHECK_H

#include "draft/decoder_profile.h"
#include "expectation.h"

struct decoder_check {
    const struct rvt_config *config; /* at the start of the stream */
    struct expect *expect;
    /* Null, or receives meanings; packets are numbered as in the stream. */
    enum rvt_status (*meaning)(void *context, const struct rvt_packet_meaning *meaning);
    void *context; /* of meaning */
    struct rvt_decoder *decoder;
    bool skips;       /* undecodable packets are skipped; false: they are only counted */
    bool skipping;    /* there was a mark, and no synchronisation since */
    bool ended;       /* tracing ended since, and was not synchronised again */
    uint64_t fed;     /* packets that decoder took */
    uint64_t mark;    /* skipping: ordinal of the first skipped packet */
    uint64_t resumed; /* packet of the stream with which decoder started; 0: the first */
    bool supported;
    struct rvt_packet support; /* the latest one */
    uint64_t packets, marks, skipped;
    uint64_t compared; /* instructions reported as expected */
};

/* True if the current output is that of a skipped packet, or of one that decoder took twice. */
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

/* Opens a decoder, and closes the previous one if there is one. */
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

/* The token with which a synchronisation packet begins; tokens if that is uncertain. */
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

/* True if a new decoder can start with packet: tables are reset there, and no jump is inferred from
 * an instruction before it (ETR-MODE-060). *next: the next expected token. */
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

/* Starts a new decoder with packet and the modes that were reported last. next: the next expected
 * token. */
static inline enum rvt_status decoder_check_restart(struct decoder_check *a,
                                                    const struct rvt_packet *packet, size_t next,
                                                    struct rvt_diag *diag)
{
    struct rvt_packet support = a->support;

    support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    a->skipping = false;
    a->skipped--;
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
 * True if the encoder may mark packet. A depth is never ambiguous with irets, but an index may be
 * (AMB-081), and so may the F3/0 of a discontinuity (AMB-105). With a full stack, a return misleads
 * a decoder only before an F3/0, which does not report it (AMB-021).
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
    bool hidden = !switches->ir_flush_before_sync && start;
    bool breaks = start && origin->decision == RVT_DECISION_PPCCD &&
                  !a->config->params.nocontext_p && a->config->params.ctype_width_p == 2;
    bool returns = a->config->options.implicit_return && !start && (!irets || index);

    return ((origin->doubts & RVT_DOUBTS_AMBIGUOUS) == 0 || breaks || returns) &&
           ((origin->doubts & RVT_DOUBT_HIDDEN_RETURN) == 0 || part || hidden) &&
           (origin->doubts & (RVT_DOUBT_HANDLER | RVT_DOUBT_LOST_BRANCH | RVT_DOUBT_TRAPPED |
                              RVT_DOUBT_TRAP_AGAIN | RVT_DOUBT_TRAP_RETURN)) == 0;
}

/* Ignores the error of a skipped packet. */
static inline enum rvt_status decoder_check_excuse(const struct decoder_check *a,
                                                   enum rvt_status status, struct rvt_diag *diag)
{
    if (status == RVT_OK || status == RVT_ERR_SINK || !a->skipping || diag->position < a->mark)
        return status;
    rvt_diag_clear(diag);
    return RVT_OK;
}

/* Passes a packet to the decoder. */
static inline enum rvt_status decoder_check_packet(struct decoder_check *a,
                                                   const struct rvt_packet *packet,
                                                   const struct rvt_origin *origin,
                                                   struct rvt_diag *diag)
{
    bool support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
    bool misleads = origin->doubts != 0;
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
    a->skipped += a->skipping;
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

/* Ends the stream. True if everything that is not skipped was found, and something was compared. */
static inline bool decoder_check_finish(struct decoder_check *a, struct rvt_diag *diag)
{
    struct expect *e = a->expect;

    if (decoder_check_excuse(a, rvt_decoder_finish(a->decoder, diag), diag) != RVT_OK)
        return false;
    if (a->compared == 0 && e->retired > 0)
        (void)expect_fail(e, "nothing, all packets are skipped after packet", a->mark);
    return a->skipping ? e->fault[0] == '\0' : expect_complete(e);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decoder whose findings are held against what has to be found (expect.h), and that can leave out
 * no more of a stream than the encoder says that nobody can follow: from a packet whose depth fits
 * more than one return (ETR-MODE-010, AMB-010) to the next synchronisation packet. There a decoder
 * that knows nothing begins, and what it tells is compared again.
 */
#ifndef RVT_TESTS_PROPERTY_ASTRAY_H
#define RVT_TESTS_PROPERTY_ASTRAY_H

#include "expect.h"

struct astray {
    const struct rvt_config *config; /* that the stream begins with */
    struct expect *expect;
    struct rvt_decoder *decoder;
    bool rests;    /* behind a mark nothing is compared; otherwise marks are counted only */
    bool resting;  /* a mark came, and no synchronisation behind it */
    bool ended;    /* and tracing ended since */
    uint64_t fed;  /* packets that decoder took */
    uint64_t mark; /* resting: the ordinal of the first of them that is left out */
    bool supported;
    struct rvt_packet support; /* the latest one */
    uint64_t packets, marks, left_out;
};

/* True if what decoder tells now is of a packet that is left out. */
static inline bool astray_ignores(const struct astray *a)
{
    return a->resting && rvt_decoder_ordinal(a->decoder) >= a->mark;
}

static inline enum rvt_status astray_range(void *context, const struct rvt_range *range)
{
    const struct astray *a = context;
    return astray_ignores(a) ? RVT_OK : expect_got_range(a->expect, range);
}

static inline enum rvt_status astray_trap(void *context, const struct rvt_trap *trap)
{
    const struct astray *a = context;
    return astray_ignores(a) ? RVT_OK : expect_got_trap(a->expect, trap);
}

static inline enum rvt_status astray_event(void *context, enum rvt_trace_event event,
                                           const struct rvt_packet *packet)
{
    const struct astray *a = context;
    return astray_ignores(a) ? RVT_OK : expect_got_event(a->expect, event, packet);
}

/* Opens a decoder, in the place of the one before if there is one. */
static inline bool astray_open(struct astray *a)
{
    const struct rvt_decoder_output output = {
        .range = astray_range, .trap = astray_trap, .event = astray_event, .context = a};
    struct rvt_decoder *opened;

    if (rvt_decoder_open(a->config, a->expect->image, &output, 0, &opened) != RVT_OK)
        return false;
    rvt_decoder_close(a->decoder);
    a->decoder = opened;
    a->fed = 0;
    return true;
}

/* The token that a synchronisation packet begins with; tokens if that is not certain. */
static inline size_t astray_find(const struct astray *a, const struct rvt_packet *packet,
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

/* True if a decoder that knows nothing can begin with packet: tables begin anew there, and no jump
 * is inferred from an instruction before it (ETR-MODE-060). *next: the token that is due then. */
static inline bool astray_leads_back(const struct astray *a, const struct rvt_packet *packet,
                                     const struct rvt_origin *origin, size_t *next)
{
    bool start = packet->subformat == RVT_SUBFORMAT_START;
    struct rvt_insn insn;

    if (packet->format != RVT_FORMAT_SYNC ||
        !(start || (packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr)) ||
        (a->config->resync.mode == RVT_RESYNC_OFF && !a->ended))
        return false;
    if (a->config->params.sijump_p &&
        (rvt_image_insn(a->expect->image, origin->iaddr, &insn, NULL) != RVT_OK ||
         insn.kind == RVT_INSN_UNINFERABLE))
        return false;
    *next = astray_find(a, packet, origin);
    return *next < a->expect->tokens;
}

/* A decoder begins, with the modes that were told last. */
static inline bool astray_begin(struct astray *a, size_t next)
{
    struct rvt_packet support = a->support;

    support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    if (!astray_open(a) || !a->supported ||
        rvt_decoder_packet(a->decoder, &support, NULL) != RVT_OK)
        return false;
    a->fed = 1;
    a->resting = false;
    a->expect->next = next;
    a->expect->priv_known = a->expect->told = false;
    a->expect->context_at = 0;
    return true;
}

/* Hands a packet to the decoder. An error of a packet that is left out is none. */
static inline enum rvt_status astray_packet(struct astray *a, const struct rvt_packet *packet,
                                            const struct rvt_origin *origin, struct rvt_diag *diag)
{
    bool support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
    size_t next;

    a->packets++;
    a->marks += origin->ambiguous;
    if (a->resting && astray_leads_back(a, packet, origin, &next) && !astray_begin(a, next))
        return RVT_ERR_MEMORY;
    if (support) {
        a->supported = true;
        a->support = *packet;
        a->ended = a->ended || packet->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE;
    }
    if (a->rests && origin->ambiguous && !a->resting) {
        a->resting = true;
        a->ended = false;
        a->mark = a->fed;
    }
    a->left_out += a->resting;
    a->fed++;
    enum rvt_status status = rvt_decoder_packet(a->decoder, packet, diag);
    if (status == RVT_OK || status == RVT_ERR_SINK || !a->resting || diag->position < a->mark)
        return status;
    rvt_diag_clear(diag);
    return RVT_OK;
}

/* True if everything was found that is not left out. */
static inline bool astray_complete(struct astray *a)
{
    return a->resting ? a->expect->fault[0] == '\0' : expect_complete(a->expect);
}

#endif

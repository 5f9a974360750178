/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A notation for the packets of an encoder, so that a test is a table: one word per packet, with
 * absolute addresses.
 *
 *   S:1000      F3/0 at 1000; "t" after it: a taken branch; "/1": the privilege unless it is 3
 *   T1:e5:2000  F3/1 with thaddr 1, exception 5 (i: interrupt), handler 2000
 *   T0:e5:2000  F3/1 with thaddr 0
 *   A:1004      F2; "n" after it: notify; "u": updiscon; "r2": irreport, with irdepth or irets 2
 *   B3.5:1004   F1 with 3 branches, map 5
 *   M.7f        F1 without address
 *   C:12        F3/2 with context 12
 *   +, rep, ntr, lost
 *               F3/3 by qual_status; "-" after it: ienable 0
 *   K40         F0s0 without address, 40 correct predictions; K40:1004: with address;
 *               K40x:1004: the branch at 1004 was mispredicted
 *   J5:1004     F0s1 with index 5; J5B3.5:1004: with 3 branches, map 5
 *   N40, N40!   draft: F1 with a count, 40 correct predictions; "!": no_mispred
 *   ?, ~        after any packet: ambiguous, undecodable
 */
#ifndef RVT_TESTS_UNIT_NOTATION_H
#define RVT_TESTS_UNIT_NOTATION_H

#include "base/bits.h"
#include "base/text.h"
#include "encoder/encoder.h"

struct notation {
    const struct rvt_config *config;
    struct rvt_text text;
    uint64_t base;
    enum rvt_decision decision[64]; /* of each packet */
    unsigned packets;
};

static inline void note_support(struct notation *note, const struct rvt_packet *packet)
{
    static const char *const names[] = {"+", "rep", "lost", "ntr"};
    rvt_text_add(&note->text, "%s%s", names[packet->support.value[RVT_SUPPORT_QUAL_STATUS]],
                 packet->support.value[RVT_SUPPORT_IENABLE] ? "" : "-");
}

static inline void note_sync(struct notation *note, const struct rvt_packet *packet,
                             const struct rvt_origin *origin)
{
    uint64_t address = packet->address << rvt_address_shift(note->config);

    if (packet->subformat == RVT_SUBFORMAT_TRAP)
        rvt_text_add(&note->text, "T%d:%c%u:%llx", packet->thaddr, packet->interrupt ? 'i' : 'e',
                     packet->ecause, (unsigned long long)address);
    else
        rvt_text_add(&note->text, "S:%llx", (unsigned long long)address);
    if (!packet->branch)
        rvt_text_add(&note->text, "t");
    if (packet->privilege != 3)
        rvt_text_add(&note->text, "/%u", packet->privilege);
    note->base = rvt_packet_has_address(packet, note->config) ? address : origin->iaddr;
}

/* F0s1 has no address; it is taken from the origin. */
static inline uint64_t note_index(struct notation *note, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin)
{
    rvt_text_add(&note->text, "J%x", packet->index);
    if (packet->branches > 0)
        rvt_text_add(&note->text, "B%u.%x", packet->branches, packet->branch_map);
    return origin->iaddr;
}

/* The part of F0s0, F1 and F2 before the address. */
static inline void note_branches(struct notation *note, const struct rvt_packet *packet)
{
    unsigned long long correct = packet->branch_count + 31ull;

    if (packet->format == RVT_FORMAT_OPT_EXT)
        rvt_text_add(&note->text, "K%llu%s", correct,
                     packet->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL ? "x" : "");
    else if (packet->format == RVT_FORMAT_DIFF_DELTA)
        rvt_text_add(&note->text, "B%u.%x", packet->branches, packet->branch_map);
    else
        rvt_text_add(&note->text, "A");
}

static inline void note_report(struct notation *note, const struct rvt_packet *packet,
                               const struct rvt_origin *origin)
{
    const struct rvt_config *config = note->config;
    bool optional = packet->format == RVT_FORMAT_OPT_EXT;
    uint64_t field = packet->address << rvt_address_shift(config);
    uint64_t address = config->options.full_address ? field : note->base + field;

    if (packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0 && packet->branch_fmt) {
        rvt_text_add(&note->text, "N%u%s", packet->branch_count + 31,
                     packet->no_mispred ? "!" : "");
        return;
    }
    if (packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0) {
        rvt_text_add(&note->text, "M.%x", packet->branch_map);
        return;
    }
    if (optional && packet->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX)
        address = note_index(note, packet, origin);
    else
        note_branches(note, packet);
    if (optional && packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT &&
        packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR)
        return;
    note->base = address & rvt_mask(config->params.iaddress_width_p);
    rvt_text_add(&note->text, ":%llx%s%s", (unsigned long long)note->base,
                 packet->notify ? "n" : "", packet->updiscon ? "u" : "");
    if (packet->irreport)
        rvt_text_add(&note->text, "r%u", packet->irdepth);
}

/* A packet sink; context is a struct notation. */
static inline enum rvt_status note_packet(void *context, const struct rvt_packet *packet,
                                          const struct rvt_origin *origin)
{
    struct notation *note = context;

    if (note->text.length > 0)
        rvt_text_add(&note->text, " ");
    if (note->packets < 64)
        note->decision[note->packets] = origin->decision;
    note->packets++;
    if (packet->format != RVT_FORMAT_SYNC)
        note_report(note, packet, origin);
    else if (packet->subformat == RVT_SUBFORMAT_SUPPORT)
        note_support(note, packet);
    else if (packet->subformat == RVT_SUBFORMAT_CONTEXT)
        rvt_text_add(&note->text, "C:%llx", (unsigned long long)packet->context);
    else
        note_sync(note, packet, origin);
    if ((origin->doubts & RVT_DOUBTS_AMBIGUOUS) != 0)
        rvt_text_add(&note->text, "?");
    if ((origin->doubts & RVT_DOUBTS_UNDECODABLE) != 0)
        rvt_text_add(&note->text, "~");
    return RVT_OK;
}

#endif

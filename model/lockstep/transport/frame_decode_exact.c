/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/frame_decode_exact.h"

#include <inttypes.h>
#include <stdlib.h>

#include "transport/frame/deformatter.h"

#include "lockstep/items/item_match.h"

/* A byte of a source, of either side. */
struct source_byte {
    struct rvt_decoded_item item; /* at: its byte in the stream; expected: its number */
    uint8_t id, value;
};

struct rvt_frame_decode_exact {
    struct rvt_deformatter deformatter;
    struct rvt_item_match *match;
    uint64_t cycle;   /* of the present call */
    uint64_t flushed; /* bytes that were taken before the latest flush */
};

/* ---- bytes of sources ---- */

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct source_byte *one = observed, *other = expected;
    bool source = one->id == other->id, value = one->value == other->value;

    return source && value ? RVT_PAIR_EQUAL : source || value ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

/* The frames do not state an order of different sources. */
static bool passes(const void *observed, const void *expected)
{
    return ((const struct source_byte *)observed)->id != ((const struct source_byte *)expected)->id;
}

static const char *clause(const void *observed, const void *expected)
{
    if (observed == NULL)
        return "FrameMissing";
    if (expected == NULL)
        return "FrameNoSource";
    return passes(observed, expected) ? "FRM-001" : "FrameBytes";
}

static void words(struct rvt_text *text, const void *item)
{
    const struct source_byte *byte = item;

    rvt_text_add(text, "0x%02x of ID 0x%02x, cycle %" PRIu64, byte->value, byte->id,
                 byte->item.cycle);
}

static void place(struct rvt_text *text, uint64_t at)
{
    rvt_text_add(text, "byte %" PRIu64, at);
}

/* ---- what is observed ---- */

/* Data without an ID or with a reserved one is a finding of its own, whoever sent it. */
static bool has_source(unsigned id)
{
    enum rvt_frame_id_class class = rvt_frame_id_class(id);

    return class == RVT_FRAME_CLASS_SOURCE || class == RVT_FRAME_CLASS_TRIGGER;
}

static void take_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_frame_decode_exact *verdict = context;

    for (size_t run = 0; run < batch->runs; run++) {
        unsigned id = batch->run[run].id;
        size_t end = batch->run[run].first + rvt_frame_run_bytes(batch, run);
        for (size_t i = batch->run[run].first; has_source(id) && i < end; i++) {
            const struct source_byte byte = {
                .item = {.cycle = verdict->cycle, .at = batch->position[i]},
                .id = (uint8_t)id,
                .value = batch->data[i]};
            rvt_item_match_observe(verdict->match, &byte);
        }
    }
}

static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_frame_decode_exact *verdict = context;

    if (rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO)
        rvt_item_match_malformed(verdict->match, verdict->cycle, finding->byte, finding, "");
}

/* ---- calls ---- */

void rvt_frame_decode_exact_data(struct rvt_frame_decode_exact *verdict, uint64_t cycle,
                                 unsigned id, const uint8_t *data, size_t bytes)
{
    for (size_t i = 0; id != RVT_FRAME_ID_NULL && i < bytes; i++) {
        const struct source_byte byte = {
            .item = {.cycle = cycle, .at = rvt_item_match_expected(verdict->match)},
            .id = (uint8_t)id,
            .value = data[i]};
        rvt_item_match_expect(verdict->match, &byte);
    }
}

void rvt_frame_decode_exact_flush(struct rvt_frame_decode_exact *verdict)
{
    verdict->flushed = rvt_item_match_expected(verdict->match);
}

void rvt_frame_decode_exact_bytes(struct rvt_frame_decode_exact *verdict, uint64_t cycle,
                                  const uint8_t *data, size_t bytes)
{
    verdict->cycle = cycle;
    /* one by one: of bytes pushed together, the findings of all come before the data */
    for (size_t i = 0; i < bytes; i++)
        rvt_deformatter_push(&verdict->deformatter, data + i, 1);
}

void rvt_frame_decode_exact_idle(struct rvt_frame_decode_exact *verdict, uint64_t cycle)
{
    rvt_item_match_idle(verdict->match, cycle, 0);
}

void rvt_frame_decode_exact_end(struct rvt_frame_decode_exact *verdict, uint64_t cycle)
{
    uint64_t outstanding = rvt_item_match_outstanding(verdict->match);
    const struct rvt_decoded_item *next = rvt_item_match_next(verdict->match);
    bool waits = outstanding > 0 && outstanding <= RVT_FRAME_SLOTS && next->at >= verdict->flushed;

    if (!waits)
        rvt_item_match_finish(verdict->match, cycle, 0);
}

uint64_t rvt_frame_decode_exact_compared(const struct rvt_frame_decode_exact *verdict)
{
    return rvt_item_match_equal(verdict->match);
}

void rvt_frame_decode_exact_counts(const struct rvt_frame_decode_exact *verdict,
                                   struct rvt_text *text)
{
    rvt_item_match_counts(verdict->match, text);
}

enum rvt_status rvt_frame_decode_exact_open(void *scoreboard,
                                            struct rvt_frame_decode_exact **verdict)
{
    static const struct rvt_decoded_kind KIND = {
        .bytes = sizeof(struct source_byte),
        .name = "byte",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .passes = passes,
        .passed_max = RVT_FRAME_PASSED_MAX,
        .clause = clause,
        .words = words,
        .place = place,
        .idle = "the formatter reports idle while bytes are outstanding [FrameIdle]"};
    struct rvt_frame_decode_exact *opened = calloc(1, sizeof *opened);
    struct rvt_deformatter_config config;

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    if (rvt_item_match_open(&KIND, scoreboard, &opened->match) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    const struct rvt_deformatter_output output = {
        .data = take_data, .finding = take_finding, .context = opened};
    rvt_deformatter_defaults(&config, true);
    config.in_place = true;
    rvt_deformatter_init(&opened->deformatter, &config, &output);
    *verdict = opened;
    return RVT_OK;
}

void rvt_frame_decode_exact_close(struct rvt_frame_decode_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_item_match_close(verdict->match);
    free(verdict);
}

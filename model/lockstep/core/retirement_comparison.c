/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/retirement_comparison.h"

#include <inttypes.h>
#include <stddef.h>

/* Records what was reported and what had retired. */
static enum rvt_status add_difference(struct rvt_retirement_comparison *comparison,
                                      const struct rvt_retirement *item, const char *clause,
                                      const struct rvt_retirement *reported)
{
    struct rvt_text text;
    if (!rvt_mismatch_log_add(comparison->findings, comparison->cycle, &text))
        return RVT_OK;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": packet %" PRIu64 " does not decode to what retired [%s]",
                 comparison->cycle, comparison->packet, clause);
    rvt_text_add(&text, "\n  retired   ");
    rvt_retirement_print(item, &text);
    rvt_text_add(&text, "\n  decoded   ");
    rvt_retirement_print(reported, &text);
    return RVT_OK;
}

/* For each optional loss that was struck off, the loss reported last may have been the next one in
 * the queue; nothing before that one needs to be reported. Drops up to the next loss. */
static bool take_later_loss(struct rvt_retirement_comparison *comparison)
{
    if (!comparison->lost_last || comparison->spare_losses == 0)
        return false;
    comparison->spare_losses--;
    rvt_retirement_queue_drop_to_kind(comparison->queue, RVT_RETIREMENT_LOST);
    if (rvt_retirement_queue_front(comparison->queue) == NULL)
        return false;
    rvt_retirement_queue_pass(comparison->queue);
    return true;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_retirement_comparison *comparison = context;
    uint64_t address = range->first;
    uint64_t bytes = range->last + range->last_size - range->first;
    while (bytes > 0 && !rvt_mismatch_log_full(comparison->findings)) {
        struct rvt_retirement *item =
            rvt_retirement_queue_front_of(comparison->queue, RVT_RETIREMENT_CODE);
        bool equal = item != NULL && item->kind == RVT_RETIREMENT_CODE && item->address == address;
        if (!equal && take_later_loss(comparison))
            continue;
        if (!equal) {
            const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_CODE,
                                                    .address = address,
                                                    .bytes = bytes,
                                                    .cycle = comparison->cycle};
            return add_difference(comparison, item, "ETR-DEC-001", &reported);
        }
        uint64_t step = item->bytes < bytes ? item->bytes : bytes;
        address += step;
        bytes -= step;
        comparison->compared_bytes += step;
        item->address += step;
        item->bytes -= step;
        if (item->bytes == 0)
            rvt_retirement_queue_pass(comparison->queue);
    }
    comparison->lost_last = false;
    comparison->last = range->last;
    comparison->last_size = range->last_size;
    return RVT_OK;
}

/* Drops iterations of a loop without branches, which the trace cannot report. */
static bool skip_iterations(struct rvt_retirement_comparison *comparison,
                            const struct rvt_retirement *reported)
{
    return comparison->last_size > 0 &&
           rvt_retirement_queue_skip_iterations(comparison->queue,
                                                comparison->last + comparison->last_size, reported);
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_retirement_comparison *comparison = context;
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_TRAP,
                                            .interrupt = trap->interrupt,
                                            .cause = trap->ecause,
                                            .tval = trap->tval,
                                            .epc_known = trap->epc_known,
                                            .address = trap->epc,
                                            .cycle = comparison->cycle};
    struct rvt_retirement_queue *queue = comparison->queue;
    bool same;

    do {
        same = rvt_retirement_queue_drop_to_trap(queue, &reported);
    } while (!same && take_later_loss(comparison));
    if (!same && !skip_iterations(comparison, &reported))
        return add_difference(comparison, rvt_retirement_queue_front(queue), "ETR-ALG-022",
                              &reported);
    comparison->lost_last = false;
    rvt_retirement_queue_pass_trap(queue);
    return RVT_OK;
}

static enum rvt_status on_end(struct rvt_retirement_comparison *comparison)
{
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_END, .cycle = comparison->cycle};
    const struct rvt_retirement *item;
    bool same;

    do {
        item = rvt_retirement_queue_front_of(comparison->queue, RVT_RETIREMENT_END);
        same = item != NULL && item->kind == RVT_RETIREMENT_END;
    } while (!same && take_later_loss(comparison));
    if (!same && !skip_iterations(comparison, &reported))
        return add_difference(comparison, item, "ETR-SUP-002", &reported);
    rvt_retirement_queue_pass(comparison->queue);
    return RVT_OK;
}

/* Nothing before the loss needs to be reported. A gap may be reported more than once. */
static enum rvt_status on_loss(struct rvt_retirement_comparison *comparison)
{
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_LOST,
                                            .cycle = comparison->cycle};

    rvt_retirement_queue_drop_to_kind(comparison->queue, RVT_RETIREMENT_LOST);
    const struct rvt_retirement *item = rvt_retirement_queue_front(comparison->queue);
    if (item == NULL && !comparison->lost_last)
        return add_difference(comparison, NULL, "ETR-SUP-003", &reported);
    if (!comparison->lost_last)
        comparison->spare_losses = 0;
    comparison->spare_losses += item != NULL && item->optional ? 1 : 0;
    if (item != NULL)
        rvt_retirement_queue_pass(comparison->queue);
    comparison->lost_last = true;
    comparison->last_size = 0;
    return RVT_OK;
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    (void)packet;
    if (event == RVT_EVENT_ENDED)
        return on_end(context);
    return event == RVT_EVENT_LOST ? on_loss(context) : RVT_OK;
}

struct rvt_decoder_output
rvt_retirement_comparison_output(struct rvt_retirement_comparison *comparison)
{
    return (struct rvt_decoder_output){
        .range = on_range, .trap = on_trap, .event = on_event, .context = comparison};
}

void rvt_retirement_comparison_restart(struct rvt_retirement_comparison *comparison)
{
    comparison->last_size = 0;
}

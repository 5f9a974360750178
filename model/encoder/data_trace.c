/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/data_trace.h"

#include <assert.h>
#include <string.h>

void rvt_data_trace_init(struct rvt_data_trace *trace, const struct rvt_config *config)
{
    memset(trace, 0, sizeof *trace);
    rvt_data_encoder_init(&trace->encoder, config);
}

/* Sends the accesses that need not wait any longer. */
static void release(struct rvt_data_trace *trace)
{
    while (trace->count > 0 && trace->waiting[trace->first].needed <= trace->decided) {
        const struct rvt_data_waiting *next = &trace->waiting[trace->first];
        trace->first = (trace->first + 1) % RVT_DATA_WAITING_MAX;
        trace->count--;
        if (next->response)
            rvt_data_encoder_respond(&trace->encoder, &next->access, &next->origin);
        else
            rvt_data_encoder_retire(&trace->encoder, &next->access, next->traced, &next->origin);
    }
}

static void wait(struct rvt_data_trace *trace, const struct rvt_data_waiting *waiting)
{
    assert(trace->count < RVT_DATA_WAITING_MAX);
    trace->waiting[(trace->first + trace->count) % RVT_DATA_WAITING_MAX] = *waiting;
    trace->count++;
}

/* Which of the row's items, counted from 1, covers the instruction at iaddr: its block's last
 * instruction is an item of its own. */
static unsigned item_of(const struct rvt_config *config, const struct rvt_row *row, unsigned block,
                        uint64_t iaddr)
{
    unsigned items = 0;

    for (unsigned i = 0; i <= block; i++) {
        const struct rvt_block *b = &row->block[i];
        uint32_t halfwords = rvt_block_halfwords(&config->params, b);
        bool before = b->iretire > 0 && halfwords > 1u << b->ilastsize;
        if (i == block && before && iaddr != rvt_block_last(&config->params, b))
            return items + 1;
        items += (b->iretire > 0 ? 1u : 0u) + (before ? 1u : 0u);
    }
    return items;
}

/* The responses of row to loads in progress, except those in taken (a bit each); these loads are no
 * longer in progress. */
static unsigned answer(struct rvt_data_trace *trace, const struct rvt_row *row, unsigned taken)
{
    unsigned answers = 0;

    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *access = &row->access[i];
        if (access->lresp == RVT_LRESP_NONE || !trace->awaited[access->lid].known || taken >> i & 1)
            continue;
        trace->awaited[access->lid].known = false;
        answers |= 1u << i;
    }
    return answers;
}

/* The load of access, a request, is in progress. */
static void await(struct rvt_data_trace *trace, const struct rvt_access *access, bool traced)
{
    trace->awaited[access->lrid] = (struct rvt_data_load){
        .known = true, .traced = traced, .dtype = access->dtype, .size = access->dsize};
}

/* Takes the responses of row that belong to a load and are not taken yet; returns them. */
static unsigned take_responses(struct rvt_data_trace *trace, const struct rvt_row *row,
                               unsigned taken, uint64_t needed)
{
    unsigned answers = answer(trace, row, taken);

    for (unsigned i = 0; i < row->accesses; i++)
        if (answers >> i & 1)
            wait(trace, &(struct rvt_data_waiting){
                            .access = row->access[i],
                            .origin = {.cycle = row->cycle, .time = row->time},
                            .needed = needed,
                            .response = true,
                        });
    return answers;
}

void rvt_data_trace_row(struct rvt_data_trace *trace, const struct rvt_row *row, unsigned traced)
{
    const struct rvt_config *config = trace->encoder.config;
    uint64_t needed = trace->pushed;
    unsigned taken = take_responses(trace, row, 0, needed);

    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *access = &row->access[i];
        if (!access->dretire)
            continue;
        uint64_t iaddr = rvt_access_iaddr(config, row, access);
        uint64_t own = trace->pushed + item_of(config, row, access->dblock, iaddr);
        needed = own > needed ? own : needed;
        wait(trace, &(struct rvt_data_waiting){
                        .access = *access,
                        .origin = {.cycle = row->cycle, .time = row->time, .iaddr = iaddr},
                        .needed = needed,
                        .traced = traced >> i & 1,
                    });
        if (rvt_access_is_request(config, access))
            await(trace, access, traced >> i & 1);
    }
    (void)take_responses(trace, row, taken, needed);
    release(trace);
}

void rvt_data_trace_item(struct rvt_data_trace *trace, bool decided)
{
    trace->pushed++;
    trace->decided = decided ? trace->pushed : trace->pushed - 1;
    release(trace);
}

void rvt_data_trace_settle(struct rvt_data_trace *trace)
{
    trace->decided = trace->pushed;
    release(trace);
}

void rvt_data_trace_forget(struct rvt_data_trace *trace)
{
    memset(trace->awaited, 0, sizeof trace->awaited);
}

/* True if te_data is lost with a dropped row whose responses to earlier requests are answers. */
static bool loses(const struct rvt_data_trace *trace, const struct rvt_row *row, unsigned traced,
                  unsigned answers)
{
    const struct rvt_config *config = trace->encoder.config;

    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *access = &row->access[i];
        const struct rvt_data_load *load = &trace->awaited[access->lid];
        if ((answers >> i & 1) != 0 && rvt_data_encoder_reports_response(config, load, access))
            return true;
        if (access->dretire && (traced >> i & 1) != 0 && rvt_data_encoder_reports(config, access))
            return true;
    }
    return false;
}

bool rvt_data_trace_miss(struct rvt_data_trace *trace, const struct rvt_row *row, unsigned traced)
{
    unsigned taken = answer(trace, row, 0);
    bool lost = loses(trace, row, traced, taken);

    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *access = &row->access[i];
        if (!access->dretire || !rvt_access_is_request(trace->encoder.config, access))
            continue;
        wait(trace, &(struct rvt_data_waiting){.access = *access, .needed = trace->pushed});
        await(trace, access, false);
    }
    (void)answer(trace, row, taken);
    release(trace);
    return lost;
}

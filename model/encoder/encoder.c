/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/encoder.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "encoder/algorithm.h"
#include "encoder/data_trace.h"
#include "ingress/draft_ingress.h"
#include "ingress/item.h"
#include "ingress/plain_row.h"
#include "ingress/qualifier.h"
#include "ingress/registers.h"

struct rvt_encoder {
    struct rvt_config config;
    struct rvt_algorithm algorithm;
    struct rvt_qualifier qualifier;
    struct rvt_plain_row plain;
    struct rvt_item_rules rules;
    bool steady;         /* a row without sideband signals changes nothing but what follows items */
    bool qualified;      /* the latest cycle was */
    bool begun;          /* there was a first cycle */
    bool losing;         /* rows were dropped, nothing was kept since, and the loss was reported */
    bool data_lost;      /* with a loss of te_data: the latest report of a loss has dloss 1 */
    uint64_t cycle;      /* the latest that has passed */
    uint64_t time;       /* of the latest qualified row with items; events have none of their own */
    uint64_t item_cycle; /* of the latest row with items, 0 before */
    struct rvt_item item[2][RVT_ITEMS_PER_ROW]; /* those of this row and of the one before */
    unsigned half;
    const struct rvt_item *current; /* qualified and not yet decided on; null: none */
    rvt_packet_sink sink;
    void *context;
    struct rvt_data_trace *data; /* null without data trace */
    uint64_t data_reported;      /* te_data sent before the latest report of a loss */
};

/* The sink of te_inst with data trace: te_data that waited for the last item is sent before the
 * packet that closes tracing; a packet that resets the history restarts the compression of te_data,
 * and so does the report of lost te_data: a decoder cannot know which is missing. AMB-185. */
static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_encoder *encoder = context;
    struct rvt_data_encoder *data = &encoder->data->encoder;

    if (origin->decision == RVT_DECISION_SUPPORT_END ||
        origin->decision == RVT_DECISION_SUPPORT_LOST ||
        origin->decision == RVT_DECISION_SUPPORT_CHANGE)
        rvt_data_trace_settle(encoder->data);
    if (data->refused || encoder->sink(encoder->context, packet, origin) != RVT_OK) {
        data->refused = true;
        return RVT_ERR_SINK;
    }
    if (rvt_data_history_resets(&encoder->config, packet) ||
        (origin->decision == RVT_DECISION_SUPPORT_LOST && encoder->data_lost))
        rvt_data_encoder_restart(data);
    return RVT_OK;
}

static enum rvt_status open_data(struct rvt_encoder *encoder)
{
    if (!encoder->config.options.data_trace)
        return RVT_OK;
    encoder->data = calloc(1, sizeof(*encoder->data));
    if (encoder->data == NULL)
        return RVT_ERR_MEMORY;
    rvt_data_trace_init(encoder->data, &encoder->config);
    return RVT_OK;
}

enum rvt_status rvt_encoder_open(const struct rvt_config *config,
                                 const struct rvt_encoder_chart *chart, rvt_packet_sink sink,
                                 void *context, struct rvt_encoder **encoder)
{
    struct rvt_encoder *opened = calloc(1, sizeof(*opened));

    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->config = *config;
    opened->sink = sink;
    opened->context = context;
    if (config->options.data_trace) {
        sink = take_inst;
        context = opened;
    }
    if (rvt_algorithm_open(&opened->algorithm, &opened->config, chart, sink, context) != RVT_OK ||
        open_data(opened) != RVT_OK) {
        rvt_encoder_close(opened);
        return RVT_ERR_MEMORY;
    }
    rvt_qualifier_init(&opened->qualifier, &opened->config);
    opened->plain = rvt_plain_row_of(config);
    opened->rules = rvt_item_rules_of(&config->params);
    *encoder = opened;
    return RVT_OK;
}

void rvt_encoder_close(struct rvt_encoder *encoder)
{
    if (encoder != NULL) {
        rvt_algorithm_close(&encoder->algorithm);
        free(encoder->data);
    }
    free(encoder);
}

void rvt_encoder_data_sink(struct rvt_encoder *encoder, rvt_data_sink sink, void *context)
{
    if (encoder->data == NULL)
        return;
    encoder->data->encoder.sink = sink;
    encoder->data->encoder.context = context;
}

/* The result of a call. Reports a refusal of the sink once. */
static enum rvt_status result(struct rvt_encoder *encoder)
{
    bool refused = encoder->algorithm.report.refused;

    encoder->algorithm.report.refused = false;
    if (encoder->data != NULL) {
        refused = refused || encoder->data->encoder.refused;
        encoder->data->encoder.refused = false;
    }
    return refused ? RVT_ERR_SINK : RVT_OK;
}

static void end(struct rvt_encoder *encoder, uint64_t cycle)
{
    struct rvt_moment moment = {.cycle = cycle, .time = encoder->time};

    rvt_algorithm_end(&encoder->algorithm, encoder->current, &moment,
                      encoder->qualifier.control.enable);
    encoder->current = NULL;
    if (encoder->data != NULL)
        rvt_data_trace_settle(encoder->data);
}

/* Determines whether cycle is qualified; tracing ends with the first that is not. ETR-FLT-009..011,
 * ETR-SUP-002. */
static void settle(struct rvt_encoder *encoder, uint64_t cycle)
{
    bool qualified = rvt_qualifier_is_qualified(&encoder->qualifier);

    if (encoder->qualified && !qualified)
        end(encoder, cycle);
    if (!rvt_qualifier_is_running(&encoder->qualifier))
        rvt_algorithm_forget(&encoder->algorithm);
    if (encoder->data != NULL && (encoder->qualifier.reset || !encoder->qualifier.control.enable))
        rvt_data_trace_forget(encoder->data);
    encoder->qualified = qualified;
}

/* Lets the idle cycles up to and including cycle pass. */
static void pass_idle(struct rvt_encoder *encoder, uint64_t cycle)
{
    if (!encoder->begun || cycle <= encoder->cycle)
        return;
    settle(encoder, encoder->cycle + 1);
    encoder->cycle = cycle;
}

/* item becomes the current one; the one before is decided on, because item is its next one. */
static inline void push_qualified(struct rvt_encoder *encoder, const struct rvt_item *item)
{
    if (encoder->current == NULL) {
        struct rvt_moment moment = {.cycle = item->cycle, .time = item->time};
        rvt_algorithm_restart(&encoder->algorithm, &moment);
    } else {
        struct rvt_next next = {.kind = RVT_NEXT_ITEM, .item = item};
        rvt_algorithm_item(&encoder->algorithm, encoder->current, &next);
    }
    encoder->current = item;
}

static void push(struct rvt_encoder *encoder, const struct rvt_item *item)
{
    bool qualified = encoder->qualified;

    if (qualified || item->kind == RVT_ITEM_TRAP)
        encoder->losing = false;
    if (qualified)
        push_qualified(encoder, item);
    else
        rvt_algorithm_pass(&encoder->algorithm, item);
    if (encoder->data != NULL)
        rvt_data_trace_item(encoder->data, !qualified);
}

/*
 * Applies the result of the filters for the block of item: tracing can end or start inside a row.
 */
static void filter(struct rvt_encoder *encoder, const struct rvt_item *item,
                   const struct rvt_filter_result *result)
{
    if (rvt_qualifier_take(&encoder->qualifier, result, item->block))
        settle(encoder, item->cycle);
}

/*
 * Takes a row: first the end of tracing before its first item, then its accesses, then its items.
 */
static void take_row(struct rvt_encoder *encoder, const struct rvt_row *row)
{
    struct rvt_qualifier *qualifier = &encoder->qualifier;
    unsigned traced = encoder->data != NULL ? rvt_qualifier_accesses(qualifier, row) : 0;
    struct rvt_filter_result result;
    bool filtered = rvt_qualifier_blocks(qualifier, row, &result);
    unsigned notify = rvt_qualifier_notifies(qualifier, row) | (filtered ? result.notify : 0u);
    uint64_t elapsed = row->cycle - encoder->item_cycle;
    struct rvt_item *item = encoder->item[encoder->half];
    unsigned items = rvt_items_from_row(&encoder->config, row, elapsed, notify, item);

    if (filtered && items > 0)
        filter(encoder, &item[0], &result);
    if (encoder->data != NULL && row->accesses > 0)
        rvt_data_trace_row(encoder->data, row, traced);
    if (items == 0)
        return;
    encoder->half ^= 1;
    encoder->item_cycle = row->cycle;
    for (unsigned i = 0; i < items; i++) {
        if (filtered)
            filter(encoder, &item[i], &result);
        if (encoder->qualified)
            encoder->time = row->time;
        push(encoder, &item[i]);
    }
}

/* True if te_data is lost with a dropped row. The filters decide on it, but do not step. */
static bool loses_data(const struct rvt_encoder *encoder, const struct rvt_row *row)
{
    struct rvt_qualifier qualifier = encoder->qualifier;

    return rvt_data_trace_miss(encoder->data, row, rvt_qualifier_accesses(&qualifier, row));
}

/*
 * A dropped row. Drops with nothing kept in between are one loss, reported with its first row, and
 * once more if te_data is lost with a later one and not with the first. ETR-SUP-003, ETR-FMT-005.
 */
static void lose(struct rvt_encoder *encoder, const struct rvt_row *row)
{
    struct rvt_moment moment = {.cycle = row->cycle, .time = encoder->time};
    struct rvt_data_trace *data = encoder->data;
    bool data_lost = data != NULL && loses_data(encoder, row);

    if (data != NULL && data->encoder.sent != encoder->data_reported)
        encoder->losing = false;
    if (encoder->losing && !(data_lost && !encoder->data_lost))
        return;
    encoder->data_lost = data_lost;
    encoder->algorithm.report.data_lost = data_lost;
    rvt_algorithm_lose(&encoder->algorithm, encoder->current, &moment);
    encoder->current = NULL;
    encoder->losing = true;
    if (data != NULL) {
        rvt_data_trace_settle(data);
        encoder->data_reported = data->encoder.sent;
    }
}

static enum rvt_status check_cycle(const struct rvt_encoder *encoder, const struct rvt_row *row,
                                   struct rvt_diag *diag)
{
    if (encoder->begun && row->cycle <= encoder->cycle)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "cycle", row->cycle, NULL,
                            "the cycle has passed already");
    return RVT_OK;
}

enum rvt_status rvt_encoder_control(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_control *control, struct rvt_diag *diag)
{
    bool was_enabled = encoder->qualifier.control.enable;
    enum rvt_status status = check_cycle(encoder, row, diag);

    if (status != RVT_OK)
        return status;
    encoder->steady = false;
    if (row->cycle > 0)
        pass_idle(encoder, row->cycle - 1);
    rvt_qualifier_control(&encoder->qualifier, control);
    if (was_enabled && !control->enable) {
        end(encoder, row->cycle);
        if (encoder->data != NULL)
            rvt_data_trace_forget(encoder->data);
        encoder->qualified = false;
        encoder->losing = false;
    } else if (!was_enabled && control->enable) {
        struct rvt_moment moment = {.cycle = row->cycle, .time = encoder->time};
        rvt_algorithm_enable(&encoder->algorithm, &moment);
    }
    return result(encoder);
}

/* True if a support packet would have other contents under options and resync of programmed. */
static bool changes_support(const struct rvt_config *config, const struct rvt_config *programmed)
{
    struct rvt_support before, after;

    rvt_support_fill(&before, config, true, RVT_QUAL_NO_CHANGE);
    rvt_support_fill(&after, programmed, true, RVT_QUAL_NO_CHANGE);
    return memcmp(&config->options, &programmed->options, sizeof(config->options)) != 0 ||
           memcmp(&before, &after, sizeof(before)) != 0;
}

static void adopt(struct rvt_encoder *encoder, const struct rvt_config *programmed)
{
    struct rvt_algorithm *algorithm = &encoder->algorithm;
    bool resync =
        memcmp(&encoder->config.resync, &programmed->resync, sizeof(programmed->resync)) != 0;

    encoder->config.options = programmed->options;
    encoder->config.resync = programmed->resync;
    if (resync && rvt_resync_program(&algorithm->report.resync, &encoder->config))
        algorithm->sync_due = !algorithm->first;
}

/*
 * Software changes modes while the encoder is enabled. With support_only nothing is reported before
 * the support packet, except branches that take part in a prediction, because the predictor
 * restarts. ETR-SUP-004, AMB-126; decision 0002.
 */
static void change(struct rvt_encoder *encoder, uint64_t cycle, const struct rvt_config *programmed)
{
    struct rvt_moment moment = {.cycle = cycle, .time = encoder->time};
    struct rvt_algorithm *algorithm = &encoder->algorithm;
    bool sync = encoder->config.switches.cfg_change == RVT_CFG_CHANGE_SUPPORT_THEN_SYNC;
    bool predicts =
        encoder->config.options.branch_prediction || programmed->options.branch_prediction;
    bool flush = sync || (predicts && rvt_branch_history_pending(&algorithm->report.history));

    if (flush) {
        rvt_algorithm_change_begin(algorithm, encoder->current);
        encoder->current = NULL;
    }
    adopt(encoder, programmed);
    rvt_algorithm_change_end(algorithm, &moment, flush);
}

enum rvt_status rvt_encoder_program(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_registers *registers, struct rvt_diag *diag)
{
    struct rvt_control control = rvt_registers_control(registers);
    struct rvt_config programmed = encoder->config;
    enum rvt_status status = check_cycle(encoder, row, diag);

    if (status != RVT_OK)
        return status;
    encoder->steady = false;
    if (row->cycle > 0)
        pass_idle(encoder, row->cycle - 1);
    rvt_registers_config(registers, &programmed);
    if (!control.enable && encoder->qualifier.control.enable)
        status = rvt_encoder_control(encoder, row, &control, diag);
    else if (encoder->qualifier.control.enable && changes_support(&encoder->config, &programmed))
        change(encoder, row->cycle, &programmed);
    adopt(encoder, &programmed);
    rvt_qualifier_program(&encoder->qualifier, registers);
    return status == RVT_OK ? rvt_encoder_control(encoder, row, &control, diag) : status;
}

const struct rvt_config *rvt_encoder_config(const struct rvt_encoder *encoder)
{
    return &encoder->config;
}

bool rvt_encoder_tracing(const struct rvt_encoder *encoder)
{
    return encoder->qualifier.tracing;
}

bool rvt_encoder_data_tracing(const struct rvt_encoder *encoder)
{
    return encoder->qualifier.data_tracing;
}

/* True if the steps of take_any_row would change nothing for a plain row without sideband signals,
 * but take its items. */
static bool is_steady(const struct rvt_encoder *encoder)
{
    return encoder->qualified && rvt_qualifier_is_qualified(&encoder->qualifier) &&
           !rvt_filters_on(&encoder->qualifier.filters) && encoder->data == NULL;
}

/* Takes a row of any kind. */
RVT_NEVER_INLINE static enum rvt_status
take_any_row(struct rvt_encoder *encoder, const struct rvt_row *row, struct rvt_diag *diag)
{
    bool seen = rvt_qualifier_sees(&encoder->qualifier, row);
    enum rvt_status status = check_cycle(encoder, row, diag);

    if (status == RVT_OK && seen && !row->lost && !rvt_plain_row_accepts(&encoder->plain, row))
        status = rvt_profile_row_check(&encoder->config, row, diag);
    if (status == RVT_OK && seen && encoder->data != NULL)
        status = rvt_accesses_check(&encoder->config, row, diag);
    if (status != RVT_OK)
        return status;
    if (row->cycle > 0)
        pass_idle(encoder, row->cycle - 1);
    encoder->begun = true;
    encoder->cycle = row->cycle;
    rvt_qualifier_begin(&encoder->qualifier, row);
    settle(encoder, row->cycle);
    if (seen && row->lost)
        lose(encoder, row);
    else if (seen)
        take_row(encoder, row);
    rvt_qualifier_end(&encoder->qualifier, row);
    encoder->steady = is_steady(encoder);
    return result(encoder);
}

/* Takes the items of a plain row while the encoder is steady. */
static inline enum rvt_status take_plain_row(struct rvt_encoder *encoder, const struct rvt_row *row)
{
    struct rvt_item *item = encoder->item[encoder->half];
    unsigned items = rvt_items_from_block(&encoder->rules, row, 0, false, item);

    item[0].ctype = row->ctype;
    item[0].elapsed = row->cycle - encoder->item_cycle;
    encoder->cycle = encoder->item_cycle = row->cycle;
    encoder->time = row->time;
    encoder->losing = false;
    encoder->half ^= 1;
    for (unsigned i = 0; i < items; i++)
        push_qualified(encoder, &item[i]);
    return encoder->algorithm.report.refused ? result(encoder) : RVT_OK;
}

enum rvt_status rvt_encoder_row(struct rvt_encoder *encoder, const struct rvt_row *row,
                                struct rvt_diag *diag)
{
    bool sideband = row->halted || row->reset || row->lost || row->trigger != 0;

    if (encoder->steady && !sideband && row->cycle > encoder->cycle &&
        rvt_plain_row_accepts(&encoder->plain, row))
        return take_plain_row(encoder, row);
    return take_any_row(encoder, row, diag);
}

void rvt_encoder_stall(struct rvt_encoder *encoder, uint64_t cycle)
{
    if (encoder->begun && cycle > encoder->cycle)
        encoder->cycle = cycle;
}

enum rvt_status rvt_encoder_idle(struct rvt_encoder *encoder, uint64_t cycle, struct rvt_diag *diag)
{
    (void)diag;
    pass_idle(encoder, cycle);
    return result(encoder);
}

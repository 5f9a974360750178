/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "rvt_retired.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/decoder.h"
#include "wire/packet.h"

enum { FIRST_CAPACITY = 256 };

/* What the trace has to tell, oldest first. */
enum item_kind {
    ITEM_CODE, /* instructions at contiguous addresses retired */
    ITEM_TRAP,
    ITEM_END,  /* tracing ended */
    ITEM_LOST, /* rows were dropped; nothing that stands before has to be told */
};

struct item {
    enum item_kind kind;
    bool optional;           /* the encoder may leave it out */
    bool plain;              /* code: ends with neither a branch nor an uninferable jump */
    bool epc_known;          /* trap: address tells its epc */
    bool interrupt;          /* trap */
    uint32_t cause;          /* trap */
    uint64_t address, bytes; /* code: first address and size, 2^64 never occurs */
    uint64_t tval;           /* trap */
    uint64_t cycle;
};

struct rvt_retired {
    struct rvt_config config;
    struct rvt_findings *findings;
    struct rvt_decoder *decoder;
    struct item *item; /* ring of capacity, a power of two */
    size_t capacity;
    uint64_t head, tail;
    /* qualification, decision 0001 */
    struct rvt_control control;
    bool halted, reset;
    bool off_next;  /* a trace-off acts from the next cycle on */
    bool traced;    /* the latest cycle was qualified */
    bool open;      /* something qualified since the latest ENABLE, END or LOST */
    bool has_trap;  /* the latest item was a trap that was not traced */
    struct item trap;
    uint64_t cycle; /* the latest cycle seen */
    uint64_t now;   /* of the packet being decoded */
    uint64_t last, last_size; /* latest instruction told; size 0: none */
    uint64_t packets;
};

/* --- the queue ------------------------------------------------------------------------------- */

static enum rvt_status push(struct rvt_retired *retired, const struct item *item)
{
    if (retired->tail - retired->head == retired->capacity) {
        size_t capacity = retired->capacity * 2;
        struct item *bigger = malloc(capacity * sizeof *bigger);
        if (bigger == NULL)
            return RVT_ERR_MEMORY;
        for (uint64_t i = retired->head; i < retired->tail; i++)
            bigger[i & (capacity - 1)] = retired->item[i & (retired->capacity - 1)];
        free(retired->item);
        retired->item = bigger;
        retired->capacity = capacity;
    }
    retired->item[retired->tail++ & (retired->capacity - 1)] = *item;
    return RVT_OK;
}

static struct item *front(struct rvt_retired *retired)
{
    if (retired->head == retired->tail)
        return NULL;
    return &retired->item[retired->head & (retired->capacity - 1)];
}

/* The front that is of this kind, with the optional items of other kinds before it left out. */
static struct item *front_of(struct rvt_retired *retired, enum item_kind kind)
{
    struct item *item = front(retired);
    while (item != NULL && item->kind != kind && item->optional) {
        retired->head++;
        item = front(retired);
    }
    return item;
}

/* True if item is what the decoder told; an address that one side does not know is not compared. */
static bool same(const struct item *item, const struct item *told)
{
    if (item->kind != told->kind || item->kind != ITEM_TRAP)
        return item->kind == told->kind;
    return item->interrupt == told->interrupt && item->cause == told->cause &&
           (item->interrupt || item->tval == told->tval) &&
           (!item->epc_known || !told->epc_known || item->address == told->address);
}

/*
 * A trace cannot tell how often a cycle of direct jumps without branches was passed: the decoder stops at the first
 * arrival. Leaves out whole passes, from behind the latest instruction told to behind the same instruction, if what was told
 * comes next then. AMB-036, ETR-DEC-020.
 */
static bool skip_passes(struct rvt_retired *retired, const struct item *told)
{
    uint64_t end = retired->last + retired->last_size;

    for (uint64_t i = retired->head; i < retired->tail && retired->last_size > 0; i++) {
        const struct item *item = &retired->item[i & (retired->capacity - 1)];
        if (item->kind != ITEM_CODE || !item->plain)
            return false;
        if (retired->last < item->address || end != item->address + item->bytes)
            continue;
        for (uint64_t next = i + 1; next < retired->tail; next++) {
            item = &retired->item[next & (retired->capacity - 1)];
            if (same(item, told)) {
                retired->head = next;
                return true;
            }
            if (!item->optional)
                break;
        }
    }
    return false;
}

static void describe(const struct item *item, struct rvt_text *text)
{
    if (item == NULL) {
        rvt_text_add(text, "nothing more");
        return;
    }
    switch (item->kind) {
    case ITEM_CODE:
        rvt_text_add(text, "instructions from 0x%" PRIx64 " on, %" PRIu64 " bytes", item->address,
                     item->bytes);
        break;
    case ITEM_TRAP:
        rvt_text_add(text, "trap, interrupt %d, cause %" PRIu32 ", tval 0x%" PRIx64,
                     (int)item->interrupt, item->cause, item->tval);
        if (item->epc_known)
            rvt_text_add(text, ", epc 0x%" PRIx64, item->address);
        break;
    case ITEM_END:
        rvt_text_add(text, "the end of tracing");
        break;
    case ITEM_LOST:
        rvt_text_add(text, "the loss of rows");
        break;
    }
    rvt_text_add(text, " (cycle %" PRIu64 ")", item->cycle);
}

/* --- what retired ---------------------------------------------------------------------------- */

/* Tracing ended before the cycle: the last trap may stay untold (ETR-SUP-011). */
static enum rvt_status end_tracing(struct rvt_retired *retired, uint64_t cycle)
{
    retired->traced = false;
    if (!retired->open)
        return RVT_OK;
    retired->open = false;
    if (retired->head != retired->tail) {
        struct item *last = &retired->item[(retired->tail - 1) & (retired->capacity - 1)];
        if (last->kind == ITEM_TRAP) {
            last->optional = true;
            retired->trap = *last;
            retired->has_trap = true;
        }
    }
    const struct item end = {.kind = ITEM_END, .cycle = cycle};
    return push(retired, &end);
}

static bool running(const struct rvt_retired *retired)
{
    return retired->control.enable && !retired->halted && !retired->reset;
}

/* A cycle without any row passes: a trace-off of the cycle before takes effect. */
static enum rvt_status pass_cycle(struct rvt_retired *retired, uint64_t cycle)
{
    if (retired->off_next) {
        retired->off_next = false;
        retired->control.inst_tracing = false;
    }
    if (retired->traced && !(running(retired) && retired->control.inst_tracing))
        return end_tracing(retired, cycle);
    return RVT_OK;
}

enum rvt_status rvt_retired_idle(struct rvt_retired *retired, uint64_t cycle)
{
    if (cycle <= retired->cycle)
        return RVT_OK;
    retired->cycle = cycle;
    return pass_cycle(retired, cycle);
}

enum rvt_status rvt_retired_control(struct rvt_retired *retired, const struct rvt_control *control)
{
    bool was_enabled = retired->control.enable;
    retired->off_next = false;
    retired->control = *control;
    if (!control->enable || !was_enabled)
        retired->has_trap = false;
    if (retired->traced && !(control->enable && control->inst_tracing))
        return end_tracing(retired, retired->cycle);
    return RVT_OK;
}

static struct item trap_item(const struct rvt_row *row, const struct rvt_block *block)
{
    struct item item = {.kind = ITEM_TRAP, .cycle = row->cycle, .cause = row->cause};
    item.interrupt = block->itype == RVT_ITYPE_INTERRUPT;
    item.tval = item.interrupt ? 0 : row->tval;
    item.epc_known = !item.interrupt && block->iretire == 0;
    item.address = block->iaddr;
    return item;
}

static enum rvt_status add_block(struct rvt_retired *retired, const struct rvt_row *row,
                                 const struct rvt_block *block, bool qualified)
{
    enum rvt_status status = RVT_OK;
    bool trap = block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
    if (qualified && (block->iretire > 0 || trap) && retired->has_trap) {
        retired->trap.optional = true; /* an untraced trap just before: step 3 may tell it, */
        retired->trap.epc_known = false; /* with the address of the next one (AMB-041) */
        if (!retired->open)
            status = push(retired, &retired->trap);
    }
    if (block->iretire > 0 || trap)
        retired->has_trap = false;
    if (status == RVT_OK && qualified && block->iretire > 0) {
        struct item item = {.kind = ITEM_CODE, .cycle = row->cycle, .address = block->iaddr};
        item.bytes = 2 * (uint64_t)rvt_block_halfwords(&retired->config.params, block);
        item.plain = block->itype != RVT_ITYPE_TAKEN_BRANCH &&
                     block->itype != RVT_ITYPE_NONTAKEN_BRANCH &&
                     !rvt_itype_is_updiscon((enum rvt_itype)block->itype, true);
        retired->open = true;
        status = push(retired, &item);
    }
    if (status == RVT_OK && trap) {
        struct item item = trap_item(row, block);
        if (qualified) {
            retired->open = true;
            status = push(retired, &item);
        } else {
            retired->trap = item;
            retired->has_trap = true;
        }
    }
    return status;
}

/* Dropped items: nothing that is still untold has to be told. */
static enum rvt_status add_loss(struct rvt_retired *retired, const struct rvt_row *row,
                                bool qualified)
{
    struct item item = {.kind = ITEM_LOST, .cycle = row->cycle, .optional = !qualified};
    retired->has_trap = false;
    retired->open = false;
    return push(retired, &item);
}

enum rvt_status rvt_retired_row(struct rvt_retired *retired, const struct rvt_row *row)
{
    enum rvt_status status = RVT_OK;
    if (rvt_findings_full(retired->findings))
        return RVT_OK; /* nobody strikes items off any more */
    if (row->cycle > retired->cycle + 1)
        status = rvt_retired_idle(retired, row->cycle - 1);
    retired->cycle = row->cycle;
    retired->halted = row->halted;
    retired->reset = row->reset;
    if (retired->off_next)
        retired->control.inst_tracing = false;
    retired->off_next = false;
    bool triggers = running(retired) && retired->control.inst_trig_enable;
    if (triggers && (row->trigger & RVT_TRIGGER_ON) != 0)
        retired->control.inst_tracing = true;
    bool qualified = running(retired) && retired->control.inst_tracing;
    if (triggers && (row->trigger & RVT_TRIGGER_OFF) != 0)
        retired->off_next = true;
    if (status == RVT_OK && retired->traced && !qualified)
        status = end_tracing(retired, row->cycle);
    retired->traced = qualified;
    if (status != RVT_OK || !running(retired)) {
        retired->has_trap = retired->has_trap && running(retired);
        return status;
    }
    if (row->lost)
        return add_loss(retired, row, qualified);
    for (unsigned i = 0; i < row->blocks && status == RVT_OK; i++)
        status = add_block(retired, row, &row->block[i], qualified);
    return status;
}

/* --- what the trace tells --------------------------------------------------------------------- */

/* Records what was told and what had retired. */
static enum rvt_status wrong(struct rvt_retired *retired, const struct item *item,
                             const char *clause, const struct item *told)
{
    struct rvt_text text;
    if (!rvt_findings_add(retired->findings, retired->now, &text))
        return RVT_OK;
    rvt_text_add(&text, "cycle %" PRIu64 ": packet %" PRIu64 " does not tell what retired [%s]",
                 retired->now, retired->packets - 1, clause);
    rvt_text_add(&text, "\n  retired   ");
    describe(item, &text);
    rvt_text_add(&text, "\n  decoded   ");
    describe(told, &text);
    return RVT_OK;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_retired *retired = context;
    uint64_t address = range->first;
    uint64_t bytes = range->last + range->last_size - range->first;
    while (bytes > 0 && !rvt_findings_full(retired->findings)) {
        struct item *item = front_of(retired, ITEM_CODE);
        if (item == NULL || item->kind != ITEM_CODE || item->address != address) {
            const struct item told = {
                .kind = ITEM_CODE, .address = address, .bytes = bytes, .cycle = retired->now};
            return wrong(retired, item, "ETR-DEC-001", &told);
        }
        uint64_t step = item->bytes < bytes ? item->bytes : bytes;
        address += step;
        bytes -= step;
        item->address += step;
        item->bytes -= step;
        if (item->bytes == 0)
            retired->head++;
    }
    retired->last = range->last;
    retired->last_size = range->last_size;
    return RVT_OK;
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_retired *retired = context;
    const struct item told = {.kind = ITEM_TRAP,
                              .interrupt = trap->interrupt,
                              .cause = trap->ecause,
                              .tval = trap->tval,
                              .epc_known = trap->epc_known,
                              .address = trap->epc,
                              .cycle = retired->now};
    struct item *item = front(retired);
    while (item != NULL && item->optional && !same(item, &told)) {
        retired->head++;
        item = front(retired);
    }
    if ((item == NULL || !same(item, &told)) && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-ALG-022", &told);
    retired->head++;
    return RVT_OK;
}

static enum rvt_status on_end(struct rvt_retired *retired)
{
    const struct item told = {.kind = ITEM_END, .cycle = retired->now};
    const struct item *item = front_of(retired, ITEM_END);

    if ((item == NULL || item->kind != ITEM_END) && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-SUP-002", &told);
    retired->head++;
    return RVT_OK;
}

/* What stands before the loss need not be told any more; one packet tells a whole gap. */
static enum rvt_status on_loss(struct rvt_retired *retired)
{
    const struct item told = {.kind = ITEM_LOST, .cycle = retired->now};

    while (front(retired) != NULL && front(retired)->kind != ITEM_LOST)
        retired->head++;
    if (front(retired) == NULL)
        return wrong(retired, NULL, "ETR-SUP-003", &told);
    while (front(retired) != NULL && front(retired)->kind == ITEM_LOST)
        retired->head++;
    retired->last_size = 0;
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

void rvt_retired_packet(struct rvt_retired *retired, uint64_t cycle, const uint8_t *payload,
                        size_t bytes)
{
    if (rvt_findings_full(retired->findings))
        return;
    struct rvt_packet packet;
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    retired->now = cycle;
    retired->packets++;
    enum rvt_status status =
        rvt_packet_read(&retired->config, payload, bytes, &packet, &diag);
    if (status == RVT_OK)
        status = rvt_decoder_packet(retired->decoder, &packet, &diag);
    struct rvt_text text;
    if (status == RVT_OK || !rvt_findings_add(retired->findings, cycle, &text))
        return;
    char reason[256];
    rvt_diag_format(&diag, reason, sizeof reason);
    rvt_text_add(&text, "cycle %" PRIu64 ": packet %" PRIu64 " does not decode [%s]\n  because   %s",
                 cycle, retired->packets - 1, diag.clause != NULL ? diag.clause : "ETR-DEC",
                 reason);
}

void rvt_retired_end(struct rvt_retired *retired, uint64_t cycle)
{
    struct rvt_text text;
    if (retired->packets == 0) {
        if (rvt_findings_add(retired->findings, cycle, &text))
            rvt_text_add(&text, "cycle %" PRIu64 ": no packet was decoded", cycle);
        return;
    }
    while (front(retired) != NULL && front(retired)->optional)
        retired->head++;
    const struct item *item = front(retired);
    if (retired->control.enable || item == NULL ||
        !rvt_findings_add(retired->findings, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": the trace ends without telling ", cycle);
    describe(item, &text);
}

uint64_t rvt_retired_packets(const struct rvt_retired *retired)
{
    return retired->packets;
}

/* --- life cycle --------------------------------------------------------------------------------- */

enum rvt_status rvt_retired_open(const struct rvt_config *config, struct rvt_image *image,
                                 struct rvt_findings *findings, struct rvt_retired **retired)
{
    struct rvt_retired *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = made};
    made->config = *config;
    made->findings = findings;
    made->capacity = FIRST_CAPACITY;
    made->item = malloc(FIRST_CAPACITY * sizeof *made->item);
    enum rvt_status status = RVT_ERR_MEMORY;
    if (made->item != NULL)
        status = rvt_decoder_open(config, image, &output, 0, &made->decoder);
    if (status != RVT_OK) {
        rvt_retired_close(made);
        return status;
    }
    *retired = made;
    return RVT_OK;
}

void rvt_retired_close(struct rvt_retired *retired)
{
    if (retired == NULL)
        return;
    rvt_decoder_close(retired->decoder);
    free(retired->item);
    free(retired);
}

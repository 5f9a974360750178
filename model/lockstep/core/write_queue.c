/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/write_queue.h"

#include <stdlib.h>
#include <string.h>

#include "ingress/registers.h"

/* Of trTeDataControl; the other fields act when the encoder is enabled. */
#define DATA_AT_ONCE ((uint32_t)(RVT_TE_DATA_TRACING | RVT_TE_DATA_TRIG_ENABLE))

/* A write that is not in force yet. */
struct write {
    uint32_t offset, value;
};

struct rvt_write_queue {
    struct rvt_registers registers;
    struct write *write; /* oldest first */
    size_t count, capacity;
    struct rvt_write_sink sink; /* write null: none */
};

enum rvt_status rvt_write_queue_open(const struct rvt_config *config,
                                     struct rvt_write_queue **writes)
{
    struct rvt_write_queue *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    rvt_registers_init(&made->registers, config);
    *writes = made;
    return RVT_OK;
}

void rvt_write_queue_close(struct rvt_write_queue *writes)
{
    if (writes == NULL)
        return;
    free(writes->write);
    free(writes);
}

void rvt_write_queue_sink(struct rvt_write_queue *writes, const struct rvt_write_sink *sink)
{
    writes->sink = *sink;
}

/* A write comes into force. */
static void enforce(struct rvt_write_queue *writes, uint64_t cycle, uint32_t offset, uint32_t value)
{
    struct rvt_registers *registers = &writes->registers;

    rvt_registers_write(registers, offset, value);
    if (writes->sink.write != NULL)
        writes->sink.write(writes->sink.context, cycle, offset,
                           rvt_registers_read(registers, offset));
}

/* Resets modes, filters and comparators; other registers keep their values. */
static void release(struct rvt_write_queue *writes, uint64_t cycle)
{
    enforce(writes, cycle, RVT_TE_INST_FEATURES, 0);
    enforce(writes, cycle, RVT_TE_INST_FILTERS, 0);
    enforce(writes, cycle, RVT_TE_DATA_FILTERS, 0);
    for (uint32_t offset = RVT_TE_FILTER; offset < RVT_TE_BYTES; offset += 4)
        if (rvt_registers_read(&writes->registers, offset) != 0)
            enforce(writes, cycle, offset, 0);
}

enum rvt_status rvt_write_queue_add(struct rvt_write_queue *writes, uint32_t offset, uint32_t value)
{
    bool releases = offset == RVT_TE_CONTROL && (value & RVT_TE_ACTIVE) == 0;

    if (!releases && offset != RVT_TE_INST_FEATURES && offset != RVT_TE_INST_FILTERS &&
        offset != RVT_TE_DATA_CONTROL && offset != RVT_TE_DATA_FILTERS && offset < RVT_TE_FILTER)
        return RVT_OK;
    if (writes->count == writes->capacity) {
        size_t capacity = writes->capacity == 0 ? 64 : 2 * writes->capacity;
        struct write *more = realloc(writes->write, capacity * sizeof *more);
        if (more == NULL)
            return RVT_ERR_MEMORY;
        writes->write = more;
        writes->capacity = capacity;
    }
    writes->write[writes->count++] = (struct write){offset, value};
    return RVT_OK;
}

/* Sets trTeControl and trTeDataControl to what is in force; triggers may have changed them. */
static void follow_control(struct rvt_registers *registers, const struct rvt_control *control,
                           const struct rvt_encoder *encoder)
{
    uint32_t value = rvt_registers_read(registers, RVT_TE_CONTROL);

    value &= ~(uint32_t)(RVT_TE_ENABLE | RVT_TE_INST_TRIG_ENABLE);
    value |= control->enable ? RVT_TE_ENABLE : 0;
    value |= control->inst_trig_enable ? RVT_TE_INST_TRIG_ENABLE : 0;
    rvt_registers_write(registers, RVT_TE_CONTROL, value);
    uint32_t data = rvt_registers_read(registers, RVT_TE_DATA_CONTROL);
    data &= ~(uint32_t)RVT_TE_DATA_TRIG_ENABLE;
    data |= control->data_trig_enable ? RVT_TE_DATA_TRIG_ENABLE : 0;
    rvt_registers_write(registers, RVT_TE_DATA_CONTROL, data);
    rvt_registers_set_tracing(registers, rvt_encoder_tracing(encoder),
                              rvt_encoder_data_tracing(encoder));
}

/* The value that a write has now: of trTeDataControl only some fields act while enabled. */
static uint32_t value_of(const struct rvt_registers *registers, const struct write *write)
{
    if (write->offset != RVT_TE_DATA_CONTROL)
        return write->value;
    return (rvt_registers_read(registers, write->offset) & ~DATA_AT_ONCE) |
           (write->value & DATA_AT_ONCE);
}

enum rvt_status
rvt_write_queue_apply(struct rvt_write_queue *writes, enum rvt_write_queue_part part,
                      const struct rvt_control *control, struct rvt_encoder *encoder,
                      struct rvt_decode_exact *decode_exact, struct rvt_ingress_arrivals *arrivals,
                      const struct rvt_row *row, struct rvt_diag *diag)
{
    struct rvt_registers *registers = &writes->registers;
    enum rvt_status status = RVT_OK;
    size_t i = 0;

    if (writes->count > 0)
        follow_control(registers, control, encoder);
    for (; i < writes->count && status == RVT_OK; i++) {
        const struct write *write = &writes->write[i];
        if (write->offset == RVT_TE_CONTROL && part == RVT_WRITE_QUEUE_ENABLED)
            break;
        if (write->offset == RVT_TE_CONTROL)
            release(writes, row->cycle);
        else
            enforce(writes, row->cycle, write->offset, value_of(registers, write));
        if (decode_exact != NULL)
            rvt_decode_exact_program(decode_exact, registers);
        if (arrivals != NULL)
            rvt_ingress_arrivals_program(arrivals, registers);
        status = rvt_encoder_program(encoder, row, registers, diag);
    }
    writes->count -= i;
    if (writes->count > 0)
        memmove(writes->write, writes->write + i, writes->count * sizeof *writes->write);
    return status;
}

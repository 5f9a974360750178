/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An encoder whose packets are noted with their origins, and the acts of its software: registers
 * written at random, also while it is enabled. */
#ifndef RVT_TESTS_REGRESSION_ENCODER_BENCH_H
#define RVT_TESTS_REGRESSION_ENCODER_BENCH_H

#include "any_config.h"
#include "regression.h"

#include "draft/encoder_profile.h"
#include "ingress/registers.h"
#include "random/random_data.h"
#include "tests/property/run.h"

struct bench {
    struct regression *regression;
    struct run run;
    struct rvt_random random;
    struct rvt_registers registers;
    struct rvt_encoder *encoder;
    struct rvt_random_data data;
    unsigned disturbed; /* percent of the rows before which software acts */
    uint64_t lag;       /* cycles that were inserted */
    bool refuses;
};

static inline void note_field(void *context, const char *name, uint64_t value, unsigned width,
                              size_t at_bit)
{
    regression_note(context, "%s %" PRIx64 " %u %zu", name, value, width, at_bit);
}

static inline enum rvt_status answer(struct bench *bench)
{
    return bench->refuses && rvt_random_chance(&bench->random, 2) ? RVT_ERR_IO : RVT_OK;
}

static inline enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                        const struct rvt_origin *origin)
{
    struct bench *bench = context;
    const struct rvt_config *config = rvt_encoder_config(bench->encoder);

    regression_note(
        bench->regression, "packet %s %d %" PRIu64 " %" PRIx64 " %" PRIx64 " %u %d %x %d",
        rvt_packet_name(packet), (int)origin->decision, origin->cycle, origin->time, origin->iaddr,
        origin->block, (int)origin->format_why, origin->doubts, config->options.full_address);
    enum rvt_status status = rvt_packet_visit(config, packet, note_field, bench->regression);
    if (status != RVT_OK)
        regression_note(bench->regression, "visit %s", rvt_status_text(status));
    return answer(bench);
}

static inline enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                        const struct rvt_data_origin *origin)
{
    struct bench *bench = context;

    regression_note(bench->regression, "data %" PRIu64 " %" PRIx64 " %" PRIx64, origin->cycle,
                    origin->time, origin->iaddr);
    regression_note(bench->regression,
                    "%u %u %u %u %u %u %u %u %u %" PRIx64 " %" PRIx64 " %" PRIx64, packet->format,
                    packet->subformat, packet->subtype, packet->size, packet->lrid, packet->diff,
                    packet->resp, packet->op_len, packet->data_len, packet->operand, packet->data,
                    packet->address);
    return answer(bench);
}

static inline void note_status(struct bench *bench, const char *what, enum rvt_status status,
                               const struct rvt_diag *diag)
{
    if (status != RVT_OK)
        regression_diag(bench->regression, what, status, diag);
}

/* --- software ------------------------------------------------------------------------------- */

static inline void put(struct bench *bench, const struct rvt_row *row, uint32_t offset,
                       uint32_t value)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_registers_set_tracing(&bench->registers, rvt_encoder_tracing(bench->encoder),
                              rvt_encoder_data_tracing(bench->encoder));
    rvt_registers_write(&bench->registers, offset, value);
    note_status(bench, "program",
                rvt_encoder_program(bench->encoder, row, &bench->registers, &diag), &diag);
}

/* The low half of an address, a context or a value that occurs, or any word. */
static inline uint32_t any_word(struct bench *bench)
{
    const struct rvt_row *row =
        &bench->run.row[rvt_random_below(&bench->random, (unsigned)bench->run.rows)];

    switch (rvt_random_below(&bench->random, 5)) {
    case 0:
        return (uint32_t)row->context;
    case 1:
        return (uint32_t)row->tval;
    case 2:
        return (uint32_t)any_value(&bench->random, 32);
    default:
        return row->blocks == 0 ? 0 : (uint32_t)row->block[0].iaddr;
    }
}

static inline void program_units(struct bench *bench, const struct rvt_row *row)
{
    const struct rvt_params *params = &bench->run.config.params;
    struct rvt_random *random = &bench->random;

    for (uint32_t i = 0; i < params->filters_p; i++) {
        uint32_t at = RVT_TE_FILTER + RVT_TE_UNIT * i, bits = rvt_random_chance(random, 90);
        for (unsigned bit = 1; bit < 28; bit++)
            bits |= (uint32_t)rvt_random_chance(random, 10) << bit;
        put(bench, row, at, bits);
        for (uint32_t word = 4; word < RVT_TE_UNIT; word += 4)
            put(bench, row, at + word, (uint32_t)rvt_random_bits(random));
    }
    for (uint32_t j = 0; j < params->comparators_p; j++) {
        uint32_t at = RVT_TE_COMP + RVT_TE_UNIT * j;
        put(bench, row, at, (uint32_t)rvt_random_bits(random) & 0xf770);
        for (uint32_t word = RVT_TE_COMP_PMATCH_LOW; word < RVT_TE_UNIT; word += 4)
            put(bench, row, at + word,
                (word & 4) == 0 || params->iaddress_width_p > 32 ? any_word(bench) : 0);
    }
    uint32_t mask = (uint32_t)rvt_mask(params->filters_p);
    put(bench, row, RVT_TE_INST_FILTERS, (uint32_t)rvt_random_bits(random) & mask);
    put(bench, row, RVT_TE_DATA_FILTERS, (uint32_t)rvt_random_bits(random) & mask);
}

/* Enables: all that follow in trTeControl and trTeDataControl at random. */
static inline void enable(struct bench *bench, const struct rvt_row *row)
{
    struct rvt_random *random = &bench->random;
    uint32_t kept = rvt_registers_read(&bench->registers, RVT_TE_CONTROL) & ~UINT32_C(0xffff);

    if (rvt_random_chance(random, 50))
        program_units(bench, row);
    put(bench, row, RVT_TE_DATA_CONTROL,
        (uint32_t)rvt_random_bits(random) | (rvt_random_chance(random, 80) ? 7 : 0));
    put(bench, row, RVT_TE_CONTROL,
        kept | 3 | (rvt_random_chance(random, 90) ? 4 : 0) |
            (rvt_random_chance(random, 60) ? 1u << 11 : 0) | 6u << 4);
}

static inline void control(struct bench *bench, const struct rvt_row *row)
{
    struct rvt_random *random = &bench->random;
    const struct rvt_control control = {.enable = rvt_random_chance(random, 80),
                                        .inst_tracing = rvt_random_chance(random, 80),
                                        .inst_trig_enable = rvt_random_chance(random, 60),
                                        .data_tracing = rvt_random_chance(random, 80),
                                        .data_trig_enable = rvt_random_chance(random, 60)};
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    note_status(bench, "control", rvt_encoder_control(bench->encoder, row, &control, &diag), &diag);
}

/* One act of software before row. */
static inline void act(struct bench *bench, const struct rvt_row *row)
{
    struct rvt_random *random = &bench->random;
    uint32_t now = rvt_registers_read(&bench->registers, RVT_TE_CONTROL);
    uint32_t unit = RVT_TE_FILTER + 4 * rvt_random_below(random, 24 * RVT_UNIT_WORDS);

    switch (rvt_random_below(random, 12)) {
    case 0:
        enable(bench, row);
        break;
    case 1:
        put(bench, row, RVT_TE_CONTROL, now & ~(uint32_t)RVT_TE_ENABLE);
        break;
    case 2:
        control(bench, row);
        break;
    case 3:
    case 4: /* resynchronisation: mode and threshold */
        put(bench, row, RVT_TE_CONTROL,
            (now & ~UINT32_C(0xf30000)) | rvt_random_below(random, 4) << 16 |
                rvt_random_below(random, 6) << 20);
        break;
    case 5:
    case 6:
    case 7:
        put(bench, row, RVT_TE_INST_FEATURES, (uint32_t)rvt_random_bits(random));
        break;
    case 8:
        put(bench, row, RVT_TE_DATA_CONTROL, (uint32_t)rvt_random_bits(random) | 3);
        break;
    case 9:
        put(bench, row, RVT_TE_CONTROL, now ^ 1u << rvt_random_below(random, 32));
        break;
    default:
        put(bench, row, unit,
            rvt_registers_read(&bench->registers, unit) ^ 1u << rvt_random_below(random, 32));
        break;
    }
}

#endif

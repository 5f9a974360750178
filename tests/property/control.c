/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random control: filters are reprogrammed and modes change while the encoder is enabled. The
 * decoded instructions are exactly those that passed the filters. Shows: ETR-FLT-001, ETR-FLT-002,
 * ETR-FLT-003, ETR-FLT-004, ETR-FLT-005, ETR-FLT-006, ETR-FLT-007, ETR-FLT-008, ETR-FLT-013,
 * ETR-SUP-002, ETR-SUP-004, ETR-SUP-006, ETR-CTL-010, ETR-CTL-015, ETR-CTL-016
 *
 * If a run with an undecodable packet (decoder_check.h) has a difference, it is checked again
 * without the packets from there to the next synchronisation packet.
 */
#include <criterion/criterion.h>

#include "decoder_check.h"
#include "filter_expectation.h"
#include "draft/encoder_profile.h"
#include "ingress/registers.h"
#include "run.h"

struct bench {
    struct run run;
    struct rvt_random random;
    struct rvt_registers registers;
    struct rvt_encoder *encoder;
    struct decoder_check decoder_check;
    struct expect expect;
    struct filter_expectation filter;
    struct rvt_diag diag;
    uint64_t changes;
};

/* The results of some runs. */
struct tally {
    uint64_t compared, changes; /* compared: instructions */
    unsigned ambiguous;         /* runs that were checked again */
    uint64_t packets, skipped;  /* of these */
};

static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct bench *bench = context;
    const struct rvt_config *config = rvt_encoder_config(bench->encoder);
    struct rvt_payload payload;
    struct rvt_packet copy;
    enum rvt_status status = rvt_packet_write(config, packet, &payload, &bench->diag);

    if (status == RVT_OK)
        status = rvt_packet_read(config, payload.byte, payload.bytes, &copy, &bench->diag);
    return status == RVT_OK
               ? decoder_check_packet(&bench->decoder_check, &copy, origin, &bench->diag)
               : status;
}

/* Writes a register before row, for the encoder and for the expectation. */
static bool put(struct bench *bench, const struct rvt_row *row, uint32_t offset, uint32_t value)
{
    rvt_registers_set_tracing(&bench->registers, rvt_encoder_tracing(bench->encoder), false);
    rvt_registers_write(&bench->registers, offset, value);
    fe_write(&bench->filter, offset, rvt_registers_read(&bench->registers, offset));
    return rvt_encoder_program(bench->encoder, row, &bench->registers, &bench->diag) == RVT_OK;
}

/* A random value that occurs in the run. */
static const struct rvt_row *any_row(struct bench *bench)
{
    return &bench->run.row[rvt_random_below(&bench->random, (unsigned)bench->run.rows)];
}

static uint64_t any_address(struct bench *bench)
{
    const struct rvt_row *row = any_row(bench);

    while (row->blocks == 0)
        row = any_row(bench);
    return row->block[rvt_random_below(&bench->random, row->blocks)].iaddr +
           2 * (uint64_t)rvt_random_below(&bench->random, 2);
}

static uint64_t any_value(struct bench *bench, uint32_t input)
{
    if (input == 0)
        return any_address(bench);
    return input == 1 ? any_row(bench)->context : any_row(bench)->tval;
}

static bool program_comparator(struct bench *bench, const struct rvt_row *row, unsigned j)
{
    struct rvt_random *random = &bench->random;
    uint32_t at = 0x600 + 0x20 * j;
    uint32_t p = rvt_random_chance(random, 70) ? 0 : pick(random, 1, 2);
    uint32_t s = rvt_random_chance(random, 70) ? p : pick(random, 0, 2);
    uint32_t function = rvt_random_below(random, 8);
    uint32_t control = p | s << 2 | rvt_random_below(random, 8) << 4 | function << 8 |
                       pick(random, 0, 3) << 12 | (rvt_random_chance(random, 10) ? 1u << 14 : 0) |
                       (rvt_random_chance(random, 10) ? 1u << 15 : 0);
    uint64_t low = any_value(bench, p), high = any_value(bench, s);

    if (function == 6)
        high = ~UINT64_C(0) << pick(random, 1, 12);
    return put(bench, row, at, control) && put(bench, row, at + 0x10, (uint32_t)low) &&
           put(bench, row, at + 0x14, (uint32_t)(low >> 32)) &&
           put(bench, row, at + 0x18, (uint32_t)high) &&
           put(bench, row, at + 0x1c, (uint32_t)(high >> 32));
}

static bool program_filter(struct bench *bench, const struct rvt_row *row, unsigned i)
{
    static const unsigned chance[17] = {
        [0] = 90, [1] = 25, [2] = 20, [3] = 15, [4] = 60, [8] = 20, [12] = 10, [16] = 15};
    struct rvt_random *random = &bench->random;
    uint32_t at = 0x400 + 0x20 * i, control = 0;

    for (unsigned bit = 0; bit < 17; bit++)
        control |= rvt_random_chance(random, chance[bit]) ? 1u << bit : 0;
    for (unsigned k = 5; k < 16; k += 4)
        control |= rvt_random_below(random, bench->run.config.params.comparators_p) << k;
    return put(bench, row, at, control) && put(bench, row, at + 4, rvt_random_below(random, 512)) &&
           put(bench, row, at + 8, (uint32_t)rvt_random_bits(random)) &&
           put(bench, row, at + 0xc, (uint32_t)rvt_random_bits(random)) &&
           put(bench, row, at + 0x10, rvt_random_below(random, 16)) &&
           put(bench, row, at + 0x14, rvt_random_below(random, 16));
}

static bool program_filters(struct bench *bench, const struct rvt_row *row)
{
    const struct rvt_params *params = &bench->run.config.params;
    bool good = true;

    for (unsigned i = 0; good && i < params->filters_p; i++)
        good = program_filter(bench, row, i);
    for (unsigned j = 0; good && j < params->comparators_p; j++)
        good = program_comparator(bench, row, j);
    return good && put(bench, row, 0x00c,
                       rvt_random_chance(&bench->random, 10)
                           ? 0
                           : rvt_random_below(&bench->random, 1u << params->filters_p));
}

/* Enables or disables before row; all filters change in between. */
static bool toggle(struct bench *bench, const struct rvt_row *row, bool enable)
{
    uint32_t kept = rvt_registers_read(&bench->registers, 0) & 0x00f30000;
    bool tracing = rvt_random_chance(&bench->random, 90);
    bool triggers = rvt_random_chance(&bench->random, 60);
    bool good = !enable || program_filters(bench, row);

    good = good && put(bench, row, 0x000,
                       kept | 1 | (enable ? 2u : 0) | (enable && tracing ? 4u : 0) |
                           (enable && triggers ? 1u << 11 : 0));
    struct rvt_control control = rvt_registers_control(&bench->registers);
    expect_control(&bench->expect, &control);
    if (enable)
        fe_restart(&bench->filter);
    return good;
}

/* Changes modes and resynchronisation while the encoder is enabled. */
static bool change(struct bench *bench, const struct rvt_row *row)
{
    rvt_registers_set_tracing(&bench->registers, rvt_encoder_tracing(bench->encoder), false);
    uint32_t control = rvt_registers_read(&bench->registers, 0);

    bench->changes++;
    /* stays on: the layout of the support packet has no field for it, and it
     * resets tables */
    if (rvt_random_chance(&bench->random, 20) && (control >> 16 & 3) != 0)
        return put(bench, row, 0x000, (control & ~0x001300f8u) | pick(&bench->random, 1, 3) << 16);
    /* sequentially inferred jumps have no field in the layout either */
    uint32_t sijump = rvt_registers_read(&bench->registers, 0x008) & 4;
    return put(bench, row, 0x008, (rvt_random_below(&bench->random, 64) & ~4u) | sijump);
}

/* Software changes a field of a filter or comparator while rows run. */
static bool rewrite(struct bench *bench, const struct rvt_row *row)
{
    static const uint32_t words[] = {0, 0, 0, 4, 8, 0x10, 0x14};
    const struct rvt_params *params = &bench->run.config.params;
    struct rvt_random *random = &bench->random;
    uint32_t units = params->filters_p + params->comparators_p;
    uint32_t unit = rvt_random_below(random, units + 1);
    uint32_t at = 0x400 + 0x20 * unit;

    bench->changes++;
    if (unit == units)
        return put(bench, row, 0x00c, rvt_random_below(random, 1u << params->filters_p));
    if (unit < params->filters_p) {
        at += words[rvt_random_below(random, 7)];
    } else {
        at = 0x600 + 0x20 * (unit - params->filters_p);
        if (rvt_random_chance(random, 50)) /* to an address of the program, low half */
            return put(bench, row, at + (rvt_random_chance(random, 50) ? 0x10 : 0x18),
                       (uint32_t)any_address(bench));
    }
    return put(bench, row, at,
               rvt_registers_read(&bench->registers, at) ^ 1u << rvt_random_below(random, 17));
}

static bool step(struct bench *bench, size_t i, bool *enabled, bool filters, bool modes)
{
    struct rvt_row *row = &bench->run.row[i];
    bool good = true;

    row->impdef = rvt_random_below(&bench->random, 16);
    row->lost = rvt_random_below(&bench->random, 200) == 0;
    if (rvt_random_below(&bench->random, 250) == 0) {
        *enabled = !*enabled;
        good = toggle(bench, row, *enabled);
    } else if (modes && *enabled && rvt_random_below(&bench->random, 60) == 0) {
        good = change(bench, row);
    } else if (filters && *enabled && rvt_random_below(&bench->random, 60) == 0) {
        good = rewrite(bench, row);
    }
    bool sees = *enabled && !row->halted && !row->reset && !row->lost;
    if (row->reset)
        fe_restart(&bench->filter);
    bench->expect.has_passes = filters;
    if (sees && filters)
        bench->expect.passes = fe_row(&bench->filter, row);
    bench->expect.epc_known = true;
    bench->expect.epc = bench->run.epc[i];
    expect_row(&bench->expect, row);
    return good && rvt_encoder_row(bench->encoder, row, &bench->diag) == RVT_OK;
}

static bool play(struct bench *bench, bool filters, bool modes)
{
    struct rvt_row begin = {.cycle = 0};
    bool enabled = true;
    bool good = toggle(bench, &begin, true);

    for (size_t i = 0; good && i < bench->run.rows; i++)
        good = step(bench, i, &enabled, filters, modes);
    begin.cycle = bench->run.row[bench->run.rows - 1].cycle + 5;
    return good && (!enabled || toggle(bench, &begin, false));
}

/* Turns on every mode for which config has tables: the program must be decodable in each. */
static void all_modes(struct rvt_config *config)
{
    const struct rvt_params *p = &config->params;
    struct rvt_options *o = &config->options;

    o->implicit_exception = true;
    o->implicit_return =
        p->itype_width_p == 4 && p->return_stack_size_p + p->call_counter_size_p > 0;
    o->branch_prediction = p->bpred_size_p > 0;
    o->jump_target_cache = p->cache_size_p > 0;
    keep_decodable(config);
}

static void configure(struct rvt_random *random, struct rvt_config *config, bool filters,
                      bool modes)
{
    struct rvt_params *p = &config->params;

    random_config(random, config);
    if (modes)
        all_modes(config);
    p->impdef_width_p = 4;
    p->filters_p = filters ? pick(random, 1, 4) : 0;
    p->comparators_p = filters ? pick(random, 1, 8) : 0;
    p->ecause_choice_p = pick(random, 4, 6);
    p->filter_excint_p = pick(random, 1, 3);
    config->switches.filter_gran = (enum rvt_filter_gran)pick(random, 0, p->retires_p == 1 ? 2 : 1);
    config->switches.early_filter = pick(random, 0, 1);
    config->switches.support_on_restart = pick(random, 0, 1);
}

/* One run. text: how far it got. skips: undecodable packets are skipped. True if everything else
 * was found. */
static bool attempt(struct bench *bench, uint64_t seed, bool filters, bool modes, bool skips,
                    char *text, size_t capacity)
{
    struct rvt_config config;
    char diag[200];

    *bench = (struct bench){.changes = 0};
    rvt_random_seed(&bench->random, seed);
    configure(&bench->random, &config, filters, modes);
    cr_assert(rvt_config_check(&config, NULL) == RVT_OK);
    struct rvt_random_options options = random_options(&bench->random, seed, 3000);
    bool made = run_init(&bench->run, &config, &options);
    bench->expect = (struct expect){.config = &bench->run.config, .image = bench->run.image};
    bench->filter.config = &bench->run.config;
    bench->decoder_check = (struct decoder_check){
        .config = &bench->run.config, .expect = &bench->expect, .skips = skips};
    rvt_diag_clear(&bench->diag);
    rvt_registers_init(&bench->registers, &bench->run.config);
    made =
        made &&
        rvt_encoder_profile_open(&bench->run.config, transmit, bench, &bench->encoder) == RVT_OK &&
        decoder_check_open(&bench->decoder_check);
    bool found = made && play(bench, filters, modes) &&
                 decoder_check_finish(&bench->decoder_check, &bench->diag);
    rvt_diag_format(&bench->diag, diag, sizeof(diag));
    (void)snprintf(text, capacity, "seed %llu, packet %llu, %llu left out: %s; %s",
                   (unsigned long long)seed, (unsigned long long)bench->decoder_check.packets,
                   (unsigned long long)bench->decoder_check.skipped, diag, bench->expect.fault);
    rvt_encoder_close(bench->encoder);
    rvt_decoder_close(bench->decoder_check.decoder);
    expect_fini(&bench->expect);
    run_fini(&bench->run);
    return found;
}

static void check(uint64_t seed, bool filters, bool modes, struct tally *tally)
{
    struct bench bench;
    char text[600];
    bool found = attempt(&bench, seed, filters, modes, false, text, sizeof(text));

    if (!found && bench.decoder_check.marks > 0) {
        found = attempt(&bench, seed, filters, modes, true, text, sizeof(text));
        tally->ambiguous++;
        tally->packets += bench.decoder_check.packets;
        tally->skipped += bench.decoder_check.skipped;
        cr_log_info("%s", text);
    }
    tally->compared += bench.decoder_check.compared;
    tally->changes += bench.changes;
    cr_assert(found, "%s", text);
}

/* Most runs are compared completely, and most packets of the others. */
static void report(const struct tally *tally)
{
    cr_log_info(
        "%llu instructions, %llu changes, %u runs that were checked again, for which %llu of "
        "%llu packets are left out",
        (unsigned long long)tally->compared, (unsigned long long)tally->changes, tally->ambiguous,
        (unsigned long long)tally->skipped, (unsigned long long)tally->packets);
    cr_assert(tally->ambiguous < 10);
    cr_assert(10 * tally->skipped <= tally->packets);
}

Test(control, what_passes_the_filters_is_what_is_decoded)
{
    struct tally tally = {.compared = 0};

    for (uint64_t seed = 1; seed <= 1000; seed++)
        check(seed, true, false, &tally);
    report(&tally);
    cr_assert(tally.compared > 400000);
}

Test(control, modes_change_while_enabled)
{
    struct tally tally = {.compared = 0};

    for (uint64_t seed = 5001; seed <= 5940; seed++)
        check(seed, seed % 2 == 0, true, &tally);
    report(&tally);
    cr_assert(tally.compared > 400000);
    cr_assert(tally.changes > 8000);
}

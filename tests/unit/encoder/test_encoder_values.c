/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Every value of a row has 64 bits. Rows are encoded twice: as they are, and with large numbers
 * added to all cycles, times, contexts, trap values and addresses. The packets differ by these
 * numbers, and in nothing else.
 */
#include "tests/unit/encoder_rig.h"
#include "tests/unit/random.h"

#define ADDRESS (UINT64_C(0x3c5) << 34)
#define CYCLE   (UINT64_C(0x135) << 33)
#define TIME    (UINT64_C(0x2b7) << 35)
#define CONTEXT (UINT64_C(0x1d3) << 36)
#define TVAL    (UINT64_C(0x259) << 37)

enum { ROWS = 300, PACKETS = 2 * ROWS + 8, CONFIGS = 48 };

struct record {
    unsigned count;
    struct rvt_packet packet[PACKETS];
    struct rvt_origin origin[PACKETS];
};

static struct record base, moved;

static enum rvt_status take(void *context, const struct rvt_packet *packet,
                            const struct rvt_origin *origin)
{
    struct record *record = context;

    cr_assert(record->count < PACKETS);
    record->packet[record->count] = *packet;
    record->origin[record->count++] = *origin;
    return RVT_OK;
}

/* A configuration whose modes are the bits of a number. */
static struct rvt_config config_of(unsigned bits)
{
    struct rvt_config config = plain_config();
    struct rvt_params *params = &config.params;

    params->iaddress_width_p = 64;
    params->privilege_width_p = 2;
    params->nocontext_p = params->notime_p = false;
    params->context_width_p = params->time_width_p = 50;
    params->ecause_width_p = 5;
    params->blocks_p = 3;
    params->bpred_size_p = 3;
    params->cache_size_p = 3;
    params->f0s_width_p = 1;
    params->return_stack_size_p = 2;
    config.options.full_address = (bits & 1) != 0;
    config.options.implicit_return = (bits & 2) != 0;
    config.options.jump_target_cache = (bits & 4) != 0;
    config.options.branch_prediction = (bits & 8) != 0;
    config.switches.tval_always = (bits & 1) == 0;
    config.resync.mode = (enum rvt_resync_mode)(bits >> 4);
    config.resync.max = 1;
    return config;
}

static struct rvt_block random_block(uint64_t *random, bool last)
{
    static const uint8_t itypes[] = {0, 4, 5, 5, 8, 9, 10, 11, 12, 13, 13, 14, 15, 3};
    bool trap = last && random_below(random, 8) == 0;
    struct rvt_block block = {.iaddr = 0x1000 + 4 * random_below(random, 24),
                              .iretire = 2 + 2 * random_below(random, 6),
                              .ilastsize = 1,
                              .itype = itypes[random_below(random, sizeof itypes)]};

    if (trap)
        block.itype = (uint8_t)(1 + random_below(random, 2));
    if (trap && random_below(random, 2))
        block.iretire = 0;
    return block;
}

static struct rvt_row random_values(uint64_t *random, uint64_t cycle)
{
    struct rvt_row row = {.cycle = cycle, .priv = random_below(random, 12) ? 3 : 0};

    row.time = cycle + 1 + random_below(random, 100);
    row.context = 1 + random_below(random, 100);
    row.tval = 1 + random_below(random, 100);
    row.cause = random_below(random, 16);
    row.ctype = (uint8_t)(random_below(random, 6) ? 0 : random_below(random, 4));
    row.trigger = random_below(random, 16) ? 0 : RVT_TRIGGER_NOTIFY;
    row.halted = random_below(random, 40) == 0;
    row.lost = random_below(random, 40) == 0;
    row.blocks = (uint8_t)(1 + random_below(random, 3));
    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i] = random_block(random, i + 1u == row.blocks);
    return row;
}

static void encode(const struct rvt_config *config, uint64_t seed, bool move, struct record *record)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true}, off = {.enable = false};
    struct rvt_row moment = {.cycle = move ? CYCLE : 0};
    struct rvt_encoder *encoder;
    struct rvt_diag diag;
    uint64_t cycle = 0;

    rvt_diag_clear(&diag);
    record->count = 0;
    cr_assert(rvt_encoder_profile_open(config, take, record, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &moment, &on, NULL) == RVT_OK);
    for (unsigned i = 0; i < ROWS; i++) {
        cycle += 1 + random_below(&seed, 3);
        struct rvt_row row = random_values(&seed, cycle);
        if (move) {
            row.cycle += CYCLE;
            row.time += TIME;
            row.context += CONTEXT;
            row.tval += TVAL;
            for (unsigned k = 0; k < row.blocks; k++)
                row.block[k].iaddr += ADDRESS;
        }
        cr_assert(rvt_encoder_row(encoder, &row, &diag) == RVT_OK, "row %u: %s", i, diag.text);
        moment.cycle = row.cycle + 1;
    }
    cr_assert(rvt_encoder_control(encoder, &moment, &off, NULL) == RVT_OK);
    rvt_encoder_close(encoder);
}

/* 0 stands for a value that is not there. */
static uint64_t plus(uint64_t value, uint64_t number)
{
    return value == 0 ? 0 : value + number;
}

#define SAME(member) cr_expect(got->member == packet.member, "packet %u: " #member, i)

static void expect_moved(const struct rvt_config *config, unsigned i)
{
    struct rvt_packet packet = base.packet[i];
    const struct rvt_packet *got = &moved.packet[i];
    const struct rvt_origin *origin = &base.origin[i], *seen = &moved.origin[i];
    bool sync = packet.format == RVT_FORMAT_SYNC;

    packet.time = plus(packet.time, TIME);
    packet.context = plus(packet.context, CONTEXT);
    packet.tval = plus(packet.tval, TVAL);
    if (sync || config->options.full_address) /* AMB-151: without the lowest bit */
        packet.address = plus(packet.address, ADDRESS >> 1);
    SAME(format);
    SAME(subformat);
    SAME(branch);
    SAME(privilege);
    SAME(interrupt);
    SAME(thaddr);
    SAME(ecause);
    SAME(time);
    SAME(context);
    SAME(tval);
    SAME(address);
    SAME(branches);
    SAME(branch_map);
    SAME(branch_count);
    SAME(branch_fmt);
    SAME(index);
    SAME(notify);
    SAME(updiscon);
    SAME(irreport);
    SAME(irdepth);
    cr_expect(seen->cycle == origin->cycle + CYCLE, "packet %u: its cycle", i);
    cr_expect(seen->time == plus(origin->time, TIME), "packet %u: its time", i);
    cr_expect(seen->iaddr == plus(origin->iaddr, ADDRESS), "packet %u: its iaddr", i);
    cr_expect(seen->decision == origin->decision && seen->block == origin->block &&
                  seen->format_why == origin->format_why && seen->doubts == origin->doubts,
              "packet %u: its origin", i);
}

/* Shows: ETR-CTX-009, ETR-FMT-025, ETR-CMP-006, ETR-MR-002, ETR-RSY-001, ETR-MODE-040 */
Test(encoder_values, values_above_32_bits_change_nothing_else)
{
    for (unsigned bits = 0; bits < CONFIGS; bits++) {
        struct rvt_config config = config_of(bits);

        cr_assert(rvt_config_check(&config, NULL) == RVT_OK);
        encode(&config, bits, false, &base);
        encode(&config, bits, true, &moved);
        cr_assert(base.count == moved.count, "%u and %u packets", base.count, moved.count);
        cr_assert(base.count > ROWS / 2, "%u packets", base.count);
        for (unsigned i = 0; i < base.count; i++)
            expect_moved(&config, i);
    }
}

struct data_record {
    unsigned count;
    struct rvt_data_packet packet[PACKETS];
    struct rvt_data_origin origin[PACKETS];
};

static struct data_record data_base, data_moved;

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct data_record *record = context;

    cr_assert(record->count < PACKETS);
    record->packet[record->count] = *packet;
    record->origin[record->count++] = *origin;
    return RVT_OK;
}

/* Loads, stores and atomics of four bytes by any instruction of the row, and responses. */
static unsigned random_accesses(uint64_t *random, const struct rvt_row *row, bool split,
                                struct rvt_access access[2])
{
    static const uint8_t types[] = {0, 1, 8, 9, 14, 15};
    unsigned count = random_below(random, 3);

    for (unsigned i = 0; i < count; i++) {
        unsigned number = random_below(random, row->blocks);
        const struct rvt_block *block = &row->block[number];

        access[i] = (struct rvt_access){.dretire = block->iretire > 0 && !(i && !access[0].dretire),
                                        .dtype = types[random_below(random, sizeof types)],
                                        .dsize = 2,
                                        .daddr = 0x8000 + 4 * random_below(random, 64),
                                        .data = random_below(random, 5000),
                                        .operand = random_below(random, 5000),
                                        .sdata = random_below(random, 5000),
                                        .dblock = (uint8_t)number,
                                        .iaddr_lsbs = (uint32_t)(block->iaddr & 63),
                                        .lrid = (uint8_t)random_below(random, 8),
                                        .lid = (uint8_t)random_below(random, 8),
                                        .ldata = random_below(random, 5000)};
        if (split)
            access[i].lresp = (uint8_t)(random_below(random, 2) ? 0 : 2 + random_below(random, 2));
    }
    return count;
}

static void encode_data(const struct rvt_config *config, uint64_t seed, bool move,
                        struct data_record *record)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    struct rvt_row moment = {.cycle = move ? CYCLE : 0};
    bool split = config->switches.dat_signalling == RVT_DAT_SPLIT;
    struct rvt_encoder *encoder;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    record->count = base.count = 0;
    cr_assert(rvt_encoder_profile_open(config, take, &base, &encoder) == RVT_OK);
    rvt_encoder_data_sink(encoder, take_data, record);
    cr_assert(rvt_encoder_control(encoder, &moment, &on, NULL) == RVT_OK);
    for (unsigned i = 1; i <= ROWS; i++) {
        struct rvt_row row = random_values(&seed, i);
        struct rvt_access access[2];

        row.access = access;
        row.accesses = (uint8_t)random_accesses(&seed, &row, split, access);
        row.cycle += move ? CYCLE : 0;
        row.time += move ? TIME : 0;
        for (unsigned k = 0; k < row.blocks; k++)
            row.block[k].iaddr += move ? ADDRESS : 0;
        cr_assert(rvt_encoder_row(encoder, &row, &diag) == RVT_OK, "row %u: %s", i, diag.text);
    }
    rvt_encoder_close(encoder);
}

static void expect_data_moved(unsigned i)
{
    const struct rvt_data_packet packet = data_base.packet[i], *got = &data_moved.packet[i];
    const struct rvt_data_origin *origin = &data_base.origin[i], *seen = &data_moved.origin[i];

    SAME(format);
    SAME(subformat);
    SAME(subtype);
    SAME(size);
    SAME(lrid);
    SAME(diff);
    SAME(resp);
    SAME(op_len);
    SAME(data_len);
    SAME(operand);
    SAME(data);
    SAME(address);
    cr_expect(seen->cycle == origin->cycle + CYCLE, "packet %u: its cycle", i);
    cr_expect(seen->time == origin->time + TIME, "packet %u: its time", i);
    cr_expect(seen->iaddr == plus(origin->iaddr, ADDRESS), "packet %u: its iaddr", i);
}

/* The same for te_data, whose packets hold none of these. Shows: ETR-DAT-010, ETR-DAT-011 */
Test(encoder_values, te_data_comes_from_rows_above_32_bits)
{
    for (unsigned split = 0; split < 2; split++) {
        struct rvt_config config = config_of(0);

        config.options.data_trace = true;
        config.encap.type_bits = 1;
        config.params.context_width_p = config.params.time_width_p = 49;
        config.params.dtype_width_p = 4;
        config.params.dblock_width_p = 2;
        config.params.iaddr_lsbs_width_p = 6;
        config.params.lrid_width_p = 3;
        config.params.lresp_width_p = 2;
        config.switches.dat_signalling = split ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
        cr_assert(rvt_config_check(&config, NULL) == RVT_OK);
        encode_data(&config, split + 7, false, &data_base);
        encode_data(&config, split + 7, true, &data_moved);
        cr_assert(data_base.count == data_moved.count);
        cr_assert(data_base.count > ROWS / 4, "%u packets", data_base.count);
        for (unsigned i = 0; i < data_base.count; i++)
            expect_data_moved(i);
    }
}

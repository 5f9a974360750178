/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of an array in one call, against the same rows one by one. */
#include "tests/unit/api/fixture.h"
#include "tests/unit/random.h"

enum { ROWS = 400, ROOM = 1 << 15 };

/* A row with its block, as a later version of the library might have it: with a member more. */
struct later_row {
    struct rvt_tip_row row;
    uint64_t unknown;
};

struct sent {
    uint8_t byte[ROOM];
    size_t bytes;
    unsigned packets, refused_at; /* 0: none */
};

static struct rvt_tip_block block[ROWS];
static struct later_row rows[ROWS];
static struct sent one_by_one, in_batches;

static enum rvt_status take_packet(void *context, const struct rvt_encoder_packet *packet)
{
    struct sent *sent = context;

    cr_assert_leq(sent->bytes + packet->bytes + sizeof packet->cycle, (size_t)ROOM);
    memcpy(sent->byte + sent->bytes, packet->payload, packet->bytes);
    sent->bytes += packet->bytes;
    memcpy(sent->byte + sent->bytes, &packet->cycle, sizeof packet->cycle);
    sent->bytes += sizeof packet->cycle;
    return ++sent->packets == sent->refused_at ? RVT_ERR_IO : RVT_OK;
}

/* Rows of straight code, branches, calls, returns, traps and halts; cycles are left out. */
static void make_rows(uint64_t seed, size_t size)
{
    static const uint8_t itypes[] = {0, 0, 4, 5, 8, 9, 10, 11, 13, 2};
    uint64_t cycle = 0;

    for (unsigned i = 0; i < ROWS; i++) {
        struct rvt_tip_row *row = (struct rvt_tip_row *)((uint8_t *)rows + i * size);
        *row = (struct rvt_tip_row){.size = size, .priv = 3, .blocks = 1, .block = &block[i]};
        row->cycle = cycle += 1 + random_below(&seed, 3);
        row->halted = random_below(&seed, 40) == 0;
        row->lost = random_below(&seed, 60) == 0;
        row->ctype = random_below(&seed, 30) == 0 ? 2 : 0;
        block[i] = (struct rvt_tip_block){.size = sizeof block[i],
                                          .iaddr = 0x1000 + 2 * random_below(&seed, 64),
                                          .iretire = 2 + random_below(&seed, 6),
                                          .itype = itypes[random_below(&seed, sizeof itypes)],
                                          .ilastsize = 1};
    }
}

static struct rvt_trace_encoder *open_encoder(struct sent *sent)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_trace_encoder *encoder = NULL;

    put(configuration, "iaddress_width_p", 32);
    put(configuration, "iaddress_lsb_p", 1);
    put(configuration, "itype_width_p", 4);
    put(configuration, "ctype_width_p", 2);
    put(configuration, "nocontext_p", 1);
    put(configuration, "notime_p", 1);
    put(configuration, "retires_p", 8);
    put(configuration, "iretire_width_p", 5);
    *sent = (struct sent){.refused_at = sent->refused_at};
    cr_assert_eq(rvt_trace_encoder_open(configuration, take_packet, sent, &encoder, NULL), RVT_OK);
    cr_assert_eq(rvt_trace_encoder_enable(encoder, 0, false, NULL), RVT_OK);
    rvt_configuration_free(configuration);
    return encoder;
}

static void encode_one_by_one(size_t size)
{
    struct rvt_trace_encoder *encoder = open_encoder(&one_by_one);

    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    for (unsigned i = 0; i < ROWS; i++)
        cr_assert_eq(rvt_trace_encoder_row(
                         encoder, (struct rvt_tip_row *)((uint8_t *)rows + i * size), &why),
                     RVT_OK, "row %u: %s", i, why.text);
    cr_assert_eq(rvt_trace_encoder_disable(encoder, 10 * ROWS, NULL), RVT_OK);
    rvt_trace_encoder_close(encoder);
}

static void encode_in_batches(uint64_t seed, size_t size)
{
    struct rvt_trace_encoder *encoder = open_encoder(&in_batches);
    size_t taken = 0;

    for (size_t i = 0; i < ROWS; i += taken) {
        size_t count = random_below(&seed, 50);
        count = count < ROWS - i ? count : ROWS - i;
        cr_assert_eq(rvt_trace_encoder_rows(encoder,
                                            (struct rvt_tip_row *)((uint8_t *)rows + i * size),
                                            count, &taken, NULL),
                     RVT_OK);
        cr_assert_eq(taken, count);
    }
    cr_assert_eq(rvt_trace_encoder_disable(encoder, 10 * ROWS, NULL), RVT_OK);
    rvt_trace_encoder_close(encoder);
}

/* Rows of the size of this version, and of a larger one. */
Test(encoder_rows, batches_give_the_packets_of_single_rows)
{
    const size_t sizes[] = {sizeof(struct rvt_tip_row), sizeof(struct later_row)};

    for (unsigned i = 0; i < 20; i++) {
        memset(rows, 0, sizeof rows);
        make_rows(i, sizes[i % 2]);
        encode_one_by_one(sizes[i % 2]);
        encode_in_batches(i, sizes[i % 2]);
        cr_assert_gt(one_by_one.packets, 100);
        cr_assert_eq(one_by_one.packets, in_batches.packets);
        cr_assert_eq(one_by_one.bytes, in_batches.bytes);
        cr_assert(memcmp(one_by_one.byte, in_batches.byte, one_by_one.bytes) == 0);
    }
}

Test(encoder_rows, a_row_that_breaks_a_rule_ends_the_call)
{
    struct rvt_diagnosis why;
    size_t taken = 7;

    RVT_CLEAR(&why);
    make_rows(1, sizeof(struct rvt_tip_row));
    struct rvt_tip_row *row = (struct rvt_tip_row *)rows;
    struct rvt_trace_encoder *encoder = open_encoder(&in_batches);
    row[5].cycle = row[4].cycle;
    cr_assert_eq(rvt_trace_encoder_rows(encoder, row, 9, &taken, &why), RVT_ERR_INGRESS);
    cr_expect_eq(taken, 5);
    cr_expect_str_eq(why.field, "cycle");
    row[6].size = 1; /* below that of a size_t */
    cr_assert_eq(rvt_trace_encoder_rows(encoder, row + 6, 3, &taken, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(taken, 0);
    cr_assert_eq(rvt_trace_encoder_rows(encoder, row + 7, 2, NULL, &why), RVT_OK);
    cr_expect_eq(why.status, RVT_OK);
    cr_assert_eq(rvt_trace_encoder_rows(encoder, NULL, 0, &taken, NULL), RVT_OK);
    cr_expect_eq(taken, 0);
    rvt_trace_encoder_close(encoder);
}

Test(encoder_rows, a_refusal_of_the_sink_ends_the_call)
{
    size_t taken = 0;

    make_rows(1, sizeof(struct rvt_tip_row));
    in_batches.refused_at = 20;
    struct rvt_trace_encoder *encoder = open_encoder(&in_batches);
    cr_assert_eq(rvt_trace_encoder_rows(encoder, &rows[0].row, ROWS, &taken, NULL), RVT_ERR_SINK);
    cr_expect(taken > 0 && taken < ROWS);
    cr_expect_eq(in_batches.packets, 20);
    rvt_trace_encoder_close(encoder);
}

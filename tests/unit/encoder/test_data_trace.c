/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The order of te_data and te_inst, the effect of losses and of disabling, and how a decoder copes
 * with missing packets. Decision 0003. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "base/config_check.h"
#include "base/text.h"
#include "decoder/data_decoder.h"
#include "draft/encoder_profile.h"
#include "encoder/data_trace.h"
#include "encoder/encoder.h"
#include "tests/unit/checks.h"

static struct rvt_config tracing(bool split)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.options.data_trace = true;
    config.encap.type_bits = 1;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 5;
    config.params.blocks_p = 2;
    config.params.ctype_width_p = 2;
    config.params.nocontext_p = false;
    config.params.context_width_p = 4;
    config.params.iaddr_lsbs_width_p = 6;
    config.params.dtype_width_p = 4;
    config.params.lrid_width_p = 4;
    config.params.lresp_width_p = 2;
    config.switches.dat_signalling = split ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    return config;
}

/* What leaves: te_inst by name, te_data as the address that it comes from, "/" and its code. */
struct record {
    const struct rvt_config *config;
    struct rvt_text text;
    char line[400];
    unsigned refuse; /* the te_data, counted from 1, that the sink refuses */
    unsigned data;
};

static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct record *r = context;

    (void)origin;
    rvt_text_add(&r->text, "%s%s", r->text.length ? " " : "", rvt_packet_name(packet));
    if (packet->format == 3 && packet->subformat == RVT_SUBFORMAT_SUPPORT)
        rvt_text_add(&r->text, "%s%s", packet->support.value[RVT_SUPPORT_DENABLE] ? "d" : "",
                     packet->support.value[RVT_SUPPORT_DLOSS] ? "l" : "");
    return RVT_OK;
}

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct record *r = context;

    if (++r->data == r->refuse)
        return RVT_ERR_SINK;
    if (origin->iaddr)
        rvt_text_add(&r->text, " %llx/%u", (unsigned long long)origin->iaddr & 0xfff, packet->diff);
    else
        rvt_text_add(&r->text, " r%u/%u", packet->lrid, packet->resp);
    return RVT_OK;
}

static struct rvt_encoder *start(struct record *r, const struct rvt_config *config)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    const struct rvt_row begin = {.cycle = 0};
    struct rvt_encoder *encoder = NULL;

    *r = (struct record){.config = config};
    rvt_text_init(&r->text, r->line, sizeof r->line);
    cr_assert(eq(int, (int)rvt_encoder_profile_open(config, take_inst, r, &encoder), RVT_OK));
    rvt_encoder_data_sink(encoder, take_data, r);
    cr_assert(eq(int, (int)rvt_encoder_control(encoder, &begin, &on, NULL), RVT_OK));
    return encoder;
}

static void stop(struct rvt_encoder *encoder, uint64_t cycle)
{
    const struct rvt_control off = {.enable = false};
    const struct rvt_row end = {.cycle = cycle};

    cr_assert(eq(int, (int)rvt_encoder_control(encoder, &end, &off, NULL), RVT_OK));
}

static void show(struct rvt_encoder *encoder, const struct rvt_row *row)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, (int)rvt_encoder_row(encoder, row, &diag), RVT_OK), "%s", diag.text);
}

/* A load by the instruction at iaddr in that block. */
static struct rvt_access load_at(unsigned block, uint64_t iaddr)
{
    return (struct rvt_access){.dretire = true,
                               .dsize = 2,
                               .daddr = 0x1000,
                               .dblock = (uint8_t)block,
                               .iaddr_lsbs = (uint32_t)(iaddr & 63)};
}

/* iretire half-words from iaddr on, of which the last two are an instruction. */
static struct rvt_block block_at(uint64_t iaddr, uint32_t iretire)
{
    return (struct rvt_block){.iaddr = iaddr, .iretire = iretire, .ilastsize = 1};
}

/* A row with that one block, and accesses of it. */
static struct rvt_row row_at(uint64_t cycle, uint64_t iaddr, uint32_t iretire,
                             const struct rvt_access *access, uint8_t accesses)
{
    return (struct rvt_row){.cycle = cycle,
                            .priv = 3,
                            .blocks = 1,
                            .block = {block_at(iaddr, iretire)},
                            .accesses = accesses,
                            .access = access};
}

/*
 * A context change in the middle of a path: F3/0 reports the first instruction of its row. Two
 * blocks a row, three instructions each. Shows: ETR-DAT-011
 */
Test(data_trace, te_data_follows_the_sync_packet_of_its_instruction)
{
    struct rvt_config config = tracing(false);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access[3] = {load_at(0, 0x80000004), load_at(0, 0x80000008),
                                   load_at(1, 0x80000010)};
    struct rvt_row row = {.cycle = 1,
                          .priv = 3,
                          .blocks = 2,
                          .block = {block_at(0x80000000, 6), block_at(0x8000000c, 6)},
                          .accesses = 3,
                          .access = access};

    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 4/0 8/2 10/2"), "what waits for no item that is to come");
    row = (struct rvt_row){.cycle = 2,
                           .priv = 3,
                           .context = 5,
                           .ctype = RVT_CTYPE_PRECISE,
                           .blocks = 1,
                           .block = {block_at(0x80000018, 6)},
                           .accesses = 1,
                           .access = access};
    access[0] = load_at(0, 0x80000020);
    show(encoder, &row);
    stop(encoder, 3);
    rvt_encoder_close(encoder);
    cr_expect(eq(str, r.line, "F3/3d F3/0 4/0 8/2 10/2 F3/0 F2 20/0 F3/3"));
}

/* Items are counted in 64 bits: te_data waits for its item beyond 2^32 as below. */
Test(data_trace, items_are_counted_in_64_bits)
{
    static struct rvt_data_trace trace;
    struct rvt_config config = tracing(false);
    struct rvt_access access = load_at(0, 0x80000004);
    struct rvt_row row = row_at(1, 0x80000000, 4, &access, 1);
    struct record r = {.config = &config};

    rvt_text_init(&r.text, r.line, sizeof r.line);
    rvt_data_trace_init(&trace, &config);
    trace.encoder.sink = take_data;
    trace.encoder.context = &r;
    trace.pushed = trace.decided = UINT64_C(1) << 32;
    rvt_data_trace_row(&trace, &row, 1);
    rvt_data_trace_item(&trace, true);
    cr_expect(eq(str, r.line, ""));
    rvt_data_trace_item(&trace, true);
    cr_expect(eq(str, r.line, " 4/0"));
}

/* The last access of a row belongs to its last instruction, which is decided on one row later. */
Test(data_trace, te_data_waits_for_its_instruction)
{
    struct rvt_config config = tracing(false);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000008);
    struct rvt_row row = row_at(1, 0x80000000, 6, &access, 1);

    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0"));
    row = row_at(2, 0x8000000c, 2, NULL, 0);
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 8/0"));
    stop(encoder, 3);
    cr_expect(eq(str, r.line, "F3/3d F3/0 8/0 F2 F3/3"));
    rvt_encoder_close(encoder);
}

/* Responses: to what was in progress first, to requests of the same cycle last; without a traced
 * request never. Shows: ETR-DAT-006 */
Test(data_trace, responses_follow_their_requests)
{
    struct rvt_config config = tracing(true);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access[3] = {load_at(0, 0x80000000), {.dretire = false}};
    struct rvt_row row = row_at(1, 0x80000000, 2, access, 2);

    access[0].lrid = 7;
    access[1] = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 9}; /* to nothing */
    show(encoder, &row);
    access[0] = load_at(0, 0x80000004);
    access[0].lrid = 8;
    access[0].lresp = RVT_LRESP_OKAY; /* to the same cycle */
    access[0].lid = 8;
    access[1] = (struct rvt_access){.lresp = RVT_LRESP_ERROR, .lid = 7};
    access[2] = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 7}; /* once is enough */
    row.cycle = 2;
    row.block[0] = block_at(0x80000004, 2);
    row.accesses = 3;
    show(encoder, &row);
    stop(encoder, 3);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 r7/0 F2 4/1 r8/2 F3/3"));
    rvt_encoder_close(encoder);
}

/* A row without room: the loss is reported with dloss; nothing of the row is sent, nor responses to
 * its requests; te_data of earlier rows is sent before it. Shows: ETR-DAT-011 */
Test(data_trace, what_is_lost_is_reported)
{
    struct rvt_config config = tracing(true);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    access.lrid = 1;
    row.cycle = 2;
    row.lost = true;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3dl"));
    access = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 1};
    row.cycle = 3;
    row.lost = false;
    row.block[0] = block_at(0x80000004, 2);
    show(encoder, &row);
    access.lid = 0;
    row.cycle = 4;
    row.block[0] = block_at(0x80000008, 2);
    show(encoder, &row);
    stop(encoder, 5);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3dl F3/0 r0/2 F2 F3/3"));
    rvt_encoder_close(encoder);
}

/* dloss reports lost te_data and nothing else: not a lost row without an access, nor an access that
 * is not traced. A later row of the same loss that loses te_data is reported once. Shows:
 * ETR-FMT-005 */
Test(data_trace, dloss_is_set_with_lost_te_data_alone)
{
    struct rvt_config config = tracing(false);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    row.lost = true;
    row.accesses = 0;
    row.cycle = 2;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d"), "a row without an access");
    row.cycle = 3;
    show(encoder, &row);
    row.accesses = 1;
    row.cycle = 4;
    show(encoder, &row);
    row.cycle = 5;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d F3/3dl"), "then two with one");
    access.dtype = RVT_DTYPE_SC_FAILURE; /* no packet reports it */
    row.cycle = 6;
    row.lost = false;
    row.block[0] = block_at(0x80000004, 2);
    show(encoder, &row);
    row.cycle = 7;
    row.lost = true;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d F3/3dl F3/0 F3/3d"));
    rvt_encoder_close(encoder);
}

/* A response that is lost is te_data, if its request was sent. Shows: ETR-FMT-005 */
Test(data_trace, dloss_counts_responses_by_their_requests)
{
    struct rvt_config config = tracing(true);
    const struct rvt_control quiet = {.enable = true, .inst_tracing = true};
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    row.cycle = 2;
    cr_assert(eq(int, (int)rvt_encoder_control(encoder, &row, &quiet, NULL), RVT_OK));
    access.lrid = 1;
    row.block[0] = block_at(0x80000004, 2);
    show(encoder, &row); /* untraced */
    access = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 1};
    row = row_at(3, 0x80000008, 2, &access, 1);
    row.lost = true;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d"), "to an untraced request");
    access = load_at(0, 0x80000008);
    access.lrid = 2;
    row.cycle = 4;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d"), "no response at all");
    access = (struct rvt_access){.lresp = RVT_LRESP_OKAY};
    row.cycle = 5;
    show(encoder, &row);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3d F3/3dl"), "to a traced one");
    rvt_encoder_close(encoder);
}

/* After a report with dloss 1 every size begins anew, for it is unknown what a decoder has; with
 * dloss 0 nothing does. Shows: ETR-DAT-011 */
Test(data_trace, compression_restarts_with_lost_te_data)
{
    for (unsigned lost = 0; lost < 2; lost++) {
        struct rvt_config config = tracing(true);
        struct record r;
        struct rvt_encoder *encoder = start(&r, &config);
        struct rvt_access access[2] = {load_at(0, 0x80000000), load_at(0, 0x80000000)};
        struct rvt_row row = row_at(1, 0x80000000, 2, access, 2);

        access[1].lrid = 1;
        show(encoder, &row);
        access[0] = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .ldata = 0x12345678};
        row = row_at(2, 0x80000004, 2, access, 1);
        show(encoder, &row);
        access[0] = load_at(0, 0x80000008);
        row = row_at(3, 0x80000008, 2, access, (uint8_t)lost);
        row.lost = true;
        show(encoder, &row);
        access[0] = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 1, .ldata = 0x12345679};
        row = (struct rvt_row){.cycle = 4, .priv = 3, .accesses = 1, .access = access};
        show(encoder, &row);
        cr_expect(eq(str, r.line,
                     lost ? "F3/3d F3/0 0/0 0/1 r0/2 F3/3dl r1/2"
                          : "F3/3d F3/0 0/0 0/1 r0/2 F3/3d r1/1"));
        rvt_encoder_close(encoder);
    }
}

/* Requests of a lost row are in progress as any others, and take the place of an answered one: what
 * comes beside later requests with their IDs answers the lost ones. Shows: ETR-DAT-006 */
Test(data_trace, lost_requests_are_in_progress)
{
    struct rvt_config config = tracing(true);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access[2] = {load_at(0, 0x80000000), {.lrid = 0}};
    struct rvt_row row = row_at(1, 0x80000000, 2, access, 2);

    show(encoder, &row);
    access[0].lrid = 3;
    access[1] = load_at(0, 0x80000004);
    access[1].lresp = RVT_LRESP_OKAY; /* to the load before, lrid 0 as this one's */
    row.cycle = 2;
    row.lost = true;
    show(encoder, &row);
    access[0].lresp = RVT_LRESP_OKAY;
    access[0].lid = 3;
    access[1] = (struct rvt_access){.lresp = RVT_LRESP_OKAY, .lid = 0};
    row.cycle = 3;
    row.lost = false;
    show(encoder, &row);
    access[0] = (struct rvt_access){.lresp = RVT_LRESP_ERROR, .lid = 3};
    row.cycle = 4;
    row.block[0] = block_at(0x80000004, 2);
    show(encoder, &row);
    stop(encoder, 5);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3dl F3/0 0/0 r3/0 F2 F3/3"));
    rvt_encoder_close(encoder);
}

/* A loss has any number of rows with requests. Shows: ETR-FMT-005 */
Test(data_trace, a_long_loss_is_reported_once)
{
    struct rvt_config config = tracing(true);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    row.lost = true;
    for (unsigned i = 0; i < 1000; i++) {
        access.lrid = (uint8_t)(i % 16);
        row.cycle++;
        show(encoder, &row);
    }
    row.lost = false;
    row.cycle++;
    show(encoder, &row);
    stop(encoder, row.cycle + 1);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3dl F3/0 0/0 F3/3"));
    rvt_encoder_close(encoder);
}

/* Disabling drops the loads in progress; without data tracing only instructions are reported. */
Test(data_trace, a_response_over_the_end_is_not_sent)
{
    struct rvt_config config = tracing(true);
    const struct rvt_control plain = {.enable = true, .inst_tracing = true};
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    stop(encoder, 2);
    row.cycle = 3;
    cr_assert(eq(int, (int)rvt_encoder_control(encoder, &row, &plain, NULL), RVT_OK));
    access.lresp = RVT_LRESP_OKAY; /* to lid 0, and another request for it */
    show(encoder, &row);
    row.cycle = 4;
    row.accesses = 0;
    row.block[0] = block_at(0x80000004, 2);
    show(encoder, &row);
    stop(encoder, 5);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3 F3/3d F3/0 F2 F3/3"));
    rvt_encoder_close(encoder);
}

Test(data_trace, a_sink_that_refuses_stops_the_call)
{
    struct rvt_config config = tracing(false);
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access[2] = {load_at(0, 0x80000000), load_at(0, 0x80000000)};
    struct rvt_row row = row_at(1, 0x80000000, 4, access, 2);

    r.refuse = 1;
    cr_expect(eq(int, (int)rvt_encoder_row(encoder, &row, NULL), RVT_ERR_SINK));
    cr_expect(eq(uint, r.data, 1));
    row = row_at(2, 0x80000008, 2, NULL, 0);
    cr_expect(eq(int, (int)rvt_encoder_row(encoder, &row, NULL), RVT_OK));
    rvt_encoder_close(encoder);
}

static enum rvt_status decode(struct rvt_data_decoder *decoder, struct rvt_data_packet packet,
                              char *line, size_t capacity)
{
    struct rvt_data_report report;
    struct rvt_text text;
    bool reported = false;
    enum rvt_status status = rvt_data_decoder_packet(decoder, &packet, &report, &reported, NULL);

    rvt_text_init(&text, line, capacity);
    if (reported)
        rvt_data_report_text(&report, &text);
    return status;
}

/* A packet whose address cannot be resolved may still have data that can be; it becomes the latest:
 * later packets must not be decoded against an older one. Shows: ETR-DAT-011 */
Test(data_trace, after_a_loss_nothing_is_decoded_against_an_old_value)
{
    struct rvt_config config = tracing(true);
    struct rvt_data_decoder decoder;
    const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC};
    struct rvt_packet loss = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
    const struct rvt_data_packet request = {.format = RVT_DATA_LOAD, .size = 2, .lrid = 1};
    const struct rvt_data_packet response = {
        .format = RVT_DATA_LOAD_RESPONSE, .size = 2, .lrid = 1, .resp = 2, .data = 0x10};
    const struct rvt_data_packet store = {/* difference of addresses, 10 ^ 32, then 22 ^ 32 */
                                          .format = RVT_DATA_STORE,
                                          .size = 2,
                                          .diff = RVT_DIFF_XOR_DATA,
                                          .data = 0x32};
    char line[160];

    rvt_data_decoder_init(&decoder, &config);
    rvt_data_decoder_inst(&decoder, &sync);
    cr_expect(eq(int, (int)decode(&decoder, request, line, sizeof line), RVT_OK));
    loss.support.value[RVT_SUPPORT_IENABLE] = 1;
    loss.support.value[RVT_SUPPORT_DLOSS] = 1;
    rvt_data_decoder_inst(&decoder, &loss);
    cr_expect(eq(int, (int)decode(&decoder, response, line, sizeof line), RVT_OK));
    cr_expect(eq(str, line, "load response size=4 lrid=1 addr=0 data=10"));
    cr_expect(eq(int, (int)decode(&decoder, store, line, sizeof line), RVT_ERR_SEQUENCE));
    cr_expect(eq(str, line, "store size=4 data=22"), "the address is relative to something lost");
    cr_expect(eq(int, (int)decode(&decoder, store, line, sizeof line), RVT_OK));
    cr_expect(eq(str, line, "store size=4 data=10"), "one finding for the loss");
    cr_expect(eq(int, (int)decode(&decoder, request, line, sizeof line), RVT_OK));
    struct rvt_data_packet next = response; /* 1 after 10, which the second store left */
    next.resp = RVT_RESP_DIFF;
    next.data = 1;
    cr_expect(eq(int, (int)decode(&decoder, next, line, sizeof line), RVT_OK));
    cr_expect(eq(str, line, "load response size=4 lrid=1 addr=0 data=11"));
}

/* A response to a request that may be lost is a finding; its value is missing from then on. */
Test(data_trace, a_response_whose_request_is_missing_is_a_finding)
{
    struct rvt_config config = tracing(true);
    struct rvt_data_decoder decoder;
    const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC};
    const struct rvt_data_packet response = {
        .format = RVT_DATA_ATOMIC_RESPONSE, .lrid = 3, .resp = 2, .data = 1};
    const struct rvt_data_packet store = {.format = RVT_DATA_STORE, .size = 2, .data = 7};
    uint8_t bytes[] = {0x07 | 3 << 3, 0x01 | 0x05 << 3};
    struct rvt_data_packet read;
    char line[160];

    rvt_data_decoder_init(&decoder, &config);
    rvt_data_decoder_inst(&decoder, &sync);
    cr_expect(eq(int, (int)decode(&decoder, response, line, sizeof line), RVT_ERR_SEQUENCE));
    rvt_data_decoder_inst(&decoder, &sync);
    bytes[0] = (uint8_t)(0x07 | 4 << 3); /* lrid 4, resp 10: the size is not known */
    bytes[1] = 0x01;
    cr_expect(
        eq(int, (int)rvt_data_read(&config, bytes, 2, &decoder.pending, &read, NULL), RVT_OK));
    cr_expect(eq(u8, read.lrid, 4));
    cr_expect(eq(int, (int)decode(&decoder, read, line, sizeof line), RVT_ERR_SEQUENCE));
    cr_expect(eq(str, line, ""));
    cr_expect(eq(int, (int)rvt_data_read(&config, bytes, 2, &decoder.pending, &read, NULL),
                 RVT_ERR_SEQUENCE),
              "a second response to lrid 4");
    cr_expect(eq(int, (int)decode(&decoder, store, line, sizeof line), RVT_OK));
    cr_expect(eq(str, line, "store size=4 addr=0 data=7"));
}

/* Disabling the encoder ends the loads in progress: a response that comes belongs to no load.
 * Shows: ETR-DAT-006 */
Test(data_trace, no_load_is_in_progress_once_disabled)
{
    for (unsigned enabled = 0; enabled < 2; enabled++) {
        struct rvt_config config = tracing(true);
        struct rvt_data_decoder decoder;
        const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC};
        struct rvt_packet support = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
        const struct rvt_data_packet request = {.size = 2, .lrid = 3, .address = 0x10};
        const struct rvt_data_packet response = {
            .format = RVT_DATA_LOAD_RESPONSE, .size = 2, .lrid = 3, .resp = 2, .data = 1};
        char line[160];

        support.support.value[RVT_SUPPORT_IENABLE] = enabled;
        rvt_data_decoder_init(&decoder, &config);
        rvt_data_decoder_inst(&decoder, &sync);
        cr_expect(eq(int, (int)decode(&decoder, request, line, sizeof line), RVT_OK));
        rvt_data_decoder_inst(&decoder, &support);
        cr_expect(eq(int, (int)decode(&decoder, response, line, sizeof line),
                     enabled ? RVT_OK : RVT_ERR_SEQUENCE),
                  "%s", line);
    }
}

/* A reset of the hart drops the loads in progress as disabling does. Shows: ETR-DAT-006 */
Test(data_trace, a_response_over_a_reset_is_not_sent)
{
    for (unsigned resets = 0; resets < 2; resets++) {
        struct rvt_config config = tracing(true);
        struct record r;
        struct rvt_encoder *encoder = start(&r, &config);
        struct rvt_access access = load_at(0, 0x80000000);
        struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

        show(encoder, &row);
        show(encoder, &(struct rvt_row){.cycle = 2, .halted = !resets, .reset = resets});
        access = (struct rvt_access){.lresp = RVT_LRESP_ERROR};
        row = row_at(3, 0x80000004, 2, &access, 1);
        show(encoder, &row);
        stop(encoder, 4);
        cr_expect(
            eq(str, r.line,
               resets ? "F3/3d F3/0 0/0 F3/3d F3/0 F3/3" : "F3/3d F3/0 0/0 F3/3d r0/0 F3/0 F3/3"));
        rvt_encoder_close(encoder);
    }
}

/* An encoder that is disabled and enabled before the next row is traced has forgotten its loads.
 * Shows: ETR-DAT-006 */
Test(data_trace, a_response_over_an_end_without_a_cycle_is_not_sent)
{
    struct rvt_config config = tracing(true);
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    struct record r;
    struct rvt_encoder *encoder = start(&r, &config);
    struct rvt_access access = load_at(0, 0x80000000);
    struct rvt_row row = row_at(1, 0x80000000, 2, &access, 1);

    show(encoder, &row);
    stop(encoder, 2);
    access = (struct rvt_access){.lresp = RVT_LRESP_ERROR};
    row = row_at(2, 0x80000004, 2, &access, 1);
    cr_assert(eq(int, (int)rvt_encoder_control(encoder, &row, &on, NULL), RVT_OK));
    show(encoder, &row);
    stop(encoder, 3);
    cr_expect(eq(str, r.line, "F3/3d F3/0 0/0 F3/3 F3/3d F3/0 F3/3"));
    rvt_encoder_close(encoder);
}

/* A row is checked as a whole: neither its blocks nor its accesses may break a rule.
 * Shows: ETR-ING-005, ETR-DAT-002 */
Test(data_trace, rows_and_accesses_are_checked)
{
    for (unsigned wrong = 0; wrong < 3; wrong++) {
        struct rvt_config config = tracing(false);
        struct record r;
        struct rvt_encoder *encoder = start(&r, &config);
        struct rvt_access access = load_at(0, 0x80000004);
        struct rvt_row row = row_at(1, 0x80000000, 4, &access, 1);
        struct rvt_diag diag;

        if (wrong == 1)
            access.dsize = 3; /* 64 bits of 32 */
        if (wrong == 2)
            row.block[0].itype = 7;
        rvt_diag_clear(&diag);
        cr_expect(rvt_encoder_row(encoder, &row, &diag) == (wrong ? RVT_ERR_INGRESS : RVT_OK),
                  "%u: %s", wrong, diag.text);
        rvt_encoder_close(encoder);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The encoder, the decoder and the comparison, over a program of four instructions. */
#include "tests/unit/api/fixture.h"

/* 1000: nop, 1004: beq +8, 1008: nop, 100c: jal x0 -12 */
static const uint8_t CODE[] = {0x13, 0x00, 0x00, 0x00, 0x63, 0x04, 0x05, 0x00,
                               0x13, 0x00, 0x00, 0x00, 0x6f, 0xf0, 0x5f, 0xff};

struct rig {
    struct rvt_configuration *configuration;
    struct rvt_program *program;
    struct rvt_encap_sender *sender;
    struct rvt_comparison *comparison;
    uint8_t stream[512];
    size_t bytes;
    unsigned packets, ranges, losses, events, faults, broken;
    uint64_t instructions, last;
    bool stop;
    bool silent; /* the comparison sees no packets */
};

static void take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct rig *rig = context;

    memcpy(rig->stream + rig->bytes, data, bytes);
    rig->bytes += bytes;
}

static enum rvt_status take_packet(void *context, const struct rvt_encoder_packet *packet)
{
    struct rig *rig = context;
    const struct rvt_comparison_moment now = {packet->cycle, 0};
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];

    cr_assert_not(packet->is_data);
    cr_assert_not_null(packet->te_inst);
    cr_assert_not_null(packet->clause);
    memcpy(payload, packet->payload, packet->bytes);
    if (++rig->packets == rig->broken)
        payload[0] ^= 4;
    if (rig->comparison != NULL && !rig->silent)
        rvt_comparison_payload(rig->comparison, now, false, payload, packet->bytes);
    cr_assert_eq(
        rvt_encap_sender_payload(rig->sender, false, payload, packet->bytes, packet->time, NULL),
        RVT_OK);
    return rig->stop ? RVT_ERR_IO : RVT_OK;
}

static void open_rig(struct rig *rig)
{
    *rig = (struct rig){.configuration = default_configuration()};
    put(rig->configuration, "iaddress_width_p", 32);
    put(rig->configuration, "iaddress_lsb_p", 1);
    put(rig->configuration, "itype_width_p", 4);
    put(rig->configuration, "nocontext_p", 1);
    put(rig->configuration, "notime_p", 1);
    put(rig->configuration, "type_bits", 0);
    put(rig->configuration, "retires_p", 8);
    put(rig->configuration, "iretire_width_p", 5);
    cr_assert_eq(rvt_program_new(rig->configuration, false, &rig->program), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(rig->program, 0x1000, CODE, sizeof CODE), RVT_OK);
    cr_assert_eq(rvt_encap_sender_open(rig->configuration, take_bytes, rig, &rig->sender), RVT_OK);
}

static void close_rig(struct rig *rig)
{
    rvt_comparison_close(rig->comparison);
    rvt_encap_sender_close(rig->sender);
    rvt_program_free(rig->program);
    rvt_configuration_free(rig->configuration);
}

/* Runs the loop: the branch is taken in every second round. */
static enum rvt_status run(struct rig *rig, unsigned rounds)
{
    struct rvt_trace_encoder *encoder = NULL;
    struct rvt_tip_block block;
    struct rvt_tip_row row;
    struct rvt_te_control control;
    struct rvt_comparison_moment now = {0, 0};

    RVT_CLEAR(&block);
    RVT_CLEAR(&row);
    RVT_CLEAR(&control);
    block.ilastsize = 1;
    row.priv = 3;
    row.blocks = 1;
    row.block = &block;
    control.enable = control.inst_tracing = true;
    cr_assert_eq(rvt_trace_encoder_open(rig->configuration, take_packet, rig, &encoder, NULL),
                 RVT_OK);
    if (rig->comparison != NULL)
        cr_assert_eq(rvt_comparison_control(rig->comparison, now, 0, 0, &control), RVT_OK);
    enum rvt_status status = rvt_trace_encoder_enable(encoder, 0, false, NULL);
    for (unsigned i = 0; i < 2 * rounds && status == RVT_OK; i++) {
        bool taken = i / 2 % 2 == 1, second = i % 2 == 1;
        block.iaddr = !second ? 0x1000 : taken ? 0x100c : 0x1008;
        block.iretire = second && taken ? 2 : 4;
        block.itype = (uint8_t)(second  ? RVT_INSN_ITYPE_INFERABLE_JUMP
                                : taken ? RVT_INSN_ITYPE_TAKEN_BRANCH
                                        : RVT_INSN_ITYPE_NONTAKEN_BRANCH);
        row.cycle = now.cycle = i + 1;
        if (rig->comparison != NULL)
            cr_assert_eq(rvt_comparison_row(rig->comparison, now, 0, &row), RVT_OK);
        status = rvt_trace_encoder_row(encoder, &row, NULL);
    }
    now.cycle++;
    control.enable = false;
    if (rig->comparison != NULL)
        cr_assert_eq(rvt_comparison_control(rig->comparison, now, 0, 0, &control), RVT_OK);
    if (status == RVT_OK)
        status = rvt_trace_encoder_disable(encoder, now.cycle, NULL);
    now.cycle += 10;
    if (rig->comparison != NULL)
        rvt_comparison_end(rig->comparison, now);
    rvt_encap_sender_finish(rig->sender);
    rvt_trace_encoder_close(encoder);
    return status;
}

static enum rvt_status take_range(void *context, const struct rvt_decoder_range *range)
{
    struct rig *rig = context;

    rig->ranges++;
    rig->instructions += range->count;
    rig->last = range->last;
    return rig->stop ? RVT_ERR_IO : RVT_OK;
}

static enum rvt_status take_loss(void *context, const struct rvt_decoder_loss *loss)
{
    cr_assert_geq(loss->last_packet, loss->first_packet);
    ((struct rig *)context)->losses++;
    return RVT_OK;
}

static enum rvt_status take_event(void *context, const struct rvt_decoder_event *event)
{
    cr_assert_eq(event->size, sizeof *event);
    ((struct rig *)context)->events++;
    return RVT_OK;
}

static enum rvt_status take_fault(void *context, const struct rvt_diagnosis *fault)
{
    cr_assert_neq(fault->status, RVT_OK);
    ((struct rig *)context)->faults++;
    return RVT_OK;
}

static struct rvt_trace_decoder *open_decoder(struct rig *rig)
{
    struct rvt_trace_decoder *decoder = NULL;
    struct rvt_decoder_callbacks callbacks;

    RVT_CLEAR(&callbacks);
    callbacks.context = rig;
    callbacks.range = take_range;
    callbacks.loss = take_loss;
    callbacks.event = take_event;
    callbacks.fault = take_fault;
    cr_assert_eq(
        rvt_trace_decoder_open(rig->configuration, rig->program, &callbacks, 0, &decoder, NULL),
        RVT_OK);
    return decoder;
}

Test(flow, encode_and_decode)
{
    struct rig rig;

    open_rig(&rig);
    cr_assert_eq(run(&rig, 10), RVT_OK);
    struct rvt_trace_decoder *decoder = open_decoder(&rig);
    for (size_t i = 0; i < rig.bytes; i++)
        cr_assert_eq(rvt_trace_decoder_push(decoder, rig.stream + i, 1), RVT_OK);
    cr_assert_eq(rvt_trace_decoder_finish(decoder), RVT_OK);
    rvt_trace_decoder_close(decoder);
    rvt_trace_decoder_close(NULL);
    cr_assert_eq(rig.faults, 0);
    cr_assert_eq(rig.losses, 0);
    cr_assert_eq(rig.instructions, 5 * 4 + 5 * 3);
    cr_assert_eq(rig.last, 0x100c);
    cr_assert_geq(rig.events, 3); /* support, sync, ended */
    close_rig(&rig);
}

static enum rvt_status count_address(void *context, uint64_t address)
{
    uint64_t *sum = context;

    *sum += address;
    return address == 0x1008 && *sum > 0x100000 ? RVT_ERR_IO : RVT_OK;
}

Test(flow, instructions_of_a_range)
{
    struct rig rig;
    struct rvt_decoder_range range;
    uint64_t sum = 0;

    open_rig(&rig);
    struct rvt_trace_decoder *decoder = open_decoder(&rig);
    RVT_CLEAR(&range);
    range.first = 0x1000;
    range.count = 3;
    cr_assert_eq(rvt_trace_decoder_instructions(decoder, &range, count_address, &sum), RVT_OK);
    cr_assert_eq(sum, 0x1000 + 0x1004 + 0x1008);
    sum = 0x100000;
    cr_assert_eq(rvt_trace_decoder_instructions(decoder, &range, count_address, &sum),
                 RVT_ERR_SINK);
    range.count = 5;
    sum = 0;
    cr_assert_eq(rvt_trace_decoder_instructions(decoder, &range, count_address, &sum),
                 RVT_ERR_NO_CODE);
    cr_assert_eq(rvt_trace_decoder_instructions(decoder, &range, NULL, NULL), RVT_ERR_PARAMETER);
    rvt_trace_decoder_close(decoder);
    close_rig(&rig);
}

Test(flow, losses_and_faults)
{
    struct rig rig;

    open_rig(&rig);
    put(rig.configuration, "resync.mode", 1);
    put(rig.configuration, "resync.max", 0);
    cr_assert_eq(run(&rig, 40), RVT_OK);
    struct rvt_trace_decoder *decoder = open_decoder(&rig);
    cr_assert_eq(rvt_trace_decoder_push(decoder, rig.stream, rig.bytes / 2), RVT_OK);
    cr_assert_eq(rvt_trace_decoder_lost(decoder), RVT_OK);
    cr_assert_eq(rvt_trace_decoder_payload(decoder, false, (const uint8_t[]){0}, 1), RVT_OK);
    cr_assert_eq(rvt_trace_decoder_finish(decoder), RVT_OK);
    cr_assert_eq(rig.losses, 1);
    cr_assert_eq(rig.faults, 1);
    rvt_trace_decoder_close(decoder);
    close_rig(&rig);
}

Test(flow, callbacks_that_stop)
{
    struct rig rig;

    open_rig(&rig);
    cr_assert_eq(run(&rig, 10), RVT_OK);
    rig.stop = true;
    struct rvt_trace_decoder *decoder = open_decoder(&rig);
    cr_assert_eq(rvt_trace_decoder_push(decoder, rig.stream, rig.bytes), RVT_ERR_SINK);
    cr_assert_eq(rvt_trace_decoder_push(decoder, rig.stream, rig.bytes), RVT_ERR_SINK);
    cr_assert_eq(rvt_trace_decoder_finish(decoder), RVT_ERR_SINK);
    cr_assert_eq(rig.ranges, 1);
    rvt_trace_decoder_close(decoder);
    cr_assert_eq(run(&rig, 1), RVT_ERR_SINK);
    close_rig(&rig);
}

static enum rvt_status take_padding(void *context, const struct rvt_diagnosis *fault)
{
    cr_assert_eq(fault->status, RVT_ERR_TRAILING);
    ((struct rig *)context)->faults++;
    return RVT_ERR_IO;
}

/* After the callback that stops, nothing is reported: F3/0 with branch 1 and privilege 3 at 1000,
 * whose two bits of padding should be 0. */
Test(flow, a_padding_fault_that_stops)
{
    static const uint8_t PAYLOAD[] = {0x73, 0x00, 0x04, 0x00, 0xc0};
    struct rvt_decoder_callbacks callbacks;
    struct rig rig;

    open_rig(&rig);
    put(rig.configuration, "compress", 2);
    RVT_CLEAR(&callbacks);
    callbacks.context = &rig;
    callbacks.event = take_event;
    callbacks.fault = take_padding;
    struct rvt_trace_decoder *decoder = NULL;
    cr_assert_eq(
        rvt_trace_decoder_open(rig.configuration, rig.program, &callbacks, 0, &decoder, NULL),
        RVT_OK);
    cr_assert_eq(rvt_trace_decoder_payload(decoder, false, PAYLOAD, sizeof PAYLOAD), RVT_ERR_SINK);
    cr_assert_eq(rig.faults, 1);
    cr_assert_eq(rig.events, 0);
    rvt_trace_decoder_close(decoder);
    close_rig(&rig);
}

/* What was reported, one letter for each call; each asks for a pause. */
struct pausing {
    char line[32];
    unsigned calls;
};

static enum rvt_status pause_at(void *context, char letter)
{
    struct pausing *pausing = context;

    cr_assert_lt(pausing->calls, sizeof pausing->line - 1);
    pausing->line[pausing->calls++] = letter;
    return RVT_WAIT;
}

static enum rvt_status pause_at_range(void *context, const struct rvt_decoder_range *range)
{
    (void)range;
    return pause_at(context, 'r');
}

static enum rvt_status pause_at_event(void *context, const struct rvt_decoder_event *event)
{
    (void)event;
    return pause_at(context, 'e');
}

static enum rvt_status pause_at_access(void *context, const struct rvt_decoder_access *access)
{
    (void)access;
    return pause_at(context, 'a');
}

static enum rvt_status pause_at_fault(void *context, const struct rvt_diagnosis *fault)
{
    return pause_at(context, fault->status == RVT_ERR_TRAILING ? 'p' : 'f');
}

static void expect_pauses(struct rvt_trace_decoder *decoder, struct pausing *pausing,
                          enum rvt_status status, const char *line)
{
    unsigned waits = 0;

    for (; status == RVT_WAIT; waits++)
        status = rvt_trace_decoder_flush(decoder);
    cr_assert_eq(status, RVT_OK);
    cr_expect_str_eq(pausing->line, line);
    cr_expect_eq(waits, pausing->calls);
    memset(pausing, 0, sizeof *pausing);
}

/* Each call of each callback, those for payloads and for data too; then the same after a reset. */
Test(flow, every_callback_can_pause)
{
    static const uint8_t SYNC[] = {0x73, 0x00, 0x04, 0x00, 0xc0}; /* with padding */
    struct rvt_decoder_callbacks callbacks;
    struct rvt_trace_decoder *decoder = NULL;
    struct pausing pausing = {.calls = 0};
    struct rvt_te_data store;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    size_t bytes = 0;
    struct rig rig;

    open_rig(&rig);
    put(rig.configuration, "compress", 2);
    put(rig.configuration, "data_trace", 1);
    put(rig.configuration, "type_bits", 1);
    RVT_CLEAR(&store);
    store.format = 2;
    store.diff = 2; /* relative to a store that is not known */
    store.data_size = 2;
    store.data_len = 3;
    cr_assert_eq(rvt_te_data_write(rig.configuration, &store, payload, &bytes, NULL), RVT_OK);
    RVT_CLEAR(&callbacks);
    callbacks.context = &pausing;
    callbacks.range = pause_at_range;
    callbacks.event = pause_at_event;
    callbacks.access = pause_at_access;
    callbacks.fault = pause_at_fault;
    cr_assert_eq(
        rvt_trace_decoder_open(rig.configuration, rig.program, &callbacks, 0, &decoder, NULL),
        RVT_OK);
    for (unsigned i = 0; i < 2; i++) {
        expect_pauses(decoder, &pausing,
                      rvt_trace_decoder_payload(decoder, false, SYNC, sizeof SYNC), "peer");
        expect_pauses(decoder, &pausing, rvt_trace_decoder_payload(decoder, true, payload, bytes),
                      "fa");
        expect_pauses(decoder, &pausing, rvt_trace_decoder_payload(decoder, false, SYNC, 1), "f");
        expect_pauses(decoder, &pausing, rvt_trace_decoder_finish(decoder), "");
        rvt_trace_decoder_reset(decoder);
    }
    rvt_trace_decoder_close(decoder);
    close_rig(&rig);
}

static enum rvt_status take_doubt(void *context, const struct rvt_diagnosis *fault)
{
    struct rig *rig = context;

    cr_assert_eq(fault->status, RVT_OK);
    cr_assert_str_eq(fault->clause, "AMB-021");
    cr_assert_str_eq(fault->unit, "packet");
    cr_assert_eq(fault->position, 2);
    cr_assert_eq(fault->value, 0x100c);
    rig->faults++;
    return rig->broken > 0 ? RVT_ERR_IO : RVT_OK;
}

/* 1000 jal ra, 1008; 1004 nop; 1008 jal ra, 100c; 100c nop; 1010 ret: F3/0 at 100c, then F2 at
 * 1004. Nothing is lost, but the call at 1008 may have returned before. Shows: AMB-021 */
Test(flow, several_paths_to_a_sync_packet)
{
    static const uint8_t code[] = {0xef, 0, 0x80, 0, 0x13, 0, 0,    0,    0xef, 0,
                                   0x40, 0, 0x13, 0, 0,    0, 0x67, 0x80, 0,    0};
    static const uint8_t payloads[][3] = {
        {0x1f, 0x01}, {0x73, 0x00, 0x04}, {0x73, 0x03, 0x04}, {0xf2}};
    static const size_t bytes[] = {2, 3, 3, 1};

    for (unsigned stop = 0; stop < 2; stop++) {
        struct rvt_decoder_callbacks callbacks;
        struct rvt_trace_decoder *decoder = NULL;
        struct rig rig;

        open_rig(&rig);
        put(rig.configuration, "return_stack_size_p", 3);
        put(rig.configuration, "implicit_return", 1);
        cr_assert_eq(rvt_program_add_bytes(rig.program, 0x1000, code, sizeof code), RVT_OK);
        RVT_CLEAR(&callbacks);
        callbacks.context = &rig;
        callbacks.range = take_range;
        callbacks.fault = take_doubt;
        cr_assert_eq(
            rvt_trace_decoder_open(rig.configuration, rig.program, &callbacks, 0, &decoder, NULL),
            RVT_OK);
        rig.broken = stop;
        for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
            cr_assert_eq(rvt_trace_decoder_payload(decoder, false, payloads[i], bytes[i]),
                         stop != 0 && i >= 2 ? RVT_ERR_SINK : RVT_OK);
        cr_assert_eq(rvt_trace_decoder_finish(decoder), stop != 0 ? RVT_ERR_SINK : RVT_OK);
        cr_assert_eq(rig.faults, 1);
        cr_assert_eq(rig.instructions, stop != 0 ? 3 : 5);
        rvt_trace_decoder_close(decoder);
        close_rig(&rig);
    }
}

Test(flow, text_of_an_access)
{
    struct rvt_decoder_access access;
    char text[80], cut[8];

    RVT_CLEAR(&access);
    access.type = RVT_TE_DATA_LOAD;
    access.data_size = 2;
    access.has_address = access.has_data = true;
    access.address = 0x80001000;
    access.data = 0x1f;
    cr_assert_eq(rvt_decoder_access_format(&access, text, sizeof text), RVT_OK);
    cr_assert_str_eq(text, "load size=4 addr=80001000 data=1f");
    cr_assert_eq(rvt_decoder_access_format(&access, cut, sizeof cut), RVT_OK);
    cr_assert_str_eq(cut, "load si");
    access.request = true;
    access.has_data = false;
    access.lrid = 3;
    cr_assert_eq(rvt_decoder_access_format(&access, text, sizeof text), RVT_OK);
    cr_assert_str_eq(text, "load request size=4 lrid=3 addr=80001000");
    access.request = access.has_address = false;
    access.response = access.error = true;
    cr_assert_eq(rvt_decoder_access_format(&access, text, sizeof text), RVT_OK);
    cr_assert_str_eq(text, "load response size=4 lrid=3 error");
    cr_assert_eq(rvt_decoder_access_format(NULL, text, sizeof text), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_decoder_access_format(&access, NULL, 1), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_decoder_access_format(&access, text, 0), RVT_ERR_PARAMETER);
    access.data_size = 32;
    cr_assert_eq(rvt_decoder_access_format(&access, text, sizeof text), RVT_ERR_PARAMETER);
    access.data_size = 2;
    access.type = (enum rvt_te_data_type)(RVT_TE_DATA_SC_FAILURE + 1);
    cr_assert_eq(rvt_decoder_access_format(&access, text, sizeof text), RVT_ERR_PARAMETER);
}

/* The first finding as data, through structures of this version and of an older one. */
static void check_data_of_finding(const struct rig *rig)
{
    const enum rvt_comparison_verdict bit = RVT_COMPARISON_BIT_EXACT;
    struct rvt_lockstep_finding found;
    struct rvt_lockstep_block block;

    RVT_CLEAR(&found);
    RVT_CLEAR(&block);
    cr_assert_eq(rvt_comparison_inspect(rig->comparison, bit, 0, &found), RVT_OK);
    cr_assert_eq(found.size, sizeof found);
    cr_assert_eq(found.kind, RVT_FINDING_DIFFERS);
    cr_assert_str_eq(rvt_finding_kind_name(found.kind), "differs");
    cr_assert_str_eq(rvt_finding_verdict_name(found.verdict), "bit-exact");
    cr_assert_eq(found.packet + 1, rig->broken);
    cr_assert(found.has_expected && found.has_observed && found.has_cause);
    cr_assert_gt(found.observed_size, 0);
    cr_assert_eq(found.observed_bytes[0] ^ found.expected_bytes[0], 4);
    cr_assert_str_neq(found.clause, "");
    cr_assert_gt(found.blocks, 0);
    cr_assert_eq(rvt_comparison_finding_block(rig->comparison, bit, 0, 0, &block), RVT_OK);
    cr_assert_eq(block.first, 0x1000);
    cr_assert_eq(block.last, 0x1004);
    cr_assert_eq(rvt_comparison_finding_block(rig->comparison, bit, 0, found.blocks, &block),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_inspect(rig->comparison, bit, 99, &found), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_inspect(NULL, bit, 0, &found), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_inspect(rig->comparison, bit, 0, NULL), RVT_ERR_PARAMETER);
    found.size = offsetof(struct rvt_lockstep_finding, verdict);
    found.verdict = RVT_FINDING_TIMING;
    cr_assert_eq(rvt_comparison_inspect(rig->comparison, bit, 0, &found), RVT_OK);
    cr_assert_eq(found.verdict, RVT_FINDING_TIMING);
}

Test(flow, errors_of_open_and_rows)
{
    struct rig rig;
    struct rvt_trace_encoder *encoder = NULL;
    struct rvt_trace_decoder *decoder = NULL;
    struct rvt_decoder_callbacks callbacks;
    struct rvt_diagnosis why;
    struct rvt_tip_row row;
    struct rvt_tip_block block;

    RVT_CLEAR(&callbacks);
    RVT_CLEAR(&why);
    RVT_CLEAR(&row);
    RVT_CLEAR(&block);
    open_rig(&rig);
    cr_assert_eq(rvt_trace_encoder_open(rig.configuration, NULL, NULL, &encoder, NULL),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_decoder_open(rig.configuration, NULL, &callbacks, 0, &decoder, NULL),
                 RVT_ERR_PARAMETER);
    callbacks.size = 0;
    cr_assert_eq(
        rvt_trace_decoder_open(rig.configuration, rig.program, &callbacks, 0, &decoder, NULL),
        RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_encoder_open(rig.configuration, take_packet, &rig, &encoder, &why),
                 RVT_OK);
    cr_assert_eq(rvt_trace_encoder_enable(encoder, 0, false, &why), RVT_OK);
    cr_assert_eq(rvt_trace_encoder_read(encoder, 0) & 7, 7);
    cr_assert_eq(rvt_trace_encoder_row(encoder, NULL, &why), RVT_ERR_PARAMETER);
    block.itype = 7;
    block.iretire = 2;
    row.cycle = 1;
    row.blocks = 1;
    row.block = &block;
    cr_assert_eq(rvt_trace_encoder_row(encoder, &row, &why), RVT_ERR_INGRESS);
    cr_assert_str_eq(why.field, "itype");
    cr_assert_eq(rvt_trace_encoder_idle(encoder, 5, &why), RVT_OK);
    rvt_trace_encoder_stall(encoder, 6);
    cr_assert_eq(rvt_trace_encoder_write(encoder, 7, 0, 1, &why), RVT_OK);
    cr_assert_eq(rvt_trace_encoder_read(encoder, 0) & 7, 1);
    rvt_trace_encoder_close(encoder);
    rvt_trace_encoder_close(NULL);
    put(rig.configuration, "implicit_return", 1);
    cr_assert_eq(rvt_trace_encoder_open(rig.configuration, take_packet, &rig, &encoder, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_not_null(why.field);
    close_rig(&rig);
}

static void open_comparison(struct rig *rig)
{
    struct rvt_comparison_options options;

    RVT_CLEAR(&options);
    options.packets = true;
    options.findings_max = 2;
    cr_assert_eq(
        rvt_comparison_open(rig->configuration, rig->program, &options, &rig->comparison, NULL),
        RVT_OK);
}

Test(comparison, equal)
{
    struct rig rig;
    struct rvt_comparison_counts counts;

    RVT_CLEAR(&counts);
    open_rig(&rig);
    open_comparison(&rig);
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_assert(rvt_comparison_has(rig.comparison, RVT_COMPARISON_BIT_EXACT));
    cr_assert(rvt_comparison_has(rig.comparison, RVT_COMPARISON_DECODE_EXACT));
    cr_assert(rvt_comparison_passed(rig.comparison), "%s",
              rvt_comparison_finding(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0));
    cr_assert_eq(rvt_comparison_count(rig.comparison, &counts), RVT_OK);
    cr_assert_eq(counts.rows, 20);
    cr_assert_eq(counts.instructions, 35);
    cr_assert_eq(counts.comparisons, rig.packets);
    cr_assert_eq(rvt_comparison_first_cycle(rig.comparison), UINT64_MAX);
    cr_assert_eq(rvt_comparison_undecodable_bound(rig.comparison, 0), UINT64_MAX);
    close_rig(&rig);
}

/* The list of same-fields takes the place of that of bit-exact. */
Test(comparison, by_fields)
{
    const enum rvt_comparison_verdict fields = RVT_COMPARISON_SAME_FIELDS;
    struct rvt_comparison_options options;
    struct rvt_lockstep_finding found;
    struct rig rig;

    RVT_CLEAR(&options);
    RVT_CLEAR(&found);
    options.packets = true;
    options.findings_max = 2;
    options.same_fields = true;
    open_rig(&rig);
    cr_assert_eq(
        rvt_comparison_open(rig.configuration, rig.program, &options, &rig.comparison, NULL),
        RVT_OK);
    rig.broken = 2;
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_expect(rvt_comparison_has(rig.comparison, fields));
    cr_expect_not(rvt_comparison_has(rig.comparison, RVT_COMPARISON_BIT_EXACT));
    cr_expect_not(rvt_comparison_passed(rig.comparison));
    cr_expect_geq(rvt_comparison_findings(rig.comparison, fields), 1);
    cr_expect_eq(rvt_comparison_findings(rig.comparison, RVT_COMPARISON_BIT_EXACT), 0);
    cr_expect_null(rvt_comparison_finding(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0));
    cr_assert_eq(rvt_comparison_inspect(rig.comparison, fields, 0, &found), RVT_OK);
    cr_expect_str_eq(rvt_finding_verdict_name(found.verdict), "same-fields");
    cr_expect_eq(rvt_comparison_inspect(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0, &found),
                 RVT_ERR_PARAMETER);
    close_rig(&rig);
}

/* Without packets and bytes, only the rows are checked. */
Test(comparison, of_the_ingress)
{
    const enum rvt_comparison_verdict ingress = RVT_COMPARISON_INGRESS;
    struct rvt_comparison_options options;
    char line[256];
    struct rig rig;

    RVT_CLEAR(&options);
    open_rig(&rig);
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, &options, &rig.comparison, NULL),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(
        rvt_comparison_open(rig.configuration, rig.program, &options, &rig.comparison, NULL),
        RVT_OK);
    rig.silent = true;
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_expect(rvt_comparison_has(rig.comparison, ingress));
    cr_expect_not(rvt_comparison_has(rig.comparison, RVT_COMPARISON_BIT_EXACT));
    cr_expect_not(rvt_comparison_has(rig.comparison, RVT_COMPARISON_DECODE_EXACT));
    cr_expect(rvt_comparison_passed(rig.comparison));
    cr_expect_eq(rvt_comparison_findings(rig.comparison, ingress), 0);
    cr_assert_eq(rvt_comparison_summary(rig.comparison, 0, line, sizeof line), RVT_OK);
    cr_expect(strstr(line, "only the ingress was checked: 20 rows with 35 instructions") != NULL);
    close_rig(&rig);
}

Test(comparison, different)
{
    struct rig rig;
    const char *finding;

    open_rig(&rig);
    open_comparison(&rig);
    rig.broken = 2;
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_assert_not(rvt_comparison_passed(rig.comparison));
    cr_assert_geq(rvt_comparison_findings(rig.comparison, RVT_COMPARISON_BIT_EXACT), 1);
    finding = rvt_comparison_finding(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0);
    cr_assert_not_null(finding);
    cr_assert_not_null(strstr(finding, "packet 1"), "%s", finding);
    cr_assert_null(rvt_comparison_finding(rig.comparison, RVT_COMPARISON_BIT_EXACT, 99));
    check_data_of_finding(&rig);
    cr_assert_neq(rvt_comparison_first_cycle(rig.comparison), UINT64_MAX);
    close_rig(&rig);
}

/* The findings of `different`, waived by the configuration. */
Test(comparison, waived)
{
    static const char yaml[] = "schema: rvt-config/1\n"
                               "parameters: {iaddress_width_p: 32, iaddress_lsb_p: 1, "
                               "itype_width_p: 4, nocontext_p: true,\n"
                               "  notime_p: true, retires_p: 8, iretire_width_p: 5}\n"
                               "encapsulation: {type_bits: 0}\n"
                               "waivers: [{verdict: bit-exact, packet: F3/0, reason: known},\n"
                               "  {verdict: bit-exact, kind: late, reason: unused}]\n";
    struct rvt_lockstep_finding found;
    struct rvt_lockstep_waiver waiver;
    struct rvt_configuration *read = NULL;
    struct rvt_diagnosis why;
    char line[256];
    struct rig rig;

    open_rig(&rig);
    RVT_CLEAR(&found);
    RVT_CLEAR(&waiver);
    RVT_CLEAR(&why);
    cr_assert_eq(rvt_configuration_parse(yaml, sizeof yaml - 1, &read, &why), RVT_OK);
    rvt_configuration_free(rig.configuration);
    cr_assert_eq(rvt_configuration_copy(read, &rig.configuration), RVT_OK);
    rvt_configuration_free(read);
    open_comparison(&rig);
    rig.broken = 2;
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_assert_eq(rvt_comparison_findings(rig.comparison, RVT_COMPARISON_BIT_EXACT), 1);
    cr_assert_eq(rvt_comparison_inspect(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0, &found),
                 RVT_OK);
    cr_assert_eq(found.kind, RVT_FINDING_WAIVER);
    cr_assert_eq(rvt_comparison_waiver(rig.comparison, 0, &waiver), RVT_OK);
    cr_assert_eq(waiver.bit_exact, 1);
    cr_assert_eq(waiver.decode_exact, 0);
    cr_assert_str_eq(waiver.text, "verdict bit-exact, packet F3/0");
    cr_assert_str_eq(waiver.reason, "known");
    cr_assert_eq(rvt_comparison_waiver(rig.comparison, 1, &waiver), RVT_OK);
    cr_assert_eq(waiver.bit_exact + waiver.decode_exact, 0);
    cr_assert_eq(rvt_comparison_waiver(rig.comparison, 2, &waiver), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_waiver(rig.comparison, 0, NULL), RVT_ERR_PARAMETER);
    unsigned lines = 0, listed = 0;
    while (rvt_comparison_summary(rig.comparison, lines, line, sizeof line) == RVT_OK) {
        listed += strncmp(line, "waiver ", 7) == 0;
        lines++;
    }
    cr_assert_eq(listed, 2);
    cr_assert_eq(rvt_comparison_summary(rig.comparison, 0, NULL, 9), RVT_ERR_PARAMETER);
    close_rig(&rig);
}

Test(comparison, nothing_compared_is_no_success)
{
    struct rig rig;

    open_rig(&rig);
    open_comparison(&rig);
    rvt_comparison_end(rig.comparison, (struct rvt_comparison_moment){1, 0});
    cr_assert_not(rvt_comparison_passed(rig.comparison));
    close_rig(&rig);
}

/* A run that is right in all other cycles, in which a row was refused or the program found a fault,
 * does not pass. */
Test(comparison, refused_row_is_a_finding)
{
    static const char *const words[] = {"cycle 0: ", "was refused [RowRefused]"};

    for (unsigned i = 0; i < 4; i++) {
        struct rvt_tip_block block[RVT_TIP_BLOCKS + 1];
        struct rvt_tip_row row;
        struct rig rig;

        RVT_CLEAR(&row);
        memset(block, 0, sizeof block);
        block[0].size = sizeof block[0];
        row.block = block;
        row.blocks = i == 0 ? RVT_TIP_BLOCKS + 1 : 0;
        row.accesses = i == 1 ? RVT_TIP_ACCESSES + 1 : 0;
        row.size = i == 2 ? 1 : sizeof row;
        open_rig(&rig);
        open_comparison(&rig);
        cr_assert_eq(rvt_comparison_row(rig.comparison, (struct rvt_comparison_moment){0, 0}, 0,
                                        i == 3 ? NULL : &row),
                     RVT_ERR_PARAMETER);
        cr_assert_eq(run(&rig, 10), RVT_OK);
        cr_assert_not(rvt_comparison_passed(rig.comparison));
        for (unsigned verdict = 0; verdict < 2; verdict++) {
            const char *finding =
                rvt_comparison_finding(rig.comparison, (enum rvt_comparison_verdict)verdict, 0);
            cr_assert_not_null(finding);
            cr_assert_not_null(strstr(finding, words[0]), "%s", finding);
            cr_assert_not_null(strstr(finding, words[1]), "%s", finding);
        }
        cr_assert_eq(rvt_comparison_first_cycle(rig.comparison), 0);
        close_rig(&rig);
    }
}

Test(comparison, payload_that_is_too_long_is_a_finding)
{
    for (unsigned te_data = 0; te_data < 2; te_data++) {
        const uint8_t payload[RVT_TE_PAYLOAD_BYTES + 1] = {0};
        struct rig rig;
        const char *finding;

        open_rig(&rig);
        open_comparison(&rig);
        rvt_comparison_payload(rig.comparison, (struct rvt_comparison_moment){7, 0}, te_data != 0,
                               payload, sizeof payload);
        finding = rvt_comparison_finding(rig.comparison, RVT_COMPARISON_BIT_EXACT, 0);
        cr_assert_not_null(finding);
        cr_assert_not_null(strstr(finding, "cycle 7: a payload of more than 31 bytes"), "%s",
                           finding);
        cr_assert_not(rvt_comparison_passed(rig.comparison));
        close_rig(&rig);
    }
}

Test(comparison, fault_of_the_program_is_a_finding)
{
    struct rig rig;
    const char *finding;

    open_rig(&rig);
    open_comparison(&rig);
    cr_assert_eq(run(&rig, 10), RVT_OK);
    cr_assert(rvt_comparison_passed(rig.comparison));
    rvt_comparison_fault(rig.comparison, (struct rvt_comparison_moment){99, 0},
                         "a lane is unknown [Lane]");
    finding = rvt_comparison_finding(rig.comparison, RVT_COMPARISON_DECODE_EXACT, 0);
    cr_assert_not_null(finding);
    cr_assert_not_null(strstr(finding, "cycle 99: a lane is unknown [Lane]"), "%s", finding);
    cr_assert_not(rvt_comparison_passed(rig.comparison));
    close_rig(&rig);
}

Test(comparison, errors_and_coverage)
{
    struct rig rig;
    struct rvt_comparison_options options;
    struct rvt_comparison_timing timing;
    struct rvt_comparison *comparison = NULL;
    const char *impossible = NULL;
    char name[80];
    uint64_t count = 1;
    unsigned points = 0;

    RVT_CLEAR(&options);
    RVT_CLEAR(&timing);
    open_rig(&rig);
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, &options, &comparison, NULL),
                 RVT_ERR_PARAMETER);
    options.bytes = true;
    options.decode_exact = true;
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, &options, &comparison, NULL),
                 RVT_ERR_PARAMETER);
    options.decode_exact = false;
    options.early_max = 9;
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, &options, &comparison, NULL),
                 RVT_ERR_PARAMETER);
    options.early_max = 0;
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, NULL, &comparison, NULL),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_open(NULL, NULL, &options, &comparison, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_open(rig.configuration, NULL, &options, &comparison, NULL), RVT_OK);
    cr_assert_not(rvt_comparison_has(comparison, RVT_COMPARISON_DECODE_EXACT));
    cr_assert_eq(rvt_comparison_time(comparison, &timing), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_time(comparison, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_row(comparison, (struct rvt_comparison_moment){0, 0}, 0, NULL),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(
        rvt_comparison_control(comparison, (struct rvt_comparison_moment){0, 0}, 0, 0, NULL),
        RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_comparison_count(comparison, NULL), RVT_ERR_PARAMETER);
    while (rvt_comparison_coverage(comparison, points, &count, name, sizeof name, &impossible) ==
           RVT_OK) {
        cr_assert_eq(count, 0);
        cr_assert_gt(strlen(name), 0);
        points++;
    }
    cr_assert_gt(points, 200);
    rvt_comparison_close(comparison);
    rvt_comparison_close(NULL);
    close_rig(&rig);
}

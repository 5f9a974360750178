/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Responses to loads after a trap. A trap is decided without the item after it (steps 3a, 3b and
 * 6a of the chart look at the previous and the current item alone), and a response follows the
 * latest item before its row (decision 0003). So an encoder sends both before the handler retires.
 * The model decides an item when it knows the next one. Shows: ETR-ALG-029, ETR-DAT-006
 */
#include <criterion/criterion.h>

#include <string.h>

#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "ingress/access.h"
#include "model/lockstep/core/lockstep.h"
#include "wire/encap.h"
#include "wire/packet.h"
#include "wire/te_data.h"

enum { LOADS = 4, SENT_MAX = 32, START = 0x1000, HANDLER = 0x2000 };

struct sent {
    bool is_data;
    struct rvt_payload payload;
    uint8_t encap[RVT_ENCAP_BYTES_MAX];
    size_t encap_bytes;
};

struct rig {
    struct rvt_config config;
    struct rvt_lockstep *lockstep;
    struct rvt_encoder *hardware;
    struct sent sent[SENT_MAX];
    unsigned sent_count;
    bool bytes; /* the hardware shows encapsulated bytes */
    uint64_t cycle;
};

static struct rig rig;

static void defaults(void)
{
    memset(&rig, 0, sizeof rig);
    rvt_config_defaults(&rig.config, RVT_PROFILE_V2_0_4);
    rig.config.options.data_trace = true;
    rig.config.encap.type_bits = 1;
    rig.config.encap.type_data = 1;
    rig.config.params.retires_p = 8;
    rig.config.params.iretire_width_p = 5;
    rig.config.params.lrid_width_p = 2;
    rig.config.params.lresp_width_p = 2;
    rig.config.switches.dat_signalling = RVT_DAT_SPLIT;
}

static void close_rig(void)
{
    rvt_lockstep_close(rig.lockstep);
    rvt_encoder_close(rig.hardware);
}

TestSuite(early_responses, .init = defaults, .fini = close_rig);

static enum rvt_status record(bool is_data, const struct rvt_payload *payload)
{
    struct sent *sent = &rig.sent[rig.sent_count++];
    const struct rvt_encap encap = {
        .kind = RVT_ENCAP_NORMAL,
        .type = (uint8_t)(is_data ? rig.config.encap.type_data : rig.config.encap.type_inst),
        .payload = *payload};

    sent->is_data = is_data;
    sent->payload = *payload;
    return rvt_encap_write(&rig.config, &encap, sent->encap, sizeof sent->encap, &sent->encap_bytes,
                           NULL);
}

static enum rvt_status on_packet(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_payload payload;
    enum rvt_status status = rvt_packet_write(&rig.config, packet, &payload, NULL);

    (void)context;
    (void)origin;
    return status == RVT_OK ? record(false, &payload) : status;
}

static enum rvt_status on_data(void *context, const struct rvt_data_packet *packet,
                               const struct rvt_data_origin *origin)
{
    struct rvt_payload payload;
    enum rvt_status status = rvt_data_write(&rig.config, packet, &payload, NULL);

    (void)context;
    (void)origin;
    return status == RVT_OK ? record(true, &payload) : status;
}

static void open_rig(unsigned early_max, bool bytes)
{
    const struct rvt_lockstep_options options = {
        .packets = !bytes, .bytes = bytes, .early_max = early_max, .findings_max = 1};

    rig.bytes = bytes;
    cr_assert_eq(rvt_encoder_profile_open(&rig.config, on_packet, NULL, &rig.hardware), RVT_OK);
    rvt_encoder_data_sink(rig.hardware, on_data, NULL);
    cr_assert_eq(rvt_lockstep_open(&rig.config, &options, NULL, &rig.lockstep), RVT_OK);
}

static struct rvt_instant now(void)
{
    return (struct rvt_instant){.cycle = rig.cycle};
}

/* The hardware takes a row. */
static void hardware_row(struct rvt_row row)
{
    cr_assert_eq(rvt_encoder_row(rig.hardware, &row, NULL), RVT_OK);
}

static void lockstep_row(struct rvt_row row)
{
    rig.cycle = row.cycle;
    rvt_lockstep_row(rig.lockstep, now(), 0, &row);
}

static void control(uint64_t cycle, bool enable)
{
    const struct rvt_control control = {
        .enable = enable, .inst_tracing = enable, .data_tracing = enable};
    const struct rvt_row row = {.cycle = cycle};

    rig.cycle = cycle;
    if (enable)
        rvt_lockstep_write(rig.lockstep, 0x10, 3); /* trTeDataControl: implemented, tracing */
    rvt_lockstep_control(rig.lockstep, now(), 0, 0, &control);
    cr_assert_eq(rvt_encoder_control(rig.hardware, &row, &control, NULL), RVT_OK);
}

/* The hardware shows its packets from number on, count of them. */
static void show(unsigned number, unsigned count)
{
    for (unsigned i = number; i < number + count; i++) {
        const struct sent *sent = &rig.sent[i];
        if (rig.bytes)
            rvt_lockstep_bytes(rig.lockstep, now(), sent->encap, sent->encap_bytes, true, true);
        else if (sent->is_data)
            rvt_lockstep_data_packet(rig.lockstep, now(), sent->payload.byte, sent->payload.bytes);
        else
            rvt_lockstep_packet(rig.lockstep, now(), sent->payload.byte, sent->payload.bytes);
    }
}

static const struct rvt_row handler = {.cycle = 30,
                                       .priv = 3,
                                       .blocks = 1,
                                       .block = {{.iaddr = HANDLER, .iretire = 2, .ilastsize = 1}}};

/* Loads, a jump to an address with an exception, and the responses: up to the row before the
 * handler. Afterwards the hardware has also taken the handler. Returns the number of the packet of
 * the trap, which the lockstep does not expect yet. */
static unsigned play(void)
{
    static const struct rvt_row jump = {
        .cycle = 10,
        .priv = 3,
        .blocks = 1,
        .block = {{.iaddr = START + 16, .iretire = 2, .ilastsize = 1, .itype = RVT_ITYPE_RETURN}}};
    static const struct rvt_row trap = {
        .cycle = 11,
        .priv = 3,
        .blocks = 1,
        .cause = 12,
        .block = {{.iaddr = HANDLER + 0x100, .itype = RVT_ITYPE_EXCEPTION}}};

    control(1, true);
    for (unsigned i = 0; i < LOADS; i++) {
        const struct rvt_access load = {
            .dretire = true, .dsize = 2, .daddr = 0x4000 + 4 * i, .lrid = (uint8_t)i};
        const struct rvt_row row = {
            .cycle = 2 + i,
            .priv = 3,
            .blocks = 1,
            .block = {{.iaddr = START + 4 * i, .iretire = 2, .ilastsize = 1}},
            .accesses = 1,
            .access = &load};
        hardware_row(row);
        lockstep_row(row);
    }
    hardware_row(jump);
    lockstep_row(jump);
    hardware_row(trap);
    lockstep_row(trap);
    unsigned number = rig.sent_count;
    show(0, number);
    for (unsigned i = 0; i < LOADS; i++) {
        const struct rvt_access answer = {
            .lresp = RVT_LRESP_OKAY, .lid = (uint8_t)i, .ldata = 0x1234 + i};
        const struct rvt_row row = {.cycle = 20 + i, .priv = 3, .accesses = 1, .access = &answer};
        hardware_row(row);
        lockstep_row(row);
    }
    hardware_row(handler);
    cr_assert_eq(rig.sent_count, number + 1 + LOADS);
    cr_assert(!rig.sent[number].is_data && rig.sent[number + 1].is_data);
    return number;
}

/* The handler retires for the lockstep as well, and the trace ends. */
static void finish(unsigned number)
{
    lockstep_row(handler);
    control(31, false);
    show(number, rig.sent_count - number);
    rig.cycle++;
    rvt_lockstep_end(rig.lockstep, now());
}

static const char *finding(void)
{
    const char *text = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, 0);

    return text != NULL ? text : "";
}

static void expect_equal(bool bytes)
{
    struct rvt_lockstep_statistics statistics;

    open_rig(1, bytes);
    unsigned number = play();
    show(number, 1 + LOADS);
    finish(number + 1 + LOADS);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_str_empty(finding());
    cr_expect_eq(statistics.te_data, 2 * LOADS);
    cr_expect_eq(statistics.comparisons, rig.sent_count);
}

Test(early_responses, may_be_as_many_as_loads_are_in_progress)
{
    expect_equal(false);
}

Test(early_responses, may_be_as_many_in_a_byte_stream)
{
    expect_equal(true);
}

Test(early_responses, are_compared_when_they_are_expected)
{
    open_rig(1, false);
    unsigned number = play();
    rig.sent[number + LOADS].payload.byte[1] ^= 1;
    show(number, 1 + LOADS);
    cr_expect_str_empty(finding());
    finish(number + 1 + LOADS);
    cr_expect(strstr(finding(), "differs") != NULL, "%s", finding());
}

Test(early_responses, cannot_be_more_than_loads_in_progress)
{
    open_rig(1, false);
    unsigned number = play();
    show(number, 1 + LOADS);
    cr_expect_str_empty(finding());
    show(number + LOADS, 1);
    cr_expect(strstr(finding(), "none expected") != NULL, "%s", finding());
}

/* Another te_inst packet may not be early. */
Test(early_responses, do_not_allow_more_instruction_packets)
{
    open_rig(1, false);
    unsigned number = play();
    show(number, 2);
    cr_expect_str_empty(finding());
    show(number, 1);
    cr_expect(strstr(finding(), "none expected") != NULL, "%s", finding());
}

Test(early_responses, are_a_mismatch_where_nothing_may_be_early)
{
    open_rig(0, false);
    unsigned number = play();
    show(number + 1, 1);
    cr_expect(strstr(finding(), "none expected") != NULL, "%s", finding());
}

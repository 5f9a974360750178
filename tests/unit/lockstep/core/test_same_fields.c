/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict same-fields: packets are equal in their fields, however they are compressed, padded
 * and relative to each other. Shows: ETR-CMP-001, ETR-CMP-005, ETR-FMT-024, ETR-FMT-025
 */
#include <criterion/criterion.h>

#include <string.h>

#include "ingress/access.h"
#include "tests/unit/lockstep_fixture.h"
#include "wire/data.h"

enum { JUMPS = 40 };

static struct rig rig;
static struct rvt_lockstep_options options;
static bool sent_data[SENT_MAX]; /* te_data */

/* The device and the model agree in everything but what a test changes. */
static void defaults(void)
{
    rig_defaults(&rig);
    memset(sent_data, 0, sizeof sent_data);
    options =
        (struct rvt_lockstep_options){.packets = true, .same_fields = true, .findings_max = 20};
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(same_fields, .init = defaults, .fini = close_rig);

/* What the device sends of te_data. */
static enum rvt_status record_data(void *context, const struct rvt_data_packet *packet,
                                   const struct rvt_data_origin *origin)
{
    struct sent *sent = &rig.sent[rig.sent_count];

    (void)context;
    (void)origin;
    sent_data[rig.sent_count++] = true;
    return rvt_data_write(&rig.hardware_config, packet, &sent->payload, NULL);
}

static void set_data_trace(struct rvt_config *config)
{
    config->options.data_trace = true;
    config->encap.type_bits = 1;
    config->encap.type_data = 1;
    config->params.daddress_width_p = 32;
    config->params.data_width_p = 32;
}

static void pass_all(void)
{
    for (unsigned i = 0; i < rig.sent_count; i++) {
        const struct rvt_payload *payload = &rig.sent[i].payload;
        if (sent_data[i])
            rvt_lockstep_data_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
        else
            rvt_lockstep_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
    }
    rig_end(&rig);
}

/* A program that jumps to addresses at which neither map nor difference repeats; with data trace,
 * each jump follows a store. Some blocks end in a branch. */
static void run(void)
{
    struct rvt_row row = {.blocks = 1};
    const uint64_t upper = 0xffffffff80000000;
    struct rvt_access store = {.dretire = true, .dtype = RVT_DTYPE_STORE, .dsize = 2};

    cr_assert(rig_open(&rig, &options, false));
    rvt_encoder_data_sink(rig.hardware, record_data, NULL);
    cr_assert(rig_control(&rig, true));
    if (rig.config.options.data_trace) {
        const struct rvt_control control = {
            .enable = true, .inst_tracing = true, .data_tracing = true};
        const struct rvt_row at = {.cycle = rig.cycle};
        rvt_lockstep_write(rig.lockstep, 0x10, 3); /* trTeDataControl: implemented, tracing */
        cr_assert_eq(rvt_encoder_control(rig.hardware, &at, &control, NULL), RVT_OK);
    }
    for (unsigned i = 0; i < JUMPS; i++) {
        uint64_t iaddr = (i % 2 ? upper : 0) + 0x1000 + 0x68 * i * i;
        row.block[0].iaddr = iaddr;
        row.block[0].ilastsize = 1;
        row.block[0].iretire = 2;
        row.block[0].itype = i % 3 ? RVT_ITYPE_NONTAKEN_BRANCH : RVT_ITYPE_NONE;
        store.daddr = 0x8000 + 0x10 * i * i;
        store.data = 0x7f00 + 0x80 * i;
        row.accesses = rig.config.options.data_trace;
        row.access = &store;
        cr_assert(rig_row(&rig, &row));
        row.accesses = 0;
        row.block[0].iaddr = iaddr + 4;
        row.block[0].itype = RVT_ITYPE_RETURN;
        cr_assert(rig_row(&rig, &row));
    }
    cr_assert(rig_control(&rig, false));
    cr_assert_gt(rig.sent_count, JUMPS);
}

/* As many findings as words, and each has its words. */
static void expect_findings(const char *const *words)
{
    unsigned count = 0;

    for (; words[count] != NULL; count++) {
        const char *text = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, count);
        cr_assert(text != NULL, "no finding '%s'", words[count]);
        cr_expect(strstr(text, words[count]) != NULL, "'%s' is not in:\n%s", words[count], text);
    }
    const char *more = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, count);
    cr_expect(more == NULL, "one more: %s", more);
}

static void expect_none(void)
{
    static const char *const none[] = {NULL};
    struct rvt_lockstep_statistics statistics;

    pass_all();
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_eq(statistics.comparisons, rig.sent_count);
    expect_findings(none);
}

/* The same packets are not equal bit by bit. */
static void expect_other_bits(void)
{
    close_rig();
    rig.lockstep = NULL;
    rig.hardware = NULL;
    rig.sent_count = 0;
    options.same_fields = false;
    memset(sent_data, 0, sizeof sent_data);
    run();
    pass_all();
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
}

/* The device sends a packet as its configuration now says. */
static void write_again(unsigned number)
{
    struct rvt_payload *payload = &rig.sent[number].payload;
    struct rvt_packet packet;

    cr_assert_eq(rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL),
                 RVT_OK);
    cr_assert_eq(rvt_packet_write(&rig.hardware_config, &packet, payload, NULL), RVT_OK);
}

/* The address of an observed F1 or F2 becomes larger by more. */
static void move_address(unsigned number, uint64_t more)
{
    struct rvt_payload *payload = &rig.sent[number].payload;
    struct rvt_packet packet;

    cr_assert_eq(
        rvt_packet_read(&rig.hardware_config, payload->byte, payload->bytes, &packet, NULL),
        RVT_OK);
    cr_assert(rvt_packet_has_address(&packet, &rig.hardware_config));
    packet.address = (packet.address + more) & rvt_mask(rvt_address_bits(&rig.hardware_config));
    cr_assert_eq(rvt_packet_write(&rig.hardware_config, &packet, payload, NULL), RVT_OK);
}

static uint64_t address_of(unsigned number)
{
    const struct rvt_payload *payload = &rig.sent[number].payload;
    struct rvt_packet packet;

    cr_assert_eq(
        rvt_packet_read(&rig.hardware_config, payload->byte, payload->bytes, &packet, NULL),
        RVT_OK);
    return packet.address;
}

static void leave_out(unsigned number)
{
    memmove(&rig.sent[number], &rig.sent[number + 1],
            (rig.sent_count - number - 1) * sizeof rig.sent[0]);
    rig.sent_count--;
}

Test(same_fields, compression_does_not_matter)
{
    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    run();
    expect_none();
    expect_other_bits();
}

Test(same_fields, less_compression_does_not_matter)
{
    rig.hardware_config.switches.compress = RVT_COMPRESS_ADDR_ONLY;
    rig.config.options.full_address = rig.hardware_config.options.full_address = false;
    run();
    expect_none();
    expect_other_bits();
}

Test(same_fields, map_bits_without_information_do_not_matter)
{
    rig.hardware_config.switches.map_fill = RVT_MAP_FILL_SIGN;
    run();
    expect_none();
}

Test(same_fields, a_field_that_differs_is_found_as_bit_exact_finds_it)
{
    static const char *const words[] = {
        "packet 9 (F1) differs [ETR-FMT-025]\n  field     address: ",
        "packet 20 (F1) missing [ETR-ALG-", NULL};

    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    run();
    move_address(9, 4);
    leave_out(20);
    pass_all();
    expect_findings(words);
    cr_expect_str_eq(rvt_mismatch_verdict_name(
                         rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 0)->verdict),
                     "same-fields");
}

/* --- differences of addresses ----------------------------------------------------------------- */

Test(same_fields, an_address_is_wrong_once_though_others_are_relative_to_it)
{
    static const char *const words[] = {"packet 9 (F1) differs [ETR-FMT-025]", NULL};

    rig.config.options.full_address = rig.hardware_config.options.full_address = false;
    run();
    move_address(9, 4);
    pass_all();
    expect_findings(words);
}

/* A device that does not report a target goes on from the address before it. */
Test(same_fields, an_address_that_was_not_reported_is_missing_once)
{
    static const char *const words[] = {"packet 12 (F1) missing [ETR-ALG-", NULL};

    rig.config.options.full_address = rig.hardware_config.options.full_address = false;
    run();
    move_address(13, address_of(12));
    leave_out(12);
    pass_all();
    expect_findings(words);
}

/* --- padding ---------------------------------------------------------------------------------- */

static const char *const one_padding[] = {
    " has other padding: padding 0x0 does not repeat the last bit of the packet [ETR-CMP-005]",
    NULL};

Test(same_fields, padding_of_zeros_is_one_finding)
{
    rig.config.switches.compress = rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.hardware_config.dialect.padding = RVT_PADDING_ZERO;
    run();
    pass_all();
    expect_findings(one_padding);
    const struct rvt_mismatch *found = rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 0);
    cr_expect_eq(found->kind, RVT_MISMATCH_PADDING);
    cr_expect(strncmp(found->observed.line, "F1 format=1 ", 12) == 0, "%s", found->observed.line);
}

Test(same_fields, padding_can_be_waived)
{
    static const struct rvt_waivers waivers = {
        .waiver = {{.has_kind = true, .kind = RVT_MISMATCH_PADDING, .reason = "known"}},
        .count = 1};

    options.waivers = &waivers;
    rig.config.switches.compress = rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.hardware_config.dialect.padding = RVT_PADDING_ZERO;
    run();
    expect_none();
}

Test(same_fields, padding_of_the_dialect_is_no_finding)
{
    rig.config.switches.compress = rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.config.dialect.padding = rig.hardware_config.dialect.padding = RVT_PADDING_ZERO;
    run();
    expect_none();
}

Test(same_fields, other_padding_than_zeros_is_one_finding)
{
    static const char *const words[] = {" is not 0 [ETR-CMP-005]", NULL};

    rig.config.switches.compress = rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.config.dialect.padding = RVT_PADDING_ZERO;
    run();
    pass_all();
    expect_findings(words);
}

/* All payloads have the same number of bytes. */
static void widen(void)
{
    for (unsigned i = 0; i < rig.sent_count; i++) {
        memset(rig.sent[i].payload.byte + rig.sent[i].payload.bytes, 0x5a,
               sizeof rig.sent[i].payload.byte - rig.sent[i].payload.bytes);
        rig.sent[i].payload.bytes = 20;
    }
}

Test(same_fields, whole_bytes_of_padding_are_one_finding)
{
    static const char *const words[] = {
        "packet 0 (F3/3) has other padding: 20 bytes for a packet of ", NULL};

    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    run();
    widen();
    pass_all();
    expect_findings(words);
}

Test(same_fields, any_padding_is_accepted)
{
    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.config.dialect.padding = RVT_PADDING_ANY;
    run();
    widen();
    expect_none();
}

/* --- flags ------------------------------------------------------------------------------------ */

Test(same_fields, flags_may_be_plain)
{
    rig.config.dialect.flags = rig.hardware_config.dialect.flags = RVT_FLAGS_PLAIN;
    run();
    expect_none();
}

Test(same_fields, plain_flags_are_found_where_the_dialect_has_none)
{
    static const char *const words[] = {"field     notify: expected 0x0, observed 0x1", NULL};

    run();
    rig.hardware_config.dialect.flags = RVT_FLAGS_PLAIN;
    write_again(10);
    pass_all();
    expect_findings(words);
}

/* --- te_data ---------------------------------------------------------------------------------- */

Test(same_fields, an_access_is_equal_however_it_is_compressed)
{
    set_data_trace(&rig.config);
    set_data_trace(&rig.hardware_config);
    rig.hardware_config.switches.dat_compress = RVT_DAT_COMPRESS_XOR;
    run();
    cr_assert(sent_data[4]);
    expect_none();
    expect_other_bits();
}

Test(same_fields, another_value_is_found_once)
{
    static const char *const words[] = {"(store) differs [ETR-DAT-", NULL};

    set_data_trace(&rig.config);
    set_data_trace(&rig.hardware_config);
    rig.hardware_config.switches.dat_compress = RVT_DAT_COMPRESS_XOR;
    run();
    unsigned number = 20;
    while (!sent_data[number])
        number++;
    rig.sent[number].payload.byte[2] ^= 0x04;
    pass_all();
    expect_findings(words);
}

/* --- encapsulated packets --------------------------------------------------------------------- */

Test(same_fields, encapsulated_packets_are_compared_by_their_fields)
{
    options.packets = false;
    options.bytes = true;
    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    run();
    rig_pass_bytes(&rig);
    rig_end(&rig);
    expect_findings((const char *const[]){NULL});
}

Test(same_fields, header_bits_of_the_device_do_not_matter)
{
    options.packets = false;
    options.bytes = true;
    rig.config.dialect.header = rig.hardware_config.dialect.header = RVT_HEADER_LENGTH;
    run();
    for (unsigned i = 0; i < rig.sent_count; i++)
        rig.sent[i].encap[0] |= 0xa0;
    rig_pass_bytes(&rig);
    rig_end(&rig);
    expect_findings((const char *const[]){NULL});
}

Test(same_fields, another_srcid_is_found)
{
    options.packets = false;
    options.bytes = true;
    rig.config.encap.srcid_bits = rig.hardware_config.encap.srcid_bits = 8;
    rig.config.encap.srcid = rig.hardware_config.encap.srcid = 1;
    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    run();
    rig.sent[9].encap[1] = 2;
    rig_pass_bytes(&rig);
    rig_end(&rig);
    expect_findings((const char *const[]){"srcID: expected 0x1, observed 0x2", NULL});
}

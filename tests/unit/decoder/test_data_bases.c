/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Compressed parts of te_data: relative to the latest of their size, whatever was compressed, and
 * an error if nothing was reported since the synchronisation. Shows: ETR-DAT-010, ETR-DAT-011
 */
#include "tests/unit/checks.h"
#include "tests/unit/data_config.h"

#include <string.h>

#include "decoder/data_decoder.h"

static struct rvt_data_decoder decoder;

static void start(const struct rvt_config *config)
{
    const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_START};

    rvt_data_decoder_init(&decoder, config);
    rvt_data_decoder_inst(&decoder, &sync);
}

static enum rvt_status take(struct rvt_data_packet packet, struct rvt_data_report *report,
                            struct rvt_diag *diag)
{
    bool decoded = false;

    rvt_diag_clear(diag);
    enum rvt_status status = rvt_data_decoder_packet(&decoder, &packet, report, &decoded, diag);
    cr_expect(eq(int, decoded && !report->partial, status == RVT_OK));
    return status;
}

/* With dat_first zero, values are 0 from a synchronisation or support packet on, and unknown before
 * the first of them and after a loss. Shows: AMB-175 */
Test(data_bases, are_zero_after_a_support_packet)
{
    const struct rvt_packet support = {.format = RVT_FORMAT_SYNC,
                                       .subformat = RVT_SUBFORMAT_SUPPORT};
    const struct rvt_data_packet packet = {.format = 2, .size = 2, .diff = 1, .address = 1};
    struct rvt_config config = configure_data(0, 4, 64);
    struct rvt_data_report report;
    struct rvt_diag diag;

    rvt_data_decoder_init(&decoder, &config);
    rvt_data_decoder_inst(&decoder, &support);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_ERR_SEQUENCE), "with full");

    config.switches.dat_first = RVT_DAT_FIRST_ZERO;
    rvt_data_decoder_init(&decoder, &config);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_ERR_SEQUENCE), "at the beginning");
    rvt_data_decoder_inst(&decoder, &support);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_OK), "%s", diag.text);
    cr_expect(eq(u64, report.address, 4));
    rvt_data_decoder_break(&decoder);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_ERR_SEQUENCE), "after a loss");
    rvt_data_decoder_inst(&decoder, &support);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_OK), "%s", diag.text);
    cr_expect(eq(u64, report.address, 4));
    start(&config);
    cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_OK));
    cr_expect(eq(u64, report.address, 4));
}

/* diff of a load or store: 0 both in full; 1 the address as a difference; 2 and 3 data as XOR and
 * as a difference too. */
Test(data_bases, each_part_needs_its_own_base)
{
    struct rvt_config config = configure_data(0, 4, 64);
    struct rvt_data_report report;
    struct rvt_diag diag;

    for (uint8_t diff = 1; diff < 4; diff++) {
        const struct rvt_data_packet packet = {
            .format = 2, .size = 2, .diff = diff, .address = 1, .data = 1};

        start(&config);
        cr_expect(eq(int, (int)take(packet, &report, &diag), RVT_ERR_SEQUENCE), "diff %u", diff);
        cr_expect_str_eq(diag.field, "diff");
        cr_expect(eq(u64, diag.value, diff));
        cr_expect_str_eq(diag.clause, "ETR-DAT-011");
    }
    for (uint8_t size = 0; size < 4; size++) { /* a base of another size is none */
        const struct rvt_data_packet base = {.format = 2, .size = size, .address = 0x10};
        const struct rvt_data_packet packet = {.format = 2, .size = 1, .diff = 1, .address = 1};

        start(&config);
        cr_expect(eq(int, (int)take(base, &report, &diag), RVT_OK));
        cr_expect(eq(int, (int)take(packet, &report, &diag), size == 1 ? RVT_OK : RVT_ERR_SEQUENCE),
                  "size %u", size);
        if (size == 1)
            cr_expect(eq(u64, report.address, 0x22));
    }
}

/* With dat_operand own, the operand of an atomic is relative to the latest operand; shared: to the
 * latest data; full: it is never compressed. Shows: AMB-177 */
Test(data_bases, of_operands)
{
    static const enum rvt_dat_operand hows[] = {RVT_DAT_OPERAND_FULL, RVT_DAT_OPERAND_SHARED,
                                                RVT_DAT_OPERAND_OWN};
    const struct rvt_data_packet load = {.size = 2, .address = 0x10, .data = 0x40};
    const struct rvt_data_packet swap = {
        .format = RVT_DATA_ATOMIC, .size = 2, .address = 0x11, .data = 0x50, .operand = 0x30};
    const struct rvt_data_packet next = {
        .format = RVT_DATA_ATOMIC, .size = 2, .diff = 3, .address = 1, .data = 1, .operand = 2};

    for (unsigned how = 0; how < 3; how++)
        for (unsigned first = 0; first < 2; first++) {
            struct rvt_config config = configure_data(0, 4, 64);
            struct rvt_data_report report;
            struct rvt_diag diag;
            enum rvt_status status;

            config.switches.dat_operand = hows[how];
            start(&config);
            cr_assert(eq(int, (int)take(first ? swap : load, &report, &diag), RVT_OK));
            status = take(next, &report, &diag);
            if (hows[how] == RVT_DAT_OPERAND_OWN && !first) {
                cr_expect(eq(int, (int)status, RVT_ERR_SEQUENCE), "no operand was reported");
                cr_expect_str_eq(diag.clause, "ETR-DAT-011");
                continue;
            }
            cr_assert(eq(int, (int)status, RVT_OK), "%u %u: %s", how, first, diag.text);
            cr_expect(report.has_operand && report.has_data && report.has_address);
            cr_expect(eq(u64, report.data, first ? 0x51 : 0x41));
            cr_expect(eq(u64, report.address, first ? 0x48 : 0x44));
            cr_expect(eq(u64, report.operand,
                         hows[how] == RVT_DAT_OPERAND_FULL     ? 2
                         : hows[how] == RVT_DAT_OPERAND_SHARED ? (first ? 0x52 : 0x42)
                                                               : 0x32),
                      "%u %u", how, first);
        }
}

/* A response ends its request: a second one belongs to none. Shows: ETR-DAT-006 */
Test(data_bases, a_request_has_one_response)
{
    struct rvt_config config = configure_data(SPLIT, 4, 64);
    const struct rvt_data_packet request = {.format = 0, .lrid = 3, .address = 0x10};
    const struct rvt_data_packet response = {.format = 4, .lrid = 3, .resp = 2, .data = 5};
    struct rvt_data_report report;
    struct rvt_diag diag;

    start(&config);
    cr_expect(eq(int, (int)take(request, &report, &diag), RVT_OK));
    cr_expect(eq(int, (int)take(response, &report, &diag), RVT_OK), "%s", diag.text);
    cr_expect(eq(u64, report.data, 5));
    cr_expect(eq(int, (int)take(response, &report, &diag), RVT_ERR_SEQUENCE));
    cr_expect_str_eq(diag.field, "lrid");
    cr_expect(eq(u64, diag.value, 3));
    cr_expect_str_eq(diag.clause, "ETR-DAT-006");
}

/* The end of tracing ends the requests; a support packet while tracing goes on does not. Shows:
 * ETR-DAT-006, ETR-FMT-010 */
Test(data_bases, a_request_ends_with_tracing)
{
    struct rvt_config config = configure_data(SPLIT, 4, 64);
    const struct rvt_data_packet request = {.format = 0, .lrid = 3, .address = 0x10};
    const struct rvt_data_packet response = {.format = 4, .lrid = 3, .resp = 2, .data = 5};
    struct rvt_data_report report;
    struct rvt_diag diag;

    for (uint16_t ienable = 0; ienable < 2; ienable++) {
        struct rvt_packet support = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
        support.support.value[RVT_SUPPORT_IENABLE] = ienable;
        start(&config);
        cr_expect(eq(int, (int)take(request, &report, &diag), RVT_OK));
        rvt_data_decoder_inst(&decoder, &support);
        cr_expect(
            eq(int, (int)take(response, &report, &diag), ienable != 0 ? RVT_OK : RVT_ERR_SEQUENCE),
            "%u", ienable);
    }
}

/* A response must be of the kind and the size of its request. Shows: ETR-DAT-006, ETR-DAT-008 */
Test(data_bases, a_response_that_does_not_fit_its_request)
{
    struct rvt_config config = configure_data(SPLIT, 4, 64);
    const struct rvt_data_packet load = {.format = 0, .lrid = 3, .size = 1, .address = 0x10};
    const struct rvt_data_packet larger = {.format = 4, .size = 2, .lrid = 3, .resp = 2};
    const struct rvt_data_packet atomic = {
        .format = RVT_DATA_ATOMIC_RESPONSE, .lrid = 3, .resp = 2};
    struct rvt_data_report report;
    struct rvt_diag diag;

    start(&config);
    cr_expect(eq(int, (int)take(load, &report, &diag), RVT_OK));
    cr_expect(eq(int, (int)take(larger, &report, &diag), RVT_ERR_SEQUENCE));
    cr_expect_str_eq(diag.field, "size");
    cr_expect(eq(u64, diag.value, 2));
    cr_expect_str_eq(diag.clause, "ETR-DAT-006");
    start(&config);
    cr_expect(eq(int, (int)take(load, &report, &diag), RVT_OK));
    cr_expect(eq(int, (int)take(atomic, &report, &diag), RVT_ERR_SEQUENCE));
    cr_expect_str_eq(diag.field, "format");
    cr_expect(eq(u64, diag.value, RVT_DATA_ATOMIC_RESPONSE));
    cr_expect_str_eq(diag.clause, "ETR-DAT-008");
}

/* Values that name no type. */
Test(data_bases, types_have_names)
{
    cr_expect_str_eq(rvt_dtype_name(RVT_DTYPE_STORE), "store");
    cr_expect_str_eq(rvt_dtype_name((enum rvt_dtype)16), "?");
    cr_expect_str_eq(rvt_dtype_name((enum rvt_dtype)0x10000), "?");
}

/* A packet that the configuration does not have. Shows: ETR-DAT-001 */
Test(data_bases, a_packet_without_a_form)
{
    struct rvt_config config = configure_data(0, 3, 64);
    struct rvt_data_report report;
    struct rvt_diag diag;

    start(&config);
    cr_expect(eq(int, (int)take((struct rvt_data_packet){.format = 6}, &report, &diag),
                 RVT_ERR_RESERVED));
    cr_expect_str_eq(diag.field, "format");
    cr_expect(eq(u64, diag.value, 6));
    cr_expect_str_eq(diag.clause, "ETR-DAT-001");
}

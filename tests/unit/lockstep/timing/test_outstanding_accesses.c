/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which accesses and responses are sent, and how they wait for their instructions. Decision
 * 0003. */
#include "base/config_check.h"
#include "ingress/access.h"
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/timing/outstanding_accesses.h"

static struct rvt_config config;
static struct rvt_pending_loads wanted;

static void set_up(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.options.data_trace = true;
    config.encap.type_bits = 1;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 5;
    config.params.iaddr_lsbs_width_p = 6;
    config.params.dtype_width_p = 4;
    config.params.lrid_width_p = 4;
    config.params.lresp_width_p = 2;
    config.switches.dat_signalling = RVT_DAT_SPLIT;
    cr_assert_eq(rvt_config_check(&config, NULL), RVT_OK);
    memset(&wanted, 0, sizeof wanted);
}

TestSuite(outstanding_accesses, .init = set_up);

static const struct rvt_access request = {.dretire = true, .dsize = 2, .lrid = 1};
static const struct rvt_access response = {.lresp = RVT_LRESP_OKAY, .lid = 1};

/* "a" for an access, "r" for a response, "l" for a late one, "e" if the instruction ends its block:
 * what is sent, or lost with a lost row. */
static const char *sent(struct rvt_access access, bool tracing, bool lost)
{
    static char text[8];
    struct rvt_data_arrival data;
    size_t length = 0;
    const struct rvt_row row = {.cycle = 1,
                                .lost = lost,
                                .blocks = 1,
                                .block = {{.iaddr = 0x100, .iretire = 4, .ilastsize = 1}},
                                .accesses = 1,
                                .access = &access};
    bool any = rvt_data_arrival_row(&wanted, &config, tracing, &row, &data);

    cr_expect_eq(any, data.access || data.response);
    if (data.access)
        text[length++] = 'a';
    if (data.response)
        text[length++] = data.late ? 'l' : 'r';
    if (data.last)
        text[length++] = 'e';
    text[length] = '\0';
    return text;
}

Test(outstanding_accesses, a_response_is_sent_once_if_its_request_was_traced)
{
    cr_expect_str_eq(sent(response, true, false), "");
    cr_expect_str_eq(sent(request, true, false), "a");
    cr_expect_str_eq(sent(response, true, false), "r");
    cr_expect_str_eq(sent(response, true, false), "");
    cr_expect_str_eq(sent(request, false, false), "");
    cr_expect_str_eq(sent(response, true, false), "");
    cr_expect_str_eq(sent(request, true, true), "a");
    cr_expect_str_eq(sent(response, true, false), "");
    cr_expect_str_eq(sent(request, true, false), "a");
    cr_expect_str_eq(sent(response, true, true), "r");
    cr_expect_str_eq(sent(response, true, false), "");
}

Test(outstanding_accesses, the_older_of_two_requests_is_answered_first)
{
    struct rvt_access both = request;

    both.lresp = RVT_LRESP_ERROR;
    both.lid = both.lrid;
    both.iaddr_lsbs = 4;
    cr_expect_str_eq(sent(both, true, false), "ale");
    cr_expect_str_eq(sent(response, true, false), "");
    cr_expect_str_eq(sent(request, true, false), "a");
    cr_expect_str_eq(sent(both, true, false), "are");
    cr_expect_str_eq(sent(response, true, false), "r");
    cr_expect_str_eq(sent(request, true, true), "a");
    cr_expect_str_eq(sent(both, true, false), "ae");
    cr_expect_str_eq(sent(response, true, false), "r");
}

Test(outstanding_accesses, options_omit_what_no_packet_reports)
{
    struct rvt_access failed = response;

    failed.lresp = RVT_LRESP_ERROR;
    config.options.no_data = true;
    cr_expect_str_eq(sent(request, true, false), "a");
    cr_expect_str_eq(sent(response, true, false), "");
    config.options.no_data = false;
    config.options.no_address = true;
    cr_expect_str_eq(sent(request, true, false), "");
    cr_expect_str_eq(sent(response, true, false), "r");
    cr_expect_str_eq(sent(request, true, false), "");
    cr_expect_str_eq(sent(failed, true, false), "");
    cr_expect_str_eq(sent(request, true, true), "a", "its response would have been sent");
    cr_expect_str_eq(sent(response, true, false), "");
    struct rvt_access atomic = request;
    atomic.dtype = RVT_DTYPE_ADD;
    cr_expect_str_eq(sent(atomic, true, false), "a");
    cr_expect_str_eq(sent(failed, true, false), "r");
}

Test(outstanding_accesses, records_leave_part_by_part_and_make_room)
{
    struct rvt_outstanding_accesses waiting = {.depth = 1};
    const struct rvt_outstanding_access record = {
        .data = {.access = true, .response = true, .late = true}, .seen = 12};
    uint64_t cycle = 11;

    cr_expect(rvt_outstanding_accesses_room(&waiting, &cycle));
    cr_expect_eq(cycle, 11);
    rvt_outstanding_accesses_push(&waiting, &record);
    cycle = 12;
    cr_expect_not(rvt_outstanding_accesses_room(&waiting, &cycle),
                  "it is not known when it is sent");
    cr_expect_not(
        rvt_outstanding_accesses_responds(&rvt_outstanding_accesses_oldest(&waiting)->data));
    rvt_outstanding_accesses_take(&waiting, 15);
    cr_assert_not_null(rvt_outstanding_accesses_oldest(&waiting));
    cr_expect(rvt_outstanding_accesses_responds(&rvt_outstanding_accesses_oldest(&waiting)->data));
    rvt_outstanding_accesses_take(&waiting, 16);
    cr_expect_null(rvt_outstanding_accesses_oldest(&waiting));
    cycle = 12;
    cr_expect(rvt_outstanding_accesses_room(&waiting, &cycle));
    cr_expect_eq(cycle, 17);
}

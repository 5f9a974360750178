/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which packets obey an updiscon flag, and of which encoders that is asked. */
#include <criterion/criterion.h>

#include "model/check/updiscon_order.h"
#include "tests/unit/lockstep_fixture.h"

static struct rig rig;

static void defaults(void)
{
    rig_defaults(&rig);
}

TestSuite(updiscon_order, .init = defaults);

static const struct rvt_packet flagged = {.format = RVT_FORMAT_ADDR_ONLY, .updiscon = true};
static const struct rvt_packet plain = {.format = RVT_FORMAT_ADDR_ONLY};

/* True if other is found directly after a flagged packet, with the present configuration. */
static bool is_found(const struct rvt_packet *other)
{
    struct rvt_updiscon_order order = rvt_updiscon_order(&rig.config);

    cr_expect(!rvt_updiscon_order_take(&order, &flagged));
    return rvt_updiscon_order_take(&order, other);
}

/* "It will be followed immediately by a format 3 te_inst": also by a support packet after a loss,
 * or at the end of tracing, or a context packet. Shows: ETR-FMT-027 */
Test(updiscon_order, every_packet_of_format_3_obeys_the_flag)
{
    for (uint8_t subformat = 0; subformat <= RVT_SUBFORMAT_SUPPORT; subformat++) {
        const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC, .subformat = subformat};
        cr_expect(!is_found(&sync), "F3/%u", subformat);
    }
    for (uint8_t format = 0; format < RVT_FORMAT_SYNC; format++) {
        const struct rvt_packet other = {.format = format};
        cr_expect(is_found(&other), "F%u", format);
    }
}

/* What an unreadable packet was is unknown, and so is what it asks for. */
Test(updiscon_order, an_unreadable_packet_is_not_found_and_asks_for_nothing)
{
    struct rvt_updiscon_order order = rvt_updiscon_order(&rig.config);

    cr_expect(!rvt_updiscon_order_take(&order, &flagged));
    cr_expect(!rvt_updiscon_order_take(&order, NULL));
    cr_expect(!rvt_updiscon_order_take(&order, &plain));
    cr_expect(!rvt_updiscon_order_take(&order, &flagged));
    cr_expect(rvt_updiscon_order_take(&order, &plain));
}

Test(updiscon_order, the_older_rule_is_asked_only_without_resynchronisation)
{
    rig.config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
    cr_expect(is_found(&plain));
    rig.config.resync.mode = RVT_RESYNC_PACKETS;
    cr_expect(!is_found(&plain));
    rig.config.switches.resync_cmp = RVT_RESYNC_CMP_FSM;
    cr_expect(is_found(&plain));
    rig.config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    cr_expect(!is_found(&plain));
}

Test(updiscon_order, an_encoder_that_flags_every_target_is_not_asked)
{
    rig.config.switches.updiscon_bit = RVT_UPDISCON_BIT_EVERY_TARGET;
    cr_expect(!is_found(&plain));
}

/* Packets that the encoder sent after a flagged one, and that are not of format 3. */
static unsigned count_disobeyed(void)
{
    unsigned count = 0;
    bool asked = false;

    for (unsigned i = 0; i < rig.sent_count; i++) {
        const struct rvt_payload *payload = &rig.sent[i].payload;
        struct rvt_packet packet;
        cr_assert_eq(rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL),
                     RVT_OK);
        count += asked && packet.format != RVT_FORMAT_SYNC;
        asked = packet.updiscon;
    }
    return count;
}

/* The chart of v2.0.0 reports the address of a trap that another one follows, so that the flag of
 * the packet before it is not exact. Shows: ETR-ALG-075 */
Test(updiscon_order, a_trap_alone_follows_the_flag_in_the_older_chart)
{
    static const struct rvt_lockstep_options decode_exact = {
        .packets = true, .decode_exact = true, .unchecked_rows = true, .findings_max = 1};
    static const struct rvt_row target = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 2, .ilastsize = 1}}};
    static const struct rvt_row trap = {
        .cause = 2, .block = {{.iaddr = LOOP_BASE + 4, .itype = RVT_ITYPE_EXCEPTION}}};

    rig.config.switches.chart = RVT_CHART_V200;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &target));
    cr_assert(rig_row(&rig, &trap) && rig_row(&rig, &trap));
    cr_assert(rig_loop(&rig) && rig_loop(&rig) && rig_control(&rig, false));
    cr_expect_eq(count_disobeyed(), 1);
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
    rig_close(&rig);
}

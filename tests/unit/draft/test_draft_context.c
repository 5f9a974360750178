/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Changes of the context in draft 0.026: each type, and one that waits for a packet.
 * Shows: DRA-010 */
#include "ingress/draft_ingress.h"
#include "tests/unit/encoder_rig.h"

static void inst(struct rig *rig, uint64_t iaddr, uint64_t context, unsigned ctype, unsigned itype)
{
    struct rvt_row row = {
        .cycle = ++rig->cycle, .priv = 3, .ctype = (uint8_t)ctype, .context = context, .blocks = 1};

    row.block[0] =
        (struct rvt_block){.iaddr = iaddr, .iretire = 2, .ilastsize = 1, .itype = (uint8_t)itype};
    cr_assert(rvt_encoder_row(rig->encoder, &row, NULL) == RVT_OK);
}

static struct rvt_config draft_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.ecause_width_p = 5;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.params.nocontext_p = false;
    config.params.context_width_p = 40;
    config.params.ctype_width_p = 2;
    return config;
}

/* An imprecise change at the target of a jump: the report of the target comes first, and the
 * context at the next instruction only if the change is latched. AMB-107 */
Test(draft_context, an_imprecise_change_waits)
{
    for (unsigned latch = 0; latch < 2; latch++) {
        struct rvt_config config = draft_config();
        struct rig rig;

        config.switches.cci_latch = latch != 0;
        begin(&rig, &config);
        inst(&rig, 0x1000, UINT64_C(0x8000000001), 0, 0);
        inst(&rig, 0x1004, UINT64_C(0x8000000001), 0, RVT_DRAFT_ITYPE_OTHER_UNINFERABLE_JUMP);
        inst(&rig, 0x2000, UINT64_C(0x1), RVT_DRAFT_CTYPE_IMPRECISE, 0);
        inst(&rig, 0x2004, UINT64_C(0x1), 0, 0);
        inst(&rig, 0x2008, UINT64_C(0x1), 0, 0);
        end(&rig, latch ? "+ S:1000t A:2000 C:1 A:2008 rep-" : "+ S:1000t A:2000 A:2008 rep-");
    }
}

/* The upper half of a context counts. */
Test(draft_context, each_type_of_change)
{
    static const struct {
        unsigned ctype;
        const char *packets;
    } cases[] = {
        {RVT_DRAFT_CTYPE_NOTIFICATION, "+ S:1000t A:1008 A:100c rep-"},
        {RVT_DRAFT_CTYPE_IMPRECISE, "+ S:1000t C:1 A:100c rep-"},
        {RVT_DRAFT_CTYPE_PRECISE, "+ S:1000t S:1008t A:100c rep-"},
        {RVT_DRAFT_CTYPE_DISCONTINUITY, "+ S:1000t A:1004 T0:e0:1008t A:100c rep-"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_config config = draft_config();
        struct rig rig;

        begin(&rig, &config);
        inst(&rig, 0x1000, UINT64_C(0x8000000001), 0, 0);
        inst(&rig, 0x1004, UINT64_C(0x8000000001), 0, 0);
        inst(&rig, 0x1008, UINT64_C(0x1), cases[i].ctype, 0);
        inst(&rig, 0x100c, UINT64_C(0x1), 0, 0);
        end(&rig, cases[i].packets);
    }
}

/* F3/0 has the context: nothing waits after it. */
Test(draft_context, a_sync_packet_reports_an_imprecise_change)
{
    for (unsigned latch = 0; latch < 2; latch++) {
        struct rvt_config config = draft_config();
        struct rvt_row row = {.priv = 1,
                              .ctype = RVT_DRAFT_CTYPE_IMPRECISE,
                              .context = 1,
                              .blocks = 1,
                              .block = {{.iaddr = 0x1004, .iretire = 2, .ilastsize = 1}}};
        struct rig rig;

        config.switches.cci_latch = latch != 0;
        begin(&rig, &config);
        inst(&rig, 0x1000, UINT64_C(0x8000000001), 0, 0);
        row.cycle = ++rig.cycle;
        cr_assert(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
        for (row.ctype = 0; row.block[0].iaddr < 0x1010; row.cycle = ++rig.cycle) {
            row.block[0].iaddr += 4;
            row.cycle++;
            cr_assert(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
        }
        end(&rig, "+ S:1000t S:1004t/1 A:1010 rep-");
    }
}

/* What came before a gap counts: a discontinuity after it is an exception, as without a gap. After
 * a trace without any instruction before, it is the first. Shows: DRA-010, DRE-003 */
Test(draft_context, a_discontinuity_at_the_end_of_a_gap)
{
    for (unsigned gap = 0; gap < 2; gap++) {
        struct rvt_config config = draft_config();
        struct rig rig;

        begin(&rig, &config);
        if (gap > 0) {
            struct rvt_control off = {.enable = true}, on = {.enable = true, .inst_tracing = true};
            struct rvt_row moment = {.cycle = ++rig.cycle};

            cr_assert(rvt_encoder_control(rig.encoder, &moment, &off, NULL) == RVT_OK);
            inst(&rig, 0x1000, UINT64_C(0x8000000001), 0, 0);
            moment.cycle = ++rig.cycle;
            cr_assert(rvt_encoder_control(rig.encoder, &moment, &on, NULL) == RVT_OK);
        }
        inst(&rig, 0x1008, UINT64_C(0x1), RVT_DRAFT_CTYPE_DISCONTINUITY, 0);
        inst(&rig, 0x100c, UINT64_C(0x1), 0, 0);
        end(&rig, gap > 0 ? "+ T0:e0:1008t A:100c rep-" : "+ S:1008t A:100c rep-");
    }
}

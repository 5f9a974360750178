/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Doubts of packets, by a trap whose handler is omitted. Shows: ETR-MODE-062 */
#include "tests/unit/api/fixture.h"

struct rig {
    struct rvt_configuration *configuration;
    struct rvt_trace_encoder *encoder;
    unsigned packets;
    uint32_t doubts; /* of the trap packet */
};

static enum rvt_status take_packet(void *context, const struct rvt_encoder_packet *packet)
{
    struct rig *rig = context;

    rig->packets++;
    if (packet->te_inst->format == 3 && packet->te_inst->subformat == 1)
        rig->doubts = packet->doubts;
    else
        cr_assert_eq(packet->doubts, 0);
    return RVT_OK;
}

static void retire(struct rig *rig, uint64_t cycle, uint8_t itype, uint64_t iaddr, uint32_t iretire)
{
    struct rvt_tip_block block;
    struct rvt_tip_row row;

    RVT_CLEAR(&block);
    RVT_CLEAR(&row);
    block.itype = itype;
    block.iaddr = iaddr;
    block.iretire = iretire;
    block.ilastsize = 1;
    row.cycle = cycle;
    row.priv = 3;
    row.cause = 7;
    row.blocks = 1;
    row.block = &block;
    cr_assert_eq(rvt_trace_encoder_row(rig->encoder, &row, NULL), RVT_OK);
}

/* The doubts of interrupt 7, whose handler is at 0x101c, with mtvec = vector; 0: not set. */
static uint32_t doubts_of(uint64_t vector)
{
    struct rig rig = {.configuration = default_configuration(), .doubts = UINT32_MAX};

    put(rig.configuration, "itype_width_p", 4);
    put(rig.configuration, "nocontext_p", 1);
    put(rig.configuration, "notime_p", 1);
    put(rig.configuration, "ecause_width_p", 5);
    put(rig.configuration, "privilege_width_p", 2);
    put(rig.configuration, "implicit_exception", 1);
    if (vector != 0)
        cr_assert_eq(rvt_configuration_set_trap_vector(rig.configuration, "m", vector, NULL),
                     RVT_OK);
    cr_assert_eq(rvt_trace_encoder_open(rig.configuration, take_packet, &rig, &rig.encoder, NULL),
                 RVT_OK);
    cr_assert_eq(rvt_trace_encoder_enable(rig.encoder, 0, false, NULL), RVT_OK);
    retire(&rig, 1, 0, 0x2000, 1);
    retire(&rig, 2, 2, 0, 0);
    retire(&rig, 3, 0, 0x101c, 1);
    cr_assert_eq(rvt_trace_encoder_disable(rig.encoder, 4, NULL), RVT_OK);
    cr_assert_gt(rig.packets, 3);
    rvt_trace_encoder_close(rig.encoder);
    rvt_configuration_free(rig.configuration);
    return rig.doubts;
}

Test(doubts, of_a_handler)
{
    cr_assert_eq(doubts_of(0), 0);
    cr_assert_eq(doubts_of(0x1001), 0);
    cr_assert_eq(doubts_of(0x101c), 0);
    cr_assert_eq(doubts_of(0x1000), RVT_ENCODER_DOUBT_HANDLER);
    cr_assert_eq(doubts_of(0xffffffff0000101c), 0); /* wider than iaddress_width_p */
}

Test(doubts, in_words)
{
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_RETURN), "ETR-MODE-010");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_BREAK), "AMB-105");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_HIDDEN_RETURN),
                     "ETR-MODE-004, AMB-021");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_HANDLER), "ETR-MODE-062, AMB-047");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_LOST_BRANCH), "ETR-ALG-077");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_TRAP_RETURN), "AMB-030");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_TRAPPED),
                     "ETR-ALG-072, ETR-ALG-074, ETR-ALG-075");
    cr_assert_str_eq(rvt_encoder_doubt_clause(RVT_ENCODER_DOUBT_TRAP_AGAIN),
                     "ETR-ALG-071, AMB-043");
    for (unsigned bit = 1; bit <= RVT_ENCODER_DOUBT_TRAP_AGAIN; bit *= 2)
        cr_assert_not_null(rvt_encoder_doubt_text((enum rvt_encoder_doubt)bit));
    cr_assert_null(rvt_encoder_doubt_text((enum rvt_encoder_doubt)3));
    cr_assert_null(rvt_encoder_doubt_clause((enum rvt_encoder_doubt)0));
}

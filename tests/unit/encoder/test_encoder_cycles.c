/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The cycles of the rows that an encoder takes. */
#include "tests/unit/encoder_rig.h"

/* Cycles have 64 bits: a row before the latest one is refused above 2^32 as below. */
Test(encoder_cycles, rows_come_in_the_order_of_64_bit_cycles)
{
    struct rvt_config config = plain_config();
    struct rvt_row row = {.priv = 3,
                          .cycle = (UINT64_C(1) << 32) + 5,
                          .block[0] = {.iaddr = 0x80000000, .iretire = 2, .ilastsize = 1}};
    struct rvt_diag diag;
    struct rig rig;

    begin(&rig, &config);
    rvt_diag_clear(&diag);
    cr_assert(rvt_encoder_row(rig.encoder, &row, &diag) == RVT_OK, "%s", diag.text);
    row.cycle -= 2;
    cr_expect(rvt_encoder_row(rig.encoder, &row, &diag) != RVT_OK);
    cr_expect_str_eq(diag.field, "cycle");
    rvt_encoder_close(rig.encoder);
}

/* 2^32 + 1 cycles pass between two rows: a sync packet is due. Shows: ETR-RSY-001 */
Test(encoder_cycles, all_cycles_between_two_rows_count)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.resync.mode = RVT_RESYNC_CYCLES;
    config.resync.max = 8;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_INFERABLE_JUMP);
    rig.cycle += UINT64_C(1) << 32;
    block(&rig, 0x2000, 2, RVT_ITYPE_INFERABLE_JUMP);
    block(&rig, 0x3000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 A:2000 S:3000 rep-");
}

/* Stalled cycles pass without a row: they never go back, and before the first row they have no
 * effect. */
Test(encoder_cycles, a_stall_only_goes_forward)
{
    struct rvt_config config = plain_config();
    struct rvt_row row = {
        .priv = 3, .blocks = 1, .block[0] = {.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}};
    struct rig rig;

    begin(&rig, &config);
    rvt_encoder_stall(rig.encoder, 8);
    row.cycle = 3;
    cr_expect(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
    rvt_encoder_stall(rig.encoder, 8);
    rvt_encoder_stall(rig.encoder, 5);
    row.cycle = 8;
    cr_expect(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_ERR_INGRESS);
    row.cycle = 9;
    cr_expect(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
    rvt_encoder_close(rig.encoder);
}

static enum rvt_status note_cycle(void *context, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin)
{
    struct rvt_text *text = context;

    rvt_text_add(text, "%s@%llu ", rvt_packet_name(packet), (unsigned long long)origin->cycle);
    return RVT_OK;
}

/* A trigger ends tracing with the cycle after its row, whenever that becomes known. Shows:
 * ETR-FLT-010, ETR-SUP-002 */
Test(encoder_cycles, an_end_has_the_cycle_after_its_trigger)
{
    for (unsigned later = 0; later < 2; later++) {
        struct rvt_config config = plain_config();
        struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
        struct rvt_row row = {.cycle = 5,
                              .priv = 3,
                              .trigger = RVT_TRIGGER_OFF,
                              .blocks = 1,
                              .block[0] = {.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}};
        struct rvt_encoder *encoder;
        struct rvt_text text;
        char out[100];

        rvt_text_init(&text, out, sizeof out);
        cr_assert(rvt_encoder_profile_open(&config, note_cycle, &text, &encoder) == RVT_OK);
        cr_assert(rvt_encoder_control(encoder, &(struct rvt_row){.cycle = 2}, &on, NULL) == RVT_OK);
        cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
        row.cycle = 20;
        row.trigger = 0;
        if (later)
            cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
        else
            cr_assert(rvt_encoder_idle(encoder, 20, NULL) == RVT_OK);
        rvt_encoder_close(encoder);
        cr_expect_str_eq(out, "F3/3@2 F3/0@5 F3/3@6 ", "%s", out);
    }
}

/* Software ends tracing between two rows, above 2^32 as below. Shows: ETR-SUP-002, ETR-CTL-002 */
Test(encoder_cycles, an_end_by_software_has_its_64_bit_cycle)
{
    const uint64_t base = UINT64_C(1) << 32;
    struct rvt_config config = plain_config();
    struct rvt_control control = {.enable = true, .inst_tracing = true};
    struct rvt_row row = {.cycle = base + 5,
                          .priv = 3,
                          .blocks = 1,
                          .block[0] = {.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}};
    struct rvt_encoder *encoder;
    struct rvt_text text;
    char out[100];

    rvt_text_init(&text, out, sizeof out);
    cr_assert(rvt_encoder_profile_open(&config, note_cycle, &text, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &(struct rvt_row){.cycle = 2}, &control, NULL) ==
              RVT_OK);
    cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
    control.inst_tracing = false;
    cr_assert(rvt_encoder_control(encoder, &(struct rvt_row){.cycle = base + 9}, &control, NULL) ==
              RVT_OK);
    cr_assert(rvt_encoder_idle(encoder, base + 20, NULL) == RVT_OK);
    rvt_encoder_close(encoder);
    cr_expect_str_eq(out, "F3/3@2 F3/0@4294967301 F3/3@4294967305 ", "%s", out);
}

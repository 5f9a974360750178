/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An encoder on a rig: one block a cycle goes in, the packets come out in the notation. */
#ifndef RVT_TESTS_UNIT_ENCODER_RIG_H
#define RVT_TESTS_UNIT_ENCODER_RIG_H

#include <criterion/criterion.h>

#include "notation.h"
#include "base/config_check.h"
#include "draft/encoder_profile.h"

struct rig {
    struct rvt_config config;
    struct rvt_encoder *encoder;
    struct notation note;
    uint64_t cycle;
    bool sijump; /* of the blocks to come */
    uint8_t priv, ctype;
    uint32_t trigger;
    uint64_t context;
    char text[4000];
};

static inline struct rvt_config plain_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.ctype_width_p = 2;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    return config;
}

static inline void begin(struct rig *rig, const struct rvt_config *config)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_row moment = {.cycle = 0};
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(rvt_config_check(config, &diag) == RVT_OK, "%s", diag.text);
    *rig = (struct rig){.config = *config, .priv = 3};
    rig->note.config = &rig->config;
    rvt_text_init(&rig->note.text, rig->text, sizeof(rig->text));
    cr_assert(rvt_encoder_profile_open(config, note_packet, &rig->note, &rig->encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(rig->encoder, &moment, &on, NULL) == RVT_OK);
}

static inline void end(struct rig *rig, const char *packets)
{
    struct rvt_control off = {.enable = false};
    struct rvt_row moment = {.cycle = rig->cycle + 1};

    cr_assert(rvt_encoder_control(rig->encoder, &moment, &off, NULL) == RVT_OK);
    rvt_encoder_close(rig->encoder);
    cr_expect_str_eq(rig->text, packets, "%s, not %s", rig->text, packets);
}

/* A row of one block; 4-byte instructions, but for a block of one half-word. Cause and tval are
 * there for the traps. */
static inline void block(struct rig *rig, uint64_t iaddr, uint32_t halfwords, enum rvt_itype itype)
{
    struct rvt_diag diag;
    struct rvt_row row = {.cycle = ++rig->cycle,
                          .priv = rig->priv,
                          .ctype = rig->ctype,
                          .trigger = rig->trigger,
                          .context = rig->context,
                          .blocks = 1,
                          .cause = 5};

    rvt_diag_clear(&diag);
    row.block[0] = (struct rvt_block){.iaddr = iaddr,
                                      .iretire = halfwords,
                                      .ilastsize = halfwords > 1,
                                      .itype = (uint8_t)itype,
                                      .sijump = rig->sijump};
    cr_assert(rvt_encoder_row(rig->encoder, &row, &diag) == RVT_OK, "%s", diag.text);
    rig->ctype = 0;
    rig->trigger = 0;
    rig->sijump = false;
}

/* Branches at 2000: taken, not taken, taken, ... */
static inline void branches(struct rig *rig, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        block(rig, 0x2000, 2, i % 2 == 0 ? RVT_ITYPE_TAKEN_BRANCH : RVT_ITYPE_NONTAKEN_BRANCH);
}

/* One 4-byte instruction each. */
static inline void plain(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_NONE);
}

static inline void call(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_INFERABLE_CALL);
}

static inline void ret(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_RETURN);
}

static inline void jump(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_UNINFERABLE_JUMP);
}

static inline void taken(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_TAKEN_BRANCH);
}

static inline void nottaken(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 2, RVT_ITYPE_NONTAKEN_BRANCH);
}

/* An exception without retirement at iaddr. */
static inline void trap(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 0, RVT_ITYPE_EXCEPTION);
}

#endif

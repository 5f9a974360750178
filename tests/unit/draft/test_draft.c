/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The switches of draft 0.026, its count at the limit, and fields that the vectors do not cover. */
#include "tests/unit/encoder_rig.h"

#include <string.h>

#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "ingress/draft_ingress.h"
#include "wire/packet.h"

static struct rvt_config draft_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.ecause_width_p = 5;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.params.bpred_size_p = 4;
    config.params.call_counter_size_p = 3;
    return config;
}

/* The branch bit of F3 is 0 where there is no branch (DRF-003), which the notation writes as "t".
 * Shows: DRF-003, DRA-011 */
Test(draft, of_two_traps_the_last_is_reported_unless_the_chart_is_taken_literally)
{
    static const char *const packets[] = {"+ S:1000t T0:e5:3000t ntr-",
                                          "+ S:1000t T0:e5:2004t T0:e5:3000t ntr-"};

    for (unsigned chart = 0; chart < 2; chart++) {
        struct rvt_config config = draft_config();
        struct rig rig;
        config.switches.draft_double_trap = (enum rvt_draft_double_trap)chart;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        trap(&rig, 0x1004);
        trap(&rig, 0x2004);
        plain(&rig, 0x3000);
        end(&rig, packets[chart]);
    }
}

/* With implicit exception F3/1 has no address; a member that a packet does not carry is 0. */
Test(draft, an_implicit_exception_has_no_address)
{
    struct rvt_config config = draft_config();
    struct rig rig;

    config.options.implicit_exception = true;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    trap(&rig, 0x1004);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000t T0:e5:0t ntr-");
}

/* Shows: DRA-008 */
Test(draft, a_swap_is_a_discontinuity_or_not)
{
    for (unsigned updiscon = 0; updiscon < 2; updiscon++) {
        struct rvt_config config = draft_config();
        struct rig rig;
        config.switches.draft_swap_updiscon = updiscon != 0;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        block(&rig, 0x1004, 2, (enum rvt_itype)RVT_DRAFT_ITYPE_COROUTINE_SWAP);
        plain(&rig, 0x2000);
        plain(&rig, 0x2004);
        end(&rig, updiscon ? "+ S:1000t A:2000 A:2004 rep-" : "+ S:1000t A:2004 rep-");
    }
}

/* Thirty-one branches that are not taken match the initial state; the one at 1000 was trained as
 * taken before the second F3/0 (privilege 1), which resets it or not. Shows: DRA-004 */
Test(draft, the_predictor_is_reset_at_each_sync_packet_or_at_the_first)
{
    static const char *const packets[] = {"+ S:1000t B2.0:1000 S:2000t/1 N31! A:2000 ntr-",
                                          "+ S:1000t B2.0:1000 S:2000t/1 M.7fffffff A:2000 ntr-"};

    for (unsigned init = 0; init < 2; init++) {
        struct rvt_config config = draft_config();
        struct rig rig;
        config.options.branch_prediction = true;
        config.switches.draft_bpred_init = (enum rvt_draft_bpred_init)init;
        begin(&rig, &config);
        taken(&rig, 0x1000);
        taken(&rig, 0x1000);
        taken(&rig, 0x1000);
        rig.priv = 1;
        plain(&rig, 0x2000);
        for (unsigned i = 0; i < 31; i++)
            nottaken(&rig, 0x1000);
        jump(&rig, 0x1004);
        plain(&rig, 0x2000);
        end(&rig, packets[init]);
    }
}

/* The first branch is taken, and trains the predictor or not: then it predicts the other 31.
 * Shows: DRA-004, AMB-064 */
Test(draft, the_branch_of_a_sync_packet_trains_or_not)
{
    for (unsigned discard = 0; discard < 2; discard++) {
        struct rvt_config config = draft_config();
        struct rig rig;

        config.options.branch_prediction = true;
        config.switches.bpred_sync_branch =
            discard ? RVT_BPRED_SYNC_DISCARD : RVT_BPRED_SYNC_TRAIN_AFTER_INIT;
        begin(&rig, &config);
        for (unsigned i = 0; i < 1 + 31; i++)
            taken(&rig, 0x1000);
        jump(&rig, 0x1000);
        plain(&rig, 0x2000);
        end(&rig, discard ? "+ S:1000t M.0 A:2000 ntr-" : "+ S:1000t N31! A:2000 ntr-");
    }
}

/* bcount_max 2: the 33rd branch sends the count itself, and counting restarts. Shows: DRF-004,
 * DRF-005 */
Test(draft, a_count_at_its_limit_is_sent_with_the_branch_that_reaches_it)
{
    struct rvt_config config = draft_config();
    struct rig rig;

    config.options.branch_prediction = true;
    config.switches.bcount_max = 2;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    for (unsigned i = 0; i < 33 + 33 + 3; i++)
        nottaken(&rig, 0x1004);
    plain(&rig, 0x1008);
    end(&rig, "+ S:1000t N33! N33! B3.7:1008 rep-");
}

/* jalr x1, x1 pairs x1 with itself, jalr x1, x5 does not; every c.jalr is a call. Shows: DRA-006,
 * DRA-008 */
Test(draft, jump_classes_are_those_of_its_own_table)
{
    static const struct {
        uint32_t word;
        uint8_t itype, loaded;
    } cases[] = {
        {0x000080e7, 7, 7},   /* jalr x1, x1 */
        {0x000282e7, 7, 7},   /* jalr x5, x5 */
        {0x000280e7, 8, 9},   /* jalr x1, x5 */
        {0x000082e7, 8, 9},   /* jalr x5, x1 */
        {0x9082, 8, 9},       /* c.jalr x1 */
        {0x00008067, 12, 13}, /* jalr x0, x1 */
        {0x8282, 12, 13},     /* c.jr x5 */
        {0x00050067, 10, 11}, /* jalr x0, x10 */
        {0x000503e7, 14, 15}, /* jalr x7, x10 */
        {0x008000ef, 9, 9},   /* jal x1 */
        {0x0080006f, 15, 15}, /* jal x0 */
        {0x30200073, 3, 3},   /* mret */
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_insn insn = rvt_insn_classify(cases[i].word, 0x1000, 32, false);
        cr_expect(rvt_draft_itype(&insn, false, false) == cases[i].itype, "%08x: %u", cases[i].word,
                  rvt_draft_itype(&insn, false, false));
        cr_expect(rvt_draft_itype(&insn, false, true) == cases[i].loaded, "%08x, loaded: %u",
                  cases[i].word, rvt_draft_itype(&insn, false, true));
    }
}

struct got {
    uint64_t instructions, last;
};

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct got *got = context;

    got->instructions += range->count;
    got->last = range->last;
    return RVT_OK;
}

/* Decodes packets on code, which begins at 1000. */
static struct got decode(const struct rvt_config *config, const uint32_t *code, unsigned words,
                         const struct rvt_packet *packet, unsigned packets)
{
    struct got got = {.instructions = 0};
    struct rvt_decoder_output output = {.range = take_range, .context = &got};
    struct rvt_image *image;
    struct rvt_decoder *decoder;

    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, (const uint8_t *)code, 4 * (size_t)words) == RVT_OK);
    cr_assert(rvt_decoder_profile_open(config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < packets; i++)
        cr_expect(rvt_decoder_packet(decoder, &packet[i], NULL) == RVT_OK, "packet %u", i);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
    return got;
}

/* Forty branches that are not taken, as predicted, a jump, and a branch at its target. */
static void put_branches(uint32_t code[46])
{
    for (unsigned i = 0; i < 46; i++)
        code[i] = 0x00b50463; /* beq x10, x11, +8 */
    code[40] = 0x00050067;    /* jalr x0, 0(x10) */
    code[44] = 0x00b50533;
    code[45] = 0x00b50533;
}

/* The last branch of a count lies at the target that F2 reports; its outcome comes before those of
 * the next map. Shows: DRA-002, DRA-003, DRD-004 */
Test(draft, the_last_branch_of_a_count_may_wait_for_its_address)
{
    static const struct {
        struct rvt_packet last[3];
        uint64_t instructions, end;
    } cases[] = {
        /* 39 and that at 10a8 as predicted, then 10ac taken */
        {{{.format = 1, .branch_fmt = 1, .branch_count = 9, .no_mispred = true},
          {.format = 2, .address = 0x854},
          {.format = 1, .branches = 1, .branch_map = 0, .address = 0x85a}},
         44,
         0x10b4},
        /* 39 as predicted, that at 10a8 not: taken; straight on to 10b4 */
        {{{.format = 1, .branch_fmt = 1, .branch_count = 8},
          {.format = 2, .address = 0x854},
          {.format = 2, .address = 0x85a}},
         44,
         0x10b4},
    };
    uint32_t code[46];

    put_branches(code);
    for (size_t i = 0; i < 2; i++) {
        struct rvt_packet packets[5] = {
            {.format = 3, .privilege = 3, .branch = true, .address = 0x800}};
        struct rvt_config config = draft_config();
        config.options.branch_prediction = true;
        config.options.full_address = true;
        for (unsigned k = 0; k < 3; k++)
            packets[1 + k] = cases[i].last[k];
        packets[4] = (struct rvt_packet){.format = 3, .subformat = 3};
        packets[4].support.value[RVT_SUPPORT_QUAL_STATUS] = 1;
        struct got got = decode(&config, code, 46, packets, 5);
        cr_expect(got.instructions == cases[i].instructions && got.last == cases[i].end,
                  "case %zu: %llu instructions up to %llx", i, (unsigned long long)got.instructions,
                  (unsigned long long)got.last);
    }
}

/* A branch to itself. The second F3/0 keeps the predictor, so its branch trains it; the first one
 * reset it and discards its own. Shows: DRA-004 */
Test(draft, a_branch_at_a_sync_packet_that_keeps_the_predictor_trains_it)
{
    static const uint32_t code[] = {0x00b50063, 0x00050067}; /* beq to itself, jalr */
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .address = 0x800},
        {.format = 3, .privilege = 3, .address = 0x800},
        {.format = 1, .branch_fmt = 1, .no_mispred = true},
    };
    struct rvt_config config = draft_config();

    config.options.branch_prediction = true;
    config.switches.draft_bpred_init = RVT_DRAFT_BPRED_INIT_ENABLE;
    config.switches.bpred_sync_branch = RVT_BPRED_SYNC_DISCARD;
    struct got got = decode(&config, code, 2, packets, 3);
    cr_expect(got.instructions == 2 + 31 && got.last == 0x1000, "%llu instructions up to %llx",
              (unsigned long long)got.instructions, (unsigned long long)got.last);
}

/* Shows: DRA-002 */
Test(draft, a_count_that_waits_takes_nothing_but_its_address)
{
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .branch = true, .address = 0x800},
        {.format = 1, .branch_fmt = 1, .branch_count = 9, .no_mispred = true},
        {.format = 1, .branches = 1, .branch_map = 1, .address = 0x856},
    };
    struct rvt_config config = draft_config();
    struct rvt_decoder_output output = {.range = NULL};
    struct rvt_image *image;
    struct rvt_decoder *decoder;
    struct rvt_diag diag;
    uint32_t code[46];

    put_branches(code);
    config.options.branch_prediction = true;
    config.options.full_address = true;
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, (const uint8_t *)code, sizeof(code)) == RVT_OK);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_packet(decoder, &packets[0], &diag) == RVT_OK);
    cr_assert(rvt_decoder_packet(decoder, &packets[1], &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &packets[2], &diag) == RVT_ERR_SEQUENCE);
    cr_expect(diag.clause != NULL && strcmp(diag.clause, "DRA-002") == 0, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* jal x1 counts a call; auipc x1, jalr x0, 8(x1) is a return that needs no count, but uses it up;
 * so the return at 1010 is reported. Shows: DRA-005, DRA-007 */
Test(draft, an_inferable_return_counts)
{
    static const uint32_t code[] = {0x008000ef, 0x00b50533, 0x00000097, 0x00808067,
                                    0x00008067, 0x00b50533, 0x00b50533};
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .address = 0x800},
        {.format = 2, .address = 0x80c},
        {.format = 3,
         .subformat = 3,
         .support.value = {[RVT_SUPPORT_IMPLICIT_RETURN] = 1,
                           [RVT_SUPPORT_FULL_ADDRESS] = 1,
                           [RVT_SUPPORT_QUAL_STATUS] = 3}},
    };
    struct rvt_config config = draft_config();
    struct rig rig;

    config.options.full_address = true;
    config.options.implicit_return = true;
    struct got got = decode(&config, code, 7, packets, 3);
    cr_expect(got.instructions == 5 && got.last == 0x1018, "%llu instructions up to %llx",
              (unsigned long long)got.instructions, (unsigned long long)got.last);
    begin(&rig, &config);
    call(&rig, 0x1000);
    plain(&rig, 0x1008);
    block(&rig, 0x100c, 2, (enum rvt_itype)RVT_DRAFT_ITYPE_INFERABLE_RETURN);
    block(&rig, 0x1010, 2, (enum rvt_itype)RVT_DRAFT_ITYPE_UNINFERABLE_RETURN);
    plain(&rig, 0x1018);
    end(&rig, "+ S:1000t A:1018 ntr-");
}

/* A branch not taken at the target of a jump, which ntkn reports later. Shows: DRA-009 */
Test(draft, a_hidden_branch_at_a_target_has_its_outcome_later)
{
    static const uint32_t code[] = {0x00050067, 0x00b50533, 0x00b50463, 0x00b50533, 0x00b50533};
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .address = 0x800},
        {.format = 2, .address = 0x804},
        {.format = 1, .branches = 1, .branch_map = 1, .address = 0x808},
        {.format = 3,
         .subformat = 3,
         .support.value = {[RVT_SUPPORT_FULL_ADDRESS] = 1, [RVT_SUPPORT_QUAL_STATUS] = 1}},
    };
    struct rvt_config config = draft_config();

    config.options.full_address = true;
    config.params.ntkn_width_p = 4;
    struct got got = decode(&config, code, 5, packets, 4);
    cr_expect(got.instructions == 4 && got.last == 0x1010, "%llu instructions up to %llx",
              (unsigned long long)got.instructions, (unsigned long long)got.last);
}

/* A row of one block with ntkn. False if it is rejected, with clause and field. */
static bool counted(struct rig *rig, uint64_t iaddr, uint32_t halfwords, uint8_t ntkn,
                    const char *field)
{
    struct rvt_row row = {.cycle = ++rig->cycle, .priv = 3, .blocks = 1};
    struct rvt_diag diag;

    row.block[0] =
        (struct rvt_block){.iaddr = iaddr, .iretire = halfwords, .ilastsize = 1, .ntkn = ntkn};
    rvt_diag_clear(&diag);
    if (rvt_encoder_row(rig->encoder, &row, &diag) == RVT_OK)
        return true;
    cr_expect(strcmp(diag.field, field) == 0 && strcmp(diag.clause, "DRA-009") == 0, "%s",
              diag.text);
    return false;
}

/* The periodic F3/0 waits while branches are pending that came in its own block. Shows: DRA-009,
 * DRA-013 */
Test(draft, hidden_branches_are_reported_before_a_periodic_sync)
{
    struct rvt_config config = draft_config();
    struct rig rig;

    config.params.ntkn_width_p = 4;
    config.resync.mode = RVT_RESYNC_HALFWORDS; /* 16 of them */
    begin(&rig, &config);
    cr_expect(counted(&rig, 0x1000, 2, 0, "ntkn"));
    cr_expect(counted(&rig, 0x1004, 14, 0, "ntkn"));
    cr_expect(counted(&rig, 0x1020, 6, 1, "ntkn"));
    cr_expect(counted(&rig, 0x102c, 2, 0, "ntkn"));
    end(&rig, "+ S:1000t B1.1:1028 S:102ct ntr-");
}

/* Shows: DRA-009, DRA-016 */
Test(draft, rows_it_does_not_have_are_refused)
{
    struct rvt_config config = draft_config();
    struct rvt_row row = {.cycle = 9, .trigger = RVT_TRIGGER_NOTIFY, .blocks = 1};
    struct rvt_diag diag;
    struct rig rig;

    config.params.ntkn_width_p = 2;
    begin(&rig, &config);
    cr_expect(counted(&rig, 0x1000, 8, 3, "ntkn"));
    cr_expect(!counted(&rig, 0x1010, 8, 4, "ntkn"), "wider than ntkn_width_p");
    cr_expect(counted(&rig, 0x1010, 4, 3, "ntkn"));
    cr_expect(!counted(&rig, 0x1018, 2, 2, "ntkn"), "two branches in one instruction");
    row.block[0] = (struct rvt_block){.iaddr = 0x2000, .iretire = 2, .ilastsize = 1};
    rvt_diag_clear(&diag);
    cr_expect(rvt_encoder_row(rig.encoder, &row, &diag) == RVT_ERR_INGRESS);
    cr_expect(diag.clause != NULL && strcmp(diag.clause, "DRA-016") == 0, "%s", diag.text);
    rvt_encoder_close(rig.encoder);
}

/* A branch that is not taken in each half-word before the last instruction, and the last one, if
 * the code of the block permits it: other, branch not taken, a trap in it. Shows: DRA-009 */
Test(draft, ntkn_counts_what_fits_into_the_block)
{
    struct rvt_config config = draft_config();

    config.params.ntkn_width_p = 4;
    for (unsigned itype = 0; itype < 16; itype++)
        for (unsigned halfwords = 1; halfwords <= 6; halfwords++)
            for (unsigned ntkn = 0; ntkn < 8; ntkn++) {
                struct rvt_row row = {.cycle = 1, .priv = 3, .cause = 2, .blocks = 1};
                unsigned last = halfwords > 1 ? 2 : 1;
                bool may_end = itype == 0 || itype == 1 || itype == 2 || itype == 4;
                struct rvt_diag diag;

                row.block[0] = (struct rvt_block){.iaddr = 0x1000,
                                                  .iretire = halfwords,
                                                  .ilastsize = last == 2,
                                                  .itype = (uint8_t)itype,
                                                  .ntkn = (uint8_t)ntkn};
                rvt_diag_clear(&diag);
                bool good = rvt_draft_row_check(&config, &row, &diag) == RVT_OK;
                bool expected = itype != 6 && ntkn <= halfwords - last + may_end;
                cr_expect(good == expected, "itype %u, %u half-words, ntkn %u: %s", itype,
                          halfwords, ntkn, diag.text);
                cr_expect(good || itype == 6 || strcmp(diag.field, "ntkn") == 0);
            }
}

/* The tval of an interrupt is reported. Shows: DRF-006 */
Test(draft, an_interrupt_has_a_tval)
{
    static const struct rvt_row row = {
        .cycle = 1, .priv = 3, .blocks = 1, .tval = 0x1234, .block = {{.itype = 2}}};
    struct rvt_config config = draft_config();
    struct rvt_item item[RVT_ITEMS_PER_ROW];

    cr_assert(rvt_items_from_row(&config, &row, 0, 0, item) == 1);
    cr_expect(item[0].tval == 0x1234);
}

/* The loop at 1004 is entered from above; F3/1 follows the report of its label. Shows: DRD-003 */
Test(draft, a_loop_label_before_a_trap_is_the_first_arrival_or_the_second)
{
    static const uint32_t code[] = {0x00b50533, 0x00b50533, 0x00b50533, 0x00050067, 0x00b50533};
    static const struct rvt_packet packets[] = {
        {.format = 3, .subformat = 0, .privilege = 3, .address = 0x800},
        {.format = 2, .address = 0x802},
        {.format = 3, .subformat = 1, .privilege = 3, .ecause = 5, .address = 0x808},
    };

    for (unsigned second = 0; second < 2; second++) {
        struct rvt_config config = draft_config();
        config.options.full_address = true;
        config.switches.draft_looplabel = (enum rvt_draft_looplabel)second;
        struct got got = decode(&config, code, 5, packets, 3);
        cr_expect(got.instructions == (second ? 6u : 3u), "%llu instructions",
                  (unsigned long long)got.instructions);
        cr_expect(got.last == 0x1010);
    }
}

/* The hart enters the loop, jumps back to 1004, which is reported, changes the context and goes on.
 * If F3/2 settled the report, a round of the loop would be missing. Shows: DRD-003, DRD-005 */
Test(draft, a_context_packet_leaves_a_loop_label_open)
{
    static const uint32_t code[] = {0x00b50533, 0x00b50533, 0x00b50533, 0x00050067, 0x00b50533};
    static const struct rvt_packet packets[] = {
        {.format = 3, .subformat = 0, .privilege = 3, .address = 0x800},
        {.format = 2, .address = 0x802},
        {.format = 3, .subformat = 2, .privilege = 3, .context = 1},
        {.format = 2, .address = 0x808},
    };
    struct rvt_config config = draft_config();

    config.options.full_address = true;
    struct got got = decode(&config, code, 5, packets, 4);
    cr_expect(got.instructions == 8, "%llu instructions", (unsigned long long)got.instructions);
    cr_expect(got.last == 0x1010);
}

static enum rvt_status count_contexts(void *context, enum rvt_trace_event event,
                                      const struct rvt_packet *packet)
{
    (void)packet;
    *(unsigned *)context += event == RVT_EVENT_CONTEXT;
    return RVT_OK;
}

/* An F3/0 with the context of F3/2 changes nothing, however wide it is. Shows: DRD-005 */
Test(draft, a_context_packet_has_every_bit_of_the_context)
{
    static const uint32_t code[] = {0x00b50533, 0x00b50533, 0x00b50533};
    const uint64_t wide = UINT64_C(0x8000000100000001);

    for (unsigned same = 0; same < 2; same++) {
        const struct rvt_packet packets[] = {
            {.format = 3, .privilege = 3, .address = 0x800, .context = 1},
            {.format = 3, .subformat = 2, .privilege = 3, .context = wide},
            {.format = 3, .privilege = 3, .address = 0x802, .context = same ? wide : 1},
        };
        struct rvt_config config = draft_config();
        unsigned contexts = 0;
        struct rvt_decoder_output output = {.event = count_contexts, .context = &contexts};
        struct rvt_image *image;
        struct rvt_decoder *decoder;

        config.params.nocontext_p = false;
        config.params.context_width_p = 64;
        cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
        cr_assert(rvt_image_add(image, 0x1000, (const uint8_t *)code, sizeof code) == RVT_OK);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        for (unsigned i = 0; i < 3; i++)
            cr_expect(rvt_decoder_packet(decoder, &packets[i], NULL) == RVT_OK, "packet %u", i);
        cr_expect(contexts == (same ? 2u : 3u), "%u changes of the context", contexts);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}

/* auipc x10, 0; jalr x0, 12(x10) leads to 1010 by inference, or to the address of F2.
 * Shows: DRA-007 */
Test(draft, a_loaded_jump_is_inferred_or_reported)
{
    static const uint32_t code[] = {0x00b50533, 0x00000517, 0x00c50067, 0x00b50533, 0x00b50533};
    static const struct rvt_packet packets[] = {
        {.format = 3, .subformat = 0, .privilege = 3, .address = 0x800},
        {.format = 2, .address = 0x808},
        {.format = 3, .subformat = 3, .support.value = {[RVT_SUPPORT_QUAL_STATUS] = 3}},
    };

    for (unsigned infers = 0; infers < 2; infers++) {
        struct rvt_config config = draft_config();
        config.options.full_address = true;
        config.switches.draft_sijump = infers != 0;
        struct got got = decode(&config, code, 5, packets, 3);
        cr_expect(got.instructions == 4 && got.last == 0x1010, "%llu instructions up to %llx",
                  (unsigned long long)got.instructions, (unsigned long long)got.last);
    }
}

/* Refuses all ranges but the first. */
static enum rvt_status refuse_range(void *context, const struct rvt_range *range)
{
    struct got *got = context;
    bool first = got->instructions == 0;

    return first ? take_range(context, range) : RVT_ERR_IO;
}

/* A loop with a branch that is not taken, so often that ranges are reported within the packet. That
 * they are refused is no fault of the path. Shows: ETR-DEC-019, DRD-004 */
Test(draft, a_refused_range_within_a_count_is_no_fault_of_the_path)
{
    static const uint32_t code[] = {0x00b50463, 0xffdff06f, 0x00050067}; /* beq +8, jal -4, jalr */
    const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .branch = true, .address = 0x800},
        {.format = 1, .branch_fmt = 1, .branch_count = 9000, .no_mispred = true},
    };
    struct rvt_config config = draft_config();

    config.options.branch_prediction = true;
    for (unsigned refused = 0; refused < 2; refused++) {
        struct got got = {.instructions = 0};
        struct rvt_decoder_output output = {.range = refused != 0 ? refuse_range : take_range,
                                            .context = &got};
        struct rvt_image *image;
        struct rvt_decoder *decoder;
        struct rvt_diag diag;

        cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
        cr_assert(rvt_image_add(image, 0x1000, (const uint8_t *)code, sizeof code) == RVT_OK);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        rvt_diag_clear(&diag);
        cr_assert(rvt_decoder_packet(decoder, &packets[0], &diag) == RVT_OK);
        cr_expect_eq(rvt_decoder_packet(decoder, &packets[1], &diag),
                     refused != 0 ? RVT_ERR_SINK : RVT_OK);
        cr_expect_eq(diag.status, RVT_OK, "%s", diag.text);
        cr_expect(refused != 0 || got.instructions > 8000);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}

/* One branch, then a discontinuity: all 31 outcomes of the count are left. Shows: DRD-004 */
Test(draft, a_count_that_the_path_cannot_use_up_is_a_fault)
{
    static const uint32_t code[] = {0x00b50463, 0x00b50533, 0x00050067, 0x00b50463};
    struct rvt_packet packets[] = {
        {.format = 3, .subformat = 0, .privilege = 3, .branch = true, .address = 0x800},
        {.format = 1, .branch_fmt = 1, .branch_count = 0, .no_mispred = true},
    };
    struct rvt_config config = draft_config();
    struct rvt_diag diag;
    struct rvt_image *image;
    struct rvt_decoder *decoder;
    struct rvt_decoder_output output = {.range = NULL};

    config.options.branch_prediction = true;
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, (const uint8_t *)code, sizeof(code)) == RVT_OK);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_packet(decoder, &packets[0], &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &packets[1], &diag) == RVT_ERR_FLOW);
    cr_expect(diag.clause != NULL && strcmp(diag.clause, "DRD-004") == 0, "%s", diag.text);
    cr_expect(strcmp(diag.field, "branch_count") == 0 && diag.value == 0, "%s", diag.field);
    cr_expect(strstr(diag.text, "31 branches of the count are left") != NULL, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* The decoder has only the rules of v2.0 itself: without those of the draft it does not open. */
Test(draft, a_decoder_of_the_draft_needs_its_rules)
{
    struct rvt_config config;
    struct rvt_decoder_output output = {.context = NULL};
    struct rvt_image *image;
    struct rvt_decoder *decoder = NULL;

    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    cr_expect(rvt_decoder_open(&config, NULL, image, &output, 0, &decoder) == RVT_ERR_PARAMETER);
    cr_expect(decoder == NULL);
    cr_expect(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    rvt_decoder_close(decoder);
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    cr_expect(rvt_decoder_open(&config, NULL, image, &output, 0, &decoder) == RVT_OK);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* The first sync packet after a support packet resets the predictor and discards the outcome of
 * its branch, which is taken: 1024 shares its entry and is predicted as not taken.
 * Shows: DRA-004 */
Test(draft, a_support_packet_lets_the_next_sync_packet_reset_the_predictor)
{
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .branch = true, .address = 0x800},
        {.format = 3,
         .subformat = 3,
         .support.value = {[RVT_SUPPORT_IENABLE] = 1,
                           [RVT_SUPPORT_BRANCH_PREDICTION] = 1,
                           [RVT_SUPPORT_FULL_ADDRESS] = 1}},
        {.format = 3, .privilege = 3, .address = 0x802},
        {.format = 1, .branch_fmt = 1, .no_mispred = true},
    };
    struct rvt_config config = draft_config();
    uint32_t code[46];

    put_branches(code);
    config.options.branch_prediction = true;
    config.options.full_address = true;
    config.switches.draft_bpred_init = RVT_DRAFT_BPRED_INIT_ENABLE;
    config.switches.bpred_sync_branch = RVT_BPRED_SYNC_DISCARD;
    struct got got = decode(&config, code, 46, packets, 4);
    cr_expect(got.instructions == 2 + 31 && got.last == 0x100c + 4 * 30,
              "%llu instructions up to %llx", (unsigned long long)got.instructions,
              (unsigned long long)got.last);
}

/* A count leads to the last branch before the jump at 10a0. After a sync packet of the jump, F2 of
 * its address is no repetition: the jump leads to itself. Shows: DRA-003, DRD-002 */
Test(draft, a_sync_packet_ends_what_a_count_led_to)
{
    static const struct rvt_packet packets[] = {
        {.format = 3, .privilege = 3, .branch = true, .address = 0x800},
        {.format = 1, .branch_fmt = 1, .branch_count = 8, .no_mispred = true},
        {.format = 3, .privilege = 3, .address = 0x850},
        {.format = 2, .address = 0x850},
    };
    struct rvt_config config = draft_config();
    uint32_t code[46];

    put_branches(code);
    config.options.branch_prediction = true;
    config.options.full_address = true;
    struct got got = decode(&config, code, 46, packets, 4);
    cr_expect(got.instructions == 42 && got.last == 0x10a0, "%llu instructions up to %llx",
              (unsigned long long)got.instructions, (unsigned long long)got.last);
}

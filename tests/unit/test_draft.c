/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The switches of draft 0.026, its count at the limit, its wire where the vectors do not reach. */
#include "encoder_rig.h"

#include <string.h>

#include "flow/decoder.h"
#include "flow/draft_ingress.h"
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
Test(draft, of_two_traps_the_last_is_told_unless_the_chart_is_taken_literally)
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

/* Thirty-one branches that are not taken fit the initial state; the one at 1000 was trained as
 * taken before the second F3/0 (privilege 1), which puts it back or not. Shows: DRA-004 */
Test(draft, the_predictor_begins_anew_at_each_sync_packet_or_at_the_first)
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
    cr_assert(rvt_decoder_open(config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < packets; i++)
        cr_expect(rvt_decoder_packet(decoder, &packet[i], NULL) == RVT_OK, "packet %u", i);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
    return got;
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

/* auipc x10, 0; jalr x0, 12(x10) goes to 1010 by itself, or to where F2 says. Shows: DRA-007 */
Test(draft, a_loaded_jump_is_inferred_or_told)
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

/* One branch, then a discontinuity: thirty outcomes are left. Shows: DRD-004 */
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
    cr_assert(rvt_decoder_open(&config, image, &output, 0, &decoder) == RVT_OK);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_packet(decoder, &packets[0], &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &packets[1], &diag) == RVT_ERR_FLOW);
    cr_expect(diag.clause != NULL && strcmp(diag.clause, "DRD-004") == 0, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

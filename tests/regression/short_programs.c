/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decoder on random packets that no encoder made, for programs of a dozen instructions: many of
 * them lead somewhere, and which of several paths a packet means is decided all the time. What is
 * reported is that of the reference.
 */
#include "decoder_notes.h"
#include "random/instruction_words.h"
#include "tests/property/draft_config.h"

enum { GROUPS = 700, PROGRAMS = 25, PACKETS = 24, STEPS = 400, WORDS = 12 };

struct trial {
    struct regression *regression;
    struct rvt_random random;
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_decoder *decoder;
    uint8_t code[4 * WORDS];
    uint64_t base;         /* address of the program */
    uint64_t start[WORDS]; /* of each instruction */
    unsigned count;
    uint64_t latest; /* address of the latest packet */
};

static bool chance(struct trial *trial, unsigned percent)
{
    return rvt_random_chance(&trial->random, percent);
}

static unsigned below(struct trial *trial, unsigned limit)
{
    return rvt_random_below(&trial->random, limit);
}

/* An instruction, whose offset leads into the program. */
static uint32_t random_word(struct trial *trial)
{
    uint32_t offset = 4 * below(trial, 9) - 16;

    switch (below(trial, 14)) {
    case 0:
    case 1:
    case 2:
        return rvt_word_branch(below(trial, 2), offset);
    case 3:
        return rvt_word_jal(0, offset);
    case 4:
    case 5:
        return rvt_word_jal(1, offset);
    case 6:
    case 7:
        return rvt_word_jalr(0, 1, 0); /* return */
    case 8:
        return rvt_word_jalr(0, 10, offset);
    case 9:
        return chance(trial, 50) ? rvt_word_jalr(1, 10, 0) : rvt_word_jalr(1, 5, 0);
    case 10:
        return chance(trial, 30) ? RVT_WORD_MRET : chance(trial, 30) ? 0x00000073 : 0x00100073;
    case 11:
        return rvt_word_lui(10, 0x1);
    case 12:
        return rvt_word_auipc(10, 0);
    default:
        return RVT_WORD_NOP;
    }
}

static void make_program(struct trial *trial)
{
    uint64_t at = 0;

    for (trial->count = 0; trial->count < WORDS; trial->count++) {
        bool last = trial->count == WORDS - 1;
        uint32_t word = last ? rvt_word_jal(0, 0u - 4 * (WORDS - 1)) : random_word(trial);

        trial->start[trial->count] = trial->base + at;
        for (unsigned i = 0; i < 4; i++)
            trial->code[at++] = (uint8_t)(word >> 8 * i);
    }
    cr_assert(rvt_image_open(trial->config.params.iaddress_width_p > 32 ? 64 : 32,
                             trial->config.switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE,
                             &trial->image) == RVT_OK);
    cr_assert(rvt_image_add(trial->image, trial->base, trial->code, at) == RVT_OK);
}

/* An address in the program, seldom elsewhere, as a packet holds it. */
static uint64_t address(struct trial *trial, bool absolute)
{
    const struct rvt_params *params = &trial->config.params;
    uint64_t at =
        chance(trial, 97) ? trial->start[below(trial, trial->count)] : below(trial, 0x2000);
    uint64_t sent = absolute || trial->config.options.full_address ? at : at - trial->latest;

    trial->latest = at;
    return (sent >> params->iaddress_lsb_p) &
           rvt_mask(params->iaddress_width_p - params->iaddress_lsb_p);
}

static void fill_sync(struct trial *trial, struct rvt_packet *packet)
{
    const struct rvt_params *params = &trial->config.params;

    packet->branch = chance(trial, 50);
    packet->privilege = (uint8_t)(chance(trial, 85) ? 3 : below(trial, 4));
    packet->context = chance(trial, 85) || params->nocontext_p ? 0 : below(trial, 2);
    packet->time = params->notime_p ? 0 : below(trial, 2);
    if (packet->subformat == RVT_SUBFORMAT_TRAP) {
        packet->interrupt = chance(trial, 40);
        packet->thaddr = rvt_is_draft(&trial->config) || chance(trial, 60);
        packet->ecause = below(trial, 12) & (uint32_t)rvt_mask(params->ecause_width_p);
        packet->tval = packet->interrupt ? 0 : below(trial, 100);
    }
    if (packet->subformat < RVT_SUBFORMAT_CONTEXT)
        packet->address = address(trial, true);
    if (packet->subformat == RVT_SUBFORMAT_SUPPORT) {
        bool ienable = chance(trial, 80);
        rvt_support_fill(&packet->support, &trial->config, ienable,
                         (enum rvt_qual_status)below(trial, 4));
    }
}

static void fill_map(struct trial *trial, struct rvt_packet *packet)
{
    packet->branches = (uint8_t)(chance(trial, 75) ? 1 + below(trial, 4) : 1 + below(trial, 31));
    packet->branch_map = (uint32_t)(rvt_random_bits(&trial->random) & rvt_mask(packet->branches));
}

/* F0: a count of predicted branches, or an index of the jump target cache. */
static void fill_optional(struct trial *trial, struct rvt_packet *packet)
{
    const struct rvt_params *params = &trial->config.params;
    bool cached = trial->config.options.jump_target_cache &&
                  (!trial->config.options.branch_prediction || chance(trial, 50));

    packet->subformat = cached;
    if (cached) {
        packet->index = below(trial, 1u << params->cache_size_p);
        if (chance(trial, 60))
            fill_map(trial, packet);
        return;
    }
    packet->branch_count = below(trial, 3);
    packet->no_mispred = chance(trial, 50);
    packet->branch_fmt = (uint8_t)(chance(trial, 30)   ? RVT_BRANCH_FMT_NO_ADDR
                                   : chance(trial, 50) ? RVT_BRANCH_FMT_ADDR
                                                       : RVT_BRANCH_FMT_ADDR_FAIL);
    if (packet->branch_fmt != RVT_BRANCH_FMT_NO_ADDR)
        packet->address = address(trial, false);
}

static struct rvt_packet random_packet(struct trial *trial)
{
    static const uint8_t subformats[] = {0, 0, 0, 0, 1, 1, 2, 3};
    const struct rvt_options *options = &trial->config.options;
    struct rvt_packet packet = {.format = (uint8_t)(1 + below(trial, 3))};

    if ((options->branch_prediction || options->jump_target_cache) && chance(trial, 25))
        packet.format = RVT_FORMAT_OPT_EXT;
    if (packet.format == RVT_FORMAT_SYNC) {
        packet.subformat = subformats[below(trial, 8)];
        fill_sync(trial, &packet);
        return packet;
    }
    packet.notify = chance(trial, 15);
    packet.updiscon = chance(trial, 30);
    packet.irreport = options->implicit_return && chance(trial, 40);
    packet.irdepth = packet.irreport ? below(trial, 3) : 0;
    if (packet.format == RVT_FORMAT_OPT_EXT) {
        fill_optional(trial, &packet);
        return packet;
    }
    if (packet.format == RVT_FORMAT_DIFF_DELTA)
        fill_map(trial, &packet);
    if (packet.format == RVT_FORMAT_DIFF_DELTA && chance(trial, 15))
        packet.branches = 0; /* 31 of them, without an address */
    else
        packet.address = address(trial, false);
    return packet;
}

static void play(struct trial *trial)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};

    trial->latest = 0;
    rvt_support_fill(&packet.support, &trial->config, true, RVT_QUAL_NO_CHANGE);
    note_packet(trial->regression, trial->decoder, &packet);
    packet = (struct rvt_packet){.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_START};
    fill_sync(trial, &packet);
    note_packet(trial->regression, trial->decoder, &packet);
    for (unsigned i = 0; i < PACKETS; i++) {
        packet = random_packet(trial);
        note_packet(trial->regression, trial->decoder, &packet);
        if (chance(trial, 2))
            rvt_decoder_break(trial->decoder);
    }
    note_finish(trial->regression, trial->decoder);
}

/* Every mode for which there is a table; resynchronisation is often off. */
static void make_config(struct trial *trial, bool draft)
{
    struct rvt_config *config = &trial->config;

    do {
        if (draft)
            draft_config(&trial->random, config);
        else
            random_config(&trial->random, config);
        config->params.iaddress_lsb_p = 1;
        config->options.branch_prediction = config->params.bpred_size_p > 0;
        config->switches.ir_flush_before_sync = chance(trial, 30);
        if (chance(trial, 60))
            config->resync.mode = RVT_RESYNC_OFF;
        if (!draft && chance(trial, 50))
            config->switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
        if (!draft && config->options.implicit_return && chance(trial, 25))
            config->switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    } while (rvt_config_check(config, NULL) != RVT_OK);
    config->trap_vectors.m_known = chance(trial, 80);
    trial->base = config->params.iaddress_width_p == 64 && chance(trial, 30)
                      ? UINT64_C(0x7f00001000)
                      : 0x1000;
    config->trap_vectors.m = trial->base + 16;
}

static void group(struct regression *regression)
{
    struct trial trial = {.regression = regression};
    struct rvt_decoder_output output = notes_output(regression);

    regression_begin(regression);
    rvt_random_seed(&trial.random, 880000 + regression->group);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        make_config(&trial, i % 4 == 3);
        make_program(&trial);
        cr_assert(rvt_decoder_profile_open(&trial.config, trial.image, &output, STEPS,
                                           &trial.decoder) == RVT_OK);
        play(&trial);
        rvt_decoder_close(trial.decoder);
        rvt_image_close(trial.image);
    }
    regression_end(regression);
}

Test(regression, short_programs_are_followed_as_before)
{
    struct regression regression;

    regression_open(&regression, "short_programs");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}

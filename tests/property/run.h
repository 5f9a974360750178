/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random configurations and random runs: the input of the property tests. A pure function of the
 * seed. */
#ifndef RVT_TESTS_PROPERTY_RUN_H
#define RVT_TESTS_PROPERTY_RUN_H

#include <stdlib.h>

#include "base/config_check.h"
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "encoder/encoder.h"
#include "program/image.h"
#include "random/random.h"
#include "random/random_program.h"

static inline unsigned pick(struct rvt_random *random, unsigned low, unsigned high)
{
    return low + rvt_random_below(random, high - low + 1);
}

/* Sizes of the tables, and which modes are on. */
static inline void random_modes(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_params *p = &config->params;
    struct rvt_options *o = &config->options;

    p->bpred_size_p = rvt_random_chance(random, 50) ? 0 : pick(random, 1, 7);
    p->cache_size_p = rvt_random_chance(random, 50) ? 0 : pick(random, 1, 7);
    p->f0s_width_p = pick(random, 0, 2);
    if (rvt_random_chance(random, 50))
        p->return_stack_size_p = pick(random, 1, 7);
    else if (rvt_random_chance(random, 40))
        p->call_counter_size_p = pick(random, 1, 9);
    p->sijump_p = rvt_random_chance(random, 50);
    o->implicit_return = rvt_random_chance(random, 70) && p->itype_width_p == 4 &&
                         p->return_stack_size_p + p->call_counter_size_p > 0;
    o->branch_prediction = rvt_random_chance(random, 80) && p->bpred_size_p > 0;
    o->jump_target_cache = rvt_random_chance(random, 80) && p->cache_size_p > 0;
    o->sequentially_inferred_jumps = rvt_random_chance(random, 80) && p->sijump_p;
    o->implicit_exception = rvt_random_chance(random, 20);
}

/* Switches on which encoder and decoder must agree. */
static inline void random_switches(struct rvt_random *random, struct rvt_switches *s)
{
    s->addr_extend = (enum rvt_addr_extend)pick(random, 0, 1);
    s->jalr_x0 = (enum rvt_jalr_x0)pick(random, 0, 1);
    s->int_at_updiscon = (enum rvt_int_at_updiscon)pick(random, 0, 1);
    s->thaddr0_addr = (enum rvt_thaddr0_addr)pick(random, 0, 1);
    s->ir_profile = (enum rvt_ir_profile)pick(random, 0, 1);
    s->ir_depth_at_mispredict = (enum rvt_ir_depth_at_mispredict)pick(random, 0, 1);
    s->ccs_max = (enum rvt_ccs_max)pick(random, 0, 1);
    s->ir_sync_call = (enum rvt_ir_sync_call)pick(random, 0, 1);
    s->ir_swap = (enum rvt_ir_swap)pick(random, 0, 1);
    s->ir_mispredict_pop = pick(random, 0, 1);
    s->sijump_across_sync = (enum rvt_sijump_across_sync)pick(random, 0, 1);
    s->map_fill = (enum rvt_map_fill)pick(random, 0, 1);
    s->bpred_sync_branch = (enum rvt_bpred_sync_branch)pick(random, 0, 1);
    s->table_reset = (enum rvt_table_reset)pick(random, 0, 1);
    s->jtc_implicit_return = (enum rvt_jtc_implicit_return)pick(random, 0, 1);
    s->jtc_mispredict_return = (enum rvt_jtc_mispredict_return)pick(random, 0, 1);
    s->jtc_sync_populate = (enum rvt_jtc_sync_populate)pick(random, 0, 1);
    s->jtc_choose = (enum rvt_jtc_choose)pick(random, 0, 1);
    s->jtc_before_sync = (enum rvt_jtc_before_sync)pick(random, 0, 1);
    s->jtc_xret = (enum rvt_jtc_xret)pick(random, 0, 2);
    s->jtc_update_on_f0s0 = pick(random, 0, 1);
    s->jtc_zero_invalid = pick(random, 0, 1);
    s->jtc_write = (enum rvt_jtc_write)pick(random, 0, 1);
    s->ir_flush_before_sync = pick(random, 0, 1);
    s->bcount_min = pick(random, 31, 32);
    s->bcount_max = rvt_random_chance(random, 80) ? UINT32_MAX : pick(random, 1, 100);
}

/* Leaves out what no decoder can follow; docs/ambiguities.md says why. */
static inline void keep_decodable(struct rvt_config *config)
{
    if (config->options.implicit_return) /* an F3/0 reports no return: AMB-021 */
        config->switches.ir_flush_before_sync = true;
}

/* A configuration that rvt_config_check accepts. */
static inline void random_config(struct rvt_random *random, struct rvt_config *config)
{
    static const unsigned widths[] = {64, 64, 64, 32, 32, 39, 48, 20};
    do {
        struct rvt_params *p = &config->params;
        rvt_config_defaults(config, RVT_PROFILE_V2_0_4);
        p->iaddress_width_p = widths[rvt_random_below(random, 8)];
        p->iaddress_lsb_p = rvt_random_chance(random, 80) ? 1 : pick(random, 0, 2);
        p->itype_width_p = pick(random, 3, 4);
        p->ecause_width_p = pick(random, 1, 8);
        p->privilege_width_p = pick(random, 2, 3);
        p->context_width_p = rvt_random_chance(random, 50) ? 16 : pick(random, 1, 20);
        p->time_width_p = pick(random, 1, 40);
        p->nocontext_p = rvt_random_chance(random, 40);
        p->notime_p = rvt_random_chance(random, 60);
        p->ctype_width_p = pick(random, 1, 2);
        p->retires_p = rvt_random_chance(random, 80) ? 8 : 1;
        p->iretire_width_p = rvt_counts_halfwords(p) ? pick(random, 2, 8) : 1;
        p->ilastsize_width_p = 1;
        p->blocks_p = rvt_random_chance(random, 60) ? 1 : pick(random, 2, RVT_BLOCKS_MAX);
        config->options.full_address = rvt_random_chance(random, 30);
        config->resync.mode = (enum rvt_resync_mode)pick(random, 0, 3);
        config->resync.max = pick(random, 0, 5);
        random_modes(random, config);
        random_switches(random, &config->switches);
        keep_decodable(config);
    } while (rvt_config_check(config, NULL) != RVT_OK);
}

struct run {
    struct rvt_config config;
    struct rvt_random_options options;
    struct rvt_random_program *program;
    struct rvt_image *image;
    struct rvt_row *row;
    uint64_t *epc; /* of the trap in each row */
    size_t rows;
};

/* Sets the trap vectors of program for a decoder. */
static inline void set_vectors(struct rvt_config *config, const struct rvt_random_program *program)
{
    config->trap_vectors = (struct rvt_trap_vectors){
        .m_known = true,
        .s_known = true,
        .vs_known = true,
        .m = rvt_random_xtvec(program, 3),
        .s = rvt_random_xtvec(program, 1),
        .vs = rvt_random_xtvec(program, 6),
    };
}

static inline bool run_init(struct run *run, const struct rvt_config *config,
                            const struct rvt_random_options *options)
{
    size_t capacity = 0;
    uint64_t address;
    size_t bytes;
    bool end = false;

    *run = (struct run){.config = *config, .options = *options};
    if (rvt_random_open(config, options, &run->program) != RVT_OK)
        return false;
    set_vectors(&run->config, run->program);
    const uint8_t *code = rvt_random_code(run->program, &address, &bytes);
    if (rvt_image_open(config->params.iaddress_width_p > 32 ? 64 : 32,
                       config->switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE,
                       &run->image) != RVT_OK ||
        rvt_image_add(run->image, address, code, bytes) != RVT_OK)
        return false;
    rvt_image_set_zcm(run->image, options->zcm);
    for (;;) {
        struct rvt_row row;
        if (rvt_random_row(run->program, &row, &end) != RVT_OK)
            return false;
        if (end)
            return true;
        if (run->rows == capacity) {
            capacity = capacity == 0 ? 1024 : 2 * capacity;
            run->row = realloc(run->row, capacity * sizeof(*run->row));
            run->epc = realloc(run->epc, capacity * sizeof(*run->epc));
            if (run->row == NULL || run->epc == NULL)
                abort();
        }
        run->epc[run->rows] = rvt_random_epc(run->program);
        run->row[run->rows++] = row;
    }
}

static inline void run_fini(struct run *run)
{
    rvt_random_close(run->program);
    rvt_image_close(run->image);
    free(run->row);
    free(run->epc);
}

/* Random options of a run. */
static inline struct rvt_random_options random_options(struct rvt_random *random, uint64_t seed,
                                                       uint64_t instructions)
{
    struct rvt_random_options options = {.seed = seed, .instructions = instructions};

    options.block_max = pick(random, 1, 20);
    options.traps = rvt_random_chance(random, 80);
    options.privilege = rvt_random_chance(random, 70);
    options.sideband = rvt_random_chance(random, 60);
    options.zcm = rvt_random_chance(random, 15);
    return options;
}

#endif

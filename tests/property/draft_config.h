/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random configurations of draft 0.026. */
#ifndef RVT_TESTS_PROPERTY_DRAFT_CONFIG_H
#define RVT_TESTS_PROPERTY_DRAFT_CONFIG_H

#include "run.h"
#include "base/config_check.h"

/* A configuration that rvt_config_check accepts. */
static inline void draft_config(struct rvt_random *random, struct rvt_config *config)
{
    static const unsigned widths[] = {64, 64, 32, 32, 39, 20};
    do {
        struct rvt_params *p = &config->params;
        rvt_config_defaults(config, RVT_PROFILE_DRAFT_0_026);
        p->iaddress_width_p = widths[rvt_random_below(random, 6)];
        p->iaddress_lsb_p = rvt_random_chance(random, 80) ? 1 : pick(random, 0, 2);
        p->ecause_width_p = pick(random, 1, 8);
        p->privilege_width_p = pick(random, 2, 3);
        p->context_width_p = pick(random, 1, 20);
        p->nocontext_p = rvt_random_chance(random, 40);
        p->notval_p = rvt_random_chance(random, 30);
        p->retires_p = rvt_random_chance(random, 70) ? 8 : 1;
        p->iretire_width_p = rvt_counts_halfwords(p) ? pick(random, 2, 8) : 1;
        p->blocks_p = rvt_random_chance(random, 60) ? 1 : pick(random, 2, RVT_BLOCKS_MAX);
        p->call_counter_size_p = pick(random, 0, 9);
        p->bpred_size_p = pick(random, 0, 8);
        config->options.full_address = rvt_random_chance(random, 30);
        config->options.implicit_return =
            p->call_counter_size_p > 0 && rvt_random_chance(random, 70);
        config->options.branch_prediction = p->bpred_size_p > 0 && rvt_random_chance(random, 70);
        config->options.implicit_exception = rvt_random_chance(random, 25);
        config->resync.mode = (enum rvt_resync_mode)pick(random, 0, 3);
        config->resync.max = pick(random, 0, 5);
        config->switches.addr_extend = (enum rvt_addr_extend)pick(random, 0, 1);
        config->switches.jalr_x0 = (enum rvt_jalr_x0)pick(random, 0, 1);
        config->switches.draft_bpred_init = (enum rvt_draft_bpred_init)pick(random, 0, 1);
        config->switches.bpred_sync_branch = (enum rvt_bpred_sync_branch)pick(random, 0, 1);
        config->switches.draft_looplabel =
            rvt_random_chance(random, 15) ? RVT_DRAFT_LOOPLABEL_SECOND : RVT_DRAFT_LOOPLABEL_FIRST;
        config->switches.draft_sijump = rvt_random_chance(random, 50);
        if (rvt_random_chance(random, 30)) /* so that counts reach their limit */
            config->switches.bcount_max = pick(random, 0, 40);
    } while (rvt_config_check(config, NULL) != RVT_OK);
}

#endif

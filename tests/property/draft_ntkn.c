/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A hart that only counts the branches that it does not take (ntkn) and shows them in one block
 * gives the same packets as one that shows each of them. The test leaves out a branch not taken
 * that is the first of several instructions in a block: if it were reported, no encoder could know
 * it. Shows: DRA-009, DRA-017
 */
#include <criterion/criterion.h>

#include <string.h>

#include "stream.h"

enum { NTKN_WIDTH = 4, HALFWORDS_MAX = 255 };

static bool is_single(const struct rvt_row *row)
{
    return row->blocks == 1 && row->block[0].iretire > 0 && !row->halted && !row->reset;
}

/* The next row continues after block, at the same level and context, with nothing else to
 * report. */
static bool goes_on(const struct rvt_row *merged, const struct rvt_row *row)
{
    const struct rvt_block *block = &merged->block[0], *next = &row->block[0];
    bool open = block->itype == RVT_ITYPE_NONE || block->itype == RVT_ITYPE_NONTAKEN_BRANCH;

    return is_single(row) && open && merged->ctype == 0 && row->priv == merged->priv &&
           next->iaddr == block->iaddr + 2 * (uint64_t)block->iretire &&
           block->iretire + next->iretire <= HALFWORDS_MAX && block->ntkn < 15;
}

/* Merges the rows of run into random blocks. Returns the number of hidden branches. */
static unsigned merge(struct rvt_random *random, struct run *run)
{
    unsigned hidden = 0;
    size_t rows = 0;

    for (size_t i = 0; i < run->rows; i++) {
        struct rvt_row row = run->row[i];
        struct rvt_block *block = &row.block[0];
        bool first = is_single(&row) && block->itype != RVT_ITYPE_NONTAKEN_BRANCH;
        while (first && i + 1 < run->rows && goes_on(&row, &run->row[i + 1]) &&
               rvt_random_chance(random, 85)) {
            const struct rvt_row *next = &run->row[++i];
            uint32_t halfwords = block->iretire + next->block[0].iretire;
            uint8_t ntkn = (uint8_t)(block->ntkn + (next->block[0].itype == 4));
            uint64_t iaddr = block->iaddr;
            hidden += block->itype == RVT_ITYPE_NONTAKEN_BRANCH;
            row = *next;
            block->iaddr = iaddr;
            block->iretire = halfwords;
            block->ntkn = ntkn;
        }
        run->row[rows++] = row;
    }
    run->rows = rows;
    return hidden;
}

static unsigned compare(uint64_t seed)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct stream each, merged;

    rvt_random_seed(&random, seed);
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.ecause_width_p = 5;
    config.params.call_counter_size_p = 4;
    config.params.ntkn_width_p = NTKN_WIDTH;
    config.options.full_address = rvt_random_chance(&random, 30);
    config.options.implicit_return = rvt_random_chance(&random, 50);
    struct rvt_random_options options = {.seed = seed,
                                         .instructions = 3000,
                                         .block_max = 1,
                                         .traps = rvt_random_chance(&random, 70),
                                         .privilege = rvt_random_chance(&random, 70)};
    cr_assert(run_init(&run, &config, &options));
    cr_assert(stream_encode(&each, &run));
    unsigned hidden = merge(&random, &run);
    cr_assert(stream_encode(&merged, &run));
    cr_assert(each.count == merged.count, "seed %llu: %zu packets, not %zu",
              (unsigned long long)seed, merged.count, each.count);
    for (size_t i = 0; i < each.count; i++)
        cr_assert(each.payload[i].bytes == merged.payload[i].bytes &&
                      memcmp(each.payload[i].byte, merged.payload[i].byte, each.payload[i].bytes) ==
                          0,
                  "seed %llu: packet %zu differs", (unsigned long long)seed, i + 1);
    stream_fini(&each);
    stream_fini(&merged);
    run_fini(&run);
    return hidden;
}

Test(draft_ntkn, counted_branches_give_the_same_packets)
{
    unsigned hidden = 0;

    for (uint64_t seed = 1; seed <= 100; seed++)
        hidden += compare(seed);
    cr_log_info("%u branches hidden", hidden);
    cr_assert(hidden > 5000, "%u", hidden);
}

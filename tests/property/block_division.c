/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The division of instructions into blocks, and of blocks into cycles, does not affect the stream:
 * one instruction per row, the longest blocks that the interface allows, and random blocks give the
 * same bytes. Shows: ETR-MR-001, ETR-MR-002, ETR-MR-003, ETR-MR-004, ETR-MR-007,
 * ETR-ALG-037, ETR-ING-002, ETR-ING-017
 */
#include <criterion/criterion.h>

#include <string.h>

#include "run.h"
#include "draft/encoder_profile.h"

/* An instruction or a trap, with the signals of its row. */
struct piece {
    struct rvt_row
        row; /* priv, context, ctype, cause, tval; trigger: on before it, off and notify after it */
    struct rvt_block block; /* one instruction with its own itype, or a trap without retirement */
    unsigned idle;          /* empty cycles after it */
};

struct pieces {
    struct piece *piece;
    size_t count, capacity;
};

static struct piece *add_piece(struct pieces *pieces, const struct rvt_row *row)
{
    if (pieces->count == pieces->capacity) {
        pieces->capacity = pieces->capacity == 0 ? 1024 : 2 * pieces->capacity;
        pieces->piece = realloc(pieces->piece, pieces->capacity * sizeof(*pieces->piece));
        if (pieces->piece == NULL)
            abort();
    }
    struct piece *piece = &pieces->piece[pieces->count++];
    *piece = (struct piece){.row = *row};
    piece->row.blocks = 0;
    piece->row.trigger = 0;
    return piece;
}

static bool is_trap(const struct rvt_block *block)
{
    return block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
}

static void take_block(struct pieces *pieces, struct rvt_image *image, struct rvt_row *row,
                       const struct rvt_block *block)
{
    uint64_t pc = block->iaddr;

    for (uint32_t left = block->iretire; left > 0;) {
        struct rvt_insn insn;
        cr_assert(rvt_image_insn(image, pc, &insn, NULL) == RVT_OK);
        struct piece *piece = add_piece(pieces, row);
        row->ctype = 0;
        left -= insn.size / 2u;
        piece->block = (struct rvt_block){.iaddr = pc,
                                          .iretire = insn.size / 2u,
                                          .ilastsize = insn.size == 4,
                                          .itype = left > 0 || is_trap(block) ? 0 : block->itype,
                                          .sijump = left == 0 && block->sijump};
        pc += insn.size;
    }
    if (!is_trap(block))
        return;
    struct piece *piece = add_piece(pieces, row);
    piece->block =
        (struct rvt_block){.iaddr = block->iretire > 0 ? pc : block->iaddr, .itype = block->itype};
}

/* Divides a run into pieces, with random triggers. */
static void take_apart(struct pieces *pieces, struct run *run, struct rvt_random *random)
{
    for (size_t i = 0; i < run->rows; i++) {
        struct rvt_row row = run->row[i];
        for (unsigned k = 0; k < row.blocks; k++)
            take_block(pieces, run->image, &row, &run->row[i].block[k]);
    }
    for (size_t i = 0; i < pieces->count; i++) {
        struct piece *piece = &pieces->piece[i];
        if (rvt_random_below(random, 60) == 0)
            piece->row.trigger |= RVT_TRIGGER_NOTIFY;
        if (rvt_random_below(random, 150) == 0)
            piece->row.trigger |= RVT_TRIGGER_ON;
        if (rvt_random_below(random, 400) == 0)
            piece->row.trigger |= RVT_TRIGGER_OFF;
        piece->idle = rvt_random_chance(random, 20) ? rvt_random_below(random, 5) : 0;
        if (piece->block.iretire == 0)
            piece->row.trigger &= ~(uint32_t)RVT_TRIGGER_NOTIFY;
    }
}

enum cut { CUT_SINGLE, CUT_LONGEST, CUT_RANDOM };

/* Combines pieces to rows, and encodes them. */
struct table {
    const struct rvt_config *config;
    struct rvt_encoder *encoder;
    struct rvt_random random;
    enum cut cut;
    struct rvt_row row;
    uint64_t cycle;
    uint8_t *bytes;
    size_t count, capacity;
    unsigned rows;
};

static enum rvt_status store(void *context, const struct rvt_packet *packet,
                             const struct rvt_origin *origin)
{
    struct table *table = context;
    struct rvt_payload payload;

    (void)origin;
    if (rvt_packet_write(table->config, packet, &payload, NULL) != RVT_OK)
        return RVT_ERR_IO;
    if (table->count + 40 > table->capacity) {
        table->capacity = 2 * table->capacity + 4096;
        table->bytes = realloc(table->bytes, table->capacity);
        if (table->bytes == NULL)
            abort();
    }
    table->bytes[table->count++] = payload.bytes;
    memcpy(table->bytes + table->count, payload.byte, payload.bytes);
    table->count += payload.bytes;
    return RVT_OK;
}

static void flush(struct table *table, unsigned idle)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    table->row.cycle = ++table->cycle;
    cr_assert(rvt_encoder_row(table->encoder, &table->row, &diag) == RVT_OK, "%s", diag.text);
    table->cycle += idle;
    table->row.blocks = 0;
    table->rows++;
}

static bool wants_cut(struct table *table)
{
    return table->cut == CUT_SINGLE ||
           (table->cut == CUT_RANDOM && rvt_random_chance(&table->random, 40));
}

/* True if piece fits the current row. */
static bool shares_row(struct table *table, const struct piece *piece)
{
    const struct rvt_row *row = &table->row;

    return row->blocks > 0 && !is_trap(&row->block[row->blocks - 1]) && !wants_cut(table) &&
           row->priv == piece->row.priv && row->context == piece->row.context &&
           piece->row.ctype == 0 && (piece->row.trigger & RVT_TRIGGER_ON) == 0 &&
           (row->trigger & RVT_TRIGGER_OFF) == 0;
}

/* True if piece fits the latest block: nothing special comes between. */
static bool shares_block(struct table *table, const struct piece *piece)
{
    const struct rvt_row *row = &table->row;
    const struct rvt_block *last = &row->block[row->blocks - 1];

    if (last->itype != 0)
        return false;
    if (is_trap(&piece->block))
        return true;
    return !wants_cut(table) &&
           (row->trigger & (uint32_t)RVT_TRIGGER_NOTIFY << (row->blocks - 1)) == 0 &&
           last->iaddr + 2 * (uint64_t)last->iretire == piece->block.iaddr &&
           last->iretire + piece->block.iretire < 1u << table->config->params.iretire_width_p;
}

static void join(struct table *table, const struct piece *piece)
{
    struct rvt_block *last = &table->row.block[table->row.blocks - 1];

    last->iretire += piece->block.iretire;
    last->itype = piece->block.itype;
    last->sijump = piece->block.sijump;
    if (piece->block.iretire > 0)
        last->ilastsize = piece->block.ilastsize;
}

static void put(struct table *table, const struct piece *piece, unsigned idle_before)
{
    struct rvt_row *row = &table->row;
    bool shares = shares_row(table, piece);
    bool joins = shares && shares_block(table, piece);

    if (row->blocks > 0 && (!shares || (!joins && row->blocks == table->config->params.blocks_p)))
        flush(table, idle_before);
    if (row->blocks == 0) {
        *row = piece->row;
        row->blocks = 0;
        row->trigger = piece->row.trigger & RVT_TRIGGER_ON;
        joins = false;
    }
    row->cause = piece->row.cause;
    row->tval = piece->row.tval;
    if (joins)
        join(table, piece);
    else
        row->block[row->blocks++] = piece->block;
    row->trigger |= piece->row.trigger & RVT_TRIGGER_OFF;
    row->trigger |= (piece->row.trigger & RVT_TRIGGER_NOTIFY) << (row->blocks - 1);
}

static void encode(struct table *table, const struct rvt_config *config, enum cut cut,
                   const struct pieces *pieces)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row row = {.cycle = 0};

    *table = (struct table){.config = config, .cut = cut};
    rvt_random_seed(&table->random, 99);
    cr_assert(rvt_encoder_profile_open(config, store, table, &table->encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(table->encoder, &row, &on, NULL) == RVT_OK);
    for (size_t i = 0; i < pieces->count; i++)
        put(table, &pieces->piece[i], i > 0 ? pieces->piece[i - 1].idle : 0);
    flush(table, 0);
    row.cycle = table->cycle + 3;
    cr_assert(rvt_encoder_control(table->encoder, &row, &off, NULL) == RVT_OK);
    rvt_encoder_close(table->encoder);
}

static size_t first_difference(const struct table *a, const struct table *b)
{
    size_t i = 0;
    while (i < a->count && i < b->count && a->bytes[i] == b->bytes[i])
        i++;
    return i;
}

static void reblock(uint64_t seed, unsigned *longest_rows, unsigned *single_rows)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct pieces pieces = {0};
    struct table table[3];

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    config.params.retires_p = 8;
    config.params.iretire_width_p = pick(&random, 2, 8);
    config.params.notime_p = true;
    config.switches.thaddr0_addr = RVT_THADDR0_EPC_OR_ZERO;
    config.switches.resync_point = RVT_RESYNC_POINT_BLOCK_END;
    if (config.resync.mode == RVT_RESYNC_CYCLES)
        config.resync.mode = RVT_RESYNC_HALFWORDS;
    struct rvt_random_options options = random_options(&random, seed, 2000);
    options.sideband = false;
    cr_assert(run_init(&run, &config, &options));
    take_apart(&pieces, &run, &random);
    for (unsigned cut = CUT_SINGLE; cut <= CUT_RANDOM; cut++)
        encode(&table[cut], &config, (enum cut)cut, &pieces);
    for (unsigned cut = CUT_LONGEST; cut <= CUT_RANDOM; cut++)
        cr_assert(table[cut].count == table[CUT_SINGLE].count &&
                      memcmp(table[cut].bytes, table[CUT_SINGLE].bytes, table[cut].count) == 0,
                  "seed %llu, division %u: %zu and %zu bytes, first difference at %zu",
                  (unsigned long long)seed, cut, table[cut].count, table[CUT_SINGLE].count,
                  first_difference(&table[cut], &table[CUT_SINGLE]));
    *longest_rows += table[CUT_LONGEST].rows;
    *single_rows += table[CUT_SINGLE].rows;
    for (unsigned cut = CUT_SINGLE; cut <= CUT_RANDOM; cut++)
        free(table[cut].bytes);
    free(pieces.piece);
    run_fini(&run);
}

Test(reblock, blocks_leave_no_trace)
{
    unsigned longest = 0, single = 0;

    for (uint64_t seed = 1; seed <= 200; seed++)
        reblock(seed, &longest, &single);
    cr_log_info("%u rows of one instruction, %u of as many as fit", single, longest);
    cr_assert(longest < single / 2);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border of tip traces: calls the reader of librvt and converts its rows to the simulator's
 * plain C types, nothing else. It is compiled with the header that the simulator generates from
 * rvt_tip_dpi_pkg.sv (-include), so that every prototype is checked.
 */
#include <rvt/rvt.h>

#include <stdio.h>
#include <stdlib.h>

#include "rvt_dpi_types.h"

/* What a chandle points to. */
struct player {
    struct rvt_configuration *config;
    struct rvt_tip_file *file; /* null: not usable, error says why */
    struct rvt_tip_row row;    /* the latest; its arrays belong to file */
    const char *path;          /* what is read, while opening; later name */
    char name[256];            /* of the trace */
    char error[512];           /* "": no fault yet */
};

/* The trace cannot be read on: keeps the reason, with the file. */
static void give_up(struct player *player, enum rvt_status status, const struct rvt_diagnosis *why)
{
    char reason[200] = "";

    rvt_diagnosis_format(why, reason, sizeof reason);
    (void)snprintf(player->error, sizeof player->error, "%.256s: %s", player->path,
                   reason[0] != '\0' ? reason : rvt_status_name(status));
    (void)rvt_tip_file_close(player->file, NULL);
    player->file = NULL;
}

void *c_dpi_rvt_tip_open(const char *config_path, const char *tip_path)
{
    struct player *player = calloc(1, sizeof *player);
    struct rvt_diagnosis why;
    enum rvt_status status;

    if (player == NULL)
        return NULL;
    RVT_CLEAR(&why);
    RVT_CLEAR(&player->row);
    player->path = config_path;
    status = rvt_configuration_load(config_path, &player->config, &why);
    if (status == RVT_OK) {
        (void)snprintf(player->name, sizeof player->name, "%s", tip_path);
        player->path = player->name;
        status = rvt_tip_file_open(tip_path, player->config, &player->file, &why);
    }
    if (status != RVT_OK)
        give_up(player, status, &why);
    return player;
}

const char *c_dpi_rvt_tip_error(void *handle)
{
    return handle != NULL ? ((struct player *)handle)->error : "out of memory";
}

svBit c_dpi_rvt_tip_next(void *handle)
{
    struct player *player = handle;
    struct rvt_diagnosis why;
    enum rvt_status status;
    bool end = true;

    if (player == NULL || player->file == NULL)
        return 0;
    RVT_CLEAR(&why);
    status = rvt_tip_file_read(player->file, &player->row, &end, &why);
    if (status != RVT_OK)
        give_up(player, status, &why);
    if (status != RVT_OK || end) {
        RVT_CLEAR(&player->row);
        return 0;
    }
    return 1;
}

void c_dpi_rvt_tip_extent(void *handle, rvt_longint *cycle, unsigned int *blocks,
                          unsigned int *accesses)
{
    const struct rvt_tip_row *row = &((struct player *)handle)->row;

    *cycle = row->cycle;
    *blocks = row->blocks;
    *accesses = row->accesses;
}

void c_dpi_rvt_tip_sideband(void *handle, unsigned int *cause, rvt_longint *tval,
                            unsigned char *priv, rvt_longint *context_value,
                            rvt_longint *time_value, unsigned char *ctype, unsigned int *trigger,
                            unsigned int *impdef, svBit *halted, svBit *reset)
{
    const struct rvt_tip_row *row = &((struct player *)handle)->row;

    *cause = row->cause;
    *tval = row->tval;
    *priv = row->priv;
    *context_value = row->context;
    *time_value = row->time;
    *ctype = row->ctype;
    *trigger = row->trigger;
    *impdef = row->impdef;
    *halted = row->halted;
    *reset = row->reset;
}

void c_dpi_rvt_tip_block(void *handle, unsigned int index, rvt_longint *iaddr,
                         unsigned int *iretire, unsigned char *itype, unsigned char *ilastsize,
                         svBit *sijump)
{
    static const struct rvt_tip_block IDLE;
    const struct rvt_tip_row *row = &((struct player *)handle)->row;
    const struct rvt_tip_block *block = index < row->blocks ? &row->block[index] : &IDLE;

    *iaddr = block->iaddr;
    *iretire = block->iretire;
    *itype = block->itype;
    *ilastsize = block->ilastsize;
    *sijump = block->sijump;
}

void c_dpi_rvt_tip_access(void *handle, unsigned int index, svBit *dretire, unsigned char *dtype,
                          unsigned char *dsize, unsigned char *dblock, rvt_longint *daddr,
                          rvt_longint *data, rvt_longint *operand, unsigned int *iaddr_lsbs,
                          unsigned char *lrid, unsigned char *lresp, unsigned char *lid,
                          rvt_longint *sdata, rvt_longint *ldata)
{
    static const struct rvt_tip_access IDLE;
    const struct rvt_tip_row *row = &((struct player *)handle)->row;
    const struct rvt_tip_access *access = index < row->accesses ? &row->access[index] : &IDLE;

    *dretire = access->dretire;
    *dtype = access->dtype;
    *dsize = access->dsize;
    *dblock = access->dblock;
    *daddr = access->daddr;
    *data = access->data;
    *operand = access->operand;
    *iaddr_lsbs = access->iaddr_lsbs;
    *lrid = access->lrid;
    *lresp = access->lresp;
    *lid = access->lid;
    *sdata = access->sdata;
    *ldata = access->ldata;
}

void c_dpi_rvt_tip_close(void *handle)
{
    struct player *player = handle;

    if (player == NULL)
        return;
    (void)rvt_tip_file_close(player->file, NULL);
    rvt_configuration_free(player->config);
    free(player);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random_data.h"

#include "base/bits.h"

void rvt_random_data_init(struct rvt_random_data *data, const struct rvt_config *config,
                          uint64_t seed, unsigned groups, unsigned percent)
{
    *data = (struct rvt_random_data){.config = config, .groups = groups, .percent = percent};
    rvt_random_seed(&data->random, seed);
    for (unsigned i = 0; i < 4; i++)
        data->address[i] = rvt_random_bits(&data->random);
}

/* A type of the configuration; loads and stores are more frequent than the others. */
static unsigned pick_type(struct rvt_random_data *data)
{
    const struct rvt_config *config = data->config;
    unsigned width = config->params.dtype_width_p;

    if (rvt_random_chance(&data->random, 60))
        return rvt_random_below(&data->random, 2);
    for (;;) {
        unsigned type = rvt_random_below(&data->random, 1u << width);
        bool added = type == RVT_DTYPE_MMA_LOAD || type == RVT_DTYPE_MMA_STORE ||
                     type == RVT_DTYPE_CAS_FAILURE;
        if (type == RVT_DTYPE_CAS_FAILURE && width < 4)
            continue;
        if (!added || config->switches.mmacas_ext)
            return type;
    }
}

static unsigned pick_size(struct rvt_random_data *data)
{
    const struct rvt_params *p = &data->config->params;
    unsigned size;

    do
        size = rvt_random_below(&data->random, RVT_DATA_SIZE_MAX + 1);
    while (8u << size > p->data_width_p || size >> p->dsize_width_p);
    return size;
}

/* A number of 0 to 64 random bits: small ones are as likely as large ones. */
static uint64_t random_number(struct rvt_random *random)
{
    uint64_t bits = rvt_random_bits(random);

    return bits & rvt_mask(rvt_random_below(random, 65));
}

/* The next address: along an array, back and forth on a stack, or anywhere. */
static uint64_t pick_address(struct rvt_random_data *data, unsigned size, bool aligned)
{
    struct rvt_random *random = &data->random;
    uint64_t *place = &data->address[rvt_random_below(random, 4)];
    uint64_t bytes = UINT64_C(1) << size;
    unsigned step = rvt_random_below(random, 100);

    if (step < 70)
        *place += bytes;
    else if (step < 85)
        *place -= bytes * rvt_random_below(random, 40);
    else if (step < 95)
        *place += rvt_random_below(random, 5);
    else
        *place = random_number(random);
    uint64_t address = *place & rvt_mask(data->config->params.daddress_width_p);
    return aligned || rvt_random_chance(random, 85) ? address & ~(bytes - 1) : address;
}

/* A value as programs have them, of at most width bits. */
static uint64_t pick_value(struct rvt_random_data *data, unsigned width)
{
    struct rvt_random *random = &data->random;
    unsigned kind = rvt_random_below(random, 6);

    if (kind == 0)
        data->value += rvt_random_below(random, 3);
    else if (kind == 1)
        data->value ^= UINT64_C(1) << rvt_random_below(random, 64);
    else if (kind == 2)
        data->value = ~data->value;
    else if (kind == 3)
        data->value = UINT64_C(0) - rvt_random_below(random, 300);
    else if (kind == 4)
        data->value = random_number(random);
    return data->value & rvt_mask(width > 64 ? 64 : width);
}

/* An lrid that no load in progress uses, or RVT_LRIDS_MAX. */
static unsigned pick_lrid(struct rvt_random_data *data)
{
    unsigned lrids = 1u << data->config->params.lrid_width_p;
    unsigned first = rvt_random_below(&data->random, lrids);

    for (unsigned i = 0; i < lrids; i++)
        if (!data->busy[(first + i) % lrids])
            return (first + i) % lrids;
    return RVT_LRIDS_MAX;
}

/* Adds an access of the instruction at iaddr in block; false if all lrid are in use. */
static bool retire(struct rvt_random_data *data, struct rvt_access *access, unsigned block,
                   uint64_t iaddr)
{
    const struct rvt_params *p = &data->config->params;
    unsigned type = pick_type(data);
    unsigned size = pick_size(data);
    bool csr = type >= RVT_DTYPE_CSR_RW && type <= RVT_DTYPE_CSR_RC;
    uint64_t address = pick_address(data, size, type >= RVT_DTYPE_CAS_FAILURE);

    *access = (struct rvt_access){
        .dretire = true,
        .dtype = (uint8_t)type,
        .dsize = (uint8_t)size,
        .dblock = (uint8_t)block,
        .daddr = csr ? rvt_random_below(&data->random, 1u << 12) : address,
        .data = pick_value(data, p->data_width_p),
        .operand = pick_value(data, p->data_width_p),
        .sdata = pick_value(data, p->sdata_width_p),
        .iaddr_lsbs = (uint32_t)(iaddr & rvt_mask(p->iaddr_lsbs_width_p)),
    };
    if (!rvt_access_is_request(data->config, access))
        return true;
    unsigned lrid = pick_lrid(data);
    if (lrid == RVT_LRIDS_MAX) {
        access->dretire = false;
        return false;
    }
    access->lrid = (uint8_t)lrid;
    data->busy[lrid] = true;
    data->loads++;
    return true;
}

/*
 * Gives random instructions of row an access, in order; returns how many. With fewer groups than
 * blocks it begins at a random block.
 */
static unsigned retire_some(struct rvt_random_data *data, const struct rvt_row *row)
{
    const struct rvt_params *p = &data->config->params;
    unsigned from = data->groups < row->blocks ? rvt_random_below(&data->random, row->blocks) : 0;
    unsigned used = 0;

    for (unsigned block = from; block < row->blocks && block >> p->dblock_width_p == 0; block++) {
        const struct rvt_block *b = &row->block[block];
        uint64_t span = b->iretire > 0 ? rvt_block_last(p, b) - b->iaddr : 0;
        uint64_t at = 0;
        while (b->iretire > 0 && used < data->groups && rvt_random_chance(&data->random, 50)) {
            at += (span - at) && rvt_random_chance(&data->random, 70)
                      ? 2 * (uint64_t)rvt_random_below(&data->random, (unsigned)(span - at) / 2 + 1)
                      : 0;
            if (!retire(data, &data->access[used], block, b->iaddr + at))
                return used;
            used++;
        }
    }
    return used;
}

/* A response to one of the loads in progress. */
static void respond(struct rvt_random_data *data, struct rvt_access *access)
{
    unsigned lid = rvt_random_below(&data->random, 1u << data->config->params.lrid_width_p);

    while (!data->busy[lid])
        lid = (lid + 1) % (1u << data->config->params.lrid_width_p);
    data->busy[lid] = false;
    data->loads--;
    access->lid = (uint8_t)lid;
    access->lresp = rvt_random_chance(&data->random, 90) ? RVT_LRESP_OKAY : RVT_LRESP_ERROR;
    access->ldata = pick_value(data, data->config->params.ldata_width_p);
}

void rvt_random_data_row(struct rvt_random_data *data, struct rvt_row *row)
{
    unsigned used = 0;

    row->accesses = 0;
    row->access = data->access;
    if (row->halted || row->reset)
        return;
    for (unsigned i = 0; i < RVT_ACCESSES_MAX; i++)
        data->access[i] = (struct rvt_access){.dretire = false};
    if (rvt_random_chance(&data->random, data->percent))
        used = retire_some(data, row);
    for (unsigned i = 0; i < data->groups && data->loads > 0; i++) {
        if (!rvt_random_chance(&data->random, 30))
            continue;
        respond(data, &data->access[i]);
        used = i + 1 > used ? i + 1 : used;
    }
    row->accesses = (uint8_t)used;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/access.h"

#include <stddef.h>

#include "base/bits.h"
#include "ingress/tip.h"

static enum rvt_status refuse(struct rvt_diag *diag, const char *field, uint64_t value,
                              const char *clause, const char *why)
{
    return rvt_diag_set(diag, RVT_ERR_INGRESS, field, value, clause, "%s %s", field, why);
}

static bool is_atomic(unsigned dtype)
{
    return dtype >= RVT_DTYPE_CAS_FAILURE;
}

/* True for a code that dtype_width_p and the edition have. Spec: ETR-DAT-015. */
static bool is_known(const struct rvt_config *config, unsigned dtype)
{
    bool extension = config->switches.mmacas_ext;
    bool added = dtype == RVT_DTYPE_MMA_LOAD || dtype == RVT_DTYPE_MMA_STORE ||
                 dtype == RVT_DTYPE_CAS_FAILURE;

    return dtype >> config->params.dtype_width_p == 0 && (extension || !added) &&
           !(dtype == RVT_DTYPE_CAS_FAILURE && config->params.dtype_width_p < 4);
}

struct signal {
    const char *name;
    uint64_t value;
    unsigned width;
};

static enum rvt_status check_widths(const struct signal *signal, size_t count,
                                    struct rvt_diag *diag)
{
    for (size_t i = 0; i < count; i++)
        if (signal[i].width < 64 && signal[i].value >> signal[i].width)
            return refuse(diag, signal[i].name, signal[i].value, "ETR-DISC-003",
                          "does not fit its width");
    return RVT_OK;
}

/* The instruction must retire in the same cycle. */
static enum rvt_status check_instruction(const struct rvt_row *row, const struct rvt_access *access,
                                         struct rvt_diag *diag)
{
    if (access->dblock >= row->blocks || row->block[access->dblock].iretire == 0)
        return refuse(diag, "dblock", access->dblock, "ETR-ING-008",
                      "refers to a block that retires no instruction");
    return RVT_OK;
}

static enum rvt_status check_type(const struct rvt_config *config, const struct rvt_access *access,
                                  struct rvt_diag *diag)
{
    unsigned bytes = 1u << (access->dsize & 7);
    bool csr = access->dtype >= RVT_DTYPE_CSR_RW && access->dtype <= RVT_DTYPE_CSR_RC;

    if (!is_known(config, access->dtype))
        return refuse(diag, "dtype", access->dtype, "ETR-DAT-015", "is reserved");
    if (8 * bytes <= config->params.data_width_p && access->dsize > RVT_DATA_SIZE_MAX)
        return refuse(diag, "dsize", access->dsize, "ETR-DAT-002",
                      "means 16 bytes, but rvt supports accesses of at most 8 bytes");
    if (8 * bytes > config->params.data_width_p)
        return refuse(diag, "dsize", access->dsize, "ETR-DAT-002", "is wider than data_width_p");
    if (csr && access->daddr >> 12)
        return refuse(diag, "daddr", access->daddr, "ETR-DAT-009", "is not a CSR number");
    if (is_atomic(access->dtype) && access->daddr & (bytes - 1))
        return refuse(diag, "daddr", access->daddr, "ETR-DAT-007", "of an atomic is not aligned");
    return RVT_OK;
}

static enum rvt_status check_retired(const struct rvt_config *config, const struct rvt_row *row,
                                     const struct rvt_access *access, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    bool split = config->switches.dat_signalling == RVT_DAT_SPLIT;
    const struct signal signals[] = {
        {"dtype", access->dtype, p->dtype_width_p},
        {"daddr", access->daddr, p->daddress_width_p},
        {"dsize", access->dsize, p->dsize_width_p},
        {"data", access->data, p->data_width_p},
        {"data", access->operand, p->data_width_p},
        {"iaddr_lsbs", access->iaddr_lsbs, p->iaddr_lsbs_width_p},
        {"dblock", access->dblock, p->dblock_width_p},
        {"lrid", split ? access->lrid : 0, p->lrid_width_p},
        {"sdata", split ? access->sdata : 0, p->sdata_width_p},
    };
    enum rvt_status status = check_widths(signals, sizeof signals / sizeof signals[0], diag);

    if (status == RVT_OK)
        status = check_type(config, access, diag);
    return status == RVT_OK ? check_instruction(row, access, diag) : status;
}

static enum rvt_status check_response(const struct rvt_config *config,
                                      const struct rvt_access *access, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    const struct signal signals[] = {
        {"lid", access->lid, p->lrid_width_p},
        {"ldata", access->lresp == RVT_LRESP_OKAY ? access->ldata : 0, p->ldata_width_p},
    };

    if (config->switches.dat_signalling != RVT_DAT_SPLIT)
        return refuse(diag, "lresp", access->lresp, "ETR-DAT-006", "needs split signalling");
    if (access->lresp != RVT_LRESP_OKAY && access->lresp != RVT_LRESP_ERROR)
        return refuse(diag, "lresp", access->lresp, "ETR-DAT-006", "is reserved");
    return check_widths(signals, sizeof signals / sizeof signals[0], diag);
}

enum rvt_status rvt_accesses_check(const struct rvt_config *config, const struct rvt_row *row,
                                   struct rvt_diag *diag)
{
    bool idle_before = false;
    enum rvt_status status = RVT_OK;

    if (row->accesses > RVT_ACCESSES_MAX)
        return refuse(diag, "accesses", row->accesses, "ETR-ING-008", "must be at most 4");
    for (unsigned i = 0; i < row->accesses && status == RVT_OK; i++) {
        const struct rvt_access *access = &row->access[i];
        if (access->dretire && idle_before)
            return refuse(diag, "dretire", i, "ETR-ING-008",
                          "is set, but dretire of a lower group is 0");
        idle_before = !access->dretire;
        if (access->dretire)
            status = check_retired(config, row, access, diag);
        if (status == RVT_OK && access->lresp != RVT_LRESP_NONE)
            status = check_response(config, access, diag);
    }
    return status;
}

bool rvt_access_is_request(const struct rvt_config *config, const struct rvt_access *access)
{
    unsigned dtype = access->dtype;
    bool load = dtype == RVT_DTYPE_LOAD || dtype == RVT_DTYPE_MMA_LOAD;
    bool atomic = dtype >= RVT_DTYPE_SWAP && dtype <= RVT_DTYPE_MIN;

    return config->switches.dat_signalling == RVT_DAT_SPLIT && (load || atomic);
}

uint64_t rvt_access_iaddr(const struct rvt_config *config, const struct rvt_row *row,
                          const struct rvt_access *access)
{
    const struct rvt_params *params = &config->params;
    const struct rvt_block *block = &row->block[access->dblock];
    uint64_t last = rvt_block_last(params, block);
    uint64_t mask = rvt_mask(params->iaddr_lsbs_width_p);
    uint64_t ahead = (access->iaddr_lsbs - block->iaddr) & mask;
    uint64_t span = (last - block->iaddr) & rvt_mask(params->iaddress_width_p);

    if (params->retires_p == 1 || ahead > span)
        return last;
    return (block->iaddr + ahead) & rvt_mask(params->iaddress_width_p);
}

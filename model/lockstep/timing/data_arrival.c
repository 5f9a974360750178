/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/data_arrival.h"

#include "encoder/data_encoder.h"
#include "ingress/access.h"

/* True if te_data is sent for the response to a traced load. */
static bool is_sent(const struct rvt_config *config, const struct rvt_access *access, bool atomic)
{
    bool error = access->lresp == RVT_LRESP_ERROR;

    return !config->options.no_data && !(config->options.no_address && !atomic && error);
}

bool rvt_data_arrival_row(struct rvt_pending_loads *loads, const struct rvt_config *config,
                          bool tracing, const struct rvt_row *row, struct rvt_data_arrival *data)
{
    *data = (struct rvt_data_arrival){.access = false};
    if (row->accesses == 0)
        return false;
    const struct rvt_access *access = &row->access[0];
    struct rvt_pending_load *asked = &loads->load[access->lrid];
    struct rvt_pending_load *answered = &loads->load[access->lid];
    bool request = access->dretire && rvt_access_is_request(config, access);
    struct rvt_pending_load load = {.awaited = true,
                                    .traced = tracing && !row->lost,
                                    .atomic = access->dtype >= RVT_DTYPE_SWAP};
    bool older = access->lresp != RVT_LRESP_NONE && answered->awaited;

    if (older) {
        data->response = answered->traced && is_sent(config, access, answered->atomic);
        answered->awaited = false;
    }
    if (request)
        *asked = load;
    if (access->lresp != RVT_LRESP_NONE && !older && answered->awaited) {
        data->response = answered->traced && is_sent(config, access, answered->atomic);
        data->late = data->response;
        answered->awaited = false;
    }
    if (access->dretire) {
        enum rvt_data_form form = rvt_data_form_of(config, (enum rvt_dtype)access->dtype);
        const struct rvt_block *block = &row->block[access->dblock];
        data->access = tracing && form != RVT_FORM_NONE &&
                       (row->lost || !(request && form == RVT_FORM_ACCESS_DATA));
        data->block = access->dblock;
        data->last =
            rvt_access_iaddr(config, row, access) == rvt_block_last(&config->params, block);
    }
    return data->access || data->response;
}

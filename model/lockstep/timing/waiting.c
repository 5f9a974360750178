/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/waiting.h"

#include <stddef.h>

#include "ingress/access.h"

/* Whether a response to load, which was traced, is sent. */
static bool is_told(const struct rvt_config *config, const struct rvt_access *access, bool atomic)
{
    bool error = access->lresp == RVT_LRESP_ERROR;

    return !config->options.no_data && !(config->options.no_address && !atomic && error);
}

bool rvt_wanted_row(struct rvt_wanted *wanted, const struct rvt_config *config, bool tracing,
                    const struct rvt_row *row, struct rvt_arrived_data *data)
{
    *data = (struct rvt_arrived_data){.access = false};
    if (row->accesses == 0)
        return false;
    const struct rvt_access *access = &row->access[0];
    struct rvt_wanted_load *asked = &wanted->load[access->lrid];
    struct rvt_wanted_load *answered = &wanted->load[access->lid];
    bool request = access->dretire && rvt_access_is_request(config, access);
    struct rvt_wanted_load load = {.awaited = true,
                                   .traced = tracing && !row->lost,
                                   .atomic = access->dtype >= RVT_DTYPE_SWAP};
    bool older = access->lresp != RVT_LRESP_NONE && answered->awaited;

    if (older) {
        data->response = answered->traced && is_told(config, access, answered->atomic);
        answered->awaited = false;
    }
    if (request)
        *asked = load;
    if (access->lresp != RVT_LRESP_NONE && !older && answered->awaited) {
        data->response = answered->traced && is_told(config, access, answered->atomic);
        data->late = data->response;
        answered->awaited = false;
    }
    if (row->lost) {
        *data = (struct rvt_arrived_data){.access = false};
        return false;
    }
    if (access->dretire) {
        enum rvt_data_form form = rvt_data_form_of(config, (enum rvt_dtype)access->dtype);
        const struct rvt_block *block = &row->block[access->dblock];
        data->access =
            tracing && form != RVT_FORM_NONE && !(request && form == RVT_FORM_ACCESS_DATA);
        data->block = access->dblock;
        data->last =
            rvt_access_iaddr(config, row, access) == rvt_block_last(&config->params, block);
    }
    return data->access || data->response;
}

/* --- records --------------------------------------------------------------------------------- */

static struct rvt_waiting_record *record_at(struct rvt_waiting *waiting, uint64_t number)
{
    return &waiting->record[number % RVT_WAITING_MAX];
}

struct rvt_waiting_record *rvt_waiting_oldest(struct rvt_waiting *waiting)
{
    return waiting->head < waiting->tail ? record_at(waiting, waiting->head) : NULL;
}

void rvt_waiting_push(struct rvt_waiting *waiting, const struct rvt_waiting_record *record)
{
    struct rvt_waiting_record *place = record_at(waiting, waiting->tail++);

    *place = *record;
    place->left = UINT64_MAX;
}

bool rvt_waiting_room(const struct rvt_waiting *waiting, uint64_t *cycle)
{
    for (;; ++*cycle) {
        unsigned used = 0, stuck = 0;
        for (uint64_t i = 0; i < waiting->tail && i < RVT_WAITING_MAX; i++) {
            const struct rvt_waiting_record *record = &waiting->record[i];
            used += record->seen <= *cycle && record->left >= *cycle;
            stuck += record->left == UINT64_MAX;
        }
        if (used < waiting->depth)
            return true;
        if (stuck >= waiting->depth)
            return false;
    }
}

bool rvt_waiting_responds(const struct rvt_arrived_data *data)
{
    return data->response && !(data->late && data->access);
}

void rvt_waiting_take(struct rvt_waiting *waiting, uint64_t cycle)
{
    struct rvt_waiting_record *record = rvt_waiting_oldest(waiting);

    if (rvt_waiting_responds(&record->data))
        record->data.response = false;
    else
        record->data.access = false;
    if (record->data.access || record->data.response)
        return;
    record->left = cycle;
    waiting->head++;
}

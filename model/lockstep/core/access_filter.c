/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/access_filter.h"

bool rvt_access_filter_row(struct rvt_filters *filters, const struct rvt_config *config,
                           const struct rvt_row *row)
{
    if (row->accesses == 0 || !row->access[0].dretire || !rvt_filters_on(filters))
        return true;
    const struct rvt_access *access = &row->access[0];
    const struct rvt_filter_access seen = {.iaddr = rvt_access_iaddr(config, row, access),
                                           .iaddr_known = true,
                                           .daddr = access->daddr,
                                           .dtype = access->dtype,
                                           .dsize = access->dsize};

    return rvt_filters_access(filters, row, &seen);
}

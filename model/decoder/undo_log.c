/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/undo_log.h"

#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_undo_log_open(struct rvt_undo_log *log, uint32_t entries)
{
    *log = (struct rvt_undo_log){.mark = 1, .entries = entries};
    log->stamp = calloc(entries, sizeof(*log->stamp));
    log->note = calloc(3 * (size_t)entries, sizeof(*log->note));
    return log->stamp == NULL || log->note == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_undo_log_close(struct rvt_undo_log *log)
{
    free(log->stamp);
    free(log->note);
    log->stamp = NULL;
    log->note = NULL;
}

void rvt_undo_log_commit(struct rvt_undo_log *log)
{
    if (log->notes == 0)
        return;
    log->notes = 0;
    log->mark++;
    if (log->mark < UINT32_MAX - 1)
        return;
    memset(log->stamp, 0, log->entries * sizeof(*log->stamp));
    log->mark = 1;
}

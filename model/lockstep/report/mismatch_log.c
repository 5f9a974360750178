/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/mismatch_log.h"

#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_mismatch_log_init(struct rvt_mismatch_log *findings, unsigned max)
{
    memset(findings, 0, sizeof *findings);
    findings->entry = calloc(max, sizeof *findings->entry);
    if (findings->entry == NULL)
        return RVT_ERR_MEMORY;
    findings->max = max;
    return RVT_OK;
}

void rvt_mismatch_log_fini(struct rvt_mismatch_log *findings)
{
    free(findings->entry);
    memset(findings, 0, sizeof *findings);
}

bool rvt_mismatch_log_full(const struct rvt_mismatch_log *findings)
{
    return findings->count == findings->max;
}

bool rvt_mismatch_log_add(struct rvt_mismatch_log *findings, uint64_t cycle, struct rvt_text *text)
{
    if (rvt_mismatch_log_full(findings))
        return false;
    struct rvt_mismatch *finding = &findings->entry[findings->count++];
    finding->cycle = cycle;
    rvt_text_init(text, finding->text, sizeof finding->text);
    return true;
}

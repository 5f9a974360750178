/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/findings.h"

#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_findings_init(struct rvt_findings *findings, unsigned max)
{
    memset(findings, 0, sizeof *findings);
    findings->entry = calloc(max, sizeof *findings->entry);
    if (findings->entry == NULL)
        return RVT_ERR_MEMORY;
    findings->max = max;
    return RVT_OK;
}

void rvt_findings_fini(struct rvt_findings *findings)
{
    free(findings->entry);
    memset(findings, 0, sizeof *findings);
}

bool rvt_findings_full(const struct rvt_findings *findings)
{
    return findings->count == findings->max;
}

bool rvt_findings_add(struct rvt_findings *findings, uint64_t cycle, struct rvt_text *text)
{
    if (rvt_findings_full(findings))
        return false;
    struct rvt_finding *finding = &findings->entry[findings->count++];
    finding->cycle = cycle;
    rvt_text_init(text, finding->text, sizeof finding->text);
    return true;
}

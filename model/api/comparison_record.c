/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep.h>

#include "api/comparison.h"
#include "api/diagnosis.h"
#include "api/structure.h"

static void record_control(void *context, uint64_t cycle, const struct rvt_control *control)
{
    rvt_run_record_control(context, cycle, control);
}

static void record_write(void *context, uint64_t cycle, uint32_t offset, uint32_t value)
{
    rvt_run_record_write(context, cycle, offset, value);
}

enum rvt_status rvt_comparison_record(struct rvt_comparison *comparison,
                                      const struct rvt_comparison_record_options *options,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_comparison_record_options known;
    struct rvt_diag diag;

    if (comparison == NULL || comparison->record != NULL ||
        rvt_structure_take(&known, sizeof known, options) != RVT_OK || known.folder == NULL ||
        known.folder[0] == '\0')
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a second record, a null argument, or a structure of the "
                                    "wrong size");
    const struct rvt_run_record_options taken = {.folder = known.folder,
                                                 .program = known.program,
                                                 .waivers = &comparison->configuration.waivers,
                                                 .packets = comparison->packets,
                                                 .bytes = comparison->bytes};
    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_run_record_open(&taken, &comparison->configuration.config, &comparison->record, &diag);
    if (status == RVT_OK) {
        const struct rvt_control_sink sink = {
            .context = comparison->record, .control = record_control, .write = record_write};
        rvt_lockstep_control_sink(comparison->lockstep, &sink);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

const char *rvt_comparison_record_fault(const struct rvt_comparison *comparison)
{
    return comparison->record != NULL ? rvt_run_record_fault(comparison->record) : NULL;
}

void rvt_comparison_settle_record(struct rvt_comparison *comparison)
{
    unsigned findings = 0;

    if (comparison->record == NULL)
        return;
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        findings += rvt_lockstep_findings(comparison->lockstep, (enum rvt_verdict)i);
    if (findings != comparison->recorded)
        rvt_run_record_flush(comparison->record);
    comparison->recorded = findings;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip/tip_core.h"

#include "cores/step_rows.h"
#include "tools/command.h"
#include "tools/progress.h"

struct conversion {
    const struct rvt_tip_core *options;
    struct rvt_tip_core_notes *notes;
    struct rvt_tip_writer *writer;
    struct rvt_step_rows rows;
    struct rvt_core_steps steps;
};

/* The columns of the tip trace: what the log has and the configuration can use. */
static unsigned columns_of(const struct conversion *conversion)
{
    const struct rvt_params *params = &conversion->options->steps.config->params;
    unsigned members = rvt_core_log_members(&conversion->steps.log);
    unsigned columns = 0;

    if (members & RVT_STEP_CYCLE)
        columns |= RVT_TIP_CYCLE;
    if (members & RVT_STEP_CONTEXT && !params->nocontext_p)
        columns |= RVT_TIP_CONTEXT | RVT_TIP_CTYPE;
    if (members & RVT_STEP_TIME && !params->notime_p)
        columns |= RVT_TIP_TIME;
    if (members & RVT_STEP_LOST)
        columns |= RVT_TIP_LOST;
    if (params->sijump_p)
        columns |= RVT_TIP_SIJUMP;
    return columns;
}

/* Writes a row. The first one creates the file: only then the header of the log is known. */
static enum rvt_status write_row(void *context, const struct rvt_row *row, struct rvt_diag *diag)
{
    struct conversion *conversion = context;
    enum rvt_status status = RVT_OK;

    if (!conversion->writer)
        status = rvt_tip_create_columns(
            conversion->options->tip_path, conversion->options->steps.config,
            conversion->options->form, columns_of(conversion), &conversion->writer, diag);
    conversion->notes->rows++;
    if (status != RVT_OK)
        return status;
    conversion->notes->losses += row->lost;
    return rvt_tip_write(conversion->writer, row, diag);
}

static enum rvt_status read_lines(struct conversion *conversion, struct rvt_diag *diag)
{
    const struct rvt_checked_step *cut = NULL;
    struct rvt_progress progress;
    enum rvt_status status = RVT_OK;
    bool end = false;

    rvt_progress_start(&progress, "lines");
    rvt_progress_of(&progress, conversion->options->steps.path);
    while (status == RVT_OK && !end) {
        status = rvt_core_steps_next(&conversion->steps, &end, &cut, diag);
        rvt_progress_at(&progress, rvt_core_steps_place(&conversion->steps));
    }
    rvt_progress_clear();
    conversion->notes->cut = cut != NULL;
    if (status == RVT_OK && !conversion->writer)
        status = rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, "LogSyntax",
                              "no instruction of the log is complete");
    return status;
}

static enum rvt_status convert(struct conversion *conversion, struct rvt_diag *diag)
{
    const struct rvt_core_steps_options *options = &conversion->options->steps;

    rvt_step_rows_init(&conversion->rows, options->config, write_row, conversion);
    enum rvt_status status = rvt_core_steps_open(options, rvt_step_rows_put, &conversion->rows,
                                                 &conversion->steps, diag);
    if (status == RVT_OK)
        status = read_lines(conversion, diag);
    rvt_core_steps_close(&conversion->steps);
    return status;
}

bool rvt_tip_from_core(const struct rvt_tip_core *options, struct rvt_tip_core_notes *notes,
                       const char **at_fault, struct rvt_diag *diag)
{
    struct conversion conversion = {.options = options, .notes = notes};

    *notes = (struct rvt_tip_core_notes){0};
    *at_fault = options->steps.path;
    enum rvt_status status = convert(&conversion, diag);
    if (status == RVT_OK) {
        *at_fault = options->tip_path;
        return rvt_tip_finish(conversion.writer, diag) == RVT_OK;
    }
    bool uncreated = notes->rows && !conversion.writer;
    if (uncreated || (conversion.writer && rvt_tip_failed(conversion.writer)))
        *at_fault = options->tip_path;
    rvt_tip_discard(conversion.writer);
    return false;
}

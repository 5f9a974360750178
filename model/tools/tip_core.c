/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip_core.h"

#include "cores/step_rows.h"
#include "io/input.h"
#include "tools/command.h"

struct conversion {
    const struct rvt_tip_core *options;
    struct rvt_tip_core_notes *notes;
    struct rvt_input *input;
    struct rvt_continuity *continuity;
    struct rvt_tip_writer *writer;
    struct rvt_step_rows rows;
    struct rvt_core_log log;
};

/* The columns of the tip trace: what the log has and the configuration can use. */
static unsigned columns_of(const struct conversion *conversion)
{
    const struct rvt_params *params = &conversion->options->config->params;
    unsigned members = rvt_core_log_members(&conversion->log);
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
        status = rvt_tip_create_columns(conversion->options->tip_path, conversion->options->config,
                                        conversion->options->form, columns_of(conversion),
                                        &conversion->writer, diag);
    conversion->notes->rows++;
    if (status != RVT_OK)
        return status;
    conversion->notes->losses += row->lost;
    return rvt_tip_write(conversion->writer, row, diag);
}

static enum rvt_status read_lines(struct conversion *conversion, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    enum rvt_status status = RVT_OK;
    bool end = false;

    rvt_progress_start(&progress, "lines");
    while (status == RVT_OK) {
        const char *text = NULL;
        size_t length = 0;
        status = rvt_input_line(conversion->input, &text, &length, &end, diag);
        if (status != RVT_OK || end)
            break;
        status = rvt_core_log_line(&conversion->log, text, length, diag);
        rvt_progress_step(&progress);
    }
    rvt_progress_end(&progress);
    if (status == RVT_OK)
        status = rvt_core_log_end(&conversion->log, diag);
    if (status == RVT_OK)
        status = rvt_continuity_end(conversion->continuity, &conversion->notes->cut, diag);
    if (status == RVT_OK && !conversion->writer)
        status = rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, "LogSyntax",
                              "no instruction of the log is complete");
    return status;
}

static enum rvt_status convert(struct conversion *conversion, struct rvt_diag *diag)
{
    const struct rvt_tip_core *options = conversion->options;

    rvt_step_rows_init(&conversion->rows, options->config, write_row, conversion);
    enum rvt_status status =
        rvt_continuity_open(options->config, options->log.image, &options->defaults,
                            rvt_step_rows_put, &conversion->rows, &conversion->continuity);
    if (status != RVT_OK)
        return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    rvt_core_log_init(&conversion->log, &options->log, rvt_continuity_put, conversion->continuity);
    status = rvt_input_open(options->log_path, &conversion->input, diag);
    if (status == RVT_OK)
        status = read_lines(conversion, diag);
    rvt_input_close(conversion->input);
    rvt_continuity_close(conversion->continuity);
    return status;
}

bool rvt_tip_from_core(const struct rvt_tip_core *options, struct rvt_tip_core_notes *notes,
                       const char **at_fault, struct rvt_diag *diag)
{
    struct conversion conversion = {.options = options, .notes = notes};

    *notes = (struct rvt_tip_core_notes){0};
    *at_fault = options->log_path;
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

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tip/tip_file.h"

#include <stdlib.h>
#include <string.h>

#include "ingress/draft_ingress.h"
#include "io/tip/tip_binary.h"
#include "io/tip/tip_text.h"

struct rvt_tip_reader {
    struct rvt_input *input;
    struct rvt_config config;
    enum rvt_tip_form form;
    struct rvt_access access[RVT_ACCESSES_MAX]; /* of the latest row */
    struct rvt_tip_text text;
    struct rvt_tip_binary binary;
    uint64_t rows;  /* read so far, the latest included */
    uint64_t cycle; /* of the latest row */
};

struct rvt_tip_writer {
    struct rvt_output *output;
    enum rvt_tip_form form;
    unsigned columns, blocks;
    struct rvt_tip_binary binary;
    uint64_t next_cycle; /* without a cycle column */
};

static enum rvt_status read_header(struct rvt_tip_reader *reader, struct rvt_diag *diag)
{
    bool binary = false;
    enum rvt_status status = rvt_tip_binary_probe(reader->input, &binary, diag);

    if (status != RVT_OK)
        return status;
    reader->form = binary ? RVT_TIP_BINARY : RVT_TIP_TEXT;
    return binary
               ? rvt_tip_binary_open(reader->input, &reader->config.params, &reader->binary, diag)
               : rvt_tip_text_open(reader->input, &reader->config.params, &reader->text, diag);
}

enum rvt_status rvt_tip_open(const char *path, const struct rvt_config *config,
                             struct rvt_tip_reader **reader, struct rvt_diag *diag)
{
    struct rvt_tip_reader *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->config = *config;
    enum rvt_status status = rvt_input_open(path, &made->input, diag);
    if (status == RVT_OK)
        status = read_header(made, diag);
    if (status != RVT_OK) {
        rvt_tip_close(made);
        return status;
    }
    *reader = made;
    return RVT_OK;
}

void rvt_tip_close(struct rvt_tip_reader *reader)
{
    if (reader)
        rvt_input_close(reader->input);
    free(reader);
}

uint64_t rvt_tip_place(const struct rvt_tip_reader *reader)
{
    return rvt_input_place(reader->input);
}

unsigned rvt_tip_columns(const struct rvt_tip_reader *reader)
{
    return reader->form == RVT_TIP_BINARY ? reader->binary.columns : reader->text.columns;
}

void rvt_tip_locate(const struct rvt_tip_reader *reader, struct rvt_diag *diag)
{
    if (reader->form == RVT_TIP_TEXT)
        rvt_diag_at(diag, "line", rvt_input_line_number(reader->input));
    else
        rvt_diag_at(diag, "row", reader->rows);
}

/* A 3-bit interface shows fewer codes. Spec: ETR-ING-006. */
static void narrow(const struct rvt_params *params, struct rvt_row *row)
{
    for (unsigned index = 0; index < row->blocks; index++) {
        struct rvt_block *block = &row->block[index];
        if (block->itype <= RVT_ITYPE_OTHER_INFERABLE_JUMP)
            block->itype =
                (uint8_t)rvt_itype_narrow((enum rvt_itype)block->itype, params->itype_width_p);
    }
}

static enum rvt_status check_row(struct rvt_tip_reader *reader, const struct rvt_row *row,
                                 struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (reader->rows > 1 && row->cycle <= reader->cycle)
        status = rvt_diag_set(diag, RVT_ERR_INGRESS, "cycle", row->cycle, NULL,
                              "the cycle is not later than the one before");
    uint64_t before = reader->rows > 1 ? row->cycle - reader->cycle - 1 : row->cycle;
    if (status == RVT_OK && row->stalled > before)
        status = rvt_diag_set(diag, RVT_ERR_INGRESS, "stalled", row->stalled, NULL,
                              "there are fewer cycles before the row");
    if (status == RVT_OK && !row->halted &&
        !row->reset) /* else the other signals are ignored, ETR-ING-020 */
        status = rvt_profile_row_check(&reader->config, row, diag);
    if (status == RVT_OK && !row->halted && !row->reset && reader->config.options.data_trace)
        status = rvt_accesses_check(&reader->config, row, diag);
    if (status != RVT_OK)
        rvt_tip_locate(reader, diag);
    return status;
}

enum rvt_status rvt_tip_read(struct rvt_tip_reader *reader, struct rvt_row *row, bool *end,
                             struct rvt_diag *diag)
{
    bool text = reader->form == RVT_TIP_TEXT;
    struct rvt_row read = {.cycle = reader->rows};
    enum rvt_status status =
        text
            ? rvt_tip_text_read(reader->input, &reader->text, &read, reader->access, end, diag)
            : rvt_tip_binary_read(reader->input, &reader->binary, &read, reader->access, end, diag);

    if (status != RVT_OK || *end)
        return status;
    narrow(&reader->config.params, &read);
    reader->rows++;
    status = check_row(reader, &read, diag);
    if (status != RVT_OK)
        return status;
    reader->cycle = read.cycle;
    *row = read;
    return RVT_OK;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t part = strlen(ending);
    return length >= part && strcmp(path + length - part, ending) == 0;
}

enum rvt_tip_form rvt_tip_form(const char *path)
{
    return ends_in(path, ".tip") || ends_in(path, ".tip.gz") ? RVT_TIP_BINARY : RVT_TIP_TEXT;
}

enum rvt_status rvt_tip_create(const char *path, const struct rvt_config *config,
                               enum rvt_tip_form form, struct rvt_tip_writer **writer,
                               struct rvt_diag *diag)
{
    unsigned columns =
        RVT_TIP_CYCLE | RVT_TIP_CTYPE | RVT_TIP_TRIGGER | RVT_TIP_HALTED | RVT_TIP_RESET;

    columns |= config->params.nocontext_p ? 0u : RVT_TIP_CONTEXT;
    columns |= config->params.notime_p && !config->encap.timestamp_bytes ? 0u : RVT_TIP_TIME;
    columns |= config->params.sijump_p ? RVT_TIP_SIJUMP : 0u;
    columns |= config->params.ntkn_width_p && form == RVT_TIP_TEXT ? RVT_TIP_NTKN : 0u;
    columns |= config->options.data_trace ? RVT_TIP_DATA : 0u;
    return rvt_tip_create_columns(path, config, form, columns, writer, diag);
}

enum rvt_status rvt_tip_create_columns(const char *path, const struct rvt_config *config,
                                       enum rvt_tip_form form, unsigned columns,
                                       struct rvt_tip_writer **writer, struct rvt_diag *diag)
{
    struct rvt_tip_writer *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    enum rvt_status status = rvt_output_open(path, &made->output, diag);
    if (status != RVT_OK) {
        free(made);
        return status;
    }
    made->form = form;
    made->columns = columns;
    if (form == RVT_TIP_BINARY)
        made->columns &= ~(unsigned)(RVT_TIP_NTKN | RVT_TIP_STALLED);
    made->blocks = config->params.blocks_p;
    if (form == RVT_TIP_BINARY)
        rvt_tip_binary_create(made->output, &config->params, made->columns, &made->binary);
    else
        rvt_tip_text_create(made->output, made->columns, made->blocks, made->blocks);
    *writer = made;
    return RVT_OK;
}

static enum rvt_status no_column(struct rvt_diag *diag, const char *field, uint64_t value)
{
    return rvt_diag_set(diag, RVT_ERR_CAPACITY, field, value, NULL,
                        "the output file has no such column");
}

/* Refuses values that the file cannot hold. */
static enum rvt_status check_columns(const struct rvt_tip_writer *writer, const struct rvt_row *row,
                                     struct rvt_diag *diag)
{
    unsigned missing = ~writer->columns;

    if (row->blocks > writer->blocks)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "blocks_p", writer->blocks, NULL,
                            "the row has %u blocks", row->blocks);
    if (missing & RVT_TIP_CYCLE && row->cycle != writer->next_cycle)
        return no_column(diag, "cycle", row->cycle);
    if (missing & RVT_TIP_CONTEXT && row->context)
        return no_column(diag, "context", row->context);
    if (missing & RVT_TIP_TIME && row->time)
        return no_column(diag, "time", row->time);
    if (missing & RVT_TIP_CTYPE && row->ctype)
        return no_column(diag, "ctype", row->ctype);
    if (missing & RVT_TIP_TRIGGER && row->trigger)
        return no_column(diag, "trigger", row->trigger);
    if (missing & RVT_TIP_IMPDEF && row->impdef)
        return no_column(diag, "impdef", row->impdef);
    if (missing & RVT_TIP_HALTED && row->halted)
        return no_column(diag, "halted", 1);
    if (missing & RVT_TIP_RESET && row->reset)
        return no_column(diag, "reset", 1);
    if (missing & RVT_TIP_DATA && row->accesses)
        return no_column(diag, "dretire", 1);
    if (row->accesses > writer->blocks && writer->form == RVT_TIP_TEXT)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "blocks_p", writer->blocks, NULL,
                            "the row has %u data accesses", row->accesses);
    if (missing & RVT_TIP_LOST && row->lost)
        return no_column(diag, "lost", 1);
    if (missing & RVT_TIP_STALLED && row->stalled)
        return no_column(diag, "stalled", row->stalled);
    for (unsigned index = 0; index < row->blocks; index++) {
        if (missing & RVT_TIP_SIJUMP && row->block[index].sijump)
            return no_column(diag, "sijump", 1);
        if (missing & RVT_TIP_NTKN && row->block[index].ntkn)
            return no_column(diag, "ntkn", row->block[index].ntkn);
    }
    return RVT_OK;
}

enum rvt_status rvt_tip_write(struct rvt_tip_writer *writer, const struct rvt_row *row,
                              struct rvt_diag *diag)
{
    enum rvt_status status = check_columns(writer, row, diag);
    if (status != RVT_OK)
        return status;
    if (writer->form == RVT_TIP_BINARY)
        rvt_tip_binary_write(writer->output, &writer->binary, row);
    else
        rvt_tip_text_write(writer->output, writer->columns, writer->blocks, writer->blocks, row);
    writer->next_cycle = row->cycle + 1;
    status = rvt_output_write(writer->output, NULL, 0); /* returns an earlier write error */
    rvt_output_explain(writer->output, diag);
    return status;
}

bool rvt_tip_failed(const struct rvt_tip_writer *writer)
{
    return rvt_output_failed(writer->output);
}

enum rvt_status rvt_tip_finish(struct rvt_tip_writer *writer, struct rvt_diag *diag)
{
    if (!writer)
        return RVT_OK;
    if (writer->form == RVT_TIP_BINARY)
        rvt_tip_binary_end(writer->output, &writer->binary);
    enum rvt_status status = rvt_output_finish(writer->output, diag);
    free(writer);
    return status;
}

void rvt_tip_discard(struct rvt_tip_writer *writer)
{
    if (writer)
        rvt_output_discard(writer->output);
    free(writer);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tip/insn_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "io/bytes/input.h"

enum column {
    COLUMN_VALID,
    COLUMN_ADDRESS,
    COLUMN_INSN,
    COLUMN_PRIVILEGE,
    COLUMN_EXCEPTION,
    COLUMN_ECAUSE,
    COLUMN_TVAL,
    COLUMN_INTERRUPT,
    COLUMNS,
};

static const struct {
    const char *name;
    uint64_t maximum;
} COLUMN[COLUMNS] = {
    [COLUMN_VALID] = {"VALID", 1},         [COLUMN_ADDRESS] = {"ADDRESS", UINT64_MAX},
    [COLUMN_INSN] = {"INSN", UINT32_MAX},  [COLUMN_PRIVILEGE] = {"PRIVILEGE", 7},
    [COLUMN_EXCEPTION] = {"EXCEPTION", 1}, [COLUMN_ECAUSE] = {"ECAUSE", UINT32_MAX},
    [COLUMN_TVAL] = {"TVAL", UINT64_MAX},  [COLUMN_INTERRUPT] = {"INTERRUPT", 1},
};

struct rvt_log {
    struct rvt_input *input;
    enum column place[COLUMNS]; /* the column at each place of a line */
};

static enum rvt_status at_line(const struct rvt_log *log, struct rvt_diag *diag)
{
    rvt_diag_at(diag, "line", rvt_input_line_number(log->input));
    return RVT_ERR_SYNTAX;
}

/* The part of a line up to the next comma; moves *at past the comma. */
static size_t next_part(const char **at, size_t *left, const char **part)
{
    const char *comma = *left ? memchr(*at, ',', *left) : NULL;
    size_t length = comma ? (size_t)(comma - *at) : *left;
    size_t passed = comma ? length + 1 : length;

    *part = *at;
    *at += passed;
    *left -= passed;
    return length;
}

static enum rvt_status read_header(struct rvt_log *log, struct rvt_diag *diag)
{
    const char *line = NULL;
    const char *part = NULL;
    size_t left = 0;
    bool end = false;
    unsigned seen = 0;
    enum rvt_status status = rvt_input_line(log->input, &line, &left, &end, diag);

    if (status != RVT_OK)
        return status;
    if (end)
        line = "";
    for (unsigned index = 0; index < COLUMNS; index++) {
        size_t length = next_part(&line, &left, &part);
        unsigned column = 0;
        while (column < COLUMNS && (strlen(COLUMN[column].name) != length ||
                                    memcmp(COLUMN[column].name, part, length) != 0))
            column++;
        if (column == COLUMNS || seen >> column & 1) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                               "'%.*s' is not a column name, or occurs twice",
                               (int)(length < 40 ? length : 40), part);
            return at_line(log, diag);
        }
        seen |= 1u << column;
        log->place[index] = (enum column)column;
    }
    if (left) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                           "the header has more than %d columns", COLUMNS);
        return at_line(log, diag);
    }
    return RVT_OK;
}

enum rvt_status rvt_log_open(const char *path, struct rvt_log **log, struct rvt_diag *diag)
{
    struct rvt_log *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    enum rvt_status status = rvt_input_open(path, &made->input, diag);
    if (status == RVT_OK)
        status = read_header(made, diag);
    if (status != RVT_OK) {
        rvt_log_close(made);
        return status;
    }
    *log = made;
    return RVT_OK;
}

void rvt_log_close(struct rvt_log *log)
{
    if (log)
        rvt_input_close(log->input);
    free(log);
}

/* The values of a line, by column. */
static enum rvt_status parse_line(const struct rvt_log *log, const char *line, size_t left,
                                  uint64_t value[COLUMNS], struct rvt_diag *diag)
{
    for (unsigned index = 0; index < COLUMNS; index++) {
        const char *part = NULL;
        size_t length = next_part(&line, &left, &part);
        enum column column = log->place[index];
        size_t used = 0;
        if (!rvt_hex_number(part, length, &used, &value[column]) || used != length ||
            value[column] > COLUMN[column].maximum) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                               "%s: '%.*s' is not a hexadecimal number up to 0x%" PRIx64,
                               COLUMN[column].name, (int)(length < 24 ? length : 24), part,
                               COLUMN[column].maximum);
            return at_line(log, diag);
        }
    }
    if (left) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the line has more than %d values",
                           COLUMNS);
        return at_line(log, diag);
    }
    return RVT_OK;
}

enum rvt_status rvt_log_read(struct rvt_log *log, struct rvt_log_line *line, bool *end,
                             struct rvt_diag *diag)
{
    uint64_t value[COLUMNS] = {0};

    while (!value[COLUMN_VALID]) {
        const char *text = NULL;
        size_t length = 0;
        enum rvt_status status = rvt_input_line(log->input, &text, &length, end, diag);
        if (status != RVT_OK || *end)
            return status;
        if (length)
            status = parse_line(log, text, length, value, diag);
        if (status != RVT_OK)
            return status;
    }
    *line = (struct rvt_log_line){.number = rvt_input_line_number(log->input),
                                  .address = value[COLUMN_ADDRESS],
                                  .tval = value[COLUMN_TVAL],
                                  .insn = (uint32_t)value[COLUMN_INSN],
                                  .ecause = (uint32_t)value[COLUMN_ECAUSE],
                                  .privilege = (uint8_t)value[COLUMN_PRIVILEGE],
                                  .exception = value[COLUMN_EXCEPTION] != 0,
                                  .interrupt = value[COLUMN_INTERRUPT] != 0};
    return RVT_OK;
}

uint64_t rvt_log_place(const struct rvt_log *log)
{
    return rvt_input_place(log->input);
}

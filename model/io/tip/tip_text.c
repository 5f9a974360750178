/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tip/tip_text.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/digits.h"
#include "io/tip/tip_access.h"
#include "io/tip/tip_column.h"

/* A column: its name, and the member of struct rvt_row, or of struct rvt_access with RVT_TIP_DATA,
 * that holds its value. */
struct column {
    const char *name;
    unsigned optional; /* enum rvt_tip_column; 0: required */
    unsigned block;    /* or group of the data interface */
    bool hexadecimal;
    size_t offset, bytes; /* bytes 0: the column is ignored */
    uint64_t maximum;
};

/* clang-format off */
#define PLACE(member) offsetof(struct rvt_row, member), sizeof(((struct rvt_row *)0)->member)
#define BLOCK_COLUMNS(k) \
    {"itype_" #k, 0, k, false, PLACE(block[k].itype), UINT8_MAX}, \
    {"iaddr_" #k, 0, k, true, PLACE(block[k].iaddr), UINT64_MAX}, \
    {"sijump_" #k, RVT_TIP_SIJUMP, k, false, PLACE(block[k].sijump), 1}, \
    {"iretire_" #k, 0, k, false, PLACE(block[k].iretire), UINT32_MAX}, \
    {"ilastsize_" #k, 0, k, false, PLACE(block[k].ilastsize), UINT8_MAX}, \
    {"ntkn_" #k, RVT_TIP_NTKN, k, false, PLACE(block[k].ntkn), UINT8_MAX}

#define SHOWN(member) \
    offsetof(struct rvt_access, member), sizeof(((struct rvt_access *)0)->member)
#define ACCESS_COLUMNS(k) \
    {"dretire_" #k, RVT_TIP_DATA, k, false, SHOWN(dretire), 1}, \
    {"dtype_" #k, RVT_TIP_DATA, k, false, SHOWN(dtype), 15}, \
    {"daddr_" #k, RVT_TIP_DATA, k, true, SHOWN(daddr), UINT64_MAX}, \
    {"dsize_" #k, RVT_TIP_DATA, k, false, SHOWN(dsize), UINT8_MAX}, \
    {"data_" #k, RVT_TIP_DATA, k, true, SHOWN(data), UINT64_MAX}, \
    {"operand_" #k, RVT_TIP_DATA, k, true, SHOWN(operand), UINT64_MAX}, \
    {"iaddr_lsbs_" #k, RVT_TIP_DATA, k, true, SHOWN(iaddr_lsbs), UINT32_MAX}, \
    {"dblock_" #k, RVT_TIP_DATA, k, false, SHOWN(dblock), UINT8_MAX}, \
    {"lrid_" #k, RVT_TIP_DATA, k, false, SHOWN(lrid), UINT8_MAX}, \
    {"lresp_" #k, RVT_TIP_DATA, k, false, SHOWN(lresp), 3}, \
    {"lid_" #k, RVT_TIP_DATA, k, false, SHOWN(lid), UINT8_MAX}, \
    {"sdata_" #k, RVT_TIP_DATA, k, true, SHOWN(sdata), UINT64_MAX}, \
    {"ldata_" #k, RVT_TIP_DATA, k, true, SHOWN(ldata), UINT64_MAX}

/* Every column, in the order in which they are written. */
static const struct column COLUMNS[RVT_TIP_TEXT_COLUMNS_MAX] = {
    {"cycle", RVT_TIP_CYCLE, 0, false, PLACE(cycle), UINT64_MAX},
    {"cause", 0, 0, false, PLACE(cause), UINT32_MAX},
    {"tval", 0, 0, true, PLACE(tval), UINT64_MAX},
    {"priv", 0, 0, false, PLACE(priv), UINT8_MAX},
    {"context", RVT_TIP_CONTEXT, 0, true, PLACE(context), UINT64_MAX},
    {"time", RVT_TIP_TIME, 0, true, PLACE(time), UINT64_MAX},
    {"ctype", RVT_TIP_CTYPE, 0, false, PLACE(ctype), UINT8_MAX},
    {"trigger", RVT_TIP_TRIGGER, 0, false, PLACE(trigger), UINT32_MAX},
    {"halted", RVT_TIP_HALTED, 0, false, PLACE(halted), 1},
    {"reset", RVT_TIP_RESET, 0, false, PLACE(reset), 1},
    {"impdef", RVT_TIP_IMPDEF, 0, false, PLACE(impdef), UINT32_MAX},
    {"lost", RVT_TIP_LOST, 0, false, PLACE(lost), 1},
    {"stalled", RVT_TIP_STALLED, 0, false, PLACE(stalled), UINT64_MAX},
    BLOCK_COLUMNS(0),
    BLOCK_COLUMNS(1),
    BLOCK_COLUMNS(2),
    BLOCK_COLUMNS(3),
    ACCESS_COLUMNS(0),
    ACCESS_COLUMNS(1),
    ACCESS_COLUMNS(2),
    ACCESS_COLUMNS(3),
};
/* clang-format on */

static enum rvt_status refuse(struct rvt_input *input, struct rvt_diag *diag)
{
    rvt_diag_at(diag, "line", rvt_input_line_number(input));
    return RVT_ERR_SYNTAX;
}

/* The index of the column called name, or RVT_TIP_TEXT_COLUMNS_MAX. */
static unsigned find_column(const char *name, size_t length)
{
    unsigned index = 0;
    while (index < RVT_TIP_TEXT_COLUMNS_MAX && (strlen(COLUMNS[index].name) != length ||
                                                memcmp(COLUMNS[index].name, name, length) != 0))
        index++;
    return index;
}

/* Takes one name of the header; seen: by index into COLUMNS, those that came before. */
static enum rvt_status take_name(struct rvt_tip_text *text, bool *seen, const char *name,
                                 size_t length, const struct rvt_params *params,
                                 struct rvt_diag *diag)
{
    unsigned index = find_column(name, length);
    int shown = length < 40 ? (int)length : 40;
    bool data = false;

    if (index == RVT_TIP_TEXT_COLUMNS_MAX)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "unknown column '%.*s'", shown,
                            name);
    if (seen[index])
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "column '%s' occurs twice",
                            COLUMNS[index].name);
    data = COLUMNS[index].optional == RVT_TIP_DATA;
    if (!data && COLUMNS[index].block >= params->blocks_p)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "blocks_p", params->blocks_p, "ETR-ING-008",
                            "column '%s' belongs to block %u, but blocks_p is %u",
                            COLUMNS[index].name, COLUMNS[index].block, params->blocks_p);
    if (COLUMNS[index].optional == RVT_TIP_NTKN && params->ntkn_width_p == 0)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "ntkn_width_p", 0, "DRA-009",
                            "column '%s' needs ntkn_width_p", COLUMNS[index].name);
    seen[index] = true;
    text->column[text->count++] = (uint8_t)index;
    text->columns |= COLUMNS[index].optional;
    unsigned *groups = data ? &text->groups : &text->blocks;
    if (*groups <= COLUMNS[index].block)
        *groups = COLUMNS[index].block + 1;
    return RVT_OK;
}

enum rvt_status rvt_tip_text_open(struct rvt_input *input, const struct rvt_params *params,
                                  struct rvt_tip_text *text, struct rvt_diag *diag)
{
    const char *line = NULL;
    size_t length = 0;
    bool end = false;
    bool seen[RVT_TIP_TEXT_COLUMNS_MAX] = {false};

    *text = (struct rvt_tip_text){.blocks = 1};
    enum rvt_status status = rvt_input_line(input, &line, &length, &end, diag);
    if (status != RVT_OK)
        return status;
    if (end) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the file is empty");
        return refuse(input, diag);
    }
    for (size_t at = 0; at <= length;) {
        const char *comma = length > at ? memchr(line + at, ',', length - at) : NULL;
        size_t part = comma ? (size_t)(comma - line) - at : length - at;
        if (take_name(text, seen, line + at, part, params, diag) != RVT_OK)
            return refuse(input, diag);
        at += part + 1;
    }
    for (unsigned index = 0; index < RVT_TIP_TEXT_COLUMNS_MAX; index++) {
        const struct column *column = &COLUMNS[index];
        bool required =
            column->optional == RVT_TIP_DATA
                ? column->block < text->groups && strncmp(column->name, "dretire", 7) == 0
                : !column->optional && column->block < text->blocks;
        if (required && !seen[index]) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "column '%s' is missing",
                               column->name);
            return refuse(input, diag);
        }
    }
    return RVT_OK;
}

static void store(struct rvt_row *row, struct rvt_access *access, const struct column *column,
                  uint64_t value)
{
    bool data = column->optional == RVT_TIP_DATA;
    uint8_t *member = (data ? (uint8_t *)&access[column->block] : (uint8_t *)row) + column->offset;
    uint8_t byte = (uint8_t)value;
    uint32_t word = (uint32_t)value;

    if (column->bytes == sizeof value)
        memcpy(member, &value, sizeof value);
    else if (column->bytes == sizeof word)
        memcpy(member, &word, sizeof word);
    else if (column->bytes == sizeof byte)
        memcpy(member, &byte, sizeof byte);
}

static uint64_t fetch(const struct rvt_row *row, const struct column *column)
{
    bool data = column->optional == RVT_TIP_DATA;
    const uint8_t *member =
        (data ? (const uint8_t *)&row->access[column->block] : (const uint8_t *)row) +
        column->offset;
    uint64_t value = 0;
    uint32_t word = 0;

    if (data ? column->block >= row->accesses
             : column->offset >= offsetof(struct rvt_row, block) && column->block >= row->blocks)
        return 0;
    if (column->bytes == sizeof value)
        memcpy(&value, member, sizeof value);
    else if (column->bytes == sizeof word)
        memcpy(&word, member, sizeof word);
    else if (column->bytes == sizeof *member)
        word = *member;
    return column->bytes == sizeof value ? value : word;
}

/* Digits at *at, up to end, as a number; false for none, too many or a value above maximum. */
static bool parse_decimal(const char **at, const char *end, uint64_t maximum, uint64_t *value)
{
    const char *from = *at;
    uint64_t number = 0;

    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        unsigned digit = (unsigned)(**at - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return *at > from && number <= maximum;
}

/* Refuses a value that begins at from. */
static enum rvt_status wrong_value(struct rvt_input *input, const struct column *column,
                                   const char *from, const char *end, struct rvt_diag *diag)
{
    int shown = 0;
    while (from + shown < end && shown < 24 && from[shown] != ',')
        shown++;
    if (from == end)
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%s is missing", column->name);
    else
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                           "%s: '%.*s' is not a %s number up to 0x%" PRIx64, column->name, shown,
                           from, column->hexadecimal ? "hexadecimal" : "decimal", column->maximum);
    return refuse(input, diag);
}

/* Blocks in use: up to the last one that is not idle. Spec: ETR-ING-001. */
static uint8_t used_blocks(const struct rvt_row *row, unsigned blocks)
{
    while (blocks && !row->block[blocks - 1].iretire && !row->block[blocks - 1].itype)
        blocks--;
    return (uint8_t)blocks;
}

enum rvt_status rvt_tip_text_read(struct rvt_input *input, const struct rvt_tip_text *text,
                                  struct rvt_row *row, struct rvt_access *access, bool *end,
                                  struct rvt_diag *diag)
{
    const char *line = NULL;
    size_t length = 0;

    do {
        enum rvt_status status = rvt_input_line(input, &line, &length, end, diag);
        if (status != RVT_OK || *end)
            return status;
    } while (length == 0);
    const char *at = line;
    const char *stop = line + length;
    *row = (struct rvt_row){.cycle = row->cycle, .access = access};
    if (text->groups)
        memset(access, 0, RVT_ACCESSES_MAX * sizeof *access);
    for (unsigned index = 0; index < text->count; index++) {
        const struct column *column = &COLUMNS[text->column[index]];
        const char *from = at;
        uint64_t value = 0;
        size_t used = 0;
        bool good = column->hexadecimal ? rvt_hex_number(at, (size_t)(stop - at), &used, &value)
                                        : parse_decimal(&at, stop, column->maximum, &value);
        at += used;
        bool last = index + 1 == text->count;
        good = good && value <= column->maximum;
        if (!good || (at < stop && *at != ','))
            return wrong_value(input, column, from, stop, diag);
        if (last != (at == stop)) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                               "%s values than columns in the header", last ? "more" : "fewer");
            return refuse(input, diag);
        }
        store(row, access, column, value);
        at += last ? 0 : 1;
    }
    row->blocks = used_blocks(row, text->blocks);
    if (text->groups)
        row->accesses = rvt_tip_accesses_settle(access, text->groups);
    return RVT_OK;
}

/* Whether the file has the column. */
static bool has_column(const struct column *column, unsigned columns, unsigned blocks,
                       unsigned groups)
{
    return column->bytes != 0 &&
           column->block < (column->optional == RVT_TIP_DATA ? groups : blocks) &&
           (!column->optional || (columns & column->optional));
}

void rvt_tip_text_create(struct rvt_output *output, unsigned columns, unsigned blocks,
                         unsigned groups)
{
    const char *separator = "";

    for (unsigned index = 0; index < RVT_TIP_TEXT_COLUMNS_MAX; index++)
        if (has_column(&COLUMNS[index], columns, blocks, groups)) {
            rvt_output_print(output, "%s%s", separator, COLUMNS[index].name);
            separator = ",";
        }
    rvt_output_write(output, "\n", 1);
}

/* Writes value before to, digit by digit; returns where it begins. */
static char *put_number(char *to, uint64_t value, unsigned base)
{
    do {
        *--to = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    return to;
}

void rvt_tip_text_write(struct rvt_output *output, unsigned columns, unsigned blocks,
                        unsigned groups, const struct rvt_row *row)
{
    char text[24]; /* one separator and 20 digits at most */
    const char *separator = "";

    for (unsigned index = 0; index < RVT_TIP_TEXT_COLUMNS_MAX; index++) {
        const struct column *column = &COLUMNS[index];
        if (!has_column(column, columns, blocks, groups))
            continue;
        char *to = text + sizeof text;
        char *from = put_number(to, fetch(row, column), column->hexadecimal ? 16 : 10);
        if (*separator)
            *--from = *separator;
        rvt_output_write(output, from, (size_t)(to - from));
        separator = ",";
    }
    rvt_output_write(output, "\n", 1);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/core_table.h"

#include <inttypes.h>

enum { SHOWN = 40 }; /* characters of a faulty part in a message */

/* The next part of a line, without blanks around it; moves past the separator. False: none left. */
static bool next_part(struct rvt_core_line *line, bool commas, struct rvt_core_line *part)
{
    (void)rvt_core_line_blanks(line);
    *part = *line;
    if (!commas) {
        size_t length = rvt_core_line_word(line);
        part->end = part->at + length;
        return length > 0;
    }
    if (line->at > line->end)
        return false;
    const char *comma =
        rvt_core_line_left(line) ? memchr(line->at, ',', rvt_core_line_left(line)) : NULL;
    part->end = comma ? comma : line->end;
    line->at = comma ? comma + 1 : line->end;
    while (part->end > part->at && (part->end[-1] == ' ' || part->end[-1] == '\t'))
        part->end--;
    return comma != NULL || part->end > part->at;
}

static int shown(const struct rvt_core_line *part)
{
    return rvt_core_line_left(part) < SHOWN ? (int)rvt_core_line_left(part) : SHOWN;
}

static unsigned find(const struct rvt_core_table *table, const struct rvt_core_line *part)
{
    struct rvt_core_line name = *part;
    unsigned column = 0;

    if (table->prefix)
        (void)rvt_core_line_text(&name, table->prefix, strlen(table->prefix));
    size_t length = rvt_core_line_left(&name);
    while (column < table->columns && (strlen(table->column[column].name) != length ||
                                       memcmp(table->column[column].name, name.at, length) != 0))
        column++;
    return column;
}

enum rvt_status rvt_core_table_header(struct rvt_core_table *table, struct rvt_core_line *line,
                                      struct rvt_diag *diag)
{
    struct rvt_core_line part;

    table->commas = rvt_core_line_left(line) && memchr(line->at, ',', rvt_core_line_left(line));
    while (next_part(line, table->commas, &part)) {
        unsigned column = find(table, &part);
        bool known = column < table->columns;
        if ((!known && !table->others) || (known && table->present >> column & 1))
            return rvt_core_line_fault(line, "LogColumns", diag,
                                       "'%.*s' is not a column name, or occurs twice", shown(&part),
                                       part.at);
        if (table->places == RVT_CORE_TABLE_MAX)
            return rvt_core_line_fault(line, "LogColumns", diag,
                                       "the header has more than %d columns", RVT_CORE_TABLE_MAX);
        table->place[table->places++] = (uint8_t)column;
        table->present |= known ? UINT64_C(1) << column : 0;
    }
    for (unsigned column = 0; column < table->columns; column++) {
        if (table->column[column].required && !(table->present >> column & 1))
            return rvt_core_line_fault(line, "LogColumns", diag, "the header has no column %s",
                                       table->column[column].name);
    }
    return RVT_OK;
}

static bool read_number(const struct rvt_core_column *column, struct rvt_core_line *part,
                        uint64_t *value)
{
    bool read = column->decimal ? rvt_core_line_decimal(part, value)
                                : rvt_core_line_0x(part, value) || rvt_core_line_hex(part, value);

    return read && part->at == part->end && *value <= column->maximum;
}

enum rvt_status rvt_core_table_record(const struct rvt_core_table *table,
                                      struct rvt_core_line *line, uint64_t *value,
                                      struct rvt_diag *diag)
{
    struct rvt_core_line part;

    for (unsigned place = 0; place < table->places; place++) {
        const struct rvt_core_column *column = &table->column[table->place[place]];
        if (!next_part(line, table->commas, &part) && place + 1 < table->places)
            return rvt_core_line_fault(line, "LogSyntax", diag, "the line has less than %u values",
                                       table->places);
        if (table->place[place] == table->columns)
            continue;
        struct rvt_core_line digits = part;
        if (!read_number(column, &digits, &value[table->place[place]]))
            return rvt_core_line_fault(
                line, "LogSyntax", diag, "%s: '%.*s' is not a %s number up to 0x%" PRIx64,
                column->name, shown(&part), part.at, column->decimal ? "decimal" : "hexadecimal",
                column->maximum);
    }
    (void)rvt_core_line_blanks(line);
    if (line->at < line->end)
        return rvt_core_line_fault(line, "LogSyntax", diag, "the line has more than %u values",
                                   table->places);
    return RVT_OK;
}

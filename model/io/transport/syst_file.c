/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "io/bytes/input.h"
#include "io/transport/syst_line.h"
#include "io/transport/syst_text.h"

/* More than the largest message, so that the rules about size can be checked. */
enum {
    BYTES_MAX = 2 * 65536,
    LINE_MAX_BYTES = 4 * BYTES_MAX,
    SIZE_BYTES = 4, /* of the size before a binary message */
};

static const char MARK[] = "SYS-T RAW DATA: ";
enum { MARK_LENGTH = sizeof MARK - 1 };

struct rvt_syst_reader {
    struct rvt_input *input;
    enum rvt_syst_form form;
    uint64_t line;               /* number of the latest */
    size_t length;               /* of it */
    struct rvt_syst_place place; /* given by the line */
    char text[LINE_MAX_BYTES];
    uint8_t data[BYTES_MAX], body[BYTES_MAX];
};

bool rvt_syst_parse_form(const char *word, enum rvt_syst_form *form)
{
    static const char *const words[] = {
        [RVT_SYST_HEX] = "hex",
        [RVT_SYST_MIPI] = "mipi",
        [RVT_SYST_BINARY] = "binary",
        [RVT_SYST_TEXT] = "text",
    };

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0) {
            *form = (enum rvt_syst_form)i;
            return true;
        }
    return false;
}

enum rvt_status rvt_syst_reader_open(const char *path, enum rvt_syst_form form,
                                     struct rvt_syst_reader **reader, struct rvt_diag *diag)
{
    struct rvt_syst_reader *made = malloc(sizeof *made);
    enum rvt_status status;

    if (made == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->form = form;
    made->line = 0;
    status = rvt_input_open(path, &made->input, diag);
    if (status != RVT_OK)
        free(made);
    else
        *reader = made;
    return status;
}

void rvt_syst_reader_close(struct rvt_syst_reader *reader)
{
    if (reader == NULL)
        return;
    rvt_input_close(reader->input);
    free(reader);
}

static enum rvt_status refuse(const struct rvt_syst_reader *reader, enum rvt_status status,
                              const char *why, struct rvt_diag *diag)
{
    rvt_diag_set(diag, status, NULL, 0, NULL, "%s", why);
    rvt_diag_at(diag, "line", reader->line);
    return status;
}

/* Reads the next line into text, without newline and carriage return. */
static enum rvt_status read_line(struct rvt_syst_reader *reader, bool *end, struct rvt_diag *diag)
{
    const uint8_t *data = NULL, *newline = NULL;
    size_t available = 0;

    reader->line++;
    reader->length = 0;
    while (newline == NULL) {
        enum rvt_status status = rvt_input_peek(reader->input, 1, &data, &available, diag);
        size_t piece;

        if (status != RVT_OK)
            return status;
        *end = available == 0 && reader->length == 0;
        if (available == 0)
            break;
        newline = memchr(data, '\n', available);
        piece = newline ? (size_t)(newline - data) : available;
        if (piece > LINE_MAX_BYTES - reader->length)
            return refuse(reader, RVT_ERR_CAPACITY, "the line is too long", diag);
        memcpy(reader->text + reader->length, data, piece);
        reader->length += piece;
        rvt_input_skip(reader->input, piece + (newline != NULL));
    }
    if (reader->length > 0 && reader->text[reader->length - 1] == '\r')
        reader->length--;
    return RVT_OK;
}

/* Reads digits in pairs, with blanks between bytes, up to a comment. */
static enum rvt_status parse_hex(struct rvt_syst_reader *reader, size_t at, size_t *bytes,
                                 struct rvt_diag *diag)
{
    const char *text = reader->text;

    for (*bytes = 0; at < reader->length && text[at] != '#';) {
        unsigned high = rvt_hex_digit(text[at]), low = 16;

        if (text[at] == ' ' || text[at] == '\t') {
            at++;
            continue;
        }
        if (at + 1 < reader->length)
            low = rvt_hex_digit(text[at + 1]);
        if (high > 15 || low > 15)
            return refuse(reader, RVT_ERR_SYNTAX, "not a pair of hexadecimal digits", diag);
        if (*bytes == BYTES_MAX)
            return refuse(reader, RVT_ERR_CAPACITY, "the line is too long", diag);
        reader->data[(*bytes)++] = (uint8_t)(high << 4 | low);
        at += 2;
    }
    return RVT_OK;
}

/* Reads the message of the line; 0 bytes: none. */
static enum rvt_status parse_line(struct rvt_syst_reader *reader, size_t *bytes,
                                  struct rvt_diag *diag)
{
    const struct rvt_syst_line into = {
        .out = reader->data, .body = reader->body, .capacity = BYTES_MAX};
    size_t from = 0;
    enum rvt_status status;

    *bytes = 0;
    reader->place = (struct rvt_syst_place){.byte = 0};
    if (reader->form == RVT_SYST_TEXT) {
        status =
            rvt_syst_line_read(reader->text, reader->length, &into, bytes, &reader->place, diag);
        if (status != RVT_OK && diag != NULL) { /* the place is the line, not one in the message */
            diag->unit = "line";
            diag->position = reader->line;
        }
        return status;
    }
    if (reader->form == RVT_SYST_MIPI) {
        if (reader->length < MARK_LENGTH || memcmp(reader->text, MARK, MARK_LENGTH) != 0)
            return RVT_OK;
        from = MARK_LENGTH;
    }
    return parse_hex(reader, from, bytes, diag);
}

static enum rvt_status read_text(struct rvt_syst_reader *reader, struct rvt_syst_item *item,
                                 bool *end, struct rvt_diag *diag)
{
    size_t bytes = 0;
    enum rvt_status status = RVT_OK;

    while (status == RVT_OK && bytes == 0 && !*end) {
        status = read_line(reader, end, diag);
        if (status == RVT_OK && !*end)
            status = parse_line(reader, &bytes, diag);
    }
    *item = (struct rvt_syst_item){.data = reader->data,
                                   .bytes = bytes,
                                   .unit = "line",
                                   .position = reader->line,
                                   .place = reader->place};
    return status;
}

/* Copies bytes of the input to data. */
static enum rvt_status take(struct rvt_syst_reader *reader, size_t bytes, struct rvt_diag *diag)
{
    for (size_t at = 0; at < bytes;) {
        const uint8_t *data = NULL;
        size_t available = 0;
        enum rvt_status status = rvt_input_peek(reader->input, 1, &data, &available, diag);

        if (status != RVT_OK)
            return status;
        if (available == 0) {
            rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL,
                         "the file ends inside a message or its size");
            rvt_diag_at(diag, "byte", rvt_input_offset(reader->input));
            return RVT_ERR_TRUNCATED;
        }
        available = available < bytes - at ? available : bytes - at;
        memcpy(reader->data + at, data, available);
        rvt_input_skip(reader->input, available);
        at += available;
    }
    return RVT_OK;
}

static enum rvt_status read_binary(struct rvt_syst_reader *reader, struct rvt_syst_item *item,
                                   bool *end, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    uint32_t bytes = 0;
    enum rvt_status status = rvt_input_peek(reader->input, 1, &data, &available, diag);

    *end = available == 0;
    if (status != RVT_OK || *end)
        return status;
    status = take(reader, SIZE_BYTES, diag);
    for (unsigned i = SIZE_BYTES; status == RVT_OK && i-- > 0;)
        bytes = bytes << 8 | reader->data[i];
    if (status == RVT_OK && bytes > BYTES_MAX) {
        rvt_diag_set(diag, RVT_ERR_CAPACITY, "size", bytes, NULL,
                     "the size is larger than that of any message");
        rvt_diag_at(diag, "byte", rvt_input_offset(reader->input) - SIZE_BYTES);
        status = RVT_ERR_CAPACITY;
    }
    *item = (struct rvt_syst_item){.data = reader->data,
                                   .bytes = bytes,
                                   .unit = "byte",
                                   .position = rvt_input_offset(reader->input),
                                   .place = {.byte = rvt_input_offset(reader->input)}};
    return status == RVT_OK ? take(reader, bytes, diag) : status;
}

enum rvt_status rvt_syst_reader_read(struct rvt_syst_reader *reader, struct rvt_syst_item *item,
                                     bool *end, struct rvt_diag *diag)
{
    *end = false;
    return reader->form == RVT_SYST_BINARY ? read_binary(reader, item, end, diag)
                                           : read_text(reader, item, end, diag);
}

uint64_t rvt_syst_reader_place(const struct rvt_syst_reader *reader)
{
    return rvt_input_place(reader->input);
}

enum rvt_status rvt_syst_put(struct rvt_output *output, enum rvt_syst_form form,
                             const uint8_t *data, size_t bytes)
{
    char piece[129];
    const uint8_t size[SIZE_BYTES] = {(uint8_t)bytes, (uint8_t)(bytes >> 8), (uint8_t)(bytes >> 16),
                                      (uint8_t)(bytes >> 24)};

    if (form == RVT_SYST_BINARY) {
        (void)rvt_output_write(output, size, sizeof size);
        return rvt_output_write(output, data, bytes);
    }
    if (form == RVT_SYST_MIPI)
        (void)rvt_output_write(output, MARK, MARK_LENGTH);
    for (size_t at = 0; at < bytes; at += (sizeof piece - 1) / 2) {
        size_t left = bytes - at < (sizeof piece - 1) / 2 ? bytes - at : (sizeof piece - 1) / 2;
        struct rvt_text text;

        rvt_text_init(&text, piece, sizeof piece);
        rvt_syst_text_hex(data + at, left, &text);
        (void)rvt_output_write(output, piece, text.length);
    }
    return rvt_output_write(output, "\n", 1);
}

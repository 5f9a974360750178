/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "tools/identify/clue.h"

/* A line of the sample, without its end. */
struct line {
    const char *text;
    size_t length;
};

bool rvt_sample_is_text(const struct rvt_sample *sample)
{
    size_t legal = rvt_utf8_legal(sample->data, sample->bytes);

    if (sample->bytes == 0 || legal + (sample->whole ? 0 : 3) < sample->bytes)
        return false;
    for (size_t i = 0; i < legal; i++)
        if ((sample->data[i] < ' ' || sample->data[i] == 0x7f) &&
            strchr("\t\r\n", sample->data[i]) == NULL)
            return false;
    return memchr(sample->data, '\0', sample->bytes) == NULL;
}

/* The next line after *at that has more than blanks and a comment; false: there is none. */
static bool next_line(const struct rvt_sample *sample, size_t *at, struct line *line)
{
    while (sample->text && *at < sample->bytes) {
        const char *from = (const char *)sample->data + *at;
        const char *end = memchr(from, '\n', sample->bytes - *at);
        size_t length = end != NULL ? (size_t)(end - from) : sample->bytes - *at;

        *at += length + 1;
        if (end == NULL && !sample->whole)
            return false; /* the rest of the line is not there */
        while (length > 0 && isspace((unsigned char)from[length - 1]))
            length--;
        if (length > 0 && from[0] != '#') {
            *line = (struct line){from, length};
            return true;
        }
    }
    return false;
}

static bool begins(const struct line *line, const char *word)
{
    return line->length >= strlen(word) && memcmp(line->text, word, strlen(word)) == 0;
}

/* True if the line has the word between commas. */
static bool has_column(const struct line *line, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= line->length; i++)
        if ((i == 0 || line->text[i - 1] == ',') && memcmp(line->text + i, word, length) == 0 &&
            (i + length == line->length || line->text[i + length] == ','))
            return true;
    return false;
}

static bool first_line(const struct rvt_sample *sample, struct line *line)
{
    size_t at = 0;

    return next_line(sample, &at, line);
}

/* True if the text names a schema that begins with name. */
static bool has_schema(const struct rvt_sample *sample, const char *name, struct rvt_clue *clue)
{
    struct line line;

    for (size_t at = 0; next_line(sample, &at, &line);) {
        char schema[64] = "";
        char text[128];

        (void)snprintf(text, sizeof text, "%.*s", (int)line.length, line.text);
        if (sscanf(text, "schema: %63[-a-z0-9/]", schema) != 1)
            continue;
        rvt_text_add(&clue->why, "text with the key schema: %s", schema);
        return strncmp(schema, name, strlen(name)) == 0;
    }
    rvt_text_add(&clue->why, "no line begins with schema:");
    return false;
}

void rvt_clue_config(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    clue->fits = has_schema(sample, "rvt-config/", clue);
}

void rvt_clue_tree(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    clue->fits = has_schema(sample, "rvt-tree/", clue);
}

void rvt_clue_script(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    unsigned lines = 0;
    struct line line;

    clue->fits = true;
    for (size_t at = 0; clue->fits && next_line(sample, &at, &line); lines++)
        clue->fits = begins(&line, "- [");
    clue->fits = clue->fits && lines > 0;
    rvt_text_add(&clue->why, clue->fits ? "each line is a step: - [...]" : "lines are no steps");
}

void rvt_clue_tip_text(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    struct line line;

    clue->fits =
        first_line(sample, &line) && has_column(&line, "itype_0") && has_column(&line, "iaddr_0");
    rvt_text_add(&clue->why, "the first line %s the columns itype_0 and iaddr_0",
                 clue->fits ? "has" : "lacks");
}

void rvt_clue_insn_log(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    struct line line;

    clue->fits = first_line(sample, &line) && has_column(&line, "VALID") &&
                 has_column(&line, "ADDRESS") && has_column(&line, "INSN");
    rvt_text_add(&clue->why, "the first line %s the columns VALID, ADDRESS and INSN",
                 clue->fits ? "has" : "lacks");
}

void rvt_clue_collateral(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    struct line line;

    clue->fits = first_line(sample, &line) && (begins(&line, "<?xml") || begins(&line, "<syst:"));
    rvt_text_add(&clue->why, clue->fits ? "XML" : "no XML");
}

void rvt_clue_syst_mipi(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    unsigned lines = 0, messages = 0;
    struct line line;

    for (size_t at = 0; next_line(sample, &at, &line); lines++)
        messages += begins(&line, "SYS-T RAW DATA: ");
    clue->fits = messages > 0;
    rvt_text_add(&clue->why, "%u of %u lines begin with SYS-T RAW DATA:", messages, lines);
}

/* True if the line is a payload: an even number of hexadecimal digits, perhaps after d:. */
static bool is_payload(const struct line *line)
{
    size_t digits = 0, at = begins(line, "d:") ? 2 : 0;

    while (at < line->length && isxdigit((unsigned char)line->text[at])) {
        at++;
        digits++;
    }
    while (at < line->length && line->text[at] == ' ')
        at++;
    return digits > 0 && digits % 2 == 0 && (at == line->length || line->text[at] == '#');
}

void rvt_clue_hex(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    unsigned lines = 0, payloads = 0, data = 0;
    struct line line;

    for (size_t at = 0; next_line(sample, &at, &line); lines++) {
        payloads += is_payload(&line);
        data += begins(&line, "d:");
    }
    clue->fits = lines > 0 && payloads == lines;
    rvt_text_add(&clue->why, "%u of %u lines are bytes in hexadecimal, %u of them te_data",
                 payloads, lines, data);
}

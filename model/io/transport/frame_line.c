/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/frame_line.h"

#include <string.h>

#include "base/digits.h"

enum { HSYNCS_MAX = 1 << 20 };

struct words {
    const char *line;
    size_t length, at; /* at: after the latest word */
    const char *word;  /* the latest word */
    size_t letters;    /* of it; 0: there was none */
    struct rvt_diag *diag;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool next_word(struct words *words)
{
    while (words->at < words->length && is_blank(words->line[words->at]))
        words->at++;
    words->word = words->line + words->at;
    words->letters = 0;
    while (words->at < words->length && !is_blank(words->line[words->at]) &&
           words->line[words->at] != '#') {
        words->at++;
        words->letters++;
    }
    if (words->letters == 0)
        words->at = words->length; /* the rest is a comment */
    return words->letters > 0;
}

static bool is_word(const struct words *words, const char *name)
{
    return strlen(name) == words->letters && memcmp(words->word, name, words->letters) == 0;
}

static enum rvt_status refuse(const struct words *words, const char *what)
{
    return rvt_diag_set(words->diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "column %zu: %s",
                        (size_t)(words->word - words->line) + 1, what);
}

/* Reads the latest word from letter at on as a number up to limit; false for anything else. */
static bool number(const struct words *words, size_t at, uint64_t limit, uint64_t *value)
{
    size_t used = 0;

    return words->letters > at &&
           rvt_hex_number(words->word + at, words->letters - at, &used, value) &&
           used == words->letters - at && *value <= limit;
}

/* Whether the latest word is hsync or hsync*N; *count is how many. */
static bool hsyncs(const struct words *words, uint64_t *count)
{
    static const char many[] = "hsync*";

    *count = 1;
    return is_word(words, "hsync") ||
           (words->letters > sizeof many - 1 && memcmp(words->word, many, sizeof many - 1) == 0 &&
            number(words, sizeof many - 1, HSYNCS_MAX, count));
}

/* Sends bytes, with as many HSYNC before each halfword as gap has. */
static void send(struct rvt_formatter *formatter, const uint8_t *data, size_t bytes,
                 const uint32_t *gap)
{
    static const uint8_t hsync[RVT_HSYNC_BYTES] = {RVT_SYNC_FILL, RVT_SYNC_END};

    for (size_t at = 0; at <= bytes; at += 2) {
        for (uint32_t i = 0; i < gap[at / 2]; i++)
            rvt_formatter_literal(formatter, hsync, sizeof hsync);
        if (at < bytes)
            rvt_formatter_literal(formatter, data + at, bytes - at < 2 ? 1 : 2);
    }
}

static enum rvt_status read_slot(const struct words *words, struct rvt_frame *frame, size_t slot)
{
    bool delayed = words->word[0] == '+', id = delayed || words->word[0] == '=';
    uint64_t value = 0;

    if (!number(words, id, id ? RVT_FRAME_ID_MAX : UINT8_MAX, &value))
        return refuse(words, id ? "not an ID" : "not a byte");
    frame->slot[slot].kind = !id ? RVT_FRAME_DATA : delayed ? RVT_FRAME_ID_DELAYED : RVT_FRAME_ID;
    frame->slot[slot].value = (uint8_t)value;
    return RVT_OK;
}

/* frame and cut: up to 15 slots, or 15 bytes, with HSYNC between halfwords. */
static enum rvt_status write_frame(struct rvt_formatter *formatter, struct words *words, bool cut)
{
    uint8_t bytes[RVT_FRAME_BYTES] = {0};
    uint32_t gap[RVT_FRAME_BYTES / 2 + 1] = {0};
    struct rvt_frame frame;
    size_t slots = 0;
    enum rvt_status status = RVT_OK;

    while (next_word(words)) {
        uint64_t value = 0;

        if (hsyncs(words, &value)) {
            if (slots == 0 || slots % 2 != 0)
                return refuse(words, "hsync is only allowed between halfwords");
            gap[slots / 2] = (uint32_t)value;
            continue;
        }
        if (slots == RVT_FRAME_SLOTS)
            return refuse(words, "a frame has only 15 slots");
        if (cut && !number(words, 0, UINT8_MAX, &value))
            return refuse(words, "not a byte");
        bytes[slots] = (uint8_t)value;
        if (!cut && (status = read_slot(words, &frame, slots)) != RVT_OK)
            return status;
        slots++;
    }
    if (slots == 0 || (!cut && slots < RVT_FRAME_SLOTS))
        return refuse(words, cut ? "a byte is expected" : "a frame needs 15 slots");
    if (!cut)
        status = rvt_frame_write(&frame, bytes, words->diag);
    if (status == RVT_OK)
        send(formatter, bytes, cut ? slots : RVT_FRAME_BYTES, gap);
    return status;
}

/* Sends bytes up to the end of the line if all words are bytes. id: the source, or
 * RVT_FRAME_ID_NONE for literal bytes. */
static enum rvt_status write_bytes(struct rvt_formatter *formatter, struct words *words,
                                   unsigned id)
{
    const struct words start = *words;
    uint64_t value = 0;
    enum rvt_status status = RVT_OK;

    while (next_word(words))
        if (!number(words, 0, UINT8_MAX, &value))
            return refuse(words, "not a byte");
    for (*words = start; status == RVT_OK && next_word(words);) {
        (void)number(words, 0, UINT8_MAX, &value);
        uint8_t byte = (uint8_t)value;
        if (id == RVT_FRAME_ID_NONE)
            rvt_formatter_literal(formatter, &byte, 1);
        else
            status = rvt_formatter_write(formatter, id, &byte, 1, words->diag);
    }
    return status;
}

static enum rvt_status write_data(struct rvt_formatter *formatter, struct words *words)
{
    uint64_t id = 0;

    if (!next_word(words) || !number(words, 0, RVT_FRAME_ID_MAX, &id))
        return refuse(words, "not an ID");
    enum rvt_status status = rvt_formatter_write(formatter, (unsigned)id, NULL, 0, words->diag);
    return status == RVT_OK ? write_bytes(formatter, words, (unsigned)id) : status;
}

static enum rvt_status write_nothing_more(struct words *words)
{
    return next_word(words) ? refuse(words, "unexpected text") : RVT_OK;
}

/* fsync, hsync, flush, reset: words without operands. */
static enum rvt_status write_word(struct rvt_formatter *formatter, struct words *words)
{
    static const uint8_t fsync[RVT_FSYNC_BYTES] = {0xff, 0xff, 0xff, 0x7f};
    bool is_fsync = is_word(words, "fsync"), is_hsync = is_word(words, "hsync");
    bool is_flush = is_word(words, "flush"), is_reset = is_word(words, "reset");

    if (!is_fsync && !is_hsync && !is_flush && !is_reset)
        return refuse(words, "unknown word");
    enum rvt_status status = write_nothing_more(words);
    if (status != RVT_OK)
        return status;
    if (is_fsync)
        rvt_formatter_literal(formatter, fsync, RVT_FSYNC_BYTES);
    else if (is_hsync)
        rvt_formatter_literal(formatter, fsync + RVT_FSYNC_BYTES - RVT_HSYNC_BYTES,
                              RVT_HSYNC_BYTES);
    else if (is_flush)
        rvt_formatter_flush(formatter);
    else
        rvt_formatter_reset(formatter);
    return RVT_OK;
}

enum rvt_status rvt_frame_line_write(struct rvt_formatter *formatter, const char *line,
                                     size_t length, struct rvt_diag *diag)
{
    struct words words = {.line = line, .length = length, .diag = diag};
    uint64_t position = 0;

    if (!next_word(&words))
        return RVT_OK;
    if (number(&words, 0, UINT64_MAX, &position) && !next_word(&words))
        return refuse(&words, "an event is expected after the position");
    if (is_word(&words, "frame"))
        return write_frame(formatter, &words, false);
    if (is_word(&words, "cut"))
        return write_frame(formatter, &words, true);
    if (is_word(&words, "skip"))
        return write_bytes(formatter, &words, RVT_FRAME_ID_NONE);
    return is_word(&words, "data") ? write_data(formatter, &words) : write_word(formatter, &words);
}

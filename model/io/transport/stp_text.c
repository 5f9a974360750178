/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/stp_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/digits.h"
#include "io/finding_json.h"

enum { LINE_BYTES = 160, COMMENT_COLUMN = 56, DIGITS_MAX = 16, NAME_BYTES = 16 };

static const char LOST[] = "LOST";

static void add_packet(struct rvt_text *line, const struct rvt_stp_event *event)
{
    const struct rvt_stp_packet *packet = &event->packet;
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);

    rvt_text_word(line, form->name);
    if (form->payload_nibbles != 0) {
        rvt_text_word(line, " ");
        rvt_text_hex(line, packet->payload, form->payload_nibbles);
    }
    if (packet->opcode == RVT_STP_VERSION && (packet->payload & 8) != 0) {
        rvt_text_word(line, " ");
        rvt_text_hex(line, packet->version, 2);
    }
    if (event->timed)
        rvt_text_word(line, " @");
    if (event->timed && packet->timestamp_nibbles != 0)
        rvt_text_hex(line, packet->timestamp, packet->timestamp_nibbles);
}

/* Packets that belong to a master, and those with a time. */
static void add_comment(struct rvt_text *line, const struct rvt_stp_event *event)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;
    bool scoped = kind == RVT_STP_KIND_DATA || kind == RVT_STP_KIND_FLAG ||
                  kind == RVT_STP_KIND_TRIGGER || kind == RVT_STP_KIND_ERROR;

    if (!scoped && !event->timed)
        return;
    rvt_text_column(line, COMMENT_COLUMN);
    rvt_text_word(line, "#");
    if (scoped) {
        rvt_text_word(line, " master ");
        rvt_text_decimal(line, event->master, 0);
        rvt_text_word(line, " channel ");
        rvt_text_decimal(line, event->channel, 0);
    }
    if (event->timed) {
        rvt_text_word(line, " time 0x");
        rvt_text_hex(line, event->time, 1);
    }
    if (event->timed && !event->trusted)
        rvt_text_word(line, " (upper digits unknown)");
}

void rvt_stp_text_event(struct rvt_output *output, const struct rvt_stp_event *event)
{
    struct rvt_text line = rvt_output_text(output, LINE_BYTES);

    rvt_text_hex(&line, event->at / 2, 8);
    rvt_text_word(&line, event->at % 2 == 0 ? ".0 " : ".1 ");
    if (event->lost) {
        rvt_text_word(&line, LOST);
        rvt_text_word(&line, " ");
        rvt_text_hex(&line, event->packet.payload, event->nibbles);
    } else {
        add_packet(&line, event);
        add_comment(&line, event);
    }
    rvt_text_word(&line, "\n");
    rvt_output_take(output, &line);
}

void rvt_stp_json_event(struct rvt_output *output, const struct rvt_stp_event *event)
{
    const struct rvt_stp_packet *packet = &event->packet;
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);
    char buffer[2 * LINE_BYTES];
    struct rvt_text line;

    rvt_text_init(&line, buffer, sizeof buffer);
    rvt_text_add(&line, "{\"byte\":%" PRIu64 ",\"nibble\":%u,\"packet\":\"%s\"", event->at / 2,
                 (unsigned)(event->at & 1), event->lost ? LOST : form->name);
    if (event->lost || form->payload_nibbles != 0)
        rvt_text_add(&line, ",\"payload\":\"0x%0*" PRIx64 "\"",
                     (int)(event->lost ? event->nibbles : form->payload_nibbles), packet->payload);
    if (!event->lost) {
        if (packet->opcode == RVT_STP_VERSION && (packet->payload & 8) != 0)
            rvt_text_add(&line, ",\"version\":\"0x%02x\"", packet->version);
        if (event->timed)
            rvt_text_add(&line,
                         ",\"timestamp\":\"0x%" PRIx64 "\",\"timestamp_nibbles\":%u,"
                         "\"time\":\"0x%" PRIx64 "\",\"trusted\":%s",
                         packet->timestamp, packet->timestamp_nibbles, event->time,
                         event->trusted ? "true" : "false");
        rvt_text_add(&line, ",\"master\":%u,\"channel\":%u", event->master, event->channel);
    }
    rvt_text_add(&line, "}");
    rvt_output_write(output, buffer, line.length);
}

void rvt_stp_json_finding(struct rvt_output *output, const struct rvt_finding *finding)
{
    rvt_output_print(output, "{\"byte\":%" PRIu64 ",\"nibble\":%u,\"packet\":\"finding\",",
                     finding->byte, finding->nibble);
    rvt_finding_json(output, finding);
    rvt_output_print(output, "}");
}

/* A line, word by word. */
struct words {
    const char *line;
    size_t at, end;
    const char *word; /* the current one */
    size_t length;
};

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* False at the end of the line. */
static bool next(struct words *words)
{
    while (words->at < words->end && blank(words->line[words->at]))
        words->at++;
    words->word = words->line + words->at;
    while (words->at < words->end && !blank(words->line[words->at]))
        words->at++;
    words->length = (size_t)(words->line + words->at - words->word);
    return words->length > 0;
}

static enum rvt_status refuse(const struct words *words, const char *why, struct rvt_diag *diag)
{
    size_t column = (size_t)(words->word - words->line) + 1;

    return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, column, NULL, "column %zu: %s", column, why);
}

/* Reads the digits of the current word from skip on: nibbles of them. */
static enum rvt_status read_digits(const struct words *words, size_t skip, unsigned nibbles,
                                   uint64_t *value, struct rvt_diag *diag)
{
    char why[64];
    size_t used = 0, length = words->length - (words->length < skip ? words->length : skip);

    *value = 0;
    if (length == nibbles &&
        (nibbles == 0 ||
         (rvt_hex_number(words->word + skip, length, &used, value) && used == length)))
        return RVT_OK;
    (void)snprintf(why, sizeof why, "%u hexadecimal digits are expected", nibbles);
    return refuse(words, why, diag);
}

static enum rvt_status read_payload(struct words *words, unsigned nibbles, uint64_t *value,
                                    struct rvt_diag *diag)
{
    (void)next(words);
    return read_digits(words, 0, nibbles, value, diag);
}

static enum rvt_status read_timestamp(struct words *words, struct rvt_stp_packet *packet,
                                      struct rvt_diag *diag)
{
    size_t nibbles;

    if (!next(words) || words->word[0] != '@')
        return refuse(words, "'@' and a timestamp are expected", diag);
    nibbles = words->length - 1;
    if (nibbles > DIGITS_MAX)
        return refuse(words, "a timestamp has at most 16 digits", diag);
    packet->timestamp_nibbles = (uint8_t)nibbles;
    return read_digits(words, 1, (unsigned)nibbles, &packet->timestamp, diag);
}

static enum rvt_status read_packet(struct words *words, struct rvt_stp_packet *packet,
                                   struct rvt_diag *diag)
{
    char name[NAME_BYTES] = "";
    const struct rvt_stp_form *form;
    uint64_t version = 0;
    enum rvt_status status = RVT_OK;

    if (words->length < sizeof name)
        memcpy(name, words->word, words->length);
    if (!rvt_stp_opcode_named(name, &packet->opcode))
        return refuse(words, "unknown packet type", diag);
    form = rvt_stp_form(packet->opcode);
    if (form->kind == RVT_STP_KIND_UNDOCUMENTED)
        return refuse(words, "rvt cannot encode this packet type: its payload format is unknown",
                      diag);
    if (form->payload_nibbles != 0)
        status = read_payload(words, form->payload_nibbles, &packet->payload, diag);
    if (status == RVT_OK && packet->opcode == RVT_STP_VERSION && (packet->payload & 8) != 0) {
        status = read_payload(words, 2, &version, diag);
        packet->version = (uint8_t)version;
    }
    if (status == RVT_OK && form->timestamp)
        status = read_timestamp(words, packet, diag);
    if (status == RVT_OK && next(words))
        status = refuse(words, "unexpected text", diag);
    return status;
}

/* Appends nibbles of data. */
static void append(struct rvt_stp_text *text, const uint8_t *data, size_t nibbles)
{
    for (size_t at = 0; at < nibbles; at++) {
        unsigned nibble = rvt_stp_nibble(data, at);

        if (text->odd) {
            uint8_t byte = (uint8_t)(text->half | nibble << 4);

            rvt_output_write(text->output, &byte, 1);
        } else {
            text->half = (uint8_t)nibble;
        }
        text->odd = !text->odd;
    }
}

static enum rvt_status append_lost(struct rvt_stp_text *text, struct words *words,
                                   struct rvt_diag *diag)
{
    if (!next(words))
        return refuse(words, "hexadecimal digits are expected", diag);
    for (size_t at = 0; at < words->length; at++)
        if (rvt_hex_digit(words->word[at]) > 15)
            return refuse(words, "hexadecimal digits are expected", diag);
    const char *digits = words->word;
    size_t length = words->length;
    if (next(words))
        return refuse(words, "unexpected text", diag);
    for (size_t at = 0; at < length; at++) {
        uint8_t nibble = (uint8_t)rvt_hex_digit(digits[at]);

        append(text, &nibble, 1);
    }
    return RVT_OK;
}

static enum rvt_status append_packet(struct rvt_stp_text *text, struct words *words,
                                     struct rvt_diag *diag)
{
    struct rvt_stp_packet packet = {.opcode = RVT_STP_NULL};
    uint8_t bytes[(RVT_STP_PACKET_NIBBLES + 1) / 2];
    unsigned nibbles = 0;
    enum rvt_status status = read_packet(words, &packet, diag);

    if (status != RVT_OK)
        return status;
    memset(bytes, 0, sizeof bytes);
    status = rvt_stp_write(&text->format, &packet, bytes, 0, 2 * sizeof bytes, &nibbles);
    if (status == RVT_ERR_SEQUENCE)
        return rvt_diag_set(diag, status, "timestamp", 0, "STP-004",
                            "the type of a timestamp before VERSION is unknown: use --time");
    if (status != RVT_OK)
        return rvt_diag_set(diag, status, "nibbles", packet.timestamp_nibbles, "STP-004",
                            "no timestamp has this length");
    append(text, bytes, nibbles);
    if (packet.opcode == RVT_STP_VERSION) {
        text->format = rvt_stp_announced(&packet);
        text->format.le |= text->le_always;
    }
    return RVT_OK;
}

/* The first word is a position. */
static bool position(const struct words *words)
{
    const char *dot = memchr(words->word, '.', words->length);

    return dot != NULL && dot + 2 == words->word + words->length &&
           (dot[1] == '0' || dot[1] == '1');
}

enum rvt_status rvt_stp_text_line(struct rvt_stp_text *text, const char *line, size_t length,
                                  struct rvt_diag *diag)
{
    const char *comment = memchr(line, '#', length);
    struct words words = {.line = line, .end = comment ? (size_t)(comment - line) : length};
    enum rvt_status status = RVT_OK;
    bool some = next(&words);

    if (some && position(&words))
        some = next(&words);
    if (some && words.length == sizeof LOST - 1 && memcmp(words.word, LOST, sizeof LOST - 1) == 0)
        status = append_lost(text, &words, diag);
    else if (some)
        status = append_packet(text, &words, diag);
    return status == RVT_OK ? rvt_output_write(text->output, NULL, 0) : status;
}

enum rvt_status rvt_stp_text_finish(struct rvt_stp_text *text)
{
    static const uint8_t NOTHING;

    if (text->odd)
        append(text, &NOTHING, 1);
    return rvt_output_write(text->output, NULL, 0);
}

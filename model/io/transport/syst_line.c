/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_line.h"

#include <inttypes.h>
#include <string.h>

#include "base/digits.h"
#include "io/transport/guid_text.h"
#include "io/transport/syst_text.h"
#include "transport/syst/syst_names.h"

enum { WORD_SHOWN = 20 }; /* characters of a refused word to show */

/* A word of the line: key, and after '=' value. */
struct word {
    const char *key, *value; /* value null: none */
    unsigned key_length;
    size_t value_length;
};

struct reading {
    const struct rvt_syst_line *into;
    struct rvt_syst_message message;
    struct rvt_syst_place *place;
    bool has_module;
    uint64_t module, unit;
    size_t out_excess; /* bytes after the message, kept at the end of body */
    struct rvt_diag *diag;
};

static enum rvt_status refuse(const struct reading *reading, const struct word *word,
                              const char *why)
{
    size_t length = word->key_length < WORD_SHOWN ? word->key_length : WORD_SHOWN;
    char shown[4 * WORD_SHOWN + 1];
    struct rvt_text text;

    rvt_text_init(&text, shown, sizeof shown);
    rvt_syst_text_escaped((const uint8_t *)word->key, length, &text);
    return rvt_diag_set(reading->diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "'%s': %s", shown, why);
}

static bool is(const struct word *word, const char *key)
{
    return strlen(key) == word->key_length && memcmp(word->key, key, word->key_length) == 0;
}

/* Reads the next word at or after *at, which may have quotes in its value; false: none, or a
 * comment. */
static bool next_word(const char *line, size_t length, size_t *at, struct word *word)
{
    const char *equals;
    size_t from;
    bool quoted = false;

    while (*at < length && (line[*at] == ' ' || line[*at] == '\t'))
        ++*at;
    if (*at == length || line[*at] == '#')
        return false;
    from = *at;
    for (; *at < length && (quoted || (line[*at] != ' ' && line[*at] != '\t')); ++*at) {
        if (quoted && line[*at] == '\\' && *at + 1 < length)
            ++*at;
        else if (line[*at] == '"')
            quoted = !quoted;
    }
    equals = memchr(line + from, '=', *at - from);
    *word = (struct word){.key = line + from, .key_length = (unsigned)(*at - from)};
    if (equals != NULL) {
        word->key_length = (unsigned)(equals - word->key);
        word->value = equals + 1;
        word->value_length = *at - from - word->key_length - 1;
    }
    return true;
}

/* Decimal or 0x, all of the length characters. */
static bool parse_number(const char *text, size_t length, uint64_t *number)
{
    size_t used = 0;

    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return rvt_hex_number(text + 2, length - 2, &used, number) && used == length - 2;
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';

        if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return length > 0;
}

static enum rvt_status take_number(const struct reading *reading, const struct word *word,
                                   uint64_t maximum, uint64_t *number)
{
    if (word->value == NULL || !parse_number(word->value, word->value_length, number))
        return refuse(reading, word, "a number is expected");
    return *number <= maximum ? RVT_OK : refuse(reading, word, "the number is too large");
}

static bool take_hex(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *bytes)
{
    if (length % 2 != 0 || length / 2 > capacity)
        return false;
    for (size_t i = 0; i < length; i += 2) {
        unsigned high = rvt_hex_digit(text[i]), low = rvt_hex_digit(text[i + 1]);

        if (high > 15 || low > 15)
            return false;
        out[i / 2] = (uint8_t)(high << 4 | low);
    }
    *bytes = length / 2;
    return true;
}

/* Text between quotes (included); \xNN, \" and \\. */
static bool take_quoted(const char *text, size_t length, uint8_t *out, size_t capacity,
                        size_t *bytes)
{
    size_t at = 1;

    if (length < 2 || text[length - 1] != '"')
        return false;
    for (*bytes = 0; at < length - 1; ++*bytes) {
        size_t one = 0;

        if (*bytes == capacity)
            return false;
        if (text[at] != '\\') {
            out[*bytes] = (uint8_t)text[at++];
        } else if (text[at + 1] == '"' || text[at + 1] == '\\') {
            out[*bytes] = (uint8_t)text[at + 1];
            at += 2;
        } else if (text[at + 1] != 'x' || length - at < 5 ||
                   !take_hex(text + at + 2, 2, &out[*bytes], 1, &one)) {
            return false;
        } else {
            at += 4;
        }
    }
    return at == length - 1;
}

static enum rvt_status take_bytes(const struct reading *reading, const struct word *word,
                                  uint8_t *out, size_t capacity, size_t *bytes)
{
    bool quoted = word->value != NULL && word->value_length > 0 && word->value[0] == '"';

    if (word->value != NULL &&
        (quoted ? take_quoted : take_hex)(word->value, word->value_length, out, capacity, bytes))
        return RVT_OK;
    return refuse(reading, word, "pairs of hexadecimal digits or a quoted text are expected");
}

/* TYPE.SUBTYPE, with the subtype as name or number. */
static enum rvt_status take_name(struct reading *reading, const struct word *word)
{
    const char *dot = memchr(word->key, '.', word->key_length);
    unsigned length = dot ? (unsigned)(dot - word->key) : word->key_length;
    unsigned type = 0, subtype = 0;
    uint64_t number = 0;

    if (!rvt_syst_type_number(word->key, length, &type))
        return refuse(reading, word, "unknown message type");
    if (dot != NULL &&
        !rvt_syst_subtype_number(type, dot + 1, word->key_length - length - 1, &subtype)) {
        if (!parse_number(dot + 1, word->key_length - length - 1, &number) || number > 63)
            return refuse(reading, word, "unknown subtype of this type");
        subtype = (unsigned)number;
    }
    if (dot == NULL && type != RVT_SYST_SHORT32 && type != RVT_SYST_SHORT64)
        return refuse(reading, word, "the subtype is missing");
    reading->message.type = (uint8_t)type;
    reading->message.subtype = (uint8_t)subtype;
    return RVT_OK;
}

static enum rvt_status take_severity(struct reading *reading, const struct word *word)
{
    unsigned severity = 0;

    if (word->value == NULL ||
        !rvt_syst_severity_number(word->value, (unsigned)word->value_length, &severity))
        return refuse(reading, word, "unknown severity");
    reading->message.severity = (uint8_t)severity;
    return RVT_OK;
}

static enum rvt_status take_guid(struct reading *reading, const struct word *word)
{
    char text[40];

    reading->message.guid = true;
    if (word->value == NULL || word->value_length >= sizeof text)
        return refuse(reading, word, "not a GUID");
    memcpy(text, word->value, word->value_length);
    text[word->value_length] = '\0';
    return rvt_guid_parse(text, reading->message.guid_bytes) ? RVT_OK
                                                             : refuse(reading, word, "not a GUID");
}

/* source16:FILE:LINE or code32:ADDRESS. */
static enum rvt_status take_location(struct reading *reading, const struct word *word)
{
    struct rvt_syst_location *location = &reading->message.location;
    const char *end = word->value ? word->value + word->value_length : NULL;
    const char *first = end ? memchr(word->value, ':', word->value_length) : NULL;
    const char *second = first ? memchr(first + 1, ':', (size_t)(end - first - 1)) : NULL;
    const char *stop = second ? second : end;
    uint64_t one = 0, two = 0;
    unsigned tag = 0;

    reading->message.loc = true;
    if (first == NULL ||
        !rvt_syst_location_number(word->value, (unsigned)(first - word->value), &tag) ||
        !parse_number(first + 1, (size_t)(stop - first - 1), &one) ||
        (second != NULL && !parse_number(second + 1, (size_t)(end - second - 1), &two)) ||
        (second != NULL) != (tag <= RVT_SYST_LOCATION_SOURCE32) ||
        (second != NULL && (one > UINT32_MAX || two > UINT32_MAX)))
        return refuse(reading, word, "not a location");
    location->tag = (uint8_t)tag;
    location->address = second ? 0 : one;
    location->file = second ? (uint32_t)one : 0;
    location->line = (uint32_t)two;
    return RVT_OK;
}

/* Sets module (7 bits) and unit (4 bits), or with a GUID only unit (11 bits). */
static enum rvt_status set_origin(struct reading *reading)
{
    struct rvt_syst_message *message = &reading->message;

    if (message->guid ? reading->has_module : reading->unit > 15)
        return rvt_diag_set(reading->diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            message->guid ? "module is not allowed in a message with a GUID"
                                          : "a unit of more than 4 bits needs a GUID");
    message->origin =
        (uint16_t)(message->guid ? reading->unit : reading->module << 4 | reading->unit);
    return RVT_OK;
}

static bool take_flag(struct reading *reading, const struct word *word)
{
    struct rvt_syst_message *message = &reading->message;
    const struct {
        const char *key;
        bool *flag;
    } flags[] = {{"res7", &message->res7},
                 {"res30", &message->res30},
                 {"res31", &message->res31},
                 {"length", &message->len},
                 {"checksum", &message->chk}};

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (word->value == NULL && is(word, flags[i].key)) {
            *flags[i].flag = true;
            return true;
        }
    return false;
}

/* Takes master, channel or time. False: another word. */
static bool take_place(const struct reading *reading, const struct word *word,
                       enum rvt_status *status)
{
    struct rvt_syst_place *place = reading->place;
    bool master = is(word, "master"), time = is(word, "time");
    uint64_t number = 0;

    if (!master && !time && !is(word, "channel"))
        return false;
    *status = take_number(reading, word, time ? UINT64_MAX : UINT16_MAX, &number);
    if (time) {
        place->has_time = true;
        place->time = number;
    } else {
        place->has_channel = true;
        *(master ? &place->master : &place->channel) = (uint16_t)number;
    }
    return true;
}

static enum rvt_status take_field(struct reading *reading, const struct word *word)
{
    enum rvt_status status = RVT_OK;
    struct rvt_syst_message *message = &reading->message;
    uint8_t *excess = reading->into->out; /* until the message is written */

    if (take_flag(reading, word) || take_place(reading, word, &status))
        return status;
    if (is(word, "severity"))
        return take_severity(reading, word);
    if (is(word, "module")) {
        reading->has_module = true;
        return take_number(reading, word, 0x7f, &reading->module);
    }
    if (is(word, "unit"))
        return take_number(reading, word, 0x7ff, &reading->unit);
    if (is(word, "guid"))
        return take_guid(reading, word);
    if (is(word, "location"))
        return take_location(reading, word);
    if (is(word, "timestamp")) {
        message->ts = true;
        return take_number(reading, word, UINT64_MAX, &message->timestamp);
    }
    if (is(word, "value") || is(word, "build") || is(word, "clock") || is(word, "id"))
        return take_number(reading, word, UINT64_MAX, &message->value);
    if (is(word, "frequency"))
        return take_number(reading, word, UINT64_MAX, &message->frequency);
    if (is(word, "address"))
        return take_number(reading, word, UINT64_MAX, &message->address);
    if (is(word, "body"))
        return take_bytes(reading, word, reading->into->body, reading->into->capacity,
                          &message->body_bytes);
    if (is(word, "excess"))
        return take_bytes(reading, word, excess, reading->into->capacity, &reading->out_excess);
    return refuse(reading, word, "unknown field");
}

/* Writes the message, and after it the excess bytes that were kept in out. */
static enum rvt_status finish(struct reading *reading, size_t *bytes)
{
    const struct rvt_syst_line *into = reading->into;
    size_t size = 0;
    enum rvt_status status = set_origin(reading);

    if (status == RVT_OK)
        status = rvt_syst_measure(&reading->message, &size, reading->diag);

    if (status == RVT_OK && reading->out_excess > into->capacity - size)
        status = rvt_diag_set(reading->diag, RVT_ERR_CAPACITY, "excess", reading->out_excess, NULL,
                              "too many bytes after the message");
    if (status != RVT_OK)
        return status;
    if (reading->out_excess > 0)
        memmove(into->out + size, into->out, reading->out_excess);
    status = rvt_syst_write(&reading->message, into->out, size, bytes, reading->diag);
    *bytes = size + reading->out_excess;
    return status;
}

enum rvt_status rvt_syst_line_read(const char *line, size_t length,
                                   const struct rvt_syst_line *into, size_t *bytes,
                                   struct rvt_syst_place *place, struct rvt_diag *diag)
{
    struct reading reading = {
        .into = into, .diag = diag, .place = place, .message = {.body = into->body}};
    struct word word;
    size_t at = 0;
    enum rvt_status status;

    *bytes = 0;
    *place = (struct rvt_syst_place){.byte = 0};
    if (!next_word(line, length, &at, &word))
        return RVT_OK;
    if (word.value == NULL && is(&word, "bytes")) {
        bool there = next_word(line, length, &at, &word);

        if (!there)
            return refuse(&reading, &word, "the bytes are missing");
        word = (struct word){.key = word.key,
                             .key_length = word.key_length,
                             .value = word.key,
                             .value_length = word.key_length};
        status = take_bytes(&reading, &word, into->out, into->capacity, bytes);
        return status == RVT_OK && next_word(line, length, &at, &word)
                   ? refuse(&reading, &word, "nothing may follow the bytes")
                   : status;
    }
    status = take_name(&reading, &word);
    while (status == RVT_OK && next_word(line, length, &at, &word))
        status = take_field(&reading, &word);
    return status == RVT_OK ? finish(&reading, bytes) : status;
}

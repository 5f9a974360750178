/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random SyS-T messages of every type, with arguments that mostly fit their formats, and notes of
 * messages. */
#ifndef RVT_TESTS_REGRESSION_MESSAGES_H
#define RVT_TESTS_REGRESSION_MESSAGES_H

#include "bytes.h"

#include "transport/syst/syst.h"
#include "transport/syst/syst_format.h"

enum { BODY_MAX = 400, FORMAT_MAX = 64 };

/* A format of up to five pieces, null-terminated, into format (FORMAT_MAX bytes). */
static inline void random_format(struct rvt_random *random, char *format)
{
    static const char *const pieces[] = {
        "%d",    "%i ", "%5u", "%-8x",     "%+lX",  "% hho",   "%#hd",    "%ld",   "%llu",
        "%jd",   "%zu", "%td", "%Lf",      "%010g", "%.3e",    "%a",      "%c",    "%p",
        "%n",    "%s",  "%%",  "%*d",      "%.*f",  "%*.*s",   "%-10.4s", "text ", "%ls",
        "%.99s", "%q",  "%",   "%999999d", "%hs",   "\xc3\xa4"};
    unsigned count = rvt_random_below(random, 6);

    format[0] = '\0';
    for (unsigned i = 0; i < count; i++)
        strcat(format, pieces[rvt_random_below(random, sizeof pieces / sizeof pieces[0])]);
}

/* Appends count random bytes to body; of text, with a zero byte. */
static inline size_t put_random(struct rvt_random *random, uint8_t *body, size_t at, size_t count,
                                bool text)
{
    for (size_t i = 0; i < count; i++)
        body[at++] =
            text ? (uint8_t)(0x20 + rvt_random_below(random, 95)) : (uint8_t)number_of(random, 8);
    if (text && rvt_random_chance(random, 5))
        body[at - 1] = 0xc0; /* no UTF-8 */
    if (text && rvt_random_chance(random, 95))
        body[at++] = 0;
    return at;
}

/* Appends arguments for the format, packed in one of the ways of writers. Returns the new size. */
static inline size_t put_arguments(struct rvt_random *random, const char *format, bool p64,
                                   uint8_t *body, size_t at)
{
    unsigned packing = rvt_random_below(random, 6);
    struct rvt_syst_conversion conversion;
    size_t format_at = 0;
    bool found = true;

    while (rvt_syst_conversion_next(format, strlen(format), &format_at, &conversion, &found) ==
               RVT_OK &&
           found) {
        unsigned stars = 0U + conversion.width_star + conversion.precision_star;
        unsigned number = packing == 4 ? 8 : 4;
        unsigned bytes = p64 ? conversion.bytes_64 : conversion.bytes_32;

        if (conversion.argument == RVT_SYST_ARGUMENT_NONE)
            continue;
        at = put_random(random, body, at, (size_t)number * stars, false);
        if (conversion.argument == RVT_SYST_ARGUMENT_STRING)
            at = put_random(random, body, at, 1 + rvt_random_below(random, 20), true);
        else
            at = put_random(random, body, at, packing < 4 ? bytes : number, false);
    }
    if (rvt_random_chance(random, 10))
        at -= at > 0;
    return rvt_random_chance(random, 10) ? put_random(random, body, at, 3, false) : at;
}

/* The rest of the payload, for the type. format: of catalog messages. */
static inline void random_body(struct rvt_random *random, struct rvt_syst_message *message,
                               const char *format, uint8_t *body)
{
    bool p64 = message->type == RVT_SYST_STRING ? message->subtype == RVT_SYST_STRING_PRINTF_64
                                                : message->subtype >= RVT_SYST_CATALOG_ID32_P64;
    size_t at = 0;

    if (message->type == RVT_SYST_STRING && message->subtype >= RVT_SYST_STRING_PRINTF_32) {
        char own[FORMAT_MAX];

        random_format(random, own);
        memcpy(body, own, strlen(own) + 1);
        at = strlen(own) + 1;
        at = put_arguments(random, own, p64, body, at);
    } else if (message->type == RVT_SYST_CATALOG && rvt_random_chance(random, 90)) {
        at = put_arguments(random, format, p64, body, at);
    } else if (rvt_random_chance(random, 80)) {
        at = put_random(random, body, at, 1 + rvt_random_below(random, 60),
                        message->type != RVT_SYST_RAW);
    }
    if (rvt_random_chance(random, 4))
        at = put_random(random, body, at, 1 + rvt_random_below(random, 100), false);
    message->body = body;
    message->body_bytes = at;
}

static inline void random_fields(struct rvt_random *random, struct rvt_syst_message *message)
{
    struct rvt_syst_location *location = &message->location;

    message->severity = (uint8_t)number_of(random, 3);
    message->res7 = rvt_random_chance(random, 5);
    message->res30 = rvt_random_chance(random, 5);
    message->res31 = rvt_random_chance(random, 5);
    message->loc = rvt_random_chance(random, 40);
    message->len = rvt_random_chance(random, 50);
    message->chk = rvt_random_chance(random, 40);
    message->ts = rvt_random_chance(random, 40);
    message->guid = rvt_random_chance(random, 30);
    message->origin =
        (uint16_t)(rvt_random_chance(random, 60) ? number_of(random, 2) : number_of(random, 11));
    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i++)
        message->guid_bytes[i] = (uint8_t)(i == 8 ? rvt_random_bits(random) : 7 * i);
    location->tag = (uint8_t)rvt_random_below(random, 4 + rvt_random_chance(random, 5));
    location->file = (uint32_t)number_of(random, location->tag == 0 ? 16 : 32);
    location->line = (uint32_t)number_of(random, location->tag == 0 ? 16 : 32);
    location->address = number_of(random, location->tag == 2 ? 32 : 64);
    message->timestamp = number_of(random, 64);
}

/* A message; rarely one that cannot be written. body: BODY_MAX bytes, borrowed. */
static inline void random_message(struct rvt_random *random, const char *format, uint8_t *body,
                                  struct rvt_syst_message *message)
{
    static const uint8_t types[] = {0, 1, 2, 2, 2, 3, 3, 3, 6, 7, 8, 8, 9, 9};
    static const uint8_t subtypes[] = {1, 1, 2, 3, 5, 6, 7, 11, 12, 12};
    unsigned bits = rvt_random_below(random, 3);

    *message = (struct rvt_syst_message){.type = types[rvt_random_below(random, sizeof types)]};
    message->subtype = subtypes[rvt_random_below(random, sizeof subtypes)];
    if (message->type == RVT_SYST_CATALOG)
        message->subtype = subtypes[rvt_random_below(random, 6)];
    else if (message->type == RVT_SYST_BUILD)
        message->subtype = (uint8_t)rvt_random_below(random, 4);
    else if (message->type == RVT_SYST_SBD)
        message->subtype = (uint8_t)rvt_random_below(random, 17);
    if (message->type == RVT_SYST_SHORT32 || message->type == RVT_SYST_SHORT64)
        message->subtype = 0;
    if (rvt_random_chance(random, 4))
        message->subtype = (uint8_t)number_of(random, 7);
    if (rvt_random_chance(random, 2))
        message->type = (uint8_t)rvt_random_below(random, 17);
    message->value = number_of(random, bits == 0 ? 22 : bits == 1 ? 32 : 60);
    message->frequency = rvt_random_chance(random, 90) ? number_of(random, 64) : 0;
    message->address = number_of(random, bits == 0 ? 16 : bits == 1 ? 32 : 64);
    random_fields(random, message);
    random_body(random, message, format, body);
}

/* Notes every member of a message that was read. */
static inline void note_message(struct regression *regression,
                                const struct rvt_syst_message *message)
{
    regression_note(regression, "message %u.%u %u %d%d%d %d%d%d%d %x %d module %u unit %u",
                    message->type, message->subtype, message->severity, message->res7,
                    message->res30, message->res31, message->loc, message->len, message->chk,
                    message->ts, message->origin, message->guid, rvt_syst_module(message),
                    rvt_syst_unit(message));
    note_bytes(regression, "guid", message->guid_bytes, message->guid ? RVT_SYST_GUID_BYTES : 0);
    regression_note(regression,
                    "location %u %x %x %" PRIx64 " length %u time %" PRIx64 " checksum %x value "
                    "%" PRIx64 " %" PRIx64 " %" PRIx64 " payload %zu",
                    message->location.tag, message->location.file, message->location.line,
                    message->location.address, message->length, message->timestamp,
                    message->checksum, message->value, message->frequency, message->address,
                    message->payload_at);
    note_bytes(regression, "body", message->body, message->body_bytes);
}

#endif

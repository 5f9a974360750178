/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages of every type, whole and damaged: what is written, read, found and delivered, the
 * arguments of their formats and the clocks of their origins are those of the reference.
 */
#include "messages.h"

#include "transport/syst/crc32c.h"
#include "transport/syst/syst_args.h"
#include "transport/syst/syst_check.h"
#include "transport/syst/syst_names.h"

enum { GROUPS = 400, MESSAGES = 60 };

/* The collateral: the format of every ID but those that end with 1111. */
static const char *lookup(void *context, const struct rvt_syst_place *place,
                          const struct rvt_syst_message *message)
{
    (void)place;
    return message->value % 16 == 15 ? NULL : context;
}

static void note_field(void *context, const char *name, uint64_t value, unsigned width,
                       size_t first_bit)
{
    regression_note(context, "field %s %" PRIx64 " %u %zu", name, value, width, first_bit);
}

/* The size of a message as bytes in sent, or 0. */
static size_t write_message(struct regression *regression, struct rvt_random *random,
                            const struct rvt_syst_message *message, struct bytes *out)
{
    size_t bytes = 0, measured = 0;
    size_t capacity = rvt_random_chance(random, 95) ? BYTES_MAX : rvt_random_below(random, 60);
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_syst_measure(message, &measured, &diag);
    regression_diag(regression, "measure", status, &diag);
    rvt_diag_clear(&diag);
    status = rvt_syst_write(message, out->byte, capacity, &bytes, &diag);
    regression_diag(regression, "write", status, &diag);
    regression_note(regression, "sizes %zu %zu %s", measured, bytes, diag.text);
    status = rvt_syst_visit(message, note_field, regression);
    regression_note(regression, "visit %s", rvt_status_text(status));
    return bytes;
}

static void note_value(struct regression *regression, const struct rvt_syst_conversion *conversion,
                       enum rvt_syst_misfit misfit, const struct rvt_syst_value *value)
{
    regression_note(regression, "value %d", (int)misfit);
    if (misfit != RVT_SYST_FITS)
        return;
    if (conversion->argument == RVT_SYST_ARGUMENT_STRING)
        note_bytes(regression, "text", value->text, value->text_bytes);
    else
        regression_note(regression, "number %" PRIx64, value->number);
}

static void note_conversion(struct regression *regression, const struct rvt_syst_conversion *found)
{
    regression_note(regression, "conversion %zu %zu %d%d%d%d%d %d%d%d %u %u %u %u %u %u %d %c",
                    found->from, found->to, found->minus, found->plus, found->space,
                    found->alternate, found->zero, found->width_star, found->precision_star,
                    found->has_precision, found->width, found->precision, found->value_bits_32,
                    found->value_bits_64, found->bytes_32, found->bytes_64, (int)found->argument,
                    found->specifier);
}

/* Each conversion with its arguments, in every packing. */
static void note_arguments(struct regression *regression, const struct rvt_syst_args *args,
                           enum rvt_syst_packing packing)
{
    struct rvt_syst_conversion conversion = {.from = 0};
    size_t format_at = 0, at = 0;
    bool found = true;

    for (;;) {
        struct rvt_syst_value value = {.number = 0};
        int32_t star = 0;
        enum rvt_status status = rvt_syst_conversion_next(args->format, args->format_bytes,
                                                          &format_at, &conversion, &found);
        enum rvt_syst_misfit misfit = RVT_SYST_FITS;

        regression_note(regression, "next %s %d %zu", rvt_status_text(status), found, format_at);
        if (status != RVT_OK || !found)
            return;
        note_conversion(regression, &conversion);
        for (int i = 0;
             misfit == RVT_SYST_FITS && i < conversion.width_star + conversion.precision_star;
             i++) {
            misfit = rvt_syst_args_star(args, packing, &at, &star);
            regression_note(regression, "star %d %d", (int)misfit, star);
        }
        if (misfit == RVT_SYST_FITS && conversion.argument != RVT_SYST_ARGUMENT_NONE) {
            misfit = rvt_syst_args_take(args, packing, &conversion, &at, &value);
            note_value(regression, &conversion, misfit, &value);
        }
        if (misfit != RVT_SYST_FITS)
            return;
    }
}

static void take_arguments(struct regression *regression, struct rvt_random *random,
                           const struct rvt_syst_message *message, const char *format)
{
    struct rvt_syst_args args;
    enum rvt_syst_packing packing = RVT_SYST_PACKING_TYPED;
    size_t at = 0;
    bool any = rvt_syst_args_of(message, format, &args);

    regression_note(regression, "arguments %d", any);
    if (!any)
        return;
    regression_note(regression, "%zu %zu %d%d", args.format_bytes, args.bytes, args.p64,
                    args.typed);
    enum rvt_syst_misfit misfit = rvt_syst_args_infer(&args, &packing, &at);
    regression_note(regression, "packing %d misfit %d at %zu", (int)packing, (int)misfit,
                    misfit == RVT_SYST_FITS ? 0 : at);
    if (rvt_random_chance(random, 20))
        packing = (enum rvt_syst_packing)rvt_random_below(random, 3);
    note_arguments(regression, &args, packing);
}

static void note_clock(struct regression *regression, struct rvt_random *random,
                       const struct rvt_clock *clock, uint64_t time)
{
    struct rvt_clock_time converted;

    if (clock == NULL)
        return;
    enum rvt_status status = rvt_clock_convert(clock, time, number_of(random, 64), &converted);
    regression_note(regression, "clock %" PRIx64 " %" PRIx64 " %" PRIx64 " %s", clock->value,
                    clock->frequency, clock->transport, rvt_status_text(status));
    if (status == RVT_OK)
        regression_note(regression, "time %" PRIx64 " %" PRIx64 " %" PRIx64, converted.ticks,
                        converted.numerator, converted.denominator);
}

static void check(struct regression *regression, struct rvt_random *random,
                  struct rvt_syst_checker *checker, const struct bytes *bytes, const char *format)
{
    struct rvt_syst_place place = {.byte = (UINT64_C(1) << 32) + number_of(random, 20),
                                   .has_channel = rvt_random_chance(random, 80),
                                   .has_time = rvt_random_chance(random, 80)};
    struct rvt_syst_message message;
    size_t used = 0, text = 0, rest = 0;
    bool delivered = false;

    place.master = (uint16_t)maybe(random, 50, 2);
    place.channel = (uint16_t)maybe(random, 50, 2);
    place.time = number_of(random, 64);
    rvt_syst_check(checker, &place, bytes->byte, bytes->count, &message, &used, &delivered);
    regression_note(regression, "delivered %d", delivered);
    if (!delivered)
        return;
    regression_note(regression, "used %zu", used);
    note_message(regression, &message);
    regression_note(regression, "has text %d split %d", rvt_syst_has_text(&message),
                    rvt_syst_split(&message, &text, &rest));
    regression_note(regression, "text %zu %zu", text, rest);
    note_clock(regression, random, rvt_syst_clock(checker, &place, &message), message.timestamp);
    take_arguments(regression, random, &message, format);
}

static void read_message(struct regression *regression, const struct bytes *bytes)
{
    struct rvt_syst_message message;
    struct rvt_diag diag;
    size_t used = 0;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_syst_read(bytes->byte, bytes->count, &message, &used, &diag);
    regression_diag(regression, "read", status, &diag);
}

/* States a payload that is shorter by a byte, with the right checksum. */
static void shorten(struct bytes *bytes)
{
    struct rvt_syst_message message;
    size_t used = 0;

    if (rvt_syst_read(bytes->byte, bytes->count, &message, &used, NULL) != RVT_OK || !message.len ||
        !message.chk || message.length % 256 == 0)
        return;
    bytes->byte[message.payload_at - (message.ts ? 10 : 2)]--;
    uint32_t crc = rvt_crc32c(0, bytes->byte, used - 4);
    for (unsigned i = 0; i < 4; i++)
        bytes->byte[used - 4 + i] = (uint8_t)(crc >> 8 * i);
}

static void spoil(struct rvt_random *random, struct bytes *bytes)
{
    unsigned kind = rvt_random_below(random, 8), bit = rvt_random_below(random, 32);

    if (kind == 0)
        bytes->count = rvt_random_below(random, (unsigned)bytes->count + 1);
    else if (kind == 1)
        bytes_damage(random, bytes, 0);
    else if (kind == 2)
        bytes->count =
            put_random(random, bytes->byte, bytes->count, 1 + rvt_random_below(random, 9), false);
    else if (kind == 4)
        shorten(bytes);
    else if (kind == 3 && bytes->count > 3)
        bytes->byte[bit / 8] ^= (uint8_t)(1U << bit % 8);
}

/* A payload as long as one may be, or somewhat longer; whole and with what a reader adds. */
static void write_long(struct regression *regression, struct rvt_random *random)
{
    static uint8_t body[RVT_SYST_PAYLOAD_BYTES_MAX + 20];
    static struct bytes bytes;
    struct rvt_syst_message message;
    struct rvt_diag diag;

    random_message(random, "", body, &message);
    message.body_bytes = sizeof body - rvt_random_below(random, 40);
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_syst_write(&message, bytes.byte, BYTES_MAX, &bytes.count, &diag);
    regression_diag(regression, "long", status, &diag);
    if (status != RVT_OK)
        return;
    bytes.count += maybe(random, 50, 40);
    regression_note(regression, "size %zu", bytes.count);
    read_message(regression, &bytes);
}

/* Times of any clocks. */
static void convert_times(struct regression *regression, struct rvt_random *random)
{
    for (unsigned i = 0; i < 20; i++) {
        struct rvt_clock clock;
        uint64_t distance = number_of(random, 40);

        clock.value = number_of(random, 64);
        clock.frequency = number_of(random, 64);
        clock.transport = number_of(random, 64);
        note_clock(regression, random, &clock,
                   rvt_random_chance(random, 50) ? clock.value - distance : clock.value + distance);
    }
}

static void group(struct regression *regression)
{
    static struct bytes bytes;
    struct rvt_random random;
    char format[FORMAT_MAX];
    uint8_t body[BODY_MAX];
    struct rvt_syst_checker *checker = NULL;
    struct rvt_syst_message message;

    regression_begin(regression);
    rvt_random_seed(&random, 910000 + regression->group);
    const struct rvt_syst_config config = {.sbd = rvt_random_chance(&random, 50),
                                           .origins = maybe(&random, 50, 12),
                                           .lookup = rvt_random_chance(&random, 80) ? lookup : NULL,
                                           .lookup_context = format};
    cr_assert(rvt_syst_checker_open(&config, rvt_random_chance(&random, 95) ? note_finding : NULL,
                                    regression, &checker) == RVT_OK);
    for (unsigned i = 0; i < MESSAGES; i++) {
        random_format(&random, format);
        random_message(&random, format, body, &message);
        bytes.count = write_message(regression, &random, &message, &bytes);
        note_bytes(regression, "bytes", bytes.byte, bytes.count);
        spoil(&random, &bytes);
        if (bytes.count > 0)
            regression_note(regression, "crc %x", rvt_crc32c((uint32_t)i, bytes.byte, bytes.count));
        read_message(regression, &bytes);
        check(regression, &random, checker, &bytes, format);
    }
    rvt_syst_checker_close(checker);
    for (unsigned i = 0; i < 4; i++)
        write_long(regression, &random);
    convert_times(regression, &random);
    regression_end(regression);
}

static void note_number(struct regression *regression, const char *name, bool known,
                        const unsigned *number)
{
    regression_note(regression, "%s %d %u", name, known, known ? *number : 0);
}

/* The names of types and subtypes, and the numbers of these names; and of names cut by a letter. */
static void names(struct regression *regression)
{
    unsigned number = 0;

    regression_begin(regression);
    for (unsigned i = 0; i < 16 * 64; i++) {
        unsigned type = i / 64, subtype = i % 64, cut = subtype % 2;
        const char *name = rvt_syst_subtype_name(type, subtype);

        regression_note(regression, "%u.%u %d%d %u %u %u", type, subtype, rvt_syst_known_type(type),
                        rvt_syst_known_subtype(type, subtype), rvt_syst_head_bytes(type, subtype),
                        rvt_syst_address_bytes(subtype),
                        rvt_syst_short_bytes(type | subtype << 24));
        if (name != NULL)
            note_number(regression, name,
                        rvt_syst_subtype_number(type, name, (unsigned)strlen(name), &number),
                        &number);
        name = rvt_syst_type_name(type);
        if (name != NULL)
            note_number(regression, name,
                        rvt_syst_type_number(name, (unsigned)strlen(name) - cut, &number), &number);
        name = rvt_syst_severity_name(i % 8);
        note_number(regression, name,
                    rvt_syst_severity_number(name, (unsigned)strlen(name) - cut, &number), &number);
        name = rvt_syst_location_name(i % 4);
        note_number(regression, name,
                    rvt_syst_location_number(name, (unsigned)strlen(name) - cut, &number), &number);
    }
    regression_end(regression);
}

Test(regression, messages_are_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "syst");
    names(&regression);
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}

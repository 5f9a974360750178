/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T: any bytes as a message, and any text as the format of a catalog message. A delivered
 * message lies within the bytes, has its checksum, and is written back to the same bytes; any other
 * is explained. Shows: SYST-001, SYST-008
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "transport/syst/crc32c.h"
#include "transport/syst/syst_args.h"
#include "transport/syst/syst_check.h"

enum { FORMAT_MAX = 64 };

struct reported {
    uint64_t end;
    unsigned count;
};

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct reported *reported = context;

    FUZZ_EXPECT(finding->byte <= reported->end);
    reported->count++;
}

static const char *lookup(void *context, const struct rvt_syst_place *place,
                          const struct rvt_syst_message *message)
{
    (void)place;
    return message->value % 16 == 0 ? NULL : context;
}

/* All but the checksum is as read, so that the bytes are the same. */
static void write_again(const struct rvt_syst_message *message, const uint8_t *data, size_t used)
{
    static uint8_t again[RVT_SYST_MESSAGE_BYTES_MAX];
    size_t bytes = 0;

    FUZZ_EXPECT(rvt_syst_write(message, again, sizeof(again), &bytes, NULL) == RVT_OK);
    FUZZ_EXPECT(bytes == used && (bytes == 0 || memcmp(again, data, bytes) == 0));
}

/* Where rvt_syst_args_infer finds that the arguments fit, reading accepts every argument. */
static void take_args(const struct rvt_syst_message *message, const char *format)
{
    struct rvt_syst_args args;
    enum rvt_syst_packing packing;
    struct rvt_syst_conversion conversion;
    struct rvt_syst_value value;
    size_t format_at = 0, at = 0, fault = 0;
    int32_t star;
    bool found = true;

    if (!rvt_syst_args_of(message, format, &args))
        return;
    FUZZ_EXPECT(args.bytes <= message->body_bytes);
    if (rvt_syst_args_infer(&args, &packing, &fault) != RVT_SYST_FITS) {
        FUZZ_EXPECT(fault <= args.bytes || fault < args.format_bytes);
        return;
    }
    while (rvt_syst_conversion_next(args.format, args.format_bytes, &format_at, &conversion,
                                    &found) == RVT_OK &&
           found) {
        if (conversion.width_star)
            FUZZ_EXPECT(rvt_syst_args_star(&args, packing, &at, &star) == RVT_SYST_FITS);
        if (conversion.precision_star)
            FUZZ_EXPECT(rvt_syst_args_star(&args, packing, &at, &star) == RVT_SYST_FITS);
        if (conversion.argument != RVT_SYST_ARGUMENT_NONE)
            FUZZ_EXPECT(rvt_syst_args_take(&args, packing, &conversion, &at, &value) ==
                        RVT_SYST_FITS);
    }
    FUZZ_EXPECT(at == args.bytes);
}

static void check(struct rvt_syst_checker *checker, struct reported *reported, const char *format,
                  const uint8_t *data, size_t bytes)
{
    const struct rvt_syst_place place = {.byte = 0};
    struct rvt_syst_message message;
    size_t used = 0;
    bool delivered = false;

    *reported = (struct reported){.end = bytes};
    rvt_syst_check(checker, &place, data, bytes, &message, &used, &delivered);
    if (!delivered) {
        FUZZ_EXPECT(reported->count > 0);
        return;
    }
    FUZZ_EXPECT(used <= bytes && message.payload_at <= used);
    if (message.payload_at > 0 && message.chk)
        FUZZ_EXPECT(message.checksum == rvt_crc32c(0, data, used - 4));
    write_again(&message, data, used);
    take_args(&message, format);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct reported reported;
    uint8_t head = fuzz_byte(&input);
    char format[FORMAT_MAX + 1] = "";
    struct rvt_syst_config config = {
        .sbd = (head & 1) != 0, .origins = 4, .lookup = lookup, .lookup_context = format};
    struct rvt_syst_checker *checker = NULL;
    unsigned length = fuzz_byte(&input) % FORMAT_MAX;

    for (unsigned i = 0; i < length; i++)
        format[i] = (char)(0x20 + fuzz_byte(&input) % 95);
    FUZZ_EXPECT(rvt_syst_checker_open(&config, on_finding, &reported, &checker) == RVT_OK);
    while (input.left > 0) { /* messages after their length */
        size_t bytes = fuzz_byte(&input);

        bytes = bytes < input.left ? bytes : input.left;
        check(checker, &reported, format, input.data, bytes);
        input.data += bytes;
        input.left -= bytes;
    }
    rvt_syst_checker_close(checker);
    return 0;
}

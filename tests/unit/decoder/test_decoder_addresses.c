/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Addresses above 4 GiB in everything that a decoder reports: two pieces of a program whose
 * addresses differ in the upper half alone. Shows: ETR-DEC-002, ETR-DEC-003, ETR-DEC-006,
 * ETR-DEC-019, ETR-MODE-063
 */
#include "tests/unit/decoder_rig.h"

#include "decoder/packet_processor.h"

#define LOW  UINT64_C(0x1000)
#define HIGH UINT64_C(0xfedcba9800001000)

struct reports {
    struct rvt_text text;
    char line[2000];
};

static void add(struct reports *reports, const char *what, uint64_t first, uint64_t last)
{
    rvt_text_add(&reports->text, " %s %llx %llx", what, (unsigned long long)first,
                 (unsigned long long)last);
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    add(context, "range", range->first, range->last);
    return RVT_OK;
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    add(context, "trap", trap->epc, trap->tval);
    return RVT_OK;
}

static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    add(context, "loss", loss->from, loss->to);
    return RVT_OK;
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct reports *reports = context;

    if (meaning->end == RVT_PATH_END_NONE)
        return RVT_OK;
    rvt_text_add(&reports->text, " [%llx: %llx %llx]", (unsigned long long)meaning->address,
                 (unsigned long long)meaning->first, (unsigned long long)meaning->last);
    return RVT_OK;
}

static void decode(const struct rvt_packet *packets, unsigned count, const char *expected)
{
    static const uint32_t code[] = {ADD, JR, ADD, ECALL};
    struct rvt_config config = full_config();
    struct reports reports;
    const struct rvt_decoder_output output = {.range = take_range,
                                              .trap = take_trap,
                                              .loss = take_loss,
                                              .meaning = take_meaning,
                                              .context = &reports};
    struct rvt_image *image;
    struct rvt_decoder *decoder;

    config.params.iaddress_width_p = 64;
    rvt_text_init(&reports.text, reports.line, sizeof reports.line);
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    load(image, LOW, code, 4);
    load(image, HIGH, code, 4);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < count; i++)
        if (packets[i].format == 3 && packets[i].subformat > 3) /* stands for a missing packet */
            rvt_decoder_break(decoder);
        else
            cr_assert(rvt_decoder_packet(decoder, &packets[i], NULL) == RVT_OK, "packet %u", i);
    cr_expect_str_eq(reports.line, expected, "%s", reports.line);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

#define MISSING                                                                                    \
    {                                                                                              \
        .format = 3, .subformat = 4                                                                \
    }
#define DECODE(expected, ...)                                                                      \
    decode((struct rvt_packet[]){__VA_ARGS__},                                                     \
           sizeof((struct rvt_packet[]){__VA_ARGS__}) / sizeof(struct rvt_packet), expected)

Test(decoder_addresses, jumps_between_the_halves)
{
    DECODE(" range fedcba9800001000 fedcba9800001000"
           " [fedcba9800001000: fedcba9800001000 fedcba9800001000]"
           " range fedcba9800001004 fedcba9800001004 range 1008 1008 [1008: fedcba9800001004 1008]",
           START(HIGH), ADDRESS(LOW + 8), ENDED_NTR);
    DECODE(" range 1000 1000 [1000: 1000 1000] range 1004 1004"
           " range fedcba9800001008 fedcba9800001008"
           " [fedcba9800001008: 1004 fedcba9800001008]",
           START(LOW), ADDRESS(HIGH + 8), ENDED_NTR);
}

Test(decoder_addresses, traps_and_their_handlers)
{
    DECODE(" trap fedcba9800001008 fedcba9876543210"
           " range 1000 1000 [1000: 1000 1000]"
           " trap 1004 f000000000000000"
           " range fedcba9800001000 fedcba9800001000"
           " [fedcba9800001000: fedcba9800001000 fedcba9800001000]",
           ENABLED,
           {.format = 3,
            .subformat = 1,
            .branch = true,
            .privilege = 3,
            .ecause = 5,
            .address = (HIGH + 8) >> 1,
            .tval = UINT64_C(0xfedcba9876543210)},
           START(LOW),
           {.format = 3,
            .subformat = 1,
            .branch = true,
            .privilege = 3,
            .thaddr = true,
            .ecause = 5,
            .address = HIGH >> 1,
            .tval = UINT64_C(0xf000000000000000)});
}

Test(decoder_addresses, the_ends_of_a_loss)
{
    DECODE(" range fedcba9800001000 fedcba9800001000"
           " [fedcba9800001000: fedcba9800001000 fedcba9800001000]"
           " loss fedcba9800001000 fedcba9800001008"
           " range fedcba9800001008 fedcba9800001008"
           " [fedcba9800001008: fedcba9800001008 fedcba9800001008]",
           START(HIGH), MISSING, START(HIGH + 8));
}

/* A jump to itself: the report of its address means the arrival after the jump, as the next report
 * shows. Shows: ETR-DEC-012 */
Test(decoder_addresses, a_label_in_the_upper_half)
{
    DECODE(" range fedcba9800001000 fedcba9800001000"
           " [fedcba9800001000: fedcba9800001000 fedcba9800001000]"
           " range fedcba9800001004 fedcba9800001004"
           " [fedcba9800001004: fedcba9800001004 fedcba9800001004]"
           " range fedcba9800001004 fedcba9800001004"
           " range fedcba9800001000 fedcba9800001000"
           " [fedcba9800001004: 0 0]"
           " [fedcba9800001000: fedcba9800001004 fedcba9800001000]",
           START(HIGH), ADDRESS(HIGH + 4), ADDRESS(HIGH), ENDED_NTR);
}

/* A jump in the last half-word of the address space is no endless loop. Shows: ETR-DEC-020 */
Test(decoder_addresses, the_last_half_word)
{
    static const uint8_t code[] = {0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01,
                                   0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0xc5, 0xbf};
    const uint64_t last = UINT64_C(0xfffffffffffffffe);
    struct rvt_packet packets[] = {START(last - 4), ADDRESS(last - 14), ENDED_REP};
    struct rvt_config config = full_config();
    struct reports reports;
    const struct rvt_decoder_output output = {.range = take_range, .context = &reports};
    struct rvt_image *image;
    struct rvt_decoder *decoder;

    config.params.iaddress_width_p = 64;
    rvt_text_init(&reports.text, reports.line, sizeof reports.line);
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, last - 16, code, sizeof code) == RVT_OK);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < 3; i++)
        cr_expect(rvt_decoder_packet(decoder, &packets[i], NULL) == RVT_OK, "packet %u", i);
    cr_expect_str_eq(reports.line,
                     " range fffffffffffffffa fffffffffffffffa"
                     " range fffffffffffffffc fffffffffffffffe"
                     " range ffffffffffffffee fffffffffffffff0",
                     "%s", reports.line);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* A processor, and what it says of its packets. */
struct processing {
    struct rvt_packet_processor processor;
    uint64_t added;                            /* to the instructions of each range */
    uint64_t first, last, instructions, range; /* the latest */
};

static enum rvt_status count_range(void *context, const struct rvt_range *range)
{
    struct processing *p = context;

    p->range = range->count;
    p->processor.buffer.instructions += p->added;
    return RVT_OK;
}

static enum rvt_status count_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct processing *p = context;

    p->first = meaning->first;
    p->last = meaning->last;
    p->instructions = meaning->instructions;
    return RVT_OK;
}

/* A packet reports 65536 instructions in a row, or 65537, as one range; and as if 2^32 had been
 * reported before in the same packet. Shows: ETR-DEC-010 */
Test(decoder_addresses, instructions_are_counted_in_64_bits)
{
    enum { ROOM = 65600 };
    struct rvt_config config = full_config();
    struct processing *p = calloc(1, sizeof *p);
    uint8_t *code = malloc(4 * ROOM);
    const struct rvt_decoder_output output = {
        .range = count_range, .meaning = count_meaning, .context = p};
    struct rvt_image *image;

    cr_assert(p != NULL && code != NULL);
    for (unsigned i = 0; i < 4 * ROOM; i++)
        code[i] = (uint8_t)(ADD >> 8 * (i % 4));
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, code, 4 * ROOM) == RVT_OK);
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t steps = 65536 + (i & 1);
        const struct rvt_packet packets[] = {START(0x1000), ADDRESS(0x1000 + 4 * steps)};

        *p = (struct processing){.added = 0};
        cr_assert(rvt_packet_processor_init(&p->processor, &config, NULL, image, &output, 0) ==
                  RVT_OK);
        cr_expect(rvt_packet_processor_take(&p->processor, &packets[0], NULL) == RVT_OK);
        p->added = i < 2 ? 0 : UINT64_C(1) << 32;
        cr_expect(rvt_packet_processor_take(&p->processor, &packets[1], NULL) == RVT_OK);
        cr_expect(p->range == steps && p->instructions == steps + p->added, "%llu, %llu",
                  (unsigned long long)p->range, (unsigned long long)p->instructions);
        cr_expect(p->first == 0x1004 && p->last == 0x1000 + 4 * steps);
        rvt_packet_processor_fini(&p->processor);
    }
    rvt_image_close(image);
    free(code);
    free(p);
}

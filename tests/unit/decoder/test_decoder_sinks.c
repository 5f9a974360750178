/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Callbacks that refuse: each call of each callback in turn. Shows: ETR-DEC-019
 *
 * The packet whose callback refuses returns RVT_ERR_SINK, and no other does. What comes before the
 * refused call is as without it; from the next sync packet on, everything is.
 */
#include "tests/unit/decoder_rig.h"

enum { CALLS_MAX = 64, REFUSED_PACKETS = 13 };

static const struct program program = PROGRAM(ADD, ADD, JR, ADD, ADD, ADD);

/* 3: an exception. 4: its report repeats the position; the next packet decides. 9: lost. */
static const struct rvt_packet packets[2][REFUSED_PACKETS] = {
    {
        ENABLED,
        START(0x1000),
        ADDRESS(0x1004),
        TRAP(5, 0x1010),
        ADDRESS(0x1014),
        START_AT(0x1000, 3, 7),
        CONTEXT(8),
        ADDRESS(0x100c),
        ENDED_NTR,
        START(0x1000),
        ADDRESS(0x5000),
        START(0x1008),
        ADDRESS(0x1010),
    },
    {/* draft 0.026: F3/0 lies on the path, or after an end. 11: lost */
     ENABLED, START(0x1000), ADDRESS(0x1004), TRAP(5, 0x1010), ADDRESS(0x1014), ENDED_NTR,
     START_AT(0x1000, 3, 7), CONTEXT(8), ADDRESS(0x100c), ENDED_NTR, START(0x1000), ADDRESS(0x5000),
     START(0x1008)}};

/* Every call of a callback as a word. */
struct calls {
    bool pauses; /* every call asks for a pause */
    struct rvt_text text;
    char line[2000];
    unsigned count, refused;             /* calls; the one that is refused, counted from 1 */
    size_t end[CALLS_MAX];               /* length of the text after each call */
    unsigned first[REFUSED_PACKETS + 2]; /* calls before each packet, before the end, at all */
    int status[REFUSED_PACKETS + 1];
};

static enum rvt_status answer(struct calls *calls)
{
    cr_assert(calls->count < CALLS_MAX);
    calls->end[calls->count++] = calls->text.length;
    return calls->count == calls->refused ? RVT_ERR_IO : calls->pauses ? RVT_WAIT : RVT_OK;
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct calls *calls = context;

    rvt_text_add(&calls->text, " %llx-%llx", (unsigned long long)range->first,
                 (unsigned long long)range->last);
    return answer(calls);
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    struct calls *calls = context;

    rvt_text_add(&calls->text, " e%u@%llx", trap->ecause, (unsigned long long)trap->epc);
    return answer(calls);
}

static enum rvt_status take_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    struct calls *calls = context;

    (void)packet;
    rvt_text_add(&calls->text, " event%d", (int)event);
    return answer(calls);
}

static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    struct calls *calls = context;

    rvt_text_add(&calls->text, " loss%u", (unsigned)loss->first_packet);
    return answer(calls);
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct calls *calls = context;

    rvt_text_add(&calls->text, " #%u", (unsigned)meaning->packet);
    return answer(calls);
}

static struct rvt_config config_of(bool draft)
{
    struct rvt_config config = full_config();

    if (!draft)
        return config;
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.options.full_address = true;
    config.params.nocontext_p = false;
    config.params.context_width_p = 8;
    config.params.ctype_width_p = 2;
    return config;
}

/* The status of a call after all its pauses. */
static int settle(struct rvt_decoder *decoder, enum rvt_status status, struct rvt_diag *diag)
{
    while (status == RVT_WAIT) {
        rvt_diag_clear(diag);
        status = rvt_decoder_flush(decoder, diag);
    }
    cr_expect(status == RVT_ERR_SINK || diag->status == status, "%s", diag->text);
    return (int)status;
}

/* Decodes all packets. losses: the stream ends in a loss. */
static void decode(struct calls *calls, unsigned refused, bool pauses, bool draft, bool losses)
{
    struct rvt_config config = config_of(draft);
    struct rvt_image *image = assemble(program.code, program.count);
    const struct rvt_decoder_output output = {.range = take_range,
                                              .trap = take_trap,
                                              .event = take_event,
                                              .loss = take_loss,
                                              .meaning = take_meaning,
                                              .context = calls};
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    *calls = (struct calls){.refused = refused, .pauses = pauses};
    rvt_text_init(&calls->text, calls->line, sizeof calls->line);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i <= REFUSED_PACKETS; i++) {
        calls->first[i] = calls->count;
        rvt_diag_clear(&diag);
        if (i == REFUSED_PACKETS && losses)
            cr_expect(settle(decoder, rvt_decoder_break(decoder), &diag) == RVT_OK);
        enum rvt_status status = i < REFUSED_PACKETS
                                     ? rvt_decoder_packet(decoder, &packets[draft][i], &diag)
                                     : rvt_decoder_finish(decoder, &diag);
        calls->status[i] = settle(decoder, status, &diag);
    }
    calls->first[REFUSED_PACKETS + 1] = calls->count;
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* Where the decoder is in step again after packet number at: the next F3/0. */
static unsigned resumes(bool draft, unsigned at)
{
    unsigned i = at + 1;

    while (i < REFUSED_PACKETS &&
           !(packets[draft][i].format == 3 && packets[draft][i].subformat == 0))
        i++;
    return i;
}

static void refuse_each(bool draft, bool losses, bool pauses)
{
    static struct calls all, some;

    decode(&all, 0, false, draft, losses);
    cr_assert(all.count > (draft ? 25u : 30u) && !all.text.cut, "%u calls: %s", all.count,
              all.line);
    for (unsigned i = 0; i <= REFUSED_PACKETS; i++)
        cr_assert((all.status[i] != RVT_OK) == (i == (draft ? 11u : 10u)), "packet %u: %d", i,
                  all.status[i]);
    for (unsigned refused = 1; refused <= all.count; refused++) {
        unsigned at = 0;

        while (all.first[at + 1] < refused)
            at++;
        decode(&some, refused, pauses, draft, losses);
        cr_expect(strncmp(all.line, some.line, all.end[refused - 1]) == 0, "call %u: %s", refused,
                  some.line);
        for (unsigned i = 0; i < at; i++)
            cr_expect(some.status[i] == all.status[i], "call %u, packet %u", refused, i);
        cr_expect(some.status[at] == RVT_ERR_SINK, "call %u, packet %u: %d", refused, at,
                  some.status[at]);
        cr_expect(some.first[at + 1] == refused, "call %u: nothing follows it", refused);
        for (unsigned i = at + 1; i <= REFUSED_PACKETS; i++)
            cr_expect(some.status[i] != RVT_ERR_SINK, "call %u, packet %u", refused, i);
        unsigned next = resumes(draft, at) + 1;
        if (next > REFUSED_PACKETS)
            continue;
        size_t from = all.end[all.first[next] - 1], to = some.end[some.first[next] - 1];
        cr_expect_str_eq(some.line + to, all.line + from, "call %u: %s", refused, some.line);
    }
}

Test(decoder_sinks, a_refused_call_ends_its_packet_alone)
{
    refuse_each(false, false, false);
}

Test(decoder_sinks, a_refused_loss_at_the_end_is_reported)
{
    refuse_each(false, true, false);
}

/* Shows: DRD-001, DRD-002, DRD-003, DRD-005 */
Test(decoder_sinks, a_refused_call_ends_its_packet_of_the_draft_alone)
{
    refuse_each(true, false, false);
    refuse_each(true, true, false);
}

/* Every call but the refused one asks for a pause. Shows: ETR-DEC-019, DRD-001 */
Test(decoder_sinks, pauses_change_nothing)
{
    static struct calls all, pausing;

    for (unsigned i = 0; i < 4; i++) {
        decode(&all, 0, false, i % 2 == 1, i / 2 == 1);
        decode(&pausing, 0, true, i % 2 == 1, i / 2 == 1);
        cr_expect(pausing.count == all.count);
        cr_expect_str_eq(pausing.line, all.line);
        cr_expect(memcmp(pausing.status, all.status, sizeof all.status) == 0);
        refuse_each(i % 2 == 1, i / 2 == 1, true);
    }
}

/* The first of four packets gives a position, the next two wait for the last. Expects its status
 * and all calls, of which call number refused is refused. */
static void expect_deferred(const struct rvt_packet packet[4], unsigned refused,
                            enum rvt_status status, const char *line)
{
    static const struct program returning = PROGRAM(JAL(1, 8), JR, RET, ADD, ADD);
    struct rvt_config config = full_config();
    struct rvt_image *image = assemble(returning.code, returning.count);
    struct calls calls = {.refused = refused};
    const struct rvt_decoder_output output = {
        .range = take_range, .event = take_event, .context = &calls};
    struct rvt_decoder *decoder;

    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    rvt_text_init(&calls.text, calls.line, sizeof calls.line);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < 3; i++)
        cr_expect(rvt_decoder_packet(decoder, &packet[i], NULL) == RVT_OK);
    cr_expect_str_eq(calls.line, " event0 event3 1000-1000");
    cr_expect(rvt_decoder_packet(decoder, &packet[3], NULL) == status);
    cr_expect_str_eq(calls.line, line);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* A depth waits for the packet after it, and a support packet in between waits with it. After a
 * refused call neither they nor that packet report anything, even if the depth has a fault, whose
 * status gives way. Shows: ETR-DEC-012, ETR-DEC-019 */
Test(decoder_sinks, a_refused_call_ends_what_was_deferred)
{
    static const struct rvt_packet fits[] = {START(0x1000), ADDRESS_D(0x100c, 1),
                                             MODES(0, FIELD(IMPLICIT_RETURN)), ADDRESS(0x1010)};
    static const struct rvt_packet fails[] = {START(0x1000), ADDRESS_D(0x100c, 2),
                                              MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1010)};

    expect_deferred(fits, 0, RVT_OK, " event0 event3 1000-1000 1008-1008 100c-100c event4");
    expect_deferred(fits, 4, RVT_ERR_SINK, " event0 event3 1000-1000 1008-1008");
    expect_deferred(fails, 0, RVT_ERR_FLOW,
                    " event0 event3 1000-1000 event4 event0 event3 1010-1010");
    expect_deferred(fails, 4, RVT_ERR_SINK, " event0 event3 1000-1000 event4");
}

/* Counts the calls of all callbacks. */
struct counter {
    unsigned count, refused; /* calls; the one that is refused, counted from 1 */
    bool pauses;             /* every other one asks for a pause */
};

static enum rvt_status count_call(struct counter *counter)
{
    if (++counter->count == counter->refused)
        return RVT_ERR_IO;
    return counter->pauses ? RVT_WAIT : RVT_OK;
}

static enum rvt_status count_range(void *context, const struct rvt_range *range)
{
    (void)range;
    return count_call(context);
}

static enum rvt_status count_event(void *context, enum rvt_trace_event event,
                                   const struct rvt_packet *packet)
{
    (void)event;
    (void)packet;
    return count_call(context);
}

enum { JUMPS = 5000 };

/* JUMPS jumps over the next instruction, then an uninferable one. */
static struct rvt_image *assemble_jumps(void)
{
    static uint8_t code[8 * JUMPS + 4];
    struct rvt_image *image;

    for (unsigned i = 0; i < sizeof code; i++) {
        uint32_t word = i >= 8 * JUMPS ? JR : i % 8 < 4 ? JAL(0, 8) : ADD;
        code[i] = (uint8_t)(word >> 8 * (i % 4));
    }
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, code, sizeof code) == RVT_OK);
    return image;
}

/* A packet with more ranges than a decoder holds back: the path is followed again, and what is
 * found is reported as the buffer fills. The end is that of a path over 5000 jumps to the address
 * that was reported before. Then the events of the end and of the support packet follow.
 * Shows: ETR-DEC-019 */
Test(decoder_sinks, a_refused_call_ends_a_long_packet)
{
    static const struct rvt_packet path[] = {START(0x1000), ADDRESS(0x1008), ENDED_NTR};
    static const unsigned refused[] = {0, 5, 6, 4500, 5004, 5005, 5006};
    struct rvt_config config = full_config();
    struct rvt_image *image = assemble_jumps();

    for (size_t i = 0; i < 2 * (sizeof refused / sizeof refused[0]); i++) {
        unsigned at = refused[i / 2];
        struct counter calls = {.refused = at, .pauses = i % 2 == 1};
        const struct rvt_decoder_output output = {
            .range = count_range, .event = count_event, .context = &calls};
        struct rvt_decoder *decoder;
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        for (unsigned k = 0; k < 2; k++)
            cr_expect(settle(decoder, rvt_decoder_packet(decoder, &path[k], NULL), &diag) ==
                      RVT_OK);
        cr_expect(calls.count == 4);
        cr_expect(settle(decoder, rvt_decoder_packet(decoder, &path[2], &diag), &diag) ==
                  (at ? RVT_ERR_SINK : RVT_OK));
        cr_expect(calls.count == (at ? at : 5006), "%u: %u", at, calls.count);
        rvt_decoder_close(decoder);
    }
    rvt_image_close(image);
}

/* Within a long packet, after a refusal, and after a loss: a reset decoder is a new one. */
Test(decoder_sinks, a_reset_forgets_what_waits)
{
    static const struct rvt_packet path[] = {START(0x1000), ADDRESS(0x1008), ENDED_NTR};
    struct rvt_config config = full_config();
    struct rvt_image *image = assemble_jumps();
    struct counter calls = {.pauses = true};
    const struct rvt_decoder_output output = {
        .range = count_range, .event = count_event, .context = &calls};
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned round = 0; round < 4; round++) {
        calls.count = 0;
        calls.refused = round == 2 ? 4700 : 0;
        for (unsigned k = 0; k < 3; k++) {
            enum rvt_status status = rvt_decoder_packet(decoder, &path[k], &diag);
            while (status == RVT_WAIT && (round != 1 || calls.count < 4600))
                status = rvt_decoder_flush(decoder, &diag);
            if (k == 2)
                cr_expect(status == (round == 1 ? RVT_WAIT : round == 2 ? RVT_ERR_SINK : RVT_OK));
        }
        cr_expect(calls.count == (round == 1   ? 4600
                                  : round == 2 ? 4700
                                               : 5006),
                  "%u: %u", round, calls.count);
        rvt_decoder_reset(decoder);
    }
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* Decodes the first count of three packets, with pauses, and resets after the given number of
 * calls; then the last packet must give the position as the first packet of a stream does. */
static void expect_reset(unsigned count, unsigned after)
{
    static const struct program maze = PROGRAM(ADD, LOOP, ADD, JR, ADD, ADD);
    static const struct rvt_packet path[] = {START(0x1000), START(0x1010), START(0x1014)};
    struct rvt_config config = full_config();
    struct rvt_image *image = assemble(maze.code, maze.count);
    struct calls calls = {.pauses = true};
    const struct rvt_decoder_output output = {
        .range = take_range, .event = take_event, .loss = take_loss, .context = &calls};
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    rvt_text_init(&calls.text, calls.line, sizeof calls.line);
    for (unsigned i = 0; i < count; i++) {
        enum rvt_status status = rvt_decoder_packet(decoder, &path[i], NULL);
        while (status == RVT_WAIT && calls.count < after)
            status = rvt_decoder_flush(decoder, NULL);
    }
    cr_expect(calls.count == after, "%u: %s", calls.count, calls.line);
    rvt_decoder_reset(decoder);
    rvt_text_init(&calls.text, calls.line, sizeof calls.line);
    rvt_diag_clear(&diag);
    cr_expect(settle(decoder, rvt_decoder_packet(decoder, &path[2], NULL), &diag) == RVT_OK);
    cr_expect(settle(decoder, rvt_decoder_finish(decoder, NULL), &diag) == RVT_OK);
    cr_expect_str_eq(calls.line, " event0 event3 1014-1014");
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* The second packet contradicts the first one; the third confirms it, and both are reported. */
Test(decoder_sinks, a_reset_forgets_suspect_packets)
{
    expect_reset(2, 3);
    for (unsigned after = 4; after < 8; after++)
        expect_reset(3, after);
}

/* The second address moves the first one from the arrival in line to the target of the jump: a
 * meaning of its own comes before that of the packet. Shows: ETR-DEC-012, ETR-DEC-019 */
Test(decoder_sinks, a_refused_later_meaning_ends_its_packet)
{
    static const struct rvt_packet path[] = {START(0x1000), ADDRESS(0x1004), ADDRESS(0x1010)};
    static const char *const lines[] = {" #0 #1 #1 #2", " #0", " #0 #1", " #0 #1 #1",
                                        " #0 #1 #1 #2"};

    for (unsigned refused = 0; refused <= 4; refused++) {
        struct rvt_config config = full_config();
        struct rvt_image *image = assemble((const uint32_t[]){ADD, ADD, ADD, JR, ADD, ADD}, 6);
        struct calls calls = {.refused = refused};
        const struct rvt_decoder_output output = {.meaning = take_meaning, .context = &calls};
        struct rvt_decoder *decoder;

        rvt_text_init(&calls.text, calls.line, sizeof calls.line);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        for (unsigned i = 0; i < 3; i++) {
            bool at = refused == i + 1 || (i == 2 && refused == 4);
            if (refused > 0 && refused < i + 1)
                break;
            cr_expect(rvt_decoder_packet(decoder, &path[i], NULL) == (at ? RVT_ERR_SINK : RVT_OK),
                      "call %u, packet %u", refused, i);
        }
        cr_expect_str_eq(calls.line, lines[refused]);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}

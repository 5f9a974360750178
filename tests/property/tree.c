/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decode tree on damaged frames of four harts and two sources of software: each source has the
 * elements of a decoder that gets its bytes alone, taken out of the frames by a reader of this
 * test; the elements do not depend on pieces, on where the sink pauses, on a reset at any point;
 * and no loss ends before the damage. RVT_TREE_TRIALS: number of damaged captures.
 * Shows: FRM-001, FRM-002, FRM-003, FRM-004, FRM-005, FRM-008, FRM-010, FRM-011, FRM-013
 */
#include <criterion/criterion.h>

#include "capture.h"
#include "element/decode_tree.h"
#include "element/element_text.h"
#include "transport/syst/syst_sender.h"

enum {
    TRIALS = 400,
    TRIALS_OF_CAPTURE = 20,
    INSTRUCTIONS = 300,
    HARTS = 4,
    STP_ID = 5,  /* packets */
    SYST_ID = 6, /* messages */
    SOURCES = 6,
    NOISE = 7, /* an ID without decoder */
    IDS = 128,
    BASE = 1000, /* index of the first byte */
    FRAME = 16,
    RECORDS = 200,
    LINE_BYTES = 1 << 18
};

/* The sources of a capture, and its bytes. */
struct fixture {
    struct run run[HARTS];
    struct bytes frames;
};

/* What was reported. */
struct report {
    struct rvt_random *random;
    unsigned waits;       /* percent of the elements */
    uint64_t digest[IDS]; /* of the text, by ID */
    uint64_t order;       /* of all */
    uint64_t elements, ends, losses, paused;
    uint64_t damage;       /* index of the first frame that is not whole */
    uint64_t lost_at[IDS]; /* where the position was lost */
    bool lost[IDS];
};

static uint64_t mix(uint64_t digest, const char *text)
{
    for (; *text != '\0'; text++)
        digest = (digest ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return digest;
}

/* The range of a loss ends where the position is known again, or with the capture. */
static void check_range(struct report *report, const struct rvt_element *element)
{
    unsigned id = element->id;

    if (element->kind == RVT_ELEMENT_NO_SYNC) {
        report->lost[id] = element->loss.reason >= RVT_ELEMENT_LOSS_CARRIER;
        report->lost_at[id] = element->index;
        report->losses += report->lost[id];
    } else if (report->lost[id] &&
               (element->kind == RVT_ELEMENT_TRACE_ON || element->kind == RVT_ELEMENT_EO_TRACE)) {
        report->lost[id] = false;
        cr_assert(element->index >= report->lost_at[id] && element->index >= report->damage,
                  "ID %u: lost from %llu to %llu, damage at %llu", id,
                  (unsigned long long)report->lost_at[id], (unsigned long long)element->index,
                  (unsigned long long)report->damage);
    }
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct report *report = context;
    static char line[LINE_BYTES];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_element_text(element, &text);
    cr_assert(!text.cut && element->id < IDS);
    report->digest[element->id] = mix(report->digest[element->id], line);
    report->order = mix(report->order, line);
    report->elements++;
    report->ends += element->kind == RVT_ELEMENT_EO_TRACE;
    check_range(report, element);
    if (report->waits == 0 || !rvt_random_chance(report->random, report->waits))
        return RVT_RESP_CONT;
    report->paused++;
    return RVT_RESP_WAIT;
}

/* ---- captures ---- */

static void put_record(struct bytes *bytes, struct rvt_stp_encoder *encoder,
                       const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t count;

    cr_assert(rvt_stp_encoder_put(encoder, record, out, sizeof out, &count) == RVT_OK);
    append(bytes, out, count);
}

static struct rvt_stp_encoder start_stp(struct rvt_random *random)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NATDELTA,
                                                  .sync_bytes = pick(random, 40, 400)};
    struct rvt_stp_encoder encoder;

    cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
    return encoder;
}

static void end_stp(struct bytes *bytes, struct rvt_stp_encoder *encoder)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t count;

    cr_assert(rvt_stp_encoder_finish(encoder, out, sizeof out, &count) == RVT_OK);
    append(bytes, out, count);
}

static struct bytes make_packets(struct rvt_random *random)
{
    static const enum rvt_stp_opcode opcodes[] = {RVT_STP_D8,   RVT_STP_D32TS, RVT_STP_D8M,
                                                  RVT_STP_FLAG, RVT_STP_TRIG,  RVT_STP_D64TS};
    struct bytes bytes = no_bytes();
    struct rvt_stp_encoder encoder = start_stp(random);

    for (unsigned i = 0; i < RECORDS; i++) {
        struct rvt_stp_record record = {.opcode = opcodes[rvt_random_below(random, 6)],
                                        .master = (uint16_t)rvt_random_below(random, 3),
                                        .channel = (uint16_t)rvt_random_below(random, 3),
                                        .time = i};
        if (rvt_stp_form(record.opcode)->payload_nibbles > 0)
            record.payload = rvt_random_below(random, 256);
        put_record(&bytes, &encoder, &record);
    }
    end_stp(&bytes, &encoder);
    return bytes;
}

static struct bytes make_messages(struct rvt_random *random)
{
    struct bytes bytes = no_bytes();
    struct rvt_stp_encoder encoder = start_stp(random);

    for (unsigned i = 0; i < RECORDS / 4; i++) {
        uint8_t message[80] = {0x06, 0x00, 0x00, 0x01}; /* RAW */
        struct rvt_syst_sender sender = {.master = 1,
                                         .channel = (uint16_t)rvt_random_below(random, 3),
                                         .time = i,
                                         .marked = rvt_random_chance(random, 50),
                                         .byte = message,
                                         .bytes = 4 + pick(random, 1, 76)};
        struct rvt_stp_record record;
        for (size_t at = 4; at < sender.bytes; at++)
            message[at] = (uint8_t)rvt_random_below(random, 256);
        while (rvt_syst_sender_next(&sender, &record))
            put_record(&bytes, &encoder, &record);
    }
    end_stp(&bytes, &encoder);
    return bytes;
}

static void make_fixture(struct fixture *fixture, struct rvt_random *random, uint64_t seed)
{
    struct bytes stream[NOISE];

    for (unsigned i = 0; i < HARTS; i++) {
        struct rvt_config config;
        random_config(random, &config);
        config.encap.srcid_bits = 0;
        struct rvt_random_options options = random_options(random, HARTS * seed + i, INSTRUCTIONS);
        cr_assert(run_init(&fixture->run[i], &config, &options));
        stream[i] = encapsulate(&fixture->run[i], NULL);
    }
    stream[STP_ID - 1] = make_packets(random);
    stream[SYST_ID - 1] = make_messages(random);
    stream[NOISE - 1] = make_packets(random);
    fixture->frames = format_frames(random, stream, NOISE);
    for (unsigned i = 0; i < NOISE; i++)
        free(stream[i].byte);
}

static void close_fixture(struct fixture *fixture)
{
    for (unsigned i = 0; i < HARTS; i++)
        run_fini(&fixture->run[i]);
    free(fixture->frames.byte);
}

/* Damages a place at random: a bit, a byte, a reset of the formatter, bytes or frames missing.
 * Returns the place. */
static size_t damage_place(struct rvt_random *random, struct bytes *bytes)
{
    static const uint8_t fsync[] = {0xff, 0xff, 0xff, 0x7f};
    size_t at = rvt_random_below(random, (unsigned)bytes->count), count = 1;
    unsigned kind = rvt_random_below(random, 20);

    if (kind < 10) {
        bytes->byte[at] ^= (uint8_t)(1u << rvt_random_below(random, 8));
    } else if (kind < 16) {
        bytes->byte[at] =
            rvt_random_chance(random, 50) ? 0xff : (uint8_t)rvt_random_below(random, 256);
    } else if (kind < 18 && bytes->count >= FRAME) {
        at = at / FRAME * FRAME;
        at -= at + FRAME > bytes->count ? FRAME : 0;
        for (size_t i = 0; i < FRAME; i++)
            bytes->byte[at + i] = fsync[i % sizeof fsync];
    } else {
        count = kind == 18 ? FRAME * pick(random, 1, 4) : pick(random, 1, 40);
        count = count < bytes->count - at ? count : bytes->count - at;
        memmove(bytes->byte + at, bytes->byte + at + count, bytes->count - at - count);
        bytes->count -= count;
    }
    return at;
}

/* A damaged copy that ends at any byte. *first: index of the first frame that is not whole. */
static struct bytes damaged(struct rvt_random *random, const struct bytes *frames, uint64_t *first)
{
    struct bytes bytes = no_bytes();
    size_t least;

    append(&bytes, frames->byte,
           rvt_random_chance(random, 70) ? frames->count
                                         : pick(random, 1, (unsigned)frames->count));
    least = bytes.count;
    for (unsigned n = rvt_random_below(random, 8); n > 0 && bytes.count > 0; n--) {
        size_t at = damage_place(random, &bytes);
        least = at < least ? at : least;
    }
    *first = BASE + least / FRAME * FRAME;
    return bytes;
}

/* ---- all sources ---- */

static struct rvt_decode_tree *open_tree(struct report *report, const struct fixture *fixture)
{
    const struct rvt_decode_tree_options options = {
        .framing = RVT_TREE_FRAMES, .context = report, .element = take_element};
    struct rvt_decode_tree *tree = NULL;

    cr_assert(rvt_decode_tree_open(&options, &tree) == RVT_OK);
    for (unsigned id = 1; id <= SOURCES; id++) {
        const struct rvt_decode_tree_source source = {.carrier_id = id, .id = id};
        const struct rvt_software_elements_options software = {.messages = id == SYST_ID};
        struct rvt_hart_elements_options hart = {.config = NULL};

        if (id <= HARTS) {
            hart.config = &fixture->run[id - 1].config;
            hart.image = fixture->run[id - 1].image;
        }
        cr_assert((id <= HARTS
                       ? rvt_decode_tree_attach_hart(tree, &source, &hart)
                       : rvt_decode_tree_attach_software(tree, &source, &software)) == RVT_OK);
    }
    return tree;
}

static enum rvt_response operate(struct rvt_decode_tree *tree, enum rvt_operation operation)
{
    enum rvt_status status;

    return rvt_decode_tree_process(tree, operation, 0, NULL, 0, NULL, &status);
}

static void flush(struct rvt_decode_tree *tree, enum rvt_response response)
{
    while (response == RVT_RESP_WAIT)
        response = operate(tree, RVT_OP_FLUSH);
    cr_assert(response == RVT_RESP_CONT);
}

/* Gives the bytes up to end in pieces of up to most. After the last one the tree may wait. */
static enum rvt_response give(struct rvt_decode_tree *tree, struct rvt_random *random,
                              const struct bytes *bytes, size_t end, unsigned most)
{
    enum rvt_response response = RVT_RESP_CONT;
    enum rvt_status status;

    for (size_t at = 0, used = 0; at < end; at += used) {
        size_t piece = random != NULL ? pick(random, 1, most) : end;
        flush(tree, response);
        response = rvt_decode_tree_process(tree, RVT_OP_DATA, BASE + at, bytes->byte + at,
                                           piece < end - at ? piece : end - at, &used, &status);
        cr_assert(response != RVT_RESP_FATAL && (used > 0 || response == RVT_RESP_WAIT));
    }
    return response;
}

static void decode_plainly(struct report *report, const struct fixture *fixture,
                           const struct bytes *bytes)
{
    struct rvt_decode_tree *tree = open_tree(report, fixture);

    flush(tree, give(tree, NULL, bytes, bytes->count, 0));
    flush(tree, operate(tree, RVT_OP_EOT));
    cr_assert(report->ends == SOURCES);
    rvt_decode_tree_close(tree);
}

/* In pieces, with pauses, after another capture that a reset ended at any point. */
static void decode_hard(struct report *report, struct rvt_random *random,
                        const struct fixture *fixture, const struct bytes *bytes)
{
    static const unsigned pieces[] = {1, 7, 16, 100, 100000};
    static const unsigned waits[] = {1, 10, 50, 100};
    unsigned most = pieces[rvt_random_below(random, 5)];
    const struct report start = {
        .random = random, .waits = waits[rvt_random_below(random, 4)], .damage = report->damage};
    struct rvt_decode_tree *tree = open_tree(report, fixture);

    report->random = random;
    report->waits = start.waits;
    report->damage = 0;
    enum rvt_response response =
        give(tree, random, bytes, rvt_random_below(random, (unsigned)bytes->count + 1), most);
    if (rvt_random_chance(random, 30)) {
        flush(tree, response);
        (void)operate(tree, RVT_OP_EOT);
    }
    cr_assert(operate(tree, RVT_OP_RESET) == RVT_RESP_CONT);
    *report = start;
    flush(tree, give(tree, random, bytes, bytes->count, most));
    flush(tree, operate(tree, RVT_OP_EOT));
    rvt_decode_tree_close(tree);
}

/* ---- a source alone ---- */

/* A decoder of one source, and a reader of frames that gives it its bytes. */
struct alone {
    unsigned id, current; /* of the source; of the frames, IDS: none */
    bool nameless;        /* data before an ID is a loss, once */
    struct rvt_element_queue queue;
    struct rvt_hart_elements *hart;
    struct rvt_software_elements *software;
};

static void open_alone(struct alone *alone, struct report *report, unsigned id,
                       const struct fixture *fixture, bool empty)
{
    *alone = (struct alone){.id = id, .current = IDS};
    cr_assert(rvt_element_queue_init(&alone->queue, take_element, report) == RVT_OK);
    alone->queue.base = empty ? 0 : BASE; /* without bytes there is no first one */
    if (id <= HARTS) {
        const struct rvt_hart_elements_options options = {.config = &fixture->run[id - 1].config,
                                                          .image = fixture->run[id - 1].image,
                                                          .id = id,
                                                          .framed = true,
                                                          .queue = &alone->queue};
        cr_assert(rvt_hart_elements_open(&options, &alone->hart) == RVT_OK);
    } else {
        const struct rvt_software_elements_options options = {
            .id = id, .messages = id == SYST_ID, .queue = &alone->queue};
        cr_assert(rvt_software_elements_open(&options, &alone->software) == RVT_OK);
    }
}

static void work_alone(struct alone *alone, enum rvt_status status)
{
    cr_assert(status == RVT_OK);
    if (alone->hart != NULL)
        cr_assert(!rvt_hart_elements_proceed(alone->hart));
}

static void give_alone(struct alone *alone, uint8_t byte, uint64_t index)
{
    if (alone->current == alone->id)
        work_alone(alone, alone->hart != NULL
                              ? rvt_hart_elements_feed(alone->hart, &byte, &index, 1)
                              : rvt_software_elements_feed(alone->software, &byte, &index, 1));
}

static void lose_alone(struct alone *alone, uint64_t index)
{
    const struct rvt_finding loss = {.rule = RVT_RULE_FRM_013, .byte = index};

    work_alone(alone, alone->hart != NULL ? rvt_hart_elements_lose(alone->hart, &loss)
                                          : rvt_software_elements_lose(alone->software));
}

static bool is_fsync(const uint8_t *byte)
{
    return byte[0] == 0xff && byte[1] == 0xff && byte[2] == 0xff && byte[3] == 0x7f;
}

/* The losses of a frame come before its data: data without an ID, and each ID 0x7f, but that of the
 * second half of an FSYNC. */
static void find_losses(struct alone *alone, const uint8_t *frame, uint64_t index)
{
    unsigned id = alone->current;
    bool named = id != IDS;

    for (unsigned slot = 0; slot < FRAME - 1; slot++) {
        if (slot % 2 == 0 && (frame[slot] & 1) != 0) {
            bool second = slot >= 2 && is_fsync(frame + slot - 2);
            bool delayed = (frame[FRAME - 1] >> slot / 2 & 1) != 0;
            if (frame[slot] == 0xff && !second)
                lose_alone(alone, index + slot);
            if (!named && delayed && slot + 1 < FRAME - 1 && !alone->nameless) {
                alone->nameless = true;
                lose_alone(alone, index + slot + 1);
            }
            named = true;
        } else if (!named && !alone->nameless) {
            alone->nameless = true;
            lose_alone(alone, index + slot);
        }
    }
}

static void read_frame(struct alone *alone, const uint8_t *frame, uint64_t index)
{
    unsigned next = IDS; /* an ID that waits for a byte of the current one */

    find_losses(alone, frame, index);
    for (unsigned slot = 0; slot < FRAME - 1; slot++) {
        unsigned flag = frame[FRAME - 1] >> slot / 2 & 1u;
        if (slot % 2 == 1) {
            give_alone(alone, frame[slot], index + slot);
            alone->current = next != IDS ? next : alone->current;
            next = IDS;
        } else if ((frame[slot] & 1) == 0) {
            give_alone(alone, (uint8_t)(frame[slot] | flag), index + slot);
        } else if (flag != 0 && slot < FRAME - 2) {
            next = frame[slot] >> 1;
        } else {
            alone->current = frame[slot] >> 1;
        }
    }
}

static void decode_alone(struct report *report, unsigned id, const struct fixture *fixture,
                         const struct bytes *bytes)
{
    struct alone alone;
    size_t at = 0;

    open_alone(&alone, report, id, fixture, bytes->count == 0);
    for (; at + FRAME <= bytes->count; at += FRAME) {
        const uint8_t *frame = bytes->byte + at;
        if (is_fsync(frame) && memcmp(frame, frame + 4, 12) == 0) {
            alone.current = IDS;
            alone.nameless = false;
        } else {
            read_frame(&alone, frame, at);
        }
    }
    if (at < bytes->count)
        lose_alone(&alone, at);
    work_alone(&alone, alone.hart != NULL
                           ? rvt_hart_elements_end(alone.hart, bytes->count)
                           : rvt_software_elements_end(alone.software, bytes->count));
    rvt_hart_elements_close(alone.hart);
    rvt_software_elements_close(alone.software);
    rvt_element_queue_fini(&alone.queue);
}

/* ---- the test ---- */

struct totals {
    uint64_t elements, losses, paused;
};

static void try_damage(struct rvt_random *random, const struct fixture *fixture, uint64_t trial,
                       struct totals *totals)
{
    struct report plain = {.waits = 0}, hard, alone;
    struct bytes bytes = damaged(random, &fixture->frames, &plain.damage);

    hard = alone = plain;
    decode_plainly(&plain, fixture, &bytes);
    decode_hard(&hard, random, fixture, &bytes);
    cr_assert(plain.order == hard.order && plain.elements == hard.elements, "trial %llu",
              (unsigned long long)trial);
    for (unsigned id = 1; id <= SOURCES; id++) {
        decode_alone(&alone, id, fixture, &bytes);
        cr_assert(alone.digest[id] == plain.digest[id], "trial %llu: ID %u",
                  (unsigned long long)trial, id);
    }
    totals->elements += plain.elements;
    totals->losses += plain.losses;
    totals->paused += hard.paused;
    free(bytes.byte);
}

Test(tree, each_source_is_decoded_as_alone)
{
    const char *wanted = getenv("RVT_TREE_TRIALS");
    uint64_t trials = wanted != NULL ? strtoull(wanted, NULL, 10) : TRIALS;
    struct totals totals = {.elements = 0};
    struct fixture fixture;

    for (uint64_t trial = 0; trial < trials; trial++) {
        struct rvt_random random;
        rvt_random_seed(&random, 70000 + trial);
        if (trial % TRIALS_OF_CAPTURE == 0)
            make_fixture(&fixture, &random, 1 + trial);
        try_damage(&random, &fixture, trial, &totals);
        if (trial % TRIALS_OF_CAPTURE == TRIALS_OF_CAPTURE - 1 || trial == trials - 1)
            close_fixture(&fixture);
    }
    cr_log_info("%llu elements, %llu losses, %llu pauses", (unsigned long long)totals.elements,
                (unsigned long long)totals.losses, (unsigned long long)totals.paused);
    cr_assert(totals.elements > 500 * trials && totals.losses > trials &&
              totals.paused > 20 * trials);
}

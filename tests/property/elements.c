/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decode tree on random streams, whole and damaged, alone and in formatter frames of several
 * harts: the ranges and exceptions of its elements are the instructions and traps of the decoder;
 * and the elements do not depend on pieces, on where the sink pauses, or on an earlier capture that
 * a reset ended. Shows: ETR-DEC-003, ETR-DEC-006, ETR-DEC-019, FRM-001
 */
#include <criterion/criterion.h>

#include "capture.h"
#include "element/decode_tree.h"
#include "element/element_text.h"
#include "element_stream.h"

enum { RUNS = 200, INSTRUCTIONS = 800, HARTS_MAX = 4 };

/* Everything that a tree reported. */
struct report {
    struct rvt_random *random;
    unsigned waits;                 /* percent */
    uint64_t digest[HARTS_MAX + 1]; /* of the text, by ID */
    uint64_t elements, ends;
    struct words words[HARTS_MAX + 1]; /* of ranges and exceptions */
};

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct report *report = context;
    static char line[1024];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_element_text(element, &text);
    cr_assert(!text.cut && element->id <= HARTS_MAX);
    for (const char *at = line; *at != '\0'; at++)
        report->digest[element->id] =
            (report->digest[element->id] ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    report->elements++;
    report->ends += element->kind == RVT_ELEMENT_EO_TRACE;
    add_element_words(&report->words[element->id], element);
    return report->waits > 0 && rvt_random_chance(report->random, report->waits) ? RVT_RESP_WAIT
                                                                                 : RVT_RESP_CONT;
}

static struct rvt_decode_tree *open_tree(struct report *report, bool framed, struct run *run,
                                         unsigned harts)
{
    const struct rvt_decode_tree_options options = {.framing =
                                                        framed ? RVT_TREE_FRAMES : RVT_TREE_SINGLE,
                                                    .context = report,
                                                    .element = take_element};
    struct rvt_decode_tree *tree = NULL;

    cr_assert(rvt_decode_tree_open(&options, &tree) == RVT_OK);
    for (unsigned i = 0; i < harts; i++) {
        const struct rvt_decode_tree_source source = {.carrier_id = framed ? i + 1 : 0,
                                                      .id = framed ? i + 1 : 0};
        const struct rvt_hart_elements_options hart = {.config = &run[i].config,
                                                       .image = run[i].image};
        cr_assert(rvt_decode_tree_attach_hart(tree, &source, &hart) == RVT_OK);
        report->words[source.id].image = run[i].image;
    }
    return tree;
}

/* Flushes until the tree goes on. */
static void flush(struct rvt_decode_tree *tree, enum rvt_response response)
{
    enum rvt_status status;

    while (response == RVT_RESP_WAIT)
        response = rvt_decode_tree_process(tree, RVT_OP_FLUSH, 0, NULL, 0, NULL, &status);
    cr_assert(response == RVT_RESP_CONT);
}

/* Gives the bytes from index on, in pieces, up to the one that holds byte end. */
static void give(struct rvt_decode_tree *tree, struct rvt_random *random, bool pieces,
                 const struct bytes *bytes, size_t end)
{
    enum rvt_status status;

    for (size_t at = 0; at < end;) {
        size_t left = bytes->count - at, used = 0;
        size_t count = pieces ? 1 + rvt_random_below(random, 100) : left;
        enum rvt_response response =
            rvt_decode_tree_process(tree, RVT_OP_DATA, 1000 + at, bytes->byte + at,
                                    count < left ? count : left, &used, &status);
        at += used;
        flush(tree, response);
    }
}

static void finish(struct rvt_decode_tree *tree)
{
    enum rvt_status status;

    flush(tree, rvt_decode_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status));
}

/* The report of a fresh tree, or of one that a reset brought back from an earlier capture. */
static void decode(struct report *report, struct rvt_random *random, bool hard, bool framed,
                   struct run *run, unsigned harts, const struct bytes *bytes)
{
    struct rvt_decode_tree *tree;
    enum rvt_status status;

    *report = (struct report){.random = random, .waits = hard ? 10 : 0};
    tree = open_tree(report, framed, run, harts);
    if (hard) {
        give(tree, random, true, bytes, rvt_random_below(random, (unsigned)bytes->count));
        if (rvt_random_chance(random, 50))
            finish(tree);
        for (unsigned i = 0; i <= HARTS_MAX; i++) {
            report->digest[i] = 0;
            report->words[i].count = 0;
        }
        report->elements = report->ends = 0;
        cr_assert(rvt_decode_tree_process(tree, RVT_OP_RESET, 0, NULL, 0, NULL, &status) ==
                  RVT_RESP_CONT);
    }
    give(tree, random, hard, bytes, bytes->count);
    finish(tree);
    cr_assert(report->ends == harts);
    rvt_decode_tree_close(tree);
}

static void close_report(struct report *report)
{
    for (unsigned i = 0; i <= HARTS_MAX; i++)
        free(report->words[i].word);
}

/* ---- streams ---- */

static void damage(struct rvt_random *random, struct bytes *bytes)
{
    for (unsigned n = rvt_random_below(random, 6); n > 0; n--)
        bytes->byte[rvt_random_below(random, (unsigned)bytes->count)] ^=
            (uint8_t)(1u << rvt_random_below(random, 8));
}

/* A run whose stream is long enough, with F3/0 packets in between. */
static void make_run(struct rvt_random *random, uint64_t seed, struct run *run)
{
    struct rvt_config config;

    random_config(random, &config);
    config.encap.srcid_bits = 0;
    struct rvt_random_options options = random_options(random, seed, INSTRUCTIONS);
    cr_assert(run_init(run, &config, &options));
}

static bool same(const struct report *a, const struct report *b)
{
    return a->elements == b->elements && memcmp(a->digest, b->digest, sizeof a->digest) == 0;
}

/* ---- the decoder itself ---- */

static void expect_words(const struct words *got, const struct words *expected, uint64_t seed)
{
    cr_assert(got->count == expected->count &&
                  memcmp(got->word, expected->word, got->count * sizeof *got->word) == 0,
              "seed %llu: %zu words, not %zu", (unsigned long long)seed, got->count,
              expected->count);
}

/* What the decoder says of the packets of a whole stream. */
static struct words decode_packets(struct run *run)
{
    struct words words = {.image = run->image};
    struct rvt_decoder_output output = words_output(&words);
    struct rvt_decoder *decoder = NULL;
    struct stream stream;
    struct rvt_packet packet;

    cr_assert(stream_encode(&stream, run));
    cr_assert(rvt_decoder_profile_open(&run->config, run->image, &output, 0, &decoder) == RVT_OK);
    for (size_t i = 0; i < stream.count; i++) {
        cr_assert(rvt_packet_read(rvt_decoder_config(decoder), stream.payload[i].byte,
                                  stream.payload[i].bytes, &packet, NULL) == RVT_OK);
        (void)!rvt_decoder_packet(decoder, &packet, NULL);
    }
    (void)!rvt_decoder_finish(decoder, NULL);
    rvt_decoder_close(decoder);
    stream_fini(&stream);
    return words;
}

/* ---- tests ---- */

Test(elements, a_tree_of_one_hart_reports_what_the_decoder_does)
{
    uint64_t words_compared = 0;

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct rvt_random random;
        struct run run;
        struct report report;

        rvt_random_seed(&random, seed);
        make_run(&random, seed, &run);
        struct bytes bytes = encapsulate(&run, NULL);
        struct words expected = decode_packets(&run);
        decode(&report, &random, false, false, &run, 1, &bytes);
        expect_words(&report.words[0], &expected, seed);
        words_compared += expected.count;
        free(expected.word);
        close_report(&report);
        free(bytes.byte);
        run_fini(&run);
    }
    cr_assert(words_compared > 10000);
}

Test(elements, pieces_and_pauses_and_resets_change_nothing)
{
    uint64_t elements = 0;

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct rvt_random random;
        struct run run;
        struct report whole, hard;

        rvt_random_seed(&random, 5000 + seed);
        make_run(&random, seed, &run);
        struct bytes bytes = encapsulate(&run, NULL);
        damage(&random, &bytes);
        decode(&whole, &random, false, false, &run, 1, &bytes);
        decode(&hard, &random, true, false, &run, 1, &bytes);
        cr_assert(same(&whole, &hard), "seed %llu", (unsigned long long)seed);
        elements += whole.elements;
        close_report(&whole);
        close_report(&hard);
        free(bytes.byte);
        run_fini(&run);
    }
    cr_assert(elements > 10000);
}

Test(elements, each_hart_in_frames_is_decoded_as_alone)
{
    for (uint64_t seed = 1; seed <= RUNS / 4; seed++) {
        struct rvt_random random;
        struct run run[HARTS_MAX];
        struct bytes stream[HARTS_MAX];
        struct report frames, hard, alone;

        rvt_random_seed(&random, 9000 + seed);
        for (unsigned i = 0; i < HARTS_MAX; i++) {
            make_run(&random, HARTS_MAX * seed + i, &run[i]);
            stream[i] = encapsulate(&run[i], NULL);
        }
        struct bytes bytes = format_frames(&random, stream, HARTS_MAX);
        decode(&frames, &random, false, true, run, HARTS_MAX, &bytes);
        decode(&hard, &random, true, true, run, HARTS_MAX, &bytes);
        cr_assert(same(&frames, &hard), "seed %llu", (unsigned long long)seed);
        for (unsigned i = 0; i < HARTS_MAX; i++) {
            decode(&alone, &random, false, false, &run[i], 1, &stream[i]);
            expect_words(&frames.words[i + 1], &alone.words[0], seed);
            close_report(&alone);
            free(stream[i].byte);
        }
        damage(&random, &bytes);
        close_report(&hard);
        close_report(&frames);
        decode(&frames, &random, false, true, run, HARTS_MAX, &bytes);
        decode(&hard, &random, true, true, run, HARTS_MAX, &bytes);
        cr_assert(same(&frames, &hard), "damaged, seed %llu", (unsigned long long)seed);
        close_report(&hard);
        close_report(&frames);
        free(bytes.byte);
        for (unsigned i = 0; i < HARTS_MAX; i++)
            run_fini(&run[i]);
    }
}

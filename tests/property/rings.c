/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random streams that begin in the middle of a packet: whichever byte they are cut at, the first
 * packet that is accepted is one, and what it and those after it report from the first sync packet
 * on is the end of what the whole stream reports. Shows: ETR-DEC-001, ENC-012
 */
#include <criterion/criterion.h>

#include "element/decode_tree.h"
#include "element_stream.h"

enum { RUNS = 60, INSTRUCTIONS = 6000, CUTS = 60 };

struct report {
    struct words words;
    uint64_t skipped, synchronised; /* index of TRACE_ON; UINT64_MAX: none */
    unsigned faults;
};

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct report *report = context;

    if (element->kind == RVT_ELEMENT_NO_SYNC) {
        report->skipped += element->loss.skipped;
        report->faults += element->loss.reason > RVT_ELEMENT_LOSS_ENDED;
    }
    report->faults += report->synchronised != UINT64_MAX && element->kind == RVT_ELEMENT_UNKNOWN;
    if (element->kind == RVT_ELEMENT_TRACE_ON && report->synchronised == UINT64_MAX)
        report->synchronised = element->index;
    add_element_words(&report->words, element);
    return RVT_RESP_CONT;
}

/* Decodes the bytes from cut on. */
static struct report decode(struct run *run, const struct bytes *bytes, size_t cut)
{
    struct report report = {.synchronised = UINT64_MAX, .words = {.image = run->image}};
    const struct rvt_decode_tree_options options = {.context = &report, .element = take_element};
    const struct rvt_decode_tree_source source = {.id = 0};
    const struct rvt_hart_elements_options hart = {
        .config = &run->config, .image = run->image, .mid_packet = cut > 0};
    struct rvt_decode_tree *tree = NULL;
    enum rvt_status status;
    size_t left = bytes->count - cut, piece = cut % 2 ? 1 + cut * 7 % left : left, used = 0;

    cr_assert(rvt_decode_tree_open(&options, &tree) == RVT_OK);
    cr_assert(rvt_decode_tree_attach_hart(tree, &source, &hart) == RVT_OK);
    for (size_t at = cut; at < bytes->count; at += used) {
        left = bytes->count - at;
        cr_assert(rvt_decode_tree_process(tree, RVT_OP_DATA, at, bytes->byte + at,
                                          piece < left ? piece : left, &used,
                                          &status) == RVT_RESP_CONT);
    }
    cr_assert(rvt_decode_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status) ==
              RVT_RESP_CONT);
    rvt_decode_tree_close(tree);
    return report;
}

/* A run that synchronises often, without a cache that sync packets do not reset (AMB-082). */
static void make_run(uint64_t seed, struct run *run)
{
    struct rvt_random random;
    struct rvt_config config;

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    config.encap.srcid_bits = 0;
    config.encap.unaligned = false;
    config.encap.block_bytes = 0;
    config.options.jump_target_cache = false;
    config.resync.mode = RVT_RESYNC_PACKETS;
    config.resync.max = 1;
    struct rvt_random_options options = random_options(&random, seed, INSTRUCTIONS);
    cr_assert(run_init(run, &config, &options), "seed %llu", (unsigned long long)seed);
}

/* Returns the words that were compared. */
static size_t expect_end(struct run *run, const struct bytes *bytes, const bool *begins, size_t cut,
                         const struct words *whole, uint64_t seed)
{
    struct report tail = decode(run, bytes, cut);
    size_t count = tail.words.count;

    cr_assert(cut + tail.skipped == bytes->count || begins[cut + tail.skipped],
              "seed %llu, cut %zu: %llu bytes skipped", (unsigned long long)seed, cut,
              (unsigned long long)tail.skipped);
    if (tail.synchronised != UINT64_MAX) {
        cr_assert(begins[tail.synchronised] && tail.faults == 0, "seed %llu, cut %zu: %u faults",
                  (unsigned long long)seed, cut, tail.faults);
        cr_assert(count <= whole->count &&
                      memcmp(tail.words.word, whole->word + whole->count - count,
                             count * sizeof *whole->word) == 0,
                  "seed %llu, cut %zu: %zu words", (unsigned long long)seed, cut, count);
    }
    free(tail.words.word);
    return count;
}

Test(rings, a_stream_cut_at_any_byte_ends_as_the_whole_one)
{
    static bool begins[STREAM_BYTES];
    size_t compared = 0, words = 0;
    unsigned seeds = 0;

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct run run;

        memset(begins, 0, sizeof begins);
        make_run(seed, &run);
        struct bytes bytes = encapsulate(&run, begins);
        struct report whole = decode(&run, &bytes, 0);
        bool good = whole.faults == 0; /* a change of the configuration above may be ambiguous */
        seeds += good;
        for (size_t cut = 1; good && cut < CUTS && cut < bytes.count; cut++)
            compared += expect_end(&run, &bytes, begins, cut, &whole.words, seed);
        words += good ? whole.words.count * (CUTS - 1) : 0;
        free(whole.words.word);
        free(bytes.byte);
        run_fini(&run);
    }
    cr_log_info("%zu of %zu words are compared", compared, words);
    cr_assert(seeds > RUNS * 9 / 10 && compared > words / 4, "%u seeds, %zu of %zu words", seeds,
              compared, words);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * On any input a decoder neither crashes nor hangs. It reports what is wrong, and resumes at the
 * next synchronisation packet as a decoder that starts there. Shows: ETR-DEC-001, ETR-DEC-018,
 * ETR-DEC-019, ETR-DEC-020, ETR-SUP-012
 */
#include <criterion/criterion.h>

#include <string.h>

#include "draft_config.h"
#include "stream.h"

enum { STEPS = 20000, DRAFT_SEEDS = 1000000 /* configurations from here on are of draft 0.026 */ };

struct subject {
    struct run *run;
    struct rvt_decoder *decoder;
    struct words words;
    unsigned faults;
};

static void open_subject(struct subject *subject, struct run *run)
{
    *subject = (struct subject){.run = run, .words = {.image = run->image}};
    struct rvt_decoder_output output = words_output(&subject->words);
    cr_assert(rvt_decoder_profile_open(&run->config, run->image, &output, STEPS,
                                       &subject->decoder) == RVT_OK);
}

/* The decoder has the address of words in its callbacks, so the subject must not move. */
static void close_subject(struct subject *subject)
{
    rvt_decoder_close(subject->decoder);
    free(subject->words.word);
}

/* Reads and decodes; each fault has to be explained. */
static enum rvt_status feed(struct subject *subject, const uint8_t *bytes, size_t count)
{
    struct rvt_packet packet;
    struct rvt_diag diag;
    enum rvt_status status;

    rvt_diag_clear(&diag);
    status = rvt_packet_read(&subject->run->config, bytes, count, &packet, &diag);
    if (status == RVT_OK)
        status = rvt_decoder_packet(subject->decoder, &packet, &diag);
    else
        rvt_decoder_break(subject->decoder);
    if (status == RVT_OK)
        return RVT_OK;
    subject->faults++;
    cr_assert(diag.status == status && diag.field != NULL && diag.clause != NULL &&
                  diag.text[0] != '\0',
              "status %s, diag %s, field %s, clause %s", rvt_status_text(status),
              rvt_status_text(diag.status), diag.field == NULL ? "null" : diag.field,
              diag.clause == NULL ? "null" : diag.clause);
    return status;
}

/* A payload that is truncated, has flipped bits, is that of another packet, or is random. */
static size_t spoil(struct rvt_random *random, const struct stream *stream, size_t i,
                    uint8_t bytes[RVT_PAYLOAD_BYTES_MAX])
{
    size_t count = stream->payload[i].bytes;

    memcpy(bytes, stream->payload[i].byte, count);
    switch (rvt_random_below(random, 4)) {
    case 0:
        return rvt_random_below(random, (unsigned)count);
    case 1:
        for (unsigned flips = pick(random, 1, 4); flips > 0; flips--) {
            unsigned bit = rvt_random_below(random, (unsigned)(8 * count));
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        return count;
    case 2:
        i = rvt_random_below(random, (unsigned)stream->count);
        memcpy(bytes, stream->payload[i].byte, stream->payload[i].bytes);
        return stream->payload[i].bytes;
    default:
        count = pick(random, 1, RVT_PAYLOAD_BYTES_MAX);
        for (size_t k = 0; k < count; k++)
            bytes[k] = (uint8_t)rvt_random_bits(random);
        return count;
    }
}

static void make_run(uint64_t seed, struct rvt_random *random, struct run *run,
                     struct stream *stream)
{
    struct rvt_config config;

    rvt_random_seed(random, seed);
    if (seed < DRAFT_SEEDS)
        random_config(random, &config);
    else
        draft_config(random, &config);
    struct rvt_random_options options = random_options(random, seed, 1000);
    cr_assert(run_init(run, &config, &options), "seed %llu", (unsigned long long)seed);
    cr_assert(stream_encode(stream, run), "seed %llu", (unsigned long long)seed);
}

static unsigned survive(uint64_t seed, unsigned percent)
{
    struct rvt_random random;
    struct run run;
    struct stream stream;
    struct subject subject;
    uint8_t bytes[RVT_PAYLOAD_BYTES_MAX];

    make_run(seed, &random, &run, &stream);
    open_subject(&subject, &run);
    for (size_t i = 0; i < stream.count; i++) {
        bool good = !rvt_random_chance(&random, percent);
        size_t count = good ? stream.payload[i].bytes : spoil(&random, &stream, i, bytes);
        (void)feed(&subject, good ? stream.payload[i].byte : bytes, count);
    }
    unsigned faults = subject.faults;
    close_subject(&subject);
    stream_fini(&stream);
    run_fini(&run);
    return faults;
}

Test(robust, spoiled_streams_are_survived_and_explained)
{
    unsigned faults = 0;

    for (uint64_t seed = 1; seed <= 150; seed++)
        faults += survive(seed, 1 + (unsigned)(seed % 7) * 7);
    cr_log_info("%u faults", faults);
    cr_assert(faults > 1000);
}

/* Shows: DRD-001 */
Test(robust, spoiled_streams_of_the_draft_are_survived_and_explained)
{
    unsigned faults = 0;

    for (uint64_t seed = DRAFT_SEEDS; seed < DRAFT_SEEDS + 150; seed++)
        faults += survive(seed, 1 + (unsigned)(seed % 7) * 7);
    cr_log_info("%u faults", faults);
    cr_assert(faults > 1000);
}

/* A support packet that repeats the operating mode. */
static void report_mode(struct subject *subject)
{
    const struct rvt_config *config = &subject->run->config;
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};

    rvt_support_fill(&packet.support, config, true, RVT_QUAL_NO_CHANGE);
    cr_assert(rvt_decoder_packet(subject->decoder, &packet, NULL) == RVT_OK);
}

static bool is_sync(const struct rvt_config *config, const struct rvt_payload *payload)
{
    struct rvt_packet packet;
    return rvt_packet_read(config, payload->byte, payload->bytes, &packet, NULL) == RVT_OK &&
           rvt_packet_is_sync(&packet);
}

/* Damages packets up to the first fault. The rest is decoded as by a decoder that starts there. */
static bool recover(uint64_t seed)
{
    struct rvt_random random;
    struct run run;
    struct stream stream;
    struct subject hurt, fresh;
    uint8_t bytes[RVT_PAYLOAD_BYTES_MAX];
    size_t i = 0;
    bool fault = false;

    make_run(seed, &random, &run, &stream);
    open_subject(&hurt, &run);
    open_subject(&fresh, &run);
    while (i < stream.count && !fault) {
        bool good = !rvt_random_chance(&random, 20);
        size_t count = good ? stream.payload[i].bytes : spoil(&random, &stream, i, bytes);
        fault = feed(&hurt, good ? stream.payload[i].byte : bytes, count) != RVT_OK;
        i++;
    }
    /* The fault may be that of a deferred packet (AMB-131), and this packet may be good. */
    rvt_decoder_break(fresh.decoder);
    if (rvt_random_chance(&random, 50) || is_sync(&run.config, &stream.payload[i - 1]))
        rvt_decoder_break(hurt.decoder);
    report_mode(&hurt);
    report_mode(&fresh);
    hurt.words.count = 0;
    for (; i < stream.count; i++) {
        enum rvt_status a = feed(&hurt, stream.payload[i].byte, stream.payload[i].bytes);
        enum rvt_status b = feed(&fresh, stream.payload[i].byte, stream.payload[i].bytes);
        cr_assert(a == b, "seed %llu, packet %zu", (unsigned long long)seed, i);
    }
    size_t words = fresh.words.count;
    cr_assert(hurt.words.count == words &&
                  (words == 0 || memcmp(hurt.words.word, fresh.words.word, 8 * words) == 0),
              "seed %llu: %zu words, not %zu", (unsigned long long)seed, hurt.words.count, words);
    close_subject(&hurt);
    close_subject(&fresh);
    stream_fini(&stream);
    run_fini(&run);
    return fault && words > 0;
}

Test(robust, after_a_fault_the_next_sync_packet_is_a_new_start)
{
    unsigned recovered = 0;

    for (uint64_t seed = 1; seed <= 200; seed++)
        recovered += recover(seed);
    cr_log_info("%u recoveries", recovered);
    cr_assert(recovered > 100);
}

/* Shows: DRD-001 */
Test(robust, after_a_fault_the_next_sync_packet_of_the_draft_is_a_new_start)
{
    unsigned recovered = 0;

    for (uint64_t seed = DRAFT_SEEDS; seed < DRAFT_SEEDS + 200; seed++)
        recovered += recover(seed);
    cr_log_info("%u recoveries", recovered);
    cr_assert(recovered > 100);
}

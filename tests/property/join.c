/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decoder that starts at any synchronisation packet reports the same from there on as one that
 * started at the beginning. Shows: ETR-RSY-010, ETR-DEC-002, ETR-DEC-005
 */
#include <criterion/criterion.h>

#include <string.h>

#include "stream.h"

/* For a decoder of the whole stream: the number of words after each packet. */
static size_t *decode_all(const struct stream *stream, struct run *run, struct words *words)
{
    struct rvt_decoder_output output = words_output(words);
    struct rvt_decoder *decoder;
    size_t *after = calloc(stream->count, sizeof(*after));

    cr_assert(after != NULL);
    cr_assert(rvt_decoder_profile_open(&run->config, run->image, &output, 0, &decoder) == RVT_OK);
    for (size_t i = 0; i < stream->count; i++) {
        struct rvt_packet packet;
        cr_assert(rvt_packet_read(&run->config, stream->payload[i].byte, stream->payload[i].bytes,
                                  &packet, NULL) == RVT_OK);
        cr_assert(rvt_decoder_packet(decoder, &packet, NULL) == RVT_OK);
        after[i] = words->count;
    }
    rvt_decoder_close(decoder);
    return after;
}

/* Decodes from packet start on. False if no decoder can start there. */
static bool decode_from(const struct stream *stream, struct run *run, size_t start,
                        struct words *words, size_t *after_start)
{
    struct rvt_decoder_output output = words_output(words);
    struct rvt_decoder *decoder;
    struct rvt_packet packet;

    cr_assert(rvt_packet_read(&run->config, stream->payload[start].byte,
                              stream->payload[start].bytes, &packet, NULL) == RVT_OK);
    if (!rvt_packet_is_sync(&packet) || (packet.subformat == RVT_SUBFORMAT_TRAP && !packet.thaddr))
        return false;
    words->count = 0;
    cr_assert(rvt_decoder_profile_open(&run->config, run->image, &output, 0, &decoder) == RVT_OK);
    for (size_t i = start; i < stream->count; i++) {
        cr_assert(rvt_packet_read(&run->config, stream->payload[i].byte, stream->payload[i].bytes,
                                  &packet, NULL) == RVT_OK);
        cr_assert(rvt_decoder_packet(decoder, &packet, NULL) == RVT_OK);
        if (i == start)
            *after_start = words->count;
    }
    rvt_decoder_close(decoder);
    return true;
}

static unsigned join_everywhere(uint64_t seed)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct stream stream;
    unsigned joined = 0;

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    /* a late decoder knows neither tables from before a sync packet nor a load before it */
    config.switches.table_reset = RVT_TABLE_RESET_EVERY_SYNC;
    config.switches.sijump_across_sync = RVT_SIJUMP_ACROSS_SYNC_REPORT;
    struct rvt_random_options options = random_options(&random, seed, 1000);
    cr_assert(run_init(&run, &config, &options));
    cr_assert(stream_encode(&stream, &run));
    struct words all = {.image = run.image}, part = {.image = run.image};
    size_t *after = decode_all(&stream, &run, &all);
    for (size_t start = 0; start < stream.count; start++) {
        size_t from = 0;
        if (!decode_from(&stream, &run, start, &part, &from))
            continue;
        size_t rest = all.count - after[start];
        cr_assert(from > 0 && part.word[from - 1] == all.word[after[start] - 1],
                  "seed %llu, packet %zu: another start", (unsigned long long)seed, start);
        cr_assert(part.count - from == rest &&
                      memcmp(part.word + from, all.word + after[start], 8 * rest) == 0,
                  "seed %llu, packet %zu: %zu words, not %zu", (unsigned long long)seed, start,
                  part.count - from, rest);
        joined++;
    }
    free(after);
    free(all.word);
    free(part.word);
    stream_fini(&stream);
    run_fini(&run);
    return joined;
}

Test(join, every_sync_packet_is_a_place_to_start)
{
    unsigned joined = 0;

    for (uint64_t seed = 1; seed <= 100; seed++)
        joined += join_everywhere(seed);
    cr_log_info("%u places", joined);
    cr_assert(joined > 1000);
}

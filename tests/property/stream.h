/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A run as a list of payloads, and the output of a decoder as a list of words. */
#ifndef RVT_TESTS_PROPERTY_STREAM_H
#define RVT_TESTS_PROPERTY_STREAM_H

#include <stdlib.h>

#include "run.h"
#include "draft/encoder_profile.h"

struct stream {
    struct rvt_payload *payload;
    size_t count, capacity;
    const struct rvt_config *config;
};

static inline enum rvt_status stream_add(void *context, const struct rvt_packet *packet,
                                         const struct rvt_origin *origin)
{
    struct stream *stream = context;

    (void)origin;
    if (stream->count == stream->capacity) {
        stream->capacity = 2 * stream->capacity + 256;
        stream->payload = realloc(stream->payload, stream->capacity * sizeof(*stream->payload));
        if (stream->payload == NULL)
            abort();
    }
    return rvt_packet_write(stream->config, packet, &stream->payload[stream->count++], NULL);
}

/* Encodes the run from enable to disable; false on failure. */
static inline bool stream_encode(struct stream *stream, const struct run *run)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row row = {.cycle = 0};
    struct rvt_encoder *encoder;

    *stream = (struct stream){.config = &run->config};
    if (rvt_encoder_profile_open(&run->config, stream_add, stream, &encoder) != RVT_OK)
        return false;
    bool good = rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK;
    for (size_t i = 0; good && i < run->rows; i++)
        good = rvt_encoder_row(encoder, &run->row[i], NULL) == RVT_OK;
    row.cycle = run->row[run->rows - 1].cycle + 2;
    good = good && rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK;
    rvt_encoder_close(encoder);
    return good;
}

static inline void stream_fini(struct stream *stream)
{
    free(stream->payload);
}

/* Words for instructions (the address) and traps (a mark, the cause, tval). */
struct words {
    uint64_t *word;
    size_t count, capacity;
    struct rvt_image *image;
};

static inline void words_add(struct words *words, uint64_t word)
{
    if (words->count == words->capacity) {
        words->capacity = 2 * words->capacity + 1024;
        words->word = realloc(words->word, words->capacity * sizeof(*words->word));
        if (words->word == NULL)
            abort();
    }
    words->word[words->count++] = word;
}

/* Callbacks of a decoder; context is a struct words. */
static inline enum rvt_status words_range(void *context, const struct rvt_range *range)
{
    struct words *words = context;
    uint64_t pc = range->first;

    for (uint64_t i = 0; i < range->count; i++) {
        struct rvt_insn insn;
        words_add(words, pc);
        if (rvt_image_insn(words->image, pc, &insn, NULL) != RVT_OK)
            return RVT_ERR_IO;
        pc += insn.size;
    }
    return RVT_OK;
}

static inline enum rvt_status words_trap(void *context, const struct rvt_trap *trap)
{
    words_add(context, UINT64_MAX - trap->interrupt);
    words_add(context, trap->ecause);
    words_add(context, trap->tval);
    return RVT_OK;
}

static inline struct rvt_decoder_output words_output(struct words *words)
{
    return (struct rvt_decoder_output){.range = words_range, .trap = words_trap, .context = words};
}

#endif

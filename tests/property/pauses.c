/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decoder whose callbacks ask for pauses at random, with a buffer of any size, reports what one
 * reports whose callbacks never do, in the same order, and returns the same statuses; so does a
 * decoder that was reset at any point, or that reads its program on demand. Packets, and bytes in
 * pieces of any size, good and damaged.
 * Shows: ETR-DEC-019, DRD-001
 */
#include <criterion/criterion.h>

#include <string.h>

#include "api/configuration.h"
#include "api/hart_program.h"
#include "draft_config.h"
#include "stream.h"
#include "stream/encap_writer.h"

#include <rvt/decoder.h>

enum { STEPS = 20000, DRAFT_SEEDS = 1000000, SEEDS = 600 };

/* What is reported, as words; the answers. */
struct sink {
    struct words words;
    struct rvt_random random;
    unsigned percent; /* of the calls that ask for a pause */
    unsigned waits;
    const struct rvt_decoder *decoder;
};

static enum rvt_status answer(struct sink *sink)
{
    if (!rvt_random_chance(&sink->random, sink->percent))
        return RVT_OK;
    sink->waits++;
    cr_assert(sink->waits < 1000000, "no end");
    return RVT_WAIT;
}

static void add(struct sink *sink, unsigned kind, const uint64_t *values, size_t count)
{
    words_add(&sink->words, kind);
    for (size_t i = 0; i < count; i++)
        words_add(&sink->words, values[i]);
}
#define ADD(sink, kind, ...)                                                                       \
    add(sink, kind, (const uint64_t[]){__VA_ARGS__},                                               \
        sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    ADD(context, 1, range->first, range->last, range->count, range->packet, range->last_size,
        range->last_code, range->taken);
    return answer(context);
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    ADD(context, 2, trap->ecause, trap->interrupt, trap->epc_known, trap->epc, trap->tval,
        trap->packet);
    return answer(context);
}

static enum rvt_status take_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    const struct sink *sink = context;

    ADD(context, 3, event, packet->format, packet->subformat, packet->address, packet->context,
        rvt_decoder_ordinal(sink->decoder), rvt_decoder_address(sink->decoder));
    return answer(context);
}

static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    ADD(context, 4, loss->cause, loss->first_packet, loss->last_packet, loss->suspect_packet,
        loss->from_known, loss->to_known, loss->from, loss->to);
    return answer(context);
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;

    ADD(context, 5, meaning->packet, meaning->end, meaning->tentative, meaning->ambiguous,
        meaning->address, meaning->instructions, packet == NULL ? 9 : packet->format,
        packet == NULL ? 0 : packet->address);
    if (meaning->instructions > 0)
        ADD(context, 6, meaning->first, meaning->last);
    return answer(context);
}

static bool same(const struct words *a, const struct words *b)
{
    return a->count == b->count && memcmp(a->word, b->word, a->count * sizeof *a->word) == 0;
}

/* A sink that asks for pauses. */
static struct sink pausing_sink(uint64_t seed)
{
    static const unsigned percents[] = {100, 50, 10, 2};
    struct sink sink = {.percent = percents[seed / 6 % 4]};

    rvt_random_seed(&sink.random, seed);
    return sink;
}

/* Expects that both sinks have the same words, and frees them; the pauses of the second one. */
static unsigned compare(uint64_t seed, struct sink *ready, struct sink *pausing)
{
    cr_expect(same(&ready->words, &pausing->words), "seed %llu: %zu, %zu words",
              (unsigned long long)seed, ready->words.count, pausing->words.count);
    free(ready->words.word);
    free(pausing->words.word);
    return pausing->waits;
}

/* Tries the seeds from first on; together they must pause more than least times. */
static void try_seeds(unsigned (*pause)(uint64_t seed), uint64_t first, unsigned least)
{
    unsigned waits = 0;

    for (uint64_t seed = first; seed < first + SEEDS; seed++)
        waits += pause(seed);
    cr_log_info("%u pauses", waits);
    cr_assert(waits > least);
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

/* ---- packets ---- */

/* The status of a call and its diagnosis, when it is complete. */
static void complete(struct sink *sink, struct rvt_decoder *decoder, enum rvt_status status,
                     struct rvt_diag *diag)
{
    struct rvt_packet other = {.format = RVT_FORMAT_SYNC};

    while (status == RVT_WAIT) {
        size_t count = sink->words.count;
        rvt_diag_clear(diag);
        cr_assert(rvt_decoder_packet(decoder, &other, diag) == RVT_ERR_STATE);
        cr_assert(rvt_decoder_break(decoder) == RVT_ERR_STATE);
        cr_assert(rvt_decoder_finish(decoder, diag) == RVT_ERR_STATE);
        cr_assert(sink->words.count == count);
        rvt_diag_clear(diag);
        status = rvt_decoder_flush(decoder, diag);
    }
    cr_assert(rvt_decoder_flush(decoder, NULL) == RVT_OK);
    ADD(sink, 7, status, diag->status, diag->value, diag->position, (uint64_t)diag->text[0]);
}

/* Feeds the packets; of percent of them a bit is damaged. damage: their seed. stop > 0: returns
 * when a call waits, from packet stop on. */
static void feed(struct sink *sink, struct rvt_decoder *decoder, const struct stream *stream,
                 uint64_t damage, unsigned percent, size_t stop)
{
    struct rvt_random random;
    struct rvt_diag diag;

    rvt_random_seed(&random, damage);
    for (size_t i = 0; i < stream->count; i++) {
        struct rvt_payload payload = stream->payload[i];
        struct rvt_packet packet;
        rvt_diag_clear(&diag);
        if (rvt_random_chance(&random, percent))
            payload.byte[rvt_random_below(&random, payload.bytes)] ^=
                (uint8_t)(1u << rvt_random_below(&random, 8));
        bool lost = rvt_random_chance(&random, percent) ||
                    rvt_packet_read(rvt_decoder_config(decoder), payload.byte, payload.bytes,
                                    &packet, NULL) != RVT_OK;
        enum rvt_status status =
            lost ? rvt_decoder_break(decoder) : rvt_decoder_packet(decoder, &packet, &diag);
        for (unsigned n = rvt_random_below(&sink->random, 40);
             stop > 0 && i >= stop && status == RVT_WAIT; n--) {
            if (n == 0)
                return;
            status = rvt_decoder_flush(decoder, &diag);
        }
        memset(&packet, 0xa5, sizeof packet); /* it was borrowed for the call */
        complete(sink, decoder, status, &diag);
    }
    rvt_diag_clear(&diag);
    complete(sink, decoder, rvt_decoder_finish(decoder, &diag), &diag);
}

/* Opens a decoder, resets it while it waits after packet prefix, if prefix > 0, and decodes all. */
static void decode(struct sink *sink, const struct run *run, const struct stream *stream,
                   uint64_t damage, unsigned percent, unsigned entries, size_t prefix)
{
    const struct rvt_decoder_output output = {.range = take_range,
                                              .trap = take_trap,
                                              .event = take_event,
                                              .loss = take_loss,
                                              .meaning = take_meaning,
                                              .context = sink};
    struct rvt_decoder *decoder;

    cr_assert(rvt_decoder_profile_open(&run->config, run->image, &output, STEPS, &decoder) ==
              RVT_OK);
    rvt_decoder_set_buffer(decoder, entries);
    sink->decoder = decoder;
    if (prefix > 0) {
        feed(sink, decoder, stream, damage + 1, percent, prefix);
        rvt_decoder_reset(decoder);
        sink->words.count = 0;
    }
    feed(sink, decoder, stream, damage, percent, 0);
    rvt_decoder_close(decoder);
}

/* The code of a run, as memory. */
struct code {
    const uint8_t *byte;
    uint64_t address;
    size_t bytes;
};

static size_t read_code(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    const struct code *code = context;
    uint64_t at = address - code->address;

    if (address < code->address || at >= code->bytes)
        return 0;
    size_t readable = code->bytes - at < bytes ? (size_t)(code->bytes - at) : bytes;
    memcpy(data, code->byte + at, readable);
    return readable;
}

/* Replaces the image of a run by one that reads the code on demand, and keeps so many pages. */
static void read_on_demand(struct run *run, struct code *code, size_t pages)
{
    unsigned xlen = rvt_image_xlen(run->image);

    rvt_image_close(run->image);
    code->byte = rvt_random_code(run->program, &code->address, &code->bytes);
    cr_assert(rvt_image_open(xlen, run->config.switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE,
                             &run->image) == RVT_OK);
    rvt_image_set_zcm(run->image, run->options.zcm);
    cr_assert(rvt_image_set_source(run->image, read_code, code, pages) == RVT_OK);
}

static unsigned pause_packets(uint64_t seed)
{
    static const unsigned entries[] = {1, 2, 3, 7, 40, 4096};
    unsigned damage = seed % 3 == 0 ? 0 : (unsigned)(seed % 3) * 4;
    struct sink ready = {.percent = 0}, pausing = pausing_sink(seed);
    struct rvt_random random;
    struct run run;
    struct stream stream;

    make_run(seed, &random, &run, &stream);
    decode(&ready, &run, &stream, seed, damage, 4096, 0);
    size_t prefix = seed % 2 == 0 ? 0 : pick(&random, 1, (unsigned)stream.count);
    struct code code;
    if (seed % 5 < 2) /* where the code begins and ends, it is no page */
        read_on_demand(&run, &code, 1 + seed % 3);
    decode(&pausing, &run, &stream, seed, damage, entries[seed % 6], prefix);
    stream_fini(&stream);
    run_fini(&run);
    return compare(seed, &ready, &pausing);
}

Test(pauses, packets)
{
    try_seeds(pause_packets, 1, 50000);
}

Test(pauses, packets_of_the_draft)
{
    try_seeds(pause_packets, DRAFT_SEEDS, 50000);
}

/* ---- bytes ---- */

static enum rvt_status api_range(void *context, const struct rvt_decoder_range *range)
{
    ADD(context, 1, range->first, range->last, range->count, range->packet, range->last_size);
    return answer(context);
}

static enum rvt_status api_trap(void *context, const struct rvt_decoder_trap *trap)
{
    ADD(context, 2, trap->ecause, trap->interrupt, trap->epc_known, trap->epc, trap->tval,
        trap->packet);
    return answer(context);
}

static enum rvt_status api_event(void *context, const struct rvt_decoder_event *event)
{
    ADD(context, 3, event->kind, event->packet);
    return answer(context);
}

static enum rvt_status api_loss(void *context, const struct rvt_decoder_loss *loss)
{
    ADD(context, 4, loss->cause, loss->first_packet, loss->last_packet, loss->suspect_packet,
        loss->from_known, loss->to_known, loss->from, loss->to);
    return answer(context);
}

static enum rvt_status api_fault(void *context, const struct rvt_diagnosis *fault)
{
    ADD(context, 5, fault->status, fault->value, fault->position, (uint64_t)fault->text[0]);
    return answer(context);
}

struct bytes {
    uint8_t *byte;
    size_t count, capacity;
};

static void add_bytes(void *context, const uint8_t *data, size_t count)
{
    struct bytes *bytes = context;

    if (bytes->capacity - bytes->count < count) {
        bytes->capacity = 2 * bytes->capacity + count + 1024;
        bytes->byte = realloc(bytes->byte, bytes->capacity);
        cr_assert(bytes->byte != NULL);
    }
    memcpy(bytes->byte + bytes->count, data, count);
    bytes->count += count;
}

/* The stream as bytes, some of them damaged. */
static void encapsulate(struct bytes *bytes, const struct run *run, const struct stream *stream,
                        struct rvt_random *random, unsigned percent)
{
    struct rvt_encap_writer writer;

    *bytes = (struct bytes){.count = 0};
    rvt_encap_writer_init(&writer, &run->config, add_bytes, bytes);
    for (size_t i = 0; i < stream->count; i++) {
        const struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL,
                                         .srcid = (uint16_t)run->config.encap.srcid,
                                         .type = (uint8_t)run->config.encap.type_inst,
                                         .payload = stream->payload[i]};
        cr_assert(rvt_encap_writer_packet(&writer, &packet, NULL) == RVT_OK);
    }
    for (size_t i = 0; i < bytes->count; i++)
        if (rvt_random_chance(random, percent) && rvt_random_chance(random, 10))
            bytes->byte[i] = (uint8_t)rvt_random_bits(random);
}

/* Flushes until the call is complete. */
static void settle(struct sink *sink, struct rvt_trace_decoder *decoder, enum rvt_status status)
{
    static const uint8_t zero[4];

    while (status == RVT_WAIT) {
        size_t count = sink->words.count;
        cr_assert(rvt_trace_decoder_push(decoder, zero, sizeof zero) == RVT_ERR_STATE);
        cr_assert(rvt_trace_decoder_used(decoder) == 0);
        cr_assert(rvt_trace_decoder_payload(decoder, false, zero, 1) == RVT_ERR_STATE);
        cr_assert(rvt_trace_decoder_lost(decoder) == RVT_ERR_STATE);
        cr_assert(rvt_trace_decoder_finish(decoder) == RVT_ERR_STATE);
        cr_assert(sink->words.count == count);
        status = rvt_trace_decoder_flush(decoder);
    }
    cr_assert(status == RVT_OK);
    cr_assert(rvt_trace_decoder_flush(decoder) == RVT_OK);
}

/* Pushes bytes from..to in pieces of up to most. stop: does not flush the last pause. */
static void push(struct sink *sink, struct rvt_trace_decoder *decoder, const struct bytes *bytes,
                 size_t from, size_t to, size_t most, bool stop)
{
    while (from < to) {
        size_t piece =
            to - from < most ? to - from : 1 + rvt_random_below(&sink->random, (unsigned)most);
        enum rvt_status status = rvt_trace_decoder_push(decoder, bytes->byte + from, piece);
        size_t used = rvt_trace_decoder_used(decoder);
        cr_assert(used <= piece && (used == piece || status == RVT_WAIT));
        from += used;
        if (stop && from == to)
            return;
        settle(sink, decoder, status);
    }
}

/* Decodes the bytes up to end; from lost on after a loss. prefix > 0: after a reset there. */
static void decode_bytes(struct sink *sink, const struct run *run, const struct bytes *bytes,
                         size_t lost, size_t end, size_t most, size_t prefix)
{
    const struct rvt_configuration configuration = {.config = run->config};
    struct rvt_program program = {.image = run->image};
    struct rvt_trace_decoder *decoder = NULL;
    struct rvt_decoder_callbacks callbacks;

    RVT_CLEAR(&callbacks);
    callbacks.context = sink;
    callbacks.range = api_range;
    callbacks.trap = api_trap;
    callbacks.event = api_event;
    callbacks.loss = api_loss;
    callbacks.fault = api_fault;
    cr_assert(rvt_trace_decoder_open(&configuration, &program, &callbacks, STEPS, &decoder, NULL) ==
              RVT_OK);
    if (prefix > 0) {
        push(sink, decoder, bytes, bytes->count - prefix, bytes->count, most, true);
        rvt_trace_decoder_reset(decoder);
        sink->words.count = 0;
    }
    push(sink, decoder, bytes, 0, lost, most, false);
    settle(sink, decoder, rvt_trace_decoder_lost(decoder));
    push(sink, decoder, bytes, lost, end, most, false);
    settle(sink, decoder, rvt_trace_decoder_finish(decoder));
    rvt_trace_decoder_close(decoder);
}

static unsigned pause_bytes(uint64_t seed)
{
    struct sink ready = {.percent = 0}, pausing = pausing_sink(seed);
    struct rvt_random random;
    struct run run;
    struct stream stream;
    struct bytes bytes;

    make_run(seed, &random, &run, &stream);
    if (seed < DRAFT_SEEDS && seed % 2 == 1) {
        run.config.encap.sync_period = 8;
        run.config.encap.unaligned = seed % 4 == 1;
    }
    cr_assert(rvt_config_check(&run.config, NULL) == RVT_OK);
    encapsulate(&bytes, &run, &stream, &random, (unsigned)(seed % 3) * 10);
    size_t end = pick(&random, 1, (unsigned)bytes.count);
    size_t lost = pick(&random, 0, (unsigned)end);
    decode_bytes(&ready, &run, &bytes, lost, end, bytes.count, 0);
    decode_bytes(&pausing, &run, &bytes, lost, end, 1 + seed % 50,
                 seed % 5 < 3 ? 0 : pick(&random, 1, (unsigned)bytes.count));
    free(bytes.byte);
    stream_fini(&stream);
    run_fini(&run);
    return compare(seed, &ready, &pausing);
}

Test(pauses, bytes)
{
    try_seeds(pause_bytes, 1, 15000);
}

Test(pauses, bytes_of_the_draft)
{
    try_seeds(pause_bytes, DRAFT_SEEDS, 15000);
}

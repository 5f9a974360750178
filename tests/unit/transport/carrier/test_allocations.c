/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Every allocation of the model fails once, by its place: the call returns RVT_ERR_MEMORY, and
 * closing what was open frees everything. The linker replaces the functions of the C library by
 * those below (tests/tests.mk).
 */
#include "tests/unit/stp_file.h"

#include <malloc.h>
#include <stdlib.h>

#include "base/text.h"
#include "decoder/packet_processor.h"
#include "draft/decoder_profile.h"
#include "draft/encoder_profile.h"
#include "modes/branch_predictor.h"
#include "modes/jump_cache.h"
#include "modes/return_stack.h"
#include "transport/carrier/packet_stream.h"
#include "transport/syst/syst_check.h"
#include "transport/syst/syst_origins.h"
#include "transport/syst/syst_stream.h"

TestSuite(allocations, .init = scratch_init, .fini = scratch_fini);

static bool counting;
static unsigned calls, failing; /* allocations; the one that fails, counted from 1 */
static long held;               /* blocks */
static size_t largest;          /* count of calloc */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void __real_free(void *block);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);
void __wrap_free(void *block);

static bool fails(void)
{
    return counting && ++calls == failing;
}

/* Notes that a block came or went. */
static void *note(void *block, long change)
{
    if (counting && block != NULL)
        held += change;
    return block;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : note(__real_malloc(bytes), 1);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    if (counting && count > largest)
        largest = count;
    return fails() ? NULL : note(__real_calloc(count, bytes), 1);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    return fails() ? NULL : note(__real_realloc(block, bytes), block == NULL);
}

/* What is freed is overwritten first, so that nothing may use it. */
void __wrap_free(void *block)
{
    volatile unsigned char *byte = block;

    (void)note(block, -1);
    for (size_t i = block == NULL ? 0 : malloc_usable_size(block); i > 0; i--)
        byte[i - 1] = 0xdd;
    __real_free(block);
}

/* Runs attempt with each of its allocations failing in turn, then with none. */
static void fail_each(enum rvt_status (*attempt)(void *context), void *context, unsigned least)
{
    enum rvt_status status = RVT_ERR_MEMORY;

    for (failing = 1; status != RVT_OK; failing++) {
        calls = 0;
        held = 0;
        counting = true;
        status = attempt(context);
        counting = false;
        cr_assert(status == (calls >= failing ? RVT_ERR_MEMORY : RVT_OK), "allocation %u of %u: %s",
                  failing, calls, rvt_status_text(status));
        cr_assert(held == 0, "allocation %u: %ld blocks are left", failing, held);
    }
    cr_assert(calls >= least, "%u allocations", calls);
}

/* Every mode, so that each table exists. */
static struct rvt_config every_mode(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.return_stack_size_p = 3;
    config.params.bpred_size_p = 4;
    config.params.cache_size_p = 4;
    config.params.f0s_width_p = 1;
    config.options.implicit_return = true;
    config.options.branch_prediction = true;
    config.options.jump_target_cache = true;
    config.options.data_trace = true;
    config.encap = (struct rvt_encap_config){.type_bits = 1, .type_data = 1};
    return config;
}

static enum rvt_status take(void *context, const struct rvt_packet *packet,
                            const struct rvt_origin *origin)
{
    (void)context;
    (void)packet;
    (void)origin;
    return RVT_OK;
}

static enum rvt_status open_encoder(void *context)
{
    struct rvt_encoder *encoder = NULL;
    enum rvt_status status = rvt_encoder_profile_open(context, take, NULL, &encoder);

    rvt_encoder_close(encoder);
    return status;
}

Test(allocations, of_an_encoder)
{
    struct rvt_config config = every_mode();

    fail_each(open_encoder, &config, 5);
}

static enum rvt_status open_decoder(void *context)
{
    const struct rvt_decoder_output output = {.context = NULL};
    struct rvt_decoder *decoder = NULL;
    enum rvt_status status = rvt_decoder_profile_open(context, NULL, &output, 0, &decoder);

    rvt_decoder_close(decoder);
    return status;
}

Test(allocations, of_a_decoder)
{
    struct rvt_config config = every_mode();

    fail_each(open_decoder, &config, 7);
}

struct capture {
    struct rvt_config config;
    enum rvt_carrier carrier;
    uint8_t *data;
    size_t bytes;
};

static void ignore(void *context, const struct rvt_encap_event *event)
{
    (void)context;
    (void)event;
}

/* Feeds a capture as a whole. After a failure of STP packets may follow. */
static enum rvt_status read_capture(void *context)
{
    const struct capture *capture = context;
    const struct rvt_packet_stream_output output = {.packet = ignore};
    struct rvt_packet_stream *stream = NULL;
    enum rvt_status status =
        rvt_packet_stream_open(&capture->config, capture->carrier, NULL, NULL, &stream);

    if (status == RVT_OK)
        status = rvt_packet_stream_push(stream, capture->data, capture->bytes, &output);
    if (status == RVT_OK)
        status = rvt_packet_stream_finish(stream, &output);
    rvt_packet_stream_close(stream);
    return status;
}

/* Forty channels, a long message, errors that wait for their message, and losses of it. */
Test(allocations, of_a_capture_in_stp)
{
    static char lines[40000] = BEGIN;
    struct capture capture = {.config = every_mode(), .carrier = RVT_CARRIER_STP};
    struct rvt_text text;

    rvt_text_init(&text, lines + strlen(lines), sizeof lines - strlen(lines));
    rvt_text_add(&text, START "D8M 00\n");
    for (unsigned i = 0; i < 40; i++)
        rvt_text_add(&text, "C8 %02x\n" START "D16M 1f01\n", i);
    rvt_text_add(&text, "C8 00\n" START);
    for (unsigned i = 0; i < 600; i++)
        rvt_text_add(&text, "D64 1111111111111f0%u\n", i % 2 ? 9u : 8u);
    rvt_text_add(&text, "D16M 1f01\n");
    for (unsigned i = 0; i < 20; i++)
        rvt_text_add(&text, "GERR 00\nM8 01\n");
    for (unsigned i = 0; i < 20; i++)
        rvt_text_add(&text, START "D16 1f01\nFLAG\nD32TS 01000486 @\nD32M 1f011f01\n");
    cr_assert(text.cut == false);
    capture.data = (uint8_t *)scratch_read(stp_file(lines), &capture.bytes);
    fail_each(read_capture, &capture, 100);
    free(capture.data);
}

Test(allocations, of_a_capture_in_frames)
{
    struct capture capture = {.config = every_mode(), .carrier = RVT_CARRIER_FRAME};

    capture.bytes = 16 * 2000;
    capture.data = calloc(1, capture.bytes);
    cr_assert(capture.data != NULL);
    for (size_t at = 0; at < capture.bytes; at += 16)
        capture.data[at] = (uint8_t)(at % 64 == 0 ? 0xff : 1 << 1 | 1); /* a forbidden ID: a loss */
    fail_each(read_capture, &capture, 8);
    free(capture.data);
}

static enum rvt_status open_checker(void *context)
{
    const struct rvt_syst_config config = {.origins = 100};
    struct rvt_syst_checker *checker = NULL;
    enum rvt_status status = rvt_syst_checker_open(&config, NULL, context, &checker);

    rvt_syst_checker_close(checker);
    return status;
}

Test(allocations, of_a_checker)
{
    fail_each(open_checker, NULL, 3);
}

static enum rvt_status open_tables(void *context)
{
    const struct rvt_config *config = context;
    struct rvt_branch_predictor predictor = {.state = NULL};
    struct rvt_jump_cache cache = {.entry = NULL};
    struct rvt_return_stack stack = {.entry = NULL};
    enum rvt_status status = rvt_branch_predictor_open(&predictor, &config->params);

    if (status == RVT_OK)
        status = rvt_jump_cache_open(&cache, &config->params);
    if (status == RVT_OK)
        status = rvt_return_stack_open(&stack, config);
    rvt_branch_predictor_close(&predictor);
    rvt_jump_cache_close(&cache);
    rvt_return_stack_close(&stack);
    return status;
}

Test(allocations, of_each_table)
{
    struct rvt_config config = every_mode();

    fail_each(open_tables, &config, 3);
}

static enum rvt_status init_processor(void *context)
{
    const struct rvt_decoder_output output = {.range = NULL};
    struct rvt_packet_processor *processor = calloc(1, sizeof *processor);
    enum rvt_status status = RVT_ERR_MEMORY;

    if (processor != NULL) {
        status = rvt_packet_processor_init(processor, context, NULL, NULL, &output, 0);
        rvt_packet_processor_fini(processor);
    }
    free(processor);
    return status;
}

Test(allocations, of_a_packet_processor)
{
    struct rvt_config config = every_mode();

    fail_each(init_processor, &config, 4);
}

/* Shows: SYST-105 */
Test(allocations, of_a_checker_of_more_origins_than_memory_can_hold)
{
    static const size_t counts[] = {SIZE_MAX, ((size_t)1 << 32) + 1};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const struct rvt_syst_config config = {.origins = counts[i]};
        struct rvt_syst_checker *checker = NULL;

        calls = 0;
        held = 0;
        largest = 0;
        failing = 3; /* the table */
        counting = true;
        enum rvt_status status = rvt_syst_checker_open(&config, NULL, NULL, &checker);
        counting = false;
        cr_expect(status == RVT_ERR_MEMORY && calls == 3 && held == 0);
        cr_expect(largest >= counts[i] || largest > SIZE_MAX / sizeof(struct rvt_syst_origin),
                  "a table of %zu places", largest);
    }
}

/* What was never opened can be closed. */
Test(allocations, closing_nothing)
{
    rvt_encoder_close(NULL);
    rvt_decoder_close(NULL);
    rvt_packet_stream_close(NULL);
    rvt_carrier_decoder_close(NULL);
    rvt_encap_reader_close(NULL);
    rvt_syst_checker_close(NULL);
    cr_expect(held == 0);
}

static void count_message(void *context, const struct rvt_syst_arrival *arrival)
{
    (void)arrival;
    ++*(unsigned *)context;
}

static void count_refused(void *context, const struct rvt_sequence_message *raw)
{
    (void)raw;
    ++*(unsigned *)context;
}

/* A SyS-T stream goes on after a failure: packets were lost, and that is reported once. The message
 * that lacks them is dropped, the next one is whole. */
Test(allocations, a_stream_goes_on)
{
    const struct rvt_syst_stream_config config = {.syst = {.origins = 4}};
    unsigned messages = 0;
    const struct rvt_syst_stream_sinks sinks = {
        .message = count_message, .refused = count_refused, .context = &messages};
    size_t bytes = 0;
    uint8_t *data = (uint8_t *)scratch_read(stp_file(BEGIN START "D16M 1f01\n"), &bytes);

    for (failing = 1; failing < 6; failing++) {
        struct rvt_syst_stream *stream = NULL;

        cr_assert(rvt_syst_stream_open(&config, &sinks, &stream) == RVT_OK);
        calls = 0;
        counting = true;
        cr_expect(rvt_syst_stream_bytes(stream, data, bytes) == RVT_ERR_MEMORY, "%u", failing);
        counting = false;
        cr_expect(messages == 0, "%u: %u messages", failing, messages);
        cr_expect(rvt_syst_stream_bytes(stream, data, bytes) == RVT_OK, "%u", failing);
        cr_expect(rvt_syst_stream_finish(stream) == RVT_OK, "%u", failing);
        cr_expect(messages == 1, "%u: %u messages", failing, messages);
        messages = 0;
        rvt_syst_stream_close(stream);
    }
    free(data);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Streams of encapsulated bytes, or bits, under any configuration, in pieces of any size: packets
 * do not overlap, each is the content of its place, and the reports do not depend on the pieces.
 * Shows: ENC-012, ENC-017
 */
#include <string.h>

#include "stream/encap_parser.h"
#include "tests/fuzz/fuzz.h"

struct reported {
    const struct rvt_config *config;
    const uint8_t *data;
    size_t size;
    uint64_t end; /* of the latest packet */
    uint64_t digest;
};

static void digest(struct reported *reported, uint64_t value)
{
    reported->digest = (reported->digest ^ value) * UINT64_C(0x100000001b3);
}

static void on_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct reported *reported = context;

    for (size_t i = 0; i < count; i++) {
        struct rvt_encap encap;
        size_t used = 0;

        FUZZ_EXPECT(rvt_encap_read(reported->config, view[i].data, view[i].bytes, &encap, &used,
                                   NULL) == RVT_OK);
        FUZZ_EXPECT(used == view[i].bytes);
        FUZZ_EXPECT(encap.kind != RVT_ENCAP_NORMAL || encap.srcid == view[i].srcid ||
                    reported->config->encap.framing == RVT_FRAMING_INDEXED);
        digest(reported, view[i].position);
        digest(reported, view[i].bytes);
        if (reported->config->encap.unaligned)
            continue;
        FUZZ_EXPECT(view[i].position >= reported->end && view[i].position + used <= reported->size);
        FUZZ_EXPECT(memcmp(reported->data + view[i].position, view[i].data, used) == 0);
        reported->end = view[i].position + used;
    }
}

static void on_fault(void *context, const struct rvt_diag *fault)
{
    struct reported *reported = context;

    fuzz_explained(fault->status, fault);
    digest(reported, fault->position);
    digest(reported, fault->status);
}

static uint64_t run(const struct rvt_config *config, const uint8_t *data, size_t size, size_t piece,
                    bool in_place)
{
    static struct rvt_encap_parser parser;
    struct reported reported = {.config = config, .data = data, .size = size};
    const struct rvt_encap_parser_output output = {
        .packets = on_packets, .fault = on_fault, .context = &reported};

    rvt_encap_parser_init(&parser, config, in_place, &output);
    for (size_t at = 0; at < size; at += piece)
        rvt_encap_parser_push(&parser, data + at, size - at < piece ? size - at : piece);
    rvt_encap_parser_finish(&parser);
    return reported.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    uint8_t head = fuzz_byte(&input);

    fuzz_config(&input, &config);
    uint64_t whole = run(&config, input.data, input.left, input.left + 1, head & 1);
    FUZZ_EXPECT(run(&config, input.data, input.left, 1 + (size_t)(head >> 1 & 63), head & 1) ==
                whole);
    return 0;
}

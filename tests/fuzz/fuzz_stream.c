/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Streams of encapsulated bytes, or bits, under any configuration, in pieces of any size: packets
 * follow each other without overlap, each is what stands at its place, and what is told does not
 * depend on the pieces. Shows: ENC-012, ENC-017
 */
#include <string.h>

#include "stream/encap_parser.h"
#include "tests/fuzz/fuzz.h"

struct told {
    const struct rvt_config *config;
    const uint8_t *data;
    size_t size;
    uint64_t end; /* of the latest packet */
    uint64_t digest;
};

static void digest(struct told *told, uint64_t value)
{
    told->digest = (told->digest ^ value) * UINT64_C(0x100000001b3);
}

static void on_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct told *told = context;

    for (size_t i = 0; i < count; i++) {
        struct rvt_encap encap;
        size_t used = 0;

        FUZZ_EXPECT(rvt_encap_read(told->config, view[i].data, view[i].bytes, &encap, &used,
                                   NULL) == RVT_OK);
        FUZZ_EXPECT(used == view[i].bytes);
        FUZZ_EXPECT(encap.kind != RVT_ENCAP_NORMAL || encap.srcid == view[i].srcid ||
                    told->config->encap.framing == RVT_FRAMING_INDEXED);
        digest(told, view[i].position);
        digest(told, view[i].bytes);
        if (told->config->encap.unaligned)
            continue;
        FUZZ_EXPECT(view[i].position >= told->end && view[i].position + used <= told->size);
        FUZZ_EXPECT(memcmp(told->data + view[i].position, view[i].data, used) == 0);
        told->end = view[i].position + used;
    }
}

static void on_fault(void *context, const struct rvt_diag *fault)
{
    struct told *told = context;

    fuzz_explained(fault->status, fault);
    digest(told, fault->position);
    digest(told, fault->status);
}

static uint64_t run(const struct rvt_config *config, const uint8_t *data, size_t size, size_t piece,
                    bool in_place)
{
    static struct rvt_encap_parser parser;
    struct told told = {.config = config, .data = data, .size = size};
    const struct rvt_encap_parser_output output = {
        .packets = on_packets, .fault = on_fault, .context = &told};

    rvt_encap_parser_init(&parser, config, in_place, &output);
    for (size_t at = 0; at < size; at += piece)
        rvt_encap_parser_push(&parser, data + at, size - at < piece ? size - at : piece);
    rvt_encap_parser_finish(&parser);
    return told.digest;
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

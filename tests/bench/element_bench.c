/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Captured bytes to generic trace elements, against the same bytes to ranges of the decoder: what
 * elements cost. Both read one stream, which has four ranges of three instructions in a packet of
 * three bytes, as the committed program sort-rv64 does with rv64-delta.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draft/decoder_profile.h"
#include "element/decode_tree.h"
#include "stream/encap_reader.h"
#include "tests/bench/transport.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum { BASE = 0x1000, PACKETS = 400000, PIECE = 65536, TAKEN = 4 };

static const double BAR = 115; /* percent */

struct load {
    struct rvt_config config;
    struct rvt_image *image;
    uint8_t *stream;
    size_t bytes;
    uint64_t instructions, ranges; /* of the latest pass */
};

static void check(enum rvt_status status)
{
    if (status != RVT_OK)
        abort();
}

/* Three instructions, the last one a branch back to the first one. */
static void make_program(struct load *load)
{
    static const uint8_t code[] = {0x33, 0x05, 0xb5, 0x00, /* add a0, a0, a1 */
                                   0x33, 0x05, 0xb5, 0x00,
                                   0xe3, 0x0c, 0xb5, 0xfe, /* beq a0, a1, -8 */
                                   0x33, 0x05, 0xb5, 0x00};

    check(rvt_image_open(32, false, &load->image));
    check(rvt_image_add(load->image, BASE, code, sizeof code));
}

static void put(struct load *load, const struct rvt_packet *packet)
{
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL};
    size_t bytes = 0;

    check(rvt_packet_write(&load->config, packet, &encap.payload, NULL));
    check(rvt_encap_write(&load->config, &encap, load->stream + load->bytes, RVT_ENCAP_BYTES_MAX,
                          &bytes, NULL));
    load->bytes += bytes;
}

/* Each packet has four outcomes; it reports the branch that the last one is of. */
static void make_stream(struct load *load)
{
    const struct rvt_packet start = {.format = RVT_FORMAT_SYNC,
                                     .subformat = RVT_SUBFORMAT_START,
                                     .privilege = 3,
                                     .branch = true,
                                     .address = BASE >> 1};
    const struct rvt_packet branches = {
        .format = RVT_FORMAT_DIFF_DELTA, .branches = TAKEN, .address = (BASE + 8) >> 1};

    load->stream = malloc((size_t)(PACKETS + 1) * RVT_ENCAP_BYTES_MAX);
    if (load->stream == NULL)
        abort();
    put(load, &start);
    for (unsigned i = 0; i < PACKETS; i++)
        put(load, &branches);
}

static void count(struct load *load, uint64_t instructions)
{
    load->instructions += instructions;
    load->ranges++;
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    count(context, range->count);
    return RVT_OK;
}

/* What a program without a decode tree does. */
static void read_ranges(void *context)
{
    struct load *load = context;
    const struct rvt_decoder_output output = {.range = take_range, .context = load};
    struct rvt_encap_reader *reader = NULL;
    struct rvt_decoder *decoder = NULL;
    struct rvt_encap_event event;
    struct rvt_packet packet;
    struct rvt_diag diag;

    load->instructions = load->ranges = 0;
    check(rvt_encap_reader_open(&load->config, RVT_ENCAP_SOURCE_PLAIN, &reader));
    check(rvt_decoder_profile_open(&load->config, load->image, &output, 0, &decoder));
    for (size_t at = 0; at <= load->bytes; at += PIECE) {
        size_t left = load->bytes - at;
        const struct rvt_encap_piece piece = {.data = load->stream + at,
                                              .bytes = left < PIECE ? left : PIECE};
        check(rvt_encap_reader_feed(reader, &piece));
        if (left < PIECE)
            rvt_encap_reader_end(reader, load->bytes);
        rvt_diag_clear(&diag);
        while (rvt_encap_reader_next(reader, &event, &diag) == RVT_ENCAP_EVENT_PACKET) {
            const struct rvt_payload *payload = &event.encap.payload;
            check(rvt_packet_read(rvt_decoder_config(decoder), payload->byte, payload->bytes,
                                  &packet, NULL));
            check(rvt_decoder_packet(decoder, &packet, NULL));
        }
    }
    check(rvt_decoder_finish(decoder, NULL));
    rvt_decoder_close(decoder);
    rvt_encap_reader_close(reader);
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    if (element->kind == RVT_ELEMENT_INSTR_RANGE)
        count(context, element->range.count);
    return RVT_RESP_CONT;
}

static void read_elements(void *context)
{
    struct load *load = context;
    const struct rvt_decode_tree_options options = {.context = load, .element = take_element};
    const struct rvt_decode_tree_source source = {.id = 0};
    const struct rvt_hart_elements_options hart = {.config = &load->config, .image = load->image};
    struct rvt_decode_tree *tree = NULL;
    enum rvt_status status = RVT_OK;

    load->instructions = load->ranges = 0;
    check(rvt_decode_tree_open(&options, &tree));
    check(rvt_decode_tree_attach_hart(tree, &source, &hart));
    for (size_t at = 0; at < load->bytes; at += PIECE) {
        size_t left = load->bytes - at, used = 0;
        (void)rvt_decode_tree_process(tree, RVT_OP_DATA, at, load->stream + at,
                                      left < PIECE ? left : PIECE, &used, &status);
        check(status);
    }
    (void)rvt_decode_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status);
    check(status);
    rvt_decode_tree_close(tree);
}

static void keep_best(double *best, double seconds)
{
    if (*best < 0 || seconds < *best)
        *best = seconds;
}

int main(void)
{
    static struct load load;

    rvt_config_defaults(&load.config, RVT_PROFILE_V2_0_4);
    load.config.options.full_address = true;
    make_program(&load);
    make_stream(&load);
    uint64_t instructions = 0, count_of_ranges = 0;
    double ranges = -1, elements = -1;
    for (int pass = 0; pass < BENCH_PASSES; pass++) { /* one after the other: the machine changes */
        keep_best(&ranges, bench_pass(read_ranges, &load));
        instructions = load.instructions;
        count_of_ranges = load.ranges;
        keep_best(&elements, bench_pass(read_elements, &load));
    }
    bool same = instructions > (uint64_t)PACKETS * TAKEN && load.instructions == instructions &&
                load.ranges == count_of_ranges;
    double percent = 100 * elements / ranges;

    (void)printf("  %-6s %-32s %9.1f  <= %g percent of the time of ranges\n",
                 percent <= BAR ? "ok" : "FAILED", "elements", percent, BAR);
    (void)printf("         %.1f and %.1f million instructions per second, %" PRIu64
                 " ranges of %" PRIu64 " bytes\n",
                 1e-6 * (double)instructions / ranges, 1e-6 * (double)instructions / elements,
                 count_of_ranges, (uint64_t)load.bytes);
    if (!same)
        (void)printf("  FAILED elements have %" PRIu64 " instructions, not %" PRIu64 "\n",
                     load.instructions, instructions);
    free(load.stream);
    rvt_image_close(load.image);
    return same && percent <= BAR ? 0 : 1;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The memory of a decode tree with four harts in formatter frames, beside the program: below a bar,
 * and not more for a capture that is sixteen times as long. It is looked at after each piece of the
 * capture, and in the sink, which pauses the tree now and then.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>

#include "element/decode_tree.h"
#include "tests/bench/transport.h"
#include "transport/frame/formatter.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum { HARTS = 4, BASE = 0x1000, TAKEN = 4, PACKETS = 50000, LONGER = 16, PIECE = 65536 };
enum { ELEMENTS_PER_LOOK = 4096, MIB = 1 << 20 };

static const double BAR = 16, GROWTH = 0.1; /* MiB */

struct load {
    struct rvt_config config;
    struct rvt_image *image;
    uint8_t *frames;
    size_t bytes, capacity;
    uint64_t ranges, elements;
    size_t before, most; /* bytes of the heap: before the tree was opened; the most since */
};

static void check(enum rvt_status status)
{
    if (status != RVT_OK)
        abort();
}

static size_t heap(void)
{
    const struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

static void look(struct load *load)
{
    size_t bytes = heap();

    load->most = bytes > load->most ? bytes : load->most;
}

/* ---- the capture ---- */

static void take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct load *load = context;

    while (load->capacity - load->bytes < bytes) {
        load->capacity = 2 * load->capacity + MIB;
        load->frames = realloc(load->frames, load->capacity);
        if (load->frames == NULL)
            abort();
    }
    for (size_t i = 0; i < bytes; i++)
        load->frames[load->bytes++] = data[i];
}

static void put(struct load *load, struct rvt_formatter *formatter, unsigned id,
                const struct rvt_packet *packet)
{
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL};
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t bytes = 0;

    check(rvt_packet_write(&load->config, packet, &encap.payload, NULL));
    check(rvt_encap_write(&load->config, &encap, out, sizeof out, &bytes, NULL));
    check(rvt_formatter_write(formatter, id, out, bytes, NULL));
}

/* Two additions and a branch back; each packet has four outcomes of the branch. */
static void make_capture(struct load *load, unsigned packets)
{
    const struct rvt_packet start = {.format = RVT_FORMAT_SYNC,
                                     .subformat = RVT_SUBFORMAT_START,
                                     .privilege = 3,
                                     .branch = true,
                                     .address = BASE >> 1};
    const struct rvt_packet branches = {
        .format = RVT_FORMAT_DIFF_DELTA, .branches = TAKEN, .address = (BASE + 8) >> 1};
    const struct rvt_formatter_config config = {.fsync_frames = 0};
    struct rvt_formatter formatter;

    load->bytes = 0;
    rvt_formatter_init(&formatter, &config, take_bytes, load);
    for (unsigned i = 0; i <= packets; i++)
        for (unsigned id = 1; id <= HARTS; id++)
            put(load, &formatter, id, i == 0 ? &start : &branches);
    rvt_formatter_flush(&formatter);
}

static void open_image(struct load *load)
{
    static const uint8_t code[] = {0x33, 0x05, 0xb5, 0x00, 0x33, 0x05, 0xb5, 0x00,
                                   0xe3, 0x0c, 0xb5, 0xfe, 0x33, 0x05, 0xb5, 0x00};

    check(rvt_image_open(32, false, &load->image));
    check(rvt_image_add(load->image, BASE, code, sizeof code));
}

/* ---- the tree ---- */

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct load *load = context;

    load->ranges += element->kind == RVT_ELEMENT_INSTR_RANGE;
    if (++load->elements % ELEMENTS_PER_LOOK != 0)
        return RVT_RESP_CONT;
    look(load);
    return RVT_RESP_WAIT;
}

static void flush(struct rvt_decode_tree *tree, enum rvt_response response)
{
    enum rvt_status status = RVT_OK;

    while (response == RVT_RESP_WAIT)
        response = rvt_decode_tree_process(tree, RVT_OP_FLUSH, 0, NULL, 0, NULL, &status);
    check(status);
}

/* Decodes the capture; the most memory that the tree had, in MiB. */
static double decode(struct load *load)
{
    const struct rvt_decode_tree_options options = {
        .framing = RVT_TREE_FRAMES, .context = load, .element = take_element};
    const struct rvt_hart_elements_options hart = {.config = &load->config, .image = load->image};
    struct rvt_decode_tree *tree = NULL;
    enum rvt_status status = RVT_OK;

    load->ranges = load->elements = 0;
    load->before = load->most = heap();
    check(rvt_decode_tree_open(&options, &tree));
    for (unsigned id = 1; id <= HARTS; id++) {
        const struct rvt_decode_tree_source source = {.carrier_id = id, .id = id};
        check(rvt_decode_tree_attach_hart(tree, &source, &hart));
    }
    for (size_t at = 0, used = 0; at < load->bytes; at += used) {
        size_t left = load->bytes - at;
        flush(tree, rvt_decode_tree_process(tree, RVT_OP_DATA, at, load->frames + at,
                                            left < PIECE ? left : PIECE, &used, &status));
        look(load);
    }
    flush(tree, rvt_decode_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status));
    look(load);
    rvt_decode_tree_close(tree);
    return (double)(load->most - load->before) / MIB;
}

int main(void)
{
    static struct load load;
    double most[2];
    bool good = true;

    rvt_config_defaults(&load.config, RVT_PROFILE_V2_0_4);
    load.config.options.full_address = true;
    open_image(&load);
    for (int longer = 0; longer < 2; longer++) {
        unsigned packets = longer ? LONGER * PACKETS : PACKETS;
        make_capture(&load, packets);
        most[longer] = decode(&load);
        good = good && load.ranges >= (uint64_t)HARTS * packets * (TAKEN - 1);
        (void)printf("  %-6s %-32s %9.3f  <= %g MiB, of %.1f MiB with %" PRIu64 " ranges\n",
                     most[longer] <= BAR ? "ok" : "FAILED", "memory of four harts", most[longer],
                     BAR, (double)load.bytes / MIB, load.ranges);
    }
    if (most[1] > most[0] + GROWTH)
        (void)printf("  FAILED the memory grows with the capture\n");
    if (!good)
        (void)printf("  FAILED ranges are missing\n");
    free(load.frames);
    rvt_image_close(load.image);
    return good && most[1] <= BAR && most[1] <= most[0] + GROWTH ? 0 : 1;
}

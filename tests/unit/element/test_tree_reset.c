/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A tree that is reset at any byte of a capture decodes the next one as a fresh tree does, and the
 * reset allocates nothing. The linker replaces the functions of the C library by those below
 * (tests/tests.mk).
 */
#include "tests/unit/element/element_rig.h"

#include "element/decode_tree.h"

static unsigned allocations;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void __real_free(void *block);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);
void __wrap_free(void *block);

void *__wrap_malloc(size_t bytes)
{
    allocations++;
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    allocations++;
    return __real_calloc(count, bytes);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    allocations++;
    return __real_realloc(block, bytes);
}

void __wrap_free(void *block)
{
    __real_free(block);
}

static const struct program line = PROGRAM(ADD, ADD, ADD, ADD, ADD, JR, ADD);

struct rig {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_decode_tree *tree;
    struct capture capture;
    struct listing listing;
};

static void open_rig(struct rig *rig, enum rvt_tree_framing framing)
{
    const struct rvt_decode_tree_options options = {
        .framing = framing, .context = &rig->listing, .element = list_element};

    *rig = (struct rig){.config = full_config()};
    rig->config.params.nocontext_p = true;
    rig->config.transport.master = 1;
    rig->config.transport.channel = 2;
    rig->config.transport.protocol = 1;
    rig->image = assemble(line.code, line.count);
    listing_init(&rig->listing, NULL);
    cr_assert(rvt_decode_tree_open(&options, &rig->tree) == RVT_OK);
}

static void close_rig(struct rig *rig)
{
    rvt_decode_tree_close(rig->tree);
    rvt_image_close(rig->image);
}

static void attach_hart(struct rig *rig, unsigned carrier_id, unsigned id, bool tunnelled)
{
    const struct rvt_decode_tree_source source = {.carrier_id = carrier_id, .id = id};
    const struct rvt_hart_elements_options options = {
        .config = &rig->config, .image = rig->image, .tunnelled = tunnelled};

    cr_assert(rvt_decode_tree_attach_hart(rig->tree, &source, &options) == RVT_OK);
}

static void attach_software(struct rig *rig, unsigned carrier_id, unsigned id)
{
    const struct rvt_decode_tree_source source = {.carrier_id = carrier_id, .id = id};
    const struct rvt_software_elements_options options = {.messages = true};

    cr_assert(rvt_decode_tree_attach_software(rig->tree, &source, &options) == RVT_OK);
}

/* Bytes from index on, and the end if finish. */
static void decode(struct rig *rig, uint64_t index, size_t bytes, bool finish)
{
    enum rvt_status status;
    size_t used = 0;

    cr_assert(rvt_decode_tree_process(rig->tree, RVT_OP_DATA, index, rig->capture.byte, bytes,
                                      &used, &status) == RVT_RESP_CONT);
    if (finish)
        cr_assert(rvt_decode_tree_process(rig->tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status) ==
                  RVT_RESP_CONT);
}

/* The fresh tree of the rig, and the same after a reset at each byte. */
static void expect_resets(struct rig *rig)
{
    static char fresh[sizeof rig->listing.line];
    enum rvt_status status;

    decode(rig, 0, rig->capture.bytes, true);
    memcpy(fresh, rig->listing.line, sizeof fresh);
    cr_assert(strstr(fresh, "INSTR_RANGE") != NULL);
    for (size_t bytes = 0; bytes <= rig->capture.bytes; bytes++) {
        allocations = 0;
        cr_assert(rvt_decode_tree_process(rig->tree, RVT_OP_RESET, 0, NULL, 0, NULL, &status) ==
                  RVT_RESP_CONT);
        cr_expect(allocations == 0, "%u allocations after byte %zu", allocations, bytes);
        decode(rig, 100, bytes, bytes % 2 > 0);
        allocations = 0;
        cr_assert(rvt_decode_tree_process(rig->tree, RVT_OP_RESET, 0, NULL, 0, NULL, &status) ==
                  RVT_RESP_CONT);
        cr_expect(allocations == 0, "%u allocations after byte %zu", allocations, bytes);
        listing_init(&rig->listing, NULL);
        decode(rig, 0, rig->capture.bytes, true);
        cr_expect(strcmp(rig->listing.line, fresh) == 0, "byte %zu: got\n%s\nnot\n%s", bytes,
                  rig->listing.line, fresh);
    }
}

Test(tree_reset, of_a_hart)
{
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008), ADDRESS(0x8000),
                                        START(0x1004)};
    struct rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    attach_hart(&rig, 0, 1, false);
    for (unsigned i = 0; i < sizeof packet / sizeof *packet; i++)
        capture_packet(&rig.capture, &rig.config, 0, &packet[i]);
    expect_resets(&rig);
    close_rig(&rig);
}

Test(tree_reset, of_a_tunnelled_hart_and_software)
{
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008)};
    struct rvt_stp_encoder encoder = stp_sender();
    struct rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    attach_hart(&rig, 0, 1, true);
    attach_software(&rig, 0, 2);
    for (unsigned i = 0; i < 2; i++) {
        struct capture hart = {.bytes = 0};
        capture_packet(&hart, &rig.config, 0, &packet[i]);
        capture_message(&rig.capture, &encoder, 0x10 + i, hart.byte, hart.bytes);
    }
    capture_stp_end(&rig.capture, &encoder);
    expect_resets(&rig);
    close_rig(&rig);
}

Test(tree_reset, of_a_hart_in_frames)
{
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008), START(0x1004)};
    struct rvt_formatter_config config = {.fsync_frames = 0};
    struct rvt_formatter formatter;
    struct capture hart = {.bytes = 0};
    struct rig rig;

    open_rig(&rig, RVT_TREE_FRAMES);
    attach_hart(&rig, 3, 1, false);
    attach_hart(&rig, 4, 2, true);
    for (unsigned i = 0; i < sizeof packet / sizeof *packet; i++)
        capture_packet(&hart, &rig.config, 0, &packet[i]);
    rvt_formatter_init(&formatter, &config, capture_frame, &rig.capture);
    cr_assert(rvt_formatter_write(&formatter, 3, hart.byte, hart.bytes, NULL) == RVT_OK);
    rvt_formatter_flush(&formatter);
    expect_resets(&rig);
    close_rig(&rig);
}

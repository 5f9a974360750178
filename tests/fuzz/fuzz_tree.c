/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decode tree with a hart, a tunnelled hart, and the packets and messages of software, on any
 * bytes, alone or in frames, under any configuration: each source ends once, the first element of
 * each is a loss, indices lie in the capture, faults are explained, and the elements do not depend
 * on pieces, on pauses or on an earlier capture. Shows: ETR-DEC-019, FRM-012
 */
#include "element/decode_tree.h"
#include "element/element_text.h"
#include "tests/fuzz/fuzz.h"

enum { HART = 1, TUNNEL, PACKETS, MESSAGES, SOURCES = MESSAGES, STEPS = 500, LINE_BYTES = 1 << 16 };

struct result {
    uint64_t digest, elements, end;
    unsigned ends;
    bool began[SOURCES + 1];
    unsigned pause; /* an element in so many pauses; 0: none */
};

static void digest_line(struct result *result, const struct rvt_element *element)
{
    static char line[LINE_BYTES];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_element_text(element, &text);
    for (const char *at = line; *at != '\0'; at++)
        result->digest = (result->digest ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct result *result = context;

    digest_line(result, element);
    FUZZ_EXPECT(element->index <= result->end);
    if (element->id <= SOURCES) {
        FUZZ_EXPECT(result->began[element->id] || element->kind == RVT_ELEMENT_NO_SYNC);
        result->began[element->id] = true;
    }
    result->ends += element->kind == RVT_ELEMENT_EO_TRACE;
    if (element->kind == RVT_ELEMENT_UNKNOWN)
        FUZZ_EXPECT(element->unknown.diagnosis->status != RVT_OK &&
                    element->unknown.diagnosis->text[0] != '\0');
    result->elements++;
    return result->pause > 0 && result->elements % result->pause == 0 ? RVT_RESP_WAIT
                                                                      : RVT_RESP_CONT;
}

static struct rvt_image *image_for(bool wide)
{
    static const uint8_t code[] = {0x33, 0x05, 0xb5, 0x00, /* add a0, a0, a1 */
                                   0xe3, 0x0e, 0xb5, 0xfe, /* beq a0, a1, -4 */
                                   0x67, 0x80, 0x00, 0x00, /* ret */
                                   0x6f, 0xf0, 0x5f, 0xff, /* j -12 */
                                   0x73, 0x00, 0x00, 0x00, /* ecall */
                                   0x73, 0x00, 0x20, 0x30 /* mret */};
    static struct rvt_image *images[2]; /* never closed: they live as long as the process */

    if (images[wide] == NULL) {
        FUZZ_EXPECT(rvt_image_open(wide ? 64 : 32, false, &images[wide]) == RVT_OK);
        FUZZ_EXPECT(rvt_image_add(images[wide], 0, code, sizeof code) == RVT_OK);
    }
    return images[wide];
}

static struct rvt_decode_tree *open_tree(struct result *result, enum rvt_tree_framing framing,
                                         const struct rvt_config *config)
{
    const struct rvt_decode_tree_options options = {
        .framing = framing, .context = result, .element = take_element};
    struct rvt_decode_tree *tree = NULL;

    FUZZ_EXPECT(rvt_decode_tree_open(&options, &tree) == RVT_OK);
    for (unsigned id = HART; id <= SOURCES; id++) {
        const struct rvt_decode_tree_source source = {.carrier_id = framing == RVT_TREE_SINGLE ? 0
                                                                    : id == HART               ? 1
                                                                                               : 2,
                                                      .id = id};
        const struct rvt_hart_elements_options hart = {
            .config = config,
            .image = image_for(config->params.iaddress_width_p > 32),
            .tunnelled = id == TUNNEL,
            .step_limit = STEPS};
        const struct rvt_software_elements_options software = {.messages = id == MESSAGES};
        enum rvt_status status = id <= TUNNEL
                                     ? rvt_decode_tree_attach_hart(tree, &source, &hart)
                                     : rvt_decode_tree_attach_software(tree, &source, &software);
        FUZZ_EXPECT(status == RVT_OK);
    }
    return tree;
}

static void flush(struct rvt_decode_tree *tree, enum rvt_response response)
{
    enum rvt_status status = RVT_OK;

    while (response == RVT_RESP_WAIT)
        response = rvt_decode_tree_process(tree, RVT_OP_FLUSH, 0, NULL, 0, NULL, &status);
    FUZZ_EXPECT(response == RVT_RESP_CONT && status == RVT_OK);
}

static void process(struct rvt_decode_tree *tree, const struct fuzz_input *input, size_t piece)
{
    enum rvt_status status = RVT_OK;

    for (size_t at = 0, used = 0; at < input->left; at += used) {
        size_t left = input->left - at;
        flush(tree, rvt_decode_tree_process(tree, RVT_OP_DATA, at, input->data + at,
                                            left < piece ? left : piece, &used, &status));
    }
    flush(tree, rvt_decode_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL, &status));
}

/* The same capture twice: as it is; after a reset, in pieces, with pauses. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    struct result first, second;
    enum rvt_status status = RVT_OK;
    uint8_t head = fuzz_byte(&input), pieces = fuzz_byte(&input);

    fuzz_config(&input, &config);
    first = (struct result){.end = input.left};
    struct rvt_decode_tree *tree = open_tree(&first, (enum rvt_tree_framing)(head % 3), &config);
    process(tree, &input, input.left);
    FUZZ_EXPECT(first.ends == SOURCES);
    second = first;
    first = (struct result){.end = input.left, .pause = 1 + (head >> 2) % 8};
    FUZZ_EXPECT(rvt_decode_tree_process(tree, RVT_OP_RESET, 0, NULL, 0, NULL, &status) ==
                RVT_RESP_CONT);
    process(tree, &input, 1 + (size_t)(pieces & 63));
    FUZZ_EXPECT(first.digest == second.digest && first.elements == second.elements);
    rvt_decode_tree_close(tree);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/make_packets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft/decoder_profile.h"
#include "decoder/decoder.h"
#include "golden/cases/topics.h"
#include "golden/vector_text.h"
#include "io/packet_list.h"

enum { LISTING_BYTES_MAX = 60000 };

/* What decoding gives. */
struct making {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_output *listing, *packets, *program; /* in memory */
    unsigned instructions;
    uint64_t address[RVT_GOLDEN_INSTRUCTIONS_MAX];
};

/* Adds the instruction at pc to the program, once. */
static enum rvt_status add_instruction(struct making *making, uint64_t pc)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < making->instructions; i++)
        if (making->address[i] == pc)
            return RVT_OK;
    if (making->instructions == RVT_GOLDEN_INSTRUCTIONS_MAX)
        return RVT_ERR_CAPACITY;
    if (!rvt_image_word(making->image, pc, &word))
        return RVT_OK; /* where a trap was taken, there need not be code */
    making->address[making->instructions++] = pc;
    rvt_output_print(making->program, "        - [\"%" PRIx64 "\", \"%02x %02x", pc, word & 0xffu,
                     word >> 8 & 0xffu);
    if ((word & 3u) == 3u)
        rvt_output_print(making->program, " %02x %02x", word >> 16 & 0xffu, word >> 24);
    return rvt_output_print(making->program, "\", \"-\"]\n");
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct making *making = context;
    uint64_t pc = range->first;
    enum rvt_status status = RVT_OK;

    for (uint64_t n = 0; status == RVT_OK && n < range->count; n++) {
        uint32_t word = 0;

        rvt_output_print(making->listing, "        %" PRIx64 "\n", pc);
        status = add_instruction(making, pc);
        (void)rvt_image_word(making->image, pc, &word);
        pc += (word & 3u) == 3u ? 4 : 2;
    }
    return status;
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    struct making *making = context;
    char epc[24] = "?";

    if (trap->epc_known)
        (void)snprintf(epc, sizeof epc, "%" PRIx64, trap->epc);
    rvt_output_print(making->listing,
                     "        # trap cause=%u interrupt=%d epc=%s tval=%" PRIx64 "\n", trap->ecause,
                     trap->interrupt, epc, trap->tval);
    return trap->epc_known ? add_instruction(making, trap->epc) : RVT_OK;
}

/* Reads the next te_inst of the list; te_data is refused. */
static enum rvt_status next_packet(struct rvt_input *input, const struct rvt_config *config,
                                   struct rvt_packet *packet, struct rvt_payload *payload,
                                   bool *end, struct rvt_diag *diag)
{
    bool data = false;
    enum rvt_status status = rvt_packet_list_read(input, payload, &data, end, diag);

    if (status != RVT_OK || *end)
        return status;
    if (data)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                            "vectors of data trace are written by hand");
    return rvt_packet_read(config, payload->byte, payload->bytes, packet, diag);
}

/* Decodes the list. A fault of the stream is an error: such vectors are written by hand. */
static enum rvt_status decode(struct making *making, const char *path, struct rvt_diag *diag)
{
    struct rvt_decoder_output output = {.range = take_range, .trap = take_trap, .context = making};
    struct rvt_decoder *decoder = NULL;
    struct rvt_input *input = NULL;
    struct rvt_packet packet;
    struct rvt_payload payload;
    bool end = false;
    enum rvt_status status = rvt_input_open(path, &input, diag);

    if (status == RVT_OK)
        status = rvt_decoder_profile_open(making->config, making->image, &output, 0, &decoder);
    while (status == RVT_OK) {
        status = next_packet(input, making->config, &packet, &payload, &end, diag);
        if (status != RVT_OK || end)
            break;
        status = rvt_golden_text_packet(making->packets, making->config, &packet, NULL);
        if (status == RVT_OK)
            status = rvt_decoder_packet(decoder, &packet, diag);
    }
    if (status == RVT_OK)
        status = rvt_decoder_finish(decoder, diag);
    rvt_decoder_close(decoder);
    rvt_input_close(input);
    return status;
}

enum rvt_status rvt_make_packets(const char *path, const struct rvt_config *config,
                                 struct rvt_image *image, struct rvt_output *output,
                                 struct rvt_diag *diag)
{
    struct making *making = calloc(1, sizeof *making);
    if (making == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    making->config = config;
    making->image = image;
    enum rvt_status status = rvt_output_open_memory(LISTING_BYTES_MAX, &making->listing);
    if (status == RVT_OK)
        status = rvt_output_open_memory(LISTING_BYTES_MAX, &making->packets);
    if (status == RVT_OK)
        status = rvt_output_open_memory(LISTING_BYTES_MAX, &making->program);
    if (status == RVT_OK)
        status = decode(making, path, diag);
    if (status == RVT_ERR_CAPACITY || (status == RVT_OK && (rvt_output_failed(making->listing) ||
                                                            rvt_output_failed(making->packets))))
        status = rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL,
                              "the stream is too long for a vector");
    if (status == RVT_OK) {
        rvt_output_print(output, "      program:\n");
        (void)rvt_output_empty(making->program, output);
        rvt_output_print(output, "      packets:\n");
        (void)rvt_output_empty(making->packets, output);
        rvt_output_print(output, "    expect:\n      verdict: valid\n      listing: |\n");
        (void)rvt_output_empty(making->listing, output);
    }
    rvt_output_discard(making->listing);
    rvt_output_discard(making->packets);
    rvt_output_discard(making->program);
    free(making);
    return status;
}

enum rvt_status rvt_make_packet(const char *path, const struct rvt_config *config,
                                struct rvt_output *output, struct rvt_diag *diag)
{
    struct rvt_input *input = NULL;
    struct rvt_packet packet;
    struct rvt_payload payload;
    bool end = false;
    enum rvt_status status = rvt_input_open(path, &input, diag);

    if (status == RVT_OK)
        status = next_packet(input, config, &packet, &payload, &end, diag);
    rvt_input_close(input);
    if (status == RVT_OK && end)
        status = rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "the list has no packet");
    if (status != RVT_OK)
        return status;
    rvt_output_print(output, "      bytes: \"");
    for (size_t i = 0; i < payload.bytes; i++)
        rvt_output_print(output, "%s%02x", i > 0 ? " " : "", payload.byte[i]);
    rvt_output_print(output, "\"\n    expect:\n      verdict: valid\n      packet: ");
    status = rvt_golden_text_fields(output, config, &packet);
    rvt_output_print(output, "\n");
    return status;
}

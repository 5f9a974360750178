/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * From bytes to instructions, with a program: any bytes as an encapsulated stream, under any
 * configuration. The work is bounded, faults are explained, and only instructions of the program
 * are reported. Shows: ETR-DEC-019, ETR-DEC-020
 */
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "random/random_program.h"
#include "tests/fuzz/fuzz.h"
#include "wire/encap.h"

enum { PROGRAMS = 4, STEPS = 500 };

/* Programs are made once, since that is most of the work. */
struct program {
    struct rvt_random_program *program; /* never closed: it lives as long as the process */
    struct rvt_image *image;
};

struct listener {
    struct rvt_image *image;
    uint64_t instructions;
};

static const struct program *program_for(unsigned number, bool wide)
{
    static struct program programs[PROGRAMS][2];
    struct program *program = &programs[number][wide];
    struct rvt_random_options options = {
        .seed = number + 1, .instructions = 1, .block_max = 8, .traps = true, .privilege = true};
    struct rvt_config config;
    uint64_t address;
    size_t bytes;

    if (program->image != NULL)
        return program;
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = wide ? 64 : 32;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 5;
    FUZZ_EXPECT(rvt_random_open(&config, &options, &program->program) == RVT_OK);
    const uint8_t *code = rvt_random_code(program->program, &address, &bytes);
    FUZZ_EXPECT(rvt_image_open(wide ? 64 : 32, false, &program->image) == RVT_OK);
    FUZZ_EXPECT(rvt_image_add(program->image, address, code, bytes) == RVT_OK);
    return program;
}

/* A range consists of consecutive instructions of the program. */
static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct listener *listener = context;
    struct rvt_insn insn = {.size = 0};
    uint64_t at = range->first;

    FUZZ_EXPECT(range->count > 0);
    listener->instructions += range->count;
    for (uint64_t i = 0; i < range->count && i < 64; i++) {
        FUZZ_EXPECT(rvt_image_insn(listener->image, at, &insn, NULL) == RVT_OK);
        FUZZ_EXPECT(i + 1 < range->count || (at == range->last && insn.size == range->last_size &&
                                             range->last_code == rvt_range_code(&insn)));
        at += insn.size;
    }
    return RVT_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    struct rvt_decoder *decoder = NULL;

    fuzz_config(&input, &config);
    const struct program *program =
        program_for(fuzz_byte(&input) % PROGRAMS, config.params.iaddress_width_p > 32);
    struct listener listener = {.image = program->image};
    struct rvt_decoder_output output = {.range = take_range, .context = &listener};

    FUZZ_EXPECT(rvt_decoder_profile_open(&config, program->image, &output, STEPS, &decoder) ==
                RVT_OK);
    for (size_t packets = 1; input.left > 0; packets++) {
        struct rvt_encap encap;
        struct rvt_packet packet;
        struct rvt_diag diag;
        size_t used = 1;

        rvt_diag_clear(&diag);
        enum rvt_status status =
            rvt_encap_read(&config, input.data, input.left, &encap, &used, &diag);
        if (status == RVT_OK && encap.kind == RVT_ENCAP_NORMAL)
            status =
                rvt_packet_read(&config, encap.payload.byte, encap.payload.bytes, &packet, &diag);
        if (status != RVT_OK)
            rvt_decoder_break(decoder);
        else if (encap.kind == RVT_ENCAP_NORMAL)
            status = rvt_decoder_packet(decoder, &packet, &diag);
        if (status != RVT_OK)
            fuzz_explained(status, &diag);
        /* The decoder follows the path to the goal of a packet, and at most to that of the one
         * before. */
        FUZZ_EXPECT(listener.instructions <= packets * 4 * (STEPS + 4096));
        input.data += used;
        input.left -= used;
    }
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_decoder_finish(decoder, &diag);
    if (status != RVT_OK)
        fuzz_explained(status, &diag);
    rvt_decoder_close(decoder);
    return 0;
}

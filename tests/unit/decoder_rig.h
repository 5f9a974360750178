/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Runs the decoder on programs of a few instructions. Its output is a text: addresses in order,
 * traps as "e5@epc" or "i7@?", faults as "!status/clause" and, on request, events as words and
 * losses as "(first-last from..to)". In the expected text, "{3 a b}" stands for "a b a b a b".
 */
#ifndef RVT_TESTS_UNIT_DECODER_RIG_H
#define RVT_TESTS_UNIT_DECODER_RIG_H

#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "base/text.h"
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"

/* Instructions of 4 bytes. */
#define ADD   0x00b50533
#define JR    0x00050067 /* jalr x0, 0(a0) */
#define RET   0x00008067
#define MRET  0x30200073
#define ECALL 0x00000073
#define LOOP  0x0000006f /* to itself */
#define JAL(rd, by)                                                                                \
    (0x6fu | (uint32_t)(rd) << 7 | ((uint32_t)(by)&0xff000) | ((uint32_t)(by) >> 11 & 1) << 20 |   \
     ((uint32_t)(by) >> 1 & 0x3ff) << 21 | ((uint32_t)(by) >> 20 & 1) << 31)
#define BEQ(by)                                                                                    \
    (0x00b50063u | ((uint32_t)(by) >> 11 & 1) << 7 | ((uint32_t)(by) >> 1 & 0xf) << 8 |            \
     ((uint32_t)(by) >> 5 & 0x3f) << 25 | ((uint32_t)(by) >> 12 & 1) << 31)

/* A program at base, or at 0x1000 if base is 0. */
struct program {
    unsigned count;
    uint32_t code[12];
};
#define PROGRAM(...)                                                                               \
    {                                                                                              \
        .count = sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), .code = { __VA_ARGS__ }     \
    }

#define PACKETS_MAX 10

struct path {
    const char *name;
    const char *text;
    unsigned packets;
    struct rvt_packet packet[PACKETS_MAX];
};

#define PACKETS(...)                                                                               \
    .packets = sizeof((struct rvt_packet[]){__VA_ARGS__}) / sizeof(struct rvt_packet),             \
    .packet = {__VA_ARGS__}

/* Addresses are full, shifted by 1. */
#define START(at)                                                                                  \
    {                                                                                              \
        .format = 3, .subformat = 0, .branch = true, .privilege = 3, .address = (at) >> 1          \
    }
#define START_TAKEN(at)                                                                            \
    {                                                                                              \
        .format = 3, .subformat = 0, .privilege = 3, .address = (at) >> 1                          \
    }
#define START_AT(at, level, ctx)                                                                   \
    {                                                                                              \
        .format = 3, .subformat = 0, .branch = true, .privilege = level, .context = ctx,           \
        .address = (at) >> 1                                                                       \
    }
#define TRAP(number, handler)                                                                      \
    {                                                                                              \
        .format = 3, .subformat = 1, .branch = true, .privilege = 3, .thaddr = true,               \
        .ecause = number, .address = (handler) >> 1                                                \
    }
#define TRAP_ONLY(number, epc)                                                                     \
    {                                                                                              \
        .format = 3, .subformat = 1, .branch = true, .privilege = 3, .ecause = number,             \
        .address = (epc) >> 1                                                                      \
    }
#define INTERRUPT(number, handler)                                                                 \
    {                                                                                              \
        .format = 3, .subformat = 1, .branch = true, .privilege = 3, .thaddr = true,               \
        .ecause = number, .interrupt = true, .address = (handler) >> 1                             \
    }
#define ADDRESS(at)                                                                                \
    {                                                                                              \
        .format = 2, .address = (at) >> 1                                                          \
    }
#define ADDRESS_U(at)                                                                              \
    {                                                                                              \
        .format = 2, .address = (at) >> 1, .updiscon = true                                        \
    }
#define ADDRESS_N(at)                                                                              \
    {                                                                                              \
        .format = 2, .address = (at) >> 1, .notify = true                                          \
    }
#define ADDRESS_D(at, depth)                                                                       \
    {                                                                                              \
        .format = 2, .address = (at) >> 1, .irreport = true, .irdepth = depth                      \
    }
#define BRANCHES(count, map, at)                                                                   \
    {                                                                                              \
        .format = 1, .branches = count, .branch_map = map, .address = (at) >> 1                    \
    }
#define BRANCHES_N(count, map, at)                                                                 \
    {                                                                                              \
        .format = 1, .branches = count, .branch_map = map, .address = (at) >> 1, .notify = true    \
    }
#define BRANCHES_D(count, map, at, depth)                                                          \
    {                                                                                              \
        .format = 1, .branches = count, .branch_map = map, .address = (at) >> 1, .irreport = true, \
        .irdepth = depth                                                                           \
    }
#define FULL_MAP(map)                                                                              \
    {                                                                                              \
        .format = 1, .branch_map = map                                                             \
    }
/* branch_count is the number of correct predictions, minus 31 */
#define COUNT(count)                                                                               \
    {                                                                                              \
        .format = 0, .subformat = 0, .branch_count = count, .branch_fmt = 0                        \
    }
#define COUNT_AT(count, fmt, at)                                                                   \
    {                                                                                              \
        .format = 0, .subformat = 0, .branch_count = count, .branch_fmt = fmt,                     \
        .address = (at) >> 1                                                                       \
    }
#define INDEX(number)                                                                              \
    {                                                                                              \
        .format = 0, .subformat = 1, .index = number                                               \
    }
#define CONTEXT(ctx)                                                                               \
    {                                                                                              \
        .format = 3, .subformat = 2, .privilege = 3, .context = ctx                                \
    }
#define SUPPORT(ien, status)                                                                       \
    {                                                                                              \
        .format = 3, .subformat = 3, .support.value = {                                            \
            [RVT_SUPPORT_IENABLE] = ien,                                                           \
            [RVT_SUPPORT_QUAL_STATUS] = status,                                                    \
            [RVT_SUPPORT_FULL_ADDRESS] = 1                                                         \
        }                                                                                          \
    }
/* the same with modes: FIELD(IMPLICIT_RETURN), ... */
#define FIELD(name) .support.value[RVT_SUPPORT_##name] = 1
#define MODES(status, ...)                                                                         \
    {                                                                                              \
        .format = 3, .subformat = 3, .support.value[RVT_SUPPORT_IENABLE] = 1,                      \
        .support.value[RVT_SUPPORT_QUAL_STATUS] = status,                                          \
        .support.value[RVT_SUPPORT_FULL_ADDRESS] = 1, __VA_ARGS__                                  \
    }
#define ENABLED   SUPPORT(1, RVT_QUAL_NO_CHANGE)
#define ENDED_REP SUPPORT(1, RVT_QUAL_ENDED_REP)
#define ENDED_NTR SUPPORT(1, RVT_QUAL_ENDED_NTR)

struct listener {
    struct rvt_text text;
    struct rvt_image *image;
    bool events;
};

static inline enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct listener *listener = context;
    uint64_t pc = range->first;

    for (uint64_t i = 0; i < range->count; i++, pc += 4)
        rvt_text_add(&listener->text, " %llx", (unsigned long long)pc);
    cr_expect(pc - 4 == range->last && range->last_size == 4);
    return RVT_OK;
}

static inline enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct listener *listener = context;

    rvt_text_add(&listener->text, " %c%u@", trap->interrupt ? 'i' : 'e', trap->ecause);
    if (trap->epc_known)
        rvt_text_add(&listener->text, "%llx", (unsigned long long)trap->epc);
    else
        rvt_text_add(&listener->text, "?");
    return RVT_OK;
}

static inline enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                       const struct rvt_packet *packet)
{
    static const char *const names[] = {"sync", "ended", "lost", "context", "support", "ambiguous"};
    struct listener *listener = context;

    (void)packet;
    if (listener->events)
        rvt_text_add(&listener->text, " %s", names[event]);
    return RVT_OK;
}

static inline enum rvt_status on_loss(void *context, const struct rvt_loss *loss)
{
    struct listener *listener = context;

    rvt_text_add(&listener->text, " (%u-%u", (unsigned)loss->first_packet,
                 (unsigned)loss->last_packet);
    if (loss->suspect_packet != loss->first_packet)
        rvt_text_add(&listener->text, " suspect %u", (unsigned)loss->suspect_packet);
    rvt_text_add(&listener->text, " %s", rvt_status_text(loss->cause));
    if (loss->from_known)
        rvt_text_add(&listener->text, " %llx", (unsigned long long)loss->from);
    rvt_text_add(&listener->text, "..");
    if (loss->to_known)
        rvt_text_add(&listener->text, "%llx", (unsigned long long)loss->to);
    rvt_text_add(&listener->text, ")");
    return RVT_OK;
}

static inline struct rvt_config full_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.options.full_address = true;
    config.params.nocontext_p = false;
    config.params.context_width_p = 8;
    config.params.ctype_width_p = 2;
    return config;
}

static inline void load(struct rvt_image *image, uint64_t base, const uint32_t *code,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t bytes[4] = {(uint8_t)code[i], (uint8_t)(code[i] >> 8), (uint8_t)(code[i] >> 16),
                            (uint8_t)(code[i] >> 24)};
        cr_assert(rvt_image_add(image, base + 4 * (uint64_t)i, bytes, 4) == RVT_OK);
    }
}

static inline struct rvt_image *assemble(const uint32_t *code, unsigned count)
{
    struct rvt_image *image;

    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    load(image, 0x1000, code, count);
    return image;
}

/* How a decoder is run. */
struct decoder_rig {
    const struct rvt_config *config;
    const struct program *program;
    bool from_zero; /* the program begins at address 0 */
    bool events;    /* the text has events and losses */
    bool losses;
    bool finish; /* the stream ends after the packets */
    uint64_t step_limit;
};

enum { PATH_BYTES = 1 << 20 };

/* Expands "{n words}". */
static inline void expand(const char *pattern, char *out)
{
    struct rvt_text text;

    rvt_text_init(&text, out, PATH_BYTES);
    while (*pattern != '\0') {
        const char *open = strchr(pattern, '{');
        int plain = (int)(open != NULL ? (size_t)(open - pattern) : strlen(pattern));
        rvt_text_add(&text, "%.*s", plain, pattern);
        if (open == NULL)
            break;
        char *words = NULL;
        unsigned long times = strtoul(open + 1, &words, 10);
        const char *close = strchr(open, '}');
        cr_assert(close != NULL && *words == ' ' && times > 0, "%s", pattern);
        words++;
        for (unsigned long i = 0; i < times; i++)
            rvt_text_add(&text, "%s%.*s", i > 0 ? " " : "", (int)(close - words), words);
        pattern = close + 1;
    }
    cr_assert(text.cut == false);
}

static inline void expect_path_of(const struct decoder_rig *rig, const struct path *path)
{
    char *out = malloc(PATH_BYTES), *expected = malloc(PATH_BYTES);
    struct listener listener = {.events = rig->events};
    struct rvt_decoder_output output = {.range = on_range,
                                        .trap = on_trap,
                                        .event = on_event,
                                        .loss = rig->losses ? on_loss : NULL,
                                        .context = &listener};
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    cr_assert(out != NULL && expected != NULL);
    cr_assert(rvt_image_open(32, false, &listener.image) == RVT_OK);
    load(listener.image, rig->from_zero ? 0 : 0x1000, rig->program->code, rig->program->count);
    expand(path->text, expected);
    rvt_text_init(&listener.text, out, PATH_BYTES);
    cr_assert(rvt_decoder_profile_open(rig->config, listener.image, &output, rig->step_limit,
                                       &decoder) == RVT_OK);
    for (unsigned i = 0; i < path->packets + rig->finish; i++) {
        rvt_diag_clear(&diag);
        enum rvt_status status = i < path->packets
                                     ? rvt_decoder_packet(decoder, &path->packet[i], &diag)
                                     : rvt_decoder_finish(decoder, &diag);
        if (status != RVT_OK)
            rvt_text_add(&listener.text, " !%s/%s", rvt_status_text(status), diag.clause);
    }
    const char *actual = out[0] == ' ' ? out + 1 : out;
    cr_expect(strcmp(actual, expected) == 0, "%s: %.600s, not %s", path->name, actual, path->text);
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
    free(out);
    free(expected);
}

static inline void expect_path(const struct rvt_config *config, const struct program *program,
                               const struct path *path, bool events)
{
    struct decoder_rig rig = {.config = config, .program = program, .events = events};

    expect_path_of(&rig, path);
}

#define FOLLOW(table, program, events)                                                             \
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)                                  \
    expect_path(&config, &program, &table[i], events)

#define FOLLOW_RIG(table, rig)                                                                     \
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)                                  \
    expect_path_of(&rig, &table[i])

#endif

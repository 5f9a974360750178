/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Address spaces: the program of each context, and what a range tells. Shows: ETR-DEC-003 */
#include "fixture.h"

/* c.li a0, 1; c.nop; and c.j +2; c.nop */
static const uint8_t CODE[] = {0x05, 0x45, 0x01, 0x00}, JUMP[] = {0x09, 0xa0, 0x01, 0x00};

static struct rvt_program_space context_of(uint64_t context)
{
    struct rvt_program_space space;

    RVT_CLEAR(&space);
    space.has_context = true;
    space.context = context;
    return space;
}

static struct rvt_configuration *configure(void)
{
    struct rvt_configuration *configuration = default_configuration();

    put(configuration, "nocontext_p", 0);
    put(configuration, "context_width_p", 8);
    put(configuration, "full_address", 1);
    return configuration;
}

static enum rvt_insn_class class_at(struct rvt_program *program, uint64_t pc)
{
    struct rvt_insn_info info;

    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_insn(program, pc, &info), RVT_OK);
    return info.insn_class;
}

Test(program_spaces, instructions_are_those_of_the_space_that_was_set)
{
    struct rvt_configuration *configuration = configure();
    const struct rvt_program_space first = context_of(1), second = context_of(2),
                                   none = {.size = 1};
    struct rvt_program *program = NULL;
    struct rvt_insn_info info;

    RVT_CLEAR(&info);
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_set_space(program, &first), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(program, 0x1000, CODE, sizeof CODE), RVT_OK);
    cr_assert_eq(rvt_program_set_space(program, &second), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(program, 0x1000, JUMP, sizeof JUMP), RVT_OK);
    cr_expect_eq(class_at(program, 0x1000), RVT_INSN_CLASS_INFERABLE);
    cr_assert_eq(rvt_program_set_space(program, &first), RVT_OK);
    cr_expect_eq(class_at(program, 0x1000), RVT_INSN_CLASS_SEQUENTIAL);
    cr_assert_eq(rvt_program_set_space(program, NULL), RVT_OK);
    cr_expect_eq(rvt_program_insn(program, 0x1000, &info), RVT_ERR_NO_CODE);
    cr_expect_eq(rvt_program_set_space(NULL, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_program_set_space(program, &none), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_program_set_space_memory(program, NULL, NULL, 0), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_program_set_space_memory(NULL, NULL, NULL, 0), RVT_ERR_PARAMETER);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* ---- ranges ---- */

struct ranges {
    struct rvt_trace_decoder *decoder;
    struct rvt_program *program;
    unsigned instructions;
    struct rvt_decoder_range range[4];
    unsigned count;
    uint64_t last; /* address that rvt_trace_decoder_instructions reported */
};

static enum rvt_status take_instruction(void *context, uint64_t address)
{
    struct ranges *ranges = context;

    ranges->last = address;
    return RVT_OK;
}

static enum rvt_status take_range(void *context, const struct rvt_decoder_range *range)
{
    struct ranges *ranges = context;

    cr_assert_lt(ranges->count, 4);
    ranges->range[ranges->count++] = *range;
    return RVT_OK;
}

/* Asks for the instruction in the space that was set, context 2. */
static enum rvt_status take_and_ask(void *context, uint64_t address)
{
    struct ranges *ranges = context;

    ranges->instructions++;
    cr_expect_eq(class_at(ranges->program, 0x1000), RVT_INSN_CLASS_INFERABLE);
    return take_instruction(context, address);
}

/* The program of a context is read at the first address that it needs; context 9 has none. */
static size_t read_memory(void *context, const struct rvt_program_space *executor, uint64_t address,
                          uint8_t *data, size_t bytes)
{
    unsigned *calls = context;

    ++*calls;
    cr_assert(executor->has_context && executor->has_privilege);
    cr_assert_eq(executor->privilege, 3);
    if (executor->context == 9)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        data[i] = (executor->context == 2 ? JUMP : CODE)[(address + i) % 4];
    return bytes;
}

static void start_at(struct rvt_configuration *configuration, struct rvt_trace_decoder *decoder,
                     uint64_t context)
{
    struct rvt_te_inst start;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    size_t bytes = 0;

    RVT_CLEAR(&start);
    start.format = 3;
    start.privilege = 3;
    start.branch = true;
    start.context = context;
    start.address = 0x1000 >> 1;
    cr_assert_eq(rvt_te_inst_write(configuration, &start, payload, &bytes, NULL), RVT_OK);
    cr_assert_eq(rvt_trace_decoder_payload(decoder, false, payload, bytes), RVT_OK);
}

Test(program_spaces, a_range_tells_its_context_and_last_instruction)
{
    struct rvt_configuration *configuration = configure();
    struct rvt_program *program = NULL;
    struct ranges ranges = {.count = 0};
    struct rvt_decoder_callbacks callbacks;
    unsigned calls = 0;

    RVT_CLEAR(&callbacks);
    callbacks.context = &ranges;
    callbacks.range = take_range;
    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_set_space_memory(program, read_memory, &calls, 0), RVT_OK);
    cr_assert_eq(
        rvt_trace_decoder_open(configuration, program, &callbacks, 0, &ranges.decoder, NULL),
        RVT_OK);
    for (unsigned i = 0; i < 2; i++) {
        cr_assert_eq(rvt_trace_decoder_lost(ranges.decoder), RVT_OK);
        start_at(configuration, ranges.decoder, i + 1);
    }
    cr_assert_eq(rvt_trace_decoder_lost(ranges.decoder), RVT_OK);
    start_at(configuration, ranges.decoder, 9);
    cr_assert_eq(ranges.count, 2);
    cr_expect_eq(ranges.range[0].context, 1);
    cr_expect_eq(ranges.range[0].last_class, RVT_INSN_CLASS_SEQUENTIAL);
    cr_expect_eq(ranges.range[0].last_itype, 0);
    cr_expect_eq(ranges.range[1].context, 2);
    cr_expect_eq(ranges.range[1].last_class, RVT_INSN_CLASS_INFERABLE);
    cr_expect_eq(ranges.range[1].last_itype, RVT_INSN_ITYPE_INFERABLE_JUMP);
    for (unsigned i = 0; i < 2; i++) {
        cr_expect(ranges.range[i].has_context && ranges.range[i].privilege == 3);
        cr_assert_eq(rvt_trace_decoder_instructions(ranges.decoder, &ranges.range[i],
                                                    take_instruction, &ranges),
                     RVT_OK);
        cr_expect_eq(ranges.last, 0x1000);
    }
    ranges.range[0].context = 9;
    cr_expect_eq(
        rvt_trace_decoder_instructions(ranges.decoder, &ranges.range[0], take_instruction, &ranges),
        RVT_ERR_NO_CODE);
    cr_expect_geq(calls, 3);
    rvt_trace_decoder_close(ranges.decoder);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* What the callback asks the program for does not change what the range sees: context 2 has no
 * second instruction. */
Test(program_spaces, a_callback_may_use_the_program)
{
    const struct rvt_program_space first = context_of(1), second = context_of(2);
    struct rvt_configuration *configuration = configure();
    struct ranges ranges = {.count = 0};
    struct rvt_decoder_callbacks callbacks;
    struct rvt_decoder_range range;

    RVT_CLEAR(&callbacks);
    RVT_CLEAR(&range);
    cr_assert_eq(rvt_program_new(configuration, false, &ranges.program), RVT_OK);
    cr_assert_eq(rvt_program_set_space(ranges.program, &first), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(ranges.program, 0x1000, CODE, sizeof CODE), RVT_OK);
    cr_assert_eq(rvt_program_set_space(ranges.program, &second), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(ranges.program, 0x1000, JUMP, 2), RVT_OK);
    cr_assert_eq(
        rvt_trace_decoder_open(configuration, ranges.program, &callbacks, 0, &ranges.decoder, NULL),
        RVT_OK);
    range.has_context = true;
    range.context = 1;
    range.privilege = 3;
    range.first = 0x1000;
    range.count = 2;
    cr_expect_eq(rvt_trace_decoder_instructions(ranges.decoder, &range, take_and_ask, &ranges),
                 RVT_OK);
    cr_expect_eq(ranges.instructions, 2);
    cr_expect_eq(ranges.last, 0x1002);
    rvt_trace_decoder_close(ranges.decoder);
    rvt_program_free(ranges.program);
    rvt_configuration_free(configuration);
}

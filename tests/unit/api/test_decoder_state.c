/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The state of a decoder: equal where decoders go on equally, and when there is none. */
#include "fixture.h"

/* 1000: nop, 1004: jr a0; the jump leads back to 1000. */
static const uint8_t CODE[] = {0x13, 0x00, 0x00, 0x00, 0x67, 0x00, 0x05, 0x00};

static const uint8_t SYNC[] = {0x73, 0x00, 0x04}; /* F3/0 of 1000, privilege 3 */

enum { ROOM = 4096 };

struct rig {
    struct rvt_configuration *configuration;
    struct rvt_program *program;
    struct rvt_trace_decoder *decoder;
};

static void open_rig(struct rig *rig, bool data_trace)
{
    rig->configuration = default_configuration();
    put(rig->configuration, "iaddress_lsb_p", 1);
    put(rig->configuration, "nocontext_p", 1);
    put(rig->configuration, "notime_p", 1);
    put(rig->configuration, "type_bits", 1);
    put(rig->configuration, "data_trace", data_trace);
    cr_assert_eq(rvt_program_new(rig->configuration, false, &rig->program), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(rig->program, 0x1000, CODE, sizeof CODE), RVT_OK);
    struct rvt_decoder_callbacks callbacks;
    RVT_CLEAR(&callbacks);
    cr_assert_eq(rvt_trace_decoder_open(rig->configuration, rig->program, &callbacks, 0,
                                        &rig->decoder, NULL),
                 RVT_OK);
}

static void close_rig(struct rig *rig)
{
    rvt_trace_decoder_close(rig->decoder);
    rvt_program_free(rig->program);
    rvt_configuration_free(rig->configuration);
}

static void take(const struct rig *rig, const uint8_t *payload, size_t bytes)
{
    cr_assert_eq(rvt_trace_decoder_payload(rig->decoder, false, payload, bytes), RVT_OK);
}

static enum rvt_status state_of(const struct rig *rig, uint8_t *state, size_t room, size_t *bytes)
{
    return rvt_trace_decoder_state(rig->decoder, state, room, bytes);
}

Test(decoder_state, is_equal_after_the_same_payloads)
{
    uint8_t first[ROOM], again[ROOM];
    size_t bytes = 0, others = 0;
    struct rig rig;

    open_rig(&rig, false);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(state_of(&rig, first, ROOM, &bytes), RVT_OK);
    cr_assert_gt(bytes, 0);
    rvt_trace_decoder_reset(rig.decoder);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(state_of(&rig, again, ROOM, &others), RVT_OK);
    cr_assert_eq(others, bytes);
    cr_assert_arr_eq(again, first, bytes);
    rvt_trace_decoder_reset(rig.decoder);
    take(&rig, (const uint8_t[]){0x53, 0x00, 0x04}, sizeof SYNC); /* privilege 2 */
    cr_assert_eq(state_of(&rig, again, ROOM, &others), RVT_OK);
    cr_assert(others != bytes || memcmp(again, first, bytes) != 0);
    close_rig(&rig);
}

Test(decoder_state, tells_what_room_it_needs)
{
    uint8_t state[ROOM];
    size_t bytes = 0, needed = 0;
    struct rig rig;

    open_rig(&rig, false);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(state_of(&rig, NULL, 0, &needed), RVT_ERR_CAPACITY);
    cr_assert_eq(state_of(&rig, state, needed - 1, &bytes), RVT_ERR_CAPACITY);
    cr_assert_eq(bytes, needed);
    cr_assert_eq(state_of(&rig, state, needed, &bytes), RVT_OK);
    cr_assert_eq(bytes, needed);
    close_rig(&rig);
}

Test(decoder_state, refuses_null)
{
    uint8_t state[ROOM];
    size_t bytes = 0;
    struct rig rig;

    open_rig(&rig, false);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(rvt_trace_decoder_state(NULL, state, ROOM, &bytes), RVT_ERR_PARAMETER);
    cr_assert_eq(state_of(&rig, NULL, ROOM, &bytes), RVT_ERR_PARAMETER);
    cr_assert_eq(state_of(&rig, state, ROOM, NULL), RVT_ERR_PARAMETER);
    close_rig(&rig);
}

Test(decoder_state, is_none_without_a_position)
{
    uint8_t state[ROOM];
    size_t bytes = 0;
    struct rig rig;

    open_rig(&rig, false);
    cr_assert_eq(state_of(&rig, state, ROOM, &bytes), RVT_ERR_STATE);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(rvt_trace_decoder_lost(rig.decoder), RVT_OK);
    cr_assert_eq(state_of(&rig, state, ROOM, &bytes), RVT_ERR_STATE);
    close_rig(&rig);
}

Test(decoder_state, is_none_with_data_trace)
{
    uint8_t state[ROOM];
    size_t bytes = 0;
    struct rig rig;

    open_rig(&rig, true);
    take(&rig, SYNC, sizeof SYNC);
    cr_assert_eq(state_of(&rig, state, ROOM, &bytes), RVT_ERR_STATE);
    close_rig(&rig);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Index files whose contents contradict each other are refused. */
#include "tests/unit/checks.h"

#include <stdlib.h>

#include "index/index_builder.h"
#include "index/index_bytes.h"
#include "transport/frame/frame.h"

enum { BYTES = 32 };

static uint32_t no_checksum(uint32_t before, const uint8_t *data, size_t bytes)
{
    (void)before;
    (void)data;
    (void)bytes;
    return 0;
}

/* What reading gives for the index of a capture in which the building would go on at byte next. */
static enum rvt_status read_with(struct rvt_index_shape shape, uint64_t next, struct rvt_diag *diag)
{
    static const uint8_t capture[BYTES] = {0};
    struct rvt_index_store store = {.shape = shape,
                                    .frame_id = RVT_FRAME_ID_NONE,
                                    .rest = calloc(1, sizeof *store.rest),
                                    .rests = 1,
                                    .rest_room = 1};
    struct rvt_index_store again = {.covered = 0};
    struct rvt_index_builder *builder = NULL;
    struct rvt_config config;
    uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_not_null(store.rest);
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    cr_assert_eq(rvt_index_builder_open(&store, &config, no_checksum, &builder), RVT_OK);
    cr_assert_eq(rvt_index_builder_push(builder, capture, sizeof capture), RVT_OK);
    cr_assert_eq(rvt_index_builder_settle(builder), RVT_OK);
    rvt_index_builder_close(builder);
    store.next = next;
    cr_assert_eq(rvt_index_bytes_write(&store, no_checksum, &data, &bytes), RVT_OK);
    rvt_diag_clear(diag);
    enum rvt_status status = rvt_index_bytes_read(data, bytes, no_checksum, &again, diag);
    rvt_index_store_clear(&again);
    rvt_index_store_clear(&store);
    free(data);
    return status;
}

/* A reader of messages or of a ring buffer begins at byte 0 only: building cannot go on later. */
Test(index_bytes, building_goes_on_where_it_can)
{
    const struct rvt_index_shape plain = {.granularity = 16},
                                 stp = {.granularity = 16, .stp = true},
                                 ring = {.granularity = 16, .mid_packet = true};
    struct rvt_diag diag;

    cr_expect_eq(read_with(plain, 0, &diag), RVT_OK, "%s", diag.text);
    cr_expect_eq(read_with(plain, BYTES, &diag), RVT_OK, "%s", diag.text);
    cr_expect_eq(read_with(plain, BYTES + 1, &diag), RVT_ERR_SYNTAX);
    cr_expect_eq(read_with(stp, 0, &diag), RVT_OK, "%s", diag.text);
    cr_expect_eq(read_with(stp, 1, &diag), RVT_ERR_SYNTAX);
    cr_expect_eq(read_with(ring, 0, &diag), RVT_OK, "%s", diag.text);
    cr_expect_eq(read_with(ring, 1, &diag), RVT_ERR_SYNTAX);
    cr_expect_not_null(strstr(diag.text, "contradicts itself"));
}

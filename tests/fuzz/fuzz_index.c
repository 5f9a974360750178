/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Index files: any bytes. What is accepted is the same after a save and a load, lookups end,
 * and building can go on with it; what is refused has a text and a place. All checksums are 0, so
 * that the fuzzer gets past them. Shows: ETR-FMT-002
 */
#include <string.h>

#include "index/index_builder.h"
#include "index/index_bytes.h"
#include "index/index_search.h"
#include "tests/fuzz/fuzz.h"

static uint32_t no_checksum(uint32_t before, const uint8_t *data, size_t bytes)
{
    (void)before;
    (void)data;
    (void)bytes;
    return 0;
}

static bool load(const uint8_t *data, size_t size, struct rvt_index_store *store)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = rvt_index_bytes_read(data, size, no_checksum, store, &diag);

    FUZZ_EXPECT(status == RVT_OK || (diag.status == status && diag.text[0] != '\0'));
    return status == RVT_OK;
}

/* The bytes of a store; the caller frees them. */
static uint8_t *save(struct rvt_index_store *store, size_t *bytes)
{
    uint8_t *data = NULL;

    FUZZ_EXPECT(rvt_index_bytes_write(store, no_checksum, &data, bytes) == RVT_OK);
    return data;
}

/* What was accepted is the same after a save and a load. */
static void check_round_trip(struct rvt_index_store *store)
{
    struct rvt_index_store again = {.covered = 0};
    size_t bytes = 0, others = 0;
    uint8_t *first = save(store, &bytes);

    FUZZ_EXPECT(load(first, bytes, &again));
    uint8_t *second = save(&again, &others);
    FUZZ_EXPECT(others == bytes && memcmp(first, second, bytes) == 0);
    free(first);
    free(second);
    rvt_index_store_clear(&again);
}

static void look_up(const struct rvt_index_store *store, uint32_t id, uint64_t at)
{
    struct rvt_index_hit hit = rvt_index_search_sync(store, id, at);

    FUZZ_EXPECT(!hit.found || hit.note.index <= at);
    (void)rvt_index_search_time(store, id, at);
    (void)rvt_index_search_address(store, id, at, at + 4, at);
    for (int kind = 0; kind < RVT_INDEX_KINDS; kind++)
        (void)rvt_index_search_event(store, id, (enum rvt_index_kind)kind, at);
}

static void check_lookups(const struct rvt_index_store *store)
{
    for (size_t i = 0; i < store->streams; i++) {
        look_up(store, store->stream[i].id, 0);
        look_up(store, store->stream[i].id, store->covered / 2);
        look_up(store, store->stream[i].id, UINT64_MAX);
    }
}

/* Building goes on with bytes of the input. */
static void go_on(struct rvt_index_store *store, const uint8_t *data, size_t size)
{
    struct rvt_index_builder *builder = NULL;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    FUZZ_EXPECT(rvt_index_builder_open(store, &config, no_checksum, &builder) == RVT_OK);
    (void)rvt_index_builder_push(builder, data, size);
    (void)rvt_index_builder_settle(builder);
    rvt_index_builder_close(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rvt_index_store store = {.covered = 0};

    if (load(data, size, &store)) {
        check_round_trip(&store);
        check_lookups(&store);
        go_on(&store, data, size);
    }
    rvt_index_store_clear(&store);
    return 0;
}

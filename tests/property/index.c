/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Indexes of random streams, whole and damaged, alone, in formatter frames and in messages on STP:
 * the synchronisation packets are those that a reader finds that reads every packet; a reader of
 * STP that begins where one says finds it; an index that was built in pieces, saved and loaded in
 * between is the one that was built at once; a sparse index answers as a full one; and no changed
 * byte of the file is accepted. Shows: ETR-FMT-002, ENC-010, FRM-001
 */
#include <criterion/criterion.h>

#include <string.h>

#include "index/index_builder.h"
#include "index/index_bytes.h"
#include "index/index_search.h"
#include "index_capture.h"
#include "io/index/index_file.h"
#include "transport/carrier/packet_stream.h"

enum { RUNS = 300, SYNCS_MAX = 1 << 16, LOOKUPS = 50, RESTARTS = 100 };

/* What was compared. */
struct totals {
    uint64_t syncs, found, exact, restarts;
};

/* ---- the reference: every packet is read ---- */

struct syncs {
    struct rvt_config config;
    bool framed; /* packets with any srcID */
    struct sync {
        uint64_t index, address;
    } sync[SYNCS_MAX];
    size_t count;
};

static void take_packet(void *context, const struct rvt_encap_event *event)
{
    struct syncs *syncs = context;
    const struct rvt_payload *payload = &event->encap.payload;
    const struct rvt_encap_config *encap = &syncs->config.encap;
    struct rvt_packet packet;

    if (event->encap.kind != RVT_ENCAP_NORMAL ||
        (encap->type_bits > 0 && event->encap.type != encap->type_inst) ||
        (encap->srcid_bits > 0 && !syncs->framed && event->encap.srcid != encap->srcid) ||
        rvt_packet_read(&syncs->config, payload->byte, payload->bytes, &packet, NULL) != RVT_OK ||
        packet.format != RVT_FORMAT_SYNC)
        return;
    if (packet.subformat == RVT_SUBFORMAT_SUPPORT)
        rvt_support_adopt(&syncs->config, &packet.support, &syncs->config.options);
    if (!rvt_packet_is_sync(&packet) || !rvt_packet_has_address(&packet, &syncs->config) ||
        (packet.subformat == RVT_SUBFORMAT_TRAP && !packet.thaddr))
        return;
    cr_assert(syncs->count < SYNCS_MAX);
    syncs->sync[syncs->count++] = (struct sync){
        .index = event->position, .address = packet.address << rvt_address_shift(&syncs->config)};
}

/* From byte from of the capture on, which is 0 or a place of STP where a reader can begin. */
static void read_syncs(const struct capture *capture, size_t from, struct syncs *syncs)
{
    const struct rvt_packet_stream_output output = {.packet = take_packet, .context = syncs};
    enum rvt_carrier carrier = capture->stp                          ? RVT_CARRIER_STP
                               : capture->framing == RVT_TREE_SINGLE ? RVT_CARRIER_NONE
                                                                     : RVT_CARRIER_FRAME;
    struct rvt_packet_stream *stream;

    syncs->count = 0;
    syncs->framed = capture->framing != RVT_TREE_SINGLE;
    syncs->config = capture->config;
    cr_assert(rvt_packet_stream_open(&capture->config, carrier, NULL, NULL, &stream) == RVT_OK);
    if (from > 0)
        rvt_packet_stream_enter(stream, from, from);
    cr_assert(rvt_packet_stream_push(stream, capture->byte + from, capture->count - from,
                                     &output) == RVT_OK);
    cr_assert(rvt_packet_stream_finish(stream, &output) == RVT_OK);
    rvt_packet_stream_close(stream);
}

/* ---- indexes ---- */

static void start(const struct capture *capture, bool full, struct rvt_index_store *store)
{
    *store = (struct rvt_index_store){.shape = {.framing = capture->framing,
                                                .stp = capture->stp,
                                                .full = full,
                                                .granularity = 4096},
                                      .frame_id = RVT_FRAME_ID_NONE,
                                      .hunting = capture->framing == RVT_TREE_FRAME_STREAM,
                                      .rest = calloc(1, sizeof *store->rest),
                                      .rests = 1,
                                      .rest_room = 1};
    cr_assert(store->rest != NULL);
    store->rest[0].id = capture->framing == RVT_TREE_SINGLE ? 0 : ID;
}

/* Builds up to byte end, in pieces if random is not null. */
static void build(const struct capture *capture, struct rvt_random *random, size_t end,
                  struct rvt_index_store *store)
{
    struct rvt_index_builder *builder;

    cr_assert(rvt_index_builder_open(store, &capture->config, rvt_index_file_checksum, &builder) ==
              RVT_OK);
    while (rvt_index_builder_next(builder) < end) {
        size_t at = (size_t)rvt_index_builder_next(builder), left = end - at;
        size_t piece = random != NULL ? 1 + rvt_random_below(random, 300) : left;

        cr_assert(rvt_index_builder_push(builder, capture->byte + at,
                                         piece < left ? piece : left) == RVT_OK);
    }
    cr_assert(rvt_index_builder_settle(builder) == RVT_OK);
    rvt_index_builder_close(builder);
}

/* The store as a file, and back. */
static void save_and_load(struct rvt_index_store *store)
{
    struct rvt_diag diag = {.status = RVT_OK};
    uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert(rvt_index_bytes_write(store, rvt_index_file_checksum, &data, &bytes) == RVT_OK);
    rvt_index_store_clear(store);
    cr_assert(rvt_index_bytes_read(data, bytes, rvt_index_file_checksum, store, &diag) == RVT_OK,
              "%s", diag.text);
    free(data);
}

static void make_index(const struct capture *capture, bool full, struct rvt_index_store *store)
{
    start(capture, full, store);
    build(capture, NULL, capture->count, store);
}

/* ---- comparisons ---- */

static void check_syncs(const struct capture *capture, const struct rvt_index_store *store,
                        uint64_t seed, struct totals *totals)
{
    static struct syncs syncs;
    size_t known = 0;

    read_syncs(capture, 0, &syncs);
    for (size_t i = 0; i < store->notes; i++) {
        const struct rvt_index_note *note = &store->note[i];
        if (note->kind != RVT_INDEX_SYNC || note->id != (syncs.framed ? ID : 0))
            continue;
        cr_assert(known < syncs.count);
        cr_assert(note->index == syncs.sync[known].index &&
                      note->value == syncs.sync[known].address,
                  "seed %llu: synchronisation packet %zu at %llu, 0x%llx, not %llu, 0x%llx",
                  (unsigned long long)seed, known, (unsigned long long)note->index,
                  (unsigned long long)note->value, (unsigned long long)syncs.sync[known].index,
                  (unsigned long long)syncs.sync[known].address);
        known++;
    }
    cr_assert(known == syncs.count, "seed %llu: %zu of %zu", (unsigned long long)seed, known,
              syncs.count);
    totals->syncs += known;
}

/* A reader of STP that begins where an event says finds its packet. */
static void check_restarts(const struct capture *capture, struct rvt_random *random,
                           const struct rvt_index_store *store, struct totals *totals)
{
    static struct syncs syncs;

    for (unsigned n = 0; n < RESTARTS && store->notes > 0; n++) {
        const struct rvt_index_note *note =
            &store->note[rvt_random_below(random, (unsigned)store->notes)];
        size_t known = 0;

        if (note->kind != RVT_INDEX_SYNC)
            continue;
        read_syncs(capture, (size_t)note->restart, &syncs);
        while (known < syncs.count && syncs.sync[known].index != note->index)
            known++;
        cr_assert(known < syncs.count && note->restart < note->index);
        totals->restarts += note->restart > 0;
    }
}

static void check_pieces(const struct capture *capture, struct rvt_random *random, uint64_t seed)
{
    struct rvt_index_store once, pieces;
    uint8_t *data[2];
    size_t bytes[2];

    make_index(capture, true, &once);
    start(capture, true, &pieces);
    for (unsigned part = 0; part < 3; part++) {
        build(capture, random, rvt_random_below(random, (unsigned)capture->count), &pieces);
        save_and_load(&pieces);
    }
    build(capture, random, capture->count, &pieces);
    cr_assert(rvt_index_bytes_write(&once, rvt_index_file_checksum, &data[0], &bytes[0]) == RVT_OK);
    cr_assert(rvt_index_bytes_write(&pieces, rvt_index_file_checksum, &data[1], &bytes[1]) ==
              RVT_OK);
    cr_assert(bytes[0] == bytes[1] && memcmp(data[0], data[1], bytes[0]) == 0, "seed %llu",
              (unsigned long long)seed);
    free(data[0]);
    free(data[1]);
    rvt_index_store_clear(&once);
    rvt_index_store_clear(&pieces);
}

/* A sparse answer is the full one, or covers it. */
static void check_hit(const struct rvt_index_hit *sparse, const struct rvt_index_hit *full,
                      struct totals *totals)
{
    totals->found += full->found;
    totals->exact += full->found && sparse->exact;
    if (!sparse->found || sparse->exact) {
        cr_assert(sparse->found == full->found && sparse->note.index == full->note.index);
        cr_assert(!full->found || sparse->note.restart == full->note.restart);
        cr_assert(!full->found || sparse->note.support == full->note.support);
        return;
    }
    cr_assert(!full->found || full->note.index >= sparse->note.index);
}

static void check_lookups(const struct capture *capture, struct rvt_random *random,
                          struct totals *totals)
{
    const uint32_t id = capture->framing == RVT_TREE_SINGLE ? 0 : ID;
    struct rvt_index_store sparse, full;

    make_index(capture, false, &sparse);
    make_index(capture, true, &full);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        uint64_t at = rvt_random_below(random, (unsigned)capture->count);
        enum rvt_index_kind kind =
            (enum rvt_index_kind)rvt_random_below(random, RVT_INDEX_FRAME_SYNC);
        struct rvt_index_hit hit[2] = {rvt_index_search_sync(&sparse, id, at),
                                       rvt_index_search_sync(&full, id, at)};
        check_hit(&hit[0], &hit[1], totals);
        cr_assert(!hit[1].found || (hit[0].note.index <= at && hit[1].note.index <= at));
        hit[0] = rvt_index_search_event(&sparse, id, kind, at);
        hit[1] = rvt_index_search_event(&full, id, kind, at);
        check_hit(&hit[0], &hit[1], totals);
        uint64_t low = full.notes > 0 ? full.note[at % full.notes].value : 0;
        hit[0] = rvt_index_search_address(&sparse, id, low, low + 4, at);
        hit[1] = rvt_index_search_address(&full, id, low, low + 4, at);
        check_hit(&hit[0], &hit[1], totals);
    }
    rvt_index_store_clear(&sparse);
    rvt_index_store_clear(&full);
}

static void check_seed(uint64_t seed, bool damaged, struct totals *totals)
{
    struct rvt_random random;
    struct rvt_index_store store;
    struct capture capture;

    rvt_random_seed(&random, seed);
    make_capture(&random, seed, &capture);
    if (damaged)
        damage(&random, &capture);
    make_index(&capture, true, &store);
    check_syncs(&capture, &store, seed, totals);
    if (!damaged && capture.stp)
        check_restarts(&capture, &random, &store, totals);
    rvt_index_store_clear(&store);
    if (!damaged || capture.framing != RVT_TREE_FRAME_STREAM)
        check_pieces(&capture, &random, seed);
    check_lookups(&capture, &random, totals);
    free(capture.byte);
}

static void check_seeds(uint64_t first, bool damaged)
{
    struct totals totals = {.syncs = 0};

    for (uint64_t seed = first; seed < first + RUNS; seed++)
        check_seed(seed, damaged, &totals);
    cr_log_info("%llu synchronisation packets, %llu lookups found, %llu exactly, %llu restarts",
                (unsigned long long)totals.syncs, (unsigned long long)totals.found,
                (unsigned long long)totals.exact, (unsigned long long)totals.restarts);
    cr_assert(totals.syncs / RUNS > 10 && totals.found / RUNS > 50 && totals.exact / RUNS > 5);
    cr_assert(damaged || totals.restarts > 50);
}

Test(index, finds_what_a_reader_of_all_packets_finds)
{
    check_seeds(0, false);
}

Test(index, finds_it_in_damaged_captures)
{
    check_seeds(RUNS, true);
}

Test(index, refuses_each_changed_byte)
{
    struct rvt_random random;
    struct rvt_index_store store;
    struct capture capture;
    uint8_t *data = NULL;
    size_t bytes = 0;

    rvt_random_seed(&random, 1);
    make_capture(&random, 1, &capture);
    make_index(&capture, true, &store);
    cr_assert(rvt_index_bytes_write(&store, rvt_index_file_checksum, &data, &bytes) == RVT_OK);
    rvt_index_store_clear(&store);
    for (size_t at = 0; at < bytes; at++) {
        struct rvt_diag diag = {.status = RVT_OK};

        data[at] ^= (uint8_t)(1u << at % 8);
        cr_assert(rvt_index_bytes_read(data, bytes, rvt_index_file_checksum, &store, &diag) !=
                      RVT_OK,
                  "byte %zu", at);
        cr_assert(diag.unit != NULL && diag.text[0] != '\0');
        rvt_index_store_clear(&store);
        diag = (struct rvt_diag){.status = RVT_OK};
        data[at] ^= (uint8_t)(1u << at % 8);
        cr_assert(rvt_index_bytes_read(data, at, rvt_index_file_checksum, &store, &diag) != RVT_OK);
        rvt_index_store_clear(&store);
    }
    free(data);
    free(capture.byte);
}

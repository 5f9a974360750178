/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter frames through the deformatter of OpenCSD, with a sink in place of a decoder for each
 * ID, and through rvt: random frames of any slots, in memory, with FSYNC, with FSYNC and HSYNC; and
 * the known differences of OpenCSD 1.3.3. tests/opencsd/README.md lists them. Shows: FRM-001,
 * FRM-002, FRM-003, FRM-004, FRM-005, FRM-006, FRM-008, FRM-009, FRM-010
 */
#include <inttypes.h>
#include <opencsd/c_api/opencsd_c_api.h>
#include <stdio.h>
#include <string.h>

#include "tests/junit.h"
#include "tests/unit/random.h"
#include "transport/frame/deformatter.h"

enum { STREAMS = 3000, FRAMES = 40, STREAM_MAX = 4096, IDS = 6, KNOWN_VERSION = 0x010303 };
enum mode { MEMORY, FSYNC, HSYNC, MODES };

static const unsigned ID[IDS] = {0x01, 0x10, 0x22, 0x33, 0x6e, 0x6f};

/* The bytes of each ID, and their reported positions. */
struct output {
    struct {
        size_t bytes;
        uint8_t byte[STREAM_MAX];
        uint64_t position[STREAM_MAX];
    } id[IDS];
    bool refused;
};

static struct output own, peer;
static uint64_t seed, compared;

/* ---- OpenCSD: sinks ---- */

/* The library returns its argument as const; the number is enough. */
static const unsigned NUMBER[IDS] = {0, 1, 2, 3, 4, 5};
static unsigned created;

static ocsd_datapath_resp_t on_peer_data(const void *handle, const ocsd_datapath_op_t op,
                                         const ocsd_trc_index_t index, const uint32_t size,
                                         const uint8_t *data, uint32_t *used)
{
    unsigned number = *(const unsigned *)handle;

    if (op != OCSD_OP_DATA)
        return OCSD_RESP_CONT;
    for (uint32_t i = 0; i < size; i++) {
        size_t at = peer.id[number].bytes++;
        peer.id[number].byte[at % STREAM_MAX] = data[i];
        peer.id[number].position[at % STREAM_MAX] = index + i;
    }
    *used = size;
    return OCSD_RESP_CONT;
}

static void on_monitor_flags(const void *handle, const int flags)
{
    (void)handle;
    (void)flags;
}

static ocsd_err_t create_sink(const int flags, const void *config,
                              const ocsd_extern_dcd_cb_fns *callbacks, ocsd_extern_dcd_inst_t *sink)
{
    static unsigned handle[IDS];
    static char name[] = "sink";
    unsigned number = *(const unsigned *)config;

    (void)flags;
    (void)callbacks;
    handle[number] = number;
    sink->fn_data_in = on_peer_data;
    sink->fn_update_pkt_mon = on_monitor_flags;
    sink->decoder_handle = &handle[number];
    sink->p_decoder_name = name;
    sink->cs_id = (uint8_t)ID[number];
    created++;
    return OCSD_OK;
}

static ocsd_err_t destroy_sink(const void *handle)
{
    (void)handle;
    created--;
    return OCSD_OK;
}

static ocsd_err_t id_of_config(const void *config, unsigned char *id)
{
    *id = (unsigned char)ID[*(const unsigned *)config];
    return OCSD_OK;
}

static ocsd_err_t no_text(const void *packet, char *text, const int length)
{
    (void)packet;
    (void)length;
    text[0] = '\0';
    return OCSD_OK;
}

static bool run_peer(const uint8_t *data, size_t bytes, enum mode mode, unsigned more_flags)
{
    static const unsigned flags[MODES] = {OCSD_DFRMTR_FRAME_MEM_ALIGN, OCSD_DFRMTR_HAS_FSYNCS,
                                          OCSD_DFRMTR_HAS_FSYNCS | OCSD_DFRMTR_HAS_HSYNCS};
    dcd_tree_handle_t tree =
        ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, flags[mode] | more_flags);
    uint32_t used = 0;
    bool good = tree != C_API_INVALID_TREE_HANDLE;

    memset(&peer, 0, sizeof peer);
    for (unsigned i = 0; i < IDS && good; i++) {
        unsigned char id = 0;
        good = ocsd_dt_create_decoder(tree, "rvt_sink", OCSD_CREATE_FLG_FULL_DECODER, &NUMBER[i],
                                      &id) == OCSD_OK &&
               id == ID[i];
    }
    if (good)
        peer.refused = OCSD_DATA_RESP_IS_FATAL(
            ocsd_dt_process_data(tree, OCSD_OP_DATA, 0, (uint32_t)bytes, data, &used));
    if (tree != C_API_INVALID_TREE_HANDLE)
        ocsd_destroy_dcd_tree(tree);
    return good;
}

/* ---- rvt ---- */

static void on_own_data(void *context, const struct rvt_frame_batch *batch)
{
    (void)context;
    for (size_t run = 0; run < batch->runs; run++)
        for (unsigned number = 0; number < IDS; number++) {
            size_t bytes = rvt_frame_run_bytes(batch, run), first = batch->run[run].first;
            if (batch->run[run].id != ID[number])
                continue;
            memcpy(own.id[number].byte + own.id[number].bytes, batch->data + first, bytes);
            memcpy(own.id[number].position + own.id[number].bytes, batch->position + first,
                   bytes * sizeof batch->position[0]);
            own.id[number].bytes += bytes;
        }
}

static void run_own(const uint8_t *data, size_t bytes, enum mode mode, bool reset)
{
    static struct rvt_deformatter deformatter;
    const struct rvt_deformatter_output output = {.data = on_own_data};
    struct rvt_deformatter_config config;

    memset(&own, 0, sizeof own);
    rvt_deformatter_defaults(&config, mode != MEMORY);
    config.hsync = mode == HSYNC;
    config.reset_on_four = reset;
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, data, bytes);
    rvt_deformatter_finish(&deformatter);
}

/* ---- streams ---- */

static void random_frame(uint8_t *bytes)
{
    struct rvt_frame frame;
    unsigned rarity = 1 + random_below(&seed, 20);

    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS; slot++) {
        bool id = slot % 2 == 0 && random_below(&seed, rarity) == 0;
        unsigned choice = random_below(&seed, IDS + 2);
        frame.slot[slot].kind = !id                           ? RVT_FRAME_DATA
                                : random_below(&seed, 2) != 0 ? RVT_FRAME_ID
                                                              : RVT_FRAME_ID_DELAYED;
        frame.slot[slot].value = !id             ? (uint8_t)next_random(&seed)
                                 : choice < IDS  ? (uint8_t)ID[choice]
                                 : choice == IDS ? RVT_FRAME_ID_NULL
                                                 : RVT_FRAME_ID_TRIGGER;
    }
    (void)(rvt_frame_write(&frame, bytes, NULL) == RVT_OK);
}

static size_t random_stream(uint8_t *stream, enum mode mode)
{
    static const uint8_t fsync[] = {0xff, 0xff, 0xff, 0x7f};
    size_t bytes = 0;

    for (unsigned frames = 1 + random_below(&seed, FRAMES); frames > 0; frames--) {
        uint8_t frame[RVT_FRAME_BYTES];
        if (mode != MEMORY && (bytes == 0 || random_below(&seed, 6) == 0)) {
            memcpy(stream + bytes, fsync, sizeof fsync);
            bytes += sizeof fsync;
        }
        random_frame(frame);
        for (unsigned at = 0; at < sizeof frame; at += 2) {
            for (; mode == HSYNC && random_below(&seed, 12) == 0; bytes += 2)
                memcpy(stream + bytes, fsync + 2, 2);
            memcpy(stream + bytes, frame + at, 2);
            bytes += 2;
        }
    }
    return bytes;
}

static bool same(const char *what, unsigned round, enum mode mode)
{
    for (unsigned i = 0; i < IDS; i++) {
        if (own.id[i].bytes != peer.id[i].bytes ||
            memcmp(own.id[i].byte, peer.id[i].byte, own.id[i].bytes) != 0) {
            printf("  %s %u: ID 0x%02x: %zu bytes, OpenCSD has %zu\n", what, round, ID[i],
                   own.id[i].bytes, peer.id[i].bytes);
            return false;
        }
        /* OpenCSD reports where a part of a frame begins, at most a frame before the byte. */
        for (size_t at = 0; at < own.id[i].bytes && mode == MEMORY; at++)
            if (own.id[i].position[at] < peer.id[i].position[at] ||
                own.id[i].position[at] >= peer.id[i].position[at] + RVT_FRAME_BYTES) {
                printf("  %s %u: ID 0x%02x: byte %zu is at %" PRIu64 ", OpenCSD has %" PRIu64 "\n",
                       what, round, ID[i], at, own.id[i].position[at], peer.id[i].position[at]);
                return false;
            }
        compared += own.id[i].bytes;
    }
    return true;
}

static bool random_streams(void)
{
    static uint8_t stream[2 * STREAM_MAX];

    for (unsigned round = 0; round < STREAMS; round++) {
        enum mode mode = (enum mode)(round % MODES);
        seed = round;
        memset(stream, 0, sizeof stream);
        size_t bytes = random_stream(stream, mode);
        run_own(stream, bytes, mode, mode == MEMORY);
        if (!run_peer(stream, bytes, mode, 0)) {
            printf("  OpenCSD refuses to set up\n");
            return false;
        }
        if (peer.refused || !same("stream", round, mode))
            return false;
    }
    return true;
}

/* ---- known faults ---- */

/* A frame of ID 0x10, four FSYNC, a frame without ID. */
static const uint8_t RESET[] = {
    0x21, 'a',  'b',  'c',  'd',  'e',  'f',  'g',  'h',  'i',  'j',  'k',  'l',  'm',  'n',  0x00,
    0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f,
    '0',  '2',  '2',  '4',  '4',  '6',  '6',  '8',  '8',  ':',  ':',  '<',  '<',  '>',  '>',  0x00};

/* Without the flag for it, OpenCSD takes the reset of a reader of memory for data: a byte ff
 * gets into the current ID. */
static bool leaks_at_reset(void)
{
    run_own(RESET, sizeof RESET, MEMORY, true);
    return run_peer(RESET, sizeof RESET, MEMORY, 0) && own.id[1].bytes == 14 &&
           peer.id[1].bytes == 15 && peer.id[1].byte[14] == 0xff;
}

/* With the flag, it forgets the ID. */
static bool resets(void)
{
    run_own(RESET, sizeof RESET, MEMORY, true);
    return run_peer(RESET, sizeof RESET, MEMORY, OCSD_DFRMTR_RESET_ON_4X_FSYNC) &&
           own.id[1].bytes == 14 && peer.id[1].bytes == 14 &&
           memcmp(own.id[1].byte, peer.id[1].byte, 14) == 0;
}

/* FSYNC within a frame ends decoding; rvt drops the frame and goes on. */
static bool stops_at_fsync(void)
{
    uint8_t stream[4 + 8 + 4 + 16] = {0xff, 0xff, 0xff, 0x7f};

    memcpy(stream + 4, RESET, 8);
    memcpy(stream + 12, stream, 4);
    memcpy(stream + 16, RESET, 16);
    run_own(stream, sizeof stream, FSYNC, false);
    return run_peer(stream, sizeof stream, FSYNC, 0) && peer.refused && own.id[1].bytes == 14;
}

int main(void)
{
    static const struct {
        const char *what;
        bool (*holds)(void);
        bool marked;
    } checks[] = {
        {"random streams", random_streams, false},
        {"a reset that is asked for", resets, false},
        {"a reset that is not asked for leaks ff", leaks_at_reset, true},
        {"FSYNC within a frame stops it", stops_at_fsync, true},
    };
    ocsd_extern_dcd_fact_t factory = {.createDecoder = create_sink,
                                      .destroyDecoder = destroy_sink,
                                      .csidFromConfig = id_of_config,
                                      .pktToString = no_text};
    struct junit report;

    junit_open(&report, "opencsd frame");
    if (ocsd_register_custom_decoder("rvt_sink", &factory) != OCSD_OK) {
        junit_add(&report, "OpenCSD takes no sink", "sink");
        return junit_close(&report) ? 0 : 1;
    }
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        bool skip = checks[i].marked && ocsd_get_version() != KNOWN_VERSION;
        bool good = skip || checks[i].holds();
        printf("  %-6s frames: %s\n", skip ? "left" : good ? "ok" : "FAILED", checks[i].what);
        if (!skip)
            junit_add(&report, good ? NULL : "differs from what is stated", "%s", checks[i].what);
    }
    if (created != 0 || compared < STREAMS)
        junit_add(&report, "less was compared than there are streams", "bytes compared");
    printf("  %" PRIu64 " bytes compared\n", compared);
    return junit_close(&report) ? 0 : 1;
}

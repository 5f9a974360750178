/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Compares the speed of the deformatters of OpenCSD (with a sink) and rvt on the same frames: of
 * one source, and with an ID in each frame. The resulting bytes are compared with each other. */
#include <opencsd/c_api/opencsd_c_api.h>
#include <stdlib.h>

#include "tests/bench/transport.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

enum { BYTES = 4 << 20, PUSH = 65536, SOURCE = 0x10, OTHER = 0x22, TURN = 14 };

struct load {
    uint8_t *stream;
    size_t bytes;
    uint64_t own_bytes, own_sum, peer_bytes, peer_sum;
    struct rvt_deformatter deformatter;
};

static struct load load;

static void keep(void *context, const uint8_t *data, size_t bytes)
{
    (void)context;
    for (size_t i = 0; i < bytes; i++)
        load.stream[load.bytes++] = data[i];
}

/* Data of SOURCE alone, or alternating with another source. */
static void make(bool turns)
{
    const struct rvt_formatter_config config = {0};
    struct rvt_formatter formatter;
    uint32_t state = 1;

    load.bytes = 0;
    rvt_formatter_init(&formatter, &config, keep, NULL);
    for (size_t i = 0; i < BYTES; i++) {
        unsigned id = turns && i / TURN % 2 != 0 ? OTHER : SOURCE;
        state = state * 1664525u + 1013904223u;
        uint8_t byte = (uint8_t)(state >> 24);
        if (rvt_formatter_write(&formatter, id, &byte, 1, NULL) != RVT_OK)
            abort();
    }
    rvt_formatter_flush(&formatter);
}

static void on_own_data(void *context, const struct rvt_frame_batch *batch)
{
    (void)context;
    for (size_t run = 0; run < batch->runs; run++) {
        size_t bytes = rvt_frame_run_bytes(batch, run);
        if (rvt_frame_id_class(batch->run[run].id) != RVT_FRAME_CLASS_SOURCE || bytes == 0)
            continue;
        load.own_bytes += bytes;
        load.own_sum += batch->data[batch->run[run].first];
    }
}

static void run_own(void *context)
{
    const struct rvt_deformatter_output output = {.data = on_own_data};
    struct rvt_deformatter_config config;

    (void)context;
    load.own_bytes = 0;
    rvt_deformatter_defaults(&config, false);
    rvt_deformatter_init(&load.deformatter, &config, &output);
    for (size_t at = 0; at < load.bytes; at += PUSH)
        rvt_deformatter_push(&load.deformatter, load.stream + at,
                             load.bytes - at < PUSH ? load.bytes - at : PUSH);
    rvt_deformatter_finish(&load.deformatter);
}

/* ---- OpenCSD: a sink in place of a decoder ---- */

static ocsd_datapath_resp_t on_peer_data(const void *handle, const ocsd_datapath_op_t op,
                                         const ocsd_trc_index_t index, const uint32_t size,
                                         const uint8_t *data, uint32_t *used)
{
    (void)handle;
    (void)index;
    if (op != OCSD_OP_DATA)
        return OCSD_RESP_CONT;
    load.peer_bytes += size;
    load.peer_sum += data[0];
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
    static char name[] = "sink";

    (void)flags;
    (void)callbacks;
    sink->fn_data_in = on_peer_data;
    sink->fn_update_pkt_mon = on_monitor_flags;
    sink->decoder_handle = &load;
    sink->p_decoder_name = name;
    sink->cs_id = *(const uint8_t *)config;
    return OCSD_OK;
}

static ocsd_err_t destroy_sink(const void *handle)
{
    (void)handle;
    return OCSD_OK;
}

static ocsd_err_t id_of_config(const void *config, unsigned char *id)
{
    *id = *(const uint8_t *)config;
    return OCSD_OK;
}

static ocsd_err_t no_text(const void *packet, char *text, const int length)
{
    (void)packet;
    (void)length;
    text[0] = '\0';
    return OCSD_OK;
}

static void run_peer(void *context)
{
    static const uint8_t source[] = {SOURCE, OTHER};
    dcd_tree_handle_t tree =
        ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, OCSD_DFRMTR_FRAME_MEM_ALIGN);
    unsigned char id = 0;

    (void)context;
    load.peer_bytes = 0;
    for (unsigned i = 0; i < 2; i++)
        if (tree == C_API_INVALID_TREE_HANDLE ||
            ocsd_dt_create_decoder(tree, "rvt_speed", OCSD_CREATE_FLG_FULL_DECODER, &source[i],
                                   &id) != OCSD_OK)
            abort();
    for (size_t at = 0; at < load.bytes; at += PUSH) {
        uint32_t used = 0, bytes = (uint32_t)(load.bytes - at < PUSH ? load.bytes - at : PUSH);
        if (!OCSD_DATA_RESP_IS_CONT(ocsd_dt_process_data(tree, OCSD_OP_DATA, (ocsd_trc_index_t)at,
                                                         bytes, load.stream + at, &used)))
            abort();
    }
    ocsd_destroy_dcd_tree(tree);
}

/* 0: the bar (0: none) is met; 1: it is not; 2: the bytes differ. */
static int compare(const char *name, const char *peer_name, double bar)
{
    double own = bench_best(run_own, NULL), peer = bench_best(run_peer, NULL);

    (void)printf("  %-6s %-32s %9.1f  MB/s\n", "", peer_name, 1e-6 * (double)load.bytes / peer);
    if (load.own_bytes != BYTES || load.peer_bytes != BYTES) {
        (void)fprintf(stderr, "opencsd-frame: %llu and %llu bytes came out of %d\n",
                      (unsigned long long)load.own_bytes, (unsigned long long)load.peer_bytes,
                      BYTES);
        return 2;
    }
    if (bar > 0)
        return bench_bar(name, peer / own, bar, "times") ? 0 : 1;
    (void)printf("  %-6s %-32s %9.1f  times\n", "", name, peer / own);
    return 0;
}

int main(void)
{
    static ocsd_extern_dcd_fact_t factory = {.createDecoder = create_sink,
                                             .destroyDecoder = destroy_sink,
                                             .csidFromConfig = id_of_config,
                                             .pktToString = no_text};

    load.stream = malloc(2 * (size_t)BYTES);
    if (load.stream == NULL || ocsd_register_custom_decoder("rvt_speed", &factory) != OCSD_OK)
        return 2;
    make(false);
    int one = compare("one source, rvt to OpenCSD", "one source, OpenCSD", 1);
    make(true);
    int turns = compare("an ID each, rvt to OpenCSD", "an ID each, OpenCSD", 0);
    free(load.stream);
    return one > turns ? one : turns;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/encap_writer.h"

#include <string.h>

#include "stream/sync_sequence.h"

enum { NULL_IDLE = 0x00, NULL_ALIGNMENT = 0x80, FILL_BYTES = 64 };

void rvt_encap_writer_init(struct rvt_encap_writer *writer, const struct rvt_config *config,
                           void (*sink)(void *context, const uint8_t *data, size_t bytes),
                           void *context)
{
    *writer = (struct rvt_encap_writer){
        .config = config, .sink = sink, .context = context, .since = config->encap.sync_period};
}

static bool is_framed(const struct rvt_encap_writer *writer)
{
    return writer->config->encap.nulls == RVT_NULLS_FRAMED || rvt_is_draft(writer->config);
}

/* Nulls of a sequence: N + 1. */
static unsigned sequence_nulls(const struct rvt_encap_writer *writer)
{
    const struct rvt_encap_config *encap = &writer->config->encap;

    return rvt_encap_null_run(encap) + 1 + (encap->unaligned && encap->timestamp_bytes == 0);
}

static void put(struct rvt_encap_writer *writer, const uint8_t *data, size_t bytes)
{
    writer->sink(writer->context, data, bytes);
    writer->offset += bytes;
}

static void put_null(struct rvt_encap_writer *writer, uint8_t null)
{
    put(writer, &null, 1);
}

/* Holds a null back while a packet may follow it: only then it is an alignment. */
static void release(struct rvt_encap_writer *writer, uint8_t null)
{
    if (writer->held)
        put_null(writer, null);
    writer->held = false;
}

static void take_null(struct rvt_encap_writer *writer)
{
    release(writer, NULL_IDLE);
    writer->run++;
    bool whole = writer->run == sequence_nulls(writer);

    if (whole) {
        put_null(writer, is_framed(writer) ? NULL_IDLE : NULL_ALIGNMENT);
        writer->since = 0;
        writer->run = 0;
    } else {
        writer->held = true;
    }
}

void rvt_encap_writer_nulls(struct rvt_encap_writer *writer, uint64_t count)
{
    while (count-- > 0)
        take_null(writer);
}

void rvt_encap_writer_sync(struct rvt_encap_writer *writer)
{
    do
        take_null(writer);
    while (writer->run != 0);
}

/* Zeros up to the end of the block. */
static void fill_block(struct rvt_encap_writer *writer)
{
    static const uint8_t zeros[FILL_BYTES];
    unsigned block = writer->config->encap.block_bytes;

    while (writer->offset % block != 0) {
        uint64_t left = block - writer->offset % block;
        put(writer, zeros, left < sizeof zeros ? (size_t)left : sizeof zeros);
    }
}

/* Whether this many bytes, after the null held back, would cross the end of a block. */
static bool is_beyond_block(const struct rvt_encap_writer *writer, size_t bytes)
{
    unsigned block = writer->config->encap.block_bytes;

    return block > 0 && (writer->offset + writer->held) % block + bytes > block;
}

enum rvt_status rvt_encap_writer_packet(struct rvt_encap_writer *writer,
                                        const struct rvt_encap *packet, struct rvt_diag *diag)
{
    const struct rvt_encap_config *encap = &writer->config->encap;
    uint8_t bytes[RVT_ENCAP_BYTES_MAX];
    size_t count = 0;
    enum rvt_status status =
        rvt_encap_write(writer->config, packet, bytes, sizeof bytes, &count, diag);

    if (status != RVT_OK)
        return status;
    if (encap->block_bytes && count > encap->block_bytes)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "block_bytes", encap->block_bytes, "ENC-017",
                            "a packet of %zu bytes does not fit a block", count);
    if (packet->kind == RVT_ENCAP_NORMAL && encap->nulls != RVT_NULLS_NONE &&
        encap->sync_period > 0 && writer->since >= encap->sync_period)
        rvt_encap_writer_sync(writer);
    if (is_beyond_block(writer, count)) {
        release(writer, NULL_IDLE);
        fill_block(writer);
    }
    release(writer,
            packet->kind == RVT_ENCAP_NORMAL && !is_framed(writer) ? NULL_ALIGNMENT : NULL_IDLE);
    put(writer, bytes, count);
    writer->run = 0;
    if (packet->kind == RVT_ENCAP_NORMAL)
        writer->since += encap->sync_unit == RVT_SYNC_UNIT_BYTES ? count : 1;
    return RVT_OK;
}

void rvt_encap_writer_finish(struct rvt_encap_writer *writer)
{
    release(writer, NULL_IDLE);
    if (writer->config->encap.block_bytes)
        fill_block(writer);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets to a stream of encapsulated bytes, as a sink sends them: synchronisation sequences after
 * a period, null.alignment before packets in unframed streams, blocks of memory that begin with a
 * header. Spec: ENC-009..011, ENC-013, ENC-017, ENC-019.
 */
#ifndef RVT_STREAM_ENCAP_WRITER_H
#define RVT_STREAM_ENCAP_WRITER_H

#include "wire/encap.h"

/* In the caller's storage; every member is private. */
struct rvt_encap_writer {
    const struct rvt_config *config; /* borrowed */
    void (*sink)(void *context, const uint8_t *data, size_t bytes);
    void *context;
    uint64_t since;  /* packets, or bytes of packets, since the latest sequence */
    uint64_t offset; /* bytes written */
    unsigned run;    /* nulls in a row since the latest alignment, which may become a sequence */
    bool held;       /* one null is held back: a packet may follow it */
};

/*
 * Prepares for the first packet. encapsulation.nulls: framed sequences are all idle, others end
 * with an alignment. encapsulation.sync_period: a sequence comes before the first packet, and
 * whenever this many packets or bytes have gone by since the latest one; 0: only on request.
 * block_bytes: zeros fill a block that the next packet does not fit. In unaligned streams without
 * timestamps a sequence has one null more than it needs, to distinguish it from packets of zeros.
 * sink gets the bytes.
 */
void rvt_encap_writer_init(struct rvt_encap_writer *writer, const struct rvt_config *config,
                           void (*sink)(void *context, const uint8_t *data, size_t bytes),
                           void *context);

/* Writes a packet of any kind, after the sequence that is due. Errors of rvt_encap_write, and
 * RVT_ERR_CAPACITY for a packet longer than a block; then nothing is written. */
RVT_MUST_USE
enum rvt_status rvt_encap_writer_packet(struct rvt_encap_writer *writer,
                                        const struct rvt_encap *packet, struct rvt_diag *diag);

/*
 * Writes count nulls, as a sink does that has nothing else to send. They are idle, but in unframed
 * streams the last one before a packet, and each one that completes a sequence, is an alignment, so
 * that a long pause synchronises, too (ENC-013).
 */
void rvt_encap_writer_nulls(struct rvt_encap_writer *writer, uint64_t count);

/* Writes a synchronisation sequence. */
void rvt_encap_writer_sync(struct rvt_encap_writer *writer);

/* Ends the stream: writes the null held back, and fills the block. */
void rvt_encap_writer_finish(struct rvt_encap_writer *writer);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Trace streams in files: packet lists (.hex, a payload a line, "d:" before te_data), encapsulated
 * bytes (.bin), and these in formatter frames or in SyS-T on STP. Any may be compressed with gzip.
 */
#ifndef RVT_IO_STREAM_H
#define RVT_IO_STREAM_H

#include "base/params.h"
#include "io/output.h"
#include "transport/carrier/carrier_decoder.h"
#include "wire/encap.h"

enum rvt_stream_form { RVT_STREAM_HEX, RVT_STREAM_ENCAP, RVT_STREAM_FRAME, RVT_STREAM_STP };

/* What the stream holds at a place. Of a packet list, only the payload of encap is meant. */
struct rvt_stream_item {
    uint64_t position; /* line, or offset in the file of the first byte (in STP: of the packet that
                          carries it) */
    const char *unit;  /* "line" or "byte" */
    enum rvt_stream_form form;
    bool data; /* marked as te_data: by its type, or by "d:" (ETR-DAT-016) */
    struct rvt_encap encap;
};

/* What carries the encapsulated bytes of a form; of HEX, which has none, RVT_CARRIER_NONE. */
enum rvt_carrier rvt_stream_carrier(enum rvt_stream_form form);

struct rvt_stream; /* opaque; memory does not grow with the file */

/* Opens path ("-": stdin). config is copied. RVT_ERR_IO, RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_stream_open(const char *path, const struct rvt_config *config,
                                enum rvt_stream_form form, struct rvt_stream **stream,
                                struct rvt_diag *diag);

/* Tells sink from now on what the carrier breaks without losing anything; where it does lose,
 * rvt_stream_read returns RVT_ERR_SEQUENCE. Of forms without a carrier there is nothing to tell. */
void rvt_stream_findings(struct rvt_stream *stream, rvt_finding_sink sink, void *context);

/* Frees; null is accepted. */
void rvt_stream_close(struct rvt_stream *stream);

/*
 * Reads the next item, null packets included; *end tells that there was none. Three kinds of
 * faults, with the position in diag: RVT_ERR_IO or RVT_ERR_SYNTAX: the file is unreadable, reading
 * is over. RVT_ERR_SEQUENCE: with framing indexed, the index of the packet that stands there shows
 * that others are missing in front of it; diag tells how many, and how many bytes were passed over;
 * the next call reads the packet (AMB-150); or the carrier lost something there, as diag says with
 * its rule. Any other: what stands there is no packet (too long a
 * payload, a cut or malformed packet; ENC clause in diag); the next call goes on behind it. Behind
 * a header that tells no length, that is the first packet after a synchronisation sequence
 * (ENC-010, ENC-012).
 */
RVT_MUST_USE
enum rvt_status rvt_stream_read(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag);

/* Of a stream that was read to its end and held no packet: diag tells what its carrier carries in
 * the place of what the configuration asks for; false if that is nothing. */
bool rvt_stream_elsewhere(const struct rvt_stream *stream, struct rvt_diag *diag);

/* Why a packet is neither te_inst nor, with data trace, te_data of the traced source, or null:
 * "null", "other source", "other type"; static. */
const char *rvt_stream_foreign(const struct rvt_config *config, const struct rvt_stream_item *item);

#endif

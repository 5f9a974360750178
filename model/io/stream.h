/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Trace streams in files: packet lists (.hex, one payload per line, "d:" before te_data),
 * encapsulated bytes (.bin), and these in formatter frames or in SyS-T on STP. Any may be
 * compressed with gzip.
 */
#ifndef RVT_IO_STREAM_H
#define RVT_IO_STREAM_H

#include "base/params.h"
#include "io/bytes/output.h"
#include "transport/carrier/carrier_decoder.h"
#include "wire/encap.h"

enum rvt_stream_form { RVT_STREAM_HEX, RVT_STREAM_ENCAP, RVT_STREAM_FRAME, RVT_STREAM_STP };

/* One item of the stream. Of a packet list, only the payload of encap is set. */
struct rvt_stream_item {
    uint64_t position; /* line, or offset in the file of the first byte (in STP: of the packet that
                          carries it) */
    const char *unit;  /* "line" or "byte" */
    enum rvt_stream_form form;
    bool data; /* marked as te_data: by its type, or by "d:" (ETR-DAT-016) */
    struct rvt_encap encap;
};

/* The carrier of the encapsulated bytes of a form; RVT_CARRIER_NONE for HEX, which has none. */
enum rvt_carrier rvt_stream_carrier(enum rvt_stream_form form);

struct rvt_stream; /* opaque; memory does not grow with the file */

/* Opens path ("-": stdin). config is copied. RVT_ERR_IO, RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_stream_open(const char *path, const struct rvt_config *config,
                                enum rvt_stream_form form, struct rvt_stream **stream,
                                struct rvt_diag *diag);

/* The same for a ring buffer in memory that was written over (rvt_input_open_ring), of form ENCAP:
 * it may begin in the middle of a packet, and the first packet is looked for. Its position shows
 * how many bytes were skipped. RVT_ERR_PARAMETER: write is beyond the end of the file. */
RVT_MUST_USE
enum rvt_status rvt_stream_open_ring(const char *path, const struct rvt_config *config,
                                     uint64_t write, struct rvt_stream **stream,
                                     struct rvt_diag *diag);

/*
 * Before the first read: goes on at byte position with the packet that begins at byte from. In
 * frames, position is where a frame or an FSYNC begins, in STP an ASYNC that a VERSION follows and
 * that lies in no message of the source, or 0; of several packets at from in STP, the first one is
 * next. RVT_ERR_PARAMETER: the form is HEX, or unaligned bits or blocks in frames do not allow it;
 * the others are those of rvt_input_seek.
 */
RVT_MUST_USE
enum rvt_status rvt_stream_seek(struct rvt_stream *stream, uint64_t position, uint64_t from,
                                struct rvt_diag *diag);

/* Reports to sink, from now on, rules that the carrier breaks without losing anything. For a
 * loss, rvt_stream_read returns RVT_ERR_SEQUENCE. Forms without a carrier report nothing. */
void rvt_stream_findings(struct rvt_stream *stream, rvt_finding_sink sink, void *context);

/* Takes the bytes of the file as they are read, before anything is found in them; no bytes: the
 * end. A status that is not RVT_OK ends the reading. */
typedef enum rvt_status (*rvt_stream_tap)(void *context, const uint8_t *data, size_t bytes);

/* Gives the bytes that are read from now on to tap, too. Packet lists have none. */
void rvt_stream_set_tap(struct rvt_stream *stream, rvt_stream_tap tap, void *context);

/* Frees; null is accepted. */
void rvt_stream_close(struct rvt_stream *stream);

/*
 * Reads the next item, null packets included; *end is true if there was none. Three kinds of
 * faults, with the position in diag. RVT_ERR_IO or RVT_ERR_SYNTAX: the file is unreadable; reading
 * is over. RVT_ERR_SEQUENCE: with framing indexed, the index of the packet at this position shows
 * that packets are missing before it; diag has their number and the number of bytes skipped,
 * and the next call reads the packet (AMB-150). Or the carrier lost something here, for the reason
 * and rule in diag. Any other status: the bytes at this position are no packet (a payload that is
 * too long, an incomplete or malformed packet; ENC clause in diag), and the next call goes on after
 * them. After a header that states no length, that is the first packet after a synchronisation
 * sequence (ENC-010, ENC-012).
 */
RVT_MUST_USE
enum rvt_status rvt_stream_read(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag);

/* How far reading is in the file itself (rvt_input_place): at least at the end of the items. */
uint64_t rvt_stream_place(const struct rvt_stream *stream);

/* For a stream that was read to its end and held no packet: true if its carrier had data of
 * others than the configured source, and diag says whose. */
bool rvt_stream_elsewhere(const struct rvt_stream *stream, struct rvt_diag *diag);

/* Why a packet is neither te_inst nor, with data trace, te_data of the traced source, or null:
 * "null", "other source", "other type"; static. */
const char *rvt_stream_foreign(const struct rvt_config *config, const struct rvt_stream_item *item);

#endif

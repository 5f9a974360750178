/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The encapsulated bytes of one trace source, out of the bytes of the carrier: the data of one ID
 * of formatter frames, or the bodies of the RAW messages of one master, channel and protocol of
 * SyS-T on STP. A push decoder: it is fed carrier bytes in pieces of any size, and calls back with
 * what they carry, what was lost, and which rules the carrier breaks, in stream order. The result
 * does not depend on how the bytes were cut into pieces. Spec: decision 0005.
 */
#ifndef RVT_TRANSPORT_CARRIER_CARRIER_DECODER_H
#define RVT_TRANSPORT_CARRIER_CARRIER_DECODER_H

#include "base/finding.h"
#include "base/params.h"
#include "stream/encap_reader.h"
#include "transport/frame/frame.h"
#include "transport/stp/stp_track.h"

enum rvt_carrier {
    RVT_CARRIER_NONE,
    RVT_CARRIER_FRAME,
    RVT_CARRIER_STP,
    RVT_CARRIER_RING /* none; the first bytes may be the end of a packet */
};

struct rvt_carrier_output {
    /*
     * Encapsulated bytes. The place of a byte is its offset in the carrier: of frames that of the
     * byte itself, of STP that of the packet that carries it. Returns RVT_OK, or a status that ends
     * the decoding.
     */
    enum rvt_status (*bytes)(void *context, const struct rvt_encap_piece *piece);
    /*
     * Between the bytes before and those after this call some may be missing, for the reason that
     * loss gives: in frames, an error (FRM) or bytes under no ID; in STP, nibbles that are no
     * packet, an error packet that concerns the channel, or a message of it that was not delivered.
     * Returns as above.
     */
    enum rvt_status (*lost)(void *context, const struct rvt_finding *loss);
    void *context;
};

/* What the carrier had so far for others than this source. */
struct rvt_carrier_others {
    uint64_t messages; /* RAW messages of another master, channel or protocol; of the first one: */
    uint16_t master, channel;
    uint8_t protocol;
    bool id[RVT_FRAME_ID_MAX + 1]; /* of frames: source IDs that had data */
};

struct rvt_carrier_decoder; /* opaque */

/*
 * Opens a decoder for the first byte of a carrier. transport (copied) gives the ID, or the master,
 * channel and protocol, of the source. sink (null: not reported) gets each rule that the carrier
 * breaks without losing bytes of the source. With RVT_CARRIER_NONE and RVT_CARRIER_RING the bytes
 * themselves are the encapsulated ones. RVT_ERR_MEMORY. The caller closes *decoder.
 */
RVT_MUST_USE
enum rvt_status rvt_carrier_decoder_open(enum rvt_carrier carrier,
                                         const struct rvt_transport_config *transport,
                                         const struct rvt_carrier_output *output,
                                         rvt_finding_sink sink, void *sink_context,
                                         struct rvt_carrier_decoder **decoder);

/* From here on, watch (null: nothing) also gets each event of STP, before what it completes. */
void rvt_carrier_decoder_watch(struct rvt_carrier_decoder *decoder, rvt_stp_event_sink watch,
                               void *context);

/*
 * In place of the first byte of the carrier, the byte that is pushed first has that position. In
 * frames, a frame or an FSYNC begins there; data and findings before byte from are dropped, and at
 * from the source has data, so that its ID is not needed before. In STP, an ASYNC begins there that
 * a VERSION follows and that lies in no message of the source; nothing is dropped.
 */
void rvt_carrier_decoder_enter(struct rvt_carrier_decoder *decoder, uint64_t position,
                               uint64_t from);

/* Frees; null is accepted. */
void rvt_carrier_decoder_close(struct rvt_carrier_decoder *decoder);

/* Returns to the state after open. Allocates nothing. */
void rvt_carrier_decoder_reset(struct rvt_carrier_decoder *decoder);

/* Takes carrier bytes. RVT_ERR_MEMORY; a status of a callback. After either the decoder is of no
 * more use. */
RVT_MUST_USE
enum rvt_status rvt_carrier_decoder_push(struct rvt_carrier_decoder *decoder, const uint8_t *data,
                                         size_t bytes);

/* What carries the carrier lost some of its bytes here: STP is looked for again from its next ASYNC
 * on. loss is reported as lost. Not for RVT_CARRIER_FRAME. Errors as those of
 * rvt_carrier_decoder_push. */
RVT_MUST_USE
enum rvt_status rvt_carrier_decoder_lose(struct rvt_carrier_decoder *decoder,
                                         const struct rvt_finding *loss);

/* Ends the carrier: reports what is incomplete. Errors as those of rvt_carrier_decoder_push. */
RVT_MUST_USE
enum rvt_status rvt_carrier_decoder_finish(struct rvt_carrier_decoder *decoder);

/* Carrier bytes taken so far. */
uint64_t rvt_carrier_decoder_position(const struct rvt_carrier_decoder *decoder);

/* Borrowed; lives as long as the decoder. */
const struct rvt_carrier_others *
rvt_carrier_decoder_others(const struct rvt_carrier_decoder *decoder);

#endif

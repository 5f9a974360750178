/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace decoder: from te_inst packets and a program to the instructions that retired and the
 * traps between them. Allocates nothing after open. Spec: E-Trace, "Decoder" (ETR-DEC-001..021).
 */
#ifndef RVT_DECODER_DECODER_H
#define RVT_DECODER_DECODER_H

#include "base/params.h"
#include "decoder/decoder_output.h"
#include "program/image.h"
#include "program/vectors.h"
#include "wire/packet.h"

struct rvt_decoder;          /* opaque */
struct rvt_packet_rules;     /* packet_rules.h */
struct rvt_packet_processor; /* packet_processor.h */

/*
 * Opens a decoder for one stream. config is copied; image is borrowed until close. rules: those of
 * the profile of config; null for v2.0. rvt_decoder_profile_open (draft/decoder_profile.h) chooses.
 * step_limit: instructions followed per packet, 0 for the default of 2^24. RVT_ERR_MEMORY;
 * RVT_ERR_PARAMETER: config is of the draft, and rules is null.
 */
RVT_MUST_USE
enum rvt_status rvt_decoder_open(const struct rvt_config *config,
                                 const struct rvt_packet_rules *rules, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder);

/* Frees the decoder. decoder may be null. */
void rvt_decoder_close(struct rvt_decoder *decoder);

/* The configuration with the options that the stream reported last: the next packet is to be read
 * with it. Borrowed until close. */
const struct rvt_config *rvt_decoder_config(const struct rvt_decoder *decoder);

/* Within a callback: the ordinal of the packet that caused it. */
uint64_t rvt_decoder_ordinal(const struct rvt_decoder *decoder);

/* Within a callback for a range: who executed it. Borrowed for the call. */
const struct rvt_executor *rvt_decoder_executor(const struct rvt_decoder *decoder);

/* The latest address that a packet reported: within an event that a report causes, its own. */
uint64_t rvt_decoder_address(const struct rvt_decoder *decoder);

/* For decoder_state.h: the processor; null while the decoder waits. Borrowed until close. */
const struct rvt_packet_processor *rvt_decoder_processor(const struct rvt_decoder *decoder);

/* Takes the addresses of trap handlers from source. Without this call they come from the
 * trap_vectors of the configuration. */
void rvt_decoder_set_vectors(struct rvt_decoder *decoder, rvt_vector_source source, void *context);

/* Buffers the steps of a path of a packet in so many entries, 1..4096; without this call 4096.
 * Fewer take more time, and change no output. */
void rvt_decoder_set_buffer(struct rvt_decoder *decoder, unsigned entries);

/*
 * Takes the next packet of the stream. Packets are numbered from 0, and so are the calls of
 * rvt_decoder_break. Errors (RVT_ERR_SEQUENCE, RVT_ERR_FLOW, RVT_ERR_NO_CODE, RVT_ERR_STEP_LIMIT,
 * RVT_ERR_RESERVED, RVT_ERR_PARAMETER) are recoverable: the decoder ignores all packets but support
 * packets until the next synchronisation packet, and resumes there (ETR-DEC-019). A packet with an
 * error reports nothing, except for the trap of an F3/1, and the path to a target that the image
 * does not hold. diag receives field, value and clause, and the ordinal of the packet as its
 * position.
 *
 * An F3/0 that contradicts the position is an error. It and up to 255 packets after it are
 * deferred, and reported if the next F3/0 confirms them. A packet whose successor decides what it
 * means is deferred until the successor comes (AMB-010, AMB-048, AMB-131). The call that takes the
 * successor then returns the error of the deferred packet, and has taken the successor all the
 * same.
 */
RVT_MUST_USE
enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag);

/* Reports a packet that was missing or unreadable. As after an error, the decoder waits for the
 * next synchronisation packet. RVT_WAIT, RVT_ERR_SINK: of a callback for deferred packets. */
enum rvt_status rvt_decoder_break(struct rvt_decoder *decoder);

/* Ends the stream: takes the deferred packets, and reports a loss that lasts to the end. Errors as
 * rvt_decoder_packet. */
RVT_MUST_USE
enum rvt_status rvt_decoder_finish(struct rvt_decoder *decoder, struct rvt_diag *diag);

/*
 * After RVT_WAIT, goes on with the call that returned it, and returns what that would have
 * returned; diag receives its diagnosis. RVT_WAIT: a callback asked for a pause again. Until then
 * the other calls return RVT_ERR_STATE and take nothing, and the image must not change. RVT_OK if
 * nothing waits.
 */
RVT_MUST_USE
enum rvt_status rvt_decoder_flush(struct rvt_decoder *decoder, struct rvt_diag *diag);

/* Returns to the state after open, with the vectors that were set; what waits is dropped. Allocates
 * nothing. Not within a callback. */
void rvt_decoder_reset(struct rvt_decoder *decoder);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Takes te_inst packets one by one and in order (process_te_inst in the specification's
 * pseudo-code): defers those whose successor decides what they mean, checks each against the
 * program, then reports it. Spec: E-Trace, "Decoder" (ETR-DEC-001, ETR-DEC-012, ETR-DEC-019).
 */
#ifndef RVT_DECODER_PACKET_PROCESSOR_H
#define RVT_DECODER_PACKET_PROCESSOR_H

#include "base/params.h"
#include "decoder/deferred_packets.h"
#include "decoder/loss_tracker.h"
#include "decoder/packet_rules.h"
#include "decoder/suspect_packets.h"

/* The packet that is decoded and not yet reported: which callbacks were called. */
struct rvt_decoding {
    enum rvt_decoding_stage {
        RVT_DECODING_LOSS,    /* none */
        RVT_DECODING_OUTPUT,  /* that of a loss, and those of the output up to buffer.next */
        RVT_DECODING_MEANING, /* all but that of its own meaning */
        RVT_DECODING_END
    } stage;
    enum rvt_status status; /* RVT_OK: the packet fits the program */
    enum rvt_place place_before;
    uint64_t address_before;
    uint32_t later; /* the entry of buffer.later to be reported next */
};

/* Deferred packets that are being decoded. */
struct rvt_releasing {
    struct rvt_deferred_packets deferred;
    const struct rvt_packet *successor; /* of the first, valid until that is decoded; null: none */
    unsigned next;
    bool decoded;          /* that one, but it is not reported */
    enum rvt_status first; /* error */
};

/* A packet that is being taken. */
struct rvt_taking {
    enum rvt_taking_stage {
        RVT_TAKING_NOTHING,
        RVT_TAKING_RELEASE, /* deferred packets come first */
        RVT_TAKING_OR_DEFERRING,
        RVT_TAKING_NOW,   /* it is not deferred */
        RVT_TAKING_REPORT /* it is decoded */
    } stage;
    const struct rvt_packet *packet;
    uint64_t ordinal;
    enum rvt_status first; /* error of the deferred packets */
};

struct rvt_packet_processor {
    struct rvt_config config;             /* with the options of the stream */
    struct rvt_options first_options;     /* those before the first packet */
    const struct rvt_packet_rules *rules; /* borrowed; null: those of v2.0 */
    struct rvt_decoder_output output;
    struct rvt_follower follower;
    bool strict;    /* without a position: packets that need one are errors, not ignored */
    bool repeating; /* this packet only repeats the address of the position (AMB-131) */
    struct rvt_deferred_packets deferred;
    uint64_t ordinal;   /* of the packet to come */
    uint64_t sync;      /* the packet after the latest that gave a position or ended one */
    uint64_t tentative; /* packet that reported the position, if that was inferred */
    struct rvt_loss_tracker losses;
    bool trying; /* a trial: nothing is reported, nor suspected */
    bool healed; /* trying: a jump led to a full address */
    /* A trial of suspects restores everything above. */
    struct rvt_suspects suspects;
    struct rvt_taking taking;
    struct rvt_releasing releasing;
    struct rvt_decoding decoding;
    struct rvt_path_replays replays;
    struct rvt_tables tables;
    struct rvt_output_buffer buffer;
};

/* Initialises a zeroed processor. Arguments as rvt_decoder_open. RVT_ERR_MEMORY. The caller calls
 * rvt_packet_processor_fini, after an error too. */
RVT_MUST_USE
enum rvt_status
rvt_packet_processor_init(struct rvt_packet_processor *processor, const struct rvt_config *config,
                          const struct rvt_packet_rules *rules, struct rvt_image *image,
                          const struct rvt_decoder_output *output, uint64_t step_limit);
void rvt_packet_processor_fini(struct rvt_packet_processor *processor);

/* Returns to the state before the first packet, with the vectors that were set. */
void rvt_packet_processor_reset(struct rvt_packet_processor *processor);

/* Takes the next packet of the stream, or defers it. packet is borrowed until it is taken. Errors
 * as rvt_decoder_packet; after RVT_WAIT, rvt_packet_processor_go_on. */
RVT_MUST_USE
enum rvt_status rvt_packet_processor_take(struct rvt_packet_processor *processor,
                                          const struct rvt_packet *packet, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_packet_processor_go_on(struct rvt_packet_processor *processor,
                                           struct rvt_diag *diag);

/* The packet that is being taken is now at copy. */
void rvt_packet_processor_keep(struct rvt_packet_processor *processor,
                               const struct rvt_packet *packet, const struct rvt_packet *copy);

/* Takes the deferred packets; no successor will come. One that cannot be decoded without is lost.
 * begin_flush begins, flush takes them, again after RVT_WAIT. Errors as rvt_decoder_packet. */
void rvt_packet_processor_begin_flush(struct rvt_packet_processor *processor);
RVT_MUST_USE
enum rvt_status rvt_packet_processor_flush(struct rvt_packet_processor *processor,
                                           struct rvt_diag *diag);

/* Gives up the position because of the packet of that ordinal: a loss begins or goes on.
 * contradiction: the fault may lie in an earlier packet. ETR-DEC-019. */
void rvt_packet_processor_lose_position(struct rvt_packet_processor *processor,
                                        enum rvt_status cause, uint64_t ordinal,
                                        bool contradiction);

#endif

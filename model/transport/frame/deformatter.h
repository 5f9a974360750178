/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter frames to the data of their sources, from bytes pushed in pieces of any size. Frames
 * follow each other in memory, or in a stream with synchronisation between and inside them. A
 * reader may enter a stream anywhere, and after damage it finds the frames again at the next FSYNC:
 * no undamaged frame holds ff ff ff 7f at any place. Spec: FRM-001..015.
 */
#ifndef RVT_TRANSPORT_FRAME_DEFORMATTER_H
#define RVT_TRANSPORT_FRAME_DEFORMATTER_H

#include "base/finding.h"
#include "transport/frame/frame.h"

struct rvt_deformatter_config {
    bool streaming;     /* FSYNC and HSYNC occur; else frames begin at multiples of 16 bytes */
    bool in_place;      /* streaming: a frame begins at the first byte; else after an FSYNC */
    bool hsync;         /* streaming: HSYNC may occur; else it is a finding and left out */
    bool reset_on_four; /* four FSYNC in a row, or a frame made of them, forget the ID (FRM-010) */
};

/* Memory-aligned frames with resets; or a stream with HSYNC and no resets. */
void rvt_deformatter_defaults(struct rvt_deformatter_config *config, bool streaming);

/* The parts of a stream: every byte of it is in exactly one event. */
enum rvt_frame_event_kind {
    RVT_FRAME_EVENT_FRAME, /* 16 bytes */
    RVT_FRAME_EVENT_FSYNC,
    RVT_FRAME_EVENT_HSYNC, /* between frames; the positions of a frame show those inside it */
    RVT_FRAME_EVENT_CUT,   /* the beginning of an incomplete frame */
    RVT_FRAME_EVENT_SKIP,  /* bytes that belong to no frame */
};

struct rvt_frame_event {
    enum rvt_frame_event_kind kind;
    uint64_t position, end; /* of its first byte; after its last */
    const uint8_t *data;    /* its bytes without HSYNC; borrowed for the call */
    size_t bytes;
    /* FRAME, CUT: the position of each halfword; the last one may be half. */
    uint64_t halfword[RVT_FRAME_BYTES / 2];
};

struct rvt_deformatter_output {
    /* Receives data; batch is borrowed for the call. Null: not reported. */
    void (*data)(void *context, const struct rvt_frame_batch *batch);
    /* Receives every part of the stream, before the data of the frame. Null: not reported. */
    void (*event)(void *context, const struct rvt_frame_event *event);
    rvt_finding_sink finding; /* null: not reported */
    void *context;
};

struct rvt_deformatter_counts {
    uint64_t frames, fsyncs, hsyncs, resets;
    uint64_t passed;                  /* bytes before the first FSYNC, or of incomplete frames */
    uint64_t data[RVT_FRAME_CLASSES]; /* data bytes by class of their ID */
};

/* In the caller's storage; only counts is for the caller. */
struct rvt_deformatter {
    struct rvt_deformatter_config config;
    struct rvt_deformatter_output output;
    struct rvt_deformatter_counts counts;
    uint64_t position;                              /* bytes pushed */
    bool hunting;                                   /* no FSYNC was found yet */
    bool unknown_reported;                          /* FRM-005 was reported for the present data */
    unsigned fills;                                 /* bytes ff in a row, up to 3 */
    unsigned row;                                   /* FSYNC in a row, up to 4 */
    unsigned count;                                 /* bytes in raw */
    uint8_t raw[RVT_FRAME_BYTES + RVT_FSYNC_BYTES]; /* of the frame in progress */
    uint64_t halfword[RVT_FRAME_BYTES / 2];
    struct rvt_frame_batch batch;
};

/* Prepares for the first byte of a stream. */
void rvt_deformatter_init(struct rvt_deformatter *deformatter,
                          const struct rvt_deformatter_config *config,
                          const struct rvt_deformatter_output *output);

/* In place of the first byte of a stream, the next byte has that position, and a frame or an FSYNC
 * begins there; id: the ID of its data until the frame has another. */
void rvt_deformatter_enter(struct rvt_deformatter *deformatter, uint64_t position, unsigned id);

/* Where the next frame begins, or the incomplete one, and the ID of its first data. Not found yet,
 * it begins after an FSYNC, none of which lies before that position. */
uint64_t rvt_deformatter_place(const struct rvt_deformatter *deformatter, unsigned *id);

/* Takes bytes of the stream and reports all data of the frames that they complete. */
void rvt_deformatter_push(struct rvt_deformatter *deformatter, const uint8_t *data, size_t bytes);

/* Ends the stream: reports an incomplete frame. */
void rvt_deformatter_finish(struct rvt_deformatter *deformatter);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter frames to the data of their sources, from bytes pushed in pieces of any size. Frames
 * stand one behind the other in memory, or in a stream with synchronisation between and inside
 * them, which is entered anywhere and found again after damage at the next FSYNC: no frame without
 * damage holds ff ff ff 7f, at any place. Spec: FRM-001..015.
 */
#ifndef RVT_TRANSPORT_FRAME_DEFORMATTER_H
#define RVT_TRANSPORT_FRAME_DEFORMATTER_H

#include "base/finding.h"
#include "transport/frame/frame.h"

struct rvt_deformatter_config {
    bool streaming; /* FSYNC and HSYNC occur; else frames stand at multiples of 16 bytes */
    bool in_place; /* streaming: the first byte begins a frame; else all up to an FSYNC is passed */
    bool hsync;    /* streaming: HSYNC may occur; where not, it is a finding and left out */
    bool reset_on_four; /* four FSYNC in a row, or a frame made of them, forget the ID (FRM-010) */
};

/* Memory-aligned frames with resets; or a stream with HSYNC and no resets. */
void rvt_deformatter_defaults(struct rvt_deformatter_config *config, bool streaming);

/* What the stream is made of: every byte of it is in one event. */
enum rvt_frame_event_kind {
    RVT_FRAME_EVENT_FRAME, /* 16 bytes */
    RVT_FRAME_EVENT_FSYNC,
    RVT_FRAME_EVENT_HSYNC, /* between frames; those inside show in the positions */
    RVT_FRAME_EVENT_CUT,   /* the beginning of a frame that is not completed */
    RVT_FRAME_EVENT_SKIP,  /* bytes that belong to no frame */
};

struct rvt_frame_event {
    enum rvt_frame_event_kind kind;
    uint64_t position, end; /* of its first byte; behind its last */
    const uint8_t *data;    /* its bytes without HSYNC; borrowed for the call */
    size_t bytes;
    uint64_t halfword[RVT_FRAME_BYTES / 2]; /* FRAME, CUT: where each (also half) halfword is */
};

struct rvt_deformatter_output {
    /* Told of data; batch is borrowed for the call. Null: not told. */
    void (*data)(void *context, const struct rvt_frame_batch *batch);
    /* Told of all that the stream is made of, the data of a frame after it. Null: not told. */
    void (*event)(void *context, const struct rvt_frame_event *event);
    rvt_finding_sink finding; /* null: not told */
    void *context;
};

struct rvt_deformatter_counts {
    uint64_t frames, fsyncs, hsyncs, resets;
    uint64_t passed; /* bytes in front of the first FSYNC, or of frames that are not completed */
    uint64_t data[RVT_FRAME_CLASSES]; /* data bytes by class of their ID */
};

/* In the caller's storage; nothing of it is for the caller but counts. */
struct rvt_deformatter {
    struct rvt_deformatter_config config;
    struct rvt_deformatter_output output;
    struct rvt_deformatter_counts counts;
    uint64_t position;                              /* bytes pushed */
    bool hunting;                                   /* no FSYNC was found yet */
    bool told_unknown;                              /* FRM-005 was told of the data at hand */
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

/* Takes bytes of the stream; all data of complete frames are told before it returns. */
void rvt_deformatter_push(struct rvt_deformatter *deformatter, const uint8_t *data, size_t bytes);

/* Ends the stream: tells of a frame that is not complete. */
void rvt_deformatter_finish(struct rvt_deformatter *deformatter);

#endif

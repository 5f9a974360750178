/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data of several sources to formatter frames. An ID that changes at an even place of the frame
 * takes effect at once. After an even place, the new ID takes that place, and the byte that was due
 * there follows it: a delayed ID. Spec: FRM-001..010.
 */
#ifndef RVT_TRANSPORT_FRAME_FORMATTER_H
#define RVT_TRANSPORT_FRAME_FORMATTER_H

#include "transport/frame/frame.h"

/* All zero: frames for memory, an ID where it changes. */
struct rvt_formatter_config {
    unsigned fsync_frames;    /* FSYNC before the first frame and after this many frames; 0: none */
    unsigned hsync_halfwords; /* HSYNC after this many halfwords of frames; 0: none */
    unsigned id_frames;  /* repeat the ID in a frame after this many without one; 0: only changes */
    bool id_after_fsync; /* repeat the ID in the frame after an FSYNC */
    bool no_delay; /* send the current ID again and then the new one instead of a delayed ID */
    bool at_once;  /* the sink gets each byte once it is known, not with its whole frame */
};

/* In the caller's storage; every member is private. */
struct rvt_formatter {
    struct rvt_formatter_config config;
    void (*sink)(void *context, const uint8_t *data, size_t bytes);
    void *context;
    unsigned id;                /* of the next slot; RVT_FRAME_ID_NONE: none was sent */
    bool waiting;               /* byte is held back until the next one shows where it goes */
    uint8_t byte;               /* that byte */
    unsigned plain;             /* frames without ID in a row */
    bool has_id;                /* the frame in progress has an ID */
    uint64_t frames, halfwords; /* written */
    unsigned slots;             /* of frame that are filled */
    unsigned given;             /* bytes of frame passed to the sink */
    struct rvt_frame frame;
};

/* Prepares for the first byte. sink gets frames and synchronisation; its data are borrowed. */
void rvt_formatter_init(struct rvt_formatter *formatter, const struct rvt_formatter_config *config,
                        void (*sink)(void *context, const uint8_t *data, size_t bytes),
                        void *context);

/* Takes data of the source with that ID. RVT_ERR_PARAMETER, and nothing is taken, for an ID that
 * no source may have: 0x70 and above, except the trigger (FRM-007). Readers drop data of ID 0. */
RVT_MUST_USE
enum rvt_status rvt_formatter_write(struct rvt_formatter *formatter, unsigned id,
                                    const uint8_t *data, size_t bytes, struct rvt_diag *diag);

/* Sends a trigger with its byte. */
void rvt_formatter_trigger(struct rvt_formatter *formatter, uint8_t byte);

/* Completes the frame in progress, if there is one, with zeros of ID 0. */
void rvt_formatter_flush(struct rvt_formatter *formatter);

/* Flushes, and writes the four FSYNC that make readers forget the current ID (FRM-010). */
void rvt_formatter_reset(struct rvt_formatter *formatter);

/* Flushes, and sends bytes unchanged; the current ID is unknown after them. */
void rvt_formatter_literal(struct rvt_formatter *formatter, const uint8_t *data, size_t bytes);

#endif

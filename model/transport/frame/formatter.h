/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data of several sources to formatter frames. An ID takes effect at once where the change
 * falls on an even place of the frame; where it falls behind an even place, the ID takes that place
 * and the byte that was due there follows it, delayed. Spec: FRM-001..010.
 */
#ifndef RVT_TRANSPORT_FRAME_FORMATTER_H
#define RVT_TRANSPORT_FRAME_FORMATTER_H

#include "transport/frame/frame.h"

/* All zero: frames for memory, an ID where it changes. */
struct rvt_formatter_config {
    unsigned fsync_frames;    /* FSYNC before the first frame and after so many; 0: none */
    unsigned hsync_halfwords; /* HSYNC after so many halfwords of frames; 0: none */
    unsigned id_frames; /* the ID again when a frame begins and so many had none; 0: only changes */
    bool id_after_fsync; /* the ID again in the frame behind an FSYNC */
    bool no_delay;       /* instead of a delayed ID, the current ID again and then the new one */
    bool at_once;        /* the sink gets each byte when it is known, not with its whole frame */
};

/* In the caller's storage; nothing of it is for the caller. */
struct rvt_formatter {
    struct rvt_formatter_config config;
    void (*sink)(void *context, const uint8_t *data, size_t bytes);
    void *context;
    unsigned id;                /* that holds for the next slot; RVT_FRAME_ID_NONE: none was sent */
    bool waiting;               /* a byte for an even place that waits for what follows it */
    uint8_t byte;               /* that byte */
    unsigned plain;             /* frames without ID in a row */
    bool has_id;                /* the frame in progress has an ID */
    uint64_t frames, halfwords; /* written */
    unsigned slots;             /* of frame that are filled */
    unsigned given;             /* bytes of frame that the sink has */
    struct rvt_frame frame;
};

/* Prepares for the first byte. sink gets frames and synchronisation; its data are borrowed. */
void rvt_formatter_init(struct rvt_formatter *formatter, const struct rvt_formatter_config *config,
                        void (*sink)(void *context, const uint8_t *data, size_t bytes),
                        void *context);

/*
 * Takes data of the source with that ID. RVT_ERR_PARAMETER, and nothing is taken, for an ID that no
 * source may have: 0x70 or more but the trigger's (FRM-007). ID 0 is data that readers drop.
 */
RVT_MUST_USE
enum rvt_status rvt_formatter_write(struct rvt_formatter *formatter, unsigned id,
                                    const uint8_t *data, size_t bytes, struct rvt_diag *diag);

/* A trigger, with the byte that goes with it. */
void rvt_formatter_trigger(struct rvt_formatter *formatter, uint8_t byte);

/* Completes the frame in progress, if there is one, with zeros of ID 0. */
void rvt_formatter_flush(struct rvt_formatter *formatter);

/* Flushes, and writes the four FSYNC that make readers forget the ID (FRM-010). */
void rvt_formatter_reset(struct rvt_formatter *formatter);

/* Flushes, and sends bytes as they stand; which ID holds behind them is not known. */
void rvt_formatter_literal(struct rvt_formatter *formatter, const uint8_t *data, size_t bytes);

#endif

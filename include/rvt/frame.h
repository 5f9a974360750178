/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter frames (CoreSight, also MIPI TWP): 16 bytes that carry the data of several sources. A
 * receiver takes bytes in pieces of any size and gives the data of each source; a sender makes
 * frames. Spec: FRM-001..015.
 */
#ifndef RVT_FRAME_H
#define RVT_FRAME_H

#include <rvt/finding.h>

/* Input structure; callbacks may be null. */
struct rvt_frame_callbacks {
    size_t size;
    void *context;
    /* Data of the source with that ID: 0 null, 1..0x6f sources, 0x7d triggers, 0x80 data before any
     * ID. position[i] is the byte of the stream that holds data[i]. Borrowed for the call. */
    void (*data)(void *context, unsigned id, const uint8_t *data, const uint64_t *position,
                 size_t bytes);
    rvt_finding_callback finding;
};

/* Input structure. All 0: frames for memory, an ID where it changes. */
struct rvt_frame_options {
    size_t size;
    unsigned fsync_frames; /* FSYNC before the first frame and after so many; 0: none (FRM-008) */
    unsigned hsync_halfwords; /* HSYNC after so many half-words of frames; 0: none (FRM-009) */
    unsigned id_frames;       /* the ID again after so many frames without; 0: only changes */
    bool id_after_fsync;      /* the ID again in the frame after an FSYNC */
    bool no_delay;            /* no delayed IDs: the current ID again, and then the new one */
};

struct rvt_frame_receiver; /* opaque */
struct rvt_frame_sender;   /* opaque */

RVT_BEGIN_C

/*
 * Opens a receiver. streaming: frames with FSYNC and HSYNC between and inside them, entered
 * anywhere and found again after damage; otherwise frames at multiples of 16 bytes, as in memory.
 * The caller owns *receiver. RVT_ERR_PARAMETER: null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_frame_receiver_open(bool streaming, const struct rvt_frame_callbacks *callbacks,
                        struct rvt_frame_receiver **receiver);

/* Takes the next bytes; all data of frames that are complete are given before it returns. */
RVT_API void rvt_frame_receiver_push(struct rvt_frame_receiver *receiver, const uint8_t *data,
                                     size_t bytes);

/* Ends the stream: reports a frame that is not complete. */
RVT_API void rvt_frame_receiver_finish(struct rvt_frame_receiver *receiver);

/* Closes and frees; null is accepted. */
RVT_API void rvt_frame_receiver_close(struct rvt_frame_receiver *receiver);

/* Opens a sender; options may be null. bytes(context, ...) takes frames and synchronisation. The
 * caller owns *sender. RVT_ERR_PARAMETER: bytes or sender is null, or a wrong size;
 * RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_frame_sender_open(const struct rvt_frame_options *options,
                      void (*bytes)(void *context, const uint8_t *data, size_t bytes),
                      void *context, struct rvt_frame_sender **sender);

/* Takes data of the source with that ID. RVT_ERR_PARAMETER: an ID that no source may have, 0x70 or
 * more but for the trigger's 0x7d (FRM-007); nothing was taken. */
RVT_API RVT_MUST_USE enum rvt_status rvt_frame_sender_write(struct rvt_frame_sender *sender,
                                                            unsigned id, const uint8_t *data,
                                                            size_t bytes);

/* Completes the frame in progress, if there is one, with zeros of ID 0. */
RVT_API void rvt_frame_sender_flush(struct rvt_frame_sender *sender);

/* Closes and frees, without flushing; null is accepted. */
RVT_API void rvt_frame_sender_close(struct rvt_frame_sender *sender);

RVT_END_C

#endif

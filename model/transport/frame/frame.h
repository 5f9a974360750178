/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One frame of the trace formatter (CoreSight, also MIPI TWP): 16 bytes that carry 15 slots and an
 * auxiliary byte. The slots at even places hold a data byte or a new ID, those at odd places data.
 * Any 16 bytes are a frame. Spec: FRM-001..004, FRM-007.
 */
#ifndef RVT_TRANSPORT_FRAME_FRAME_H
#define RVT_TRANSPORT_FRAME_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* RVT_FRAME_IDS: the most IDs in a frame. */
enum { RVT_FRAME_BYTES = 16, RVT_FRAME_SLOTS = 15, RVT_FRAME_IDS = 8 };

/* Synchronisation, in stream order: FSYNC ff ff ff 7f between frames, HSYNC ff 7f between the
 * halfwords of a frame or between frames. */
enum {
    RVT_FSYNC_BYTES = 4,
    RVT_HSYNC_BYTES = 2,
    RVT_SYNC_FILL = 0xff, /* all bytes but the last */
    RVT_SYNC_END = 0x7f,  /* the last */
};

/* IDs of 7 bits. Sources have 0x01..0x6f. */
enum {
    RVT_FRAME_ID_NULL = 0x00,       /* padding */
    RVT_FRAME_ID_SOURCE_MAX = 0x6f, /* above: reserved, except the trigger */
    RVT_FRAME_ID_TRIGGER = 0x7d,    /* a trigger for each byte of data */
    RVT_FRAME_ID_FORBIDDEN = 0x7f,  /* never in a frame: its byte is that of synchronisation */
    RVT_FRAME_ID_MAX = 0x7f,
    RVT_FRAME_ID_NONE = 0x80, /* not on the wire: no ID was seen yet */
};

enum rvt_frame_id_class {
    RVT_FRAME_CLASS_NULL,
    RVT_FRAME_CLASS_SOURCE,
    RVT_FRAME_CLASS_TRIGGER,
    RVT_FRAME_CLASS_RESERVED,
    RVT_FRAME_CLASS_UNKNOWN, /* RVT_FRAME_ID_NONE */
    RVT_FRAME_CLASSES
};

enum rvt_frame_id_class rvt_frame_id_class(unsigned id);

/* ---- slots: every bit of a frame, to print or to make frames ---- */

enum rvt_frame_slot_kind {
    RVT_FRAME_DATA,
    RVT_FRAME_ID,         /* from the next byte on; at slot 14: from the next frame on */
    RVT_FRAME_ID_DELAYED, /* the next byte still belongs to the ID before; not at slot 14 */
};

struct rvt_frame {
    struct {
        enum rvt_frame_slot_kind kind;
        uint8_t value; /* a byte, or an ID of 7 bits */
    } slot[RVT_FRAME_SLOTS];
};

/* Reads the frame of RVT_FRAME_BYTES bytes. A delayed ID at slot 14 is read, too, though no
 * formatter may send it (FRM-004). */
void rvt_frame_read(const uint8_t *bytes, struct rvt_frame *frame);

/*
 * Writes frame to RVT_FRAME_BYTES bytes. RVT_ERR_PARAMETER for an ID at an odd slot (FRM-003);
 * RVT_ERR_CAPACITY for an ID of more than 7 bits; diag gets the slot as position. On failure bytes
 * are unset.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_write(const struct rvt_frame *frame, uint8_t *bytes,
                                struct rvt_diag *diag);

/* ---- runs: the data of many frames, for speed ---- */

enum {
    RVT_FRAME_BATCH_FRAMES = 64,
    RVT_FRAME_BATCH_BYTES = RVT_FRAME_BATCH_FRAMES * RVT_FRAME_SLOTS,
    RVT_FRAME_BATCH_RUNS = RVT_FRAME_BATCH_FRAMES * RVT_FRAME_IDS + 1,
};

struct rvt_frame_run {
    uint16_t first; /* index of its first byte */
    uint8_t id;     /* RVT_FRAME_ID_NONE: before any ID */
};

/*
 * Data bytes in stream order, each with its position in the stream. For a byte whose low bit is in
 * the auxiliary byte, that is the position of the other seven bits (FRM-012). Run r holds the bytes
 * from run[r].first up to run[r + 1].first, or up to bytes for the last run; it may be empty.
 */
struct rvt_frame_batch {
    size_t bytes, runs;                      /* runs >= 1 */
    uint8_t data[RVT_FRAME_BATCH_BYTES + 1]; /* the last element of each is scratch */
    uint64_t position[RVT_FRAME_BATCH_BYTES + 1];
    struct rvt_frame_run run[RVT_FRAME_BATCH_RUNS + 1];
};

/* Eight bytes of a frame, the first one lowest. */
static inline uint64_t rvt_frame_word(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* Empties batch; the next data belongs to id. */
void rvt_frame_batch_start(struct rvt_frame_batch *batch, unsigned id);

/* The bytes of run (below runs). */
static inline size_t rvt_frame_run_bytes(const struct rvt_frame_batch *batch, size_t run)
{
    return (run + 1 < batch->runs ? batch->run[run + 1].first : batch->bytes) -
           batch->run[run].first;
}

/* Whether batch has room for the bytes and runs of another frame. */
static inline bool rvt_frame_batch_has_room(const struct rvt_frame_batch *batch)
{
    return batch->bytes + RVT_FRAME_SLOTS <= RVT_FRAME_BATCH_BYTES &&
           batch->runs + RVT_FRAME_IDS <= RVT_FRAME_BATCH_RUNS;
}

/* The current ID after the last byte of batch. */
static inline unsigned rvt_frame_batch_id(const struct rvt_frame_batch *batch)
{
    return batch->run[batch->runs - 1].id;
}

/* Whether an even byte of the frame at bytes is ff: synchronisation, or the forbidden ID. */
static inline bool rvt_frame_has_fill(const uint8_t *bytes)
{
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff), one = UINT64_C(0x0001000100010001);
    uint64_t low = (~rvt_frame_word(bytes) & even) - one;
    uint64_t high = (~rvt_frame_word(bytes + 8) & even) - one;

    return ((low | high) & one << 15) != 0;
}

/*
 * Appends the data of the frame at bytes (RVT_FRAME_BYTES), whose first byte is at position; batch
 * must have room for it. True if a checker needs to look at the frame: it has a reserved ID, an ID
 * equal to the current one, or a delayed ID at slot 14.
 */
bool rvt_frame_unpack(const uint8_t *bytes, uint64_t position, struct rvt_frame_batch *batch);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * All positions in what retired where the trace may be. One, as long as a decoder follows it from
 * the start. A decoder that begins within the trace may be at several, until what it reports next
 * leaves one.
 */
#ifndef RVT_LOCKSTEP_RETIREMENT_RETIREMENT_POSITIONS_H
#define RVT_LOCKSTEP_RETIREMENT_RETIREMENT_POSITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/retirement/retirement.h"
#include "lockstep/retirement/retirement_reader.h"

/* More are too many to tell. */
enum { RVT_RETIREMENT_POSITIONS_MAX = 256 };

/* In the caller's storage; members may be read. */
struct rvt_retirement_positions {
    struct rvt_retirement_reader reader[RVT_RETIREMENT_POSITIONS_MAX];
    unsigned count; /* at least 1 */
};

/* One position: entry 0 of a queue. */
void rvt_retirement_positions_init(struct rvt_retirement_positions *positions);

/*
 * A decoder that begins within the trace reports this first: positions become all those up to cycle
 * where it can. Returns how many there are; if there are none, or more than
 * RVT_RETIREMENT_POSITIONS_MAX, the only position is the oldest entry of queue.
 */
unsigned rvt_retirement_positions_find(struct rvt_retirement_positions *positions,
                                       const struct rvt_retirement_queue *queue, uint64_t cycle,
                                       const struct rvt_retirement *reported);

/* The oldest position; borrowed until the next call. The caller may seek with it before keep. */
struct rvt_retirement_reader *
rvt_retirement_positions_oldest(struct rvt_retirement_positions *positions);

/* Only reader, one of positions, is left, as that of a decoder that begins there. */
void rvt_retirement_positions_keep(struct rvt_retirement_positions *positions,
                                   const struct rvt_retirement_reader *reader);

/*
 * Takes a report (rvt_retirement_reader_take): the positions that agree go on, the others are
 * dropped. False: none agrees, the first reader is at the entry that contradicts it, and *taken is
 * the number of bytes of code that agreed there before that; *taken is undefined otherwise.
 */
bool rvt_retirement_positions_take(struct rvt_retirement_positions *positions,
                                   const struct rvt_retirement_queue *queue,
                                   const struct rvt_retirement *reported, uint64_t *taken);

/* Drops the entries of queue that precede all positions. */
void rvt_retirement_positions_release(struct rvt_retirement_positions *positions,
                                      struct rvt_retirement_queue *queue);

/*
 * For the end of a run, with enabled as for rvt_retirement_reader_overdue: the latest reader, at
 * its first overdue entry, if an entry is overdue at every position; null otherwise. Borrowed.
 */
const struct rvt_retirement_reader *
rvt_retirement_positions_overdue(struct rvt_retirement_positions *positions,
                                 const struct rvt_retirement_queue *queue, bool enabled);

#endif

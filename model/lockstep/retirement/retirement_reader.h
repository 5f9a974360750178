/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A position in what retired: everything before it was reported by the trace, or need not be. A
 * reader takes the reports of a decoder one after the other, as long as they are what retired.
 */
#ifndef RVT_LOCKSTEP_RETIREMENT_RETIREMENT_READER_H
#define RVT_LOCKSTEP_RETIREMENT_RETIREMENT_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/retirement/retirement.h"

struct rvt_retirement_reader {
    uint64_t number;    /* next entry of the queue; its tail: none */
    uint64_t offset;    /* code: bytes of that entry that were reported */
    uint64_t traps_end; /* one more than the number of the latest trap that was reported; 0: none */
    uint64_t end;       /* address after the instruction reported last, if end_known */
    bool end_known;     /* something was reported since the latest loss */
    bool lost_last;     /* the latest report was a loss */
    unsigned spare_losses; /* optional losses that were passed since the latest other report */
};

/*
 * Takes a report: code (address and bytes), trap, end of tracing or loss. Optional entries before
 * it are passed. False: it is not what retired, the reader is at the entry that contradicts it, and
 * *taken is the number of bytes of code that agreed before that.
 *
 * Nothing before a loss needs to be reported, and a gap may be reported more than once. An epc that
 * one side does not know is not compared. A trap that was reported before an end of tracing is not
 * found again after it. How often the hart went round a loop of direct jumps without branches
 * cannot be reported, so whole iterations may be missing. Spec: ETR-ALG-009, ETR-ALG-025,
 * ETR-DEC-020, AMB-036.
 */
bool rvt_retirement_reader_take(const struct rvt_retirement_queue *queue,
                                struct rvt_retirement_reader *reader,
                                const struct rvt_retirement *reported, uint64_t *taken);

/* The next entry without what was reported of it, in the caller's storage; null: there is none. */
const struct rvt_retirement *rvt_retirement_reader_next(const struct rvt_retirement_queue *queue,
                                                        const struct rvt_retirement_reader *reader,
                                                        struct rvt_retirement *storage);

/*
 * Sets reader to the instruction at address that retired in a block of the row of cycle. A row may
 * retire an address once in each block. trap: sets it to a trap directly before the instruction, if
 * there is one. False: there is no such instruction, and reader is unchanged.
 */
bool rvt_retirement_reader_seek(const struct rvt_retirement_queue *queue,
                                struct rvt_retirement_reader *reader, uint64_t cycle, uint8_t block,
                                uint64_t address, bool trap);

/* Sets reader to the next entry of kind; to the end of the queue if there is none. */
void rvt_retirement_reader_seek_kind(const struct rvt_retirement_queue *queue,
                                     struct rvt_retirement_reader *reader,
                                     enum rvt_retirement_kind kind);

/*
 * All places up to cycle where a decoder that begins within the trace can make this report first:
 * fills reader with at most max of them, newest first, and returns how many there are. end_known is
 * false in each.
 */
unsigned rvt_retirement_reader_candidates(const struct rvt_retirement_queue *queue, uint64_t cycle,
                                          const struct rvt_retirement *reported,
                                          struct rvt_retirement_reader *reader, unsigned max);

/*
 * For the end of a run. enabled: the encoder is still enabled, and must have reported an end of
 * tracing, a trap or a loss that something followed, and instructions once more than 31 branches
 * and jumps are unreported; otherwise it must have reported all but optional entries. True: an
 * entry is overdue, and reader is at the first.
 */
bool rvt_retirement_reader_overdue(const struct rvt_retirement_queue *queue,
                                   struct rvt_retirement_reader *reader, bool enabled);

#endif

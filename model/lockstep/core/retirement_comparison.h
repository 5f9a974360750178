/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Compares what a decoder reports with the queue of what retired: instructions, traps, ends and
 * losses, in order. A difference becomes a finding. Spec: ETR-DEC-001, ETR-ALG-022, ETR-SUP-002,
 * ETR-SUP-003.
 */
#ifndef RVT_LOCKSTEP_CORE_RETIREMENT_COMPARISON_H
#define RVT_LOCKSTEP_CORE_RETIREMENT_COMPARISON_H

#include "decoder/decoder_output.h"

#include "lockstep/core/retirement.h"
#include "lockstep/mismatch_log.h"

/* In the caller's storage, at first zero but for the two pointers. The caller sets cycle and packet
 * before each packet; the rest may be read. */
struct rvt_retirement_comparison {
    struct rvt_retirement_queue *queue; /* borrowed */
    struct rvt_mismatch_log *findings;  /* borrowed */
    uint64_t cycle, packet;             /* of the packet that is being decoded: cycle and number */
    bool lost_last;                     /* the latest report was a loss */
    unsigned spare_losses;    /* optional losses struck off since the latest other report */
    uint64_t last, last_size; /* latest instruction reported; size 0: none since a loss */
    uint64_t compared_bytes;  /* bytes of instructions that were reported and had retired */
};

/* The callbacks of a decoder whose reports are compared; they never stop it. comparison is borrowed
 * until the decoder is closed. */
struct rvt_decoder_output
rvt_retirement_comparison_output(struct rvt_retirement_comparison *comparison);

/* Another decoder starts elsewhere: no instruction was reported before. */
void rvt_retirement_comparison_restart(struct rvt_retirement_comparison *comparison);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the packets of draft 0.026 mean to a decoder. The draft's commit has no decoder text; the
 * rules are derived from what its encoder does (DRD-001..006). Behind the interface of decoder.h.
 */
#ifndef RVT_FLOW_DRAFT_FOLLOW_H
#define RVT_FLOW_DRAFT_FOLLOW_H

#include "flow/draft_walk.h"

struct rvt_draft_follow {
    const struct rvt_config *config; /* borrowed */
    struct rvt_decoder_output output;
    struct rvt_draft_walk walk;
    struct rvt_options options; /* in force, as the latest support packet told */
    bool placed;                /* walk.pc is the last instruction known to have retired */
    bool strict;                /* not placed: packets that need a place are errors, not ignored */
    bool gap;                   /* the next place is one after a gap */
    bool inferred;              /* the place may be the arrival before the one reported (DRD-003) */
    bool counted;     /* the latest packet was a count, and led to the branch at walk.pc */
    bool started;     /* a sync packet was seen since the latest support packet */
    uint64_t base;    /* last address reported */
    uint64_t context; /* as last told */
    uint8_t privilege;
};

/* Opens, knowing nothing. config, image are borrowed. RVT_ERR_MEMORY. rvt_draft_follow_close frees
 * the tables; a zeroed struct may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_draft_follow_open(struct rvt_draft_follow *follow,
                                      const struct rvt_config *config, struct rvt_image *image,
                                      const struct rvt_decoder_output *output, uint64_t step_limit);
void rvt_draft_follow_close(struct rvt_draft_follow *follow);

/* Takes the next packet; as rvt_decoder_packet. */
RVT_MUST_USE
enum rvt_status rvt_draft_follow_packet(struct rvt_draft_follow *follow,
                                        const struct rvt_packet *packet, struct rvt_diag *diag);

/* As rvt_decoder_break. */
void rvt_draft_follow_break(struct rvt_draft_follow *follow);

#endif

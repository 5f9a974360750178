/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a decode tree still has to do: runs of data, losses and the end, in the order of the
 * capture. A frame makes a few of them; while the sink pauses they wait here.
 */
#ifndef RVT_ELEMENT_TREE_WORK_H
#define RVT_ELEMENT_TREE_WORK_H

#include "base/finding.h"
#include "transport/frame/frame.h"

enum {
    RVT_TREE_WORK_MAX = 64,  /* of one frame: its runs and findings, with room to spare */
    RVT_TREE_CHUNK_MAX = 256 /* bytes of a capture without frames, taken at once: the packets of STP
                                that end in them fit into the queue of elements */
};

enum rvt_tree_work_kind { RVT_TREE_WORK_DATA, RVT_TREE_WORK_LOSS, RVT_TREE_WORK_END };

struct rvt_tree_work {
    enum rvt_tree_work_kind kind;
    unsigned id;         /* DATA: of the frames */
    size_t first, count; /* DATA: bytes */
    struct rvt_finding loss;
};

/* Zeroed: nothing to do. */
struct rvt_tree_works {
    struct rvt_tree_work work[RVT_TREE_WORK_MAX];
    size_t first, count;
    uint8_t data[RVT_TREE_CHUNK_MAX];
    uint64_t position[RVT_TREE_CHUNK_MAX]; /* of frames: of each byte */
    size_t bytes;
    bool overflow; /* there was more than fits */
};

/* Forgets everything. */
void rvt_tree_works_clear(struct rvt_tree_works *works);

/* The work in progress, or null: nothing is left to do. */
const struct rvt_tree_work *rvt_tree_works_first(const struct rvt_tree_works *works);

/* The work in progress is done. */
void rvt_tree_works_next(struct rvt_tree_works *works);

/* Adds data under an ID; position may be null. */
void rvt_tree_works_data(struct rvt_tree_works *works, unsigned id, const uint8_t *data,
                         const uint64_t *position, size_t count);

/* Adds a loss, or the end. */
void rvt_tree_works_loss(struct rvt_tree_works *works, const struct rvt_finding *loss);
void rvt_tree_works_end(struct rvt_tree_works *works);

#endif

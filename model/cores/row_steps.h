/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the rows of the ingress port show, instruction by instruction and trap by trap: the reverse
 * of step_rows. Spec: E-Trace, "Hart to encoder interface". */
#ifndef RVT_CORES_ROW_STEPS_H
#define RVT_CORES_ROW_STEPS_H

#include "base/params.h"
#include "cores/hart_step.h"
#include "ingress/tip.h"
#include "program/image.h"

/* Takes a step, which is borrowed for the call. Another status than RVT_OK ends the row. */
typedef enum rvt_status (*rvt_hart_sink)(void *context, const struct rvt_hart_step *step);

/* In the caller's storage; private. */
struct rvt_row_steps {
    const struct rvt_config *config; /* borrowed */
    struct rvt_image *image;         /* borrowed */
    rvt_hart_sink sink;
    void *context;
    bool halted;     /* the gap of halted or reset was given */
    bool repeatable; /* the latest step is an instruction that the hart may show again, at again */
    uint64_t again;
};

/* Starts before the first row. config and image are borrowed as long as steps is in use; the image
 * has the XLEN of config. */
void rvt_row_steps_init(struct rvt_row_steps *steps, const struct rvt_config *config,
                        struct rvt_image *image, rvt_hart_sink sink, void *context);

/*
 * Gives the steps of row, the number-th, which has passed the check of its interface. An
 * instruction of Zcmp that is shown several times is one step (ETR-ING-018). A trap after
 * instructions of its block has the address after them as EPC (ETR-ING-017); an interrupt in a row
 * of its own has none (ETR-ING-010). A gap stands for cycles with halted or reset, after a row with
 * lost, and in place of the instructions of a block that are not in the program, except the last,
 * whose size the row shows. A block that does not end where an instruction of the program ends
 * gives its last instruction all the same. Any status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_row_steps_put(struct rvt_row_steps *steps, const struct rvt_row *row,
                                  uint64_t number);

#endif

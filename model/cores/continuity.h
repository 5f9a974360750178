/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Checks that each step of a log follows from the step before it, and adds what the log leaves out
 * where it follows from the program or from other steps: the instruction, its class and outcome,
 * the privilege, the cause of a trap. The step after a step decides, so that output is one step
 * late.
 */
#ifndef RVT_CORES_CONTINUITY_H
#define RVT_CORES_CONTINUITY_H

#include "base/params.h"
#include "cores/step.h"
#include "program/image.h"

/* A step that was checked: every member that it needs is known. */
struct rvt_checked_step {
    struct rvt_step step; /* kind is not RVT_STEP_LOSS */
    struct rvt_insn insn; /* of a retired instruction */
    bool taken;           /* outcome of a branch */
    bool pair;            /* a sequentially inferable jump: the step before loaded its register */
    bool lost;            /* instructions are missing after this step, and its outcome with them */
};

typedef enum rvt_status (*rvt_checked_sink)(void *context, const struct rvt_checked_step *step,
                                            struct rvt_diag *diag);

/* What takes the place of values that neither the log nor the program has. */
struct rvt_step_defaults {
    bool privilege_known, cause_known;
    uint8_t privilege;
    uint32_t cause; /* of exceptions */
};

struct rvt_continuity; /* opaque; its size does not depend on the log */

/*
 * Starts before the first step. config and image are borrowed until the close; image may be empty,
 * has the XLEN of config, and classifies instructions. RVT_ERR_MEMORY. The caller closes
 * *continuity.
 */
RVT_MUST_USE
enum rvt_status rvt_continuity_open(const struct rvt_config *config, struct rvt_image *image,
                                    const struct rvt_step_defaults *defaults, rvt_checked_sink sink,
                                    void *context, struct rvt_continuity **continuity);

/* Frees; null is accepted. */
void rvt_continuity_close(struct rvt_continuity *continuity);

/*
 * Takes the next step; gives the step before it to the sink. context: a struct rvt_continuity; this
 * is an rvt_step_sink. RVT_ERR_FLOW, RVT_ERR_INGRESS: a rule is broken; diag has the rule, the line
 * and the value:
 *   ETR-ING-004   the address does not follow from the instruction before it
 *   ETR-ING-016   ecall or ebreak retired
 *   ETR-MODE-060  a sequentially inferable jump goes elsewhere
 *   LogNext       the log gives another next address than the address of the next step
 *   LogOutcome    the log gives another outcome of the branch than the address of the next step
 *   LogPrivilege  the privilege changes without trap or return, rises at a return, falls at a trap,
 *                 or is unknown
 *   LogCause      the cause of a trap is unknown
 *   LogProgram    the instruction is not that of the program, or unknown
 * and any status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_continuity_put(void *context, const struct rvt_step *step,
                                   struct rvt_diag *diag);

/* Gives the last step to the sink. *cut: it was a branch with an unknown outcome, and is left out.
 * Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_continuity_end(struct rvt_continuity *continuity, bool *cut,
                                   struct rvt_diag *diag);

/* After an end that cut: the step that was left out, without its outcome. Borrowed until the close.
 */
const struct rvt_checked_step *rvt_continuity_cut(const struct rvt_continuity *continuity);

#endif

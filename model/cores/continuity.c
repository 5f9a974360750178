/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/continuity.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { CACHED = 4096 }; /* classified instructions, a power of two */

enum { ECALL = 0x73, EBREAK = 0x100073, C_EBREAK = 0x9002 };
enum { CAUSE_BREAKPOINT = 3, CAUSE_ECALL_U = 8, CAUSE_ECALL_S = 9, CAUSE_ECALL_VS = 10 };
enum { CAUSE_ECALL_M = 11 };
enum { PRIV_U = 0, PRIV_S = 1, PRIV_M = 3, PRIV_DEBUG = 4, PRIV_VU = 5, PRIV_VS = 6 };

struct cached {
    uint64_t pc;
    uint32_t word;
    bool known, given; /* given: word is from the log, else pc shows it in the program */
    struct rvt_insn insn;
};

struct rvt_continuity {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_step_defaults defaults;
    rvt_checked_sink sink;
    void *context;
    unsigned xlen;
    bool waiting;                   /* there is a step in latest */
    struct rvt_checked_step latest; /* the step that waits for the step after it */
    struct rvt_insn before_insn;    /* its instruction, if it retired; else a size of 0 */
    struct cached cache[CACHED];
};

enum rvt_status rvt_continuity_open(const struct rvt_config *config, struct rvt_image *image,
                                    const struct rvt_step_defaults *defaults, rvt_checked_sink sink,
                                    void *context, struct rvt_continuity **continuity)
{
    struct rvt_continuity *made = calloc(1, sizeof(*made));
    if (!made)
        return RVT_ERR_MEMORY;
    made->config = config;
    made->image = image;
    made->defaults = *defaults;
    made->sink = sink;
    made->context = context;
    made->xlen = rvt_image_xlen(image);
    *continuity = made;
    return RVT_OK;
}

void rvt_continuity_close(struct rvt_continuity *continuity)
{
    free(continuity);
}

static enum rvt_status refuse(const struct rvt_step *step, enum rvt_status status,
                              const char *field, uint64_t value, const char *rule,
                              struct rvt_diag *diag, const char *text)
{
    bool shown = strcmp(field, "pc") != 0 || step->known & RVT_STEP_PC;

    (void)rvt_diag_set(diag, status, shown ? field : NULL, value, rule, "%s", text);
    rvt_diag_at(diag, "line", step->line);
    return status;
}

/* The instruction of the program at the address must have the class that the log shows. */
static enum rvt_status compare_program(struct rvt_continuity *continuity,
                                       const struct rvt_step *step, const struct rvt_insn *insn,
                                       struct rvt_diag *diag)
{
    struct rvt_insn known;

    if (rvt_image_insn(continuity->image, step->pc, &known, NULL) != RVT_OK ||
        (known.kind == insn->kind && known.size == insn->size &&
         known.jump_class == insn->jump_class && known.target == insn->target))
        return RVT_OK;
    return refuse(step, RVT_ERR_FLOW, "pc", step->pc, "LogProgram", diag,
                  "the instruction differs from that of the program");
}

/* The instruction of a step, from the log or from the program. */
static enum rvt_status classify(struct rvt_continuity *continuity, const struct rvt_step *step,
                                struct rvt_insn *insn, struct rvt_diag *diag)
{
    bool given = (step->known & RVT_STEP_INSN) != 0;
    uint32_t word = given ? step->insn : 0;
    struct cached *cached = &continuity->cache[step->pc / 2 % CACHED];
    enum rvt_status status = RVT_OK;

    if (cached->known && cached->given == given && cached->pc == step->pc && cached->word == word) {
        *insn = cached->insn;
        return RVT_OK;
    }
    if (given) {
        *insn = rvt_image_classify(continuity->image, word, step->pc);
        status = compare_program(continuity, step, insn, diag);
    } else if (rvt_image_insn(continuity->image, step->pc, insn, NULL) != RVT_OK) {
        status = refuse(step, RVT_ERR_FLOW, "pc", step->pc, "LogProgram", diag,
                        "neither the log nor the program has the instruction");
    }
    if (status == RVT_OK)
        *cached = (struct cached){
            .pc = step->pc, .word = word, .known = true, .given = given, .insn = *insn};
    return status;
}

/* Rank of a privilege among those that traps and returns lead to. */
static unsigned rank(uint8_t privilege)
{
    switch (privilege) {
    case PRIV_U:
    case PRIV_VU:
        return 0;
    case PRIV_S:
    case PRIV_VS:
        return 1;
    case PRIV_DEBUG:
        return 4;
    default:
        return 3;
    }
}

/* Privilege of an ecall, by its cause. */
static bool ecall_privilege(const struct rvt_step *step, uint8_t *privilege)
{
    if (step->kind != RVT_STEP_EXCEPTION || !(step->known & RVT_STEP_CAUSE))
        return false;
    *privilege = step->cause == CAUSE_ECALL_S   ? PRIV_S
                 : step->cause == CAUSE_ECALL_M ? PRIV_M
                                                : PRIV_U;
    return step->cause == CAUSE_ECALL_U || step->cause == CAUSE_ECALL_S ||
           step->cause == CAUSE_ECALL_M;
}

/*
 * Privilege of a trap directly after another trap: that of the first handler. Its address may show
 * it; and an interrupt is one of machine mode, in a handler of another mode, because the first trap
 * disabled the interrupts of its own.
 */
static bool handler_privilege(const struct rvt_continuity *continuity, const struct rvt_step *step,
                              uint8_t *privilege)
{
    const struct rvt_trap_vectors *vectors = &continuity->config->trap_vectors;
    bool exception = step->kind == RVT_STEP_EXCEPTION;
    bool machine = vectors->m_known && step->pc == (vectors->m & ~UINT64_C(3));
    bool supervisor = vectors->s_known && step->pc == (vectors->s & ~UINT64_C(3));

    *privilege = exception && machine ? PRIV_M : PRIV_S;
    return exception ? machine != supervisor : step->kind == RVT_STEP_INTERRUPT;
}

/* Privilege of a step of which the log does not show it. */
static bool infer_privilege(const struct rvt_continuity *continuity, struct rvt_step *step)
{
    const struct rvt_checked_step *latest = &continuity->latest;
    bool retired = continuity->waiting && latest->step.kind == RVT_STEP_RETIRED;
    bool trapped = continuity->waiting && !retired;

    if (retired && latest->insn.kind != RVT_INSN_TRAP_RETURN) {
        step->privilege = latest->step.privilege;
        return true;
    }
    if (ecall_privilege(step, &step->privilege) ||
        (trapped && handler_privilege(continuity, step, &step->privilege)))
        return true;
    step->privilege = continuity->defaults.privilege;
    return continuity->defaults.privilege_known;
}

static enum rvt_status check_privilege(const struct rvt_continuity *continuity,
                                       struct rvt_step *step, struct rvt_diag *diag)
{
    const struct rvt_checked_step *latest = &continuity->latest;

    if (!(step->known & RVT_STEP_PRIVILEGE)) {
        if (!infer_privilege(continuity, step))
            return refuse(step, RVT_ERR_FLOW, "pc", step->pc, "LogPrivilege", diag,
                          "the log does not show the privilege");
        step->known |= RVT_STEP_PRIVILEGE;
    }
    if (!continuity->waiting)
        return RVT_OK;
    unsigned from = rank(latest->step.privilege);
    unsigned to = rank(step->privilege);
    const char *text = NULL;
    if (latest->step.kind != RVT_STEP_RETIRED)
        text = to < from ? "the privilege falls at a trap" : NULL;
    else if (latest->insn.kind == RVT_INSN_TRAP_RETURN)
        text = to > from ? "the privilege rises at a trap return" : NULL;
    else if (step->privilege != latest->step.privilege)
        text = "the privilege changes without trap or trap return";
    return text ? refuse(step, RVT_ERR_FLOW, "privilege", step->privilege, "LogPrivilege", diag,
                         text)
                : RVT_OK;
}

/* The cause of the trap in latest, from the instruction or from the handler at address. */
static bool infer_cause(const struct rvt_continuity *continuity, const struct rvt_step *handler,
                        struct rvt_step *trap)
{
    const struct rvt_trap_vectors *vectors = &continuity->config->trap_vectors;
    bool given = (trap->known & RVT_STEP_INSN) != 0;

    if (trap->kind == RVT_STEP_EXCEPTION && given && trap->insn == ECALL) {
        switch (trap->privilege) {
        case PRIV_U:
        case PRIV_VU:
            trap->cause = CAUSE_ECALL_U;
            return true;
        case PRIV_S:
            trap->cause = CAUSE_ECALL_S;
            return true;
        case PRIV_VS:
            trap->cause = CAUSE_ECALL_VS;
            return true;
        default:
            trap->cause = CAUSE_ECALL_M;
            return true;
        }
    }
    if (trap->kind == RVT_STEP_EXCEPTION && given &&
        (trap->insn == EBREAK || trap->insn == C_EBREAK)) {
        trap->cause = CAUSE_BREAKPOINT;
        return true;
    }
    if (trap->kind == RVT_STEP_INTERRUPT && handler && vectors->m_known && (vectors->m & 3) == 1) {
        uint64_t offset = handler->pc - (vectors->m & ~UINT64_C(3));
        trap->cause = (uint32_t)(offset / 4);
        return offset % 4 == 0 && offset / 4 < continuity->xlen;
    }
    trap->cause = continuity->defaults.cause;
    return trap->kind == RVT_STEP_EXCEPTION && continuity->defaults.cause_known;
}

static enum rvt_status settle_trap(struct rvt_continuity *continuity, const struct rvt_step *next,
                                   struct rvt_diag *diag)
{
    struct rvt_step *trap = &continuity->latest.step;

    if (!(trap->known & RVT_STEP_CAUSE) && !infer_cause(continuity, next, trap))
        return refuse(trap, RVT_ERR_FLOW, "pc", trap->pc, "LogCause", diag,
                      "the log does not show the cause of the trap");
    trap->known |= RVT_STEP_CAUSE;
    return RVT_OK;
}

/* Where control goes after latest, from its class: true for *address and for *other alone. */
static bool leads_on(const struct rvt_continuity *continuity, uint64_t *address, uint64_t *other)
{
    const struct rvt_checked_step *latest = &continuity->latest;

    *address = (latest->step.pc + latest->insn.size) & rvt_mask(continuity->xlen);
    *other = *address;
    switch (latest->insn.kind) {
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
    case RVT_INSN_TRAPS:
        return true;
    case RVT_INSN_BRANCH:
        *other = latest->insn.target;
        return true;
    case RVT_INSN_JUMP:
        *address = *other = latest->insn.target;
        return true;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return false;
    }
    return false;
}

/* Checks the address after the retired instruction in latest. at: the step that has the address. */
static enum rvt_status check_next(struct rvt_continuity *continuity, const struct rvt_step *at,
                                  uint64_t next, struct rvt_diag *diag)
{
    struct rvt_checked_step *latest = &continuity->latest;
    uint64_t address;
    uint64_t other;

    if (latest->step.known & RVT_STEP_NEXT && latest->step.next != next)
        return refuse(at, RVT_ERR_FLOW, "pc", next, "LogNext", diag,
                      "the previous line gives another next address");
    if (leads_on(continuity, &address, &other) && next != address && next != other)
        return refuse(at, RVT_ERR_FLOW, "pc", next, "ETR-ING-004", diag,
                      "the address does not follow from the previous instruction");
    uint64_t target;
    latest->pair =
        rvt_insn_is_pair(&continuity->before_insn, &latest->insn, continuity->xlen, &target);
    if (latest->pair && next != target)
        return refuse(at, RVT_ERR_FLOW, "pc", next, "ETR-MODE-060", diag,
                      "the jump does not go to the address in its register");
    if (latest->insn.kind != RVT_INSN_BRANCH)
        return RVT_OK;
    latest->taken = next != address;
    if (latest->step.known & RVT_STEP_TAKEN && address != other &&
        latest->taken != latest->step.taken)
        return refuse(at, RVT_ERR_FLOW, "pc", next, "LogOutcome", diag,
                      "the previous line gives the other outcome of its branch");
    if (latest->step.known & RVT_STEP_TAKEN)
        latest->taken = latest->step.taken;
    return RVT_OK;
}

/* Checks latest against the step after it (null: the log ends), and gives it to the sink. */
static enum rvt_status settle(struct rvt_continuity *continuity, const struct rvt_step *next,
                              struct rvt_diag *diag)
{
    struct rvt_checked_step *latest = &continuity->latest;
    bool retired = latest->step.kind == RVT_STEP_RETIRED;
    enum rvt_status status = RVT_OK;

    latest->lost = next && next->kind == RVT_STEP_LOSS;
    if (!retired)
        status = settle_trap(continuity, next, diag);
    else if (next && !latest->lost && next->known & RVT_STEP_PC)
        status = check_next(continuity, next, next->pc, diag);
    else if (latest->step.known & RVT_STEP_NEXT && !latest->lost)
        status = check_next(continuity, &latest->step, latest->step.next, diag);
    else if (next && !latest->lost && latest->insn.kind == RVT_INSN_BRANCH)
        status = refuse(&latest->step, RVT_ERR_FLOW, "pc", latest->step.pc, "LogOutcome", diag,
                        "the log does not show the outcome of the branch");
    if (status == RVT_OK)
        status = continuity->sink(continuity->context, latest, diag);
    continuity->before_insn = retired && !latest->lost ? latest->insn : (struct rvt_insn){0};
    return status;
}

enum rvt_status rvt_continuity_put(void *context, const struct rvt_step *step,
                                   struct rvt_diag *diag)
{
    struct rvt_continuity *continuity = context;
    struct rvt_checked_step checked = {.step = *step};
    enum rvt_status status = RVT_OK;

    if (step->kind == RVT_STEP_LOSS) {
        if (continuity->waiting)
            status = settle(continuity, step, diag);
        continuity->waiting = false;
        return status;
    }
    checked.step.pc &= rvt_mask(continuity->xlen);
    if (step->kind == RVT_STEP_RETIRED)
        status = classify(continuity, &checked.step, &checked.insn, diag);
    if (status == RVT_OK && checked.insn.kind == RVT_INSN_TRAPS)
        status = refuse(step, RVT_ERR_INGRESS, "pc", step->pc, "ETR-ING-016", diag,
                        "ecall and ebreak never retire");
    if (status == RVT_OK && continuity->waiting)
        status = settle(continuity, &checked.step, diag);
    if (status == RVT_OK)
        status = check_privilege(continuity, &checked.step, diag);
    continuity->latest = checked;
    continuity->waiting = status == RVT_OK;
    return status;
}

enum rvt_status rvt_continuity_end(struct rvt_continuity *continuity, bool *cut,
                                   struct rvt_diag *diag)
{
    const struct rvt_checked_step *latest = &continuity->latest;

    *cut = continuity->waiting && latest->step.kind == RVT_STEP_RETIRED &&
           latest->insn.kind == RVT_INSN_BRANCH && !(latest->step.known & RVT_STEP_NEXT);
    if (!continuity->waiting || *cut)
        return RVT_OK;
    continuity->waiting = false;
    return settle(continuity, NULL, diag);
}

const struct rvt_checked_step *rvt_continuity_cut(const struct rvt_continuity *continuity)
{
    return &continuity->latest;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip/tip_log.h"

#include <inttypes.h>

#include "base/bits.h"
#include "ingress/draft_ingress.h"
#include "tools/command.h"
#include "tools/progress.h"

struct conversion {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_tip_writer *writer;
    unsigned xlen;
    uint64_t cycle;
    struct rvt_insn before; /* the instruction of the line before, if it retired */
};

static struct rvt_insn classify(const struct conversion *conversion,
                                const struct rvt_log_line *line)
{
    const struct rvt_switches *switches = &conversion->config->switches;
    struct rvt_isa isa = {.xlen = conversion->xlen,
                          .uninferable_jalr_x0 = switches->jalr_x0 == RVT_JALR_X0_UNINFERABLE,
                          .zcm = switches->zcm};

    return rvt_insn_classify_isa(line->insn, line->address, &isa);
}

static enum rvt_status refuse(const struct rvt_log_line *line, enum rvt_status status,
                              const char *clause, struct rvt_diag *diag, const char *text)
{
    (void)rvt_diag_set(diag, status, "ADDRESS", line->address, clause, "%s", text);
    rvt_diag_at(diag, "line", line->number);
    return status;
}

/* Where the program has an instruction at the address, it must be the same. */
static enum rvt_status check_program(const struct conversion *conversion,
                                     const struct rvt_log_line *line, const struct rvt_insn *insn,
                                     struct rvt_diag *diag)
{
    struct rvt_insn known;

    if (!conversion->image ||
        rvt_image_insn(conversion->image, line->address, &known, NULL) != RVT_OK)
        return RVT_OK;
    if (known.kind == insn->kind && known.size == insn->size &&
        known.jump_class == insn->jump_class && known.target == insn->target)
        return RVT_OK;
    return refuse(line, RVT_ERR_FLOW, NULL, diag,
                  "INSN differs from the instruction of the program");
}

/* True if control can go from insn to the line next. */
static bool follows(const struct conversion *conversion, const struct rvt_log_line *line,
                    const struct rvt_insn *insn, const struct rvt_log_line *next)
{
    uint64_t after = (line->address + insn->size) & rvt_mask(conversion->xlen);

    switch (insn->kind) {
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
    case RVT_INSN_TRAPS:
        return next->address == after;
    case RVT_INSN_BRANCH:
        return next->address == after || next->address == insn->target;
    case RVT_INSN_JUMP:
        return next->address == insn->target;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return true;
    }
    return false;
}

static enum rvt_status put_row(struct conversion *conversion, const struct rvt_log_line *line,
                               struct rvt_row *row, struct rvt_diag *diag)
{
    row->cycle = conversion->cycle++;
    row->priv = line->privilege;
    row->blocks = 1;
    enum rvt_status status = rvt_profile_row_check(conversion->config, row, diag);
    if (status == RVT_OK)
        status = rvt_tip_write(conversion->writer, row, diag);
    if (status != RVT_OK)
        rvt_diag_at(diag, "line", line->number);
    return status;
}

/* A line that trapped. Spec: ETR-ING-010, ETR-ING-016. */
static enum rvt_status put_trap(struct conversion *conversion, const struct rvt_log_line *line,
                                struct rvt_diag *diag)
{
    struct rvt_row row = {.cause = line->ecause, .tval = line->interrupt ? 0 : line->tval};

    row.block[0].itype = line->interrupt ? RVT_ITYPE_INTERRUPT : RVT_ITYPE_EXCEPTION;
    row.block[0].iaddr = line->address;
    conversion->before = (struct rvt_insn){.size = 0};
    return put_row(conversion, line, &row, diag);
}

/* The code that the hart shows. In the draft it says itself that the line before makes a jump
 * inferable (DRA-007). */
static uint8_t itype_of(const struct conversion *conversion, const struct rvt_insn *insn,
                        bool taken)
{
    const struct rvt_config *config = conversion->config;
    uint64_t target;

    if (!rvt_is_draft(config))
        return (uint8_t)rvt_insn_itype(insn, taken, config->params.itype_width_p);
    return rvt_draft_itype(
        insn, taken,
        config->switches.draft_sijump &&
            rvt_insn_is_pair(&conversion->before, insn, conversion->xlen, &target));
}

/* A line that retired; next is where control went, null: the log ends. */
static enum rvt_status put_insn(struct conversion *conversion, const struct rvt_log_line *line,
                                const struct rvt_log_line *next, bool *cut, struct rvt_diag *diag)
{
    const struct rvt_params *params = &conversion->config->params;
    struct rvt_insn insn = classify(conversion, line);
    struct rvt_row row = {0};
    struct rvt_block *block = &row.block[0];
    enum rvt_status status = check_program(conversion, line, &insn, diag);

    if (status != RVT_OK)
        return status;
    if (insn.kind == RVT_INSN_TRAPS)
        return refuse(line, RVT_ERR_INGRESS, "ETR-ING-016", diag,
                      "ecall and ebreak never retire: EXCEPTION must be 1");
    if (next && !follows(conversion, line, &insn, next))
        return refuse(next, RVT_ERR_FLOW, "ETR-ING-004", diag,
                      "the address does not follow from the previous instruction");
    *cut = !next && insn.kind == RVT_INSN_BRANCH;
    if (*cut)
        return RVT_OK;
    bool taken = insn.kind == RVT_INSN_BRANCH &&
                 next->address != ((line->address + insn.size) & rvt_mask(conversion->xlen));
    block->itype = itype_of(conversion, &insn, taken);
    block->iaddr = line->address;
    block->iretire = rvt_counts_halfwords(params) ? insn.size / 2u : 1u;
    block->ilastsize = insn.size == 4 ? 1 : 0;
    conversion->before = insn;
    return put_row(conversion, line, &row, diag);
}

enum rvt_status rvt_tip_from_log(const char *path, struct rvt_log *log,
                                 const struct rvt_config *config, struct rvt_image *image,
                                 struct rvt_tip_writer *writer, bool *cut, struct rvt_diag *diag)
{
    struct conversion conversion = {.config = config,
                                    .image = image,
                                    .writer = writer,
                                    .xlen = config->params.iaddress_width_p > 32 ? 64 : 32};
    struct rvt_log_line line = {0};
    struct rvt_log_line next = {0};
    struct rvt_progress progress;
    bool end = false;
    enum rvt_status status = rvt_log_read(log, &line, &end, diag);

    *cut = false;
    if (status == RVT_OK && end)
        status = rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the file contains no rows");
    rvt_progress_start(&progress, "lines");
    rvt_progress_of(&progress, path);
    while (status == RVT_OK && !end) {
        status = rvt_log_read(log, &next, &end, diag);
        if (status == RVT_OK)
            status = line.exception ? put_trap(&conversion, &line, diag)
                                    : put_insn(&conversion, &line, end ? NULL : &next, cut, diag);
        line = next;
        rvt_progress_at(&progress, rvt_log_place(log));
    }
    rvt_progress_clear();
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs of an instruction trace interface: blocks of retired instructions with their itype, in CSV
 * with the columns itype_0, cause, tval, priv, iaddr_0, iretire_0 and ilastsize_0. CVA6 writes such
 * a log. The program gives the instructions of each block.
 */
#ifndef RVT_CORES_RETIREMENT_LOG_H
#define RVT_CORES_RETIREMENT_LOG_H

#include "cores/core_table.h"
#include "cores/step.h"
#include "program/image.h"

enum rvt_retirement_dialect {
    /* As the specification has it: iretire counts half-words, also in a block that ends in a trap
     * (ETR-ING-017); tval is hexadecimal. */
    RVT_RETIREMENT_SPEC,
    /* CVA6 with blocks: tval is decimal. Inferable jumps do not end a block. A row with a trap has
     * only the instruction at the trap, which did not retire; instructions that retired between the
     * row before and the trap have no row: they follow from the program, or are a loss. */
    RVT_RETIREMENT_CVA6,
    /* CVA6 with single instructions: as CVA6, but iretire counts instructions. */
    RVT_RETIREMENT_CVA6_SINGLE,
    RVT_RETIREMENT_DIALECTS,
};

/* The name of a dialect, as the command line has it; static; null from RVT_RETIREMENT_DIALECTS on.
 */
const char *rvt_retirement_dialect_name(enum rvt_retirement_dialect dialect);

struct rvt_retirement_log {
    struct rvt_core_table table;
    struct rvt_image *image;
    enum rvt_retirement_dialect dialect;
    bool after_known; /* after is the address after the latest instruction */
    bool started;
    uint64_t after;
};

/* Starts before the header. image is borrowed. */
void rvt_retirement_log_init(struct rvt_retirement_log *log, enum rvt_retirement_dialect dialect,
                             struct rvt_image *image);

/*
 * Reads a line and gives the steps of its block to sink. RVT_ERR_SYNTAX: those of core_table.h;
 * RVT_ERR_INGRESS: ETR-ING-003 (the block ends inside an instruction, or ilastsize is wrong),
 * ETR-ING-004 (a branch, jump or return inside the block), ETR-ING-005 (itype is reserved, or not
 * that of the last instruction); RVT_ERR_FLOW: LogProgram (the program lacks an instruction). Any
 * status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_retirement_log_line(struct rvt_retirement_log *log, struct rvt_core_line *line,
                                        rvt_step_sink sink, void *context, struct rvt_diag *diag);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings about rows that the program cannot retire: errors of the hart, of what connects it,
 * or a wrong program, but not of the encoder. They come before those of the packets.
 */
#ifndef RVT_LOCKSTEP_REPORT_INGRESS_REPORT_H
#define RVT_LOCKSTEP_REPORT_INGRESS_REPORT_H

#include "ingress/row_checker.h"

#include "lockstep/report/mismatch_log.h"

/* Findings about rows in one run, without waived ones; later ones are not recorded. */
enum { RVT_INGRESS_FINDINGS_MAX = 8 };

/* In the caller's storage; members may be read, the functions below write them. */
struct rvt_ingress_report {
    struct rvt_row_checker checker;
    const struct rvt_block_history *history; /* borrowed */
    struct rvt_mismatch_log *logs;           /* borrowed */
    unsigned log_count;
    unsigned findings; /* rows with a finding that is recorded */
    bool mismatched;   /* the finding about a wrong program is in the logs */
};

/* config, image, history, and the log_count logs that each finding goes to, are borrowed. */
void rvt_ingress_report_init(struct rvt_ingress_report *report, const struct rvt_config *config,
                             struct rvt_image *image, const struct rvt_block_history *history,
                             struct rvt_mismatch_log *logs, unsigned log_count);

/* A gap: what precedes the next row is unknown. */
void rvt_ingress_report_restart(struct rvt_ingress_report *report);

/*
 * Checks a row and adds the instructions that it retires to *instructions. A row that the program
 * cannot retire becomes a finding, and continuity starts anew after it. While more rows contradict
 * the program than branches and jumps agree with it, there is one finding of one line: the program
 * is not what the hart runs. While fewer than 64 agreed, a finding asks for the right program:
 * programs may share their start-up code.
 */
void rvt_ingress_report_row(struct rvt_ingress_report *report, const struct rvt_row *row,
                            uint64_t *instructions);

/* The run is over at cycle: a finding if the hart retired only outside the program. */
void rvt_ingress_report_end(struct rvt_ingress_report *report, uint64_t cycle);

#endif

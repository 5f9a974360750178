/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The end of a run: waivers that were not used, and a summary of findings and instructions. */
#ifndef RVT_LOCKSTEP_REPORT_RUN_RESULT_H
#define RVT_LOCKSTEP_REPORT_RUN_RESULT_H

#include "base/config_choices.h"

#include "lockstep/report/mismatch_log.h"

/* What a run found and compared. */
struct rvt_run_result {
    const struct rvt_mismatch_log *logs; /* of the verdicts; borrowed */
    unsigned log_count;                  /* 2; 1: no packet was observed, and only rows are checked,
                                          or the hardware is a transport */
    const struct rvt_waivers *waivers;   /* of all logs; borrowed */
    const struct rvt_config *config;     /* borrowed; null: of a transport */
    bool compared[RVT_MISMATCH_VERDICTS];
    bool transport;        /* the hardware transports trace; there are no rows, the rest is 0 */
    uint64_t rows;         /* of the ingress */
    uint64_t instructions; /* that retired */
    uint64_t proven;       /* of these, decoded by decode-exact */
    uint64_t untraced;     /* of these, not traced */
    uint64_t lost;         /* of these, in rows that the encoder dropped */
    uint64_t skipped;      /* packets between a finding and a synchronisation */
    uint64_t undecodable;  /* packets that no decoder can follow */
};

/* The run ended in cycle: a waiver that matched nothing, and is not optional, becomes a finding of
 * every verdict that was compared, or of the one that it names if that was compared; not if the log
 * of one of them is full, because it may not have come to what the waiver matches. logs: those of
 * run. */
void rvt_run_result_check_waivers(const struct rvt_run_result *run, struct rvt_mismatch_log *logs,
                                  uint64_t cycle);

/* Appends line number line, from 0: the broken clauses of each verdict; each waiver with its uses;
 * and, but not for a transport, the instructions that decode-exact proved, or, if only rows are
 * checked, what was compared with the program, and the profile and the choices of the
 * configuration. False: there is no such line. */
bool rvt_run_result_summary(const struct rvt_run_result *run, unsigned line, struct rvt_text *text);

#endif

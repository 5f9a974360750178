/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The record of a run under the scoreboard, as files in a folder: the configuration, what software
 * programmed, the rows, the packets and bytes as the hardware sent them, and a script that replays
 * the run with the commands of rvt. The files can be read while the run goes on: at the latest
 * RVT_RECORD_CYCLES cycles after something happened, it is in them. No function fails after the
 * opening: the first fault ends the record, and rvt_run_record_fault describes it.
 */
#ifndef RVT_IO_RECORD_RUN_RECORD_H
#define RVT_IO_RECORD_RUN_RECORD_H

#include "base/params.h"
#include "ingress/control.h"
#include "ingress/tip.h"
#include "lockstep/report/waiver.h"

enum { RVT_RECORD_CYCLES = 1024 };

struct rvt_run_record; /* opaque */

struct rvt_run_record_options {
    const char *folder;  /* made unless it exists; files of an earlier record are replaced, and
                            those that this one does not have removed */
    const char *program; /* path of the ELF, for the script; null: none */
    const struct rvt_waivers *waivers; /* for the configuration; null: none */
    bool packets, bytes;               /* what is observed */
};

/*
 * Opens a record of an encoder with config, which is copied. The caller owns *record and closes it.
 * RVT_ERR_IO, with the name of the file in diag unless it is the folder: it cannot be created, or
 * belongs to a record that is still open; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_run_record_open(const struct rvt_run_record_options *options,
                                    const struct rvt_config *config, struct rvt_run_record **record,
                                    struct rvt_diag *diag);

/* From cycle on control is in force, or the register at offset reads value. */
void rvt_run_record_control(struct rvt_run_record *record, uint64_t cycle,
                            const struct rvt_control *control);
void rvt_run_record_write(struct rvt_run_record *record, uint64_t cycle, uint32_t offset,
                          uint32_t value);

/* In so many cycles directly before cycle, the hart was stalled. To be called before what happened
 * in cycle. */
void rvt_run_record_stall(struct rvt_run_record *record, uint64_t cycle, uint64_t stalled_cycles);

/* The encoder took or dropped a row. Its accesses are recorded only with data trace. */
void rvt_run_record_row(struct rvt_run_record *record, const struct rvt_row *row);

/* The hardware sent a payload of any length in cycle, or encapsulated bytes. */
void rvt_run_record_packet(struct rvt_run_record *record, uint64_t cycle, bool data,
                           const uint8_t *payload, size_t bytes);
void rvt_run_record_bytes(struct rvt_run_record *record, uint64_t cycle, const uint8_t *data,
                          size_t count);

/* It is cycle now, and nothing of the above happened. */
void rvt_run_record_idle(struct rvt_run_record *record, uint64_t cycle);

/* The files have what happened so far. */
void rvt_run_record_flush(struct rvt_run_record *record);

/* Why and in which cycle the record ended early, one line; null: it did not. Owned by record. */
const char *rvt_run_record_fault(const struct rvt_run_record *record);

/* Completes the files and frees; null is accepted. */
void rvt_run_record_close(struct rvt_run_record *record);

#endif

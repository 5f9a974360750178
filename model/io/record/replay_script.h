/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The shell script in the folder of a record that replays the run with the commands of rvt. */
#ifndef RVT_IO_RECORD_REPLAY_SCRIPT_H
#define RVT_IO_RECORD_REPLAY_SCRIPT_H

#include "io/bytes/output.h"

/* The names of the files of a record. */
#define RVT_RECORD_CONFIG  "config.yaml"
#define RVT_RECORD_CONTROL "control.yaml"
#define RVT_RECORD_TRACE   "trace.csv"
#define RVT_RECORD_PACKETS "packets.hex"
#define RVT_RECORD_BYTES   "stream.bin"
#define RVT_RECORD_REPLAY  "replay.sh"

/* Appends the script. packets, bytes: the record has that file; neither: the script compares the
 * rows with the program. program: the path of the ELF; null: nothing is decoded, or the caller of
 * the script names it. A write error stays in output. */
void rvt_replay_script_print(struct rvt_output *output, bool packets, bool bytes,
                             const char *program);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The files that a command reads, so that it does not overwrite one of them. */
#ifndef RVT_TOOLS_INPUTS_H
#define RVT_TOOLS_INPUTS_H

/* Remembers a file that the command reads; "-" is stdin. path is borrowed until the program ends,
 * as an argument of the command line is. Of more than 128 files, the first 128. */
void rvt_input_note(const char *path);

/* The file so far that is overwritten if path ("-": stdout) is written, whatever links lead to it;
 * null: none. Devices and pipes may be read and written. */
const char *rvt_input_overwritten(const char *path);

#endif

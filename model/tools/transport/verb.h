/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The verb of rvt frame, rvt stp and rvt syst (decode, check, encode), and the file after it. */
#ifndef RVT_TOOLS_VERB_H
#define RVT_TOOLS_VERB_H

enum rvt_verb { RVT_VERB_DECODE, RVT_VERB_CHECK, RVT_VERB_ENCODE };

/* Takes the verb out of the arguments if it is the first of them; RVT_VERB_DECODE if none is. */
enum rvt_verb rvt_verb_take(int *argc, char ***argv);

/* The file that is the only argument after the options, noted as an input; null, complained of: it
 * is not, or a verb comes after an option. */
const char *rvt_verb_file(int argc, char **argv);

#endif

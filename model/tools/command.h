/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the commands of rvt share: exit codes, complaints, the reading of arguments. */
#ifndef RVT_TOOLS_COMMAND_H
#define RVT_TOOLS_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include <rvt/config.h>
#include <rvt/finding.h>
#include <rvt/trace_file.h>

#include "base/compiler.h"

struct rvt_config;
struct rvt_diag;
struct rvt_finding;
struct rvt_output;

enum rvt_exit {
    RVT_EXIT_GOOD = 0,
    RVT_EXIT_FINDINGS = 1, /* the stream was read and has faults */
    RVT_EXIT_UNUSABLE = 2, /* wrong usage, or a file that cannot be read or written */
};

/* One function a command; argv[0] is "rvt NAME". */
enum rvt_exit rvt_command_check(int argc, char **argv);
enum rvt_exit rvt_command_config(int argc, char **argv);
enum rvt_exit rvt_command_decode(int argc, char **argv);
enum rvt_exit rvt_command_dump(int argc, char **argv);
enum rvt_exit rvt_command_elements(int argc, char **argv);
enum rvt_exit rvt_command_encode(int argc, char **argv);
enum rvt_exit rvt_command_explain(int argc, char **argv);
enum rvt_exit rvt_command_frame(int argc, char **argv);
enum rvt_exit rvt_command_identify(int argc, char **argv);
enum rvt_exit rvt_command_index(int argc, char **argv);
enum rvt_exit rvt_command_kit(int argc, char **argv);
enum rvt_exit rvt_command_random(int argc, char **argv);
enum rvt_exit rvt_command_report(int argc, char **argv);
enum rvt_exit rvt_command_stats(int argc, char **argv);
enum rvt_exit rvt_command_stp(int argc, char **argv);
enum rvt_exit rvt_command_syst(int argc, char **argv);
enum rvt_exit rvt_command_tip(int argc, char **argv);
enum rvt_exit rvt_command_vectors(int argc, char **argv);

/* What a file that is read is called: "stdin" for "-", else path. */
const char *rvt_input_name(const char *path);

/* The longest line of rvt_say; a longer one is cut. */
enum { RVT_SAY_BYTES = 8192 };

/* One line on stderr, "rvt: FILE: TEXT", with every control character visible. */
void rvt_say(const char *file, const char *text);

/* One line on stderr: "rvt: FILE: line 3: ... [field = value, clause]". file: a path, "-" for
 * stdin. */
void rvt_complain(const char *file, const struct rvt_diag *diag);

/* The same with the diagnosis of the library. */
void rvt_complain_diagnosis(const char *file, const struct rvt_diagnosis *diagnosis);

/* The same of a file that is written: "-" is stdout. */
void rvt_complain_output(const char *file, const struct rvt_diag *diag);

/* The finding as such a line, unless it is an info; whether it was printed. */
bool rvt_complain_finding(const char *file, const struct rvt_finding *finding);
bool rvt_complain_rule(const char *file, const struct rvt_rule_finding *finding);

/* Complains that a file holds none of what it should, such as "packets". */
void rvt_complain_empty(const char *file, const char *what);

/* Complains about the arguments and names --help; RVT_EXIT_UNUSABLE. */
RVT_PRINTF(2, 3)
enum rvt_exit rvt_misuse(const char *command, const char *format, ...);

/* Points to --help after a complaint of getopt_long; RVT_EXIT_UNUSABLE. */
enum rvt_exit rvt_misused(const char *command);

/* Prints a help text; RVT_EXIT_GOOD, or RVT_EXIT_UNUSABLE if stdout takes nothing. */
enum rvt_exit rvt_help(const char *text);

/*
 * Ends the writing of output (null is accepted) to output_path: completes it if status is RVT_OK,
 * else leaves no file. Complains of input_path, or of output_path if nothing explains status but
 * its fault. True if all is well.
 */
RVT_MUST_USE
bool rvt_settle(enum rvt_status status, struct rvt_output *output, const char *input_path,
                const char *output_path, struct rvt_diag *diag);

/* The same with the diagnosis of the library. */
RVT_MUST_USE
bool rvt_settle_diagnosis(enum rvt_status status, struct rvt_output *output, const char *input_path,
                          const char *output_path, const struct rvt_diagnosis *diagnosis);

/* True if writing path ("-": stdout) overwrites no input (tools/inputs.h); else complains. */
RVT_MUST_USE
bool rvt_output_allowed(const char *path);

/* Creates the file at path ("-": stdout), which overwrites no input; else complains and gives
 * null. */
RVT_MUST_USE
struct rvt_output *rvt_create_output(const char *path);

/* Loads the configuration at path into *config, or complains. */
RVT_MUST_USE
bool rvt_load_config(const char *path, struct rvt_config *config);

/* The same for commands that use the library alone. The caller frees *configuration. */
RVT_MUST_USE
bool rvt_load_configuration(const char *path, struct rvt_configuration **configuration);

/* A whole number, decimal or 0x; false for anything else. */
RVT_MUST_USE
bool rvt_parse_number(const char *text, uint64_t *number);

/* One of count words: *place is its number, from 0. False for anything else, with *place as it was.
 */
RVT_MUST_USE
bool rvt_parse_word(const char *text, const char *const *words, unsigned count, unsigned *place);

/* "hex", "encap", "frame" or "stp"; false for anything else. */
RVT_MUST_USE
bool rvt_parse_form(const char *text, enum rvt_trace_form *form);

/* After findings: a line on stderr if the file at path ("-": nothing is known) looks like another
 * form than the one that was asked for, or like no stream. */
void rvt_advise_form(const char *path, enum rvt_trace_form form);

#endif

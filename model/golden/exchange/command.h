/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Another program that answers: it reads requests, one a line, from its standard input, and writes
 * an answer to each, one a line, to its standard output. A program that ends is started anew for
 * the next request.
 */
#ifndef RVT_GOLDEN_EXCHANGE_COMMAND_H
#define RVT_GOLDEN_EXCHANGE_COMMAND_H

#include "base/status.h"
#include "io/json_build.h"

struct rvt_command; /* opaque */

/* The longest time for one answer, in seconds. */
enum { RVT_COMMAND_SECONDS_MAX = 86400 };

/* Prepares the command, a line for /bin/sh, which is borrowed. seconds: how long one answer may
 * take, from 1 to RVT_COMMAND_SECONDS_MAX. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_command_open(const char *line, unsigned seconds, struct rvt_command **command,
                                 struct rvt_diag *diag);

/*
 * Sends the request and waits for the answer, an object that the caller releases. RVT_ERR_IO: the
 * command cannot be started; RVT_ERR_TRUNCATED: it ended without an answer; RVT_ERR_SYNTAX: its
 * line is no JSON object; RVT_ERR_CAPACITY: it is too long, or does not come in time;
 * RVT_ERR_MEMORY. After any of these but the last, the next request can be sent.
 */
RVT_MUST_USE
enum rvt_status rvt_command_ask(struct rvt_command *command, const json_t *request, json_t **answer,
                                struct rvt_diag *diag);

/*
 * Closes the input of the command, waits for its end, no longer than for an answer, and frees; null
 * is accepted. How the program ended, also before, the first that is none of RVT_OK:
 * RVT_ERR_TRAILING: it printed more than one line a request; RVT_ERR_CAPACITY: it did not end in
 * time; RVT_ERR_TRUNCATED: by a signal, or with another exit code than 0.
 */
RVT_MUST_USE
enum rvt_status rvt_command_close(struct rvt_command *command, struct rvt_diag *diag);

#endif

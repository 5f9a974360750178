/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the parts of rvt syst share. */
#ifndef RVT_TOOLS_SYST_H
#define RVT_TOOLS_SYST_H

#include "io/bytes/output.h"
#include "io/transport/collateral.h"
#include "io/transport/syst_file.h"
#include "io/transport/syst_text.h"
#include "tools/json_list.h"
#include "tools/transport/verb.h"
#include "transport/stp/stp_encoder.h"
#include "transport/syst/syst_stream.h"

/* Findings of one message, kept until it is shown. */
enum { RVT_SYST_FINDINGS_MAX = 64, RVT_SYST_TEXT_BYTES = 2 * RVT_SYST_LINE_MAX };

struct rvt_syst_command {
    enum rvt_verb task;
    const char *input_path, *output_path;
    enum rvt_syst_form form, to;
    bool from_stp, to_stp; /* in place of form and to */
    struct rvt_json_list json;
    bool allow_empty;
    const char *encode_only; /* name of an option that needs encode */
    struct rvt_syst_stream_config config;
    struct rvt_stp_encoder_config encoder;
    bool marked; /* messages in STP end with a marked packet */
    struct rvt_collateral *collateral;
    bool has_collateral;
    struct rvt_output *output;
    struct rvt_syst_item item; /* that is shown */
    struct rvt_finding finding[RVT_SYST_FINDINGS_MAX];
    size_t findings;                        /* since the latest message */
    uint64_t messages;                      /* so far */
    uint64_t total[RVT_SEVERITY_ERROR + 1]; /* findings by severity */
    char *line;                             /* twice RVT_SYST_TEXT_BYTES */
};

/* A finding sink; context is the command. */
void rvt_syst_show_finding(void *context, const struct rvt_finding *finding);

/* Shows command->item: message (null: it was not delivered) has its first used bytes. converted:
 * its timestamp in time of the transport, or null. */
enum rvt_status rvt_syst_show(struct rvt_syst_command *command, const struct rvt_syst_place *place,
                              const struct rvt_syst_message *message, size_t used,
                              const struct rvt_clock_time *converted);

/* What is printed after the last message. */
void rvt_syst_show_end(struct rvt_syst_command *command);

/* Decodes or checks the STP stream at command->input_path. Errors of the input and the output. */
RVT_MUST_USE
enum rvt_status rvt_syst_from_stp(struct rvt_syst_command *command, struct rvt_diag *diag);

/* Sends the messages of command->input_path, in command->form, as an STP stream. */
RVT_MUST_USE
enum rvt_status rvt_syst_to_stp(struct rvt_syst_command *command, struct rvt_diag *diag);

#endif

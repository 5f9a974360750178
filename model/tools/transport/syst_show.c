/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt syst: messages and findings for the eye and for other programs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/finding_json.h"
#include "io/transport/syst_describe.h"
#include "io/transport/syst_json.h"
#include "tools/command.h"
#include "tools/transport/syst.h"

/* In files of lines the byte of a finding counts from the beginning of the message. */
static bool has_lines(const struct rvt_syst_command *command)
{
    return !command->from_stp && command->form != RVT_SYST_BINARY;
}

static void put_finding_json(struct rvt_syst_command *command, const struct rvt_finding *finding)
{
    rvt_json_list_next(&command->json, command->output);
    rvt_output_print(command->output, "{");
    if (has_lines(command))
        rvt_output_print(command->output, "\"line\":%" PRIu64 ",", command->item.position);
    rvt_output_print(command->output, "\"byte\":%" PRIu64 ",", finding->byte);
    if (finding->has_nibble)
        rvt_output_print(command->output, "\"nibble\":%u,", finding->nibble);
    rvt_finding_json(command->output, finding);
    rvt_output_print(command->output, "}");
}

void rvt_syst_show_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_syst_command *command = context;
    enum rvt_severity severity = rvt_rule_text(finding->rule)->severity;
    char line[256], text[320];
    struct rvt_text out;

    command->total[severity]++;
    if (command->findings < RVT_SYST_FINDINGS_MAX)
        command->finding[command->findings++] = *finding;
    rvt_finding_format(finding, line, sizeof line);
    rvt_text_init(&out, text, sizeof text);
    if (has_lines(command))
        rvt_text_add(&out, "line %" PRIu64 ": ", command->item.position);
    rvt_text_add(&out, "%s", line);
    if (command->task == RVT_VERB_DECODE) {
        if (severity != RVT_SEVERITY_INFO)
            rvt_say(rvt_input_name(command->input_path), text);
    } else if (command->json.on) {
        put_finding_json(command, finding);
    } else {
        rvt_output_print(command->output, "%s\n", text);
    }
}

/* After '#': the timestamp in time of the transport, and the text. */
static void add_comment(struct rvt_syst_command *command, const struct rvt_syst_place *place,
                        const struct rvt_syst_message *message,
                        const struct rvt_clock_time *converted, struct rvt_text *line)
{
    struct rvt_text text;
    bool said = false;

    rvt_text_init(&text, command->line + RVT_SYST_TEXT_BYTES, RVT_SYST_TEXT_BYTES);
    if (converted != NULL) {
        rvt_text_add(&text, "at %" PRIu64, converted->ticks);
        if (converted->numerator > 0)
            rvt_text_add(&text, "+%" PRIu64 "/%" PRIu64, converted->numerator,
                         converted->denominator);
        rvt_text_add(&text, ": ");
        said = true;
    }
    if (rvt_syst_describe(command->has_collateral ? command->collateral : NULL, place, message,
                          &text) ||
        said)
        rvt_syst_text_comment(text.out, text.length, line);
}

static enum rvt_status put_line(struct rvt_syst_command *command,
                                const struct rvt_syst_place *place,
                                const struct rvt_syst_message *message, size_t used,
                                const struct rvt_clock_time *converted)
{
    const struct rvt_syst_item *item = &command->item;
    struct rvt_text line;

    rvt_text_init(&line, command->line, RVT_SYST_TEXT_BYTES);
    if (message == NULL) {
        rvt_syst_text_bytes(item->data, item->bytes, &line);
    } else {
        rvt_syst_text_message(message, place, item->data + used, item->bytes - used, &line);
        add_comment(command, place, message, converted, &line);
    }
    (void)rvt_output_write(command->output, line.out, line.length);
    return rvt_output_write(command->output, "\n", 1);
}

enum rvt_status rvt_syst_show(struct rvt_syst_command *command, const struct rvt_syst_place *place,
                              const struct rvt_syst_message *message, size_t used,
                              const struct rvt_clock_time *converted)
{
    struct rvt_syst_shown shown = {
        .item = &command->item,
        .place = place,
        .message = message,
        .used = used,
        .converted = converted,
        .collateral = command->has_collateral ? command->collateral : NULL,
        .finding = command->finding,
        .findings = command->findings,
    };
    enum rvt_status status = rvt_output_write(command->output, NULL, 0);

    command->messages++;
    if (message != NULL && command->has_collateral)
        rvt_collateral_note(command->collateral, place, message);
    if (command->task == RVT_VERB_DECODE && command->json.on) {
        rvt_json_list_next(&command->json, command->output);
        status = rvt_syst_json(command->output, &shown);
    } else if (command->task == RVT_VERB_DECODE) {
        status = put_line(command, place, message, used, converted);
    }
    command->findings = 0;
    return status;
}

void rvt_syst_show_end(struct rvt_syst_command *command)
{
    rvt_json_list_end(&command->json, command->output);
    if (!command->json.on && command->task == RVT_VERB_CHECK)
        rvt_output_print(command->output,
                         "%" PRIu64 " messages, %" PRIu64 " errors, %" PRIu64 " warnings, %" PRIu64
                         " infos\n",
                         command->messages, command->total[RVT_SEVERITY_ERROR],
                         command->total[RVT_SEVERITY_WARNING], command->total[RVT_SEVERITY_INFO]);
    if (command->messages > 0 || command->allow_empty)
        return;
    rvt_complain_empty(command->input_path, "messages");
    command->total[RVT_SEVERITY_ERROR]++;
}

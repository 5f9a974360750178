/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/mismatch.h"

#include <string.h>

enum { REASON_CAPACITY = 256 }; /* of a diagnosis */

static const char *const KINDS[RVT_MISMATCH_KINDS] = {
    [RVT_MISMATCH_DIFFERS] = "differs",
    [RVT_MISMATCH_MISSING] = "missing",
    [RVT_MISMATCH_EXTRA] = "extra",
    [RVT_MISMATCH_LATE] = "late",
    [RVT_MISMATCH_STREAMS] = "streams",
    [RVT_MISMATCH_NULL_PACKET] = "null-packet",
    [RVT_MISMATCH_PACKET_END] = "packet-end",
    [RVT_MISMATCH_NOT_RETIRED] = "not-retired",
    [RVT_MISMATCH_UNDECODABLE] = "undecodable",
    [RVT_MISMATCH_UNSYNCHRONISED] = "unsynchronised",
    [RVT_MISMATCH_UNREPORTED] = "unreported",
    [RVT_MISMATCH_CYCLE] = "cycle",
    [RVT_MISMATCH_NO_CAUSE] = "no-cause",
    [RVT_MISMATCH_BEATS] = "beats",
    [RVT_MISMATCH_ROOM] = "room",
    [RVT_MISMATCH_ROW] = "row",
    [RVT_MISMATCH_PROGRAM] = "program",
    [RVT_MISMATCH_FAULT] = "fault",
    [RVT_MISMATCH_NOTHING] = "nothing",
    [RVT_MISMATCH_REFUSED] = "refused",
    [RVT_MISMATCH_MEMORY] = "memory",
    [RVT_MISMATCH_WAIVER] = "waiver",
    [RVT_MISMATCH_PADDING] = "padding",
};
static const char *const VERDICTS[RVT_MISMATCH_VERDICTS] = {
    [RVT_MISMATCH_BIT_EXACT] = "bit-exact",     [RVT_MISMATCH_DECODE_EXACT] = "decode-exact",
    [RVT_MISMATCH_INGRESS] = "ingress",         [RVT_MISMATCH_TIMING] = "timing",
    [RVT_MISMATCH_SAME_FIELDS] = "same-fields",
};

const char *rvt_mismatch_kind_name(enum rvt_mismatch_kind kind)
{
    return (unsigned)kind < RVT_MISMATCH_KINDS ? KINDS[kind] : NULL;
}

const char *rvt_mismatch_verdict_name(enum rvt_mismatch_verdict verdict)
{
    return (unsigned)verdict < RVT_MISMATCH_VERDICTS ? VERDICTS[verdict] : NULL;
}

void rvt_mismatch_set_clause(struct rvt_mismatch *found, const char *clause)
{
    struct rvt_text text;

    rvt_text_init(&text, found->clause, sizeof found->clause);
    rvt_text_add(&text, "%s", clause != NULL ? clause : "");
}

void rvt_mismatch_set_message(struct rvt_mismatch *found, const char *message)
{
    struct rvt_text text;
    size_t length = strlen(message);
    const char *bracket = length > 0 && message[length - 1] == ']' ? strrchr(message, '[') : NULL;

    rvt_text_init(&text, found->reason, sizeof found->reason);
    if (bracket == NULL || bracket == message || bracket[-1] != ' ') {
        rvt_text_add(&text, "%s", message);
        return;
    }
    rvt_text_add(&text, "%.*s", (int)(bracket - 1 - message), message);
    rvt_text_init(&text, found->clause, sizeof found->clause);
    rvt_text_add(&text, "%.*s", (int)(message + length - 1 - (bracket + 1)), bracket + 1);
}

void rvt_mismatch_set_refusal(struct rvt_mismatch *found, const char *what, enum rvt_status status,
                              const struct rvt_diag *diag)
{
    char reason[REASON_CAPACITY];
    struct rvt_text text;

    found->kind = status == RVT_ERR_MEMORY ? RVT_MISMATCH_MEMORY : RVT_MISMATCH_REFUSED;
    rvt_text_init(&text, found->reason, sizeof found->reason);
    rvt_text_add(&text, "%s: %s", what, rvt_status_text(status));
    if (diag->status == RVT_OK)
        return;
    rvt_mismatch_set_clause(found, diag->clause);
    rvt_diag_format(diag, reason, sizeof reason);
    rvt_text_init(&text, found->detail, sizeof found->detail);
    rvt_text_add(&text, "\n  because   %s", reason);
}

void rvt_mismatch_set_difference(struct rvt_mismatch *found,
                                 const struct rvt_difference *difference)
{
    found->field = difference->field;
    found->expected_value = (struct rvt_mismatch_value){.known = difference->status == RVT_OK,
                                                        .number = difference->expected};
    found->observed_value = (struct rvt_mismatch_value){
        .known = true, .absent = difference->absent, .number = difference->observed};
    rvt_mismatch_set_clause(found, difference->clause);
}

void rvt_mismatch_set_differences(struct rvt_mismatch *found,
                                  const struct rvt_differences *differences)
{
    found->differences = *differences;
    rvt_mismatch_set_difference(found, &differences->of[0]);
}

void rvt_mismatch_set_padding(struct rvt_mismatch *found, const struct rvt_diag *diag)
{
    struct rvt_text text;

    found->field = "padding";
    found->observed_value = (struct rvt_mismatch_value){.known = true, .number = diag->value};
    rvt_mismatch_set_clause(found, diag->clause);
    rvt_text_init(&text, found->reason, sizeof found->reason);
    rvt_text_add(&text, "%s", diag->text);
    rvt_text_init(&text, found->note, sizeof found->note);
    rvt_text_add(&text, "\n  note      padding of later packets is not reported; dialect: "
                        "{padding: any} accepts it");
}

struct rvt_text rvt_mismatch_set_packet(struct rvt_mismatch_packet *packet, const uint8_t *data,
                                        size_t bytes)
{
    struct rvt_text line;

    packet->known = true;
    packet->bytes = bytes < sizeof packet->byte ? bytes : sizeof packet->byte;
    memcpy(packet->byte, data, packet->bytes);
    rvt_text_init(&line, packet->line, sizeof packet->line);
    return line;
}

void rvt_mismatch_set_blocks(struct rvt_mismatch *found, const struct rvt_block_history *history,
                             uint64_t end)
{
    found->blocks = rvt_block_history_before(history, end, found->block);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/sequence: input is an STP stream, nibbles (hexadecimal digits in order of time,
 * blanks for readers), from_start. Expected: messages, [place, "master.channel", bytes, ending,
 * time], place being the number of the first nibble, and findings, of STP, the sequence and the
 * message. The stream is fed whole, and byte by byte.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "golden/cases/topics.h"
#include "golden/findings.h"
#include "golden/packet_fields.h"
#include "transport/syst/syst_stream.h"

enum { STREAM_BYTES = 512, MESSAGES_MAX = 32, MESSAGE_BYTES = 64 };

static const char *const INPUT_KEYS[] = {"nibbles", "from_start", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", "messages", "findings", NULL};
static const char *const ENDINGS[] = {"single", "marked", "flag", NULL};

struct message {
    uint64_t at, time;
    unsigned ending;
    size_t bytes;
    uint8_t byte[MESSAGE_BYTES];
    char channel[16];
};

struct run {
    struct rvt_golden_findings findings;
    size_t messages;
    struct message message[MESSAGES_MAX];
};

static void got_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct run *run = context;
    struct message *kept = &run->message[run->messages];
    const struct rvt_sequence_message *raw = arrival->raw;

    if (run->messages++ >= MESSAGES_MAX)
        return;
    *kept = (struct message){
        .at = raw->at, .time = raw->time, .ending = raw->ending, .bytes = raw->bytes};
    (void)snprintf(kept->channel, sizeof(kept->channel), "%u.%u", raw->master, raw->channel);
    memcpy(kept->byte, raw->byte, raw->bytes < MESSAGE_BYTES ? raw->bytes : MESSAGE_BYTES);
}

static void got_finding(void *context, const struct rvt_finding *finding)
{
    struct run *run = context;

    rvt_golden_collect(&run->findings, finding);
}

static enum rvt_status read_nibbles(const struct rvt_yaml_node *node, uint8_t *data, size_t *bytes,
                                    struct rvt_diag *diag)
{
    size_t count = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);

    memset(data, 0, STREAM_BYTES);
    for (const char *at = status == RVT_OK ? node->text : ""; *at != '\0'; at++) {
        unsigned digit = rvt_hex_digit(*at);

        if (*at == ' ' || *at == '\n')
            continue;
        if (digit > 15 || count == (size_t)2 * STREAM_BYTES)
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "not nibbles, or too many");
        data[count / 2] = (uint8_t)(data[count / 2] | digit << 4 * (count & 1));
        count++;
    }
    *bytes = (count + 1) / 2;
    return count % 2 == 0 ? status
                          : rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "half a byte");
}

static enum rvt_status receive(const uint8_t *data, size_t bytes, size_t piece, bool from_start,
                               struct run *run)
{
    struct rvt_syst_stream_config config = {.sequence = {.from_start = from_start}};
    struct rvt_syst_stream_sinks sinks = {
        .message = got_message, .finding = got_finding, .context = run};
    struct rvt_syst_stream *stream = NULL;
    enum rvt_status status = rvt_syst_stream_open(&config, &sinks, &stream);

    memset(run, 0, sizeof(*run));
    for (size_t at = 0; status == RVT_OK && at < bytes; at += piece)
        status = rvt_syst_stream_bytes(stream, data + at, piece < bytes - at ? piece : bytes - at);
    if (status == RVT_OK)
        status = rvt_syst_stream_finish(stream);
    rvt_syst_stream_close(stream);
    return status;
}

static enum rvt_status compare_message(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                       const struct message *got, struct rvt_diag *diag)
{
    uint8_t byte[MESSAGE_BYTES];
    size_t bytes = 0;
    unsigned ending = 0;
    uint64_t at = 0, time = 0;
    enum rvt_status status = RVT_OK;

    if (node->kind != RVT_YAML_SEQUENCE || node->count != 5)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "five values expected");
    const struct rvt_yaml_node *entry = node->first;
    status = rvt_yaml_unsigned(entry, &at, diag);
    const char *channel = (entry = entry->next)->text;
    if (status == RVT_OK)
        status = rvt_yaml_bytes(entry = entry->next, byte, sizeof(byte), &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(entry = entry->next, ENDINGS, &ending, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(entry->next, &time, diag);
    if (status != RVT_OK)
        return status;
    if (at != got->at || time != got->time || ending != got->ending ||
        strcmp(channel, got->channel) != 0)
        rvt_golden_disagree(c, node, "it is [%" PRIu64 ", %s, ..., %s, %" PRIu64 "]", got->at,
                            got->channel, ENDINGS[got->ending], got->time);
    rvt_golden_compare_bytes(c, node, "message", byte, bytes, got->byte, got->bytes);
    return RVT_OK;
}

static enum rvt_status compare(struct rvt_golden_case *c, const struct run *run,
                               struct rvt_diag *diag)
{
    const struct rvt_yaml_node *messages = rvt_yaml_get(c->expect, "messages");
    const struct rvt_yaml_node *node = messages == NULL ? NULL : messages->first;
    enum rvt_status status = RVT_OK;
    size_t i = 0;

    for (; status == RVT_OK && node != NULL && i < run->messages; node = node->next, i++)
        status = compare_message(c, node, &run->message[i], diag);
    if (node != NULL || i != run->messages)
        rvt_golden_disagree(c, c->node, "%zu messages", run->messages);
    if (status != RVT_OK)
        return status;
    return rvt_golden_compare_findings(c, rvt_yaml_get(c->expect, "findings"), &run->findings,
                                       diag);
}

enum rvt_status rvt_golden_sequence(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static struct run run;
    const struct rvt_yaml_node *nibbles = NULL, *start = rvt_yaml_get(c->input, "from_start");
    uint8_t data[STREAM_BYTES];
    size_t bytes = 0;
    bool valid = false, from_start = true;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);

    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "nibbles", &nibbles, diag);
    if (status == RVT_OK)
        status = read_nibbles(nibbles, data, &bytes, diag);
    if (status == RVT_OK && start != NULL)
        status = rvt_yaml_bool(start, &from_start, diag);
    for (unsigned whole = 0; status == RVT_OK && whole < 2; whole++) {
        status = receive(data, bytes, whole ? bytes + 1 : 1, from_start, &run);
        if (status == RVT_OK)
            status = compare(c, &run, diag);
    }
    if (status == RVT_OK && valid != (run.findings.count == 0))
        rvt_golden_disagree(c, c->node, "another verdict");
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/stp.
 * input:
 * - nibbles, options: a stream through the decoder, in blocks cut at every place, byte by byte and
 *   nibble by nibble. expect: events and findings, and valid if these are infos alone. Packets are
 *   written again: the same nibbles must come out.
 * - records, encoder: packets through the encoder. expect, valid: nibbles; invalid: the status of
 *   the last record, or of the options.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "golden/cases/stp_fields.h"
#include "golden/cases/topics.h"
#include "golden/packet_fields.h"

static const char *const INPUT_KEYS[] = {"nibbles", "options", "records", "encoder", NULL};
static const char *const DECODE_KEYS[] = {"verdict", "events", "findings", NULL};
static const char *const ENCODE_KEYS[] = {"verdict", "nibbles", "status", NULL};

struct decoded {
    size_t events, findings;
    struct rvt_golden_stp_event event[RVT_GOLDEN_STP_EVENTS_MAX];
    struct rvt_golden_stp_finding finding[RVT_GOLDEN_STP_EVENTS_MAX];
};

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct decoded *decoded = context;
    struct rvt_golden_stp_event *kept = &decoded->event[decoded->events];
    if (decoded->events++ >= RVT_GOLDEN_STP_EVENTS_MAX)
        return;
    *kept = (struct rvt_golden_stp_event){.at = event->at,
                                          .nibbles = event->nibbles,
                                          .opcode =
                                              event->lost ? RVT_STP_OPCODES : event->packet.opcode,
                                          .payload = event->packet.payload,
                                          .version = event->packet.version,
                                          .timestamp_nibbles = event->packet.timestamp_nibbles,
                                          .timestamp = event->packet.timestamp,
                                          .time = event->time,
                                          .master = event->master,
                                          .channel = event->channel,
                                          .trusted = event->trusted,
                                          .set = event->master_set};
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct decoded *decoded = context;
    struct rvt_golden_stp_finding *kept = &decoded->finding[decoded->findings];
    if (decoded->findings++ >= RVT_GOLDEN_STP_EVENTS_MAX)
        return;
    *kept = (struct rvt_golden_stp_finding){.rule = finding->rule,
                                            .at = 2 * finding->byte + finding->nibble,
                                            .value = finding->value,
                                            .master = finding->master,
                                            .channel = finding->channel,
                                            .has_channel = finding->has_channel,
                                            .field = finding->field};
}

/* How a stream is fed: in two blocks cut at a byte, byte by byte, or nibble by nibble. */
enum { BYTES = -1, NIBBLES = -2 };

static bool decode(const struct rvt_golden_stp_stream *stream, const struct rvt_stp_config *config,
                   int feeding, struct decoded *decoded)
{
    struct rvt_stp_decoder decoder;
    struct rvt_stp_sinks sinks = {.event = on_event,
                                  .event_context = decoded,
                                  .finding = on_finding,
                                  .finding_context = decoded};
    size_t bytes = stream->nibbles / 2, cut = feeding < 0 ? 0 : (size_t)feeding;
    memset(decoded, 0, sizeof(*decoded));
    if (rvt_stp_decoder_init(&decoder, config, &sinks) != RVT_OK)
        return false;
    for (size_t at = 0; feeding == NIBBLES && at < 2 * bytes; at++)
        rvt_stp_decoder_nibble(&decoder, rvt_stp_nibble(stream->byte, at));
    for (size_t at = 0; feeding == BYTES && at < bytes; at++)
        rvt_stp_decoder_bytes(&decoder, stream->byte + at, 1);
    if (feeding >= 0) {
        rvt_stp_decoder_bytes(&decoder, stream->byte, cut);
        rvt_stp_decoder_bytes(&decoder, stream->byte + cut, bytes - cut);
    }
    if (stream->nibbles & 1)
        rvt_stp_decoder_nibble(&decoder, stream->byte[bytes] & 15U);
    rvt_stp_decoder_finish(&decoder);
    return decoded->events <= RVT_GOLDEN_STP_EVENTS_MAX &&
           decoded->findings <= RVT_GOLDEN_STP_EVENTS_MAX;
}

static bool same_event(const struct rvt_golden_stp_event *a, const struct rvt_golden_stp_event *b)
{
    return a->at == b->at && a->nibbles == b->nibbles && a->opcode == b->opcode &&
           a->payload == b->payload && a->version == b->version &&
           a->timestamp_nibbles == b->timestamp_nibbles && a->timestamp == b->timestamp &&
           a->time == b->time && a->master == b->master && a->channel == b->channel &&
           a->trusted == b->trusted && a->set == b->set;
}

static bool same_finding(const struct rvt_golden_stp_finding *a,
                         const struct rvt_golden_stp_finding *b)
{
    return a->rule == b->rule && a->at == b->at && a->value == b->value && a->master == b->master &&
           a->channel == b->channel && a->has_channel == b->has_channel &&
           (a->field == NULL) == (b->field == NULL) &&
           (a->field == NULL || strcmp(a->field, b->field) == 0);
}

static bool same(const struct decoded *a, const struct decoded *b)
{
    bool equal = a->events == b->events && a->findings == b->findings;
    for (size_t i = 0; equal && i < a->events; i++)
        equal = same_event(&a->event[i], &b->event[i]);
    for (size_t i = 0; equal && i < a->findings; i++)
        equal = same_finding(&a->finding[i], &b->finding[i]);
    return equal;
}

/* All ways to feed the stream give the same result. */
static void feed_otherwise(struct rvt_golden_case *c, const struct rvt_golden_stp_stream *stream,
                           const struct rvt_stp_config *config, const struct decoded *decoded)
{
    static struct decoded other;
    for (int feeding = NIBBLES; feeding <= (int)(stream->nibbles / 2); feeding++)
        if (!decode(stream, config, feeding, &other) || !same(decoded, &other))
            rvt_golden_disagree(c, c->node, "fed differently (%d) the stream gives another result",
                                feeding);
}

static enum rvt_status compare_events(struct rvt_golden_case *c, const struct rvt_yaml_node *list,
                                      const struct decoded *decoded, struct rvt_diag *diag)
{
    struct rvt_golden_stp_event expected = {.at = 0};
    enum rvt_status status = rvt_yaml_expect(list, RVT_YAML_SEQUENCE, diag);
    size_t place = 0;
    for (const struct rvt_yaml_node *node = list->first; status == RVT_OK && node != NULL;
         node = node->next, place++) {
        status = rvt_golden_stp_event(node, &expected, diag);
        if (status != RVT_OK || place >= decoded->events)
            continue;
        if (expected.opcode != RVT_STP_OPCODES)
            expected.nibbles = decoded->event[place].nibbles;
        rvt_golden_stp_compare(c, node, &expected, &decoded->event[place]);
        expected.at += expected.nibbles;
    }
    if (status == RVT_OK && place != decoded->events)
        rvt_golden_disagree(c, list, "%zu events, expected %zu", decoded->events, place);
    return status;
}

static enum rvt_status compare_findings(struct rvt_golden_case *c, const struct rvt_yaml_node *list,
                                        const struct decoded *decoded, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(list, RVT_YAML_SEQUENCE, diag);
    size_t place = 0;
    for (const struct rvt_yaml_node *node = list->first; status == RVT_OK && node != NULL;
         node = node->next, place++) {
        struct rvt_golden_stp_finding expected;
        const struct rvt_golden_stp_finding *got = &decoded->finding[place];
        status = rvt_golden_stp_finding(node, &expected, diag);
        if (status == RVT_OK && place < decoded->findings && !same_finding(&expected, got))
            rvt_golden_disagree(c, node,
                                "%s at nibble %" PRIu64 ", %s 0x%" PRIx64 ", master %" PRIu64
                                ", channel %" PRIu64 "%s",
                                rvt_rule_text(got->rule)->number, got->at,
                                got->field == NULL ? "-" : got->field, got->value, got->master,
                                got->channel, got->has_channel ? "" : " (none)");
    }
    for (size_t i = place; status == RVT_OK && i < decoded->findings; i++)
        rvt_golden_disagree(c, list, "unexpected %s at nibble %" PRIu64,
                            rvt_rule_text(decoded->finding[i].rule)->number,
                            decoded->finding[i].at);
    if (status == RVT_OK && place > decoded->findings)
        rvt_golden_disagree(c, list, "%zu findings, expected %zu", decoded->findings, place);
    return status;
}

/* Writes each packet to its place; lost pieces are copied. */
static void write_back(struct rvt_golden_case *c, const struct rvt_golden_stp_stream *stream,
                       const struct rvt_stp_config *config, const struct decoded *decoded)
{
    struct rvt_golden_stp_stream copy = *stream;
    struct rvt_stp_format format = {.time_type = config->time_type, .le = config->le_always};
    unsigned nibbles = 0;
    size_t at = 0;
    for (size_t i = 0; i < decoded->events; i++) {
        const struct rvt_golden_stp_event *event = &decoded->event[i];
        struct rvt_stp_packet packet = {.opcode = (enum rvt_stp_opcode)event->opcode,
                                        .payload = event->payload,
                                        .version = (uint8_t)event->version,
                                        .timestamp_nibbles = (uint8_t)event->timestamp_nibbles,
                                        .timestamp = event->timestamp};
        if (event->at != at)
            rvt_golden_disagree(c, c->node, "a gap before nibble %" PRIu64, event->at);
        at = event->at + event->nibbles;
        if (event->opcode == RVT_STP_OPCODES)
            continue;
        for (size_t j = event->at; j < at; j++)
            copy.byte[j / 2] ^= (uint8_t)(15U << 4 * (j & 1));
        if (rvt_stp_write(&format, &packet, copy.byte, event->at, at, &nibbles) != RVT_OK ||
            nibbles != event->nibbles)
            rvt_golden_disagree(c, c->node, "the packet at nibble %" PRIu64 " cannot be written",
                                event->at);
        if (packet.opcode == RVT_STP_VERSION) {
            format = rvt_stp_announced(&packet);
            format.le |= config->le_always;
        }
    }
    if (at != stream->nibbles)
        rvt_golden_disagree(c, c->node, "%zu nibbles of %zu were reported", at, stream->nibbles);
    rvt_golden_compare_bytes(c, c->node, "written again", stream->byte, sizeof(stream->byte),
                             copy.byte, sizeof(copy.byte));
}

/* A stream is valid if all findings are infos. */
static void check_result(struct rvt_golden_case *c, bool valid, const struct decoded *decoded)
{
    bool found = false;
    for (size_t i = 0; i < decoded->findings; i++)
        found |= rvt_rule_text(decoded->finding[i].rule)->severity != RVT_SEVERITY_INFO;
    if (found == valid)
        rvt_golden_disagree(c, c->expect, "the stream is %s", found ? "invalid" : "valid");
}

static enum rvt_status run_decode(struct rvt_golden_case *c, const struct rvt_yaml_node *nibbles,
                                  bool valid, struct rvt_diag *diag)
{
    static struct decoded decoded;
    struct rvt_golden_stp_stream stream;
    struct rvt_stp_config config;
    const struct rvt_yaml_node *events = NULL, *findings = NULL;
    enum rvt_status status = rvt_golden_stp_nibbles(nibbles, &stream, diag);
    if (status == RVT_OK)
        status = rvt_golden_stp_options(rvt_yaml_get(c->input, "options"), &config, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, DECODE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "events", &events, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "findings", &findings, diag);
    if (status != RVT_OK)
        return status;
    if (!decode(&stream, &config, 0, &decoded))
        return rvt_yaml_refuse(nibbles, RVT_ERR_CAPACITY, NULL, diag, "too many events");
    status = compare_events(c, events, &decoded, diag);
    if (status == RVT_OK)
        status = compare_findings(c, findings, &decoded, diag);
    check_result(c, valid, &decoded);
    write_back(c, &stream, &config, &decoded);
    feed_otherwise(c, &stream, &config, &decoded);
    return status;
}

/* Sends the records up to the first rejected one. *last: it was the last record. */
static enum rvt_status send_records(const struct rvt_yaml_node *list,
                                    struct rvt_stp_encoder *encoder,
                                    struct rvt_golden_stp_stream *stream, enum rvt_status *got,
                                    bool *last, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(list, RVT_YAML_SEQUENCE, diag);
    size_t at = 0, bytes = 0;
    *got = RVT_OK;
    for (const struct rvt_yaml_node *node = list->first; status == RVT_OK && node != NULL;
         node = node->next) {
        struct rvt_stp_record record;
        status = rvt_golden_stp_record(node, &record, diag);
        if (status == RVT_OK && record.opcode == RVT_STP_OPCODES) {
            rvt_stp_encoder_sync(encoder);
            continue;
        }
        if (status == RVT_OK)
            *got = rvt_stp_encoder_put(encoder, &record, stream->byte + at,
                                       sizeof(stream->byte) - at, &bytes);
        *last = node->next == NULL;
        if (status != RVT_OK || *got != RVT_OK)
            return status;
        at += bytes;
    }
    stream->nibbles = encoder->at;
    if (status == RVT_OK)
        *got =
            rvt_stp_encoder_finish(encoder, stream->byte + at, sizeof(stream->byte) - at, &bytes);
    return status;
}

static enum rvt_status run_encode(struct rvt_golden_case *c, bool valid, struct rvt_diag *diag)
{
    struct rvt_golden_stp_stream expected, stream = {.nibbles = 0};
    struct rvt_stp_encoder_config config;
    struct rvt_stp_encoder encoder;
    const struct rvt_yaml_node *node = NULL, *records = NULL;
    enum rvt_status got = RVT_OK;
    bool last = true;
    enum rvt_status status =
        rvt_golden_stp_encoder(rvt_yaml_get(c->input, "encoder"), &config, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, ENCODE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, valid ? "nibbles" : "status", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "records", &records, diag);
    if (status != RVT_OK)
        return status;
    got = rvt_stp_encoder_init(&encoder, &config);
    if (got == RVT_OK)
        status = send_records(records, &encoder, &stream, &got, &last, diag);
    if (status != RVT_OK)
        return status;
    if (!valid) {
        if (strcmp(node->text, rvt_status_text(got)) != 0 || !last)
            rvt_golden_disagree(c, node, "the encoder returned '%s'", rvt_status_text(got));
        return RVT_OK;
    }
    if (!rvt_golden_succeeded(c, "encoding", got, NULL))
        return RVT_OK;
    status = rvt_golden_stp_nibbles(node, &expected, diag);
    if (status == RVT_OK && expected.nibbles != stream.nibbles)
        rvt_golden_disagree(c, node, "%zu nibbles, expected %zu", stream.nibbles, expected.nibbles);
    if (status == RVT_OK)
        rvt_golden_compare_bytes(c, node, "stream", expected.byte, (expected.nibbles + 1) / 2,
                                 stream.byte, (stream.nibbles + 1) / 2);
    return status;
}

enum rvt_status rvt_golden_stp(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *nibbles = rvt_yaml_get(c->input, "nibbles");
    bool valid = false;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status != RVT_OK)
        return status;
    return nibbles != NULL ? run_decode(c, nibbles, valid, diag) : run_encode(c, valid, diag);
}

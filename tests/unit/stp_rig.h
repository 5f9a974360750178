/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* STP in nibbles as text, and a decoder whose events and findings become text. */
#ifndef RVT_TESTS_STP_RIG_H
#define RVT_TESTS_STP_RIG_H

#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "transport/stp/stp_decoder.h"

#define STP_ASYNC "fffffffffffffffffffff0"

struct stp_stream {
    uint8_t byte[512];
    size_t nibbles;
};

/* Hexadecimal digits in order of time; blanks are ignored. An odd number gets a 0 at the end. */
static inline struct stp_stream stp_stream(const char *digits)
{
    struct stp_stream stream = {.nibbles = 0};

    for (; *digits != '\0'; digits++) {
        const char *found = strchr("0123456789abcdef", *digits);

        if (*digits == ' ')
            continue;
        cr_assert(found != NULL && stream.nibbles < 2 * sizeof stream.byte);
        stream.byte[stream.nibbles / 2] |=
            (uint8_t)((unsigned)(found - "0123456789abcdef") << 4 * (stream.nibbles & 1));
        stream.nibbles++;
    }
    return stream;
}

struct stp_log {
    char events[4096], findings[2048];
    struct rvt_text event, finding;
    uint64_t next; /* the nibble that the next event must begin with */
};

/* "12 D8TS 7f @abc time 12abc m 3 c 4", with "?" after an untrusted time. */
static inline void stp_log_event(void *context, const struct rvt_stp_event *event)
{
    struct stp_log *log = context;
    struct rvt_text *text = &log->event;
    const struct rvt_stp_packet *packet = &event->packet;
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);

    cr_expect(eq(u64, event->at, log->next));
    log->next = event->at + event->nibbles;
    rvt_text_add(text, "%s%" PRIu64, text->length > 0 ? "; " : "", event->at);
    if (event->lost) {
        rvt_text_add(text, " lost %0*" PRIx64, (int)event->nibbles, packet->payload);
        return;
    }
    rvt_text_add(text, " %s", form->name);
    if (form->payload_nibbles != 0)
        rvt_text_add(text, " %" PRIx64, packet->payload);
    if (packet->version != 0)
        rvt_text_add(text, " %x", packet->version);
    if (event->timed)
        rvt_text_add(text, " @%" PRIx64 "/%u time %" PRIx64 "%s", packet->timestamp,
                     packet->timestamp_nibbles, event->time, event->trusted ? "" : "?");
    if (event->master != 0 || event->channel != 0)
        rvt_text_add(text, " m %x c %x", event->master, event->channel);
}

/* "STP-005 40 nibbles 3": rule, nibble, field and value. */
static inline void stp_log_finding(void *context, const struct rvt_finding *finding)
{
    struct stp_log *log = context;
    struct rvt_text *text = &log->finding;

    rvt_text_add(text, "%s%s %" PRIu64, text->length > 0 ? "; " : "",
                 rvt_rule_text(finding->rule)->number, 2 * finding->byte + finding->nibble);
    cr_expect(finding->has_nibble);
    if (finding->field != NULL)
        rvt_text_add(text, " %s %" PRIx64, finding->field, finding->value);
}

static inline void stp_open(struct rvt_stp_decoder *decoder, const struct rvt_stp_config *config,
                            struct stp_log *log)
{
    struct rvt_stp_sinks sinks = {.event = stp_log_event,
                                  .event_context = log,
                                  .finding = stp_log_finding,
                                  .finding_context = log};

    rvt_text_init(&log->event, log->events, sizeof log->events);
    rvt_text_init(&log->finding, log->findings, sizeof log->findings);
    log->next = 0;
    cr_assert(rvt_stp_decoder_init(decoder, config, &sinks) == RVT_OK);
}

/* Decodes digits nibble by nibble, byte by byte and in two blocks cut anywhere; each time the
 * events and findings must be the expected ones. Whole bytes only if whole. */
static inline void stp_expect(const struct rvt_stp_config *config, const char *digits,
                              const char *events, const char *findings)
{
    struct stp_stream stream = stp_stream(digits);
    size_t bytes = stream.nibbles / 2, rest = stream.nibbles & 1;
    struct rvt_stp_decoder decoder;
    struct stp_log log;

    for (size_t cut = 0; cut <= bytes + 1; cut++) {
        stp_open(&decoder, config, &log);
        if (cut <= bytes) {
            rvt_stp_decoder_bytes(&decoder, stream.byte, cut);
            rvt_stp_decoder_bytes(&decoder, stream.byte + cut, bytes - cut);
        } else {
            for (size_t at = 0; at < bytes; at++)
                rvt_stp_decoder_bytes(&decoder, stream.byte + at, 1);
        }
        if (rest)
            rvt_stp_decoder_nibble(&decoder, stream.byte[bytes] & 15U);
        rvt_stp_decoder_finish(&decoder);
        cr_expect(eq(str, log.events, TEXT(events)), "cut at byte %zu", cut);
        cr_expect(eq(str, log.findings, TEXT(findings)), "cut at byte %zu", cut);
        cr_expect(eq(u64, log.next, stream.nibbles));
    }
    stp_open(&decoder, config, &log);
    for (size_t at = 0; at < stream.nibbles; at++)
        rvt_stp_decoder_nibble(&decoder, rvt_stp_nibble(stream.byte, at));
    rvt_stp_decoder_finish(&decoder);
    cr_expect(eq(str, log.events, TEXT(events)), "nibbles");
    cr_expect(eq(str, log.findings, TEXT(findings)), "nibbles");
}

#endif

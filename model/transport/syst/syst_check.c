/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_check.h"

#include <stdlib.h>
#include <string.h>

#include "transport/syst/crc32c.h"
#include "transport/syst/syst_origins.h"
#include "transport/syst/syst_payload.h"
#include "transport/syst/syst_subject.h"

enum {
    ORIGINS_DEFAULT = 1024,
    CHECKSUM_BYTES = 4,
    GUID_VARIANT_AT = RVT_SYST_HEADER_BYTES + 8, /* byte 8 of a GUID has the variant */
};

struct rvt_syst_checker {
    struct rvt_syst_config config;
    rvt_finding_sink sink;
    void *sink_context;
    struct rvt_syst_origins *origins;
};

enum rvt_status rvt_syst_checker_open(const struct rvt_syst_config *config, rvt_finding_sink sink,
                                      void *sink_context, struct rvt_syst_checker **checker)
{
    struct rvt_syst_checker *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = *config;
    made->sink = sink;
    made->sink_context = sink_context;
    made->origins = rvt_syst_origins_open(config->origins ? config->origins : ORIGINS_DEFAULT);
    if (made->origins == NULL) {
        free(made);
        return RVT_ERR_MEMORY;
    }
    *checker = made;
    return RVT_OK;
}

void rvt_syst_checker_reset(struct rvt_syst_checker *checker)
{
    rvt_syst_origins_reset(checker->origins);
}

void rvt_syst_checker_close(struct rvt_syst_checker *checker)
{
    if (checker == NULL)
        return;
    rvt_syst_origins_close(checker->origins);
    free(checker);
}

/* The rule with the number that rvt_syst_read gave as clause. */
static enum rvt_rule rule_of(const char *clause)
{
    unsigned rule = 0;

    while (strcmp(rvt_rule_text((enum rvt_rule)rule)->number, clause) != 0)
        rule++;
    return (enum rvt_rule)rule;
}

/* The offset of the payload by the flags of a header with LEN. The location is complete. */
static size_t payload_at(const uint8_t *data)
{
    size_t at = RVT_SYST_HEADER_BYTES + (data[2] & 0x80 ? RVT_SYST_GUID_BYTES : 0);

    if (data[1] & 1) /* LOC */
        at += data[at] & 1 ? 9 : 5;
    return at + 2 + (data[1] & 8 ? 8 : 0); /* TS */
}

static size_t checksum_bytes(const uint8_t *data)
{
    return data[1] & 4 ? CHECKSUM_BYTES : 0;
}

/* The bytes of a payload's head that are there, from offset at up to the end of the payload. */
static size_t head_left(const struct rvt_syst_subject *subject, size_t at)
{
    size_t end = subject->bytes - checksum_bytes(subject->data);

    if (subject->data[1] & 2) { /* LEN; not longer than the payload */
        size_t begin = payload_at(subject->data);
        size_t length_at = begin - (subject->data[1] & 8 ? 8 : 0) - 2;
        end = begin + subject->data[length_at] + ((size_t)subject->data[length_at + 1] << 8);
    }
    return end - at;
}

/* Spec: SYST-004. Byte and mask of each reserved bit. */
static void check_reserved_bits(const struct rvt_syst_subject *subject)
{
    static const struct {
        const char *field;
        uint8_t at, mask;
    } bits[] = {{"RES7", 0, 0x80}, {"RES30", 3, 0x40}, {"RES31", 3, 0x80}};

    for (unsigned i = 0; i < 3; i++)
        if (subject->data[bits[i].at] & bits[i].mask)
            rvt_syst_report(subject, RVT_RULE_SYST_004, bits[i].at, bits[i].field, 1, "not", 0);
}

/* The header of a message with fields. Spec: SYST-003, SYST-004, SYST-104. */
static void check_header(const struct rvt_syst_checker *checker,
                         const struct rvt_syst_subject *subject)
{
    unsigned type = subject->data[0] & 15, subtype = subject->data[3] & 63;

    if (rvt_syst_short_bytes((uint32_t)type | (uint32_t)subtype << 24) > 0)
        return;
    if (type == RVT_SYST_SBD && !checker->config.sbd)
        rvt_syst_report(subject, RVT_RULE_SYST_104, 0, "TYPE", type, NULL, 0);
    check_reserved_bits(subject);
    if (!rvt_syst_known_subtype(type, subtype))
        rvt_syst_report(subject, RVT_RULE_SYST_003, 3, "SUBTYPE", subtype, NULL, 0);
}

/* Reports a fault of rvt_syst_read. Spec: SYST-001, 002, 005..012, 015. */
static void report_fault(const struct rvt_syst_subject *subject, const struct rvt_diag *fault)
{
    enum rvt_rule rule = rule_of(fault->clause);
    size_t at = (size_t)fault->position;
    uint64_t there = subject->bytes - at;

    if (rule == RVT_RULE_SYST_002)
        rvt_syst_report(subject, rule, at, fault->field, fault->value, NULL, 0);
    else if (rule == RVT_RULE_SYST_006)
        rvt_syst_report(subject, rule, at, fault->field, fault->value, "at most",
                        RVT_SYST_LOCATION_CODE64);
    else if (rule == RVT_RULE_SYST_007)
        rvt_syst_report(subject, rule, at, fault->field, fault->value, "not",
                        subject->bytes - checksum_bytes(subject->data) - payload_at(subject->data));
    else if (rule == RVT_RULE_SYST_008)
        rvt_syst_report(subject, rule, at, fault->field, fault->value, "not",
                        rvt_crc32c(0, subject->data, at));
    else if (rule == RVT_RULE_SYST_015)
        rvt_syst_report(subject, rule, at, fault->field, fault->value, "at most",
                        RVT_SYST_PAYLOAD_BYTES_MAX);
    else if (rule >= RVT_RULE_SYST_010 && rule <= RVT_RULE_SYST_012)
        rvt_syst_report(subject, rule, at, fault->field, head_left(subject, at), "of",
                        fault->value);
    else
        rvt_syst_report(subject, rule, at, fault->field, there, "of", fault->value);
}

/* Bytes after the message. Spec: SYST-007, SYST-009. */
static void check_size(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    size_t excess = subject->bytes - subject->used;

    if (excess == 0)
        return;
    if (message->payload_at == 0)
        rvt_syst_report(subject, RVT_RULE_SYST_009, subject->used, "bytes", subject->bytes, "not",
                        subject->used);
    else
        rvt_syst_report(subject, RVT_RULE_SYST_007, message->payload_at - (message->ts ? 8 : 0) - 2,
                        "length", message->length, "not", message->length + excess);
}

/* A CLOCK message synchronises its origin; without GUID, every origin on its channel. */
static void synchronise(struct rvt_syst_checker *checker, const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    const struct rvt_syst_place *place = subject->place;
    const enum rvt_origin_kind kinds[] = {rvt_syst_origin_kind(message), RVT_ORIGIN_CHANNEL};

    for (unsigned i = 0; i < (message->guid ? 1 : 2); i++) {
        struct rvt_syst_origin *origin =
            rvt_syst_origins_find(checker->origins, kinds[i], place, message, true);

        if (origin == NULL)
            continue;
        origin->synchronised = true;
        if (!place->has_time || message->frequency == 0)
            continue;
        origin->has_clock = true;
        origin->clock = (struct rvt_clock){
            .value = message->value, .frequency = message->frequency, .transport = place->time};
    }
}

/* Spec: SYST-105, SYST-106. */
static void check_time(struct rvt_syst_checker *checker, const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    size_t at = message->payload_at - 8;
    struct rvt_syst_origin *origin = rvt_syst_origins_find(
        checker->origins, rvt_syst_origin_kind(message), subject->place, message, true);
    const struct rvt_syst_origin *channel;

    if (origin == NULL)
        return;
    if (origin->has_time && message->timestamp < origin->time)
        rvt_syst_report(subject, RVT_RULE_SYST_105, at, "timestamp", message->timestamp, "at least",
                        origin->time);
    origin->has_time = true;
    origin->time = message->timestamp;
    if (origin->synchronised || origin->unsynchronised_reported)
        return;
    channel =
        rvt_syst_origins_find(checker->origins, RVT_ORIGIN_CHANNEL, subject->place, message, false);
    if (channel != NULL && channel->synchronised)
        return;
    origin->unsynchronised_reported = true;
    rvt_syst_report(subject, RVT_RULE_SYST_106, at, "timestamp", message->timestamp, NULL, 0);
}

/* Checks a message that was read: its fields in the order of its bytes, and the rules over time. */
static void check_message(struct rvt_syst_checker *checker, const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;

    check_header(checker, subject);
    if (message->guid && !(subject->data[GUID_VARIANT_AT] & 0x80))
        rvt_syst_report(subject, RVT_RULE_SYST_017, GUID_VARIANT_AT, "guid",
                        subject->data[GUID_VARIANT_AT], "at least", 0x80);
    check_size(subject);
    if (message->payload_at == 0)
        return;
    if (message->type == RVT_SYST_CLOCK && message->subtype == RVT_SYST_CLOCK_TRANSPORT_SYNC)
        synchronise(checker, subject);
    if (message->ts)
        check_time(checker, subject);
    rvt_syst_check_payload(subject);
}

void rvt_syst_check(struct rvt_syst_checker *checker, const struct rvt_syst_place *place,
                    const uint8_t *data, size_t bytes, struct rvt_syst_message *message,
                    size_t *used, bool *delivered)
{
    struct rvt_syst_subject subject = {.sink = checker->sink,
                                       .sink_context = checker->sink_context,
                                       .lookup = checker->config.lookup,
                                       .lookup_context = checker->config.lookup_context,
                                       .place = place,
                                       .data = data,
                                       .bytes = bytes,
                                       .message = message};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    *delivered = rvt_syst_read(data, bytes, message, used, &fault) == RVT_OK;
    if (*delivered) {
        subject.used = *used;
        check_message(checker, &subject);
        return;
    }
    if (fault.status != RVT_ERR_CHECKSUM && strcmp(fault.clause, "SYST-001") != 0 &&
        strcmp(fault.clause, "SYST-002") != 0)
        check_header(checker, &subject); /* the header itself may be good */
    report_fault(&subject, &fault);
}

const struct rvt_clock *rvt_syst_clock(const struct rvt_syst_checker *checker,
                                       const struct rvt_syst_place *place,
                                       const struct rvt_syst_message *message)
{
    const struct rvt_syst_origin *origin = rvt_syst_origins_find(
        checker->origins, rvt_syst_origin_kind(message), place, message, false);

    if (origin == NULL || !origin->has_clock)
        origin = rvt_syst_origins_find(checker->origins, RVT_ORIGIN_CHANNEL, place, message, false);
    return origin != NULL && origin->has_clock ? &origin->clock : NULL;
}

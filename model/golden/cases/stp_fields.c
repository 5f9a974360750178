/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/stp_fields.h"

#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "golden/members.h"

static const char *const PACKET_KEYS[] = {"packet", "lost", NULL};
static const char *const FINDING_KEYS[] = {"rule",   "at",      "field", "value",
                                           "master", "channel", NULL};
static const char *const OPTION_KEYS[] = {"start", "version_scope", "m8_scope",  "error_scope",
                                          "time",  "le_always",     "async_max", NULL};
static const char *const ENCODER_KEYS[] = {"time",       "minor",     "le", "le_always",
                                           "sync_bytes", "frequency", NULL};
static const char *const RECORD_KEYS[] = {"packet", "payload", "master", "channel", "time", NULL};
static const char *const TYPES[] = {"unknown", "legacy", "natdelta", "nat", "gray", NULL};

#define MEMBER(name, width)                                                                        \
    {                                                                                              \
#name, width, offsetof(struct rvt_golden_stp_event, name)                                  \
    }
static const struct rvt_golden_member MEMBERS[] = {
    MEMBER(at, RVT_GOLDEN_U64),        MEMBER(payload, RVT_GOLDEN_U64),
    MEMBER(version, RVT_GOLDEN_U64),   MEMBER(timestamp_nibbles, RVT_GOLDEN_U64),
    MEMBER(timestamp, RVT_GOLDEN_U64), MEMBER(time, RVT_GOLDEN_U64),
    MEMBER(master, RVT_GOLDEN_U64),    MEMBER(channel, RVT_GOLDEN_U64),
    MEMBER(trusted, RVT_GOLDEN_FLAG),  MEMBER(set, RVT_GOLDEN_FLAG),
    {NULL, RVT_GOLDEN_U64, 0}};
/* Defaults that follow from the order of packets. */
static const struct rvt_golden_member DERIVED[] = {
    MEMBER(opcode, RVT_GOLDEN_U64), MEMBER(nibbles, RVT_GOLDEN_U64), {NULL, RVT_GOLDEN_U64, 0}};

static enum rvt_status add_nibble(const struct rvt_yaml_node *node,
                                  struct rvt_golden_stp_stream *stream, unsigned nibble,
                                  struct rvt_diag *diag)
{
    if (stream->nibbles == RVT_GOLDEN_STP_NIBBLES_MAX)
        return rvt_yaml_refuse(node, RVT_ERR_CAPACITY, NULL, diag, "too many nibbles");
    stream->byte[stream->nibbles / 2] |= (uint8_t)(nibble << 4 * (stream->nibbles & 1));
    stream->nibbles++;
    return RVT_OK;
}

enum rvt_status rvt_golden_stp_nibbles(const struct rvt_yaml_node *node,
                                       struct rvt_golden_stp_stream *stream, struct rvt_diag *diag)
{
    static const char ASYNC[] = "ASYNC";
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    memset(stream, 0, sizeof(*stream));
    for (const char *at = status == RVT_OK ? node->text : ""; status == RVT_OK && *at; at++) {
        if (*at == ' ')
            continue;
        if (strncmp(at, ASYNC, strlen(ASYNC)) == 0) {
            for (unsigned i = 0; status == RVT_OK && i < RVT_STP_ASYNC_NIBBLES; i++)
                status = add_nibble(node, stream, i + 1 < RVT_STP_ASYNC_NIBBLES ? 15 : 0, diag);
            at += strlen(ASYNC) - 1;
        } else if (rvt_hex_digit(*at) > 15) {
            status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "'%c' is no nibble", *at);
        } else {
            status = add_nibble(node, stream, rvt_hex_digit(*at), diag);
        }
    }
    return status;
}

/* The digits of a lost piece. */
static enum rvt_status read_lost(const struct rvt_yaml_node *node,
                                 struct rvt_golden_stp_event *event, struct rvt_diag *diag)
{
    size_t used = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK &&
        (!rvt_hex_number(node->text, strlen(node->text), &used, &event->payload) ||
         node->text[used] != '\0'))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "up to 16 nibbles expected");
    event->opcode = RVT_STP_OPCODES;
    event->nibbles = used;
    return status;
}

static enum rvt_status read_opcode(const struct rvt_yaml_node *node, enum rvt_stp_opcode *opcode,
                                   struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK && !rvt_stp_opcode_named(node->text, opcode))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "no packet '%s'", node->text);
    return status;
}

enum rvt_status rvt_golden_stp_event(const struct rvt_yaml_node *node,
                                     struct rvt_golden_stp_event *event, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *packet = rvt_yaml_get(node, "packet");
    const struct rvt_yaml_node *lost = rvt_yaml_get(node, "lost");
    enum rvt_stp_opcode opcode = RVT_STP_NULL;
    enum rvt_status status = RVT_OK;
    event->payload = event->version = event->timestamp_nibbles = event->timestamp = 0;
    event->nibbles = 0;
    if ((packet == NULL) == (lost == NULL))
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "packet or lost expected");
    status = rvt_golden_read_members(node, PACKET_KEYS, MEMBERS, event, NULL, diag);
    if (status == RVT_OK && lost != NULL)
        return read_lost(lost, event, diag);
    if (status == RVT_OK)
        status = read_opcode(packet, &opcode, diag);
    event->opcode = opcode;
    return status;
}

void rvt_golden_stp_compare(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                            const struct rvt_golden_stp_event *expected,
                            const struct rvt_golden_stp_event *got)
{
    rvt_golden_compare_members(c, at, "event", MEMBERS, expected, got);
    rvt_golden_compare_members(c, at, "event", DERIVED, expected, got);
}

enum rvt_status rvt_golden_stp_finding(const struct rvt_yaml_node *node,
                                       struct rvt_golden_stp_finding *finding,
                                       struct rvt_diag *diag)
{
    const struct rvt_yaml_node *rule = NULL, *at = NULL, *field = rvt_yaml_get(node, "field");
    const struct rvt_yaml_node *value = rvt_yaml_get(node, "value");
    const struct rvt_yaml_node *master = rvt_yaml_get(node, "master");
    unsigned number = 0;
    enum rvt_status status = rvt_yaml_only(node, FINDING_KEYS, diag);
    memset(finding, 0, sizeof(*finding));
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "rule", &rule, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(rule, RVT_YAML_SCALAR, diag);
    while (status == RVT_OK && number < RVT_RULES &&
           strcmp(rvt_rule_text((enum rvt_rule)number)->number, rule->text) != 0)
        number++;
    if (number == RVT_RULES)
        status = rvt_yaml_refuse(rule, RVT_ERR_SYNTAX, NULL, diag, "no rule has this number");
    finding->rule = (enum rvt_rule)number;
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "at", &at, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(at, &finding->at, diag);
    if (status == RVT_OK && field != NULL)
        finding->field = field->text;
    if (status == RVT_OK && value != NULL)
        status = rvt_yaml_unsigned(value, &finding->value, diag);
    if (status != RVT_OK || master == NULL)
        return status;
    finding->has_channel = true;
    status = rvt_yaml_unsigned(master, &finding->master, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "channel", &value, diag);
    return status == RVT_OK ? rvt_yaml_unsigned(value, &finding->channel, diag) : status;
}

/* The choice under key, if present. */
static enum rvt_status choose(const struct rvt_yaml_node *map, const char *key,
                              const char *const *words, unsigned *place, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    return node == NULL ? RVT_OK : rvt_yaml_choice(node, words, place, diag);
}

static enum rvt_status read_flag(const struct rvt_yaml_node *map, const char *key, bool *flag,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    return node == NULL ? RVT_OK : rvt_yaml_bool(node, flag, diag);
}

static enum rvt_status read_number(const struct rvt_yaml_node *map, const char *key,
                                   uint64_t *number, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    return node == NULL ? RVT_OK : rvt_yaml_unsigned(node, number, diag);
}

enum rvt_status rvt_golden_stp_options(const struct rvt_yaml_node *node,
                                       struct rvt_stp_config *config, struct rvt_diag *diag)
{
    static const char *const starts[] = {"hunt", "synced", NULL};
    static const char *const scopes[] = {"resets", "keeps", "clears-channel-high", NULL};
    static const char *const m8s[] = {"whole", "keeps-high", NULL};
    static const char *const errors[] = {"clears", "keeps", NULL};
    unsigned start = 0, scope = 0, m8 = 0, error = 0, type = 0;
    memset(config, 0, sizeof(*config));
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_only(node, OPTION_KEYS, diag);
    if (status == RVT_OK)
        status = choose(node, "start", starts, &start, diag);
    if (status == RVT_OK)
        status = choose(node, "version_scope", scopes, &scope, diag);
    if (status == RVT_OK)
        status = choose(node, "m8_scope", m8s, &m8, diag);
    if (status == RVT_OK)
        status = choose(node, "error_scope", errors, &error, diag);
    if (status == RVT_OK)
        status = choose(node, "time", TYPES, &type, diag);
    if (status == RVT_OK)
        status = read_flag(node, "le_always", &config->le_always, diag);
    if (status == RVT_OK)
        status = read_number(node, "async_max", &config->async_bytes_max, diag);
    config->start = (enum rvt_stp_start)start;
    config->version_scope = (enum rvt_stp_version_scope)scope;
    config->m8_scope = (enum rvt_stp_m8_scope)m8;
    config->error_scope = (enum rvt_stp_error_scope)error;
    config->time_type = (enum rvt_stp_time_type)type;
    return status;
}

enum rvt_status rvt_golden_stp_encoder(const struct rvt_yaml_node *node,
                                       struct rvt_stp_encoder_config *config, struct rvt_diag *diag)
{
    unsigned type = RVT_STP_TIME_NAT;
    uint64_t minor = 0;
    memset(config, 0, sizeof(*config));
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_only(node, ENCODER_KEYS, diag);
    if (status == RVT_OK)
        status = choose(node, "time", TYPES, &type, diag);
    if (status == RVT_OK)
        status = read_number(node, "minor", &minor, diag);
    if (status == RVT_OK)
        status = read_flag(node, "le", &config->le, diag);
    if (status == RVT_OK)
        status = read_flag(node, "le_always", &config->le_always, diag);
    if (status == RVT_OK)
        status = read_number(node, "sync_bytes", &config->sync_bytes, diag);
    if (status == RVT_OK)
        status = read_number(node, "frequency", &config->frequency, diag);
    config->time_type = (enum rvt_stp_time_type)type;
    config->minor = (unsigned)minor;
    return status;
}

enum rvt_status rvt_golden_stp_record(const struct rvt_yaml_node *node,
                                      struct rvt_stp_record *record, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *packet = NULL;
    uint64_t master = 0, channel = 0;
    memset(record, 0, sizeof(*record));
    enum rvt_status status = rvt_yaml_only(node, RECORD_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "packet", &packet, diag);
    if (status == RVT_OK && strcmp(packet->text, "sync") == 0)
        record->opcode = RVT_STP_OPCODES;
    else if (status == RVT_OK)
        status = read_opcode(packet, &record->opcode, diag);
    if (status == RVT_OK)
        status = read_number(node, "payload", &record->payload, diag);
    if (status == RVT_OK)
        status = read_number(node, "master", &master, diag);
    if (status == RVT_OK)
        status = read_number(node, "channel", &channel, diag);
    if (status == RVT_OK)
        status = read_number(node, "time", &record->time, diag);
    if (status == RVT_OK && (master > UINT16_MAX || channel > UINT16_MAX))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "master, channel: 16 bits");
    record->master = (uint16_t)master;
    record->channel = (uint16_t)channel;
    return status;
}

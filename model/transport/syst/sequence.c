/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/sequence.h"

#include <assert.h>
#include <stdlib.h>

struct rvt_sequence {
    struct rvt_sequence_config config;
    struct rvt_sequence_sinks sinks;
    struct rvt_channels channels;
    bool lost; /* the previous event was a loss */
};

enum rvt_status rvt_sequence_open(const struct rvt_sequence_config *config,
                                  const struct rvt_sequence_sinks *sinks,
                                  struct rvt_sequence **sequence)
{
    struct rvt_sequence *opened = calloc(1, sizeof(*opened));

    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->config = *config;
    opened->sinks = *sinks;
    rvt_channels_init(&opened->channels);
    *sequence = opened;
    return RVT_OK;
}

void rvt_sequence_reset(struct rvt_sequence *sequence)
{
    rvt_channels_fini(&sequence->channels);
    rvt_channels_init(&sequence->channels);
    sequence->lost = false;
}

void rvt_sequence_close(struct rvt_sequence *sequence)
{
    if (sequence == NULL)
        return;
    rvt_channels_fini(&sequence->channels);
    free(sequence);
}

static void find(struct rvt_sequence *sequence, const struct rvt_channel *channel,
                 enum rvt_rule rule, uint64_t at, const char *field, uint64_t value)
{
    struct rvt_finding finding = {.rule = rule,
                                  .byte = at / 2,
                                  .has_nibble = true,
                                  .nibble = (unsigned)(at & 1),
                                  .has_channel = true,
                                  .master = channel->master,
                                  .channel = channel->channel,
                                  .field = field,
                                  .value = value};

    if (sequence->sinks.finding != NULL)
        sequence->sinks.finding(sequence->sinks.finding_context, &finding);
}

/* An open message will never be complete. */
static void find_unfinished(struct rvt_sequence *sequence, const struct rvt_channel *channel,
                            enum rvt_rule rule, uint64_t at)
{
    find(sequence, channel, rule, at, "first byte of the message", channel->at / 2);
}

/* A timestamped packet begins a message. */
static void begin(struct rvt_sequence *sequence, struct rvt_channel *channel,
                  const struct rvt_stp_event *event)
{
    if (channel->state == RVT_CHANNEL_OPEN)
        find_unfinished(sequence, channel, RVT_RULE_SEQ_001, event->at);
    if (channel->started && channel->trusted && event->trusted && event->time < channel->time)
        find(sequence, channel, RVT_RULE_SEQ_015, event->at, "timestamp", event->time);
    channel->state = RVT_CHANNEL_OPEN;
    channel->started = true;
    channel->trusted = event->trusted;
    channel->time = event->time;
    channel->at = event->at;
    channel->bytes = 0;
    channel->parts = 0;
}

/* The open message is complete. */
static void deliver(struct rvt_sequence *sequence, struct rvt_channel *channel,
                    const struct rvt_stp_event *event, enum rvt_sequence_ending ending)
{
    struct rvt_sequence_message message = {.master = channel->master,
                                           .channel = channel->channel,
                                           .ending = ending,
                                           .trusted = channel->trusted,
                                           .time = channel->time,
                                           .at = channel->at,
                                           .end = event->at + event->nibbles,
                                           .byte = channel->byte,
                                           .bytes = channel->bytes,
                                           .part = channel->part,
                                           .parts = channel->parts};
    uint32_t header = 0;

    channel->state = RVT_CHANNEL_IDLE;
    for (size_t i = 0; i < RVT_SYST_HEADER_BYTES && i < message.bytes; i++)
        header |= (uint32_t)message.byte[i] << 8 * i;
    if (message.bytes >= RVT_SYST_HEADER_BYTES) {
        bool is_short = rvt_syst_short_bytes(header) > 0;

        if (ending != RVT_SEQUENCE_SINGLE && is_short)
            find(sequence, channel, RVT_RULE_SEQ_012, event->at, "type", header & 15);
        if (ending == RVT_SEQUENCE_SINGLE && !is_short)
            find(sequence, channel, RVT_RULE_SEQ_011, event->at, "type", header & 15);
        if ((header & 15) == RVT_SYST_CLOCK && !message.trusted)
            find(sequence, channel, RVT_RULE_SEQ_014, message.at, NULL, 0);
    }
    sequence->sinks.message(sequence->sinks.message_context, &message);
}

/* DnTS, Dn, DnM, DnMTS with n from 8 on. */
static enum rvt_status data(struct rvt_sequence *sequence, struct rvt_channel *channel,
                            const struct rvt_stp_event *event, const struct rvt_stp_form *form)
{
    size_t bytes = form->payload_nibbles / 2;

    if (form->timestamp) {
        begin(sequence, channel, event);
        if (bytes < RVT_SYST_HEADER_BYTES)
            find(sequence, channel, form->marker ? RVT_RULE_SEQ_011 : RVT_RULE_SEQ_013, event->at,
                 "bits", 8 * bytes);
        if (form->marker && bytes < RVT_SYST_HEADER_BYTES) {
            channel->state = RVT_CHANNEL_IDLE;
            return RVT_OK;
        }
    } else if (channel->state == RVT_CHANNEL_IDLE) {
        find(sequence, channel, form->marker ? RVT_RULE_SEQ_003 : RVT_RULE_SEQ_002, event->at,
             "data", event->packet.payload);
    }
    if (channel->state == RVT_CHANNEL_OPEN && channel->bytes + bytes > RVT_SYST_MESSAGE_BYTES_MAX) {
        find_unfinished(sequence, channel, RVT_RULE_SEQ_010, event->at);
        channel->state = RVT_CHANNEL_POISONED;
    }
    if (channel->state == RVT_CHANNEL_OPEN) {
        if (!rvt_channel_append(channel, event->packet.payload, bytes, event->at)) {
            channel->state = RVT_CHANNEL_POISONED;
            return RVT_ERR_MEMORY;
        }
        if (form->marker)
            deliver(sequence, channel, event,
                    form->timestamp ? RVT_SEQUENCE_SINGLE : RVT_SEQUENCE_MARKED);
    } else if (form->marker) {
        channel->state = RVT_CHANNEL_IDLE;
    }
    return RVT_OK;
}

static void flag(struct rvt_sequence *sequence, struct rvt_channel *channel,
                 const struct rvt_stp_event *event, const struct rvt_stp_form *form)
{
    if (channel->state == RVT_CHANNEL_IDLE) {
        find(sequence, channel, RVT_RULE_SEQ_004, event->at, NULL, 0);
    } else if (channel->state == RVT_CHANNEL_OPEN) {
        if (form->timestamp)
            find(sequence, channel, RVT_RULE_SEQ_005, event->at, NULL, 0);
        deliver(sequence, channel, event, RVT_SEQUENCE_FLAG);
    }
    channel->state = RVT_CHANNEL_IDLE;
}

static void nibble_data(struct rvt_sequence *sequence, struct rvt_channel *channel,
                        const struct rvt_stp_event *event)
{
    if (channel->state == RVT_CHANNEL_POISONED)
        return;
    find(sequence, channel, RVT_RULE_SEQ_006, event->at, "data", event->packet.payload);
    if (channel->state == RVT_CHANNEL_OPEN)
        channel->state = RVT_CHANNEL_POISONED;
}

/* Data is lost: of all channels (GERR), of a master (MERR), or of one channel (CERR). */
static void error(struct rvt_sequence *sequence, const struct rvt_stp_event *event)
{
    for (size_t i = 0; i < sequence->channels.count; i++) {
        struct rvt_channel *channel = sequence->channels.channel[i];

        if (channel->state != RVT_CHANNEL_OPEN)
            continue;
        if (event->packet.opcode != RVT_STP_GERR && channel->master != event->master)
            continue;
        if (event->packet.opcode == RVT_STP_CERR && channel->channel != event->channel)
            continue;
        find_unfinished(sequence, channel, RVT_RULE_SEQ_007, event->at);
        channel->state = RVT_CHANNEL_POISONED;
    }
}

/* Part of the stream is undecodable: any channel may have lost data. */
static void resynchronise(struct rvt_sequence *sequence, const struct rvt_stp_event *event)
{
    for (size_t i = 0; i < sequence->channels.count; i++) {
        struct rvt_channel *channel = sequence->channels.channel[i];

        if (channel->state == RVT_CHANNEL_OPEN)
            find_unfinished(sequence, channel, RVT_RULE_SEQ_008, event->at);
        channel->state = RVT_CHANNEL_UNKNOWN;
    }
    sequence->config.from_start = false;
}

enum rvt_status rvt_sequence_event(struct rvt_sequence *sequence, const struct rvt_stp_event *event)
{
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);
    struct rvt_channel *channel;

    if (event->lost) {
        if (!sequence->lost)
            resynchronise(sequence, event);
        sequence->lost = true;
        return RVT_OK;
    }
    sequence->lost = false;
    if (form->kind == RVT_STP_KIND_ERROR)
        error(sequence, event);
    if (form->kind != RVT_STP_KIND_DATA && form->kind != RVT_STP_KIND_FLAG)
        return RVT_OK;
    channel =
        rvt_channels_get(&sequence->channels, event->master, event->channel,
                         sequence->config.from_start ? RVT_CHANNEL_IDLE : RVT_CHANNEL_UNKNOWN);
    if (channel == NULL)
        return RVT_ERR_MEMORY;
    if (form->kind == RVT_STP_KIND_FLAG)
        flag(sequence, channel, event, form);
    else if (form->payload_nibbles == 1)
        nibble_data(sequence, channel, event);
    else
        return data(sequence, channel, event, form);
    return RVT_OK;
}

void rvt_sequence_finish(struct rvt_sequence *sequence, uint64_t at)
{
    for (size_t i = 0; i < sequence->channels.count; i++) {
        struct rvt_channel *channel = sequence->channels.channel[i];

        if (channel->state == RVT_CHANNEL_OPEN)
            find_unfinished(sequence, channel, RVT_RULE_SEQ_009, at);
        channel->state = RVT_CHANNEL_UNKNOWN;
    }
}

uint64_t rvt_sequence_place(const struct rvt_sequence_message *message, size_t byte)
{
    size_t low = 0, high = message->parts;

    assert(byte < message->bytes);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (message->part[middle].from <= byte)
            low = middle;
        else
            high = middle;
    }
    return message->part[low].at;
}

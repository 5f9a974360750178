/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/stp/stp_track.h"

#include <stddef.h>

#include "base/bits.h"

enum { TIMESTAMP_NIBBLES = 16 };

void rvt_stp_track_init(struct rvt_stp_track *track, const struct rvt_stp_config *config,
                        const struct rvt_stp_sinks *sinks)
{
    *track = (struct rvt_stp_track){
        .config = *config,
        .sinks = *sinks,
        .format = {.time_type = config->time_type, .le = config->le_always},
        .versioned = config->start == RVT_STP_START_SYNCED,
        .lossless = config->start == RVT_STP_START_HUNT,
    };
}

/* Reports a finding; scoped: it belongs to the current master and channel. */
static void find(struct rvt_stp_track *track, struct rvt_finding *finding, uint64_t at, bool scoped)
{
    if (track->sinks.finding == NULL)
        return;
    finding->byte = at / 2;
    finding->has_nibble = true;
    finding->nibble = (unsigned)(at & 1);
    finding->has_channel = scoped;
    finding->master = scoped ? track->master : 0;
    finding->channel = scoped ? track->channel : 0;
    track->sinks.finding(track->sinks.finding_context, finding);
}

void rvt_stp_track_find(struct rvt_stp_track *track, enum rvt_rule rule, uint64_t at,
                        const char *field, uint64_t value)
{
    struct rvt_finding finding = {.rule = rule, .field = field, .value = value};

    find(track, &finding, at, false);
}

static void find_scoped(struct rvt_stp_track *track, enum rvt_rule rule, uint64_t at,
                        const char *field, uint64_t value)
{
    struct rvt_finding finding = {.rule = rule, .field = field, .value = value};

    find(track, &finding, at, true);
}

/* Checks the distance of two ASYNC, or of the last one and the end of the stream. Spec: STP-012. */
static void check_distance(struct rvt_stp_track *track, uint64_t at)
{
    uint64_t bytes = (at - track->async_at + 1) / 2;
    struct rvt_finding finding = {.rule = RVT_RULE_STP_012,
                                  .field = "bytes since ASYNC",
                                  .value = bytes,
                                  .expects = "at most",
                                  .expected = track->config.async_bytes_max};

    if (track->config.async_bytes_max != 0 && bytes > track->config.async_bytes_max)
        find(track, &finding, at, false);
}

static void take_async(struct rvt_stp_track *track, uint64_t at)
{
    if (track->async_seen)
        check_distance(track, at);
    track->async_seen = true;
    track->async_at = at;
    track->versioned = false;
    track->unversioned_reported = false;
    track->untimed_reported = false;
}

/* Spec: STP-003, STP-008. */
static void take_version(struct rvt_stp_track *track, const struct rvt_stp_packet *packet,
                         uint64_t at)
{
    enum rvt_stp_time_type before = track->announced;
    enum rvt_stp_version_scope scope = track->config.version_scope;

    track->format = rvt_stp_announced(packet);
    track->format.le |= track->config.le_always;
    if (!rvt_stp_version_known(packet))
        rvt_stp_track_find(track, RVT_RULE_STP_003, at, "VERSION",
                           packet->payload << 8 | packet->version);
    if (track->format.time_type != RVT_STP_TIME_UNKNOWN) {
        if (before != RVT_STP_TIME_UNKNOWN && before != track->format.time_type) {
            rvt_stp_track_find(track, RVT_RULE_STP_008, at, "VERSION", packet->payload);
            track->time_seen = false;
        }
        track->announced = track->format.time_type;
    }
    track->trusted = track->format.time_type == RVT_STP_TIME_NATDELTA &&
                     (track->trusted || (before == RVT_STP_TIME_UNKNOWN && track->lossless));
    track->versioned = true;
    if (scope == RVT_STP_VERSION_RESETS) {
        track->master = 0;
        track->channel = 0;
        track->master_set = false;
    } else if (scope == RVT_STP_VERSION_CLEARS_CHANNEL_HIGH) {
        track->channel &= 0xff;
    }
    track->unmastered_reported = false;
}

/* Spec: STP-011. */
static void take_master(struct rvt_stp_track *track, const struct rvt_stp_packet *packet,
                        uint64_t at)
{
    bool keeps = packet->opcode == RVT_STP_M8 && track->config.m8_scope == RVT_STP_M8_KEEPS_HIGH;
    uint16_t master = (uint16_t)(packet->payload | (keeps ? track->master & 0xff00U : 0));

    if (track->master_set && track->master == master && track->channel == 0)
        find_scoped(track, RVT_RULE_STP_011, at, "master", master);
    track->master = master;
    track->channel = 0;
    track->master_set = true;
}

/* Spec: STP-011. */
static void take_channel(struct rvt_stp_track *track, const struct rvt_stp_packet *packet,
                         uint64_t at)
{
    bool keeps = packet->opcode == RVT_STP_C8;
    uint16_t channel = (uint16_t)(packet->payload | (keeps ? track->channel & 0xff00U : 0));

    if (track->master_set && track->channel == channel)
        find_scoped(track, RVT_RULE_STP_011, at, "channel", channel);
    track->channel = channel;
}

/*
 * An error packet belongs to the current master and channel, and then clears them. Spec: STP-009.
 */
static void clear_scope(struct rvt_stp_track *track, enum rvt_stp_opcode opcode)
{
    if (track->config.error_scope == RVT_STP_ERROR_KEEPS || opcode == RVT_STP_CERR)
        return;
    track->channel = 0;
    if (opcode == RVT_STP_GERR) {
        track->master = 0;
        track->master_set = false;
        track->unmastered_reported = false;
    }
}

/* Spec: STP-007, STP-011, STP-013. */
static void check_time(struct rvt_stp_track *track, const struct rvt_stp_packet *packet,
                       uint64_t at, uint64_t changed)
{
    bool whole = packet->timestamp_nibbles == TIMESTAMP_NIBBLES;
    struct rvt_finding back = {.rule = RVT_RULE_STP_007,
                               .field = "timestamp",
                               .value = track->time,
                               .expects = "at least",
                               .expected = track->last_time};

    if (track->full_due && !whole)
        find_scoped(track, RVT_RULE_STP_013, at, "timestamp nibbles", packet->timestamp_nibbles);
    else if (whole && track->trusted && !track->full_due && changed >> 56 == 0)
        find_scoped(track, RVT_RULE_STP_011, at, "timestamp nibbles", packet->timestamp_nibbles);
    track->full_due = false;
    track->trusted |= whole;
    if (!track->trusted)
        return;
    if (track->time_seen && track->time < track->last_time)
        find(track, &back, at, true);
    track->time_seen = true;
    track->last_time = track->time;
}

/* Resolves the timestamp. Spec: STP-004. */
static void take_time(struct rvt_stp_track *track, const struct rvt_stp_packet *packet, uint64_t at)
{
    uint64_t mask = rvt_mask(4U * packet->timestamp_nibbles), gray = rvt_stp_to_gray(track->time);
    uint64_t changed = 0;

    switch (track->format.time_type) {
    case RVT_STP_TIME_UNKNOWN:
        return;
    case RVT_STP_TIME_LEGACY:
        track->time = packet->timestamp;
        return;
    case RVT_STP_TIME_NATDELTA:
        track->time += packet->timestamp;
        return;
    case RVT_STP_TIME_NAT:
        changed = track->time ^ packet->timestamp;
        track->time = (track->time & ~mask) | packet->timestamp;
        break;
    case RVT_STP_TIME_GRAY:
        changed = gray ^ packet->timestamp;
        track->time = rvt_stp_from_gray((gray & ~mask) | packet->timestamp);
        break;
    }
    check_time(track, packet, at, changed);
}

/* Spec: STP-002, STP-004. */
static void take_unversioned(struct rvt_stp_track *track, const struct rvt_stp_packet *packet,
                             uint64_t at)
{
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);
    unsigned code = rvt_stp_opcode_code(packet->opcode);

    if (form->timestamp && !track->untimed_reported) {
        track->untimed_reported = true;
        rvt_stp_track_find(track, RVT_RULE_STP_004, at, "opcode", code);
    } else if (!form->timestamp && !track->unversioned_reported &&
               form->kind != RVT_STP_KIND_NULL && form->kind != RVT_STP_KIND_VERSION &&
               form->kind != RVT_STP_KIND_ASYNC) {
        track->unversioned_reported = true;
        rvt_stp_track_find(track, RVT_RULE_STP_002, at, "opcode", code);
    }
}

/* Spec: STP-006. */
static void take_unmastered(struct rvt_stp_track *track, uint64_t at)
{
    if (!track->unmastered_reported)
        rvt_stp_track_find(track, RVT_RULE_STP_006, at, NULL, 0);
    track->unmastered_reported = true;
}

static void take(struct rvt_stp_track *track, const struct rvt_stp_packet *packet, uint64_t at)
{
    switch (rvt_stp_form(packet->opcode)->kind) {
    case RVT_STP_KIND_DATA:
    case RVT_STP_KIND_FLAG:
        if (!track->master_set)
            take_unmastered(track, at);
        break;
    case RVT_STP_KIND_NULL:
        if (packet->opcode != RVT_STP_NULL)
            break;
        if (track->nulls++ == 0)
            track->null_at = at;
        break;
    case RVT_STP_KIND_MASTER:
        take_master(track, packet, at);
        break;
    case RVT_STP_KIND_CHANNEL:
        take_channel(track, packet, at);
        break;
    case RVT_STP_KIND_ERROR:
        find_scoped(track, RVT_RULE_STP_009, at, rvt_stp_form(packet->opcode)->name,
                    packet->payload);
        break;
    case RVT_STP_KIND_FREQUENCY:
        track->full_due |= track->frequency_known && track->frequency != packet->payload;
        track->frequency_known = true;
        track->frequency = packet->payload;
        break;
    case RVT_STP_KIND_VERSION:
        take_version(track, packet, at);
        break;
    case RVT_STP_KIND_ASYNC:
        take_async(track, at);
        break;
    case RVT_STP_KIND_TRIGGER:
    case RVT_STP_KIND_RESERVED:
    case RVT_STP_KIND_UNDOCUMENTED:
        break;
    }
}

void rvt_stp_track_packet(struct rvt_stp_track *track, struct rvt_stp_event *event)
{
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);

    if (!track->versioned)
        take_unversioned(track, &event->packet, event->at);
    if (form->kind != RVT_STP_KIND_DATA || !track->master_set)
        take(track, &event->packet, event->at);
    if (form->timestamp)
        take_time(track, &event->packet, event->at);
    event->lost = false;
    event->timed = form->timestamp;
    event->trusted = track->trusted;
    event->master_set = track->master_set;
    event->master = track->master;
    event->channel = track->channel;
    event->time = track->time;
    track->sinks.event(track->sinks.event_context, event);
    if (form->kind == RVT_STP_KIND_ERROR)
        clear_scope(track, event->packet.opcode);
}

void rvt_stp_track_lost(struct rvt_stp_track *track, uint64_t at, uint64_t piece, unsigned nibbles)
{
    struct rvt_stp_event event = {.at = at,
                                  .nibbles = nibbles,
                                  .lost = true,
                                  .master_set = track->master_set,
                                  .master = track->master,
                                  .channel = track->channel,
                                  .time = track->time,
                                  .packet = {.payload = piece}};

    track->trusted = false;
    track->lossless = false;
    track->sinks.event(track->sinks.event_context, &event);
}

void rvt_stp_track_finish(struct rvt_stp_track *track, uint64_t at)
{
    if (track->async_seen)
        check_distance(track, at);
    if (track->nulls != 0)
        rvt_stp_track_find(track, RVT_RULE_STP_014, track->null_at, "NULL packets", track->nulls);
}

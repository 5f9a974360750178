/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The meaning of the packets of an STP stream over time: master and channel, time, and the rules
 * that they break. transport/stp/stp_decoder.h finds where packets begin and end, and has the
 * interface for users. Spec: STP-002, STP-004, STP-006..STP-009, STP-011..STP-014.
 */
#ifndef RVT_TRANSPORT_STP_STP_TRACK_H
#define RVT_TRANSPORT_STP_STP_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/finding.h"
#include "transport/stp/stp.h"

/* Choices where the open implementations differ; the first value is the default. */
enum rvt_stp_version_scope {
    RVT_STP_VERSION_RESETS, /* master and channel become 0, as the protocol says */
    RVT_STP_VERSION_KEEPS,
    RVT_STP_VERSION_CLEARS_CHANNEL_HIGH, /* only bits 15:8 of the channel become 0 */
};

enum rvt_stp_m8_scope {
    RVT_STP_M8_WHOLE,      /* the master is the 8 bits */
    RVT_STP_M8_KEEPS_HIGH, /* bits 15:8 of the master stay */
};

enum rvt_stp_error_scope {
    RVT_STP_ERROR_CLEARS, /* MERR: channel 0; GERR: master and channel 0, no master set */
    RVT_STP_ERROR_KEEPS,
};

enum rvt_stp_start {
    RVT_STP_START_HUNT,   /* nothing is a packet before the first ASYNC */
    RVT_STP_START_SYNCED, /* the first nibble begins a packet */
};

/* All zero is the default. */
struct rvt_stp_config {
    enum rvt_stp_start start;
    enum rvt_stp_version_scope version_scope;
    enum rvt_stp_m8_scope m8_scope;
    enum rvt_stp_error_scope error_scope;
    enum rvt_stp_time_type time_type; /* until the first VERSION */
    bool le_always;                   /* LE regardless of VERSION */
    uint64_t async_bytes_max;         /* STP-012: distance of two ASYNC; 0: any */
};

/* A packet, or a piece of an undecodable range. */
struct rvt_stp_event {
    uint64_t at;      /* its first nibble: nibble (at & 1) of byte (at / 2) of the stream */
    uint32_t nibbles; /* its length */
    /*
     * No packet: nibbles before the first ASYNC, of an interrupted packet, or from a fault up to
     * the next ASYNC. packet.payload holds them (at most 16), the first one in the highest bits.
     * The pieces of one loss follow each other; ASYNC or the end of the stream ends it.
     */
    bool lost;
    bool timed; /* the packet has a timestamp */
    /*
     * All 64 bits of time are known. NAT and GRAY: a timestamp of 16 nibbles came since VERSION,
     * and nothing was lost since. NATDELTA: nothing was lost since the beginning of the stream, or
     * since a trusted time. Legacy: never.
     */
    bool trusted;
    bool master_set; /* a master was set since VERSION (and GERR, where that clears it) */
    uint16_t master; /* of the packet; of M and C those that they set */
    uint16_t channel;
    uint64_t time; /* the timestamp, resolved; the latest one (0 before the first) if not timed */
    struct rvt_stp_packet packet;
};

/* Receives each event in stream order; event is borrowed for the call. */
typedef void (*rvt_stp_event_sink)(void *context, const struct rvt_stp_event *event);

/* Where events and findings go; findings may be null. The findings on an event precede it. */
struct rvt_stp_sinks {
    rvt_stp_event_sink event;
    void *event_context;
    rvt_finding_sink finding;
    void *finding_context;
};

/* In the caller's storage; every member but format is private. */
struct rvt_stp_track {
    struct rvt_stp_config config;
    struct rvt_stp_sinks sinks;
    struct rvt_stp_format format;     /* of the packets from now on */
    enum rvt_stp_time_type announced; /* by the latest VERSION of a known type */
    bool versioned;                   /* VERSION came since the latest ASYNC */
    bool master_set, trusted, lossless;
    bool unversioned_reported, untimed_reported; /* STP-002, STP-004, since ASYNC */
    bool unmastered_reported;                    /* STP-006, since VERSION */
    bool frequency_known, full_due; /* full_due: the next timestamp must be whole (STP-013) */
    bool async_seen, time_seen;
    uint16_t master, channel;
    uint64_t time;      /* of the latest timestamp */
    uint64_t last_time; /* of the latest trusted one, with time_seen */
    uint64_t frequency;
    uint64_t async_at; /* with async_seen */
    uint64_t nulls, null_at;
};

/* Prepares for the first packet; config and sinks are copied. */
void rvt_stp_track_init(struct rvt_stp_track *track, const struct rvt_stp_config *config,
                        const struct rvt_stp_sinks *sinks);

/* Takes the packet of event (packet, at, nibbles), sets the other members and reports it. */
void rvt_stp_track_packet(struct rvt_stp_track *track, struct rvt_stp_event *event);

/* Reports 1..16 nibbles that are no packet; piece has the first one in its highest bits. */
void rvt_stp_track_lost(struct rvt_stp_track *track, uint64_t at, uint64_t piece, unsigned nibbles);

/* Reports a finding at nibble at; field as in struct rvt_finding. */
void rvt_stp_track_find(struct rvt_stp_track *track, enum rvt_rule rule, uint64_t at,
                        const char *field, uint64_t value);

/* Ends the stream at nibble at. */
void rvt_stp_track_finish(struct rvt_stp_track *track, uint64_t at);

#endif

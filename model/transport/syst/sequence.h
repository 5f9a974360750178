/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages out of the packets of STP. A message is DnMTS, or DnTS Dn* DnM, or DnTS Dn* FLAG
 * of one master and channel, where n is 8, 16, 32 or 64. Its bytes are those of the values, least
 * significant first. Messages of different channels interleave freely; how a message is cut into
 * packets has no meaning. Every other order of packets is a finding. Spec: MIPI SyS-T, STPv2
 * Protocol Encoding (SEQ-001..015).
 */
#ifndef RVT_TRANSPORT_SYST_SEQUENCE_H
#define RVT_TRANSPORT_SYST_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "transport/stp/stp_track.h"
#include "transport/syst/channels.h"
#include "transport/syst/syst.h"

enum rvt_sequence_ending {
    RVT_SEQUENCE_SINGLE, /* DnMTS */
    RVT_SEQUENCE_MARKED, /* DnM */
    RVT_SEQUENCE_FLAG,   /* FLAG, FLAG_TS */
};

struct rvt_sequence_message {
    uint16_t master, channel;
    enum rvt_sequence_ending ending;
    bool trusted;        /* all bits of time are known */
    uint64_t time;       /* timestamp of the first packet */
    uint64_t at;         /* first nibble of the first packet */
    uint64_t end;        /* first nibble after the last packet */
    const uint8_t *byte; /* borrowed for the call, like part */
    size_t bytes;
    const struct rvt_sequence_part *part; /* one for each packet with data, in order */
    size_t parts;
};

/* Receives each complete message, in the order in which they end; message is borrowed. */
typedef void (*rvt_sequence_sink)(void *context, const struct rvt_sequence_message *message);

struct rvt_sequence_config {
    bool from_start; /* the stream holds all that was ever sent: a channel that was never seen has
                        no message under way. Otherwise what comes before its first start is
                        skipped without a finding, as after a loss. */
};

/* Where messages and findings go; finding may be null. The findings on a message precede it. */
struct rvt_sequence_sinks {
    rvt_sequence_sink message;
    void *message_context;
    rvt_finding_sink finding;
    void *finding_context;
};

struct rvt_sequence; /* opaque; memory grows with channels in use and their longest messages */

/* Opens a checker for the first packet; config and sinks are copied. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_sequence_open(const struct rvt_sequence_config *config,
                                  const struct rvt_sequence_sinks *sinks,
                                  struct rvt_sequence **sequence);

/* Frees; null is accepted. */
void rvt_sequence_close(struct rvt_sequence *sequence);

/* Returns to the state after open; the memory of the channels is freed. Allocates nothing. */
void rvt_sequence_reset(struct rvt_sequence *sequence);

/*
 * Takes the next event of an STP stream. Messages that break a rule but are delivered: one that a
 * timestamped flag ends (SEQ-005), one of a single packet of at least 32 bits (SEQ-011), a short
 * message with excess bytes (SEQ-012), and those of SEQ-013..015. Dropped: an unfinished message
 * (SEQ-001, SEQ-008, SEQ-009); data and ends without a start (SEQ-002..004); 4-bit data (SEQ-006);
 * a message with 4-bit data, with a loss, or too long, up to its end (SEQ-006, SEQ-007, SEQ-010).
 * The place of a finding is that of the packet that breaks the rule. RVT_OK, or RVT_ERR_MEMORY: the
 * packet is lost.
 */
RVT_MUST_USE
enum rvt_status rvt_sequence_event(struct rvt_sequence *sequence,
                                   const struct rvt_stp_event *event);

/* Ends the stream at nibble at: reports each unfinished message (SEQ-009). */
void rvt_sequence_finish(struct rvt_sequence *sequence, uint64_t at);

/* The first nibble of the packet that carries byte (below bytes) of message. */
uint64_t rvt_sequence_place(const struct rvt_sequence_message *message, size_t byte);

#endif

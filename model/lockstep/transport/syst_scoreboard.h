/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside a source of SyS-T messages that writes to an STP transmitter: told of each
 * message and each beat of payload that it takes, it predicts the writes, and holds each against
 * the one observed, in the call that tells it. No simulator. Spec: SYST-001..009, decision 0005.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/syst/syst.h"

#include "lockstep/transport/stp_write_port.h"

/* Bits of a header that ask for optional fields. */
#define RVT_SYST_HAS_LOC  (UINT32_C(1) << 8)
#define RVT_SYST_HAS_LEN  (UINT32_C(1) << 9)
#define RVT_SYST_HAS_CHK  (UINT32_C(1) << 10)
#define RVT_SYST_HAS_TS   (UINT32_C(1) << 11)
#define RVT_SYST_HAS_GUID (UINT32_C(1) << 23)

/* What the source takes in one cycle. */
struct rvt_syst_input {
    uint32_t header; /* of short messages and compact builds their first word */
    uint32_t second; /* the second word of SHORT64 and COMPACT64 */
    uint16_t length; /* of the payload, with LEN */
    uint8_t tag;     /* of the location, with LOC */
    uint64_t location;
    uint8_t guid[RVT_SYST_GUID_BYTES]; /* most significant byte first */
    uint64_t timestamp;
    bool marked; /* the ending is DnM; else FLAG */
    uint16_t master, channel;
};

struct rvt_syst_scoreboard; /* opaque; end, verdict and close: rvt_transport_scoreboard.h */

/*
 * A judge before the first message. fields: the bits RVT_SYST_HAS_* that the source can send;
 * others of a header are sent as 0, without their fields. RVT_ERR_MEMORY; *judge is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_scoreboard_open(uint32_t fields, struct rvt_syst_scoreboard **judge);

/*
 * Within a cycle: message, payload, write. Payload (0..4 bytes, the first one lowest) is that of
 * the latest message; short messages have none, every other one ends with last.
 */
void rvt_syst_scoreboard_message(struct rvt_syst_scoreboard *judge, uint64_t cycle,
                                 const struct rvt_syst_input *taken);
void rvt_syst_scoreboard_payload(struct rvt_syst_scoreboard *judge, uint64_t cycle, uint32_t data,
                                 unsigned bytes, bool last);
void rvt_syst_scoreboard_write(struct rvt_syst_scoreboard *judge, uint64_t cycle,
                               const struct rvt_stp_port_write *write);

/* Whether every message that was taken was written whole. */
bool rvt_syst_scoreboard_idle(const struct rvt_syst_scoreboard *judge);

#endif

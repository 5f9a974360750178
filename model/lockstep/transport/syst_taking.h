/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A message that a source of SyS-T messages takes: its bytes, as far as they are known. */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_TAKING_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_TAKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/syst/syst.h"

#include "lockstep/transport/syst_part.h"

/* A message as the source takes it, in one cycle. */
struct rvt_syst_input {
    uint32_t header; /* of short messages and compact builds: their first word */
    uint32_t second; /* second word of SHORT64 and COMPACT64 */
    uint16_t length; /* bytes of payload, with LEN */
    uint8_t tag;     /* of the location, with LOC */
    uint64_t location;
    uint8_t guid[RVT_SYST_GUID_BYTES]; /* most significant byte first */
    uint64_t timestamp;
    bool marked; /* the message ends with a marker (DnM); else with FLAG */
    uint16_t master, channel;
};

/* Caller's storage. */
struct rvt_syst_taking {
    uint64_t cycle;              /* of its first call */
    struct rvt_syst_input input; /* header: with the bits of the fields that it has */
    uint8_t byte[RVT_SYST_MESSAGE_BYTES_MAX + RVT_SYST_HEADER_BYTES];
    size_t payload_at, bytes; /* bytes known so far */
    bool whole;               /* all bytes are known */
};

/* Begins a message. fields: the bits RVT_SYST_HAS_* that the source supports. A short message is
 * whole at once. False: no message has these fields. */
bool rvt_syst_taking_begin(struct rvt_syst_taking *taking, uint64_t cycle,
                           const struct rvt_syst_input *input, uint32_t fields);

/* Takes 0..4 bytes of payload, the first one in bits 7:0; last: the message ends with them, and its
 * checksum. False, and nothing is taken: the message is whole, or more than it can have. */
bool rvt_syst_taking_payload(struct rvt_syst_taking *taking, uint32_t data, unsigned bytes,
                             bool last);

/* True if the model's reader accepts the whole message and its writer writes the same bytes. */
bool rvt_syst_taking_is_valid(const struct rvt_syst_taking *taking);

#endif

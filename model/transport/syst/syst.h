/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One SyS-T message: header, optional fields, payload with its typed head, checksum. Short messages
 * and compact builds consist of the header alone, whose other bits are data. Spec: MIPI System
 * Software Trace (SyS-T), Data Protocol; type SBD is later than edition 1.0.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_H
#define RVT_TRANSPORT_SYST_SYST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "transport/syst/syst_kind.h"

#define RVT_SYST_HEADER_BYTES      4
#define RVT_SYST_GUID_BYTES        16
#define RVT_SYST_PAYLOAD_BYTES_MAX 65535
#define RVT_SYST_MESSAGE_BYTES_MAX 65578 /* with every optional field */

enum rvt_syst_severity {
    RVT_SYST_SEVERITY_MAX = 0, /* none assigned */
    RVT_SYST_SEVERITY_FATAL = 1,
    RVT_SYST_SEVERITY_ERROR = 2,
    RVT_SYST_SEVERITY_WARNING = 3,
    RVT_SYST_SEVERITY_INFO = 4,
    RVT_SYST_SEVERITY_USER1 = 5,
    RVT_SYST_SEVERITY_USER2 = 6,
    RVT_SYST_SEVERITY_DEBUG = 7,
};

/* The tag of a location; others are reserved. */
enum rvt_syst_location_tag {
    RVT_SYST_LOCATION_SOURCE16 = 0, /* 16 bits of file, 16 of line */
    RVT_SYST_LOCATION_SOURCE32 = 1, /* 32 and 32 */
    RVT_SYST_LOCATION_CODE32 = 2,   /* 32 bits of address */
    RVT_SYST_LOCATION_CODE64 = 3,
};

struct rvt_syst_location {
    uint8_t tag;      /* enum rvt_syst_location_tag */
    uint32_t file;    /* of a source location */
    uint32_t line;    /* of a source location */
    uint64_t address; /* of a code location */
};

struct rvt_syst_message {
    /* header; short messages and compact builds have type and subtype alone */
    uint8_t type;            /* 4 bits, enum rvt_syst_type */
    uint8_t severity;        /* 3 bits, enum rvt_syst_severity */
    bool res7, res30, res31; /* reserved bits, written unchanged */
    bool loc, len, chk, ts;  /* which optional fields there are */
    uint16_t origin;         /* 11 bits: module and unit, or with guid unit */
    bool guid;               /* the GUID is there */
    uint8_t subtype;         /* 6 bits; 0 in SHORT32 and SHORT64 */
    /* optional fields */
    uint8_t guid_bytes[RVT_SYST_GUID_BYTES]; /* as printed: most significant byte first */
    struct rvt_syst_location location;
    uint16_t length;    /* of the payload, in bytes; computed when writing */
    uint64_t timestamp; /* in ticks of the message clock */
    uint32_t checksum;  /* computed when writing */
    /* the head of the payload that the type has */
    uint64_t value;     /* SHORT32 28 bits, SHORT64 60 bits, build number (22, 54 or 64 bits), ID of
                           CATALOG and SBD (32 or 64 bits), CLOCK the clock's value */
    uint64_t frequency; /* CLOCK: in Hz */
    uint64_t address;   /* SBD: 0, 16, 32 or 64 bits */
    /* the rest of it: text, arguments, blob, or all of a payload without a head; borrowed */
    const uint8_t *body;
    size_t body_bytes;
    /* set by reading */
    size_t payload_at; /* byte offset of the payload, its head included; 0 without fields */
};

/*
 * Reads the message at data, of which available bytes are there, and sets *used to its size: all of
 * available, or less if a length field or the size of a short message says so. message->body points
 * into data. Reserved header bits and reserved subtypes are accepted (the body is then the whole
 * payload); rvt_syst_check reports them. Returns RVT_OK; RVT_ERR_TRUNCATED if available ends inside
 * the header (SYST-001), an optional field (SYST-005), a payload of the length that the length
 * field states (SYST-007), a short message (SYST-009) or the head of a payload (SYST-010..012),
 * with the size of the incomplete field as value, but for SYST-007 the length; RVT_ERR_RESERVED for
 * a type (SYST-002) or a location tag (SYST-006); RVT_ERR_CAPACITY for a payload that is too long
 * (SYST-015), or longer than its length field states, with a right checksum after all of it
 * (SYST-007); RVT_ERR_CHECKSUM (SYST-008). diag gets field, rule and byte offset relative to data.
 * On failure *message and *used are unset.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_read(const uint8_t *data, size_t available,
                              struct rvt_syst_message *message, size_t *used,
                              struct rvt_diag *diag);

/*
 * Writes a message into out (capacity bytes) and its size into *bytes; length and checksum are
 * computed. Returns RVT_OK; RVT_ERR_CAPACITY if a value does not fit its field, the payload is too
 * long (SYST-015), or out too small (RVT_SYST_MESSAGE_BYTES_MAX always suffices); RVT_ERR_RESERVED
 * for a type (SYST-002) or a location tag (SYST-006). diag gets field and rule. On failure *bytes
 * is unset, out may have been written.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_write(const struct rvt_syst_message *message, uint8_t *out,
                               size_t capacity, size_t *bytes, struct rvt_diag *diag);

/* The size that rvt_syst_write would give the message, in bytes. Errors as those of
 * rvt_syst_write, except that for capacity. */
RVT_MUST_USE
enum rvt_status rvt_syst_measure(const struct rvt_syst_message *message, size_t *bytes,
                                 struct rvt_diag *diag);

/* Reports each field in transmission order: the GUID as 16 bytes, length and checksum as they
 * are in message, without the body. Returns RVT_OK or as rvt_syst_measure. */
RVT_MUST_USE
enum rvt_status rvt_syst_visit(const struct rvt_syst_message *message, rvt_bits_visit visit,
                               void *context);

/* Size of a short message or compact build with this header (first byte lowest): 4 or 8; 0 for
 * messages with fields. */
unsigned rvt_syst_short_bytes(uint32_t header);

/* Whether the body begins with text: STRING, long BUILD, SBD with a name. */
bool rvt_syst_has_text(const struct rvt_syst_message *message);

/* Splits a body that begins with text after its first zero byte. *text_bytes: before the zero
 * byte; *rest_bytes: after it. False if there is no zero byte: all of the body is text. */
bool rvt_syst_split(const struct rvt_syst_message *message, size_t *text_bytes, size_t *rest_bytes);

/* The parts of origin: module and unit without a GUID, only a unit with one. */
static inline unsigned rvt_syst_module(const struct rvt_syst_message *message)
{
    return message->guid ? 0 : message->origin >> 4; /* 7 bits */
}

static inline unsigned rvt_syst_unit(const struct rvt_syst_message *message)
{
    return message->guid ? message->origin : message->origin & 15u; /* 11 or 4 bits */
}

#endif

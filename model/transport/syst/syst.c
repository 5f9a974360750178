/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst.h"

#include <string.h>

#include "transport/syst/crc32c.h"
#include "wire/field_pass.h"

/* The layout of a message, by its first four bytes. */
enum form { FORM_FIELDS, FORM_SHORT, FORM_COMPACT };

enum {
    TYPE_BITS = 4,
    SUBTYPE_AT = 24,
    SUBTYPE_BITS = 6,
    COMPACT_LOW_BITS = 20, /* the build number is split around the subtype */
    LENGTH_BYTES = 2,
    TIMESTAMP_BYTES = 8,
    CHECKSUM_BYTES = 4,
};

static enum form form_of(unsigned type, unsigned subtype)
{
    if (type == RVT_SYST_SHORT32 || type == RVT_SYST_SHORT64)
        return FORM_SHORT;
    return type == RVT_SYST_BUILD && subtype <= RVT_SYST_BUILD_COMPACT64 ? FORM_COMPACT
                                                                         : FORM_FIELDS;
}

/* The size of a message without fields. */
static unsigned short_bytes(unsigned type, unsigned subtype)
{
    bool wide =
        type == RVT_SYST_SHORT64 || (type == RVT_SYST_BUILD && subtype == RVT_SYST_BUILD_COMPACT64);

    return wide ? 8 : 4;
}

unsigned rvt_syst_short_bytes(uint32_t header)
{
    unsigned type = header & (unsigned)rvt_mask(TYPE_BITS);
    unsigned subtype = header >> SUBTYPE_AT & (unsigned)rvt_mask(SUBTYPE_BITS);

    return form_of(type, subtype) == FORM_FIELDS ? 0 : short_bytes(type, subtype);
}

/* The header of a message with fields. */
static void walk_header(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    uint64_t origin = message->origin;

    rvt_pass_u8(bits, "TYPE", &message->type, TYPE_BITS);
    rvt_pass_u8(bits, "SEVERITY", &message->severity, 3);
    rvt_pass_flag(bits, "RES7", &message->res7);
    rvt_pass_flag(bits, "LOC", &message->loc);
    rvt_pass_flag(bits, "LEN", &message->len);
    rvt_pass_flag(bits, "CHK", &message->chk);
    rvt_pass_flag(bits, "TS", &message->ts);
    rvt_bits_field(bits, "ORIGIN", &origin, 11);
    message->origin = (uint16_t)origin;
    rvt_pass_flag(bits, "GUID", &message->guid);
    rvt_pass_u8(bits, "SUBTYPE", &message->subtype, SUBTYPE_BITS);
    rvt_pass_flag(bits, "RES30", &message->res30);
    rvt_pass_flag(bits, "RES31", &message->res31);
}

/* A message without fields. Spec: SYST-009. */
static void walk_short(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    unsigned width = 8 * short_bytes(message->type, message->subtype);
    uint64_t low = message->value & rvt_mask(COMPACT_LOW_BITS);
    uint64_t high = message->value >> COMPACT_LOW_BITS;

    rvt_pass_u8(bits, "TYPE", &message->type, TYPE_BITS);
    if (form_of(message->type, message->subtype) == FORM_SHORT) {
        rvt_bits_field(bits, "value", &message->value, width - TYPE_BITS);
        return;
    }
    rvt_bits_field(bits, "build", &low, COMPACT_LOW_BITS);
    rvt_pass_u8(bits, "SUBTYPE", &message->subtype, SUBTYPE_BITS);
    rvt_bits_field(bits, "build", &high, width - (SUBTYPE_AT + SUBTYPE_BITS));
    message->value = high << COMPACT_LOW_BITS | low;
}

/* Most significant byte first: the order of RFC 4122. */
static void walk_guid(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i++)
        rvt_pass_u8(bits, "guid", &message->guid_bytes[i], 8);
}

/* Spec: SYST-006. */
static void walk_location(struct rvt_bits *bits, struct rvt_syst_location *location)
{
    unsigned part;

    rvt_pass_u8(bits, "location", &location->tag, 8);
    if (location->tag > RVT_SYST_LOCATION_CODE64) {
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "location");
        return;
    }
    part = location->tag & 1 ? 32 : 16;
    if (location->tag >= RVT_SYST_LOCATION_CODE32) {
        rvt_bits_field(bits, "location.address", &location->address, 2 * part);
    } else {
        rvt_pass_u32(bits, "location.file", &location->file, part);
        rvt_pass_u32(bits, "location.line", &location->line, part);
    }
}

/* The optional fields between header and payload, in their order. Spec: SYST-005. */
static void walk_optional(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    uint64_t length = message->length;

    if (message->guid)
        walk_guid(bits, message);
    if (message->loc)
        walk_location(bits, &message->location);
    if (message->len)
        rvt_bits_field(bits, "length", &length, 8 * LENGTH_BYTES);
    message->length = (uint16_t)length;
    if (message->ts)
        rvt_bits_field(bits, "timestamp", &message->timestamp, 8 * TIMESTAMP_BYTES);
}

/* The typed head of the payload. Spec: SYST-010..012. */
static void walk_head(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    unsigned head = rvt_syst_head_bytes(message->type, message->subtype);
    unsigned address;

    if (head == 0)
        return;
    switch (message->type) {
    case RVT_SYST_BUILD:
        rvt_bits_field(bits, "build", &message->value, 64);
        break;
    case RVT_SYST_CLOCK:
        rvt_bits_field(bits, "clock", &message->value, 64);
        rvt_bits_field(bits, "frequency", &message->frequency, 64);
        break;
    case RVT_SYST_SBD:
        address = rvt_syst_address_bytes(message->subtype);
        rvt_bits_field(bits, "ID", &message->value, 8 * (head - address));
        rvt_bits_field(bits, "address", &message->address, 8 * address);
        break;
    default:
        rvt_bits_field(bits, "ID", &message->value, 8 * head);
        break;
    }
}

/* Whole bytes that do not fit a cursor field; not reported. */
static void walk_body(struct rvt_bits *bits, struct rvt_syst_message *message)
{
    size_t at = bits->at / 8;

    if (bits->status != RVT_OK)
        return;
    if (bits->mode == RVT_BITS_READ) {
        message->body = bits->in + at;
        message->body_bytes = bits->size_bits / 8 - at;
    } else if (bits->mode == RVT_BITS_WRITE && message->body_bytes > 0) {
        memcpy(bits->out + at, message->body, message->body_bytes);
    }
    rvt_bits_skip(bits, message->body_bytes);
}

/* The payload; limit: its end when it is read, in bytes after its beginning. */
static void walk_payload(struct rvt_bits *bits, struct rvt_syst_message *message, size_t limit)
{
    size_t all = bits->size_bits;

    message->payload_at = bits->at / 8;
    if (bits->mode == RVT_BITS_READ)
        bits->size_bits = bits->at + 8 * limit;
    walk_head(bits, message);
    walk_body(bits, message);
    bits->size_bits = all;
}

static enum rvt_status fail(struct rvt_diag *diag, enum rvt_status status, const char *field,
                            size_t at, uint64_t value, const char *clause, const char *why)
{
    rvt_diag_set(diag, status, field, value, clause, "%s", why);
    rvt_diag_at(diag, "byte", at);
    return status;
}

/* The rule for an incomplete payload head, by type. */
static const char *head_rule(unsigned type)
{
    if (type == RVT_SYST_CLOCK)
        return "SYST-010";
    return type == RVT_SYST_BUILD ? "SYST-011" : "SYST-012";
}

/* Explains the cursor's fault; clause: the rule for an incomplete field. */
static enum rvt_status explain(const struct rvt_bits *bits, const char *clause,
                               struct rvt_diag *diag)
{
    const char *why = "the message ends inside the field";
    size_t at = bits->fault_bit / 8;
    uint64_t value =
        bits->status == RVT_ERR_TRUNCATED ? (bits->fault_width + 7) / 8 : bits->fault_value;

    if (bits->status == RVT_ERR_TRUNCATED && strcmp(bits->fault_field, "guid") == 0) {
        at = RVT_SYST_HEADER_BYTES; /* one field, walked byte by byte */
        value = RVT_SYST_GUID_BYTES;
    }

    if (bits->status == RVT_ERR_RESERVED) {
        clause = "SYST-006";
        why = "the location tag is reserved";
    } else if (bits->status == RVT_ERR_CAPACITY) {
        why = "the value does not fit the field";
    }
    return fail(diag, bits->status, bits->fault_field, at, value, clause, why);
}

/* The length of the payload that begins at the cursor. Spec: SYST-005, SYST-007, SYST-015. */
static enum rvt_status payload_bytes(const struct rvt_bits *bits,
                                     const struct rvt_syst_message *message, size_t *bytes,
                                     struct rvt_diag *diag)
{
    size_t at = bits->at / 8;
    size_t left = bits->size_bits / 8 - at;
    size_t checksum = message->chk ? CHECKSUM_BYTES : 0;

    if (left < checksum)
        return fail(diag, RVT_ERR_TRUNCATED, "checksum", at, CHECKSUM_BYTES, "SYST-005",
                    "the message ends inside the field");
    *bytes = left - checksum;
    if (message->len && message->length > *bytes)
        return fail(diag, RVT_ERR_TRUNCATED, "length",
                    at - LENGTH_BYTES - (message->ts ? TIMESTAMP_BYTES : 0), message->length,
                    "SYST-007", "the payload ends before the stated length");
    if (message->len)
        *bytes = message->length;
    if (*bytes > RVT_SYST_PAYLOAD_BYTES_MAX)
        return fail(diag, RVT_ERR_CAPACITY, "payload", at + RVT_SYST_PAYLOAD_BYTES_MAX, *bytes,
                    "SYST-015", "the payload exceeds 65535 bytes");
    return RVT_OK;
}

/* Whether the last bytes are a right checksum: then the length before them is wrong. */
static bool is_checksum_last(const struct rvt_bits *bits)
{
    size_t at = bits->size_bits / 8 - CHECKSUM_BYTES;
    uint32_t there = 0;

    for (unsigned i = 0; i < CHECKSUM_BYTES; i++)
        there |= (uint32_t)bits->in[at + i] << 8 * i;
    return there == rvt_crc32c(0, bits->in, at);
}

/* Spec: SYST-007, SYST-008. */
static enum rvt_status read_checksum(struct rvt_bits *bits, struct rvt_syst_message *message,
                                     struct rvt_diag *diag)
{
    size_t at = bits->at / 8;

    if (!message->chk)
        return RVT_OK;
    rvt_pass_u32(bits, "checksum", &message->checksum, 8 * CHECKSUM_BYTES);
    if (message->checksum == rvt_crc32c(0, bits->in, at))
        return RVT_OK;
    if (is_checksum_last(bits)) /* not the one that was read, so a length ends the payload */
        return fail(diag, RVT_ERR_CAPACITY, "length",
                    message->payload_at - LENGTH_BYTES - (message->ts ? TIMESTAMP_BYTES : 0),
                    message->length, "SYST-007",
                    "the payload is longer than its length field states");
    return fail(diag, RVT_ERR_CHECKSUM, "checksum", at, message->checksum, "SYST-008",
                "the checksum is wrong");
}

/* Reads a message with fields. */
static enum rvt_status read_fields(struct rvt_bits *bits, struct rvt_syst_message *message,
                                   struct rvt_diag *diag)
{
    size_t limit = 0;
    enum rvt_status status;

    walk_header(bits, message);
    walk_optional(bits, message);
    if (bits->status != RVT_OK)
        return explain(bits, "SYST-005", diag);
    status = payload_bytes(bits, message, &limit, diag);
    if (status != RVT_OK)
        return status;
    walk_payload(bits, message, limit);
    if (bits->status != RVT_OK)
        return explain(bits, head_rule(message->type), diag);
    return read_checksum(bits, message, diag);
}

enum rvt_status rvt_syst_read(const uint8_t *data, size_t available,
                              struct rvt_syst_message *message, size_t *used, struct rvt_diag *diag)
{
    struct rvt_bits bits;
    enum rvt_status status = RVT_OK;

    if (available < RVT_SYST_HEADER_BYTES)
        return fail(diag, RVT_ERR_TRUNCATED, "header", 0, RVT_SYST_HEADER_BYTES, "SYST-001",
                    "the message ends inside its header");
    *message = (struct rvt_syst_message){
        .type = data[0] & (uint8_t)rvt_mask(TYPE_BITS),
        .subtype = data[SUBTYPE_AT / 8] & (uint8_t)rvt_mask(SUBTYPE_BITS),
    };
    if (!rvt_syst_known_type(message->type))
        return fail(diag, RVT_ERR_RESERVED, "TYPE", 0, message->type, "SYST-002",
                    "the message type is reserved");
    rvt_bits_read(&bits, data, available, RVT_TAIL_FAULT);
    if (form_of(message->type, message->subtype) == FORM_FIELDS) {
        status = read_fields(&bits, message, diag);
    } else {
        if (message->type != RVT_SYST_BUILD)
            message->subtype = 0;
        walk_short(&bits, message);
        if (bits.status != RVT_OK)
            return fail(diag, bits.status, bits.fault_field, 0,
                        short_bytes(message->type, message->subtype), "SYST-009",
                        "the message ends inside its header");
    }
    *used = bits.at / 8;
    return status;
}

/* Refuses values that cannot be sent, and computes the length. */
static enum rvt_status complete(struct rvt_syst_message *message, struct rvt_diag *diag)
{
    size_t payload = rvt_syst_head_bytes(message->type, message->subtype) + message->body_bytes;

    if (!rvt_syst_known_type(message->type))
        return fail(diag, RVT_ERR_RESERVED, "TYPE", 0, message->type, "SYST-002",
                    "the message type is reserved");
    if (form_of(message->type, message->subtype) == FORM_FIELDS &&
        payload > RVT_SYST_PAYLOAD_BYTES_MAX)
        return fail(diag, RVT_ERR_CAPACITY, "payload", 0, payload, "SYST-015",
                    "the payload exceeds 65535 bytes");
    message->length = (uint16_t)payload;
    return RVT_OK;
}

/* Everything before the checksum, written or measured. */
static enum rvt_status walk(struct rvt_bits *bits, struct rvt_syst_message *message,
                            struct rvt_diag *diag)
{
    if (form_of(message->type, message->subtype) == FORM_FIELDS) {
        walk_header(bits, message);
        walk_optional(bits, message);
        walk_payload(bits, message, 0);
    } else {
        walk_short(bits, message);
    }
    return bits->status == RVT_OK ? RVT_OK : explain(bits, NULL, diag);
}

static bool has_checksum(const struct rvt_syst_message *message)
{
    return message->chk && form_of(message->type, message->subtype) == FORM_FIELDS;
}

enum rvt_status rvt_syst_measure(const struct rvt_syst_message *message, size_t *bytes,
                                 struct rvt_diag *diag)
{
    struct rvt_syst_message copy = *message;
    struct rvt_bits bits;
    enum rvt_status status = complete(&copy, diag);

    rvt_bits_measure(&bits);
    if (status == RVT_OK)
        status = walk(&bits, &copy, diag);
    if (status == RVT_OK)
        *bytes = bits.at / 8 + (has_checksum(&copy) ? CHECKSUM_BYTES : 0);
    return status;
}

enum rvt_status rvt_syst_write(const struct rvt_syst_message *message, uint8_t *out,
                               size_t capacity, size_t *bytes, struct rvt_diag *diag)
{
    struct rvt_syst_message copy = *message;
    struct rvt_bits bits;
    size_t total = 0;
    enum rvt_status status = complete(&copy, diag);

    if (status == RVT_OK)
        status = rvt_syst_measure(&copy, &total, diag);
    if (status == RVT_OK && total > capacity)
        status = fail(diag, RVT_ERR_CAPACITY, "message", 0, total, NULL, "no room for the message");
    if (status != RVT_OK)
        return status;
    rvt_bits_write(&bits, out, total);
    status = walk(&bits, &copy, diag);
    if (status == RVT_OK && has_checksum(&copy)) {
        copy.checksum = rvt_crc32c(0, out, bits.at / 8);
        rvt_pass_u32(&bits, "checksum", &copy.checksum, 8 * CHECKSUM_BYTES);
    }
    if (status == RVT_OK)
        *bytes = total;
    return status;
}

enum rvt_status rvt_syst_visit(const struct rvt_syst_message *message, rvt_bits_visit visit,
                               void *context)
{
    struct rvt_syst_message copy = *message;
    struct rvt_bits bits;
    enum rvt_status status = complete(&copy, NULL);

    if (status != RVT_OK)
        return status;
    copy.length = message->length;
    rvt_bits_measure(&bits);
    rvt_bits_observe(&bits, visit, context);
    status = walk(&bits, &copy, NULL);
    if (status == RVT_OK && has_checksum(&copy))
        rvt_pass_u32(&bits, "checksum", &copy.checksum, 8 * CHECKSUM_BYTES);
    return status;
}

bool rvt_syst_has_text(const struct rvt_syst_message *message)
{
    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return false;
    return message->type == RVT_SYST_STRING ||
           (message->type == RVT_SYST_BUILD && message->subtype == RVT_SYST_BUILD_LONG) ||
           (message->type == RVT_SYST_SBD && (message->subtype & RVT_SYST_SBD_NAME));
}

bool rvt_syst_split(const struct rvt_syst_message *message, size_t *text_bytes, size_t *rest_bytes)
{
    const uint8_t *end = message->body_bytes ? memchr(message->body, 0, message->body_bytes) : NULL;

    *text_bytes = end ? (size_t)(end - message->body) : message->body_bytes;
    *rest_bytes = end ? message->body_bytes - *text_bytes - 1 : 0;
    return end != NULL;
}

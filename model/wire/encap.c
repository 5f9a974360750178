/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/encap.h"

#include <assert.h>
#include <string.h>

#include "wire/field_pass.h"
#include "wire/indexed_framing.h"

/* length does not count the whole srcID bytes, but counts the remaining bits. Spec: ENC-003,
 * ENC-004. */
static unsigned srcid_whole_bytes(const struct rvt_encap_config *config)
{
    return config->srcid_bits / 8;
}

/* Bits in front of the trace payload that length counts: srcID remainder and type. */
static unsigned prefix_bits(const struct rvt_encap_config *config)
{
    return config->srcid_bits % 8 + config->type_bits;
}

/* Spec: ENC-004. */
static size_t packet_bytes(const struct rvt_encap_config *config, const struct rvt_encap *encap)
{
    if (encap->length == 0)
        return 1;
    return 1 + srcid_whole_bytes(config) + (encap->extend ? config->timestamp_bytes : 0) +
           (size_t)encap->length;
}

/* The header byte; in a dialect the bits above length say nothing. Spec: ENC-002. */
static void walk_header(struct rvt_bits *bits, const struct rvt_config *config,
                        struct rvt_encap *encap)
{
    rvt_pass_u8(bits, "length", &encap->length, 5);
    if (config->dialect.header == RVT_HEADER_LENGTH) {
        rvt_bits_unused(bits, "other", false, 3);
        return;
    }
    rvt_pass_u8(bits, "flow", &encap->flow, 2);
    rvt_pass_flag(bits, "extend", &encap->extend);
}

/* width bits of srcID from bit at on, or all that are left. */
static void walk_srcid(struct rvt_bits *bits, struct rvt_encap *encap, unsigned at, unsigned width,
                       bool rest)
{
    uint64_t part = (uint64_t)encap->srcid >> at & (rest ? UINT64_MAX : rvt_mask(width));

    rvt_bits_field(bits, "srcID", &part, width);
    if (bits->mode == RVT_BITS_READ)
        encap->srcid = (uint16_t)(encap->srcid | part << at);
}

/*
 * The fields between header and trace payload of a normal packet, bit by bit in table order; or
 * with the timestamp after the whole bytes of srcID, so that it is aligned and the remainder is
 * among the bits that length counts. Spec: ENC-001; AMB-145.
 */
static void walk_prefix(struct rvt_bits *bits, const struct rvt_config *config,
                        struct rvt_encap *encap)
{
    const struct rvt_encap_config *encap_config = &config->encap;
    bool aligned = config->switches.ts_align == RVT_TS_ALIGN_AFTER_SRCID_BYTE;
    unsigned whole = 8 * srcid_whole_bytes(encap_config);
    unsigned before = encap->extend && aligned ? whole : encap_config->srcid_bits;

    walk_srcid(bits, encap, 0, before, before == encap_config->srcid_bits);
    if (encap->extend)
        rvt_bits_field(bits, "timestamp", &encap->timestamp, 8 * encap_config->timestamp_bytes);
    if (before < encap_config->srcid_bits)
        walk_srcid(bits, encap, before, encap_config->srcid_bits - before, true);
    rvt_pass_u8(bits, "type", &encap->type, encap_config->type_bits);
}

/* Moves count bits of trace payload from one cursor to the other. */
static void copy_payload(struct rvt_bits *from, struct rvt_bits *to, size_t count)
{
    while (count > 0) {
        unsigned width = count < 64 ? (unsigned)count : 64;
        uint64_t chunk = 0;

        rvt_bits_field(from, "trace_payload", &chunk, width);
        rvt_bits_field(to, "trace_payload", &chunk, width);
        count -= width;
    }
}

static const char *field_clause(const char *field)
{
    static const struct {
        const char *field, *clause;
    } clauses[] = {
        {"length", "ENC-003"},    {"flow", "ENC-002"}, {"srcID", "ENC-015"},
        {"timestamp", "ENC-005"}, {"type", "ENC-007"}, {"trace_payload", "ENC-004"},
    };

    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; ++i)
        if (strcmp(clauses[i].field, field) == 0)
            return clauses[i].clause;
    return NULL;
}

static enum rvt_status diagnose(const struct rvt_bits *bits, size_t available,
                                struct rvt_diag *diag)
{
    const char *field = bits->fault_field;

    if (bits->status == RVT_ERR_TRUNCATED) {
        rvt_diag_set(diag, bits->status, field, available, field_clause(field),
                     "the packet ends inside %s, after %zu bytes", field, available);
        rvt_diag_at(diag, "byte", available);
    } else {
        rvt_diag_set(diag, bits->status, field, bits->fault_value, field_clause(field),
                     "%s does not fit its field", field);
        rvt_diag_at(diag, "byte", bits->fault_bit / 8);
    }
    return bits->status;
}

static enum rvt_status refuse(struct rvt_diag *diag, enum rvt_status status, const char *field,
                              uint64_t value, const char *clause, const char *why)
{
    rvt_diag_set(diag, status, field, value, clause, "%s", why);
    rvt_diag_at(diag, "byte", 0);
    return status;
}

/* Completes the header: computes length; null packets have nothing else. */
static enum rvt_status complete(const struct rvt_config *config, struct rvt_encap *encap,
                                size_t *payload_bits, struct rvt_diag *diag)
{
    bool joint = config->switches.encap_compress == RVT_ENCAP_COMPRESS_JOINT;
    size_t counted;

    if (config->encap.framing == RVT_FRAMING_INDEXED)
        return refuse(diag, RVT_ERR_PARAMETER, "framing", RVT_FRAMING_INDEXED, "AMB-150",
                      "indexed packets can only be read");
    if (rvt_is_draft(config) && (encap->kind == RVT_ENCAP_NULL_ALIGNMENT ||
                                 (encap->kind == RVT_ENCAP_NULL_IDLE && encap->flow)))
        return refuse(diag, RVT_ERR_RESERVED, "length", 0, "DRF-014",
                      "the only null packets of the draft are bytes of zero");
    if (encap->kind != RVT_ENCAP_NORMAL) { /* ENC-009 */
        encap->length = 0;
        encap->extend = encap->kind == RVT_ENCAP_NULL_ALIGNMENT;
        return RVT_OK;
    }
    assert(encap->payload.bytes <= RVT_PAYLOAD_BYTES_MAX &&
           (encap->payload.bits + 7) / 8 == encap->payload.bytes);
    *payload_bits = joint ? encap->payload.bits : 8 * (size_t)encap->payload.bytes;
    counted = prefix_bits(&config->encap) + *payload_bits;
    if (encap->extend && config->encap.timestamp_bytes == 0)
        return refuse(diag, RVT_ERR_PARAMETER, "extend", 1, "ENC-005",
                      "extend is set, but the configuration has no timestamp");
    if (*payload_bits == 0)
        return refuse(diag, RVT_ERR_CAPACITY, "trace_payload", 0, "ENC-006",
                      "a normal packet has no trace payload");
    if (counted > RVT_PAYLOAD_BITS_MAX)
        return refuse(diag, RVT_ERR_CAPACITY, "trace_payload", counted, "ENC-006",
                      "srcID remainder, type and trace payload exceed 248 bits");
    encap->length = (uint8_t)((counted + 7) / 8);
    return RVT_OK;
}

enum rvt_status rvt_encap_write(const struct rvt_config *config, const struct rvt_encap *encap,
                                uint8_t *out, size_t capacity, size_t *bytes, struct rvt_diag *diag)
{
    struct rvt_encap copy = *encap;
    struct rvt_bits bits, payload;
    size_t payload_bits = 0, total;
    enum rvt_status status = complete(config, &copy, &payload_bits, diag);

    if (status != RVT_OK)
        return status;
    total = packet_bytes(&config->encap, &copy);
    if (total > capacity)
        return refuse(diag, RVT_ERR_CAPACITY, "length", total, "ENC-004", "no room for the packet");
    rvt_bits_write(&bits, out, total);
    walk_header(&bits, config, &copy);
    if (copy.kind == RVT_ENCAP_NORMAL) {
        walk_prefix(&bits, config, &copy);
        rvt_bits_read(&payload, copy.payload.byte, copy.payload.bytes, RVT_TAIL_FAULT);
        copy_payload(&payload, &bits, payload_bits);
    }
    if (bits.status != RVT_OK)
        return diagnose(&bits, total, diag);
    if (config->dialect.padding != RVT_PADDING_ZERO) /* else it was cleared */
        rvt_bits_sign_pad(out, bits.at, total);
    *bytes = total;
    return RVT_OK;
}

/*
 * The trace payload of count bits, sign extended to whole bytes. With remainder bits before the
 * payload, the last byte may contain only copies of the bit before it. That is padding of the
 * packet, not payload, and is dropped. The rest sign-extends to the same value, and writing it
 * gives the same packet.
 */
static void read_payload(struct rvt_bits *bits, size_t count, struct rvt_payload *payload)
{
    struct rvt_bits out;
    size_t partial = count % 8;

    rvt_payload_begin(&out, payload);
    copy_payload(bits, &out, count);
    if (rvt_bits_compressed(payload->byte, count, 1) <= count - partial)
        count -= partial;
    payload->bits = (uint16_t)count;
    payload->bits_full = (uint16_t)count;
    payload->bytes = (uint8_t)((count + 7) / 8);
    rvt_bits_sign_pad(payload->byte, count, payload->bytes);
    memset(payload->byte + payload->bytes, 0, sizeof payload->byte - payload->bytes);
}

/* Whether there is a packet with the header of encap. */
static enum rvt_status check_header(const struct rvt_config *config, const struct rvt_encap *encap,
                                    struct rvt_diag *diag)
{
    if (encap->length == 0 && rvt_is_draft(config) && (encap->flow != 0 || encap->extend))
        return refuse(diag, RVT_ERR_RESERVED, "length", 0, "DRF-014",
                      "a packet without payload must be a byte of zero");
    if (encap->length == 0)
        return RVT_OK;
    if (encap->extend && config->encap.timestamp_bytes == 0)
        return refuse(diag, RVT_ERR_PARAMETER, "extend", 1, "ENC-005",
                      "extend is set, but the configuration has no timestamp");
    if (8u * encap->length <= prefix_bits(&config->encap))
        return refuse(diag, RVT_ERR_RESERVED, "length", encap->length, "ENC-006",
                      "the length leaves no bit for the trace payload");
    return RVT_OK;
}

enum rvt_status rvt_encap_read(const struct rvt_config *config, const uint8_t *data,
                               size_t available, struct rvt_encap *encap, size_t *used,
                               struct rvt_diag *diag)
{
    struct rvt_bits bits;
    enum rvt_status status;

    if (config->encap.framing == RVT_FRAMING_INDEXED)
        return rvt_indexed_read(data, available, encap, used, diag);
    *encap = (struct rvt_encap){.kind = RVT_ENCAP_NORMAL};
    rvt_bits_read(&bits, data, available, RVT_TAIL_FAULT);
    walk_header(&bits, config, encap);
    if (bits.status != RVT_OK)
        return diagnose(&bits, available, diag);
    status = check_header(config, encap, diag);
    if (status != RVT_OK)
        return status;
    if (encap->length == 0) {
        encap->kind = encap->extend ? RVT_ENCAP_NULL_ALIGNMENT : RVT_ENCAP_NULL_IDLE;
    } else {
        walk_prefix(&bits, config, encap);
        read_payload(&bits, 8u * encap->length - prefix_bits(&config->encap), &encap->payload);
        if (bits.status != RVT_OK)
            return diagnose(&bits, available, diag);
    }
    *used = packet_bytes(&config->encap, encap);
    return RVT_OK;
}

size_t rvt_encap_peek_bytes(const struct rvt_config *config, uint8_t header)
{
    struct rvt_encap encap = {.length = 0};
    struct rvt_bits bits;

    rvt_bits_read(&bits, &header, 1, RVT_TAIL_FAULT);
    walk_header(&bits, config, &encap);
    if (config->encap.framing == RVT_FRAMING_INDEXED)
        return rvt_indexed_peek_bytes(header);
    return check_header(config, &encap, NULL) == RVT_OK ? packet_bytes(&config->encap, &encap) : 0;
}

enum rvt_status rvt_encap_visit(const struct rvt_config *config, const struct rvt_encap *encap,
                                rvt_bits_visit visit, void *context)
{
    struct rvt_encap copy = *encap;
    struct rvt_bits bits;
    size_t payload_bits = 0;
    bool received = copy.kind == RVT_ENCAP_NORMAL && copy.length > 0;
    enum rvt_status status = received ? RVT_OK : complete(config, &copy, &payload_bits, NULL);

    if (status != RVT_OK)
        return status;
    rvt_bits_measure(&bits);
    rvt_bits_observe(&bits, visit, context);
    walk_header(&bits, config, &copy);
    if (copy.kind == RVT_ENCAP_NORMAL)
        walk_prefix(&bits, config, &copy);
    return bits.status;
}

bool rvt_encap_is_own(const struct rvt_config *config, const struct rvt_encap *encap, bool *te_data)
{
    const struct rvt_encap_config *own = &config->encap;

    if (encap->kind != RVT_ENCAP_NORMAL || (own->srcid_bits > 0 && encap->srcid != own->srcid))
        return false;
    *te_data = config->options.data_trace && own->type_bits > 0 && encap->type == own->type_data &&
               encap->type != own->type_inst;
    return own->type_bits == 0 || encap->type == own->type_inst || *te_data;
}

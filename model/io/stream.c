/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/stream.h"

#include <stdlib.h>
#include <string.h>

#include "io/digits.h"
#include "io/input.h"
#include "wire/indexed.h"

/* Header bits that count the payload; 0 in nulls. Spec: ENC-002. */
enum { LENGTH_MASK = 0x1f, EXTEND = 0x80, LENGTH_MAX = 31 };

struct rvt_stream {
    struct rvt_input *input;
    const struct rvt_config *config;
    enum rvt_stream_form form;
    bool astray; /* where the next header is, is not known */
    struct {
        bool known;
        uint16_t next; /* of the packet to come */
    } index;           /* with framing indexed */
    uint64_t passed;   /* bytes passed over since the latest packet: neither packets nor zero */
};

enum rvt_status rvt_stream_open(const char *path, const struct rvt_config *config,
                                enum rvt_stream_form form, struct rvt_stream **stream,
                                struct rvt_diag *diag)
{
    struct rvt_stream *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    *made = (struct rvt_stream){.config = config, .form = form};
    enum rvt_status status = rvt_input_open(path, &made->input, diag);
    if (status != RVT_OK) {
        free(made);
        return status;
    }
    *stream = made;
    return RVT_OK;
}

void rvt_stream_close(struct rvt_stream *stream)
{
    if (stream)
        rvt_input_close(stream->input);
    free(stream);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes a comment and blanks around the payload off a line. */
static void strip(const char **line, size_t *length)
{
    const char *comment = *length ? memchr(*line, '#', *length) : NULL;

    if (comment)
        *length = (size_t)(comment - *line);
    while (*length && is_blank((*line)[*length - 1]))
        --*length;
    while (*length && is_blank(**line)) {
        ++*line;
        --*length;
    }
}

/* A line of a packet list, not empty. */
static enum rvt_status parse_payload(const char *line, size_t length, struct rvt_payload *payload,
                                     struct rvt_diag *diag)
{
    for (size_t at = 0; at < length; at++)
        if (rvt_hex_digit(line[at]) > 15)
            return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                                "column %zu: not a hexadecimal digit", at + 1);
    if (length % 2)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "an odd number of hexadecimal digits");
    if (length / 2 > RVT_PAYLOAD_BYTES_MAX)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "payload", length * 4, "ENC-006",
                            "a payload of more than %d bits", RVT_PAYLOAD_BITS_MAX);
    payload->bytes = (uint8_t)(length / 2);
    payload->bits = payload->bits_full = (uint16_t)(length * 4);
    for (size_t index = 0; index < length / 2; index++)
        payload->byte[index] =
            (uint8_t)(rvt_hex_digit(line[2 * index]) << 4 | rvt_hex_digit(line[2 * index + 1]));
    return RVT_OK;
}

static enum rvt_status read_hex(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    const char *line = NULL;
    size_t length = 0;

    do {
        enum rvt_status status = rvt_input_line(stream->input, &line, &length, end, diag);
        if (status != RVT_OK)
            return RVT_ERR_IO;
        if (*end)
            return RVT_OK;
        strip(&line, &length);
    } while (length == 0);
    item->position = rvt_input_line_number(stream->input);
    item->encap = (struct rvt_encap){.kind = RVT_ENCAP_NORMAL};
    item->data = length >= 2 && memcmp(line, "d:", 2) == 0;
    if (item->data) {
        line += 2;
        length -= 2;
    }
    enum rvt_status status = parse_payload(line, length, &item->encap.payload, diag);
    if (status != RVT_OK)
        rvt_diag_at(diag, "line", item->position);
    return status;
}

/* Bytes of zero, under mask, that cannot lie in a packet: what follows more of them is a header. */
static unsigned longest_null_run(const struct rvt_config *config, uint8_t *mask)
{
    const struct rvt_encap_config *encap = &config->encap;

    *mask = 0xff;
    if (encap->framing == RVT_FRAMING_INDEXED)
        return RVT_INDEXED_NULLS - 1;
    if (rvt_is_draft(config)) /* 2^5, 5 being the width of length. DRF-014 */
        return LENGTH_MAX;
    *mask = LENGTH_MASK; /* ENC-010, ENC-012 */
    return LENGTH_MAX + encap->timestamp_bytes + encap->srcid_bits / 8;
}

/* Passes bytes up to the first header behind a synchronisation sequence. */
static enum rvt_status find_header(struct rvt_stream *stream, struct rvt_diag *diag)
{
    uint8_t mask;
    unsigned longest = longest_null_run(stream->config, &mask);
    unsigned nulls = 0;

    while (stream->astray) {
        const uint8_t *data = NULL;
        size_t available = 0;
        enum rvt_status status = rvt_input_peek(stream->input, 1, &data, &available, diag);
        if (status != RVT_OK)
            return status;
        bool null = available && !(data[0] & mask);
        stream->astray = available && (null || nulls <= longest);
        nulls = null ? nulls + 1 : 0;
        if (stream->astray)
            rvt_input_skip(stream->input, 1);
        stream->passed += stream->astray && !null;
        if (!available)
            return RVT_OK;
    }
    return RVT_OK;
}

/* Passes what is no packet, as far as its length is known. */
static void pass_fault(struct rvt_stream *stream, enum rvt_status status, uint8_t header,
                       size_t available)
{
    const struct rvt_encap_config *encap = &stream->config->encap;
    size_t bytes = 1u + encap->srcid_bits / 8 + (header & LENGTH_MASK);

    bytes += header & EXTEND ? encap->timestamp_bytes : 0;
    if (status == RVT_ERR_TRUNCATED || bytes > available)
        bytes = available;
    stream->astray = status == RVT_ERR_PARAMETER || !(header & LENGTH_MASK) ||
                     encap->framing == RVT_FRAMING_INDEXED;
    stream->passed += stream->astray ? 1 : bytes;
    rvt_input_skip(stream->input, stream->astray ? 1 : bytes);
}

/* Holds the index of a packet against that of the one before it; a gap is told once. AMB-150. */
static enum rvt_status check_index(struct rvt_stream *stream, const struct rvt_stream_item *item,
                                   struct rvt_diag *diag)
{
    uint16_t index = item->encap.index;
    uint16_t missing = (uint16_t)(index - stream->index.next);
    bool known = stream->index.known;

    if (stream->config->encap.framing != RVT_FRAMING_INDEXED ||
        item->encap.kind != RVT_ENCAP_NORMAL)
        return RVT_OK;
    stream->index.known = true;
    stream->index.next = index;
    if (known && missing != 0) {
        (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, "index", index, "AMB-150",
                           "index %u, not %u: packets missing: %u, bytes passed over: %llu", index,
                           (unsigned)(uint16_t)(index - missing), missing,
                           (unsigned long long)stream->passed);
        rvt_diag_at(diag, "byte", item->position);
        return RVT_ERR_SEQUENCE;
    }
    stream->index.next++;
    return RVT_OK;
}

static enum rvt_status read_encap(struct rvt_stream *stream, struct rvt_stream_item *item,
                                  bool *end, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    size_t used = 0;

    if (find_header(stream, diag) != RVT_OK ||
        rvt_input_peek(stream->input, RVT_ENCAP_BYTES_MAX, &data, &available, diag) != RVT_OK)
        return RVT_ERR_IO;
    *end = available == 0;
    if (*end)
        return RVT_OK;
    item->position = rvt_input_offset(stream->input);
    enum rvt_status status =
        rvt_encap_read(stream->config, data, available, &item->encap, &used, diag);
    if (status == RVT_OK && check_index(stream, item, diag) != RVT_OK)
        return RVT_ERR_SEQUENCE;
    if (status == RVT_OK) {
        stream->passed = 0;
        item->data = stream->config->encap.type_bits > 0 &&
                     item->encap.type == stream->config->encap.type_data &&
                     item->encap.type != stream->config->encap.type_inst;
        rvt_input_skip(stream->input, used);
        return RVT_OK;
    }
    if (diag->unit)
        diag->position += item->position;
    pass_fault(stream, status, data[0], available);
    return status;
}

enum rvt_status rvt_stream_read(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    bool hex = stream->form == RVT_STREAM_HEX;

    item->form = stream->form;
    item->unit = hex ? "line" : "byte";
    return hex ? read_hex(stream, item, end, diag) : read_encap(stream, item, end, diag);
}

const char *rvt_stream_foreign(const struct rvt_config *config, const struct rvt_stream_item *item)
{
    bool data = item->data && config->options.data_trace;

    if (item->form == RVT_STREAM_HEX)
        return item->data && !data ? "other type" : NULL;
    if (item->encap.kind != RVT_ENCAP_NORMAL)
        return "null";
    if (config->encap.srcid_bits && item->encap.srcid != config->encap.srcid)
        return "other source";
    if (config->encap.type_bits && item->encap.type != config->encap.type_inst && !data)
        return "other type";
    return NULL;
}

enum rvt_status rvt_stream_write_hex(struct rvt_output *output, const struct rvt_payload *payload)
{
    static const char digits[] = "0123456789abcdef";
    char line[2 * RVT_PAYLOAD_BYTES_MAX + 1];
    size_t length = 0;

    for (unsigned index = 0; index < payload->bytes; index++) {
        line[length++] = digits[payload->byte[index] >> 4];
        line[length++] = digits[payload->byte[index] & 15];
    }
    line[length++] = '\n';
    return rvt_output_write(output, line, length);
}

static enum rvt_status write_encap(struct rvt_output *output, const struct rvt_config *config,
                                   const struct rvt_payload *payload, unsigned type,
                                   uint64_t timestamp, struct rvt_diag *diag)
{
    const struct rvt_encap_config *source = &config->encap;
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                              .flow = (uint8_t)source->flow,
                              .extend = source->timestamp_bytes > 0,
                              .srcid = (uint16_t)source->srcid,
                              .type = (uint8_t)type,
                              .timestamp = timestamp & rvt_mask(8 * source->timestamp_bytes),
                              .payload = *payload};
    uint8_t bytes[RVT_ENCAP_BYTES_MAX];
    size_t count = 0;
    enum rvt_status status = rvt_encap_write(config, &encap, bytes, sizeof bytes, &count, diag);

    return status == RVT_OK ? rvt_output_write(output, bytes, count) : status;
}

enum rvt_status rvt_stream_write_encap(struct rvt_output *output, const struct rvt_config *config,
                                       const struct rvt_payload *payload, uint64_t timestamp,
                                       struct rvt_diag *diag)
{
    return write_encap(output, config, payload, config->encap.type_inst, timestamp, diag);
}

enum rvt_status rvt_stream_write_data(struct rvt_output *output, const struct rvt_config *config,
                                      enum rvt_stream_form form, const struct rvt_payload *payload,
                                      uint64_t timestamp, struct rvt_diag *diag)
{
    if (form == RVT_STREAM_ENCAP)
        return write_encap(output, config, payload, config->encap.type_data, timestamp, diag);
    rvt_output_write(output, "d:", 2);
    return rvt_stream_write_hex(output, payload);
}

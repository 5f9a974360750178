/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/encap about whole streams. input is one of
 * - parse: hexadecimal, in pieces of every size; enter: true where the first byte may be any byte;
 *   with unaligned the bits are entered at bit enter_bit. Expected: packets, [position, bytes] of
 *   normal packets; faults, [position, clause].
 * - send: steps of a sink, [packet, payload], [nulls, count], [sync]. Expected: bytes.
 *
 * Shows: ENC-010, ENC-012 (any split of the feeding)
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "stream/encap_parser.h"
#include "stream/encap_writer.h"

static const char *const PARSE_KEYS[] = {"parse", "enter", "enter_bit", NULL};
static const char *const PARSE_EXPECT[] = {"verdict", "packets", "faults", NULL};
static const char *const SEND_EXPECT[] = {"verdict", "bytes", NULL};

enum { STREAM_BYTES_MAX = 1024, REPORTED_MAX = 64 };

struct reported {
    struct {
        uint64_t position;
        uint8_t byte[RVT_ENCAP_BYTES_MAX];
        size_t bytes;
    } packet[REPORTED_MAX];
    struct {
        uint64_t position;
        const char *clause;
    } fault[REPORTED_MAX];
    size_t packets, faults;
};

static void on_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct reported *reported = context;

    for (size_t i = 0; i < count; i++) {
        if ((view[i].data[0] & 0x1f) == 0)
            continue;
        if (reported->packets == REPORTED_MAX)
            abort();
        reported->packet[reported->packets].position = view[i].position;
        reported->packet[reported->packets].bytes = view[i].bytes;
        memcpy(reported->packet[reported->packets++].byte, view[i].data, view[i].bytes);
    }
}

static void on_fault(void *context, const struct rvt_diag *fault)
{
    struct reported *reported = context;

    if (reported->faults == REPORTED_MAX)
        abort();
    reported->fault[reported->faults].position = fault->position;
    reported->fault[reported->faults++].clause = fault->clause;
}

/* Compares a [position, what] pair with the report. */
static enum rvt_status compare_packet(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      const struct reported *reported, size_t index,
                                      struct rvt_diag *diag)
{
    uint8_t bytes[RVT_ENCAP_BYTES_MAX];
    uint64_t position = 0;
    size_t count = 0;
    enum rvt_status status = rvt_yaml_unsigned(node->first, &position, diag);

    if (status == RVT_OK)
        status = rvt_yaml_bytes(node->first->next, bytes, sizeof bytes, &count, diag);
    if (status != RVT_OK || index >= reported->packets)
        return status;
    if (position != reported->packet[index].position)
        rvt_golden_disagree(c, node, "packet %zu is at %" PRIu64, index,
                            reported->packet[index].position);
    rvt_golden_compare_bytes(c, node, "packet", bytes, count, reported->packet[index].byte,
                             reported->packet[index].bytes);
    return RVT_OK;
}

static enum rvt_status compare_fault(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                     const struct reported *reported, size_t index,
                                     struct rvt_diag *diag)
{
    uint64_t position = 0;
    enum rvt_status status = rvt_yaml_unsigned(node->first, &position, diag);

    if (status != RVT_OK || index >= reported->faults)
        return status;
    if (position != reported->fault[index].position ||
        strcmp(node->first->next->text, reported->fault[index].clause) != 0)
        rvt_golden_disagree(c, node, "fault %zu is of %s at %" PRIu64, index,
                            reported->fault[index].clause, reported->fault[index].position);
    return RVT_OK;
}

static enum rvt_status compare_reported(struct rvt_golden_case *c, const struct reported *reported,
                                        struct rvt_diag *diag)
{
    const struct rvt_yaml_node *packets = NULL, *faults = rvt_yaml_get(c->expect, "faults");
    size_t index = 0;
    enum rvt_status status = rvt_yaml_need(c->expect, "packets", &packets, diag);

    for (const struct rvt_yaml_node *node = status == RVT_OK ? packets->first : NULL;
         node != NULL && status == RVT_OK; node = node->next)
        status = node->count == 2
                     ? compare_packet(c, node, reported, index++, diag)
                     : rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "not [position, bytes]");
    if (status == RVT_OK && index != reported->packets)
        rvt_golden_disagree(c, packets, "%zu packets", reported->packets);
    index = 0;
    for (const struct rvt_yaml_node *node = faults == NULL ? NULL : faults->first;
         node != NULL && status == RVT_OK; node = node->next)
        status = node->count == 2
                     ? compare_fault(c, node, reported, index++, diag)
                     : rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "not [position, clause]");
    if (status == RVT_OK && index != reported->faults)
        rvt_golden_disagree(c, c->expect, "%zu faults", reported->faults);
    return status;
}

/* The bits from bit on. */
static size_t drop_bits(uint8_t *stream, size_t bytes, size_t bit)
{
    bytes -= bit / 8;
    memmove(stream, stream + bit / 8, bytes);
    for (size_t i = 0; i < bytes; i++)
        stream[i] = (uint8_t)((stream[i] | (i + 1 < bytes ? stream[i + 1] : 0u) << 8) >> bit % 8);
    return bytes;
}

enum rvt_status rvt_golden_encap_parse(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *enter = rvt_yaml_get(c->input, "enter");
    const struct rvt_yaml_node *enter_bit = rvt_yaml_get(c->input, "enter_bit");
    static struct rvt_encap_parser parser;
    static struct reported reported;
    const struct rvt_encap_parser_output output = {
        .packets = on_packets, .fault = on_fault, .context = &reported};
    uint8_t stream[STREAM_BYTES_MAX];
    size_t bytes = 0;
    uint64_t bit = 0;
    bool entered = false, valid = false;
    enum rvt_status status = rvt_yaml_only(c->input, PARSE_KEYS, diag);

    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, PARSE_EXPECT, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status =
            rvt_yaml_bytes(rvt_yaml_get(c->input, "parse"), stream, sizeof stream, &bytes, diag);
    if (status == RVT_OK && enter != NULL)
        status = rvt_yaml_bool(enter, &entered, diag);
    if (status == RVT_OK && enter_bit != NULL)
        status = rvt_yaml_unsigned(enter_bit, &bit, diag);
    if (status == RVT_OK)
        bytes = drop_bits(stream, bytes, (size_t)bit);
    for (size_t piece = 1; status == RVT_OK && piece <= bytes + 1 && c->faults == 0; piece++) {
        memset(&reported, 0, sizeof reported);
        rvt_encap_parser_init(&parser, &c->config, !entered, &output);
        for (size_t at = 0; at < bytes; at += piece)
            rvt_encap_parser_push(&parser, stream + at, bytes - at < piece ? bytes - at : piece);
        rvt_encap_parser_finish(&parser);
        status = compare_reported(c, &reported, diag);
        if (valid != (reported.faults == 0))
            rvt_golden_disagree(c, c->expect, "another verdict");
    }
    return status;
}

/* Bytes from a writer. */
struct bytes {
    uint8_t byte[STREAM_BYTES_MAX];
    size_t count;
};

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct bytes *to = context;

    if (to->count + bytes > sizeof to->byte)
        abort();
    memcpy(to->byte + to->count, data, bytes);
    to->count += bytes;
}

static enum rvt_status take_step(struct rvt_encap_writer *writer, const struct rvt_golden_case *c,
                                 const struct rvt_yaml_node *step, struct rvt_diag *diag)
{
    const char *word = step->count > 0 ? step->first->text : "";
    struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL,
                               .flow = (uint8_t)c->config.encap.flow,
                               .srcid = (uint16_t)c->config.encap.srcid};
    uint64_t count = 0;
    size_t bytes = 0;
    enum rvt_status status;

    if (strcmp(word, "sync") == 0) {
        rvt_encap_writer_sync(writer);
        return RVT_OK;
    }
    if (step->count != 2)
        return rvt_yaml_refuse(step, RVT_ERR_SYNTAX, NULL, diag, "no step");
    if (strcmp(word, "nulls") == 0) {
        status = rvt_yaml_unsigned(step->first->next, &count, diag);
        if (status == RVT_OK)
            rvt_encap_writer_nulls(writer, count);
        return status;
    }
    status = rvt_yaml_bytes(step->first->next, packet.payload.byte, sizeof packet.payload.byte,
                            &bytes, diag);
    packet.payload.bytes = (uint8_t)bytes;
    packet.payload.bits = (uint16_t)(8 * bytes);
    return status == RVT_OK ? rvt_encap_writer_packet(writer, &packet, diag) : status;
}

enum rvt_status rvt_golden_encap_send(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *expected = NULL;
    struct rvt_encap_writer writer;
    struct bytes got = {.count = 0};
    uint8_t bytes[STREAM_BYTES_MAX];
    size_t count = 0;
    enum rvt_status status = rvt_yaml_only(c->expect, SEND_EXPECT, diag);

    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &expected, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(expected, bytes, sizeof bytes, &count, diag);
    rvt_encap_writer_init(&writer, &c->config, on_bytes, &got);
    for (const struct rvt_yaml_node *step = node->first; step != NULL && status == RVT_OK;
         step = step->next)
        status = take_step(&writer, c, step, diag);
    rvt_encap_writer_finish(&writer);
    if (status == RVT_OK)
        rvt_golden_compare_bytes(c, expected, "stream", bytes, count, got.byte, got.count);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/encap. input is one of
 * - encap: fields. Expected when valid: bytes, fields, and packet where the payload is read as
 *   te_inst; then the bytes are read back, and refused at every shorter length.
 * - bytes: hexadecimal. Expected when valid: encap, and packet.
 * - stream: hexadecimal, packets one after the other. Expected: sequence, their kinds, such as
 *   "31 null_idle, 1 null_alignment, 2 normal".
 * - parse, send: whole streams, see encap_stream_case.c.
 *
 * Shows: ENC-004 (truncated at every byte), ENC-008 (buffers are poisoned before they are written).
 */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "golden/cases/encap_fields.h"
#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "wire/encap.h"

static const char *const INPUT_KEYS[] = {"encap", "bytes", "stream", "send", NULL};
static const char *const STREAM_KEYS[] = {"verdict", "sequence", NULL};
static const char *const WRITE_KEYS[] = {"verdict", "fields", "packet", "bytes", NULL};
static const char *const READ_KEYS[] = {"verdict", "encap", "packet", NULL};

enum { POISON = 0xa5, STREAM_BYTES_MAX = 512, SEQUENCE_CAPACITY = 256 };

static void compare_number(struct rvt_golden_case *c, const char *name, uint64_t expected,
                           uint64_t got)
{
    if (expected != got)
        rvt_golden_disagree(c, c->node, "read %s 0x%" PRIx64 ", expected 0x%" PRIx64, name, got,
                            expected);
}

/* The payload that was read extends the expected one by copies of its last bit. */
static void compare_payload(struct rvt_golden_case *c, const struct rvt_payload *expected,
                            const struct rvt_payload *got)
{
    compare_number(c, "payload bytes, from its bits", (got->bits + 7u) / 8u, got->bytes);
    for (size_t at = 0; at < (size_t)8 * got->bytes || at < expected->bits; at++) {
        size_t from = at < expected->bits ? at : expected->bits - 1u;
        if (rvt_golden_bits(got->byte, got->bytes, at, 1) !=
            rvt_golden_bits(expected->byte, expected->bytes, from, 1)) {
            rvt_golden_disagree(c, c->node, "payload read differs in bit %zu", at);
            return;
        }
    }
}

static void compare_encap(struct rvt_golden_case *c, const struct rvt_encap *expected,
                          const struct rvt_encap *got)
{
    compare_number(c, "kind", expected->kind, got->kind);
    compare_number(c, "flow", expected->flow, got->flow);
    compare_number(c, "extend", expected->extend, got->extend);
    if (expected->kind != RVT_ENCAP_NORMAL || got->kind != RVT_ENCAP_NORMAL)
        return;
    compare_number(c, "srcid", expected->srcid, got->srcid);
    compare_number(c, "type", expected->type, got->type);
    compare_number(c, "timestamp", expected->timestamp, got->timestamp);
    compare_payload(c, &expected->payload, &got->payload);
}

/* Reads the payload as te_inst, if the case has a packet. */
static enum rvt_status compare_packet(struct rvt_golden_case *c, const struct rvt_payload *payload,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, "packet");
    struct rvt_packet expected, got;
    struct rvt_diag fault;
    if (node == NULL)
        return RVT_OK;
    enum rvt_status status = rvt_golden_read_packet(node, NULL, &expected, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    if (rvt_golden_succeeded(
            c, "reading the packet",
            rvt_packet_read(&c->config, payload->byte, payload->bytes, &got, &fault), &fault))
        rvt_golden_compare_packet(c, node, "packet", &expected, &got);
    return RVT_OK;
}

/* Reads data back, with more bytes after it and at each shorter length. */
static enum rvt_status read_back(struct rvt_golden_case *c, const struct rvt_encap *expected,
                                 const uint8_t *data, size_t bytes, struct rvt_diag *diag)
{
    uint8_t stream[2 * RVT_ENCAP_BYTES_MAX];
    struct rvt_encap got;
    struct rvt_diag fault;
    size_t used = 0;
    memset(stream, POISON, sizeof(stream));
    memcpy(stream, data, bytes);
    for (size_t available = 0; available < bytes; available++) {
        rvt_diag_clear(&fault);
        enum rvt_status status = rvt_encap_read(&c->config, stream, available, &got, &used, &fault);
        if (status != RVT_ERR_TRUNCATED)
            rvt_golden_disagree(c, c->node, "reading %zu of %zu bytes: %s", available, bytes,
                                rvt_status_text(status));
    }
    rvt_diag_clear(&fault);
    memset(&got, POISON, sizeof(got));
    if (!rvt_golden_succeeded(
            c, "reading", rvt_encap_read(&c->config, stream, sizeof(stream), &got, &used, &fault),
            &fault))
        return RVT_OK;
    compare_number(c, "size", bytes, used);
    compare_encap(c, expected, &got);
    return expected->kind == RVT_ENCAP_NORMAL ? compare_packet(c, &got.payload, diag) : RVT_OK;
}

/* Writing succeeds with exactly enough room, and fails with one byte less. */
static void write_into_less(struct rvt_golden_case *c, const struct rvt_encap *encap, size_t bytes)
{
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t used = 0;
    enum rvt_status exact = rvt_encap_write(&c->config, encap, out, bytes, &used, NULL);
    enum rvt_status less = rvt_encap_write(&c->config, encap, out, bytes - 1, &used, NULL);
    if (exact != RVT_OK)
        rvt_golden_disagree(c, c->node, "writing into %zu bytes: %s", bytes,
                            rvt_status_text(exact));
    if (less != RVT_ERR_CAPACITY)
        rvt_golden_disagree(c, c->node, "writing into %zu bytes: %s", bytes - 1,
                            rvt_status_text(less));
}

static enum rvt_status run_write(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    uint8_t out[RVT_ENCAP_BYTES_MAX], data[RVT_ENCAP_BYTES_MAX];
    size_t bytes = 0, expected_bytes = 0;
    struct rvt_encap encap;
    struct rvt_diag fault;
    struct rvt_golden_fields visited = {.count = 0};
    const struct rvt_yaml_node *expected = NULL, *fields = NULL;
    enum rvt_status status = rvt_golden_read_encap(node, &encap, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(out, POISON, sizeof(out));
    enum rvt_status got = rvt_encap_write(&c->config, &encap, out, sizeof(out), &bytes, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, WRITE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "fields", &fields, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &expected, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(expected, data, sizeof(data), &expected_bytes, diag);
    if (status != RVT_OK || !rvt_golden_succeeded(c, "writing", got, &fault))
        return status;
    rvt_golden_compare_bytes(c, expected, "packet", data, expected_bytes, out, bytes);
    write_into_less(c, &encap, bytes);
    got = rvt_encap_visit(&c->config, &encap, rvt_golden_visit, &visited);
    if (rvt_golden_succeeded(c, "visiting", got, NULL))
        status = rvt_golden_compare_fields(c, fields, &visited, out, bytes, NULL, diag);
    return status == RVT_OK ? read_back(c, &encap, data, expected_bytes, diag) : status;
}

static enum rvt_status run_read(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                bool valid, struct rvt_diag *diag)
{
    uint8_t data[RVT_ENCAP_BYTES_MAX] = {0};
    size_t bytes = 0, used = 0;
    struct rvt_encap expected, got;
    struct rvt_diag fault;
    const struct rvt_yaml_node *encap = NULL;
    enum rvt_status status = rvt_yaml_bytes(node, data, sizeof(data), &bytes, diag);
    if (status != RVT_OK)
        return status;
    if (!valid) {
        rvt_diag_clear(&fault);
        enum rvt_status result = rvt_encap_read(&c->config, data, bytes, &got, &used, &fault);
        return rvt_golden_expect_fault(c, result, &fault, diag);
    }
    status = rvt_yaml_only(c->expect, READ_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "encap", &encap, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_encap(encap, &expected, diag);
    return status == RVT_OK ? read_back(c, &expected, data, bytes, diag) : status;
}

/* Appends "N kind" to the text of a sequence. */
static void add_run(struct rvt_text *words, unsigned count, enum rvt_encap_kind kind)
{
    if (count > 0)
        rvt_text_add(words, "%s%u %s", words->length > 0 ? ", " : "", count,
                     rvt_golden_encap_kind(kind));
}

static enum rvt_status run_stream(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                  struct rvt_diag *diag)
{
    uint8_t data[STREAM_BYTES_MAX];
    char found[SEQUENCE_CAPACITY];
    size_t bytes = 0, used = 0;
    unsigned count = 0;
    struct rvt_encap got = {.kind = RVT_ENCAP_NORMAL};
    enum rvt_encap_kind kind = RVT_ENCAP_NORMAL;
    struct rvt_text words;
    const struct rvt_yaml_node *sequence = NULL;
    enum rvt_status status = rvt_yaml_bytes(node, data, sizeof(data), &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, STREAM_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "sequence", &sequence, diag);
    rvt_text_init(&words, found, sizeof(found));
    for (size_t at = 0; status == RVT_OK && at < bytes; at += used) {
        struct rvt_diag fault;
        rvt_diag_clear(&fault);
        if (!rvt_golden_succeeded(
                c, "reading",
                rvt_encap_read(&c->config, data + at, bytes - at, &got, &used, &fault), &fault))
            return RVT_OK;
        if (got.kind != kind) {
            add_run(&words, count, kind);
            count = 0;
        }
        kind = got.kind;
        count++;
    }
    add_run(&words, count, kind);
    if (status == RVT_OK && strcmp(found, sequence->text) != 0)
        rvt_golden_disagree(c, sequence, "%s instead of %s", found, sequence->text);
    return status;
}

enum rvt_status rvt_golden_encap(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    bool valid = false;
    if (rvt_yaml_get(c->input, "parse") != NULL)
        return rvt_golden_encap_parse(c, diag);
    enum rvt_status status = rvt_golden_one_input(c, INPUT_KEYS, &valid, diag);
    if (status != RVT_OK)
        return status;
    const struct rvt_yaml_node *node = c->input->first;
    if (strcmp(node->key, "stream") == 0)
        return run_stream(c, node, diag);
    if (strcmp(node->key, "send") == 0)
        return rvt_golden_encap_send(c, node, diag);
    return strcmp(node->key, "encap") == 0 ? run_write(c, node, valid, diag)
                                           : run_read(c, node, valid, diag);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/packet. input is one of
 * - packet: fields. Expected when valid: bytes, bits, bits_full, fields; then the bytes are read
 * back at every legal length, and refused one byte longer.
 * - bytes: hexadecimal. Expected when valid: packet.
 * - config: check. Expected when valid: bits_max.
 * - tip or tips, or program: a case of vectors/flow, for what needs more than one packet.
 *
 * Shows: ETR-CMP-003 (every legal length), ETR-DEC-018 (one byte too many).
 */
#include <string.h>

#include "golden.h"

static const char *const INPUT_KEYS[] = {"packet", "bytes", "config", NULL};
static const char *const WRITE_KEYS[] = {"verdict", "fields", "bits", "bits_full", "bytes", NULL};
static const char *const READ_KEYS[] = {"verdict", "packet", NULL};
static const char *const CHECK_KEYS[] = {"verdict", "bits_max", NULL};

enum { POISON = 0xa5 }; /* what buffers hold before they are written */

static enum rvt_status need_unsigned(const struct rvt_yaml_node *map, const char *key,
                                     const struct rvt_yaml_node **node, uint64_t *value,
                                     struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_need(map, key, node, diag);
    return status == RVT_OK ? rvt_yaml_unsigned(*node, value, diag) : status;
}

/* Reads the payload at every length between its own and the padded full one, then one byte beyond.
 */
static void read_every_length(struct golden_case *c, const struct rvt_packet *packet,
                              const struct rvt_payload *payload)
{
    uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1];
    size_t longest = (payload->bits_full + 7u) / 8u;
    memset(data, payload->byte[payload->bytes - 1] & 0x80 ? 0xff : 0, sizeof(data));
    memcpy(data, payload->byte, payload->bytes);
    for (size_t bytes = payload->bytes; bytes <= longest + 1; bytes++) {
        struct rvt_packet read;
        struct rvt_diag fault;
        rvt_diag_clear(&fault);
        enum rvt_status got = rvt_packet_read(&c->config, data, bytes, &read, &fault);
        if (bytes > longest) {
            if (got != RVT_ERR_TRAILING)
                golden_disagree(c, c->node, "reading %zu bytes: %s, expected %s", bytes,
                                rvt_status_text(got), rvt_status_text(RVT_ERR_TRAILING));
        } else if (golden_succeeded(c, "reading back", got, &fault)) {
            golden_compare_packet(c, c->node, "read back", packet, &read);
        }
    }
}

static enum rvt_status compare_payload(struct golden_case *c, const struct rvt_payload *payload,
                                       struct rvt_diag *diag)
{
    const struct rvt_yaml_node *bits = NULL, *full = NULL, *bytes = NULL;
    uint64_t bits_value = 0, full_value = 0;
    uint8_t data[RVT_PAYLOAD_BYTES_MAX];
    size_t size = 0;
    enum rvt_status status = need_unsigned(c->expect, "bits", &bits, &bits_value, diag);
    if (status == RVT_OK)
        status = need_unsigned(c->expect, "bits_full", &full, &full_value, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(bytes, data, sizeof(data), &size, diag);
    if (status != RVT_OK)
        return status;
    if (payload->bits != bits_value)
        golden_disagree(c, bits, "%u bits kept", payload->bits);
    if (payload->bits_full != full_value)
        golden_disagree(c, full, "%u bits before compression", payload->bits_full);
    golden_compare_bytes(c, bytes, "payload", data, size, payload->byte, payload->bytes);
    return RVT_OK;
}

static enum rvt_status run_write(struct golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    struct rvt_packet packet;
    struct rvt_payload payload;
    struct rvt_diag fault;
    struct golden_fields fields = {.count = 0};
    const struct rvt_yaml_node *expected = NULL;
    enum rvt_status status = golden_read_packet(node, NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(&payload, POISON, sizeof(payload));
    enum rvt_status got = rvt_packet_write(&c->config, &packet, &payload, &fault);
    if (!valid)
        return golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, WRITE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "fields", &expected, diag);
    if (status != RVT_OK || !golden_succeeded(c, "writing", got, &fault))
        return status;
    status = compare_payload(c, &payload, diag);
    if (status != RVT_OK)
        return status;
    got = rvt_packet_visit(&c->config, &packet, golden_visit, &fields);
    if (golden_succeeded(c, "visiting", got, NULL))
        status =
            golden_compare_fields(c, expected, &fields, payload.byte, payload.bytes, &packet, diag);
    read_every_length(c, &packet, &payload);
    return status;
}

static enum rvt_status run_read(struct golden_case *c, const struct rvt_yaml_node *node, bool valid,
                                struct rvt_diag *diag)
{
    uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1] = {0};
    size_t bytes = 0;
    struct rvt_packet expected, read;
    struct rvt_diag fault;
    const struct rvt_yaml_node *packet = NULL;
    enum rvt_status status = rvt_yaml_bytes(node, data, sizeof(data), &bytes, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(&read, POISON, sizeof(read));
    enum rvt_status got = rvt_packet_read(&c->config, data, bytes, &read, &fault);
    if (!valid)
        return golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, READ_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "packet", &packet, diag);
    if (status == RVT_OK)
        status = golden_read_packet(packet, NULL, &expected, diag);
    if (status == RVT_OK && golden_succeeded(c, "reading", got, &fault))
        golden_compare_packet(c, packet, "read", &expected, &read);
    return status;
}

static enum rvt_status run_check(struct golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    static const char *const VALUES[] = {"check", NULL};
    const struct rvt_yaml_node *bits_max = NULL;
    uint64_t value = 0;
    unsigned choice = 0;
    struct rvt_diag fault;
    enum rvt_status status = rvt_yaml_choice(node, VALUES, &choice, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    enum rvt_status got = rvt_config_check(&c->config, &fault);
    if (!valid)
        return golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, CHECK_KEYS, diag);
    if (status == RVT_OK)
        status = need_unsigned(c->expect, "bits_max", &bits_max, &value, diag);
    if (status == RVT_OK && golden_succeeded(c, "checking", got, &fault) &&
        rvt_packet_bits_max(&c->config) != value)
        golden_disagree(c, bits_max, "the longest packet has %u bits",
                        rvt_packet_bits_max(&c->config));
    return status;
}

enum rvt_status golden_packet(struct golden_case *c, struct rvt_diag *diag)
{
    static const char *const FLOW_KEYS[] = {"tip", "tips", "program", NULL};
    bool valid = false;
    for (size_t i = 0; FLOW_KEYS[i] != NULL; i++)
        if (rvt_yaml_get(c->input, FLOW_KEYS[i]) != NULL)
            return golden_flow(c, diag);
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK && c->input->count != 1)
        status =
            rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag, "exactly one input expected");
    if (status == RVT_OK)
        status = golden_verdict(c, &valid, diag);
    if (status != RVT_OK)
        return status;
    const struct rvt_yaml_node *node = c->input->first;
    if (strcmp(node->key, "packet") == 0)
        return run_write(c, node, valid, diag);
    if (strcmp(node->key, "bytes") == 0)
        return run_read(c, node, valid, diag);
    return run_check(c, node, valid, diag);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/packet. input is one of
 * - packet: fields. Expected when valid: bytes, bits, bits_full, fields; then the bytes are read
 * back at every legal length, and refused one byte longer.
 * - bytes: hexadecimal. Expected when valid: packet.
 * - config: check. Expected when valid: bits_max.
 * - tip or tips, or program: a case of vectors/flow, for more than one packet.
 *
 * Shows: ETR-CMP-003 (every legal length), ETR-DEC-018 (one byte too many).
 */
#include <string.h>

#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "golden/payload.h"

static const char *const INPUT_KEYS[] = {"packet", "bytes", "config", NULL};
static const char *const WRITE_KEYS[] = {"verdict", "fields", "bits", "bits_full", "bytes", NULL};
static const char *const READ_KEYS[] = {"verdict", "packet", NULL};

static enum rvt_status read_back(struct rvt_golden_case *c, const uint8_t *data, size_t bytes,
                                 const void *packet, struct rvt_diag *fault)
{
    struct rvt_packet read;
    enum rvt_status got = rvt_packet_read(&c->config, data, bytes, &read, fault);
    if (got == RVT_OK)
        rvt_golden_compare_packet(c, c->node, "read back", packet, &read);
    return got;
}

static enum rvt_status run_write(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    struct rvt_packet packet;
    struct rvt_payload payload;
    struct rvt_diag fault;
    struct rvt_golden_fields fields = {.count = 0};
    const struct rvt_yaml_node *expected = NULL;
    enum rvt_status status = rvt_golden_read_packet(node, NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(&payload, RVT_GOLDEN_POISON, sizeof(payload));
    enum rvt_status got = rvt_packet_write(&c->config, &packet, &payload, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, WRITE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "fields", &expected, diag);
    if (status != RVT_OK || !rvt_golden_succeeded(c, "writing", got, &fault))
        return status;
    status = rvt_golden_compare_payload(c, &payload, diag);
    if (status != RVT_OK)
        return status;
    got = rvt_packet_visit(&c->config, &packet, rvt_golden_visit, &fields);
    if (rvt_golden_succeeded(c, "visiting", got, NULL))
        status = rvt_golden_compare_fields(c, expected, &fields, payload.byte, payload.bytes,
                                           &packet, diag);
    rvt_golden_read_every_length(c, &payload, 0, read_back, &packet);
    return status;
}

static enum rvt_status run_read(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                bool valid, struct rvt_diag *diag)
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
    memset(&read, RVT_GOLDEN_POISON, sizeof(read));
    enum rvt_status got = rvt_packet_read(&c->config, data, bytes, &read, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, READ_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "packet", &packet, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_packet(packet, NULL, &expected, diag);
    if (status == RVT_OK && rvt_golden_succeeded(c, "reading", got, &fault))
        rvt_golden_compare_packet(c, packet, "read", &expected, &read);
    return status;
}

enum rvt_status rvt_golden_packet(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static const char *const FLOW_KEYS[] = {"tip", "tips", "program", NULL};
    bool valid = false;
    for (size_t i = 0; FLOW_KEYS[i] != NULL; i++)
        if (rvt_yaml_get(c->input, FLOW_KEYS[i]) != NULL)
            return rvt_golden_flow(c, diag);
    enum rvt_status status = rvt_golden_one_input(c, INPUT_KEYS, &valid, diag);
    if (status != RVT_OK)
        return status;
    const struct rvt_yaml_node *node = c->input->first;
    if (strcmp(node->key, "packet") == 0)
        return run_write(c, node, valid, diag);
    if (strcmp(node->key, "bytes") == 0)
        return run_read(c, node, valid, diag);
    return rvt_golden_check(c, node, valid, rvt_packet_bits_max, diag);
}

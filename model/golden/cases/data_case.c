/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/data. input is one of
 * - data: fields. Expected when valid: bytes, bits, bits_full, fields; then the bytes are read back
 *   at every legal length, and refused one byte longer.
 * - bytes: hexadecimal, with pending: [[lrid, size], ...], the split atomics in progress. Expected
 *   when valid: data.
 * - config: check. Expected when valid: bits_max.
 * - tip, or packets: see data_flow_case.c, data_decode_case.c.
 *
 * Shows: ETR-CMP-003 (every legal length), ETR-DEC-018 (one byte too many).
 */
#include <string.h>

#include "golden/cases/data_fields.h"
#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "golden/payload.h"

static const char *const WRITE_KEYS[] = {"verdict", "fields", "bits", "bits_full", "bytes", NULL};
static const char *const READ_KEYS[] = {"verdict", "data", NULL};

/* True if split atomics share a code in config, so that it cannot always be read. */
static bool is_ambiguous(const struct rvt_golden_case *c)
{
    return c->config.switches.dat_split_atomic_rsp == RVT_DATA_ATOMIC &&
           c->config.switches.dat_signalling == RVT_DAT_SPLIT;
}

static enum rvt_status read_back(struct rvt_golden_case *c, const uint8_t *data, size_t bytes,
                                 const void *context, struct rvt_diag *fault)
{
    const struct rvt_data_packet *packet = context;
    struct rvt_data_pending pending = {{0}};
    struct rvt_data_packet read;
    pending.size_plus_1[packet->lrid] = (uint8_t)(packet->size + 1);
    enum rvt_status got = rvt_data_read(&c->config, data, bytes, &pending, &read, fault);
    if (got != RVT_OK)
        return got;
    if (read.resp == RVT_RESP_ERROR && packet->resp == RVT_RESP_ERROR)
        read.size = packet->size; /* not transmitted in the error of an atomic */
    rvt_golden_compare_data(c, c->node, "read back", packet, &read);
    return got;
}

/* Bits of data that a reader accepts in an error response of a split load, which has none
 * (AMB-183). */
static unsigned error_bits(const struct rvt_golden_case *c, const struct rvt_data_packet *packet)
{
    unsigned format = c->config.switches.mmacas_ext ? 3 : 4;

    return packet->format == format && packet->resp == 0 ? c->config.params.data_width_p : 0;
}

static enum rvt_status run_write(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    struct rvt_data_packet packet;
    struct rvt_payload payload;
    struct rvt_diag fault;
    struct rvt_golden_fields fields = {.count = 0};
    const struct rvt_yaml_node *expected = NULL;
    enum rvt_status status = rvt_golden_read_data(node, NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(&payload, RVT_GOLDEN_POISON, sizeof(payload));
    enum rvt_status got = rvt_data_write(&c->config, &packet, &payload, &fault);
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
    got = rvt_data_visit(&c->config, &packet, rvt_golden_visit, &fields);
    if (rvt_golden_succeeded(c, "visiting", got, NULL))
        status = rvt_golden_compare_fields(c, expected, &fields, payload.byte, payload.bytes, NULL,
                                           diag);
    if (!is_ambiguous(c))
        rvt_golden_read_every_length(c, &payload, error_bits(c, &packet), read_back, &packet);
    return status;
}

static enum rvt_status read_pending(const struct rvt_yaml_node *node,
                                    struct rvt_data_pending *pending, struct rvt_diag *diag)
{
    uint64_t lrid = 0, size = 0;
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    *pending = (struct rvt_data_pending){{0}};
    for (const struct rvt_yaml_node *pair = node == NULL ? NULL : node->first;
         status == RVT_OK && pair != NULL; pair = pair->next) {
        status = rvt_yaml_expect(pair, RVT_YAML_SEQUENCE, diag);
        if (status == RVT_OK && pair->count != 2)
            status = rvt_yaml_refuse(pair, RVT_ERR_SYNTAX, NULL, diag, "lrid, size expected");
        if (status == RVT_OK)
            status = rvt_yaml_unsigned(pair->first, &lrid, diag);
        if (status == RVT_OK)
            status = rvt_yaml_unsigned(pair->first->next, &size, diag);
        if (status == RVT_OK && (lrid >= RVT_LRIDS_MAX || size > RVT_DATA_SIZE_MAX))
            status = rvt_yaml_refuse(pair, RVT_ERR_SYNTAX, NULL, diag, "too large");
        if (status == RVT_OK)
            pending->size_plus_1[lrid] = (uint8_t)(size + 1);
    }
    return status;
}

static enum rvt_status run_read(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                bool valid, struct rvt_diag *diag)
{
    uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1] = {0};
    size_t bytes = 0;
    struct rvt_data_pending pending;
    struct rvt_data_packet expected, read;
    struct rvt_diag fault;
    const struct rvt_yaml_node *packet = NULL;
    enum rvt_status status = rvt_yaml_bytes(node, data, sizeof(data), &bytes, diag);
    if (status == RVT_OK)
        status = read_pending(rvt_yaml_get(c->input, "pending"), &pending, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(&read, RVT_GOLDEN_POISON, sizeof(read));
    enum rvt_status got = rvt_data_read(&c->config, data, bytes, &pending, &read, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, READ_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "data", &packet, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_data(packet, NULL, &expected, diag);
    if (status == RVT_OK && rvt_golden_succeeded(c, "reading", got, &fault))
        rvt_golden_compare_data(c, packet, "read", &expected, &read);
    return status;
}

/* One packet, or one configuration. */
static enum rvt_status run_one(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                               bool valid, struct rvt_diag *diag)
{
    static const char *const READ_INPUT[] = {"bytes", "pending", NULL};
    bool bytes = strcmp(node->key, "bytes") == 0;
    enum rvt_status status = RVT_OK;
    if (bytes)
        status = rvt_yaml_only(c->input, READ_INPUT, diag);
    else if (c->input->count != 1)
        status =
            rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag, "exactly one input expected");
    if (status != RVT_OK)
        return status;
    if (bytes)
        return run_read(c, node, valid, diag);
    return strcmp(node->key, "data") == 0
               ? run_write(c, node, valid, diag)
               : rvt_golden_check(c, node, valid, rvt_data_bits_max, diag);
}

enum rvt_status rvt_golden_data(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static const char *const KINDS[] = {"data", "bytes", "config"};
    bool valid = false;
    enum rvt_status status = rvt_golden_verdict(c, &valid, diag);
    if (status != RVT_OK)
        return status;
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
        const struct rvt_yaml_node *node = rvt_yaml_get(c->input, KINDS[i]);
        if (node != NULL)
            return run_one(c, node, valid, diag);
    }
    return rvt_yaml_get(c->input, "tip") != NULL ? rvt_golden_data_flow(c, valid, diag)
                                                 : rvt_golden_data_decode(c, valid, diag);
}

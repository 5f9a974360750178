/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/data about flow.
 * - input tip, with control (as in vectors/flow) and idle: rows for the encoder. Expected: packets
 *   in the order of the stream, {inst: NAME} for a te_inst (with bytes where the case names them),
 *   {te_data: NAME, fields, bytes} for a te_data.
 * - input packets, in the same form or as {inst: sync, ended, disabled, dloss}: packets for the
 *   data decoder. Expected: accesses, as texts, or when invalid the fault and its packet.
 */
#include <string.h>

#include "golden/cases/data_fields.h"
#include "golden/cases/rows.h"
#include "golden/packet_fields.h"

enum { PACKETS_MAX = 256 };

/* A packet from the encoder: te_inst or te_data, as transmitted. */
struct sent {
    bool data;
    const char *name;
    struct rvt_data_packet access;
    struct rvt_payload payload;
    enum rvt_status status; /* of writing it */
};

struct output {
    struct rvt_encoder *encoder;
    size_t count; /* may exceed PACKETS_MAX: the rest is not stored */
    struct sent sent[PACKETS_MAX];
};

static struct sent *next_sent(struct output *output)
{
    static struct sent beyond;
    struct sent *sent = output->count < PACKETS_MAX ? &output->sent[output->count] : &beyond;
    output->count++;
    memset(sent, 0, sizeof(*sent));
    return sent;
}

/* Written immediately, since software may change the configuration. */
static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct output *output = context;
    const struct rvt_config *config = rvt_encoder_config(output->encoder);
    struct sent *sent = next_sent(output);
    (void)origin;
    sent->name = rvt_packet_name(packet);
    sent->status = rvt_packet_write(config, packet, &sent->payload, NULL);
    return RVT_OK;
}

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct output *output = context;
    const struct rvt_config *config = rvt_encoder_config(output->encoder);
    struct sent *sent = next_sent(output);
    (void)origin;
    sent->data = true;
    sent->name = rvt_data_name(config, packet);
    sent->access = *packet;
    sent->status = rvt_data_write(config, packet, &sent->payload, NULL);
    return RVT_OK;
}

static enum rvt_status compare_bytes(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                     const struct sent *sent, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *bytes = rvt_yaml_get(node, "bytes");
    uint8_t data[RVT_PAYLOAD_BYTES_MAX];
    size_t size = 0;
    enum rvt_status status = RVT_OK;
    if (bytes == NULL && !sent->data)
        return RVT_OK;
    status = rvt_yaml_need(node, "bytes", &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(bytes, data, sizeof(data), &size, diag);
    if (status != RVT_OK)
        return status;
    if (rvt_golden_succeeded(c, "writing", sent->status, NULL))
        rvt_golden_compare_bytes(c, bytes, "payload", data, size, sent->payload.byte,
                                 sent->payload.bytes);
    return RVT_OK;
}

/* Compares one expected packet with sent (null: none). */
static enum rvt_status compare_one(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                   const struct sent *sent, struct rvt_diag *diag)
{
    static const char *const SKIPPED[] = {"te_data", "bytes", NULL};
    static const char *const INST_KEYS[] = {"inst", "bytes", NULL};
    const struct rvt_yaml_node *data = rvt_yaml_get(node, "te_data");
    const struct rvt_yaml_node *name = data;
    struct rvt_data_packet expected;
    enum rvt_status status = RVT_OK;
    if (data == NULL)
        status = rvt_yaml_need(node, "inst", &name, diag);
    if (status == RVT_OK && data == NULL)
        status = rvt_yaml_only(node, INST_KEYS, diag);
    if (status == RVT_OK && data != NULL)
        status = rvt_golden_read_data(node, SKIPPED, &expected, diag);
    if (status != RVT_OK)
        return status;
    if (sent == NULL) {
        rvt_golden_disagree(c, node, "%s is missing", name->text);
        return RVT_OK;
    }
    if (sent->data != (data != NULL) || strcmp(sent->name, name->text) != 0) {
        rvt_golden_disagree(c, node, "%s instead of %s", sent->name, name->text);
        return RVT_OK;
    }
    if (data != NULL)
        rvt_golden_compare_data(c, node, name->text, &expected, &sent->access);
    return compare_bytes(c, node, sent, diag);
}

static enum rvt_status compare_output(struct rvt_golden_case *c, const struct output *output,
                                      struct rvt_diag *diag)
{
    static const char *const KEYS[] = {"verdict", "packets", NULL};
    const struct rvt_yaml_node *packets = NULL;
    size_t i = 0;
    enum rvt_status status = rvt_yaml_only(c->expect, KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "packets", &packets, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(packets, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && packets->count >= PACKETS_MAX)
        status = rvt_yaml_refuse(packets, RVT_ERR_SYNTAX, NULL, diag, "too long");
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *node = packets->first; status == RVT_OK && node != NULL;
         node = node->next, i++)
        status = compare_one(c, node, i < output->count ? &output->sent[i] : NULL, diag);
    for (; status == RVT_OK && i < output->count && i < PACKETS_MAX; i++)
        rvt_golden_disagree(c, packets, "%s too many", output->sent[i].name);
    return status;
}

enum rvt_status rvt_golden_data_flow(struct rvt_golden_case *c, bool valid, struct rvt_diag *diag)
{
    static const char *const KEYS[] = {"control", "tip", "idle", NULL};
    static struct output output;
    const struct rvt_golden_sinks sinks = {
        .inst = take_inst, .data = take_data, .context = &output, .encoder = &output.encoder};
    struct rvt_diag fault;
    struct rvt_golden_rows rows = {.has_idle = false};
    const struct rvt_yaml_node *tip = NULL;
    enum rvt_status status = rvt_yaml_only(c->input, KEYS, diag);
    output.count = 0;
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "tip", &tip, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_rows(c->input, &rows, diag);
    if (status == RVT_OK)
        status = rvt_golden_run_rows(c, tip, &rows, &sinks, &fault, diag);
    rvt_control_fini(&rows.script);
    if (status != RVT_OK)
        return status;
    if (!valid)
        return rvt_golden_expect_fault(c, fault.status, &fault, diag);
    return rvt_golden_succeeded(c, "encoding", fault.status, &fault)
               ? compare_output(c, &output, diag)
               : RVT_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/data about flow.
 * - input tip, with control (as in vectors/flow) and idle: rows go into the encoder; expected are
 *   packets in the order of the stream: {inst: NAME} for a te_inst (bytes where the case names
 *   them), {te_data: NAME, fields, bytes} for a te_data.
 * - input packets, the same way or as {inst: sync, ended, disabled, dloss}: they go into the data
 *   decoder; expected are accesses, as texts, or when invalid the fault and its packet.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data_fields.h"
#include "flow/encoder.h"
#include "io/control_file.h"
#include "io/tip_file.h"

enum { PACKETS_MAX = 256 };

/* What left the encoder: a te_inst or a te_data, as it travels. */
struct sent {
    bool data;
    const char *name;
    struct rvt_data_packet access;
    struct rvt_payload payload;
    enum rvt_status status; /* of writing it */
};

struct output {
    struct rvt_encoder *encoder;
    size_t count; /* may exceed PACKETS_MAX: then the rest was not kept */
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

/* Written at once: software may change the configuration. */
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

static enum rvt_status run_rows(struct golden_case *c, struct rvt_tip_reader *reader,
                                struct rvt_control_script *script, struct rvt_encoder *encoder,
                                struct rvt_diag *fault)
{
    struct rvt_registers registers;
    struct rvt_row row;
    bool end = false;
    enum rvt_status status = RVT_OK;
    rvt_registers_init(&registers, &c->config);
    while (status == RVT_OK) {
        status = rvt_tip_read(reader, &row, &end, fault);
        if (status != RVT_OK || end)
            break;
        status = rvt_control_play(script, &registers, encoder, row.cycle, fault);
        if (status == RVT_OK)
            status = rvt_encoder_row(encoder, &row, fault);
    }
    if (status == RVT_OK)
        status = rvt_control_play(script, &registers, encoder, UINT64_MAX, fault);
    return status;
}

/* Puts text into a file of its own, whose name goes to path. False: not possible. */
static bool write_temporary(const char *text, char *path, size_t capacity)
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, capacity, "%s/rvt-golden-XXXXXX", folder == NULL ? "/tmp" : folder);
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return false;
    size_t length = strlen(text);
    bool good = write(descriptor, text, length) == (ssize_t)length;
    return close(descriptor) == 0 && good;
}

/* Runs the tip trace text; what the library returns goes to fault. */
static enum rvt_status run_tip(struct golden_case *c, const char *text,
                               struct rvt_control_script *script, struct output *output,
                               struct rvt_diag *fault, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *idle = rvt_yaml_get(c->input, "idle");
    char path[256];
    struct rvt_tip_reader *reader = NULL;
    uint64_t until = 0;
    enum rvt_status got, status = RVT_OK;
    memset(output, 0, sizeof(*output));
    rvt_diag_clear(fault);
    if (idle != NULL)
        status = rvt_yaml_unsigned(idle, &until, diag);
    if (status == RVT_OK && !write_temporary(text, path, sizeof(path)))
        status = rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "no temporary file");
    if (status != RVT_OK)
        return status;
    got = rvt_config_check(&c->config, fault);
    if (got == RVT_OK)
        got = rvt_tip_open(path, &c->config, &reader, fault);
    if (got == RVT_OK)
        got = rvt_encoder_open(&c->config, take_inst, output, &output->encoder);
    if (got == RVT_OK) {
        rvt_encoder_data_sink(output->encoder, take_data, output);
        got = run_rows(c, reader, script, output->encoder, fault);
    }
    if (got == RVT_OK && idle != NULL)
        got = rvt_encoder_idle(output->encoder, until, fault);
    if (got != fault->status)
        golden_disagree(c, c->node, "the diagnosis says '%s'", rvt_status_text(fault->status));
    rvt_encoder_close(output->encoder);
    rvt_tip_close(reader);
    (void)unlink(path);
    return RVT_OK;
}

static enum rvt_status compare_bytes(struct golden_case *c, const struct rvt_yaml_node *node,
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
    if (golden_succeeded(c, "writing", sent->status, NULL))
        golden_compare_bytes(c, bytes, "payload", data, size, sent->payload.byte,
                             sent->payload.bytes);
    return RVT_OK;
}

/* Holds one expected packet against sent (null: there is none). */
static enum rvt_status compare_one(struct golden_case *c, const struct rvt_yaml_node *node,
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
        status = golden_read_data(node, SKIPPED, &expected, diag);
    if (status != RVT_OK)
        return status;
    if (sent == NULL) {
        golden_disagree(c, node, "%s is missing", name->text);
        return RVT_OK;
    }
    if (sent->data != (data != NULL) || strcmp(sent->name, name->text) != 0) {
        golden_disagree(c, node, "%s instead of %s", sent->name, name->text);
        return RVT_OK;
    }
    if (data != NULL)
        golden_compare_data(c, node, name->text, &expected, &sent->access);
    return compare_bytes(c, node, sent, diag);
}

static enum rvt_status compare_output(struct golden_case *c, const struct output *output,
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
    if (status != RVT_OK)
        return status;
    for (const struct rvt_yaml_node *node = packets->first; status == RVT_OK && node != NULL;
         node = node->next, i++)
        status = compare_one(c, node, i < output->count ? &output->sent[i] : NULL, diag);
    for (; status == RVT_OK && i < output->count && i < PACKETS_MAX; i++)
        golden_disagree(c, packets, "%s too many", output->sent[i].name);
    return status;
}

enum rvt_status golden_data_flow(struct golden_case *c, bool valid, struct rvt_diag *diag)
{
    static const char *const KEYS[] = {"control", "tip", "idle", NULL};
    static struct output output;
    struct rvt_diag fault;
    struct rvt_control_script script = {.count = 0};
    const struct rvt_yaml_node *tip = NULL, *control = NULL;
    enum rvt_status status = rvt_yaml_only(c->input, KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "control", &control, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "tip", &tip, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(tip, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK)
        status = rvt_control_read(control, &script, diag);
    if (status == RVT_OK)
        status = run_tip(c, tip->text, &script, &output, &fault, diag);
    rvt_control_fini(&script);
    if (status != RVT_OK)
        return status;
    if (!valid)
        return golden_expect_fault(c, fault.status, &fault, diag);
    return golden_succeeded(c, "encoding", fault.status, &fault) ? compare_output(c, &output, diag)
                                                                 : RVT_OK;
}

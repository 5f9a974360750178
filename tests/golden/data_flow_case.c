/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/data about flow.
 * - input tip, with control: [[cycle, word], ...] and idle: rows go into the encoder; expected are
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
#include "flow/data_decoder.h"
#include "flow/encoder.h"
#include "io/tip_file.h"

enum { PACKETS_MAX = 256 };

/* What left the encoder: a te_inst or a te_data. */
struct sent {
    bool data;
    struct rvt_packet inst;
    struct rvt_data_packet access;
};

struct output {
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

static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct sent *sent = next_sent(context);
    (void)origin;
    sent->inst = *packet;
    return RVT_OK;
}

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct sent *sent = next_sent(context);
    (void)origin;
    sent->data = true;
    sent->access = *packet;
    return RVT_OK;
}

/* Programs the encoder with the entries of list that are due up to cycle; *list moves on. */
static enum rvt_status apply_control(const struct rvt_yaml_node **list, uint64_t cycle,
                                     struct rvt_encoder *encoder, struct rvt_diag *fault,
                                     struct rvt_diag *diag)
{
    static const char *const WORDS[] = {"off",      "enabled",        "trace",
                                        "triggers", "trace_triggers", NULL};
    for (; *list != NULL; *list = (*list)->next) {
        struct rvt_row row = {.cycle = 0};
        unsigned word = 0;
        enum rvt_status status = rvt_yaml_expect(*list, RVT_YAML_SEQUENCE, diag);
        if (status == RVT_OK && (*list)->count != 2)
            status = rvt_yaml_refuse(*list, RVT_ERR_SYNTAX, NULL, diag, "cycle, word expected");
        if (status == RVT_OK)
            status = rvt_yaml_unsigned((*list)->first, &row.cycle, diag);
        if (status == RVT_OK)
            status = rvt_yaml_choice((*list)->first->next, WORDS, &word, diag);
        if (status != RVT_OK || row.cycle > cycle)
            return status;
        struct rvt_control control = {.enable = word != 0,
                                      .inst_tracing = word == 2 || word == 4,
                                      .inst_trig_enable = word >= 3,
                                      .data_tracing = word == 2 || word == 4,
                                      .data_trig_enable = word >= 3};
        status = rvt_encoder_control(encoder, &row, &control, fault);
        if (status != RVT_OK)
            return RVT_OK; /* fault tells */
    }
    return RVT_OK;
}

static enum rvt_status run_rows(struct golden_case *c, struct rvt_tip_reader *reader,
                                struct rvt_encoder *encoder, struct rvt_diag *fault,
                                struct rvt_diag *diag)
{
    const struct rvt_yaml_node *control = NULL, *idle = rvt_yaml_get(c->input, "idle");
    struct rvt_row row;
    uint64_t until = 0;
    bool end = false;
    enum rvt_status status = rvt_yaml_need(c->input, "control", &control, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(control, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && idle != NULL)
        status = rvt_yaml_unsigned(idle, &until, diag);
    control = status == RVT_OK ? control->first : NULL;
    while (status == RVT_OK && fault->status == RVT_OK) {
        if (rvt_tip_read(reader, &row, &end, fault) != RVT_OK || end)
            break;
        status = apply_control(&control, row.cycle, encoder, fault, diag);
        if (status != RVT_OK || fault->status != RVT_OK ||
            rvt_encoder_row(encoder, &row, fault) != RVT_OK)
            break;
    }
    if (status == RVT_OK && fault->status == RVT_OK)
        status = apply_control(&control, UINT64_MAX, encoder, fault, diag);
    if (status == RVT_OK && fault->status == RVT_OK && idle != NULL &&
        rvt_encoder_idle(encoder, until, fault) != RVT_OK)
        return rvt_yaml_refuse(idle, RVT_ERR_SYNTAX, NULL, diag, "not possible");
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
static enum rvt_status run_tip(struct golden_case *c, const char *text, struct output *output,
                               struct rvt_diag *fault, struct rvt_diag *diag)
{
    char path[256];
    struct rvt_tip_reader *reader = NULL;
    struct rvt_encoder *encoder = NULL;
    enum rvt_status status = RVT_OK;
    output->count = 0;
    rvt_diag_clear(fault);
    if (!write_temporary(text, path, sizeof(path)))
        return rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "no temporary file");
    if (rvt_config_check(&c->config, fault) == RVT_OK &&
        rvt_tip_open(path, &c->config, &reader, fault) == RVT_OK) {
        status = rvt_encoder_open(&c->config, take_inst, output, &encoder);
        if (status == RVT_OK) {
            rvt_encoder_data_sink(encoder, take_data, output);
            status = run_rows(c, reader, encoder, fault, diag);
        }
    }
    rvt_encoder_close(encoder);
    rvt_tip_close(reader);
    (void)unlink(path);
    return status;
}

static enum rvt_status compare_bytes(struct golden_case *c, const struct rvt_yaml_node *node,
                                     const struct sent *sent, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *bytes = rvt_yaml_get(node, "bytes");
    uint8_t data[RVT_PAYLOAD_BYTES_MAX];
    size_t size = 0;
    struct rvt_payload payload;
    struct rvt_diag fault;
    enum rvt_status got, status = RVT_OK;
    if (bytes == NULL && !sent->data)
        return RVT_OK;
    status = rvt_yaml_need(node, "bytes", &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(bytes, data, sizeof(data), &size, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    got = sent->data ? rvt_data_write(&c->config, &sent->access, &payload, &fault)
                     : rvt_packet_write(&c->config, &sent->inst, &payload, &fault);
    if (golden_succeeded(c, "writing", got, &fault))
        golden_compare_bytes(c, bytes, "payload", data, size, payload.byte, payload.bytes);
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
    const char *got =
        sent->data ? rvt_data_name(&c->config, &sent->access) : rvt_packet_name(&sent->inst);
    if (sent->data != (data != NULL) || strcmp(got, name->text) != 0) {
        golden_disagree(c, node, "%s instead of %s", got, name->text);
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
        golden_disagree(c, packets, "%s too many",
                        output->sent[i].data ? rvt_data_name(&c->config, &output->sent[i].access)
                                             : rvt_packet_name(&output->sent[i].inst));
    return status;
}

enum rvt_status golden_data_flow(struct golden_case *c, bool valid, struct rvt_diag *diag)
{
    static const char *const KEYS[] = {"control", "tip", "idle", NULL};
    static struct output output;
    struct rvt_diag fault;
    const struct rvt_yaml_node *tip = NULL;
    enum rvt_status status = rvt_yaml_only(c->input, KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "tip", &tip, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(tip, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK)
        status = run_tip(c, tip->text, &output, &fault, diag);
    if (status != RVT_OK)
        return status;
    if (!valid)
        return golden_expect_fault(c, fault.status, &fault, diag);
    return golden_succeeded(c, "encoding", fault.status, &fault) ? compare_output(c, &output, diag)
                                                                 : RVT_OK;
}

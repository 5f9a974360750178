/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/flow: from rows of the ingress port to packets.
 * input:
 * - control: writes by software before a cycle: [cycle, word] or [cycle, register, value], as in a
 *   control script.
 * - tip: a tip trace, or tips: several that must give the same packets. A line "31x A ; B" stands
 *   for the rows A and B, 31 times.
 * - idle: cycles up to this one pass at the end.
 *
 * expect:
 * - valid: packets, each with its name, fields and bytes and, where the case names them, the
 *   requirement that sends it (why), the address of the reported instruction (iaddr), and whether
 *   the encoder marks a depth that fits more than one return (ambiguous) or an implicit return that
 *   led elsewhere (strayed). address: undefined is not compared.
 * - invalid: the fault of the row.
 */
#include <inttypes.h>
#include <string.h>

#include "golden/cases/rows.h"
#include "golden/cases/topics.h"
#include "golden/packet_fields.h"

enum { PACKETS_MAX = 128 };

static const char *const INPUT_KEYS[] = {"control", "tip", "tips", "idle", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", "packets", NULL};

struct output {
    struct rvt_encoder *encoder;
    size_t count; /* may exceed PACKETS_MAX: the rest is not stored */
    struct rvt_packet packet[PACKETS_MAX];
    struct rvt_origin origin[PACKETS_MAX];
    struct rvt_options options[PACKETS_MAX]; /* in force when it was sent */
};

static enum rvt_status take_packet(void *context, const struct rvt_packet *packet,
                                   const struct rvt_origin *origin)
{
    struct output *output = context;
    if (output->count < PACKETS_MAX) {
        output->packet[output->count] = *packet;
        output->origin[output->count] = *origin;
        output->options[output->count] = rvt_encoder_config(output->encoder)->options;
    }
    output->count++;
    return RVT_OK;
}

static enum rvt_status compare_origin(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      const struct rvt_origin *origin, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *why = rvt_yaml_get(node, "why");
    const struct rvt_yaml_node *iaddr = rvt_yaml_get(node, "iaddr");
    const struct rvt_yaml_node *doubt = rvt_yaml_get(node, "ambiguous");
    const struct rvt_yaml_node *strayed_node = rvt_yaml_get(node, "strayed");
    uint64_t address = 0;
    bool ambiguous = false, strayed = false;
    bool is_ambiguous = (origin->doubts & RVT_DOUBTS_AMBIGUOUS) != 0;
    bool is_undecodable = (origin->doubts & RVT_DOUBTS_UNDECODABLE) != 0;
    enum rvt_status status = iaddr == NULL ? RVT_OK : rvt_yaml_unsigned(iaddr, &address, diag);
    if (status == RVT_OK && doubt != NULL)
        status = rvt_yaml_bool(doubt, &ambiguous, diag);
    if (status == RVT_OK && strayed_node != NULL)
        status = rvt_yaml_bool(strayed_node, &strayed, diag);
    if (status != RVT_OK)
        return status;
    if (why != NULL && strcmp(why->text, rvt_decision_clause(origin->decision)) != 0)
        rvt_golden_disagree(c, why, "sent because of %s, %s", rvt_decision_clause(origin->decision),
                            rvt_decision_text(origin->decision));
    if (iaddr != NULL && origin->iaddr != address)
        rvt_golden_disagree(c, iaddr, "reports the instruction at 0x%" PRIx64, origin->iaddr);
    if (doubt != NULL && is_ambiguous != ambiguous)
        rvt_golden_disagree(c, doubt, "marked as %s", is_ambiguous ? "ambiguous" : "clear");
    if (strayed_node != NULL && is_undecodable != strayed)
        rvt_golden_disagree(c, strayed_node, "marked as %s", is_undecodable ? "strayed" : "clear");
    return RVT_OK;
}

static enum rvt_status compare_payload(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                       const struct rvt_packet *packet, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *bytes = NULL;
    uint8_t data[RVT_PAYLOAD_BYTES_MAX];
    size_t size = 0;
    struct rvt_payload payload;
    struct rvt_diag fault;
    enum rvt_status status = rvt_yaml_need(node, "bytes", &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(bytes, data, sizeof(data), &size, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    if (rvt_golden_succeeded(c, "writing", rvt_packet_write(&c->config, packet, &payload, &fault),
                             &fault))
        rvt_golden_compare_bytes(c, bytes, "payload", data, size, payload.byte, payload.bytes);
    return RVT_OK;
}

/* Compares one expected packet with got (null: none). */
static enum rvt_status compare_one(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                   const struct rvt_packet *got, const struct rvt_origin *origin,
                                   struct rvt_diag *diag)
{
    struct rvt_packet expected, copy;
    const struct rvt_yaml_node *name = NULL, *address = rvt_yaml_get(node, "address");
    bool undefined =
        address != NULL && address->text != NULL && strcmp(address->text, "undefined") == 0;
    enum rvt_status status = rvt_golden_named_packet(node, &expected, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "packet", &name, diag);
    if (status != RVT_OK)
        return status;
    if (got == NULL) {
        rvt_golden_disagree(c, node, "%s is missing", name->text);
        return RVT_OK;
    }
    if (strcmp(rvt_packet_name(got), name->text) != 0) {
        rvt_golden_disagree(c, node, "%s instead of %s, because of %s", rvt_packet_name(got),
                            name->text, rvt_decision_text(origin->decision));
        return RVT_OK;
    }
    copy = *got;
    if (undefined)
        copy.address = 0;
    rvt_golden_compare_packet(c, node, name->text, &expected, &copy);
    status = compare_origin(c, node, origin, diag);
    return status == RVT_OK && !undefined ? compare_payload(c, node, got, diag) : status;
}

static enum rvt_status compare_output(struct rvt_golden_case *c, const struct output *output,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *packets = NULL;
    enum rvt_status status = rvt_yaml_need(c->expect, "packets", &packets, diag);
    size_t i = 0;
    if (status == RVT_OK)
        status = rvt_yaml_expect(packets, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && packets->count >= PACKETS_MAX)
        status = rvt_yaml_refuse(packets, RVT_ERR_SYNTAX, NULL, diag, "too long");
    if (status != RVT_OK)
        return status;
    const struct rvt_options options = c->config.options;
    for (const struct rvt_yaml_node *node = packets->first; status == RVT_OK && node != NULL;
         node = node->next, i++) {
        bool there = i < output->count;
        c->config.options = there ? output->options[i] : options;
        status = compare_one(c, node, there ? &output->packet[i] : NULL, &output->origin[i], diag);
    }
    c->config.options = options;
    for (; status == RVT_OK && i < output->count && i < PACKETS_MAX; i++)
        rvt_golden_disagree(c, packets, "%s too many, because of %s",
                            rvt_packet_name(&output->packet[i]),
                            rvt_decision_text(output->origin[i].decision));
    return status;
}

static enum rvt_status run_and_compare(struct rvt_golden_case *c, const struct rvt_yaml_node *tip,
                                       const struct rvt_golden_rows *rows, bool valid,
                                       struct rvt_diag *diag)
{
    static struct output output;
    const struct rvt_golden_sinks sinks = {
        .inst = take_packet, .context = &output, .encoder = &output.encoder};
    struct rvt_diag fault;
    output.count = 0;
    enum rvt_status status = rvt_golden_run_rows(c, tip, rows, &sinks, &fault, diag);
    if (status != RVT_OK)
        return status;
    if (!valid)
        return rvt_golden_expect_fault(c, fault.status, &fault, diag);
    return rvt_golden_succeeded(c, "encoding", fault.status, &fault)
               ? compare_output(c, &output, diag)
               : RVT_OK;
}

static enum rvt_status run_encode(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    struct rvt_golden_rows rows = {.has_idle = false};
    bool valid = false;
    const struct rvt_yaml_node *tip = rvt_yaml_get(c->input, "tip");
    const struct rvt_yaml_node *tips = rvt_yaml_get(c->input, "tips");
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK && valid)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK && (tip == NULL) == (tips == NULL))
        status = rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag, "either tip or tips");
    if (status == RVT_OK)
        status = rvt_golden_read_rows(c->input, &rows, diag);
    if (status == RVT_OK && tip != NULL)
        status = run_and_compare(c, tip, &rows, valid, diag);
    if (status == RVT_OK && tips != NULL)
        status = rvt_yaml_expect(tips, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && tips != NULL && tips->count == 0)
        status = rvt_yaml_refuse(tips, RVT_ERR_SYNTAX, NULL, diag, "at least one trace");
    for (tip = tips == NULL ? NULL : tips->first; status == RVT_OK && tip != NULL; tip = tip->next)
        status = run_and_compare(c, tip, &rows, valid, diag);
    rvt_control_fini(&rows.script);
    return status;
}

enum rvt_status rvt_golden_flow(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    if (rvt_yaml_get(c->input, "program") != NULL)
        return rvt_golden_decode(c, diag);
    if (rvt_yaml_get(c->input, "opcodes") != NULL)
        return rvt_golden_opcodes(c, diag);
    if (rvt_yaml_get(c->input, "accesses") != NULL)
        return rvt_golden_registers(c, diag);
    return run_encode(c, diag);
}

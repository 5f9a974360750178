/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/flow_exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/exchange/yaml_json.h"
#include "golden/packet_fields.h"
#include "golden/repeat.h"
#include "io/vectors_yaml.h"

enum { LINE_BYTES = 160 }; /* of a listing */

/* The packets of an answer: [{te_data, bytes}, ...]. */
static json_t *sent_packets(const struct rvt_yaml_node *packets)
{
    json_t *array = json_array();

    for (const struct rvt_yaml_node *node = packets->first; node != NULL; node = node->next) {
        const struct rvt_yaml_node *bytes = rvt_yaml_get(node, "bytes");
        const struct rvt_yaml_node *address = rvt_yaml_get(node, "address");
        bool open = bytes == NULL || (address != NULL && strcmp(address->text, "undefined") == 0);
        json_t *packet = json_object();

        rvt_json_put(&packet, "te_data", json_boolean(rvt_yaml_get(node, "te_data") != NULL));
        rvt_json_put(&packet, "bytes", open ? json_null() : rvt_golden_json(bytes));
        rvt_json_append(&array, packet);
    }
    return array;
}

/* The exchange of one tip trace. */
static enum rvt_status put_tip(const struct rvt_golden_exchanges *to,
                               const struct rvt_yaml_node *tip, const char *suffix, bool valid,
                               struct rvt_diag *diag)
{
    const struct rvt_golden_case *c = to->c;
    const struct rvt_yaml_node *idle = rvt_yaml_get(c->input, "idle");
    char *rows = rvt_golden_repeat(tip->text);
    json_t *input = json_object();
    json_t *answer = valid ? json_pack("{s:s}", "verdict", "valid") : rvt_golden_invalid();

    rvt_json_put(&input, "control", rvt_golden_json(rvt_yaml_get(c->input, "control")));
    rvt_json_put(&input, "tip", rows != NULL ? json_string(rows) : NULL);
    free(rows);
    if (idle != NULL)
        rvt_json_put(&input, "idle", rvt_golden_json(idle));
    if (valid)
        rvt_json_put(&answer, "packets", sent_packets(rvt_yaml_get(c->expect, "packets")));
    return rvt_golden_exchange_put(to, suffix, "encode", &c->config, input, answer, diag);
}

enum rvt_status rvt_golden_exchange_encode(const struct rvt_golden_exchanges *to,
                                           struct rvt_diag *diag)
{
    const struct rvt_yaml_node *tip = rvt_yaml_get(to->c->input, "tip");
    const struct rvt_yaml_node *tips = rvt_yaml_get(to->c->input, "tips");
    char suffix[16];
    bool valid = false;
    unsigned number = 0;
    enum rvt_status status = rvt_golden_verdict(to->c, &valid, diag);

    if (status == RVT_OK && tip != NULL)
        status = put_tip(to, tip, NULL, valid, diag);
    for (tip = tips != NULL ? tips->first : NULL; status == RVT_OK && tip != NULL;
         tip = tip->next) {
        (void)snprintf(suffix, sizeof suffix, "%u", ++number);
        status = put_tip(to, tip, suffix, valid, diag);
    }
    return status;
}

/* The program of a request: [{address, bytes}, ...]. */
static json_t *program_of(const struct rvt_yaml_node *program)
{
    json_t *array = json_array();

    for (const struct rvt_yaml_node *node = program->first; node != NULL; node = node->next) {
        uint8_t code[4];
        size_t bytes = 0;
        json_t *instruction = json_object();
        bool good = rvt_yaml_bytes(node->first->next, code, sizeof code, &bytes, NULL) == RVT_OK;

        rvt_json_put(&instruction, "address", json_sprintf("0x%s", node->first->text));
        rvt_json_put(&instruction, "bytes", good ? rvt_golden_json_bytes(code, bytes) : NULL);
        rvt_json_append(&array, instruction);
    }
    return array;
}

/* The payloads of the packets; *sent is false if one cannot be written. */
static enum rvt_status payloads_of(const struct rvt_golden_case *c, json_t **payloads, bool *sent,
                                   struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    *payloads = json_array();
    *sent = true;
    for (const struct rvt_yaml_node *node = rvt_yaml_get(c->input, "packets")->first;
         status == RVT_OK && *sent && node != NULL; node = node->next) {
        struct rvt_packet packet;
        struct rvt_payload payload = {.bytes = 0};

        status = rvt_golden_named_packet(node, &packet, diag);
        if (status == RVT_OK)
            *sent = rvt_packet_write(&c->config, &packet, &payload, NULL) == RVT_OK;
        if (status == RVT_OK && *sent)
            rvt_json_append(payloads, rvt_golden_json_bytes(payload.byte, payload.bytes));
    }
    return status;
}

/* A line of a listing. The pseudo-code reports the EPC of exceptions alone: that of an interrupt
 * may be anything. */
static json_t *line_of(const char *line, size_t length)
{
    static const char INTERRUPT[] = "interrupt=1 epc=";
    char text[LINE_BYTES];

    (void)snprintf(text, sizeof text, "%.*s", (int)length, line);
    const char *epc = strstr(text, INTERRUPT);
    if (epc == NULL)
        return json_string(text);
    size_t head = (size_t)(epc - text) + strlen(INTERRUPT);
    return json_sprintf("%.*s*%s", (int)head, text, text + head + strcspn(text + head, " "));
}

/* The lines of a text as an array. */
static json_t *lines_of(const char *text)
{
    char *lines = rvt_golden_repeat(text);
    json_t *array = lines != NULL ? json_array() : NULL;

    for (const char *at = lines; at != NULL && *at != '\0'; at += strcspn(at, "\n") + 1)
        rvt_json_append(&array, line_of(at, strcspn(at, "\n")));
    free(lines);
    return array;
}

/* The configuration of the request: with trap vectors and opcodes that the case states apart. */
static enum rvt_status decoder_config(const struct rvt_golden_case *c, struct rvt_config *config,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *vectors = rvt_yaml_get(c->input, "vectors");
    const struct rvt_yaml_node *zcm = rvt_yaml_get(c->input, "zcm");
    enum rvt_status status = RVT_OK;

    *config = c->config;
    if (vectors != NULL)
        status = rvt_vectors_read(vectors, &config->trap_vectors, diag);
    if (status == RVT_OK && zcm != NULL)
        status = rvt_yaml_bool(zcm, &config->switches.zcm, diag);
    return status;
}

enum rvt_status rvt_golden_exchange_decode(const struct rvt_golden_exchanges *to,
                                           struct rvt_diag *diag)
{
    const struct rvt_golden_case *c = to->c;
    const struct rvt_yaml_node *limit = rvt_yaml_get(c->input, "step_limit");
    struct rvt_config config;
    json_t *payloads = NULL, *input = NULL;
    bool valid = false, sent = false;
    enum rvt_status status = rvt_golden_verdict(c, &valid, diag);

    if (status == RVT_OK)
        status = decoder_config(c, &config, diag);
    if (status == RVT_OK)
        status = payloads_of(c, &payloads, &sent, diag);
    if (status != RVT_OK || !sent) {
        json_decref(payloads);
        return status;
    }
    input = json_object();
    rvt_json_put(&input, "program", program_of(rvt_yaml_get(c->input, "program")));
    rvt_json_put(&input, "payloads", payloads);
    if (limit != NULL)
        rvt_json_put(&input, "step_limit", rvt_golden_json(limit));
    json_t *answer = valid ? json_pack("{s:s}", "verdict", "valid") : rvt_golden_invalid();
    if (valid)
        rvt_json_put(&answer, "listing", lines_of(rvt_yaml_get(c->expect, "listing")->text));
    return rvt_golden_exchange_put(to, NULL, "decode", &config, input, answer, diag);
}

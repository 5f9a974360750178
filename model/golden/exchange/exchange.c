/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/exchange.h"

#include "golden/exchange/flow_exchange.h"
#include "golden/exchange/packet_exchange.h"
#include "golden/exchange/yaml_json.h"
#include "golden/members.h"

/* What the library says about a fault, and how the model came to a packet: no part of an answer. */
static const char *const OWN[] = {"status",    "field",  "bit",    "clause", "position",
                                  "findings",  "faults", "misfit", "at",     "bits",
                                  "bits_full", "fields", NULL};

typedef enum rvt_status (*form)(const struct rvt_golden_exchanges *to, struct rvt_diag *diag);

/* The forms of cases, by the topic and a member of the input; the first that fits. task: that of a
 * request with the input of the case, to which the answer is what the case expects; with put, only
 * that of an invalid case. */
static const struct {
    enum rvt_golden_topic topic;
    const char *key, *task;
    form put;
} FORMS[] = {
    {RVT_GOLDEN_PACKET, "packet", "write-te_inst", rvt_golden_exchange_inst_fields},
    {RVT_GOLDEN_PACKET, "bytes", "read-te_inst", rvt_golden_exchange_inst_bytes},
    {RVT_GOLDEN_PACKET, "config", "check-config", NULL},
    {RVT_GOLDEN_PACKET, "program", NULL, rvt_golden_exchange_decode},
    {RVT_GOLDEN_PACKET, "control", NULL, rvt_golden_exchange_encode},
    {RVT_GOLDEN_FLOW, "program", NULL, rvt_golden_exchange_decode},
    {RVT_GOLDEN_FLOW, "control", NULL, rvt_golden_exchange_encode},
    {RVT_GOLDEN_DATA, "data", "write-te_data", rvt_golden_exchange_data_fields},
    {RVT_GOLDEN_DATA, "bytes", "read-te_data", rvt_golden_exchange_data_bytes},
    {RVT_GOLDEN_DATA, "config", "check-config", NULL},
    {RVT_GOLDEN_DATA, "control", NULL, rvt_golden_exchange_encode},
    {RVT_GOLDEN_DATA, "packets", "decode-te_data", NULL},
    {RVT_GOLDEN_ENCAP, "encap", "write-encap", rvt_golden_exchange_encap_fields},
    {RVT_GOLDEN_ENCAP, "bytes", "read-encap", rvt_golden_exchange_encap_bytes},
    {RVT_GOLDEN_ENCAP, "parse", "read-encap-stream", NULL},
    {RVT_GOLDEN_ENCAP, "send", "write-encap-stream", NULL},
    {RVT_GOLDEN_FRAME, "frame", "write-frame", NULL},
    {RVT_GOLDEN_FRAME, "stream", "read-frames", NULL},
    {RVT_GOLDEN_FRAME, "pack", "write-frames", NULL},
    {RVT_GOLDEN_STP, "nibbles", "read-stp", NULL},
    {RVT_GOLDEN_STP, "records", "write-stp", NULL},
    {RVT_GOLDEN_SEQUENCE, "nibbles", "read-syst-on-stp", NULL},
    {RVT_GOLDEN_SYST, "message", "write-syst", NULL},
    {RVT_GOLDEN_SYST, "bytes", "read-syst", NULL},
    {RVT_GOLDEN_SYST, "messages", "time-syst", NULL},
    {RVT_GOLDEN_SYST, "format", "print-syst", NULL},
};

/* Input and answer as the case has them, without what only rvt can say. */
static enum rvt_status put_case(const struct rvt_golden_exchanges *to, const char *task,
                                struct rvt_diag *diag)
{
    const struct rvt_golden_case *c = to->c;
    json_t *expect = json_object();

    for (const struct rvt_yaml_node *node = c->expect->first; node != NULL; node = node->next)
        if (!rvt_golden_listed(OWN, node->key))
            rvt_json_put(&expect, node->key, rvt_golden_json(node));
    return rvt_golden_exchange_put(to, NULL, task, &c->config, rvt_golden_json(c->input), expect,
                                   diag);
}

enum rvt_status rvt_golden_exchange(const struct rvt_golden_exchanges *to, struct rvt_diag *diag)
{
    bool valid = false;
    enum rvt_status status = rvt_golden_verdict(to->c, &valid, diag);

    for (size_t i = 0; status == RVT_OK && i < sizeof FORMS / sizeof FORMS[0]; i++) {
        if (FORMS[i].topic != to->c->topic || rvt_yaml_get(to->c->input, FORMS[i].key) == NULL)
            continue;
        bool as_it_is = FORMS[i].put == NULL || (FORMS[i].task != NULL && !valid);
        return as_it_is ? put_case(to, FORMS[i].task, diag) : FORMS[i].put(to, diag);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/packet_exchange.h"

#include <string.h>

#include "golden/cases/data_fields.h"
#include "golden/cases/encap_fields.h"
#include "golden/exchange/yaml_json.h"
#include "golden/packet_fields.h"
#include "io/dump.h"

/* An object with one member, which it takes. */
static json_t *with(const char *name, json_t *value)
{
    json_t *object = json_object();

    rvt_json_put(&object, name, value);
    return object;
}

/* The answer that is valid and has that member. */
static json_t *valid_with(const char *name, json_t *value)
{
    json_t *answer = json_pack("{s:s}", "verdict", "valid");

    rvt_json_put(&answer, name, value);
    return answer;
}

/* A copy of the bytes of a node, as text. */
static json_t *bytes_of(const struct rvt_yaml_node *map)
{
    return rvt_golden_json(rvt_yaml_get(map, "bytes"));
}

/* Both exchanges of a case that gives fields: member name, and what else a reader must know. */
static enum rvt_status put_both(const struct rvt_golden_exchanges *to, const char *const *task,
                                const char *name, json_t *fields, json_t *reading,
                                struct rvt_diag *diag)
{
    const struct rvt_golden_case *c = to->c;
    json_t *read = with("bytes", bytes_of(c->expect));

    if (reading != NULL)
        rvt_json_put(&read, "pending", reading);
    enum rvt_status status =
        rvt_golden_exchange_put(to, NULL, task[0], &c->config, with(name, json_incref(fields)),
                                valid_with("bytes", bytes_of(c->expect)), diag);
    if (status == RVT_OK)
        return rvt_golden_exchange_put(to, "read", task[1], &c->config, read,
                                       valid_with(name, fields), diag);
    json_decref(read);
    json_decref(fields);
    return status;
}

enum rvt_status rvt_golden_exchange_inst_fields(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag)
{
    static const char *const TASKS[] = {"write-te_inst", "read-te_inst"};
    const struct rvt_golden_case *c = to->c;
    struct rvt_packet packet;
    enum rvt_status status =
        rvt_golden_read_packet(rvt_yaml_get(c->input, "packet"), NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    return put_both(to, TASKS, "packet", rvt_dump_inst_fields(&c->config, &packet), NULL, diag);
}

enum rvt_status rvt_golden_exchange_inst_bytes(const struct rvt_golden_exchanges *to,
                                               struct rvt_diag *diag)
{
    static const char TASK[] = "read-te_inst";
    const struct rvt_golden_case *c = to->c;
    struct rvt_packet packet;
    enum rvt_status status =
        rvt_golden_read_packet(rvt_yaml_get(c->expect, "packet"), NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    return rvt_golden_exchange_put(to, NULL, TASK, &c->config, with("bytes", bytes_of(c->input)),
                                   valid_with("packet", rvt_dump_inst_fields(&c->config, &packet)),
                                   diag);
}

/* The split atomics that a reader of the packet must know of, [[lrid, size]]; null: none, or memory
 * ran out. */
static json_t *pending_of(const struct rvt_golden_case *c, const struct rvt_data_packet *packet)
{
    const struct rvt_data_pending none = {{0}};
    struct rvt_data_packet read;
    struct rvt_payload payload;

    if (rvt_data_write(&c->config, packet, &payload, NULL) != RVT_OK)
        return NULL;
    if (rvt_data_read(&c->config, payload.byte, payload.bytes, &none, &read, NULL) == RVT_OK) {
        json_t *wanted = rvt_dump_data_fields(&c->config, packet);
        json_t *found = rvt_dump_data_fields(&c->config, &read);
        bool same = json_equal(wanted, found);
        json_decref(wanted);
        json_decref(found);
        if (same)
            return NULL;
    }
    return json_pack("[[i,i]]", (int)packet->lrid, (int)packet->size);
}

enum rvt_status rvt_golden_exchange_data_fields(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag)
{
    static const char *const TASKS[] = {"write-te_data", "read-te_data"};
    const struct rvt_golden_case *c = to->c;
    struct rvt_data_packet packet;
    enum rvt_status status =
        rvt_golden_read_data(rvt_yaml_get(c->input, "data"), NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    return put_both(to, TASKS, "data", rvt_dump_data_fields(&c->config, &packet),
                    pending_of(c, &packet), diag);
}

enum rvt_status rvt_golden_exchange_data_bytes(const struct rvt_golden_exchanges *to,
                                               struct rvt_diag *diag)
{
    static const char TASK[] = "read-te_data";
    const struct rvt_golden_case *c = to->c;
    struct rvt_data_packet packet;
    enum rvt_status status =
        rvt_golden_read_data(rvt_yaml_get(c->expect, "data"), NULL, &packet, diag);
    if (status != RVT_OK)
        return status;
    return rvt_golden_exchange_put(to, NULL, TASK, &c->config, rvt_golden_json(c->input),
                                   valid_with("data", rvt_dump_data_fields(&c->config, &packet)),
                                   diag);
}

/* The answer of a reader: kind and fields of the header, and of the te_inst if the case has one. */
static enum rvt_status encap_answer(const struct rvt_golden_case *c, const struct rvt_encap *encap,
                                    json_t **answer, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, "packet");
    struct rvt_packet packet;
    enum rvt_status status =
        node != NULL ? rvt_golden_read_packet(node, NULL, &packet, diag) : RVT_OK;

    if (status != RVT_OK)
        return status;
    *answer = valid_with("kind", json_string(rvt_golden_encap_kind(encap->kind)));
    rvt_json_put(answer, "encapsulation", rvt_dump_encap_fields(&c->config, encap));
    if (node != NULL)
        rvt_json_put(answer, "packet", rvt_dump_inst_fields(&c->config, &packet));
    return RVT_OK;
}

enum rvt_status rvt_golden_exchange_encap_fields(const struct rvt_golden_exchanges *to,
                                                 struct rvt_diag *diag)
{
    static const char WRITE[] = "write-encap";
    const struct rvt_golden_case *c = to->c;
    struct rvt_encap encap;
    json_t *answer = NULL;
    enum rvt_status status = rvt_golden_read_encap(rvt_yaml_get(c->input, "encap"), &encap, diag);
    if (status == RVT_OK)
        status = rvt_golden_exchange_put(to, NULL, WRITE, &c->config, rvt_golden_json(c->input),
                                         valid_with("bytes", bytes_of(c->expect)), diag);
    if (status == RVT_OK)
        status = encap_answer(c, &encap, &answer, diag);
    if (status != RVT_OK)
        return status;
    return rvt_golden_exchange_put(to, "read", "read-encap", &c->config,
                                   with("bytes", bytes_of(c->expect)), answer, diag);
}

enum rvt_status rvt_golden_exchange_encap_bytes(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag)
{
    static const char TASK[] = "read-encap";
    const struct rvt_golden_case *c = to->c;
    struct rvt_encap encap;
    json_t *answer = NULL;
    enum rvt_status status = rvt_golden_read_encap(rvt_yaml_get(c->expect, "encap"), &encap, diag);
    if (status == RVT_OK)
        status = encap_answer(c, &encap, &answer, diag);
    if (status != RVT_OK)
        return status;
    return rvt_golden_exchange_put(to, NULL, TASK, &c->config, with("bytes", bytes_of(c->input)),
                                   answer, diag);
}

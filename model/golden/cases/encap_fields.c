/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/encap_fields.h"

#include <string.h>

static const char *const ENCAP_KEYS[] = {"kind",      "flow",    "extend", "srcid", "type",
                                         "timestamp", "payload", "bits",   NULL};
static const char *const KINDS[] = {"normal", "null_idle", "null_alignment", NULL};

const char *rvt_golden_encap_kind(enum rvt_encap_kind kind)
{
    return KINDS[kind];
}

static enum rvt_status read_number(const struct rvt_yaml_node *map, const char *key, uint64_t limit,
                                   uint64_t *value, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    *value = 0;
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_unsigned(node, value, diag);
    if (status == RVT_OK && *value > limit)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "value too large");
    return status;
}

static enum rvt_status read_payload(const struct rvt_yaml_node *map, struct rvt_payload *payload,
                                    struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    size_t bytes = 0;
    uint64_t bits = 0;
    enum rvt_status status = rvt_yaml_need(map, "payload", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(node, payload->byte, sizeof(payload->byte), &bytes, diag);
    if (status == RVT_OK)
        status = read_number(map, "bits", RVT_PAYLOAD_BITS_MAX, &bits, diag);
    if (status == RVT_OK && (bits + 7) / 8 != bytes)
        status = rvt_yaml_refuse(map, RVT_ERR_SYNTAX, NULL, diag, "bits and payload disagree");
    payload->bytes = (uint8_t)bytes;
    payload->bits = (uint16_t)bits;
    payload->bits_full = (uint16_t)bits;
    return status;
}

enum rvt_status rvt_golden_read_encap(const struct rvt_yaml_node *map, struct rvt_encap *encap,
                                      struct rvt_diag *diag)
{
    const struct rvt_yaml_node *kind = rvt_yaml_get(map, "kind");
    uint64_t flow = 0, extend = 0, srcid = 0, type = 0;
    unsigned choice = 0;
    memset(encap, 0, sizeof(*encap));
    enum rvt_status status = rvt_yaml_only(map, ENCAP_KEYS, diag);
    if (status == RVT_OK && kind != NULL)
        status = rvt_yaml_choice(kind, KINDS, &choice, diag);
    if (status == RVT_OK)
        status = read_number(map, "flow", UINT8_MAX, &flow, diag);
    if (status == RVT_OK)
        status = read_number(map, "extend", 1, &extend, diag);
    if (status == RVT_OK)
        status = read_number(map, "srcid", UINT16_MAX, &srcid, diag);
    if (status == RVT_OK)
        status = read_number(map, "type", UINT8_MAX, &type, diag);
    if (status == RVT_OK)
        status = read_number(map, "timestamp", UINT64_MAX, &encap->timestamp, diag);
    encap->kind = (enum rvt_encap_kind)choice;
    encap->flow = (uint8_t)flow;
    encap->extend = extend != 0;
    encap->srcid = (uint16_t)srcid;
    encap->type = (uint8_t)type;
    return status == RVT_OK && choice == RVT_ENCAP_NORMAL ? read_payload(map, &encap->payload, diag)
                                                          : status;
}

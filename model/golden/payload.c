/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/payload.h"

#include <string.h>

#include "base/config_check.h"
#include "golden/packet_fields.h"

/* Compares got with the number under key of the expect node. */
static enum rvt_status expect_unsigned(struct rvt_golden_case *c, const char *key, unsigned got,
                                       struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    uint64_t value = 0;
    enum rvt_status status = rvt_yaml_need(c->expect, key, &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(node, &value, diag);
    if (status == RVT_OK && value != got)
        rvt_golden_disagree(c, node, "%s is %u", key, got);
    return status;
}

enum rvt_status rvt_golden_compare_payload(struct rvt_golden_case *c,
                                           const struct rvt_payload *payload, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *bytes = NULL;
    uint8_t data[RVT_PAYLOAD_BYTES_MAX];
    size_t size = 0;
    enum rvt_status status = expect_unsigned(c, "bits", payload->bits, diag);
    if (status == RVT_OK)
        status = expect_unsigned(c, "bits_full", payload->bits_full, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(bytes, data, sizeof(data), &size, diag);
    if (status == RVT_OK)
        rvt_golden_compare_bytes(c, bytes, "payload", data, size, payload->byte, payload->bytes);
    return status;
}

void rvt_golden_read_every_length(struct rvt_golden_case *c, const struct rvt_payload *payload,
                                  unsigned optional_bits, rvt_golden_read_back read,
                                  const void *packet)
{
    uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1];
    size_t longest = (payload->bits_full + optional_bits + 7u) / 8u;
    memset(data, payload->byte[payload->bytes - 1] & 0x80 ? 0xff : 0, sizeof(data));
    memcpy(data, payload->byte, payload->bytes);
    for (size_t bytes = payload->bytes; bytes <= longest + 1; bytes++) {
        struct rvt_diag fault;
        rvt_diag_clear(&fault);
        enum rvt_status got = read(c, data, bytes, packet, &fault);
        if (bytes <= longest)
            (void)rvt_golden_succeeded(c, "reading back", got, &fault);
        else if (got != RVT_ERR_TRAILING)
            rvt_golden_disagree(c, c->node, "reading %zu bytes: %s, expected %s", bytes,
                                rvt_status_text(got), rvt_status_text(RVT_ERR_TRAILING));
    }
}

enum rvt_status rvt_golden_check(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, unsigned (*bits_max)(const struct rvt_config *config),
                                 struct rvt_diag *diag)
{
    static const char *const VALUES[] = {"check", NULL};
    static const char *const KEYS[] = {"verdict", "bits_max", NULL};
    unsigned choice = 0;
    struct rvt_diag fault;
    enum rvt_status status = rvt_yaml_choice(node, VALUES, &choice, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    enum rvt_status got = rvt_config_check(&c->config, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, KEYS, diag);
    if (status == RVT_OK && rvt_golden_succeeded(c, "checking", got, &fault))
        status = expect_unsigned(c, "bits_max", bits_max(&c->config), diag);
    return status;
}

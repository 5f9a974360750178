/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_difference.h"

#include <string.h>

#include "wire/encap.h"

#include "lockstep/packets/field_difference.h"
#include "lockstep/report/data_explanation.h"

/* Records a difference in a field of the encapsulation, if there is one. */
static bool differs(struct rvt_difference *difference, const char *field, uint64_t expected,
                    uint64_t observed, const char *clause)
{
    if (expected == observed)
        return false;
    difference->differs = true;
    difference->field = field;
    difference->expected = expected;
    difference->observed = observed;
    difference->clause = clause;
    return true;
}

/* The first difference between a payload, that of packet, and the expected one. */
static struct rvt_difference find_in_payload(const struct rvt_config *config,
                                             enum rvt_equality equality,
                                             const struct rvt_expected_packet *expected,
                                             const struct rvt_observed_packet *packet,
                                             const uint8_t *payload, size_t bytes)
{
    struct rvt_difference difference = {.differs = false};

    if (bytes == expected->payload.bytes && memcmp(payload, expected->payload.byte, bytes) == 0)
        return difference;
    if (equality == RVT_EQUAL_FIELDS)
        return rvt_field_difference_find(config, expected, packet, payload, bytes);
    if (expected->is_data)
        rvt_explain_data_difference(config, &expected->data, expected->payload.bytes, payload,
                                    bytes, &difference);
    else
        rvt_difference_find(config, &expected->packet, payload, bytes, &difference);
    return difference;
}

/* The first field in which an observed encapsulated packet differs from the expected one. Requires
 * that the bytes differ, and that both are te_data or neither if fields are compared. */
static struct rvt_difference find_in_encap(const struct rvt_config *config,
                                           enum rvt_equality equality,
                                           const struct rvt_expected_packet *expected,
                                           const struct rvt_observed_packet *packet)
{
    struct rvt_difference difference = {.differs = false};
    struct rvt_encap want, got;
    struct rvt_diag diag;
    size_t used;

    rvt_diag_clear(&diag);
    if (rvt_encap_read(config, expected->encap, expected->encap_bytes, &want, &used, &diag) !=
            RVT_OK ||
        rvt_encap_read(config, packet->data, packet->bytes, &got, &used, &diag) != RVT_OK) {
        (void)differs(&difference, diag.field != NULL ? diag.field : "header", expected->encap[0],
                      packet->data[0], diag.clause != NULL ? diag.clause : "ENC-002");
        difference.differs = true;
        return difference;
    }
    if (differs(&difference, "flow", want.flow, got.flow, "ENC-002") ||
        differs(&difference, "extend", want.extend, got.extend, "ENC-005") ||
        differs(&difference, "srcID", want.srcid, got.srcid, "ENC-015") ||
        differs(&difference, "type", want.type, got.type, "ENC-007") ||
        differs(&difference, "timestamp", want.timestamp, got.timestamp, "ENC-005"))
        return difference;
    difference =
        find_in_payload(config, equality, expected, packet, got.payload.byte, got.payload.bytes);
    if (equality == RVT_EQUAL_FIELDS ||
        (difference.differs && strcmp(difference.field, "payload") != 0))
        return difference;
    if (differs(&difference, "length", want.length, got.length, "ENC-003"))
        return difference;
    size_t at = 0;
    while (at + 1 < packet->bytes && at + 1 < expected->encap_bytes &&
           expected->encap[at] == packet->data[at])
        at++;
    (void)differs(&difference, "padding", expected->encap[at], packet->data[at], "ENC-008");
    difference.bit = (unsigned)(8 * at);
    return difference;
}

/* te_inst in place of te_data, or the other way round. */
static struct rvt_difference kind_differs(const struct rvt_config *config, bool is_data)
{
    const struct rvt_encap_config *encap = &config->encap;

    return (struct rvt_difference){.differs = true,
                                   .field = "type",
                                   .expected = is_data ? encap->type_inst : encap->type_data,
                                   .observed = is_data ? encap->type_data : encap->type_inst,
                                   .clause = "ETR-DAT-016"};
}

static bool same_bytes(enum rvt_observer observer, const struct rvt_expected_packet *expected,
                       const struct rvt_observed_packet *packet)
{
    bool encapsulated = observer == RVT_OBSERVER_BYTES;
    const uint8_t *bytes = encapsulated ? expected->encap : expected->payload.byte;
    size_t count = encapsulated ? expected->encap_bytes : expected->payload.bytes;

    return packet->is_data == expected->is_data && packet->bytes == count &&
           memcmp(packet->data, bytes, count) == 0;
}

struct rvt_difference rvt_packet_difference_find(const struct rvt_config *config,
                                                 enum rvt_equality equality,
                                                 enum rvt_observer observer,
                                                 const struct rvt_expected_packet *expected,
                                                 const struct rvt_observed_packet *packet)
{
    if (same_bytes(observer, expected, packet))
        return (struct rvt_difference){.differs = false};
    if (observer == RVT_OBSERVER_BYTES)
        return find_in_encap(config, equality, expected, packet);
    if (packet->is_data != expected->is_data)
        return kind_differs(config, packet->is_data);
    return find_in_payload(config, equality, expected, packet, packet->data, packet->bytes);
}

bool rvt_packet_is_equal(const struct rvt_config *config, enum rvt_equality equality,
                         enum rvt_observer observer, const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet)
{
    return equality == RVT_EQUAL_BITS
               ? same_bytes(observer, expected, packet)
               : !rvt_packet_difference_find(config, equality, observer, expected, packet).differs;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_difference.h"

#include <string.h>

#include "wire/encap.h"

#include "lockstep/packets/field_difference.h"
#include "lockstep/report/data_explanation.h"

/* Records a difference in a field of the encapsulation, if there is one. */
static void compare(struct rvt_differences *differences, const char *field, uint64_t expected,
                    uint64_t observed, const char *clause)
{
    if (expected != observed)
        rvt_differences_add(differences, &(struct rvt_difference){.differs = true,
                                                                  .field = field,
                                                                  .expected = expected,
                                                                  .observed = observed,
                                                                  .clause = clause});
}

/* The differences between a payload, that of packet, and the expected one. */
static void find_in_payload(const struct rvt_config *config, enum rvt_equality equality,
                            const struct rvt_expected_packet *expected,
                            const struct rvt_observed_packet *packet, const uint8_t *payload,
                            size_t bytes, struct rvt_differences *differences)
{
    differences->count = 0;
    if (bytes == expected->payload.bytes && memcmp(payload, expected->payload.byte, bytes) == 0)
        return;
    if (equality == RVT_EQUAL_FIELDS)
        rvt_field_differences_find(config, expected, packet, payload, bytes, differences);
    else if (expected->is_data)
        rvt_explain_data_differences(config, &expected->data, expected->payload.bytes, payload,
                                     bytes, differences);
    else
        rvt_differences_find(config, &expected->packet, payload, bytes, differences);
}

/* The encapsulated packets differ in bytes, but in no field of the payload. */
static void compare_encap_bytes(const struct rvt_expected_packet *expected,
                                const struct rvt_observed_packet *packet, unsigned length,
                                unsigned observed_length, struct rvt_differences *differences)
{
    size_t at = 0;

    compare(differences, "length", length, observed_length, "ENC-003");
    if (differences->count > 0)
        return;
    while (at + 1 < packet->bytes && at + 1 < expected->encap_bytes &&
           expected->encap[at] == packet->data[at])
        at++;
    compare(differences, "padding", expected->encap[at], packet->data[at], "ENC-008");
    for (unsigned i = 0; i < differences->count; i++)
        differences->of[i].bit = (unsigned)(8 * at);
}

/* The fields in which an observed encapsulated packet differs from the expected one. Requires that
 * the bytes differ, and that both are te_data or neither if fields are compared. */
static void find_in_encap(const struct rvt_config *config, enum rvt_equality equality,
                          const struct rvt_expected_packet *expected,
                          const struct rvt_observed_packet *packet,
                          struct rvt_differences *differences)
{
    struct rvt_differences in_payload;
    struct rvt_encap want, got;
    struct rvt_diag diag;
    size_t used;

    differences->count = 0;
    rvt_diag_clear(&diag);
    if (rvt_encap_read(config, expected->encap, expected->encap_bytes, &want, &used, &diag) !=
            RVT_OK ||
        rvt_encap_read(config, packet->data, packet->bytes, &got, &used, &diag) != RVT_OK) {
        rvt_differences_add(
            differences,
            &(struct rvt_difference){.differs = true,
                                     .field = diag.field != NULL ? diag.field : "header",
                                     .expected = expected->encap[0],
                                     .observed = packet->data[0],
                                     .clause = diag.clause != NULL ? diag.clause : "ENC-002"});
        return;
    }
    compare(differences, "flow", want.flow, got.flow, "ENC-002");
    compare(differences, "extend", want.extend, got.extend, "ENC-005");
    compare(differences, "srcID", want.srcid, got.srcid, "ENC-015");
    compare(differences, "type", want.type, got.type, "ENC-007");
    if (want.type != got.type)
        return;
    compare(differences, "timestamp", want.timestamp, got.timestamp, "ENC-005");
    find_in_payload(config, equality, expected, packet, got.payload.byte, got.payload.bytes,
                    &in_payload);
    for (unsigned i = 0; i < in_payload.count; i++)
        rvt_differences_add(differences, &in_payload.of[i]);
    if (equality == RVT_EQUAL_BITS &&
        (differences->count == 0 ||
         (differences->count == 1 && strcmp(differences->of[0].field, "payload") == 0))) {
        differences->count = 0;
        compare_encap_bytes(expected, packet, want.length, got.length, differences);
    }
}

/* te_inst in place of te_data, or the other way round. */
static void find_in_kind(const struct rvt_config *config, bool is_data,
                         struct rvt_differences *differences)
{
    const struct rvt_encap_config *encap = &config->encap;

    rvt_differences_add(differences, &(struct rvt_difference){
                                         .differs = true,
                                         .field = "type",
                                         .expected = is_data ? encap->type_inst : encap->type_data,
                                         .observed = is_data ? encap->type_data : encap->type_inst,
                                         .clause = "ETR-DAT-016"});
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

void rvt_packet_differences_find(const struct rvt_config *config, enum rvt_equality equality,
                                 enum rvt_observer observer,
                                 const struct rvt_expected_packet *expected,
                                 const struct rvt_observed_packet *packet,
                                 struct rvt_differences *differences)
{
    differences->count = 0;
    if (same_bytes(observer, expected, packet))
        return;
    if (observer == RVT_OBSERVER_BYTES)
        find_in_encap(config, equality, expected, packet, differences);
    else if (packet->is_data != expected->is_data)
        find_in_kind(config, packet->is_data, differences);
    else
        find_in_payload(config, equality, expected, packet, packet->data, packet->bytes,
                        differences);
}

bool rvt_packet_is_equal(const struct rvt_config *config, enum rvt_equality equality,
                         enum rvt_observer observer, const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet)
{
    struct rvt_differences differences;

    if (equality == RVT_EQUAL_BITS)
        return same_bytes(observer, expected, packet);
    rvt_packet_differences_find(config, equality, observer, expected, packet, &differences);
    return differences.count == 0;
}

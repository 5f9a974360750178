/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_difference.h"

#include <string.h>

#include "wire/encap.h"

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

/* The first field in which an observed encapsulated packet differs from the expected one. Requires
 * that the bytes differ. */
static void find_in_encap(const struct rvt_config *config,
                          const struct rvt_expected_packet *expected, const uint8_t *observed,
                          size_t bytes, struct rvt_difference *difference)
{
    struct rvt_encap want, got;
    struct rvt_diag diag;
    size_t used;
    memset(difference, 0, sizeof *difference);
    rvt_diag_clear(&diag);
    if (rvt_encap_read(config, expected->encap, expected->encap_bytes, &want, &used, &diag) !=
            RVT_OK ||
        rvt_encap_read(config, observed, bytes, &got, &used, &diag) != RVT_OK) {
        (void)differs(difference, diag.field != NULL ? diag.field : "header", expected->encap[0],
                      observed[0], diag.clause != NULL ? diag.clause : "ENC-002");
        difference->differs = true;
        return;
    }
    if (differs(difference, "flow", want.flow, got.flow, "ENC-002") ||
        differs(difference, "extend", want.extend, got.extend, "ENC-005") ||
        differs(difference, "srcID", want.srcid, got.srcid, "ENC-015") ||
        differs(difference, "type", want.type, got.type, "ENC-007") ||
        differs(difference, "timestamp", want.timestamp, got.timestamp, "ENC-005"))
        return;
    if (expected->is_data)
        rvt_explain_data_difference(config, &expected->data, expected->payload.bytes,
                                    got.payload.byte, got.payload.bytes, difference);
    else
        rvt_difference_find(config, &expected->packet, got.payload.byte, got.payload.bytes,
                            difference);
    if (difference->differs && strcmp(difference->field, "payload") != 0)
        return;
    if (differs(difference, "length", want.length, got.length, "ENC-003"))
        return;
    size_t at = 0;
    while (at + 1 < bytes && at + 1 < expected->encap_bytes && expected->encap[at] == observed[at])
        at++;
    (void)differs(difference, "padding", expected->encap[at], observed[at], "ENC-008");
    difference->bit = (unsigned)(8 * at);
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

struct rvt_difference rvt_packet_difference_find(const struct rvt_config *config,
                                                 enum rvt_observer observer,
                                                 const struct rvt_expected_packet *expected,
                                                 const struct rvt_observed_packet *packet)
{
    struct rvt_difference difference = {.differs = false};
    const struct rvt_payload *payload = &expected->payload;

    if (observer == RVT_OBSERVER_BYTES) {
        if (packet->bytes != expected->encap_bytes ||
            memcmp(packet->data, expected->encap, packet->bytes) != 0)
            find_in_encap(config, expected, packet->data, packet->bytes, &difference);
        return difference;
    }
    if (packet->is_data != expected->is_data)
        return kind_differs(config, packet->is_data);
    if (packet->bytes == payload->bytes && memcmp(packet->data, payload->byte, packet->bytes) == 0)
        return difference;
    if (packet->is_data)
        rvt_explain_data_difference(config, &expected->data, payload->bytes, packet->data,
                                    packet->bytes, &difference);
    else
        rvt_difference_find(config, &expected->packet, packet->data, packet->bytes, &difference);
    return difference;
}

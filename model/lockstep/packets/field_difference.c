/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/field_difference.h"

#include <string.h>

#include "lockstep/report/data_explanation.h"

/* True if both report the same address in full. */
static bool same_address(const struct rvt_stream_meaning *one,
                         const struct rvt_stream_meaning *other)
{
    return one->known && other->known && one->address == other->address;
}

static struct rvt_difference find_in_inst(const struct rvt_config *config,
                                          const struct rvt_expected_packet *expected,
                                          const struct rvt_observed_packet *packet,
                                          const uint8_t *payload, size_t bytes)
{
    struct rvt_difference difference;
    struct rvt_packet seen;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_packet_read(config, payload, bytes, &seen, &diag) != RVT_OK)
        return rvt_difference_unreadable(&diag);
    rvt_difference_find_fields(config, &expected->packet, &seen, &difference);
    if (!difference.differs || strcmp(difference.field, "address") != 0 ||
        !same_address(&expected->meaning, &packet->meaning))
        return difference;
    seen.address = expected->packet.address;
    rvt_difference_find_fields(config, &expected->packet, &seen, &difference);
    return difference;
}

static struct rvt_difference find_in_data(const struct rvt_config *config,
                                          const struct rvt_expected_packet *expected,
                                          const struct rvt_observed_packet *packet,
                                          const uint8_t *payload, size_t bytes)
{
    struct rvt_difference difference;

    rvt_explain_data_difference(config, &expected->data, expected->payload.bytes, payload, bytes,
                                &difference);
    if (difference.status == RVT_OK)
        difference.differs = !difference.in_length &&
                             !rvt_stream_meaning_same_access(&expected->meaning, &packet->meaning);
    return difference;
}

struct rvt_difference rvt_field_difference_find(const struct rvt_config *config,
                                                const struct rvt_expected_packet *expected,
                                                const struct rvt_observed_packet *packet,
                                                const uint8_t *payload, size_t bytes)
{
    return expected->is_data ? find_in_data(config, expected, packet, payload, bytes)
                             : find_in_inst(config, expected, packet, payload, bytes);
}

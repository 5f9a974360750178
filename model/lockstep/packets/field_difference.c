/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/field_difference.h"

#include "lockstep/report/data_explanation.h"

/* True if both report the same address in full. */
static bool same_address(const struct rvt_stream_meaning *one,
                         const struct rvt_stream_meaning *other)
{
    return one->known && other->known && one->address == other->address;
}

static void find_in_inst(const struct rvt_config *config,
                         const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet, const uint8_t *payload,
                         size_t bytes, struct rvt_differences *differences)
{
    struct rvt_packet seen;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_packet_read(config, payload, bytes, &seen, &diag) != RVT_OK) {
        const struct rvt_difference unreadable = rvt_difference_unreadable(&diag);
        differences->count = 0;
        rvt_differences_add(differences, &unreadable);
        return;
    }
    if (same_address(&expected->meaning, &packet->meaning))
        seen.address = expected->packet.address;
    rvt_differences_find_fields(config, &expected->packet, &seen, differences);
}

static void find_in_data(const struct rvt_config *config,
                         const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet, const uint8_t *payload,
                         size_t bytes, struct rvt_differences *differences)
{
    rvt_explain_data_differences(config, &expected->data, expected->payload.bytes, payload, bytes,
                                 differences);
    const struct rvt_difference *first = &differences->of[0];
    if (first->status == RVT_OK &&
        (first->in_length || rvt_stream_meaning_same_access(&expected->meaning, &packet->meaning)))
        differences->count = 0;
}

void rvt_field_differences_find(const struct rvt_config *config,
                                const struct rvt_expected_packet *expected,
                                const struct rvt_observed_packet *packet, const uint8_t *payload,
                                size_t bytes, struct rvt_differences *differences)
{
    (expected->is_data ? find_in_data : find_in_inst)(config, expected, packet, payload, bytes,
                                                      differences);
}

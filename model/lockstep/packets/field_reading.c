/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/field_reading.h"

#include "wire/data.h"
#include "wire/encap.h"

void rvt_field_reading_init(struct rvt_field_reading *reading, const struct rvt_config *config)
{
    reading->config = *config;
    reading->config.dialect.padding = RVT_PADDING_ANY;
    rvt_meaning_reader_init(&reading->expected, &reading->config);
    for (unsigned i = 0; i < RVT_OBSERVERS; i++)
        rvt_meaning_reader_init(&reading->observed[i], &reading->config);
}

void rvt_field_reading_expect(struct rvt_field_reading *reading,
                              struct rvt_expected_packet *expected)
{
    expected->meaning = expected->is_data
                            ? rvt_meaning_reader_data(&reading->expected, &expected->data)
                            : rvt_meaning_reader_inst(&reading->expected, &expected->packet);
}

/* The payload of an observed packet, that of *encap if it is encapsulated; no bytes: it has
 * none. */
static const uint8_t *payload_of(const struct rvt_config *config, enum rvt_observer observer,
                                 const struct rvt_observed_packet *packet, struct rvt_encap *encap,
                                 size_t *bytes)
{
    size_t used;

    *bytes = packet->bytes;
    if (observer == RVT_OBSERVER_PACKETS)
        return packet->data;
    bool readable =
        rvt_encap_read(config, packet->data, packet->bytes, encap, &used, NULL) == RVT_OK;
    *bytes = readable ? encap->payload.bytes : 0;
    return encap->payload.byte;
}

void rvt_field_reading_observe(struct rvt_field_reading *reading, enum rvt_observer observer,
                               struct rvt_observed_packet *packet)
{
    struct rvt_meaning_reader *reader = &reading->observed[observer];
    const struct rvt_config *config = &reader->config;
    struct rvt_data_packet data;
    struct rvt_packet inst;
    struct rvt_encap encap;
    size_t bytes;
    const uint8_t *payload = payload_of(config, observer, packet, &encap, &bytes);

    packet->meaning = (struct rvt_stream_meaning){.known = false};
    if (packet->is_data &&
        rvt_data_read(config, payload, bytes, &reader->data.pending, &data, NULL) == RVT_OK)
        packet->meaning = rvt_meaning_reader_data(reader, &data);
    else if (!packet->is_data && rvt_packet_read(config, payload, bytes, &inst, NULL) == RVT_OK)
        packet->meaning = rvt_meaning_reader_inst(reader, &inst);
    else
        rvt_meaning_reader_break(reader);
}

bool rvt_field_reading_padding(const struct rvt_config *config, enum rvt_observer observer,
                               const struct rvt_expected_packet *expected,
                               const struct rvt_observed_packet *packet, struct rvt_diag *diag)
{
    struct rvt_data_pending pending = {.size_plus_1 = {0}};
    struct rvt_data_packet data;
    struct rvt_packet inst;
    struct rvt_encap encap;
    size_t bytes;
    const uint8_t *payload = payload_of(config, observer, packet, &encap, &bytes);

    rvt_diag_clear(diag);
    if (!expected->is_data)
        return rvt_packet_read(config, payload, bytes, &inst, diag) != RVT_ERR_TRAILING;
    /* a split atomic response has the size of its request */
    pending.size_plus_1[expected->data.lrid] = (uint8_t)(expected->data.size + 1);
    return rvt_data_read(config, payload, bytes, &pending, &data, diag) != RVT_ERR_TRAILING;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/expected_packet.h"

#include "base/bits.h"

/* Cycles by which a bench may show a write or a row later than the packet that it causes. */
enum { SKEW_MAX = 16 };

static enum rvt_status encapsulate(const struct rvt_config *config,
                                   struct rvt_expected_packet *expected)
{
    struct rvt_encap encap = {
        .kind = RVT_ENCAP_NORMAL,
        .flow = (uint8_t)config->encap.flow,
        .extend = config->encap.timestamp_bytes > 0,
        .srcid = (uint16_t)config->encap.srcid,
        .type = (uint8_t)(expected->is_data ? config->encap.type_data : config->encap.type_inst),
        .payload = expected->payload};

    encap.timestamp = expected->origin.time & rvt_mask(8 * config->encap.timestamp_bytes);
    return rvt_encap_write(config, &encap, expected->encap, sizeof expected->encap,
                           &expected->encap_bytes, NULL);
}

enum rvt_status rvt_expected_packet_write(struct rvt_expected_packet *expected,
                                          const struct rvt_config *config,
                                          const struct rvt_packet *packet,
                                          const struct rvt_origin *origin)
{
    expected->is_data = false;
    expected->packet = *packet;
    expected->origin = *origin;
    expected->options = config->options;
    enum rvt_status status = rvt_packet_write(config, packet, &expected->payload, NULL);
    return status == RVT_OK ? encapsulate(config, expected) : status;
}

enum rvt_status rvt_expected_packet_write_data(struct rvt_expected_packet *expected,
                                               const struct rvt_config *config,
                                               const struct rvt_data_packet *packet,
                                               const struct rvt_data_origin *origin)
{
    expected->is_data = true;
    expected->data = *packet;
    expected->options = config->options;
    expected->origin =
        (struct rvt_origin){.cycle = origin->cycle, .time = origin->time, .iaddr = origin->iaddr};
    enum rvt_status status = rvt_data_write(config, packet, &expected->payload, NULL);
    return status == RVT_OK ? encapsulate(config, expected) : status;
}

bool rvt_expected_packet_precedes(const struct rvt_expected_packet *expected, uint64_t cycle)
{
    return expected->origin.cycle <= cycle + SKEW_MAX;
}

uint64_t rvt_expected_packet_age(const struct rvt_expected_packet *expected, struct rvt_instant now)
{
    if (now.cycle < expected->since.cycle)
        return 0;
    uint64_t cycles = now.cycle - expected->since.cycle;
    uint64_t held = now.held_cycles - expected->since.held_cycles;

    return cycles > held ? cycles - held : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/packet.h"

#include <inttypes.h>
#include <string.h>

#include "wire/packet_clause.h"
#include "wire/te_inst_walk.h"

/* Makes a diagnosis of the cursor's first fault. */
static enum rvt_status diagnose(const struct rvt_config *config, struct rvt_bits bits,
                                const struct rvt_packet *packet, struct rvt_diag *diag)
{
    bool fresh = diag && diag->status == RVT_OK;
    const char *field = bits.fault_field;

    rvt_diag_set(diag, bits.status, field, bits.fault_value,
                 rvt_packet_clause(config, packet, field),
                 bits.status == RVT_ERR_RESERVED ? "%s: %s 0x%" PRIx64
                                                   " does not exist in this configuration"
                 : bits.status == RVT_ERR_TRUNCATED
                     ? "%s: the payload ends before the end of %s, after 0x%" PRIx64
                     : "%s: %s 0x%" PRIx64 " does not fit its field or the payload",
                 rvt_packet_name(packet), field, bits.fault_value);
    if (fresh)
        diag->bit = (unsigned)bits.fault_bit;
    return bits.status;
}

/* Codes that no configuration has, before a walk would find them too wide. */
static enum rvt_status check_codes(const struct rvt_config *config, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    unsigned branch_fmts = rvt_is_draft(config) ? 2 : 4;
    unsigned subformats = packet->format == RVT_FORMAT_SYNC ? 4 : 2;
    bool has_subformat = packet->format == RVT_FORMAT_SYNC || packet->format == RVT_FORMAT_OPT_EXT;

    if (packet->format > RVT_FORMAT_SYNC)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-FMT-001",
                            "format %u does not exist", packet->format);
    if (has_subformat && packet->subformat >= subformats)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "subformat", packet->subformat,
                            rvt_packet_clause(config, packet, "subformat"),
                            "subformat %u of format %u does not exist", packet->subformat,
                            packet->format);
    if (packet->branch_fmt >= branch_fmts)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", packet->branch_fmt,
                            rvt_is_draft(config) ? "DRF-001" : "ETR-FMT-042",
                            "branch_fmt %u does not exist", packet->branch_fmt);
    return RVT_OK;
}

/*
 * The fewest bits that compression must leave. Spec: ETR-CMP-001, -002: at the least the address
 * field of format 1 and 2 packets is compressed; format 0 is not named there, so addr_only sends it
 * in full.
 */
static size_t fewest_bits(const struct rvt_config *config, const struct rvt_packet *packet,
                          size_t full)
{
    switch (config->switches.compress) {
    case RVT_COMPRESS_WHOLE:
        return 1;
    case RVT_COMPRESS_ADDR_ONLY: /* one bit of the address stays */
        if (packet->format == RVT_FORMAT_ADDR_ONLY)
            return 2 + 1;
        if (packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches)
            return 2 + 5 + 1 +
                   (rvt_is_draft(config) ? rvt_draft_map_bits(packet->branches)
                                         : rvt_map_bits(packet->branches));
        return full;
    case RVT_COMPRESS_NONE:
    case RVT_COMPRESS_ADDR_BYTES: /* done by the walk */
        return full;
    }
    return full;
}

enum rvt_status rvt_packet_write(const struct rvt_config *config, const struct rvt_packet *packet,
                                 struct rvt_payload *payload, struct rvt_diag *diag)
{
    struct rvt_packet copy = *packet;
    struct rvt_bits bits;

    if (check_codes(config, packet, diag) != RVT_OK)
        return RVT_ERR_RESERVED;
    rvt_payload_begin(&bits, payload);
    rvt_packet_walk(&bits, config, &copy);
    if (bits.status != RVT_OK)
        return diagnose(config, bits, packet, diag);
    rvt_payload_finish(config, payload, bits.at, fewest_bits(config, packet, bits.at));
    return RVT_OK;
}

enum rvt_status rvt_packet_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                                struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_bits_window window;
    struct rvt_bits bits;

    if (bytes == 0)
        return rvt_diag_set(diag, RVT_ERR_TRUNCATED, "payload", 0, "ETR-CMP-004",
                            "a payload has at least one byte");
    memset(packet, 0, sizeof *packet);
    rvt_bits_read_window(&bits, data, bytes, &window);
    rvt_packet_walk(&bits, config, packet);
    if (bits.status != RVT_OK)
        return diagnose(config, bits, packet, diag);
    if (config->switches.compress == RVT_COMPRESS_ADDR_BYTES && bytes == (bits.at + 7) / 8)
        return RVT_OK; /* padded with zeros */
    return rvt_payload_check_padding(config, data, bytes, bits.at, diag);
}

/* The walk of a cursor that measures: not specialised, as it is rare. */
RVT_NEVER_INLINE static void measure_packet(struct rvt_bits *bits, const struct rvt_config *config,
                                            struct rvt_packet *packet)
{
    rvt_packet_walk(bits, config, packet);
}

enum rvt_status rvt_packet_visit(const struct rvt_config *config, const struct rvt_packet *packet,
                                 rvt_bits_visit visit, void *context)
{
    struct rvt_packet copy = *packet;
    struct rvt_bits bits;

    if (check_codes(config, packet, NULL) != RVT_OK)
        return RVT_ERR_RESERVED;
    rvt_bits_measure(&bits);
    rvt_bits_observe(&bits, visit, context);
    measure_packet(&bits, config, &copy);
    return bits.status;
}

/* Uncompressed size of a packet; 0 if config does not have it. */
static unsigned measure(const struct rvt_config *config, struct rvt_packet packet)
{
    struct rvt_bits bits;

    rvt_bits_measure(&bits);
    measure_packet(&bits, config, &packet);
    return bits.status == RVT_OK ? (unsigned)bits.at : 0;
}

/* Without a branch count: its subformat has at most 2 bits, so that it is not longer than format 1
 * with 31 outcomes. */
unsigned rvt_packet_bits_max(const struct rvt_config *config)
{
    static const struct rvt_packet longest_of_each[] = {
        {.format = RVT_FORMAT_OPT_EXT,
         .subformat = RVT_SUBFORMAT_JUMP_TARGET_INDEX,
         .branches = 31},
        {.format = RVT_FORMAT_DIFF_DELTA, .branches = 31},
        {.format = RVT_FORMAT_ADDR_ONLY},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_START},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_TRAP},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_CONTEXT},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT},
    };
    unsigned longest = 0;

    for (size_t i = 0; i < sizeof longest_of_each / sizeof longest_of_each[0]; ++i) {
        unsigned size = measure(config, longest_of_each[i]);

        if (size > longest)
            longest = size;
    }
    return longest;
}

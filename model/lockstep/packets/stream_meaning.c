/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/stream_meaning.h"

#include <string.h>

#include "base/bits.h"

void rvt_meaning_reader_init(struct rvt_meaning_reader *reader, const struct rvt_config *config)
{
    memset(reader, 0, sizeof *reader);
    reader->config = *config;
    rvt_data_decoder_init(&reader->data, &reader->config);
}

/* A packet without an address may report one all the same: an entry of the jump target cache, or
 * the handler of a trap. */
static bool reports_elsewhere(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_OPT_EXT
               ? packet->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX
               : rvt_packet_is_sync(packet);
}

struct rvt_stream_meaning rvt_meaning_reader_inst(struct rvt_meaning_reader *reader,
                                                  const struct rvt_packet *packet)
{
    struct rvt_stream_meaning meaning = {.known = false};
    bool absolute = packet->format == RVT_FORMAT_SYNC || reader->config.options.full_address;

    rvt_data_decoder_inst(&reader->data, packet);
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT)
        rvt_support_adopt(&reader->config, &packet->support, &reader->config.options);
    if (!rvt_packet_has_address(packet, &reader->config)) {
        reader->has_reference = reader->has_reference && !reports_elsewhere(packet);
        return meaning;
    }
    meaning.known = absolute || reader->has_reference;
    meaning.address = ((absolute ? 0 : reader->reference) + packet->address) &
                      rvt_mask(rvt_address_bits(&reader->config));
    reader->has_reference = meaning.known;
    reader->reference = meaning.address;
    return meaning;
}

struct rvt_stream_meaning rvt_meaning_reader_data(struct rvt_meaning_reader *reader,
                                                  const struct rvt_data_packet *packet)
{
    struct rvt_stream_meaning meaning = {.known = false};
    bool decoded = false;
    enum rvt_status status =
        rvt_data_decoder_packet(&reader->data, packet, &meaning.access, &decoded, NULL);

    meaning.known = status == RVT_OK && decoded && !meaning.access.partial;
    return meaning;
}

void rvt_meaning_reader_break(struct rvt_meaning_reader *reader)
{
    reader->has_reference = false;
    rvt_data_decoder_break(&reader->data);
}

/* True if neither side has a value, or both have the same. */
static bool same(bool one, uint64_t value, bool other, uint64_t other_value)
{
    return one == other && (!one || value == other_value);
}

bool rvt_stream_meaning_same_access(const struct rvt_stream_meaning *one,
                                    const struct rvt_stream_meaning *other)
{
    const struct rvt_data_report *a = &one->access, *b = &other->access;

    return one->known && other->known && a->phase == b->phase && a->dtype == b->dtype &&
           a->size == b->size && a->error == b->error && a->lrid == b->lrid &&
           same(a->has_address, a->address, b->has_address, b->address) &&
           same(a->has_operand, a->operand, b->has_operand, b->operand) &&
           same(a->has_data, a->data, b->has_data, b->data);
}

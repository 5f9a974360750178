/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_taking.h"

#include <string.h>

#include "transport/syst/crc32c.h"

enum { BEAT_BYTES = 4, TS_BYTES = 8, LENGTH_BYTES = 2 };

static void put_word(struct rvt_syst_taking *taking, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        taking->byte[taking->bytes++] = (uint8_t)(word >> 8 * i);
}

static void put_location(struct rvt_syst_message *fields, const struct rvt_syst_input *input)
{
    unsigned part = input->tag & 1 ? 32 : 16;

    fields->location.tag = input->tag;
    fields->location.file = (uint32_t)(input->location & (UINT64_MAX >> (64 - part)));
    fields->location.line = (uint32_t)(input->location >> part & (UINT64_MAX >> (64 - part)));
    fields->location.address = part == 32 ? input->location : input->location & (UINT64_MAX >> 32);
}

/* The header and the optional fields, as the model writes them for an empty payload. */
static bool put_fields(struct rvt_syst_taking *taking, uint32_t header)
{
    const struct rvt_syst_input *input = &taking->input;
    struct rvt_syst_message fields = {.type = RVT_SYST_RAW,
                                      .loc = (header & RVT_SYST_HAS_LOC) != 0,
                                      .len = (header & RVT_SYST_HAS_LEN) != 0,
                                      .ts = (header & RVT_SYST_HAS_TS) != 0,
                                      .guid = (header & RVT_SYST_HAS_GUID) != 0,
                                      .timestamp = input->timestamp};

    memcpy(fields.guid_bytes, input->guid, sizeof fields.guid_bytes);
    put_location(&fields, input);
    if (rvt_syst_write(&fields, taking->byte, sizeof taking->byte, &taking->payload_at, NULL) !=
        RVT_OK)
        return false;
    put_word(taking, header); /* in place of the header of RAW */
    taking->bytes = taking->payload_at;
    if (fields.len) {
        size_t at = taking->payload_at - (fields.ts ? TS_BYTES : 0) - LENGTH_BYTES;
        taking->byte[at] = (uint8_t)input->length;
        taking->byte[at + 1] = (uint8_t)(input->length >> 8);
    }
    return true;
}

bool rvt_syst_taking_begin(struct rvt_syst_taking *taking, uint64_t cycle,
                           const struct rvt_syst_input *input, uint32_t fields)
{
    uint32_t optional = RVT_SYST_HAS_LOC | RVT_SYST_HAS_LEN | RVT_SYST_HAS_CHK | RVT_SYST_HAS_TS |
                        RVT_SYST_HAS_GUID;
    unsigned bytes = rvt_syst_short_bytes(input->header);

    taking->cycle = cycle;
    taking->input = *input;
    taking->bytes = taking->payload_at = 0;
    taking->whole = bytes > 0;
    if (!taking->whole) {
        taking->input.header &= ~optional | fields;
        return put_fields(taking, taking->input.header);
    }
    put_word(taking, input->header);
    if (bytes > RVT_SYST_HEADER_BYTES)
        put_word(taking, input->second);
    return true;
}

bool rvt_syst_taking_payload(struct rvt_syst_taking *taking, uint32_t data, unsigned bytes,
                             bool last)
{
    if (taking->whole || bytes > BEAT_BYTES ||
        taking->bytes + bytes > taking->payload_at + RVT_SYST_PAYLOAD_BYTES_MAX)
        return false;
    for (unsigned i = 0; i < bytes; i++)
        taking->byte[taking->bytes++] = (uint8_t)(data >> 8 * i);
    if (last && (taking->input.header & RVT_SYST_HAS_CHK) != 0)
        put_word(taking, rvt_crc32c(0, taking->byte, taking->bytes));
    taking->whole = last;
    return true;
}

bool rvt_syst_taking_is_valid(const struct rvt_syst_taking *taking)
{
    uint8_t copy[RVT_SYST_MESSAGE_BYTES_MAX];
    struct rvt_syst_message read;
    size_t used = 0, bytes = 0;

    return rvt_syst_read(taking->byte, taking->bytes, &read, &used, NULL) == RVT_OK &&
           used == taking->bytes &&
           rvt_syst_write(&read, copy, sizeof copy, &bytes, NULL) == RVT_OK && bytes == used &&
           memcmp(copy, taking->byte, bytes) == 0;
}

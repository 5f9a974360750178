/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/frame/frame.h"

enum { LAST = RVT_FRAME_SLOTS - 1, AUXILIARY = RVT_FRAME_BYTES - 1, ID_FLAG = 1 };

enum rvt_frame_id_class rvt_frame_id_class(unsigned id)
{
    if (id == RVT_FRAME_ID_NULL)
        return RVT_FRAME_CLASS_NULL;
    if (id <= RVT_FRAME_ID_SOURCE_MAX)
        return RVT_FRAME_CLASS_SOURCE;
    if (id == RVT_FRAME_ID_TRIGGER)
        return RVT_FRAME_CLASS_TRIGGER;
    return id <= RVT_FRAME_ID_MAX ? RVT_FRAME_CLASS_RESERVED : RVT_FRAME_CLASS_UNKNOWN;
}

void rvt_frame_read(const uint8_t *bytes, struct rvt_frame *frame)
{
    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS; slot++) {
        unsigned byte = bytes[slot];
        unsigned auxiliary = bytes[AUXILIARY] >> slot / 2 & 1u;

        frame->slot[slot].kind = RVT_FRAME_DATA;
        frame->slot[slot].value = (uint8_t)byte;
        if (slot % 2 != 0)
            continue;
        frame->slot[slot].value = (uint8_t)(byte | auxiliary);
        if ((byte & ID_FLAG) == 0)
            continue;
        frame->slot[slot].kind = auxiliary ? RVT_FRAME_ID_DELAYED : RVT_FRAME_ID;
        frame->slot[slot].value = (uint8_t)(byte >> 1);
    }
}

enum rvt_status rvt_frame_write(const struct rvt_frame *frame, uint8_t *bytes,
                                struct rvt_diag *diag)
{
    unsigned auxiliary = 0;
    enum rvt_status status = RVT_OK;

    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS && status == RVT_OK; slot++) {
        unsigned value = frame->slot[slot].value;
        bool data = frame->slot[slot].kind == RVT_FRAME_DATA;

        if (!data && slot % 2 != 0)
            status = rvt_diag_set(diag, RVT_ERR_PARAMETER, "ID", value, "FRM-003",
                                  "an ID must be in an even-numbered byte of the frame");
        else if (!data && value > RVT_FRAME_ID_MAX)
            status = rvt_diag_set(diag, RVT_ERR_CAPACITY, "ID", value, "FRM-001",
                                  "the ID has more than 7 bits");
        if (status != RVT_OK)
            rvt_diag_at(diag, "slot", slot);
        else if (slot % 2 != 0)
            bytes[slot] = (uint8_t)value;
        else
            bytes[slot] = (uint8_t)(data ? value & ~1u : value << 1 | ID_FLAG);
        if (slot % 2 == 0)
            auxiliary |= (data ? value & 1u : frame->slot[slot].kind == RVT_FRAME_ID_DELAYED)
                         << slot / 2;
    }
    if (status == RVT_OK)
        bytes[AUXILIARY] = (uint8_t)auxiliary;
    return status;
}

void rvt_frame_batch_start(struct rvt_frame_batch *batch, unsigned id)
{
    batch->bytes = 0;
    batch->runs = 1;
    batch->run[0] = (struct rvt_frame_run){.first = 0, .id = (uint8_t)id};
}

/* The auxiliary bits of four even bytes, moved to the low bits of those bytes. */
static uint64_t spread(unsigned auxiliary)
{
    return (auxiliary & 1u) | (uint64_t)(auxiliary >> 1 & 1u) << 16 |
           (uint64_t)(auxiliary >> 2 & 1u) << 32 | (uint64_t)(auxiliary >> 3 & 1u) << 48;
}

/* Without a loop: a compiler makes one store of it. */
static void store(uint8_t *bytes, uint64_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
    bytes[4] = (uint8_t)(word >> 32);
    bytes[5] = (uint8_t)(word >> 40);
    bytes[6] = (uint8_t)(word >> 48);
    bytes[7] = (uint8_t)(word >> 56);
}

/* Fifteen data bytes of the current ID; the sixteenth one written does not count. */
static void append_data(const uint8_t *bytes, uint64_t position, struct rvt_frame_batch *batch)
{
    uint64_t *at = batch->position + batch->bytes;
    unsigned auxiliary = bytes[AUXILIARY];

    store(batch->data + batch->bytes, rvt_frame_word(bytes) | spread(auxiliary));
    store(batch->data + batch->bytes + 8, rvt_frame_word(bytes + 8) | spread(auxiliary >> 4));
    for (uint64_t slot = 0; slot < RVT_FRAME_BYTES; slot++)
        at[slot] = position + slot;
    batch->bytes += RVT_FRAME_SLOTS;
}

/* Where the next byte and run go; first: bytes of the batch before this frame. */
struct place {
    uint8_t *data;
    uint64_t *at;
    struct rvt_frame_run *run;
    size_t first, count;
    unsigned current, look;
};

/*
 * The slot at an even place, without a branch: an ID writes its byte as data and does not advance;
 * a run is always written and kept if there was an ID. Everything after the last byte and run is
 * scratch. delay: a new ID begins one byte later.
 */
static inline void take_even(struct place *to, unsigned byte, unsigned flag, unsigned delay,
                             uint64_t position)
{
    unsigned is_id = byte & ID_FLAG, id = byte >> 1, is_new = is_id & (id != to->current);

    to->data[to->count] = (uint8_t)(byte | flag);
    to->at[to->count] = position;
    to->count += is_id ^ 1u;
    to->look |= (is_id ^ is_new) | (is_id & (id > RVT_FRAME_ID_SOURCE_MAX));
    to->run->first = (uint16_t)(to->first + to->count + delay);
    to->run->id = (uint8_t)id;
    to->run += is_new;
    to->current = is_id ? id : to->current;
}

static inline void take_pair(struct place *to, const uint8_t *bytes, unsigned slot,
                             uint64_t position)
{
    unsigned flag = bytes[AUXILIARY] >> slot / 2 & 1u;

    take_even(to, bytes[slot], flag, flag, position + slot);
    to->data[to->count] = bytes[slot + 1];
    to->at[to->count++] = position + slot + 1;
}

static bool append_mixed(const uint8_t *bytes, uint64_t position, struct rvt_frame_batch *batch)
{
    unsigned last = bytes[AUXILIARY] >> LAST / 2;
    struct place to = {.data = batch->data + batch->bytes,
                       .at = batch->position + batch->bytes,
                       .run = batch->run + batch->runs,
                       .first = batch->bytes,
                       .current = rvt_frame_batch_id(batch)};

    take_pair(&to, bytes, 0, position);
    take_pair(&to, bytes, 2, position);
    take_pair(&to, bytes, 4, position);
    take_pair(&to, bytes, 6, position);
    take_pair(&to, bytes, 8, position);
    take_pair(&to, bytes, 10, position);
    take_pair(&to, bytes, 12, position);
    take_even(&to, bytes[LAST], last, 0, position + LAST);
    batch->bytes += to.count;
    batch->runs = (size_t)(to.run - batch->run);
    return to.look != 0 || (bytes[LAST] & ID_FLAG & last) != 0;
}

bool rvt_frame_unpack(const uint8_t *bytes, uint64_t position, struct rvt_frame_batch *batch)
{
    const uint64_t flags = UINT64_C(0x0001000100010001);

    if (((rvt_frame_word(bytes) | rvt_frame_word(bytes + 8)) & flags) != 0)
        return append_mixed(bytes, position, batch);
    append_data(bytes, position, batch);
    return false;
}

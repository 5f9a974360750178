/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_sender.h"

#include <assert.h>

#include "transport/syst/syst.h"

static uint64_t take(struct rvt_syst_sender *sender, size_t bytes)
{
    uint64_t value = 0;

    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)sender->byte[sender->sent + i] << 8 * i;
    sender->sent += bytes;
    return value;
}

/* The header, which is all of a short message. */
static void send_first(struct rvt_syst_sender *sender, struct rvt_stp_record *record)
{
    uint32_t header = (uint32_t)take(sender, RVT_SYST_HEADER_BYTES);

    record->payload = header;
    record->opcode = RVT_STP_D32TS;
    if (rvt_syst_short_bytes(header) != sender->bytes)
        return;
    record->opcode = RVT_STP_D32MTS;
    if (sender->bytes > RVT_SYST_HEADER_BYTES) {
        record->payload |= take(sender, RVT_SYST_HEADER_BYTES) << 32;
        record->opcode = RVT_STP_D64MTS;
    }
    sender->ended = true;
}

static void send_data(struct rvt_syst_sender *sender, struct rvt_stp_record *record)
{
    size_t left = sender->bytes - sender->sent;
    size_t bytes = left >= 4 ? 4 : left >= 2 ? 2 : 1;

    record->payload = take(sender, bytes);
    sender->ended = sender->marked && sender->sent == sender->bytes;
    if (bytes == 4)
        record->opcode = sender->ended ? RVT_STP_D32M : RVT_STP_D32;
    else if (bytes == 2)
        record->opcode = sender->ended ? RVT_STP_D16M : RVT_STP_D16;
    else
        record->opcode = sender->ended ? RVT_STP_D8M : RVT_STP_D8;
}

bool rvt_syst_sender_next(struct rvt_syst_sender *sender, struct rvt_stp_record *record)
{
    assert(sender->bytes >= RVT_SYST_HEADER_BYTES);
    if (sender->ended)
        return false;
    *record = (struct rvt_stp_record){
        .master = sender->master, .channel = sender->channel, .time = sender->time};
    if (sender->sent == 0) {
        send_first(sender, record);
    } else if (sender->sent < sender->bytes) {
        send_data(sender, record);
    } else {
        record->opcode = RVT_STP_FLAG;
        sender->ended = true;
    }
    return true;
}

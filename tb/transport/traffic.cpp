// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "traffic.hpp"

#include <cstdlib>

extern "C" {
#include "transport/syst/syst_sender.h"
}

namespace rvt
{

uint16_t master_number(unsigned m)
{
    return static_cast<uint16_t>(m % 3 == 2 ? 0x1200 + m * 0x101 : m * 5);
}

uint16_t channel_number(unsigned c)
{
    return static_cast<uint16_t>(c % 3 == 2 ? 0x340 + c * 0x111 : c);
}

static void random_fields(Random &random, rvt_syst_message &message)
{
    message.severity = static_cast<uint8_t>(random.below(8));
    message.loc = random.percent(20);
    message.len = random.percent(50);
    message.chk = random.percent(50);
    message.ts = random.percent(30);
    message.guid = random.percent(20);
    message.origin = static_cast<uint16_t>(random.below(2048));
    message.timestamp = random.next();
    message.location.tag = static_cast<uint8_t>(random.below(4));
    message.location.file = static_cast<uint32_t>(
        message.location.tag == RVT_SYST_LOCATION_SOURCE16 ? random.below(0x10000) : random.next());
    message.location.line = static_cast<uint32_t>(
        message.location.tag == RVT_SYST_LOCATION_SOURCE16 ? random.below(0x10000) : random.next());
    message.location.address =
        message.location.tag == RVT_SYST_LOCATION_CODE32 ? random.next() >> 32 : random.next();
    for (uint8_t &byte : message.guid_bytes)
        byte = static_cast<uint8_t>(random.next());
    message.guid_bytes[8] |= 0x80; // the variant
}

Bytes random_message(Random &random)
{
    rvt_syst_message message = {};
    Bytes body(random.below(random.percent(5) ? 300 : 24));
    Bytes out(RVT_SYST_MESSAGE_BYTES_MAX);
    size_t bytes = 0;

    for (uint8_t &byte : body)
        byte = static_cast<uint8_t>(random.next());
    switch (random.below(9)) {
    case 0:
        message.type = RVT_SYST_SHORT32;
        message.value = random.next() >> 36;
        break;
    case 1:
        message.type = RVT_SYST_SHORT64;
        message.value = random.next() >> 4;
        break;
    case 2:
        message.type = RVT_SYST_CLOCK;
        message.subtype = RVT_SYST_CLOCK_TRANSPORT_SYNC;
        message.value = random.next();
        message.frequency = random.next() >> 32;
        random_fields(random, message);
        break;
    case 3:
        message.type = RVT_SYST_STRING;
        message.subtype = RVT_SYST_STRING_GENERIC;
        for (uint8_t &byte : body)
            byte = static_cast<uint8_t>('a' + byte % 26);
        body.push_back(0);
        random_fields(random, message);
        break;
    case 4:
        message.type = RVT_SYST_BUILD;
        message.subtype = RVT_SYST_BUILD_COMPACT32;
        message.value = random.next() >> 42;
        break;
    case 5:
        message.type = RVT_SYST_BUILD;
        message.subtype = RVT_SYST_BUILD_COMPACT64;
        message.value = random.next() >> 10;
        break;
    case 6:
        message.type = RVT_SYST_BUILD;
        message.subtype = RVT_SYST_BUILD_LONG;
        message.value = random.next();
        body = {'r', 'v', 't', 0};
        random_fields(random, message);
        break;
    default:
        message.type = RVT_SYST_RAW;
        message.subtype = static_cast<uint8_t>(random.below(64));
        random_fields(random, message);
        break;
    }
    if (message.type == RVT_SYST_RAW || message.type == RVT_SYST_STRING ||
        (message.type == RVT_SYST_BUILD && message.subtype == RVT_SYST_BUILD_LONG)) {
        message.body = body.data();
        message.body_bytes = body.size();
    }
    if (rvt_syst_write(&message, out.data(), out.size(), &bytes, nullptr) != RVT_OK)
        std::abort(); // every random message is valid
    out.resize(bytes);
    return out;
}

static rvt_stp_port_write write_of(const rvt_stp_record &record)
{
    const struct rvt_stp_form *form = rvt_stp_form(record.opcode);
    rvt_stp_port_write write = {};

    write.kind = form->kind == RVT_STP_KIND_FLAG ? RVT_STP_WRITE_FLAG : RVT_STP_WRITE_DATA;
    while ((1U << write.size) < form->payload_nibbles)
        write.size++;
    write.marker = form->marker;
    write.stamp = form->timestamp;
    write.master = record.master;
    write.channel = record.channel;
    write.data = record.payload;
    return write;
}

std::vector<rvt_stp_port_write> message_writes(const Bytes &message, uint16_t master,
                                               uint16_t channel, bool marked)
{
    rvt_syst_sender sender = {};
    rvt_stp_record record;
    std::vector<rvt_stp_port_write> writes;

    sender.master = master;
    sender.channel = channel;
    sender.marked = marked;
    sender.byte = message.data();
    sender.bytes = message.size();
    while (rvt_syst_sender_next(&sender, &record))
        writes.push_back(write_of(record));
    return writes;
}

rvt_stp_port_write random_write(Random &random, bool global)
{
    rvt_stp_port_write write = {};
    unsigned sample = static_cast<unsigned>(random.below(32));

    write.master = master_number(4 * noise_source + static_cast<unsigned>(random.below(4)));
    if (global && random.percent(20))
        write.master = 0; // as if none were set
    write.channel = random.percent(5)
                        ? static_cast<uint16_t>(random.next())
                        : channel_number(static_cast<unsigned>(random.below(channels)));
    write.kind = sample < 6 ? 1 + sample : 0; // one of the others, or data
    if (write.kind == RVT_STP_WRITE_GERR && !global)
        write.kind = RVT_STP_WRITE_MERR;
    write.size = static_cast<unsigned>(random.below(5));
    write.marker = random.percent(30);
    write.stamp = random.percent(40);
    write.data = random.next() >> random.below(64);
    if (write.kind == RVT_STP_WRITE_FREQ && random.percent(50))
        write.data = 32768 * (1 + random.below(3)); // sometimes the current frequency
    return write;
}

} // namespace rvt

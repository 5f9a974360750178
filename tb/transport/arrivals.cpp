// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "arrivals.hpp"

namespace rvt
{

void Arrivals::written(const rvt_stp_port_write &write)
{
    writes_.push_back(write);
}

void Arrivals::sent(uint16_t master, uint16_t channel, const Bytes &message)
{
    sent_[{master, channel}].push_back({true, message, 0, 0, 0});
}

void Arrivals::tunnelled(uint16_t master, uint16_t channel, uint32_t header, const Bytes &packet)
{
    sent_[{master, channel}].push_back({false, packet, header, 0, 0});
}

void Arrivals::clock(uint16_t master, uint16_t channel, uint32_t header, uint64_t value,
                     uint64_t hertz)
{
    sent_[{master, channel}].push_back({false, {}, header, value, hertz});
}

void Arrivals::fault(const std::string &words)
{
    if (fault_.empty())
        fault_ = words;
}

// Some packets belong to no write: those that a sender adds, and FREQ after VERSION, which can also
// be a write.
void Arrivals::packet(const rvt_stp_event &event)
{
    rvt_stp_kind kind = rvt_stp_form(event.packet.opcode)->kind;
    rvt_stp_record record;

    if (!compares_packets_ && !event.lost)
        return;
    if (event.lost)
        return fault("packets were lost at nibble " + std::to_string(event.at) + " [PacketsRead]");
    if (kind == RVT_STP_KIND_ASYNC || kind == RVT_STP_KIND_VERSION || kind == RVT_STP_KIND_MASTER ||
        kind == RVT_STP_KIND_CHANNEL)
        return;
    bool same = !writes_.empty() &&
                rvt_stp_port_write_record(&writes_.front(), &record) == RVT_OK &&
                record.opcode == event.packet.opcode && record.payload == event.packet.payload;
    bool scoped =
        kind == RVT_STP_KIND_DATA || kind == RVT_STP_KIND_FLAG || kind == RVT_STP_KIND_TRIGGER;
    if (same && scoped)
        same = record.master == event.master && record.channel == event.channel;
    if (same && event.timed)
        same = event.trusted && record.time == event.time;
    if (same) {
        packets_++;
        writes_.pop_front();
    } else if (!event.timed && (kind == RVT_STP_KIND_FREQUENCY || kind == RVT_STP_KIND_NULL)) {
        return; // of a synchronisation, or of a flush
    } else {
        fault("packet " + std::to_string(packets_) + " at nibble " + std::to_string(event.at) +
              " differs from the one written [PacketsEqual]");
    }
}

// The message is the next one that was sent on its channel.
bool Arrivals::is_sent(const rvt_syst_arrival &arrival)
{
    const rvt_sequence_message &raw = *arrival.raw;
    const rvt_syst_message &message = *arrival.message;
    const std::deque<Sent> &channel = sent_.at({raw.master, raw.channel});

    if (channel.empty())
        return false;
    const Sent &sent = channel.front();
    if (sent.whole)
        return sent.bytes == Bytes(raw.byte, raw.byte + raw.bytes);
    uint32_t header = 0;
    for (unsigned i = 0; i < RVT_SYST_HEADER_BYTES; i++)
        header |= static_cast<uint32_t>(raw.byte[i]) << 8 * i;
    return header == sent.header && message.value == sent.value &&
           message.frequency == sent.frequency &&
           sent.bytes == Bytes(message.body, message.body + message.body_bytes);
}

void Arrivals::message(const rvt_syst_arrival &arrival)
{
    const rvt_sequence_message &raw = *arrival.raw;

    if (sent_.count({raw.master, raw.channel}) == 0)
        return;
    if (!is_sent(arrival))
        return fault("message " + std::to_string(messages_) + " of master " +
                     std::to_string(raw.master) + " channel " + std::to_string(raw.channel) +
                     " differs from the one sent [MessagesEqual]");
    sent_[{raw.master, raw.channel}].pop_front();
    messages_++;
}

// Every finding of the transport is a fault except notes and reported losses. Findings of sequences
// are faults on channels with messages.
void Arrivals::finding(const rvt_finding &finding)
{
    const struct rvt_rule_text *rule = rvt_rule_text(finding.rule);
    std::string number = rule->number;
    char words[256];

    if (rule->severity == RVT_SEVERITY_INFO || number == "STP-009" || number.rfind("SYST", 0) == 0)
        return;
    if (number.rfind("SEQ", 0) == 0 && sent_.count({finding.master, finding.channel}) == 0)
        return;
    rvt_finding_format(&finding, words, sizeof words);
    fault(std::string(words) + " [" + number + "]");
}

void Arrivals::on_packet(void *context, const rvt_stp_event *event)
{
    static_cast<Arrivals *>(context)->packet(*event);
}

void Arrivals::on_message(void *context, const rvt_syst_arrival *arrival)
{
    static_cast<Arrivals *>(context)->message(*arrival);
}

void Arrivals::on_finding(void *context, const rvt_finding *finding)
{
    static_cast<Arrivals *>(context)->finding(*finding);
}

std::string Arrivals::compare(const Bytes &stream)
{
    rvt_syst_stream_config config = {};
    rvt_syst_stream_sinks sinks = {};
    rvt_syst_stream *reader = nullptr;

    sinks.message = on_message;
    sinks.finding = on_finding;
    sinks.packet = on_packet;
    sinks.context = this;
    config.sequence.from_start = true;
    if (rvt_syst_stream_open(&config, &sinks, &reader) != RVT_OK ||
        rvt_syst_stream_bytes(reader, stream.data(), stream.size()) != RVT_OK ||
        rvt_syst_stream_finish(reader) != RVT_OK)
        fault("out of memory");
    rvt_syst_stream_close(reader);
    if (!writes_.empty())
        fault(std::to_string(writes_.size()) + " writes did not arrive [PacketsEqual]");
    for (const auto &[channel, left] : sent_)
        if (!left.empty())
            fault(std::to_string(left.size()) + " messages of master " +
                  std::to_string(channel.first) + " did not arrive [MessagesEqual]");
    if (packets_ == 0 && compares_packets_)
        fault("no packet was compared [PacketsEqual]");
    if (messages_ == 0 && !compares_packets_)
        fault("no message was compared [MessagesEqual]");
    return fault_;
}

} // namespace rvt

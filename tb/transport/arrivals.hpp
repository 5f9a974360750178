// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Decodes the bytes of a transmitter with the model's readers and compares the result with the
// writes and messages that were sent.
#ifndef RVT_TB_TRANSPORT_ARRIVALS_HPP
#define RVT_TB_TRANSPORT_ARRIVALS_HPP

#include <deque>
#include <map>
#include <string>
#include <utility>

extern "C" {
#include "transport/syst/syst_stream.h"
}

#include "traffic.hpp"

namespace rvt
{

class Arrivals
{
  public:
    // A write that the transmitter takes.
    void written(const rvt_stp_port_write &write);
    // A message that is being written; messages of other masters are ignored.
    void sent(uint16_t master, uint16_t channel, const Bytes &message);
    // What a RAW message on this channel must begin with and carry.
    void tunnelled(uint16_t master, uint16_t channel, uint32_t header, const Bytes &packet);
    // What a CLOCK message on this channel must begin with, and its value and frequency.
    void clock(uint16_t master, uint16_t channel, uint32_t header, uint64_t value, uint64_t hertz);
    // Writes are not recorded: compare messages only, not packets.
    void without_writes()
    {
        compares_packets_ = false;
    }
    // stream: the complete stream. Returns the first fault, or "" for none.
    std::string compare(const Bytes &stream);

    uint64_t packets() const
    {
        return packets_;
    }
    uint64_t messages() const
    {
        return messages_;
    }

  private:
    static void on_packet(void *context, const rvt_stp_event *event);
    static void on_message(void *context, const rvt_syst_arrival *arrival);
    static void on_finding(void *context, const rvt_finding *finding);
    void packet(const rvt_stp_event &event);
    void message(const rvt_syst_arrival &arrival);
    bool is_sent(const rvt_syst_arrival &arrival);
    void finding(const rvt_finding &finding);
    void fault(const std::string &words);

    // A message: complete; or its header and payload, with value and frequency of CLOCK.
    struct Sent {
        bool whole;
        Bytes bytes;
        uint32_t header;
        uint64_t value, frequency;
    };
    using Channel = std::pair<uint16_t, uint16_t>;

    bool compares_packets_ = true;
    std::deque<rvt_stp_port_write> writes_;
    std::map<Channel, std::deque<Sent>> sent_;
    uint64_t packets_ = 0, messages_ = 0;
    std::string fault_;
};

} // namespace rvt

#endif

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What arrived: the bytes of a transmitter, decoded by the model's readers and held against what
// was written and sent.
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
    // A message whose writes are under way; messages of other masters are not looked at.
    void sent(uint16_t master, uint16_t channel, const Bytes &message);
    // What a RAW message on this channel must begin with and carry.
    void tunnelled(uint16_t master, uint16_t channel, uint32_t header, const Bytes &packet);
    // What a CLOCK message on this channel must begin with and tell.
    void clock(uint16_t master, uint16_t channel, uint32_t header, uint64_t value, uint64_t hertz);
    // Writes are not told: packets are not compared.
    void without_writes()
    {
        writes_told_ = false;
    }
    // A stream that is whole. Returns what is wrong, "" if nothing is.
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

    // A message: whole; or header and payload, the head of CLOCK in value and frequency.
    struct Sent {
        bool whole;
        Bytes bytes;
        uint32_t header;
        uint64_t value, frequency;
    };
    using Channel = std::pair<uint16_t, uint16_t>;

    bool writes_told_ = true;
    std::deque<rvt_stp_port_write> writes_;
    std::map<Channel, std::deque<Sent>> sent_;
    uint64_t packets_ = 0, messages_ = 0;
    std::string fault_;
};

} // namespace rvt

#endif

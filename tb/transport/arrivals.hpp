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
#include "check/syst_stream.h"
}

#include "traffic.hpp"

namespace rvt
{

class Arrivals
{
  public:
    // A write that the transmitter takes.
    void written(const rvt_stp_written &write);
    // A message whose writes are under way; messages of other masters are not looked at.
    void sent(uint16_t master, uint16_t channel, const Bytes &message);
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
    void message(const rvt_sequence_message &message);
    void finding(const rvt_finding &finding);
    void fault(const std::string &words);

    std::deque<rvt_stp_written> writes_;
    std::map<std::pair<uint16_t, uint16_t>, std::deque<Bytes>> sent_;
    uint64_t packets_ = 0, messages_ = 0;
    std::string fault_;
};

} // namespace rvt

#endif

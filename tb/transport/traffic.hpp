// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The writes to an STP transmitter: SyS-T messages, and random packets.
#ifndef RVT_TB_TRANSPORT_TRAFFIC_HPP
#define RVT_TB_TRANSPORT_TRAFFIC_HPP

#include <cstdint>
#include <deque>
#include <vector>

extern "C" {
#include "model/lockstep/transport/stp_write_port.h"
#include "transport/syst/syst.h"
}

#include "../sc/random.hpp"

namespace rvt
{

using Bytes = std::vector<uint8_t>;

constexpr unsigned sources = 4;      // of the arbiter
constexpr unsigned masters = 16;     // four of each source
constexpr unsigned channels = 8;     // of each master
constexpr unsigned noise_source = 3; // its masters send random packets

// The number and channel of master m, channel c: some need 8 bits, some 16.
uint16_t master_number(unsigned m);
uint16_t channel_number(unsigned c);

// A message that every reader accepts.
Bytes random_message(Random &random);

// A message as the writes that carry it; all but the first are unstamped.
std::vector<rvt_stp_port_write> message_writes(const Bytes &message, uint16_t master,
                                               uint16_t channel, bool marked);

// A random packet of the noise source; global: also GERR, and master 0.
rvt_stp_port_write random_write(Random &random, bool global);

} // namespace rvt

#endif

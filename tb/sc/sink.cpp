// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "sink.hpp"

namespace rvt
{

Sink::Sink(sc_core::sc_module_name name, Signals &signals, const Options &options, std::FILE *file)
    : sc_module(name), signals_(signals), stall_percent_(options.stall_percent), file_(file),
      random_(options.seed, 2)
{
    SC_METHOD(clocked);
    sensitive << clk.pos();
    dont_initialize();
}

// Random single cycles, and occasionally a pause that is long enough to fill the encoder's buffers.
bool Sink::draw_ready()
{
    if (stall_percent_ == 0)
        return true;
    if (hold_ > 0) {
        hold_--;
        return false;
    }
    if (random_.below(1024) == 0)
        hold_ = 32 + random_.below(256);
    return !random_.percent(stall_percent_);
}

void Sink::clocked()
{
    if (!signals_.rst_n.read())
        return;
    if (signals_.valid.read() && signals_.ready.read()) {
        uint64_t data = signals_.data.read();
        uint64_t count = signals_.bytes.read();
        unsigned char byte[8];
        for (uint64_t i = 0; i < count && i < sizeof byte; i++)
            byte[i] = static_cast<unsigned char>(data >> (8 * i));
        bytes_ += count;
        packets_ += signals_.last.read();
        if (file_ != nullptr && count <= sizeof byte)
            written_ = written_ && std::fwrite(byte, 1, count, file_) == count;
    }
    signals_.ready.write(draw_ready());
}

} // namespace rvt

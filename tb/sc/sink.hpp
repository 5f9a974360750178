// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Takes the encapsulated bytes with random back-pressure, and keeps them in a file.
#ifndef RVT_TB_SINK_HPP
#define RVT_TB_SINK_HPP

#include <cstdio>

#include <systemc>

#include "options.hpp"
#include "random.hpp"
#include "signals.hpp"

namespace rvt
{

class Sink : public sc_core::sc_module
{
  public:
    SC_HAS_PROCESS(Sink);
    // file: borrowed, or null.
    Sink(sc_core::sc_module_name name, Signals &signals, const Options &options, std::FILE *file);

    sc_core::sc_in<bool> clk{"clk"};

    uint64_t bytes() const
    {
        return bytes_;
    }
    uint64_t packets() const
    {
        return packets_;
    }
    // True if every byte so far is in the file.
    bool written() const
    {
        return written_ && (file_ == nullptr || std::fflush(file_) == 0);
    }

  private:
    void clocked();
    bool draw_ready();

    Signals &signals_;
    unsigned stall_percent_;
    std::FILE *file_;
    Random random_;
    uint64_t hold_ = 0; // cycles of a long hold that are left
    uint64_t bytes_ = 0, packets_ = 0;
    bool written_ = true;
};

} // namespace rvt

#endif

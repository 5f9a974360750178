// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The verilated encoder with one interface: the only part that is compiled per configuration.
#ifndef RVT_TB_TOP_HPP
#define RVT_TB_TOP_HPP

#include <memory>
#include <string>

#include <systemc>

#include "signals.hpp"

namespace rvt
{

class Top
{
  public:
    Top(Signals &signals, sc_core::sc_signal<bool> &clock);
    ~Top();

    // The final blocks run.
    void final();

    // True if this is a build with waves, with coverage.
    static bool has_waves();
    static bool has_coverage();

    // Writes an FST waveform from now on, until close_waves. Builds with waves only.
    void open_waves(const std::string &path);
    void close_waves();

    // Writes how often each line, branch, bit and cover property was reached.
    static void write_coverage(const std::string &path);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace rvt

#endif

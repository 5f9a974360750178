// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The clock of the bench where no waves are written.
#ifndef RVT_TB_PULSE_CLOCK_HPP
#define RVT_TB_PULSE_CLOCK_HPP

#include <systemc>

namespace rvt
{

// A clock that is 1 for a single delta cycle: it falls when the signals change that the bench
// writes at its rising edge. The encoder is evaluated once for both, which saves a third of its
// evaluations. Waves would not show the pulses.
class PulseClock : public sc_core::sc_module
{
  public:
    SC_HAS_PROCESS(PulseClock);
    PulseClock(sc_core::sc_module_name name, const sc_core::sc_time &period)
        : sc_module(name), period_(period)
    {
        SC_METHOD(step);
    }

    sc_core::sc_signal<bool> level{"level"};

  private:
    void step()
    {
        const bool rises = !level.read();
        level.write(rises);
        if (rises)
            next_trigger(level.posedge_event());
        else
            next_trigger(period_);
    }

    sc_core::sc_time period_;
};

} // namespace rvt

#endif

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The hart: presents the rows of a tip trace at the ingress, holds them while the encoder stalls,
// and fills idle cycles with noise that the encoder must ignore (ETR-ING-001, ETR-ING-020).
#ifndef RVT_TB_INGRESS_DRIVER_HPP
#define RVT_TB_INGRESS_DRIVER_HPP

#include <memory>
#include <string>

#include <systemc>

extern "C" {
#include "base/params.h"
#include "ingress/tip.h"
}

#include "options.hpp"
#include "random.hpp"
#include "row_source.hpp"
#include "signals.hpp"

namespace rvt
{

class IngressDriver : public sc_core::sc_module
{
  public:
    SC_HAS_PROCESS(IngressDriver);
    // source: rows; config: widths of the port; both borrowed.
    IngressDriver(sc_core::sc_module_name name, Signals &signals, const Options &options,
                  const rvt_config &config, RowSource &source);

    sc_core::sc_in<bool> clk{"clk"};

    // Starts or pauses the rows.
    void run(bool running)
    {
        running_ = running;
    }
    bool done() const
    {
        return done_;
    }
    // Why the rows could not be read; empty if there was no error.
    const std::string &error() const
    {
        return source_.error();
    }
    uint64_t rows() const
    {
        return rows_;
    }
    uint64_t stalled_cycles() const
    {
        return stalled_cycles_;
    }
    uint64_t lost_rows() const
    {
        return lost_rows_;
    }

  private:
    void clocked();
    void fetch();
    void disturb();
    void change_context();
    void go_wild();
    void misuse();
    void random_unknown();
    void random_unused();
    void halt();
    void present();
    void present_blocks();
    void present_idle();
    void noise();
    void unused_data();
    void data_noise(bool ignored);
    void present_data(const rvt_access &access);

    Signals &signals_;
    const Options &options_;
    const rvt_config &config_;
    RowSource &source_;
    Random random_;
    Random misuse_random_;
    Random unused_random_;
    Random port_random_;
    bool split_;
    rvt_row row_{};    // the next row to be presented
    uint64_t gap_ = 0; // idle cycles before it
    uint64_t last_cycle_ = 0;
    uint32_t impdef_ = 0;    // latest value
    uint64_t context_ = 0;   // the context that the bench presents
    bool have_row_ = false;  // row_ waits to be presented
    bool presented_ = false; // a row is at the port
    bool halt_ = false;      // the bench inserts a halt before row_
    bool on_next_ = false;   // the next row switches tracing on again
    bool after_jump_ = true; // the latest item was a jump that cannot be inferred, or a trap
    bool running_ = false;
    bool done_ = false;
    uint64_t rows_ = 0, stalled_cycles_ = 0, lost_rows_ = 0;
};

} // namespace rvt

#endif

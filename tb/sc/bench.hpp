// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The sequence of a run: reset, program the registers, run the rows, stop the trace, drain, and
// read the verdict.
#ifndef RVT_TB_BENCH_HPP
#define RVT_TB_BENCH_HPP

#include <array>
#include <map>
#include <string>
#include <tuple>

#include <systemc>

extern "C" {
#include "base/params.h"
}

#include "control_interface.hpp"
#include "filter_writer.hpp"
#include "ingress_driver.hpp"
#include "options.hpp"
#include "random.hpp"
#include "signals.hpp"
#include "sink.hpp"

namespace rvt
{

// trTeInstFeatures: all bits of modes, those that do not exist as well.
constexpr uint64_t modes_all = (1u << te_src_id_at) - 1;

class Bench : public sc_core::sc_module
{
  public:
    SC_HAS_PROCESS(Bench);
    Bench(sc_core::sc_module_name name, Signals &signals, const Options &options,
          const rvt_config &config, IngressDriver &driver, Sink &sink);

    sc_core::sc_in<bool> clk{"clk"};

    uint64_t cycles() const
    {
        return cycles_;
    }
    // The first error other than a finding of the scoreboard; empty if there is none.
    const std::string &error() const
    {
        return error_;
    }
    // How often software changed each mode while the trace was enabled, as words NAME=COUNT.
    std::string changes() const;
    // Writes the register accesses, one per line: R or W, offset, value, number of accesses. False
    // if the file cannot be written.
    bool write_accesses(const std::string &path) const;
    // Cycle of the scoreboard's first finding; 0 if there is none.
    uint64_t failed_cycle() const
    {
        return failed_cycle_;
    }

  private:
    void sequence();
    void watch();
    void fail(const std::string &why);
    void release_port();
    bool access(bool write, uint64_t address, uint64_t &data);
    bool write(uint64_t address, uint64_t data);
    bool expect(uint64_t address, uint64_t value, uint64_t mask, const char *name);
    bool reset();
    bool reset_again();
    bool enable(unsigned sync_max);
    bool probe_filters();
    bool expect_fields(const void *table, uint32_t offset, const uint32_t *written);
    bool probe_register(const void *table, uint32_t offset);
    bool release_all(const void *table);
    bool probe_registers();
    bool probe_clock();
    bool program_timestamps();
    bool write_timestamps(uint64_t value);
    bool read_time();
    bool program_filters();
    bool program_data();
    bool change_filters();
    bool rewrite_filter();
    bool change_modes();
    bool change_data();
    bool write_data(uint64_t value);
    bool disable();
    bool end_tracing();
    bool poll_empty();
    bool stays_empty();
    bool session(unsigned number);
    bool drain();
    bool clear_sticky();
    bool check_sticky();
    bool check_data_sticky();
    bool probe_sync();
    bool probe_sampled();

    Signals &signals_;
    const Options &options_;
    const rvt_config &config_;
    IngressDriver &driver_;
    Sink &sink_;
    Random random_, sticky_random_, poll_random_, write_random_, apb_random_;
    FilterWriter filter_writer_;
    uint64_t cycles_ = 0, failed_cycle_ = 0;
    uint64_t progress_ = 0, progress_cycle_ = 0; // rows and bytes moved, and when they last did
    uint64_t sending_cycle_ = 0;                 // the latest in which something was sent
    uint64_t probes_ = 0;                        // registers probed
    uint64_t features_ = 0;                      // trTeInstFeatures as written last
    uint64_t timestamps_ = 0;                    // trTsControl as written last
    std::array<uint64_t, 6> changes_{};          // of each bit of it while enabled
    bool stalled_ = false;                       // stalled or lost since enabling
    uint64_t data_rows_ = 0;                     // with an access, while data is traced
    bool session_stalled_ = false;               // likewise, whatever software cleared
    bool data_stalled_ = false;                  // likewise, while trTeDataTracing was 1
    bool data_known_ = true; // triggers have not changed trTeDataTracing since enabling
    sc_core::sc_signal<bool> data_tracing_{"data_tracing"}; // as software wrote it
    std::string error_;
    std::map<std::tuple<bool, uint64_t, uint64_t>, uint64_t> accesses_; // write, offset, value
};

} // namespace rvt

#endif

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "ingress_driver.hpp"

namespace rvt
{

IngressDriver::IngressDriver(sc_core::sc_module_name name, Signals &signals, const Options &options,
                             const rvt_config &config, rvt_tip_reader *reader)
    : sc_module(name), signals_(signals), options_(options), config_(config), reader_(reader),
      random_(options.seed, 1)
{
    SC_METHOD(clocked);
    sensitive << clk.pos();
    dont_initialize();
    fetch();
}

// Reads the next row and draws the idle cycles before it.
void IngressDriver::fetch()
{
    rvt_diag diag;
    bool end = false;
    rvt_diag_clear(&diag);
    have_row_ = false;
    if (rvt_tip_read(reader_, &row_, &end, &diag) != RVT_OK) {
        char reason[256];
        rvt_diag_format(&diag, reason, sizeof reason);
        error_ = reason;
        done_ = true;
        return;
    }
    if (end)
        return;
    have_row_ = true;
    gap_ = row_.cycle > last_cycle_ + 1 ? row_.cycle - last_cycle_ - 1 : 0;
    last_cycle_ = row_.cycle;
    draw_unknown();
    disturb();
    if (options_.idle_percent > 0 && random_.percent(options_.idle_percent))
        gap_ += 1 + random_.below(random_.percent(10) ? 40 : 3);
}

// What filters see and a program knows nothing of: impdef, which stays for a while, and what has no
// meaning in this row.
void IngressDriver::draw_unknown()
{
    if (config_.registers.count == 0)
        return;
    if (random_.percent(5))
        impdef_ =
            static_cast<uint32_t>(random_.below(uint64_t{1} << config_.params.impdef_width_p));
    row_.impdef = impdef_;
    rvt_block &block = row_.block[0];
    if (row_.blocks == 0 || block.itype == RVT_ITYPE_EXCEPTION)
        return;
    row_.tval = random_.next();
    if (block.itype == RVT_ITYPE_INTERRUPT && block.iretire == 0)
        block.iaddr = random_.next() & ~uint64_t{3};
}

// Adds what a hart may do beside the program: nothing of it changes which instructions retire.
void IngressDriver::disturb()
{
    constexpr uint8_t levels[] = {0, 1, 3};
    if (on_next_) { // tracing pauses between two rows that are neighbours in the program
        row_.trigger |= RVT_TRIGGER_ON;
        gap_ += random_.below(2);
        on_next_ = false;
    }
    if (options_.sideband_percent == 0 || !random_.percent(options_.sideband_percent))
        return;
    switch (random_.below(8)) {
    case 0:
        row_.trigger |= 1u << random_.below(3);
        break;
    case 1:
        row_.trigger |= RVT_TRIGGER_OFF;
        on_next_ = true;
        break;
    case 2:
        row_.trigger |= static_cast<uint32_t>(random_.below(8));
        break;
    case 3:
    case 4:
    case 5:
        row_.ctype =
            static_cast<uint8_t>(random_.below(uint64_t{1} << config_.params.ctype_width_p));
        row_.context = random_.next();
        break;
    case 6:
        row_.priv = levels[random_.below(3)];
        break;
    default:
        halt_ = true;
        break;
    }
}

// A halt or reset of the hart, until the next row.
void IngressDriver::halt()
{
    bool halted = random_.percent(50);
    signals_.halted.write(halted);
    signals_.reset.write(!halted);
    halt_ = false;
    gap_ = random_.below(4);
}

// Values that nobody may look at; time stays what it was.
void IngressDriver::noise()
{
    signals_.cause.write(random_.next());
    signals_.tval.write(random_.next());
    signals_.priv.write(random_.next());
    signals_.iaddr.write(random_.next());
    signals_.context.write(random_.next());
    signals_.ctype.write(random_.next());
    signals_.ilastsize.write(random_.next());
    signals_.impdef.write(random_.next());
    signals_.sijump.write(random_.percent(50));
}

// What the data interface shows where nothing of it counts; ignored: the encoder looks at nothing.
void IngressDriver::data_noise(bool ignored)
{
    signals_.dretire.write(ignored && random_.percent(50));
    signals_.lresp.write(ignored ? random_.next() : 0);
    signals_.dtype.write(random_.next());
    signals_.daddr.write(random_.next());
    signals_.dsize.write(random_.next());
    signals_.ddata.write(random_.next());
    signals_.doperand.write(random_.next());
    signals_.iaddr_lsbs.write(random_.next());
    signals_.lrid.write(random_.next());
    signals_.lid.write(random_.next());
    signals_.sdata.write(random_.next());
    signals_.ldata.write(random_.next());
}

void IngressDriver::present_data(const rvt_access &access)
{
    signals_.dretire.write(access.dretire);
    signals_.lresp.write(access.lresp);
    if (access.dretire) {
        signals_.dtype.write(access.dtype);
        signals_.daddr.write(access.daddr);
        signals_.dsize.write(access.dsize);
        signals_.ddata.write(access.data);
        signals_.doperand.write(access.operand);
        signals_.iaddr_lsbs.write(access.iaddr_lsbs);
        signals_.lrid.write(access.lrid);
        signals_.sdata.write(access.sdata);
    }
    if (access.lresp != RVT_LRESP_NONE) {
        signals_.lid.write(access.lid);
        signals_.ldata.write(access.ldata);
    }
}

void IngressDriver::present_idle()
{
    bool ignored = signals_.halted.read() || signals_.reset.read();
    noise();
    data_noise(ignored && config_.options.data_trace);
    signals_.itype.write(ignored ? random_.next() : 0);
    signals_.iretire.write(ignored ? random_.next() : 0);
    signals_.trigger.write(ignored ? random_.next() : 0);
}

void IngressDriver::present()
{
    const rvt_block &block = row_.block[0];
    bool items = row_.blocks > 0 && (block.iretire != 0 || block.itype != 0);
    signals_.halted.write(row_.halted);
    signals_.reset.write(row_.reset);
    signals_.time.write(row_.time);
    data_noise((row_.halted || row_.reset) && config_.options.data_trace);
    if (row_.accesses > 0 && !row_.halted && !row_.reset)
        present_data(row_.access[0]);
    if (!items || row_.halted || row_.reset) {
        bool ignored = row_.halted || row_.reset;
        noise();
        signals_.itype.write(ignored ? random_.next() : 0);
        signals_.iretire.write(ignored ? random_.next() : 0);
        signals_.trigger.write(ignored ? random_.next() : row_.trigger);
        return;
    }
    signals_.itype.write(block.itype);
    signals_.cause.write(row_.cause);
    signals_.tval.write(row_.tval);
    signals_.priv.write(row_.priv);
    signals_.iaddr.write(block.iaddr);
    signals_.context.write(row_.context);
    signals_.ctype.write(row_.ctype);
    signals_.sijump.write(block.sijump);
    signals_.iretire.write(block.iretire);
    signals_.ilastsize.write(block.ilastsize);
    signals_.trigger.write(row_.trigger);
    signals_.impdef.write(row_.impdef);
}

void IngressDriver::clocked()
{
    if (!signals_.rst_n.read())
        return;
    if (signals_.stall.read()) { // what is at the port was not taken
        stalled_cycles_ += presented_;
        return;
    }
    if (presented_) {
        presented_ = false;
        rows_++;
        lost_rows_ += signals_.lost.read();
        fetch();
        done_ = !have_row_;
    }
    if (running_ && have_row_ && gap_ == 0 && !halt_) {
        present();
        presented_ = true;
        return;
    }
    if (running_ && gap_ > 0)
        gap_--;
    if (running_ && halt_)
        halt();
    present_idle();
}

} // namespace rvt

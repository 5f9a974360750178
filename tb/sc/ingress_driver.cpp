// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "ingress_driver.hpp"

extern "C" {
#include "ingress/access.h"
}

namespace rvt
{

IngressDriver::IngressDriver(sc_core::sc_module_name name, Signals &signals, const Options &options,
                             const rvt_config &config, RowSource &source)
    : sc_module(name), signals_(signals), options_(options), config_(config), source_(source),
      random_(options.seed, 1), misuse_random_(options.seed, 5), unused_random_(options.seed, 11),
      port_random_(options.seed, 13), split_(config.switches.dat_signalling == RVT_DAT_SPLIT)
{
    SC_METHOD(clocked);
    sensitive << clk.pos();
    dont_initialize();
    fetch();
}

// Reads the next row and chooses the idle cycles before it.
void IngressDriver::fetch()
{
    have_row_ = source_.next(row_);
    done_ = !have_row_ && !error().empty();
    if (!have_row_)
        return;
    gap_ = row_.cycle > last_cycle_ + 1 ? row_.cycle - last_cycle_ - 1 : 0;
    last_cycle_ = row_.cycle;
    random_unknown();
    random_unused();
    disturb();
    misuse();
    if (options_.idle_percent > 0 && random_.percent(options_.idle_percent))
        gap_ += 1 + random_.below(random_.percent(10) ? 40 : 3);
}

// Signals that filters use and no program defines: impdef, which is stable for some rows, and
// signals without meaning in this row.
void IngressDriver::random_unknown()
{
    if (config_.params.filters_p + config_.params.comparators_p == 0)
        return;
    if (random_.percent(5))
        impdef_ =
            static_cast<uint32_t>(random_.below(uint64_t{1} << config_.params.impdef_width_p));
    row_.impdef = impdef_;
    if (row_.blocks == 0)
        return;
    rvt_block &block = row_.block[row_.blocks - 1];
    if (block.itype == RVT_ITYPE_EXCEPTION)
        return;
    row_.tval = random_.next();
    if (block.itype == RVT_ITYPE_INTERRUPT && block.iretire == 0)
        block.iaddr = random_.next() & ~uint64_t{3};
}

// Signals of a row that the encoder must ignore: those that it was not built for, and what only a
// trap has.
void IngressDriver::random_unused()
{
    const rvt_params &params = config_.params;
    bool traps = false, filters = params.filters_p + params.comparators_p > 0;
    for (unsigned k = 0; k < row_.blocks; k++) {
        rvt_block &block = row_.block[k];
        traps = traps || rvt_block_is_trap(&block);
        if (!params.sijump_p)
            block.sijump = unused_random_.percent(50);
    }
    if (!traps)
        row_.cause = static_cast<uint32_t>(unused_random_.next());
    if (!traps && !filters)
        row_.tval = unused_random_.next();
    if (!filters)
        row_.impdef = static_cast<uint32_t>(unused_random_.next());
}

// Adds events that are independent of the program; none changes which instructions retire.
void IngressDriver::disturb()
{
    const unsigned triggers = 2 + config_.params.blocks_p;
    bool items = row_.blocks > 0;
    if (on_next_) { // tracing pauses between two rows that are neighbours in the program
        row_.trigger |= RVT_TRIGGER_ON;
        gap_ += random_.below(2);
        on_next_ = false;
    }
    if (options_.sideband_percent > 0 && random_.percent(options_.sideband_percent)) {
        switch (random_.below(7)) {
        case 0:
            row_.trigger |= 1u << random_.below(triggers);
            break;
        case 1:
            row_.trigger |= RVT_TRIGGER_OFF;
            on_next_ = true;
            break;
        case 2:
            row_.trigger |= static_cast<uint32_t>(random_.below(uint64_t{1} << triggers));
            break;
        case 3:
        case 4:
        case 5:
            if (items)
                change_context();
            break;
        default:
            halt_ = true;
            break;
        }
    }
    row_.context ^= context_;
    if (options_.wild_percent > 0 && random_.percent(options_.wild_percent))
        go_wild();
    if (items) {
        const rvt_block &last = row_.block[row_.blocks - 1];
        after_jump_ = rvt_block_is_trap(&last) ||
                      rvt_itype_is_updiscon(static_cast<enum rvt_itype>(last.itype), true);
    }
}

// Changes the context from this row on and reports it with the row: precisely, except at the target
// of a jump, where no decoder could determine the path of the jump (docs/ambiguities.md).
void IngressDriver::change_context()
{
    bool precise = config_.params.ctype_width_p > 1 && !after_jump_ && random_.percent(50);
    for (unsigned k = 0; k < row_.blocks; k++)
        precise = precise && !rvt_block_is_trap(&row_.block[k]);
    if (row_.ctype != RVT_CTYPE_DISCONTINUITY) // a discontinuity stays one
        row_.ctype = precise ? RVT_CTYPE_PRECISE : RVT_CTYPE_IMPRECISE;
    context_ = random_.next();
}

// Rows that no program produces. The encoder must still report them according to the rules.
void IngressDriver::go_wild()
{
    constexpr uint8_t levels[] = {0, 1, 3};
    if (random_.percent(25)) {
        row_.priv = levels[random_.below(3)];
        return;
    }
    row_.ctype = static_cast<uint8_t>(random_.below(uint64_t{1} << config_.params.ctype_width_p));
    row_.context = random_.next();
}

// Violates a rule of the port: any output is allowed, but the encoder must continue to work.
void IngressDriver::misuse()
{
    if (options_.misuse == Misuse::none || row_.blocks == 0 || !misuse_random_.percent(5))
        return;
    const unsigned most = config_.params.blocks_p;
    rvt_block &oldest = row_.block[0];
    Misuse kind = options_.misuse;
    if (kind == Misuse::any)
        kind = static_cast<Misuse>(1 + misuse_random_.below(5));
    if (kind == Misuse::hole && most > 1) {
        row_.block[most - 1] = oldest;
        row_.blocks = static_cast<uint8_t>(most);
        oldest.iretire = oldest.itype = 0;
    } else if (kind == Misuse::trap && most > 1) {
        row_.block[1] = oldest;
        row_.blocks = 2;
        oldest.itype = static_cast<uint8_t>(1 + misuse_random_.below(2));
    } else if (kind == Misuse::special) {
        oldest.iretire = 0;
        oldest.itype = RVT_ITYPE_TAKEN_BRANCH;
    } else if (kind == Misuse::size) {
        oldest.iretire = 1;
        oldest.ilastsize = 1;
    } else if (kind == Misuse::itype) {
        oldest.itype = 7; // reserved
    } else if (kind == Misuse::branch && most > 1) {
        row_.block[1] = oldest;
        row_.blocks = 2;
        oldest.itype = RVT_ITYPE_NONTAKEN_BRANCH;
        oldest.iretire = 2;
        oldest.ilastsize = 1;
        row_.block[1].iaddr = oldest.iaddr + 8;
    } else if (kind == Misuse::any) {
        for (unsigned k = 0; k < most; k++) {
            row_.block[k].itype = static_cast<uint8_t>(misuse_random_.below(16));
            row_.block[k].iretire = static_cast<uint32_t>(misuse_random_.below(4));
            row_.block[k].ilastsize = static_cast<uint8_t>(misuse_random_.below(2));
        }
        row_.blocks = static_cast<uint8_t>(most);
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

// Values that the encoder must ignore; time keeps its value.
void IngressDriver::noise()
{
    signals_.cause.write(random_.next());
    signals_.tval.write(random_.next());
    signals_.priv.write(random_.next());
    for (unsigned k = 0; k < config_.params.blocks_p; k++)
        signals_.iaddr[k].write(random_.next());
    signals_.context.write(random_.next());
    signals_.ctype.write(random_.next());
    signals_.ilastsize.write(random_.next());
    signals_.impdef.write(random_.next());
    signals_.sijump.write(random_.next());
}

// Random signals of a data interface that the encoder was not built for.
void IngressDriver::unused_data()
{
    constexpr uint64_t numbers = 11; // that data_noise takes: all else is as random as with data
    const uint64_t noise = port_random_.next();
    random_.skip(numbers);
    if (noise % 8 != 0) // no logic is behind these ports, and each change costs time
        return;
    signals_.dretire.write(noise & 1);
    signals_.lresp.write(noise >> 1);
    signals_.dtype.write(noise >> 3);
    signals_.daddr.write(noise);
    signals_.dsize.write(noise >> 5);
    signals_.ddata.write(~noise);
    signals_.doperand.write(noise >> 7);
    signals_.dblock.write(noise >> 9);
    signals_.iaddr_lsbs.write(noise >> 11);
    signals_.lrid.write(noise >> 13);
    signals_.lid.write(noise >> 15);
    signals_.sdata.write(noise >> 17);
    signals_.ldata.write(noise >> 19);
}

// Random data interface signals without a valid access; ignored: the encoder ignores all of them.
// Without split signalling it ignores the responses always.
void IngressDriver::data_noise(bool ignored)
{
    if (!config_.options.data_trace) {
        unused_data();
        return;
    }
    signals_.dretire.write(ignored && random_.percent(50));
    if (ignored)
        signals_.lresp.write(random_.next());
    else
        signals_.lresp.write(split_ ? 0 : port_random_.next());
    signals_.dtype.write(random_.next());
    signals_.daddr.write(random_.next());
    signals_.dsize.write(random_.next());
    signals_.ddata.write(random_.next());
    signals_.doperand.write(random_.next());
    signals_.dblock.write(random_.next());
    signals_.iaddr_lsbs.write(random_.next());
    signals_.lrid.write(random_.next());
    signals_.lid.write(random_.next());
    signals_.sdata.write(random_.next());
    signals_.ldata.write(random_.next());
}

void IngressDriver::present_data(const rvt_access &access)
{
    signals_.dretire.write(access.dretire);
    if (split_)
        signals_.lresp.write(access.lresp);
    if (access.dretire) {
        signals_.dtype.write(access.dtype);
        signals_.daddr.write(access.daddr);
        signals_.dsize.write(access.dsize);
        signals_.ddata.write(access.data);
        signals_.doperand.write(access.operand);
        signals_.dblock.write(access.dblock);
        signals_.iaddr_lsbs.write(access.iaddr_lsbs);
        signals_.sdata.write(access.sdata);
        if (split_) // a unified hart has no lrid
            signals_.lrid.write(access.lrid);
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
    bool items = false;
    for (unsigned k = 0; k < row_.blocks; k++)
        items = items || row_.block[k].iretire != 0 || row_.block[k].itype != 0;
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
    signals_.cause.write(row_.cause);
    signals_.tval.write(row_.tval);
    signals_.priv.write(row_.priv);
    signals_.context.write(row_.context);
    signals_.ctype.write(row_.ctype);
    signals_.trigger.write(row_.trigger);
    signals_.impdef.write(row_.impdef);
    present_blocks();
}

// Block k begins at bit 16 k; in unused blocks only itype and iretire have a meaning.
void IngressDriver::present_blocks()
{
    uint64_t itype = 0, iretire = 0, ilastsize = 0, sijump = 0;
    for (unsigned k = 0; k < config_.params.blocks_p; k++) {
        bool used = k < row_.blocks && (row_.block[k].iretire != 0 || row_.block[k].itype != 0);
        const uint64_t noise = used ? 0 : random_.next();
        const rvt_block &block = row_.block[k];
        itype |= used ? uint64_t{block.itype} << 16 * k : 0;
        iretire |= used ? uint64_t{block.iretire} << 16 * k : 0;
        ilastsize |= (used ? block.ilastsize : noise & 3) << 16 * k;
        sijump |= (used ? block.sijump : noise >> 2 & 1) << k;
        signals_.iaddr[k].write(used ? block.iaddr : noise);
    }
    signals_.itype.write(itype);
    signals_.iretire.write(iretire);
    signals_.ilastsize.write(ilastsize);
    signals_.sijump.write(sijump);
}

void IngressDriver::clocked()
{
    if (!signals_.rst_n.read())
        return;
    if (signals_.stall.read()) { // the row at the port was not taken
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

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "top.hpp"

#include <verilated.h>

#include "Vtb_top.h"
#if VM_TRACE_FST
#include <verilated_fst_sc.h>
#endif
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

namespace rvt
{

struct Top::Parts {
    Vtb_top top{"TOP"};
#if VM_TRACE_FST
    VerilatedFstSc waves;
#endif
};

Top::Top(Signals &signals, sc_core::sc_signal<bool> &clock) : parts_(std::make_unique<Parts>())
{
    Vtb_top &top = parts_->top;
    top.clk_i(clock);
    top.rst_ni(signals.rst_n);
    top.itype_i(signals.itype);
    top.cause_i(signals.cause);
    top.tval_i(signals.tval);
    top.priv_i(signals.priv);
    top.iaddr0_i(signals.iaddr[0]);
    top.iaddr1_i(signals.iaddr[1]);
    top.iaddr2_i(signals.iaddr[2]);
    top.iaddr3_i(signals.iaddr[3]);
    top.context_i(signals.context);
    top.time_i(signals.time);
    top.ctype_i(signals.ctype);
    top.sijump_i(signals.sijump);
    top.iretire_i(signals.iretire);
    top.ilastsize_i(signals.ilastsize);
    top.trigger_i(signals.trigger);
    top.impdef_i(signals.impdef);
    top.halted_i(signals.halted);
    top.reset_i(signals.reset);
    top.dretire_i(signals.dretire);
    top.dtype_i(signals.dtype);
    top.daddr_i(signals.daddr);
    top.dsize_i(signals.dsize);
    top.ddata_i(signals.ddata);
    top.doperand_i(signals.doperand);
    top.dblock_i(signals.dblock);
    top.iaddr_lsbs_i(signals.iaddr_lsbs);
    top.lrid_i(signals.lrid);
    top.lresp_i(signals.lresp);
    top.lid_i(signals.lid);
    top.sdata_i(signals.sdata);
    top.ldata_i(signals.ldata);
    top.stall_o(signals.stall);
    top.lost_o(signals.lost);
    top.paddr_i(signals.paddr);
    top.psel_i(signals.psel);
    top.penable_i(signals.penable);
    top.pwrite_i(signals.pwrite);
    top.pwdata_i(signals.pwdata);
    top.prdata_o(signals.prdata);
    top.pready_o(signals.pready);
    top.pslverr_o(signals.pslverr);
    top.sending_o(signals.sending);
    top.busy_o(signals.busy);
    top.valid_o(signals.valid);
    top.ready_i(signals.ready);
    top.data_o(signals.data);
    top.bytes_o(signals.bytes);
    top.last_o(signals.last);
    top.end_i(signals.end);
    top.done_o(signals.done);
    top.failed_o(signals.failed);
}

Top::~Top() = default;

void Top::final()
{
    parts_->top.final();
}

bool Top::has_waves()
{
    return VM_TRACE_FST;
}

bool Top::has_coverage()
{
    return VM_COVERAGE;
}

void Top::open_waves(const std::string &path)
{
#if VM_TRACE_FST
    Verilated::traceEverOn(true);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    parts_->top.trace(&parts_->waves, 99);
    parts_->waves.open(path.c_str());
#else
    (void)path;
#endif
}

void Top::close_waves()
{
#if VM_TRACE_FST
    parts_->waves.close();
#endif
}

void Top::write_coverage(const std::string &path)
{
#if VM_COVERAGE
    Verilated::threadContextp()->coveragep()->write(path.c_str());
#else
    (void)path;
#endif
}

} // namespace rvt

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "adapter.hpp"

#include <type_traits>

#include <verilated.h>

#include "Vrvt_rvfi_ingress.h"

namespace rvt
{
namespace
{

constexpr unsigned flush_cycles = 400;

// Writes value to width bits of a port from bit lsb.
template <typename Port> void put(Port &port, unsigned lsb, unsigned width, uint64_t value)
{
    for (unsigned bit = 0; bit < width; bit++) {
        unsigned at = lsb + bit;
        if constexpr (std::is_integral_v<Port>) {
            Port mask = static_cast<Port>(Port{1} << at);
            port = static_cast<Port>((port & ~mask) | (value >> bit & 1 ? mask : Port{0}));
        } else {
            uint32_t mask = uint32_t{1} << at % 32;
            port[at / 32] = (port[at / 32] & ~mask) | (value >> bit & 1 ? mask : 0);
        }
    }
}

template <typename Port> uint64_t get(const Port &port, unsigned lsb, unsigned width)
{
    uint64_t value = 0;
    for (unsigned bit = 0; bit < width; bit++) {
        unsigned at = lsb + bit;
        uint64_t one;
        if constexpr (std::is_integral_v<Port>)
            one = static_cast<uint64_t>(port) >> at & 1;
        else
            one = port[at / 32] >> at % 32 & 1;
        value |= one << bit;
    }
    return value;
}

void put_cycle(Vrvt_rvfi_ingress &top, const Cycle &cycle)
{
    constexpr unsigned xlen = build_xlen;
    for (unsigned k = 0; k < build_channels; k++) {
        const Record &record = cycle.channel[k];
        bool machine = record.mode == 3;
        put(top.rvfi_valid_i, k, 1, record.valid);
        put(top.rvfi_order_i, 64 * k, 64, record.order);
        put(top.rvfi_insn_i, 32 * k, 32, record.insn);
        bool custom = (record.insn & custom_mask) == custom_match;
        put(top.custom_i, k, 1, custom);
        put(top.custom_itype_i, 4 * k, 4, custom ? RVT_ITYPE_TRAP_RETURN : 15);
        put(top.rvfi_trap_i, k, 1, record.trap);
        put(top.rvfi_halt_i, k, 1, 0);
        put(top.rvfi_intr_i, k, 1, record.intr);
        put(top.rvfi_mode_i, RVFI_privilege_width_p * k, RVFI_privilege_width_p, record.mode);
        put(top.rvfi_pc_rdata_i, xlen * k, xlen, record.pc);
        put(top.rvfi_pc_wdata_i, xlen * k, xlen, record.next);
        put(top.rvfi_csr_mcause_rdata_i, xlen * k, xlen, machine ? record.cause : ~record.cause);
        put(top.rvfi_csr_mtval_rdata_i, xlen * k, xlen, machine ? record.tval : ~record.tval);
        put(top.rvfi_csr_mepc_rdata_i, xlen * k, xlen, machine ? record.epc : ~record.epc);
        put(top.rvfi_csr_mstatus_rdata_i, xlen * k, xlen, machine ? record.status : ~record.status);
        put(top.rvfi_csr_scause_rdata_i, xlen * k, xlen, machine ? ~record.cause : record.cause);
        put(top.rvfi_csr_stval_rdata_i, xlen * k, xlen, machine ? ~record.tval : record.tval);
        put(top.rvfi_csr_sepc_rdata_i, xlen * k, xlen, machine ? ~record.epc : record.epc);
        put(top.rvfi_csr_sstatus_rdata_i, xlen * k, xlen, machine ? ~record.status : record.status);
    }
    top.trap_valid_i = cycle.event_valid;
    top.trap_irq_i = cycle.event.irq;
    put(top.trap_cause_i, 0, RVFI_ecause_width_p, cycle.event.cause);
    put(top.trap_tval_i, 0, RVFI_iaddress_width_p, cycle.event.tval);
    put(top.trap_epc_i, 0, RVFI_iaddress_width_p, cycle.event.epc);
    put(top.trap_target_i, 0, RVFI_iaddress_width_p, cycle.event.target);
    put(top.trap_priv_i, 0, RVFI_privilege_width_p, cycle.event.priv);
    put(top.context_i, 0, RVFI_context_width_p, cycle.context);
    put(top.time_i, 0, RVFI_time_width_p, cycle.time);
    top.debug_i = cycle.debug;
}

rvt_row get_row(const Vrvt_rvfi_ingress &top)
{
    rvt_row row{};
    row.halted = top.halted_o;
    row.cause = static_cast<uint32_t>(get(top.cause_o, 0, RVFI_ecause_width_p));
    row.tval = get(top.tval_o, 0, RVFI_iaddress_width_p);
    row.priv = static_cast<uint8_t>(get(top.priv_o, 0, RVFI_privilege_width_p));
    row.context = get(top.context_o, 0, RVFI_context_width_p);
    row.time = get(top.time_o, 0, RVFI_time_width_p);
    row.ctype = static_cast<uint8_t>(get(top.ctype_o, 0, RVFI_ctype_width_p));
    row.blocks = RVFI_blocks_p;
    for (unsigned k = 0; k < RVFI_blocks_p; k++) {
        rvt_block &block = row.block[k];
        block.itype =
            static_cast<uint8_t>(get(top.itype_o, RVFI_itype_width_p * k, RVFI_itype_width_p));
        block.iretire = static_cast<uint32_t>(
            get(top.iretire_o, RVFI_iretire_width_p * k, RVFI_iretire_width_p));
        block.iaddr = get(top.iaddr_o, RVFI_iaddress_width_p * k, RVFI_iaddress_width_p);
        block.ilastsize = static_cast<uint8_t>(get(top.ilastsize_o, k, 1));
        block.sijump = get(top.sijump_o, k, 1) != 0;
    }
    return row;
}

bool is_used(const rvt_row &row)
{
    bool used = row.halted;
    for (unsigned k = 0; k < row.blocks; k++)
        used = used || row.block[k].iretire > 0 || row.block[k].itype > 0;
    return used;
}

} // namespace

rvt_config build_config()
{
    rvt_config config;
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.blocks_p = RVFI_blocks_p;
    config.params.retires_p = RVFI_retires_p;
    config.params.iaddress_width_p = RVFI_iaddress_width_p;
    config.params.itype_width_p = RVFI_itype_width_p;
    config.params.ecause_width_p = RVFI_ecause_width_p;
    config.params.privilege_width_p = RVFI_privilege_width_p;
    config.params.context_width_p = RVFI_context_width_p;
    config.params.time_width_p = RVFI_time_width_p;
    config.params.ctype_width_p = RVFI_ctype_width_p;
    config.params.iretire_width_p = RVFI_iretire_width_p;
    config.params.nocontext_p = false;
    config.params.notime_p = false;
    config.params.sijump_p = true;
    return config;
}

Outcome run_adapter(const std::vector<Cycle> &cycles, unsigned stall, unsigned flush,
                    Random &random)
{
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(static_cast<int>(random.below(1u << 30)) + 1);
    Vrvt_rvfi_ingress top(&context, "adapter");
    Outcome outcome;
    top.clk_i = 0;
    top.rst_ni = 0;
    put_cycle(top, {});
    top.flush_i = 0;
    top.stall_i = 0;
    for (unsigned edge = 0; edge < 4; edge++) {
        top.eval();
        top.clk_i = !top.clk_i;
    }
    top.rst_ni = 1;
    uint64_t cycle_number = 0;
    for (size_t c = 0; c < cycles.size() + flush_cycles; c++) {
        bool flushing = c >= cycles.size();
        put_cycle(top, flushing ? Cycle{} : cycles[c]);
        top.flush_i = c == cycles.size() || (!flushing && random.percent(flush));
        top.stall_i = random.percent(flushing ? stall / 2 : stall);
        top.clk_i = 0;
        top.eval();
        rvt_row row = get_row(top);
        row.cycle = cycle_number++;
        if (!top.stall_i && is_used(row))
            outcome.rows.push_back(row);
        if (top.lost_o)
            outcome.lost.push_back(c);
        outcome.order_faults += top.order_fault_o;
        outcome.address_faults += top.address_fault_o;
        outcome.trap_faults += top.trap_fault_o;
        outcome.assumed += top.assumed_o;
        outcome.idle = top.idle_o;
        top.clk_i = 1;
        top.eval();
    }
    top.final();
    return outcome;
}

} // namespace rvt

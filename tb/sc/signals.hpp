// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The wires between the bench and tb_top, named like the encoder's ports.
#ifndef RVT_TB_SIGNALS_HPP
#define RVT_TB_SIGNALS_HPP

#include <cstdint>

#include <systemc>

namespace rvt
{

struct Signals {
    // to the encoder
    sc_core::sc_signal<bool> rst_n{"rst_n"};
    sc_core::sc_signal<uint64_t> itype{"itype"}, cause{"cause"}, tval{"tval"}, priv{"priv"};
    sc_core::sc_signal<uint64_t> context{"context"}, time{"time"}, ctype{"ctype"};
    sc_core::sc_signal<uint64_t> iretire{"iretire"}, ilastsize{"ilastsize"}, trigger{"trigger"};
    sc_core::sc_signal<uint64_t> impdef{"impdef"}, sijump{"sijump"};
    sc_core::sc_vector<sc_core::sc_signal<uint64_t>> iaddr{"iaddr", 4}; // block by block
    sc_core::sc_signal<bool> halted{"halted"}, reset{"reset"};
    sc_core::sc_signal<bool> dretire{"dretire"};
    sc_core::sc_signal<uint64_t> dtype{"dtype"}, daddr{"daddr"}, dsize{"dsize"}, ddata{"ddata"};
    sc_core::sc_signal<uint64_t> doperand{"doperand"}, iaddr_lsbs{"iaddr_lsbs"}, lrid{"lrid"};
    sc_core::sc_signal<uint64_t> dblock{"dblock"};
    sc_core::sc_signal<uint64_t> lresp{"lresp"}, lid{"lid"}, sdata{"sdata"}, ldata{"ldata"};
    sc_core::sc_signal<uint64_t> paddr{"paddr"}, pwdata{"pwdata"};
    sc_core::sc_signal<bool> psel{"psel"}, penable{"penable"}, pwrite{"pwrite"};
    sc_core::sc_signal<bool> ready{"ready"}, end{"end"};
    // from the encoder
    sc_core::sc_signal<bool> stall{"stall"}, lost{"lost"};
    sc_core::sc_signal<uint64_t> prdata{"prdata"}, data{"data"}, bytes{"bytes"};
    sc_core::sc_signal<bool> pready{"pready"}, pslverr{"pslverr"};
    sc_core::sc_signal<bool> valid{"valid"}, last{"last"};
    sc_core::sc_signal<bool> sending{"sending"}, busy{"busy"};
    // from the scoreboard
    sc_core::sc_signal<bool> done{"done"}, failed{"failed"};
};

} // namespace rvt

#endif

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "waves.hpp"

#include <fstream>

namespace rvt
{
namespace
{

struct Group {
    const char *title;
    const char *scope;
    const char *signals; // separated by spaces, with their ranges
};

// The most useful signals, from the hart to the bytes.
const Group groups[] = {
    {"clock", "TOP.tb_top.", "clk_i rst_ni"},
    {"ingress", "TOP.tb_top.",
     "itype_i[63:0] iaddr0_i[63:0] iaddr1_i[63:0] iaddr2_i[63:0] iaddr3_i[63:0] iretire_i[63:0] "
     "ilastsize_i[63:0] cause_i[63:0] tval_i[63:0] "
     "priv_i[63:0] "
     "context_i[63:0] time_i[63:0] ctype_i[63:0] trigger_i[63:0] halted_i reset_i stall_o lost_o"},
    {"control", "TOP.tb_top.u_encoder.", "enable_status tracing_status trig_enable_status idle"},
    {"packets", "TOP.tb_top.u_encoder.", "pkt_valid pkt_ready pkt_bytes[4:0] pkt_payload[247:0]"},
    {"bytes", "TOP.tb_top.", "valid_o ready_i data_o[63:0] bytes_o[63:0] last_o"},
    {"scoreboard", "TOP.tb_top.", "failed_o done_o"},
};

} // namespace

bool write_signal_list(const std::string &waves, uint64_t cycle)
{
    constexpr uint64_t before = 40; // cycles shown before the marker
    std::ofstream list(waves + ".gtkw");
    uint64_t start = cycle > before ? (cycle - before) * cycle_ps : 0;
    size_t slash = waves.rfind('/');
    list << "[dumpfile] \"" << (slash == std::string::npos ? waves : waves.substr(slash + 1))
         << "\"\n";
    list << "[timestart] " << start << "\n";
    list << "*-17.0 " << cycle * cycle_ps << "\n";
    for (const Group &group : groups) {
        list << "@200\n-" << group.title << "\n@22\n";
        std::string signals = group.signals;
        for (size_t at = 0; at < signals.size();) {
            size_t end = signals.find(' ', at);
            end = end == std::string::npos ? signals.size() : end;
            list << group.scope << signals.substr(at, end - at) << "\n";
            at = end + 1;
        }
    }
    return static_cast<bool>(list.flush());
}

} // namespace rvt

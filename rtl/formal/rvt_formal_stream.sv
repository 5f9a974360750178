// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of stages 3 to 5 after the port, for one block per row and for several: for any rows
// and events, including rows that violate the port rules, a packet that waits does not change. The
// other proved assertions are in the modules themselves (RVT_ASSERT).
//
// Assumed: the head of the elastic buffer does not change until it is taken; te_data becomes due
// before a packet is offered, and waits in a row before its blocks are decided, not while a packet
// waits (asserted in rvt_item_stream, which simulation checks). The widths are those of the
// smallest encoder; no decision depends on them.

`default_nettype none

module rvt_formal_stream #(
  parameter int unsigned blocks_p = 1,
  localparam int unsigned entry_bits_p = 41 + 13 * blocks_p
) (
  input  logic                    clk_i,
  input  logic [11:0]             options_i,  // sync mode and maximum, modes
  input  logic                    entry_valid_i,
  input  logic [entry_bits_p-1:0] entry_i,
  input  logic                    hold_i,     // te_data goes first
  input  logic                    alone_i,    // te_data waits in the row
  input  logic                    ready_i
);

  localparam int unsigned Blocks = 41;  // first bit of the fields of the blocks

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  // The port drops blocks that violate its rules.
  logic [4*blocks_p-1:0] itype_raw, itype, iaddr;
  logic [2*blocks_p-1:0] iretire, halfwords;
  logic [blocks_p-1:0]   notify, ilastsize, sijump;

  assign {itype_raw, iaddr, iretire, notify, ilastsize, sijump} = entry_i[entry_bits_p-1:Blocks];

  rvt_ingress_port #(
    .blocks_p(blocks_p), .retires_p(4), .itype_width_p(4), .iretire_width_p(2), .size_width_p(2)
  ) u_port (
    .itype_i(itype_raw), .iretire_i(iretire), .ilastsize_i(ilastsize),
    .itype_o(itype), .halfwords_o(halfwords)
  );

  logic        pop, valid, busy, modes_step;
  logic [3:0]  packet;
  logic [4:0]  branches;
  logic [30:0] map;
  logic [31:0] branch_count;
  logic [24:0] fields;

  rvt_item_stream #(
    .blocks_p(blocks_p), .iaddress_width_p(4), .iaddress_lsb_p(1), .itype_width_p(4),
    .ecause_width_p(1), .privilege_width_p(1), .context_width_p(1), .time_width_p(1),
    .ctype_width_p(2), .iretire_width_p(2), .ilastsize_width_p(1), .bpred_size_p(1),
    .bcount_max_p(32'd2), .cache_size_p(1), .return_stack_size_p(1), .depth_width_p(2)
  ) u_items (
    .clk_i, .rst_ni(rst_n),
    .sync_mode_i(options_i[1:0]), .sync_max_i(options_i[5:2]), .modes_i(options_i[11:6]),
    .entry_valid_i, .entry_pop_o(pop),
    .lost_event_i({entry_i[39], entry_i[0]}), .end_event_i(entry_i[1]),
    .disable_event_i(entry_i[2]),
    .enable_event_i(entry_i[3]), .row_i(entry_i[4]), .qualified_i(entry_i[5]),
    .forget_i(entry_i[6]), .cycles_i(entry_i[26:7]), .cause_i(entry_i[27]),
    .tval_i(entry_i[31:28]), .priv_i(entry_i[32]), .context_i(entry_i[33]), .time_i(entry_i[34]),
    .ctype_i(entry_i[36:35]), .modes_event_i(entry_i[37]),
    .modes_after_i({entry_i[40], entry_i[38]}),
    .notify_i(notify), .itype_i(itype), .iaddr_i(iaddr), .iretire_i(halfwords),
    .ilastsize_i(ilastsize), .sijump_i(sijump),
    .busy_o(busy), .hold_i, .alone_i, .modes_step_o(modes_step),
    .valid_o(valid), .ready_i,
    .packet_o(packet), .branches_o(branches), .map_o(map), .branch_count_o(branch_count),
    .branch_failed_o(fields[0]), .address_o(fields[4:1]), .notify_flag_o(fields[5]),
    .updiscon_flag_o(fields[6]), .branch_bit_o(fields[7]), .priv_o(fields[8]), .time_o(fields[9]),
    .context_o(fields[10]), .ecause_o(fields[11]), .interrupt_o(fields[12]), .thaddr_o(fields[13]),
    .tval_o(fields[17:14]), .ienable_o(fields[18]), .qual_status_o(fields[20:19]),
    .irreport_flag_o(fields[21]), .depth_o(fields[23:22]), .dloss_o(fields[24]),
    .cur_valid_o(), .cur_first_o(), .cur_done_o(), .leave_o(), .issue_o()
  );

  // ---- what was seen a cycle ago ---------------------------------------------------------------

  logic        waits_q, held_q, alone_q, modes_step_q;
  logic [11:0] options_q;
  logic [entry_bits_p-1:0] entry_q;
  logic [96:0] all, all_q;

  assign all = {packet, branches, map, branch_count, fields};

  initial begin
    waits_q = 1'b0;
    held_q  = 1'b0;
  end

  always @(posedge clk_i) begin
    waits_q   <= rst_n & valid & ~ready_i;
    held_q    <= rst_n & entry_valid_i & ~pop;
    options_q <= options_i;
    entry_q   <= entry_i;
    modes_step_q <= modes_step;
    alone_q   <= alone_i;
    all_q     <= all;
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      OptionsOfOneSession: assume ((options_i == options_q) | modes_step_q);
      HeadIsHeld: assume (~held_q | (entry_valid_i & (entry_i == entry_q)));
      HoldIsInTime: assume (~waits_q | (~hold_i & (alone_i == alone_q)));
      PacketWaits: assert (~waits_q | (valid & (all == all_q)));
    end
  end

endmodule

`default_nettype wire

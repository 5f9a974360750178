// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Implicit return: a stack of return addresses, or a counter of calls, and the values of it that a
// packet reports.
//
// Timing: every output shows how the current item was reached, before its own call or return, in
// the same cycle; calls and returns act with step_i. A sync packet empties the stack before the
// call that it reports is entered. A full stack drops its oldest entry; a full counter saturates.
// Without stack and counter all outputs are constant 0.
//
// Spec: E-Trace, Implicit return mode, Format 2 irreport and irdepth; ETR-MODE-001..009, -012;
//       AMB-010..020; docs/decisions/0002-optional-modes.md.

`default_nettype none

module rvt_return_stack #(
  parameter int unsigned iaddress_width_p    = 64,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned return_stack_size_p = 0,  // log2 of the entries, 0: none
  parameter int unsigned call_counter_size_p = 0,  // bits, 0: none
  parameter int unsigned depth_width_p       = 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        enable_i,  // implicit return mode
  // how the current item was reached
  input  logic [iaddress_width_p-1:0] address_i, // of its first instruction, or its EPC
  output logic                        right_o,   // by a return, as predicted
  output logic                        failed_o,  // by a return whose prediction failed
  output logic [depth_width_p-1:0]    depth_o,   // entries; with failed_o before that return
  // a return, and since then neither a call nor a branch
  output logic                        open_o,
  // what it does
  input  logic                        call_i,
  input  logic                        return_i,
  input  logic                        branch_i,
  input  logic [iaddress_width_p-1:0] link_i,    // the address its return would go to
  // its decision
  input  logic                        step_i,    // the current item was decided
  input  logic                        sync_i  // ... a sync packet was sent
);

  if (return_stack_size_p == 0 && call_counter_size_p == 0) begin : gen_none

    assign right_o  = 1'b0;
    assign failed_o = 1'b0;
    assign depth_o  = '0;
    assign open_o   = 1'b0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, enable_i, address_i, call_i, return_i, branch_i, link_i,
                      step_i, sync_i};

  end else begin : gen_depth

    localparam logic [depth_width_p-1:0] One  = depth_width_p'(1);
    localparam logic [depth_width_p-1:0] Full = (return_stack_size_p > 0)
                                              ? depth_width_p'(1 << return_stack_size_p)
                                              : depth_width_p'((1 << call_counter_size_p) - 1);

    // ---- depth -------------------------------------------------------------------------------

    logic [depth_width_p-1:0] depth_q, start, depth_d;
    logic                     popped_q, open_q, push, pop;

    assign start = sync_i ? '0 : depth_q;
    assign push  = enable_i & call_i;
    assign pop   = enable_i & return_i & (start != '0);

    always_comb begin
      if (push & (start != Full)) begin
        depth_d = start + One;
      end else if (pop) begin
        depth_d = start - One;
      end else begin
        depth_d = start;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        depth_q  <= '0;
        popped_q <= 1'b0;
        open_q   <= 1'b0;
      end else if (step_i) begin
        depth_q  <= depth_d;
        popped_q <= pop;
        open_q   <= return_i | (open_q & ~sync_i & ~call_i & ~branch_i);
      end
    end

    assign depth_o = depth_q + (failed_o ? One : '0);
    assign open_o  = enable_i & open_q;

    // ---- prediction --------------------------------------------------------------------------

    if (return_stack_size_p > 0) begin : gen_stack

      localparam int unsigned Entries = 1 << return_stack_size_p;
      localparam int unsigned Bits    = iaddress_width_p - iaddress_lsb_p;

      // The next free entry; after a return it still holds the address that was removed.
      logic [return_stack_size_p-1:0] place_q;
      logic [Bits-1:0]                link_q [Entries];
      logic                           same;

      assign same     = link_q[place_q] == address_i[iaddress_width_p-1:iaddress_lsb_p];
      assign right_o  = popped_q & same;
      assign failed_o = popped_q & ~same;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          place_q <= '0;
        end else if (step_i & push) begin
          place_q <= place_q + return_stack_size_p'(1);
        end else if (step_i & pop) begin
          place_q <= place_q - return_stack_size_p'(1);
        end
      end

      always_ff @(posedge clk_i) begin
        if (step_i & push) begin
          link_q[place_q] <= link_i[iaddress_width_p-1:iaddress_lsb_p];
        end
      end

`ifdef RVT_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          NeverTooDeep: assert (depth_q <= Full);
        end
      end
`endif

    end else begin : gen_counter

      assign right_o  = popped_q;
      assign failed_o = 1'b0;

    end

    logic unused_addresses;
    assign unused_addresses = ^{address_i, link_i};  // a counter uses no address

`ifdef RVT_ASSERT
    always @(posedge clk_i) begin
      if (rst_ni) begin
        PoppedNotFull: assert (~popped_q | (depth_q != Full));
      end
    end
`endif

  end

endmodule

`default_nettype wire

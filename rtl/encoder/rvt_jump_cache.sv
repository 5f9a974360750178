// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Jump target cache: the latest targets of uninferable jumps, direct mapped by the target's own
// address.
//
// Timing: hit_o holds for the current item in the same cycle; entries are stored with step_i. Any
// target that is reported is entered, whatever packet reports it; a sync packet invalidates every
// entry and enters nothing. Without entries hit_o is constant 0.
//
// Spec: E-Trace, Jump target cache mode; ETR-MODE-040..048; AMB-080..086.

`default_nettype none

module rvt_jump_cache #(
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned iaddress_lsb_p   = 1,
  parameter int unsigned cache_size_p     = 0  // log2 of the entries, 0: none
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        enable_i,  // jump target cache mode
  input  logic [iaddress_width_p-1:0] address_i, // of the current item
  output logic                        hit_o,     // the cache holds it
  // its decision
  input  logic                        step_i,    // the current item was decided
  input  logic                        target_i,  // ... it is reported as the target of a jump
  input  logic                        sync_i  // ... a sync packet was sent
);

  if (cache_size_p == 0) begin : gen_none

    assign hit_o = 1'b0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, enable_i, address_i, step_i, target_i, sync_i};

  end else begin : gen_cache

    localparam int unsigned Entries = 1 << cache_size_p;
    localparam int unsigned TagAt   = iaddress_lsb_p + cache_size_p;
    localparam int unsigned TagBits = iaddress_width_p - TagAt;

    logic [cache_size_p-1:0] index;
    logic [TagBits-1:0]      tag;
    logic [Entries-1:0]      valid_q;
    logic [TagBits-1:0]      tag_q [Entries];
    logic                    write;

    assign index = address_i[iaddress_lsb_p+:cache_size_p];
    assign tag   = address_i[iaddress_width_p-1:TagAt];
    assign hit_o = enable_i & valid_q[index] & (tag_q[index] == tag);
    assign write = step_i & target_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
      end else if (step_i) begin
        valid_q <= (sync_i ? '0 : valid_q) | (Entries'(target_i) << index);
      end
    end

    always_ff @(posedge clk_i) begin
      if (write) begin
        tag_q[index] <= tag;
      end
    end

    logic unused_address;
    assign unused_address = ^address_i;  // bits below iaddress_lsb_p are 0

`ifdef RVT_ASSERT
    always @(posedge clk_i) begin
      if (rst_ni) begin
        NoTargetInSync: assert (~(target_i & sync_i));
      end
    end
`endif

  end

endmodule

`default_nettype wire

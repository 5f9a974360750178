// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Branch prediction: the table of two-bit entries, and the count of correctly predicted branches
// that replaces the branch map once 31 outcomes in a row were predicted correctly.
//
// Timing: in the same cycle, every output includes the outcome of the current item (decision step
// 2); table and count are stored with step_i. A sync packet resets every entry to 01 before the
// branch that it reports trains its own entry. An untrained entry counts as 01, so a reset clears
// one flag per entry. Without entries all outputs are constant 0.
//
// Spec: E-Trace, Branch prediction mode, Format 0 packets; ETR-MODE-020..029; ETR-ALG-011, -012,
//       -058; AMB-060..064, -069.

`default_nettype none

module rvt_branch_predictor #(
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned iaddress_lsb_p   = 1,
  parameter int unsigned bpred_size_p     = 0,  // log2 of the entries, 0: none
  parameter logic [31:0] bcount_max_p     = 32'hffff_ffff  // less for tests only
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        enable_i,   // branch prediction mode
  // the current item
  input  logic                        branch_i,   // a qualified branch
  input  logic                        taken_i,
  input  logic [iaddress_width_p-1:0] address_i,
  input  logic [4:0]                  branches_i, // outcomes in the map, its own included
  // the outcomes before it are counted, so its own is not entered in the map
  output logic                        counting_o,
  output logic                        counted_o,  // at least 31 unreported, all predicted correctly
  output logic [31:0]                 count_o,    // ... their number less 31
  output logic                        failed_o,   // ... and its own outcome, not counted, was not
  output logic                        limit_o,    // ... and its own brought the count to its limit
  // its decision
  input  logic                        step_i,     // the current item was decided
  input  logic                        sync_i,     // ... a sync packet was sent
  input  logic                        clear_i  // ... all outcomes are reported or dropped
);

  if (bpred_size_p == 0) begin : gen_none

    assign counting_o = 1'b0;
    assign counted_o  = 1'b0;
    assign count_o    = 32'd0;
    assign failed_o   = 1'b0;
    assign limit_o    = 1'b0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, enable_i, branch_i, taken_i, address_i, branches_i, step_i,
                      sync_i, clear_i};

  end else begin : gen_predictor

    localparam int unsigned Entries = 1 << bpred_size_p;

    // ---- table -------------------------------------------------------------------------------

    logic [bpred_size_p-1:0] index;
    logic [Entries-1:0]      trained_q;
    logic [1:0]              table_q [Entries];
    logic [1:0]              entry, start, trained;
    logic                    hit, write;

    assign index   = address_i[iaddress_lsb_p+:bpred_size_p];
    assign entry   = trained_q[index] ? table_q[index] : 2'b01;
    assign hit     = enable_i & branch_i & (entry[1] == taken_i);
    assign write   = step_i & branch_i;

    // The upper bit follows the outcome after two wrong predictions, the lower bit each time.
    assign start   = sync_i ? 2'b01 : entry;
    assign trained = {(start[1] != start[0]) ? taken_i : start[1], taken_i};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        trained_q <= '0;
      end else if (step_i) begin
        trained_q <= (sync_i ? '0 : trained_q) | (Entries'(branch_i) << index);
      end
    end

    always_ff @(posedge clk_i) begin
      if (write) begin
        table_q[index] <= trained;
      end
    end

    // ---- count -------------------------------------------------------------------------------

    logic        right_q, right, counting_q, counted_on, reached;
    logic [31:0] count_q;

    assign right      = right_q & (hit | ~branch_i);
    assign reached    = ~counting_q & right & branch_i & (branches_i == 5'd31);
    assign counting_o = counting_q;
    assign counted_o  = counting_q | reached;
    assign counted_on = counting_q & hit;
    assign count_o    = count_q + 32'(counted_on);
    assign failed_o   = counting_q & branch_i & ~hit;
    assign limit_o    = counted_o & hit & (count_o == bcount_max_p);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        right_q    <= 1'b1;
        counting_q <= 1'b0;
        count_q    <= 32'd0;
      end else if (step_i) begin
        right_q    <= clear_i | right;
        counting_q <= ~clear_i & counted_o;
        count_q    <= clear_i ? 32'd0 : count_o;
      end
    end

    logic unused_address;
    assign unused_address = ^address_i;  // the index uses a few of its bits

`ifdef RVT_ASSERT
    always @(posedge clk_i) begin
      if (rst_ni) begin
        CountsWhatIsRight:  assert (right_q | ~counting_q);
        NoCountWithoutMany: assert (counting_q | (count_q == 32'd0));
        FailureIsReported:  assert (~(step_i & failed_o) | clear_i);
      end
    end
`endif

  end

endmodule

`default_nettype wire

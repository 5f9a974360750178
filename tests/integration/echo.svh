// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// In place of an encoder: prints each row that it takes, with the number of its cycle, and stalls
// in about every third cycle. A row of several blocks and accesses is printed as one number for
// each signal.

logic        stalling = 1'b0;
int unsigned elapsed = 0;  // cycles without stall since `play`

assign stall     = stalling;
assign lost      = 1'b0;
assign out_valid = 1'b0;
assign out_data  = '0;
assign out_bytes = '0;
assign out_last  = 1'b0;

always_ff @(posedge clk) begin
  stalling <= $urandom_range(2) == 0;
  if (play && !stall) elapsed <= elapsed + 1;
  if (rst_n && !stall && (|tip_itype || |tip_iretire || |tip_trigger || |tip_dretire || |tip_lresp
                          || tip_halted || tip_reset)) begin
    $display("row %0d %h %h %h %h %h %h %h %h %h %h %h %h %h %h", elapsed, tip_itype, tip_cause,
             tip_tval, tip_priv, tip_iaddr, tip_iretire, tip_ilastsize, tip_context, tip_ctype,
             tip_time, tip_sijump, tip_trigger, tip_halted, tip_reset);
    $display("data %h %h %h %h %h %h %h %h %h %h %h", tip_dretire, tip_dtype, tip_dsize, tip_dblock,
             tip_daddr, tip_ddata, tip_iaddr_lsbs, tip_lrid, tip_lresp, tip_lid, tip_ldata);
  end
end

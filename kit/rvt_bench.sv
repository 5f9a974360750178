// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
@if player@
// Written by rvt kit; do not edit. Plays a tip trace into the encoder that connect.svh
// instantiates, under the scoreboard. Plusargs beside those of the scoreboard:
//   +rvt_tip=FILE       the trace
@end@
@if core@
// Written by rvt kit; do not edit. The core that core.svh instantiates runs its program; its RVFI
// becomes the rows that the scoreboard compares. Plusargs beside those of the scoreboard:
//   +rvt_cycles=CYCLES  the program ends at the latest so long after the reset of the core;
//                       default: 1000000
//   +rvt_rvfi=FILE      the log of RVFI, as `rvt tip --from rvfi` reads it
@end@
//   +rvt_config=FILE    the configuration, rvt.yaml
//   +rvt_ready=PERCENT  how often the bench takes a packet or beat, 1 to 100; default: 100
//   +rvt_drain=CYCLES   the run ends at most so long after `enable` fell; default: 1000000
//   +rvt_passed=FILE    written only if the verdict that decides is `passed`; it is missing after a
//                       run that your modules ended by $finish
// The simulation ends with $fatal if the verdict that decides is not `passed`.

module rvt_bench;

  // Cycles of the reset, from there to the rise of `enable`, from there to the first row, and from
  // the last row to the fall of `enable`.
  localparam int unsigned GapCycles   = 100;
  // Without output for so many cycles, the encoder is empty.
  localparam int unsigned QuietCycles = 1000;

  // Clock, and the ingress port.
  logic clk = 1'b0, rst_n = 1'b0, enable = 1'b0;
  logic [@blocks_p@*@itype_width_p@-1:0] tip_itype;
  logic [@ecause_width_p@-1:0] tip_cause;
  logic [@iaddress_width_p@-1:0] tip_tval;
  logic [@privilege_width_p@-1:0] tip_priv;
  logic [@blocks_p@*@iaddress_width_p@-1:0] tip_iaddr;
  logic [@blocks_p@*@iretire_width_p@-1:0] tip_iretire;
  logic [@blocks_p@*@ilastsize_width_p@-1:0] tip_ilastsize;
@if !nocontext_p@
  logic [@context_width_p@-1:0] tip_context;
  logic [@ctype_width_p@-1:0] tip_ctype;
@end@
@if !notime_p@
  logic [@time_width_p@-1:0] tip_time;
@end@
@if sijump_p@
  logic [@blocks_p@-1:0] tip_sijump;
@end@
  logic [@blocks_p@+1:0] tip_trigger;
@if filters_p@
  logic [@impdef_width_p@-1:0] tip_impdef;
@end@
  logic tip_halted, tip_reset;
@if data_trace@
  logic [@accesses@-1:0] tip_dretire;
  logic [4*@accesses@-1:0] tip_dtype;
  logic [2*@accesses@-1:0] tip_dsize, tip_dblock, tip_lresp;
  logic [64*@accesses@-1:0] tip_daddr, tip_ddata, tip_doperand, tip_sdata, tip_ldata;
  logic [16*@accesses@-1:0] tip_iaddr_lsbs;
  logic [8*@accesses@-1:0] tip_lrid, tip_lid;
@end@

  // What the configuration says of the encoder, for connect.svh.
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned blocks_p            = @blocks_p@;
  localparam int unsigned retires_p           = @retires_p@;
  localparam int unsigned itype_width_p       = @itype_width_p@;
  localparam int unsigned iaddress_width_p    = @iaddress_width_p@;
  localparam int unsigned iaddress_lsb_p      = @iaddress_lsb_p@;
  localparam int unsigned iretire_width_p     = @iretire_width_p@;
  localparam int unsigned return_stack_size_p = @return_stack_size_p@;
  localparam int unsigned call_counter_size_p = @call_counter_size_p@;
  localparam int unsigned bpred_size_p        = @bpred_size_p@;
  localparam int unsigned cache_size_p        = @cache_size_p@;
  localparam bit          full_address        = 1'b@full_address@;
  localparam bit          implicit_return     = 1'b@implicit_return@;
  localparam bit          implicit_exception  = 1'b@implicit_exception@;
  localparam bit          branch_prediction   = 1'b@branch_prediction@;
  localparam bit          jump_target_cache   = 1'b@jump_target_cache@;
  // verilator lint_on UNUSEDPARAM

  // Out of the encoder, except for the ready signals.
  logic stall, lost;
@if packets@
  logic pkt_valid, pkt_ready;
  logic [4:0] pkt_bytes;
  logic [247:0] pkt_payload;
@end@
@if packets data_trace@
  logic pkt_data;
@end@
@if bytes@
  logic out_valid, out_ready;
  logic [8*@lanes@-1:0] out_data;
  logic [$clog2(@lanes@+1)-1:0] out_bytes;
@end@
@if bytes last@
  logic out_last;
@end@

@if encoder@
  `include "connect.svh"
@end@
@if !encoder@
  assign stall = 1'b0;
  assign lost  = 1'b0;
@end@

  logic play = 1'b0, end_run = 1'b0, done, failed;

  // Your file may set parameters of rvt_check with this macro.
`ifndef RVT_CHECK_PARAMETERS
  `define RVT_CHECK_PARAMETERS
`endif
  rvt_check #(`RVT_CHECK_PARAMETERS) u_check (.*);

@if player@
  `include "rvt_player.svh"
@end@
@if core@
  `include "rvt_core.svh"
@end@

  always #1 clk = ~clk;

  typedef enum int {Reset, Settle, Start, Play, Stop, Drain, End} phase_e;

  phase_e      phase         = Reset;
  int unsigned waited        = 0;  // cycles in this phase
  int unsigned quiet         = 0;  // cycles without output directly before this one
  int unsigned ready_percent = 100;
  int unsigned drain_cycles  = 1000000;
  string       passed_path   = "";

  initial begin
    void'($value$plusargs("rvt_passed=%s", passed_path));
    void'($value$plusargs("rvt_drain=%d", drain_cycles));
    if ($value$plusargs("rvt_ready=%d", ready_percent) != 0 &&
        (ready_percent < 1 || ready_percent > 100)) begin
      $fatal(1, "rvt: +rvt_ready=%0d: expected 1 to 100", ready_percent);
    end
  end

  // Goes on after so many cycles in this phase.
  function automatic phase_e after(input int unsigned cycles, input phase_e next);
    return waited < cycles ? phase : next;
  endfunction

  function automatic void write_passed();
    int file;
    file = $fopen(passed_path, "w");
    if (file == 0) $fatal(1, "rvt: +rvt_passed=%s: cannot create the file", passed_path);
    $fdisplay(file, "passed");
    $fclose(file);
  endfunction

  always_ff @(posedge clk) begin
    phase_e next;
    case (phase)
      Reset:   next = after(GapCycles, Settle);
      Settle:  next = after(GapCycles, Start);
      Start:   next = after(GapCycles, Play);
      Play:    next = played ? Stop : Play;
      Stop:    next = emptied ? after(GapCycles, Drain) : Stop;
      Drain:   next = quiet < QuietCycles ? after(drain_cycles, End) : End;
      default: next = End;
    endcase
    phase   <= next;
    waited  <= next == phase ? waited + 1 : 0;
    rst_n   <= next != Reset;
    enable  <= next == Start || next == Play || next == Stop;
    play    <= next == Play;
    end_run <= next == End;
    quiet   <= quiet + 1;
@if packets@
    if (pkt_valid) quiet <= 0;
    pkt_ready <= $urandom_range(99) < ready_percent;
@end@
@if bytes@
    if (out_valid) quiet <= 0;
    out_ready <= $urandom_range(99) < ready_percent;
@end@
    if (phase == Drain && next == End && quiet < QuietCycles) begin
      $display("rvt: the encoder still sends %0d cycles after enable fell (+rvt_drain)",
               drain_cycles);
    end
    if (done) begin
      if (failed) $fatal(1, "rvt: the run failed");
      if (passed_path != "") write_passed();
      $finish;
    end
  end

endmodule

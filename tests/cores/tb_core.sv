// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A core's RVFI through the adapter and the encoder, under the scoreboard. The log of +log=FILE
// takes the place of the core. +csrs: the adapter knows traps from the CSRs, not from its trap
// port. +retirq: the core has PicoRV32's trap return. parameters.svh: from `rvt config --sv`.
//
// Prints the scoreboard's verdicts, and what the adapter lost, assumed or refused. Ends with $fatal
// if a verdict fails, if there was no record, or if the adapter lost or refused one.
`default_nettype none

module tb_core;

  // verilator lint_off UNUSEDPARAM
  `include "parameters.svh"
  // verilator lint_on UNUSEDPARAM

  localparam int unsigned OutBytes    = 8;
  localparam int unsigned FifoDepth   = 16;
  localparam int unsigned QuietCycles = 1000;
  localparam logic [31:0] RetirqMask  = 32'hfe00007f, RetirqMatch = 32'h0400000b;
  localparam logic [3:0]  TrapReturn  = 4'd3;  // itype

  logic clk = 1'b0, rst_n = 1'b1, core_rst_n = 1'b0, flush = 1'b0, end_run = 1'b0;

  always #1 clk = ~clk;

  logic retirq = 1'b0;
  initial retirq = $test$plusargs("retirq") != 0;

  // ---- the core ------------------------------------------------------------------------------

  logic        rvfi_valid, rvfi_trap, rvfi_intr, core_done;
  logic [63:0] rvfi_order;
  logic [31:0] rvfi_insn, rvfi_pc_rdata, rvfi_pc_wdata;
  logic [1:0]  rvfi_mode;
  logic [31:0] csr_mcause, csr_mtval, csr_mepc, csr_mstatus;
  logic        trap_valid, trap_irq;
  logic [4:0]  trap_cause;
  logic [31:0] trap_tval, trap_epc, trap_target;
  logic [1:0]  trap_priv;

  rvfi_log_player u_core (.rst_n(core_rst_n), .done(core_done), .*);

  // ---- the adapter: one for each source of traps, of which one is used -----------------------

  localparam int unsigned Sources = 2;  // trap_source_p: the trap port, the CSRs

  // The ports of an encoder, and what the adapter says beside them.
  typedef struct packed {
    logic [itype_width_p-1:0]     itype;
    logic [ecause_width_p-1:0]    cause;
    logic [iaddress_width_p-1:0]  tval;
    logic [iaddress_width_p-1:0]  iaddr;
    logic [privilege_width_p-1:0] priv;
    logic [context_width_p-1:0]   software;  // context
    logic [time_width_p-1:0]      now;
    logic [ctype_width_p-1:0]     ctype;
    logic                         sijump;
    logic [iretire_width_p-1:0]   iretire;
    logic [ilastsize_width_p-1:0] ilastsize;
    logic                         halted;
    logic                         lost;
    logic                         order_fault;
    logic                         address_fault;
    logic                         trap_fault;
    logic                         assumed;
    logic                         idle;
  } adapter_t;

  adapter_t adapters [Sources];
  adapter_t hart;
  logic     csrs = 1'b0, stall, lost;

  initial csrs = $test$plusargs("csrs") != 0;

  assign hart = adapters[csrs];

  for (genvar s = 0; s < Sources; s++) begin : gen_adapter
    rvt_rvfi_ingress #(
      .nret_p(1), .blocks_p(blocks_p), .retires_p(retires_p), .iaddress_width_p(iaddress_width_p),
      .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
      .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
      .time_width_p(time_width_p), .ctype_width_p(ctype_width_p),
      .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p), .trap_source_p(s)
    ) u_adapter (
      .clk_i(clk), .rst_ni(rst_n),
      .rvfi_valid_i(rvfi_valid), .rvfi_order_i(rvfi_order), .rvfi_insn_i(rvfi_insn),
      .rvfi_trap_i(rvfi_trap), .rvfi_halt_i(1'b0), .rvfi_intr_i(rvfi_intr),
      .rvfi_mode_i(rvfi_mode), .rvfi_pc_rdata_i(rvfi_pc_rdata), .rvfi_pc_wdata_i(rvfi_pc_wdata),
      .rvfi_csr_mcause_rdata_i(csr_mcause), .rvfi_csr_mtval_rdata_i(csr_mtval),
      .rvfi_csr_mepc_rdata_i(csr_mepc), .rvfi_csr_mstatus_rdata_i(csr_mstatus),
      .rvfi_csr_scause_rdata_i('0), .rvfi_csr_stval_rdata_i('0), .rvfi_csr_sepc_rdata_i('0),
      .rvfi_csr_sstatus_rdata_i('0),
      .trap_valid_i(trap_valid), .trap_irq_i(trap_irq), .trap_cause_i(trap_cause),
      .trap_tval_i(trap_tval), .trap_epc_i(trap_epc), .trap_target_i(trap_target),
      .trap_priv_i(trap_priv),
      .custom_i(retirq & ((rvfi_insn & RetirqMask) == RetirqMatch)), .custom_itype_i(TrapReturn),
      .context_i('0), .time_i('0), .debug_i(1'b0), .flush_i(flush),
      .itype_o(adapters[s].itype), .cause_o(adapters[s].cause), .tval_o(adapters[s].tval),
      .priv_o(adapters[s].priv), .iaddr_o(adapters[s].iaddr), .context_o(adapters[s].software),
      .time_o(adapters[s].now), .ctype_o(adapters[s].ctype), .sijump_o(adapters[s].sijump),
      .iretire_o(adapters[s].iretire), .ilastsize_o(adapters[s].ilastsize),
      .halted_o(adapters[s].halted), .stall_i(stall), .lost_o(adapters[s].lost),
      .order_fault_o(adapters[s].order_fault), .address_fault_o(adapters[s].address_fault),
      .trap_fault_o(adapters[s].trap_fault), .assumed_o(adapters[s].assumed),
      .idle_o(adapters[s].idle)
    );
  end

  // ---- the encoder ---------------------------------------------------------------------------

  logic                         psel = 1'b0, penable = 1'b0, pready, write;
  logic [11:0]                  paddr = '0;
  logic [31:0]                  pwdata = '0;
  logic                         out_valid, out_last;
  logic [8*OutBytes-1:0]        out_data;
  logic [$clog2(OutBytes+1)-1:0] out_bytes;

  // verilator lint_off PINCONNECTEMPTY
  rvt_trace_encoder #(
    .blocks_p(blocks_p), .retires_p(retires_p), .iaddress_width_p(iaddress_width_p),
    .iaddress_lsb_p(iaddress_lsb_p), .itype_width_p(itype_width_p),
    .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
    .context_width_p(context_width_p), .nocontext_p(nocontext_p), .time_width_p(time_width_p),
    .notime_p(notime_p), .ctype_width_p(ctype_width_p), .iretire_width_p(iretire_width_p),
    .ilastsize_width_p(ilastsize_width_p), .fifo_depth_p(FifoDepth),
    .out_bytes_p(OutBytes)
  ) u_encoder (
    .clk_i(clk), .rst_ni(rst_n),
    .itype_i(hart.itype), .cause_i(hart.cause), .tval_i(hart.tval), .priv_i(hart.priv),
    .iaddr_i(hart.iaddr), .context_i(hart.software), .time_i(hart.now), .ctype_i(hart.ctype),
    .sijump_i(hart.sijump), .iretire_i(hart.iretire), .ilastsize_i(hart.ilastsize),
    .trigger_i('0), .impdef_i('0), .halted_i(hart.halted), .reset_i(1'b0), .stall_o(stall),
    .lost_o(lost),
    .dretire_i(1'b0), .dtype_i('0), .daddr_i('0), .dsize_i('0), .data_i('0), .operand_i('0),
    .dblock_i('0), .iaddr_lsbs_i('0), .lrid_i('0), .lresp_i('0), .lid_i('0), .sdata_i('0),
    .ldata_i('0),
    .paddr_i(paddr), .psel_i(psel), .penable_i(penable), .pwrite_i(1'b1), .pwdata_i(pwdata),
    .prdata_o(), .pready_o(pready), .pslverr_o(),
    .valid_o(out_valid), .ready_i(1'b1), .data_o(out_data), .bytes_o(out_bytes), .last_o(out_last)
  );
  // verilator lint_on PINCONNECTEMPTY

  assign write = psel & penable & pready;

  // ---- the scoreboard ------------------------------------------------------------------------

  logic done, failed;

  rvt_scoreboard #(
    .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .itype_width_p(itype_width_p),
    .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
    .context_width_p(context_width_p), .time_width_p(time_width_p), .ctype_width_p(ctype_width_p),
    .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
    .encoder_p(1'b1), .retires_p(retires_p), .iaddress_lsb_p(iaddress_lsb_p),
    .nocontext_p(nocontext_p), .notime_p(notime_p),
    .packets_p(1'b0), .out_bytes_p(OutBytes),
    // rtl/README.md, Timing
    .decision_cycles_p(3), .packet_cycles_p(3), .buffer_depth_p(FifoDepth)
  ) u_scoreboard (
    .clk_i(clk), .rst_ni(rst_n),
    .itype_i(hart.itype), .cause_i(hart.cause), .tval_i(hart.tval), .priv_i(hart.priv),
    .iaddr_i(hart.iaddr), .context_i(hart.software), .time_i(hart.now), .ctype_i(hart.ctype),
    .sijump_i(hart.sijump), .iretire_i(hart.iretire), .ilastsize_i(hart.ilastsize),
    .trigger_i('0), .impdef_i('0), .halted_i(hart.halted), .reset_i(1'b0), .stall_i(stall),
    .lost_i(lost),
    .dretire_i('0), .dtype_i('0), .dsize_i('0), .dblock_i('0), .daddr_i('0), .ddata_i('0),
    .doperand_i('0), .iaddr_lsbs_i('0), .lrid_i('0), .lresp_i('0), .lid_i('0), .sdata_i('0),
    .ldata_i('0),
    .control_valid_i(write & (paddr == 12'h000)), .control_enable_i(pwdata[0] & pwdata[1]),
    .control_tracing_i(pwdata[0] & pwdata[2]), .control_trig_enable_i(pwdata[0] & pwdata[11]),
    .write_valid_i(write), .write_offset_i(paddr), .write_value_i(pwdata),
    .pkt_valid_i(1'b0), .pkt_ready_i(1'b1), .pkt_data_i(1'b0), .pkt_bytes_i('0), .pkt_payload_i('0),
    .valid_i(out_valid), .ready_i(1'b1), .data_i(out_data), .bytes_i(out_bytes), .last_i(out_last),
    .beat_valid_i(out_valid), .beat_ready_i(1'b1),
    .end_i(end_run), .done_o(done), .failed_o(failed)
  );

  // ---- the run -------------------------------------------------------------------------------

  int unsigned records = 0, events = 0, losses = 0, assumptions = 0, quiet = 0;
  int unsigned faults [3] = '{0, 0, 0};  // of order, address, trap

  always @(posedge clk) if (rst_n) begin
    records <= records + 32'(rvfi_valid);
    events  <= events + 32'(trap_valid);
    losses  <= losses + 32'(hart.lost) + 32'(lost);
    faults[0]   <= faults[0] + 32'(hart.order_fault);
    faults[1]   <= faults[1] + 32'(hart.address_fault);
    faults[2]   <= faults[2] + 32'(hart.trap_fault);
    assumptions <= assumptions + 32'(hart.assumed);
    quiet   <= (out_valid || !hart.idle) ? 0 : quiet + 1;
  end

  // A write of a register, two cycles. Inputs change at the falling edge.
  task automatic write_register(input logic [11:0] offset, input logic [31:0] value);
    paddr  = offset;
    pwdata = value;
    psel   = 1'b1;
    @(negedge clk);
    penable = 1'b1;
    do @(negedge clk); while (!pready);
    psel    = 1'b0;
    penable = 1'b0;
    @(negedge clk);
  endtask

  initial begin
    @(negedge clk);
    rst_n = 1'b0;
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    @(negedge clk);
    write_register(12'h000, 32'h1);  // trTeActive
    write_register(12'h000, 32'h7);  // and trTeEnable, trTeInstTracing
    core_rst_n = 1'b1;
    while (!core_done) @(negedge clk);
    repeat (4) @(negedge clk);
    flush = 1'b1;
    @(negedge clk);
    flush = 1'b0;
    repeat (QuietCycles) @(negedge clk);
    while (quiet < QuietCycles) @(negedge clk);
    write_register(12'h000, 32'h1);
    repeat (QuietCycles) @(negedge clk);
    while (quiet < QuietCycles) @(negedge clk);
    end_run = 1'b1;
    while (!done) @(negedge clk);
    $display("core: %0d records, %0d events, %0d losses, %0d assumptions; faults: order %0d, ",
             records, events, losses, assumptions, faults[0],
             $sformatf("address %0d, trap %0d", faults[1], faults[2]));
    if (failed || records == 0 || losses + faults[0] + faults[1] + faults[2] != 0)
      $fatal(1, "core: the run failed");
    $finish;
  end

endmodule

`default_nettype wire

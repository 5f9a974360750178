// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Written by rvt kit; do not edit. Writes RVFI to the file of +rvt_rvfi=FILE, a record in a line,
// as `rvt tip --from rvfi` reads it. The first record of a handler shows the trap before it: in the
// columns of the trap CSRs, whether they are those of the core or come from the trap port.

// The writer of a file is no hardware.
// verilator lint_off BLKSEQ
`default_nettype none

module rvt_rvfi_log #(
  parameter int unsigned nret_p            = 1,
  parameter int unsigned xlen_p            = 32,
  parameter int unsigned iaddress_width_p  = 32,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned trap_source_p     = 0  // 0: trap port, 1: trap CSRs, 2: none
) (
  input wire logic                                clk,
  input wire logic [nret_p-1:0]                   valid,
  input wire logic [64*nret_p-1:0]                order,
  input wire logic [32*nret_p-1:0]                insn,
  input wire logic [nret_p-1:0]                   trap, intr,
  input wire logic [privilege_width_p*nret_p-1:0] mode,
  input wire logic [xlen_p*nret_p-1:0]            pc_rdata, pc_wdata,
  input wire logic [xlen_p*nret_p-1:0]            mcause, mtval, mstatus, scause, stval, sstatus,
  // the trap port
  input wire logic                                event_valid, event_irq,
  input wire logic [ecause_width_p-1:0]           event_cause,
  input wire logic [iaddress_width_p-1:0]         event_tval, event_target,
  input wire logic [privilege_width_p-1:0]        event_priv
);

  localparam int unsigned Events = 16;  // more do not wait for their records
  localparam int unsigned MppLsb = 11, SppLsb = 8;
  localparam logic [31:0] Ecall = 32'h00000073, Ebreak = 32'h00100073, CompressedEbreak = 32'h9002;

  string path = "";
  int    file = 0;

  // Events that wait for the first record of their handler; a new one replaces the oldest.
  logic                         irqs    [Events];
  logic [ecause_width_p-1:0]    causes  [Events];
  logic [iaddress_width_p-1:0]  tvals   [Events], targets [Events];
  logic [privilege_width_p-1:0] privs   [Events];
  int unsigned                  head = 0, tail = 0;

  bit after_trap = 1'b0;

  initial begin
    if ($value$plusargs("rvt_rvfi=%s", path) != 0) begin
      file = $fopen(path, "w");
      if (file == 0) $fatal(1, "rvt: +rvt_rvfi=%s: cannot create the file", path);
      $fwrite(file, "order insn trap intr mode pc_rdata pc_wdata");
      if (trap_source_p != 2) begin
        $fwrite(file, " csr_mcause_rdata csr_mtval_rdata csr_mstatus_rdata");
        $fwrite(file, " csr_scause_rdata csr_stval_rdata csr_sstatus_rdata");
      end
      $fwrite(file, "\n");
    end
  end

  // Leaves the event of the handler at this address at the head: if two traps come before a record,
  // the record shows the second.
  function automatic void find_event(input logic [iaddress_width_p-1:0] address);
    for (int unsigned i = head; i != tail; i++) begin
      if (targets[i % Events] == address) begin
        head = i;
        return;
      end
    end
  endfunction

  // The trap CSRs of the handler that the event at the head leads to, or 0; the event is used.
  function automatic void write_event();
    logic [xlen_p-1:0] cause, value, machine, supervisor;
    logic [3:0]        at;  // 16 events
    cause      = '0;
    value      = '0;
    machine    = '0;
    supervisor = '0;
    at         = 4'(head % Events);
    if (head != tail) begin
      cause                            = xlen_p'(causes[at]);
      cause[xlen_p-1]                  = irqs[at];
      value                            = xlen_p'(tvals[at]);
      machine[MppLsb+:2]               = 2'(privs[at]);
      supervisor[SppLsb]               = privs[at][0];
      head                             = head + 1;
    end
    $fwrite(file, " %0h %0h %0h %0h %0h %0h", cause, value, machine, cause, value, supervisor);
  endfunction

  function automatic void write_record(input int unsigned k);
    logic [31:0] word;
    bit          traps;
    word  = insn[32*k+:32];
    traps = trap[k] || word == Ecall || word == Ebreak || word == CompressedEbreak;
    $fwrite(file, "%0h %0h %0h %0h %0h %0h %0h", order[64*k+:64], word, traps, intr[k],
            mode[privilege_width_p*k+:privilege_width_p], pc_rdata[xlen_p*k+:xlen_p],
            pc_wdata[xlen_p*k+:xlen_p]);
    if (trap_source_p == 1) begin
      $fwrite(file, " %0h %0h %0h", mcause[xlen_p*k+:xlen_p], mtval[xlen_p*k+:xlen_p],
              mstatus[xlen_p*k+:xlen_p]);
      $fwrite(file, " %0h %0h %0h", scause[xlen_p*k+:xlen_p], stval[xlen_p*k+:xlen_p],
              sstatus[xlen_p*k+:xlen_p]);
    end else if (trap_source_p == 0 && (intr[k] || after_trap)) begin
      find_event(pc_rdata[xlen_p*k+:iaddress_width_p]);
      write_event();
    end else if (trap_source_p == 0) begin
      $fwrite(file, " 0 0 0 0 0 0");
    end
    $fwrite(file, "\n");
    after_trap = traps;
  endfunction

  always @(posedge clk) begin
    for (int unsigned k = 0; k < nret_p; k++) begin
      if (file != 0 && valid[k]) write_record(k);
    end
    if (event_valid) begin
      irqs[tail % Events]    = event_irq;
      causes[tail % Events]  = event_cause;
      tvals[tail % Events]   = event_tval;
      targets[tail % Events] = event_target;
      privs[tail % Events]   = event_priv;
      tail                   = tail + 1;
      if (tail - head > Events) head = tail - Events;
    end
  end

  final if (file != 0) $fclose(file);

endmodule
// verilator lint_on BLKSEQ

`default_nettype wire

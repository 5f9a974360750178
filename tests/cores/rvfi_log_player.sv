// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// In place of a core with RVFI: plays a log of one (vectors/cores/README.md) from +log=FILE, each
// line in the cycle in which the core showed it. A signal without a column in the log is 0.
// rvfi_order counts from 0.

// The reader of the file is no hardware.
// verilator lint_off BLKSEQ
module rvfi_log_player (
  input  logic        clk,
  input  logic        rst_n,
  output logic        rvfi_valid,
  output logic [63:0] rvfi_order,
  output logic [31:0] rvfi_insn,
  output logic        rvfi_trap,
  output logic        rvfi_intr,
  output logic [1:0]  rvfi_mode,
  output logic [31:0] rvfi_pc_rdata,
  output logic [31:0] rvfi_pc_wdata,
  output logic [31:0] csr_mcause, csr_mtval, csr_mepc, csr_mstatus,
  output logic        trap_valid,  // a trap is taken in this cycle
  output logic        trap_irq,
  output logic [4:0]  trap_cause,
  output logic [31:0] trap_tval,
  output logic [31:0] trap_epc,
  output logic [31:0] trap_target,
  output logic [1:0]  trap_priv,
  output logic        done         // the log is over
);

  localparam int MaxColumns = 32;

  typedef enum int {
    Idle, Valid, Insn, Trap, Intr, Mode, PcRdata, PcWdata, Mcause, Mtval, Mepc, Mstatus,
    TrapValid, TrapIrq, TrapCause, TrapTval, TrapEpc, TrapTarget, TrapPriv, Other
  } column_e;

  column_e     columns [MaxColumns];
  int          count = 0;    // columns of the log
  int          file;
  int unsigned waits = 0;    // cycles before the line that was read
  logic [31:0] value [Other + 1];
  string       path, line, name;
  longint      next_order = 0;

  function automatic column_e column_of(input string text);
    case (text)
      "idle":              return Idle;
      "valid":             return Valid;
      "insn":              return Insn;
      "trap":              return Trap;
      "intr":              return Intr;
      "mode":              return Mode;
      "pc_rdata":          return PcRdata;
      "pc_wdata":          return PcWdata;
      "csr_mcause_rdata":  return Mcause;
      "csr_mtval_rdata":   return Mtval;
      "csr_mepc_rdata":    return Mepc;
      "csr_mstatus_rdata": return Mstatus;
      "trap_valid":        return TrapValid;
      "trap_irq":          return TrapIrq;
      "trap_cause":        return TrapCause;
      "trap_tval":         return TrapTval;
      "trap_epc":          return TrapEpc;
      "trap_target":       return TrapTarget;
      "trap_priv":         return TrapPriv;
      default:             return Other;
    endcase
  endfunction

  // Reads a line into value; at the end of the file, sets done.
  task automatic read_line;
    for (int i = 0; i <= int'(Other); i++) value[i] = '0;
    for (int i = 0; i < count; i++) begin
      logic [31:0] word;
      if ($fscanf(file, "%h", word) != 1) begin
        if (i > 0) $fatal(1, "%s: the last line is cut", path);
        done = 1'b1;
        return;
      end
      value[columns[i]] = word;
    end
    waits = value[Idle];
  endtask

  initial begin
    done = 1'b0;
    if ($value$plusargs("log=%s", path) == 0) $fatal(1, "+log=FILE is missing");
    file = $fopen(path, "r");
    if (file == 0) $fatal(1, "%s: cannot read", path);
    if ($fgets(line, file) == 0) $fatal(1, "%s: empty", path);
    // The names are separated by one blank each.
    name = "";
    for (int i = 0; i < line.len(); i++) begin
      if (line[i] == " " || line[i] == "\n") begin
        if (count == MaxColumns) $fatal(1, "%s: too many columns", path);
        columns[count] = column_of(name);
        count++;
        name = "";
      end else begin
        name = {name, string'(line[i])};
      end
    end
    read_line();
  end

  // The line whose cycle it is, or nothing.
  always @(posedge clk) begin
    automatic bit now = rst_n && !done && waits == 0;
    rvfi_valid    <= now && value[Valid][0];
    rvfi_order    <= next_order;
    rvfi_insn     <= value[Insn];
    rvfi_trap     <= value[Trap][0];
    rvfi_intr     <= value[Intr][0];
    rvfi_mode     <= value[Mode][1:0];
    rvfi_pc_rdata <= value[PcRdata];
    rvfi_pc_wdata <= value[PcWdata];
    csr_mcause    <= value[Mcause];
    csr_mtval     <= value[Mtval];
    csr_mepc      <= value[Mepc];
    csr_mstatus   <= value[Mstatus];
    trap_valid    <= now && value[TrapValid][0];
    trap_irq      <= value[TrapIrq][0];
    trap_cause    <= value[TrapCause][4:0];
    trap_tval     <= value[TrapTval];
    trap_epc      <= value[TrapEpc];
    trap_target   <= value[TrapTarget];
    trap_priv     <= value[TrapPriv][1:0];
    if (now) begin
      next_order = next_order + longint'(value[Valid][0]);
      read_line();
    end else if (rst_n && waits > 0) begin
      waits = waits - 1;
    end
  end

endmodule
// verilator lint_on BLKSEQ

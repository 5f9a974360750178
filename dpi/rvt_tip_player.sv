// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Plays a tip trace: drives the ingress port of a trace encoder, cycle by cycle. A row is on the
// port in its cycle, counted from the first row of the file; in other cycles the port is idle.
// While stall_i is 1, nothing changes and the cycle does not count, so a row that the encoder does
// not take stays on the port. Signals that an idle port does not define, and priv, context, time,
// ctype, halted and reset, keep their values in idle cycles. The column `lost` of the trace has no
// effect: the encoder decides what it drops.
//
// Plusargs: +rvt_tip=FILE (the trace; else tip_p), +rvt_config=FILE (the configuration; else
// config_p). +NAME@INSTANCE=VALUE goes to one instance. A trace that cannot be read, or that has
// more blocks or accesses than the port, ends the simulation with $fatal, and so do stall_max_p
// stalled cycles one after another.
`default_nettype none

module rvt_tip_player #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned context_width_p   = 16,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned ctype_width_p     = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned impdef_width_p    = 1,
  parameter int unsigned accesses_p        = 1,       // groups of the data interface, 1..4
  parameter int unsigned stall_max_p       = 100000,  // stalled cycles in a row; 0: any
  parameter string       config_p          = "",
  parameter string       tip_p             = "",
  parameter string       instance_p        = ""       // its name in plusargs; "": %m
) (
  input wire logic                              clk_i,
  input wire logic                              rst_ni,
  input wire logic                              play_i,  // 1: rows are played; 0: the port is idle
  input wire logic                              stall_i, // the encoder does not take the row
  // ingress; block 0 in the lowest bits
  output logic [blocks_p*itype_width_p-1:0]     itype_o,
  output logic [ecause_width_p-1:0]             cause_o,
  output logic [iaddress_width_p-1:0]           tval_o,
  output logic [privilege_width_p-1:0]          priv_o,
  output logic [blocks_p*iaddress_width_p-1:0]  iaddr_o,
  output logic [context_width_p-1:0]            context_o,
  output logic [time_width_p-1:0]               time_o,
  output logic [ctype_width_p-1:0]              ctype_o,
  output logic [blocks_p-1:0]                   sijump_o,
  output logic [blocks_p*iretire_width_p-1:0]   iretire_o,
  output logic [blocks_p*ilastsize_width_p-1:0] ilastsize_o,
  output logic [blocks_p+1:0]                   trigger_o,
  output logic [impdef_width_p-1:0]             impdef_o,
  output logic                                  halted_o,
  output logic                                  reset_o,
  // data interface, group 0 in the lowest bits
  output logic [accesses_p-1:0]                 dretire_o,
  output logic [4*accesses_p-1:0]               dtype_o,
  output logic [2*accesses_p-1:0]               dsize_o,
  output logic [2*accesses_p-1:0]               dblock_o,
  output logic [64*accesses_p-1:0]              daddr_o,
  output logic [64*accesses_p-1:0]              ddata_o,
  output logic [64*accesses_p-1:0]              doperand_o,
  output logic [16*accesses_p-1:0]              iaddr_lsbs_o,
  output logic [8*accesses_p-1:0]               lrid_o,
  output logic [2*accesses_p-1:0]               lresp_o,
  output logic [8*accesses_p-1:0]               lid_o,
  output logic [64*accesses_p-1:0]              sdata_o,
  output logic [64*accesses_p-1:0]              ldata_o,
  output logic                                  done_o   // the encoder took the last row
);

  chandle          handle;
  bit              waiting;     // a row was read and is not on the port yet
  longint unsigned due, first;  // its cycle; the cycle of the first row
  longint unsigned now;         // cycles that were played
  int unsigned     stalled;     // stalled cycles directly before this one

  // Reads a row ahead. A fault ends the simulation.
  function automatic void read_ahead();
    int unsigned blocks, accesses;
    waiting = rvt_tip_dpi_pkg::c_dpi_rvt_tip_next(handle);
    if (rvt_tip_dpi_pkg::c_dpi_rvt_tip_error(handle) != "") begin
      $fatal(1, "rvt: %s", rvt_tip_dpi_pkg::c_dpi_rvt_tip_error(handle));
    end
    if (waiting) begin
      rvt_tip_dpi_pkg::c_dpi_rvt_tip_extent(handle, due, blocks, accesses);
      if (blocks > blocks_p || accesses > accesses_p) begin
        $fatal(1, "rvt: cycle %0d has %0d blocks and %0d accesses; the port has %0d and %0d", due,
               blocks, accesses, blocks_p, accesses_p);
      end
    end
  endfunction

  initial begin
    string config_path, tip_path, instance_name;
    config_path = config_p;
    tip_path = tip_p;
    instance_name = instance_p != "" ? instance_p : $sformatf("%m");
    rvt_plusargs_pkg::plus_text("rvt_config", instance_name, config_path);
    rvt_plusargs_pkg::plus_text("rvt_tip", instance_name, tip_path);
    if (config_path == "" || tip_path == "") begin
      $fatal(1, "rvt: the player needs +rvt_config=FILE and +rvt_tip=FILE");
    end
    handle = rvt_tip_dpi_pkg::c_dpi_rvt_tip_open(config_path, tip_path);
    now = 0;
    stalled = 0;
    read_ahead();
    if (!waiting) $fatal(1, "rvt: %s has no rows", tip_path);
    first = due;
  end

  task automatic present_sideband();
    int unsigned     cause, trigger, impdef;
    longint unsigned tval, context_value, time_value;
    byte unsigned    priv, ctype;
    bit              halted, reset;
    rvt_tip_dpi_pkg::c_dpi_rvt_tip_sideband(handle, cause, tval, priv, context_value, time_value,
                                            ctype, trigger, impdef, halted, reset);
    cause_o   <= ecause_width_p'(cause);
    tval_o    <= iaddress_width_p'(tval);
    priv_o    <= privilege_width_p'(priv);
    context_o <= context_width_p'(context_value);
    time_o    <= time_width_p'(time_value);
    ctype_o   <= ctype_width_p'(ctype);
    trigger_o <= (blocks_p + 2)'(trigger);
    impdef_o  <= impdef_width_p'(impdef);
    halted_o  <= halted;
    reset_o   <= reset;
  endtask

  task automatic present_blocks();
    longint unsigned iaddr;
    int unsigned     iretire;
    byte unsigned    itype, ilastsize;
    bit              sijump;
    for (int unsigned i = 0; i < blocks_p; i++) begin
      rvt_tip_dpi_pkg::c_dpi_rvt_tip_block(handle, i, iaddr, iretire, itype, ilastsize, sijump);
      iaddr_o[i*iaddress_width_p+:iaddress_width_p]      <= iaddress_width_p'(iaddr);
      iretire_o[i*iretire_width_p+:iretire_width_p]      <= iretire_width_p'(iretire);
      itype_o[i*itype_width_p+:itype_width_p]            <= itype_width_p'(itype);
      ilastsize_o[i*ilastsize_width_p+:ilastsize_width_p] <= ilastsize_width_p'(ilastsize);
      sijump_o[i]                                        <= sijump;
    end
  endtask

  task automatic present_accesses();
    longint unsigned daddr, data, operand, sdata, ldata;
    int unsigned     iaddr_lsbs;
    byte unsigned    dtype, dsize, dblock, lrid, lresp, lid;
    bit              dretire;
    for (int unsigned i = 0; i < accesses_p; i++) begin
      rvt_tip_dpi_pkg::c_dpi_rvt_tip_access(handle, i, dretire, dtype, dsize, dblock, daddr, data,
                                            operand, iaddr_lsbs, lrid, lresp, lid, sdata, ldata);
      dretire_o[i]            <= dretire;
      dtype_o[4*i+:4]         <= 4'(dtype);
      dsize_o[2*i+:2]         <= 2'(dsize);
      dblock_o[2*i+:2]        <= 2'(dblock);
      daddr_o[64*i+:64]       <= daddr;
      ddata_o[64*i+:64]       <= data;
      doperand_o[64*i+:64]    <= operand;
      iaddr_lsbs_o[16*i+:16]  <= 16'(iaddr_lsbs);
      lrid_o[8*i+:8]          <= lrid;
      lresp_o[2*i+:2]         <= 2'(lresp);
      lid_o[8*i+:8]           <= lid;
      sdata_o[64*i+:64]       <= sdata;
      ldata_o[64*i+:64]       <= ldata;
    end
  endtask

  // What an idle port must show.
  task automatic present_idle();
    itype_o   <= '0;
    iretire_o <= '0;
    trigger_o <= '0;
    dretire_o <= '0;
    lresp_o   <= '0;
  endtask

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      present_idle();
      cause_o      <= '0;
      tval_o       <= '0;
      priv_o       <= '0;
      iaddr_o      <= '0;
      context_o    <= '0;
      time_o       <= '0;
      ctype_o      <= '0;
      sijump_o     <= '0;
      ilastsize_o  <= '0;
      impdef_o     <= '0;
      halted_o     <= 1'b0;
      reset_o      <= 1'b0;
      dtype_o      <= '0;
      dsize_o      <= '0;
      dblock_o     <= '0;
      daddr_o      <= '0;
      ddata_o      <= '0;
      doperand_o   <= '0;
      iaddr_lsbs_o <= '0;
      lrid_o       <= '0;
      lid_o        <= '0;
      sdata_o      <= '0;
      ldata_o      <= '0;
      done_o       <= 1'b0;
    end else if (stall_i) begin
      stalled = stalled + 1;
      if (stalled == stall_max_p) begin
        $fatal(1, "rvt: the encoder stalled the hart for %0d cycles", stalled);
      end
    end else begin
      stalled = 0;
      present_idle();
      if (play_i) begin
        if (waiting && due - first <= now) begin
          present_sideband();
          present_blocks();
          present_accesses();
          read_ahead();
        end else if (!waiting) begin
          done_o <= 1'b1;
        end
        now = now + 1;
      end
    end
  end

  final rvt_tip_dpi_pkg::c_dpi_rvt_tip_close(handle);

endmodule

`default_nettype wire

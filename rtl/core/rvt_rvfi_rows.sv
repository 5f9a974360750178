// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The next row of a group of records: as many of the records that are left as one cycle of the
// ingress port can show, oldest first, and a trap after the last one if it can share the row.
//
// A block continues with the next instruction unless an instruction ends it. A row ends before
// another privilege, before a record that is cut off from the one before it, and when its blocks
// are used up. A trap shares the row with instructions if the last of them ends no block, and it
// was taken directly after it, from the same privilege.
//
// Timing: combinational.
//
// Spec: E-Trace, Instruction Trace Interface; ETR-ING-001..-010, -017.

`default_nettype none

module rvt_rvfi_rows #(
  parameter int unsigned nret_p            = 1,
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned retires_p         = 8,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1
) (
  // the records that are left, the oldest in the lowest bits
  input  logic [nret_p-1:0]                     left_i,
  input  logic [nret_p-1:0]                     retires_i,
  input  logic [nret_p-1:0]                     long_i,
  input  logic [nret_p*itype_width_p-1:0]       itype_i,
  input  logic [nret_p-1:0]                     ends_i,
  input  logic [nret_p-1:0]                     sijump_i,
  input  logic [nret_p-1:0]                     cut_i,
  input  logic [nret_p*iaddress_width_p-1:0]    pc_i,
  input  logic [nret_p*privilege_width_p-1:0]   priv_i,
  // the trap after them
  input  logic                                  trap_i,
  input  logic                                  trap_irq_i,
  input  logic [ecause_width_p-1:0]             trap_cause_i,
  input  logic [iaddress_width_p-1:0]           trap_tval_i,
  input  logic [iaddress_width_p-1:0]           trap_epc_i,
  input  logic [privilege_width_p-1:0]          trap_priv_i,
  // the row
  output logic [blocks_p*itype_width_p-1:0]     itype_o,
  output logic [blocks_p*iaddress_width_p-1:0]  iaddr_o,
  output logic [blocks_p*iretire_width_p-1:0]   iretire_o,
  output logic [blocks_p*ilastsize_width_p-1:0] ilastsize_o,
  output logic [blocks_p-1:0]                   sijump_o,
  output logic [ecause_width_p-1:0]             cause_o,
  output logic [iaddress_width_p-1:0]           tval_o,
  output logic [privilege_width_p-1:0]          priv_o,
  output logic                                  retires_o,  // it retires an instruction
  output logic                                  gap_o,      // the oldest record is cut off: no row
  output logic [nret_p-1:0]                     left_o,     // after the row
  output logic                                  trap_o      // the row has the trap
);

  localparam int unsigned UsedBits = $clog2(blocks_p + 1);

  logic [UsedBits-1:0]         used;   // blocks
  logic                        open;   // the newest block can continue
  logic                        shares; // the newest instruction ends no block
  logic                        full;   // the row ends here
  logic                        begun;  // a record was taken
  logic [iaddress_width_p-1:0] after;  // the newest instruction
  logic [iretire_width_p-1:0]  size;

  always_comb begin
    itype_o     = '0;
    iaddr_o     = '0;
    iretire_o   = '0;
    ilastsize_o = '0;
    sijump_o    = '0;
    cause_o     = '0;
    tval_o      = '0;
    priv_o      = '0;
    gap_o       = 1'b0;
    left_o      = left_i;
    trap_o      = 1'b0;
    used        = '0;
    open        = 1'b0;
    shares      = 1'b0;
    full        = 1'b0;
    begun       = 1'b0;
    after       = '0;
    size        = '0;

    for (int unsigned k = 0; k < nret_p; k++) begin
      if (left_i[k] & ~full) begin
        gap_o = cut_i[k] & ~begun;
        full  = cut_i[k];
        if (retires_i[k] & (used != '0)) begin
          full = full | (priv_i[privilege_width_p*k+:privilege_width_p] != priv_o)
               | (~open & (used == UsedBits'(blocks_p)));
        end
        if (~full) begin
          begun     = 1'b1;
          left_o[k] = 1'b0;
          if (retires_i[k]) begin
            size   = (retires_p > 1) ? (iretire_width_p'(1) << long_i[k]) : iretire_width_p'(1);
            priv_o = priv_i[privilege_width_p*k+:privilege_width_p];
            after  = pc_i[iaddress_width_p*k+:iaddress_width_p]
                   + (iaddress_width_p'(2) << long_i[k]);
            for (int unsigned b = 0; b < blocks_p; b++) begin
              if (open ? used == UsedBits'(b + 1) : used == UsedBits'(b)) begin
                if (~open) begin
                  iaddr_o[iaddress_width_p*b+:iaddress_width_p] =
                      pc_i[iaddress_width_p*k+:iaddress_width_p];
                end
                itype_o[itype_width_p*b+:itype_width_p] =
                    itype_i[itype_width_p*k+:itype_width_p];
                iretire_o[iretire_width_p*b+:iretire_width_p] =
                    iretire_o[iretire_width_p*b+:iretire_width_p] + size;
                ilastsize_o[ilastsize_width_p*b+:ilastsize_width_p] =
                    ilastsize_width_p'(long_i[k]);
                sijump_o[b] = sijump_i[k];
              end
            end
            if (~open) begin
              used = used + UsedBits'(1);
            end
            shares = ~ends_i[k];
            open   = (retires_p > 1) & shares;
          end
        end
      end
    end
    retires_o = used != '0;

    if (trap_i & ~full & ~gap_o) begin
      trap_o = ~retires_o | (shares & (trap_priv_i == priv_o) & (trap_epc_i == after));
      if (trap_o) begin
        cause_o = trap_cause_i;
        tval_o  = trap_tval_i;
        if (~retires_o) begin
          priv_o                         = trap_priv_i;
          iaddr_o[iaddress_width_p-1:0]  = trap_epc_i;
        end
        for (int unsigned b = 0; b < blocks_p; b++) begin
          if ((used == UsedBits'(b + 1)) | (~retires_o & (b == 0))) begin
            itype_o[itype_width_p*b+:itype_width_p] = itype_width_p'(
                trap_irq_i ? rvt_pkg::ItypeInterrupt : rvt_pkg::ItypeException);
          end
        end
      end
    end
  end

endmodule

`default_nettype wire

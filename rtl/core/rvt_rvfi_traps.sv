// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What RVFI does not tell of a trap: whether there was one, its cause, tval, and the privilege that
// it left. Three sources:
//
//   trap_source_p 0  the trap port: one event per trap, in order, each in a cycle before that of
//                    the record of its handler's first instruction; they wait here
//            1  the trap CSRs, as the record of the handler's first instruction reads them
//            2  none: ecall and ebreak are certain; else the cause is no_cause_p, tval 0, and the
//               privilege that of the last record, but not above the handler's; assumed_o says so
//
// A trap is found if it was taken at the address that follows from the records, and if it is an
// exception where a record did not retire. Where that address is unknown (after a gap), an event is
// found if it leads to the record; others are dropped, one per cycle. An event without room is
// dropped; the trap after it is then missing.
//
// Timing: combinational from the question to the answer.
//
// Spec: E-Trace, Instruction Trace Interface; ETR-ING-009..-011; privileged ISA, mstatus, mcause.

`default_nettype none

module rvt_rvfi_traps #(
  parameter int unsigned trap_source_p     = 0,
  parameter int unsigned trap_depth_p      = 4,  // events that wait, at least 2
  parameter int unsigned trap_target_p     = 1,  // the trap port has the address of the handler
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned no_cause_p        = 0   // cause where none is known
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // an event of the trap port
  input  logic                         event_i,
  input  logic                         event_irq_i,
  input  logic [ecause_width_p-1:0]    event_cause_i,
  input  logic [iaddress_width_p-1:0]  event_tval_i,
  input  logic [iaddress_width_p-1:0]  event_epc_i,
  input  logic [iaddress_width_p-1:0]  event_target_i,
  input  logic [privilege_width_p-1:0] event_priv_i,
  input  logic                         clear_i,       // forget the events that wait
  // the question: is there a trap at this place?
  input  logic                         known_i,       // at_i is where it is taken
  input  logic [iaddress_width_p-1:0]  at_i,
  input  logic                         exception_i,   // a record did not retire
  input  logic                         ecall_i,       // ... and these are its instruction
  input  logic                         ebreak_i,
  input  logic [privilege_width_p-1:0] priv_i,        // ... or the last instruction's privilege
  input  logic                         record_i,      // the record of the handler is there
  input  logic [iaddress_width_p-1:0]  pc_i,          // ... its address, and the trap CSRs
  input  logic                         csr_irq_i,
  input  logic [ecause_width_p-1:0]    csr_cause_i,
  input  logic [iaddress_width_p-1:0]  csr_tval_i,
  input  logic [iaddress_width_p-1:0]  csr_epc_i,
  input  logic [privilege_width_p-1:0] csr_priv_i,    // without CSRs: of the record
  // the answer
  output logic                         found_o,
  output logic                         stale_o,       // the oldest event does not belong here
  output logic                         irq_o,
  output logic [ecause_width_p-1:0]    cause_o,
  output logic [iaddress_width_p-1:0]  tval_o,
  output logic [iaddress_width_p-1:0]  epc_o,
  output logic [privilege_width_p-1:0] priv_o,
  output logic                         target_known_o,
  output logic [iaddress_width_p-1:0]  target_o,
  output logic                         assumed_o,
  input  logic                         take_i         // found_o or stale_o is used
);

  if (trap_source_p == 0) begin : gen_port
    localparam int unsigned EventBits = 1 + ecause_width_p + 3 * iaddress_width_p
                                      + privilege_width_p;
    localparam int unsigned CountBits = $clog2(trap_depth_p + 1);

    if (trap_depth_p < 2) begin : gen_bad_depth
      $error("trap_depth_p must be at least 2");
    end

    logic [EventBits*trap_depth_p-1:0] events_q, events;  // the oldest in the lowest bits
    logic [CountBits-1:0]              count_q, count;
    logic                              waits;

    assign waits = count_q != '0;
    assign {irq_o, cause_o, tval_o, epc_o, target_o, priv_o} = events_q[EventBits-1:0];

    assign found_o = waits & (known_i ? (epc_o == at_i) & ~(exception_i & irq_o)
                                      : (trap_target_p != 0) & record_i & (target_o == pc_i));
    assign stale_o = waits & ~known_i & ~found_o;

    assign target_known_o = trap_target_p != 0;
    assign assumed_o      = 1'b0;

    always_comb begin
      events = events_q;
      count  = count_q;
      if (take_i) begin
        events = events >> EventBits;
        count  = count - CountBits'(1);
      end
      if (clear_i) begin
        count = '0;
      end
      if (event_i & (count != CountBits'(trap_depth_p))) begin
        for (int unsigned slot = 0; slot < trap_depth_p; slot++) begin
          if (count == CountBits'(slot)) begin
            events[EventBits*slot+:EventBits] = {event_irq_i, event_cause_i, event_tval_i,
                                                 event_epc_i, event_target_i, event_priv_i};
          end
        end
        count = count + CountBits'(1);
      end
    end

    always_ff @(posedge clk_i) begin
      events_q <= events;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
      end else begin
        count_q <= count;
      end
    end

    logic unused;
    assign unused = ^{ecall_i, ebreak_i, priv_i, csr_irq_i, csr_cause_i, csr_tval_i, csr_epc_i,
                      csr_priv_i};

`ifdef RVT_ASSERT
    always @(posedge clk_i) begin
      if (rst_ni) begin
        EventsArePossible: assert (count_q <= CountBits'(trap_depth_p));
        TakesAnEvent:      assert (~take_i | waits);
      end
    end
`endif

  end else begin : gen_inferred
    localparam logic [ecause_width_p-1:0] Breakpoint = ecause_width_p'(3);
    localparam logic [ecause_width_p-1:0] EcallFromU = ecause_width_p'(8);

    logic csr;

    assign csr            = trap_source_p == 1;
    assign found_o        = known_i & record_i & (~csr | ((csr_epc_i == at_i)
                                                          & ~(exception_i & csr_irq_i)));
    assign stale_o        = 1'b0;
    assign irq_o          = csr ? csr_irq_i : ~exception_i;
    assign tval_o         = (csr & ~irq_o) ? csr_tval_i : '0;
    assign epc_o          = at_i;
    assign priv_o         = (csr | (priv_i > csr_priv_i)) ? csr_priv_i : priv_i;
    assign target_known_o = 1'b0;
    assign target_o       = '0;
    assign assumed_o      = ~csr & ~(exception_i & (ecall_i | ebreak_i));

    always_comb begin
      if (csr) begin
        cause_o = csr_cause_i;
      end else if (exception_i & ebreak_i) begin
        cause_o = Breakpoint;
      end else if (exception_i & ecall_i) begin
        cause_o = EcallFromU + ecause_width_p'(priv_i);
      end else begin
        cause_o = ecause_width_p'(no_cause_p);
      end
    end

    logic unused;
    assign unused = ^{clk_i, rst_ni, event_i, event_irq_i, event_cause_i, event_tval_i, event_epc_i,
                      event_target_i, event_priv_i, clear_i, pc_i, take_i};
  end

endmodule

`default_nettype wire

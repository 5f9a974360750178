// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace: te_data packets, in parallel with the stages of te_inst. Connects its modules in
// stream order: registers; ingress and loads in progress (with stage 1); a buffer as deep as the
// elastic buffer, filled and emptied with it; the order in the stream (with stages 3 to 5); fields,
// history and payload (stage 6); the merge before stage 7.
//
// Timing: an access follows the path of its row. It leaves when the item of its instruction has
// been decided and the preceding te_inst packet has left; the next te_inst packet follows at least
// two cycles later. One te_data packet per cycle.
//
// Spec: E-Trace, Data Trace Interface, Data Trace Encoder Output Packets; ETR-DAT-001..016;
//       decision 0003.

`default_nettype none

module rvt_data_trace #(
  parameter int unsigned blocks_p               = 1,
  parameter int unsigned retires_p              = 8,
  parameter int unsigned iaddress_width_p       = 64,
  parameter int unsigned itype_width_p          = 4,
  parameter int unsigned iretire_width_p        = 8,
  parameter int unsigned ilastsize_width_p      = 1,
  parameter int unsigned time_width_p           = 32,
  parameter int unsigned daddress_width_p       = 32,
  parameter int unsigned data_width_p           = 32,
  parameter int unsigned dtype_width_p          = 1,
  parameter int unsigned dsize_width_p          = 3,
  parameter int unsigned dblock_width_p         = 1,
  parameter int unsigned iaddr_lsbs_width_p     = 1,
  parameter int unsigned lrid_width_p           = 1,
  parameter int unsigned lresp_width_p          = 1,
  parameter int unsigned ldata_width_p          = 32,
  parameter int unsigned sdata_width_p          = 32,
  parameter int unsigned dat_signalling_p       = 0,  // 0 unified, 1 split
  parameter int unsigned full_data_p            = 0,
  parameter int unsigned dat_compress_p         = 0,
  parameter int unsigned dat_addr_compress_p    = 0,
  parameter int unsigned dat_hist_p             = 0,
  parameter int unsigned dat_sc_failure_p       = 0,
  parameter int unsigned dat_split_atomic_rsp_p = 7,
  parameter int unsigned fifo_depth_p           = 16,
  parameter int unsigned payload_bits_p         = rvt_pkg::PayloadBits
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // the row of this cycle, its blocks with the oldest in the lowest bits; iretire counts half-words
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic [1:0]                    trigger_i,
  input  logic                          dretire_i,
  input  logic [dtype_width_p-1:0]      dtype_i,
  input  logic [daddress_width_p-1:0]   daddr_i,
  input  logic [dsize_width_p-1:0]      dsize_i,
  input  logic [data_width_p-1:0]       data_i,
  input  logic [data_width_p-1:0]       operand_i,
  input  logic [dblock_width_p-1:0]     dblock_i,
  input  logic [iaddr_lsbs_width_p-1:0] iaddr_lsbs_i,
  input  logic [lrid_width_p-1:0]       lrid_i,
  input  logic [lresp_width_p-1:0]      lresp_i,
  input  logic [lrid_width_p-1:0]       lid_i,
  input  logic [sdata_width_p-1:0]      sdata_i,
  input  logic [ldata_width_p-1:0]      ldata_i,
  // APB, a write that is taken
  input  logic                          write_i,
  input  logic [11:0]                   paddr_i,
  input  logic [31:0]                   pwdata_i,
  output logic [31:0]                   prdata_o,
  input  logic                          active_i,
  input  logic                          enable_i,
  input  logic                          stall_or_overflow_i,
  // stage 1
  input  logic                          seen_i,        // the encoder observes the row
  input  logic                          lost_i,        // ... and has no room for it
  input  logic                          clear_i,       // disabled, or the hart is in reset
  output logic [iaddress_width_p-1:0]   access_iaddr_o,
  input  logic                          filter_pass_i, // filters pass the access of the row
  output logic                          wanted_o,      // the row has te_data to send
  output logic                          loses_o,       // te_data is lost if it is dropped
  input  logic                          kept_i,        // ... and there is room for it
  input  logic                          row_i,         // the entry holds the row
  input  logic                          qualified_i,
  // stage 2
  input  logic                          push_i,
  input  logic                          pop_i,
  input  logic [time_width_p-1:0]       time_i,        // of the entry at the head
  output logic                          room_o,        // the entry may leave
  // stages 3 to 5
  input  logic                          issue_i,
  input  logic                          leave_i,
  input  logic                          cur_valid_i,
  input  logic                          cur_first_i,
  input  logic [blocks_p-1:0]           cur_done_i,
  output logic                          alone_o,
  output logic                          hold_o,
  // te_inst payloads of stage 6
  input  logic                          inst_valid_i,
  output logic                          inst_ready_o,
  input  logic                          inst_sync_i,   // F3/0 or F3/1
  input  logic                          inst_dloss_i,  // F3/3 that reports lost te_data
  input  logic [payload_bits_p-1:0]     inst_payload_i,
  input  logic [time_width_p-1:0]       inst_time_i,
  // both, for stage 7
  output logic                          valid_o,
  input  logic                          ready_i,
  output logic                          is_data_o,
  output logic [payload_bits_p-1:0]     payload_o,
  output logic [time_width_p-1:0]       time_o,
  // doptions of a support packet
  output logic [3:0]                    options_o,
  output logic                          busy_o
);

  localparam int unsigned Split = (dat_signalling_p != 0) ? 1 : 0;

  // Values have 32 or 64 bits internally; CSR values have XLEN bits.
  localparam logic Wide = ((data_width_p > 32) || (dtype_width_p > 1 && iaddress_width_p > 32)
                           || ((Split != 0) && (sdata_width_p > 32 || ldata_width_p > 32)));
  localparam int unsigned VW = Wide ? 64 : 32;

  localparam int unsigned BlockBits    = (blocks_p > 1) ? $clog2(blocks_p) : 1;
  localparam int unsigned AccessBits   = 8 + BlockBits + daddress_width_p + 2 * VW + lrid_width_p;
  localparam int unsigned ResponseBits = (Split != 0) ? 7 + VW + lrid_width_p : 0;
  localparam int unsigned RecordBits   = AccessBits + ResponseBits;
  localparam int unsigned FieldBits    = (Split != 0) ? ResponseBits - 2 : 1;
  localparam int unsigned WaitDepth    = 8 + ((Split != 0) ? (1 << lrid_width_p) : 0);
  localparam int unsigned FormatBits   = (Split == 0 && dtype_width_p < 3) ? 2 : 3;
  localparam int unsigned FreeBits     = $clog2(fifo_depth_p + 1);

  // Longest packets: an atomic with address and data, or with a value of data_width_p bits.
  localparam int unsigned WithAddress = 3 + VW + daddress_width_p;
  localparam int unsigned Longest     = 14 + VW + ((Split != 0) ? lrid_width_p : 0)
                                      + ((WithAddress > data_width_p) ? WithAddress : data_width_p);

  if (Longest > payload_bits_p) begin : gen_too_long
    $error("payload_bits_p is less than a packet can have");
  end

  // ---- registers -----------------------------------------------------------------------------

  logic tracing, trig_enable, no_data, no_address, full_address, tracing_we;

  // Trace-off acts after the row, and wins over a trace-on of the same row.
  assign tracing_we = seen_i & trig_enable & (trigger_i[0] | trigger_i[1]);

  rvt_data_regs #(
    .dat_addr_compress_p(dat_addr_compress_p)
  ) u_regs (
    .clk_i, .rst_ni,
    .write_i, .paddr_i, .pwdata_i, .prdata_o,
    .active_i, .enable_i,
    .tracing_we_i(tracing_we), .tracing_wdata_i(~trigger_i[1]), .stall_or_overflow_i,
    .tracing_o(tracing), .trig_enable_o(trig_enable),
    .no_data_o(no_data), .no_address_o(no_address), .full_address_o(full_address)
  );

  assign options_o = {full_data_p != 0, full_address, no_data, no_address};

  // ---- beside stage 1 ------------------------------------------------------------------------

  logic [RecordBits-1:0] record, q_record;

  rvt_data_ingress #(
    .blocks_p(blocks_p), .retires_p(retires_p), .dblock_width_p(dblock_width_p),
    .iaddress_width_p(iaddress_width_p), .iretire_width_p(iretire_width_p),
    .ilastsize_width_p(ilastsize_width_p), .daddress_width_p(daddress_width_p),
    .data_width_p(data_width_p), .dtype_width_p(dtype_width_p), .dsize_width_p(dsize_width_p),
    .iaddr_lsbs_width_p(iaddr_lsbs_width_p), .lrid_width_p(lrid_width_p),
    .lresp_width_p(lresp_width_p), .ldata_width_p(ldata_width_p), .sdata_width_p(sdata_width_p),
    .split_p(Split), .dat_sc_failure_p(dat_sc_failure_p), .value_width_p(VW)
  ) u_ingress (
    .clk_i, .rst_ni,
    .iaddr_i, .iretire_i, .ilastsize_i,
    .dretire_i, .dtype_i, .daddr_i, .dsize_i, .data_i, .operand_i, .dblock_i, .iaddr_lsbs_i,
    .lrid_i,
    .lresp_i,
    .lid_i, .sdata_i, .ldata_i, .trace_on_i(trigger_i[0]),
    .seen_i, .lost_i, .clear_i,
    .tracing_i(tracing), .trig_enable_i(trig_enable), .no_data_i(no_data),
    .no_address_i(no_address), .access_iaddr_o, .filter_pass_i,
    .wanted_o, .loses_o, .record_o(record)
  );

  // ---- beside stage 2 ------------------------------------------------------------------------

  logic                entry_valid, q_kept, q_block, q_trap, block, trap;
  logic [FreeBits-1:0] free;

  assign block = row_i & qualified_i & (iretire_i[iretire_width_p-1:0] != '0);

  always_comb begin
    trap = 1'b0;
    for (int unsigned b = 0; b < blocks_p; b++) begin
      trap = trap | (row_i & rvt_pkg::is_trap(4'(itype_i[itype_width_p*b+:itype_width_p])));
    end
  end

  rvt_ingress_fifo #(
    .width_p(RecordBits + 3), .depth_p(fifo_depth_p)
  ) u_fifo (
    .clk_i, .rst_ni,
    .push_i, .wdata_i({record, kept_i, block, trap}), .free_o(free),
    .rvalid_o(entry_valid), .pop_i, .rdata_o({q_record, q_kept, q_block, q_trap})
  );

  logic unused_fifo;
  assign unused_fifo = ^{free, entry_valid};  // equal to those of the elastic buffer

  // ---- beside stages 3 to 5 ------------------------------------------------------------------

  logic                    room, waits, due, due_ready, is_response;
  logic [AccessBits-BlockBits-3:0] access;
  logic [FieldBits-1:0]    response;
  logic [time_width_p-1:0] due_time;

  rvt_data_order #(
    .blocks_p(blocks_p), .access_bits_p(AccessBits), .response_bits_p(ResponseBits),
    .time_width_p(time_width_p),
    .depth_p(WaitDepth)
  ) u_order (
    .clk_i, .rst_ni,
    .push_i(pop_i & q_kept), .record_i(q_record), .time_i, .block_i(q_block), .trap_i(q_trap),
    .room_o(room),
    .issue_i, .leave_i, .cur_valid_i, .cur_first_i, .cur_done_i, .alone_o, .hold_o,
    .busy_o(waits),
    .due_o(due), .ready_i(due_ready),
    .response_o(is_response), .access_o(access), .fields_o(response), .time_o(due_time)
  );

  assign room_o = room | ~q_kept;

  // ---- stage 6 -------------------------------------------------------------------------------

  logic                        fields_ready, data_valid, data_ready;
  logic [2:0]                  f_format, f_subtype, f_operand_last, f_data_last;
  logic [1:0]                  f_size, f_code;
  logic                        f_csr, f_atomic, f_has_size, f_has_lrid, f_wide_code;
  logic                        f_has_operand, f_wide_operand, f_has_data, f_wide_data,
                               f_has_address;
  logic [lrid_width_p-1:0]     f_lrid;
  logic [VW-1:0]               f_operand, f_data;
  logic [daddress_width_p-1:0] f_address;
  logic [time_width_p-1:0]     data_time;
  logic [payload_bits_p-1:0]   data_payload;
  logic [7:0]                  data_bits;

  // A te_inst packet that waits in stage 6 is older than what is due.
  assign due_ready = fields_ready & ~inst_valid_i;

  rvt_data_fields #(
    .iaddress_width_p(iaddress_width_p), .daddress_width_p(daddress_width_p), .value_width_p(VW),
    .lrid_width_p(lrid_width_p), .time_width_p(time_width_p), .split_p(Split),
    .full_data_p(full_data_p), .dat_compress_p(dat_compress_p),
    .dat_addr_compress_p(dat_addr_compress_p), .dat_hist_p(dat_hist_p),
    .dat_split_atomic_rsp_p(dat_split_atomic_rsp_p)
  ) u_fields (
    .clk_i, .rst_ni,
    .no_data_i(no_data), .no_address_i(no_address), .full_address_i(full_address),
    .forget_i(inst_valid_i & inst_ready_o & (inst_sync_i | inst_dloss_i)),
    .valid_i(due & ~inst_valid_i), .ready_o(fields_ready), .response_i(is_response),
    .access_i(access), .fields_i(response), .time_i(due_time),
    .valid_o(data_valid), .ready_i(data_ready),
    .format_o(f_format), .csr_o(f_csr), .atomic_o(f_atomic), .subtype_o(f_subtype),
    .has_size_o(f_has_size), .size_o(f_size), .has_lrid_o(f_has_lrid), .lrid_o(f_lrid),
    .wide_code_o(f_wide_code), .code_o(f_code),
    .has_operand_o(f_has_operand), .wide_operand_o(f_wide_operand),
    .operand_last_o(f_operand_last), .operand_o(f_operand),
    .has_data_o(f_has_data), .wide_data_o(f_wide_data), .data_last_o(f_data_last),
    .data_o(f_data), .has_address_o(f_has_address), .address_o(f_address), .time_o(data_time)
  );

  rvt_data_packetizer #(
    .payload_bits_p(payload_bits_p), .daddress_width_p(daddress_width_p),
    .data_width_p(data_width_p), .value_width_p(VW), .lrid_width_p(lrid_width_p),
    .format_bits_p(FormatBits)
  ) u_packetizer (
    .format_i(f_format), .csr_i(f_csr), .atomic_i(f_atomic), .subtype_i(f_subtype),
    .has_size_i(f_has_size), .size_i(f_size), .has_lrid_i(f_has_lrid), .lrid_i(f_lrid),
    .wide_code_i(f_wide_code), .code_i(f_code),
    .has_operand_i(f_has_operand), .wide_operand_i(f_wide_operand),
    .operand_last_i(f_operand_last), .operand_i(f_operand),
    .has_data_i(f_has_data), .wide_data_i(f_wide_data), .data_last_i(f_data_last),
    .data_i(f_data), .has_address_i(f_has_address), .address_i(f_address),
    .payload_o(data_payload), .bits_o(data_bits)
  );

  logic unused_bits;
  assign unused_bits = ^data_bits;  // for assertions

  rvt_packet_merge #(
    .payload_bits_p(payload_bits_p), .time_width_p(time_width_p)
  ) u_merge (
    .inst_valid_i, .inst_ready_o, .inst_payload_i, .inst_time_i,
    .data_valid_i(data_valid), .data_ready_o(data_ready), .data_payload_i(data_payload),
    .data_time_i(data_time),
    .valid_o, .ready_i, .is_data_o, .payload_o, .time_o
  );

  assign busy_o = waits | data_valid;

`ifdef RVT_ASSERT
  // Only copies of the last bit of te_data follow it.
  logic [payload_bits_p-1:0] differs;

  assign differs = data_payload ^ {payload_bits_p{data_payload[payload_bits_p-1]}};

  always @(posedge clk_i) begin
    if (rst_ni & data_valid) begin
      SignAbove: assert ((differs >> (data_bits - 8'd1)) == '0);
    end
  end
`endif

endmodule

`default_nettype wire

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Plays the rows of a captured program into the foreign encoder under the scoreboard. A line of the
// file that +rows names is a row: cycle itype cause tval priv iaddr iretire ilastsize; tval and
// iaddr are hexadecimal. +bugs=XX is bugs_i, in hexadecimal; +resync=N is resync_i; +differential
// selects differential addresses. The rows come as fast as the program retired them, and so many
// wait that none is lost. Ends with a line "rows N packets N failed N".
//
// A line of the file that +schedule names begins a part of the run: row enable bugs ready, bugs
// hexadecimal. From this row on, the encoder is enabled or not, has these faults, and its packets
// are taken or not. Rows are counted from 0; lines are in their order, and several may have the
// same row. Before a part the hart rests, so that the encoder has considered all rows but the last.
// Each part prints a line "part row N cycle N", with the cycle of the scoreboard.
//
// With link_p, the scoreboard observes the bytes of foreign_link in place of the packets.

module foreign_bench #(
  parameter bit link_p = 1'b0
);

  logic         clk = 1'b0, rst_n = 1'b0, enable = 1'b0, control = 1'b0, drained = 1'b0;
  logic         ready = 1'b1;
  logic         done, failed, idle, full_address, sync, valid;
  logic [7:0]   bugs, iretire;
  logic [15:0]  resync;
  logic [3:0]   itype;
  logic [4:0]   cause, bytes;
  logic [63:0]  tval, iaddr;
  logic [1:0]   priv;
  logic         ilastsize;
  logic [159:0] packet;
  logic         taken;  // the packet, if it is valid

  foreign_encoder #(.rows_p(1024), .packets_p(64)) u_encoder (
    .clk_i(clk), .rst_ni(rst_n), .enable_i(enable), .full_address_i(full_address),
    .resync_i(resync), .bugs_i(bugs), .itype_i(itype), .cause_i(cause), .tval_i(tval),
    .priv_i(priv), .iaddr_i(iaddr), .iretire_i(iretire), .ilastsize_i(ilastsize), .notify_i(1'b0),
    .packet_valid_o(valid), .packet_ready_i(taken), .packet_o(packet), .packet_bytes_o(bytes),
    .packet_sync_o(sync), .idle_o(idle));

  logic       byte_valid, byte_last;
  logic [7:0] link_byte;

  if (link_p) begin : gen_link
    foreign_link u_link (
      .clk_i(clk), .rst_ni(rst_n), .packet_valid_i(valid), .packet_ready_o(taken),
      .packet_i(packet), .packet_bytes_i(bytes), .packet_sync_i(sync), .byte_valid_o(byte_valid),
      .byte_ready_i(ready), .byte_o(link_byte), .byte_last_o(byte_last));
  end else begin : gen_packets
    assign taken      = ready;
    assign byte_valid = 1'b0;
    assign byte_last  = 1'b0;
    assign link_byte  = '0;
  end

  rvt_scoreboard #(
    .iaddress_width_p(64), .packets_p(!link_p), .bytes_p(link_p), .out_bytes_p(1)
  ) u_scoreboard (
    .clk_i(clk), .rst_ni(rst_n),
    .itype_i(itype), .iretire_i(iretire), .ilastsize_i(ilastsize), .iaddr_i(iaddr), .priv_i(priv),
    .cause_i(cause), .tval_i(tval), .context_i('0), .time_i('0), .ctype_i('0), .sijump_i('0),
    .trigger_i('0), .impdef_i('0), .halted_i(1'b0), .reset_i(1'b0), .stall_i(1'b0), .lost_i(1'b0),
    .dretire_i('0), .dtype_i('0), .dsize_i('0), .dblock_i('0), .daddr_i('0), .ddata_i('0),
    .doperand_i('0), .iaddr_lsbs_i('0), .lrid_i('0), .lresp_i('0), .lid_i('0), .sdata_i('0),
    .ldata_i('0),
    .control_valid_i(control), .control_enable_i(enable), .control_tracing_i(enable),
    .control_trig_enable_i(1'b0), .write_valid_i(1'b0), .write_offset_i('0), .write_value_i('0),
    .pkt_valid_i(valid), .pkt_ready_i(taken), .pkt_data_i(1'b0), .pkt_bytes_i(bytes),
    .pkt_payload_i(248'(packet)),
    .valid_i(byte_valid), .ready_i(ready), .data_i(link_byte), .bytes_i(1'b1), .last_i(byte_last),
    .beat_valid_i(1'b0), .beat_ready_i(1'b1),
    .end_i(drained), .done_o(done), .failed_o(failed));

  always #1 clk = ~clk;

  string       name;
  int          file, rows = 0, packets = 0;
  int unsigned at, cycle = 0;
  int unsigned elapsed = 0;  // cycles since the reset, as the scoreboard counts them

  always @(negedge clk) begin
    cycle++;
    if (rst_n) elapsed++;
    if (valid & taken) packets++;
  end

  task automatic rest(input int unsigned cycles);
    itype   = '0;
    iretire = '0;
    repeat (cycles) @(negedge clk);
  endtask

  // The control port of the scoreboard says it in the cycle before the next row.
  task automatic set_enable(input logic value);
    control = 1'b1;
    enable  = value;
    rest(1);
    control = 1'b0;
  endtask

  int         schedule = 0, part_row = -1;  // -1: no further part
  logic       part_enable, part_ready;
  logic [7:0] part_bugs;

  task automatic read_part();
    if (schedule == 0 || $fscanf(schedule, "%d %b %h %b", part_row, part_enable, part_bugs,
                                 part_ready) != 4) part_row = -1;
  endtask

  task automatic begin_part();
    int unsigned resting;
    resting = cycle;
    rest(64);
    $display("part row %0d cycle %0d", rows, elapsed);
    bugs  = part_bugs;
    ready = part_ready;
    if (part_enable != enable) set_enable(part_enable);
    cycle = resting;
    read_part();
  endtask

  logic [3:0] row_itype;
  logic [7:0] row_iretire;

  initial begin
    if (!$value$plusargs("rows=%s", name)) $fatal(1, "no +rows");
    if (!$value$plusargs("bugs=%h", bugs)) bugs = '0;
    if (!$value$plusargs("resync=%d", resync)) resync = '0;
    full_address = $test$plusargs("differential") == 0;
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "cannot read the rows");
    if ($value$plusargs("schedule=%s", name)) begin
      schedule = $fopen(name, "r");
      if (schedule == 0) $fatal(1, "cannot read the schedule");
      read_part();
    end
    rest(4);
    rst_n = 1'b1;
    rest(2);
    set_enable(1'b1);
    cycle = 0;
    while ($fscanf(file, "%d %d %d %h %d %h %d %d", at, row_itype, cause, tval, priv, iaddr,
                   row_iretire, ilastsize) == 8) begin
      while (rows == part_row) begin_part();
      if (at > cycle) rest(at - cycle);
      itype   = row_itype;
      iretire = row_iretire;
      rows++;
      @(negedge clk);
    end
    rest(100);
    set_enable(1'b0);
    for (int i = 0; i < 5000 && !idle; i++) rest(1);
    rest(100);
    drained = 1'b1;
    for (int i = 0; i < 1000 && !done; i++) rest(1);
    $display("rows %0d packets %0d failed %0d", rows, packets, failed);
    $finish;
  end

endmodule

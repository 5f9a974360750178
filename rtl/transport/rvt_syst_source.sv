// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Converts SyS-T messages to STP writes: the header, the optional fields that it selects, the
// payload and the checksum, divided into packets.
//
// Timing: a message is taken in the same cycle as its first write, so the time of that packet is
// the time of the message, and ts_i is sampled in that cycle. Then up to four bytes are taken and
// one write of four bytes is sent per cycle; the next message is taken in the cycle after the last
// write. wr_valid_o never waits for wr_ready_i; msg_ready_o and pl_ready_o depend on wr_ready_i; a
// write is stable while stalled.
//
// SHORT32, SHORT64 and compact BUILD consist of the words msg_header_i and, in bits 31:0,
// msg_data_i; they have neither fields nor payload. Any other message has a payload stream, which
// ends with pl_last_i; beats have 0 to 4 bytes, the first in the lowest lane. A field whose
// parameter is 0 is not built: its bit of the header is sent as 0. guid_i (its first byte in the
// top bits), marked_i, master_i and channel_i are stable during a message (busy_o).
//
// Spec: SYST-001..-009; docs/decisions/0005-transports.md.

`default_nettype none

module rvt_syst_source #(
  parameter int unsigned guid_p      = 1,
  parameter int unsigned location_p  = 1,
  parameter int unsigned length_p    = 1,
  parameter int unsigned timestamp_p = 1,
  parameter int unsigned checksum_p  = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  // options
  input  logic         marked_i,    // ends with DnM instead of FLAG
  input  logic [15:0]  master_i,
  input  logic [15:0]  channel_i,
  input  logic [127:0] guid_i,
  input  logic [63:0]  ts_i,
  output logic         busy_o,
  // message
  input  logic         msg_valid_i,
  output logic         msg_ready_o,
  input  logic [31:0]  msg_header_i,
  input  logic [63:0]  msg_data_i,
  input  logic [15:0]  msg_length_i,  // bytes of the payload, if the header has LEN
  input  logic [1:0]   loc_tag_i,
  input  logic [63:0]  loc_i,         // 32 bits with the tags 0 and 2
  // payload
  input  logic         pl_valid_i,
  output logic         pl_ready_o,
  input  logic [31:0]  pl_data_i,
  input  logic [2:0]   pl_bytes_i,
  input  logic         pl_last_i,
  // STP write port
  output logic         wr_valid_o,
  input  logic         wr_ready_i,
  output logic [2:0]   wr_kind_o,
  output logic [2:0]   wr_size_o,
  output logic         wr_marker_o,
  output logic         wr_stamp_o,
  output logic [15:0]  wr_master_o,
  output logic [15:0]  wr_channel_o,
  output logic [63:0]  wr_data_o
);

  // Fields after the header, in order.
  localparam int unsigned Guid      = 0;
  localparam int unsigned Location  = 1;
  localparam int unsigned Length    = 2;
  localparam int unsigned Timestamp = 3;
  localparam int unsigned Payload   = 4;
  localparam int unsigned Checksum  = 5;

  logic        busy_q;             // after the header
  logic [5:0]  todo_q, todo;       // fields that have not entered the buffer
  logic [1:0]  step_q;             // chunks of the current field that have
  logic [63:0] held_q;             // buffer of bytes, the first in bits 7:0
  logic [3:0]  count_q;            // bytes in it
  logic        last_q;             // they are the last of the message
  logic [31:0] crc_q;

  // ---- header ----------------------------------------------------------------------------------

  logic        compact, one_word, two_words, short_message, start;
  logic [31:0] header;
  logic [5:0]  fields;

  assign compact   = msg_header_i[3:0] == rvt_pkg::SystBuild;
  assign one_word  = (msg_header_i[3:0] == rvt_pkg::SystShort32)
                   | (compact & (msg_header_i[29:24] == rvt_pkg::SystCompact32));
  assign two_words = (msg_header_i[3:0] == rvt_pkg::SystShort64)
                   | (compact & (msg_header_i[29:24] == rvt_pkg::SystCompact64));
  assign short_message = one_word | two_words;

  always_comb begin
    header = msg_header_i;
    if (~short_message) begin
      if (guid_p == 0)      header[rvt_pkg::SystGuid]      = 1'b0;
      if (location_p == 0)  header[rvt_pkg::SystLocation]  = 1'b0;
      if (length_p == 0)    header[rvt_pkg::SystLength]    = 1'b0;
      if (timestamp_p == 0) header[rvt_pkg::SystTimestamp] = 1'b0;
      if (checksum_p == 0)  header[rvt_pkg::SystChecksum]  = 1'b0;
    end
    fields            = '0;
    fields[Guid]      = header[rvt_pkg::SystGuid] & (guid_p != 0);
    fields[Location]  = header[rvt_pkg::SystLocation] & (location_p != 0);
    fields[Length]    = header[rvt_pkg::SystLength] & (length_p != 0);
    fields[Timestamp] = header[rvt_pkg::SystTimestamp] & (timestamp_p != 0);
    fields[Payload]   = 1'b1;
    fields[Checksum]  = header[rvt_pkg::SystChecksum] & (checksum_p != 0);
  end

  assign msg_ready_o = ~busy_q & wr_ready_i;
  assign start       = msg_valid_i & msg_ready_o & ~short_message;
  assign busy_o      = busy_q;

  // Fields of the message.
  logic [1:0]  loc_tag_q;
  logic [63:0] loc_q, ts_q;
  logic [15:0] length_q;

  always_ff @(posedge clk_i) begin
    if (start) begin
      loc_tag_q <= loc_tag_i;
      loc_q     <= loc_i;
      length_q  <= msg_length_i;
      ts_q      <= ts_i;
    end
  end

  // ---- fields, four bytes at most a cycle ------------------------------------------------------

  logic [31:0] chunk;
  logic [2:0]  chunk_bytes;
  logic        chunk_valid, chunk_ready, chunk_take, field_ends;
  logic        in_payload;

  assign in_payload = todo_q[4:0] == 5'b10000;

  always_comb begin
    chunk       = pl_data_i;
    chunk_bytes = pl_bytes_i;
    field_ends  = pl_last_i;
    todo        = todo_q & ~(6'd1 << Payload);
    if (todo_q[Guid]) begin
      // In the order of RFC 4122, byte by byte.
      unique case (step_q)
        2'd0:    chunk = {guid_i[103:96], guid_i[111:104], guid_i[119:112], guid_i[127:120]};
        2'd1:    chunk = {guid_i[71:64], guid_i[79:72], guid_i[87:80], guid_i[95:88]};
        2'd2:    chunk = {guid_i[39:32], guid_i[47:40], guid_i[55:48], guid_i[63:56]};
        default: chunk = {guid_i[7:0], guid_i[15:8], guid_i[23:16], guid_i[31:24]};
      endcase
      chunk_bytes = 3'd4;
      field_ends  = step_q == 2'd3;
      todo        = todo_q & ~(6'd1 << Guid);
    end else if (todo_q[Location]) begin
      unique case (step_q)
        2'd0:    chunk = {30'd0, loc_tag_q};
        2'd1:    chunk = loc_q[31:0];
        default: chunk = loc_q[63:32];
      endcase
      chunk_bytes = (step_q == 2'd0) ? 3'd1 : 3'd4;
      field_ends  = step_q == (loc_tag_q[0] ? 2'd2 : 2'd1);
      todo        = todo_q & ~(6'd1 << Location);
    end else if (todo_q[Length]) begin
      chunk       = {16'd0, length_q};
      chunk_bytes = 3'd2;
      field_ends  = 1'b1;
      todo        = todo_q & ~(6'd1 << Length);
    end else if (todo_q[Timestamp]) begin
      chunk       = step_q[0] ? ts_q[63:32] : ts_q[31:0];
      chunk_bytes = 3'd4;
      field_ends  = step_q[0];
      todo        = todo_q & ~(6'd1 << Timestamp);
    end else if (~todo_q[Payload] & (checksum_p != 0)) begin
      chunk       = ~crc_q;
      chunk_bytes = 3'd4;
      field_ends  = 1'b1;
      todo        = '0;
    end
  end

  assign chunk_valid = in_payload ? pl_valid_i : (todo_q != '0);
  assign pl_ready_o  = in_payload & chunk_ready;
  assign chunk_take  = chunk_valid & chunk_ready;

  // Checksum over the header and all chunks except itself.
  logic [31:0] crc_base, crc_chunk, crc;
  logic [2:0]  crc_bytes;

  assign crc_base  = busy_q ? crc_q : '1;
  assign crc_chunk = busy_q ? chunk : header;
  assign crc_bytes = busy_q ? chunk_bytes : 3'd4;

  always_comb begin
    crc = crc_base;
    for (int unsigned place = 0; place < 4; place++) begin
      if (3'(place) < crc_bytes) begin
        crc = rvt_pkg::crc32c(crc, crc_chunk[8*place+:8]);
      end
    end
  end

  // ---- packets ---------------------------------------------------------------------------------

  logic [2:0]  cut_bytes;   // of this packet, 0: FLAG or none
  logic        cut_valid, cut, ends;
  logic [3:0]  left;
  logic [31:0] chunk_used;

  always_comb begin
    cut_bytes = 3'd0;
    if (count_q >= 4'd4) begin
      cut_bytes = 3'd4;
    end else if (count_q >= 4'd2) begin
      cut_bytes = 3'd2;
    end else if (count_q == 4'd1) begin
      cut_bytes = 3'd1;
    end
  end

  // Four bytes wait for the next byte or the end, because they may be the ones to be marked.
  assign cut_valid = busy_q & ((count_q > 4'd4) | last_q);
  assign ends      = last_q & ((cut_bytes == 3'd0) | (marked_i & (count_q == 4'(cut_bytes))));
  assign cut       = cut_valid & wr_ready_i;
  assign left      = count_q - (cut ? 4'(cut_bytes) : 4'd0);
  assign chunk_ready = busy_q & ~last_q & (left <= 4'd4);

  always_comb begin
    for (int unsigned place = 0; place < 4; place++) begin
      chunk_used[8*place+:8] = (3'(place) < chunk_bytes) ? chunk[8*place+:8] : 8'd0;
    end
  end

  always_comb begin
    wr_valid_o   = busy_q ? cut_valid : msg_valid_i;
    wr_kind_o    = (busy_q & (cut_bytes == 3'd0)) ? rvt_pkg::StpFlag : rvt_pkg::StpData;
    wr_marker_o  = busy_q ? (ends & (cut_bytes != 3'd0)) : short_message;
    wr_stamp_o   = ~busy_q;
    wr_master_o  = master_i;
    wr_channel_o = channel_i;
    if (~busy_q) begin
      wr_size_o = two_words ? rvt_pkg::StpD64 : rvt_pkg::StpD32;
      wr_data_o = {two_words ? msg_data_i[31:0] : 32'd0, header};
    end else begin
      unique case (cut_bytes)
        3'd4: begin
          wr_size_o = rvt_pkg::StpD32;
          wr_data_o = {32'd0, held_q[31:0]};
        end
        3'd2: begin
          wr_size_o = rvt_pkg::StpD16;
          wr_data_o = {48'd0, held_q[15:0]};
        end
        3'd1: begin
          wr_size_o = rvt_pkg::StpD8;
          wr_data_o = {56'd0, held_q[7:0]};
        end
        default: begin
          wr_size_o = rvt_pkg::StpD4;
          wr_data_o = '0;
        end
      endcase
    end
  end

  // ---- state -----------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      todo_q  <= '0;
      step_q  <= 2'd0;
      held_q  <= '0;
      count_q <= 4'd0;
      last_q  <= 1'b0;
    end else if (~busy_q) begin
      busy_q  <= start;
      todo_q  <= start ? fields : '0;
      step_q  <= 2'd0;
      held_q  <= '0;
      count_q <= 4'd0;
      last_q  <= 1'b0;
    end else begin
      busy_q  <= ~(cut & ends);
      held_q  <= (held_q >> (cut ? {cut_bytes, 3'b000} : 6'd0))
               | (chunk_take ? {32'd0, chunk_used} << {left, 3'b000} : 64'd0);
      count_q <= left + (chunk_take ? 4'(chunk_bytes) : 4'd0);
      if (chunk_take) begin
        step_q <= field_ends ? 2'd0 : step_q + 2'd1;
        if (field_ends) begin
          todo_q <= todo;
          last_q <= todo == '0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start | chunk_take) begin
      crc_q <= crc;
    end
  end

`ifdef RVT_ASSERT
  logic         stalled_q;
  logic [103:0] write, write_q;

  assign write = {wr_kind_o, wr_size_o, wr_marker_o, wr_stamp_o, wr_master_o, wr_channel_o,
                  wr_data_o};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= wr_valid_o & ~wr_ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    write_q <= write;
  end

  // Bytes of the payload, compared with LEN.
  logic [16:0] told_q;
  logic        length_known_q;

  always_ff @(posedge clk_i) begin
    if (start) begin
      told_q <= '0;
    end else if (pl_valid_i & pl_ready_o) begin
      told_q <= told_q + 17'(pl_bytes_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      length_known_q <= fields[Length];
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      WriteStays:     assert (~stalled_q | (wr_valid_o & (write == write_q)));
      BufferFits:     assert (count_q <= 4'd8);
      // what the proof assumes
      BeatFits:       assert (~(pl_valid_i & pl_ready_o) | (pl_bytes_i <= 3'd4));
      SecondWordFits: assert (~(msg_valid_i & msg_ready_o & two_words) | (msg_data_i[63:32] == '0));
      LengthIsRight:  assert (~(pl_valid_i & pl_ready_o & pl_last_i) | ~length_known_q
                              | (told_q + 17'(pl_bytes_i) == {1'b0, length_q}));
    end
  end
`endif

endmodule

`default_nettype wire

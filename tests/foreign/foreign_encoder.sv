// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A small trace encoder of RISC-V E-Trace 2.0, written from the text of the specification alone.
// One block per cycle enters a row buffer; each cycle one item (an instruction or a trap) of the
// oldest row is considered; packets leave through a FIFO after delay_p cycles. The encoder never
// stalls the hart: where a buffer is full it drops whole packets and reports trace_lost.
// README.md describes the packets, the deliberate faults and the clauses.

module foreign_encoder #(
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned iretire_width_p  = 8,
  parameter int unsigned ecause_width_p   = 5,
  parameter bit          single_p         = 1'b0,  // 1: iretire counts instructions (0 or 1)
  parameter int unsigned rows_p           = 16,    // rows that wait; a power of two
  parameter int unsigned packets_p        = 8,     // packets that wait; a power of two
  parameter int unsigned delay_p          = 20     // cycles that a packet waits at least
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // software: trace rows while 1; reported addresses are absolute, else differential
  input  logic                        enable_i,
  input  logic                        full_address_i,
  input  logic [15:0]                 resync_i,  // packets until the next sync packet; 0: none
  // deliberate faults, see README.md; 0: none
  input  logic [7:0]                  bugs_i,
  // hart: one block, trigger[2] as notify
  input  logic [3:0]                  itype_i,
  input  logic [ecause_width_p-1:0]   cause_i,
  input  logic [iaddress_width_p-1:0] tval_i,
  input  logic [1:0]                  priv_i,
  input  logic [iaddress_width_p-1:0] iaddr_i,
  input  logic [iretire_width_p-1:0]  iretire_i,
  input  logic                        ilastsize_i,
  input  logic                        notify_i,
  // te_inst payloads, first bit in bit 0, padded to whole bytes
  output logic                        packet_valid_o,
  input  logic                        packet_ready_i,
  output logic [159:0]                packet_o,
  output logic [4:0]                  packet_bytes_o,
  output logic                        packet_sync_o,  // F3/0 or F3/1
  // nothing is enabled, waiting, or being sent
  output logic                        idle_o
);

  localparam int unsigned AddressBits = iaddress_width_p - 1;  // iaddress_lsb_p is 1
  localparam int unsigned RowBits     = $clog2(rows_p);
  localparam int unsigned PacketBits  = $clog2(packets_p);

  // What a bit of bugs_i breaks.
  localparam int unsigned BugDiscon  = 0;  // only itype 10 counts as uninferable discontinuity
  localparam int unsigned BugTarget  = 1;  // a branch at the target of a discontinuity is forgotten
  localparam int unsigned BugFullMap = 2;  // the branch right after a full map is forgotten
  localparam int unsigned BugTwice   = 3;  // a trap reported with thaddr 0 is reported again
  localparam int unsigned BugStart   = 4;  // F3/0 in place of F3/1 with thaddr 1
  localparam int unsigned BugFlush   = 5;  // nothing is sent when the encoder is disabled
  localparam int unsigned BugIenable = 6;  // ienable is 0 in the opening support packet
  localparam int unsigned BugResume  = 7;  // no sync packet follows trace_lost

  // qual_status
  localparam logic [1:0] NoChange = 2'd0, EndedRep = 2'd1, TraceLost = 2'd2, EndedNtr = 2'd3;

  typedef struct packed {
    logic                        gap;    // rows before this one found no room
    logic                        start;  // the encoder is enabled before this row
    logic                        stop;   // the encoder is disabled; there is no row
    logic [3:0]                  itype;
    logic [ecause_width_p-1:0]   cause;
    logic [iaddress_width_p-1:0] tval;
    logic [1:0]                  priv;
    logic [iaddress_width_p-1:0] iaddr;
    logic                        retired;
    logic                        several;  // more than one instruction
    logic [iaddress_width_p-1:0] last;     // address of the last instruction
    logic                        notify;
  } row_t;

  // An instruction, or a trap. Of a block only the first and the last instruction matter.
  typedef struct packed {
    logic                        trap;
    logic                        is_int;
    logic [ecause_width_p-1:0]   cause;
    logic [iaddress_width_p-1:0] tval;
    logic [1:0]                  priv;
    logic [iaddress_width_p-1:0] addr;  // of a trap: the EPC, if epc is 1
    logic                        epc;
    logic                        branch;
    logic                        nottaken;
    logic                        discon;  // an uninferable discontinuity follows
    logic                        notify;
  } item_t;

  // What later decisions need of an item.
  typedef struct packed {
    logic                        trap;
    logic                        is_int;
    logic [ecause_width_p-1:0]   cause;
    logic [iaddress_width_p-1:0] tval;
    logic [1:0]                  priv;
    logic                        discon;
  } past_t;

  typedef struct packed {
    logic [159:0] payload;
    logic [4:0]   bytes;
    logic         sync;
  } packet_t;

  // Rows that wait.

  row_t               rows_q [rows_p];
  logic [RowBits-1:0] row_in_q, row_out_q;
  logic [RowBits:0]   row_count_q;
  logic               enabled_q, gap_q;
  row_t               row_in, row;
  logic               row_push, row_pop, row_dropped;

  logic [iaddress_width_p-1:0] block_bytes, last_bytes;

  always_comb begin
    last_bytes  = ilastsize_i ? iaddress_width_p'(4) : iaddress_width_p'(2);
    block_bytes = single_p ? last_bytes : iaddress_width_p'({iretire_i, 1'b0});

    row_in         = '0;
    row_in.gap     = gap_q;
    row_in.start   = enable_i & ~enabled_q;
    row_in.stop    = ~enable_i & enabled_q;
    row_in.itype   = itype_i;
    row_in.cause   = cause_i;
    row_in.tval    = tval_i;
    row_in.priv    = priv_i;
    row_in.iaddr   = iaddr_i;
    row_in.retired = (iretire_i != '0) & enable_i;
    row_in.several = (block_bytes != last_bytes);
    row_in.last    = iaddr_i + block_bytes - last_bytes;
    row_in.notify  = notify_i;
    if (!enable_i) row_in.itype = 4'd0;

    // The last two places are for start and stop.
    row_push    = 1'b0;
    row_dropped = 1'b0;
    if (row_in.start | row_in.stop) begin
      row_push = 1'b1;
    end else if (row_in.retired | (row_in.itype != 4'd0)) begin
      row_push    = (row_count_q < (RowBits+1)'(rows_p - 2));
      row_dropped = ~row_push;
    end
  end

  assign row = rows_q[row_out_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      row_in_q    <= '0;
      row_out_q   <= '0;
      row_count_q <= '0;
      enabled_q   <= 1'b0;
      gap_q       <= 1'b0;
    end else begin
      enabled_q   <= enable_i;
      gap_q       <= row_dropped | (gap_q & ~row_push);
      row_in_q    <= row_in_q + RowBits'(row_push);
      row_out_q   <= row_out_q + RowBits'(row_pop);
      row_count_q <= row_count_q + (RowBits+1)'(row_push) - (RowBits+1)'(row_pop);
    end
  end

  always_ff @(posedge clk_i) begin
    if (row_push) rows_q[row_in_q] <= row_in;
  end

  // State of the algorithm. An item is decided when the next one is known.

  item_t                       cur_q;
  past_t                       prev_q;
  logic                        cur_valid_q;   // cur_q waits for its decision
  logic                        first_q;       // it is the first qualified item
  logic                        reported_q;    // prev_q is a trap that a packet reported already
  logic                        lost_q;        // packets are being dropped
  logic                        resume_q;      // after a loss: wait for an instruction
  logic                        after_trap_q;  // the item that was last left out is a trap
  logic                        traced_q;      // something was decided since the encoder was enabled
  logic                        ntr_q;         // the latest packet is the report of a target
  logic                        full_q;        // the latest decision sent a full branch map
  logic                        sync_next_q;   // the resynchronisation machine is in state 3
  logic [15:0]                 since_sync_q;  // packets since the latest sync packet
  logic [4:0]                  branches_q;
  logic [30:0]                 map_q;
  logic [AddressBits-1:0]      base_q;        // the latest reported address
  logic                        gap_done_q, start_done_q, first_done_q, last_done_q;

  // The next item of the oldest row.

  item_t next;
  logic  row_valid, next_valid, part_first, part_last, part_trap;
  logic  is_trap, need_first, resync_due, row_gap, row_start;

  assign row_valid  = (row_count_q != '0);
  assign is_trap    = (row.itype == 4'd1) | (row.itype == 4'd2);
  assign resync_due = (resync_i != '0) & ((since_sync_q >= resync_i) | sync_next_q);
  // The first of several instructions matters at the beginning and after a discontinuity.
  assign need_first = ~cur_valid_q | cur_q.trap | cur_q.discon | (cur_q.priv != row.priv)
                      | resync_due | first_q;

  always_comb begin
    row_gap    = row_valid & row.gap & ~gap_done_q;
    row_start  = row_valid & row.start & ~start_done_q;
    part_first = row.retired & row.several & need_first & ~first_done_q & ~last_done_q;
    part_last  = row.retired & ~part_first & ~last_done_q;
    part_trap  = is_trap & ~part_first & ~part_last;

    next           = '0;
    next.trap      = part_trap;
    next.is_int = (row.itype == 4'd2);
    next.cause     = row.cause;
    next.tval      = row.tval;
    next.priv      = row.priv;
    next.addr      = part_last ? row.last : row.iaddr;
    next.epc       = part_trap & ~row.retired & (row.itype == 4'd1);
    if (part_last) begin
      next.branch   = (row.itype == 4'd4) | (row.itype == 4'd5);
      next.nottaken = (row.itype == 4'd4);
      next.discon   = (row.itype == 4'd3) | (row.itype == 4'd8) | (row.itype == 4'd10)
                      | (row.itype == 4'd12) | (row.itype == 4'd13) | (row.itype == 4'd14);
      if (bugs_i[BugDiscon]) next.discon = (row.itype == 4'd10);
      next.notify   = row.notify;
    end
  end

  // Payloads. A field goes to bit n, the first one to bit 0.

  function automatic packet_t finish(input logic [159:0] bits, input int unsigned n,
                                     input logic sync);
    // The last byte is filled with copies of the last bit.
    finish.payload = bits;
    for (int unsigned i = 0; i < 160; i++) begin
      if (i >= n) finish.payload[i] = bits[8'(n - 1)];
    end
    finish.bytes = 5'((n + 7) / 8);
    for (int unsigned i = 0; i < 160; i++) begin
      if (i >= ((n + 7) / 8) * 8) finish.payload[i] = 1'b0;
    end
    finish.sync = sync;
  endfunction

  // ienable, encoder_mode (2 bits), qual_status, ioptions: full_address and one bit for an option
  // to come. There is no data trace, so denable, dloss and doptions are not there.
  function automatic packet_t support(input logic ienable, input logic [1:0] qual_status,
                                      input logic full_address);
    support = finish(160'({1'b0, full_address, qual_status, 2'd0, ienable, 4'b1111}), 11, 1'b0);
  endfunction

  function automatic packet_t sync_start(input logic [AddressBits-1:0] address,
                                         input logic [1:0] priv, input logic taken);
    sync_start = finish(160'({address, priv, ~taken, 4'b0011}), 7 + AddressBits, 1'b1);
  endfunction

  function automatic packet_t sync_trap(input logic [AddressBits-1:0] address, input logic thaddr,
                                        input logic [1:0] priv, input logic taken,
                                        input logic is_int, input logic [ecause_width_p-1:0] cause,
                                        input logic [iaddress_width_p-1:0] tval);
    sync_trap = finish(160'({is_int ? iaddress_width_p'(0) : tval, address, thaddr, is_int, cause,
                             priv, ~taken, 4'b0111}),
                       9 + ecause_width_p + AddressBits + (is_int ? 0 : iaddress_width_p), 1'b1);
  endfunction

  // F2 without branches, else F1; address, notify, updiscon, irreport come last.
  function automatic packet_t address_report(input logic [4:0] branches, input logic [30:0] map,
                                             input logic [AddressBits-1:0] address,
                                             input logic notify, input logic updiscon);
    logic [159:0] tail, head;
    int unsigned  at;
    logic         notify_bit, updiscon_bit;
    notify_bit   = address[AddressBits-1] ^ notify;
    updiscon_bit = notify_bit ^ updiscon;
    tail         = 160'({updiscon_bit, updiscon_bit, notify_bit, address});
    if (branches == 5'd0) begin
      head = 160'd2;
      at   = 2;
    end else begin
      head = 160'({map, branches, 2'd1});
      at   = (branches == 5'd1) ? 8 : (branches < 5'd4) ? 10 : (branches < 5'd8) ? 14 :
             (branches < 5'd16) ? 22 : 38;
    end
    address_report = finish(head | (tail << at), at + AddressBits + 3, 1'b0);
  endfunction

  function automatic packet_t map_report(input logic [30:0] map);
    map_report = finish(160'({map, 5'd0, 2'd1}), 38, 1'b0);
  endfunction

  // The decision on cur_q. next_valid: the next item is known; else the encoder was disabled.

  assign next_valid = row_valid & ~row.stop & (part_first | part_last | part_trap);

  packet_t                packet;
  logic                   send, is_sync, is_report, is_full, sync_after;
  logic                   due, changed, last_of_run, reported;
  logic [4:0]             branches;
  logic [30:0]            map;
  logic [AddressBits-1:0] full, address;
  logic                   taken;

  always_comb begin
    branches = branches_q;
    map      = map_q;
    if (cur_q.branch & ~(bugs_i[BugTarget] & prev_q.discon & ~first_q)
        & ~(bugs_i[BugFullMap] & full_q)) begin
      map[branches_q] = cur_q.nottaken;
      branches        = branches_q + 5'd1;
    end

    due         = (resync_i != '0) & (since_sync_q >= resync_i);
    changed     = next_valid & ~next.trap & (next.priv != cur_q.priv);
    last_of_run = ~next_valid | next.trap | (changed & (branches != 5'd0));
    sync_after  = next_valid & (next.trap | changed | due);
    full        = cur_q.addr[iaddress_width_p-1:1];
    address     = full_address_i ? full : full - base_q;
    taken       = cur_q.branch & ~cur_q.nottaken;

    send      = 1'b0;
    is_sync   = 1'b0;
    is_report = 1'b0;
    is_full   = 1'b0;
    reported  = 1'b0;
    packet    = '0;
    if (~first_q & prev_q.trap) begin
      if (cur_q.trap) begin
        // A second trap before the first instruction of the handler retired.
        // Where the first one is reported already, the second one is reported at once.
        send     = 1'b1;
        is_sync  = 1'b1;
        reported = reported_q;
        if (reported_q) begin
          packet = sync_trap('0, 1'b0, cur_q.priv, 1'b0, cur_q.is_int, cur_q.cause, cur_q.tval);
        end else begin
          packet = sync_trap('0, 1'b0, prev_q.priv, 1'b0, prev_q.is_int, prev_q.cause,
                             prev_q.tval);
        end
      end else begin
        send    = 1'b1;
        is_sync = 1'b1;
        if ((~reported_q & ~bugs_i[BugStart]) | (reported_q & bugs_i[BugTwice])) begin
          packet = sync_trap(full, 1'b1, cur_q.priv, taken, prev_q.is_int, prev_q.cause,
                             prev_q.tval);
        end else begin
          packet = sync_start(full, cur_q.priv, taken);
        end
      end
    end else if (cur_q.trap) begin
      // Its EPC cannot be inferred: the first item, or the target of a discontinuity.
      if (cur_q.epc & (first_q | prev_q.discon)) begin
        send     = 1'b1;
        is_sync  = 1'b1;
        reported = 1'b1;
        packet   = sync_trap(full, 1'b0, cur_q.priv, 1'b0, 1'b0, cur_q.cause, cur_q.tval);
      end
    end else if (first_q | (cur_q.priv != prev_q.priv) | sync_next_q) begin
      send    = 1'b1;
      is_sync = 1'b1;
      packet  = sync_start(full, cur_q.priv, taken);
    end else if (prev_q.discon | due | cur_q.notify | last_of_run) begin
      send      = 1'b1;
      is_report = 1'b1;
      packet    = address_report(branches, map, address, cur_q.notify & ~prev_q.discon,
                                 prev_q.discon & sync_after);
    end else if (branches == 5'd31) begin
      send    = 1'b1;
      is_full = 1'b1;
      packet  = map_report(map);
    end
  end

  // What happens in this cycle: a support packet, or a decision.

  packet_t queued;
  logic    push, room, take, decide, dropped, resumed, stopped, opened;

  always_comb begin
    push    = 1'b0;
    queued  = packet;
    row_pop = 1'b0;
    take    = 1'b0;  // the next item is taken
    decide  = 1'b0;  // cur_q is decided
    dropped = 1'b0;
    resumed = 1'b0;
    stopped = 1'b0;
    opened  = 1'b0;

    if (row_gap) begin
      dropped = 1'b1;
    end else if (row_start) begin
      queued = support(~bugs_i[BugIenable], NoChange, full_address_i);
      push   = room;
      opened = room;
      row_pop = room & ~row.retired & ~is_trap;
    end else if (lost_q & room & ~(row_valid & row.stop)) begin
      queued  = support(1'b1, TraceLost, full_address_i);
      push    = 1'b1;
      resumed = 1'b1;
    end else if (row_valid & row.stop) begin
      if (cur_valid_q & ~bugs_i[BugFlush]) begin
        decide = 1'b1;
        push   = send & room;
        dropped = send & ~room;
      end else begin
        queued  = support(1'b0, lost_q ? TraceLost : ~traced_q ? NoChange : ntr_q ? EndedNtr :
                          EndedRep, full_address_i);
        push    = room & ~bugs_i[BugFlush];
        stopped = room;
        row_pop = room;
      end
    end else if (next_valid) begin
      take    = 1'b1;
      row_pop = part_trap | (part_last & ~is_trap);
      decide  = cur_valid_q;
      push    = cur_valid_q & send & room;
      dropped = cur_valid_q & send & ~room;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cur_q        <= '0;
      prev_q       <= '0;
      {cur_valid_q, first_q, reported_q, lost_q, resume_q, after_trap_q, traced_q} <= '0;
      {ntr_q, full_q, sync_next_q} <= '0;
      since_sync_q <= '0;
      branches_q   <= '0;
      map_q        <= '0;
      base_q       <= '0;
      {gap_done_q, start_done_q, first_done_q, last_done_q} <= '0;
    end else begin
      if (decide) begin
        traced_q    <= 1'b1;
        cur_valid_q <= 1'b0;
        first_q     <= 1'b0;
        prev_q      <= {cur_q.trap, cur_q.is_int, cur_q.cause, cur_q.tval, cur_q.priv,
                        cur_q.discon};
        reported_q  <= reported;
        branches_q  <= branches;
        map_q       <= map;
        full_q      <= is_full;
        sync_next_q <= sync_next_q | (due & is_report);
        ntr_q       <= is_report & prev_q.discon & ~sync_after;
        if (send) since_sync_q <= since_sync_q + 16'd1;
        if (is_sync) begin
          since_sync_q <= '0;
          sync_next_q  <= 1'b0;
        end
        if (is_sync | is_report) base_q <= full;
        if (send) begin
          branches_q <= '0;
          map_q      <= '0;
        end
      end

      if (take) begin
        after_trap_q <= next.trap;
        if (part_first) first_done_q <= 1'b1;
        if (part_last) last_done_q <= 1'b1;
        // After a loss tracing resumes at an instruction that is not the first of a trap handler.
        if (!lost_q & (~resume_q | (~next.trap & ~after_trap_q))) begin
          cur_q       <= next;
          cur_valid_q <= 1'b1;
          resume_q    <= 1'b0;
          if (resume_q) first_q <= 1'b1;
        end
      end

      if (row_gap) gap_done_q <= 1'b1;
      if (dropped) begin
        lost_q      <= 1'b1;
        cur_valid_q <= 1'b0;
        if (!bugs_i[BugResume]) begin
          branches_q <= '0;
          map_q      <= '0;
        end
      end
      if (resumed) begin
        lost_q      <= 1'b0;
        resume_q    <= ~bugs_i[BugResume];
        full_q      <= 1'b0;
        sync_next_q <= 1'b0;
        prev_q      <= '0;
        prev_q.priv <= cur_q.priv;
      end
      if (opened) begin
        {lost_q, resume_q, cur_valid_q, traced_q, ntr_q, full_q, sync_next_q} <= '0;
        prev_q       <= '0;
        first_q      <= 1'b1;
        branches_q   <= '0;
        map_q        <= '0;
        since_sync_q <= '0;
        start_done_q <= 1'b1;
      end
      if (stopped) begin
        {lost_q, cur_valid_q} <= '0;
      end
      if (row_pop) {gap_done_q, start_done_q, first_done_q, last_done_q} <= '0;
    end
  end

  // Packets that wait. Each leaves delay_p cycles after it came, at the earliest.

  packet_t               packets_q [packets_p];
  logic [31:0]           due_q [packets_p];
  logic [31:0]           now_q;
  logic [PacketBits-1:0] packet_in_q, packet_out_q;
  logic [PacketBits:0]   packet_count_q;
  logic                  packet_pop, ripe_q, ripe;

  assign room           = (packet_count_q != (PacketBits+1)'(packets_p));
  assign packet_valid_o = ripe_q;
  assign packet_pop     = packet_valid_o & packet_ready_i;
  assign packet_o       = packets_q[packet_out_q].payload;
  assign packet_bytes_o = packets_q[packet_out_q].bytes;
  assign packet_sync_o  = packets_q[packet_out_q].sync;
  assign idle_o         = ~enabled_q & ~enable_i & ~row_valid & (packet_count_q == '0);

  // Once offered, a packet stays.
  logic [PacketBits-1:0] packet_next;
  logic                  more;
  assign packet_next = packet_out_q + PacketBits'(packet_pop);
  assign more        = (packet_count_q - (PacketBits+1)'(packet_pop)) != '0;
  assign ripe        = $signed(now_q - due_q[packet_next]) >= 0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q          <= '0;
      packet_in_q    <= '0;
      packet_out_q   <= '0;
      packet_count_q <= '0;
      ripe_q         <= 1'b0;
    end else begin
      now_q          <= now_q + 32'd1;
      packet_in_q    <= packet_in_q + PacketBits'(push);
      packet_out_q   <= packet_next;
      packet_count_q <= packet_count_q + (PacketBits+1)'(push) - (PacketBits+1)'(packet_pop);
      ripe_q         <= (ripe_q & ~packet_pop) | (more & ripe);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      packets_q[packet_in_q] <= queued;
      due_q[packet_in_q]     <= now_q + 32'(delay_p);
    end
  end

endmodule

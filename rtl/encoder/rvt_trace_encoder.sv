// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// RISC-V trace encoder: E-Trace v2.0.4, blocks_p blocks per cycle. Connects the stages in stream
// order.
//
// Timing: one row per cycle as long as rows need no packet. Each packet costs the algorithm at most
// one additional cycle, and the output one beat per out_bytes_p bytes. The elastic buffer holds
// rows that wait; when it is full, the hart is stalled (stall_o) or rows are dropped (lost_o), as
// programmed. stall_o comes from registers. A packet leaves when the item after the one that it
// reports, or an event, is known.
//
// Spec: E-Trace v2.0.4; docs/decisions/0001-item-stream.md. See rtl/README.md.

`default_nettype none

module rvt_trace_encoder #(
  parameter int unsigned blocks_p            = 1,
  parameter int unsigned retires_p           = 8,  // 1: iretire counts instructions
  parameter int unsigned iaddress_width_p    = 64,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned itype_width_p       = 4,
  parameter int unsigned ecause_width_p      = 5,
  parameter int unsigned privilege_width_p   = 2,
  parameter int unsigned context_width_p     = 16,
  parameter int unsigned nocontext_p         = 1,
  parameter int unsigned time_width_p        = 32,
  parameter int unsigned notime_p            = 1,
  parameter int unsigned ctype_width_p       = 2,
  parameter int unsigned iretire_width_p     = 8,
  parameter int unsigned ilastsize_width_p   = 1,
  parameter int unsigned return_stack_size_p = 0,
  parameter int unsigned call_counter_size_p = 0,
  parameter int unsigned bpred_size_p        = 0,
  parameter logic [31:0] bcount_max_p        = 32'hffff_ffff,
  parameter int unsigned cache_size_p        = 0,
  parameter int unsigned f0s_width_p         = 0,
  parameter int unsigned sijump_p            = 0,
  parameter int unsigned filters_p           = 0,
  parameter int unsigned comparators_p       = 0,
  parameter int unsigned impdef_width_p      = 1,
  parameter int unsigned ecause_choice_p     = 5,
  parameter int unsigned filter_excint_p     = 1,
  parameter int unsigned filter_context_p    = 1,
  parameter int unsigned filter_tval_p       = 1,
  parameter int unsigned filter_privilege_p  = 1,
  parameter int unsigned data_p              = 0,
  parameter int unsigned daddress_width_p    = 32,
  parameter int unsigned data_width_p        = 32,
  parameter int unsigned dtype_width_p       = 1,
  parameter int unsigned dsize_width_p       = 3,
  parameter int unsigned dblock_width_p      = 1,
  parameter int unsigned iaddr_lsbs_width_p  = 1,
  parameter int unsigned lrid_width_p        = 1,
  parameter int unsigned lresp_width_p       = 1,
  parameter int unsigned ldata_width_p       = 32,
  parameter int unsigned sdata_width_p       = 32,
  parameter int unsigned dat_signalling_p    = 0,
  parameter int unsigned full_data_p         = 0,
  parameter int unsigned dat_compress_p      = 0,
  parameter int unsigned dat_addr_compress_p = 0,
  parameter int unsigned dat_hist_p          = 0,
  parameter int unsigned dat_operand_p       = 0,
  parameter int unsigned dat_sc_failure_p    = 0,
  parameter int unsigned dat_split_atomic_rsp_p = 7,
  parameter int unsigned dat_diff_bits_p     = 2,
  parameter int unsigned mmacas_ext_p        = 0,
  parameter int unsigned srcid_bits_p        = 0,
  parameter int unsigned type_bits_p         = 0,
  parameter int unsigned type_value_p        = 0,
  parameter int unsigned type_data_p         = 1,
  parameter int unsigned timestamp_bytes_p   = 0,
  parameter int unsigned ts_internal_p       = 0,
  parameter int unsigned fifo_depth_p        = 16,
  parameter int unsigned out_bytes_p         = 8,
  parameter int unsigned compressor_register_p = 1,
  localparam int unsigned dblock_bits_p = (dblock_width_p > 0) ? dblock_width_p : 1,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // ingress: the blocks of a cycle, the oldest in the lowest bits, and sideband
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [ecause_width_p-1:0]    cause_i,
  input  logic [iaddress_width_p-1:0]  tval_i,
  input  logic [privilege_width_p-1:0] priv_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [context_width_p-1:0]   context_i,
  input  logic [time_width_p-1:0]      time_i,
  input  logic [ctype_width_p-1:0]     ctype_i,
  input  logic [blocks_p-1:0]                   sijump_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic [blocks_p+1:0]          trigger_i,
  input  logic [impdef_width_p-1:0]    impdef_i,
  input  logic                         halted_i,
  input  logic                         reset_i,
  output logic                         stall_o,
  output logic                         lost_o,
  // data interface, one group
  input  logic                          dretire_i,
  input  logic [dtype_width_p-1:0]      dtype_i,
  input  logic [daddress_width_p-1:0]   daddr_i,
  input  logic [dsize_width_p-1:0]      dsize_i,
  input  logic [data_width_p-1:0]       data_i,      // of CSRs and unified atomics the LSBs
  input  logic [data_width_p-1:0]       operand_i,   // ... and the MSBs
  input  logic [dblock_bits_p-1:0]      dblock_i,    // ignored if there is one block
  input  logic [iaddr_lsbs_width_p-1:0] iaddr_lsbs_i,
  input  logic [lrid_width_p-1:0]       lrid_i,
  input  logic [lresp_width_p-1:0]      lresp_i,
  input  logic [lrid_width_p-1:0]       lid_i,
  input  logic [sdata_width_p-1:0]      sdata_i,
  input  logic [ldata_width_p-1:0]      ldata_i,
  // APB
  input  logic [11:0]                  paddr_i,
  input  logic                         psel_i,
  input  logic                         penable_i,
  input  logic                         pwrite_i,
  input  logic [31:0]                  pwdata_i,
  output logic [31:0]                  prdata_o,
  output logic                         pready_o,
  output logic                         pslverr_o,
  // encapsulated packets
  output logic                         valid_o,
  input  logic                         ready_i,
  output logic [8*out_bytes_p-1:0]     data_o,
  output logic [count_width_p-1:0]     bytes_o,
  output logic                         last_o
);

  localparam int unsigned StackBits = (return_stack_size_p > 0) ? return_stack_size_p + 1 : 0;
  localparam int unsigned IrdepthBits = StackBits + call_counter_size_p;
  localparam int unsigned DepthBits = (IrdepthBits > 0) ? IrdepthBits : 1;
  localparam int unsigned FreeBits  = $clog2(fifo_depth_p + 1);
  // Half-words of a block. A width of 0 would end some tools before rvt_encoder_limits reports it.
  localparam int unsigned CountedBits = (iretire_width_p > 0) ? iretire_width_p : 1;
  localparam int unsigned SizeBits    = (retires_p > 1) ? CountedBits : 1 << ilastsize_width_p;
  localparam int unsigned BlockBits = 1 + itype_width_p + iaddress_width_p + SizeBits
                                    + ilastsize_width_p + 1;

  // A field that is not sent is not stored: one constant bit replaces it.
  localparam logic        HasContext  = nocontext_p == 0;
  localparam logic        HasTime     = notime_p == 0 || timestamp_bytes_p > 0;
  localparam int unsigned ContextBits = HasContext ? context_width_p : 1;
  localparam int unsigned TimeBits    = HasTime ? time_width_p : 1;

  localparam int unsigned EntryBits = 11 + rvt_pkg::CountBits + ecause_width_p + iaddress_width_p
                                    + privilege_width_p + ContextBits + TimeBits
                                    + ctype_width_p + blocks_p * BlockBits;

  // Kinds of losses that exist: of te_inst alone; of te_data.
  localparam logic [1:0] Losses = {data_p != 0, 1'b1};

  // The longest payload: F3/1, or F1 with a full map, or one of the optional formats.
  localparam int unsigned TailBits  = iaddress_width_p - iaddress_lsb_p + 3 + IrdepthBits;
  localparam int unsigned TrapBits  = 7 + privilege_width_p + (notime_p == 0 ? time_width_p : 0)
                                    + (HasContext ? context_width_p : 0) + ecause_width_p
                                    + 2 * iaddress_width_p - iaddress_lsb_p;
  localparam int unsigned MapBits   = 7 + rvt_pkg::MapBits + TailBits;
  localparam int unsigned CountBits = (bpred_size_p > 0) ? 36 + f0s_width_p + TailBits : 0;
  localparam int unsigned IndexBits = (cache_size_p > 0) ? 8 + f0s_width_p + cache_size_p
                                                         + rvt_pkg::MapBits + IrdepthBits : 0;
  localparam int unsigned LongerSync = (TrapBits > MapBits) ? TrapBits : MapBits;
  localparam int unsigned LongerJump = (CountBits > IndexBits) ? CountBits : IndexBits;
  localparam int unsigned LongerInst = (LongerSync > LongerJump) ? LongerSync : LongerJump;

  // te_data: an atomic with two values of up to 64 bits, with their lengths, and an address; or one
  // with a value as wide as the interface instead of the second value and the address.
  localparam int unsigned ValueBits  = 3 + 64;
  localparam int unsigned LongerEnd  = (ValueBits + daddress_width_p > data_width_p)
                                     ? ValueBits + daddress_width_p : data_width_p;
  localparam int unsigned DataBits   = (data_p == 0) ? 0
                                     : 11 + lrid_width_p + ValueBits + LongerEnd;
  localparam int unsigned MostBits   = (LongerInst > DataBits) ? LongerInst : DataBits;

  // In whole bytes; and the bits that are compressed together with it.
  localparam int unsigned PayloadBits = 8 * ((MostBits + 7) / 8);
  localparam int unsigned PrefixBits  = type_bits_p + srcid_bits_p % 8;

  // Modes that are built, as bits of trTeInstFeatures.
  localparam logic [rvt_pkg::ModeBits-1:0] Modes = {cache_size_p > 0, bpred_size_p > 0,
                                                    IrdepthBits > 0 && itype_width_p > 3,
                                                    sijump_p != 0, 2'b11};

  rvt_encoder_limits #(
    .blocks_p(blocks_p), .retires_p(retires_p), .iaddress_width_p(iaddress_width_p),
    .iaddress_lsb_p(iaddress_lsb_p), .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
    .nocontext_p(nocontext_p), .time_width_p(time_width_p), .notime_p(notime_p),
    .ctype_width_p(ctype_width_p), .iretire_width_p(iretire_width_p),
    .ilastsize_width_p(ilastsize_width_p), .return_stack_size_p(return_stack_size_p),
    .call_counter_size_p(call_counter_size_p), .bpred_size_p(bpred_size_p),
    .cache_size_p(cache_size_p), .f0s_width_p(f0s_width_p), .sijump_p(sijump_p),
    .filters_p(filters_p), .comparators_p(comparators_p), .impdef_width_p(impdef_width_p),
    .ecause_choice_p(ecause_choice_p), .filter_excint_p(filter_excint_p),
    .filter_context_p(filter_context_p), .filter_tval_p(filter_tval_p),
    .filter_privilege_p(filter_privilege_p), .data_p(data_p), .daddress_width_p(daddress_width_p),
    .data_width_p(data_width_p), .dtype_width_p(dtype_width_p), .dsize_width_p(dsize_width_p),
    .dblock_width_p(dblock_width_p), .iaddr_lsbs_width_p(iaddr_lsbs_width_p),
    .lrid_width_p(lrid_width_p), .lresp_width_p(lresp_width_p), .ldata_width_p(ldata_width_p),
    .sdata_width_p(sdata_width_p), .dat_signalling_p(dat_signalling_p), .full_data_p(full_data_p),
    .dat_compress_p(dat_compress_p), .dat_addr_compress_p(dat_addr_compress_p),
    .dat_hist_p(dat_hist_p), .dat_operand_p(dat_operand_p), .dat_sc_failure_p(dat_sc_failure_p),
    .dat_split_atomic_rsp_p(dat_split_atomic_rsp_p), .dat_diff_bits_p(dat_diff_bits_p),
    .mmacas_ext_p(mmacas_ext_p), .srcid_bits_p(srcid_bits_p), .type_bits_p(type_bits_p),
    .type_value_p(type_value_p), .type_data_p(type_data_p), .timestamp_bytes_p(timestamp_bytes_p),
    .ts_internal_p(ts_internal_p), .fifo_depth_p(fifo_depth_p), .out_bytes_p(out_bytes_p),
    .compressor_register_p(compressor_register_p), .string_bits_p(MostBits + PrefixBits)
  ) u_limits ();

  // Type and size in half-words of each block; blocks that violate the port rules are removed.
  logic [blocks_p*itype_width_p-1:0] itype;
  logic [blocks_p*SizeBits-1:0]      halfwords;

  rvt_ingress_port #(
    .blocks_p(blocks_p), .retires_p(retires_p), .itype_width_p(itype_width_p),
    .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
    .size_width_p(SizeBits)
  ) u_port (
    .itype_i, .iretire_i, .ilastsize_i, .itype_o(itype), .halfwords_o(halfwords)
  );

  // ---- control -------------------------------------------------------------------------------

  logic        active_status, enable_status, tracing_status, trig_enable_status, stall_enable, idle;
  logic        tracing_we, tracing_wdata, stall_or_overflow;
  logic        inhibit_src, stamp, modes_change, modes_event, modes_step;
  logic        filter_pass, filter_step, filter_clear;
  logic [blocks_p-1:0] filter_notify;
  logic        seen, data_pass;
  logic [iaddress_width_p-1:0] access_iaddr;
  logic [rvt_pkg::ModeBits-1:0] modes;
  logic [1:0]  sync_mode;
  logic [3:0]  sync_max;
  logic [11:0] src_id;
  logic [31:0] data_rdata;
  logic [time_width_p-1:0] now;  // time of the row of this cycle

  assign stall_or_overflow = stall_o | lost_o;

  rvt_control #(
    .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
    .time_width_p(time_width_p), .iretire_width_p(SizeBits), .ilastsize_width_p(ilastsize_width_p),
    .srcid_bits_p(srcid_bits_p), .modes_p(Modes), .timestamp_bytes_p(timestamp_bytes_p),
    .ts_internal_p(ts_internal_p), .filters_p(filters_p), .comparators_p(comparators_p),
    .impdef_width_p(impdef_width_p), .ecause_choice_p(ecause_choice_p),
    .filter_excint_p(filter_excint_p), .filter_context_p(filter_context_p),
    .filter_tval_p(filter_tval_p), .filter_privilege_p(filter_privilege_p), .data_p(data_p),
    .daddress_width_p(daddress_width_p), .dtype_width_p(dtype_width_p),
    .dsize_width_p(dsize_width_p)
  ) u_control (
    .clk_i, .rst_ni,
    .paddr_i, .psel_i, .penable_i, .pwrite_i, .pwdata_i, .rdata_i(data_rdata), .prdata_o,
    .pready_o, .pslverr_o,
    .itype_i(itype), .cause_i, .tval_i, .priv_i, .iaddr_i, .context_i, .time_i,
    .iretire_i(halfwords),
    .ilastsize_i, .impdef_i, .halted_i,
    .idle_i(idle), .tracing_we_i(tracing_we), .tracing_wdata_i(tracing_wdata),
    .stall_or_overflow_i(stall_or_overflow), .modes_taken_i(modes_event), .modes_step_i(modes_step),
    .filter_clear_i(filter_clear), .filter_step_i(filter_step),
    .active_o(active_status), .enable_o(enable_status), .tracing_o(tracing_status),
    .trig_enable_o(trig_enable_status), .stall_enable_o(stall_enable),
    .modes_event_o(modes_change), .modes_o(modes), .inhibit_src_o(inhibit_src), .stamp_o(stamp),
    .sync_mode_o(sync_mode), .sync_max_o(sync_max), .src_id_o(src_id), .time_o(now),
    .pass_o(filter_pass), .notify_o(filter_notify), .access_i(dretire_i),
    .access_iaddr_i(access_iaddr), .dtype_i, .dsize_i, .daddr_i, .data_pass_o(data_pass)
  );

  // ---- stage 1: qualification ----------------------------------------------------------------

  logic                          push, end_event, disable_event, enable_event;
  logic [1:0]                    lost_event, modes_after;
  logic                          row, qualified, forget, event_due;
  logic [blocks_p-1:0]           notify;
  logic [rvt_pkg::CountBits-1:0] cycles;
  logic [FreeBits-1:0]           free;

  // Data trace: the row has accesses or responses to send; te_data that is due precedes te_inst.
  logic data_wanted, data_loses, data_kept, data_room, data_hold, data_busy;

  rvt_qualifier #(
    .blocks_p(blocks_p), .itype_width_p(itype_width_p), .iretire_width_p(SizeBits),
    .free_width_p(FreeBits)
  ) u_qualifier (
    .clk_i, .rst_ni,
    .itype_i(itype), .iretire_i(halfwords), .trigger_i, .halted_i, .reset_i, .stall_o, .lost_o,
    .filter_pass_i(filter_pass), .filter_notify_i(filter_notify),
    .filter_step_o(filter_step), .filter_clear_o(filter_clear),
    .data_wanted_i(data_wanted), .data_loses_i(data_loses), .seen_o(seen), .data_kept_o(data_kept),
    .enable_i(enable_status), .tracing_i(tracing_status),
    .trig_enable_i(trig_enable_status), .stall_enable_i(stall_enable),
    .tracing_we_o(tracing_we), .tracing_wdata_o(tracing_wdata), .free_i(free), .push_o(push),
    .lost_event_o(lost_event), .end_event_o(end_event),
    .disable_event_o(disable_event), .enable_event_o(enable_event),
    .modes_event_i(modes_change), .modes_event_o(modes_event),
    .modes_after_o(modes_after), .row_o(row), .qualified_o(qualified), .forget_o(forget),
    .notify_o(notify),
    .cycles_o(cycles), .busy_o(event_due)
  );

  // ---- stage 2: elastic buffer ---------------------------------------------------------------

  logic [EntryBits-1:0]          entry_in, entry;
  logic                          entry_valid, entry_pop;
  logic                          q_end_event, q_disable_event, q_enable_event, q_modes_event;
  logic [1:0]                    q_lost_event, q_modes_after;
  logic                          q_row, q_qualified, q_forget;
  logic [rvt_pkg::CountBits-1:0] q_cycles;
  logic [ecause_width_p-1:0]     q_cause;
  logic [iaddress_width_p-1:0]   q_tval;
  logic [privilege_width_p-1:0]  q_priv;
  logic [ContextBits-1:0]        row_context, q_context;
  logic [TimeBits-1:0]           row_time, q_time;
  logic [ctype_width_p-1:0]      q_ctype;
  logic [blocks_p-1:0]                   q_notify, q_sijump;
  logic [blocks_p*itype_width_p-1:0]     q_itype;
  logic [blocks_p*iaddress_width_p-1:0]  q_iaddr;
  logic [blocks_p*SizeBits-1:0]          q_halfwords;
  logic [blocks_p*ilastsize_width_p-1:0] q_ilastsize;

  assign row_context = HasContext ? ContextBits'(context_i) : '0;
  assign row_time    = HasTime ? TimeBits'(now) : '0;

  logic unused_row;
  assign unused_row = ^{context_i, now};

  assign entry_in = {lost_event, end_event, disable_event, enable_event, modes_event, modes_after,
                     row, qualified, forget, notify, cycles,
                     itype, cause_i, tval_i, iaddr_i, priv_i, row_context, row_time, ctype_i,
                     halfwords, ilastsize_i, sijump_i & {blocks_p{sijump_p != 0}}};

  rvt_ingress_fifo #(
    .width_p(EntryBits), .depth_p(fifo_depth_p)
  ) u_fifo (
    .clk_i, .rst_ni, .push_i(push), .wdata_i(entry_in), .free_o(free),
    .rvalid_o(entry_valid), .pop_i(entry_pop), .rdata_o(entry)
  );

  assign {q_lost_event, q_end_event, q_disable_event, q_enable_event, q_modes_event,
          q_modes_after, q_row, q_qualified, q_forget, q_notify, q_cycles,
          q_itype, q_cause, q_tval, q_iaddr, q_priv, q_context, q_time, q_ctype,
          q_halfwords, q_ilastsize, q_sijump} = entry;

  // ---- stages 3 to 5: items, window, decision --------------------------------------------------

  logic                         pkt_fields_valid, pkt_fields_ready, stream_busy;
  logic                         token_issued, token_left, cur_valid, cur_first, data_alone;
  logic [blocks_p-1:0]          cur_done;
  logic [3:0]                   f_packet;
  logic [4:0]                   f_branches;
  logic [rvt_pkg::MapBits-1:0]  f_map;
  logic [31:0]                  f_branch_count;
  logic                         f_branch_failed;
  logic [iaddress_width_p-1:0]  f_address, f_tval;
  logic [DepthBits-1:0]         f_depth;
  logic                         f_notify, f_updiscon, f_irreport, f_branch_bit, f_interrupt,
                                f_thaddr, f_ienable, f_dloss;
  logic [privilege_width_p-1:0] f_priv;
  logic [TimeBits-1:0]          f_time;
  logic [ContextBits-1:0]       f_context;
  logic [ecause_width_p-1:0]    f_ecause;
  logic [1:0]                   f_qual_status;

  rvt_item_stream #(
    .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p), .context_width_p(ContextBits),
    .time_width_p(TimeBits), .ctype_width_p(ctype_width_p), .iretire_width_p(SizeBits),
    .ilastsize_width_p(ilastsize_width_p),
    .bpred_size_p(bpred_size_p), .bcount_max_p(bcount_max_p), .cache_size_p(cache_size_p),
    .return_stack_size_p(return_stack_size_p), .call_counter_size_p(call_counter_size_p),
    .depth_width_p(DepthBits)
  ) u_items (
    .clk_i, .rst_ni, .modes_i(modes), .sync_mode_i(sync_mode), .sync_max_i(sync_max),
    .entry_valid_i(entry_valid & data_room), .entry_pop_o(entry_pop), .hold_i(data_hold),
    .alone_i(data_alone), .issue_o(token_issued), .leave_o(token_left), .cur_valid_o(cur_valid),
    .cur_first_o(cur_first), .cur_done_o(cur_done),
    .lost_event_i(q_lost_event & Losses), .end_event_i(q_end_event),
    .disable_event_i(q_disable_event), .enable_event_i(q_enable_event),
    .modes_event_i(q_modes_event), .modes_after_i(q_modes_after & Losses),
    .row_i(q_row), .qualified_i(q_qualified), .forget_i(q_forget), .notify_i(q_notify),
    .cycles_i(q_cycles),
    .itype_i(q_itype), .cause_i(q_cause), .tval_i(q_tval), .iaddr_i(q_iaddr), .priv_i(q_priv),
    .context_i(q_context), .time_i(q_time), .ctype_i(q_ctype), .iretire_i(q_halfwords),
    .ilastsize_i(q_ilastsize), .sijump_i(q_sijump), .busy_o(stream_busy), .modes_step_o(modes_step),
    .valid_o(pkt_fields_valid), .ready_i(pkt_fields_ready),
    .packet_o(f_packet), .branches_o(f_branches), .map_o(f_map),
    .branch_count_o(f_branch_count), .branch_failed_o(f_branch_failed), .address_o(f_address),
    .notify_flag_o(f_notify), .updiscon_flag_o(f_updiscon),
    .irreport_flag_o(f_irreport), .depth_o(f_depth), .branch_bit_o(f_branch_bit),
    .priv_o(f_priv), .time_o(f_time), .context_o(f_context), .ecause_o(f_ecause),
    .interrupt_o(f_interrupt), .thaddr_o(f_thaddr), .tval_o(f_tval),
    .ienable_o(f_ienable), .qual_status_o(f_qual_status), .dloss_o(f_dloss)
  );

  // ---- stages 6 and 7: payload and compression -------------------------------------------------

  logic                   raw_valid, raw_ready, raw_sync, raw_dloss;
  logic [3:0]             data_options;
  logic [PayloadBits-1:0] raw_payload;
  logic [TimeBits-1:0]    raw_time;

  rvt_packetizer #(
    .payload_bits_p(PayloadBits),
    .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
    .context_width_p(ContextBits), .nocontext_p(nocontext_p),
    .time_width_p(TimeBits), .notime_p(notime_p),
    .irdepth_width_p(IrdepthBits), .bpred_size_p(bpred_size_p), .cache_size_p(cache_size_p),
    .f0s_width_p(f0s_width_p), .sijump_p(sijump_p)
  ) u_packetizer (
    .clk_i, .rst_ni,
    .modes_i(modes), .data_enable_i(f_ienable & (data_p != 0)), .data_options_i(data_options),
    .valid_i(pkt_fields_valid), .ready_o(pkt_fields_ready),
    .packet_i(f_packet), .branches_i(f_branches), .map_i(f_map),
    .branch_count_i(f_branch_count), .branch_failed_i(f_branch_failed), .address_i(f_address),
    .notify_i(f_notify), .updiscon_i(f_updiscon),
    .irreport_i(f_irreport), .depth_i(f_depth), .branch_bit_i(f_branch_bit),
    .priv_i(f_priv), .time_i(f_time), .context_i(f_context), .ecause_i(f_ecause),
    .interrupt_i(f_interrupt), .thaddr_i(f_thaddr), .tval_i(f_tval),
    .ienable_i(f_ienable), .qual_status_i(f_qual_status), .dloss_i(f_dloss), .valid_o(raw_valid),
    .ready_i(raw_ready), .payload_o(raw_payload), .sync_o(raw_sync), .dloss_o(raw_dloss),
    .time_o(raw_time)
  );

  // Data trace runs in parallel with stages 1 to 6; from here on there is one stream.
  logic                            all_valid, all_ready, all_data;
  logic [PayloadBits-1:0]          all_payload;
  logic [TimeBits-1:0]             all_time;

  if (data_p != 0) begin : gen_data
    rvt_data_trace #(
      .blocks_p(blocks_p), .retires_p(retires_p),
      .iaddress_width_p(iaddress_width_p), .itype_width_p(itype_width_p),
      .iretire_width_p(SizeBits),
      .ilastsize_width_p(ilastsize_width_p), .time_width_p(TimeBits),
      .daddress_width_p(daddress_width_p), .data_width_p(data_width_p),
      .dtype_width_p(dtype_width_p),
      .dsize_width_p(dsize_width_p), .dblock_width_p(dblock_bits_p),
      .iaddr_lsbs_width_p(iaddr_lsbs_width_p), .lrid_width_p(lrid_width_p),
      .lresp_width_p(lresp_width_p), .ldata_width_p(ldata_width_p), .sdata_width_p(sdata_width_p),
      .dat_signalling_p(dat_signalling_p), .full_data_p(full_data_p),
      .dat_compress_p(dat_compress_p),
      .dat_addr_compress_p(dat_addr_compress_p), .dat_hist_p(dat_hist_p),
      .dat_sc_failure_p(dat_sc_failure_p), .dat_split_atomic_rsp_p(dat_split_atomic_rsp_p),
      .fifo_depth_p(fifo_depth_p), .payload_bits_p(PayloadBits)
    ) u_data (
      .clk_i, .rst_ni, .itype_i(itype), .iaddr_i, .iretire_i(halfwords), .ilastsize_i,
      .trigger_i(trigger_i[1:0]), .dretire_i,
      .dtype_i, .daddr_i, .dsize_i, .data_i, .operand_i, .dblock_i, .iaddr_lsbs_i, .lrid_i,
      .lresp_i, .lid_i, .sdata_i,
      .ldata_i, .write_i(psel_i & penable_i & pwrite_i & pready_o), .paddr_i, .pwdata_i,
      .prdata_o(data_rdata), .active_i(active_status), .enable_i(enable_status),
      .stall_or_overflow_i(stall_or_overflow), .seen_i(seen), .lost_i(lost_o),
      .clear_i(~enable_status | (reset_i & ~stall_o)), .wanted_o(data_wanted),
      .loses_o(data_loses), .kept_i(data_kept), .access_iaddr_o(access_iaddr),
      .filter_pass_i(data_pass), .row_i(row), .qualified_i(qualified), .push_i(push),
      .pop_i(entry_pop), .time_i(q_time),
      .room_o(data_room), .issue_i(token_issued), .leave_i(token_left), .cur_valid_i(cur_valid),
      .cur_first_i(cur_first), .cur_done_i(cur_done), .alone_o(data_alone), .hold_o(data_hold),
      .inst_valid_i(raw_valid), .inst_ready_o(raw_ready),
      .inst_sync_i(raw_sync), .inst_dloss_i(raw_dloss), .inst_payload_i(raw_payload),
      .inst_time_i(raw_time),
      .valid_o(all_valid), .ready_i(all_ready), .is_data_o(all_data), .payload_o(all_payload),
      .time_o(all_time), .options_o(data_options), .busy_o(data_busy)
    );
  end else begin : gen_no_data
    logic unused_data;

    assign access_iaddr = '0;
    assign {data_rdata, data_wanted, data_loses, data_alone, data_hold, data_busy, data_options,
            all_data} = '0;
    assign {data_room, raw_ready} = {1'b1, all_ready};
    assign {all_valid, all_payload, all_time} = {raw_valid, raw_payload, raw_time};
    assign unused_data = ^{active_status, dretire_i, dtype_i, daddr_i, dsize_i, data_i, operand_i,
                           dblock_i, iaddr_lsbs_i, lrid_i, lresp_i, lid_i, sdata_i, ldata_i, seen,
                           data_kept, token_issued,
                           token_left, cur_valid, cur_first, cur_done, raw_sync, raw_dloss,
                           data_pass};
  end

  // ---- stages 7 to 9: compression, encapsulation, byte lanes -----------------------------------

  // The packet stream, for observers: the lowest pkt_bytes bytes of pkt_payload are the compressed
  // payload; copies of its sign follow.
  logic                   pkt_valid, pkt_ready, pkt_data;
  logic [4:0]             pkt_bytes;
  logic [PayloadBits-1:0] pkt_payload;

  rvt_packet_output #(
    .payload_bits_p(PayloadBits), .time_width_p(TimeBits), .srcid_bits_p(srcid_bits_p),
    .type_bits_p(type_bits_p), .type_value_p(type_value_p), .type_data_p(type_data_p),
    .timestamp_bytes_p(timestamp_bytes_p), .out_bytes_p(out_bytes_p),
    .compressor_register_p(compressor_register_p)
  ) u_output (
    .clk_i, .rst_ni, .inhibit_src_i(inhibit_src), .stamp_i(stamp), .src_id_i(src_id),
    .valid_i(all_valid), .ready_o(all_ready), .is_data_i(all_data), .payload_i(all_payload),
    .time_i(all_time),
    .pkt_valid_o(pkt_valid), .pkt_ready_o(pkt_ready), .pkt_data_o(pkt_data),
    .pkt_bytes_o(pkt_bytes),
    .pkt_payload_o(pkt_payload),
    .valid_o, .ready_i, .data_o, .bytes_o, .last_o
  );

  logic unused_packets;
  assign unused_packets = ^{pkt_ready, pkt_data, pkt_bytes, pkt_payload};

  // The encoder is empty (trTeEmpty).
  assign idle =
      ~event_due & ~entry_valid & ~stream_busy & ~data_busy & ~raw_valid & ~pkt_valid & ~valid_o;

endmodule

`default_nettype wire

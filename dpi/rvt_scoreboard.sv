// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard compares a trace encoder with the reference model, cycle by cycle. Bind it to any
// encoder: it takes plain vectors of any width; the te_inst packets and the encapsulated bytes are
// each optional. Without both there is no encoder: the verdict `ingress` compares the rows with the
// program. docs/integration.md has examples.
//
// Plusargs: +rvt_config=FILE (configuration; else config_p), +rvt_elf=FILE (program: adds the
// decode-exact verdict), +rvt_verdict=decode (decode-exact decides; default bit, or ingress), or
// =fields (packets are compared field by field, which decides), +rvt_latency=N, +rvt_findings=N,
// +rvt_timing=free, +rvt_losses=output (packets may be dropped at the output),
// +rvt_ingress=unchecked (the program may differ from what retires), +rvt_coverage=FILE,
// +rvt_undecodable=FILE, +rvt_record=FOLDER (the run as files, to replay it without a simulator),
// +rvt_report=FILE (JSON, or JUnit if FILE ends in .xml), +rvt_error=1 ($error for each finding of
// the verdict that decides, and for a report that cannot be written), +rvt_scoreboard=0 (off).
// +NAME@INSTANCE=VALUE goes to one instance.
//
// It prints findings as they come and the verdict when end_i rises, or at the end of the
// simulation. failed_o and done_o let a bench stop early. For the ingress a cycle with stall_i = 1
// does not exist: nothing is taken, and no trigger acts.
`default_nettype none

module rvt_scoreboard #(
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
  parameter int unsigned accesses_p        = 1,     // groups of the data interface, 1..4
  parameter bit          packets_p         = 1'b1,  // the te_inst packets are observed
  parameter bit          bytes_p           = 1'b1,  // the encapsulated bytes are; neither: ingress
  parameter bit          has_last_p        = 1'b1,  // last_i marks the end of a packet
  parameter int unsigned out_bytes_p       = 8,     // byte lanes, 1..8
  // cycles a packet may take while the output is not held; 0: any
  parameter int unsigned latency_max_p     = 4096,
  // packets that the encoder may send before the model knows the next item, up to 8
  parameter int unsigned early_max_p       = 1,
  parameter int unsigned findings_max_p    = 1,
  // the contract of model/lockstep/timing/timing.h: every beat leaves in the cycle that it says; 0:
  // the encoder has none, and cycles are free
  parameter int unsigned decision_cycles_p = 0,
  parameter int unsigned packet_cycles_p   = 0,
  parameter int unsigned buffer_depth_p    = 16,
  parameter int unsigned waiting_depth_p   = 0,
  parameter string       config_p          = "",
  parameter string       elf_p             = "",    // the program
  parameter string       instance_p        = "",    // its name in plusargs and findings; "": %m
  // 1: the parameters of the encoder below are checked against the configuration
  parameter bit          encoder_p           = 1'b0,
  parameter int unsigned retires_p           = 8,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned nocontext_p         = 1,
  parameter int unsigned notime_p            = 1,
  parameter int unsigned return_stack_size_p = 0,
  parameter int unsigned call_counter_size_p = 0,
  parameter int unsigned bpred_size_p        = 0,
  parameter int unsigned bcount_max_p        = 32'hffff_ffff,
  parameter int unsigned cache_size_p        = 0,
  parameter int unsigned f0s_width_p         = 0,
  parameter int unsigned sijump_p            = 0,
  parameter int unsigned filters_p           = 0,
  parameter int unsigned comparators_p       = 0,
  parameter int unsigned ecause_choice_p     = 5,
  parameter int unsigned filter_excint_p     = 1,
  parameter int unsigned filter_context_p    = 1,
  parameter int unsigned filter_tval_p       = 1,
  parameter int unsigned filter_privilege_p  = 1,
  parameter int unsigned type_bits_p         = 0,
  parameter int unsigned type_value_p        = 0,
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
  parameter int unsigned type_data_p         = 1
) (
  input wire logic                                  clk_i,
  input wire logic                                  rst_ni,
  // ingress; block 0 in the lowest bits
  input wire logic [blocks_p*itype_width_p-1:0]     itype_i,
  input wire logic [ecause_width_p-1:0]             cause_i,
  input wire logic [iaddress_width_p-1:0]           tval_i,
  input wire logic [privilege_width_p-1:0]          priv_i,
  input wire logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input wire logic [context_width_p-1:0]            context_i,
  input wire logic [time_width_p-1:0]               time_i,
  input wire logic [ctype_width_p-1:0]              ctype_i,
  input wire logic [blocks_p-1:0]                   sijump_i,
  input wire logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input wire logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input wire logic [blocks_p+1:0]                   trigger_i,
  input wire logic [impdef_width_p-1:0]             impdef_i,   // 0 if there is none
  input wire logic                                  halted_i,
  input wire logic                                  reset_i,
  input wire logic                                  stall_i,  // the row is not taken in this cycle
  input wire logic                                  lost_i,   // the row is dropped in this cycle
  // data interface, group 0 in the lowest bits; dretire and lresp 0 if there is none
  input wire logic [accesses_p-1:0]                 dretire_i,
  input wire logic [4*accesses_p-1:0]               dtype_i,
  input wire logic [2*accesses_p-1:0]               dsize_i,
  input wire logic [2*accesses_p-1:0]               dblock_i,
  input wire logic [64*accesses_p-1:0]              daddr_i,
  input wire logic [64*accesses_p-1:0]              ddata_i,     // of CSRs, unified atomics: LSBs
  input wire logic [64*accesses_p-1:0]              doperand_i,  // ... and the MSBs
  input wire logic [16*accesses_p-1:0]              iaddr_lsbs_i,
  input wire logic [8*accesses_p-1:0]               lrid_i,
  input wire logic [2*accesses_p-1:0]               lresp_i,
  input wire logic [8*accesses_p-1:0]               lid_i,
  input wire logic [64*accesses_p-1:0]              sdata_i,
  input wire logic [64*accesses_p-1:0]              ldata_i,
  // software writes these values in this cycle; they act from the next unstalled cycle on
  input wire logic                                  control_valid_i,
  input wire logic                                  control_enable_i,  // trTeActive and trTeEnable
  input wire logic                                  control_tracing_i,      // trTeInstTracing
  input wire logic                                  control_trig_enable_i,  // trTeInstTrigEnable
  // software writes a register in this cycle: modes and filters
  input wire logic                                  write_valid_i,
  input wire logic [11:0]                           write_offset_i,
  input wire logic [31:0]                           write_value_i,
  // te_inst packets, one per cycle with valid and ready; first byte in bits 7:0; pkt_data_i:
  // te_data
  input wire logic                                  pkt_valid_i,
  input wire logic                                  pkt_ready_i,
  input wire logic                                  pkt_data_i,
  input wire logic [4:0]                            pkt_bytes_i,
  input wire logic [247:0]                          pkt_payload_i,
  // encapsulated bytes; first byte in bits 7:0
  input wire logic                                  valid_i,
  input wire logic                                  ready_i,
  input wire logic [8*out_bytes_p-1:0]              data_i,
  input wire logic [$clog2(out_bytes_p+1)-1:0]      bytes_i,
  input wire logic                                  last_i,
  // the same beats at the encoder itself, before any adapter: where the timing contract holds
  input wire logic                                  beat_valid_i,
  input wire logic                                  beat_ready_i,
  // the bench
  input wire logic                                  end_i,     // run over, encoder drained
  output logic                                      done_o,    // the verdict is known
  output logic                                      failed_o   // a finding, or no +rvt_report
);

  // While nothing happens the model gets an idle call each 256 cycles: a mask of the cycle count.
  localparam longint unsigned IdleMask = 255;

  chandle          handle;
  bit              active;        // the model is open and compares
  bit              ended;
  int unsigned     decides;       // the verdict that decides
  longint unsigned cycle, held;
  longint unsigned stalled;       // stalled cycles directly before this one
  bit              exact;         // the cycle of each beat is compared
  longint unsigned waited;        // cycles before this one in which the same beat was valid
  int unsigned     shown [rvt_dpi_pkg::Verdicts];  // findings already printed
  bit              given [rvt_dpi_pkg::Verdicts];  // verdicts of this run
  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  bit              errors;        // +rvt_error
  bit              records;       // +rvt_record, and no fault of the record was printed

  // ---- opening --------------------------------------------------------------------------------

  function automatic void check(input string name, input int unsigned value);
    rvt_dpi_pkg::c_dpi_rvt_parameter(handle, name, value);
  endfunction

  // The parameters of this instance must be those of the configuration. srcid_bits and
  // timestamp_bytes are not checked: trTeInhibitSrc and trTsEnable can remove the fields.
  function automatic void check_parameters();
    check("blocks_p", blocks_p);
    check("iaddress_width_p", iaddress_width_p);
    check("itype_width_p", itype_width_p);
    check("ecause_width_p", ecause_width_p);
    check("privilege_width_p", privilege_width_p);
    check("context_width_p", context_width_p);
    check("time_width_p", time_width_p);
    check("ctype_width_p", ctype_width_p);
    check("iretire_width_p", iretire_width_p);
    check("ilastsize_width_p", ilastsize_width_p);
    check("impdef_width_p", impdef_width_p);
    if (encoder_p) check_encoder();
  endfunction

  function automatic void check_encoder();
    check("retires_p", retires_p);
    check("iaddress_lsb_p", iaddress_lsb_p);
    check("nocontext_p", nocontext_p);
    check("notime_p", notime_p);
    check("return_stack_size_p", return_stack_size_p);
    check("call_counter_size_p", call_counter_size_p);
    check("bpred_size_p", bpred_size_p);
    check("cache_size_p", cache_size_p);
    check("f0s_width_p", f0s_width_p);
    check("sijump_p", sijump_p);
    check("filters_p", filters_p);
    check("comparators_p", comparators_p);
    check("ecause_choice_p", ecause_choice_p);
    check("filter_excint_p", filter_excint_p);
    check("filter_context_p", filter_context_p);
    check("filter_tval_p", filter_tval_p);
    check("filter_privilege_p", filter_privilege_p);
    check("bcount_max", bcount_max_p);
    check("type_bits", type_bits_p);
    if (type_bits_p > 0) check("type_inst", type_value_p);
    check("data_trace", data_p);
    if (data_p != 0) check_data();
  endfunction

  function automatic void check_data();
    check("daddress_width_p", daddress_width_p);
    check("data_width_p", data_width_p);
    check("dtype_width_p", dtype_width_p);
    check("dsize_width_p", dsize_width_p);
    check("dblock_width_p", dblock_width_p);
    check("iaddr_lsbs_width_p", iaddr_lsbs_width_p);
    check("lrid_width_p", lrid_width_p);
    check("lresp_width_p", lresp_width_p);
    check("ldata_width_p", ldata_width_p);
    check("sdata_width_p", sdata_width_p);
    check("dat_signalling", dat_signalling_p);
    check("full_data", full_data_p);
    check("dat_compress", dat_compress_p);
    check("dat_addr_compress", dat_addr_compress_p);
    check("dat_hist", dat_hist_p);
    check("dat_operand", dat_operand_p);
    check("dat_sc_failure", dat_sc_failure_p);
    check("dat_split_atomic_rsp", dat_split_atomic_rsp_p);
    check("dat_diff_bits", dat_diff_bits_p);
    check("mmacas_ext", mmacas_ext_p);
    check("type_data", type_data_p);
  endfunction

  initial begin
    string       config_path, elf_path, verdict, timing, losses, ingress, folder, report, text;
    int unsigned latency, findings, enable;
    active = 1'b0;
    ended = 1'b0;
    cycle = 0;
    held = 0;
    stalled = 0;
    waited = 0;
    timing = decision_cycles_p != 0 && packet_cycles_p != 0 ? "exact" : "free";
    for (int unsigned i = 0; i < rvt_dpi_pkg::Verdicts; i++) begin
      shown[i] = 0;
      given[i] = 1'b0;
    end
    config_path = config_p;
    elf_path = elf_p;
    verdict = packets_p || bytes_p ? "bit" : "ingress";
    losses = "ingress";
    ingress = "checked";
    latency = latency_max_p;
    findings = findings_max_p;
    enable = 1;
    folder = "";
    records = 1'b0;
    rvt_plusargs_pkg::plus_text("rvt_record", instance_name, folder);
    report = "";
    rvt_plusargs_pkg::plus_text("rvt_report", instance_name, report);
    rvt_plusargs_pkg::plus_text("rvt_config", instance_name, config_path);
    rvt_plusargs_pkg::plus_text("rvt_elf", instance_name, elf_path);
    rvt_plusargs_pkg::plus_text("rvt_verdict", instance_name, verdict);
    rvt_plusargs_pkg::plus_text("rvt_timing", instance_name, timing);
    rvt_plusargs_pkg::plus_text("rvt_losses", instance_name, losses);
    rvt_plusargs_pkg::plus_text("rvt_ingress", instance_name, ingress);
    text = "";
    rvt_plusargs_pkg::plus_text("rvt_latency", instance_name, text);
    if (text != "") latency = rvt_plusargs_pkg::plus_number("rvt_latency", text);
    text = "";
    rvt_plusargs_pkg::plus_text("rvt_findings", instance_name, text);
    if (text != "") findings = rvt_plusargs_pkg::plus_number("rvt_findings", text);
    text = "";
    rvt_plusargs_pkg::plus_text("rvt_scoreboard", instance_name, text);
    if (text != "") enable = rvt_plusargs_pkg::plus_number("rvt_scoreboard", text);
    text = "0";
    rvt_plusargs_pkg::plus_text("rvt_error", instance_name, text);
    errors = rvt_plusargs_pkg::plus_number("rvt_error", text) != 0;
    if (blocks_p < 1 || blocks_p > rvt_dpi_pkg::BlocksMax) begin
      $fatal(1, "rvt: blocks_p is %0d; it must be 1 to %0d", blocks_p, rvt_dpi_pkg::BlocksMax);
    end
    if (out_bytes_p < 1 || out_bytes_p > 8) begin
      $fatal(1, "rvt: out_bytes_p is %0d; it must be 1 to 8", out_bytes_p);
    end
    decides = verdict == "decode" ? rvt_dpi_pkg::DecodeExact :
              verdict == "fields" ? rvt_dpi_pkg::SameFields :
              verdict == "ingress" ? rvt_dpi_pkg::Ingress : rvt_dpi_pkg::BitExact;
    if (!packets_p && !bytes_p) begin
      if (verdict != "ingress") begin
        $fatal(1, "rvt: +rvt_verdict=%s: expected ingress, without packets_p and bytes_p", verdict);
      end
    end else if (verdict != "decode" && verdict != "fields" && verdict != "bit") begin
      $fatal(1, "rvt: +rvt_verdict=%s: expected bit, fields or decode", verdict);
    end
    if (losses != "ingress" && losses != "output") begin
      $fatal(1, "rvt: +rvt_losses=%s: expected ingress or output", losses);
    end
    if (ingress != "checked" && ingress != "unchecked") begin
      $fatal(1, "rvt: +rvt_ingress=%s: expected checked or unchecked", ingress);
    end
    exact = timing == "exact";
    if (timing != "exact" && timing != "free") begin
      $fatal(1, "rvt: +rvt_timing=%s: expected exact or free", timing);
    end
    if (exact && (decision_cycles_p == 0 || packet_cycles_p == 0)) begin
      $fatal(1, "rvt: +rvt_timing=exact needs decision_cycles_p and packet_cycles_p");
    end
    if (enable != 0) begin
      handle = rvt_dpi_pkg::c_dpi_rvt_open(config_path, elf_path, packets_p, bytes_p,
                                           decides == rvt_dpi_pkg::DecodeExact, latency,
                                           early_max_p, findings, losses == "output",
                                           ingress == "unchecked", report != "",
                                           decides == rvt_dpi_pkg::SameFields);
      check_parameters();
      if (exact) begin
        rvt_dpi_pkg::c_dpi_rvt_exact(handle, decision_cycles_p, packet_cycles_p, out_bytes_p,
                                     buffer_depth_p, waiting_depth_p);
      end
      active = rvt_dpi_pkg::c_dpi_rvt_error(handle) == "";
      for (int unsigned i = 0; active && i < rvt_dpi_pkg::Verdicts; i++) begin
        given[i] = rvt_dpi_pkg::c_dpi_rvt_gives(handle, i);
      end
      if (active) begin
        rvt_plusargs_pkg::plan_file("rvt_report", instance_name);
        rvt_plusargs_pkg::plan_file("rvt_coverage", instance_name);
        rvt_plusargs_pkg::plan_file("rvt_undecodable", instance_name);
      end
      if (!active) begin
        $display("rvt: %s", rvt_dpi_pkg::c_dpi_rvt_error(handle));
      end else if (folder != "") begin
        records = 1'b1;
        rvt_dpi_pkg::c_dpi_rvt_record(handle, folder, elf_path);
        show_record_fault();
      end
    end
    failed_o = enable != 0 && !active;
    done_o = 1'b0;
  end

  // ---- ingress --------------------------------------------------------------------------------

  logic enabled_q, halted_q, reset_q;     // as the model last saw them
  // written by software, not yet in force
  logic pending_q, pending_enable_q, pending_tracing_q, pending_trig_enable_q;
  logic follow_q;                         // the model needs the next cycle even if it is idle
  logic write_q;                          // software wrote a register, not yet in force
  logic control, enabled, paused, items, sideband, row, idle;

  assign control  = pending_q & ~stall_i;
  assign enabled  = control ? pending_enable_q : enabled_q;
  assign paused   = halted_i | reset_i;
  assign items    = (|itype_i) | (|iretire_i) | (|dretire_i) | (|lresp_i);
  assign sideband = (halted_i != halted_q) | (reset_i != reset_q) | (control & paused);
  assign row      = enabled & ~stall_i & (sideband | (~paused & (items | (|trigger_i))));
  assign idle     = enabled & ~stall_i & ~row & (follow_q | control | ((cycle & IdleMask) == 0));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enabled_q             <= 1'b0;
      halted_q              <= 1'b0;
      reset_q               <= 1'b0;
      pending_q             <= 1'b0;
      pending_enable_q      <= 1'b0;
      pending_tracing_q     <= 1'b0;
      pending_trig_enable_q <= 1'b0;
      follow_q              <= 1'b0;
      write_q               <= 1'b0;
    end else begin
      write_q <= write_valid_i | (write_q & stall_i);
      if (control_valid_i) begin
        pending_q             <= 1'b1;
        pending_enable_q      <= control_enable_i;
        pending_tracing_q     <= control_tracing_i;
        pending_trig_enable_q <= control_trig_enable_i;
      end else if (control) begin
        pending_q <= 1'b0;
      end
      enabled_q <= enabled;
      if (row) begin
        halted_q <= halted_i;
        reset_q  <= reset_i;
        follow_q <= sideband | (|trigger_i);
      end else if (~stall_i) begin
        follow_q <= 1'b0;
      end
    end
  end

  function automatic void send_row();
    longint unsigned iaddr [rvt_dpi_pkg::BlocksMax];
    int unsigned     iretire [rvt_dpi_pkg::BlocksMax];
    byte unsigned    itype [rvt_dpi_pkg::BlocksMax];
    byte unsigned    ilastsize [rvt_dpi_pkg::BlocksMax];
    byte unsigned    sijump [rvt_dpi_pkg::BlocksMax];
    int unsigned     blocks;
    blocks = 0;
    for (int unsigned i = 0; i < rvt_dpi_pkg::BlocksMax; i++) begin
      iaddr[i]     = 0;
      iretire[i]   = 0;
      itype[i]     = 0;
      ilastsize[i] = 0;
      sijump[i]    = 0;
      if (i < blocks_p) begin
        iaddr[i]     = 64'(iaddr_i[i*iaddress_width_p+:iaddress_width_p]);
        iretire[i]   = 32'(iretire_i[i*iretire_width_p+:iretire_width_p]);
        itype[i]     = 8'(itype_i[i*itype_width_p+:itype_width_p]);
        ilastsize[i] = 8'(ilastsize_i[i*ilastsize_width_p+:ilastsize_width_p]);
        sijump[i]    = 8'(sijump_i[i]);
        if (!paused && (iretire[i] != 0 || itype[i] != 0)) blocks = i + 1;
      end
    end
    for (int unsigned i = 0; i < accesses_p; i++) begin
      if (!paused && (|dretire_i || |lresp_i)) begin
        rvt_dpi_pkg::c_dpi_rvt_access(
          handle, dretire_i[i], 8'(dtype_i[4*i+:4]), 8'(dsize_i[2*i+:2]), 8'(dblock_i[2*i+:2]),
          daddr_i[64*i+:64], ddata_i[64*i+:64], doperand_i[64*i+:64], 32'(iaddr_lsbs_i[16*i+:16]),
          lrid_i[8*i+:8], 8'(lresp_i[2*i+:2]), lid_i[8*i+:8], sdata_i[64*i+:64],
          ldata_i[64*i+:64]);
      end
    end
    rvt_dpi_pkg::c_dpi_rvt_row(handle, cycle, held, stalled, blocks, iaddr, iretire, itype,
                               ilastsize, sijump, 32'(cause_i), 64'(tval_i), 8'(priv_i),
                               64'(context_i), 64'(time_i), 8'(ctype_i),
                               paused ? 0 : 32'(trigger_i), 32'(impdef_i), halted_i, reset_i,
                               lost_i);
  endfunction

  // ---- one clock cycle ------------------------------------------------------------------------

  always @(posedge clk_i) begin
    if (rst_ni && active && !ended) begin
      bit called;
      called = 1'b0;
      if (control) begin
        rvt_dpi_pkg::c_dpi_rvt_control(handle, cycle, held, stalled, 64'(time_i),
                                       pending_enable_q, pending_tracing_q,
                                       pending_trig_enable_q);
        called = 1'b1;
      end
      if (write_q && !stall_i) begin
        rvt_dpi_pkg::c_dpi_rvt_program(handle, cycle, held, stalled);
        called = 1'b1;
      end
      if (row) begin
        send_row();
        called = 1'b1;
      end else if (idle) begin
        rvt_dpi_pkg::c_dpi_rvt_idle(handle, cycle, held);
        called = 1'b1;
      end
      if (write_valid_i) begin
        rvt_dpi_pkg::c_dpi_rvt_write(handle, 32'(write_offset_i), write_value_i);
      end
      if (packets_p && pkt_valid_i && pkt_ready_i) begin
        if (pkt_data_i) begin
          rvt_dpi_pkg::c_dpi_rvt_data_packet(handle, cycle, held, pkt_payload_i, 32'(pkt_bytes_i));
        end else begin
          rvt_dpi_pkg::c_dpi_rvt_packet(handle, cycle, held, pkt_payload_i, 32'(pkt_bytes_i));
        end
        called = 1'b1;
      end
      if (exact && beat_valid_i && beat_ready_i) begin
        rvt_dpi_pkg::c_dpi_rvt_beat(handle, cycle, held, cycle - waited);
        called = 1'b1;
      end
      if (bytes_p && valid_i && ready_i) begin
        if (32'(bytes_i) > out_bytes_p) begin
          rvt_dpi_pkg::c_dpi_rvt_fault(handle, cycle, held,
                                       "a beat has more bytes than lanes [Beat]");
        end else begin
          rvt_dpi_pkg::c_dpi_rvt_bytes(handle, cycle, held, 64'(data_i), 32'(bytes_i), has_last_p,
                                       last_i);
        end
        called = 1'b1;
      end
      if (end_i) begin
        finish_run();
      end else if (called) begin
        show_findings();
      end
      if (records) show_record_fault();
    end else if (rst_ni && end_i) begin
      done_o = 1'b1;
    end
    if (rst_ni) begin
      cycle = cycle + 1;
      waited = beat_valid_i && !beat_ready_i ? waited + 1 : 0;
      stalled = stall_i ? stalled + 1 : 0;
      if (bytes_p ? (valid_i && !ready_i) : (pkt_valid_i && !pkt_ready_i)) held = held + 1;
    end
  end

  // ---- findings and verdict -------------------------------------------------------------------

  // Prints once that the record ended early.
  function automatic void show_record_fault();
    string fault;
    fault = rvt_dpi_pkg::c_dpi_rvt_record_fault(handle);
    if (fault == "") return;
    $display("rvt: +rvt_record: %s\n  instance  %s", fault, instance_name);
    records = 1'b0;
  endfunction

  // A bench calls it for a fault that it finds itself in this cycle, such as an instruction that
  // never came to the port. The message becomes a finding; it ends with its rule in brackets.
  function automatic void report_fault(input string message);
    if (!active || ended) return;
    rvt_dpi_pkg::c_dpi_rvt_fault(handle, cycle, held, message);
    show_findings();
  endfunction

  // Prints new findings.
  function automatic void show_findings();
    for (int unsigned verdict = 0; verdict < rvt_dpi_pkg::Verdicts; verdict++) begin
      int unsigned findings;
      if (!given[verdict]) continue;
      findings = rvt_dpi_pkg::c_dpi_rvt_findings(handle, verdict);
      while (shown[verdict] < findings) begin
        $display("rvt: %s: %s\n  instance  %s", rvt_dpi_pkg::verdict_name(verdict),
                 rvt_dpi_pkg::c_dpi_rvt_finding(handle, verdict, shown[verdict]), instance_name);
        if (errors && verdict == decides) begin
          $error("rvt: %s: finding %0d of %s", rvt_dpi_pkg::verdict_name(verdict),
                 shown[verdict] + 1, instance_name);
        end
        shown[verdict] = shown[verdict] + 1;
        if (verdict == decides) failed_o = 1'b1;
      end
    end
  endfunction

  function automatic void finish_run();
    ended = 1'b1;
    rvt_dpi_pkg::c_dpi_rvt_end(handle, cycle, held);
    show_findings();
    if (records) show_record_fault();
    rvt_dpi_pkg::show_result(handle, cycle, held);
    rvt_dpi_pkg::write_coverage(handle, instance_name);
    rvt_dpi_pkg::write_undecodable(handle, instance_name);
    failed_o = !rvt_dpi_pkg::c_dpi_rvt_passed(handle);
    if (!rvt_dpi_pkg::write_report(handle, instance_name)) begin
      failed_o = 1'b1;
      if (errors) $error("rvt: no report of %s", instance_name);
    end
    done_o = 1'b1;
  endfunction

  final begin
    if (active && !ended) finish_run();
    rvt_dpi_pkg::c_dpi_rvt_close(handle);
  end

endmodule

`default_nettype wire

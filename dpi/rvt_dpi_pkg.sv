// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The DPI border of the reference model: imports, and what a scoreboard needs beside its own state.
// Meaning, order and lifetime of the calls: dpi/README.md. `cycle` counts clock cycles from 0;
// `held` counts those up to now in which the sink held the output with ready = 0.
`default_nettype none

package rvt_dpi_pkg;

  // Blocks that one row can carry.
  localparam int unsigned BlocksMax = 4;

  // Verdicts.
  localparam int unsigned BitExact = 0, DecodeExact = 1, SameFields = 2, Ingress = 3, Verdicts = 4;

  // Opens a lockstep. Null only if memory is exhausted; otherwise c_dpi_rvt_error says whether the
  // handle is usable.
  import "DPI-C" function chandle c_dpi_rvt_open(
    input string       config_path,   // YAML, schema rvt-config/1, with the parameters of the RTL
    input string       elf_path,      // program for decode-exact and ingress; "" leaves them out
    input bit          packets,       // te_inst packets will be observed
    input bit          bytes,         // encapsulated bytes will be; neither: the verdict is ingress
    input bit          decode_exact,  // c_dpi_rvt_passed is the decode-exact verdict
    input int unsigned latency_max,   // cycles a packet may take, without held ones; 0: any
    input int unsigned early_max,     // te_inst that the encoder may be ahead of the model, 0..8
    input int unsigned findings_max,  // findings of a verdict after which it stops comparing
    input bit          output_losses, // the encoder may lose packets at its output (+rvt_losses)
    input bit          unchecked_rows, // rows are not compared with the program (+rvt_ingress)
    input bit          requirements,  // c_dpi_rvt_report lists the requirements that were exercised
    input bit          same_fields    // the verdict same-fields takes the place of bit-exact
  );

  // Why the handle cannot be used; "" if it can. Borrowed until close.
  import "DPI-C" function string c_dpi_rvt_error(
    input chandle handle  // null is accepted
  );

  // Compares a parameter of the bench with the configuration. If they differ, the handle becomes
  // unusable and c_dpi_rvt_error names both. Call it between open and the first cycle.
  import "DPI-C" function void c_dpi_rvt_parameter(
    input chandle      handle,
    input string       name,   // that of the configuration, such as "iaddress_width_p"
    input int unsigned value
  );

  // The encoder keeps the contract of model/lockstep/timing/timing.h: the cycle of every beat is
  // compared. Call it between open and the first cycle; a number out of its range makes the handle
  // unusable.
  import "DPI-C" function void c_dpi_rvt_exact(
    input chandle      handle,
    input int unsigned decision,  // cycles from an arrival to its first step
    input int unsigned packet,    // cycles from a step to the first beat
    input int unsigned lanes,     // bytes of a beat
    input int unsigned depth,     // entries of the elastic buffer
    input int unsigned waiting    // data accesses that can be outstanding; 0: no data trace
  );

  // Records the run as files in a folder, which is made unless it exists (+rvt_record). Call it
  // between open and the first cycle, after the calls that check the handle.
  import "DPI-C" function void c_dpi_rvt_record(
    input chandle handle,
    input string  folder,
    input string  elf_path  // the program, for the script that replays the run; "": none
  );

  // Why nothing is recorded, or why the record ended early, in one line; "" if neither. Borrowed
  // until close.
  import "DPI-C" function string c_dpi_rvt_record_fault(
    input chandle handle
  );

  // Software programs the encoder: the values are in force from this cycle on.
  import "DPI-C" function void c_dpi_rvt_control(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input longint unsigned stalled,      // cycles directly before this one that were stalled
    input longint unsigned time_value,   // ingress `time` in this cycle
    input bit              enable,       // trTeActive and trTeEnable
    input bit              inst_tracing, // trTeInstTracing
    input bit              trig_enable   // trTeInstTrigEnable
  );

  // Software wrote a register. Modes and filters take effect with the next c_dpi_rvt_program.
  import "DPI-C" function void c_dpi_rvt_write(
    input chandle      handle,
    input int unsigned offset,  // from the component's base
    input int unsigned value
  );

  // What was written is in force from this cycle on, the first unstalled one after the write.
  import "DPI-C" function void c_dpi_rvt_program(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input longint unsigned stalled
  );

  // A group of the data interface of the next row; in order from group 0, up to 4.
  import "DPI-C" function void c_dpi_rvt_access(
    input chandle          handle,
    input bit              dretire,
    input byte unsigned    dtype,
    input byte unsigned    dsize,
    input byte unsigned    dblock,
    input longint unsigned daddr,
    input longint unsigned data,       // of CSRs and unified atomics the LSBs
    input longint unsigned operand,    // ... and the MSBs
    input int unsigned     iaddr_lsbs,
    input byte unsigned    lrid,
    input byte unsigned    lresp,
    input byte unsigned    lid,
    input longint unsigned sdata,
    input longint unsigned ldata
  );

  // The encoder took a row of the ingress, or dropped it. A row with more blocks or accesses than
  // fit is a finding.
  import "DPI-C" function void c_dpi_rvt_row(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input longint unsigned stalled,              // cycles directly before it that were stalled
    input int unsigned     blocks,               // groups in use, 0..BlocksMax
    input longint unsigned iaddr[BlocksMax],
    input int unsigned     iretire[BlocksMax],
    input byte unsigned    itype[BlocksMax],
    input byte unsigned    ilastsize[BlocksMax],
    input byte unsigned    sijump[BlocksMax],    // 0 or 1
    input int unsigned     cause,
    input longint unsigned tval,
    input byte unsigned    priv,
    input longint unsigned context_value,
    input longint unsigned time_value,
    input byte unsigned    ctype,
    input int unsigned     trigger,
    input int unsigned     impdef,
    input bit              halted,
    input bit              reset,
    input bit              lost                  // dropped: the encoder had no room
  );

  // Nothing happened at the ingress up to and including this cycle. Needed after a trigger or a
  // sideband change.
  import "DPI-C" function void c_dpi_rvt_idle(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held
  );

  // The encoder sent a te_inst packet.
  import "DPI-C" function void c_dpi_rvt_packet(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input bit [247:0]      payload,  // first byte in bits 7:0; bytes after the last are ignored
    input int unsigned     bytes     // 1..31
  );

  // The encoder sent a te_data packet.
  import "DPI-C" function void c_dpi_rvt_data_packet(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input bit [247:0]      payload,  // first byte in bits 7:0; bytes after the last are ignored
    input int unsigned     bytes     // 1..31
  );

  // A beat is taken in this cycle and has been valid since cycle offered; before c_dpi_rvt_bytes.
  import "DPI-C" function void c_dpi_rvt_beat(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input longint unsigned offered
  );

  // The encoder sent encapsulated bytes.
  import "DPI-C" function void c_dpi_rvt_bytes(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input longint unsigned data,      // first byte in bits 7:0
    input int unsigned     count,     // 1..8
    input bit              has_last,  // the encoder marks ends of packets
    input bit              last       // the mark
  );

  // The bench found a fault that no other call can report: a finding of every verdict.
  import "DPI-C" function void c_dpi_rvt_fault(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held,
    input string           message  // ends with the rule in brackets
  );

  // The run is over and the encoder drained: whatever is still expected is missing.
  import "DPI-C" function void c_dpi_rvt_end(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned held
  );

  // 1 if the verdict that open chose has no finding; after c_dpi_rvt_end.
  import "DPI-C" function bit c_dpi_rvt_passed(
    input chandle handle
  );

  // 1 if the verdict is given in this run.
  import "DPI-C" function bit c_dpi_rvt_gives(
    input chandle      handle,
    input int unsigned verdict
  );

  // Findings of a verdict; 0 if it is not given.
  import "DPI-C" function int unsigned c_dpi_rvt_findings(
    input chandle      handle,
    input int unsigned verdict
  );

  // Text of a finding, several lines; "" if there is none with this index. Borrowed until close.
  import "DPI-C" function string c_dpi_rvt_finding(
    input chandle      handle,
    input int unsigned verdict,
    input int unsigned index
  );

  // A line of the summary, from 0: clauses that were broken, waivers with their uses, and what was
  // proven or checked; "" after the last. Borrowed until the next call.
  import "DPI-C" function string c_dpi_rvt_summary(
    input chandle      handle,
    input int unsigned line
  );

  // Cycle of the first finding; all ones if there is none.
  import "DPI-C" function longint unsigned c_dpi_rvt_first_cycle(
    input chandle handle
  );

  // Writes a report of the run so far (+rvt_report): JUnit if path ends in .xml, else JSON. Returns
  // "", or in one line why it cannot be written. Borrowed until close.
  import "DPI-C" function string c_dpi_rvt_report(
    input chandle handle,
    input string  path,
    input string  instance_name
  );

  // Counters so far.
  import "DPI-C" function void c_dpi_rvt_statistics(
    input  chandle          handle,
    output longint unsigned rows,          // taken or dropped
    output longint unsigned rows_lost,     // dropped
    output longint unsigned blocks,        // that retired something
    output longint unsigned instructions,  // in them; 0 without a program
    output longint unsigned packets,       // te_inst packets observed
    output longint unsigned bytes,         // encapsulated bytes observed, without null packets
    output longint unsigned comparisons,   // packets and encapsulated packets compared
    output longint unsigned decoded,       // packets decoded for the decode-exact verdict
    output longint unsigned latency        // cycles of the slowest packet, without held ones
  );

  // te_inst packets so far that decode-exact skipped, because no decoder can follow the trace
  // there.
  import "DPI-C" function longint unsigned c_dpi_rvt_undecodable(
    input chandle handle
  );

  // te_inst packets that were not compared: those between a finding of decode-exact and the next
  // synchronisation.
  import "DPI-C" function longint unsigned c_dpi_rvt_skipped(
    input chandle handle
  );

  // The ranges of these packets, by number of te_inst packet: first packet skipped, first packet
  // compared again, and so on; all ones after the last.
  import "DPI-C" function longint unsigned c_dpi_rvt_undecodable_bound(
    input chandle      handle,
    input int unsigned index
  );

  // Comparisons of te_data so far.
  import "DPI-C" function longint unsigned c_dpi_rvt_te_data(
    input chandle handle
  );

  // Packets so far whose cycles were compared.
  import "DPI-C" function longint unsigned c_dpi_rvt_timed(
    input chandle handle
  );

  // How often coverage point number `point`, counted from 0, occurred.
  import "DPI-C" function longint unsigned c_dpi_rvt_coverage_count(
    input chandle      handle,
    input int unsigned point
  );

  // Its name; if it cannot occur, then a tab and the reason; "" after the last one. Borrowed until
  // the next call.
  import "DPI-C" function string c_dpi_rvt_coverage_name(
    input chandle      handle,
    input int unsigned point
  );

  // Frees the handle; null is accepted.
  import "DPI-C" function void c_dpi_rvt_close(
    input chandle handle
  );

  // The name of a verdict in output.
  function automatic string verdict_name(input int unsigned verdict);
    return verdict == BitExact ? "bit-exact" :
           verdict == SameFields ? "same-fields" :
           verdict == Ingress ? "ingress" : "decode-exact";
  endfunction

  function automatic void show_verdict(input chandle handle, input int unsigned verdict);
    int unsigned findings;
    findings = c_dpi_rvt_findings(handle, verdict);
    if (!c_dpi_rvt_gives(handle, verdict)) begin
      $display("rvt: %s: not compared", verdict_name(verdict));
    end else if (findings == 1) begin
      $display("rvt: %s: FAILED, 1 finding", verdict_name(verdict));
    end else begin
      $display("rvt: %s: %s, %0d findings", verdict_name(verdict),
               findings == 0 ? "passed" : "FAILED", findings);
    end
  endfunction

  // The verdict that is given beside or without decode-exact.
  function automatic int unsigned first_verdict(input chandle handle);
    return c_dpi_rvt_gives(handle, Ingress) ? Ingress :
           c_dpi_rvt_gives(handle, SameFields) ? SameFields : BitExact;
  endfunction

  // Prints what was compared until cycle, the verdicts, and the lines of c_dpi_rvt_summary.
  function automatic void show_result(input chandle handle, input longint unsigned cycle,
                                      input longint unsigned held);
    longint unsigned rows, lost, blocks, instructions, packets, bytes;
    longint unsigned comparisons, decoded, latency;
    c_dpi_rvt_statistics(handle, rows, lost, blocks, instructions, packets, bytes, comparisons,
                         decoded, latency);
    $write("rvt: rows=%0d lost=%0d blocks=%0d instructions=%0d ", rows, lost, blocks, instructions);
    $write("packets=%0d bytes=%0d comparisons=%0d decoded=%0d ", packets, bytes, comparisons,
           decoded);
    $display("latency=%0d held=%0d cycles=%0d te_data=%0d undecodable=%0d timed=%0d", latency, held,
             cycle, c_dpi_rvt_te_data(handle), c_dpi_rvt_undecodable(handle),
             c_dpi_rvt_timed(handle));
    show_verdict(handle, first_verdict(handle));
    if (first_verdict(handle) != Ingress) show_verdict(handle, DecodeExact);
    if (c_dpi_rvt_skipped(handle) > 0) begin
      $display("rvt: decode-exact: %0d packets before a synchronisation were not compared",
               c_dpi_rvt_skipped(handle));
    end
    for (int unsigned line = 0; c_dpi_rvt_summary(handle, line) != ""; line++) begin
      $display("rvt: %s", c_dpi_rvt_summary(handle, line));
    end
  endfunction

  // Opens the file that +NAME of this instance says; 0 if it says none.
  function automatic int open_file(input string name, input string instance_name);
    string path, fault;
    int    file;
    path = rvt_plusargs_pkg::file_of(name, instance_name, fault);
    if (path == "") return 0;
    file = 0;
    if (fault == "") file = $fopen(path, "w");
    if (file == 0) $fatal(1, "rvt: %s cannot be written", path);
    return file;
  endfunction

  // +rvt_coverage=FILE: how often each coverage point occurred, one per line.
  function automatic void write_coverage(input chandle handle, input string instance_name);
    int file;
    file = open_file("rvt_coverage", instance_name);
    if (file == 0) return;
    for (int unsigned point = 0; c_dpi_rvt_coverage_name(handle, point) != ""; point++) begin
      $fdisplay(file, "%0d\t%s", c_dpi_rvt_coverage_count(handle, point),
                c_dpi_rvt_coverage_name(handle, point));
    end
    $fclose(file);
  endfunction

  // +rvt_report=FILE: what was found and compared. 0: it cannot be written, which is printed.
  function automatic bit write_report(input chandle handle, input string instance_name);
    string path, fault;
    path = rvt_plusargs_pkg::file_of("rvt_report", instance_name, fault);
    if (path == "") return 1'b1;
    fault = fault != "" ? {path, ": ", fault} : c_dpi_rvt_report(handle, path, instance_name);
    if (fault == "") return 1'b1;
    $display("rvt: +rvt_report: FAILED, %s\n  instance  %s", fault, instance_name);
    return 1'b0;
  endfunction

  // +rvt_undecodable=FILE: the ranges of c_dpi_rvt_undecodable_bound, one number per line.
  function automatic void write_undecodable(input chandle handle, input string instance_name);
    int file;
    file = open_file("rvt_undecodable", instance_name);
    if (file == 0) return;
    for (int unsigned index = 0; c_dpi_rvt_undecodable_bound(handle, index) != '1; index++) begin
      $fdisplay(file, "%0d", c_dpi_rvt_undecodable_bound(handle, index));
    end
    $fclose(file);
  endfunction

endpackage

`default_nettype wire

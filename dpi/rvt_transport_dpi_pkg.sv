// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The DPI border of the transports: the imports of their scoreboards, and what these share. Meaning
// and order of the calls: include/rvt/lockstep_transport.h. `cycle` counts clock cycles from 0. A
// handle is null only if memory is exhausted or its parameters are refused.
`default_nettype none

package rvt_transport_dpi_pkg;

  // ---- every handle ----------------------------------------------------------------------------

  import "DPI-C" function void c_dpi_transport_end(
    input chandle          handle,
    input longint unsigned cycle
  );
  // How it compares, before the first call. What is wrong with it becomes a finding.
  import "DPI-C" function void c_dpi_transport_configure(
    input chandle      handle,
    input bit          decode_exact,  // the verdict of scoreboards that have it; else bit-exact
    input int unsigned findings,      // findings after which nothing is compared
    input string       config_path    // configuration with waivers, "": none
  );
  // Text of the next finding that was not returned yet, "" while there is none; borrowed until
  // close.
  import "DPI-C" function string c_dpi_transport_finding(input chandle handle);
  // The bench found a fault that no other call can report: it becomes the finding.
  import "DPI-C" function void c_dpi_transport_fault(
    input chandle          handle,
    input longint unsigned cycle,
    input string           message  // ends with the rule in brackets
  );
  import "DPI-C" function bit c_dpi_transport_passed(input chandle handle);
  // What was compared, as text; borrowed until the next call.
  import "DPI-C" function string c_dpi_transport_counts(input chandle handle);
  // Writes a report of the run so far (+rvt_transport_report): JUnit if path ends in .xml, else
  // JSON.
  import "DPI-C" function void c_dpi_transport_report(
    input  chandle       handle,
    input  string        path,
    input  string        instance_name,
    output byte unsigned fault[256]  // in one line why it cannot be written; ends with 0
  );
  import "DPI-C" function void c_dpi_transport_close(input chandle handle);  // null is accepted

  // True if a beat has no more bytes than lanes; else this is the finding.
  function automatic bit is_beat(chandle handle, longint unsigned cycle, int unsigned count,
                                 int unsigned lanes);
    if (count > lanes) begin
      c_dpi_transport_fault(handle, cycle, "a beat has more bytes than lanes [Beat]");
    end
    return count <= lanes;
  endfunction

  // Whether +rvt_error asks for $error.
  function automatic bit gives_errors(string name, string instance_name);
    string text;
    text = "0";
    rvt_plusargs_pkg::plus_text("rvt_error", instance_name, text);
    if (text != "0" && text != "1") begin
      $fatal(1, "rvt: %s: +rvt_error=%s: expected 0 or 1", name, text);
    end
    return text == "1";
  endfunction

  // +rvt_transport_report=FILE: what was found and compared. 0: it cannot be written, which is
  // printed.
  function automatic bit write_report(string instance_name, chandle handle);
    string        path, fault;
    byte unsigned letter[256];
    path = rvt_plusargs_pkg::file_of("rvt_transport_report", instance_name, fault);
    if (path == "") return 1'b1;
    if (fault == "") begin
      c_dpi_transport_report(handle, path, instance_name, letter);
      for (int i = 0; letter[i] != 0; i++) fault = $sformatf("%s%c", fault, letter[i]);
    end
    if (fault == "") return 1'b1;
    $display("rvt: +rvt_transport_report: FAILED, %s: %s\n  instance  %s", path, fault,
             instance_name);
    return 1'b0;
  endfunction

  // Every scoreboard calls this once, after it opened its handle: reads the plusargs.
  function automatic void configure(string name, string instance_name, chandle handle);
    string verdict, findings, config_path;
    verdict = "bit";
    findings = "1";
    config_path = "";
    rvt_plusargs_pkg::plus_text("rvt_transport_verdict", instance_name, verdict);
    rvt_plusargs_pkg::plus_text("rvt_transport_findings", instance_name, findings);
    rvt_plusargs_pkg::plus_text("rvt_transport_config", instance_name, config_path);
    void'(gives_errors(name, instance_name));
    if (verdict != "bit" && verdict != "decode") begin
      $fatal(1, "rvt: %s: +rvt_transport_verdict=%s: expected bit or decode", name, verdict);
    end
    if (findings.atoi() < 1) begin
      $fatal(1, "rvt: %s: +rvt_transport_findings=%s: expected a number from 1", name, findings);
    end
    c_dpi_transport_configure(handle, verdict == "decode", 32'(findings.atoi()), config_path);
  endfunction

  // Every scoreboard calls this after the other calls of a cycle; last: the run is over. Prints
  // each finding once and, at the end, the verdict, and writes the report.
  function automatic void report(string name, string instance_name, chandle handle,
                                 longint unsigned cycle, bit last, inout logic done,
                                 inout logic failed);
    string finding;
    bit    passed, silent;
    if (last) c_dpi_transport_end(handle, cycle);
    finding = c_dpi_transport_finding(handle);
    while (finding != "") begin
      $display("rvt: %s: %s\n  instance  %s", name, finding, instance_name);
      if (gives_errors(name, instance_name)) begin
        $error("rvt: %s: a finding of %s", name, instance_name);
      end
      failed = 1'b1;
      finding = c_dpi_transport_finding(handle);
    end
    if (last) begin
      passed = c_dpi_transport_passed(handle);
      silent = !passed && !failed;
      if (!passed) failed = 1'b1;
      $display("rvt: %s: %s, %s, %0d cycles", name, failed ? "FAILED" : "passed",
               c_dpi_transport_counts(handle), cycle);
      if (silent && gives_errors(name, instance_name)) begin
        $error("rvt: %s: nothing was compared by %s", name, instance_name);
      end
      if (!write_report(instance_name, handle)) begin
        failed = 1'b1;
        if (gives_errors(name, instance_name)) $error("rvt: no report of %s", instance_name);
      end
    end
    done = last;
  endfunction

  // ---- STP transmitter -------------------------------------------------------------------------

  import "DPI-C" function chandle c_dpi_stp_open(
    input int unsigned time_type,  // as enum rvt_stp_time_type: 1 STP 1, 2 NATDELTA, 3 NAT, 4 GRAY
    input int unsigned minor,      // 0: 2.0 and 2.1, or STP 1; 2, 3, 4
    input bit          le,         // least significant nibble first, stated by VERSION
    input bit          le_always   // the same, not stated
  );
  import "DPI-C" function void c_dpi_stp_sync(input chandle handle);
  import "DPI-C" function void c_dpi_stp_write(
    input chandle           handle,
    input longint unsigned  cycle,
    input byte unsigned     kind,
    input byte unsigned     size,
    input bit               marker,
    input bit               stamp,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  data,
    input longint unsigned  time_value,
    input longint unsigned  sync_bytes,
    input longint unsigned  frequency
  );
  import "DPI-C" function void c_dpi_stp_flush(
    input chandle          handle,
    input longint unsigned cycle
  );
  import "DPI-C" function void c_dpi_stp_bytes(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned data,   // first byte in bits 7:0
    input int unsigned     count
  );
  import "DPI-C" function void c_dpi_stp_idle(
    input chandle          handle,
    input longint unsigned cycle
  );

  // ---- arbiter of STP write ports --------------------------------------------------------------

  import "DPI-C" function chandle c_dpi_arbiter_open(
    input int unsigned sources,
    input bit          round_robin
  );
  import "DPI-C" function void c_dpi_arbiter_offers(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned offered,  // one bit per source
    input longint unsigned taken
  );
  import "DPI-C" function void c_dpi_arbiter_take(
    input chandle           handle,
    input longint unsigned  cycle,
    input int unsigned      source,
    input byte unsigned     kind,
    input byte unsigned     size,
    input bit               marker,
    input bit               stamp,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  data
  );
  import "DPI-C" function void c_dpi_arbiter_write(
    input chandle           handle,
    input longint unsigned  cycle,
    input byte unsigned     kind,
    input byte unsigned     size,
    input bit               marker,
    input bit               stamp,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  data
  );

  // ---- tunnel ----------------------------------------------------------------------------------

  import "DPI-C" function chandle c_dpi_tunnel_open(input bit length);
  import "DPI-C" function void c_dpi_tunnel_beat(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned data,   // up to 8 bytes, first one in bits 7:0
    input int unsigned     count,
    input bit              last
  );
  // A beat of any width, in pieces of eight bytes.
  function automatic void tunnel_beat(chandle handle, longint unsigned cycle, logic [255:0] data,
                                      int unsigned count, bit last);
    int unsigned left, now;
    left = count;
    for (int unsigned at = 0; at == 0 || left > 0; at += 8) begin
      now  = left < 8 ? left : 8;
      left = left - now;
      c_dpi_tunnel_beat(handle, cycle, 64'(data >> (8 * at)), now, last && left == 0);
    end
  endfunction
  import "DPI-C" function void c_dpi_tunnel_options(
    input chandle           handle,
    input byte unsigned     protocol,
    input shortint unsigned origin,
    input byte unsigned     severity,
    input bit               guid,
    input bit               checksum,
    input bit               stamp
  );
  import "DPI-C" function void c_dpi_tunnel_message(
    input chandle           handle,
    input longint unsigned  cycle,
    input int unsigned      header,
    input shortint unsigned length
  );
  import "DPI-C" function void c_dpi_tunnel_payload(
    input chandle          handle,
    input longint unsigned cycle,
    input int unsigned     data,
    input int unsigned     bytes,
    input bit              last
  );
  import "DPI-C" function void c_dpi_tunnel_carrier(
    input chandle           handle,
    input bit               marked,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  guid_high,  // first byte in bits 63:56
    input longint unsigned  guid_low,
    input longint unsigned  timestamp
  );
  import "DPI-C" function void c_dpi_tunnel_write(
    input chandle           handle,
    input longint unsigned  cycle,
    input byte unsigned     kind,
    input byte unsigned     size,
    input bit               marker,
    input bit               stamp,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  data
  );
  import "DPI-C" function void c_dpi_tunnel_idle(
    input chandle          handle,
    input longint unsigned cycle
  );

  // ---- source of SyS-T messages ----------------------------------------------------------------

  import "DPI-C" function chandle c_dpi_syst_open(
    input int unsigned fields  // bits of a header whose optional fields the source supports
  );
  import "DPI-C" function void c_dpi_syst_message(
    input chandle           handle,
    input longint unsigned  cycle,
    input int unsigned      header,
    input int unsigned      second,
    input shortint unsigned length,
    input byte unsigned     tag,
    input longint unsigned  location,
    input longint unsigned  guid_high,  // first byte in bits 63:56
    input longint unsigned  guid_low,
    input longint unsigned  timestamp,
    input bit               marked,
    input shortint unsigned master,
    input shortint unsigned channel
  );
  import "DPI-C" function void c_dpi_syst_payload(
    input chandle          handle,
    input longint unsigned cycle,
    input int unsigned     data,
    input int unsigned     bytes,
    input bit              last
  );
  import "DPI-C" function void c_dpi_syst_write(
    input chandle           handle,
    input longint unsigned  cycle,
    input byte unsigned     kind,
    input byte unsigned     size,
    input bit               marker,
    input bit               stamp,
    input shortint unsigned master,
    input shortint unsigned channel,
    input longint unsigned  data
  );

  // ---- formatter of frames ---------------------------------------------------------------------

  import "DPI-C" function chandle c_dpi_frame_open(
    input int unsigned fsync_frames,
    input int unsigned hsync_halfwords
  );
  import "DPI-C" function void c_dpi_frame_data(
    input chandle          handle,
    input longint unsigned cycle,
    input int unsigned     id,
    input longint unsigned data,   // first byte in bits 7:0
    input int unsigned     count
  );
  import "DPI-C" function void c_dpi_frame_trigger(
    input chandle          handle,
    input longint unsigned cycle
  );
  import "DPI-C" function void c_dpi_frame_flush(
    input chandle          handle,
    input longint unsigned cycle
  );
  import "DPI-C" function void c_dpi_frame_bytes(
    input chandle          handle,
    input longint unsigned cycle,
    input longint unsigned low,    // first byte in bits 7:0
    input longint unsigned high,   // ninth byte in bits 7:0
    input int unsigned     count
  );
  import "DPI-C" function void c_dpi_frame_idle(
    input chandle          handle,
    input longint unsigned cycle
  );

endpackage

`default_nettype wire

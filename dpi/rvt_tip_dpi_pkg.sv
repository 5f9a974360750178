// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The DPI border of tip traces: imports that read a file of rows, row by row. rvt_tip_player.sv
// uses them. Order of the calls: open, then next until it returns 0, each followed by the calls
// that return parts of the row; close at the end.
`default_nettype none

package rvt_tip_dpi_pkg;

  // Opens a tip trace. Null only if memory is exhausted; otherwise c_dpi_rvt_tip_error says whether
  // the handle is usable.
  import "DPI-C" function chandle c_dpi_rvt_tip_open(
    input string config_path,  // YAML, schema rvt-config/1
    input string tip_path      // text or binary, plain or compressed with gzip
  );

  // Why nothing can be read any more: the reason of the first fault, with file and line or row; ""
  // if there was none. Borrowed until close.
  import "DPI-C" function string c_dpi_rvt_tip_error(
    input chandle handle  // null is accepted
  );

  // Reads the next row, which is then the row of the calls below. 0: there is none, because the
  // file ends or because of a fault.
  import "DPI-C" function bit c_dpi_rvt_tip_next(
    input chandle handle
  );

  // When the row is on the port, and how large it is.
  import "DPI-C" function void c_dpi_rvt_tip_extent(
    input  chandle          handle,
    output longint unsigned cycle,    // rises from row to row
    output int unsigned     blocks,
    output int unsigned     accesses
  );

  // The sideband signals of the row.
  import "DPI-C" function void c_dpi_rvt_tip_sideband(
    input  chandle          handle,
    output int unsigned     cause,
    output longint unsigned tval,
    output byte unsigned    priv,
    output longint unsigned context_value,
    output longint unsigned time_value,
    output byte unsigned    ctype,
    output int unsigned     trigger,
    output int unsigned     impdef,
    output bit              halted,
    output bit              reset
  );

  // Block `index` of the row, from 0; all 0 if the row has no such block.
  import "DPI-C" function void c_dpi_rvt_tip_block(
    input  chandle          handle,
    input  int unsigned     index,
    output longint unsigned iaddr,
    output int unsigned     iretire,
    output byte unsigned    itype,
    output byte unsigned    ilastsize,
    output bit              sijump
  );

  // Group `index` of the data interface, from 0; all 0 if the row has no such group.
  import "DPI-C" function void c_dpi_rvt_tip_access(
    input  chandle          handle,
    input  int unsigned     index,
    output bit              dretire,
    output byte unsigned    dtype,
    output byte unsigned    dsize,
    output byte unsigned    dblock,
    output longint unsigned daddr,
    output longint unsigned data,     // of CSRs and unified atomics the LSBs
    output longint unsigned operand,  // ... and the MSBs
    output int unsigned     iaddr_lsbs,
    output byte unsigned    lrid,
    output byte unsigned    lresp,
    output byte unsigned    lid,
    output longint unsigned sdata,
    output longint unsigned ldata
  );

  // Frees the handle; null is accepted.
  import "DPI-C" function void c_dpi_rvt_tip_close(
    input chandle handle
  );

endpackage

`default_nettype wire

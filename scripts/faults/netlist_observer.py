# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Writes the module around a netlist whose faults are to be proven: the rules of its ports
(kept_o), its outputs with what has no meaning masked, and its invariants (holds_o). The signals
within the encoder that the bench observes are outputs, too: a fault that only they show is found.

Masked are data without valid_o or above bytes_o, a packet without pkt_valid, and prdata_o outside
of a read access. The rules are those of the checkers of the bench (tb/sv).

INVARIANTS hold of the netlist without a fault in every reachable state, and are too hard to find
automatically. netlist_proof.py proves them by induction before it assumes them."""

import os
import re

ENCODER = "rvt_trace_encoder"
# What the bench observes within the encoder (tb/sv/rvt_bind.sv).
OBSERVED = (
    "pkt_valid",
    "pkt_ready",
    "pkt_data",
    "pkt_bytes",
    "pkt_payload",
    "now",
    "enable_status",
)
OBSERVER = """module observed({names}, mutant_i, kept_o, holds_o);
{declarations}
  input [{top_bit}:0] mutant_i;
  output kept_o, holds_o;
  rvt_netlist u ({pins}, .mutant_i(mutant_i));
{plain}
{rules}
{invariants}
endmodule
"""
# Invariants of the encoder: of registers and wires inside of it. If resynchronisation is off while
# a count of the previous session is left, that count has no effect, because the next item to be
# decided is the ENABLE that clears it.
INSIDE = (
    "u_fifo.used_q",
    "u_fifo.wptr_q",
    "u_fifo.rptr_q",
    "q_lost_event",
    "q_end_event",
    "q_disable_event",
    "q_enable_event",
    "q_modes_event",
    "u_items.u_splitter.done_q",
    "u_items.row_next_kind",
    "u_items.cur_kind",
    "u_items.u_window.next_valid_q",
    "u_items.u_window.cur_valid_q",
    "u_qualifier.enable_q",
    "u_qualifier.lost_q",
    "u_qualifier.traced_q",
    "modes_change",
    "sync_mode",
    "u_items.u_resync.counting_q",
    "u_items.u_resync.count_q",
)
INSIDE_PREFIX = "in_"
WIRE = re.compile(r"^  (?:wire|reg|output|input|output reg) (?:\[(\d+):0\] )?(\S+) ?;", re.M)
INVARIANTS = """
  wire empty = in_used_q == 0;
  wire stale = in_sync_mode == rvt_pkg::SyncOff & in_counting_q & in_count_q != 0;
  wire silent = ~in_next_valid_q & ~in_cur_valid_q;
  wire first_in_fifo = ~empty & in_q_enable_event & ~(|in_q_lost_event) & ~in_q_end_event
      & ~in_q_disable_event & ~in_q_modes_event;
  wire before_enable = empty ? ~in_enable_q & ~(|in_lost_q) & ~in_traced_q & ~in_modes_change
      : first_in_fifo & in_done_q == 0;
  wire comes = silent ? before_enable
      : in_cur_valid_q ? in_cur_kind == rvt_pkg::KindEnable
      : in_row_next_kind == rvt_pkg::KindEnable;
  wire [3:0] between = in_wptr_q - in_rptr_q;
  // No entry is pushed without room: while enabled there is room for END and DISABLE.
  wire room = in_used_q <= 16 & (~in_enable_q | in_used_q + 1 + in_traced_q <= 16)
      & (~status | in_enable_q | empty) & ~((|in_lost_q) & in_traced_q);
  assign holds_o = in_used_q[3:0] == between & room & (~empty | in_done_q == 0)
      & (~stale | comes);
"""
RULES = """
  wire status = raw_enable_status;
  // Outputs without a meaning are masked.
  wire access = psel_i & penable_i;
  assign pready_o = raw_pready_o | ~access;
  assign pslverr_o = raw_pslverr_o & access & raw_pready_o;
  assign prdata_o = access & raw_pready_o & ~pwrite_i ? raw_prdata_o : 32'd0;
  assign bytes_o = raw_valid_o ? raw_bytes_o : 0;
  assign last_o = raw_valid_o & raw_last_o;
  assign pkt_ready = raw_pkt_ready | ~raw_pkt_valid;
  assign pkt_data = raw_pkt_valid & raw_pkt_data;
  assign pkt_bytes = raw_pkt_valid ? raw_pkt_bytes : 0;
  assign pkt_payload = raw_pkt_valid ? raw_pkt_payload : 0;
  generate genvar k; for (k = 0; k < {lanes}; k = k + 1) begin : lane
    assign data_o[8*k+:8] = raw_valid_o & (raw_bytes_o > k) ? raw_data_o[8*k+:8] : 8'd0;
  end endgenerate

  // The rules of the ports, as in tb/sv/rvt_port_checker.sv: a row or an access that was not taken
  // stays as it is.
  wire [{row_bits}-1:0] row = {{{row}}};
  wire [44:0] request = {{paddr_i, pwrite_i, pwdata_i}};
  reg [{row_bits}-1:0] row_q;
  reg [44:0] request_q;
  reg held_q, waits_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {{row_q, request_q, held_q, waits_q}} <= 0;
    else begin
      row_q <= row;
      request_q <= request;
      held_q <= raw_stall_o & ((|itype_i) | (|iretire_i){data});
      waits_q <= psel_i & (~penable_i | ~raw_pready_o);
    end
  end
  // Those of tb/sv/rvt_ingress_checker.sv, for a row with a meaning.
  wire taken = status & ~raw_stall_o & ~halted_i & ~reset_i;
{blocks}
  assign kept_o = (~held_q | row == row_q)
      & (waits_q ? psel_i & penable_i & request == request_q : ~penable_i) & (~taken | ({kept}));
"""
BLOCK = """  wire [3:0] itype_{k} = itype_i[{k}*{itype}+:{itype}];
  wire [{address}-1:0] iaddr_{k} = iaddr_i[{k}*{address}+:{address}];
  wire [31:0] iretire_{k} = iretire_i[{k}*{iretire}+:{iretire}];
  wire [31:0] size_{k} = 32'd1 << ilastsize_i[{k}*{ilastsize}+:{ilastsize}];
  wire [31:0] halfwords_{k} = {single} ? iretire_{k} * size_{k} : iretire_{k};
  wire retires_{k} = iretire_{k} != 0;
  wire used_{k} = retires_{k} | itype_{k} != rvt_pkg::ItypeNone;
  wire trap_{k} = itype_{k} == rvt_pkg::ItypeException | itype_{k} == rvt_pkg::ItypeInterrupt;
  wire falls_{k} = itype_{k} == rvt_pkg::ItypeNotTaken;
  wire [{address}-1:0] after_{k} = iaddr_{k} + (halfwords_{k} << 1);
  wire alone_{k} = (~used_{k} | retires_{k} | trap_{k}) & itype_{k} != 7
      & (itype_{k} != rvt_pkg::ItypeUninferable | {itype} == 3)
      & (~retires_{k} | size_{k} <= halfwords_{k}) & (~{single} | iretire_{k} <= 1);
"""
AFTER = (
    "(~used_{k} | used_{before} & ~trap_{before}) "
    "& (~retires_{k} | ~falls_{before} | iaddr_{k} == after_{before})"
)
# Adapters: outputs without {valid} have no meaning; a beat that was not taken stays as it is, and
# has all lanes unless it ends a packet.
ADAPTER = """
{masks}
  wire [{row_bits}-1:0] row = {{{row}}};
  reg [{row_bits}-1:0] row_q;
  reg held_q, asked_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {{row_q, held_q, asked_q}} <= 0;
    else begin
      row_q <= row;
      held_q <= valid_i & ~raw_ready_o;
      asked_q <= {asked};
    end
  end
  wire full = bytes_i == {lanes};
  assign kept_o = (~held_q | valid_i & row == row_q)
      & (~valid_i | bytes_i != 0 & bytes_i <= {lanes} & (last_i | full)) & (~asked_q | {asks});
"""
# Of each module whose netlist is seeded: its rules, the outputs that have a meaning only with
# another one, and that one.
MODULES = {
    ENCODER: (
        RULES,
        ("pready_o", "pslverr_o", "prdata_o", "bytes_o", "last_o", "data_o")
        + ("pkt_ready", "pkt_data", "pkt_bytes", "pkt_payload"),
        None,
    ),
    "rvt_atb_adapter": (ADAPTER, ("atdata_o", "atbytes_o", "atid_o"), "atvalid_o"),
    "rvt_axis_adapter": (ADAPTER, ("tdata_o", "tkeep_o", "tlast_o"), "tvalid_o"),
    "rvt_sync_inserter": (ADAPTER, ("data_o", "bytes_o", "last_o"), "valid_o"),
}
BEAT = ("data_i", "bytes_i", "last_i")
OTHER_INPUTS = (
    "clk_i",
    "rst_ni",
    "ready_i",
    "paddr_i",
    "psel_i",
    "penable_i",
    "pwrite_i",
    "pwdata_i",
)


def observed_in(top):
    """The signals within a module that the bench observes."""
    return OBSERVED if top == ENCODER else ()


def expose(top):
    """The command of yosys that makes outputs of these signals; empty if there are none."""
    return " ".join(["expose", *(f"w:{name}" for name in OBSERVED)]) if observed_in(top) else ""


def read_inside(path, parameters):
    """The widths of the signals in the invariants; empty if this netlist lacks one of them, or if
    the number of entries of the buffer is no power of two."""
    with open(path, encoding="utf-8") as file:
        found = {name.lstrip("\\"): int(most or 0) for most, name in WIRE.findall(file.read())}
    if (
        any(name not in found for name in INSIDE)
        or found["u_fifo.used_q"] != found["u_fifo.wptr_q"] + 1
        or parameters.get("fifo_depth_p", "16") != "16"
    ):
        return {}
    return {name: found[name] for name in INSIDE}


def write_observer(path, record):
    """Writes a module around the netlist: its outputs with what has no meaning masked, and the
    rules of its surroundings. Returns the commands of yosys that connect the invariants with
    signals inside of it."""
    rules, masked, valid = MODULES[record["top"]]
    ports = record["ports"]
    width = {name: most + 1 for _, most, name in ports}
    declarations = "".join(
        f"  {way} [{most}:0] {name};\n"
        + (f"  wire [{most}:0] raw_{name};\n" if way == "output" else "")
        for way, most, name in ports
    )
    if valid:
        row = BEAT
        masks = "\n".join(f"  assign {name} = raw_{valid} ? raw_{name} : 0;" for name in masked)
        asked = (
            ("afvalid_i & ~raw_afready_o", "afvalid_i")
            if "afvalid_i" in width
            else ("1'b0", "1'b1")
        )
        more = {"masks": masks, "asked": asked[0], "asks": asked[1], "lanes": width["data_i"] // 8}
    else:
        row = [name for way, _, name in ports if way == "input" and name not in OTHER_INPUTS]
        blocks = range(int(record["parameters"]["blocks_p"]))
        bits = {
            name: width[f"{port}_i"] // len(blocks)
            for name, port in (
                ("itype", "itype"),
                ("address", "iaddr"),
                ("iretire", "iretire"),
                ("ilastsize", "ilastsize"),
            )
        }
        single = "1'b1" if record["parameters"]["retires_p"] == "1" else "1'b0"
        more = {
            "blocks": "".join(BLOCK.format(k=k, single=single, **bits) for k in blocks),
            "kept": " & ".join(
                [f"alone_{k}" for k in blocks]
                + [AFTER.format(k=k, before=k - 1) for k in blocks[1:]]
            ),
        }
        more |= {
            "lanes": width["data_o"] // 8,
            "data": " | dretire_i | (|lresp_i)" if record["parameters"]["data_p"] != "0" else "",
        }
    inside = (
        read_inside(f"{os.path.dirname(path)}/netlist.v", record["parameters"]) if not valid else {}
    )
    invariants = "".join(
        f"  (* keep *) wire [{most}:0] {INSIDE_PREFIX}{name.split('.')[-1]};\n"
        for name, most in inside.items()
    )
    invariants += INVARIANTS if inside else "  assign holds_o = 1'b1;\n"
    text = OBSERVER.format(
        invariants=invariants,
        names=", ".join(name for _, _, name in ports),
        declarations=declarations,
        top_bit=len(record["faults"]).bit_length() - 1,
        pins=", ".join(
            f".{name}({'raw_' if way == 'output' else ''}{name})" for way, _, name in ports
        ),
        plain="".join(
            f"  assign {name} = raw_{name};\n"
            for way, _, name in ports
            if way == "output" and name not in masked
        ),
        rules=rules.format(row=", ".join(row), row_bits=sum(width[name] for name in row), **more),
    )
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return "".join(
        f"connect -set {INSIDE_PREFIX}{name.split('.')[-1]} u.{name}\n" for name in inside
    )

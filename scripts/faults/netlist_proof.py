# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Proves that a fault of the netlist never changes an output of the encoder, from the end of reset
on, as long as the rules of its ports are kept. The netlist is the one that was simulated: with the
number of the fault at mutant_i, compared with 0.

1. By structure: both are the same graph for every output.
2. In one step: from every state that is reachable without the fault, every register gets the same
   next value, and every output is the same. This is shown by property directed reachability; what
   it does not answer at once is first simplified by signal correspondence. Each question is first
   asked where all that the fault reaches comes together: whether it makes a difference there.
3. In two to four steps: the registers that the fault reaches in one to three steps may differ, but
   nothing else ever does.
4. In all steps: no output ever differs, though all registers may. The two netlists are compared
   side by side.

Another engine checks each proof (certificate.py). Undefined bits of the netlist may have any
value.

Outputs without a meaning are masked: data without valid_o or above bytes_o, prdata_o outside of a
read access. Memories have the same contents at the end of reset, whatever these are.

INVARIANTS hold of the netlist without a fault in every reachable state, and are too hard to find
automatically. They are proven by induction first, and assumed only then.
"""

import os
import re
import subprocess

from faults.certificate import confirm_reachability, confirm_structure
from faults.netlist_aig import Netlist, Question

# For one fault: waves of registers that may differ; seconds of processor time before the netlist is
# simplified, and after (0: it is not simplified).
QUESTIONS = {
    "one step": (0, (2, 0)),
    "two steps": (1, (2, 0)),
    "three steps": (2, (2, 0)),
    "four steps": (3, (2, 0)),
    "all steps": (None, (20, 60)),
}
# Seconds of processor time: for one cut, for a part of the graph (and the frames that decide which
# part), for an invariant, for simplifying.
PLACE = 4
FRAMES, PART = (25, 80), 25
INDUCTION = 60
CORRESPONDENCE = 120
BUSY = 40  # times as much of wall-clock time, on a busy machine

OBSERVER = """module observed({names}, mutant_i, kept_o, holds_o);
{declarations}
  input [{top_bit}:0] mutant_i;
  output kept_o, holds_o;
  rvt_netlist u ({pins}, .mutant_i(mutant_i){inner});
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
ENCODER = """
  wire status;
  // Outputs without a meaning are masked.
  wire access = psel_i & penable_i;
  assign pready_o = raw_pready_o | ~access;
  assign pslverr_o = raw_pslverr_o & access & raw_pready_o;
  assign prdata_o = access & raw_pready_o & ~pwrite_i ? raw_prdata_o : 32'd0;
  assign bytes_o = raw_valid_o ? raw_bytes_o : 0;
  assign last_o = raw_valid_o & raw_last_o;
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
    "rvt_trace_encoder": (
        ENCODER,
        ("pready_o", "pslverr_o", "prdata_o", "bytes_o", "last_o", "data_o"),
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

# The netlist with every fault, as gates. An undefined bit (x) of the netlist becomes an input: it
# may have any value in any cycle, the same one with and without the fault, as in the simulation.
# The library of yosys would choose values where a part select is out of range, so that $shiftx has
# a mapping here.
GATES = """read_verilog -sv rtl/encoder/rvt_pkg.sv {folder}/netlist.v {folder}/observed.v
hierarchy -check -top observed
proc
flatten
{inside}opt_clean
memory_map
"""
SHIFTX = """(* techmap_celltype = "$shiftx" *)
module _part_select (A, B, Y);
  parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;
  // Bits below and above the vector are undefined.
  localparam WIDE = A_WIDTH + 2 * Y_WIDTH;
  localparam BITS = (B_WIDTH > $clog2(WIDE) ? B_WIDTH : $clog2(WIDE)) + 2;
  wire [WIDE-1:0] wide = {{Y_WIDTH{1'bx}}, A, {Y_WIDTH{1'bx}}};
  wire below = B_SIGNED != 0 & B[B_WIDTH-1];
  wire [BITS-1:0] place = {{BITS-B_WIDTH{below}}, B} + Y_WIDTH;
  assign Y = place >= A_WIDTH + Y_WIDTH ? {Y_WIDTH{1'bx}} : wide >> place;
endmodule
"""
UNDEFINED = "setundef -anyseq\n"
TO_AIGER = """techmap -map {{folder}}/shiftx.v
select -assert-none t:$shiftx t:$div t:$mod t:$divfloor t:$modfloor
{undefined}dffunmap
async2sync
simplemap
techmap
dffunmap
opt_clean
{undefined}aigmap
opt_clean
write_aiger -map {{folder}}/names {{folder}}/netlist.aig
"""


def write_gates(folder, script, undefined=UNDEFINED):
    """Writes the script of yosys that makes a graph of a netlist, and its mapping. script: reads
    the netlist; undefined: what becomes of undefined bits."""
    with open(f"{folder}/shiftx.v", "w", encoding="utf-8") as file:
        file.write(SHIFTX)
    with open(f"{folder}/gates.ys", "w", encoding="utf-8") as file:
        file.write(script + TO_AIGER.format(undefined=undefined).format(folder=folder))


class UnsoundProof(Exception):
    """One engine proves what another refutes, or a fault is found and proven to change nothing."""


def agreed(answer, what):
    """True if a second engine confirms a proof, False if it needs too long; an error if it refutes
    the proof."""
    if answer is False:
        raise UnsoundProof(f"{what} is proven, and refuted by a second engine")
    return bool(answer)


def call(command, log, seconds=None):
    """Runs a command. Returns its output, which also goes to the log; as much of it as there is
    when the seconds of processor time are over."""
    with open(log, "w", encoding="utf-8") as file:
        try:
            limited = (
                ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", *command]
                if seconds
                else command
            )
            subprocess.run(
                limited,
                stdout=file,
                stderr=subprocess.STDOUT,
                timeout=BUSY * seconds if seconds else None,
                check=False,
            )
        except subprocess.TimeoutExpired:
            file.write("time limit\n")
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read()


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


def write_observer(path, record, ports):
    """Writes a module around the netlist: its outputs with what has no meaning masked, and the
    rules of its surroundings. Returns the commands of yosys that connect the invariants with
    signals inside of it."""
    rules, masked, valid = MODULES[record["top"]]
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
        inner="" if valid else ", .enable_status(status)",
        rules=rules.format(row=", ".join(row), row_bits=sum(width[name] for name in row), **more),
    )
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return "".join(
        f"connect -set {INSIDE_PREFIX}{name.split('.')[-1]} u.{name}\n" for name in inside
    )


def prepare(arguments, folder, record, hidden):
    """The netlist with every fault, as a graph."""
    ports = [port for port in record["ports"] if port[2] not in hidden]
    inside = write_observer(f"{folder}/observed.v", record, ports)
    write_gates(folder, GATES.format(folder=folder, inside=inside))
    for name in ("netlist.aig", "names"):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    call([arguments.yosys, "-q", "-s", f"{folder}/gates.ys"], f"{folder}/gates.log")
    return Netlist(f"{folder}/netlist.aig", f"{folder}/names")


def correspondence(arguments, path):
    """The graph in a file, simplified by signal correspondence; the graph itself if that takes too
    long."""
    small = f"{path}.small"
    if os.path.exists(small):
        os.remove(small)
    call(
        [f"{arguments.yosys}-abc", "-c", f"read {path}; strash; scorr; write_aiger {small}"],
        f"{path}.log",
        CORRESPONDENCE,
    )
    return Netlist(small if os.path.exists(small) else path)


def reachability(arguments, path, seconds):
    """True if no reachable state makes the output of a graph true and a second engine confirms it,
    False if one does, None if that is unknown."""
    invariant = f"{path}.inv"
    if os.path.exists(invariant):
        os.remove(invariant)
    output = call(
        [f"{arguments.yosys}-abc", "-c", f"read {path}; pdr -d -I {invariant}"],
        f"{path}.log",
        seconds,
    )
    if "Property proved" in output:
        return agreed(confirm_reachability(path, invariant), path) or None
    return False if re.search(r"was asserted in frame", output) else None


def reachability_part(arguments, name):
    """True if a part of the graph is enough to show that the output is never true. The part is
    found by what the first frames need; its border may have any values."""
    part, invariant = f"{name}-part.aig", f"{name}-part.inv"
    for frames in FRAMES:
        for old in (part, invariant):
            if os.path.exists(old):
                os.remove(old)
        output = call(
            [
                f"{arguments.yosys}-abc",
                "-c",
                f"read {name}.aig; strash; &get -n; &gla -F {frames}; &gla_derive; &put; dc2; "
                f"scorr; write_aiger {part}; read {part}; pdr -d -I {invariant}",
            ],
            f"{name}-part.log",
            PART,
        )
        if "Property proved" in output:
            return agreed(confirm_reachability(part, invariant), part)
        if "was asserted in frame" not in output or "True counter-example" in output:
            break
    return False


def prove_invariants(arguments, question, name):
    """True if the invariants of the netlist without a fault hold: at the end of reset, and from
    then on."""
    if "holds_o" not in question.rules:
        return False
    for place, wrong in enumerate(question.induction()):
        question.graph.write(f"{name}-{place}.aig", [wrong])
        if wrong != 0 and not reachability(arguments, f"{name}-{place}.aig", INDUCTION):
            return False
    return True


def confirm_same(arguments, netlist, number, path):
    """True if a second engine finds no difference in one step of the netlist with a fault, too."""
    inputs = [
        {
            place: number_now >> bit & 1 if name == "mutant_i" else 1
            for place, (name, bit) in netlist.input_names.items()
            if name in ("mutant_i", "rst_ni")
        }
        for number_now in (0, number)
    ]
    rules = [
        place for place, (name, _) in netlist.output_names.items() if name in ("kept_o", "holds_o")
    ]
    return agreed(
        confirm_structure(arguments.yosys, netlist, inputs, rules, path), f"fault {number}"
    )


def prove_places(arguments, question, asked, name):
    """A cut, of those at which everything that the fault reaches comes together, where it makes no
    difference; None if there is none, or it is unknown."""
    for place, wrong in enumerate(asked, 1):
        path = f"{name}-place{place}"
        question.graph.write(f"{path}.aig", [question.graph.both(wrong, question.kept)])
        answer = reachability(arguments, f"{path}.aig", PLACE)
        if answer or answer is None and reachability_part(arguments, path):
            return f"place {place}"
    return None


def ask(arguments, folder, netlist, faults, how, pool, quick=False):
    """Asks one question for several faults. Returns by number the proof that a fault changes
    nothing, None for those that change something; unanswered ones are absent. What reachability
    does not answer at once is simplified and asked again, unless quick is set."""
    os.makedirs(f"{folder}/proofs", exist_ok=True)
    name = f"{folder}/proofs/{how.replace(' ', '-')}"
    question = Question(netlist)
    if prove_invariants(arguments, question, f"{folder}/proofs/invariants"):
        question.take_for_granted()
    waves, most = QUESTIONS[how]
    wrong = {fault["number"]: question.ask(fault["number"], waves) for fault in faults}
    proofs = {
        number: "structure"
        for number, literal in wrong.items()
        if literal == 0 and confirm_same(arguments, netlist, number, f"{name}-{number}")
    }
    if waves is not None and not quick:
        hard = [number for number in wrong if number not in proofs]
        asked = {number: question.ask_places(number, waves) for number in hard}
        proofs.update(
            (number, f"reachability, {how}, {place}")
            for number, place in zip(
                hard,
                pool.map(
                    lambda number: prove_places(
                        arguments, question, asked[number], f"{name}-{number}"
                    ),
                    hard,
                ),
            )
            if place
        )
    left = [number for number in wrong if number not in proofs]
    for number in left:
        question.graph.write(
            f"{name}-{number}.aig", [question.graph.both(wrong[number], question.kept)]
        )
    for again, seconds in enumerate(most):
        answers = pool.map(
            lambda number, seconds=seconds: reachability(
                arguments, f"{name}-{number}.aig", seconds
            ),
            left,
        )
        proofs.update(
            (number, f"reachability, {how}" if answer else None)
            for number, answer in zip(list(left), answers)
            if answer is not None
        )
        left = [number for number in left if number not in proofs]
        if not left or again or quick:
            return proofs
        parts = pool.map(lambda number: reachability_part(arguments, f"{name}-{number}"), left)
        proofs.update(
            (number, f"reachability in a part, {how}")
            for number, proven in zip(list(left), parts)
            if proven
        )
        left = [number for number in left if number not in proofs]
        if not left or not most[1]:
            return proofs
        question.graph.write(
            f"{name}.aig", [question.graph.both(wrong[number], question.kept) for number in left]
        )
        small = correspondence(arguments, f"{name}.aig")
        for index, number in enumerate(left):
            if small.outputs[index] == 0:
                proofs[number] = f"correspondence, {how}"
            small.write(f"{name}-{number}.aig", index)
        left = [number for number in left if number not in proofs]
    return proofs


def prove(arguments, folder, netlist, faults, pool):
    """The proofs that faults change nothing, by number; faults without a proof are absent."""
    proofs = {}
    for how in QUESTIONS:
        left = [fault for fault in faults if not proofs.get(fault["number"])]
        if left:
            proofs.update(ask(arguments, folder, netlist, left, how, pool))
    return {number: proof for number, proof in proofs.items() if proof}


def prove_quickly(arguments, folder, netlist, faults, pool):
    """The same, but only those by structure, and in one step within two seconds."""
    proofs = ask(arguments, folder, netlist, faults, "one step", pool, quick=True)
    return {number: proof for number, proof in proofs.items() if proof}


def refuse(arguments, folder, netlist, caught, pool):
    """Tries to prove that faults that were found change nothing, and raises UnsoundProof if one of
    them has a proof: by structure, or by reachability as far as that answers at once."""
    if caught:
        proofs = ask(arguments, folder, netlist, caught, "one step", pool, quick=True)
        refuse_proven([dict(fault, proof=proofs.get(fault["number"])) for fault in caught])


def refuse_proven(results):
    """Raises UnsoundProof if a fault was found and has a proof that it changes nothing."""
    for result in results:
        if result["caught"] and result["proof"]:
            raise UnsoundProof(
                f"{result['name']} is found by {result['caught']} and proven to change nothing: "
                f"{result['proof']}"
            )

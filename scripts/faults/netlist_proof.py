# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Proves that a fault of the netlist never changes an output of the encoder, from the end of reset
on, as long as the rules of its ports are kept. The netlist is the one that was simulated: with the
number of the fault at mutant_i, compared with 0.

1. By structure: both are the same graph for every output, and for every register that may not
   differ.
2. In one step: from every state that is reachable without the fault, every register gets the same
   next value, and every output is the same. This is shown by property directed reachability; what
   it does not answer at once is first simplified by signal correspondence. Each question is first
   asked where all that the fault reaches comes together: whether it makes a difference there.
3. In two to four steps: the registers that the fault reaches in one to three steps may differ, but
   nothing else ever does.
4. In all steps: no output ever differs, though all registers may. The two netlists are compared
   side by side.

Another engine checks each proof (certificate.py). Undefined bits of the netlist may have any
value. Memories have the same contents at the end of reset, whatever these are.

netlist_observer.py masks outputs without a meaning, and states the rules of the ports and the
invariants, which are proven by induction before they are assumed."""

import os
import re
import subprocess

from faults.certificate import (
    confirm_reachability,
    confirm_same_latches,
    confirm_structure,
    read_same,
)
from faults.netlist_aig import Netlist, Question
from faults.netlist_observer import write_observer

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


def prepare(arguments, folder, record):
    """The netlist with every fault, as a graph."""
    inside = write_observer(f"{folder}/observed.v", record)
    write_gates(folder, GATES.format(folder=folder, inside=inside))
    for name in ("netlist.aig", "names"):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    call([arguments.yosys, "-q", "-s", f"{folder}/gates.ys"], f"{folder}/gates.log")
    return Netlist(f"{folder}/netlist.aig", f"{folder}/names")


def correspondence(arguments, path):
    """The graph in a file, simplified by the registers that have the same value by signal
    correspondence and by a second engine; the graph itself if there are none, or in doubt."""
    output = call(
        [f"{arguments.yosys}-abc", "-c", f"read {path}; strash; scorr -w"],
        f"{path}.log",
        CORRESPONDENCE,
    )
    same = confirm_same_latches(path, read_same(output, Netlist(path)))
    if not same:
        return Netlist(path)
    Netlist(path).write_merged(f"{path}.small", same)
    return Netlist(f"{path}.small")


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


def confirm_same(arguments, netlist, number, path, apart=()):
    """True if a second engine finds no difference in one step of the netlist with a fault, too.
    apart: places of registers that may differ."""
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
        confirm_structure(arguments.yosys, netlist, inputs, rules, path, apart), f"fault {number}"
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
    wrong, proofs = {}, {}
    for number in [fault["number"] for fault in faults]:
        wrong[number] = question.ask(number, waves)
        apart = list(question.apart or ())
        if wrong[number] == 0 and confirm_same(
            arguments, netlist, number, f"{name}-{number}", apart
        ):
            proofs[number] = f"structure, {how}" if apart else "structure"
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


# By the value of --proofs.
PROVERS = {"quick": prove_quickly, "full": prove}


def add_option(parser):
    """The option that chooses the proofs, and so a function of PROVERS."""
    parser.add_argument(
        "--proofs",
        choices=tuple(PROVERS),
        default="full",
        help="quick: only proofs by structure, and proofs of one step within two seconds",
    )


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

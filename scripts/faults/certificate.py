# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Checks each proof with an engine other than the one that found it.

A proof by reachability (yosys-abc) comes with its certificate, the inductive invariant: cubes of
states that are never reached. z3 shows, as one question of propositional logic, that no cube
contains the first state, and that no state outside of the cubes makes the output true or has a
successor in a cube. A proof by structure (netlist_aig.py) is checked by yosys-abc: two copies of
all gates, with and without the fault, have the same next values and outputs in every state, except
for the registers that may differ, which have any values in the two copies.

Signal correspondence (yosys-abc) names registers that always have the same value. Only those count
for which z3 shows that their next values are the same as well: it leaves out the others until the
rest carries the induction. The graph is simplified by these alone."""

import os
import re
import subprocess

from faults.netlist_aig import Netlist, encode_gate

SAME = re.compile(r"^Original flop (\S+) is proved equivalent to (?:flop (\S+)|constant)\.$", re.M)
ROUNDS = 20  # in which registers are left out that carry no induction
SECONDS = 120  # of processor time for one question
BUSY = 40  # times as much of wall-clock time, on a busy machine


def call(command):
    """Runs a command for a limited time. Returns its output."""
    try:
        return subprocess.run(
            ["sh", "-c", f'ulimit -t {SECONDS}; exec "$@"', "sh", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=BUSY * SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        return ""


class Clauses:
    """A question in conjunctive normal form; variable 1 is true."""

    def __init__(self):
        """The variable that is true."""
        self.most, self.clauses = 1, ["1 0"]

    def variable(self):
        """A new variable."""
        self.most += 1
        return self.most

    def add(self, *literals):
        """Adds a clause."""
        self.clauses.append(" ".join(map(str, literals)) + " 0")

    def both(self, left, right):
        """A new variable that is true if both literals are."""
        made = self.variable()
        self.add(-made, left)
        self.add(-made, right)
        self.add(made, -left, -right)
        return made

    def copy(self, netlist, leaves):
        """A copy of all gates, with these literals as inputs and latches. Returns the literals of
        the next values of the latches, and of the outputs."""
        values = [-1] + leaves

        def value(literal):
            """The literal of a literal of the netlist."""
            return -values[literal >> 1] if literal & 1 else values[literal >> 1]

        for left, right in netlist.gates:
            values.append(self.both(value(left), value(right)))
        return [list(map(value, group)) for group in (netlist.next, netlist.outputs)]

    def solve(self, path):
        """The literals that z3 finds to satisfy the question, empty if it shows that there are
        none, None if its time is over."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"p cnf {self.most} {len(self.clauses)}\n" + "\n".join(self.clauses) + "\n")
        lines = call(["z3", "-dimacs", path]).split("\n")
        if "s UNSATISFIABLE" in lines:
            return set()
        if "s SATISFIABLE" not in lines:
            return None
        return {int(word) for line in lines if line.startswith("v ") for word in line.split()[1:]}

    def is_impossible(self, path):
        """True if z3 shows that nothing satisfies the question, False if something does, None if
        its time is over."""
        found = self.solve(path)
        return None if found is None else not found


def read_cubes(path):
    """The cubes of an invariant that pdr of yosys-abc wrote, each as pairs of the number of a latch
    and its value. None if there is no invariant."""
    if not os.path.exists(path):
        return None
    names, cubes, ended = [], [], False
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if words[0] == ".ilb":
                names = words[1:]
            elif words[0] == ".e":
                ended = True
            elif not words[0].startswith("."):
                cubes.append([(name, int(bit)) for name, bit in zip(names, words[0]) if bit != "-"])
    return cubes if ended else None


def confirm_reachability(path, invariant):
    """True if the invariant in a file shows that the output of a graph is never true, False if it
    does not, None if z3 needs too long or there is no invariant."""
    netlist, cubes = Netlist(path), read_cubes(invariant)
    if cubes is None:
        return None
    places = latch_names(netlist)
    question = Clauses()
    leaves = [question.variable() for _ in netlist.inputs + netlist.latches]
    nexts, outputs = question.copy(netlist, leaves)
    wrong = [outputs[0]]
    for cube in cubes:
        if not any(value for _, value in cube):
            return False  # the first state: all latches are 0
        lines = [(places[name], value) for name, value in cube]
        now = [(leaves[len(netlist.inputs) + place], value) for place, value in lines]
        question.add(*(-literal if value else literal for literal, value in now))
        inside = question.variable()
        for place, value in lines:
            question.add(-inside, nexts[place] if value else -nexts[place])
        wrong.append(inside)
    question.add(*wrong)
    return question.is_impossible(f"{path}.cnf")


def read_same(output, netlist):
    """The latches that signal correspondence of yosys-abc proves to have the same value, by place:
    the place of the other one, None if the value is 0. The other one is in no pair of its own."""
    places, same = latch_names(netlist), {}
    for name, other in SAME.findall(output):
        place = places[other] if other else None
        same[places[name]] = place
    for place, other in same.items():
        while other in same:
            other = same[other]
        same[place] = other
    return same


def confirm_same_latches(path, same):
    """Those of the pairs of latches with the same value (read_same) that z3 confirms by induction;
    none if it needs too long. All latches begin with 0."""
    netlist, same = Netlist(path), dict(same)
    for _ in range(ROUNDS):
        question = Clauses()
        inputs = [question.variable() for _ in netlist.inputs]
        own = [question.variable() for _ in netlist.latches]
        latches = [
            literal if place not in same else -1 if same[place] is None else own[same[place]]
            for place, literal in enumerate(own)
        ]
        nexts, _ = question.copy(netlist, inputs + latches)
        apart = {}
        for place, other in same.items():
            left, right = nexts[place], -1 if other is None else nexts[other]
            if left == right:
                continue
            apart[place] = question.variable()
            question.add(-apart[place], left, right)
            question.add(-apart[place], -left, -right)
        if not apart:
            return same
        question.add(*apart.values())
        found = question.solve(f"{path}.cnf")
        if found is None:
            return {}
        if not found:
            return same
        for place, literal in apart.items():
            if literal in found or is_apart(found, nexts, place, same[place]):
                del same[place]
    return {}


def is_apart(found, nexts, place, other):
    """True if two latches get different values in what z3 found."""
    return (nexts[place] in found) != (other is not None and nexts[other] in found)


def latch_names(netlist):
    """The places of latches by the names that yosys-abc gives them where the file has none."""
    digits = len(str(len(netlist.latches) - 1))
    return {f"lo{place:0{digits}d}": place for place in range(len(netlist.latches))}


def write_frame(path, netlist, given, ignored, apart, own):
    """Writes one step of a netlist without any simplification: its registers are inputs, their next
    values outputs. given: values of some inputs, by their places; ignored: places of outputs that
    are left out; apart: places of registers that may differ between two copies. These have an
    input more each, which has their value if own is set, and no output."""
    before = len(netlist.inputs) + len(netlist.latches)
    extra = {len(netlist.inputs) + place: more for more, place in enumerate(apart)}

    def literal(old):
        """A literal as the file has it, or its value if it is that of an input that is given."""
        place = (old >> 1) - 1
        if place in given:
            return given[place] ^ (old & 1)
        if own and place in extra:
            return 2 * (before + 1 + extra[place]) ^ (old & 1)
        return old + (2 * len(extra) if place >= before else 0)

    outputs = [output for place, output in enumerate(netlist.next) if place not in apart]
    outputs += [output for place, output in enumerate(netlist.outputs) if place not in ignored]
    leaves = before + len(extra)
    with open(path, "wb") as file:
        gates = len(netlist.gates)
        file.write(f"aig {leaves + gates} {leaves} 0 {len(outputs)} {gates}\n".encode())
        file.writelines(f"{literal(output)}\n".encode() for output in outputs)
        for node, gate in enumerate(netlist.gates, leaves + 1):
            file.write(encode_gate(node, map(literal, gate)))


def confirm_structure(yosys, netlist, inputs, ignored, path, apart=()):
    """True if yosys-abc shows that two copies of a netlist, with different inputs, give the same
    next values and outputs in every state; False if they do not, None if it needs too long. inputs:
    for each copy its values of some inputs, by their places; ignored: places of outputs that are
    not compared; apart: places of registers that may differ, before and after."""
    for number, given in enumerate(inputs):
        write_frame(f"{path}-{number}.aig", netlist, given, ignored, apart, number > 0)
    output = call([f"{yosys}-abc", "-c", f"cec {path}-0.aig {path}-1.aig"])
    return (
        True
        if "Networks are equivalent" in output
        else False
        if "Networks are NOT EQUIVALENT" in output
        else None
    )

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""And-inverter graphs: reads the AIGER file of a netlist that holds every fault behind an input,
and writes that of the question whether one of them ever changes an output.

A literal is twice the number of a node, plus one if it is inverted; 0 is false and 1 is true, as in
AIGER. The same gate is never made twice."""

import collections


def delta(value):
    """A difference of literals in the encoding of variable length."""
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def encode_gate(node, literals):
    """A gate as a binary AIGER file has it: its node, and the literals of its two inputs."""
    right, left = sorted(literals)
    return delta(2 * node - left) + delta(left - right)


class Netlist:
    """An AIGER file as yosys writes it (binary), with the names of its map file."""

    def __init__(self, path, names=None):
        """Reads the file, and the names of inputs and outputs if their file is given."""
        with open(path, "rb") as file:
            header = file.readline().split()
            _, inputs, latches, outputs, gates = map(int, header[1:6])
            self.inputs = list(range(1, inputs + 1))
            self.latches = list(range(inputs + 1, inputs + latches + 1))
            self.next = [int(file.readline().split()[0]) for _ in range(latches)]
            self.outputs = [int(file.readline()) for _ in range(outputs)]
            self.gates = []
            data, at = file.read(), 0

            def number():
                """Reads a number of variable length, as gates have."""
                nonlocal at
                value, shift = 0, 0
                while True:
                    byte = data[at]
                    at += 1
                    value |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        return value

            for node in range(inputs + latches + 1, inputs + latches + gates + 1):
                left = 2 * node - number()
                self.gates.append((left, left - number()))
        self.input_names, self.output_names = {}, {}
        if names is None:
            return
        with open(names, encoding="utf-8") as file:
            for line in file:
                kind, index, bit, name = line.split()[:4]
                if kind in ("input", "output"):
                    getattr(self, f"{kind}_names")[int(index)] = (name, int(bit))

    def write(self, path, output):
        """Writes one output and what it depends on."""
        graph = Graph()
        inputs, latches = (
            [graph.leaf(kind) for _ in group]
            for kind, group in (("input", self.inputs), ("latch", self.latches))
        )
        following, outputs = graph.copy(self, inputs, latches)
        graph.next = {latch >> 1: literal for latch, literal in zip(latches, following)}
        graph.write(path, [outputs[output]])

    def write_merged(self, path, same):
        """Writes all outputs with some latches replaced. same: by the place of a latch the place of
        one that always has the same value and is not replaced itself, None if that value is 0."""
        graph = Graph()
        inputs = [graph.leaf("input") for _ in self.inputs]
        own = [None if place in same else graph.leaf("latch") for place in range(len(self.latches))]
        latches = [
            literal if place not in same else 0 if same[place] is None else own[same[place]]
            for place, literal in enumerate(own)
        ]
        following, outputs = map(list, graph.copy(self, inputs, latches))
        graph.next = {
            literal >> 1: following[place]
            for place, literal in enumerate(own)
            if literal is not None
        }
        graph.write(path, outputs)


class Graph:
    """A graph under construction: inputs, latches that begin with 0, gates."""

    def __init__(self):
        """An empty graph."""
        self.kinds = [None]
        self.known = {}
        self.next = {}

    def leaf(self, kind):
        """The literal of a new input or latch."""
        self.kinds.append(kind)
        return 2 * len(self.kinds) - 2

    def both(self, left, right):
        """The literal of left and right."""
        if left > right:
            left, right = right, left
        if left == 0 or left ^ 1 == right:
            return 0
        if left == 1 or left == right:
            return right
        found = self.known.get((left, right))
        if found is None:
            self.kinds.append((left, right))
            found = self.known[left, right] = 2 * len(self.kinds) - 2
        return found

    def either(self, left, right):
        """The literal of left or right."""
        return self.both(left ^ 1, right ^ 1) ^ 1

    def differ(self, left, right):
        """The literal of left exclusive-or right."""
        return self.either(self.both(left, right ^ 1), self.both(left ^ 1, right))

    def choose(self, which, one, zero):
        """The literal of one if which is true, else of zero."""
        return self.either(self.both(which, one), self.both(which ^ 1, zero))

    def values(self, netlist, inputs, latches):
        """The literal of each node of a netlist with these literals as inputs and latches."""
        values = [0] + inputs + latches
        both, append = self.both, values.append
        for left, right in netlist.gates:
            append(both(values[left >> 1] ^ left & 1, values[right >> 1] ^ right & 1))
        return values

    def copy(self, netlist, inputs, latches):
        """A copy of a netlist with these literals as inputs and latches. Returns the next values of
        the latches, and the outputs."""
        values = self.values(netlist, inputs, latches)
        return (
            [values[literal >> 1] ^ literal & 1 for literal in literals]
            for literals in (netlist.next, netlist.outputs)
        )

    def write(self, path, outputs):
        """Writes the part of the graph that the outputs depend on, as AIGER."""
        used, stack = set(), [output >> 1 for output in outputs]
        while stack:
            node = stack.pop()
            if node in used or node == 0:
                continue
            used.add(node)
            kind = self.kinds[node]
            stack += (
                [self.next[node] >> 1]
                if kind == "latch"
                else [literal >> 1 for literal in kind]
                if kind != "input"
                else []
            )
        order = sorted(used)
        groups = [
            [node for node in order if self.kinds[node] == kind] for kind in ("input", "latch")
        ]
        groups.append([node for node in order if isinstance(self.kinds[node], tuple)])
        number = {node: index for index, node in enumerate(sum(groups, []), 1)}
        number[0] = 0

        def literal(old):
            """A literal in the numbering of the file."""
            return 2 * number[old >> 1] + (old & 1)

        with open(path, "wb") as file:
            inputs, latches, gates = map(len, groups)
            file.write(f"aig {len(order)} {inputs} {latches} {len(outputs)} {gates}\n".encode())
            for node in groups[1]:
                file.write(f"{literal(self.next[node])}\n".encode())
            for output in outputs:
                file.write(f"{literal(output)}\n".encode())
            for node in groups[2]:
                file.write(encode_gate(number[node], map(literal, self.kinds[node])))


class Question:
    """Whether faults ever change an output, from the end of reset on, while the rules of the ports
    are kept (output kept_o). One graph holds the netlist without a fault, and what each fault makes
    of it."""

    def __init__(self, netlist):
        """Builds the netlist without a fault, and the condition that the rules were kept so far."""
        self.netlist, self.graph = netlist, Graph()
        graph = self.graph
        self.free = [graph.leaf("input") for _ in netlist.inputs]
        self.state = [graph.leaf("input") for _ in netlist.latches]
        self.started = graph.leaf("latch")
        graph.next[self.started >> 1] = 1
        self.anything, self.good_values = {}, None
        self.begins = self.after_reset(0)
        self.good = [self.latch(index, begin) for index, begin in enumerate(self.begins)]
        self.good_next, self.good_outputs = graph.copy(
            netlist, self.inputs(0, 1), [value for _, value in self.good]
        )
        self.feed(self.good, self.good_next, self.begins)
        # No outputs of the encoder: whether the rules are kept, and the invariants, which hold as
        # long as they are.
        self.rules = {
            name: index
            for index, (name, _) in netlist.output_names.items()
            if name in ("kept_o", "holds_o")
        }
        kept = self.good_outputs[self.rules["kept_o"]]
        broken = graph.leaf("latch")
        graph.next[broken >> 1] = graph.either(broken, kept ^ 1)
        self.kept = graph.both(kept, broken ^ 1)

    def induction(self):
        """Literals that are true if an invariant does not hold: at the end of reset, and in a
        successor of a state in which it holds. The state is any state of the netlist without a
        fault; the inputs keep to the rules."""
        graph, rules, inputs = self.graph, self.rules, self.inputs(0, 1)
        first = list(graph.copy(self.netlist, inputs, self.begins_with_any()))[1]
        nexts, before = graph.copy(self.netlist, inputs, self.state)
        after = list(
            graph.copy(
                self.netlist, self.inputs(0, 1, [graph.leaf("input") for _ in self.free]), nexts
            )
        )[1]
        kept = graph.both(before[rules["kept_o"]], after[rules["kept_o"]])
        return (
            graph.both(first[rules["kept_o"]], first[rules["holds_o"]] ^ 1),
            graph.both(graph.both(before[rules["holds_o"]], kept), after[rules["holds_o"]] ^ 1),
        )

    def begins_with_any(self):
        """What reset leaves in the latches; in those that it does not reach, any value."""
        return [begin if begin < 2 else held for begin, held in zip(self.begins, self.state)]

    def take_for_granted(self):
        """Adds the invariants, once they are proven, to what is assumed."""
        self.kept = self.graph.both(self.kept, self.good_outputs[self.rules["holds_o"]])

    def inputs(self, number, reset, free=None):
        """The inputs for the fault of this number (0: none); those of the question, or these of
        another cycle."""
        names = self.netlist.input_names
        fixed = {"rst_ni": lambda bit: reset, "mutant_i": lambda bit: number >> bit & 1}
        given = {index: fixed[name](bit) for index, (name, bit) in names.items() if name in fixed}
        return [given.get(index, literal) for index, literal in enumerate(free or self.free)]

    def after_reset(self, number):
        """What reset leaves in the latches: 0, 1, or, in those that it does not reach, what they
        get while it lasts."""
        inputs = self.inputs(number, 0)
        reached = list(self.graph.copy(self.netlist, inputs, self.state))[0]
        state = [begin if begin < 2 else held for begin, held in zip(reached, self.state)]
        return list(self.graph.copy(self.netlist, inputs, state))[0]

    def latch(self, index, begin):
        """A new latch, and its value. Latches that reset does not reach begin with any value, but
        with the same one in all netlists."""
        made = self.graph.leaf("latch")
        if begin > 1:
            if index not in self.anything:
                self.anything[index] = self.graph.leaf("input")
            return made, self.graph.choose(self.started, made, self.anything[index])
        return made, made ^ begin

    def feed(self, pairs, nexts, begins):
        """Connects the next values of latches."""
        for (made, _), literal, begin in zip(pairs, nexts, begins):
            self.graph.next[made >> 1] = literal ^ (begin if begin < 2 else 0)

    def narrow(self, bad, nexts_apart):
        """Cuts at which a netlist with a fault and the one without come together: the fewest gates
        through which every difference has to pass, and of these cuts the last; then the fewest
        after it, and so on. Registers that may differ do not count as reached."""
        netlist, good = self.netlist, self.good_values
        first = len(netlist.inputs) + len(netlist.latches) + 1
        reached = [
            node for node in range(1, len(good)) if good[node] != bad[node]
        ]  # begins with the bits of the number, and the registers
        latest = dict.fromkeys(reached, 0)  # the last gate through which this one is observed
        for index, literal in enumerate(netlist.next + netlist.outputs):
            if (
                literal >> 1 in latest
                and index not in nexts_apart
                and index - len(netlist.next) not in self.rules.values()
            ):
                latest[literal >> 1] = len(good)
        for node in reversed(reached):
            for literal in netlist.gates[node - first] if node >= first and latest[node] else ():
                if literal >> 1 in latest:
                    latest[literal >> 1] = max(latest[literal >> 1], node)
        live = [node for node in reached if latest[node]]
        ends = collections.Counter(latest[node] for node in live)
        width, widths = 0, []
        for node in live:
            width += 1 - ends[node]
            widths.append(width)
        cuts, start = [], next(
            (place for place, node in enumerate(live) if node >= first), len(live)
        )
        while start < len(live) and len(cuts) < 3:
            least = min(widths[start:])
            place = max(place for place in range(start, len(live)) if widths[place] == least)
            cuts.append([node for node in live[: place + 1] if latest[node] > live[place]])
            start = place + 1
        return cuts

    def ask_places(self, number, waves):
        """Literals that are true if the fault shows at a cut where everything that it reaches in
        one cycle comes together, while the registers that it can reach in so many steps may differ.
        If one of them is never true, the fault changes nothing."""
        self.ask(number, waves)
        if self.values is None:
            return []
        if self.good_values is None:
            self.good_values = self.graph.values(
                self.netlist, self.inputs(0, 1), [value for _, value in self.good]
            )
        bad = self.graph.values(self.netlist, self.inputs(number, 1), self.values)
        wrongs = []
        for cut in self.narrow(bad, self.apart):
            wrong = 0
            for node in cut:
                wrong = self.graph.either(
                    wrong, self.graph.differ(self.good_values[node], bad[node])
                )
            wrongs.append(wrong)
        return wrongs

    def part(self, index, begin, values, apart, anyhow=False):
        """Lets a register differ from the one without a fault. The graph does not hold the register
        again, but whether it differs: where it must not, that is the simplest of invariants.
        anyhow: reset may or may not leave another value in it."""
        made = self.graph.leaf("latch")
        apart[index] = made, begin
        differs = (
            self.graph.choose(self.started, made, self.graph.leaf("input"))
            if anyhow
            else made ^ begin
        )
        values[index] = self.graph.differ(self.good[index][1], differs)

    def ask(self, number, waves):
        """The literal that is true if the fault shows: if an output differs, or the next value of a
        register that may not differ. Registers that the fault can reach in so many steps may differ
        (None: all)."""
        graph, good, wrong = self.graph, self.good, 0
        self.values = self.apart = None
        begins = self.after_reset(number)
        values, apart = [value for _, value in good], {}
        for index, (begin, own) in enumerate(zip(self.begins, begins)):
            if begin != own:
                if waves == 0:
                    return 1
                self.part(
                    index, 1 if max(begin, own) < 2 else 0, values, apart, max(begin, own) > 1
                )
        left = waves
        while True:
            nexts, outputs = graph.copy(self.netlist, self.inputs(number, 1), values)
            reached = [
                index
                for index, following in enumerate(nexts)
                if index not in apart and following != self.good_next[index]
            ]
            if not reached or left == 0:
                break
            for index in reached:
                self.part(index, 0, values, apart)
            left = None if left is None else left - 1
        self.values, self.apart = values, apart
        for index, (made, begin) in apart.items():
            graph.next[made >> 1] = graph.differ(self.good_next[index], nexts[index]) ^ begin
        pairs = [(self.good_next[index], nexts[index]) for index in reached]
        pairs += [
            pair
            for index, pair in enumerate(zip(self.good_outputs, outputs))
            if index not in self.rules.values()
        ]
        for left, right in pairs:
            wrong = graph.either(wrong, graph.differ(left, right))
        return wrong

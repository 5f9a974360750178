# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""And-inverter graphs: reads the AIGER file of a netlist that holds every fault behind an input, and writes that of the question
whether one of them changes an output, ever.

A literal is twice the number of a node, plus one if it is inverted; 0 is false and 1 is true, as in AIGER. The same gate is
never made twice."""

import collections


class Netlist:
    """An AIGER file as yosys writes it (binary), with the names of its map file."""

    def __init__(self, path, names=None):
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
        """Writes what one output depends on, and it alone."""
        graph = Graph()
        inputs, latches = (
            [graph.leaf(kind) for _ in group]
            for kind, group in (("input", self.inputs), ("latch", self.latches))
        )
        following, outputs = graph.copy(self, inputs, latches)
        graph.next = {latch >> 1: literal for latch, literal in zip(latches, following)}
        graph.write(path, [outputs[output]])


class Graph:
    """What is built: inputs, latches that begin with 0, gates."""

    def __init__(self):
        self.kinds = [None]
        self.known = {}
        self.next = {}

    def leaf(self, kind):
        self.kinds.append(kind)
        return 2 * len(self.kinds) - 2

    def both(self, left, right):
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
        return self.both(left ^ 1, right ^ 1) ^ 1

    def differ(self, left, right):
        return self.either(self.both(left, right ^ 1), self.both(left ^ 1, right))

    def choose(self, which, one, zero):
        return self.either(self.both(which, one), self.both(which ^ 1, zero))

    def values(self, netlist, inputs, latches):
        """What each node of the netlist is with these literals as inputs and latches."""
        values = [0] + inputs + latches
        both, append = self.both, values.append
        for left, right in netlist.gates:
            append(both(values[left >> 1] ^ left & 1, values[right >> 1] ^ right & 1))
        return values

    def copy(self, netlist, inputs, latches):
        """The netlist with these literals as inputs and latches: what the latches get next, and the outputs."""
        values = self.values(netlist, inputs, latches)
        return (
            [values[literal >> 1] ^ literal & 1 for literal in literals]
            for literals in (netlist.next, netlist.outputs)
        )

    def write(self, path, outputs):
        """The part of the graph that the outputs depend on, as AIGER."""
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
            return 2 * number[old >> 1] + (old & 1)

        def delta(value):
            data = bytearray()
            while value > 127:
                data.append(value & 127 | 128)
                value >>= 7
            data.append(value)
            return bytes(data)

        with open(path, "wb") as file:
            file.write(
                f"aig {len(order)} {len(groups[0])} {len(groups[1])} {len(outputs)} {len(groups[2])}\n".encode()
            )
            for node in groups[1]:
                file.write(f"{literal(self.next[node])}\n".encode())
            for output in outputs:
                file.write(f"{literal(output)}\n".encode())
            for node in groups[2]:
                right, left = sorted(map(literal, self.kinds[node]))
                file.write(delta(2 * number[node] - left) + delta(left - right))


class Question:
    """Whether faults change an output, ever, from the end of reset on, while the rules of the ports are kept (output kept_o). One
    graph holds the netlist without a fault, and what each fault makes of it."""

    def __init__(self, netlist):
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
        # Not outputs of the encoder, but what was kept of the rules, and what always holds as long as they are.
        self.told = {
            name: index
            for index, (name, _) in netlist.output_names.items()
            if name in ("kept_o", "holds_o")
        }
        kept = self.good_outputs[self.told["kept_o"]]
        broken = graph.leaf("latch")
        graph.next[broken >> 1] = graph.either(broken, kept ^ 1)
        self.kept = graph.both(kept, broken ^ 1)

    def induction(self):
        """Literals that tell that what always holds does not: at the end of reset, and in a state behind one where it does. Any state of the
        netlist without a fault, with any inputs, as long as these keep to the rules."""
        graph, told, inputs = self.graph, self.told, self.inputs(0, 1)
        first = list(graph.copy(self.netlist, inputs, self.begins_with_any()))[1]
        nexts, before = graph.copy(self.netlist, inputs, self.state)
        behind = list(
            graph.copy(
                self.netlist, self.inputs(0, 1, [graph.leaf("input") for _ in self.free]), nexts
            )
        )[1]
        kept = graph.both(before[told["kept_o"]], behind[told["kept_o"]])
        return (
            graph.both(first[told["kept_o"]], first[told["holds_o"]] ^ 1),
            graph.both(graph.both(before[told["holds_o"]], kept), behind[told["holds_o"]] ^ 1),
        )

    def begins_with_any(self):
        """What reset leaves in the latches; in those that it does not reach, anything."""
        return [begin if begin < 2 else held for begin, held in zip(self.begins, self.state)]

    def take_for_granted(self):
        """What always holds has been proven."""
        self.kept = self.graph.both(self.kept, self.good_outputs[self.told["holds_o"]])

    def inputs(self, number, reset, free=None):
        """Inputs for the fault of this number, or 0; those of the question, or of another cycle."""
        names = self.netlist.input_names
        fixed = {"rst_ni": lambda bit: reset, "mutant_i": lambda bit: number >> bit & 1}
        return [
            fixed[names[index][0]](names[index][1]) if names[index][0] in fixed else literal
            for index, literal in enumerate(free or self.free)
        ]

    def after_reset(self, number):
        """What reset leaves in the latches: 0, 1, or what they get while it lasts, for those that it does not reach."""
        inputs = self.inputs(number, 0)
        reached = list(self.graph.copy(self.netlist, inputs, self.state))[0]
        state = [begin if begin < 2 else held for begin, held in zip(reached, self.state)]
        return list(self.graph.copy(self.netlist, inputs, state))[0]

    def latch(self, index, begin):
        """A latch, and its value; those that reset does not reach begin with anything, but alike in all netlists."""
        made = self.graph.leaf("latch")
        if begin > 1:
            if index not in self.anything:
                self.anything[index] = self.graph.leaf("input")
            return made, self.graph.choose(self.started, made, self.anything[index])
        return made, made ^ begin

    def feed(self, pairs, nexts, begins):
        for (made, _), literal, begin in zip(pairs, nexts, begins):
            self.graph.next[made >> 1] = literal ^ (begin if begin < 2 else 0)

    def narrow(self, bad, nexts_apart):
        """Where the values of a netlist and those without a fault come together: the fewest gates that all difference has to pass, the last such
        ones; then the fewest behind these, and so on. Registers that may differ do not count as being reached.
        """
        netlist, good = self.netlist, self.good_values
        first = len(netlist.inputs) + len(netlist.latches) + 1
        reached = [
            node for node in range(1, len(good)) if good[node] != bad[node]
        ]  # from the bits of the number, and the registers, on
        latest = dict.fromkeys(reached, 0)  # the last gate by way of which this one is seen
        for index, literal in enumerate(netlist.next + netlist.outputs):
            if (
                literal >> 1 in latest
                and index not in nexts_apart
                and index - len(netlist.next) not in self.told.values()
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
        """Literals that tell that the fault shows where all that it reaches in one cycle comes together, while the registers that it can reach in
        so many steps may differ. If one is never true, the fault changes nothing."""
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
        """The register may differ from that without a fault. Not it is there again, but whether it differs: where it must not, that is
        the simplest of invariants. anyhow: reset leaves something else in it, or not."""
        made = self.graph.leaf("latch")
        apart[index] = made, begin
        differs = (
            self.graph.choose(self.started, made, self.graph.leaf("input"))
            if anyhow
            else made ^ begin
        )
        values[index] = self.graph.differ(self.good[index][1], differs)

    def ask(self, number, waves):
        """Literal that tells that the fault shows. Registers that it can reach in so many steps may differ (None: all). It shows if an output
        differs, or what any other register gets next."""
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
            if index not in self.told.values()
        ]
        for left, right in pairs:
            wrong = graph.either(wrong, graph.differ(left, right))
        return wrong

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Packets that the program contradicts, in streams of each mode."""

import re

from choices import decisions
from packets import number_of, payload_of, spread
from streams import CONFIGS, Base, Damage

PASSAGES = ("--passages", "--no-traps")
PROVES = re.compile(r"proves (\d+) instruction")
CAUSE = 2 + 2 + 1 + 2  # bits of a trap packet before ecause: format, subformat, branch, privilege
COUNT = 2 + 32  # bits of a branch count before branch_fmt: format, branch_count
REPORT = 2 + 31  # bits of a format 2 packet before notify: format, address
INDEX = 2 + 1 + 2 + 5  # bits of an index packet without branches before irreport

AMBIGUOUS = ((8, 127), (13, 434))  # seed, index of the packet
# 1000 jal ra, 1010; 1004 jal ra, 1010; 1008 nop; 100c nop; 1010 nop; 1014 ret
CALLS = bytes.fromhex("ef000001 ef00c000 13000000 13000000 13000000 67800000")

TRAPPING = ("73000000", "73001000", "02900100")  # ecall; ebreak; c.ebreak and c.nop


class Path:
    """The damage to one packet list."""

    def __init__(self, base):
        """Reads the list."""
        self.base = base
        self.lines = base.data.decode().splitlines()
        self.items = base.items()
        self.names = [item["name"] for item in self.items]

    def all_of(self, name, field=None):
        """The indices of the packets of a name; with a field that is not 0."""
        return [
            i
            for i, item in enumerate(self.items)
            if item["name"] == name and (field is None or item["packet"][field] not in (0, "0x0"))
        ]

    def damage(self, rule, lines, at, what, options=()):
        """A list of other lines; at: the index of the finding."""
        stream = "\n".join([*lines, ""]).encode()
        return self.base.damage(rule, stream, ("line", at + 1), what, options=options)

    def changed(self, rule, at, line, what, on=0):
        """Another payload at an index; the finding is on the packet that is so much later."""
        return self.damage(rule, [*self.lines[:at], line, *self.lines[at + 1 :]], at + on, what)

    def without(self, rule, at, what):
        """The list without a packet."""
        return self.damage(rule, self.lines[:at] + self.lines[at + 1 :], at, what)

    def flipped(self, at, first, bits):
        """The payload with all bits from the first on inverted, as long as a packet of bits."""
        value, have = number_of(self.lines[at])
        if value >> (have - 1) & 1:
            value |= ((1 << bits) - 1) ^ ((1 << have) - 1) if bits > have else 0
        return payload_of([(value ^ ((1 << bits) - (1 << first)), bits)], -(-bits // 8) * 8)


def privileges(path):
    """A privilege that no level has."""
    for at in spread(path.all_of("F3/0", "privilege"), 6):
        if path.items[at]["packet"]["privilege"] == 3:
            line = f"{int(path.lines[at][:2], 16) ^ 0x20:02x}{path.lines[at][2:]}"
            yield path.changed("ETR-ING-012", at, line, "privilege 2")


def formats(path):
    """Format 0 in a configuration without it."""
    for at in spread(path.all_of("F2"), 6):
        yield path.changed("ETR-FMT-001", at, "00", "format 0")


def branches(path):
    """A start packet, or a trap packet with its handler, says that a taken branch is there."""
    plain = path.all_of("F3/0") + path.all_of("F3/1", "thaddr")
    for at in spread([at for at in plain if path.items[at]["packet"]["branch"]], 12):
        value, bits = number_of(path.lines[at])
        line = payload_of([(value ^ 1 << 4, bits)], bits)
        yield path.changed("ETR-FMT-007", at, line, "branch 0")


def unknown_codes(rvt, folder):
    """A subformat of format 0, and a cause, that the configuration does not have."""
    changes = {"parameters": {"cache_size_p": 0}}
    path = Path(Base(rvt, folder, "golden-rv32", 25, "hex", changes))
    for at in spread(path.all_of("F2"), 4):
        yield path.changed("ETR-FMT-046", at, "04", "subformat 1")
    path = Path(Base(rvt, folder, "golden-flow", 25, "hex", {"parameters": {"ecause_width_p": 40}}))
    for at in spread(path.all_of("F3/1"), 4):
        value, bits = number_of(path.lines[at])
        line = payload_of([(value | 1 << CAUSE + 35, bits)], bits)
        yield path.changed("ETR-FMT-012", at, line, "a cause of 36 bits")


def flags(path):
    """A report says that a sync packet follows at once, but the next packet is a later one."""
    syncs, reasons = path.all_of("F3/0"), path.base.reasons()
    for at in targets(path):
        sync = next((i for i in syncs if i > at + 1), None)
        in_line = "by an inferable path" in reasons[at + 1]
        if sync and in_line and all(name[:2] != "F3" for name in path.names[at:sync]):
            line = path.flipped(at, REPORT + 1, REPORT + 3)
            lines = [*path.lines[:at], line, *path.lines[sync:]]
            yield path.damage("ETR-FMT-027", lines, at + 1, "updiscon")


def orders(path):
    """A report says that a packet of format 3 follows at once, but the next one has another."""
    for at in spread([at for at in targets(path) if path.names[at + 1] in ("F1", "F2")], 8):
        line = path.flipped(at, REPORT + 1, REPORT + 3)
        yield path.changed("ETR-FMT-027", at, line, "updiscon", on=1)


def notifications(path):
    """A notification of the target of an uninferable discontinuity."""
    for at in spread(targets(path), 8):
        line = path.flipped(at, REPORT, REPORT + 3)
        yield path.changed("ETR-FMT-026", at, line, "notify")


def steps(path):
    """Paths that are longer than the limit."""
    matches = [PROVES.search(text) for text in path.base.reasons()]
    for limit in (20, 40):
        at = next(i for i, match in enumerate(matches) if match and int(match[1]) > limit)
        yield path.damage("ETR-DEC-020", path.lines, at, "limit", ("--steps", str(limit)))


def targets(path):
    """The format 2 packets that report the target of an uninferable discontinuity: there is no
    branch before it."""
    known = decisions(path.base)
    return [at for at in path.all_of("F2") if known[at] == "ETR-ALG-030"]


def counts(path):
    """A count of branches instead of an address."""
    for at in spread(targets(path), 12):
        yield path.changed("ETR-DEC-008", at, "00", "branches instead of an address")


def mispredictions(path):
    """A misprediction is reported at what is no branch."""
    for at in path.all_of("F0s0"):
        value, bits = number_of(path.lines[at])
        line = payload_of([(value | 3 << COUNT, bits)], bits)
        yield path.changed("ETR-DEC-017", at, line, "branch_fmt 3")


def indices(path):
    """The first reported target is an entry of the jump target cache that was never written."""
    for index in (0, 1, 2, 3):
        line = payload_of([(index << 2, 2 + 3)], 8)
        yield path.changed("ETR-DEC-014", targets(path)[0], line, f"index {index}")


def returns(path, rule, bits):
    """Another depth, of so many bits."""
    for at in spread(path.all_of("F2", "irreport"), 8):
        line = path.flipped(at, REPORT + 3, REPORT + 3 + bits)
        yield path.changed(rule, at, line, "another depth")


def copies(path, rule, name, first, bits):
    """The bits of irdepth, from the first on, do not copy the bit before them."""
    plain = [
        at
        for at in path.all_of(name)
        if not path.items[at]["packet"]["irreport"] and not path.items[at]["packet"].get("branches")
    ]
    for at in spread(plain, 4):
        line = path.flipped(at, first, first + bits)
        yield path.changed(rule, at, line, "irdepth without irreport")


def switched_off(path):
    """Format 0 while its mode is off."""
    for at in spread(path.all_of("F2"), 6):
        yield path.changed("ETR-DEC-019", at, "00", "format 0")


def vectors_unknown(rvt, folder):
    """The address of a handler cannot be computed."""
    changes = {"options": {"implicit_exception": True}}
    path = Path(Base(rvt, folder, "golden-flow", 25, "hex", changes))
    handlers = [at for at in path.all_of("F3/1") if path.items[at]["packet"]["thaddr"]]
    yield path.damage("AMB-047", path.lines, handlers[0], "no trap vectors")


def ambiguous(rvt, folder):
    """Good streams in which implicit returns lead to an address more than once."""
    for seed, at in AMBIGUOUS:
        path = Path(Base(rvt, folder, "golden-modes-return", seed, "hex", {}, ()))
        yield path.damage("ETR-MODE-010", path.lines, at, "a good stream")
    code = folder / "calls"
    code.write_bytes(CALLS)
    starts = [payload_of([(0x73, 7), (to >> 1, 31)], 40) for to in (0x1000, 0x1010)]
    stream = "\n".join(["1f01", *starts, "4f01", ""]).encode()
    config = CONFIGS / "golden-modes-return.yaml"
    program = f"0x1000:{code}"
    yield Damage("AMB-021", stream, ("line", 3), "hex", config, program, "a good stream")


def trapping(folder):
    """Paths through an instruction that traps instead of retiring."""
    for i, insn in enumerate(TRAPPING):
        code = folder / f"trapping-{i}"
        code.write_bytes(bytes.fromhex(f"13000000 {insn} 13000000 13000000"))
        stream = "\n".join(["1f", "73000000e0", "1a", "4f", ""]).encode()
        config, program = CONFIGS / "golden-flow.yaml", f"0x80000000:{code}"
        yield Damage("ETR-ING-016", stream, ("line", 3), "hex", config, program, insn)


def path_damage(rvt, folder):
    """All damage to paths."""
    flow = Path(Base(rvt, folder, "golden-flow", 25, "hex"))
    for kind in (privileges, formats, steps, orders, notifications, branches):
        yield from kind(flow)
    often = {"resync": {"mode": "packets", "max": 4}}
    yield from flags(Path(Base(rvt, folder, "golden-flow", 25, "hex", often)))
    yield from switched_off(Path(Base(rvt, folder, "golden-rv32", 25, "hex")))
    yield from indices(Path(Base(rvt, folder, "golden-modes-cache", 26, "hex")))
    base = Base(rvt, folder, "golden-modes-predictor", 1, "hex", {}, PASSAGES)
    yield from counts(Path(base))
    for seed in (5, 15):
        base = Base(rvt, folder, "golden-modes-predictor", seed, "hex", {}, PASSAGES)
        yield from mispredictions(Path(base))
    for seed in (4, 6):
        stream = Path(Base(rvt, folder, "golden-modes-return", seed, "hex", {}, ()))
        yield from returns(stream, "ETR-MODE-009", 3)
        yield from copies(stream, "ETR-FMT-029", "F2", REPORT + 3, 3)
    series = Path(Base(rvt, folder, "golden-modes-series", 12, "hex"))
    yield from copies(series, "ETR-FMT-049", "F0s1", INDEX + 1, 3)
    stream = Path(Base(rvt, folder, "golden-modes-irets", 3, "hex", {}, ()))
    yield from returns(stream, "ETR-MODE-011", 8)
    yield from copies(stream, "ETR-FMT-031", "F2", REPORT + 3, 8)
    yield from unknown_codes(rvt, folder)
    yield from vectors_unknown(rvt, folder)
    yield from ambiguous(rvt, folder)
    yield from trapping(folder)

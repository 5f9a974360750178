# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Recomputes the golden vectors of te_inst packets and flow (vectors/README.md).

A case agrees by the letter of the text, agrees with the readings that rvt takes, differs, or
cannot be recomputed. golden.yaml keeps the numbers, and names each case that differs.
"""

import collections
import glob
import os
import re

import yaml

from . import config as cfg
from . import requirements_golden, tip
from .bits import BitsError, significant
from .decoder import DecodeError, Decoder, Trap
from .encoder import Encoder
from .filters import NAMES
from .riscv import Program, ProgramError
from .te_inst import Format

REPEAT = re.compile(r"(\d+)x (.*)$")
TRAP = re.compile(r"# trap cause=(\d+) interrupt=(\d) epc=(\S+) tval=([0-9a-f]+)$")
# What a mapping of a packet says beside its fields.
REMARKS = {"packet", "why", "iaddr", "bytes", "ambiguous", "strayed"}
# The readings that rvt takes where they are not the letter.
RVT = {
    "bpred_sync_branch": "train_after_init",
    "base_after_f0s1": "updated",
    "jtc_xret": "write",
    "int_at_updiscon": "defer",
    "int_first": "defer",
    "thaddr0_addr": "epc_or_zero",
    "ir_at_end": "reported",
    "ir_at_updiscon": "not_reported",
    "ir_interrupted": "inferable",
    "cci_at_trap": "not_sent",
    "resync_synced_halfwords": "counted",
    "flt_undefined": "no_match",
    "flt_hart_reset": "cleared",
    "flt_block": "every",
    "ended_index": "as_flag",
}
AGREES, READINGS, UNDECIDED = "agrees", "agrees with readings", "undecided"
DIFFERS, CANNOT = "differs", "cannot"


class Mismatch(Exception):
    """A case whose result differs; the text says how."""


class Runner:
    """Recomputes the cases of a folder of vectors."""

    def __init__(self, root):
        """root: the folder vectors."""
        self.root = root

    def files(self):
        """The files of the topics packet and flow."""
        for topic in ("packet", "flow"):
            yield from sorted(glob.glob(f"{self.root}/{topic}/**/*.yaml", recursive=True))

    def run(self):
        """Yields the name of each case, its clauses, its outcome, and why."""
        for path in self.files():
            with open(path, encoding="utf-8") as file:
                data = yaml.load(file, cfg.LOADER)
            for case in data["cases"]:
                name = f"{os.path.relpath(path, self.root)}:{case['id']}"
                yield name, case["clause"], *self.case(data, case)

    def case(self, data, case):
        """The outcome of a case, and why."""
        letter = self.attempt(data, case, {})
        if letter[0] in (AGREES, CANNOT):
            return letter
        other = self.attempt(data, case, RVT)
        if other[0] != AGREES:
            return other
        alone = (name for name in RVT if self.attempt(data, case, {name: RVT[name]})[0] == AGREES)
        return READINGS, next(alone, "several")

    def attempt(self, data, case, readings):
        """The outcome under these readings."""
        values = dict(readings)
        values.update(case.get("set") or {})
        try:
            settings = cfg.load(f"{self.root}/configs/{data['config']}", values)
            settings.check()
            kinds = [kind for kind in KINDS if kind in case["input"]]
            if not kinds:
                raise cfg.Unsupported(f"input of {', '.join(sorted(case['input']))}")
            KINDS[kinds[0]](settings, case)
        except cfg.Unsupported as error:
            return CANNOT, str(error)
        except cfg.Undecided as error:
            return UNDECIDED, error.where
        except Mismatch as error:
            return DIFFERS, str(error)
        return AGREES, ""


def same(what, ours, theirs):
    """Raises Mismatch if two values differ."""
    if ours != theirs:
        raise Mismatch(f"{what}: {ours} / {theirs}")


def write_packet(settings, case):
    """Fields of a packet to a payload."""
    if case["expect"]["verdict"] != "valid":
        raise cfg.Unsupported("refusal of a packet to write")
    expect, form = case["expect"], Format(settings)
    packet = {
        "subformat": 0,
        "branches": 0,
        "branch_fmt": 0,
        "irdepth": 0,
        **case["input"]["packet"],
    }
    for name in ("thaddr", "interrupt"):
        packet.setdefault(name, 0)
    out = form.write(packet)
    fields = [[name, width, value] for name, width, value in out.fields if width]
    same("fields", fields, [field for field in expect["fields"] if field[1]])
    same("bits", significant(out.value, out.width), expect["bits"])
    same("bits_full", out.width, expect["bits_full"])
    data = out.compressed()
    same("bytes", data, bytes.fromhex(expect["bytes"]))
    again = form.decode(data)
    for name, value in packet.items():
        if name in again:
            same(f"read back: {name}", again[name], value)


def read_packet(settings, case):
    """A payload to the fields of a packet."""
    expect, form = case["expect"], Format(settings)
    try:
        packet = form.decode(bytes.fromhex(case["input"]["bytes"]))
    except BitsError as error:
        if expect["verdict"] == "valid":
            raise Mismatch(str(error)) from error
        return
    if expect["verdict"] != "valid":
        raise Mismatch(f"{packet} / refused: {expect['status']}")
    for name, value in expect["packet"].items():
        same(name, packet.get(name, 0), value)


def lines_of(text):
    """Lines, with repetitions written out."""
    for line in text.splitlines():
        found = REPEAT.match(line)
        if found:
            for _ in range(int(found.group(1))):
                yield from (part.strip() for part in found.group(2).split(";"))
        elif line.strip():
            yield line


# YAML reads the word off as false.
WORDS = {
    False: (False, False, False),
    "enabled": (True, False, False),
    "trace": (True, True, False),
    "triggers": (True, False, True),
    "trace_triggers": (True, True, True),
}


def act(encoder, step):
    """A step of a control script: a word, or a write of a register of filters."""
    if len(step) == 2:
        encoder.control(*WORDS[step[1]])
    elif not NAMES.match(str(step[1])):
        raise cfg.Unsupported("control registers")
    else:
        encoder.filters.write(*step[1:])


def controlled(settings, case, text):
    """The packets of a trace under a control script of words."""
    steps = list(case["input"]["control"])
    if not all(map(NAMES.match, settings.registers)):
        raise cfg.Unsupported("control registers")
    encoder = Encoder(settings)
    for row in tip.read(lines_of(text)).rows:
        while steps and steps[0][0] <= row.cycle:
            act(encoder, steps.pop(0))
        encoder.row(row)
    for step in steps:
        act(encoder, step)
    encoder.control(*WORDS[False])
    return encoder


def encode_flow(settings, case):
    """Rows to packets."""
    if case["expect"]["verdict"] != "valid":
        raise cfg.Unsupported("refusal of rows")
    if settings.o["data_trace"]:
        raise cfg.Unsupported("data trace")
    if "idle" in case["input"]:
        raise cfg.Unsupported("idle")
    texts = case["input"].get("tips") or [case["input"]["tip"]]
    for text in texts:
        encoder = controlled(settings, case, text)
        for number, want in enumerate(case["expect"]["packets"]):
            if number >= len(encoder.packets):
                raise Mismatch(f"packet {number + 1} is missing: {want}")
            packet = encoder.packets[number]
            check_packet(encoder, number, packet, want)
        if len(encoder.packets) != len(case["expect"]["packets"]):
            raise Mismatch(f"{len(encoder.packets)} packets / {len(case['expect']['packets'])}")


def names_of(packet):
    """The format of a packet as the vectors write it."""
    form = packet["format"]
    if form == 3:
        return f"F3/{packet['subformat']}"
    if form == 0:
        return f"F0s{packet['subformat']}"
    return "F1na" if form == 1 and not packet["branches"] else f"F{form}"


def check_packet(encoder, number, packet, want):
    """Compares a packet with the mapping of a vector."""
    what = f"packet {number + 1} ({encoder.whys[number]})"
    if names_of(packet) != want["packet"]:
        raise Mismatch(f"{what}: {packet} / {want}")
    for name, value in want.items():
        if name not in REMARKS and value != "undefined":
            same(f"{what}: {name}", packet.get(name, 0), value)
    if "bytes" in want and want.get("address") != "undefined":
        same(what, encoder.format.encode(packet), bytes.fromhex(want["bytes"]))


def listing_of(text):
    """A listing as a decoder's output."""
    for line in lines_of(text):
        line = line.strip()
        found = TRAP.match(line)
        if found:
            cause, interrupt, epc, tval = found.groups()
            epc = None if epc in "?*" else int(epc, 16)
            yield Trap(int(cause), int(interrupt), epc, int(tval, 16))
        else:
            yield int(line, 16)


def decode_flow(settings, case):
    """A program and packets to what was executed."""
    given, expect = case["input"], case["expect"]
    if "step_limit" in given:
        raise cfg.Unsupported("step limit")
    xlen = 64 if settings.p["iaddress_width_p"] > 32 else 32
    program = Program(xlen, settings.reading("jalr_x0"), given.get("zcm", False))
    for address, data, *_ in given["program"]:
        program.add(int(address, 16), bytes.fromhex(data))
    decoder = Decoder(settings, program, vectors_of(given.get("vectors")))
    failed = None
    for number, want in enumerate(given["packets"], 1):
        packet = {name: value for name, value in want.items() if name not in REMARKS}
        packet["format"] = int(want["packet"][1])
        if want["packet"][0:2] in ("F0", "F3"):
            packet["subformat"] = int(want["packet"][3])
        for name in FIELDS.get(want["packet"], ()):
            packet.setdefault(name, 0)
        packet.setdefault("irdepth", 0)
        if packet.get("branch_fmt") == 0:
            packet.pop("address", None)
        try:
            decoder.process(packet)
        except (DecodeError, ProgramError, BitsError) as error:
            failed = number, str(error)
            break
    if expect["verdict"] == "valid" and failed:
        raise Mismatch(f"packet {failed[0]}: {failed[1]}")
    if expect["verdict"] != "valid":
        if failed is None:
            raise Mismatch(f"decodes / refused: {expect['status']}")
        same("packet", failed[0], expect.get("packet", failed[0]))
        return
    wanted = list(listing_of(expect["listing"]))
    for number, (one, other) in enumerate(zip(decoder.out, wanted)):
        if isinstance(one, Trap) and isinstance(other, Trap) and None in (one.epc, other.epc):
            one, other = one._replace(epc=None), other._replace(epc=None)
        same(f"item {number + 1}", one, other)
    same("items", len(decoder.out), len(wanted))


FIELDS = {
    "F0s0": ("branch_count", "branch_fmt", "address", "notify", "updiscon", "irreport"),
    "F0s1": ("index", "branches", "branch_map", "irreport"),
    "F1": ("branches", "branch_map", "address", "notify", "updiscon", "irreport"),
    "F1na": ("branches", "branch_map"),
    "F2": ("address", "notify", "updiscon", "irreport"),
    "F3/0": ("branch", "privilege", "address"),
    "F3/1": ("branch", "privilege", "ecause", "interrupt", "thaddr", "address"),
    "F3/2": ("privilege",),
    "F3/3": ("ienable", "qual_status"),
}


def vectors_of(given):
    """The addresses of handlers that a case gives, as a function."""
    if given is None:
        return None

    def handler(cause, interrupt, privilege):
        """xtvec of the privileged ISA: direct, or vectored for interrupts if bit 0 is set."""
        value = given["m" if privilege == 3 else "s"]
        return (value & ~3) + (4 * cause if interrupt and value & 1 else 0)

    return handler


def classes(settings, case):
    """Instructions to their itype codes and targets."""
    for data, address, kind, itype, target, text in case["input"]["opcodes"]:
        program = Program(case["input"]["xlen"], zcm=case["input"].get("zcm", False))
        place = int(address, 16)
        program.add(place, bytes.fromhex(data))
        instruction = program.get(place)
        same(f"{text}: itype", program.itype(instruction), itype)
        if kind == "jump":
            same(f"{text}: target", program.jump_target(instruction, place), int(target, 16))
        if kind == "branch":
            ahead = place + instruction.imm & (1 << case["input"]["xlen"]) - 1
            same(f"{text}: target", ahead, int(target, 16))


KINDS = {
    "tip": encode_flow,
    "tips": encode_flow,
    "program": decode_flow,
    "opcodes": classes,
    "packet": write_packet,
    "bytes": read_packet,
}


def recompute(root, record, suite):
    """Recomputes all cases and compares the outcomes with a record file (golden.yaml).

    Each case that does not agree by the letter has to be listed: by its reading, by its name, or,
    if it cannot be recomputed, by the reason. Cases that agree must not become fewer. A case that
    is listed by name and agrees is an error as well. A number of requirements_golden has to be the
    clause of a case that agrees, by the letter or with a reading that is listed.
    """
    counts, shown, listed = collections.Counter(), collections.Counter(), set()
    names = {name: group["outcome"] for group in record["groups"] for name in group["cases"]}
    for name, clauses, outcome, why in Runner(root).run():
        counts[outcome] += 1
        if outcome in (AGREES, READINGS):
            shown.update(clauses)
        fault = None
        if names.get(name, outcome) != outcome:
            fault = f"{outcome}, but listed: {names[name]}"
        elif outcome == READINGS and why not in record["readings"]:
            fault = f"needs the reading {why}, which is not listed"
        elif outcome == CANNOT and why not in record["cannot"]:
            fault = f"cannot be recomputed, for a reason that is not listed: {why}"
        elif outcome in (DIFFERS, UNDECIDED) and name not in names:
            fault = f"{outcome}: {why}"
        listed.add(name)
        if outcome != CANNOT or fault:
            suite.add(name, fault)
    for name in sorted(set(names) - listed):
        suite.add(name, "is listed, but there is no such case")
    enough = counts[AGREES] >= record["agrees"]
    suite.add("agrees", None if enough else f"{counts[AGREES]} cases, {record['agrees']} before")
    requirements_golden.check(suite, requirements_golden.INSTRUCTIONS, shown)
    return counts

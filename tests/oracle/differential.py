# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Compares rvt, as a black box, with the oracle over random programs in random configurations."""

import collections
import contextlib
import os
import random
import re
import subprocess
import tempfile

import yaml

from . import requirements, tip
from .bits import BitsError, compress
from .config import Config, Undecided
from .decoder import DecodeError, Trap, decode
from .encoder import JUMPS, Encoder
from .programs import VECTORS, World, number_rows, pack, random_trace, vector_address
from .riscv import EXCEPTION, INTERRUPT
from .tip import Trace

TRAP = re.compile(r"# trap cause=(\d+) interrupt=([01]) epc=(\S+) tval=([0-9a-f]+)$")
BASE = {
    "privilege_width_p": 2,
    "ctype_width_p": 2,
    "ilastsize_width_p": 1,
    "iretire_width_p": 8,
}
FILTERS, COMPARATORS = 2, 3  # of the configurations with filters
# The readings that both sides take; without them, cases of open text would hide the others.
SHARED = {
    "resync_point": ("any_item",),
    "thaddr0_addr": ("epc_or_zero",),
    "int_at_updiscon": ("defer", "thaddr0"),
    "bpred_sync_branch": ("discard", "train_after_init"),
    "jtc_xret": ("ignore", "write"),
    "jtc_mispredict_return": ("update", "invalidate"),
    "ccs_max": ("2^CCS-1",),
    "ctype3": ("report_last_then_f30", "chart"),
    "ir_mispredict_pop": (True,),
}


# Readings of open text that rvt takes and has no switch for; the oracle takes them too.
PEER = {
    "base_after_f0s1": "updated",
    "int_first": "defer",
    "flt_undefined": "no_match",
    "flt_hart_reset": "cleared",
    "flt_block": "every",
    "ended_index": "as_flag",
    "resync_synced_halfwords": "counted",
    "ir_at_end": "reported",
    "ir_at_updiscon": "not_reported",
    "cci_at_trap": "not_sent",
    "ir_interrupted": "inferable",
    "epc_after_return": "unknown",
}


def random_config(rng, steady):
    """A random configuration, as the mapping of a file; steady: with branch prediction."""
    p = dict(BASE)
    p["iaddress_width_p"] = rng.choice((32, 32, 64, 64, 40))
    p["iaddress_lsb_p"] = rng.choice((1, 1, 1, 2))
    p["itype_width_p"] = rng.choice((4, 4, 4, 4, 3))
    p["ecause_width_p"] = rng.choice((4, 5, 6))
    p["privilege_width_p"] = rng.choice((2, 3))
    p["context_width_p"], p["time_width_p"] = rng.choice((4, 8, 16)), rng.choice((8, 16, 40))
    p["ctype_width_p"] = rng.choice((1, 1, 2, 2))
    p["nocontext_p"], p["notime_p"] = rng.random() < 0.5, rng.random() < 0.6
    p["retires_p"], p["blocks_p"] = rng.choice((1, 8)), rng.choice((1, 1, 2, 4))
    o = {"full_address": rng.random() < 0.2, "implicit_exception": rng.random() < 0.15}
    if p["itype_width_p"] == 4 and rng.random() < 0.45:
        if rng.random() < 0.6:
            p["return_stack_size_p"] = rng.choice((1, 2, 3))
        else:
            p["call_counter_size_p"] = rng.choice((1, 2, 3))
        o["implicit_return"] = rng.random() < 0.9
    if steady or rng.random() < 0.5:
        p["bpred_size_p"] = rng.choice((1, 2, 4, 6))
        o["branch_prediction"] = steady or rng.random() < 0.9
    if rng.random() < 0.5:
        p["cache_size_p"] = rng.choice((1, 2, 4))
        o["jump_target_cache"] = rng.random() < 0.9
    both = "bpred_size_p" in p and "cache_size_p" in p
    p["f0s_width_p"] = rng.choice((1, 1, 2) if both else (0, 1, 2))
    if rng.random() < 0.5:
        p["sijump_p"] = True
        o["sequentially_inferred_jumps"] = rng.random() < 0.9
    mode = rng.choice(("off", "off", "packets", "packets", "cycles", "halfwords"))
    resync = {"mode": mode, "max": rng.choice((0, 0, 1, 2)) if mode != "off" else 0}
    p["filters_p"], p["comparators_p"], p["impdef_width_p"] = FILTERS, COMPARATORS, 2
    return {
        "schema": "rvt-config/1",
        "parameters": p,
        "options": o,
        "resync": resync,
        "switches": {name: rng.choice(values) for name, values in SHARED.items()},
    }


def random_filters(rng, p, addresses):
    """Random filters and comparators of instructions: registers by name. p: the parameters."""
    registers = {"trTeInstFilters": rng.choice((0, 1, 1, 2, 3))}
    for number in range(FILTERS):
        name, control = f"trTeFilter{number}", 1
        for bit, share in ((1, 0.3), (2, 0.15), (3, 0.15), (16, 0.3)):
            control |= (rng.random() < share) << bit
        for enable in (4, 8, 12):
            if rng.random() < 0.3:
                control |= 1 << enable | rng.randrange(COMPARATORS) << (enable + 1)
        levels = rng.getrandbits(1 << p["privilege_width_p"])
        registers[f"{name}MatchInst"] = levels | rng.getrandbits(1) << 8
        registers[f"{name}MatchEcauseLow"] = rng.getrandbits(32) | rng.getrandbits(32)
        registers[f"{name}MatchValueImpdef"] = rng.getrandbits(p["impdef_width_p"])
        registers[f"{name}MatchMaskImpdef"] = rng.choice((0, 1, 2, 3))
        registers[f"{name}Control"] = control
    for number in range(COMPARATORS):
        name, inputs = f"trTeComp{number}", [0, 0, 0, 2] + [1] * (not p["nocontext_p"])
        first, second = rng.choice(inputs), rng.choice(inputs)
        control = first | second << 2 | rng.randrange(8) << 4 | rng.randrange(8) << 8
        control |= rng.choice((0, 1, 2, 3)) << 12
        if rng.random() < 0.3:
            control |= rng.randrange(4) << 14
        for which, source in (("P", first), ("S", second)):
            value = rng.choice(addresses) if source != 1 else rng.randrange(1 << 8)
            registers[f"{name}{which}MatchLow"] = value & 0xFFFFFFFF
            registers[f"{name}{which}MatchHigh"] = value >> 32
        registers[f"{name}Control"] = control
    return registers


def random_rates(rng, data, packed):
    """How often things happen in an execution.

    packed: several instructions a block; where in a block an imprecise context change is reported
    that could not be reported at once, nothing says (AMB-107).
    """
    quiet = rng.random() < 0.3
    busy = 0 if quiet else rng.choice((0.2, 1, 1, 4))
    context = rng.choice((0, 0.01, 0.1))
    if quiet or data["parameters"]["nocontext_p"]:
        context = 0
    ctypes = (0, 2, 3) if packed else rng.choice(((1,), (0, 1, 2), (1, 1, 2, 3)))
    if data["parameters"]["ctype_width_p"] == 1:
        ctypes = (0,) if packed else (0, 1, 1)
    return {
        "exception": 0.01 * busy,
        "interrupt": 0.01 * busy,
        "double": rng.choice((0, 0.2, 0.5)),
        "notify": 0 if quiet else rng.choice((0, 0.02, 0.1)),
        "context": context,
        "ctypes": ctypes,
        "any_interrupt": True,
        "halt": 0 if quiet else rng.choice((0, 0, 0.02)),
        "onoff": 0 if quiet else rng.choice((0, 0, 0.03)),
    }


def lose_rows(rng, rows):
    """Marks some of the rows in which something happens as lost.

    Whether two losses with nothing but a halt between them are one, nothing says (AMB-124).
    """
    share, lost, halted = rng.choice((0.005, 0.03)), False, False
    for row in rows:
        row.lost = int(bool(row.blocks) and not (lost and halted) and rng.random() < share)
        if row.halted or row.reset:
            halted = True
        elif row.blocks:
            lost, halted = bool(row.lost), False


def add_noise(rng, config, rows):
    """Gives random values to what the encoder has to ignore: idle slots, sijump of other itypes,
    iaddr of interrupts, cause and tval of what has none, and all while the hart is halted."""
    p = config.p

    def address():
        """A random address."""
        return rng.getrandbits(p["iaddress_width_p"]) & -1 << p["iaddress_lsb_p"]

    for row in rows:
        kinds = {block[0] for block in row.blocks}
        if row.halted or row.reset:
            block = rng.choice((0, 3, 4, 5)), 1, 1, address(), rng.getrandbits(1)
            row.blocks, row.priv, row.trigger = [block], rng.choice((0, 1, 3)), rng.randrange(8)
            row.context = rng.getrandbits(min(p["context_width_p"], 16))
        for place, (itype, iretire, *rest, iaddr, sijump) in enumerate(row.blocks):
            if itype == INTERRUPT and not iretire:
                iaddr = address()
            if itype not in JUMPS:
                sijump = rng.getrandbits(1)
            row.blocks[place] = (itype, iretire, *rest, iaddr, sijump)
        if EXCEPTION not in kinds:
            row.tval = address()
        if not kinds & {EXCEPTION, INTERRUPT}:
            row.cause = rng.randrange(1 << min(p["ecause_width_p"], 5))
        while len(row.blocks) < p["blocks_p"]:
            row.blocks.append((0, 0, rng.getrandbits(1), address(), rng.getrandbits(1)))


class Case:
    """One batch: a configuration, programs side by side and one trace through all of them."""

    def __init__(self, seed, programs, instructions):
        """seed: all follows from it; programs: how many; instructions: of each, about."""
        rng = random.Random(seed)
        self.seed = seed
        steady = rng.random() < 0.12
        self.data = random_config(rng, steady)
        self.config = Config(self.data, PEER)
        # What one instruction is among several of a cycle, resynchronisation does not say.
        self.packed = self.config.resync["mode"] == "off" and rng.random() < 0.6
        self.world = World(rng, self.config, programs, lambda: rng.randrange(10, 60), steady)
        if not steady and rng.random() < 0.3:
            addresses = sorted(self.world.slots)
            self.data["registers"] = random_filters(rng, self.config.p, addresses)
            self.config.registers = self.data["registers"]
        rates = random_rates(rng, self.data, self.packed)
        self.runs = random_trace(
            rng,
            self.config,
            self.world,
            lambda: rng.randrange(instructions // 3, instructions * rng.choice((1, 1, 2, 3))),
            rates,
        )
        rows = [row for run in self.runs for row in run.rows]
        if self.packed:
            self.seen = Trace(pack(rng, self.config, rows), True)
        else:
            number_rows(self.config, rows)
            self.seen = Trace(rows, True)
        # What a loss means while nothing is traced, nothing says (AMB-124).
        if rng.random() < 0.25 and not self.data.get("registers") and not rates["onoff"]:
            lose_rows(rng, self.seen.rows)
        # Whether trap vectors are in the configuration, or an option of rvt decode.
        self.configured = rng.random() < 0.5
        self.noisy = rng.random() < 0.3
        if self.noisy:
            add_noise(rng, self.config, self.seen.rows)
        self.trace = Trace(rows, True)

    def vectors(self, cause, interrupt, level):
        """The address of a handler, for implicit exceptions."""
        return vector_address(self.world.vectors[level], cause, interrupt)


class Rvt:
    """rvt, as a black box, in a folder of its own."""

    def __init__(self, path, folder):
        """path: the program."""
        self.path, self.folder, self.image, self.options = path, folder, "", []

    @classmethod
    @contextlib.contextmanager
    def folder_of_its_own(cls, path):
        """The program, with a folder that is removed afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            yield cls(path, folder)

    def file(self, name):
        """The path of a file in the folder."""
        return os.path.join(self.folder, name)

    def put(self, name, data):
        """Writes a file."""
        with open(self.file(name), "wb" if isinstance(data, bytes) else "w") as file:
            file.write(data)

    def prepare(self, case):
        """Writes the files of a case."""
        vectors = {VECTORS[level]: value for level, value in case.world.vectors.items()}
        data = case.data | ({"trap_vectors": vectors} if vectors and case.configured else {})
        self.put("config.yaml", yaml.safe_dump(data))
        self.put("trace.csv", tip.write(case.seen, case.config, OPTIONAL))
        self.put("image.bin", case.world.image)
        self.options = ["--zcm"] if case.world.zcm else []
        if vectors and not case.configured:
            self.options += ["--trap-vectors", ",".join(f"{n}={v:#x}" for n, v in vectors.items())]
        self.image = f"0x{case.world.base:x}:{self.file('image.bin')}"

    def call(self, *arguments, allowed=(0,)):
        """Runs a command and returns what it printed."""
        done = subprocess.run(
            [self.path, *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode not in allowed:
            raise RuntimeError(f"rvt {' '.join(arguments)}: {done.stderr.strip()[:400]}")
        return done

    def encode(self):
        """The payloads that rvt encodes."""
        text = self.call("encode", "-c", "config.yaml", "trace.csv").stdout
        return [bytes.fromhex(line) for line in text.split()]

    def decode(self, payloads):
        """What rvt decodes, and its findings."""
        self.put("packets.hex", "\n".join(p.hex() for p in payloads) + "\n")
        done = self.call(
            "decode",
            "-c",
            "config.yaml",
            "-p",
            self.image,
            *self.options,
            "packets.hex",
            allowed=(0, 1),
        )
        return [listed(line) for line in done.stdout.splitlines()], done.stderr.strip()


AMBIGUOUS = re.compile(
    r"rvt: packets\.hex: line \d+: implicit returns lead to this address more than once "
    r"\[address = \w+, (AMB-021|ETR-MODE-010)\]$"
)
OPTIONAL = ("cycle", "context", "ctype", "time", "trigger", "halted", "reset", "impdef", "lost")


def listed(line):
    """A line of rvt decode: an address or a trap."""
    found = TRAP.match(line)
    if not found:
        return int(line, 16)
    cause, interrupt, epc, tval = found.groups()
    return Trap(int(cause), int(interrupt), None if epc == "?" else int(epc, 16), int(tval, 16))


def difference(listing, truth, known=None):
    """Where a listing differs from what was executed, as text, or None.

    An EPC may be missing from a listing; from rvt's only where it is missing from the oracle's
    (known) as well, because the trace does not contain it.
    """
    for number, (one, other) in enumerate(zip(listing, truth)):
        if one == other:
            continue
        if isinstance(one, Trap) and isinstance(other, Trap) and one.epc is None:
            if one == other._replace(epc=None) and (known is None or known[number].epc is None):
                continue
        return f"item {number}: {show(one)} / {show(other)}"
    if len(listing) != len(truth):
        return f"{len(listing)} / {len(truth)} items"
    return None


def readable(form, payload):
    """A payload as a packet, or why it is none."""
    try:
        return form.decode(payload)
    except BitsError as error:
        return f"{payload.hex()}: {error}"


def show(item):
    """An item as text."""
    return f"{item:x}" if isinstance(item, int) else repr(item)


class Part:
    """What belongs to one execution: its packets, from the first sync packet to the support packet
    of its end, and what was executed.

    listing: what the oracle's decoder makes of it, or None if it fails (README.md).
    """

    def __init__(self, run, first, last, encoder):
        """first, last: places of the packets; encoder: what it says about them."""
        self.truth, self.first, self.last = run.truth(), first, last
        self.ambiguous, self.undecodable = run.ambiguous, encoder.undecodable
        self.known = encoder.return_then_sync
        self.listing = None

    @property
    def doubtful(self):
        """True if the trace cannot be followed by the text alone."""
        return self.ambiguous or self.listing is None and self.undecodable


def encode_parts(case, encoder):
    """The packets of the oracle, execution by execution."""
    parts = []
    encoder.control(True, True, True)
    for run in case.runs:
        first = len(encoder.packets)
        encoder.undecodable = encoder.return_then_sync = False
        encoder.identified = None
        for row in run.rows:
            encoder.row(row)
        encoder.flush()
        parts.append(Part(run, first, len(encoder.packets), encoder))
    encoder.disable()
    return parts


def compare_packets(encoder, ours, theirs):
    """The first packet that differs, as text, or None."""
    for number, (one, other) in enumerate(zip(ours, theirs)):
        if one != other:
            return (
                f"packet {number + 1}: oracle {encoder.packets[number]} ({encoder.whys[number]})"
                f" / rvt {readable(encoder.format, other)}"
            )
    if len(ours) != len(theirs):
        return f"{len(ours)} packets of the oracle / {len(theirs)} of rvt"
    return None


def decode_parts(case, parts, theirs, counts):
    """The oracle's decoder follows rvt's packets. Returns differences."""
    faults = []
    for part in parts:
        payloads = theirs[:1] + theirs[part.first : part.last]
        try:
            part.listing = decode(case.config, case.world.memory, payloads, case.vectors)
            text = difference(part.listing, part.truth)
        except DecodeError as error:
            text = str(error)
        if not text:
            counts["executions decoded by the oracle"] += 1
            continue
        part.listing = None
        if part.undecodable or part.ambiguous:
            counts["not decoded by the oracle"] += 1
        else:
            faults.append(f"oracle's decoder, rvt's packets: {text}")
    return faults


def compare(rvt, case):
    """Compares one case. Returns a counter of what was compared, the requirements that this
    exercised (requirements.exercised), and a list of differences."""
    counts, faults = collections.Counter(), []
    rvt.prepare(case)
    theirs = rvt.encode()
    encoder = Encoder(case.config)
    try:
        parts = encode_parts(case, encoder)
    except Undecided as error:
        counts[f"undecided {error.where}"] += 1
        return counts, collections.Counter(), faults
    writers = [encoder.format.write(packet) for packet in encoder.packets]
    ours = [compress(writer.value, writer.width) for writer in writers]
    counts.update(programs=len(parts), rows=len(case.trace.rows), packets=len(ours))
    counts.update(f"packets {encoder.format.name(packet)}" for packet in encoder.packets)
    text = compare_packets(encoder, ours, theirs)
    if text:
        faults.append(text)
    faults += decode_parts(case, parts, theirs, counts)
    certain = [part for part in parts if not part.doubtful and not part.known]
    counts["rvt not asked: doubtful"] += sum(part.doubtful for part in parts)
    counts["rvt not asked: return, then format 3"] += sum(part.known for part in parts)
    counts["executions decoded by rvt"] += len(certain)
    if case.config.o["implicit_exception"]:
        counts["handlers found by rvt"] += sum(
            packet.get("thaddr") == 1
            for part in certain
            for packet in encoder.packets[part.first : part.last]
        )
    payloads = [payload for part in certain for payload in ours[part.first : part.last]]
    listing, findings = rvt.decode(ours[:1] + payloads)
    counts["items"] += len(listing)
    truth = [item for part in certain for item in part.truth]
    known = [item for part in certain for item in part.listing or unknown(part.truth)]
    text = difference(listing, truth, known)
    findings = other_findings(findings.splitlines(), encoder, certain, counts)
    if text or findings:
        faults.append(f"rvt's decoder, the oracle's packets: {text}; {findings[:300]}")
    followed = [(part.first, part.last) for part in certain if part.listing is not None]
    return counts, requirements.exercised(case, encoder, writers, followed), faults


def without_ambiguities(findings, counts):
    """The findings without those that only say that another execution has the same packets. The
    listing shows whether rvt took the right one."""
    left = [text for text in findings if not AMBIGUOUS.match(text)]
    named = len(findings) - len(left)
    counts["packets that rvt calls ambiguous"] += named
    total = f"rvt: packets.hex: {named} finding{'s' if named > 1 else ''}"
    return [text for text in left if not named or text != total]


def other_findings(findings, encoder, parts, counts):
    """What rvt's decoder finds, but for ambiguities, and for each loss: the place of its support
    packet, and the instruction before it. A loss without a finding is one as well.

    Losses with no instruction between them are one range.
    """
    line, left, ranges = 1, without_ambiguities(findings, counts), []
    open_range = False  # also into the next execution, which may begin with a loss
    for part in parts:
        for number in range(part.first, part.last):
            line += 1
            packet = encoder.packets[number]
            if number in encoder.losses:
                counts["losses found by rvt"] += 1
                if open_range:
                    ranges[-1][1] = line
                else:
                    ranges.append([line, line, encoder.losses[number]])
                open_range = True
            elif packet.get("thaddr") != 0 and packet.get("subformat") != 3:
                open_range = False
    for first, last, before in ranges:
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        start = f"rvt: packets.hex: {lines}: loss: the instructions "
        start += "" if before is None else f"between {before:#x} "
        found = next((text for text in left if text.startswith(start)), None)
        if found is None:
            left.append(f"no finding '{start}...'")
        else:
            left.remove(found)
    return "; ".join(left)


def unknown(truth):
    """The items of an execution, with every EPC unknown."""
    return [item._replace(epc=None) if isinstance(item, Trap) else item for item in truth]

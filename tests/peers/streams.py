# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Programs, modes and streams for the comparison with other implementations."""

import dataclasses
import gzip
import os
import subprocess

from lib.traces import trace_files, trace_names

PARAMETERS = {
    "iaddress_lsb_p": 1,
    "itype_width_p": 4,
    "ecause_width_p": 5,
    "privilege_width_p": 2,
    "ctype_width_p": 2,
    "iretire_width_p": 8,
    "ilastsize_width_p": 1,
    "retires_p": 8,
}
# The fields of the support packet that the crate calls PULP's: the only one with sijump.
SUPPORT = (
    "ienable encoder_mode qual_status:2 jump_target_cache branch_prediction implicit_return sijump "
    "implicit_exception full_address delta_address denable dloss"
).split()


@dataclasses.dataclass(frozen=True)
class Mode:
    """One set of modes and field widths that the crate supports."""

    name: str
    options: tuple = ()
    parameters: tuple = ()  # pairs
    resync: str = "{mode: off, max: 0}"
    encapsulation: tuple = ()  # pairs
    switches: tuple = ()  # pairs

    def widths(self, xlen):
        """The parameters of the configuration, by name."""
        return {**PARAMETERS, "iaddress_width_p": xlen, **dict(self.parameters)}

    @property
    def form(self):
        """Form of the stream: encap or hex."""
        return "encap" if self.encapsulation else "hex"

    def configuration(self, xlen):
        """The text of the configuration file."""
        widths = self.widths(xlen)
        flags = {
            "nocontext_p": "context_width_p" not in widths,
            "notime_p": "time_width_p" not in widths,
            "sijump_p": "sequentially_inferred_jumps" in self.options,
        }
        layout = [field.partition(":")[::2] for field in SUPPORT]
        encapsulation = {
            **dict.fromkeys("srcid_bits srcid type_bits timestamp_bytes".split(), 0),
            **dict(self.encapsulation),
        }
        switches = {"support_layout": "own", **dict(self.switches)}
        lines = [
            "schema: rvt-config/1",
            f"title: {self.name}, RV{xlen}",
            "spec_profile: v2.0.4",
            "parameters:",
            *(f"  {name}: {value}" for name, value in widths.items()),
            *(f"  {name}: {str(value).lower()}" for name, value in flags.items()),
            "options:" if self.options else "options: {}",
            *(f"  {name}: true" for name in self.options),
            f"resync: {self.resync}",
            f"encapsulation: {mapping(encapsulation)}",
            f"switches: {mapping(switches)}",
            "support_layout:",
            *(f"  - [{name}, {width or 1}]" for name, width in layout),
        ]
        return "\n".join(lines) + "\n"

    def job(self, xlen):
        """The words that describe the stream's fields to the other program."""
        numbers = {
            **self.widths(xlen),
            "sijump_p": int("sequentially_inferred_jumps" in self.options),
            **dict(self.encapsulation),
        }
        return " ".join([f"form={self.form}", *(f"{name}={numbers[name]}" for name in numbers)])


def mapping(values):
    """A mapping in the flow style of YAML."""
    return "{" + ", ".join(f"{name}: {value}" for name, value in values.items()) + "}"


STACK = (("return_stack_size_p", 4),)
# The readings of the crate: a failed return keeps its entry (AMB-014), a counter of n bits counts
# 2^n calls (AMB-012). Implicit returns before a sync packet are reported, without which no decoder
# can follow recursion (AMB-021).
PUSHED = (("ir_mispredict_pop", "false"), ("ir_flush_before_sync", "true"))
COUNTER = (("call_counter_size_p", 5),)
COUNTED = PUSHED + (("ccs_max", "2^CCS"),)
SIDE = (("context_width_p", 16), ("time_width_p", 32))
ENCAPSULATED = (("srcid_bits", 8), ("srcid", 90), ("type_bits", 1), ("timestamp_bytes", 2))
PACKETS = "{mode: packets, max: 0}"
CYCLES = "{mode: cycles, max: 4}"
SEQUENTIAL, RETURNS, FULL = "sequentially_inferred_jumps", "implicit_return", "full_address"

MODES = (
    Mode("delta"),
    Mode("full", (FULL,)),
    Mode("delta-resync", (), (), PACKETS),
    Mode("full-resync", (FULL,), (), CYCLES),
    Mode("sijump", (SEQUENTIAL,)),
    Mode("sijump-full-resync", (SEQUENTIAL, FULL), (), PACKETS),
    Mode("context", (), SIDE, CYCLES),
    Mode("encap", (), SIDE, PACKETS, ENCAPSULATED),
    Mode("returns", (RETURNS,), STACK, switches=PUSHED),
    Mode("returns-resync", (RETURNS,), STACK, CYCLES, switches=PUSHED),
    Mode("counter", (RETURNS,), COUNTER, switches=COUNTED),
    Mode("all", (SEQUENTIAL, RETURNS, FULL), STACK + SIDE, PACKETS, ENCAPSULATED, PUSHED),
)


class Broken(Exception):
    """A command that had to succeed failed."""


@dataclasses.dataclass
class Program:
    """A program and what a hart retired when it ran."""

    name: str
    xlen: int
    rows: str
    image: str


class Workshop:
    """Makes programs and streams in a folder, with the rvt to test."""

    def __init__(self, rvt, folder):
        """rvt: path of the command line program; folder: for all files, created."""
        self.rvt, self.folder = rvt, folder
        for part in ("config", "tip", "stream"):
            os.makedirs(f"{folder}/{part}", exist_ok=True)
        for mode in MODES:
            for xlen in (32, 64):
                with open(self.config(mode, xlen), "w", encoding="utf-8") as file:
                    file.write(mode.configuration(xlen))

    def run(self, *arguments):
        """Runs rvt. Returns what it wrote to standard error; raises Broken if it failed."""
        done = subprocess.run([self.rvt, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Broken(f"rvt {arguments[0]}: exit {done.returncode}: {done.stderr.strip()}")
        return done.stderr.strip()

    def config(self, mode, xlen):
        """The path of the mode's configuration file."""
        path = f"{self.folder}/config/{mode.name}-rv{xlen}.yaml"
        return path

    def captured(self, name):
        """A captured program, its rows as text."""
        packed, image = trace_files(name)
        rows = f"{self.folder}/tip/{name}.csv"
        with gzip.open(packed, "rb") as source, open(rows, "wb") as target:
            target.write(source.read())
        return Program(name, 32 if name.endswith("rv32") else 64, rows, image)

    def random(self, mode, xlen, seed, instructions, *options):
        """A random program for a mode; options: more ones of rvt random."""
        name = f"random-{mode.name}-rv{xlen}-{seed}"
        rows, image = (f"{self.folder}/tip/{name}.{end}" for end in ("csv", "elf"))
        options += (("--storms",), ("--passages",), (), ())[seed % 4]
        self.run(
            "random",
            "-c",
            self.config(mode, xlen),
            "--seed",
            str(seed),
            "--instructions",
            str(instructions),
            "-o",
            rows,
            "-p",
            image,
            "--no-sideband",
            *options,
        )
        return Program(name, xlen, rows, image)

    def stream(self, mode, program, writer):
        """The path of a stream."""
        return f"{self.folder}/stream/{program.name}-{mode.name}-{writer}.{mode.form}"

    def encode(self, mode, program):
        """Encodes. Returns the path of the stream and the encoder's warnings."""
        path = self.stream(mode, program, "rvt")
        said = self.run(
            "encode",
            "-c",
            self.config(mode, program.xlen),
            program.rows,
            "-o",
            path,
            "--as",
            mode.form,
        )
        return path, said

    def decode(self, mode, program, stream):
        """Decodes a stream that rvt did not write. Returns the paths of the listing and whether
        there were findings."""
        listing = f"{stream}.list"
        done = subprocess.run(
            [
                self.rvt,
                "decode",
                "-c",
                self.config(mode, program.xlen),
                "-p",
                program.image,
                stream,
                "--as",
                mode.form,
                "--limit",
                "0",
                "-o",
                listing,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):
            raise Broken(f"rvt decode: exit {done.returncode}: {done.stderr.strip()}")
        return listing, done.stderr.strip()


def captured_names():
    """The names of the captured programs."""
    return trace_names()

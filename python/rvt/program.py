# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The program that a hart runs: rvt/program.h."""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass

from rvt._binding import Handle, Record, call, check, clear, ffi, lib, path_of
from rvt.config import Configuration


class InsnClass(enum.IntEnum):
    """What an instruction does to control flow: enum rvt_insn_class of rvt/insn.h."""

    SEQUENTIAL = 0
    BRANCH = 1
    INFERABLE = 2
    UNINFERABLE = 3
    TRAP_RETURN = 4
    TRAPS = 5
    UNKNOWN = 6


@dataclass(frozen=True)
class InsnInfo(Record):
    """An instruction."""

    KIND = "rvt_insn_info"
    ENUMS = {"insn_class": InsnClass}

    insn_class: InsnClass
    bytes: int
    """2 or 4."""
    itype: int
    """Of a jump, 8 to 15; else 0."""
    rd: int
    rs1: int
    target: int
    """Address, of branches and inferable jumps."""


class Program(Handle):
    """Segments of bytes from ELF files, raw files and buffers. Where segments overlap, the later
    one wins. A decoder or comparison borrows it: use it nowhere else at the same time."""

    def __init__(
        self,
        config: Configuration,
        elf: str | os.PathLike[str] | None = None,
        *,
        zcm: bool = False,
    ) -> None:
        """A program for the XLEN and the switches of config, with the loadable segments of an ELF
        file, or empty. zcm, or the switch of config: the hart has Zcmp and Zcmt in place of
        Zcd. RvtError: as add_elf."""
        made = ffi.new("struct rvt_program **")
        check(lib.rvt_program_new(config._c, zcm, made), "program")
        self._own(made[0], lib.rvt_program_free)
        if elf is not None:
            self.add_elf(elf)

    def add_elf(self, path: str | os.PathLike[str]) -> None:
        """Adds the loadable segments of an ELF file. RvtError: it cannot be read, or is none of
        this XLEN."""
        call(lib.rvt_program_add_elf, self._c, path_of(path))

    def add_file(self, address: int, path: str | os.PathLike[str]) -> None:
        """Adds the bytes of a file, as they are, at address. RvtError: it cannot be read."""
        call(lib.rvt_program_add_file, self._c, address, path_of(path))

    def add_bytes(self, address: int, data: bytes) -> None:
        """Adds bytes at address. RvtError: they run past the highest address of XLEN."""
        check(lib.rvt_program_add_bytes(self._c, address, data, len(data)), "add_bytes")

    def insn(self, pc: int) -> InsnInfo:
        """Classifies the instruction at pc. RvtError: there is none."""
        info = clear("rvt_insn_info")
        check(lib.rvt_program_insn(self._c, pc, info), f"instruction at {pc:#x}")
        return InsnInfo._from(info)

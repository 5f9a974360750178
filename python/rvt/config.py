# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The configuration of an encoder and its stream: rvt/config.h."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Iterator

from rvt._binding import Handle, call, check, clear, ffi, lib, path_of, text, text_of


@dataclass(frozen=True)
class ConfigurationKey:
    """A row of the table of values."""

    section: str
    name: str
    words: tuple[str, ...]
    """The values of a choice; empty: it is a number."""
    clause: str | None
    minimum: int
    maximum: int


class Configuration(Handle):
    """Discovery parameters, run-time options, resynchronisation, encapsulation, transport and
    switches, by the names that they have in configuration files: "SECTION.NAME", or "NAME" alone,
    which means the first section that has it.

    config["iaddress_width_p"] is a number, of a choice the place of its word. Assign a number,
    True, False, or a word. Objects that take a configuration copy it.
    """

    def __init__(self, profile: str | None = None, **values: int | str) -> None:
        """The defaults of an edition of the specification ("v2.0.4" if profile is None), with
        these values. RvtError: no such profile, key or value."""
        made = ffi.new("struct rvt_configuration **")
        name = ffi.NULL if profile is None else profile.encode()
        check(lib.rvt_configuration_new(name, made), f"profile {profile}")
        self._own(made[0], lib.rvt_configuration_free)
        for key, value in values.items():
            self[key] = value

    @classmethod
    def _of(cls, pointer: object) -> Configuration:
        """A configuration that the library made."""
        self = cls.__new__(cls)
        self._own(pointer, lib.rvt_configuration_free)
        return self

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Configuration:
        """Reads and checks a YAML file. RvtError: it cannot be read, or is not valid; the line is
        in the position."""
        made = ffi.new("struct rvt_configuration **")
        call(lib.rvt_configuration_load, path_of(path), made)
        return cls._of(made[0])

    @classmethod
    def parse(cls, document: str) -> Configuration:
        """Reads and checks YAML. RvtError: as load."""
        made = ffi.new("struct rvt_configuration **")
        data = document.encode()
        call(lib.rvt_configuration_parse, data, len(data), made)
        return cls._of(made[0])

    def copy(self) -> Configuration:
        """A copy."""
        made = ffi.new("struct rvt_configuration **")
        check(lib.rvt_configuration_copy(self._c, made), "copy")
        return self._of(made[0])

    def __getitem__(self, key: str) -> int:
        """A value as a number. KeyError: there is no such key."""
        value = ffi.new("unsigned *")
        if lib.rvt_configuration_get(self._c, key.encode(), value) != lib.RVT_OK:
            raise KeyError(key)
        return int(value[0])

    def __setitem__(self, key: str, value: int | str) -> None:
        """Sets a value. What values mean together is not checked here, but by check() and by what
        takes the configuration. RvtError: no such key, or no such value."""
        if isinstance(value, str):
            call(lib.rvt_configuration_set_text, self._c, key.encode(), value.encode())
        else:
            call(lib.rvt_configuration_set, self._c, key.encode(), int(value))

    @staticmethod
    def keys() -> Iterator[ConfigurationKey]:
        """The table of values."""
        row = clear("rvt_configuration_key")
        index = 0
        while lib.rvt_configuration_describe(index, row) == lib.RVT_OK:
            words: list[str] = []
            if row.words != ffi.NULL:
                while row.words[len(words)] != ffi.NULL:
                    words.append(text(row.words[len(words)]))
            yield ConfigurationKey(
                text(row.section),
                text(row.name),
                tuple(words),
                text_of(row.clause),
                row.minimum,
                row.maximum,
            )
            index += 1

    def set_trap_vector(self, name: str, value: int) -> None:
        """Sets what a trap vector register ("m", "s", "u", "vs") holds, with its mode bits.
        RvtError: no such register, or a reserved mode."""
        call(lib.rvt_configuration_set_trap_vector, self._c, name.encode(), value)

    def trap_vector(self, name: str) -> int | None:
        """What a trap vector register holds; None: it is not known. KeyError: no such register."""
        known, value = ffi.new("bool *"), ffi.new("uint64_t *")
        status = lib.rvt_configuration_get_trap_vector(self._c, name.encode(), known, value)
        if status != lib.RVT_OK:
            raise KeyError(name)
        return int(value[0]) if known[0] else None

    def check(self) -> None:
        """Checks ranges and rules between values. RvtError, with field, value and clause."""
        call(lib.rvt_configuration_check, self._c)

    def save(self, path: str | os.PathLike[str], *, json: bool = False) -> None:
        """Writes every value as YAML, or as JSON; load() reads both. RvtError: it cannot be
        written."""
        save = lib.rvt_configuration_save_json if json else lib.rvt_configuration_save
        call(save, self._c, path_of(path))

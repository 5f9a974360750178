# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The loaded librvt, the conversion of its structures, and the lifetime of its handles.

Nothing here is public. The declarations (rvt._abi) are generated from the headers of librvt.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any, Callable, ClassVar, TypeVar

from rvt import _abi
from rvt._version import VERSION
from rvt.status import RvtError, Status

ffi: Any = _abi.ffi
LIBRARY = "librvt.so.0"
LINE = 1024  # bytes that any line of the library fits in


def _load() -> Any:
    """Opens the library that RVT_LIBRARY names, else the one beside this file, else the installed
    one. ImportError: none, or one that is older than the package."""
    named = os.environ.get("RVT_LIBRARY")
    beside = pathlib.Path(__file__).with_name(LIBRARY)
    path = named or (str(beside) if beside.exists() else LIBRARY)
    try:
        library = ffi.dlopen(path)
    except OSError as error:
        raise ImportError(
            f"rvt: cannot load {path}: {error}; RVT_LIBRARY names another library"
        ) from error
    major, minor, patch = (int(part) for part in VERSION.split("."))
    found = library.rvt_version_number()
    if found // 1000000 != major or found < major * 1000000 + minor * 1000 + patch:
        version = ffi.string(library.rvt_version()).decode()
        raise ImportError(f"rvt: {path} is version {version}; the package needs {VERSION}")
    return library


lib = _load()


def clear(kind: str) -> Any:
    """A new cleared structure of this kind with its size set, as RVT_CLEAR does in C."""
    structure = ffi.new(f"struct {kind} *")
    structure.size = ffi.sizeof(structure[0])
    return structure


def text_of(pointer: Any) -> str | None:
    """The text at a C string; None for null."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def text(pointer: Any) -> str:
    """The text at a C string that is never null."""
    return text_of(pointer) or ""


def enumerated(kind: Callable[[int], Any], value: int) -> Any:
    """A value of an enumeration; the number itself if the library is newer and this package does
    not know it."""
    try:
        return kind(value)
    except ValueError:
        return value


def error_of(why: Any) -> RvtError:
    """The exception that a diagnosis of the library becomes."""
    line = ffi.new("char[]", LINE)
    lib.rvt_diagnosis_format(why, line, LINE)
    return RvtError(
        enumerated(Status, why.status),
        text(line),
        unit=text_of(why.unit),
        position=why.position,
        field=text_of(why.field),
        value=why.value,
        clause=text_of(why.clause),
        bit=why.bit,
    )


def check(status: int, what: str) -> None:
    """Raises RvtError if a call without a diagnosis failed; what: what could not be done."""
    if status != lib.RVT_OK:
        name = text(lib.rvt_status_name(status))
        raise RvtError(enumerated(Status, status), f"{what}: {name}")


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is a diagnosis. Raises RvtError if it fails."""
    why = clear("rvt_diagnosis")
    status = function(*arguments, why)
    if status != lib.RVT_OK:
        if why.status == lib.RVT_OK:
            check(status, "librvt")
        raise error_of(why)


def path_of(path: str | os.PathLike[str]) -> bytes:
    """A path as the library takes it."""
    return os.fsencode(path)


def line_of(format_line: Callable[[Any, int], int]) -> str:
    """The line that format_line(text, capacity) writes. Raises RvtError if it fails."""
    line = ffi.new("char[]", LINE)
    check(format_line(line, LINE), "format")
    return text(line)


RecordType = TypeVar("RecordType", bound="Record")


class Record:
    """A dataclass whose fields are the members of a structure of the library, but for its size.

    KIND names the structure. ENUMS has the type of each field that is an enumeration. Members that
    are arrays or pointers are converted by the subclasses.
    """

    KIND: ClassVar[str]
    ENUMS: ClassVar[dict[str, Callable[[int], Any]]] = {}

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        """The names of the fields."""
        members: dict[str, Any] = getattr(cls, "__dataclass_fields__")
        return tuple(members)

    @classmethod
    def _from(cls: type[RecordType], structure: Any, **converted: Any) -> RecordType:
        """The record of a structure; converted: the fields that the subclass has converted."""
        values = dict(converted)
        for name in cls._names():
            if name in values:
                continue
            value = getattr(structure, name)
            if isinstance(value, ffi.CData):
                value = text_of(value)
            values[name] = enumerated(cls.ENUMS[name], value) if name in cls.ENUMS else value
        return cls(**values)

    def _into(self, structure: Any, *left_out: str) -> Any:
        """Sets the members of a structure, but for those left out, and returns it. OverflowError:
        a value does not fit its member."""
        for name in self._names():
            if name not in left_out:
                setattr(structure, name, getattr(self, name))
        return structure

    def _structure(self, *left_out: str) -> Any:
        """A new structure with the values of this record."""
        return self._into(clear(self.KIND), *left_out)


HandleType = TypeVar("HandleType", bound="Handle")


class Handle:
    """An object of the library. It is closed by close(), at the end of a with block, or when
    nothing refers to it any more."""

    _owned: Any = None

    def _own(self, pointer: Any, close: Any, *borrowed: Any) -> None:
        """Takes over an object; borrowed: what it borrows, which lives as long as it does."""
        self._owned = ffi.gc(pointer, lambda owned, kept=borrowed: close(owned))

    @property
    def _c(self) -> Any:
        """The object for calls of the library. ValueError: it is closed."""
        if self._owned is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return self._owned

    def close(self) -> None:
        """Closes it. Closing twice does nothing. What others borrow lives until they close."""
        self._owned = None

    def __enter__(self: HandleType) -> HandleType:
        """The object itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()


class FileHandle(Handle):
    """A file of the library, which close() completes. RvtError: it could not be written, and does
    not appear."""

    def _own_file(self, pointer: Any, close: Any, *borrowed: Any) -> None:
        """Takes over a file that close(file, diagnosis) closes; borrowed: as in _own."""
        self._why = clear("rvt_diagnosis")
        self._own(pointer, lambda file, why=self._why: close(file, why), *borrowed)

    def close(self) -> None:
        """Closes it. Closing twice does nothing. RvtError: it could not be written."""
        owned, self._owned = self._owned, None
        if owned is not None:
            ffi.release(owned)
            if self._why.status != lib.RVT_OK:
                raise error_of(self._why)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Reads the description of the registers, SystemRDL, as plain records."""

import dataclasses

from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, RegNode

TOP = "rvt_encoder"


class SourceError(Exception):
    """A value for a parameter that is none; the text says which."""


@dataclasses.dataclass(frozen=True)
class Field:
    """A field of a register: its bits from low on, what software can do with it (RW, RW1C, W1,
    RO), if the encoder can change it, its reset value; for people what it is, what it needs, and
    what it holds. depends: the reset value in words, if it depends on parameters."""

    name: str
    low: int
    bits: int
    access: str
    driven: bool
    reset: int
    text: str
    needs: str
    holds: str
    depends: str

    @property
    def absent(self):
        """True if the encoder does not have the field, so that it always reads 0."""
        return not (self.access != "RO" or self.driven or self.reset or self.depends)


@dataclasses.dataclass(frozen=True)
class Register:
    """A register at an offset from the base of the encoder, or of its unit."""

    name: str
    offset: int
    text: str
    needs: str
    fields: tuple

    @property
    def reset(self):
        """The reset value, None if it depends on parameters."""
        if any(field.depends for field in self.fields):
            return None
        return sum(field.reset << field.low for field in self.fields)


@dataclasses.dataclass(frozen=True)
class Unit:
    """Registers that come count times, the first at offset, each stride after the one before.
    The name of a register is that of the unit, its number, and the name here. kind: of all."""

    name: str
    kind: str
    offset: int
    stride: int
    count: int
    registers: tuple


@dataclasses.dataclass(frozen=True)
class Map:
    """All registers: single ones and units, and the codes of fields: (list, name, value). node:
    what PeakRDL takes."""

    registers: tuple
    units: tuple
    codes: tuple
    node: object

    def each(self):
        """Each register once, with the unit that it belongs to, None for single ones."""
        yield from ((None, register) for register in self.registers)
        yield from ((unit, register) for unit in self.units for register in unit.registers)


def access_of(node):
    """What software can do with a field."""
    if node.is_sw_writable and node.get_property("onwrite"):
        return {"woclr": "RW1C"}[node.get_property("onwrite").name]
    if node.is_sw_writable:
        return "RW" if node.is_sw_readable else "W1"
    return "RO"


def field_of(node):
    """The field of a node."""
    return Field(
        node.inst_name,
        node.low,
        node.width,
        access_of(node),
        node.is_hw_writable,
        node.get_property("reset"),
        *(node.get_property(key) or "" for key in ("desc", "rvt_needs", "rvt_holds", "rvt_reset")),
    )


def register_of(node):
    """The register of a node, at its offset from the node above it, whose needs it has as well."""
    above = [] if isinstance(node.parent, AddrmapNode) else [node.parent]
    needs = [each.get_property("rvt_needs") for each in (*above, node)]
    return Register(
        node.inst_name,
        node.raw_address_offset,
        node.get_property("name"),
        " and ".join(each for each in needs if each),
        tuple(field_of(field) for field in node.fields()),
    )


def unit_of(node):
    """The unit of an array of register files."""
    return Unit(
        node.inst_name,
        node.orig_type_name,
        node.raw_address_offset,
        node.array_stride,
        node.array_dimensions[0],
        tuple(register_of(register) for register in node.registers()),
    )


def codes_of(top):
    """The named values of fields, each once."""
    found = {}
    for node in top.descendants(unroll=False):
        values = node.get_property("encode") if isinstance(node, FieldNode) else None
        for value in values or ():
            name = value.name.removeprefix("\\")
            found[values.type_name, name] = value.value
    return tuple((kind, name, value) for (kind, name), value in found.items())


def value_of(text):
    """The value of a parameter on the command line."""
    if text in ("true", "false"):
        return text == "true"
    try:
        number = int(text, 0)
    except ValueError:
        number = -1
    if number < 0:
        raise SourceError(f"'{text}' is neither a number from 0 on nor true or false")
    return number


def read(path, parameters=()):
    """The registers that a file describes, with (name, value as text) of its parameters. Raises
    systemrdl.RDLCompileError if it is wrong, after the compiler printed why."""
    compiler = RDLCompiler()
    compiler.compile_file(path)
    values = {name: value_of(text) for name, text in parameters}
    top = compiler.elaborate(TOP, parameters=values).top
    children = list(top.children())
    return Map(
        tuple(register_of(node) for node in children if isinstance(node, RegNode)),
        tuple(unit_of(node) for node in children if not isinstance(node, RegNode)),
        codes_of(top),
        top,
    )

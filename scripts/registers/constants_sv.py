# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The package of constants that the RTL uses."""

from . import names

HEAD = """// {licence[0]}
// {licence[1]}
//
// The registers: offsets (Addr; within a unit from its base), places of fields (At, Bits) and reset
// values (Reset) of fields that the encoder has.
//
// {origin}
// Spec: RISC-V Trace Control Interface v1.0; ETR-CTL-001..017.

`default_nettype none

package rvt_reg_pkg;
"""
TAIL = """
endpackage

`default_nettype wire
"""


def offset(name, value, bits=12):
    """A line that defines an offset."""
    return f"  localparam logic [{bits - 1}:0] Addr{name} = {bits}'h{value:0{-(-bits // 4)}x};\n"


def scalar(name, bits, value):
    """A line that defines a value of so many bits."""
    kind = f"logic [{bits - 1}:0]" if bits > 1 else "logic"
    return f"  localparam {kind} {name} = {bits}'d{value};\n"


def field_lines(field):
    """The lines that define the constants of a field."""
    name = names.camel(field.name)
    yield f"  localparam int unsigned {name}At = {field.low};\n"
    if field.bits > 1:
        yield f"  localparam int unsigned {name}Bits = {field.bits};\n"
    if not field.depends:
        yield scalar(f"{name}Reset", field.bits, field.reset)


def register_lines(unit, register):
    """The lines that define a register, with the fields that the encoder has."""
    yield f"\n  // {names.title(unit, register)}\n"
    name = names.camel(names.of_unit(unit, register))
    yield offset(name, register.offset, 5 if unit else 12)
    if register.reset:
        yield f"  localparam logic [31:0] {name}Reset = 32'h{register.reset:08x};\n"
    for field in register.fields:
        if not field.absent:
            yield from field_lines(field)


def package(registers):
    """The text of the package."""
    lines = [HEAD.format(licence=names.LICENCE, origin=names.ORIGIN)]
    for unit in registers.units:
        lines.append(f"\n  // {unit.name}<i>: the first, and the distance of the next\n")
        lines.append(offset(names.camel(unit.name), unit.offset))
        lines.append(offset(f"{names.camel(unit.name)}Next", unit.stride))
    for unit, register in registers.each():
        lines.extend(register_lines(unit, register))
    return "".join(lines) + TAIL

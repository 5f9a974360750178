# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The constants and the table of names of the model, C, and the constants of the bench, C++."""

from . import names

LICENCE_C = f"/* {names.LICENCE[0]}\n * {names.LICENCE[1]}\n */\n"
HEADER = """{licence}/*
 * The registers of the trace encoder: offsets, names, places of fields. A field has its bits at
 * their place, unless these reach bit 31; if it is wider, also its position (_AT) and its largest
 * value (_MAX). A register has its reset value (_RESET) if it is not 0 and the same in every
 * encoder.
 *
 * {origin}
 * Spec: RISC-V Trace Control Interface, "Trace Encoder Control Interface" (ETR-CTL-001..017).
 */
#ifndef RVT_INGRESS_REGISTER_TABLE_H
#define RVT_INGRESS_REGISTER_TABLE_H

#include <stdint.h>

enum rvt_register_offset {{
{offsets}}};

{fields}
/* A register: its name, of a unit the part after its number, and its offset, there. */
struct rvt_register_name {{
    const char *text;
    uint32_t offset;
}};

/* Registers that come many times, RVT_TE_UNIT apart. */
struct rvt_register_family {{
    const char *prefix;
    uint32_t offset;
    unsigned units;
    const struct rvt_register_name *name;
    unsigned names;
}};

enum {{ RVT_REGISTER_SINGLES = {singles}, RVT_REGISTER_FAMILIES = {families} }};

extern const struct rvt_register_name RVT_REGISTER_SINGLE[RVT_REGISTER_SINGLES];
extern const struct rvt_register_family RVT_REGISTER_FAMILY[RVT_REGISTER_FAMILIES];

#endif
"""
TABLE = """{licence}/* {origin} */
#include "ingress/register_table.h"

/* clang-format off */
{tables}
const struct rvt_register_family RVT_REGISTER_FAMILY[RVT_REGISTER_FAMILIES] = {{
{families}}};
/* clang-format on */
"""
BENCH = """// {licence[0]}
// {licence[1]}
//
// Offsets of registers and places of fields: the bits of a field; if it is wider, its position
// (_at); if it is not 0, its reset value, at its place (_reset). A register has its reset value if
// that is not 0 and the same in every encoder.
//
// {origin}
// Spec: ETR-CTL-001..017.
#ifndef RVT_TB_CONTROL_INTERFACE_HPP
#define RVT_TB_CONTROL_INTERFACE_HPP

#include <cstdint>

namespace rvt
{{
{constants}
}} // namespace rvt

#endif
"""


def own_fields(unit, register):
    """The fields of a register that have constants: all but one with the name of the register, if
    the encoder has any."""
    if all(field.absent for field in register.fields):
        return []
    return [field for field in register.fields if field.name != names.of_unit(unit, register)]


def constant(name):
    """RVT_TE_INST_SYNC_MODE of trTeInstSyncMode."""
    return f"RVT_{names.snake(name).upper()}"


def mask(field):
    """The largest value of a field."""
    return (1 << field.bits) - 1


# ---- the model ---------------------------------------------------------------------------------


def offset_lines(registers):
    """The enumerators of the offsets."""
    for register in registers.registers:
        yield f"    {constant(register.name)} = 0x{register.offset:03x},\n"
    for unit in registers.units:
        yield f"    {constant(unit.name)} = 0x{unit.offset:03x}, "
        yield "/* + RVT_TE_UNIT * i + one of the next */\n"
        for register in unit.registers:
            yield f"    {constant(names.of_unit(unit, register))} = 0x{register.offset:02x},\n"
        yield f"    {constant(unit.name)}_UNITS = {unit.count},\n"
    yield f"    RVT_TE_UNIT = 0x{registers.units[0].stride:02x},\n"


def field_values(field):
    """The names and values of the constants of a field. An enumerator is an int, which cannot hold
    bit 31."""
    name = constant(field.name)
    if field.low + field.bits < 32:
        yield name, f"{mask(field):#x}u << {field.low}"
    if 1 < field.bits < 32:
        yield f"{name}_AT", field.low
        yield f"{name}_MAX", f"{mask(field):#x}"


def field_block(unit, register):
    """The enumerators of the fields of a register, and its reset value; empty if it has none."""
    values = [value for field in own_fields(unit, register) for value in field_values(field)]
    if register.reset:
        values.append((f"{constant(names.of_unit(unit, register))}_RESET", f"{register.reset:#x}"))
    lines = "".join(f"    {name} = {value},\n" for name, value in values)
    return f"/* {names.title(unit, register)} */\nenum {{\n{lines}}};\n\n" if values else ""


def model_header(registers):
    """The text of model/ingress/register_table.h."""
    return HEADER.format(
        licence=LICENCE_C,
        origin=names.ORIGIN,
        offsets="".join(offset_lines(registers)),
        fields="".join(field_block(unit, register) for unit, register in registers.each())[:-1],
        singles=len(registers.registers),
        families=len(registers.units),
    )


def table_of(name, size, unit, registers):
    """The definition of a table of names."""
    lines = [f'    {{"{r.name}", {constant(names.of_unit(unit, r))}}},\n' for r in registers]
    return f"{name}[{size}] = {{\n{''.join(lines)}}};\n"


def model_source(registers):
    """The text of model/ingress/register_table.c."""
    kind = "const struct rvt_register_name "
    tables = [
        kind + table_of("RVT_REGISTER_SINGLE", "RVT_REGISTER_SINGLES", None, registers.registers)
    ]
    families = []
    for unit in registers.units:
        name = names.snake(unit.name).upper()
        tables.append(f"static {kind}" + table_of(name, len(unit.registers), unit, unit.registers))
        families.append(
            f'    {{"{unit.name}", {constant(unit.name)}, {constant(unit.name)}_UNITS, {name}, '
            f"{len(unit.registers)}}},\n"
        )
    return TABLE.format(
        licence=LICENCE_C,
        origin=names.ORIGIN,
        tables="\n".join(tables),
        families="".join(families),
    )


# ---- the bench ---------------------------------------------------------------------------------


def bench_lines(unit, register):
    """The constants of a register."""
    name = names.snake(names.of_unit(unit, register))
    yield f"\n// {names.title(unit, register)}\n"
    yield f"constexpr uint32_t {name} = 0x{register.offset:03x};\n"
    for field in own_fields(unit, register):
        bits = names.snake(field.name)
        yield f"constexpr uint64_t {bits} = 0x{mask(field):x}u << {field.low};\n"
        if field.bits > 1:
            yield f"constexpr unsigned {bits}_at = {field.low};\n"
        if field.reset and not field.depends:
            yield f"constexpr uint64_t {bits}_reset = 0x{field.reset:x}u << {field.low};\n"
    if register.reset:
        yield f"constexpr uint64_t {name}_reset = 0x{register.reset:x};\n"


def bench_header(registers):
    """The text of tb/sc/control_interface.hpp."""
    lines = []
    for unit in registers.units:
        name = names.snake(unit.name)
        lines.append(f"\n// {unit.name}<i>: the first, and the distance of the next\n")
        lines.append(f"constexpr uint32_t {name} = 0x{unit.offset:03x};\n")
        lines.append(f"constexpr uint32_t {name}_next = 0x{unit.stride:03x};\n")
    for unit, register in registers.each():
        lines.extend(bench_lines(unit, register))
    return BENCH.format(licence=names.LICENCE, origin=names.ORIGIN, constants="".join(lines))

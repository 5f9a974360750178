# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The tables of registers in documents, between two lines that mark their place."""

from . import names

BEGIN = "<!-- registers: made by `make registers-update`, do not edit -->\n"
END = "<!-- end of registers -->\n"
FAMILIES = ("trTeFilter", "trTeComp", "trTeData", "trTs", "trTe")


class MarkError(Exception):
    """A document without the two lines; the text says which."""


def place_of(unit, register):
    """The offset of a register, as text."""
    if unit is None:
        return f"0x{register.offset:03X}"
    return f"0x{unit.offset + register.offset:03X} + 0x{unit.stride:X} *i*"


def name_of(unit, register):
    """The name of a register, as text."""
    return f"{unit.name}*i*{register.name}" if unit else register.name


def code(parameters):
    """Words in which the names of parameters are marked as code."""
    words = parameters.split(" ")
    return " ".join(
        f"`{word.rstrip(',;')}`{word[len(word.rstrip(',;')):]}" if "_p" in word else word
        for word in words
    )


def bits_of(field):
    """The bits of a field, as text."""
    high = field.low + field.bits - 1
    return f"{high}:{field.low}" if field.bits > 1 else str(high)


def what_of(field):
    """What a field is, holds and needs, as text."""
    if field.absent:
        return "reads 0"
    parts = [field.text.rstrip(".")]
    parts += [f"holds {code(field.holds)}"] if field.holds else []
    parts += [f"with {code(field.needs)}"] if field.needs else []
    return "; ".join(parts)


def full(registers):
    """A table of fields for each register."""
    lines = []
    for unit, register in registers.each():
        needs = f" With {code(register.needs)}." if register.needs else ""
        lines.append(f"\n### {place_of(unit, register)} {name_of(unit, register)}\n\n")
        lines.append(f"{register.text[0].upper()}{register.text[1:]}.{needs}\n\n")
        lines.append("| bits | field | access | reset | |\n| --- | --- | --- | --- | --- |\n")
        for field in register.fields:
            reset = code(field.depends) if field.depends else str(field.reset)
            lines.append(
                f"| {bits_of(field)} | {field.name} | {field.access} | {reset} "
                f"| {what_of(field)} |\n"
            )
    return "".join(lines) + "\n"


def short_name(name, register):
    """The name of a field without that of the family to which its register belongs, too."""
    family = next(each for each in FAMILIES if name.startswith(each) and register.startswith(each))
    return name.removeprefix(family)


def group_text(unit, register, access):
    """The fields of a register with this access, as text; None if there are none."""
    whole = names.of_unit(unit, register)
    found = [field for field in register.fields if field.access == access and not field.absent]
    words = [
        short_name(field.name, whole)
        + (
            f" ({code(field.depends)})"
            if field.depends
            else f" ({field.reset})" * bool(field.reset)
        )
        for field in found
    ]
    return f"{access} {', '.join(words)}" if words else None


def overview(registers):
    """A table with a row for each register."""
    lines = ["\n| offset | register | with | fields |\n| --- | --- | --- | --- |\n"]
    for unit, register in registers.each():
        groups = [group_text(unit, register, access) for access in ("RW", "RW1C", "W1", "RO")]
        fields = "; ".join(group for group in groups if group) or "reads 0"
        lines.append(
            f"| {place_of(unit, register)} | {name_of(unit, register)} | {code(register.needs)} "
            f"| {fields} |\n".replace("|  |", "| |")
        )
    return "".join(lines) + "\n"


def insert(path, text, table):
    """The text of a document, with this table between the two lines."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise MarkError(f"{path}: no lines between which the table of registers is")
    return before + BEGIN + table + END + after

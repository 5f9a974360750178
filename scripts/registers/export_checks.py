# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Whether what PeakRDL made of the registers is well-formed, and says what the source says."""

import glob
import json
import re
import subprocess
import xml.etree.ElementTree as ET

from pyslang import syntax

from . import constants_c, exports, names
from .source import TOP

CONFIGURE = re.compile(r"this\.(\w+)\.configure\(this, (\d+), (\d+), \"(\w+)\", [01], 'h(\w+),")
RAL_ACCESS = {"RW": "RW", "RW1C": "W1C", "W1": "WO", "RO": "RO"}
INCLUDE = '`include "uvm_macros.svh"'
SPACE = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
XML_ACCESS = {"RW": "read-write", "RW1C": "read-write", "W1": "write-only", "RO": "read-only"}


def read(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def same(found, wanted):
    """None if both lists are equal, else their first difference, as text."""
    if found == wanted:
        return None
    other = [f"{item} instead of {want}" for item, want in zip(found, wanted) if item != want]
    return other[0] if other else f"{len(found)} instead of {len(wanted)} of them"


# ---- the C header ------------------------------------------------------------------------------


def field_assertions(unit, register):
    """Lines that compile if the header has the fields of a register as source and model do."""
    own = constants_c.own_fields(unit, register)
    for field in register.fields:
        macro = f"{unit.kind if unit else TOP}__{register.name}__{field.name}".upper()
        name = constants_c.constant(field.name)
        model = [key for key, _ in constants_c.field_values(field)] if field in own else []
        values = [("bp", field.low), ("bw", field.bits), ("reset", f"{field.reset}u")]
        values += [("bm", name)] if name in model else []
        values += [("bp", f"{name}_AT")] if f"{name}_AT" in model else []
        for suffix, value in values:
            yield f'_Static_assert({macro}_{suffix} == {value}, "{field.name}, {suffix}");\n'


def assertions(registers):
    """A program that compiles if the header agrees with the source and with the model."""
    yield '#include <stddef.h>\n#include "ingress/register_table.h"\n'
    yield f'#include "{exports.C_HEADER}"\n'
    for unit, register in registers.each():
        name = names.of_unit(unit, register)
        member = f"{unit.name}[0].{register.name}" if unit else register.name
        offset = f"{constants_c.constant(unit.name)} + " if unit else ""
        offset += constants_c.constant(name)
        yield f'_Static_assert(offsetof(rvt_encoder_t, {member}) == {offset}, "{name}");\n'
        yield from field_assertions(unit, register)


def c_header_fault(registers, folder, compiler):
    """What is wrong with the C header, None if nothing is."""
    command = [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    command += ["-Imodel", f"-I{folder}", "-x", "c", "-"]
    text = "".join(assertions(registers))
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stderr.strip() or "the compiler fails" if done.returncode else None


# ---- the register model for UVM ------------------------------------------------------------------


def ral_fault(registers, folder):
    """What is wrong with the register model for UVM, None if nothing is."""
    text = read(f"{folder}/{exports.RAL}")
    tree = syntax.SyntaxTree.fromText(text.replace(INCLUDE, ""))
    wrong = [str(found.code) for found in tree.diagnostics if found.isError()]
    if wrong:
        return f"slang reports {wrong[0]}"
    wanted = [
        (field.name, field.bits, field.low, RAL_ACCESS[field.access], field.reset)
        for _, register in registers.each()
        for field in register.fields
    ]
    found = [
        (name, int(bits), int(low), access, int(reset, 16))
        for name, bits, low, access, reset in CONFIGURE.findall(text)
    ]
    return same(found, wanted)


# ---- IP-XACT ------------------------------------------------------------------------------------


def hexadecimal(element, *path):
    """The number below an element."""
    return int(element.findtext("/".join(SPACE + name for name in path)).removeprefix("'h"), 16)


def xml_field(element):
    """A field of IP-XACT."""
    return (
        element.findtext(f"{SPACE}name"),
        int(element.findtext(f"{SPACE}bitWidth")),
        int(element.findtext(f"{SPACE}bitOffset")),
        element.findtext(f"{SPACE}access"),
        hexadecimal(element, "resets", "reset", "value"),
    )


def ipxact_fault(registers, folder):
    """What is wrong with the description in IP-XACT, None if nothing is."""
    root = ET.parse(f"{folder}/{exports.IPXACT}").getroot()
    found = [
        (element.findtext(f"{SPACE}name"), hexadecimal(element, "addressOffset"), *xml_field(field))
        for element in root.iter(f"{SPACE}register")
        for field in element.iter(f"{SPACE}field")
    ]
    wanted = [
        (register.name, register.offset)
        + (field.name, field.bits, field.low, XML_ACCESS[field.access], field.reset)
        for _, register in registers.each()
        for field in register.fields
    ]
    return same(found, wanted)


# ---- HTML ---------------------------------------------------------------------------------------


def html_fault(registers, folder):
    """What is wrong with the pages of HTML, None if nothing is."""
    with open(f"{folder}/{exports.HTML}/data/ral-data-0.json", encoding="utf-8") as file:
        nodes = [node for node in json.load(file) if "fields" in node]
    found = [
        (node["name"], field["name"], field["lsb"], field["msb"], int(field["reset"], 16))
        for node in nodes
        for field in node["fields"]
    ]
    wanted = [
        (register.name, field.name, field.low, field.low + field.bits - 1, field.reset)
        for _, register in registers.each()
        for field in register.fields
    ]
    pages = "".join(read(path) for path in glob.glob(f"{folder}/{exports.HTML}/content/*.html"))
    absent = [field for _, field, *_ in wanted if f'id="{field}"' not in pages]
    return f"no page shows {absent[0]}" if absent else same(found, wanted)

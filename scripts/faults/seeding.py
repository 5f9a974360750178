# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Writes a copy of the RTL that contains faults, each enabled by its number at run time.

+rvt_mutant=N makes one fault active, 0 none. note_assertions() makes the RTL print the first of its
own assertions that is broken, and go on, so that what is outside of the RTL decides."""

import os
import re

PACKAGE = """// Generated: number of the fault that is active, 0: none; notes assertions of the RTL.
package rvt_mutant_pkg;
  int unsigned select;
  bit noted;

  task automatic note(string name);
    if (!noted) begin
      noted = 1'b1;
      $display("rvt_mutant: assertion %s", name);
    end
  endtask
endpackage
"""
INIT = """// Generated: takes the number of the fault from +rvt_mutant=N at time 0.
module rvt_mutant_init;
  initial begin
    rvt_mutant_pkg::select = 0;
    void'($value$plusargs("rvt_mutant=%d", rvt_mutant_pkg::select));
  end
endmodule
"""
BIND = "bind {} rvt_mutant_init u_mutant_init ();\n"
SELECT = "rvt_mutant_pkg::select"
ASSERTION = re.compile(r"\b(\w+):(\s+assert \(.*?\));", re.S)


def seed(source, faults, select=SELECT):
    """The source in which the number of a fault selects between each original expression and its
    replacements; expressions may be nested. faults: at (offset), length, to (text), number, name.
    Raises ValueError if two expressions overlap."""
    places = {}
    for fault in faults:
        places.setdefault((fault["at"], fault["length"]), []).append(fault)
    pieces = []  # pairs of a place in the source and what is put there, from the end of the file on
    for at, length in sorted(places, key=lambda place: (-place[0], place[1])):
        group = places[at, length]
        inner = [piece for piece in pieces if piece[0] < at + length]
        if any(start + size > at + length for start, size, _ in inner):
            raise ValueError(f"{group[0]['name']}: its expression overlaps another one")
        text = source[at : at + length]
        for start, size, new in inner:
            text = text[: start - at] + new + text[start - at + size :]
        text = f"({text})"
        for fault in group:
            text = f"(({select} == {fault['number']}) ? ({fault['to']}) : {text})"
        pieces = [piece for piece in pieces if piece not in inner] + [(at, length, text)]
    for start, size, new in sorted(pieces, reverse=True):
        source = source[:start] + new + source[start + size :]
    return source


def note_assertions(source):
    """The source in which an assertion that is broken is noted, and the simulation goes on. Raises
    ValueError if it has other assertions than immediate ones with a label."""
    noted, count = ASSERTION.subn(r'\1:\2 else rvt_mutant_pkg::note("\1");', source)
    if count != len(re.findall(r"\bassert\b", source)):
        raise ValueError("an assertion has no label, or is not immediate")
    return noted


def write_copy(folder, sources, top):
    """Writes sources by file name, the package, and the reader of the number. top: the module to
    which the reader is bound, None if the bench binds it."""
    os.makedirs(folder, exist_ok=True)
    generated = {
        "rvt_mutant_pkg.sv": PACKAGE,
        "rvt_mutant_init.sv": INIT + (BIND.format(top) if top else ""),
    }
    for name, text in (sources | generated).items():
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

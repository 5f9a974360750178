# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The files of the tree that are made of the registers. They are committed, so that only a change
of the source needs PeakRDL."""

from . import constants_c, constants_sv, tables_markdown

SOURCE = "rtl/registers/rvt_encoder.rdl"
WHOLE = {
    "rtl/registers/rvt_reg_pkg.sv": constants_sv.package,
    "model/ingress/register_table.h": constants_c.model_header,
    "model/ingress/register_table.c": constants_c.model_source,
    "tb/sc/control_interface.hpp": constants_c.bench_header,
}
TABLES = {
    "rtl/README.md": tables_markdown.overview,
    "rtl/registers/README.md": tables_markdown.full,
}


def read(path):
    """The text of a file; empty if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def texts(registers):
    """The path of each file, and the text that it should have. Raises MarkError."""
    for path, make in WHOLE.items():
        yield path, make(registers)
    for path, make in TABLES.items():
        yield path, tables_markdown.insert(path, read(path), make(registers))

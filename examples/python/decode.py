#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""decode CONFIG ELF STREAM: encapsulated bytes to the instructions that retired, a range a line."""

import sys

import rvt


def show(element):
    """Prints a trace element. Returns whether it is a fault."""
    match element:
        case rvt.Range():
            print(f"{element.first:x}..{element.last:x} {element.count}")
        case rvt.Trap():
            kind = "interrupt" if element.interrupt else "exception"
            print(f"{kind} {element.ecause} at {element.epc:x}")
        case rvt.Fault():
            print(f"fault: {element.error}")
    return isinstance(element, rvt.Fault)


def main():
    """Reads the command line, prints what was executed. Returns the exit status."""
    config = rvt.Configuration.load(sys.argv[1])
    program = rvt.Program(config, sys.argv[2])
    with open(sys.argv[3], "rb") as stream:
        pieces = iter(lambda: stream.read(4096), b"")
        faults = sum(show(element) for element in rvt.decode(config, program, pieces))
    return 1 if faults else 0


sys.exit(main())

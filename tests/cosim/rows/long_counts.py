# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows in which the branch predictor counts far, with each way in which such a count can
end."""

import sys

import yaml

from accesses import Accesses

LOOP = 0x80000004  # a branch to itself
HEADER = "itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0,ctype,context,time,sijump_0"
SEQUENTIAL, EXCEPTION, TRAP_RETURN, NOT_TAKEN, TAKEN, CALL, JUMP, INFERABLE, RETURN = (
    0,
    1,
    3,
    4,
    5,
    9,
    10,
    11,
    13,
)


class Rows:
    """Prints rows, with accesses if the configuration has data trace."""

    def __init__(self, config):
        """Prints the names of the columns."""
        self.accesses = Accesses(config)
        print(HEADER + self.accesses.columns)

    def row(self, itype, address, size=2, cause=0):
        """Prints a row."""
        access = self.accesses.row(address, size > 0)
        print(f"{itype},{cause},0,3,{address:08x},{size},1,0,0,0,0{access}")

    def begin(self):
        """An instruction before the loop."""
        self.row(SEQUENTIAL, 0x80000000)

    def loop(self, times):
        """So many iterations of the branch to itself."""
        for _ in range(times):
            self.row(TAKEN, LOOP)

    def trap(self, address):
        """An exception at an address, its handler, and the return to the beginning."""
        self.row(EXCEPTION, address, 0, 2)
        self.row(SEQUENTIAL, 0x80000100)
        self.row(TRAP_RETURN, 0x80000104)
        self.row(SEQUENTIAL, address)
        self.row(INFERABLE, address + 4)


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = Rows(yaml.safe_load(file))
    rows.begin()
    rows.loop(100)  # the predictor learns
    rows.row(JUMP, LOOP)
    # more than 1000, ended by the target of a jump
    rows.begin()
    rows.loop(1100)
    rows.row(JUMP, LOOP)
    # more than 1000, the last branch is the reported one and was not predicted
    rows.begin()
    rows.loop(1100)
    rows.row(NOT_TAKEN, LOOP)
    rows.trap(0x80000008)
    # the target of a jump is the last instruction before a trap: updiscon
    rows.begin()
    rows.loop(200)
    rows.row(JUMP, LOOP)
    rows.row(SEQUENTIAL, 0x80000200)
    rows.trap(0x80000204)
    # an implicit return to the last instruction before a trap, a call still open: irreport
    rows.begin()
    rows.row(CALL, 0x80000300)
    rows.begin()
    rows.loop(200)
    rows.row(CALL, LOOP)
    rows.row(SEQUENTIAL, 0x80000400)
    rows.row(RETURN, 0x80000404)
    rows.row(SEQUENTIAL, 0x80000008)
    rows.trap(0x8000000C)
    # branches and other jumps alternate, for a resynchronisation at either
    for _ in range(300):
        rows.begin()
        rows.row(TAKEN, LOOP)
        rows.row(INFERABLE, LOOP)
    rows.begin()


if __name__ == "__main__":
    main()

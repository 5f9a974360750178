# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows in which the branch predictor counts far, with each way in which such a count can
end."""

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


def row(itype, address, size=2, cause=0):
    """Prints a row."""
    print(f"{itype},{cause},0,3,{address:08x},{size},1,0,0,0,0")


def begin():
    """An instruction before the loop."""
    row(SEQUENTIAL, 0x80000000)


def loop(times):
    """So many iterations of the branch to itself."""
    for _ in range(times):
        row(TAKEN, LOOP)


def trap(address):
    """An exception at an address, its handler, and the return to the beginning."""
    row(EXCEPTION, address, 0, 2)
    row(SEQUENTIAL, 0x80000100)
    row(TRAP_RETURN, 0x80000104)
    row(SEQUENTIAL, address)
    row(INFERABLE, address + 4)


def main():
    """Prints the rows."""
    print(HEADER)
    begin()
    loop(100)  # the predictor learns
    row(JUMP, LOOP)
    # more than 1000, ended by the target of a jump
    begin()
    loop(1100)
    row(JUMP, LOOP)
    # more than 1000, the last branch is the reported one and was not predicted
    begin()
    loop(1100)
    row(NOT_TAKEN, LOOP)
    trap(0x80000008)
    # the target of a jump is the last instruction before a trap: updiscon
    begin()
    loop(200)
    row(JUMP, LOOP)
    row(SEQUENTIAL, 0x80000200)
    trap(0x80000204)
    # an implicit return to the last instruction before a trap, a call still open: irreport
    begin()
    row(CALL, 0x80000300)
    begin()
    loop(200)
    row(CALL, LOOP)
    row(SEQUENTIAL, 0x80000400)
    row(RETURN, 0x80000404)
    row(SEQUENTIAL, 0x80000008)
    trap(0x8000000C)
    # branches and other jumps alternate, for a resynchronisation at either
    for _ in range(300):
        begin()
        row(TAKEN, LOOP)
        row(INFERABLE, LOOP)
    begin()


if __name__ == "__main__":
    main()

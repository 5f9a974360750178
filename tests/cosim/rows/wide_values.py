#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows in which every bit of addresses, tval, context and time rises and falls. The time
only grows until it wraps."""

PATTERNS = (0x0, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0xFFFFFFFFFFFFFFFF)
ROUNDS = 4
HEADER = "itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0,ctype,context,time,sijump_0"
SEQUENTIAL, EXCEPTION, TRAP_RETURN, TAKEN, JUMP = 0, 1, 3, 5, 10
CONTEXT_BITS, TIME_BITS, PRECISE = 16, 32, 2


def row(itype, address, time, size=2, context=0, **more):
    """Prints a row. more: cause, tval and ctype."""
    cause, tval, ctype = (more.get(name, 0) for name in ("cause", "tval", "ctype"))
    print(
        f"{itype},{cause},{tval:x},3,{address:x},{size},1,{ctype},"
        f"{context & (1 << CONTEXT_BITS) - 1:x},{time & (1 << TIME_BITS) - 1:x},0"
    )


def main():
    """Prints the rows."""
    print(HEADER)
    for _ in range(ROUNDS):
        for pattern in PATTERNS:
            # a jump to the pattern in a new context, a branch there, an exception and its handler
            base, context = pattern & ~0xFF, pattern
            row(SEQUENTIAL, base, pattern, context=context, ctype=PRECISE)
            row(TAKEN, base + 4, pattern, context=context)
            row(JUMP, base + 16, pattern, context=context)
            row(SEQUENTIAL, base ^ 0x100, pattern, context=context)
            row(EXCEPTION, base ^ 0x104, pattern, 0, context, cause=pattern & 0xF, tval=pattern)
            row(SEQUENTIAL, base ^ 0x200, pattern, context=context)
            row(TRAP_RETURN, base ^ 0x204, pattern, context=context)
            row(SEQUENTIAL, base ^ 0x104, pattern, context=context)
            row(JUMP, base ^ 0x108, pattern, context=context)


if __name__ == "__main__":
    main()

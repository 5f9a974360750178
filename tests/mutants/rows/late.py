#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows with pauses as long as the longest resynchronisation counter counts, and with rows
that reach it only together, so that each of its bits counts."""

SEQUENTIAL, TAKEN = 0, 5


def main():
    """Prints the rows."""
    print("cycle,itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0")
    cycle, address = 0, 0x80000000
    for pause in (
        1,
        1,
        3000,
        70000,
        200000,
        300000,
        1,
        (1 << 19) + 100,
        1,
        1,
        *(31 * [17300]),
        1,
        1,
    ):
        for itype in (SEQUENTIAL, SEQUENTIAL, SEQUENTIAL, TAKEN):
            print(f"{cycle},{itype},0,0,3,{address:x},2,1")
            cycle, address = cycle + 1, address + (4 if itype == SEQUENTIAL else 40)
        for _ in range(pause // 5000):  # the bench takes a longer pause for a hang
            cycle += 5000
            print(f"{cycle},0,0,0,3,0,0,0")
        cycle += pause % 5000 + 1


if __name__ == "__main__":
    main()

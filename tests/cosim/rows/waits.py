#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows around a wait of twice the threshold of resynchronisation, as in a long WFI, while
the resynchronisation counter is near that threshold. With the largest threshold, 2^19, the wait
is longer than the counter of cycles."""

import sys

import yaml

from accesses import Accesses

SEQUENTIAL, TAKEN = 0, 5
PAUSE = 5000  # cycles between rows without an item: the bench takes a longer pause for a hang


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        config = yaml.safe_load(file)
    accesses, threshold = Accesses(config), 16 << config["resync"]["max"]
    print(f"cycle,itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0{accesses.columns}")
    cycle, address = 0, 0x80000000
    for wait in (1, threshold - threshold // 21, 2 * threshold + 100, 1):
        for itype in (SEQUENTIAL, SEQUENTIAL, TAKEN, SEQUENTIAL):
            print(f"{cycle},{itype},0,0,3,{address:x},2,1{accesses.row(address, True)}")
            cycle, address = cycle + 1, address + (4 if itype == SEQUENTIAL else 40)
        for _ in range(wait // PAUSE):
            cycle += PAUSE
            print(f"{cycle},0,0,0,3,0,0,0{accesses.row()}")
        cycle += wait % PAUSE + 1


if __name__ == "__main__":
    main()

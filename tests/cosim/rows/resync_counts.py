#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints random rows in which nothing but the resynchronisation counter of a configuration (JSON)
asks for sync packets, until it has asked for two of them, or for one if it counts far."""

import json
import random
import sys

SEQUENTIAL, NOT_TAKEN, TAKEN, JUMP = 0, 4, 5, 10
PAUSE = 4000  # cycles between rows: the bench takes a longer pause for a hang
FAR = 12  # the values of trTeInstSyncMax above this are reached once
AFTER = 40  # rows after the count is reached


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    mode, exponent = config["resync"]["mode"], config["resync"]["max"]
    largest = (1 << config["parameters"]["iretire_width_p"]) - 1
    chance = random.Random(f"{mode} {exponent}")
    left = (16 << exponent) * (1 if exponent > FAR else 2)  # units to count
    cycle, address, after = 0, 0x80000000, AFTER
    print("cycle,itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0")
    while after > 0:
        itype = chance.choice((SEQUENTIAL, SEQUENTIAL, NOT_TAKEN, TAKEN, JUMP))
        size, pause = chance.randint(2, 12), 1
        if mode == "packets":
            itype = JUMP if chance.random() < 0.9 else itype
        elif mode == "cycles":
            pause = chance.randint(1, min(PAUSE, 1 + (2 << exponent)))
        else:
            size = chance.randint(2, min(largest, 2 + (2 << exponent)))
        print(f"{cycle},{itype},0,0,3,{address:x},{size},1")
        units = {"packets": itype == JUMP, "cycles": pause, "halfwords": size}
        left -= units[mode]
        after -= left <= 0
        cycle, address = cycle + pause, address + 2 * size
        if itype in (TAKEN, JUMP):
            address = 0x80000000 + 4 * chance.randrange(1 << 20)


if __name__ == "__main__":
    main()

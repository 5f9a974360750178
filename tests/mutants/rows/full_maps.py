#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of branches, so that the branch map becomes full again and again, with a change of
the context in some of them: also in the last one of a full map, where the map is sent first and the
context is pending."""

import random

ROWS = 12000


def main():
    """Prints the rows."""
    chance = random.Random(1)
    print("cycle,itype_0,cause,tval,priv,ctype,context,iaddr_0,iretire_0,ilastsize_0")
    address, context = 0x80000000, 0
    for cycle in range(ROWS):
        change = chance.random() < 0.05
        context = chance.randrange(16) if change else context
        taken = chance.random() < 0.5
        print(f"{cycle},{5 if taken else 4},0,0,3,{int(change)},{context:x},{address:x},2,1")
        address += 4 * chance.randrange(2, 20) if taken else 4


if __name__ == "__main__":
    main()

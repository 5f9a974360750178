#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Branches one behind the other, so that the branch map fills again and again, with a change of the context in some of them: in the last
one of a full map, too, where the map goes first and the context has to wait. Prints rows."""

import random

ROWS = 12000


def main():
    draw = random.Random(1)
    print("cycle,itype_0,cause,tval,priv,ctype,context,iaddr_0,iretire_0,ilastsize_0")
    address, context = 0x80000000, 0
    for cycle in range(ROWS):
        change = draw.random() < 0.05
        context = draw.randrange(16) if change else context
        taken = draw.random() < 0.5
        print(f"{cycle},{5 if taken else 4},0,0,3,{int(change)},{context:x},{address:x},2,1")
        address += 4 * draw.randrange(2, 20) if taken else 4


if __name__ == "__main__":
    main()

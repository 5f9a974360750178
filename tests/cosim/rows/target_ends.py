#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of which most are the target of an uninferable jump and the source of the next. Some
retire as many half-words as the shortest resynchronisation counts, so that it is often due at such
a target; with everything that can come next: an end of tracing, a trap, a new privilege level or
context, and, by options of the bench, a loss or the end of a session."""

import random
import sys

import yaml

from accesses import Accesses

ROWS = 6000
SEQUENTIAL, EXCEPTION, INTERRUPT, NOT_TAKEN, TAKEN, UNINFERABLE = 0, 1, 2, 4, 5, 6
CALL, JUMP, SWAP, RETURN = 8, 14, 12, 13
ON, OFF, NOTIFY = 1, 2, 4


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        config = yaml.safe_load(file)
    params = config["parameters"]
    chance = random.Random(1)
    wide, top = params["itype_width_p"] == 4, params["iaddress_width_p"] - 2
    jumps = (CALL, CALL, RETURN, RETURN, JUMP, SWAP) if wide else (UNINFERABLE,)
    contexts = 1 << params["context_width_p"]
    accesses = Accesses(config)
    print(
        "cycle,itype_0,cause,tval,priv,ctype,context,trigger,iaddr_0,iretire_0,ilastsize_0"
        + accesses.columns
    )
    cycle, priv, context, here, open_calls = 0, 3, 0, 1 << top, []
    for _ in range(ROWS):
        cycle += 1 if chance.random() < 0.9 else chance.randrange(2, 9)
        itype = (
            chance.choice(jumps)
            if chance.random() < 0.8
            else chance.choice((SEQUENTIAL, NOT_TAKEN, TAKEN, EXCEPTION, INTERRUPT))
        )
        trigger = chance.choice((OFF, OFF, ON, NOTIFY)) if chance.random() < 0.2 else ON
        ctype = 0
        if chance.random() < 0.05:
            ctype, context = chance.randrange(1 << params["ctype_width_p"]), chance.randrange(
                contexts
            )
        if chance.random() < 0.05:
            priv = 3 - priv
        trap = itype in (EXCEPTION, INTERRUPT)
        size = 0 if trap and chance.random() < 0.5 else chance.choice((2, 2, 2, 17))
        print(
            f"{cycle},{itype},{2 if trap else 0},0,{priv},{ctype},{context:x},{trigger},{here:x},"
            f"{size},1{accesses.row(here, size > 0)}"
        )
        after = here + 2 * size
        if itype == CALL:
            open_calls = [*open_calls[-15:], after]
        if itype == RETURN and open_calls and chance.random() < 0.8:
            here = open_calls.pop()
        elif itype in (SEQUENTIAL, NOT_TAKEN):
            here = after
        else:
            here = (1 << top) + 4 * chance.randrange(1 << 16)


if __name__ == "__main__":
    main()

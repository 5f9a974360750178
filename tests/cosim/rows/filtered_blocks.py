# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of up to four blocks for filters and comparators: short blocks around the addresses
that the configurations of tests/cosim match, traps and returns anywhere in a row, and trap values
that are often 0. They belong to no program."""

import random

PLAIN, EXCEPTION, INTERRUPT, RETURN, NOT_TAKEN, TAKEN, JUMP = 0, 1, 2, 3, 4, 5, 10
BLOCKS, ROWS = 4, 12000
LOW, HIGH = 0x80000000, 0x80000600
LEVELS = (0, 1, 3)


class Hart:
    """A hart that knows where it is, and retires one row at a time."""

    def __init__(self, seed):
        """Starts at the lowest address, in machine mode."""
        self.random = random.Random(seed)
        self.pc, self.priv, self.context = LOW, 3, 0

    def somewhere(self):
        """A random address."""
        return self.random.randrange(LOW, HIGH, 2)

    def block(self):
        """Instructions at the current place: a straight line, and the class of its last
        instruction."""
        first, last = self.pc, self.random.randrange(2)
        size = self.random.choice((1, 2, 3, 5, 8)) + last
        kind = self.random.choices((PLAIN, NOT_TAKEN, TAKEN, JUMP, RETURN), (4, 4, 2, 2, 2))[0]
        self.pc = first + 2 * size if kind in (PLAIN, NOT_TAKEN) else self.somewhere()
        return kind, first, size, last

    def row(self):
        """The blocks of a cycle. A trap comes last, with what retired before it or alone."""
        priv, blocks = self.priv, [self.block() for _ in range(self.random.randint(1, BLOCKS))]
        trap = self.random.choices((PLAIN, EXCEPTION, INTERRUPT), (6, 2, 2))[0]
        if trap != PLAIN:
            if blocks[-1][0] == PLAIN and self.random.random() < 0.5:
                blocks[-1] = (trap, *blocks[-1][1:])
            else:  # an interrupt alone has no address: the port may show any
                blocks[-1] = (trap, self.pc if trap == EXCEPTION else self.somewhere(), 0, 0)
                if trap == EXCEPTION and len(blocks) > 1 and blocks[-2][0] in (PLAIN, NOT_TAKEN):
                    blocks[-1] = (trap, blocks[-2][1] + 2 * blocks[-2][2], 0, 0)
            self.pc = self.somewhere()
        if trap != PLAIN or RETURN in (block[0] for block in blocks):
            self.priv = self.random.choice(LEVELS)
        ctype = self.random.choices((0, 1, 2, 3), (30, 1, 1, 1))[0]
        if ctype:
            self.context = self.random.randrange(16)
        groups = [*blocks, *[(0, 0, 0, 0)] * (BLOCKS - len(blocks))]
        fields = ",".join(
            f"{itype},{address:x},{size},{last}" for itype, address, size, last in groups
        )
        tval = self.random.choice((0, 0, 4, self.somewhere()))
        return f"{fields},{self.random.randrange(16)},{tval:x},{priv},{self.context:x},{ctype}"


def main():
    """Prints the rows."""
    print(
        ",".join(f"itype_{k},iaddr_{k},iretire_{k},ilastsize_{k}" for k in range(BLOCKS))
        + ",cause,tval,priv,context,ctype"
    )
    hart = Hart(1)
    for _ in range(ROWS):
        print(hart.row())


if __name__ == "__main__":
    main()

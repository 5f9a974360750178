# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of as many blocks as the configuration has, in which the branch map becomes full
inside or at the end of a row, with everything that can come after it; and direct jumps without a
code of their own while a context change is pending."""

import sys

import yaml

SEQUENTIAL, EXCEPTION, NOT_TAKEN, TAKEN, JUMP = 0, 1, 4, 5, 10
ON, OFF, NOTIFY = 1, 2, 4


class Hart:
    """A hart that knows where it is, and prints one row at a time."""

    def __init__(self, blocks):
        """Prints the header for rows of so many blocks."""
        self.blocks = blocks
        self.cycle, self.pc, self.priv = 0, 0x80000000, 3
        groups = ",".join(f"itype_{k},iaddr_{k},iretire_{k},ilastsize_{k}" for k in range(blocks))
        print(f"cycle,{groups},cause,tval,priv,context,ctype,trigger")

    def row(self, blocks, ctype=0, context=0, trigger=0, cause=0, tval=0):
        """Prints a row of these blocks."""
        groups = [*blocks, *[(0, 0, 0, 0)] * (self.blocks - len(blocks))]
        fields = ",".join(
            f"{itype},{address:x},{size},{last}" for itype, address, size, last in groups
        )
        print(f"{self.cycle},{fields},{cause},{tval:x},{self.priv},{context:x},{ctype},{trigger}")
        self.cycle += 1

    def plain(self, instructions=1, **more):
        """Prints a row of one block without a jump."""
        self.row([(SEQUENTIAL, self.pc, 2 * instructions, 1)], **more)
        self.pc += 4 * instructions

    def branches(self, outcomes, **more):
        """Prints a row of branches with these outcomes."""
        blocks = []
        for outcome in outcomes:
            blocks.append((outcome, self.pc, 2, 1))
            self.pc += 4 if outcome == NOT_TAKEN else 16
        self.row(blocks, **more)

    def wait(self, branches):
        """Leaves so many branches in the map, after a sync packet."""
        self.priv = 3 - self.priv  # U and M
        self.plain()
        while branches > 0:
            row = min(self.blocks, branches)
            self.branches([NOT_TAKEN if (branches + k) % 3 else TAKEN for k in range(row)])
            branches -= row


def fill(hart, what):
    """A row of branches, and what follows."""
    newest = hart.blocks - 1
    more = {"off": OFF, "notify last": NOTIFY << newest, "notify inside": NOTIFY << newest - 1}
    if what == "jump":
        row = [
            (TAKEN, hart.pc, 2, 1),
            (NOT_TAKEN, hart.pc + 16, 2, 1),
            (TAKEN, hart.pc + 20, 2, 1),
            (JUMP, hart.pc + 40, 3, 0),
        ]
        hart.row(row[:newest] + row[-1:])
        hart.pc += 0x100
    else:
        outcomes = [NOT_TAKEN, TAKEN, TAKEN, NOT_TAKEN]
        hart.branches(outcomes[: hart.blocks], trigger=more.get(what, 0))
    if what == "privilege":
        hart.priv = 3 - hart.priv
    elif what == "trap":
        hart.row([(EXCEPTION, hart.pc, 0, 0)], cause=2, tval=0x13)
        hart.pc, hart.priv = hart.pc + 0x8000, 3
    ctype = {"imprecise": 1, "precise": 2, "elsewhere": 3}.get(what, 0)
    hart.plain(2, ctype=ctype, context=5)
    if what == "off":
        hart.plain(trigger=ON)


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        blocks = yaml.safe_load(file)["parameters"]["blocks_p"]
    hart = Hart(blocks)
    for waiting in range(31 - blocks, 31):
        for what in (
            "nothing",
            "privilege",
            "trap",
            "off",
            "notify last",
            "notify inside",
            "imprecise",
            "precise",
            "elsewhere",
            "jump",
        ):
            hart.wait(waiting)
            fill(hart, what)
    for context in range(3):
        hart.row([(JUMP, hart.pc, 1, 0)])
        at = hart.pc + 0x40
        # the context change is pending until the second block, which ends because the third is
        # elsewhere
        row = [
            (SEQUENTIAL, at, 2, 1),
            (SEQUENTIAL, at + 4, 2, 1),
            (SEQUENTIAL, at + 32, 2, 1),
            (SEQUENTIAL, at + 36, 4, 1),
        ]
        hart.row(row[:blocks], ctype=1, context=7 + context)
        hart.pc = at + 44
        hart.plain()
        hart.row([(SEQUENTIAL, hart.pc, 2, 1), (SEQUENTIAL, hart.pc + 16, 2, 1)])
        hart.pc += 20
        hart.plain(3)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of a split hart for loads in progress: most rows have a load, often with the ID of
one that is still in progress, and a response, often to the load of the same row. Rows may be lost
in between. They belong to no program."""

import random

LOAD, STORE, SWAP, ADD = 0, 1, 8, 9
LRIDS, ROWS = 8, 12000
NONE, OKAY, ERROR = 0, 2, 3
JUMP = 10
LOW, HIGH = 0x80000000, 0x80004000
COLUMNS = (
    "itype_0,iaddr_0,iretire_0,ilastsize_0,cause,tval,priv,dretire_0,dtype_0,dsize_0,daddr_0,"
    "iaddr_lsbs_0,lrid_0,sdata_0,lresp_0,lid_0,ldata_0"
)


class Hart:
    """A hart that knows where it is; each row retires a few instructions."""

    def __init__(self, seed):
        """Starts at the lowest address."""
        self.random = random.Random(seed)
        self.pc = LOW

    def block(self):
        """A straight line, sometimes with a jump at its end. Returns the block, and the address of
        one of its instructions."""
        first, count = self.pc, self.random.randint(1, 3)
        jump = self.random.random() < 0.4
        self.pc = self.random.randrange(LOW, HIGH, 4) if jump else first + 4 * count
        return (JUMP if jump else 0, first, 2 * count, 1), first + 4 * self.random.randrange(count)

    def access(self):
        """Mostly a load: type, log2 of its size, address and ID."""
        kind = self.random.choices((LOAD, STORE, SWAP, ADD), (16, 2, 1, 1))[0]
        size = self.random.choice((2, 3))
        return kind, size, 0x20000000 + 8 * self.random.randrange(64), self.random.randrange(LRIDS)

    def response(self, lrid):
        """A response to the load of the same row, to any other, or none."""
        lid = self.random.choice((lrid, lrid, self.random.randrange(LRIDS)))
        return self.random.choices((NONE, OKAY, ERROR), (4, 6, 1))[0], lid

    def row(self):
        """The row of a cycle."""
        block, iaddr = self.block()
        retired = int(self.random.random() < 0.7)
        kind, size, daddr, lrid = self.access()
        lresp, lid = self.response(lrid)
        lsbs, data = iaddr & 0x3FF, self.random.getrandbits(24)
        access = f"{retired},{kind},{size},{daddr:x},{lsbs:x},{lrid},{data:x}"
        return (
            f"{block[0]},{block[1]:x},{block[2]},{block[3]},0,0,3,{access},{lresp},{lid},"
            f"{self.random.getrandbits(8 << size):x}"
        )


def main():
    """Prints the rows."""
    print(COLUMNS)
    hart = Hart(1)
    for _ in range(ROWS):
        print(hart.row())


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of one long loop: the branch predictor counts beyond 2^20, one branch per cycle."""

LOOP = 0x80000004  # a branch to itself
BRANCHES = (1 << 20) + 100
SEQUENTIAL, TAKEN, JUMP = 0, 5, 10


def main():
    """Prints the rows."""
    print("itype_0,iaddr_0,iretire_0,ilastsize_0,cause,tval,priv")
    print(f"{SEQUENTIAL},{LOOP - 4:x},2,1,0,0,3")
    for _ in range(BRANCHES):
        print(f"{TAKEN},{LOOP:x},2,1,0,0,3")
    for itype, address in ((JUMP, LOOP), (SEQUENTIAL, LOOP - 4), (SEQUENTIAL, LOOP)):
        print(f"{itype},{address:x},2,1,0,0,3")


if __name__ == "__main__":
    main()

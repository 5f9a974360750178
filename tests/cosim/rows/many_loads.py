# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of a split hart in which as many loads are in progress as there are IDs; then all of
them are answered while no instruction retires. They belong to no program."""

import random
import sys

import yaml

ROUNDS = 16
PLAIN, LOAD, SWAP = 0, 0, 8
NONE, OKAY = 0, 2
COLUMNS = (
    "itype_0,iaddr_0,iretire_0,ilastsize_0,cause,tval,priv,dretire_0,dtype_0,dsize_0,daddr_0,"
    "iaddr_lsbs_0,lrid_0,sdata_0,lresp_0,lid_0,ldata_0"
)


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        params = yaml.safe_load(file)["parameters"]
    chance, iaddr, lsbs = random.Random(1), 0x80000000, (1 << params["iaddr_lsbs_width_p"]) - 1
    ids = list(range(1 << params["lrid_width_p"]))
    print(COLUMNS)
    for _ in range(ROUNDS):
        chance.shuffle(ids)
        for lrid in ids:
            kind, size = chance.choice((LOAD, SWAP)), chance.randrange(4)
            daddr = chance.getrandbits(32)
            daddr &= -(1 << size) if kind == SWAP else -1
            access = f"1,{kind},{size},{daddr:x},{iaddr & lsbs:x},{lrid},{chance.getrandbits(8):x}"
            print(f"{PLAIN},{iaddr:x},2,1,0,0,3,{access},{NONE},0,0")
            iaddr += 4
        for lid in ids:
            print(f"{PLAIN},0,0,0,0,0,3,0,0,0,0,0,0,0,{OKAY},{lid},{chance.getrandbits(8):x}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows that no program produces, for the configuration that is named: each field takes any
value that the rules of the port allow, and most often its previous one or, but for one bit, one
that comparators match."""

import random
import sys

import yaml

ROWS = 12000
EXCEPTION, INTERRUPT, NOT_TAKEN = 1, 2, 4
INFERABLE = (9, 11, 13, 15, 8, 10)
NARROW, WIDE = (0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15)


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        config = yaml.safe_load(file)
    width = {
        name.removesuffix("_width_p"): value
        for name, value in config["parameters"].items()
        if name.endswith("_width_p")
    }
    asked = [value for name, value in config.get("registers", {}).items() if "Match" in name]
    asked = [low | high << 32 for low, high in zip(asked, asked[1:] + asked[:1])] + asked
    chance = random.Random(1)
    itypes = NARROW if width["itype"] == 3 else WIDE
    sticky = {"cause": 0, "tval": 0, "priv": 3, "context": 0, "impdef": 0}

    def any_length(bits):
        """A value of at most so many bits, small ones as often as large ones."""
        return (chance.getrandbits(chance.randint(1, bits)) ^ chance.choice((0, -1))) % (1 << bits)

    def value(bits):
        """A value of so many bits, often close to one that comparators match."""
        if not asked or chance.random() < 0.4:
            return any_length(bits)
        near = chance.choice(asked)
        return chance.choice(
            (near, near ^ 1 << chance.randrange(bits), near - 2 * chance.randrange(32))
        ) % (1 << bits)

    def address(near):
        """An address, often close to the previous one."""
        way = chance.random()
        if asked and way < 0.4:
            near = value(width["iaddress"])
        elif way < 0.5:
            near += 2 * chance.randint(-40, 40)
        elif way < 0.7:
            near ^= 1 << chance.randrange(1, width["iaddress"])
        elif way < 0.8:
            near = any_length(width["iaddress"])
        return near % (1 << width["iaddress"]) & ~1

    def any_length_of_tval(_):
        """A trap value, whatever the previous one."""
        return any_length(width["iaddress"])

    def later_blocks(itype, here):
        """The further blocks of a row after one of a type that ends before an address."""
        blocks = []
        while len(blocks) < further and itype not in (EXCEPTION, INTERRUPT):
            if chance.random() < 0.4:
                break
            here = here % (1 << width["iaddress"]) if itype == NOT_TAKEN else address(here)
            itype = chance.choice((0, 0, NOT_TAKEN, 5, *itypes))
            last = chance.randrange(2)
            size = max(
                chance.choice((1, 2, 3, 4, chance.randrange(1 << width["iretire"]))), 1 << last
            )
            sijump = chance.randrange(2) if itype in INFERABLE else 0
            blocks.append(f"{sijump},{itype},{here:x},{size},{last}")
            here += 2 * size
        return blocks + ["0,0,0,0,0"] * (further - len(blocks)), here

    further = config["parameters"].get("blocks_p", 1) - 1
    print(
        "cycle,cause,tval,priv,ctype,context,time,impdef,trigger,halted,reset,"
        + ",".join(
            f"sijump_{k},itype_{k},iaddr_{k},iretire_{k},ilastsize_{k}" for k in range(further + 1)
        )
    )
    cycle, time, here = 0, 0, 0x80000000
    for _ in range(ROWS):
        cycle += 1 if chance.random() < 0.7 else chance.randint(2, 40)
        time += (
            chance.getrandbits(chance.randrange(1, 8))
            if chance.random() < 0.9
            else chance.getrandbits(width["time"])
        )
        itype = chance.choice((0, 0, 0, 4, 5, *itypes))
        last = chance.randrange(2)
        size = chance.choice((1, 2, 3, 4, chance.randrange(1 << width["iretire"])))
        size = (
            0 if itype in (EXCEPTION, INTERRUPT) and chance.random() < 0.5 else max(size, 1 << last)
        )
        if chance.random() < 0.2:
            sticky["priv"] = chance.choice((0, 1, 3))
            sticky["context"] = value(width["context"])
        if itype in (EXCEPTION, INTERRUPT):
            sticky["cause"], sticky["tval"] = chance.getrandbits(width["ecause"]), chance.choice(
                (address, any_length_of_tval)
            )(sticky["tval"])
        if chance.random() < 0.2:
            sticky["impdef"] = chance.getrandbits(width.get("impdef", 1))
        ctype = chance.randrange(1 << width["ctype"]) if chance.random() < 0.1 else 0
        trigger = chance.randrange(8 << further) if chance.random() < 0.05 else 0
        quiet = chance.random()
        here = address(here)
        sijump = chance.randrange(2) if itype in INFERABLE else 0
        more, end = later_blocks(itype, here + 2 * size) if further else ([], here + 2 * size)
        print(
            f"{cycle},{sticky['cause']},{sticky['tval']:x},{sticky['priv']},{ctype},"
            f"{sticky['context']:x},{time % (1 << width['time']):x},{sticky['impdef']},{trigger},"
            f"{int(quiet < 0.01)},{int(0.01 < quiet < 0.02)},{sijump},{itype},"
            + ",".join([f"{here:x},{size},{last}", *more])
        )
        here = end


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Rows that no program gives: each field takes any value that the rules of the port allow, and most often the one it had,
or one that comparators ask for, but for a bit. Prints rows for the configuration that is named."""

import random
import re
import sys

ROWS = 12000
EXCEPTION, INTERRUPT, NARROW, WIDE = (
    1,
    2,
    (0, 1, 2, 3, 4, 5, 6),
    (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15),
)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    width = {name: int(value) for name, value in re.findall(r"(\w+)_width_p: (\d+)", text)}
    asked = [int(value, 0) for value in re.findall(r"Match\w+: (0x\w+)", text)]
    asked = [low | high << 32 for low, high in zip(asked, asked[1:] + asked[:1])] + asked
    draw = random.Random(1)
    itypes = NARROW if width["itype"] == 3 else WIDE
    sticky = {"cause": 0, "tval": 0, "priv": 3, "context": 0, "impdef": 0}

    def any_length(bits):
        return (draw.getrandbits(draw.randint(1, bits)) ^ draw.choice((0, -1))) % (1 << bits)

    def value(bits):
        if not asked or draw.random() < 0.4:
            return any_length(bits)
        near = draw.choice(asked)
        return draw.choice(
            (near, near ^ 1 << draw.randrange(bits), near - 2 * draw.randrange(32))
        ) % (1 << bits)

    def address(near):
        way = draw.random()
        if asked and way < 0.4:
            near = value(width["iaddress"])
        elif way < 0.5:
            near += 2 * draw.randint(-40, 40)
        elif way < 0.7:
            near ^= 1 << draw.randrange(1, width["iaddress"])
        elif way < 0.8:
            near = any_length(width["iaddress"])
        return near % (1 << width["iaddress"]) & ~1

    def any_length_of_tval(_):
        return any_length(width["iaddress"])

    print(
        "cycle,cause,tval,priv,ctype,context,time,impdef,trigger,halted,reset,sijump_0,itype_0,iaddr_0,iretire_0,ilastsize_0"
    )
    cycle, time, here = 0, 0, 0x80000000
    for _ in range(ROWS):
        cycle += 1 if draw.random() < 0.7 else draw.randint(2, 40)
        time += (
            draw.getrandbits(draw.randrange(1, 8))
            if draw.random() < 0.9
            else draw.getrandbits(width["time"])
        )
        itype = draw.choice((0, 0, 0, 4, 5, *itypes))
        last = draw.randrange(2)
        size = draw.choice((1, 2, 3, 4, draw.randrange(1 << width["iretire"])))
        size = (
            0 if itype in (EXCEPTION, INTERRUPT) and draw.random() < 0.5 else max(size, 1 << last)
        )
        if draw.random() < 0.2:
            sticky["priv"] = draw.choice((0, 1, 3))
            sticky["context"] = value(width["context"])
        if itype in (EXCEPTION, INTERRUPT):
            sticky["cause"], sticky["tval"] = draw.getrandbits(width["ecause"]), draw.choice(
                (address, any_length_of_tval)
            )(sticky["tval"])
        if draw.random() < 0.2:
            sticky["impdef"] = draw.getrandbits(width.get("impdef", 1))
        ctype = draw.randrange(1 << width["ctype"]) if draw.random() < 0.1 else 0
        trigger = draw.randrange(8) if draw.random() < 0.05 else 0
        quiet = draw.random()
        here = address(here)
        print(
            f"{cycle},{sticky['cause']},{sticky['tval']:x},{sticky['priv']},{ctype},{sticky['context']:x},"
            f"{time % (1 << width['time']):x},{sticky['impdef']},{trigger},{int(quiet < 0.01)},{int(0.01 < quiet < 0.02)},"
            f"{draw.randrange(2) if itype in (9, 11, 13, 15, 8, 10) else 0},{itype},{here:x},{size},{last}"
        )
        here += 2 * size


if __name__ == "__main__":
    main()

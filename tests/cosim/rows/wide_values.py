#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows in which every signal of the port takes values of its whole width: addresses, sizes
of blocks and instructions, tval, context, time, and accesses of data trace. They belong to no
program."""

import random
import sys

import yaml

ROWS = 12000
PLAIN, EXCEPTION, INTERRUPT, TRAP_RETURN, NOT_TAKEN, TAKEN = range(6)
JUMPS = (8, 9, 10, 11, 12, 13, 14, 15)
LEVELS = (0, 1, 3, 4, 5, 6)  # the last three need three bits
LOAD, CSRS, SWAP, SC_FAILURE = 0, (4, 5, 6), 8, 15
TYPES = (LOAD, 1, *CSRS, *range(SWAP, 16))  # those of as many bits as there are
OKAY, ERROR = 2, 3


class Hart:
    """A hart that knows where it is; each row has as many blocks as it can retire, or fewer."""

    def __init__(self, config):
        """Starts at address 0, in machine mode."""
        self.params = config["parameters"]
        self.single = self.params["retires_p"] == 1  # iretire counts instructions
        self.most = self.params.get("blocks_p", 1)
        self.built = config.get("options", {}).get("data_trace", False)
        self.split = config.get("switches", {}).get("dat_signalling") == "split"
        self.random = random.Random(1)
        self.pc, self.priv, self.context, self.time = 0, 3, 0, 0
        self.free = list(range(1 << self.params.get("lrid_width_p", 0)))
        self.loads = []

    def value(self, parameter):
        """A value of a signal of that width: any, or one with the upper bits alike."""
        bits = self.params[parameter]
        value = self.random.getrandbits(bits)
        kept = self.random.choice((bits, self.random.randint(1, bits)))
        sign = -(value >> (kept - 1) & 1)
        return (value & (1 << kept) - 1 | sign << kept) & (1 << bits) - 1

    def block(self):
        """Instructions at the current place: class of the last one, first address, half-words, size
        of the last one, and sijump."""
        first, last = self.pc, self.random.randrange(1 << self.params["ilastsize_width_p"])
        most = 1 << last if self.single else (1 << self.params["iretire_width_p"]) - 1
        size = self.random.choice((1 << last, self.random.randint(1 << last, most), most))
        kind = self.random.choice((PLAIN, NOT_TAKEN, TAKEN, TAKEN, *self.random.sample(JUMPS, 2)))
        straight = kind in (PLAIN, NOT_TAKEN)
        self.pc = first + 2 * size if straight else self.value("iaddress_width_p") & ~1
        self.pc &= (1 << self.params["iaddress_width_p"]) - 1
        return [kind, first, size, last, self.random.randrange(2)]

    def blocks(self):
        """The blocks of a cycle. A trap comes last; a trap return is alone."""
        blocks = [self.block() for _ in range(self.random.randint(1, self.most))]
        way = self.random.random()
        if way < 0.3:  # a trap, after what retired in its block or alone
            kind = self.random.choice((EXCEPTION, INTERRUPT))
            if self.random.random() < 0.8:
                blocks[-1][0] = kind
            else:
                blocks[-1] = [kind, blocks[-1][1], 0, 0, 0]
        elif way < 0.4 and blocks[-1][0] in JUMPS:
            blocks[-1][0] = TRAP_RETURN
        if blocks[-1][0] in (EXCEPTION, INTERRUPT, TRAP_RETURN):
            self.pc = self.value("iaddress_width_p") & ~1
        return blocks

    def row(self):
        """The row of a cycle, as words by column."""
        priv, blocks = self.priv, self.blocks()
        if blocks[-1][0] in (EXCEPTION, INTERRUPT, TRAP_RETURN):
            self.priv = self.random.choice(LEVELS[: 3 * self.params["privilege_width_p"] - 3])
        ctype = self.random.choices((0, 1, 2, 3), (12, 1, 1, 1))[0]
        if ctype:
            self.context = self.value("context_width_p")
        # the time only grows until it wraps
        self.time += self.random.getrandbits(self.params["time_width_p"] - 2)
        self.time &= (1 << self.params["time_width_p"]) - 1
        words = {
            "cause": self.random.getrandbits(self.params["ecause_width_p"]),
            "tval": f"{self.value('iaddress_width_p'):x}",
            "priv": priv,
            "context": f"{self.context:x}",
            "ctype": ctype,
            "time": f"{self.time:x}",
        }
        for k in range(self.most):
            kind, first, size, last, sijump = blocks[k] if k < len(blocks) else [0] * 5
            retired = min(size, 1) if self.single else size
            words |= {f"itype_{k}": kind, f"iaddr_{k}": f"{first:x}", f"iretire_{k}": retired}
            words |= {f"ilastsize_{k}": last, f"sijump_{k}": sijump}
        return words | self.access(blocks) | self.response()

    def access(self, blocks):
        """The columns of an access by an instruction of one of the blocks."""
        if not self.built:
            return {}
        words = dict.fromkeys(("dretire", "dtype", "dsize", "dblock", "daddr", "iaddr_lsbs"), 0)
        words |= {"data": 0, "operand": 0} | ({"sdata": 0, "lrid": 0} if self.split else {})
        retired = [k for k, block in enumerate(blocks) if block[2] > 0]
        kind = self.random.choice(
            (LOAD, *(t for t in TYPES if not t >> self.params["dtype_width_p"]))
        )
        request = self.split and (kind == LOAD or SWAP <= kind < SC_FAILURE)
        if retired and self.random.random() < 0.7 and (self.free or not request):
            _, first, size, last, _ = blocks[k := self.random.choice(retired)]
            dsize = self.random.randrange(self.params["data_width_p"].bit_length() - 3)
            address = self.value("daddress_width_p")
            if kind in CSRS:
                address &= 0xFFF
            elif kind >= SWAP:
                address &= -(1 << dsize)
            place = first + self.random.choice((0, 2 * size - (2 << last)))
            place &= (1 << self.params["iaddr_lsbs_width_p"]) - 1
            words |= {"dretire": 1, "dtype": kind, "dsize": dsize, "dblock": k}
            words |= {"daddr": f"{address:x}", "iaddr_lsbs": f"{place:x}"}
            words |= {name: f"{self.value('data_width_p'):x}" for name in ("data", "operand")}
            if self.split:
                words["sdata"] = f"{self.value('sdata_width_p'):x}"
            if request:
                words["lrid"] = self.free.pop(0)
                self.loads.append(words["lrid"])
        return {f"{name}_0": word for name, word in words.items()}

    def response(self):
        """The columns of a response to a load in progress."""
        if not self.split:
            return {}
        words = {"lresp_0": 0, "lid_0": 0, "ldata_0": 0}
        if self.loads and self.random.random() < 0.5:
            lid = self.loads.pop(self.random.randrange(len(self.loads)))
            self.free.append(lid)
            data = f"{self.value('ldata_width_p'):x}"
            words = {"lresp_0": self.random.choice((OKAY, OKAY, ERROR)), "lid_0": lid}
            words["ldata_0"] = data
        return words


def main():
    """Prints the rows."""
    with open(sys.argv[1], encoding="utf-8") as file:
        hart = Hart(yaml.safe_load(file))
    for number in range(ROWS):
        words = hart.row()
        if number == 0:
            print(",".join(words))
        print(",".join(str(word) for word in words.values()))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Random configurations of data trace, and random rows with accesses for them.

The instructions are a straight line of NOPs with one row each, so that the address of a sync packet
names the row. Changes of the context, traps whose handler is the next NOP, and resynchronisation
make the encoder send sync packets.
"""

from tests.oracle.bits import mask
from tests.oracle.config import Config
from tests.oracle.filters import Registers, access_qualified
from tests.oracle.te_data import CSRS, DTYPES, Access, Encoder, ingress_access, response

CODE = 0x10000
PRIVILEGE = 3
# Exceptions, interrupts, and jumps to the next instruction, where rvt may resynchronise.
ITYPES = (1, 2) + (11,) * 20
LARGEST = 3  # logarithm: rvt has no access of more than 8 bytes
NOP = b"\x13\0\0\0"
COLUMNS = "dretire dtype daddr dsize data operand lrid lresp lid sdata ldata".split()
HEX = {"daddr", "data", "operand", "sdata", "ldata"}
# Readings that the differential runs take where the letter of v2.0.4 cannot be used, with reasons
# in README.md. Those that rvt has as a switch are written into the configuration as well.
ERRATA = {"dat_split_atomic_rsp": 7}
ORACLE_ONLY = {
    "dat_csr_subtype_bits": 2,
    "dat_csr_width": "iaddress_width_p",
    "dat_aligned_base": "shifted",
    "dat_csr_no_address": "with_address",
    "dat_split_reduced": "unified",
}


def sample_config(rng):
    """A random configuration with data trace: the mapping of its file."""
    xlen = rng.choice((32, 64))
    split = rng.random() < 0.4
    dtype = rng.choice((1, 3, 4, 4, 4))
    data = rng.choice((xlen, xlen, 64) if split else (xlen, xlen, 64, 128))
    if dtype == 1 and rng.random() < 0.2:
        data = rng.choice((8, 16))
    elif data < xlen:
        data = xlen
    offered = rng.choice(("both", "both", "xor", "diff"))
    switches = {
        "dat_signalling": "split" if split else "unified",
        "dat_compress": offered,
        "dat_diff_bits": 2 if offered == "both" else rng.choice((1, 2)),
        **ERRATA,
    }
    if rng.random() < 0.2:
        switches["dat_operand"] = "own" if split else rng.choice(("shared", "own"))
    if rng.random() < 0.1:
        switches["dat_addr_compress"] = "xor"
    reduced = rng.choice(("", "", "" if split else "no_address", "no_data"))
    if reduced != "no_address" and rng.random() < 0.2:
        switches["dat_sc_failure"] = "always"
    options = {"data_trace": True}
    if reduced:
        options[reduced] = True
    for name in ("full_data", "full_data_address"):
        if rng.random() < 0.1:
            options[name] = True
    srcid_bits = rng.choice((0, 0, 3, 6, 8, 11, 12))
    encapsulation = {
        "srcid_bits": srcid_bits,
        "srcid": rng.getrandbits(srcid_bits) if srcid_bits else 0,
        "type_bits": rng.choice((1, 1, 2, 3)),
        "flow": rng.randrange(4),
        "timestamp_bytes": rng.choice((0, 0, 1, 4, 7)),
        "sync_period": rng.choice((0, 0, 20)),
        "nulls": rng.choice(("any", "unframed", "framed")),
    }
    if not encapsulation["sync_period"]:
        encapsulation["block_bytes"] = rng.choice((0, 0, 64, 200))
    width = encapsulation["type_bits"]
    encapsulation["type_inst"], encapsulation["type_data"] = rng.sample(range(1 << width), 2)
    switches["encap_compress"] = rng.choice(("joint", "joint", "separate"))
    switches["ts_align"] = rng.choice(("bit", "bit", "after_srcid_byte"))
    registers = sample_filters(rng, dtype) if rng.random() < 0.3 else {}
    return {
        "schema": "rvt-config/1",
        "spec_profile": "v2.0.4",
        "registers": registers,
        "resync": {"mode": rng.choice(("off", "packets", "cycles", "halfwords")), "max": 1},
        "parameters": {
            "iaddress_width_p": xlen,
            "dtype_width_p": dtype,
            "daddress_width_p": rng.choice((xlen, xlen, 32, xlen * 3 // 4)),
            "data_width_p": data,
            "ldata_width_p": min(data, 64),
            "sdata_width_p": min(data, 64),
            "nocontext_p": False,
            "context_width_p": 16,
            "ctype_width_p": 2,
            "iretire_width_p": 8,
            "retires_p": 8,
            "lresp_width_p": 2,
            "lrid_width_p": rng.choice((1, 2, 3, 5)),
            "filters_p": 2,
            "comparators_p": 2,
        },
        "options": options,
        "switches": switches,
        "encapsulation": encapsulation,
    }


def sample_filters(rng, dtype):
    """Random filters of data accesses: registers by name; dtype: dtype_width_p."""
    registers = {"trTeDataFilters": rng.randint(1, 3)}
    for number in range(2):
        control = 1 | rng.getrandbits(1) << 24 | rng.getrandbits(1) << 25
        if rng.random() < 0.5:
            control |= 0x10 | rng.getrandbits(1) << 5
        registers[f"trTeFilter{number}MatchData"] = (
            rng.getrandbits(1 << dtype) | rng.getrandbits(8) << 16
        )
        registers[f"trTeFilter{number}Control"] = control
        first, second, mode = rng.choice((0, 1, 2, 3, 4, 5, 7)), rng.randrange(8), rng.randrange(3)
        registers[f"trTeComp{number}Control"] = 0xF | first << 4 | second << 8 | mode << 12
        registers[f"trTeComp{number}PMatchLow"] = rng.getrandbits(32) >> rng.choice((0, 0, 20, 26))
        registers[f"trTeComp{number}SMatchLow"] = rng.getrandbits(32) >> rng.choice((0, 0, 20, 26))
        high = rng.choice((0, 0xFFFFFFFF, rng.getrandbits(32)))
        registers[f"trTeComp{number}PMatchHigh"] = high
        registers[f"trTeComp{number}SMatchHigh"] = high
    return registers


def oracle_config(data):
    """The same configuration for the oracle, with the readings that only it has."""
    return Config(data, ORACLE_ONLY)


class Program:
    """Rows, the accesses of each, and the files for rvt."""

    def __init__(self, rng, config, rows, groups):
        """rng: a Random; config: the oracle's; rows, groups: numbers."""
        self.rng, self.config, self.groups = rng, config, groups
        self.split = config.reading("dat_signalling") == "split"
        self.types = [code for code in DTYPES if code < 1 << config.p["dtype_width_p"]]
        self.largest = min((config.p["data_width_p"] // 8).bit_length() - 1, LARGEST)
        self.open, self.last, self.values = {}, {}, {}
        self.registers = Registers(config.registers)
        self.control, self.tracing = [], True
        self.rows, self.accesses = [], []
        context, self.switching = 0, not self.split and rng.random() < 0.3
        self.losing = rng.choice((0, 0, 0, 0.05))
        for number in range(rows):
            change = number > 0 and rng.random() < 0.03
            context += change
            row = {"context": context, "ctype": 2 if change else 0}
            row["itype"] = rng.choice(ITYPES) if rng.random() < 0.3 else 0
            if self.switching and rng.random() < 0.1:
                self.tracing = not self.tracing
                self.control.append([number, "trTeDataControl", self.data_control()])
            lost = number > 0 and not change and row["itype"] == 0 and rng.random() < self.losing
            accesses = self.add_accesses(row)
            row["lost"], row["data_lost"] = int(lost), lost and self.brings_packet(accesses)
            self.accesses.append([] if lost else accesses)
            if lost:
                self.forget(accesses)
            self.rows.append(row)

    def brings_packet(self, accesses):
        """Whether te_data would be sent for any of these."""
        encoder = Encoder(self.config)
        return any(encoder.candidates(access) for access in accesses)

    def add_accesses(self, row):
        """Puts accesses into the groups of a row, lower groups first, and returns them."""
        found, own, rng, more = [], [], self.rng, True
        for group in range(self.groups):
            take, access = dict.fromkeys(COLUMNS, 0), None
            more = more and rng.random() < 0.8 and self.put_access(take)
            if more:
                access = ingress_access(self.config, take, self.split)
                width = self.config.p["daddress_width_p"]
                traced = self.tracing and access_qualified(self.registers, take, PRIVILEGE, width)
                found += [access] if traced else []
            else:
                take = dict.fromkeys(COLUMNS, 0)
            waiting = [key for key in self.open if key not in own]
            if waiting and rng.random() < 0.6:
                take["lid"] = rng.choice(waiting)
                take["lresp"] = rng.choice((2, 2, 2, 3))
                request, sent = self.open.pop(take["lid"])
                take["ldata"] = self.value(request.size)
                answer = response(request, take["lresp"], take["ldata"])
                found += [answer] if sent else []
            if access and access.phase == "request":
                self.open[access.lrid] = (access, traced)
                own.append(access.lrid)
            for name, value in take.items():
                row[f"{name}_{group}"] = value
        return found

    def forget(self, accesses):
        """These accesses were lost: nothing is sent of the requests among them either."""
        lost = [access.lrid for access in accesses if access.phase == "request"]
        for lrid in lost:
            if lrid in self.open:
                self.open[lrid] = (self.open[lrid][0], False)

    def data_control(self):
        """The value of trTeDataControl: the options, and whether data are traced."""
        # trTeDataAddrCompress: rvt has 2 for exclusive or, too (README.md, difference 5).
        o = self.config.o
        compression = 0 if o["full_data_address"] else 2
        bits = self.tracing << 1 | o["no_data"] << 16 | o["no_address"] << 17
        return bits | compression << 18

    def control_script(self):
        """The control script (docs/files.md)."""
        return [[0, "trace"]] + self.control

    def put_access(self, take):
        """A random access in one group; False if no request ID is free."""
        rng, config = self.rng, self.config
        take["dretire"], take["dtype"] = 1, rng.choice(self.types)
        kind = DTYPES[take["dtype"]]
        take["dsize"] = rng.randint(0, self.largest)
        if kind in CSRS:
            take["dsize"] = 3 if config.p["iaddress_width_p"] > 32 else 2
        if self.split and kind not in CSRS + ("store", "scfail"):
            free = [key for key in range(1 << config.p["lrid_width_p"]) if key not in self.open]
            if not free:
                return False
            take["lrid"] = rng.choice(free)
        size = take["dsize"]
        bits = config.p["daddress_width_p"]
        near = self.last.get(size, 0) + rng.randint(-40, 40)
        address = rng.choice((near, near, near, rng.getrandbits(bits), -1 << rng.randrange(bits)))
        if take["dtype"] >= 8 or rng.random() < 0.7:
            address &= -1 << size
        if kind in CSRS:
            address &= mask(12)
        take["daddr"] = self.last[size] = address & mask(bits)
        store = "sdata" if self.split and kind not in CSRS else "data"
        if kind != "scfail":
            take[store] = self.value(size)
        if take["dtype"] >= 4 and not (self.split and kind not in CSRS) and kind != "scfail":
            take["operand"] = self.value(size)
        if kind == "load" and self.split:
            take[store] = 0
        return True

    def value(self, size):
        """Random data: often small, often near the value before."""
        rng, bits = self.rng, 8 << size
        before = self.values.get(size, 0)
        self.values[size] = rng.choice(
            (
                before + rng.randint(-300, 300),
                before ^ rng.getrandbits(1 + rng.randrange(bits)),
                rng.getrandbits(bits),
                -rng.getrandbits(1 + rng.randrange(bits)),
                0,
            )
        )
        return self.values[size] & mask(bits)

    def tip(self):
        """The rows as a text tip trace (docs/files.md)."""
        columns = [f"{name}_{group}" for group in range(self.groups) for name in COLUMNS]
        head = "cycle,iretire_0,ilastsize_0,iaddr_0,cause,priv,tval,itype_0,lost,context,ctype"
        lines = [",".join([head] + columns)]
        for number, row in enumerate(self.rows):
            place, context = f"{CODE + 4 * number:x}", f"{row['context']:x},{row['ctype']}"
            trap = f"{2 * (row['itype'] in (1, 2))},{PRIVILEGE},0,{row['itype']},{row['lost']}"
            start = f"{number},2,1,{place},{trap},{context}"
            values = [
                f"{row[name]:x}" if name.rsplit("_", 1)[0] in HEX else str(row[name])
                for name in columns
            ]
            lines.append(",".join([start] + values))
        return "\n".join(lines) + "\n"

    def code(self):
        """The program: as many NOPs as rows, and one more."""
        return NOP * (len(self.rows) + 1)


def visible(config, access):
    """What of an access a decoder sees with the options no_address and no_data."""
    seen = Access(**vars(access))
    if config.o["no_address"] and access.kind not in CSRS:
        seen.address = None
    if config.o["no_data"] and seen.phase == "request":
        # The packets are those of unified signalling (AMB-180).
        seen.phase, seen.lrid = "whole", None
    if config.o["no_data"]:
        seen.data = seen.operand = None
    if seen.phase == "response" and seen.error:
        seen.data = None
    if seen.phase == "response" or seen.kind == "scfail":
        seen.operand = None
    return seen

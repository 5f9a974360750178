# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""te_inst packets: the tables of the chapter Instruction Trace Encoder Output Packets, as data.

A packet is a dictionary of field names. notify, updiscon and irreport are 1 where the bit differs
from the one before it; irdepth is there only where irreport is 1. address is the transmitted field.
"""

from .bits import BitReader, BitsError, BitWriter, compress, mask, signed

# Widths are numbers, parameters, or one of the words that width() explains.
HEAD3 = (("format", 2), ("subformat", 2))
PLACE = (("time", "time"), ("context", "context"))
TAIL = (("address", "address"), ("notify", "flag"), ("updiscon", "flag"))
RETURN = (("irreport", "flag"), ("irdepth", "depth"))
LAYOUTS = {
    "F3/0": HEAD3
    + (("branch", 1), ("privilege", "privilege_width_p"))
    + PLACE
    + (("address", "address"),),
    "F3/1": HEAD3
    + (("branch", 1), ("privilege", "privilege_width_p"))
    + PLACE
    + (
        ("ecause", "ecause_width_p"),
        ("interrupt", 1),
        ("thaddr", 1),
        ("address", "trap_address"),
        ("tval", "tval"),
    ),
    "F3/2": HEAD3 + (("privilege", "privilege_width_p"),) + PLACE,
    "F3/3": HEAD3 + (("support", "support"),),
    "F2": (("format", 2),) + TAIL + RETURN,
    "F1": (("format", 2), ("branches", 5), ("branch_map", "map")) + TAIL + RETURN,
    "F1/none": (("format", 2), ("branches", 5), ("branch_map", "map")),
    "F0/0": (("format", 2), ("subformat", "f0s_width_p"), ("branch_count", 32), ("branch_fmt", 2)),
    "F0/0/address": (
        ("format", 2),
        ("subformat", "f0s_width_p"),
        ("branch_count", 32),
        ("branch_fmt", 2),
    )
    + TAIL
    + RETURN,
    "F0/1": (
        ("format", 2),
        ("subformat", "f0s_width_p"),
        ("index", "cache_size_p"),
        ("branches", 5),
        ("branch_map", "index_map"),
    )
    + RETURN,
}
# The table leaves encoder_mode, ioptions and doptions to the implementation (AMB-122), with a bit
# for each optional mode that the encoder supports; these are the names and widths of the layout
# that rvt's configuration calls modes. Its bit for sequentially inferable jumps is there if the
# encoder supports them.
SIJUMP = ("sijump", 1)
SUPPORT = (
    ("ienable", 1),
    ("encoder_mode", 1),
    ("qual_status", 2),
    ("implicit_return", 1),
    ("implicit_exception", 1),
    ("full_address", 1),
    ("jump_target_cache", 1),
    ("branch_prediction", 1),
    SIJUMP,
    ("denable", 1),
    ("dloss", 1),
    ("noaddr", 1),
    ("nodata", 1),
    ("full_daddress", 1),
    ("full_data", 1),
)
NO_CHANGE, ENDED_REP, TRACE_LOST, ENDED_NTR = range(4)


def map_bits(branches):
    """The size of branch_map for this value of branches in a packet with an address."""
    return next((size for size in (1, 3, 7, 15, 31) if branches <= size), 31) if branches else 0


def depth_width(config):
    """The width of irdepth: _return_stack_size_p_, one more if not 0, _call_counter_size_p_."""
    size = config.p["return_stack_size_p"]
    return size + (size > 0) + config.p["call_counter_size_p"]


def address_width(config):
    """The width of an address field."""
    return config.p["iaddress_width_p"] - config.p["iaddress_lsb_p"]


class Format:
    """The tables with the widths of one configuration."""

    def __init__(self, config):
        """config: its parameters and the option implicit_exception count."""
        p = config.p
        self.config = config
        self.address = address_width(config)
        self.depth = depth_width(config)
        self.widths = {
            "time": 0 if p["notime_p"] else p["time_width_p"],
            "context": 0 if p["nocontext_p"] else p["context_width_p"],
            "address": self.address,
            "flag": 1,
            "depth": self.depth,
        }
        self.support = tuple(field for field in SUPPORT if field != SIJUMP or p["sijump_p"])
        if config.support_layout:
            self.support = tuple((name, width) for name, width in config.support_layout)

    def width(self, kind, packet):
        """The width of a field in this packet.

        map: 31 bits if branches is 0; index_map: no bits then; trap_address: omitted for a handler
        in implicit exception mode; tval: omitted for interrupts.
        """
        if isinstance(kind, int):
            return kind
        if kind in self.widths:
            return self.widths[kind]
        if kind == "map":
            return map_bits(packet["branches"]) or 31
        if kind == "index_map":
            return map_bits(packet["branches"])
        if kind == "trap_address":
            omitted = packet["thaddr"] and self.config.o["implicit_exception"]
            return 0 if omitted else self.address
        if kind == "tval":
            return 0 if packet["interrupt"] else self.config.p["iaddress_width_p"]
        return self.config.p[kind]

    def name(self, packet):
        """Which of the tables a packet follows."""
        form = packet["format"]
        if form == 3:
            return f"F3/{packet['subformat']}"
        if form == 2:
            return "F2"
        if form == 1:
            return "F1" if packet["branches"] else "F1/none"
        if packet["subformat"] == 1:
            return "F0/1"
        return "F0/0/address" if packet["branch_fmt"] else "F0/0"

    def write(self, packet):
        """The fields of a packet, in a BitWriter."""
        out = BitWriter()
        for name, kind in LAYOUTS[self.name(packet)]:
            if kind == "support":
                for field, width in self.support:
                    out.put(packet.get(field, 0), width, field)
            elif kind == "flag":
                out.put(out.last_bit() ^ packet.get(name, 0), 1, name)
            elif kind == "depth":
                same = mask(self.depth) if self.depth and out.last_bit() else 0
                out.put(packet["irdepth"] if packet.get("irreport") else same, self.depth, name)
            elif name == "address" and packet.get("address", 0) < 0:
                out.put(packet["address"] & mask(self.address), self.width(kind, packet), name)
            else:
                width = self.width(kind, packet)
                out.put(packet.get(name, 0) if width else 0, width, name)
        return out

    def encode(self, packet):
        """The payload of a packet, compressed as a whole."""
        out = self.write(packet)
        return compress(out.value, out.width)

    def decode(self, payload):
        """The packet of a payload. Raises BitsError if it follows no table."""
        reader = BitReader(payload)
        packet = {"format": reader.get(2)}
        if packet["format"] == 3:
            packet["subformat"] = reader.get(2)
            layout = LAYOUTS[f"F3/{packet['subformat']}"]
        elif packet["format"] == 2:
            layout = LAYOUTS["F2"]
        elif packet["format"] == 1:
            layout = LAYOUTS["F1"]
        else:
            packet["subformat"] = self.subformat(reader)
            layout = LAYOUTS["F0/1" if packet["subformat"] else "F0/0/address"]
        for name, kind in layout:
            if name in packet:
                continue
            if name == "address" and (
                packet["format"] == 1
                and packet["branches"] == 0
                or packet["format"] == 0
                and packet["branch_fmt"] == 0
            ):
                break
            self.read_field(reader, packet, name, kind)
        if packet.get("branch_fmt") == 1:
            raise BitsError("branch_fmt 01 cannot occur")
        if packet.get("encoder_mode"):
            raise BitsError("branch trace is the only encoder_mode that is defined")
        if packet.get("branches"):
            packet["branch_map"] &= mask(packet["branches"])
        reader.finish()
        return packet

    def subformat(self, reader):
        """The subformat of format 0: a field, or the one optional format that is supported."""
        p, width = self.config.p, self.config.p["f0s_width_p"]
        if width:
            value = reader.get(width)
            if value > 1 or not p[("bpred_size_p", "cache_size_p")[value]]:
                raise BitsError(f"format 0 has no subformat {value} here")
            return value
        if bool(p["bpred_size_p"]) == bool(p["cache_size_p"]):
            raise BitsError("format 0 without an optional format, or without a subformat")
        return int(not p["bpred_size_p"])

    def read_field(self, reader, packet, name, kind):
        """Reads one field into a packet."""
        if kind == "support":
            for field, width in self.support:
                packet[field] = reader.get(width)
            return
        width = self.width(kind, packet)
        if kind == "flag":
            before = reader.last_bit()
            packet[name] = reader.get(1) ^ before
        elif kind == "depth":
            before = reader.last_bit()
            value = reader.get(width)
            if packet["irreport"]:
                packet[name] = value
            elif width and value != (mask(width) if before else 0):
                raise BitsError("irdepth differs from irreport, which reports nothing")
        elif width or kind == "index_map":
            packet[name] = reader.get(width)

    def signed_address(self, value):
        """An address field as a difference."""
        return signed(value, self.address)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""te_data packets, both ways: payloads and their fields, accesses and their packets.

The formats are the tables of the chapter Data Trace Encoder Output Packets, as data. An encoder
may choose between several codes of one access, so `candidates` returns every legal packet, and
`Encoder` takes the shortest. Where the text is silent, the reading of that name decides or
`Undecided` is raised (readings.yaml).

Spec: Data Trace Encoder Output Packets; Data Trace Interface.
"""

from dataclasses import dataclass, replace

from tests.oracle.bits import BitReader, BitWriter, BitsError, mask, signed
from tests.oracle.config import Undecided

# dtype codes of the ingress interface, by the names that docs/files.md gives them.
DTYPES = {
    0: "load",
    1: "store",
    4: "csrrw",
    5: "csrrs",
    6: "csrrc",
    8: "swap",
    9: "add",
    10: "and",
    11: "or",
    12: "xor",
    13: "max",
    14: "min",
    15: "scfail",
}
ATOMICS = ("swap", "add", "and", "or", "xor", "max", "min", "scfail")
CSRS = ("csrrw", "csrrs", "csrrc")

# Values of the field format. The table of the split atomic response prints 110, which is the
# request's code (AMB-170).
LOAD, STORE, LOAD_DATA, CSR, ATOMIC = 0, 2, 4, 5, 6

# The tables: name of the packet, then (field, width). A width is a number of bits or one of
#   format, size, lrid, csr_subtype, csr_diff   by the configuration (class Widths)
#   few       1 or 2 bits: how many kinds of compression are offered
#   =size     the value of the field size, in bits
#   csr_len   2 or 3 bits, by the width of CSRs
#   NAME*8    8 * (value of NAME + 1)
#   daddress, data   the width of these buses
# The field `operand` comes before `data`, except in CSR packets.
LOAD_STORE = (("format", "format"), ("size", "size"))
ATOMIC_HEAD = (("format", 3), ("subtype", 3), ("size", "size"))
LENGTH_DATA = (("data_len", "=size"), ("data", "data_len*8"))
LENGTH_OPERAND = (("op_len", "=size"), ("operand", "op_len*8"))
CSR_HEAD = (("format", 3), ("subtype", 2), ("diff", "few"))
CSR_DATA = (("data_len", "csr_len"), ("data", "data_len*8"), ("addr_msbs", 6))
TABLES = {
    "load_store": LOAD_STORE + (("diff", 2),) + LENGTH_DATA + (("address", "daddress"),),
    "load_store_address": LOAD_STORE + (("diff", 1), ("address", "daddress")),
    "load_store_data": LOAD_STORE + (("diff", "few"), ("data", "data")),
    "load_request": LOAD_STORE + (("lrid", "lrid"), ("diff", 1), ("address", "daddress")),
    "load_response": LOAD_STORE + (("lrid", "lrid"), ("resp", 2), ("data", "data")),
    "atomic": ATOMIC_HEAD
    + (("diff", 2),)
    + LENGTH_OPERAND
    + LENGTH_DATA
    + (("address", "daddress"),),
    "atomic_address": ATOMIC_HEAD + (("diff", 1), ("address", "daddress")),
    "atomic_data": ATOMIC_HEAD + (("diff", "few"),) + LENGTH_OPERAND + (("data", "data"),),
    "atomic_request": ATOMIC_HEAD
    + (("lrid", "lrid"), ("diff", "few"))
    + LENGTH_OPERAND
    + (("address", "daddress"),),
    "atomic_response": (("format", 3), ("lrid", "lrid"), ("resp", 2)) + LENGTH_DATA,
    "csr": CSR_HEAD + CSR_DATA + (("op_len", "csr_len"), ("operand", "op_len*8"), ("addr_lsbs", 6)),
    "csr_read_only": CSR_HEAD + CSR_DATA + (("addr_lsbs", 6),),
    "csr_address": (
        ("format", 3),
        ("subtype", "csr_subtype"),
        ("diff", "csr_diff"),
        ("addr_msbs", 6),
        ("addr_lsbs", 6),
    ),
}

# What the codes of diff and resp mean: (differential address, coding of the data). None: reserved.
FULL, XOR, DIFF = "full", "xor", "diff"
BOTH_CODES = {0: (False, FULL), 1: (True, XOR), 2: (True, FULL), 3: (True, DIFF)}
ADDRESS_CODES = {0: (False, FULL), 1: (True, FULL)}
DATA_CODES = {0: (False, FULL), 1: (False, XOR), 2: None, 3: (False, DIFF)}
RESPONSE_CODES = {0: None, 1: (False, XOR), 2: (False, FULL), 3: (False, DIFF)}
# What the code of a packet covers: the address, the data, or both.
CODES = {
    "load_store": BOTH_CODES,
    "load_store_address": ADDRESS_CODES,
    "load_store_data": DATA_CODES,
    "load_request": ADDRESS_CODES,
    "load_response": RESPONSE_CODES,
    "atomic": BOTH_CODES,
    "atomic_address": ADDRESS_CODES,
    "atomic_data": DATA_CODES,
    "atomic_request": BOTH_CODES,
    "atomic_response": RESPONSE_CODES,
    "csr": DATA_CODES,
    "csr_read_only": DATA_CODES,
    "csr_address": ADDRESS_CODES,
}
RESPONSES = ("load_response", "atomic_response")


class PacketError(ValueError):
    """A te_data that the format does not allow; field names the culprit."""

    def __init__(self, field, why):
        """field: where; why: what is wrong with it."""
        super().__init__(f"{field}: {why}")
        self.field = field


@dataclass
class Access:
    """One data access, or one phase of a split one.

    kind: a name of DTYPES; size: logarithm of the number of bytes; address, operand, data: None if
    they are not known. A response has the kind and the address of its request.
    """

    kind: str
    size: int
    phase: str = "whole"
    lrid: int = None
    address: int = None
    operand: int = None
    data: int = None
    error: bool = False

    def text(self):
        """As `rvt decode` prints it (docs/files.md)."""
        words = ["data", self.kind or "?"]
        if self.phase != "whole":
            words.append(self.phase)
        words.append(f"size={1 << self.size}")
        if self.lrid is not None:
            words.append(f"lrid={self.lrid}")
        for name, value in (("addr", self.address), ("operand", self.operand), ("data", self.data)):
            if value is not None:
                words.append(f"{name}={value:x}")
        return " ".join(words + ["error"] * self.error)


def clog2(value):
    """The logarithm to base 2, rounded up."""
    return (value - 1).bit_length()


class Widths:
    """What the widths of the tables depend on."""

    def __init__(self, config):
        """config: a Config."""
        p, o = config.p, config.o
        self.config = config
        self.split = config.reading("dat_signalling") == "split"
        self.daddress, self.data = p["daddress_width_p"], p["data_width_p"]
        self.size = max(1, clog2(clog2(self.data // 8 + 1)))
        # "2 bits wide if only unified loads and stores are supported, or 3 bits otherwise":
        # dtype_width_p is 1 if the hart has no other types.
        self.types = p["dtype_width_p"]
        self.format = 2 if self.types < 3 and not self.split else 3
        self.lrid = p["lrid_width_p"]
        self.offered = {"both": (XOR, DIFF), "xor": (XOR,), "diff": (DIFF,)}[
            config.reading("dat_compress")
        ]
        self.few = config.reading("dat_diff_bits")
        if self.few == 1 and len(self.offered) == 2:
            raise PacketError("diff", "one bit cannot name two kinds of compression")
        self.csr_subtype = config.reading("dat_csr_subtype_bits")
        self.csr_diff = 1
        self.no_address, self.no_data = o["no_address"], o["no_data"]
        self.failures = config.reading("dat_sc_failure")
        self.atomic_response = config.reading("dat_split_atomic_rsp")

    def csr_size(self):
        """The logarithm of the bytes of a CSR: 2 or 3. The text names no parameter for it."""
        reading = self.config.reading("dat_csr_width")
        by_data = 3 if self.data >= 64 else 2
        by_address = 3 if self.config.p["iaddress_width_p"] > 32 else 2
        if reading == "undecided" and by_data != by_address:
            raise Undecided("CSR, data_len", "no parameter gives the width of CSRs")
        return by_address if reading == "iaddress_width_p" else by_data

    def bits(self, width, fields, pending_size):
        """The width of a field, from its entry in the table and the fields before it."""
        if isinstance(width, int):
            return width
        if width == "csr_len":
            return self.csr_size()
        if width == "=size":
            size = fields.get("size", pending_size)
            if size is None:
                raise Undecided("AMB-171", "the size of a split atomic whose request is not known")
            return size
        if width.endswith("*8"):
            return 8 * (fields[width[:-2]] + 1)
        return getattr(self, width)


def codes(name, few):
    """The codes of diff or resp of this packet: code to (differential address, data coding)."""
    table = CODES[name]
    if dict(TABLES[name]).get("diff") == "few" and few == 1:
        # One bit: full, or the one compression that is offered.
        first, second = table[0], table[1]
        return {0: first, 1: (second[0], None)}
    return table


def coding(widths, name, code):
    """What this code means; raises PacketError if it is reserved."""
    entry = codes(name, widths.few).get(code)
    if entry is None:
        raise PacketError("resp" if name in RESPONSES else "diff", f"reserved code {code}")
    differential, data = entry
    return differential, widths.offered[0] if data is None else data


def pack(widths, name, fields, pending_size=None):
    """The payload of these fields: a BitWriter. A response with an error ends after resp."""
    writer = BitWriter()
    for field, width in TABLES[name]:
        if field in ("data", "data_len") and name in RESPONSES and fields["resp"] == 0:
            break
        writer.put(fields[field], widths.bits(width, fields, pending_size), field)
    return writer


def full_width(widths, name, fields, pending_size=None):
    """How many bits this packet has without compression."""
    total = 0
    for field, width in TABLES[name]:
        if name == "atomic_response" and fields["resp"] == 0 and field in ("data", "data_len"):
            continue
        total += widths.bits(width, fields, pending_size)
    return total


def select(widths, reader):
    """The name of the packet that starts here, read up to the first bits of format.

    Bits are peeked at, nothing is consumed. Raises PacketError or Undecided.
    """
    code = reader.value & mask(widths.format)
    both = not widths.no_address and not widths.no_data
    if code in (LOAD, LOAD + 1) and widths.split:
        return "load_request" if both else reduced(widths, "load_store")
    if code < LOAD_DATA:
        return "load_store" if both else reduced(widths, "load_store")
    if code == LOAD_DATA:
        if not widths.split:
            raise PacketError("format", "a split load's data without split signalling")
        if widths.no_address or widths.no_data:
            reduced(widths, "load_store")
            raise PacketError("format", "a split load's data, and loads are unified packets")
        return "load_response"
    if widths.types < (3 if code == CSR else 4):
        raise PacketError("format", "dtype_width_p has no code for this type")
    if code == CSR:
        if widths.no_address:
            no_address_csr(widths)
        if widths.no_data:
            return "csr_address"
        return "csr"
    if code == ATOMIC:
        failed = reader.value >> widths.format & 7 == ATOMICS.index("scfail")
        if failed and widths.failures == "always" and not widths.no_address:
            return "atomic_address"
        if widths.split and widths.atomic_response == ATOMIC:
            raise Undecided("AMB-170", "code 110 is printed for request and response")
        if widths.split:
            return "atomic_request" if both else reduced(widths, "atomic")
        return "atomic" if both else reduced(widths, "atomic")
    if widths.split and widths.atomic_response == code:
        if widths.no_data:
            reduced(widths, "atomic")
            raise PacketError("format", "a split atomic's data, and atomics are unified packets")
        return "atomic_response"
    raise PacketError("format", f"no packet has code {code}")


def reduced(widths, base):
    """The packet without address or without data; with split signalling see AMB-180."""
    if widths.split and widths.config.reading("dat_split_reduced") != "unified":
        raise Undecided("AMB-180", "split signalling without address or without data")
    if widths.split and widths.no_address and base == "atomic":
        raise Undecided("AMB-180", "operand and data of a split atomic come from two phases")
    return base + ("_address" if widths.no_data else "_data")


def no_address_csr(widths):
    """There is no table for a CSR access without address; raises Undecided unless one is chosen."""
    if widths.config.reading("dat_csr_no_address") == "undecided":
        raise Undecided("CSR", "no packet has a CSR's data without its address")


def unpack(widths, payload, pending=None):
    """The fields of a payload: (name, fields, bits of the packet before compression).

    pending: lrid to Access, the requests of split atomics that wait for their response. Raises
    PacketError if the payload breaks the format, Undecided where the text is silent.
    """
    try:
        reader = BitReader(payload)
    except BitsError as error:
        raise PacketError("payload", str(error)) from error
    name = select(widths, reader)
    if name == "csr":
        name = csr_table(widths, reader)
    fields, size = {}, None
    for field, width in TABLES[name]:
        if field in ("data", "data_len") and name in RESPONSES and fields["resp"] == 0:
            break
        if field == "data_len" and name == "atomic_response":
            request = (pending or {}).get(fields["lrid"])
            size = request.size if request else None
        fields[field] = reader.get(widths.bits(width, fields, size), field)
        check_field(widths, name, field, fields, size)
    full = full_width(widths, name, fields, size)
    if len(payload) > (full + 7) // 8:
        raise PacketError("payload", f"{len(payload)} bytes, of at most {(full + 7) // 8}")
    if fields.get("resp") == 0:
        # The absent data continue the last bit of resp.
        if reader.value >> reader.position:
            raise PacketError("data", "data after an error")
        return name, fields, full
    try:
        reader.finish()
    except BitsError as error:
        raise PacketError("payload", str(error)) from error
    return name, fields, full


def csr_table(widths, reader):
    """Which of the two CSR packets this is: the address decides, which comes after the data."""
    probe = BitReader(b"\0")
    probe.value, probe.position = reader.value, 0
    fields = {}
    for field, width in TABLES["csr_read_only"][:-1]:
        fields[field] = probe.get(widths.bits(width, fields, None), field)
    return "csr_read_only" if fields["addr_msbs"] >> 4 == 3 else "csr"


def check_field(widths, name, field, fields, size):
    """Refuses the values that the tables reserve, and lengths beyond the access's size."""
    value = fields[field]
    if field == "size" and 8 << value > widths.data:
        raise PacketError("size", f"{1 << value} bytes are more than data_width_p")
    if field == "subtype" and name.startswith("csr") and value >= 3:
        raise PacketError("subtype", "reserved")
    if field == "subtype" and name.startswith("atomic") and value == 7:
        if name != "atomic_address":
            raise PacketError("subtype", "reserved")
    if field in ("diff", "resp") and not (field == "resp" and value == 0):
        coding(widths, name, value)
    if field in ("data_len", "op_len"):
        limit = fields.get("size", size)
        if name.startswith("csr"):
            limit = widths.csr_size()
        if value >= 1 << limit:
            raise PacketError(field, f"{value + 1} bytes are more than the access has")


class History:
    """Addresses and data that differences refer to; a sync packet clears it.

    The text has one history for each access size. Addresses and data become known separately,
    since no packet of a split load has both (own finding, see README.md).
    """

    def __init__(self, config):
        """config: a Config; reading dat_hist."""
        self.by_class = config.reading("dat_hist") == "size_class"
        self.operands = config.reading("dat_operand")
        self.addresses, self.data, self.operand = {}, {}, {}

    def key(self, kind, size):
        """The history that an access belongs to."""
        group = "csr" if kind in CSRS else "atomic" if kind in ATOMICS else "load_store"
        return (size, group) if self.by_class else size

    def clear(self):
        """After a sync packet everything is sent in full."""
        self.addresses, self.data, self.operand = {}, {}, {}

    def learn(self, access):
        """This access is the previous one of its size from now on."""
        key = self.key(access.kind, access.size)
        if access.address is not None:
            self.addresses[key] = access.address
        if access.operand is not None:
            self.operand[key] = access.operand
            if self.operands == "shared" and access.data is None:
                raise Undecided("AMB-177", "whether the operand of a request is previous data")
        if access.data is not None:
            self.data[key] = access.data


def is_aligned(address, size):
    """Whether an address is a multiple of the access size."""
    return address & mask(size) == 0


def code_value(value, base, bits, how):
    """A value as it is sent: in full, XOR or minus the base; a number of this many bits."""
    if how == FULL:
        return value & mask(bits)
    return (value ^ base if how == XOR else value - base) & mask(bits)


def decode_value(value, base, bits, how):
    """The inverse of code_value; value may be negative."""
    if how == FULL:
        return value & mask(bits)
    return (value ^ base if how == XOR else value + base) & mask(bits)


def shortest_bytes(value, bits):
    """How many bytes carry a value of so many bits, if the rest follows by sign extension."""
    count = bits // 8
    while count > 1 and signed(value, 8 * (count - 1)) == signed(value, 8 * count):
        count -= 1
    return count


class Codec:
    """What encoder and decoder share: widths, history, requests in progress."""

    def __init__(self, config):
        """config: a Config with data_trace."""
        self.config, self.widths, self.history = config, Widths(config), History(config)
        self.pending = {}

    def sync(self):
        """A sync packet (format 3, subformat 0 or 1) was sent."""
        self.history.clear()

    def size_of(self, kind, dsize):
        """The size of an access: that of the CSRs, or 2^dsize bytes."""
        return self.widths.csr_size() if kind in CSRS else dsize

    def coded_address(self, access, name, differential):
        """The field address, or None if the reading does not allow this code here."""
        width = self.widths.daddress
        aligned = is_aligned(access.address, access.size)
        if access.kind in CSRS:
            width = 12
        if access.kind in ATOMICS and not aligned:
            raise Undecided("Atomic, address", "the address of an atomic that is not aligned")
        shift = access.size if aligned and access.kind not in CSRS else 0
        if not differential:
            return (access.address & mask(width)) >> shift
        base = self.history.addresses.get(self.history.key(access.kind, access.size))
        if base is None:
            return None
        reading = self.config.reading("dat_aligned_base")
        xor = self.config.reading("dat_addr_compress") == "xor"
        if base & mask(shift):
            if reading == "undecided":
                raise Undecided("diff field", "an aligned access after an unaligned one")
            if reading == "full":
                return None
        if self.config.reading("dat_diff_wrap") == "modular":
            whole = access.address ^ base if xor else access.address - base
            return signed(whole, width) >> shift & mask(width)
        high, low = access.address >> shift, base >> shift
        return (high ^ low if xor else high - low) & mask(width)

    def decoded_address(self, value, kind, size, aligned, differential):
        """The address of a field, with the history."""
        width = 12 if kind in CSRS else self.widths.daddress
        shift = size if aligned and kind not in CSRS else 0
        if not differential:
            return value << shift & mask(width)
        base = self.history.addresses.get(self.history.key(kind, size))
        if base is None:
            raise PacketError("diff", "a differential address, and no access of this size before")
        if base & mask(shift) and self.config.reading("dat_aligned_base") == "undecided":
            raise Undecided("diff field", "an aligned access after an unaligned one")
        if base & mask(shift) and self.config.reading("dat_aligned_base") == "full":
            raise PacketError("diff", "a differential aligned address after an unaligned one")
        low = base >> shift
        value = value ^ low if self.config.reading("dat_addr_compress") == "xor" else value + low
        return value << shift & mask(width)


class Encoder(Codec):
    """Accesses to te_data."""

    def candidates(self, access, lengths="shortest"):
        """Every legal packet of an access: [(name, fields, BitWriter)].

        lengths: shortest, or any: also values with more bytes than they need. Does not change the
        history. Raises Undecided. No packet: the access is not reported.
        """
        name = self.packet_name(access)
        if name is None:
            return []
        found = []
        for code, meaning in codes(name, self.widths.few).items():
            if meaning is None and not (name in RESPONSES and code == 0):
                continue
            if name in RESPONSES and (code == 0) != access.error:
                continue
            fields = self.fields(access, name, code)
            if fields is None:
                continue
            for choice in self.with_lengths(name, fields, access, lengths):
                found.append((name, choice, pack(self.widths, name, choice, access.size)))
        return found

    def encode(self, access, choose=None):
        """The te_data of an access, and the history after it: (name, fields, BitWriter) or None.

        choose: picks one of the candidates; default: the fewest bytes, then the lowest code.
        """
        found = self.candidates(access)
        if not found:
            return None
        picked = choose(found) if choose else min(found, key=lambda c: len(c[2].compressed()))
        self.learn(access)
        return picked

    def learn(self, access):
        """What this packet leaves for the next ones."""
        sent = access
        if self.widths.no_address or access.phase == "response":
            sent = replace(sent, address=None)
        if self.widths.no_data:
            sent = replace(sent, operand=None, data=None)
        self.history.learn(sent)
        if access.phase == "request":
            self.pending[access.lrid] = access
        elif access.phase == "response":
            self.pending.pop(access.lrid, None)

    def packet_name(self, access):
        """The table of an access, None if the text has no packet for it."""
        widths = self.widths
        both = not widths.no_address and not widths.no_data
        if access.phase == "response":
            if widths.no_data:
                return None
            return "load_response" if access.kind == "load" else "atomic_response"
        if access.kind in CSRS:
            if widths.no_address:
                no_address_csr(widths)
            if widths.no_data:
                return "csr_address"
            return "csr_read_only" if access.address >> 10 & 3 == 3 else "csr"
        if access.kind == "scfail":
            # The subtype is reserved in every table but that without data.
            if widths.no_data:
                return "atomic_address"
            if widths.failures == "no_data":
                return None
            if widths.no_address:
                raise Undecided("Atomic, subtype 111", "a conditional store failure, no address")
            return "atomic_address"
        base = "atomic" if access.kind in ATOMICS else "load_store"
        if access.phase == "request" and both:
            return "atomic_request" if base == "atomic" else "load_request"
        if both:
            return base
        if access.kind == "store":
            return "load_store_address" if widths.no_data else "load_store_data"
        return reduced(widths, base)

    def fields(self, access, name, code):
        """The fields of a packet but for lengths; None if the history rules this code out."""
        widths, key = self.widths, self.history.key(access.kind, access.size)
        table = dict(TABLES[name])
        fields = {"lrid": access.lrid, "size": access.size}
        fields["resp" if name in RESPONSES else "diff"] = code
        if access.kind in CSRS:
            fields["format"], fields["subtype"] = CSR, CSRS.index(access.kind)
        elif access.kind in ATOMICS:
            fields["format"] = ATOMIC
            fields["subtype"] = ATOMICS.index(access.kind)
        else:
            fields["format"] = LOAD if access.kind == "load" else STORE
            fields["format"] += not is_aligned(access.address or 0, access.size)
        if name in RESPONSES:
            fields["format"] = LOAD_DATA if name == "load_response" else widths.atomic_response
            if code == 0:
                return {field: fields[field] for field in table if field in fields}
        differential, how = coding(widths, name, code)
        if how not in (FULL,) + widths.offered:
            return None
        if self.config.o["full_data_address"] and differential:
            return None
        operand_alone = name == "atomic_request" and self.config.reading("dat_operand") == "full"
        if self.config.o["full_data"] and how != FULL and not operand_alone:
            return None
        if "address" in table or "addr_lsbs" in table:
            value = self.coded_address(access, name, differential)
            if value is None:
                return None
            fields["address"], fields["addr_msbs"] = value, value >> 6 & mask(6)
            fields["addr_lsbs"] = value & mask(6)
        if not self.put_values(access, table, fields, how, key):
            return None
        return {field: fields[field] for field in table if field in fields}

    def put_values(self, access, table, fields, how, key):
        """Sets data and operand; False if the history does not have what the code needs."""
        bits = 8 << access.size
        if "data" in table:
            base = self.history.data.get(key)
            if how != FULL and base is None:
                return False
            value = code_value(access.data, base, bits, how)
            if table["data"] == "data":
                # AMB-174: the field is as wide as the bus.
                fill = self.config.reading("dat_data_fill")
                if fill == "sign":
                    value = signed(value, bits) & mask(self.widths.data)
            fields["data"] = value
        if "operand" in table:
            operands = self.config.reading("dat_operand")
            bases = self.history.operand if operands == "own" else self.history.data
            if operands == "full":
                # "Uncompressed": codes of compressed data have no meaning without data.
                fields["operand"] = access.operand & mask(bits)
                return "data" in table or self.widths.few == 1 or how == FULL
            base = bases.get(key)
            if how != FULL and base is None:
                return False
            fields["operand"] = code_value(access.operand, base, bits, how)
        return True

    def with_lengths(self, name, fields, access, lengths):
        """The same fields with data_len and op_len, and the values cut to that many bytes."""
        table, choices = dict(TABLES[name]), [dict(fields)]
        for length, value in (("op_len", "operand"), ("data_len", "data")):
            if length not in table or value not in fields:
                continue
            bits = 8 << access.size
            least = shortest_bytes(fields[value], bits)
            most = bits // 8 if lengths == "any" else least
            choices = [
                {**choice, length: count - 1, value: fields[value] & mask(8 * count)}
                for choice in choices
                for count in range(least, most + 1)
            ]
        return choices


class Decoder(Codec):
    """te_data to accesses."""

    def decode(self, payload):
        """The access of a payload. Raises PacketError or Undecided."""
        name, fields, _ = unpack(self.widths, payload, self.pending)
        access = self.access(name, fields)
        self.history.learn(replace(access, address=None) if name in RESPONSES else access)
        if access.phase == "request":
            self.pending[access.lrid] = access
        elif access.phase == "response":
            self.pending.pop(access.lrid, None)
        return access

    def access(self, name, fields):
        """The access of a packet's fields."""
        widths = self.widths
        request = self.pending.get(fields.get("lrid")) if name in RESPONSES else None
        if name.startswith("csr"):
            kind, size = CSRS[fields["subtype"]], widths.csr_size()
        elif name == "atomic_response":
            if request is None:
                raise Undecided("AMB-171", "the size of a split atomic whose request is not known")
            kind, size = request.kind, request.size
        elif name.startswith("atomic"):
            kind, size = ATOMICS[fields["subtype"]], fields["size"]
        else:
            kind, size = ("store" if fields["format"] in (2, 3) else "load"), fields["size"]
        access = Access(kind, size, lrid=fields.get("lrid"))
        if name in RESPONSES:
            access.phase = "response"
            access.address = request.address if request else None
        elif "lrid" in fields:
            access.phase = "request"
        if fields.get("resp") == 0:
            access.error = True
            return access
        differential, how = coding(widths, name, fields["resp" if name in RESPONSES else "diff"])
        self.take_values(access, name, fields, how)
        if "address" in fields:
            aligned = name.startswith("atomic") or fields["format"] & 1 == 0
            access.address = self.decoded_address(
                fields["address"], kind, size, aligned, differential
            )
        if "addr_lsbs" in fields:
            value = fields["addr_msbs"] << 6 | fields["addr_lsbs"]
            access.address = self.decoded_address(value, kind, size, True, differential)
        return access

    def take_values(self, access, name, fields, how):
        """Sets data and operand of an access."""
        bits, key = 8 << access.size, self.history.key(access.kind, access.size)
        if "data" in fields:
            length = fields.get("data_len")
            sent = fields["data"]
            if length is not None:
                sent = signed(sent, 8 * (length + 1))
            base = self.history.data.get(key)
            if how != FULL and base is None:
                raise PacketError("diff", "compressed data, and no access of this size before")
            access.data = decode_value(sent, base, bits, how)
        if "operand" in fields:
            sent = signed(fields["operand"], 8 * (fields["op_len"] + 1))
            operands = self.config.reading("dat_operand")
            if operands == "full":
                access.operand = sent & mask(bits)
                return
            bases = self.history.operand if operands == "own" else self.history.data
            if how != FULL and bases.get(key) is None:
                raise PacketError("diff", "a compressed operand, and none before")
            access.operand = decode_value(sent, bases.get(key), bits, how)


def row_accesses(config, row):
    """The accesses and responses of one row of a tip trace (docs/files.md), in order of groups.

    row: column to number. With split signalling loads and atomics are requests, and a group's
    response follows its access (the text gives no order).
    """
    split = config.reading("dat_signalling") == "split"
    found, group = [], 0
    while f"dretire_{group}" in row or f"lresp_{group}" in row:
        take = {
            name: row.get(f"{name}_{group}", 0)
            for name in "dretire dtype daddr dsize data operand lrid lresp lid sdata ldata".split()
        }
        if take["dretire"]:
            found.append(ingress_access(config, take, split))
        if split and take["lresp"]:
            found.append((take["lresp"], take["lid"], take["ldata"]))
        group += 1
    return found


def ingress_access(config, take, split):
    """The access of one group of the data interface."""
    if take["dtype"] not in DTYPES:
        raise Undecided("dtype", f"reserved code {take['dtype']}")
    kind = DTYPES[take["dtype"]]
    size = Widths(config).csr_size() if kind in CSRS else take["dsize"]
    bits = 8 << size
    access = Access(kind, size, address=take["daddr"] & mask(config.p["daddress_width_p"]))
    if kind in CSRS:
        access.address &= mask(12)
        access.data = take["data"] & mask(bits)
        if access.address >> 10 != 3:
            access.operand = take["operand"] & mask(bits)
    elif kind == "store":
        access.data = (take["sdata"] if split else take["data"]) & mask(bits)
    elif split and kind != "scfail":
        access.phase, access.lrid = "request", take["lrid"]
        if kind != "load":
            access.operand = take["sdata"] & mask(bits)
    elif kind == "load":
        access.data = take["data"] & mask(bits)
    elif kind != "scfail":
        access.data, access.operand = take["data"] & mask(bits), take["operand"] & mask(bits)
    return access


def response(request, lresp, ldata):
    """The response to a request: lresp 2 has data, 3 is an error."""
    if lresp == 1:
        raise Undecided("lresp", "reserved code 1")
    access = Access(request.kind, request.size, "response", request.lrid, request.address)
    access.error = lresp == 3
    if not access.error:
        access.data = ldata & mask(8 << request.size)
    return access

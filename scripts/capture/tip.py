# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
"""Converts retired instructions and traps to the rows of a tip trace: one row per cycle, one block
per row.

How a hart divides its instructions into blocks, where it idles, and whether a trap shares the row
of the preceding block is sampled from a xorshift sequence whose seed is the trace's name: the same
run gives the same rows."""

import zlib

from capture import image

HEADER = "cycle,itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0,context,time,ctype,sijump_0"
BLOCK_MAX = 8  # instructions
TIME_SHIFT = 6  # cycles in a tick of the time column, as a power of two


class FlowError(Exception):
    """An address does not follow from the preceding one."""


class Writer:
    """Builds rows; `put` takes each row as text. Counts what it wrote."""

    def __init__(self, code, name, put):
        """Writes the header."""
        self.code = code
        self.put = put
        self.random = zlib.crc32(name.encode()) or 1
        self.rows = self.instructions = self.exceptions = self.interrupts = self.sijumps = 0
        self.cycle = 0
        self.context = 0  # value on the rows
        self.ctype = 0  # pending pulse
        self.ctype_latest = 0  # 1, 2, 3, 1, ...
        self.following = None  # address after the latest instruction; None after a trap
        self.loaded = None  # (register, value) of the latest item if it is lui, c.lui or auipc
        self.start_block()
        put(HEADER)

    def sample(self):
        """The next pseudo-random number."""
        x = self.random
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.random = x
        return x

    def start_block(self):
        """Begins an empty block. Three of eight hold at most one instruction, the others 2 to 8. A
        full block waits for the next item, because a trap may share its row."""
        value = self.sample()
        self.first = self.expected = None
        self.count = self.halfwords = self.last_size = self.priv = 0
        self.limit = 1 if value & 7 < 3 else 2 + (value >> 3) % (BLOCK_MAX - 1)
        self.join_trap = value >> 16 & 1
        self.idle = 1 + (value >> 24 & 15) if value >> 17 & 63 == 0 else 0

    def row(self, itype, cause=0, tval=0, priv=None, address=None, sijump=0):
        """Writes the block as a row and starts the next."""
        priv = self.priv if priv is None else priv
        address = self.first if address is None else address
        ctype = 0
        if self.count:
            ctype, self.ctype = self.ctype, 0
        self.put(
            f"{self.cycle},{itype},{cause},{tval:x},{priv},{address:x},{self.halfwords},"
            f"{self.last_size},{self.context:x},{self.cycle >> TIME_SHIFT:x},{ctype},{sijump}"
        )
        self.rows += 1
        self.cycle += 1 + self.idle
        self.start_block()

    def follows(self, address):
        """Checks that an address is the one that is due. Raises FlowError."""
        if self.following not in (None, address):
            raise FlowError(f"{address:x} follows, expected {self.following:x}")

    def retired(self, record):
        """Adds a retired instruction to the block, or ends the block."""
        step = self.code.insn(record.pc)
        itype = outcome(step, record, self.code.mask)
        sijump = infer(step, record, self.loaded, self.code.mask)
        self.follows(record.pc)
        self.following = record.next
        if self.count >= self.limit:
            self.row(image.NONE)
        if self.count and (record.pc != self.expected or record.priv != self.priv):
            raise FlowError(f"{record.pc:x} does not continue the block at {self.first:x}")
        if not self.count:
            self.first, self.priv = record.pc, record.priv
        self.count += 1
        self.halfwords += step.size >> 1
        self.last_size = step.size >> 2
        self.expected = record.pc + step.size & self.code.mask
        self.instructions += 1
        self.sijumps += sijump
        self.loaded = step.loads
        if itype or step.context is not None:
            self.row(itype, sijump=sijump)
        if step.context is not None and step.context != self.context:
            self.context = step.context
            self.ctype = self.ctype_latest = self.ctype_latest % 3 + 1

    def trap(self, record):
        """Writes a trap, on the row of the preceding block or on its own."""
        itype = image.INTERRUPT if record.interrupt else image.EXCEPTION
        tval = 0 if record.interrupt else record.tval
        self.interrupts += record.interrupt
        self.exceptions += not record.interrupt
        self.follows(record.epc)
        self.following = self.loaded = None
        if self.count:
            if record.epc != self.expected or record.priv != self.priv:
                raise FlowError(
                    f"trap at {record.epc:x} does not follow the block at {self.first:x}"
                )
            if self.join_trap:
                self.row(itype, record.cause, tval)
                return
            self.row(image.NONE)
        self.row(itype, record.cause, tval, record.priv, 0 if record.interrupt else record.epc)

    def finish(self):
        """Writes the last block."""
        if self.count:
            self.row(image.NONE)


def outcome(step, record, mask):
    """The itype of a retired instruction. Raises FlowError if the address after it is
    impossible."""
    following = record.next
    after = record.pc + step.size & mask
    if step.kind == image.NEVER:
        raise FlowError(f"{record.pc:x} cannot retire")
    if following is None:
        return step.itype
    if step.kind == image.SEQUENTIAL and following != after:
        raise FlowError(f"{following:x} after {record.pc:x}, expected {after:x}")
    if step.kind == image.DIRECT and following != step.target:
        raise FlowError(f"{following:x} after the jump at {record.pc:x}, expected {step.target:x}")
    if step.kind in (image.INDIRECT, image.XRET) and following & 1:
        raise FlowError(f"odd address {following:x} after {record.pc:x}")
    if step.kind == image.BRANCH:
        if following not in (after, step.target):
            raise FlowError(
                f"{following:x} after the branch at {record.pc:x}, expected "
                f"{after:x} or {step.target:x}"
            )
        return image.TAKEN if following == step.target else image.NOT_TAKEN
    return step.itype


def infer(step, record, loaded, mask):
    """The sijump of a retired instruction: 1 if it jumps by the register that the preceding
    instruction loaded with a constant (ETR-MODE-060). Raises FlowError if it then goes
    elsewhere."""
    if loaded is None or step.by is None or step.by[0] != loaded[0]:
        return 0
    target = loaded[1] + step.by[1] & mask & ~1
    if record.next not in (None, target):
        raise FlowError(f"{record.next:x} after the far jump at {record.pc:x}, expected {target:x}")
    return 1


def convert(records, code, name, put):
    """Writes the tip trace of a run through put(line); returns the Writer with its counts."""
    writer = Writer(code, name, put)
    for number, record in enumerate(records, 1):
        try:
            if hasattr(record, "cause"):
                writer.trap(record)
            else:
                writer.retired(record)
        except FlowError as error:
            raise FlowError(f"{name}: item {number}, row {writer.rows + 1}: {error}") from error
    writer.finish()
    return writer

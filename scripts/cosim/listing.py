# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Compares the decoded listing of a run with its rows and its program.

The bench writes which ranges of packets the model's encoder knows to be undecodable. Only these are
left out: what is before and after them is decoded separately."""

import bisect
import re

from cosim.runs import call

SUPPORT = "F3/3"
COUNTS = re.compile(
    r"^expect: (\d+) lines equal, (\d+) of iterations omitted, (\d+) gaps, "
    r"(\d+) lines expected$",
    re.M,
)
FINDINGS = re.compile(r"^rvt: .*: (\d+) findings?$", re.M)
SEVERAL_PATHS = re.compile(r": implicit returns lead to this address more than once \[.*\]$", re.M)


def read_ranges(path):
    """Pairs of te_inst packets: the first of an undecodable range and the first after it, None if
    the range lasts to the end."""
    with open(path, encoding="utf-8") as file:
        bounds = [int(line) for line in file]
    return list(zip(bounds[::2], bounds[1::2] + [None] * (len(bounds) % 2)))


def packets_of(run, arguments, stream, log):
    """Position and name of each te_inst packet of the stream; none if it cannot be dumped."""
    status, output = call(
        [arguments.rvt, "dump", "-c", run.config, stream, "--as", "encap"], log, quiet=True
    )
    if status != 0:
        return []
    words = [line.split(None, 2) for line in output.splitlines()]
    return [(int(position, 16), name) for position, name, _ in words if name.startswith("F")]


def cut(data, packets, ranges):
    """The parts of a stream outside of the undecodable ranges, each preceded by the support packet
    that reports its modes."""
    supports = [number for number, (_, name) in enumerate(packets) if name == SUPPORT]

    def place(number):
        """Where a packet begins in the stream; its end for None and beyond the last packet."""
        return packets[number][0] if number is not None and number < len(packets) else len(data)

    begins = [0] + [end for _, end in ranges if end is not None]
    for begin, end in zip(begins, [start for start, _ in ranges] + [None]):
        latest = bisect.bisect_left(supports, begin) - 1
        modes = b""
        if latest >= 0:
            modes = data[place(supports[latest]) : place(supports[latest] + 1)]
        yield modes + data[place(begin) : place(end)] if place(begin) < place(end) else b""


def decode(run, arguments, elf, stream, listing, log):
    """Decodes a stream into a listing. Returns the status of rvt decode; 0 if it found nothing but
    packets to which several paths lead: the listing shows whether it took the right ones."""
    command = [arguments.rvt, "decode", "-c", run.config, "-p", elf, stream]
    status, output = call([*command, "--as", "encap", "--out", "pc", "-o", listing], log)
    found = FINDINGS.search(output)
    several = found is not None and int(found[1]) == len(SEVERAL_PATHS.findall(output))
    return 0 if status == 1 and several else status


def decode_around(run, arguments, folder, elf, ranges, listing, log):
    """Decodes what is outside of the undecodable ranges. Returns the status of rvt decode."""
    stream, piece, part = f"{folder}/stream.bin", f"{folder}/piece.bin", f"{folder}/piece"
    packets = packets_of(run, arguments, stream, log)
    with open(stream, "rb") as file:
        data = file.read()
    with open(listing, "w", encoding="utf-8") as whole:
        for number, bytes_of_it in enumerate(cut(data, packets, ranges)):
            whole.write("# gap\n" if number > 0 else "")
            if not bytes_of_it:
                continue
            with open(piece, "wb") as file:
                file.write(bytes_of_it)
            status = decode(run, arguments, elf, piece, part, log)
            if status != 0:
                return status
            with open(part, encoding="utf-8") as lines:
                whole.write(lines.read())
        whole.write("# gap\n" if ranges[-1][1] is None else "")
    return 0


def compare_listing(run, arguments, folder, tip, elf, log):
    """Compares the decoded listing with rows and program. Returns why it is wrong ('' if it is
    right), the number of lines that were compared, and the number of lines."""
    listing = f"{folder}/listing"
    ranges = read_ranges(f"{folder}/undecodable")
    if ranges:
        status = decode_around(run, arguments, folder, elf, ranges, listing, log)
    else:
        status = decode(run, arguments, elf, f"{folder}/stream.bin", listing, log)
    if status != 0:
        return f"rvt decode ended with {status}", 0, 0
    status, output = call([arguments.expect, run.rows_config, elf, tip, listing], log)
    counts = COUNTS.search(output)
    if status != 0 or not counts:
        return "the decoded listing differs", 0, 0
    equal, passes, _, there = (int(count) for count in counts.groups())
    return "", equal + passes, there

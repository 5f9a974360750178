# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The decoded listing of a run against the rows and the program. Where the model's encoder says that nobody can decode (the bench
writes where such a stretch begins and ends), the stretch alone is left out: what stands before and behind it is decoded by itself."""

import bisect
import re

from cosim.runs import call

SUPPORT = "F3/3"
COUNTS = re.compile(
    r"^expect: (\d+) lines equal, (\d+) of passes left out, (\d+) gaps, (\d+) lines expected$", re.M
)


def read_turns(path):
    """Pairs of te_inst packets: the first of a stretch, the first behind it (none: it lasts to the end)."""
    with open(path, encoding="utf-8") as file:
        turns = [int(line) for line in file]
    return list(zip(turns[::2], turns[1::2] + [None] * (len(turns) % 2)))


def packets_of(run, arguments, stream, log):
    """Position and name of each te_inst packet of the stream; none if it cannot be dumped."""
    status, output = call(
        [arguments.rvt, "dump", "-c", run.config, stream, "--as", "encap"], log, quiet=True
    )
    if status != 0:
        return []
    words = [line.split(None, 2) for line in output.splitlines()]
    return [(int(position, 16), name) for position, name, _ in words if name.startswith("F")]


def cut(data, packets, stretches):
    """Streams of what stands outside of the stretches, each with the support packet that tells its modes."""
    supports = [number for number, (_, name) in enumerate(packets) if name == SUPPORT]

    def place(number):
        return packets[number][0] if number is not None and number < len(packets) else len(data)

    begins = [0] + [end for _, end in stretches if end is not None]
    for begin, end in zip(begins, [start for start, _ in stretches] + [None]):
        told = bisect.bisect_left(supports, begin) - 1
        modes = data[place(supports[told]) : place(supports[told] + 1)] if told >= 0 else b""
        yield modes + data[place(begin) : place(end)] if place(begin) < place(end) else b""


def decode(run, arguments, elf, stream, listing, log):
    status, _ = call(
        [
            arguments.rvt,
            "decode",
            "-c",
            run.config,
            "-p",
            elf,
            stream,
            "--as",
            "encap",
            "--out",
            "pc",
            "-o",
            listing,
        ],
        log,
    )
    return status


def decode_around(run, arguments, folder, elf, stretches, listing, log):
    """Decodes what stands outside of the stretches. Returns the status of rvt decode."""
    stream, piece, part = f"{folder}/stream.bin", f"{folder}/piece.bin", f"{folder}/piece"
    packets = packets_of(run, arguments, stream, log)
    with open(stream, "rb") as file:
        data = file.read()
    with open(listing, "w", encoding="utf-8") as whole:
        for number, bytes_of_it in enumerate(cut(data, packets, stretches)):
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
        whole.write("# gap\n" if stretches[-1][1] is None else "")
    return 0


def judge_listing(run, arguments, folder, tip, elf, log):
    """Holds the decoded listing against rows and program. Returns why it is wrong, '' if it is right; lines that were equal, and
    lines that there are."""
    listing = f"{folder}/listing"
    stretches = read_turns(f"{folder}/turns")
    if stretches:
        status = decode_around(run, arguments, folder, elf, stretches, listing, log)
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

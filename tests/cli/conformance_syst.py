# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# Shows: SYST-003 SYST-005 SYST-008 SYST-009 SYST-011 SYST-012 SYST-013 SYST-014 SYST-018 SYST-106
"""SyS-T messages that an independent writer made, and the text that an independent printer gives
for them: a part of tests/cli/conformance. The folder holds input*.txt (lines "SYS-T RAW DATA: "),
output*.txt of the same name (the printer's table) and collateral.xml; messages without an origin
are those of GUID."""

import csv
import itertools
import json
import subprocess

GUID = "{494E5443-8A9C-4014-A65A-2F36A36D96E4}"
MARK = "SYS-T RAW DATA: "
COLUMNS = [
    "Decode Status",
    "Payload",
    "Type",
    "Severity",
    "Origin",
    "Unit",
    "Location",
    "Raw Length",
]
# Where the printer is known to be wrong, by the line of its table: what is right, and why. None in
# these messages.
DEVIATIONS = {}
# What `rvt syst check` must find: the writer never synchronises its clock.
FINDINGS = ["SYST-106"]


def run(program, *arguments, good=(0,)):
    """Runs rvt syst. Returns its output and None, or None and what is wrong if its status is not
    one of the good ones."""
    done = subprocess.run(
        [program, "syst", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode not in good:
        return None, f"rvt syst {arguments[0]}: exit {done.returncode}: {done.stderr.strip()}"
    return done.stdout, None


def row(message):
    """A message as the printer's table has it."""
    kind = message["type"]
    if "protocol" in message:
        kind += ":" + message["protocol"]
    elif "subtype" in message:
        kind += ":" + message["subtype"].replace("_", "")
    source = message.get("source")
    payload = message["body"].upper() if message["type"] == "RAW" else message["text"]
    return {
        "Decode Status": "OK",
        "Payload": "".join(" " if ord(c) < 32 else c for c in payload),
        "Type": kind,
        "Severity": message.get("severity", "MAX"),
        "Origin": message["client"] if "guid" in message else "",
        "Unit": str(message.get("origin_unit", 0)),
        "Location": f"{source['file']}:{source['line']}" if source else "",
        "Raw Length": str(message["size"]),
    }


def compare_rows(ours, theirs):
    """The first difference, or None, and how many rows were compared."""
    used = set()
    for number, (own, other) in enumerate(itertools.zip_longest(ours, theirs), start=2):
        if own is None or other is None:
            return f"line {number}: one of the two ends here", number - 2
        other = {column: other[column] for column in COLUMNS}
        if number in DEVIATIONS:
            used.add(number)
            other.update(DEVIATIONS[number][0])
        for column in COLUMNS:
            if own[column] != other[column]:
                return (
                    f"line {number}: {column}: ours '{own[column]}', theirs '{other[column]}'",
                    number - 2,
                )
    stale = sorted(set(DEVIATIONS) - used)
    return (f"the deviation of line {stale[0]} does not occur" if stale else None), len(ours)


def compare(program, folder, scratch, verdict):
    """Calls verdict(name, fault, note) for each comparison with the files in folder."""
    for path in sorted(folder.glob("input*.txt")):
        table = folder / path.name.replace("input", "output", 1)
        options = [path, "--as", "mipi", "-c", folder / "collateral.xml", "-g", GUID]
        text, fault = run(program, "decode", *options, "--json", good=(0, 1))
        if fault is None:
            with open(table, encoding="utf-8", newline="") as file:
                fault, count = compare_rows(
                    [row(m) for m in json.loads(text)], list(csv.DictReader(file))
                )
                fault = fault or (None if count else "the table is empty")
        verdict(
            f"syst {path.stem} decode", fault, "" if fault else f"{count} messages decoded the same"
        )

        text, fault = run(program, "decode", *options, good=(0, 1))
        (scratch / "syst.txt").write_text(text or "")
        bytes_again = ""
        if fault is None:
            bytes_again, fault = run(program, "encode", scratch / "syst.txt", "--to", "mipi")
        wanted = [
            line.strip()
            for line in path.read_text(encoding="latin-1").splitlines()
            if line.startswith(MARK)
        ]
        got = [MARK + line[len(MARK) :].upper() for line in (bytes_again or "").splitlines()]
        if fault is None and (not wanted or got != wanted):
            fault = next(
                (
                    f"message {n}: ours {a}, theirs {b}"
                    for n, (a, b) in enumerate(itertools.zip_longest(got, wanted))
                    if a != b
                ),
                "there are no messages",
            )
        verdict(f"syst {path.stem} encode", fault, f"{len(wanted)} messages are equal")

        text, fault = run(program, "check", *options, "--json", good=(0, 1))
        found = [finding["rule"] for finding in json.loads(text)] if fault is None else []
        if fault is None and found != FINDINGS:
            fault = f"found {found}"
        verdict(f"syst {path.stem} check", fault, f"findings: {', '.join(found)}")

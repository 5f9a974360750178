#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Shows that the list of what is not reached is compared in both directions, bit by bit for
toggles: each wrong list is refused for its own reason. Ends with "N passed, N failed".
exit: 0 all passed, 1 otherwise
"""

import contextlib
import io
import os
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from coverage import bits, points as coverage
from lib.junit import Suite

# What a run reached, by kind and name: bits 3:2 of a word do not toggle, nor do entries 1:0 of bit
# 0 of a table, nor a flag; one branch is not reached.
REACHED = {
    "toggle": {
        **{f"word[{bit}]": int(bit < 2) for bit in range(4)},
        **{f"table[{row}][{bit}]": bit for row in range(2) for bit in range(2)},
        "flag": 0,
    },
    "branch": {"if (a) (if, column 1)": 0, "if (b) (if, column 1)": 3},
}
BRANCH = "branch: {x.sv: ['if (a)*']}"
GOOD = ["word[3:2]", "table[1:0][0]", "flag"]
# Lists of toggles, another entry, and what is wrong with them; nothing if they are right.
LISTS = {
    "all that is not reached": (GOOD, BRANCH, []),
    "bits one by one": (
        ["word[3]", "word[2]", "table[0][0]", "table[1][0]", "flag"],
        BRANCH,
        [],
    ),
    "a bit left out": (["word[3]", *GOOD[1:]], BRANCH, ["not reached: toggle x.sv: word[2]"]),
    "bits left out": (
        GOOD[2:],
        BRANCH,
        ["not reached: toggle x.sv: table[1:0][0]", "not reached: toggle x.sv: word[3:2]"],
    ),
    "a bit that toggles": (
        ["word[3:1]", *GOOD[1:]],
        BRANCH,
        ["reached, although listed as unreached (LIST:4): toggle x.sv: word[1]"],
    ),
    "a bit that does not exist": (
        ["word[5:2]", *GOOD[1:]],
        BRANCH,
        ["LIST:4: no such point: toggle x.sv: word[5:4]"],
    ),
    "a signal that does not exist": (
        [*GOOD, "words[3]"],
        BRANCH,
        ["LIST:4: no such point: toggle x.sv: words[3]"],
    ),
    "a signal without its bits": (
        ["word", *GOOD[1:]],
        BRANCH,
        [
            "not reached: toggle x.sv: word[3:2]",
            "LIST:4: no such point: toggle x.sv: word",
        ],
    ),
    "a bit listed twice": (
        [*GOOD, "word[2]"],
        BRANCH,
        ["listed twice (LIST:4, LIST:4): toggle x.sv: word[2]"],
    ),
    "no entry for a branch": (
        GOOD,
        "line: {}",
        ["not reached: branch x.sv: if (a) (if, column 1)"],
    ),
    "a pattern for a branch that is reached": (
        GOOD,
        "branch: {x.sv: ['if (*']}",
        ["reached, although listed as unreached (LIST:5): branch x.sv: if (b) (if, column 1)"],
    ),
    "a pattern without a branch": (
        GOOD,
        "branch: {x.sv: ['if (a)*', 'if (c)*']}",
        ["LIST:5: no such point: branch x.sv: if (c)*"],
    ),
}
REFUSED = {
    "a range upside down": "word[2:3]",
    "a range of one bit": "word[2:2]",
    "a pattern": "word[*]",
    "half a bracket": "word[2",
}


def wrong_with(folder, toggles, other):
    """What the comparison says of a list, its path replaced by LIST."""
    path = f"{folder}/list.yaml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            "schema: rvt-unreached/1\nunreached:\n  - reason: it cannot be\n"
            f"    toggle: {{x.sv: {toggles}}}\n"
        )
        file.write("" if other.endswith("{}") else f"    {other}\n")
    points = coverage.Points()
    for kind, names in REACHED.items():
        for name, count in names.items():
            points.at(kind, "x.sv", name).hit(count, "run")
    found = coverage.compare(points, ("branch", "toggle"), path)
    return [text.replace(path, "LIST") for text in found]


def refused(folder, name):
    """True if a list with this name of bits cannot be read."""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            wrong_with(folder, [name], BRANCH)
    except SystemExit as error:
        return error.code == 2
    return False


def main():
    """Runs all cases. Returns the exit status."""
    os.chdir(ROOT)
    suite = Suite("coverage-unreached")
    with tempfile.TemporaryDirectory() as folder:
        for name, (toggles, other, expected) in LISTS.items():
            found = wrong_with(folder, toggles, other)
            suite.check(name, f"{found} instead of {expected}", sorted(found) != sorted(expected))
        for name, text in REFUSED.items():
            suite.check(name, f"{text} is not refused", not refused(folder, text))
    for names in (GOOD, ["a[7:0]", "a[9]", "b[1:0][7:4]", "b[3][7]", "c"]):
        back = bits.join(bit for name in names for bit in bits.expand(name))
        suite.check(f"ranges of {names[0]}", f"{back}", back != sorted(names))
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())

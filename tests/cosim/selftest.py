#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The checks of co-simulation find what they are for: listings around a gap, values of registers
that may not be read back, what is not reached, how broad the list of runs is, record files, and
(selftest_runs.py, selftest_transports.py) programs that die or compare nothing, (selftest_soak.py)
a soak that is interrupted."""

import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "scripts"))
from cosim import breadth, listing, runs, sampling
from coverage import points as coverage
from lib import cases, records
from lib.junit import Suite
import selftest_runs
import selftest_soak
import selftest_transports

EXPECT = "build/cosim/expect"
PROGRAM = (
    "vectors/configs/rv64-delta.yaml",
    "vectors/tip/rv64/straight-rv64.elf",
    "vectors/tip/rv64/straight-rv64.csv.gz",
)
GAP = "# gap\n"


def write(folder, name, text):
    """Writes a file. Returns its path."""
    path = f"{folder}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


# --- listings -------------------------------------------------------------------------------------


def expect(folder, lines):
    """The status of the listing checker for these lines."""
    command = [EXPECT, *PROGRAM, write(folder, "listing", "".join(lines))]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode


def expected():
    """The lines that the checker expects."""
    done = subprocess.run([EXPECT, *PROGRAM], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines(keepends=True)


def test_whole_listing(folder):
    """A complete listing is right."""
    assert expect(folder, expected()) == 0


def test_missing_line(folder):
    """A missing line is found."""
    lines = expected()
    assert expect(folder, lines[:500] + lines[501:]) == 1


def test_missing_end(folder):
    """A missing last line is found."""
    assert expect(folder, expected()[:-1]) == 1


def test_gap(folder):
    """A gap may stand for missing lines."""
    lines = expected()
    assert expect(folder, lines[:500] + [GAP] + lines[900:]) == 0


def test_gap_where_nothing_is_missing(folder):
    """A gap may stand for no line."""
    lines = expected()
    assert expect(folder, lines[:500] + [GAP] + lines[500:]) == 0


def test_gap_at_the_end(folder):
    """A gap may stand for the end."""
    assert expect(folder, expected()[:500] + [GAP]) == 0


def test_gap_at_the_beginning(folder):
    """A gap may stand for the beginning."""
    assert expect(folder, [GAP] + expected()[500:]) == 0


def test_wrong_line_before_a_gap(folder):
    """A wrong line before a gap is found."""
    lines = expected()
    assert expect(folder, lines[:499] + ["1234\n", GAP] + lines[900:]) == 1


def test_wrong_line_after_a_gap(folder):
    """A wrong line after a gap is found."""
    lines = expected()
    assert expect(folder, lines[:500] + [GAP] + lines[900:1500] + ["1234\n"] + lines[1501:]) == 1


def test_end_missing_after_a_gap(folder):
    """A missing end after a gap is found."""
    lines = expected()
    assert expect(folder, lines[:500] + [GAP] + lines[900:-1]) == 1


def test_nothing_but_gaps(folder):
    """A listing without a line is wrong."""
    assert expect(folder, [GAP]) == 1
    assert expect(folder, []) == 1


def test_stream_is_cut_at_ranges(_):
    """The parts outside of undecodable ranges begin with the latest support packet."""
    data = bytes(range(60))
    packets = [
        (6 * i, "F3/3" if i in (0, 4) else "F3/0" if i in (1, 5, 8) else "F1") for i in range(10)
    ]
    pieces = list(listing.cut(data, packets, [(2, 5), (7, 8)]))
    assert pieces == [data[:12], data[24:30] + data[30:42], data[24:30] + data[48:60]]
    assert list(listing.cut(data, packets, [(2, None)])) == [data[:12]]


def test_ranges_are_read(folder):
    """The last range may have no end."""
    assert listing.read_ranges(write(folder, "ranges", "3\n7\n9\n")) == [(3, 7), (9, None)]
    assert not listing.read_ranges(write(folder, "ranges", ""))


# --- coverage -------------------------------------------------------------------------------------

FIELDS = """schema: rvt-register-fields/1
registers:
  - register: R
    offset: 0x010
    fields:
      - {name: hardwired, bits: "3:0", values: [5]}
      - {name: some, bits: "9:8", values: [0, 2]}
      - {name: every, bits: "13:12", values: each}
      - {name: single, bits: "17:16", values: bits}
"""


def read_back(folder, value):
    """What is strange about a value that was read."""
    points = coverage.Points()
    fields = coverage.read_fields(write(folder, "fields", FIELDS))
    coverage.declare_fields(points, fields)
    strange = coverage.add_accesses(
        points,
        fields,
        write(folder, "accesses", f"R 0x010 {value:#x} 3\nW 0x010 0xffffffff 1\n"),
        "run",
    )
    return strange, points


def test_legal_values(folder):
    """Values in the list count."""
    strange, points = read_back(folder, 0x33205)
    assert not strange
    assert points["field", "R", "some = 2"].count == 3
    assert not points["field", "R", "some = 0"].count


def test_hardwired_field_that_changed(folder):
    """A hardwired field with another value is found."""
    strange, _ = read_back(folder, 0x4)
    assert len(strange) == 1 and "hardwired = 4" in strange[0]


def test_reserved_value_that_was_kept(folder):
    """A reserved value that is read back is found."""
    for reserved in (1, 3):
        strange, _ = read_back(folder, 0x5 | reserved << 8)
        assert len(strange) == 1 and f"some = {reserved}" in strange[0]


def compared(folder, reached, listed=None):
    """What is wrong with points a and b of a file of which these are reached, and with a list that
    has this one."""
    entry = {"reason": "for a reason", "line": {"file.sv": [listed or "nothing"]}}
    entries = json.dumps({"schema": "rvt-unreached/1", "unreached": [entry]})
    points = coverage.Points()
    if listed is None:
        points.at("line", "file.sv", "nothing")
    for name in ("a", "b"):
        points.at("line", "file.sv", name).hit(int(name in reached), "run")
    return coverage.compare(points, ["line"], write(folder, "unreached", entries))


def test_unreached_is_listed(folder):
    """A point that is not reached may be listed."""
    assert not compared(folder, "a", "b")


def test_unreached_is_not_listed(folder):
    """A point that is neither reached nor listed is found."""
    assert compared(folder, "a") == ["not reached: line file.sv: b"]


def test_reached_is_listed(folder):
    """A point that is reached and listed is found."""
    assert "listed as unreached" in compared(folder, "ab", "b")[0]


def test_listed_is_not_there(folder):
    """An entry without a point is found."""
    assert "no such point" in compared(folder, "ab", "c")[0]


# --- the list of runs -----------------------------------------------------------------------------


def full_table():
    """Counts and configurations of a list that lacks nothing."""
    cells = collections.Counter(
        {
            (label, column): 1
            for _, labels, needed in breadth.ROWS
            for label in labels
            for column in needed
        }
    )
    return cells, {"": set(range(breadth.CONFIGURATIONS))}


def test_nothing_missing(_):
    """A list that lacks nothing is broad enough."""
    cells, variants = full_table()
    assert not breadth.missing(cells, variants, breadth.SAMPLED)


def test_each_missing_cell_is_found(_):
    """Each missing combination is found."""
    cells, variants = full_table()
    for label, column in list(cells):
        cells[label, column] = 0
        lacks = breadth.missing(cells, variants, breadth.SAMPLED)
        assert lacks == [f"{label}: no run with {column}"]
        cells[label, column] = 1


def test_changed_modes(_):
    """A mode counts as changed in a decoded run only if software did change it."""
    run = runs.Run({"name": "a", "build": "modes-all", "options": "--reprogram"}, "random:1:100")
    config = {"parameters": {"filters_p": 0}, "options": {"data_trace": False}}
    for name, label in (
        ("sequentially_inferred_jumps", "sequential jumps, decoded"),
        ("implicit_exception", "implicit exceptions, decoded"),
    ):
        labels = breadth.software_of(run, {"changed": {name: 2}}, config)
        assert label in labels and len(labels) == 2
        for changed in ({}, {name: 0}):
            assert breadth.software_of(run, {"changed": changed}, config) == ["modes rewritten"]


def test_too_few(_):
    """Too few sampled runs or configurations are found."""
    cells, variants = full_table()
    assert len(breadth.missing(cells, variants, breadth.SAMPLED - 1)) == 1
    assert (
        len(breadth.missing(cells, {"": set(range(breadth.CONFIGURATIONS - 1))}, breadth.SAMPLED))
        == 1
    )


def test_runs_that_count(_):
    """Only runs that compared something count."""
    record = {"name": "a", "build": "rv64-delta"}
    run = runs.Run(record, "random:1:100")
    good = {"verdict": "passed", "comparisons": 1}
    assert breadth.compared(run, good)
    assert not breadth.compared(run, dict(good, verdict="FAILED"))
    assert not breadth.compared(run, dict(good, comparisons=0))
    for key, value in (
        ("fails", "Rule"),
        ("refused", "parameter"),
        ("options", "--no-scoreboard"),
    ):
        other = runs.Run({**record, key: value}, "random:1:100")
        assert not breadth.compared(other, good)


def test_seeds_decide(_):
    """The seed decides the options of a sampled run."""
    assert runs.expanded("random:7..9:100") == ["random:7:100", "random:8:100", "random:9:100"]
    sampled = [sampling.sampled_options(seed, "rv64-delta", True) for seed in range(40)]
    assert sampled == [sampling.sampled_options(seed, "rv64-delta", True) for seed in range(40)]
    words = [options for options, _ in sampled]
    assert ["--overflow" in each for each in words] == [seed % 2 == 1 for seed in range(40)]
    assert all("--stall" in each and {"--sessions", "--reprogram"} & set(each) for each in words)


# --- record files ---------------------------------------------------------------------------------

RUNS = """schema: rvt-runs/1
runs:
  - {name: a, build: rv64-delta, rows: sort-rv64}
  - name: b
    build: rv64-delta
    rows: sort-rv64
"""


def refusal(folder, text):
    """Why a list of runs of this text is refused, without its folder; None if it is not."""
    try:
        records.load(write(folder, "list", text), "rvt-runs/1")
    except records.RecordError as error:
        return str(error).replace(f"{folder}/", "")
    return None


def test_record_file(folder):
    """A record file is read, and knows its lines."""
    assert refusal(folder, RUNS) is None
    file = records.load(write(folder, "list", RUNS), "rvt-other/1", "rvt-runs/1")
    assert [run["name"] for run in file.data["runs"]] == ["a", "b"]
    assert file.where("runs", 1, "rows") == f"{folder}/list:6"
    assert file.line("runs", 1, "none") == 4


def test_record_file_that_breaks_a_rule(folder):
    """Each kind of wrong record file is refused, with file and line."""
    assert refusal(folder, "") == "list:1: the file is empty"
    assert refusal(folder, "runs: []\n") == "list:1: schema rvt-runs/1 is needed"
    assert refusal(folder, RUNS.replace("runs/1", "runs/2")) == (
        "list:1: schema rvt-runs/1 is needed"
    )
    assert refusal(folder, f"{RUNS}    block: 0\n") == (
        "list:7: runs/1/block: 0 is less than the minimum of 1"
    )
    assert refusal(folder, f"{RUNS}    other: 1\n") == (
        "list:4: runs/1: Additional properties are not allowed ('other' was unexpected)"
    )
    assert refusal(folder, f"{RUNS}    name: c\n") == "list:7: key 'name' is repeated"
    assert refusal(folder, f"{RUNS}    - c\n").startswith("list:7: ")


def main():
    """Runs every test in a folder of its own. Returns the exit status."""
    suite = Suite("cosim-selftest")
    os.environ.pop("RVT_JUNIT", None)  # what the tests start reports its own failures nowhere
    modules = (sys.modules[__name__], selftest_runs, selftest_transports, selftest_soak)
    tests = {}
    for module in modules:
        tests |= cases.functions_of(vars(module))
    return cases.run(suite, tests)


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Parts of the report by themselves."""

import pathlib

import pytest

from coverage import points as coverage, summary
from report_site import bits, findings, plots, reading, requirements, run_records
from report_site import timeline, trends


ROOT = pathlib.Path(__file__).resolve().parents[2]


def packet(payload, line=""):
    """A packet with this payload."""
    return findings.packet_of({"bytes": payload, "line": line})


def test_bits_are_grouped_from_the_lowest():
    """Six bits are two and four; what differs is apart."""
    box = bits.Box("x", "", 0, 6, [(bit, bit == "1") for bit in "001101"], 6, True)
    assert box.groups == [[("00", False)], [("11", True), ("0", False), ("1", True)]]
    assert box.place == "bits 0 to 5"


def test_bits_after_the_payload_copy_the_last_one():
    """As sign compression leaves them out."""
    assert bits.bits_of(b"\x80", 6, 4) == [("1", False), ("1", False), ("1", False), ("0", False)]
    assert bits.bits_of(b"", 0, 1) == [("0", False)]


def test_bits_of_fields_of_other_widths_are_not_compared():
    """Only values are: the bits have no partners."""
    one, other = packet("01", "F1 a=1"), packet("03", "F1 a=3")
    places = [[bits.Place("a", str(value), 0, width)] for value, width in ((1, 1), (3, 2))]
    (box, _) = bits.boxes_of(one, places[0], other, places[1])
    assert box.differs and box.bits == [("1", False)]


def test_payload_without_layout_is_bytes():
    """The bits that differ are marked, the highest first."""
    one, other = packet("0f"), packet("0e")
    (box,) = bits.plain_boxes(one, other)
    assert "".join(bit for bit, _ in box.bits) == "00001111"
    assert [differs for _, differs in box.bits] == [False] * 7 + [True]


@pytest.mark.parametrize(
    "values, top, step",
    [([], 1, 1), ([0], 1, 1), ([3], 3, 1), ([7], 8, 2), ([100], 100, 50), ([0.3], 0.3, 0.1)],
)
def test_axis_is_round(values, top, step):
    """The top is a multiple of the step and not below a value."""
    found = plots.top_of(values)
    assert found == pytest.approx((top, step))


def test_bars_stay_inside_of_the_plot():
    """Whatever the number of bars."""
    for count in (1, 7, 300):
        plot = plots.bars("p", "t", ("x", "y"), [(str(n), n) for n in range(count)])
        assert len(plot.bars) == count and len(plot.labels) <= 16
        for bar in plot.bars:
            assert plots.LEFT <= bar.x and bar.x + bar.width <= plots.WIDTH - plots.RIGHT
            assert bar.y >= plots.TOP and bar.height >= 0


def test_names_sort_as_people_count():
    """Not by letters; names that begin with a number or not compare with each other."""
    names = ["run-10", "run-9", "2", "run", "10"]
    assert sorted(names, key=trends.order_of) == ["2", "10", "run", "run-9", "run-10"]


def test_windows_join_and_end():
    """Ranges that touch are one; the ends are inside."""
    windows = run_records.Windows([(10, 20), (15, 30), (31, 32), (50, 51)])
    assert windows.ranges == [[10, 32], [50, 51]]
    assert [cycle in windows for cycle in (9, 10, 32, 33, 49, 50, 51, 52)] == [
        *(False, True, True, False, False, True, True, False)
    ]


def test_window_of_a_late_finding_is_bounded():
    """Blocks of long ago are not shown."""
    block = dict(cycle=5, first="0x0", last="0x0", iretire=1, itype=0, priv=3, lost=False)
    assert timeline.window_of({"cycle": 1000, "blocks": [block]}) == (904, 1004)
    assert timeline.window_of({"cycle": 3, "blocks": []}) == (0, 7)


def test_rows_in_words():
    """Blocks, traps, and idle rows."""
    row = {"itype_0": "0", "iretire_0": "3", "iaddr_0": "80", "itype_1": "1", "iretire_1": "0"}
    row |= {"cause": "2", "tval": "5"}
    assert run_records.row_text(row) == "0x80, iretire 3, itype 0; exception, cause 2, tval 0x5"
    assert run_records.row_text({"itype_0": "0", "iretire_0": "0", "lost": "1"}) == ""


@pytest.mark.parametrize("value, text", [(0, "0"), (9999, "9999"), (31511, "31.5k"), (2e9, "2G")])
def test_short_numbers(value, text):
    """Few characters, the unit behind."""
    assert plots.short(value) == text


def test_summary_of_coverage_follows_its_schema():
    """Numbers by group, and what is not reached by reason, bits as ranges."""
    points = coverage.Points()
    for bit, count in enumerate((3, 0, 0)):
        points.at("toggle", "x.sv", f"word[{bit}]").hit(count, "run")
    points["toggle", "x.sv", "word[1]"].reason = points["toggle", "x.sv", "word[2]"].reason = "why"
    points.at("obligation", "formats", "F1")
    data = summary.summary(points, list(coverage.KINDS), 7)
    assert reading.fault_of(data, reading.COVERAGE) is None
    numbers = {"points": 3, "reached": 1, "excused": 2, "missed": 0}
    assert data["groups"][1] == {"kind": "toggle", "group": "x.sv", **numbers}
    assert [entry["names"] for entry in data["unreached"]] == [["F1"], ["word[2:1]"]]
    assert [entry["reason"] for entry in data["unreached"]] == ["", "why"]


def run_of(obeyed, broken):
    """A report of a scoreboard: requirements that packets obeyed, and that findings and waivers
    concern."""
    clauses = [{"clause": c, "found": found, "waived": waived} for c, found, waived in broken]
    return {
        "requirements": [{"requirement": number, "packets": n} for number, n in obeyed],
        "verdicts": [{"clauses": clauses}],
    }


def rule_of(number, state, obeyed=0, broken=0, waived=0):
    """A rule of rvt check."""
    numbers = {"obeyed": obeyed, "broken": broken, "waived": waived}
    return {"rule": number, "sentence": "", "state": state, **numbers}


def test_states_of_requirements():
    """Sources add up; findings count more than packets that obeyed, unless they are waived."""
    found = requirements.Requirements(ROOT)
    found.add_run("one", run_of([("ETR-FMT-001", 3), ("ETR-FMT-002", 1)], [("ETR-FMT-003", 2, 2)]))
    found.add_run("two", run_of([("ETR-FMT-001", 4)], [("ETR-FMT-002", 2, 1), ("Mine", 1, 0)]))
    rules = [
        rule_of("ETR-FMT-001", "obeyed", obeyed=5),
        rule_of("ETR-FMT-004", "not exercised"),
        rule_of("ETR-FMT-005", "not checked"),
        rule_of("ETR-FMT-006", "noted", broken=2),
    ]
    found.add_check("check", {"rules": rules})
    states = {number: entry.state for number, entry in found.items()}
    wanted = ["obeyed", "broken", "waived", "not exercised", "not counted", "noted"]
    assert [states[f"ETR-FMT-00{n}"] for n in range(1, 7)] == wanted
    assert found["ETR-FMT-001"].total("obeyed") == 12
    assert [use.source for use in found["ETR-FMT-001"].where] == ["check", "two", "one"]
    assert found["ETR-FMT-002"].breaking == 1
    groups = {group.name: group for group in found.groups()}
    assert groups["rules of rvt"].states["broken"] == 1
    assert groups["ETR-FMT"].title == "packet formats"


def test_findings_without_a_clause_concern_no_requirement(tmp_path):
    """As that nothing was compared: they are counted, and break nothing."""
    report = run_of([], [("ETR-FMT-001", 1, 0)])
    report["verdicts"][0]["clauses"].append({"found": 1, "waived": 0})
    found = requirements.Requirements(ROOT)
    found.add_run("one", report)
    assert [number for number, entry in found.items() if entry.listed] == ["ETR-FMT-001"]
    report |= {"passed": False, "counts": {"packets": 2}}
    report["verdicts"][0]["findings"] = 2
    numbers = trends.numbers_of(reading.Source("one", tmp_path, reading.REPORTS[0], report))
    assert (numbers["findings"], numbers["broken"]) == (2, 1)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What the pages say of runs of the foreign encoder: neither more nor less than the reports do."""

import collections
import json
import random

import foreign_runs
import hostile
import pages
import pytest

NAMES = sorted([*foreign_runs.RUNS, "eight", "link"])


@pytest.fixture(scope="module")
def reports(runs):
    """The reports of the scoreboard, by run."""
    return {name: json.loads((runs / f"{name}.json").read_text()) for name in NAMES}


@pytest.fixture(scope="module")
def findings(site):
    """The page of findings."""
    return pages.read(site / "findings.html")


def sections(findings):
    """The findings of the page, by run."""
    found = {}
    for section in findings.one("div", id="findings").all("section"):
        if section.has("run"):
            shown = [each for each in section.all("details") if each.has("finding")]
            found[section.all("h2")[0].text.split()[0]] = shown
    return found


def rows_of(root, table):
    """The cells of a table, row by row."""
    rows = root.one("table", id=table).one("tbody").all("tr")
    return [[cell.text for cell in row.all("th", "td")] for row in rows]


def test_verdict_is_that_of_the_runs(site, reports):
    """One run has no fault; the five others fail."""
    root = pages.read(site / "index.html")
    assert root.one("h1").text == "✗ Failed"
    results = {row[0].split()[0]: row[1] for row in rows_of(root, "runs")}
    wanted = {n: "✓ passed" if reports[n]["passed"] else "✗ failed" for n in NAMES}
    assert results == wanted and list(wanted.values()).count("✓ passed") == 1
    numbers = json.loads((site / "summary.json").read_text())["numbers"]
    assert (numbers["runs"], numbers["runs_failed"]) == (6, 5)


def test_every_finding_is_there_once(findings, reports):
    """Each with the text of the scoreboard."""
    found = sections(findings)
    for name, report in reports.items():
        texts = [each.one("pre").text for each in found.get(name, [])]
        assert texts == [" ".join(each["text"].split()) for each in report["findings"]], name
    assert sum(map(len, found.values())) >= 15


def box_of(packet, name):
    """The box of a field."""
    found = [box for box in packet.all("li") if box.all("span")[0].text.split()[0] == name]
    assert len(found) == 1, name
    return found[0]


def test_packets_are_laid_out_in_bits(findings, reports):
    """The support packet differs in ienable alone, which is bit 4."""
    (shown,) = sections(findings)["support"]
    expected, observed = (each for each in shown.all("section") if each.has("packet"))
    for packet, value in ((expected, "1"), (observed, "0")):
        box = box_of(packet, "ienable")
        assert box.has("differs") and box.one("mark").text == value
        assert "bit 4" in box.text
        assert [each for each in packet.all("li") if each.has("differs")] == [box]
        bits = "".join(each.one("code").text for each in packet.all("li")[:1])
        assert bits == "11"
    data = reports["support"]["findings"][0]["observed_packet"]["bytes"]
    assert observed.all("p")[0].one("code").text == bytes.fromhex(data).hex(" ")


def test_differing_branch_map_is_marked(findings, reports):
    """A branch that is missing from the map: number and map of the branches differ."""
    shown = sections(findings)["map"][0]
    field = reports["map"]["findings"][0]["field"]
    packets = [each for each in shown.all("section") if each.has("packet")]
    assert all(box_of(packet, field).has("differs") for packet in packets)


def test_headers_of_encapsulated_packets_are_laid_out(findings):
    """The link sets bits of the header that the model leaves 0; the payload is the same."""
    shown = sections(findings)["link"][0]
    for packet in (each for each in shown.all("section") if each.has("packet")):
        assert [box.text.split()[0] for box in packet.all("li") if box.has("differs")] == ["header"]
        assert "bits 8 to 9" in box_of(packet, "format").text


def test_without_a_record_bytes_are_shown(findings):
    """No configuration says where the fields are; fields and bytes that differ are marked."""
    shown = sections(findings)["fields"][0]
    observed = [each for each in shown.all("section") if each.has("packet")][1]
    assert box_of(observed, "branches").has("differs")
    assert not any("bits" in box.text for box in observed.all("li") if "byte" not in box.text)
    names = [box.all("span")[0].text for box in observed.all("li")]
    assert any(name.startswith("byte 0") for name in names)
    assert "No record of this run was found" in shown.text


def test_timeline_marks_the_packet_of_the_finding(findings, reports):
    """The events are in order, and the one of the finding is in its cycle."""
    for shown, data in zip(sections(findings)["eight"], reports["eight"]["findings"]):
        rows = shown.one("tbody").all("tr")
        cycles = [int(row.all("td")[0].text) for row in rows]
        assert cycles == sorted(cycles)
        marked = [row for row in rows if row.has("found")]
        assert len(marked) == 1
        cycle, _, text = (cell.text for cell in marked[0].all("td"))
        assert int(cycle) == data["cycle"]
        wanted = data.get("observed_packet", {}).get("bytes", f"packet {data['packet']}: ")
        assert wanted in text, text


def test_waves_are_linked(findings, site, runs):
    """One run has waves beside its report."""
    links = [a for a in findings.all("a") if a.attributes["href"].endswith(".vcd")]
    assert len(links) >= 2
    assert (site / links[0].attributes["href"]).resolve() == (runs / "map.vcd").resolve()


def test_requirements_add_up_the_runs(site, reports):
    """Obeyed counts packets of all runs and of rvt check; what is broken is broken."""
    root = pages.read(site / "requirements.html")
    row = {r.all("th")[0].text: r for r in root.all("tr") if r.all("th")[0].attributes.get("id")}
    assert len(row) > 390
    assert row["ETR-FMT-005"].attributes["data-state"] == "broken"
    assert "support" in row["ETR-FMT-005"].text
    counted = collections.Counter()
    for report in reports.values():
        for entry in report["requirements"]:
            counted[entry["requirement"]] += entry["packets"]
    for number, count in counted.items():
        if row[number].attributes["data-state"] == "obeyed":
            shown = int(row[number].all("td")[1].text.split()[2].replace(",", ""))
            assert shown > count > 0, number  # rvt check counts as well
    assert row["ETR-FMT-048"].attributes["data-state"] == "not exercised"
    assert row["STP-001"].attributes["data-state"] == "not counted"
    assert "oracle" in row["ETR-FMT-001"].text


def test_configuration_shows_what_is_not_the_default(site):
    """From the record, with the clauses; and the choices of the report."""
    root = pages.read(site / "configurations.html")
    settings = {row[1]: row[2:4] for row in rows_of(root, "settings-1")}
    assert settings["iaddress_width_p"] == ["64", "32"]
    assert "itype_width_p" not in settings
    assert [row[1:3] for row in rows_of(root, "choices")] == [
        ["compress", "none"],
        ["support_layout", "own"],
        ["header", "length"],
    ]


def test_streams_are_measured(site, runs, reports):
    """Each record has numbers: the packets are those that were recorded, the instructions those
    that retired."""
    rows = rows_of(pages.read(site / "streams.html"), "streams")
    packets = {row[0]: int(row[1].replace(",", "")) for row in rows}
    assert set(packets) == set(NAMES) - {"fields"}
    for name in packets.keys() - {"link"}:
        assert packets[name] == len((runs / name / "packets.hex").read_text().splitlines()), name
    clean = next(row for row in rows if row[0] == "clean")
    assert int(clean[5].replace(",", "")) == reports["clean"]["instructions"]["retired"]
    assert 0 < float(clean[6]) < 10


def test_trends_are_in_the_order_of_numbers(site, reports):
    """run-9 comes before run-10."""
    rows = rows_of(pages.read(site / "trends.html"), "points")
    assert [row[0] for row in rows] == ["run-2", "run-9", "run-10"]
    assert int(rows[1][2]) == len(reports["eight"]["findings"])


def test_faults_are_those_of_the_lists(site):
    """Of docs/evidence.md, and of tests/mutants file by file."""
    root = pages.read(site / "faults.html")
    assert rows_of(root, "evidence")[0][0] == "encoder, written by hand"
    rows = rows_of(root, "faults-table-1")
    assert sum(int(row[1]) for row in rows) > 300


def test_hostile_results_are_shown_or_refused(hostile_site):
    """What breaks its schema, or is cut off, is named; the others count."""
    root = pages.read(hostile_site / "index.html")
    refused = {row[0]: row[1] for row in rows_of(root, "refused")}
    assert set(name.split(" ")[0] for name in refused) == {"broken", "cut"}
    assert root.one("h1").text == "✗ Failed"
    coverage = pages.read(hostile_site / "coverage.html")
    assert rows_of(coverage, "points-1")[0][2:6] == ["3", "1", "1", "1"]
    assert hostile.ATTACK in coverage.text


def test_nothing_is_no_verdict(empty_site):
    """Without results, the report says that it knows nothing."""
    assert "Nothing was compared" in pages.read(empty_site / "index.html").one("h1").text
    assert json.loads((empty_site / "summary.json").read_text())["passed"] is None


def test_page_of_check_has_every_rule_and_finding(check_page, check_json):
    """The states are those of the JSON, and the findings as many."""
    data, root = json.loads(check_json.read_text()), pages.read(check_page)
    shown = {
        row.all("th")[0].text: row.attributes["data-state"]
        for row in root.one("div", id="rules").all("tr")
        if "data-state" in row.attributes
    }
    assert shown == {rule["rule"]: rule["state"] for rule in data["rules"]}
    broken = [rule for rule in data["rules"] if rule["broken"]]
    assert len([each for each in root.all("details") if each.has("finding")]) == len(broken) > 0
    assert root.one("h1").text == ("✓ Passed" if data["passed"] else "✗ Failed")


def damaged(data, source):
    """A copy of data in which one thing is another, or is missing."""
    data = json.loads(json.dumps(data))
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = source.choice(keys)
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or source.random() < 0.2:
            break
        place = inner
    if source.random() < 0.2:
        del place[key]
    else:
        values = [
            None,
            -1,
            10**15,
            10**400,
            1.5,
            "",
            hostile.ATTACK,
            [],
            {},
            True,
            [[]],
            [None],
        ]
        place[key] = source.choice(values)
    return data


def test_damaged_results_are_refused_or_shown(hostile_site, report, tmp_path):
    """Whatever the types are, there is a report, and its pages are well-formed."""
    source, number = random.Random(1), 0
    for path in sorted((hostile_site.parent / "hostile").rglob("*.json")):
        if path.name.startswith(("broken", "cut")):
            continue
        data = json.loads(path.read_text())
        for number in range(number + 1, number + 41):
            into = tmp_path / "in" / str(number) / path.parent.name / path.name
            into.parent.mkdir(parents=True)
            into.write_text(json.dumps(damaged(data, source)))
    ran = report("--from", tmp_path / "in", "--out", tmp_path / "out")
    assert ran.returncode == 0, ran.stderr
    refused = int(ran.stdout.partition("findings; ")[2].split()[0])
    assert number // 3 < refused < number
    for path in (tmp_path / "out").glob("*.html"):
        pages.read(path)


def test_a_record_alone_is_checked(runs, report, tmp_path):
    """Without the report of a scoreboard, the verdict is that of rvt check."""
    (tmp_path / "in").mkdir()
    for name in ("config.yaml", "trace.csv", "packets.hex", "replay.sh"):
        (tmp_path / "in" / name).write_bytes((runs / "map" / name).read_bytes())
    rvt = runs.parents[1] / "release/rvt"
    out = tmp_path / "out"
    ran = report("--from", tmp_path, "--out", out, "--rvt", rvt)
    assert ran.returncode == 0, ran.stderr
    assert "failed: 1 of 1 runs failed" in ran.stdout


def test_wrong_arguments_are_refused(report, tmp_path, runs):
    """Exit status 2, and a reason."""
    for arguments, why in (
        (["--from", tmp_path / "missing"], "no such folder"),
        (["--check", tmp_path / "missing.json"], "No such file"),
        (["--check", runs / "map.json"], "not rvt-compliance/1"),
        ([], "required"),
    ):
        ran = report(*arguments, "--out", tmp_path / "out")
        assert ran.returncode == 2 and why in ran.stderr, ran.stderr

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What the verdict says of results that are missing, cut off, or there twice."""

import json
import shutil

import pages
import pytest


@pytest.fixture
def results(runs, tmp_path):
    """A folder with the report of a run that passed, and with nothing else."""
    folder = tmp_path / "results"
    folder.mkdir()
    shutil.copy(runs / "clean.json", folder / "clean.json")
    return folder


@pytest.fixture
def verdict(report, results, tmp_path):
    """Makes a report of the results, and of more folders. Returns the numbers, with the verdict and
    the folder of the pages."""

    def make(*arguments, source=results):
        """Makes the report with these arguments."""
        out = tmp_path / "out"
        ran = report("--from", source, *arguments, "--out", out)
        assert ran.returncode == 0, ran.stderr
        data = json.loads((out / "summary.json").read_text())
        return {**data["numbers"], "passed": data["passed"], "out": out}

    return make


def row_of(made, name):
    """The cells of a run."""
    rows = pages.read(made["out"] / "index.html").one("table", id="runs").one("tbody").all("tr")
    (row,) = [row for row in rows if row.all("th")[0].text.split()[0] == name]
    return [cell.text for cell in row.all("td")]


def test_one_good_run_passes(verdict):
    """The folder that the other tests damage."""
    made = verdict()
    assert (made["passed"], made["runs"], made["runs_failed"]) == (True, 1, 0)


@pytest.mark.parametrize(
    "name, text",
    [
        ("cut.json", '{"schema": "rvt-report/1", "passed": fal'),
        ("new.json", '{"schema": "rvt-report/2"}'),
        ("part.json", '{"schema": "rvt-report/1"}'),
        ("cosim/results.json", '[{"run": "smooth", "verdict": 1}]'),
    ],
)
def test_a_file_that_cannot_be_used_fails(verdict, results, name, text):
    """It may be the report of a run that failed. The page names it."""
    (results / name).parent.mkdir(exist_ok=True)
    (results / name).write_text(text)
    made = verdict()
    assert made["passed"] is False
    root = pages.read(made["out"] / "index.html")
    assert root.one("h1").text == "✗ Failed" and "1 file could not be used" in root.text
    rows = root.one("table", id="refused").one("tbody").all("tr")
    assert [row.all("th")[0].text for row in rows] == [name]


def test_other_files_do_not_matter(verdict, results):
    """JSON that is no result."""
    (results / "package.json").write_text('{"name": "x", "schema": "other/1"}')
    assert verdict()["passed"] is True


def test_a_record_without_any_result_fails(verdict, results):
    """The run ended before a packet, and so it wrote no report."""
    record = results / "dead"
    record.mkdir()
    for name in ("config.yaml", "replay.sh", "trace.csv"):
        (record / name).write_text("")
    made = verdict()
    assert (made["passed"], made["runs"], made["runs_failed"]) == (False, 2, 1)
    assert row_of(made, "dead")[:2] == [
        "✗ failed",
        "there is only a record, which could not be checked",
    ]


def test_merged_reports_name_missing_runs(verdict, results):
    """A run without a report failed; that of a report elsewhere counts; that of one here does not
    count twice."""
    runs = [
        {"name": "results/clean", "reported": True, "passed": True, "verdicts": []},
        {"name": "results/gone", "reported": False, "passed": False, "verdicts": []},
        {"name": "../elsewhere/bad", "reported": True, "passed": False, "verdicts": []},
        {"name": "../elsewhere/good", "reported": True, "passed": True, "verdicts": []},
    ]
    merged = {"schema": "rvt-report-set/1", "version": "0.0.0", "passed": False}
    path = results.parent / "merged/results.json"
    path.parent.mkdir()
    path.write_text(json.dumps({**merged, "runs": runs, "findings": []}))
    made = verdict("--from", path.parent)
    assert (made["passed"], made["runs"], made["runs_failed"]) == (False, 4, 2)
    assert row_of(made, "results/gone")[1] == "it wrote no report"
    assert row_of(made, "../elsewhere/bad")[1] == "its report is not in the folder"


def test_a_file_counts_once(verdict, results):
    """Though two folders have it, or a link leads to it."""
    (results / "latest.json").symlink_to(results / "clean.json")
    made = verdict("--from", results.parent)
    assert made["runs"] == 1


def test_a_report_in_its_record_is_of_that_run(verdict, runs, results):
    """The run is not taken for a second one, which would have no report."""
    record = results / "clean"
    shutil.copytree(runs / "clean", record)
    (results / "clean.json").rename(record / "report.json")
    made = verdict("--rvt", "/nowhere")
    assert (made["passed"], made["runs"]) == (True, 1)


def test_a_deep_folder_is_named(verdict, results):
    """What is not read is no secret."""
    deep = results / "a/b/c/d/e/f/g"
    deep.mkdir(parents=True)
    text = pages.read(verdict()["out"] / "index.html").text
    assert "Folders deeper than 6 were not read: 1, the first is a/b/c/d/e/f/g." in text


def test_a_check_that_fails_has_findings(verdict, check_json, results):
    """Warnings count as well: --fail-on warning makes them fail. So do packets and waivers."""
    data = json.loads(check_json.read_text())
    data["counts"] = {"errors": 0, "warnings": 3, "infos": 1, "waived": 2}
    data["passed"] = False
    (results / "check.json").write_text(json.dumps(data))
    run = json.loads((results / "clean.json").read_text())
    made = verdict()
    assert (made["runs_failed"], made["findings"], made["waived"]) == (1, 3, 2)
    assert made["packets"] == run["counts"]["packets"] + data["packets"]


def test_every_list_of_faults_is_shown(verdict, results):
    """Two folders may each have one."""
    for name, caught in (("a", "x"), ("b", None)):
        folder = results / name / "mutants"
        folder.mkdir(parents=True)
        (folder / "results.json").write_text(json.dumps([{"file": f"{name}.sv", "caught": caught}]))
    text = pages.read(verdict()["out"] / "faults.html").text
    assert "From a/mutants/results.json." in text and "From b/mutants/results.json." in text


def test_links_lead_to_findings_that_are_shown(verdict, runs, results):
    """The first 200 have a place in the page; the page says how many there are in all."""
    many = json.loads((runs / "eight.json").read_text())
    own = len(many["findings"])
    many["findings"] *= 200 // own + 1
    many["verdicts"][0]["findings"] = 5000
    (results / "a.json").write_text(json.dumps(many))
    late = json.loads((runs / "support.json").read_text())
    late["findings"][0]["clause"] = late["verdicts"][0]["clauses"][0]["clause"] = "ETR-SUP-001"
    (results / "z.json").write_text(json.dumps(late))
    made = verdict()
    findings = pages.read(made["out"] / "findings.html")
    assert f"{made['findings']:,} findings were reported. The first 200 are shown" in findings.text
    places = {each.attributes["id"] for each in findings.all() if "id" in each.attributes}
    index = pages.read(made["out"] / "index.html")
    links = [a.attributes["href"].partition("#") for a in index.all("a")]
    wanted = {place for page, _, place in links if page == "findings.html" and place}
    assert wanted and wanted <= places, wanted - places


def test_all_sources_of_a_stream_count(verdict, results):
    """Packets, bytes and distances of two sources together."""

    def spread(count, total):
        """Numbers as rvt stats gives them; only count and sum matter here."""
        return {"count": count, "sum": total, "least": 1, "mean": 9.5, "most": 7}

    sources = [
        {
            "source": n,
            "bytes": spread(n, 4),
            "kinds": {},
            "sizes": {},
            "sync_distance": spread(n, 9),
        }
        for n in (1, 3)
    ]
    data = {"schema": "rvt-stats/1", "nulls": 0, "faults": 0, "losses": 2, "not_counted": 0}
    (results / "stats.json").write_text(json.dumps({**data, "sources": sources}))
    root = pages.read(verdict()["out"] / "streams.html")
    cells = [cell.text for cell in root.one("table", id="streams").one("tbody").all("th", "td")]
    assert cells == ["stats", "4", "8", "2", "4.5", "–", "–", "2"]

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What the tests share: results, and the reports that scripts/report makes of them."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
for place in ("scripts", "tests/foreign", "tests/report"):
    sys.path.insert(0, str(ROOT / place))
import foreign_runs
import hostile

BUILD = ROOT / os.environ.get("BUILD", "build")
WORK = BUILD / "report-selftest"
RVT = BUILD / "release/rvt"


def command(*arguments):
    """Runs scripts/report. Returns what it did."""
    return subprocess.run(
        [sys.executable, ROOT / "scripts/report", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


def made(*arguments):
    """Runs scripts/report, which must succeed. Returns what it printed."""
    ran = command(*arguments)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="session")
def report():
    """The command."""
    return command


@pytest.fixture(scope="session")
def runs():
    """The folder with runs of the foreign encoder."""
    shutil.rmtree(WORK, ignore_errors=True)
    folder = WORK / "runs"
    folder.mkdir(parents=True)
    bench = BUILD / "foreign"
    foreign_runs.make_runs(bench / "bench", bench / "link_bench", ROOT, folder)
    return folder


@pytest.fixture(scope="session")
def check_json(runs):
    """The report of rvt check over the packets of a run, as JSON."""
    path, record = WORK / "check.json", runs / "map"
    program = ROOT / "vectors/tip/rv64/faults-rv64.elf"
    line = [RVT, "check", "-c", "config.yaml", "packets.hex", "-p", program]
    line += ["--against", "trace.csv", "--report", path]
    subprocess.run(line, cwd=record, capture_output=True, check=False)
    return path


@pytest.fixture(scope="session")
def site(runs):
    """The report of the runs of the foreign encoder, with a history."""
    history = WORK / "history"
    history.mkdir()
    for number, name in ((2, "map"), (10, "clean"), (9, "eight")):
        shutil.copy(runs / f"{name}.json", history / f"run-{number}.json")
    out = WORK / "site"
    made("--from", runs, "--out", out, "--title", "Foreign", "--rvt", RVT, "--history", history)
    return out


@pytest.fixture(scope="session")
def hostile_site(runs, check_json):
    """The report of hostile results."""
    folder = WORK / "hostile"
    data = [json.loads(path.read_text()) for path in (runs / "eight.json", check_json)]
    hostile.write(folder, *data)
    out = WORK / "hostile-site"
    made("--from", folder, "--out", out, "--title", hostile.ATTACK, "--history", folder)
    return out


@pytest.fixture(scope="session")
def empty_site():
    """The report of nothing."""
    folder, out = WORK / "nothing", WORK / "empty-site"
    folder.mkdir(parents=True, exist_ok=True)
    made("--from", folder, "--out", out)
    return out


@pytest.fixture(scope="session")
def check_page(check_json):
    """The page of rvt check."""
    out = WORK / "check.html"
    made("--check", check_json, "--out", out)
    return out


@pytest.fixture(scope="session")
def hostile_check_page(hostile_site):
    """The page of a hostile report of rvt check."""
    folder, out = WORK / "hostile", WORK / "hostile-check.html"
    path = folder / f"check {hostile.NAME}.json"
    made("--check", path, "--out", out, "--title", hostile.ATTACK)
    return out


@pytest.fixture(scope="session")
def every_page(site, hostile_site, empty_site, check_page, hostile_check_page):
    """All pages of all reports."""
    sites = [page for folder in (site, hostile_site, empty_site) for page in folder.glob("*.html")]
    return sorted(sites) + [check_page, hostile_check_page]

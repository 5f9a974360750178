#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Validates the pipelines of examples/ci with the schemas of GitHub and GitLab (check-jsonschema,
which has them inside), and executes run-encoder with the encoder of tests/foreign, connected as
docs/integration.md says. Needs a built rvt, Verilator, and the packages of
tests/python/requirements.txt. Ends with "N passed, N failed".
exit: 0 all passed, 1 otherwise, 2 usage
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import yaml

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests/integration")]
import guide
from lib import cases, junit

EXAMPLES = ROOT / "examples/ci"
SCHEMAS = {"github.yml": "vendor.github-workflows", "gitlab-ci.yml": "vendor.gitlab-ci"}
# What only one of the pipelines does with a command: the other has an action for it.
CHECKOUT = "git clone"
# Optimising a bench takes longer than running it.
VERILATOR_FLAGS = "-Wno-fatal -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0"
MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "BUILD", "V")


def refused(name, data, folder):
    """What a schema finds in a pipeline, or ''."""
    path = f"{folder}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(data, file)
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[name], path],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def pipeline(name):
    """A pipeline as data. YAML reads the key `on` as a truth value."""
    data = yaml.safe_load((EXAMPLES / name).read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in data.items()}


def test_github_schema(folder):
    """The workflow follows the schema, which refuses one without a machine."""
    data = pipeline("github.yml")
    assert not refused("github.yml", data, folder), refused("github.yml", data, folder)
    del data["jobs"]["rvt"]["runs-on"]
    assert "runs-on" in refused("github.yml", data, folder)


def test_gitlab_schema(folder):
    """The pipeline follows the schema, which refuses a wrong condition for artefacts."""
    data = pipeline("gitlab-ci.yml")
    assert not refused("gitlab-ci.yml", data, folder), refused("gitlab-ci.yml", data, folder)
    data["rvt"]["artifacts"]["when"] = "sometimes"
    assert "sometimes" in refused("gitlab-ci.yml", data, folder)


def test_same_commands(_):
    """Both pipelines execute the same commands, and keep the folder that run-encoder writes."""
    steps = pipeline("github.yml")["jobs"]["rvt"]["steps"]
    ours = [line for step in steps for line in step.get("run", "").splitlines()]
    theirs = pipeline("gitlab-ci.yml")["rvt"]
    assert ours == [line for line in theirs["script"] if not line.startswith(CHECKOUT)]
    assert ours[-1] == "trace/run-encoder"
    uploads = [step["with"]["path"] for step in steps if "upload-artifact" in step.get("uses", "")]
    assert uploads == theirs["artifacts"]["paths"] == ["rvt-results"]
    assert all(os.access(ROOT / line.split()[0][4:], os.X_OK) for line in ours if "rvt/s" in line)


def team_of(folder):
    """Makes the project of a team as README.md asks for it. Returns its folder."""
    team = pathlib.Path(folder)
    blocks = {block.detail: block.text for block in guide.blocks_of(ROOT / "docs/integration.md")}
    for name in ("encoder.yaml", "bench/connect.svh"):
        (team / "trace" / name).parent.mkdir(parents=True, exist_ok=True)
        (team / "trace" / name).write_text(blocks[name], encoding="utf-8")
    (team / "rtl").mkdir()
    shutil.copy(ROOT / "tests/foreign/foreign_encoder.sv", team / "rtl/encoder.sv")
    shutil.copy(EXAMPLES / "run-encoder", team / "trace")
    (team / "rvt").symlink_to(ROOT)
    return team


def simulated(team, **settings):
    """Runs the encoder with these settings. Returns the exit status and the output."""
    environment = {name: value for name, value in os.environ.items() if name not in MAKE}
    environment |= {"VERILATOR_FLAGS": VERILATOR_FLAGS, "PROGRAMS": "faults-rv64", "SEEDS": "1"}
    done = subprocess.run(
        ["trace/run-encoder"],
        cwd=team,
        env=environment | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def results_of(team, name):
    """The JUnit counts of a run and of its check, and how many results its SARIF file has."""
    results = team / "rvt-results"
    counts = [junit.counts_of(junit.read(results / f"{name}{end}.xml")) for end in ("", ".check")]
    sarif = json.loads((results / f"{name}.sarif").read_text(encoding="utf-8"))
    report = json.loads((results / f"{name}.json").read_text(encoding="utf-8"))
    assert report["schema"] == "rvt-compliance/1"
    return *counts, len(sarif["runs"][0]["results"])


def test_run_encoder(folder):
    """An encoder without a fault passes each run and check; one with a fault fails, and each kind
    of report shows it."""
    team = team_of(folder)
    status, output = simulated(team)
    assert status == 0, output
    for name in ("faults-rv64", "random-1"):
        run, check, findings = results_of(team, name)
        assert run.passed and check.passed and not run.failed + check.failed + findings, name
    status, output = simulated(team, PLUSARGS="+bugs=4", SEEDS="")
    assert status == 1, output
    run, check, findings = results_of(team, "faults-rv64")
    assert run.failed and check.failed and findings


def main():
    """Runs every test in a folder of its own."""
    if len(sys.argv) > 1:
        print(__doc__.strip())
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    tests, errors = cases.functions_of(globals()), (OSError, junit.ReportError)
    return cases.run(junit.Suite("pipelines"), tests, errors)


if __name__ == "__main__":
    sys.exit(main())

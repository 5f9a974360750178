# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# What the crate confirms: it passes valid vectors of these numbers, and fails none, apart from
# those that it passes with faults corrected; and no entry of faults.yaml has the number.
# Shows: ENC-007 ENC-008 ENC-009 ENC-010 ENC-014 ENC-015 ETR-ALG-003 ETR-ALG-005 ETR-ALG-006
# Shows: ETR-ALG-007 ETR-ALG-011 ETR-ALG-028 ETR-ALG-030 ETR-ALG-032 ETR-ALG-033 ETR-ALG-037
# Shows: ETR-ALG-052 ETR-ALG-053 ETR-ALG-054 ETR-ALG-055 ETR-ALG-056 ETR-ALG-057 ETR-CMP-001
# Shows: ETR-CMP-002 ETR-CMP-004 ETR-CMP-007 ETR-CTX-001 ETR-CTX-003 ETR-CTX-006 ETR-CTX-008
# Shows: ETR-CTX-009 ETR-DAT-016 ETR-DEC-001 ETR-DEC-010 ETR-DISC-005 ETR-FMT-001 ETR-FMT-003
# Shows: ETR-FMT-004 ETR-FMT-006 ETR-FMT-007 ETR-FMT-008 ETR-FMT-009 ETR-FMT-010 ETR-FMT-011
# Shows: ETR-FMT-012 ETR-FMT-021 ETR-FMT-022 ETR-FMT-023 ETR-FMT-030 ETR-ING-012 ETR-ING-014
# Shows: ETR-ING-015 ETR-MODE-001 ETR-MODE-006 ETR-MODE-009 ETR-MODE-061 ETR-MODE-066
# Shows: ETR-MR-002 ETR-RSY-009 ETR-RSY-010 ETR-RSY-012 ETR-SUP-008 ETR-SUP-009
"""The bundle of golden vectors, with its own runner, against the crate.

The program that drives the crate answers the requests. faults.yaml lists the vectors that fail, by
fault, and why others are skipped. Where a fault can be corrected from the outside, the vector has
to pass with exactly its faults corrected.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET

from streams import Broken

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/vectors"))
from run_vectors import difference

CONFIRMED = re.compile(r"^# Shows: (.*)$", re.MULTILINE)


def unpack(rvt, folder):
    """Packs the bundle with rvt and unpacks it in a folder. Returns its path; raises Broken."""
    archive = f"{folder}/bundle.tar.gz"
    command = [str(ROOT / "scripts/vectors/bundle"), "--rvt", rvt, "--out", archive]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"scripts/vectors/bundle: {done.stdout}{done.stderr}")
    with tarfile.open(archive) as file:
        (top,) = {name.split("/")[0] for name in file.getnames()}
        file.extractall(folder, filter="data")
    return f"{folder}/{top}"


def outcomes(bundle, peer):
    """What the bundle's runner reports: outcome, and why, by vector. Raises Broken."""
    report = f"{bundle}-report.xml"
    command = [sys.executable, f"{bundle}/run_vectors.py", "--with", f"exec {peer} vectors"]
    done = subprocess.run(
        [*command, "--junit", report], capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1) or not os.path.exists(report):
        raise Broken(f"run_vectors.py: {done.stdout[-300:]}{done.stderr[-300:]}")
    suite = ET.parse(report).getroot()
    if suite.get("errors"):
        raise Broken(f"run_vectors.py: {suite.find('.//error').get('message')}")
    found = {}
    for case in suite.iter("testcase"):
        reason = next(iter(case), None)
        outcome = "passed" if reason is None else reason.tag
        found[case.get("name")] = outcome, "" if reason is None else reason.get("message")
    return found


def listed(entries):
    """The faults that vectors show, {name of the vector: names of the faults}."""
    found = collections.defaultdict(list)
    for name, entry in entries.items():
        for group in entry.get("vectors", []):
            for case in group["cases"]:
                found[f"{group['file']}/{case}"].append(name)
    return found


def corrected(peer, vectors, faults, entries):
    """For each failing vector whose faults can all be corrected, what differs with just these
    corrections, or None."""
    names = [
        case
        for case, found in faults.items()
        if case in vectors and all(entries[name]["handled"] == "corrected" for name in found)
    ]
    requests = "".join(
        json.dumps({**vectors[case], "expect": None, "correct": faults[case]}) + "\n"
        for case in names
    )
    done = subprocess.run(
        [peer, "vectors"], input=requests, capture_output=True, text=True, check=False
    )
    answers = done.stdout.splitlines()
    if len(answers) != len(names):
        raise Broken(f"{len(names)} requests, {len(answers)} answers; {done.stderr[-300:]}")
    return {
        case: difference(vectors[case]["expect"], json.loads(answer))
        for case, answer in zip(names, answers)
    }


class BundleRun:
    """The run of the bundle, its verdicts and its sums."""

    def __init__(self, rvt, peer, folder, entries, skips):
        """entries, skips: those of faults.yaml."""
        self.entries, self.skips = entries, set(skips)
        os.makedirs(folder, exist_ok=True)
        bundle = unpack(rvt, folder)
        with open(f"{bundle}/vectors.jsonl", encoding="utf-8") as lines:
            self.vectors = {vector["case"]: vector for vector in map(json.loads, lines)}
        self.outcomes = outcomes(bundle, peer)
        self.faults = listed(entries)
        self.corrected = corrected(peer, self.vectors, self.faults, entries)

    def verdicts(self):
        """Each vector that was not skipped, and what is wrong with its outcome, or None."""
        for case, (outcome, why) in self.outcomes.items():
            faults = self.faults.get(case)
            if outcome == "failure" and not faults:
                yield case, f"fails, and is not in faults.yaml: {why}"
            elif outcome != "failure" and faults:
                yield case, f"{outcome}, but faults.yaml lists it: {', '.join(faults)}"
            elif self.corrected.get(case):
                yield case, f"with {', '.join(faults)} corrected: {self.corrected[case]}"
            elif outcome != "skipped":
                yield case, None
        for case in sorted(set(self.faults) - set(self.outcomes)):
            yield case, "faults.yaml lists a vector that does not exist"

    def skip_faults(self):
        """What is wrong with the reasons of skipped vectors, in words."""
        found = {why for outcome, why in self.outcomes.values() if outcome == "skipped"}
        for reason in sorted(found - self.skips):
            yield f"skipped, and not in faults.yaml: {reason}"
        for reason in sorted(self.skips - found):
            yield f"faults.yaml lists a reason of which nothing is skipped: {reason}"

    def unconfirmed(self):
        """The numbers in this file's list of what the crate confirms that it does not confirm."""
        asked = collections.defaultdict(set)
        differs = {number for entry in self.entries.values() for number in entry["clauses"]}
        for case, (outcome, _) in self.outcomes.items():
            if case in self.corrected and self.corrected[case] is None:
                continue
            if self.vectors[case]["expect"]["verdict"] == "valid":
                for number in self.vectors[case]["clause"]:
                    asked[number].add(outcome)
        lines = CONFIRMED.findall(pathlib.Path(__file__).read_text(encoding="utf-8"))
        numbers = [number for line in lines for number in line.split()]
        return [
            number
            for number in numbers
            if asked[number] - {"skipped"} != {"passed"} or number in differs
        ]

    def tasks(self):
        """How many vectors of each task passed, failed and were skipped, by task."""
        sums = collections.defaultdict(collections.Counter)
        for case, (outcome, _) in self.outcomes.items():
            sums[self.vectors[case]["task"]][outcome] += 1
        return sums

    def table(self):
        """Prints the sums of the tasks that the crate has."""
        print("  {:20} {:>7} {:>7} {:>8}".format("golden vectors", "passed", "failed", "skipped"))
        for task, sums in sorted(self.tasks().items()):
            if sums["passed"] or sums["failure"]:
                values = (sums["passed"], sums["failure"], sums["skipped"])
                print("  {:20} {:7} {:7} {:8}".format(task, *values))

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The rules of scripts/faults/equivalence: a fault that could change something is never taken for
one without effect. The cases are in pairs.c. The shim has every type that a test compares. The
faults in no-effect.yaml exist, once each. Runs with Debian's Python, which has libclang."""

import collections
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from faults import c_sites, equivalence
from lib.junit import Suite
from lib.records import load

PAIRS = "tests/faults/pairs.c"
NO_EFFECT = "tests/faults/no-effect.yaml"
SHIM = "tests/faults/shim/criterion/new/assert.h"
FREE, BOUND = 11, 29  # pairs
FITTING, WIDE = 12, 12  # cuts


def check_order(suite, sites):
    """Statements of free_ functions commute, those of bound_ functions do not."""
    found = {"free": 0, "bound": 0}
    for site in sites:
        if site.kind == "order" and site.function.startswith(("free_", "bound_")):
            expected = site.function.split("_")[0]
            found[expected] += 1
            commute = equivalence.commute(site.path, site.start, site.end)
            wrong = None if commute == (expected == "free") else f"commute: {commute}"
            suite.add(f"order of {site.function}", wrong)
    wrong = None if found == {"free": FREE, "bound": BOUND} else f"pairs: {found}"
    suite.add("every pair is found", wrong)


def check_widths(suite, sites):
    """Truth values are not cut."""
    cuts = [
        site.faults[0].breaks
        for site in sites
        if site.kind == "width" and site.function == "widths"
    ]
    suite.add("widths", None if cuts == ["'wide + 3' cut to uint32_t"] else f"cuts: {cuts}")


def check_bounds(suite, sites):
    """A cut is without effect if all values fit, and only then."""
    found = {"fitting": 0, "wide": 0}
    for site in sites:
        start = (site.function or "").split("_")[0]
        if site.kind == "width" and start in found:
            found[start] += 1
            fits = equivalence.bounded(site, site.faults[0])
            wrong = None if fits == (start == "fitting") else f"bounded: {fits}"
            suite.add(f"{site.function}, line {site.line}: {site.faults[0].breaks}", wrong)
    wrong = None if found == {"fitting": FITTING, "wide": WIDE} else f"cuts: {found}"
    suite.add("every cut is found", wrong)


def check_swaps(suite, sites):
    """Only the first three calls of swaps are symmetric."""
    with open(PAIRS, "rb") as file:
        source = file.read()
    calls = [site for site in sites if site.function == "swaps" and site.kind == "arguments"]
    found = [equivalence.symmetric(source, site) for site in calls]
    suite.add("swaps", None if found == [True] * 3 + [False] * 3 else f"symmetric: {found}")


def check_code(suite, sites):
    """A value that nothing reads may change, another one may not."""
    for breaks, expected in (("5 + 1", True), ("6 - 1", True), ("7 + 1", False)):
        for site in sites:
            for fault in site.faults:
                if site.function == "constants" and fault.breaks == breaks:
                    proof = equivalence.proof(site, fault)
                    wrong = None if (proof is not None) == expected else f"proof: {proof}"
                    suite.add(f"constant {breaks}", wrong)


def check_shim(suite):
    """The shim has every type that a test names in a comparison, or the runner would not build."""
    with open(SHIM, encoding="utf-8") as file:
        types = set(re.findall(r"rvt_fault_(\w+);", file.read()))
    for path in sorted(glob.glob("tests/**/*.[ch]", recursive=True)):
        with open(path, encoding="utf-8") as file:
            compared = set(re.findall(r"\b(?:eq|ne|lt|le|gt|ge)\((\w+), ", file.read()))
        if compared and not path.startswith("tests/faults/"):
            missing = sorted(compared - types)
            suite.add(f"types of {path}", f"not in the shim: {missing}" if missing else None)


def check_reasons(suite):
    """A reason is for the places that its author saw: each fault is in so many, and in no other
    entry."""
    entries = load(NO_EFFECT, "rvt-no-effect/1").data["faults"]
    lines = collections.defaultdict(list)  # of the places of a fault
    for path in sorted({entry["file"] for entry in entries}):
        for site in c_sites.sites_of(path):
            for fault in site.faults:
                where = path, site.function or "-", fault.breaks
                lines[where].append(c_sites.line_of(site))
    seen = set()
    for entry in entries:
        for text in entry["breaks"]:
            where = entry["file"], entry["function"], text
            wanted = entry.get("lines")
            found = [line for line in lines[where] if wanted is None or line in wanted]
            places = entry.get("places", len(wanted or [None]))
            wrong = None if len(found) == places else f"{len(found)} places, not {places}"
            again = [line for line in wanted or [None] if (*where, line) in seen]
            again = again or (*where, None) in seen
            seen.update((*where, line) for line in wanted or [None])
            name = f"reason for {entry['file']} {entry['function']}: {text}"
            suite.add(name, "two entries" if again else wrong)


def main():
    """Runs every check. Returns the exit status."""
    os.chdir(ROOT)
    suite = Suite("faults-selftest")
    sites = c_sites.sites_of(PAIRS)
    check_order(suite, sites)
    check_widths(suite, sites)
    check_bounds(suite, sites)
    check_swaps(suite, sites)
    check_code(suite, sites)
    check_shim(suite)
    check_reasons(suite)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())

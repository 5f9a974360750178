# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The script that runs the benches of the transports fails where it should."""

import json
import os
import subprocess
import types

from stand_ins import EXPECT, GOOD, PROGRAM, program, script, write_runs

transports = script("cosim/transports")
FOUND = (
    "stream.bin: nibble 9: master 1 channel 0: SYST-106 warning: no time\\nstream.bin: 1 finding\\n"
)


def simulated(folder, text):
    """True if a bench of these shell commands passes."""
    program(folder, "rvt_syst", text)
    return transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_passes(folder):
    """A bench that compares something passes."""
    assert simulated(folder, f"printf '{GOOD}'")


def test_bench_that_dies(folder):
    """A bench that dies, fails or is missing fails."""
    assert not simulated(folder, f"printf '{GOOD}'; kill -SEGV $$")
    assert not simulated(folder, f"printf '{GOOD}'; kill -KILL $$")
    assert not simulated(folder, f"printf '{GOOD}'; exit 1")
    assert not simulated(folder, "exit 0")
    os.remove(f"{folder}/rvt_syst")
    assert not transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_compares_nothing(folder):
    """A bench that compares nothing, or does not say that it passed, fails."""
    assert not simulated(folder, "printf 'rvt_syst: passed: 9 cycles, 12 bytes\\n'")
    assert not simulated(folder, f"printf '{GOOD}' | sed 's/12 of 12/0 of 0/'")
    assert not simulated(folder, f"printf '{GOOD}' | grep -v rvt_syst")
    assert not simulated(folder, f"printf '{GOOD}' | sed '/^rvt_syst/s/passed/FAILED/'")


def test_bench_that_must_fail(folder):
    """A bench that must find something fails if it passes, dies, finds another thing, or compares
    nothing."""
    bad = GOOD.replace("passed", "FAILED")

    def found(text, finds="syst: FAILED.*cycles"):
        """True if a bench of these shell commands finds this."""
        program(folder, "rvt_syst", text)
        return transports.simulate("a", "syst", [], folder, finds)["passed"]

    assert found(f"printf '{bad}'; exit 1")
    assert not found(f"printf '{bad}'; exit 1", "SYST-001")
    assert not found(f"printf '{bad}'")
    assert not found(f"printf '{bad}'; kill -SEGV $$")
    assert not found(f"printf '{GOOD}'")
    assert not found(f"printf '{GOOD}'; exit 1")
    assert not found(f"printf '{bad}' | sed 's/12 of 12/0 of 0/'; exit 1")


def carried(folder, decoder, sent="touch {stream}"):
    """True if a run with this decoder passes. {listing}: the file that it should write, {out}:
    where to."""
    listing, runs = f"{folder}/right", f"{folder}/runs/a"
    with open(listing, "w", encoding="utf-8") as file:
        rows = f"vectors/tip/rv64/{PROGRAM}"
        subprocess.run(
            [EXPECT, "vectors/configs/rv64-delta.yaml", f"{rows}.elf", f"{rows}.csv.gz"],
            stdout=file,
            check=True,
        )
    paths = {"listing": listing, "out": f"{runs}/listing", "stream": f"{runs}/stream.bin"}
    program(folder, "rvt_syst", f"printf '{GOOD}'\n{sent.format(**paths)}")
    program(folder, "rv64-delta/rvt_cosim", "exit 0")
    run = {"name": "a", "bench": "syst", "options": [], "program": PROGRAM, "encoder": "rv64-delta"}
    run.update(finds=None, reports=False)
    arguments = types.SimpleNamespace(
        build=folder,
        cosim=folder,
        expect=EXPECT,
        rvt=program(folder, "rvt", decoder.format(**paths)),
    )
    return transports.execute(run, arguments)["passed"]


def test_listing_that_is_right(folder):
    """The right listing passes, with the finding that is allowed or none."""
    assert carried(folder, "cp {listing} {out}")
    assert carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 1")


def test_listing_that_is_wrong(folder):
    """A wrong listing or another finding fails."""
    assert not carried(folder, "head -n 100 {listing} > {out}")
    assert not carried(
        folder, f"cp {{listing}} {{out}}; printf '{FOUND}' | sed s/106/107/ >&2; exit 1"
    )


def test_decoder_that_dies(folder):
    """A decoder that dies, or whose status contradicts its findings, fails."""
    assert not carried(folder, "cp {listing} {out}; kill -SEGV $$")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; kill -SEGV $$")
    assert not carried(folder, "cp {listing} {out}; exit 1")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 0")


def test_results_of_another_run(folder):
    """Files of an earlier run do not count."""
    os.makedirs(f"{folder}/runs/a")
    for name in ("stream.bin", "listing"):
        with open(f"{folder}/runs/a/{name}", "w", encoding="utf-8"):
            pass
    assert not carried(folder, "[ -e {stream} ] && cp {listing} {out}", "true")
    assert carried(folder, "cp {listing} {out}")
    assert not carried(folder, "true")


VERDICT = {
    "verdict": "bit-exact",
    "result": "failed",
    "decides": True,
    "findings": 1,
    "clauses": [{"clause": "STP-004", "found": 1, "waived": 0}],
    "others": 0,
}
FINDING = {
    "verdict": "bit-exact",
    "compared": "bit-exact",
    "kind": "differs",
    "cycle": 7,
    "clause": "STP-004",
    "reason": "it differs",
    "text": "cycle 7: it differs [STP-004]\n  expected  1",
}
REPORT = {
    "schema": "rvt-transport-report/1",
    "version": "1.2.3",
    "instance": "tb.stp",
    "passed": False,
    "summary": "3 writes, 12 of 12 bytes compared",
    "verdicts": [VERDICT],
    "counts": {"cycles": 9, "comparisons": 12},
    "findings": [FINDING],
    "waivers": [],
}
SAID = (
    "rvt: stp: cycle 7: it differs [STP-004]\n  expected  1\n  instance  tb.stp\n"
    "rvt: stp: FAILED, 3 writes, 12 of 12 bytes compared, 9 cycles\n"
    "rvt_stp: FAILED: 9 cycles\n"
)


def reported(folder, name="report.tb.stp.json", said=SAID, **changes):
    """True if a run passes whose bench writes a report with these changes, and prints this."""
    with open(f"{folder}/a.json", "w", encoding="utf-8") as file:
        json.dump(dict(REPORT, **changes), file)
    with open(f"{folder}/said", "w", encoding="utf-8") as file:
        file.write(said)
    copies = f"cp {folder}/a.json $(dirname ${{1#*=}})/{name}" if name else "true"
    program(folder, "rvt_stp", f"cat {folder}/said\n{copies}\nexit 1")
    run = {"name": "a", "bench": "stp", "options": [], "program": None, "encoder": "rv64-delta"}
    run.update(finds="it differs", reports=True)
    return transports.execute(run, types.SimpleNamespace(build=folder))["passed"]


def test_report_that_is_right(folder):
    """A report that says what the bench printed passes, under its own name or the only one."""
    assert reported(folder)
    assert reported(folder, "report.json")


def test_report_that_is_wrong(folder):
    """A report that is missing, of another name, or says something else fails."""
    assert not reported(folder, None)
    assert not reported(folder, "report.tb.other.json")
    assert not reported(folder, instance="tb.other")
    assert not reported(folder, schema="rvt-report/1")
    assert not reported(folder, passed=True)
    assert not reported(folder, verdicts=[dict(VERDICT, result="passed")])
    assert not reported(folder, passed=True, verdicts=[dict(VERDICT, result="passed")])
    assert not reported(folder, verdicts=[dict(VERDICT, findings=2)])
    assert not reported(folder, findings=[])
    assert not reported(folder, findings=[], verdicts=[dict(VERDICT, findings=0)])
    assert not reported(folder, findings=[dict(FINDING, text="cycle 8: it differs [STP-004]")])
    assert not reported(folder, summary="3 writes, 11 of 12 bytes compared")
    assert not reported(folder, counts={"cycles": 8, "comparisons": 12})
    assert not reported(folder, more=1)
    assert not reported(folder, said=SAID + SAID)


def refused(folder, *records):
    """What scripts/cosim/transports says of a list of these records that it refuses, without the
    name of the list."""
    write_runs(folder, *records, schema="rvt-transport-runs/1")
    done = subprocess.run(
        ["scripts/cosim/transports", f"{folder}/list", "--build", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    text = done.stderr.decode()
    return text.replace(f"{folder}/", "") if done.returncode == 2 else None


def test_list_without_a_run(folder):
    """A list without a run, or with a wrong one, is refused."""
    program(folder, "rvt_syst", f"printf '{GOOD}'")
    good = {"name": "a", "bench": "syst"}
    assert refused(folder, good) is None
    assert refused(folder).startswith("transports: list:3: runs: [] ")
    assert refused(folder, {"name": "a"}) == (
        "transports: list:4: runs/0: 'bench' is a required property\n"
    )
    assert refused(folder, good, dict(good, trace="no-such-*")) == (
        "transports: list:8: no program matches no-such-*\n"
    )

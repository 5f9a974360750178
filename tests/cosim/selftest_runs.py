# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What runs the benches of the transports fails where it should: programs stand in for bench and command line."""

import importlib.machinery
import os
import subprocess
import sys
import types

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PROGRAM = "straight-rv64"
EXPECT = os.path.abspath("build/cosim/expect")
GOOD = "rvt: stp: passed, 3 writes, 12 of 12 bytes compared, 0 flushes, 9 cycles\\nrvt_syst: passed: 9 cycles, 12 bytes, 3 writes\\n"
FOUND = "stream.bin: nibble 9: master 1 channel 0: SYST-106 warning: no time\\nstream.bin: 1 finding\\n"


def script(name):
    """A script without an ending, as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, "scripts", name))
    module = types.ModuleType(name)
    module.__file__ = loader.path
    loader.exec_module(module)
    return module


transports = script("transports")


def program(folder, name, text):
    """A program of these shell commands."""
    path = f"{folder}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/bash\n{text}\n")
    os.chmod(path, 0o755)
    return path


def simulated(folder, text):
    program(folder, "rvt_syst", text)
    return transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_passes(folder):
    assert simulated(folder, f"printf '{GOOD}'")


def test_bench_that_dies(folder):
    assert not simulated(folder, f"printf '{GOOD}'; kill -SEGV $$")
    assert not simulated(folder, f"printf '{GOOD}'; kill -KILL $$")
    assert not simulated(folder, f"printf '{GOOD}'; exit 1")
    assert not simulated(folder, "exit 0")
    os.remove(f"{folder}/rvt_syst")
    assert not transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_compares_nothing(folder):
    assert not simulated(folder, "printf 'rvt_syst: passed: 9 cycles, 12 bytes\\n'")
    assert not simulated(folder, f"printf '{GOOD}' | sed 's/12 of 12/0 of 0/'")
    assert not simulated(folder, f"printf '{GOOD}' | grep -v rvt_syst")
    assert not simulated(folder, f"printf '{GOOD}' | sed '/^rvt_syst/s/passed/FAILED/'")


def carried(folder, decoder, sent="touch {stream}"):
    """True if the run passes of which the decoder is this; {listing}: what it should write, {out}: where to."""
    listing, runs = f"{folder}/right", f"{folder}/runs/a"
    with open(listing, "w", encoding="utf-8") as file:
        rows = f"vectors/tip/{PROGRAM}"
        subprocess.run([EXPECT, "vectors/configs/rv64-delta.yaml", f"{rows}.elf", f"{rows}.csv.gz"], stdout=file, check=True)
    paths = {"listing": listing, "out": f"{runs}/listing", "stream": f"{runs}/stream.bin"}
    program(folder, "rvt_syst", f"printf '{GOOD}'\n{sent.format(**paths)}")
    program(folder, "rv64-delta/rvt_cosim", "exit 0")
    arguments = types.SimpleNamespace(build=folder, cosim=folder, expect=EXPECT, rvt=program(folder, "rvt", decoder.format(**paths)))
    return transports.execute(("a", "syst", [f"trace={PROGRAM}"]), arguments)["passed"]


def test_listing_that_is_right(folder):
    assert carried(folder, "cp {listing} {out}")
    assert carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 1")


def test_listing_that_is_wrong(folder):
    assert not carried(folder, "head -n 100 {listing} > {out}")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' | sed s/106/107/ >&2; exit 1")


def test_decoder_that_dies(folder):
    assert not carried(folder, "cp {listing} {out}; kill -SEGV $$")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; kill -SEGV $$")
    assert not carried(folder, "cp {listing} {out}; exit 1")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 0")


def test_results_of_another_run(folder):
    os.makedirs(f"{folder}/runs/a")
    for name in ("stream.bin", "listing"):
        with open(f"{folder}/runs/a/{name}", "w", encoding="utf-8"):
            pass
    assert not carried(folder, "[ -e {stream} ] && cp {listing} {out}", "true")
    assert carried(folder, "cp {listing} {out}")
    assert not carried(folder, "true")


def refused(folder, text):
    """What scripts/transports does with a list of this text."""
    with open(f"{folder}/list", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(["scripts/transports", f"{folder}/list", "--build", folder], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return done.returncode == 2 and b"no run, or one without" in done.stderr


def test_list_without_a_run(folder):
    program(folder, "rvt_syst", f"printf '{GOOD}'")
    assert not refused(folder, "a syst\n")
    assert refused(folder, "# nothing\n")
    assert refused(folder, "a\n")
    assert refused(folder, "a syst\nb syst trace=no-such-*\n")

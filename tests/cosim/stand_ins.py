# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Programs of shell commands that take the place of the benches, and what the tests of the scripts
that run benches share."""

import importlib.machinery
import json
import os
import sys
import types

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PROGRAM = "straight-rv64"
EXPECT = os.path.abspath("build/cosim/expect")
GOOD = (
    "rvt: stp: passed, 3 writes, 12 of 12 bytes compared, 0 flushes, 9 cycles\\n"
    "rvt_syst: passed: 9 cycles, 12 bytes, 3 writes\\n"
)
PASSES = """echo "$*" >> {folder}/done; [ -e {folder}/fail ] && exit 1
echo 'rvt: rows=1 lost=0 instructions=10 packets=2 bytes=5 comparisons=4 cycles=9 te_data=0' \\
    'undecodable=0 timed=2'
echo 'rvt: bit-exact: passed, 0 findings'
[[ "$*" == *--wild* ]] || echo 'rvt: decode-exact: passed, 0 findings'
"""
RECORD = {"name": "a", "build": "rv64-delta", "rows": "random:1:100"}


def script(name):
    """A script without an ending, as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, "scripts", name))
    module = types.ModuleType(name)
    module.__file__ = loader.path
    loader.exec_module(module)
    return module


def program(folder, name, text):
    """A program of these shell commands."""
    path = f"{folder}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/bash\n{text}\n")
    os.chmod(path, 0o755)
    return path


def write_runs(folder, *records, schema="rvt-runs/1"):
    """Writes a list of runs of these records."""
    with open(f"{folder}/list", "w", encoding="utf-8") as file:
        json.dump({"schema": schema, "runs": records}, file, indent=1)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Type hints of the package, and the examples."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import rvt

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONFIG = "vectors/configs/rv64-delta.yaml"
ELF = "vectors/tip/rv64/straight-rv64.elf"
TIP = "vectors/tip/rv64/straight-rv64.csv.gz"
EXCERPT = re.compile(r"^```python (\S+)\n(.*?)^```$", re.M | re.S)


def test_types():
    """mypy --strict accepts the package."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=python/pyproject.toml"]
    build = os.environ.get("BUILD", "build")
    command += [f"--cache-dir={build}/python/mypy", f"{build}/python/stage/rvt"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_excerpts():
    """The excerpts in docs/python.md are parts of the files that they name."""
    document = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    excerpts = EXCERPT.findall(document)
    assert len(excerpts) >= 4 and len(excerpts) == document.count("```python")
    for name, excerpt in excerpts:
        assert excerpt in (ROOT / name).read_text(encoding="utf-8"), name


def digest(text):
    """A text as examples/run shortens it; cksum gives the checksum."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= 20:
        return text
    command = ["cksum"]
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    total = f"--- {len(lines)} lines, cksum {ran.stdout.split()[0]}\n"
    return "".join([*lines[:20], total, *lines[-5:]])


@pytest.mark.parametrize(
    "name, expected, arguments, status",
    [
        ("encode", "encode", [TIP], 0),
        ("decode", "decode", [ELF, "encap.bin"], 0),
        ("lockstep", "lockstep", [ELF, TIP], 0),
        ("lockstep", "lockstep-broken", [ELF, TIP, "3"], 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_example(name, expected, arguments, status, tmp_path, config, rows):
    """An example prints what the same program in C prints."""
    stream = tmp_path / "encap.bin"
    with rvt.TraceWriter(stream, config) as writer:
        for sent in rvt.encode(config, rows):
            writer.write(sent.payload)
    arguments = [str(stream) if argument == "encap.bin" else argument for argument in arguments]
    command = [sys.executable, f"examples/python/{name}.py", CONFIG, *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == status, ran.stderr
    wanted = (ROOT / f"examples/expected/{expected}.txt").read_text(encoding="utf-8")
    assert digest(ran.stdout) == wanted

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What the tests share: the tree, a configuration, a captured program and its rows."""

import os
import pathlib

import pytest

import rvt

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONFIG = ROOT / "vectors/configs/rv64-delta.yaml"
ELF = ROOT / "vectors/tip/rv64/straight-rv64.elf"
TIP = ROOT / "vectors/tip/rv64/straight-rv64.csv.gz"


@pytest.fixture(autouse=True)
def in_root(monkeypatch):
    """Every test runs in the root of the tree."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def config():
    """A configuration of RV64."""
    return rvt.Configuration.load(CONFIG)


@pytest.fixture
def program(config):
    """The captured program."""
    return rvt.Program(config, ELF)


@pytest.fixture(scope="session")
def rows():
    """The rows of the captured program."""
    assert "RVT_LIBRARY" not in os.environ, "the tests are for the library inside the wheel"
    with rvt.TipReader(TIP, rvt.Configuration.load(CONFIG)) as tip:
        return list(tip)

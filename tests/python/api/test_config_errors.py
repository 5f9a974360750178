# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Configurations, errors, and the lifetime of objects."""

import gc
import os
import subprocess
import sys

import pytest

import rvt
from rvt._binding import enumerated


def refused(status, function, *arguments):
    """The RvtError of this status that a call raises."""
    with pytest.raises(rvt.RvtError) as caught:
        function(*arguments)
    assert caught.value.status is status
    return caught.value


def test_values(config):
    """Values by name, as numbers and words."""
    assert config["iaddress_width_p"] == config["parameters.iaddress_width_p"] == 64
    config["ecause_width_p"] = 6
    assert config["ecause_width_p"] == 6
    choice = next(key for key in config.keys() if key.name == "compress")
    config["compress"] = "none"
    assert choice.words[config["compress"]] == "none"
    assert {key.section for key in config.keys()} > {"parameters", "options", "switches"}
    with pytest.raises(KeyError):
        config["no_such_key"]


def test_copy_and_save(config, tmp_path):
    """A copy is independent; a saved configuration loads, in both forms."""
    copy = config.copy()
    copy["ecause_width_p"] = 7
    assert config["ecause_width_p"] == 5
    for json in (False, True):
        copy.save(tmp_path / "saved", json=json)
        loaded = rvt.Configuration.load(tmp_path / "saved")
        for key in copy.keys():
            name = f"{key.section}.{key.name}"
            assert loaded[name] == copy[name], name


def test_profile_and_values():
    """Defaults of an edition, with values."""
    config = rvt.Configuration("v2.0.3", iaddress_width_p=32, compress="none")
    assert config["iaddress_width_p"] == 32
    refused(rvt.Status.ERR_PARAMETER, rvt.Configuration, "v9")


def test_trap_vectors(config):
    """Trap vectors of the hart."""
    assert config.trap_vector("m") is None
    config.set_trap_vector("m", 0x80000101)
    assert config.trap_vector("m") == 0x80000101
    assert "mode" in str(refused(rvt.Status.ERR_PARAMETER, config.set_trap_vector, "m", 3))
    with pytest.raises(KeyError):
        config.trap_vector("x")


def test_errors_have_their_place(config, tmp_path):
    """Status, position, field, value and clause."""
    error = refused(
        rvt.Status.ERR_SYNTAX,
        rvt.Configuration.parse,
        "schema: rvt-config/1\ntitle: x\nspec_profile: v2.0.4\nparameters:\n  no_such: 1\n",
    )
    assert (error.unit, error.position) == ("line", 5) and "no_such" in str(error)
    error = refused(rvt.Status.ERR_PARAMETER, config.__setitem__, "ecause_width_p", 99)
    assert (error.field, error.value) == ("ecause_width_p", 99)
    config["f0s_width_p"] = 2
    error = refused(rvt.Status.ERR_RESERVED, rvt.TeInst.read, config, bytes.fromhex("0800"))
    assert (error.field, error.bit) == ("subformat", 2)
    row = rvt.Row(0, block=[rvt.Block(iaddr=0x1001, iretire=2)])
    error = refused(rvt.Status.ERR_INGRESS, row.check, config)
    assert (error.field, error.clause) == ("iaddr", "ETR-FMT-006")
    (tmp_path / "trace.csv").write_text("itype_0,nonsense\n")
    refused(rvt.Status.ERR_SYNTAX, rvt.TipReader, tmp_path / "trace.csv", config)
    refused(rvt.Status.ERR_IO, rvt.TipReader, tmp_path / "missing.csv", config)
    refused(rvt.Status.ERR_IO, rvt.Program, config, tmp_path / "missing.elf")
    refused(rvt.Status.ERR_NO_CODE, rvt.Program(config).insn, 0x100)


def test_error_of_a_line(config, rows, tmp_path):
    """A wrong row of a file: the rows before it come first."""
    with rvt.TipWriter(tmp_path / "trace.csv", config) as writer:
        for row in rows[:3]:
            writer.write(row)
    text = (tmp_path / "trace.csv").read_text().splitlines()
    text[3] = text[3].replace(",", ",x", 1)
    (tmp_path / "trace.csv").write_text("\n".join(text) + "\n")
    read = []
    with pytest.raises(rvt.RvtError) as caught:
        read.extend(rvt.TipReader(tmp_path / "trace.csv", config))
    error = caught.value
    assert (error.status, error.unit, error.position) == (rvt.Status.ERR_SYNTAX, "line", 4)
    lines = rvt.TipReader(tmp_path / "trace.csv", config)
    iterator = iter(lines)
    assert [next(iterator), next(iterator)] == rows[:2]


def test_too_wide(config):
    """What does not fit a member is no silent truncation."""
    with pytest.raises(OverflowError):
        rvt.TeInst(format=2, address=1 << 64).write(config)
    error = refused(rvt.Status.ERR_CAPACITY, rvt.TeInst(format=2, address=1 << 63).write, config)
    assert error.field == "address"
    with pytest.raises(KeyError):
        rvt.TeInst.of_support(no_such=1)


def test_closed(config, program):
    """A closed object refuses calls; closing twice does nothing."""
    decoder = rvt.Decoder(config, program)
    decoder.close()
    decoder.close()
    with pytest.raises(ValueError, match="Decoder is closed"):
        decoder.push(b"")


def test_borrowed(config, rows):
    """What a decoder borrows lives as long as it does."""
    program = rvt.Program(config, "vectors/tip/rv64/straight-rv64.elf")
    decoder = rvt.Decoder(config, program)
    program.close()
    del program
    gc.collect()
    elements = []
    for sent in rvt.encode(config, rows[:1000]):
        elements += decoder.payload(sent.payload)
    elements += decoder.finish()
    assert sum(element.count for element in elements if isinstance(element, rvt.Range)) > 1000


def test_file_that_cannot_be_written(config):
    """An error while a file is completed is raised by close()."""
    with pytest.raises(rvt.RvtError) as caught:
        with rvt.TraceWriter("/dev/full", config, rvt.TraceForm.HEX) as writer:
            for _ in range(100000):
                writer.write(b"\x22")
    assert caught.value.status == rvt.Status.ERR_IO


def test_library_of_another_version():
    """A library that is named and cannot be loaded is an error, not another library."""
    environment = dict(os.environ, RVT_LIBRARY="no/such/librvt.so")
    run = [sys.executable, "-c", "import rvt"]
    ran = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode and "no/such/librvt.so" in ran.stderr


def test_doubts():
    """Each doubt has a reason and a clause."""
    for doubt in rvt.Doubt:
        assert "ETR-" in doubt.reason or "AMB-" in doubt.reason
    with pytest.raises(ValueError):
        rvt.Doubt(3).reason


def test_newer_library():
    """A number of an enumeration that only a newer library has stays a number."""
    assert enumerated(rvt.Status, 3) is rvt.Status.ERR_TRAILING
    assert enumerated(rvt.Status, 1000) == 1000

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The package declares what the headers declare."""

import dataclasses
import enum
import pathlib
import subprocess

import pytest

import rvt
from rvt import (
    _binding,
    decoder,
    encap,
    encoder,
    finding,
    lockstep,
    packets,
    program,
    status,
    tip,
    trace_file,
)

MODULES = (decoder, encap, encoder, finding, lockstep, packets, program, status, tip, trace_file)
# Members of arrays and counts, which the package has in another form.
CONVERTED = {
    "rvt_tip_row": {"blocks", "accesses"},
    "rvt_encap_packet": {"payload_bytes"},
    "rvt_decoder_loss": {"from"},
    "rvt_lockstep_finding": {"expected_size", "observed_size"},
}
ADDED = {
    "rvt_decoder_loss": {"from_"},
    "rvt_rule_finding": {"line"},
    "rvt_lockstep_finding": {"listed", "text"},
}
PREFIXES = {
    "Status": ("rvt_status", "RVT_"),
    "InsnClass": ("rvt_insn_class", "RVT_INSN_CLASS_"),
    "Doubt": ("rvt_encoder_doubt", "RVT_ENCODER_DOUBT_"),
    "EventKind": ("rvt_decoder_event_kind", "RVT_DECODER_"),
    "EncapType": ("rvt_encap_type", "RVT_ENCAP_"),
    "TraceForm": ("rvt_trace_form", "RVT_TRACE_"),
    "RuleSeverity": ("rvt_rule_severity", "RVT_RULE_"),
    "FindingKind": ("rvt_finding_kind", "RVT_FINDING_"),
    "FindingVerdict": ("rvt_finding_verdict", "RVT_FINDING_"),
    "Verdict": ("rvt_comparison_verdict", "RVT_COMPARISON_"),
}


def classes(base):
    """The subclasses of base that the modules define."""
    return [
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.__module__ == module.__name__
    ]


def test_layout(tmp_path: pathlib.Path):
    """Sizes and offsets of every structure are those of the C compiler."""
    lines = ["#include <rvt/rvt.h>"]
    for name in _binding.ffi.list_types()[1]:
        kind = _binding.ffi.typeof(f"struct {name}")
        if kind.fields is None:
            continue  # opaque
        size = _binding.ffi.sizeof(kind)
        lines.append(f'_Static_assert(sizeof(struct {name}) == {size}, "{name}");')
        for member, field in kind.fields:
            place = f"offsetof(struct {name}, {member}) == {field.offset}"
            lines.append(f'_Static_assert({place}, "{name}.{member}");')
    assert len(lines) > 300
    source = tmp_path / "layout.c"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["gcc", "-std=c11", "-fsyntax-only", "-Iinclude", source], check=True)


@pytest.mark.parametrize("record", classes(_binding.Record), ids=lambda record: record.__name__)
def test_record(record):
    """A record has every member of its structure, and no other one."""
    members = {name for name, _ in _binding.ffi.typeof(f"struct {record.KIND}").fields} - {"size"}
    wanted = members - CONVERTED.get(record.KIND, set()) | ADDED.get(record.KIND, set())
    assert {field.name for field in dataclasses.fields(record)} == wanted


@pytest.mark.parametrize("which", classes(enum.Enum), ids=lambda which: which.__name__)
def test_enumeration(which):
    """An enumeration has every value of its enum."""
    name, prefix = PREFIXES[which.__name__]
    values = _binding.ffi.typeof(f"enum {name}").relements
    assert {prefix + member.name: member.value for member in which} == values


def test_constants():
    """Constants are those of the headers."""
    lib = _binding.lib
    assert (tip.BLOCKS, tip.ACCESSES) == (lib.RVT_TIP_BLOCKS, lib.RVT_TIP_ACCESSES)
    assert (tip.TRACE_ON, tip.TRACE_OFF) == (lib.RVT_TIP_TRACE_ON, lib.RVT_TIP_TRACE_OFF)
    assert tip.TRACE_NOTIFY == lib.RVT_TIP_TRACE_NOTIFY
    assert packets.PAYLOAD_BYTES == lib.RVT_TE_PAYLOAD_BYTES


def test_functions():
    """The library has every function that the headers declare."""
    for name in dir(_binding.lib):
        assert getattr(_binding.lib, name) is not None
    assert len(dir(_binding.lib)) > 150


def test_version():
    """The package has the version of the library in it."""
    assert rvt.__version__ == _binding.text(_binding.lib.rvt_version())

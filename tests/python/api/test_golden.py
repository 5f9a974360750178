# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Golden vectors through the Python API."""

import pathlib

import pytest
import yaml

import rvt

PACKETS = pathlib.Path(__file__).resolve().parents[3] / "vectors/packet"
FILES = sorted(PACKETS.glob("*.yaml"))
# Fields that are sent relative to the bit before, and the members that have their meaning.
RELATIVE = {name: name for name in ("notify", "updiscon", "irreport", "irdepth")}
RELATIVE["irets"] = "irdepth"
HEXADECIMAL = ("tval", "iaddr_0", "context", "time")  # columns
MEMBERS = set(rvt.TeInst.__dataclass_fields__)


def config_of(document, case):
    """The configuration of a case."""
    config = rvt.Configuration.load(f"vectors/configs/{document['config']}")
    for key, value in case.get("set", {}).items():
        config[key] = value
    return config


def packet_of(values):
    """The packet that a case describes by its fields, or by its name and fields."""
    values = dict(values)
    if name := values.pop("packet", None):
        values["format"] = int(name[1])
        values["subformat"] = int(name[3]) if name[2:3] in ("/", "s") else 0
    support = {name: value for name, value in values.items() if name not in MEMBERS}
    packet = rvt.TeInst.of_support(**support) if support else rvt.TeInst()
    for name, value in values.items():
        if name in MEMBERS:
            setattr(packet, name, value)
    return packet


def run_packet(config, case, expect):
    """A packet, its bytes and its fields."""
    packet, payload = packet_of(case["input"]["packet"]), bytes.fromhex(expect["bytes"])
    assert packet.write(config) == payload
    assert rvt.TeInst.read(config, payload) == packet
    fields = packet.fields(config)
    assert [[field.name, field.width] for field in fields] == [row[:2] for row in expect["fields"]]
    for field, (name, _, value) in zip(fields, expect["fields"]):
        assert field.value == (getattr(packet, RELATIVE[name]) if name in RELATIVE else value)


def run_bytes(config, case, expect):
    """Bytes, and the packet that they are."""
    packet = rvt.TeInst.read(config, bytes.fromhex(case["input"]["bytes"]))
    for name, value in expect["packet"].items():
        found = getattr(packet, name) if name in MEMBERS else packet.support_value(name)
        assert found == value, name


def run_refused(config, case, expect):
    """What must be refused, and why."""
    with pytest.raises(rvt.RvtError) as caught:
        if "bytes" in case["input"]:
            rvt.TeInst.read(config, bytes.fromhex(case["input"]["bytes"]))
        elif "packet" in case["input"]:
            packet_of(case["input"]["packet"]).write(config)
        else:
            config.check()
    error = caught.value
    assert error.status.name.lower() == f"err_{expect['status']}"
    for name in ("field", "bit", "clause"):
        assert name not in expect or getattr(error, name) == expect[name]


def run_config(config, _case, _expect):
    """A configuration that is valid."""
    config.check()


def program_encoder(encoder, cycle, word):
    """What software writes before a cycle, by a word of the control script. Returns packets."""
    if word == "trace":
        return encoder.enable(cycle)
    if word == "enabled":  # not tracing: without trTeInstTracing
        return encoder.write(cycle, 0, encoder.read(0) & ~4)
    assert word is False  # off, in YAML
    return encoder.disable(cycle)


def run_flow(config, case, expect):
    """Rows, and the bytes of the packets that they give."""
    tip = case["input"]["tip"].splitlines()
    columns, lines = tip[0].split(","), tip[1:]
    packets = []
    with rvt.Encoder(config) as encoder:
        control = case["input"]["control"]
        for cycle in range(max(len(lines), *(at + 1 for at, _ in control))):
            for word in (word for at, word in control if at == cycle):
                packets += program_encoder(encoder, cycle, word)
            if cycle < len(lines):
                row = dict(zip(columns, lines[cycle].split(",")))
                packets += encoder.row(row_of(cycle, row))
    assert [packet.packet.name for packet in packets] == [
        packet["packet"] for packet in expect["packets"]
    ]
    for packet, wanted in zip(packets, expect["packets"]):
        undefined = wanted.get("address") == "undefined"  # then it has no bytes
        assert undefined or packet.payload == bytes.fromhex(wanted["bytes"])
        assert packet.clause == wanted["why"]


def row_of(cycle, values):
    """A row of a case."""
    number = {name: int(value, 16 if name in HEXADECIMAL else 10) for name, value in values.items()}
    block = rvt.Block(
        iaddr=number["iaddr_0"],
        iretire=number["iretire_0"],
        itype=number["itype_0"],
        ilastsize=number["ilastsize_0"],
    )
    rest = {name: value for name, value in number.items() if not name.endswith("_0")}
    return rvt.Row(cycle, block=[block], **rest)


def lines_of(decoder, element):
    """What a listing has for a trace element."""
    if isinstance(element, rvt.Range):
        return [f"{address:x}" for address in decoder.instructions(element)]
    if isinstance(element, rvt.Trap):
        cause = f"cause={element.ecause} interrupt={element.interrupt:d}"
        return [f"# trap {cause} epc={element.epc:x} tval={element.tval:x}"]
    return []


def run_decode(config, case, expect):
    """A program and packets, and the instructions that they prove."""
    program = rvt.Program(config)
    for address, code, _ in case["input"]["program"]:
        program.add_bytes(int(address, 16), bytes.fromhex(code))
    elements = []
    with rvt.Decoder(config, program) as decoder:
        for values in case["input"]["packets"]:
            elements += decoder.payload(packet_of(values).write(config))
        elements += decoder.finish()
        listing = [line for element in elements for line in lines_of(decoder, element)]
    errors = [element.error for element in elements if isinstance(element, rvt.Fault)]
    # Cases count packets from 1.
    errors = [(error.status.name.lower(), error.position + 1) for error in errors]
    if expect["verdict"] == "invalid":
        assert errors == [(f"err_{expect['status']}", expect["packet"])]
    else:
        assert not errors
    assert listing == expect["listing"].splitlines()


def runner_of(case):
    """What runs a case."""
    if "program" in case["input"]:
        return run_decode
    if case["expect"]["verdict"] == "invalid":
        return run_refused
    for name, runner in (
        ("packet", run_packet),
        ("bytes", run_bytes),
        ("config", run_config),
        ("tip", run_flow),
    ):
        if name in case["input"]:
            return runner
    raise AssertionError(case["id"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_packets(path):
    """Every case of a file."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert document["cases"]
    for case in document["cases"]:
        runner_of(case)(config_of(document, case), case, case["expect"])

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Rows to packets to bytes and back to what retired; files of each."""

import pytest

import rvt


def retired_of(program, rows):
    """The addresses of the instructions that rows retired, by the program alone."""
    addresses = []
    for row in rows:
        for block in row.block:
            pc = block.iaddr
            while pc < block.iaddr + 2 * block.iretire:
                addresses.append(pc)
                pc += program.insn(pc).bytes
    return addresses


def decoded(config, program, pieces, **options):
    """The addresses of the instructions that a stream proves, and its other elements."""
    with rvt.Decoder(config, program) as decoder:
        elements = []
        for piece in pieces:
            elements += decoder.payload(piece, **options) if options else decoder.push(piece)
        elements += decoder.finish()
        ranges = [element for element in elements if isinstance(element, rvt.Range)]
        addresses = [pc for range_ in ranges for pc in decoder.instructions(range_)]
    assert sum(range_.count for range_ in ranges) == len(addresses)
    return addresses, [element for element in elements if not isinstance(element, rvt.Range)]


def test_packets(config, program, rows):
    """Packets decode to exactly what retired."""
    packets = list(rvt.encode(config, rows))
    assert len(packets) == 243
    assert packets[0].packet.support_value("ienable") == 1
    assert packets[-1].packet.support_value("ienable") == 0
    addresses, others = decoded(config, program, [sent.payload for sent in packets], te_data=False)
    retired = retired_of(program, rows)
    assert len(retired) > 60000 and addresses == retired
    assert not [element for element in others if isinstance(element, (rvt.Fault, rvt.Loss))]


def test_stream(config, program, rows):
    """So do encapsulated bytes, pushed in pieces that end inside packets."""
    with rvt.EncapSender(config) as sender:
        stream = b"".join(sender.payload(sent.payload) for sent in rvt.encode(config, rows))
        stream += sender.finish()
    pieces = [stream[at : at + 7] for at in range(0, len(stream), 7)]
    assert decoded(config, program, pieces)[0] == retired_of(program, rows)


def test_damage(config, program, rows):
    """A missing packet is a fault or a loss, and nothing is reported that did not retire."""
    payloads = [sent.payload for sent in rvt.encode(config, rows)]
    del payloads[10]
    addresses, others = decoded(config, program, payloads, te_data=False)
    assert any(isinstance(element, rvt.Loss) for element in others)
    faults = [element for element in others if isinstance(element, rvt.Fault)]
    assert faults[0].error.status is not rvt.Status.OK and faults[0].error.unit == "packet"
    assert 0 < len(addresses) < len(retired_of(program, rows))


@pytest.mark.parametrize("form", rvt.TraceForm)
def test_trace_files(config, rows, tmp_path, form):
    """A file of each form gives back the payloads."""
    if form in (rvt.TraceForm.FRAME, rvt.TraceForm.STP):
        config["frame_id" if form == rvt.TraceForm.FRAME else "master"] = 5
    payloads = [sent.payload for sent in rvt.encode(config, rows[:2000])]
    with rvt.TraceWriter(tmp_path / "trace.gz", config, form) as writer:
        for payload in payloads:
            writer.write(payload)
    with rvt.TraceReader(tmp_path / "trace.gz", config, form) as reader:
        items = list(reader)
        reader.check()
        errors = [one for one in reader.findings if one.severity == rvt.RuleSeverity.ERROR]
        assert errors == []
    packets = [item.packet for item in items if item.foreign is None]
    assert len(payloads) > 10 and [packet.payload for packet in packets] == payloads


@pytest.mark.parametrize("name", ["trace.csv", "trace.csv.gz", "trace.tip", "trace.tip.gz"])
def test_tip_files(config, rows, tmp_path, name):
    """A tip trace of each kind gives back the rows."""
    config["nocontext_p"] = config["notime_p"] = False
    with rvt.TipWriter(tmp_path / name, config) as writer:
        for row in rows[:500]:
            writer.write(row)
        assert not (tmp_path / name).exists()
    with rvt.TipReader(tmp_path / name, config) as reader:
        assert list(reader) == rows[:500]


def test_encap_packet(config):
    """A packet with all its parts."""
    config["srcid_bits"], config["timestamp_bytes"] = 6, 2
    assert rvt.EncapPacket.read(config, rvt.EncapPacket(b"\x12").write(config))[0].extend is False
    packet = rvt.EncapPacket(b"\x12\x34", flow=2, extend=True, srcid=5, timestamp=0x1234)
    data = packet.write(config)
    assert rvt.EncapPacket.read(config, data + b"\0") == (packet, len(data))
    with rvt.EncapReceiver(config) as receiver:
        found = receiver.push(data + data[:1]) + receiver.finish()
    assert found[0].packet == packet and found[0].position == 0
    assert found[1].packet is None and found[1].error.status == rvt.Status.ERR_TRUNCATED
    with pytest.raises(rvt.RvtError) as caught:
        rvt.EncapPacket(bytes(32)).write(config)
    assert caught.value.status == rvt.Status.ERR_CAPACITY


def test_data_trace(tmp_path):
    """Rows with data accesses, their packets and what these decode to."""
    config = rvt.Configuration(data_trace=True, type_bits=1, type_data=1, retires_p=8)
    access = rvt.Access(daddr=0x1000, data=0x55, dsize=2, dretire=True, dtype=1)
    row = rvt.Row(0, block=[rvt.Block(iaddr=0x100, iretire=2, ilastsize=1)], access=[access])
    sent = list(rvt.encode(config, [row]))
    data = [packet for packet in sent if packet.is_data]
    assert len(data) == 1 and data[0].packet.name(config) == "store"
    assert rvt.TeData.read(config, data[0].payload) == data[0].packet
    assert data[0].packet.write(config) == data[0].payload
    names = [field.name for field in data[0].packet.fields(config)]
    assert "address" in names and "data" in names
    assert data[0].packet.line(config).startswith("store ")
    program = rvt.Program(config)
    program.add_bytes(0x100, bytes.fromhex("13000000"))
    with rvt.Decoder(config, program) as decoder:
        elements = []
        for packet in sent:
            elements += decoder.payload(packet.payload, te_data=packet.is_data)
        elements += decoder.finish()
    found = [element for element in elements if isinstance(element, rvt.DataAccess)]
    assert [(one.type, one.address, one.data, one.data_size) for one in found] == [(1, 4096, 85, 2)]
    assert "addr=1000" in str(found[0]) or "addr=00001000" in str(found[0])


def test_doubtful_packet(config):
    """A packet that no decoder can follow says so, and why."""
    config["implicit_exception"] = True
    config.set_trap_vector("m", 0x4)
    with rvt.TipReader("vectors/tip/rv64/faults-rv64.csv.gz", config) as rows:
        doubts = [sent.doubts for sent in rvt.encode(config, rows)]
    assert rvt.Doubt.HANDLER in doubts and rvt.Doubt(0) in doubts
